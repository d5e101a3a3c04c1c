//! The PNG optimiser: filters are tried on each form of a picture, and the best is compressed as well as the given time
//! allows.

use super::around::Around;
use super::chunks::{self, put};
use super::filters::{self, Choice};
use super::forms::{Form, Kind};
use super::stored::Stored;
use transvase_base::context::Context;
use transvase_base::deflate::{self, Frame, Level};
use transvase_base::error::Result;

/// Filters that are tried, by the time that is given.
fn choices(effort: u64, is_palette: bool) -> &'static [Choice] {
    const NONE: Choice = Choice::Same(filters::NONE);
    const UP: Choice = Choice::Same(filters::UP);
    const PAETH: Choice = Choice::Same(filters::PAETH);
    match (effort, is_palette) {
        (..=1, true) => &[NONE],
        (..=1, false) => &[Choice::Smallest],
        (..=4, true) => &[NONE, Choice::Smallest],
        (..=4, false) => &[NONE, Choice::Smallest, Choice::Plainest],
        (_, true) => &[NONE, UP, Choice::Plainest],
        (_, false) => &[NONE, UP, PAETH, Choice::Smallest, Choice::Plainest],
    }
}

/// A form with the filters that suit it best.
struct Filtered<'f> {
    form: &'f Form,
    rows: Vec<u8>,
    /// About how many bytes the rows and the palette take, to compare.
    size: usize,
}

/// The smallest file of these forms, which hold the same picture: the one that seems the smallest is packed as well as
/// the effort allows. Without any form there are no bytes.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub fn smallest(forms: &[Form], around: &Around, effort: u64, context: &Context) -> Result<Vec<u8>> {
    let mut best: Option<Filtered> = None;
    for form in forms {
        let colors: usize = form.colors.iter().map(|(_, data)| data.len()).sum();
        for choice in choices(effort, form.kind == Kind::Palette || form.depth < 8) {
            let rows = filters::filtered(&form.rows, form.row_bytes, form.pixel_bytes, *choice, context)?;
            let size = colors + deflate::at(&rows, Frame::Zlib, Level::Fair, context)?.len();
            if best.as_ref().is_none_or(|best| size < best.size) {
                best = Some(Filtered { form, rows, size });
            }
        }
    }
    let Some(Filtered { form, rows, .. }) = best else { return Ok(Vec::new()) };
    let data = deflate::packed(&rows, Frame::Zlib, deflate::passes(effort), context)?;
    Ok(file(form, around, &data))
}

/// The file of a form that is packed in little time, with the profile of its colours.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub fn swift(form: &Form, profile: Option<&[u8]>, context: &Context) -> Result<Vec<u8>> {
    let around = profile.map_or_else(|| Ok(Around::default()), |profile| Around::of_profile(profile, context))?;
    Ok(file(form, &around, &Stored::of_form(form, context)?.data))
}

/// The file of a form whose rows are packed in a hurry, to see how large it may be.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub fn quick(form: &Form, around: &Around, context: &Context) -> Result<Vec<u8>> {
    let none = Choice::Same(filters::NONE);
    let rows = filters::filtered(&form.rows, form.row_bytes, form.pixel_bytes, none, context)?;
    Ok(file(form, around, &deflate::at(&rows, Frame::Zlib, Level::Best, context)?))
}

/// About how many bytes the file of a form has at least: what is far above a limit need not be packed well.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub fn least_bytes(form: &Form, context: &Context) -> Result<u64> {
    let is_palette = form.kind == Kind::Palette || form.depth < 8;
    let filters: &[u8] = if is_palette { &[filters::NONE] } else { &[filters::NONE, filters::PAETH] };
    let mut least = u64::MAX;
    for filter in filters {
        let rows = filters::filtered(&form.rows, form.row_bytes, form.pixel_bytes, Choice::Same(*filter), context)?;
        least = least.min(deflate::at(&rows, Frame::Zlib, Level::Hasty, context)?.len() as u64);
    }
    Ok(least / HASTE)
}

/// What all the time there is leaves of what is packed in a hurry: half of it.
const HASTE: u64 = 2;

fn file(form: &Form, around: &Around, data: &[u8]) -> Vec<u8> {
    let (before, behind) = around.chunks(form);
    let mut out = chunks::SIGNATURE.to_vec();
    let mut header = [form.width.to_be_bytes(), form.height.to_be_bytes()].concat();
    header.extend([form.depth, form.kind as u8, 0, 0, 0]);
    put(*b"IHDR", &header, &mut out);
    out.extend(before);
    for (kind, data) in &form.colors {
        put(*kind, data, &mut out);
    }
    out.extend(behind);
    put(*b"IDAT", data, &mut out);
    put(*b"IEND", &[], &mut out);
    out
}
