//! Internal links settled once all parts are joined: links that lead nowhere become plain text, and anchors nothing
//! leads to are taken out.

use std::collections::{BTreeMap, BTreeSet};

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_model::flow::{Anchor, Field, FieldKind, Flow, Inline, LinkTarget, Paragraph, walk_mut};

/// A link that leads out of the document; `None` where it is none that pages and office files can carry.
pub fn external(reference: &str) -> Option<LinkTarget> {
    let scheme = reference.split(':').next().unwrap_or_default().to_ascii_lowercase();
    let known = matches!(scheme.as_str(), "http" | "https" | "mailto" | "ftp" | "tel");
    known.then(|| LinkTarget::External(reference.to_owned()))
}

/// Warns of files that lie somewhere else: nothing is ever fetched.
pub fn warn_of_remote(count: usize, first: Option<&str>, context: &Context) {
    if let Some(first) = first {
        let message = counted(count, "[file is|files are] not part of the document and [was|were] not loaded");
        let message = format!("{message}; the first is {first:?}");
        context.warn(Warning::new(WarningCode::ImageDropped, message));
    }
}

/// Resolves the inner links of a finished document, its outline's included.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub fn resolve(flow: &mut Flow, context: &Context) -> Result<()> {
    let (mut places, mut wanted) = (BTreeSet::new(), BTreeSet::new());
    for_all(flow, &mut |paragraph| {
        context.tick(1 + paragraph.content.len() as u64)?;
        gather(&paragraph.content, &mut places, &mut wanted);
        Ok(())
    })?;
    wanted.extend(flow.outline.iter().map(|item| item.target.clone()));
    let mut lost: BTreeMap<Anchor, Option<Anchor>> = BTreeMap::new();
    lost.extend(wanted.difference(&places).map(|anchor| (anchor.clone(), beginning(anchor, &places))));
    wanted.extend(lost.values().flatten().cloned());
    let mut dropped = 0;
    let mut known = BTreeSet::new();
    for_all(flow, &mut |paragraph| {
        context.tick(1 + paragraph.content.len() as u64)?;
        let content = std::mem::take(&mut paragraph.content);
        paragraph.content = tidy(content, &lost, &wanted, &mut known, &mut dropped);
        Ok(())
    })?;
    for item in &mut flow.outline {
        if let Some(Some(instead)) = lost.get(&item.target) {
            item.target = instead.clone();
        }
    }
    let entries = flow.outline.len();
    flow.outline.retain(|item| !lost.contains_key(&item.target));
    dropped += entries - flow.outline.len();
    if dropped > 0 {
        let message = counted(dropped, "internal [link|links] with no target became plain text");
        context.warn(Warning::new(WarningCode::LinkDropped, message));
    }
    Ok(())
}

/// The beginning of the part that a lost place would be in, `part#`, where that is marked.
fn beginning(anchor: &str, places: &BTreeSet<Anchor>) -> Option<Anchor> {
    let (part, _) = anchor.split_once('#')?;
    places.get(format!("{part}#").as_str()).cloned()
}

/// Calls `visit` for the paragraphs of the text and of its notes.
pub(super) fn for_all(flow: &mut Flow, visit: &mut dyn FnMut(&mut Paragraph) -> Result<()>) -> Result<()> {
    let sections = flow.sections.iter_mut().map(|section| &mut section.blocks);
    let mut stories = sections.chain(flow.notes.iter_mut().map(|note| &mut note.blocks));
    stories.try_for_each(|blocks| walk_mut(blocks, visit))
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
            Inline::Field(Field { kind: FieldKind::PageOf(anchor), .. }) => {
                wanted.insert(anchor.clone());
            }
            other => gather(other.children().unwrap_or_default(), places, wanted),
        }
    }
}

/// The content without links to lost places and without anchors nobody wants, or met before.
fn tidy(
    content: Vec<Inline>,
    lost: &BTreeMap<Anchor, Option<Anchor>>,
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
            Inline::Link { target: LinkTarget::Internal(anchor), content } if lost.get(&anchor) == Some(&None) => {
                *dropped += 1;
                out.extend(tidy(content, lost, wanted, known, dropped));
            }
            Inline::Link { mut target, content } => {
                if let LinkTarget::Internal(anchor) = &mut target
                    && let Some(Some(instead)) = lost.get(anchor)
                {
                    *anchor = instead.clone();
                }
                let content = tidy(content, lost, wanted, known, dropped);
                if !content.is_empty() {
                    out.push(Inline::Link { target, content });
                }
            }
            mut other => {
                if let Some(inside) = other.children_mut() {
                    *inside = tidy(std::mem::take(inside), lost, wanted, known, dropped);
                }
                out.push(other);
            }
        }
    }
    out.shrink_to_fit();
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{Block, OutlineItem, Section};

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
