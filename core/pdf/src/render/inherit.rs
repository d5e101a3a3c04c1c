//! Resources of forms that lack kinds of them: taken from the page, as other viewers do. Forms without any resources have
//! those of the page by the specification (ISO 32000-1, 7.8.3); files of before PDF 1.2 rely on it for single kinds, too.

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Dict, MaybeRef, Name, Stream};
use hayro::hayro_syntax::page::{Page, Resources};
use memchr::memmem;

use super::super::read::stream;
use super::edit::{self, Edits};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Forms of a page that are looked at.
const MAX_FORMS: usize = 20_000;

/// Puts into forms what they name and have not, where the page has it.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn complete(pdf: &Pdf, numbers: &[u32], edits: &mut Edits, context: &Context) -> Result<()> {
    for number in numbers {
        context.tick(1)?;
        let Some(page) = pdf.pages().get(*number as usize - 1) else { continue };
        page_forms(page, edits, context)?;
    }
    Ok(())
}

fn page_forms<'a>(page: &Page<'a>, edits: &mut Edits, context: &Context) -> Result<()> {
    let resources = page.resources();
    for (_, entry) in resources.x_objects.entries().take(MAX_FORMS) {
        context.tick(1)?;
        let MaybeRef::Ref(id) = entry else { continue };
        let Some(form) = page.xref().get::<Stream<'a>>(id.into()) else { continue };
        let is_form = form.dict().get::<Name<'_>>(b"Subtype").is_some_and(|kind| kind.as_ref() == b"Form");
        let Some(own) = form.dict().get::<Dict<'_>>(b"Resources").filter(|_| is_form) else { continue };
        let lacking: Vec<_> = kinds(resources).into_iter().filter(|(kind, all)| is_lacking(&own, kind, all)).collect();
        if lacking.is_empty() {
            continue;
        }
        let content = stream::decode(&form, context)?;
        let named =
            lacking.into_iter().filter(|(_, all)| all.entries().any(|(name, _)| is_named(&content, name.as_ref())));
        let more: Vec<u8> = named.flat_map(|(kind, all)| entry_of(kind, all)).collect();
        if !more.is_empty() {
            let mut entries = edit::entries(form.dict(), &[b"Filter", b"DecodeParms", b"Length", b"Resources"]);
            entries.extend([b"/Resources <<", &edit::entries(&own, &[])[..], &more, b">>"].concat());
            edits.replace(id.into(), edit::stream(&entries, &content));
        }
    }
    Ok(())
}

/// The kinds of resources that content names.
fn kinds<'r, 'a>(resources: &'r Resources<'a>) -> [(&'static str, &'r Dict<'a>); 6] {
    [
        ("XObject", &resources.x_objects),
        ("Font", &resources.fonts),
        ("ExtGState", &resources.ext_g_states),
        ("ColorSpace", &resources.color_spaces),
        ("Pattern", &resources.patterns),
        ("Shading", &resources.shadings),
    ]
}

fn is_lacking(own: &Dict<'_>, kind: &str, of_page: &Dict<'_>) -> bool {
    of_page.entries().next().is_some() && own.get::<Dict<'_>>(kind.as_bytes()).is_none()
}

/// Whether content has this name as a whole.
fn is_named(content: &[u8], name: &[u8]) -> bool {
    let word = [b"/", name].concat();
    let ends = |at: usize| {
        content.get(at + word.len()).is_none_or(|byte| !byte.is_ascii_graphic() || b"/[]()<>%".contains(byte))
    };
    memmem::find_iter(content, &word).any(ends)
}

fn entry_of(kind: &str, all: &Dict<'_>) -> Vec<u8> {
    [format!("/{kind} <<").as_bytes(), &edit::entries(all, &[])[..], b">>"].concat()
}
