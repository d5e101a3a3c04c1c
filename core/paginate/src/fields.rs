//! Fields of the text that only the pages can answer: the page a field stands on, that of a place, and how many there are.
//! Pages are set with what the source has stored; where that turns out to be stale they are set once more.

use std::collections::BTreeMap;

use transvase_model::flow::{Anchor, FieldKind, Flow, Inline, walk_mut};
use transvase_model::pages::Destination;

/// What pages answer, as it is written there.
pub(super) struct Answers<'p> {
    /// Where places are.
    pub places: &'p BTreeMap<Anchor, Destination>,
    /// The number of each page, in a format of the field's own or in that of its section.
    pub number: &'p dyn Fn(usize, &FieldKind) -> Option<String>,
    /// How many pages the section of a page has.
    pub of_section: &'p dyn Fn(usize) -> Option<usize>,
    /// The words of the paragraph of a style that is nearest to a page.
    pub styled: &'p dyn Fn(usize, &str) -> Option<String>,
    /// How many pages there are.
    pub pages: usize,
}

/// Puts a mark before each field of the text, so that it is known where it comes to stand. Answers how many there are.
pub(super) fn mark(flow: &mut Flow) -> usize {
    let mut count = 0;
    each_content(flow, &mut |content| {
        let mut at = 0;
        while at < content.len() {
            if matches!(content[at], Inline::Field(_)) {
                content.insert(at, Inline::Anchor(name(count)));
                (count, at) = (count + 1, at + 1);
            }
            at += 1;
        }
    });
    count
}

/// Writes into fields that [`mark`] has marked what the pages answer; whether one of them changes.
pub(super) fn bring_up_to_date(flow: &mut Flow, answers: &Answers<'_>) -> bool {
    let (mut count, mut is_changed) = (0, false);
    each_content(flow, &mut |content| {
        for inline in content {
            let Inline::Field(field) = inline else { continue };
            let here = answers.places.get(&name(count));
            count += 1;
            let answer = match &field.kind {
                FieldKind::PageCount => Some(answers.pages.to_string()),
                FieldKind::PageNumber(_) => here.and_then(|at| (answers.number)(at.page, &field.kind)),
                FieldKind::SectionPages => {
                    here.and_then(|at| (answers.of_section)(at.page)).map(|count| count.to_string())
                }
                FieldKind::Styled(style) => here.and_then(|at| (answers.styled)(at.page, style)),
                FieldKind::PageOf(anchor) => {
                    answers.places.get(anchor).and_then(|at| (answers.number)(at.page, &field.kind))
                }
            };
            if let Some(answer) = answer.filter(|answer| *answer != field.run.text.trim()) {
                field.run.text = answer;
                is_changed = true;
            }
        }
    });
    is_changed
}

/// The name of the mark of a field; no file can name a place so.
fn name(number: usize) -> Anchor {
    Anchor::from(format!("\0field {number}"))
}

/// Calls `visit` for each row of inlines of the text, those inside others included, always in the same order.
fn each_content(flow: &mut Flow, visit: &mut dyn FnMut(&mut Vec<Inline>)) {
    for section in &mut flow.sections {
        let _ = walk_mut::<()>(&mut section.blocks, &mut |paragraph| {
            let mut open = vec![&mut paragraph.content];
            while let Some(content) = open.pop() {
                visit(content);
                open.extend(content.iter_mut().filter_map(Inline::children_mut));
            }
            Ok(())
        });
    }
}
