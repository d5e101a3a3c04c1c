//! Appearance streams of fields and notes that the file lacks, or has out of date: made as other viewers make them, and
//! put into the document before its pages are drawn.

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, MaybeRef, Name, Stream};
use hayro::hayro_syntax::page::Page;
use memchr::memmem;

use super::super::read::annotations::normal_appearance;
use super::super::read::forms::{Field, FormDefaults, plain_fonts};
use super::super::read::placement::{appearance_map, corners};
use super::super::read::stream;
use super::edit::{self, Edits};
use super::marks;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Annotations of a page that are looked at.
const MAX_ANNOTATIONS: usize = 20_000;

/// The looks that pages lack.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn looks(pdf: &Pdf, numbers: &[u32], context: &Context) -> Result<Edits> {
    let root = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()).unwrap_or_default();
    let defaults = FormDefaults::of(&root);
    let mut edits = Edits::default();
    for number in numbers {
        context.tick(1)?;
        if let Some(page) = pdf.pages().get(*number as usize - 1) {
            page_looks(page, &defaults, &mut edits, context)?;
        }
    }
    Ok(edits)
}

fn page_looks<'a>(page: &Page<'a>, defaults: &FormDefaults<'a>, edits: &mut Edits, context: &Context) -> Result<()> {
    let Some(annotations) = page.raw().get::<Array<'a>>(b"Annots") else { return Ok(()) };
    for entry in annotations.raw_iter().take(MAX_ANNOTATIONS) {
        context.tick(1)?;
        // One within the array has no place of its own where another could go.
        let MaybeRef::Ref(id) = entry else { continue };
        let Some(annotation) = page.xref().get::<Dict<'a>>(id.into()) else { continue };
        if let Some(Look { form, rect: [left, low, right, high] }) = look(&annotation, defaults, edits, context)? {
            let look = edits.add(form);
            let mut body = b"<<".to_vec();
            body.extend_from_slice(&edit::entries(&annotation, &[b"AP", b"AS", b"Rect"]));
            let place = format!(" /Rect [{left} {low} {right} {high}]");
            body.extend_from_slice(
                format!("{place} /AP <</N {} {} R>>>>", look.obj_number, look.gen_number).as_bytes(),
            );
            edits.replace(id.into(), body);
        }
    }
    Ok(())
}

/// The look of an annotation: a form, and where it lies on the page.
struct Look {
    form: Vec<u8>,
    rect: [f32; 4],
}

impl Look {
    fn new(content: &[u8], resources: &[u8], rect: [f32; 4]) -> Self {
        let [left, low, right, high] = rect;
        let mut entries = format!("/Type /XObject /Subtype /Form /BBox [{left} {low} {right} {high}] ").into_bytes();
        entries.extend_from_slice(resources);
        Look { form: edit::stream(&entries, content), rect }
    }
}

/// The look of an annotation, where the one it has is none or an old one.
fn look<'a>(
    annotation: &Dict<'a>,
    defaults: &FormDefaults<'a>,
    edits: &mut Edits,
    context: &Context,
) -> Result<Option<Look>> {
    let kind = annotation.get::<Name<'_>>(b"Subtype");
    let old = normal_appearance(annotation);
    let content = match kind.as_ref().map(AsRef::as_ref) {
        Some(b"Widget") => {
            let field = Field::of(annotation, context)?;
            let shown = || field.shown(defaults).map(|(content, _)| content);
            match field.is_shown_anew(defaults) {
                // A value that is nothing takes the place of an old one, too.
                true => Some(shown().unwrap_or_default()),
                false if old.is_none() => shown(),
                false => None,
            }
        }
        Some(b"FreeText") if old.is_none() => defaults.note(annotation).map(|(content, _)| content),
        Some(kind) if old.is_none() => {
            let mark = marks::drawn(annotation, kind);
            let resources = |own: &[u8]| [b"/Resources <<", own, b">>"].concat();
            return Ok(mark.map(|mark| Look::new(&mark.content, &resources(&mark.resources), mark.rect)));
        }
        _ => None,
    };
    let Some(content) = content else { return Ok(None) };
    let Some(rect) = annotation.get::<[f32; 4]>(b"Rect") else { return Ok(None) };
    let behind = old.map(|old| ground(&old, rect, edits, context)).transpose()?.flatten();
    let (behind, object) = behind.unwrap_or_default();
    let resources = resources(defaults.shared(), &object);
    Ok(Some(Look::new(&[behind, content].concat(), &resources, rect)))
}

/// What an old look shows beside its text: content that draws it, and the resource it needs.
fn ground(
    look: &Stream<'_>,
    rect: [f32; 4],
    edits: &mut Edits,
    context: &Context,
) -> Result<Option<(Vec<u8>, Vec<u8>)>> {
    let Some(fit) = appearance_map(look.dict(), &corners(rect)) else { return Ok(None) };
    let content = stream::decode(look, context)?;
    let entries = edit::entries(look.dict(), &[b"Filter", b"DecodeParms", b"Length"]);
    let id = edits.add(edit::stream(&entries, &without_text(&content)));
    let [a, b, c, d, e, f] = [fit.a, fit.b, fit.c, fit.d, fit.e, fit.f];
    let draw = format!("q {a} {b} {c} {d} {e} {f} cm /OldLook Do Q ").into_bytes();
    Ok(Some((draw, format!("/XObject <</OldLook {} {} R>>", id.obj_number, id.gen_number).into_bytes())))
}

/// The content of a look without its text, which is marked (ISO 32000-1, 12.7.3.3); nothing where it is not.
fn without_text(content: &[u8]) -> Vec<u8> {
    let marked = memmem::find(content, b"/Tx BMC");
    let end = memmem::rfind(content, b"EMC").map(|at| at + b"EMC".len());
    match marked.zip(end) {
        Some((start, end)) if start < end => [&content[..start], &content[end..]].concat(),
        _ => Vec::new(),
    }
}

/// Resources with what the fields of a form share, the fonts that every viewer has, and another entry.
fn resources(shared: &Dict<'_>, more: &[u8]) -> Vec<u8> {
    let fonts = shared.get::<Dict<'_>>(b"Font").unwrap_or_default();
    let mut out = b"/Resources <<".to_vec();
    out.extend_from_slice(&edit::entries(shared, &[b"Font", b"XObject"]));
    out.extend_from_slice(b"/Font <<");
    out.extend_from_slice(&edit::entries(&fonts, &[]));
    let known: Vec<Name<'_>> = fonts.keys().filter(|name| fonts.get::<Dict<'_>>(name.as_ref()).is_some()).collect();
    let known: Vec<&[u8]> = known.iter().map(AsRef::as_ref).collect();
    out.extend_from_slice(&edit::entries(&plain_fonts(), &known));
    out.extend_from_slice(b">>");
    out.extend_from_slice(more);
    out.extend_from_slice(b">>");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_text_is_taken_out() {
        assert_eq!(without_text(b"0 g re f /Tx BMC BT (x) Tj ET EMC Q"), b"0 g re f  Q");
        assert!(without_text(b"BT (x) Tj ET").is_empty());
    }
}
