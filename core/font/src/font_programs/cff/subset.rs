//! CFF subsetting: a program with only the glyphs that are shown.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use skrifa::GlyphId;
use skrifa::raw::ReadError;
use skrifa::raw::ps::cff::CffFontRef;
use skrifa::raw::ps::cs::{self, CharstringContext, CharstringKind, CommandSink};
use skrifa::raw::ps::encoding::PredefinedEncoding;
use skrifa::raw::ps::error::Error;
use skrifa::raw::ps::string::Sid;
use skrifa::raw::types::Fixed;

use super::consistency::is_consistent;
use super::dict::Dict;
use super::op;
use super::read::{Font, Source};
use super::write::{Bare, Family};
use crate::font_programs::charstring::Commands;

/// What leads to the glyphs of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Their numbers: glyphs keep them.
    Places,
    /// Their names, or the numbers that their collection gives them: others go.
    Names,
}

/// What a glyph is that nobody sees: `endchar`.
const NOTHING: &[u8] = &[14];

/// What a shared program is that nobody calls: `return`.
const UNCALLED: &[u8] = &[11];

/// A program that draws the glyphs `used` as `program` does; all of them where it is `None`.
pub fn smaller(program: &[u8], used: Option<&BTreeSet<u16>>, keep: Keep) -> Option<Vec<u8>> {
    let source = Source::read(program)?;
    let font = CffFontRef::new_cff(program, 0, None).ok()?;
    let count = source.charstrings.len();
    let wanted: BTreeSet<u16> = match used {
        Some(used) => used.iter().copied().filter(|glyph| usize::from(*glyph) < count).chain([0]).collect(),
        None => (0..u16::try_from(count).ok()?).collect(),
    };
    let calls = Calls::of(&source, &font, &wanted)?;
    let glyphs: Vec<u16> = match keep {
        Keep::Places => (0..=*calls.glyphs.last()?).collect(),
        Keep::Names => ordered(&calls.glyphs, &font),
    };
    let file = bare(&source, &font, &glyphs, &calls)?.write();
    let new = CffFontRef::new_cff(&file, 0, None).ok()?;
    let is_same = |(new_glyph, glyph): (u16, &u16)| {
        !calls.glyphs.contains(glyph)
            || commands(&font, *glyph).is_some_and(|old| commands(&new, new_glyph) == Some(old))
    };
    let is_good = || is_consistent(&file) && (0..).zip(&glyphs).all(is_same);
    (file.len() < program.len() && is_good()).then_some(file)
}

/// The string of every program that names the space (TN 5176, appendix A).
const SPACE: Sid = Sid::new(1);

/// The glyphs that the program's own codes lead to from these, and the space: PDFium measures the gaps between words by
/// it, whether or not it is shown.
pub fn reached(program: &[u8], asked: &BTreeSet<u8>) -> BTreeSet<u16> {
    let Ok(font) = CffFontRef::new_cff(program, 0, None) else { return BTreeSet::new() };
    let own = codes(&font).into_iter().filter(|(code, _)| asked.contains(code)).map(|(_, glyph)| glyph);
    let charset = font.charset().filter(|_| !font.is_cid());
    let space = charset.and_then(|charset| u16::try_from(charset.glyph_id(SPACE).ok()?.to_u32()).ok());
    own.chain(space).collect()
}

/// Whether the glyphs of a program have numbers of a collection rather than names.
pub fn is_numbered(program: &[u8]) -> bool {
    CffFontRef::new_cff(program, 0, None).is_ok_and(|font| font.is_cid())
}

/// Whether glyphs have no numbers but their places.
pub fn are_places(program: &[u8]) -> bool {
    let Ok(font) = CffFontRef::new_cff(program, 0, None) else { return false };
    let number = |glyph: u16| font.charset()?.string_id(GlyphId::from(glyph)).ok().map(Sid::to_u16);
    let count = super::read::count(program).unwrap_or(0);
    count > 0 && (!font.is_cid() || (1..count).all(|glyph| number(glyph) == Some(glyph)))
}

/// Glyphs in an order in which those that codes lead to come first.
fn ordered(glyphs: &BTreeSet<u16>, font: &CffFontRef<'_>) -> Vec<u16> {
    let coded: BTreeSet<u16> = if font.is_cid() { BTreeSet::new() } else { codes(font).into_values().collect() };
    let (first, last): (Vec<u16>, Vec<u16>) =
        glyphs.iter().filter(|glyph| **glyph != 0).partition(|glyph| coded.contains(glyph));
    [vec![0], first, last].concat()
}

/// The glyphs that the program's own codes lead to.
fn codes(font: &CffFontRef<'_>) -> BTreeMap<u8, u16> {
    let Some(encoding) = font.encoding() else { return BTreeMap::new() };
    let glyph = |code: u8| u16::try_from(encoding.map(code)?.to_u32()).ok().filter(|glyph| *glyph > 0);
    (0..=255).filter_map(|code| Some((code, glyph(code)?))).collect()
}

/// What a glyph draws, and how far it advances.
fn commands(font: &CffFontRef<'_>, glyph: u16) -> Option<(Commands, Option<Fixed>)> {
    let glyph = GlyphId::from(glyph);
    let subfont = font.subfont(font.subfont_index(glyph)?, &[]).ok()?;
    let mut commands = Commands::default();
    let width = font.evaluate_charstring(&subfont, glyph, &[], &mut commands).ok()?;
    Some((commands, width))
}

/// The program of these glyphs in this order.
fn bare(source: &Source<'_>, font: &CffFontRef<'_>, glyphs: &[u16], calls: &Calls) -> Option<Bare> {
    let charstring = |glyph: &u16| match calls.glyphs.contains(glyph) {
        true => source.charstrings.get(usize::from(*glyph)).map(|program| program.to_vec()),
        false => Some(NOTHING.to_vec()),
    };
    let kept = [op::FONT_BBOX, op::FONT_MATRIX, op::PAINT_TYPE, op::STROKE_WIDTH, op::CID_COUNT];
    let fonts = source.fonts.iter().zip(&calls.subrs).map(|(font, called)| {
        let entries = if source.fonts_of.is_some() { font.dict.only(&[op::FONT_MATRIX]) } else { Dict::default() };
        (entries, font.private.without(op::SUBRS), called_only(&font.subrs, called))
    });
    Some(Bare {
        name: source.name.to_vec(),
        top: source.top.only(&kept),
        family: family(source, font, glyphs)?,
        charstrings: glyphs.iter().map(charstring).collect::<Option<_>>()?,
        globals: called_only(&source.globals, &calls.globals),
        fonts: fonts.collect(),
    })
}

/// What the glyphs are called.
fn family(source: &Source<'_>, font: &CffFontRef<'_>, glyphs: &[u16]) -> Option<Family> {
    let charset = font.charset()?;
    let ids = glyphs.iter().skip(1).map(|glyph| Some(charset.string_id(GlyphId::from(*glyph)).ok()?.to_u16()));
    let ids: Vec<u16> = ids.collect::<Option<_>>()?;
    let string = |id: usize| match skrifa::raw::ps::string::STANDARD_STRINGS.get(id) {
        Some(standard) => Some(standard.as_bytes().to_vec()),
        None => source.string(id).map(<[u8]>::to_vec),
    };
    if let Some(ros) = source.top.integers(op::ROS) {
        let [registry, ordering, supplement] = ros[..] else { return None };
        let fonts_of = source.fonts_of.as_ref()?;
        let text = |id: i32| string(usize::try_from(id).ok()?);
        return Some(Family::Numbered {
            registry: text(registry)?,
            ordering: text(ordering)?,
            supplement,
            numbers: ids,
            fonts_of: glyphs.iter().map(|glyph| fonts_of.get(usize::from(*glyph)).copied()).collect::<Option<_>>()?,
        });
    }
    let names: Vec<Vec<u8>> = ids.iter().map(|id| string(usize::from(*id))).collect::<Option<_>>()?;
    let standard = font.encoding().and_then(|encoding| encoding.predefined()) == Some(PredefinedEncoding::Standard);
    let place = |glyph: u16| glyphs.iter().position(|known| *known == glyph).map(|at| at as u16);
    // Without a table of codes the standard ones hold.
    let codes = if standard { BTreeMap::new() } else { codes(font) };
    Some(Family::Named(names, codes.into_iter().filter_map(|(code, glyph)| Some((code, place(glyph)?))).collect()))
}

/// Shared programs, of which those that nobody calls are empty. Their number decides how they are called (TN 5177,
/// section 4.7), so that only those go behind the last one called that leave this as it is.
fn called_only(programs: &[&[u8]], called: &BTreeSet<usize>) -> Vec<Vec<u8>> {
    let least = [33_900, 1_240].into_iter().find(|least| programs.len() >= *least).unwrap_or(0);
    let count = called.last().map_or(0, |last| last + 1).max(least).min(programs.len());
    if called.is_empty() {
        return Vec::new();
    }
    let program = |(index, program): (usize, &&[u8])| if called.contains(&index) { program } else { UNCALLED }.to_vec();
    programs.iter().take(count).enumerate().map(program).collect()
}

/// What is called while glyphs are drawn.
#[derive(Default)]
struct Calls {
    /// The glyphs, with those they are made of.
    glyphs: BTreeSet<u16>,
    /// Numbers of shared programs; those of each font.
    globals: BTreeSet<usize>,
    subrs: Vec<BTreeSet<usize>>,
}

impl Calls {
    /// Draws glyphs and keeps what is called; `None` where one cannot be drawn.
    fn of(source: &Source<'_>, font: &CffFontRef<'_>, glyphs: &BTreeSet<u16>) -> Option<Calls> {
        let mut calls = Calls { subrs: vec![BTreeSet::new(); source.fonts.len()], ..Calls::default() };
        for glyph in glyphs {
            let index = source.fonts_of.as_ref().map_or(Some(0), |fonts| fonts.get(usize::from(*glyph)).copied())?;
            let run = Run {
                source,
                names: font,
                font: source.font_of(usize::from(*glyph))?,
                globals: RefCell::default(),
                subrs: RefCell::default(),
                parts: RefCell::default(),
            };
            let program = source.charstrings.get(usize::from(*glyph))?;
            cs::evaluate(&run, None, program, &mut Nowhere).ok()?;
            calls.glyphs.insert(*glyph);
            calls.glyphs.extend(run.parts.into_inner());
            calls.globals.extend(run.globals.into_inner());
            calls.subrs.get_mut(usize::from(index))?.extend(run.subrs.into_inner());
        }
        Some(calls)
    }
}

/// A glyph being drawn, and what it has called.
struct Run<'s, 'a> {
    source: &'s Source<'a>,
    names: &'s CffFontRef<'a>,
    font: &'s Font<'a>,
    globals: RefCell<BTreeSet<usize>>,
    subrs: RefCell<BTreeSet<usize>>,
    parts: RefCell<BTreeSet<u16>>,
}

/// The shared program that a call means (TN 5177, section 4.7).
fn call<'a>(programs: &[&'a [u8]], number: i32, called: &RefCell<BTreeSet<usize>>) -> Result<&'a [u8], Error> {
    let bias = match programs.len() {
        0..1_240 => 107,
        1_240..33_900 => 1_131,
        _ => 32_768,
    };
    let index = usize::try_from(number.saturating_add(bias)).map_err(|_| ReadError::OutOfBounds)?;
    let program = programs.get(index).copied().ok_or(ReadError::OutOfBounds)?;
    called.borrow_mut().insert(index);
    Ok(program)
}

impl CharstringContext for Run<'_, '_> {
    fn kind(&self) -> CharstringKind {
        CharstringKind::Type2
    }

    fn seac_components(&self, base: i32, accent: i32) -> Result<[&[u8]; 2], Error> {
        let part = |code: i32| {
            let name = u8::try_from(code).ok().and_then(|code| PredefinedEncoding::Standard.sid(code));
            let glyph = name.and_then(|name| self.names.charset()?.glyph_id(name).ok());
            let glyph = glyph.and_then(|glyph| u16::try_from(glyph.to_u32()).ok()).ok_or(ReadError::OutOfBounds)?;
            self.parts.borrow_mut().insert(glyph);
            self.source.charstrings.get(usize::from(glyph)).copied().ok_or(ReadError::OutOfBounds)
        };
        Ok([part(base)?, part(accent)?])
    }

    fn global_subr(&self, index: i32) -> Result<&[u8], Error> {
        call(&self.source.globals, index, &self.globals)
    }

    fn subr(&self, index: i32) -> Result<&[u8], Error> {
        call(&self.font.subrs, index, &self.subrs)
    }
}

/// Draws nothing.
struct Nowhere;

impl CommandSink for Nowhere {
    fn move_to(&mut self, _: Fixed, _: Fixed) {}
    fn line_to(&mut self, _: Fixed, _: Fixed) {}
    fn curve_to(&mut self, _: Fixed, _: Fixed, _: Fixed, _: Fixed, _: Fixed, _: Fixed) {}
    fn close(&mut self) {}
}
