//! Heading links, which name a heading by its words, as programs write them where there is no bookmark.

use std::collections::BTreeSet;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_markup::html::headings::text_of;
use transvase_model::flow::{Anchor, Flow, Inline, LinkTarget, Paragraph, Role, inlines, walk_mut};

/// Makes headings the places that links name by their words, with or without the number before them.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub(super) fn name(flow: &mut Flow, context: &Context) -> Result<()> {
    let (mut wanted, mut known) = (BTreeSet::new(), BTreeSet::new());
    each(flow, context, &mut |paragraph| {
        for inline in inlines(&paragraph.content) {
            match inline {
                Inline::Link { target: LinkTarget::Internal(target), .. } => drop(wanted.insert(target.clone())),
                Inline::Anchor(anchor) => drop(known.insert(anchor.clone())),
                _ => {}
            }
        }
    })?;
    let mut lost: BTreeSet<Anchor> = wanted.difference(&known).cloned().collect();
    if lost.is_empty() {
        return Ok(());
    }
    each(flow, context, &mut |paragraph| {
        if matches!(paragraph.role, Role::Heading(_) | Role::Title) && !lost.is_empty() {
            let words = text_of(&paragraph.content);
            let found: Vec<Anchor> = lost.iter().filter(|target| names(target, &words)).cloned().collect();
            for target in found {
                lost.remove(&target);
                paragraph.content.insert(0, Inline::Anchor(target));
            }
        }
    })
}

/// Whether a link's words are those of a heading, perhaps after its number.
fn names(target: &str, words: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ' ');
    !words.is_empty() && (target == words || target.trim_start_matches(is_number) == words)
}

fn each(flow: &mut Flow, context: &Context, visit: &mut dyn FnMut(&mut Paragraph)) -> Result<()> {
    for section in &mut flow.sections {
        walk_mut(&mut section.blocks, &mut |paragraph| {
            context.tick(1 + paragraph.content.len() as u64)?;
            visit(paragraph);
            Ok(())
        })?;
    }
    Ok(())
}
