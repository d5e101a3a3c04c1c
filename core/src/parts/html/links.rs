//! After the parts of a document are joined: links that lead nowhere become plain text, and anchors
//! nothing leads to are taken out.

use std::collections::BTreeSet;

use crate::context::Context;
use crate::error::Result;
use crate::model::flow::{Anchor, Flow, Inline, LinkTarget, walk_mut};
use crate::warning::{Warning, WarningCode};

/// Resolves the inner links of a finished document, its outline's included.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub(crate) fn resolve(flow: &mut Flow, context: &Context) -> Result<()> {
    let (mut places, mut wanted) = (BTreeSet::new(), BTreeSet::new());
    for section in &mut flow.sections {
        walk_mut(&mut section.blocks, &mut |paragraph| {
            context.tick(1 + paragraph.content.len() as u64)?;
            gather(&paragraph.content, &mut places, &mut wanted);
            Ok(())
        })?;
    }
    wanted.extend(flow.outline.iter().map(|item| item.target.clone()));
    let lost: BTreeSet<Anchor> = wanted.difference(&places).cloned().collect();
    let mut dropped = 0;
    let mut known = BTreeSet::new();
    for section in &mut flow.sections {
        walk_mut(&mut section.blocks, &mut |paragraph| {
            context.tick(1 + paragraph.content.len() as u64)?;
            let content = std::mem::take(&mut paragraph.content);
            paragraph.content = tidy(content, &lost, &wanted, &mut known, &mut dropped);
            Ok(())
        })?;
    }
    let entries = flow.outline.len();
    flow.outline.retain(|item| !lost.contains(&item.target));
    dropped += entries - flow.outline.len();
    if dropped > 0 {
        let message = format!("{dropped} inner links lead to places that do not exist and became plain text");
        context.warn(Warning::new(WarningCode::LinkDropped, message));
    }
    Ok(())
}

/// Notes the places and the targets of a paragraph. Links do not lie in links.
fn gather(content: &[Inline], places: &mut BTreeSet<Anchor>, wanted: &mut BTreeSet<Anchor>) {
    for inline in content {
        match inline {
            Inline::Anchor(anchor) => {
                places.insert(anchor.clone());
            }
            Inline::Link { target, content } => {
                if let LinkTarget::Internal(anchor) = target {
                    wanted.insert(anchor.clone());
                }
                gather(content, places, wanted);
            }
            _ => {}
        }
    }
}

/// The content without links to lost places and without anchors nobody wants, or met before.
fn tidy(
    content: Vec<Inline>,
    lost: &BTreeSet<Anchor>,
    wanted: &BTreeSet<Anchor>,
    known: &mut BTreeSet<Anchor>,
    dropped: &mut usize,
) -> Vec<Inline> {
    let mut out = Vec::new();
    for inline in content {
        match inline {
            Inline::Anchor(anchor) => {
                if wanted.contains(&anchor) && known.insert(anchor.clone()) {
                    out.push(Inline::Anchor(anchor));
                }
            }
            Inline::Link { target: LinkTarget::Internal(anchor), content } if lost.contains(&anchor) => {
                *dropped += 1;
                out.extend(tidy(content, lost, wanted, known, dropped));
            }
            Inline::Link { target, content } => {
                let content = tidy(content, lost, wanted, known, dropped);
                if !content.is_empty() {
                    out.push(Inline::Link { target, content });
                }
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::flow::{Block, OutlineItem, Paragraph, Section};

    #[test]
    fn links_to_nowhere_become_text() {
        let anchor = |name: &str| Inline::Anchor(Anchor::from(name));
        let link = |to: &str| Inline::Link { target: LinkTarget::Internal(to.into()), content: vec![Inline::Tab] };
        let content = vec![anchor("a"), anchor("b"), anchor("a"), link("a"), link("gone")];
        let blocks = vec![Block::Quote(vec![Block::Paragraph(Paragraph { content, ..Paragraph::default() })])];
        let item = |to: &str| OutlineItem { level: 1, title: "t".into(), target: to.into() };
        let mut flow = Flow {
            sections: vec![Section { blocks, ..Section::default() }],
            outline: vec![item("gone"), item("a")],
            ..Flow::default()
        };
        let context = Context::default();
        resolve(&mut flow, &context).unwrap();
        let Block::Quote(blocks) = &flow.sections[0].blocks[0] else { panic!() };
        let Block::Paragraph(paragraph) = &blocks[0] else { panic!() };
        assert!(matches!(paragraph.content[..], [Inline::Anchor(_), Inline::Link { .. }, Inline::Tab]));
        assert_eq!((flow.outline.len(), context.take_warnings().len()), (1, 1));
    }
}
