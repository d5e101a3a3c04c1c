//! The entropy-coded image: pixels as a stream of prefix codes (RFC 9649, 5 and 6).

use super::areas::Areas;
use super::bits::BitWriter;
use super::care::Care;
use super::counts::{Counts, best_cache_bits};
use super::parse::{Prices, cheapest};
use super::prefix_code::PrefixCode;
use super::tokens::{Repeat, Tokens};

/// Sizes of caches that are tried for the picture.
const CACHES: [u32; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/// Copies are seldom where they are fewer than one in so many pixels.
const SELDOM: usize = 4;

/// The picture itself, which may have a cache of colours and areas with codes of their own.
///
/// # Errors
/// What `tick` fails with.
pub(super) fn put_picture<E>(
    (pixels, width): (&[u32], usize),
    finest_area: u32,
    care: &Care,
    writer: &mut BitWriter,
    tick: &mut dyn FnMut() -> Result<(), E>,
) -> Result<(), E> {
    let (repeats, cache_bits) = parsed((pixels, width), care, &CACHES, tick)?;
    let tokens = Tokens { pixels, width, repeats: &repeats, cache_bits };
    let areas = Areas::best(&tokens, finest_area, care.seeds, tick)?;
    tell_cache(cache_bits, writer);
    let is_divided = areas.groups.len() > 1;
    writer.flag(is_divided);
    if is_divided {
        writer.put(areas.bits - 2, 3);
        let groups: Vec<u32> = areas.group_of.iter().map(|group| u32::from(*group) << 8).collect();
        put_aside((&groups, width.div_ceil(1 << areas.bits)), writer, tick)?;
    }
    put_tokens(&tokens, &areas, writer, tick)
}

/// A picture that tells about the picture: of one group, without a cache.
///
/// # Errors
/// What `tick` fails with.
pub(super) fn put_aside<E>(
    (pixels, width): (&[u32], usize),
    writer: &mut BitWriter,
    tick: &mut dyn FnMut() -> Result<(), E>,
) -> Result<(), E> {
    let (repeats, cache_bits) = parsed((pixels, width), &Care::ASIDE, &[0], tick)?;
    let tokens = Tokens { pixels, width, repeats: &repeats, cache_bits };
    tell_cache(cache_bits, writer);
    put_tokens(&tokens, &Areas::whole(&tokens, tick)?, writer, tick)
}

/// The copies, and the size of the cache beside them: found at prices that come closer to the truth each time.
fn parsed<E>(
    (pixels, width): (&[u32], usize),
    care: &Care,
    caches: &[u32],
    tick: &mut dyn FnMut() -> Result<(), E>,
) -> Result<(Vec<Repeat>, u32), E> {
    let mut counts = Counts::expected(pixels, width);
    let (mut repeats, mut cache_bits) = (Vec::new(), 0);
    for (index, tries) in care.tries.iter().enumerate() {
        // Where hardly anything is copied, more searching finds hardly more.
        let copied: u32 = repeats.iter().map(|repeat: &Repeat| repeat.length).sum();
        let tries = if index > 0 && (copied as usize) < pixels.len() / SELDOM { tries.div_ceil(4) } else { *tries };
        repeats = cheapest((pixels, width), (&Prices::of(&counts), cache_bits), tries, tick)?;
        cache_bits = best_cache_bits(pixels, &repeats, caches, tick)?;
        counts = Counts::of(&Tokens { pixels, width, repeats: &repeats, cache_bits }, tick)?;
    }
    Ok((repeats, cache_bits))
}

fn tell_cache(bits: u32, writer: &mut BitWriter) {
    writer.flag(bits > 0);
    if bits > 0 {
        writer.put(bits, 4);
    }
}

fn put_tokens<E>(
    tokens: &Tokens,
    areas: &Areas,
    writer: &mut BitWriter,
    tick: &mut dyn FnMut() -> Result<(), E>,
) -> Result<(), E> {
    let codes: Vec<Vec<PrefixCode>> =
        areas.groups.iter().map(|counts| counts.alphabets().map(PrefixCode::best).collect()).collect();
    for code in codes.iter().flatten() {
        code.tell(writer);
    }
    let is_one = codes.len() == 1;
    tokens.each(tick, |at, symbols| {
        let group = &codes[if is_one { 0 } else { areas.group(at, tokens.width) }];
        for symbol in symbols {
            group[symbol.alphabet].put(symbol.symbol, writer);
            writer.put(symbol.bits, symbol.extra);
        }
    })
}
