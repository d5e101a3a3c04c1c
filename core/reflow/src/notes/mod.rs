//! Footnotes and endnotes: small text at the foot of a page or column, each beginning with a mark
//! that the text above refers to.
//!
//! Looked for at the end of each column, below a short rule or without one. A note counts only
//! where its mark is found in the text, or a link leads from there to it; text below the rule of
//! the next page that has no mark goes on with the last note. Notes on the last page whose marks
//! stand further up, or are the Roman numerals that endnotes are usually counted with, are
//! endnotes. What stands at the end of an article in columns is a list of its references, which stays text.

mod mark;
mod note_links;

use super::block::{Block, ColumnExtent};
use super::element::PageElement;
use super::headings::LARGER;
use super::page::PageLayout;
use super::page_blocks::PageBlocks;
use super::paragraph::paragraphs;
use super::reading_order::Region;
use super::text::level::joined;
use super::text::line::{self, Line};
use super::text::word::Gap;
use mark::{Mark, Sought, is_mark, mark_of, refer, refers};
use note_links::{Aims, Place};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Em, Pt, Rect};
use transvase_model::flow::{NoteKind, Script};
use transvase_model::pages::Page;

/// Largest notes without a rule above them, as a multiple of the body's size: half a point less than 10.
const SMALLER: f32 = 0.95;
/// Distance of base lines, of notes and of the text above them: more than the usual pitch of 1.2.
const APART: Em = Em(1.5);
/// The same for notes that are as large as the text: two lines and a half.
const FAR_APART: Em = Em(3.0);
/// Largest raised mark, as a share of the size of its line.
const MARK_SIZE: f32 = 0.85;
/// How far a mark is raised at most: the tops of both are level then.
const MAX_RISE: Em = Em(0.65);
/// Thickest rule above notes.
const MAX_RULE: Pt = Pt(3.0);
/// Distance of a rule from the notes below it, and of the place that a link leads to from the line it means: programs
/// name the top of the window.
const ABOVE_NOTE: Pt = Pt(24.0);
/// Room by which a note may stand out of its column: its mark may hang out.
const OUTSIDE: Pt = Pt(8.0);
/// Pages before its own on which the reference to a footnote may stand: a long note may go on to the next page whole.
const BEFORE: usize = 1;

/// A note as lines.
#[derive(Debug)]
pub(super) struct NoteLines {
    /// Index of its page.
    pub page: usize,
    /// Where it is printed.
    pub kind: NoteKind,
    /// Its mark.
    pub mark: String,
    /// Its number, where it is one.
    pub number: Option<u32>,
    /// Whether that is a Roman numeral.
    pub numeral: bool,
    /// Whether a jump to a tab stop follows the mark.
    pub jumps: bool,
    /// Its lines, without the mark.
    pub lines: Vec<Line>,
    /// Left and right edge of its column.
    pub edges: (f32, f32),
}

/// A note as paragraphs.
#[derive(Debug)]
pub(super) struct NoteText {
    /// What is known of it; its lines are in the blocks.
    pub note: NoteLines,
    /// The edges of its text.
    pub frame: ColumnExtent,
    /// Its paragraphs.
    pub blocks: Vec<Block>,
}

/// The paragraphs of notes, measured against the columns of the pages they stand on.
pub(super) fn texts(notes: Vec<NoteLines>, pages: &[PageBlocks]) -> Vec<NoteText> {
    let text = |mut note: NoteLines| {
        let frame = frame_of(&note, pages);
        let paras = paragraphs(std::mem::take(&mut note.lines), &frame);
        NoteText { note, frame, blocks: paras.into_iter().map(Block::Text).collect() }
    };
    notes.into_iter().map(text).collect()
}

/// The narrowest column around a note.
fn frame_of(note: &NoteLines, pages: &[PageBlocks]) -> ColumnExtent {
    let (left, right) = note.edges;
    let Some(page) = pages.get(note.page).or(pages.last()) else {
        return ColumnExtent { left, right, ..ColumnExtent::default() };
    };
    let columns = page.parts.last().map_or(&[][..], |part| &part.frames);
    let around = |frame: &&ColumnExtent| frame.left <= left + OUTSIDE && frame.right >= right - OUTSIDE;
    let narrowest = columns.iter().filter(around).min_by(|a, b| a.width().total_cmp(&b.width()));
    *narrowest.unwrap_or(&page.frame)
}

/// Takes the notes out of the pages; the links of the text are those of `source`. Last pages that
/// held nothing but endnotes go.
pub(super) fn take(
    pages: &mut Vec<PageLayout>,
    source: &[Page],
    body_size: f32,
    context: &Context,
) -> Result<Vec<NoteLines>> {
    let aims = Aims::of(source);
    let mut notes: Vec<NoteLines> = Vec::new();
    // What stands at the end of an article in columns is a list of its references.
    let in_columns = pages.iter().flat_map(|layout| &layout.regions).any(Region::is_columns);
    for page in 0..pages.len() {
        let mut slot = 0;
        while let Some(layout) = pages.get_mut(page) {
            context.tick(1)?;
            // Rules above notes are no longer than half of the page.
            let short = layout.size.width * 0.5;
            let mut ends = ends(&mut layout.regions);
            let Some(end) = ends.get_mut(slot) else { break };
            context.tick(end.len() as u64)?;
            if let Some(tail) = tail(end, body_size, short) {
                let mut taking = Taking { pages, notes: &mut notes, aims: &aims, in_columns, context };
                let back = taking.settle(page, tail)?;
                if let Some(end) = pages.get_mut(page).and_then(|layout| ends_at(&mut layout.regions, slot)) {
                    end.extend(back);
                }
            }
            slot += 1;
        }
    }
    let ended = notes.last().is_some_and(|last| last.kind == NoteKind::End);
    while ended && pages.len() > 1 && pages.last().is_some_and(is_empty) {
        pages.pop();
    }
    Ok(notes)
}

fn is_empty(page: &PageLayout) -> bool {
    let holds = |region: &Region| !matches!(region, Region::Single(elements) if elements.is_empty());
    page.floats.is_empty() && !page.regions.iter().any(holds)
}

/// The elements of the last columns of a page. Turned text in its margin stands beside all of it.
fn ends(regions: &mut [Region]) -> Vec<&mut Vec<PageElement>> {
    let is_turned = |region: &Region| matches!(region.elements()[..], [PageElement::Turned(..)]);
    match regions.iter_mut().rfind(|region| !is_turned(region)) {
        Some(Region::Single(elements)) => vec![elements],
        Some(Region::Columns(columns)) => columns.iter_mut().flat_map(|column| ends(&mut column.regions)).collect(),
        None => Vec::new(),
    }
}

fn ends_at(regions: &mut [Region], slot: usize) -> Option<&mut Vec<PageElement>> {
    ends(regions).into_iter().nth(slot)
}

/// The end of a column that may hold notes.
struct Tail {
    /// Its elements, to be put back where they are no notes.
    elements: Vec<PageElement>,
    /// Its lines, top down.
    lines: Vec<Line>,
    /// Whether a rule stands above it.
    ruled: bool,
    /// Whether its text is smaller than the body's.
    small: bool,
}

/// Cuts off what stands below the last short rule, or the small text at the end that begins with a
/// mark.
fn tail(elements: &mut Vec<PageElement>, body_size: f32, short: f32) -> Option<Tail> {
    elements.sort_by(|a, b| a.rect().top.total_cmp(&b.rect().top).then(a.rect().left.total_cmp(&b.rect().left)));
    let is_note_line =
        |element: &PageElement| matches!(element, PageElement::Line(line) if line.size <= LARGER * body_size);
    let above = elements.iter().rposition(|element| !is_note_line(element));
    let is_separator = |at: &usize| matches!(&elements[*at], PageElement::Rule(rule) if rule.length() <= short);
    let separator = above.filter(is_separator);
    let from = match separator {
        Some(at) => at,
        None => first_marked(elements, above.map_or(0, |at| at + 1), SMALLER * body_size)?,
    };
    let taken = elements.split_off(from);
    let lines = with_marks(joined(taken.iter().flat_map(PageElement::lines).cloned().collect()));
    let small = lines.iter().all(|line| line.size <= SMALLER * body_size);
    let tail = Tail { elements: taken, lines, ruled: separator.is_some(), small };
    if tail.lines.is_empty() || has_text_below(&tail.lines) {
        elements.extend(tail.elements);
        return None;
    }
    Some(tail)
}

/// Whether larger text follows a note: notes to a table stand above it, footnotes below all text.
fn has_text_below(lines: &[Line]) -> bool {
    let mut marked = lines.iter().skip_while(|line| mark_of(line).is_none());
    marked.next().is_some_and(|first| marked.any(|line| line.size > LARGER * first.size))
}

/// Puts marks that stand apart, a little above a line and before it, into that line.
fn with_marks(lines: Vec<Line>) -> Vec<Line> {
    let mut done: Vec<Line> = Vec::new();
    for mut line in lines {
        if let Some(mark) = done.pop_if(|last| is_mark_before(last, &line))
            && let Some(mut word) = mark.words.into_iter().next()
        {
            word.style.script = Script::Superscript;
            line.words.iter_mut().take(1).for_each(|word| word.gap = Gap::Space);
            line.words.insert(0, word);
            line.rect.left = mark.rect.left;
        }
        done.push(line);
    }
    done
}

fn is_mark_before(mark: &Line, line: &Line) -> bool {
    let rise = line.baseline - mark.baseline;
    mark.words.len() == 1
        && mark.words.iter().all(|word| is_mark(word.text.trim()))
        && mark.size <= MARK_SIZE * line.size
        && (0.0..=MAX_RISE * line.size).contains(&rise)
        && mark.rect.right <= line.rect.left + 1.0
}

/// The first element from `from` on that begins with a mark and stands apart from the text above.
/// Text that is not smaller than `small` has to have a raised mark and to stand far apart.
fn first_marked(elements: &[PageElement], from: usize, small: f32) -> Option<usize> {
    let line = |at: usize| match elements.get(at) {
        Some(PageElement::Line(line)) => Some(line),
        _ => None,
    };
    (from..elements.len()).find(|at| {
        let Some(this) = line(*at) else { return false };
        let above = at.checked_sub(1).and_then(line).map_or(f32::INFINITY, |above| this.baseline - above.baseline);
        let is_small = this.size <= small;
        let apart = if is_small { APART } else { FAR_APART };
        // Few lines stand apart, and to look for a mark takes copies of the next ones.
        if above.is_nan() || above <= apart * this.size {
            return false;
        }
        let row: Vec<Line> = elements[*at..].iter().flat_map(PageElement::lines).take(4).cloned().collect();
        with_marks(joined(row)).first().and_then(mark_of).is_some_and(|mark| is_small || mark.raised)
    })
}

/// Notes on their way out of the pages.
struct Taking<'a> {
    pages: &'a mut [PageLayout],
    notes: &'a mut Vec<NoteLines>,
    aims: &'a Aims,
    /// Whether a page of the document is set in columns.
    in_columns: bool,
    context: &'a Context,
}

impl Taking<'_> {
    /// Makes notes of a tail whose marks the text refers to; returns what is to be put back.
    fn settle(&mut self, page: usize, tail: Tail) -> Result<Vec<PageElement>> {
        // LibreOffice leaves the rest of a page blank where columns refer to endnotes: four pages became seven.
        if self.in_columns && self.is_bibliography(page, &tail.lines)? {
            return Ok(tail.elements);
        }
        let edges = line::around(&tail.lines).unwrap_or_default();
        let first = tail.lines.iter().position(|line| mark_of(line).is_some()).unwrap_or(tail.lines.len());
        let raised = tail.lines.get(first).and_then(mark_of).is_some_and(|mark| mark.raised);
        let follows_page = self.notes.last().is_some_and(|last| last.page + 1 == page);
        let goes_on = first > 0 && tail.ruled && tail.small && follows_page;
        let before = self.notes.len();
        let mut rest: Vec<Line> = Vec::new();
        for line in tail.lines {
            self.context.tick(1)?;
            let last = self.notes.get(before..).and_then(<[NoteLines]>::last);
            let mark = mark_of(&line).filter(|mark| mark.raised == raised && follows(mark, last));
            // Without a rule above them they are the entries of a bibliography.
            let mark = mark.filter(|mark| tail.ruled || !mark.bracketed);
            if let Some(kind) = mark.as_ref().and_then(|mark| self.place_of(page, mark, line.rect)) {
                self.notes.extend(mark.map(|mark| begun(page, kind, &mark, line, edges)));
                continue;
            }
            match self.notes.last_mut() {
                Some(last) if goes_on || last.page == page => last.lines.push(line),
                _ => rest.push(line),
            }
        }
        let found = self.notes.len() > before || goes_on;
        let ends = self.notes.last().is_some_and(|last| last.kind == NoteKind::End);
        if let Some(layout) = self.pages.get_mut(page).filter(|_| found) {
            layout.foot = if ends { layout.foot } else { layout.foot.max(edges.bottom) };
            // The rule above notes belongs to them: it is drawn wherever they are set.
            layout.floats.retain(|float| !is_separator(&float.picture.rect, &edges));
        }
        Ok(if found { rest.into_iter().map(PageElement::Line).collect() } else { tail.elements })
    }

    /// Whether a tail on the last page has a mark that only the text far above refers to.
    fn is_bibliography(&self, page: usize, lines: &[Line]) -> Result<bool> {
        if page + 1 < self.pages.len() {
            return Ok(false);
        }
        let (above, near) = self.pages.split_at(page.saturating_sub(BEFORE));
        for line in lines {
            self.context.tick(self.pages.len() as u64)?;
            let Some(mark) = mark_of(line) else { continue };
            let place = Place { page, rect: line.rect };
            let note = Sought { mark: &mark, place, aims: self.aims, index: self.notes.len() };
            let on = |pages: &[PageLayout]| pages.iter().any(|layout| refers(&layout.regions, &note));
            if !on(near) && on(above) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Puts a note where the text refers to it: on its own page or the one before, as a footnote;
    /// further up, as an endnote.
    fn place_of(&mut self, page: usize, mark: &Mark, rect: Rect) -> Option<NoteKind> {
        let note = Sought { mark, place: Place { page, rect }, aims: self.aims, index: self.notes.len() };
        let last = page + 1 == self.pages.len();
        let near = page.saturating_sub(BEFORE)..=page;
        if near.rev().any(|at| self.pages.get_mut(at).is_some_and(|layout| refer(&mut layout.regions, &note))) {
            return Some(if last && mark.is_numeral() { NoteKind::End } else { NoteKind::Foot });
        }
        let mut above = self.pages.iter_mut().take(page.saturating_sub(BEFORE));
        (last && above.any(|layout| refer(&mut layout.regions, &note))).then_some(NoteKind::End)
    }
}

/// Whether something thin stands just above notes, as wide as half of them at most.
fn is_separator(rect: &Rect, notes: &Rect) -> bool {
    let above = notes.top - rect.bottom;
    rect.height() <= MAX_RULE && (-MAX_RULE.0..=ABOVE_NOTE.0).contains(&above) && rect.left < notes.right
}

/// Whether a mark can be that of the note after `last`.
fn follows(mark: &Mark, last: Option<&NoteLines>) -> bool {
    match (mark.number(), last.and_then(|last| last.number)) {
        (Some(number), Some(last)) if mark.raised => number > last,
        (Some(number), Some(last)) => number == last + 1,
        _ => true,
    }
}

fn begun(page: usize, kind: NoteKind, mark: &Mark, mut line: Line, edges: Rect) -> NoteLines {
    // The line goes on to begin at its mark.
    let jumps = mark.strip(&mut line);
    let (number, edges) = (mark.number(), (edges.left, edges.right));
    let (mark, numeral) = (mark.text.clone(), mark.is_numeral());
    NoteLines { page, kind, mark, number, numeral, jumps, lines: vec![line], edges }
}

#[cfg(test)]
mod tests {
    use super::super::text::word::{Becomes, Word};
    use super::*;
    use transvase_base::units::{Point, Size};
    use transvase_model::pages::{Destination, Link, LinkTarget};

    fn line(text: &str, size: f32, baseline: f32) -> Line {
        let mut left = 50.0;
        let words = text.split(' ').enumerate().map(|(at, text)| {
            let raised = text.starts_with('^');
            let text = text.trim_start_matches('^').to_owned();
            let right = left + 5.0 * text.len() as f32;
            let rect = Rect { left, top: baseline - 0.75 * size, right, bottom: baseline + 0.22 * size };
            left = right + 3.0;
            let gap = if at > 0 { Gap::Space } else { Gap::None };
            let mut word = Word { text, rect, baseline, size, gap, ..Word::default() };
            word.style.script = if raised { Script::Superscript } else { Script::Normal };
            word
        });
        let words: Vec<Word> = words.collect();
        let rect = words.iter().map(|word| word.rect).reduce(|a, b| a.union(&b)).unwrap();
        Line { words, rect, baseline, size, ..Line::default() }
    }

    fn page(lines: Vec<Line>) -> PageLayout {
        let regions = vec![Region::Single(lines.into_iter().map(PageElement::Line).collect())];
        PageLayout { size: Size::A4, regions, fills: Vec::new(), floats: Vec::new(), foot: 0.0 }
    }

    #[test]
    fn small_text_below_a_gap_is_a_note_of_its_mark() {
        let lines = vec![
            line("Some words ^1 go on", 10.0, 100.0),
            line("to another line.", 10.0, 112.0),
            line("^1 The note", 8.0, 700.0),
            line("has two lines.", 8.0, 709.0),
        ];
        let mut pages = vec![page(lines)];
        let notes = take(&mut pages, &[], 10.0, &Context::default()).unwrap();
        assert_eq!(notes.len(), 1);
        let text: Vec<String> = notes[0].lines.iter().map(Line::text).collect();
        assert_eq!(text, ["The note", "has two lines."]);
        let Region::Single(elements) = &pages[0].regions[0] else { panic!("one column") };
        assert_eq!(elements.len(), 2);
        assert_eq!(elements[0].lines().next().unwrap().words[2].becomes, Some(Becomes::Note(0)));
    }

    #[test]
    fn turned_text_in_the_margin_stands_beside_the_notes() {
        let mut pages = vec![page(vec![line("An author ^* and others", 10.0, 100.0), line("^* The note", 8.0, 700.0)])];
        let stamp = PageElement::Turned(vec![line("arXiv", 20.0, 0.0)], Rect::default(), -90);
        pages[0].regions.push(Region::Single(vec![stamp]));
        let notes = take(&mut pages, &[], 10.0, &Context::default()).unwrap();
        assert_eq!(notes.iter().map(|note| note.mark.as_str()).collect::<Vec<_>>(), ["*"]);
        assert_eq!(pages[0].regions[1].elements().len(), 1, "it stays where it is");
    }

    #[test]
    fn small_text_without_a_reference_stays() {
        let lines = vec![line("Some words go on", 10.0, 100.0), line("^1 The note", 8.0, 700.0)];
        let mut pages = vec![page(lines)];
        assert!(take(&mut pages, &[], 10.0, &Context::default()).unwrap().is_empty());
        let Region::Single(elements) = &pages[0].regions[0] else { panic!("one column") };
        assert_eq!(elements.len(), 2);
    }

    #[test]
    fn notes_to_a_table_stand_above_text() {
        let lines = vec![
            line("Some words ^1 go on", 10.0, 100.0),
            line("^1 The note", 8.0, 500.0),
            line("Text goes on", 10.0, 540.0),
        ];
        let mut pages = vec![page(lines)];
        assert!(take(&mut pages, &[], 9.6, &Context::default()).unwrap().is_empty());
    }

    #[test]
    fn the_entries_of_a_bibliography_are_no_notes() {
        let link = |page: usize, y| {
            let target = LinkTarget::Internal(Destination { page, at: Point { x: 10.0, y } });
            Link { areas: Vec::new(), target, node: None }
        };
        let source = [Page { links: vec![link(1, 100.0)], ..Page::default() }, Page::default()];
        let mut text = line("Some words [ 1 ] go on", 10.0, 100.0);
        text.words[3].link = Some(0);
        let mut pages = vec![page(vec![text]), page(vec![line("[1] The entry", 8.0, 108.0)])];
        assert!(take(&mut pages, &source, 10.0, &Context::default()).unwrap().is_empty());
        assert_eq!(pages.len(), 2);
    }

    #[test]
    fn the_references_of_an_article_in_columns_stay_text() {
        let column = |text: &str| {
            let regions = vec![Region::Single(vec![PageElement::Line(line(text, 10.0, 200.0))])];
            super::super::reading_order::RegionColumn { left: 50.0, right: 200.0, regions }
        };
        let kinds = |regions: Vec<Region>| {
            let mut text = page(vec![line("Some words ^1 go on", 10.0, 100.0)]);
            text.regions.extend(regions);
            let again = page(vec![line("Some more ^1 of them", 10.0, 100.0)]);
            let blank = page(vec![line("Words of another page", 10.0, 100.0)]);
            let mut pages = vec![text, again, blank, page(vec![line("^1 The entry", 8.0, 108.0)])];
            let notes = take(&mut pages, &[], 10.0, &Context::default()).unwrap();
            notes.iter().map(|note| note.kind).collect::<Vec<_>>()
        };
        assert_eq!(kinds(Vec::new()), [NoteKind::End]);
        assert_eq!(kinds(vec![Region::Columns(vec![column("left"), column("right")])]), []);
    }

    #[test]
    fn roman_notes_of_the_last_page_are_endnotes_and_need_no_page() {
        let text = vec![line("Some words ^i go on", 10.0, 100.0)];
        let mut pages = vec![page(text), page(vec![line("^i The note", 8.0, 100.0)])];
        let notes = take(&mut pages, &[], 10.0, &Context::default()).unwrap();
        assert_eq!(notes.iter().map(|note| (note.kind, note.number)).collect::<Vec<_>>(), [(NoteKind::End, Some(1))]);
        assert_eq!(pages.len(), 1);
    }
}
