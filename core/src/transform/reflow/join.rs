//! Paragraphs that go on in the next column or on the next page.

use super::block::{Block, Para};
use super::section::PageBlocks;
use crate::model::flow::{Align, Role};

/// Moves the end of each paragraph that was cut by a column or page to where it began.
pub(super) fn join(pages: &mut [PageBlocks]) {
    let mut last: Option<Place> = None;
    for page in 0..pages.len() {
        for part in 0..pages[page].parts.len() {
            for column in 0..pages[page].parts[part].columns.len() {
                let here = Place { page, part, column };
                if let Some(last) = last {
                    join_columns(pages, last, here);
                }
                if !pages[page].parts[part].columns[column].is_empty() {
                    last = Some(here);
                }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
struct Place {
    page: usize,
    part: usize,
    column: usize,
}

fn column(pages: &mut [PageBlocks], place: Place) -> &mut Vec<Block> {
    &mut pages[place.page].parts[place.part].columns[place.column]
}

fn join_columns(pages: &mut [PageBlocks], last: Place, here: Place) {
    // A part below another one on the same page is no continuation.
    let next_column = last.page == here.page && last.part == here.part;
    let next_page = last.page + 1 == here.page && here.part == 0 && here.column == 0;
    let ended = pages[last.page].parts.len() == last.part + 1;
    if !(next_column || (next_page && ended)) {
        return;
    }
    let Some(Block::Text(before)) = column(pages, last).last() else { return };
    let before = before.clone();
    let Some(Block::Text(after)) = column(pages, here).first() else { return };
    let one = before.tag.zip(after.tag).map(|(before, after)| before.node == after.node);
    if !one.unwrap_or_else(|| goes_on(&before, after)) {
        return;
    }
    let Block::Text(mut after) = column(pages, here).remove(0) else { return };
    // What hangs on the text stays on its page as long as there is a paragraph for it.
    if let Some(Block::Text(next)) = column(pages, here).first_mut() {
        next.floats.append(&mut after.floats);
    }
    if let Some(Block::Text(before)) = column(pages, last).last_mut() {
        before.cut.get_or_insert(before.lines.len());
        before.lines.extend(after.lines);
        before.breaks.extend(after.breaks);
        before.floats.extend(after.floats);
    }
    pages[here.page].parts[here.part].joined[here.column] = true;
}

/// Whether `after` goes on with the sentence of `before`, whose last line is full.
fn goes_on(before: &Para, after: &Para) -> bool {
    let (Some(last), Some(first)) = (before.lines.last(), after.lines.first()) else { return false };
    let alike = before.role == Role::Body
        && after.role == Role::Body
        && before.place.is_none()
        && after.place.is_none()
        && before.align != Some(Align::Center)
        && (before.size() - after.size()).abs() < 0.6
        && (before.bold_share() > 0.9) == (after.bold_share() > 0.9)
        && after.indent_first <= 0.5 * first.size;
    let (text, next) = (last.text(), first.text());
    let end = text.trim_end().chars().next_back();
    let open = end.is_some_and(|c| c.is_alphanumeric() || matches!(c, ',' | '-' | '\u{AD}' | '\u{2010}' | '–' | ')'));
    let lower = next.chars().next().is_some_and(char::is_lowercase);
    let full = before.lines.len() + after.lines.len() > 2 && last.rect.width() >= 0.8 * before.frame.width();
    alike && open && lower && full
}
