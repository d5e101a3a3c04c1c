//! Whole images, made by the tests' own encoder.

mod encoder;

use encoder::{Encoder, Picture, region, segment};

use super::*;
use transvase_base::context::Limits;
use transvase_base::error::ErrorCode;
use transvase_base::options::Options;

/// Decodes under the usual limits.
fn decoded(data: &[u8]) -> Option<Bitmap> {
    decode(data, &[], &Context::default()).expect("within the limits")
}

/// Draws a bitmap in text.
fn drawn(bitmap: Option<Bitmap>) -> Vec<String> {
    let bitmap = bitmap.expect("a page");
    let row = |y| (0..bitmap.width as i32).map(|x| if bitmap.pixel(x, y) == 1 { '#' } else { '.' }).collect();
    (0..bitmap.height as i32).map(row).collect()
}

/// A page information segment.
fn page(width: u32, height: u32) -> Vec<u8> {
    segment(0, 48, &[], &[&width.to_be_bytes(), &height.to_be_bytes(), [0; 11].as_slice()].concat())
}

/// A generic region segment in MMR coding at a row of the page.
fn mmr(number: u8, y: u32, coded: &[u8]) -> Vec<u8> {
    segment(number, 38, &[], &[&region(8, 2, 0, y), [1].as_slice(), coded].concat())
}

/// Two rows in MMR coding: `..###...` and `..####..`.
const ROWS: [u8; 5] = [0b0010_1111, 0b0110_1110, 0b0000_0000, 0b0010_0000, 0b0000_0010];

/// Where the adaptive pixels of template 0 usually are (T.88 Figure 3).
const USUAL: [u8; 8] = [3, 0xFF, 0xFD, 0xFF, 2, 0xFE, 0xFE, 0xFE];

fn ring() -> Picture {
    Picture(vec![".###.", "#...#", "#...#", "#...#", ".###."])
}

fn bar() -> Picture {
    Picture(vec!["##", "##", "##", "##", "##"])
}

/// A dictionary of a bar and a ring: segment 1.
fn dictionary() -> Vec<u8> {
    let mut coder = Encoder::new();
    coder.integer("class height", Some(5));
    for (wider, symbol) in [(2, bar()), (3, ring())] {
        coder.integer("width", Some(wider));
        coder.generic(&symbol);
    }
    coder.integer("width", None);
    coder.integer("export", Some(0));
    coder.integer("export", Some(2));
    let counts = [2_u32, 2].map(u32::to_be_bytes).concat();
    segment(1, 0, &[], &[&[0, 0], USUAL.as_slice(), &counts, &coder.finish()].concat())
}

#[test]
fn a_generic_region_is_what_was_coded() {
    let picture = Picture(vec!["#..##..#..#", "...##.....#", "###########", "..........#", "#.#.#.#.#.#"]);
    let mut coder = Encoder::new();
    coder.generic(&picture);
    let (width, height) = (picture.width(), picture.height());
    let data = [&region(width, height, 1, 0), [0].as_slice(), &USUAL, &coder.finish()].concat();
    let page = decoded(&[page(12, 5), segment(1, 38, &[], &data)].concat());
    let expected: Vec<String> = picture.0.iter().map(|row| format!(".{row}")).collect();
    assert_eq!(drawn(page), expected);
}

#[test]
fn symbols_are_drawn_where_the_text_says_and_refined() {
    let mended = Picture(vec![".###.", "#...#", "#.#.#", "#...#", ".###."]);
    let mut coder = Encoder::new();
    coder.integer("strip", Some(0));
    coder.integer("strip", Some(1));
    coder.integer("first", Some(0));
    for (number, refined, next) in [(1, false, Some(2)), (0, false, Some(2)), (1, true, None)] {
        coder.symbol(number, 1);
        coder.integer("refined", Some(i64::from(refined)));
        if refined {
            ["wider", "higher", "right", "down"].iter().for_each(|name| coder.integer(name, Some(0)));
            coder.refinement(&mended, &ring());
        }
        coder.integer("next", next);
    }
    // Refined, with template 1; the upper left corner is the one of reference.
    let flags: u16 = 1 << 15 | 1 << 4 | 1 << 1;
    let data = [&region(16, 7, 0, 0), &flags.to_be_bytes()[..], &3_u32.to_be_bytes(), &coder.finish()].concat();
    let page = decoded(&[page(16, 7), dictionary(), segment(2, 6, &[1], &data)].concat());
    let expected = [
        "................",
        ".###..##..###...",
        "#...#.##.#...#..",
        "#...#.##.#.#.#..",
        "#...#.##.#...#..",
        ".###..##..###...",
        "................",
    ];
    assert_eq!(drawn(page), expected);
}

#[test]
fn segments_may_be_shared_by_images() {
    let data = [page(2, 2), segment(2, 38, &[], &[region(0, 0, 0, 0), vec![1]].concat())].concat();
    let page = decode(&data, &dictionary(), &Context::default()).expect("within the limits");
    assert_eq!(drawn(page), ["..", ".."]);
}

#[test]
fn a_page_of_unknown_height_grows() {
    let stripe = segment(3, 50, &[], &5u32.to_be_bytes());
    let data = [page(8, u32::MAX), mmr(1, 0, &ROWS), mmr(2, 3, &ROWS), stripe].concat();
    assert_eq!(drawn(decoded(&data)), ["..###...", "..####..", "........", "..###...", "..####..", "........"]);
}

#[test]
fn a_damaged_segment_leaves_the_page_as_it_was() {
    let data = [page(8, 2), mmr(1, 0, &ROWS), segment(2, 38, &[], &[1, 2, 3])].concat();
    assert_eq!(drawn(decoded(&data)), ["..###...", "..####.."]);
    assert_eq!(decoded(&data[..10]), None);
    assert_eq!(decoded(&[]), None);
}

#[test]
fn a_page_too_large_is_refused_before_memory_is_taken() {
    let which = |data: &[u8]| {
        let error = decode(data, &[], &Context::default()).unwrap_err();
        error.details().which.clone()
    };
    assert_eq!(which(&page(65_535, 65_535)).as_deref(), Some("image_pixels"));
    assert_eq!(which(&page(4_000_000_000, 4_000_000_000)).as_deref(), Some("image_side"));
    let vast = segment(1, 38, &[], &region(20_000, 20_000, 0, 0));
    assert_eq!(which(&[page(8, 8), vast].concat()).as_deref(), Some("image_pixels"));
}

#[test]
fn a_region_of_unknown_length_ends_at_its_marker_and_not_before() {
    let picture = bar();
    let mut coder = Encoder::new();
    coder.generic(&picture);
    // The places of adaptive pixels that look like an end are not it, and no pixel is black where they lead.
    let places = [3, 0xFF, 0xFD, 0xFF, 2, 0xFE, 0xFF, 0xAC];
    let data = [&region(2, 9, 0, 0), [0].as_slice(), &places, &coder.finish(), &5_u32.to_be_bytes()].concat();
    let unknown = [&[0, 0, 0, 1, 38, 0, 1][..], &u32::MAX.to_be_bytes(), &data].concat();
    assert_eq!(drawn(decoded(&[page(2, 7), unknown.clone()].concat()))[..5], picture.0);
    let vast = segment(2, 38, &[], &region(1 << 31, 1 << 31, 0, 0));
    let rest = decode(&[page(2, 7), unknown, vast].concat(), &[], &Context::default()).unwrap_err();
    assert_eq!(rest.code(), ErrorCode::LimitExceeded, "what follows is seen");
}

/// Regions of many pixels, of data that ends at once, again and again over the same place.
fn endless() -> Vec<u8> {
    segment(1, 38, &[], &[&region(300, 300, 0, 0), [0].as_slice(), &USUAL].concat()).repeat(200)
}

#[test]
fn work_out_of_all_proportion_ends() {
    let small = Limits { image_pixels: 100_000, ..Limits::default() };
    let data = [page(8, 8), endless()].concat();
    assert_eq!(decode(&data, &[], &Context::new(Options::default(), small)).expect("no limit"), None);
}

#[test]
fn a_cancelled_conversion_ends() {
    let cancel = transvase_base::context::CancelToken::new();
    cancel.cancel();
    let context = Context::default().with_cancel(cancel);
    let error = decode(&[page(8, 8), endless()].concat(), &[], &context).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Cancelled);
}

#[test]
fn no_damage_makes_it_panic_or_overspend() {
    let small = || Limits { image_pixels: 100_000, ..Limits::default() };
    let whole = [page(8, 8), dictionary(), mmr(2, 0, &ROWS), endless()].concat();
    let mut state: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for _ in 0..3_000 {
        let mut data = whole.clone();
        for _ in 0..=random(4) {
            let place = random(data.len());
            data[place] = random(256) as u8;
        }
        data.truncate(data.len() - random(2) * random(data.len()));
        let _ = decode(&data, &[], &Context::new(Options::default(), small()));
    }
}
