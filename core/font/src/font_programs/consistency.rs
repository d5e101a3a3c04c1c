//! Consistency checks of a TrueType program: whether its tables speak of the same glyphs. Lenient readers make do with
//! less; strict ones then find no name or no outline, and draw nothing.

use super::glyf::Glyphs;
use super::sfnt::Tables;
use super::{cmap, post, u16_at};

/// Whether all tables of a program fit each other.
pub(super) fn is_consistent(file: &[u8]) -> bool {
    let fits = || {
        let tables = Tables::read(file)?;
        let count = u16_at(tables.get(b"maxp")?, 4).filter(|count| *count > 0)?;
        let names = tables.get(b"post").is_none_or(|table| post::names(table, count).is_some());
        let codes = tables.get(b"cmap").is_none_or(|table| cmap::last_glyph(table).is_some_and(|last| last < count));
        Some(names && codes && has_outlines(&tables, count)? && has_metrics(&tables, count)?)
    };
    fits() == Some(true)
}

/// Whether each glyph has its place within the outlines, and is made of glyphs there are.
fn has_outlines(tables: &Tables<'_>, count: u16) -> Option<bool> {
    let long = u16_at(tables.get(b"head")?, 50)? != 0;
    let glyphs = Glyphs { glyf: tables.get(b"glyf").unwrap_or_default(), loca: tables.get(b"loca")?, long };
    let parts = glyphs.with_parts(&(0..count).collect())?;
    Some(glyphs.are_in_order(count) && parts.last().is_some_and(|last| *last < count))
}

/// Whether the table of metrics is as long as the header says (OpenType 1.9, "hmtx").
fn has_metrics(tables: &Tables<'_>, count: u16) -> Option<bool> {
    let whole = usize::from(u16_at(tables.get(b"hhea")?, 34)?);
    let rest = usize::from(count).checked_sub(whole)?;
    Some(whole > 0 && tables.get(b"hmtx")?.len() == whole * 4 + rest * 2)
}
