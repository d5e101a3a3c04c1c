//! The ODT reader: a document to flowing text.

mod body;
mod heights;
mod masters;
mod places;
#[cfg(test)]
pub(super) mod tests;

use std::sync::Arc;

use crate::odf::{Kind, Scope, Styles, TextReader, language, metadata, package};
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_markup::html::{headings, links};
use transvase_model::flow::{Flow, each_run_mut, walk_mut};

use body::Body;

/// Reads a document.
///
/// # Errors
/// `PasswordRequired`, `Malformed`, `Truncated`, limits, `TimedOut`, `Cancelled`.
pub(super) fn read(bytes: &[u8], context: &Context) -> Result<Flow> {
    let (document, files) = package::open(bytes, context)?;
    let styles = Styles::of(&document);
    let content = document.body("office:text").ok_or_else(|| Error::malformed("the document holds no text"))?;
    let (metadata, _) = metadata::read(document.meta());
    let text = TextReader::new(&document, files, &styles, context);
    let mut body = Body::new(text, &styles);
    body.read(content)?;
    let (sections, background, text) = body.finish();
    text.warn_of_losses();
    let first_notes = text.first_notes();
    let TextReader { gallery, notes, comments, changes, .. } = text;
    let media = gallery.store;
    let mut flow = Flow {
        metadata,
        sections,
        media,
        notes,
        comments,
        changes,
        first_notes,
        background,
        leads_above: true,
        ..Flow::default()
    };
    flow.hyphenation = is_hyphenated(&mut flow).then_some(0.0);
    settle_language(&mut flow, &styles, context)?;
    flow.outline = headings::outline(&mut flow.sections, context)?;
    places::name(&mut flow, context)?;
    links::resolve(&mut flow, context)?;
    Ok(flow)
}

/// Whether words of any paragraph are divided at the ends of lines.
fn is_hyphenated(flow: &mut Flow) -> bool {
    let mut found = false;
    for section in &mut flow.sections {
        let seen = walk_mut(&mut section.blocks, &mut |paragraph| {
            found |= !paragraph.style.unhyphenated;
            if found { Err(()) } else { Ok(()) }
        });
        if seen.is_err() {
            return true;
        }
    }
    for section in &mut flow.sections {
        let _ = walk_mut::<()>(&mut section.blocks, &mut |paragraph| {
            paragraph.style.unhyphenated = false;
            Ok(())
        });
    }
    false
}

/// The language of the default style is the document's; runs say theirs only where it is another.
fn settle_language(flow: &mut Flow, styles: &Styles<'_>, context: &Context) -> Result<()> {
    let usual = styles.chain(Scope::Content, "paragraph", Some("Standard")).properties("style:text-properties");
    let usual: Option<Arc<str>> = language(&usual, Kind::Latin);
    if let Some(usual) = usual {
        flow.metadata.language = Some(usual.to_string());
    }
    let Some(whole) = flow.metadata.language.clone() else { return Ok(()) };
    let notes = flow.notes.iter_mut().map(|note| &mut note.blocks);
    let comments = flow.comments.iter_mut().map(|comment| &mut comment.blocks);
    let running = flow.sections.iter_mut().flat_map(|section| {
        let texts = section.header.iter_mut().chain(&mut section.footer);
        let texts =
            texts.flat_map(|text| std::iter::once(&mut text.default).chain(&mut text.first).chain(&mut text.even));
        std::iter::once(&mut section.blocks).chain(texts)
    });
    for blocks in running.chain(notes).chain(comments) {
        walk_mut(blocks, &mut |paragraph| {
            context.tick(1 + paragraph.content.len() as u64)?;
            each_run_mut(&mut paragraph.content, &mut |run| {
                if run.style.language.as_deref() == Some(whole.as_str()) {
                    run.style.language = None;
                }
            });
            Ok(())
        })?;
    }
    Ok(())
}
