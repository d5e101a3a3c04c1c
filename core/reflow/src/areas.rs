//! Annotation areas of a page that mean something for the text in them: links, form fields and comments.
//!
//! They are counted over the document, page by page in this order, and words name them by that
//! number.

use std::collections::BTreeSet;

use super::caps::MANY;
use super::sketch::visible;
use super::text::tolerances::SAME_EDGE;
use super::text::word::{Gap, Word, rounded};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Em, Point, Pt, Rect};
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_model::flow::{self, Control, ControlKind, Inline, Paragraph, Run, TextStyle};
use transvase_model::pages::{Comment, Item, Page, PlacedControl, TextMark};

/// What stands in a part of a form that is still empty: room to write in, where it has that much.
const EMPTY: &str = "\u{2002}\u{2002}\u{2002}\u{2002}\u{2002}";
/// Width of an en space, with some room to spare in narrow parts.
const EN: Em = Em(0.6);
/// A box without and with a cross: a check box that is not set, and one that is.
pub(super) const BOXES: [&str; 2] = ["\u{2610}", "\u{2612}"];
/// Sizes of what stands in an empty part of a form: what can be read, and what is usual.
const SIZES: (Pt, Pt) = (Pt(4.0), Pt(10.0));
/// The size as a share of the height of a part: viewers leave that much room around the text of one line.
const SIZE_SHARE: f32 = 0.75;
/// Height of the base line over the foot of a part: the depth of letters and what is left below them.
const FOOT: Em = Em(0.3);
/// Foot of the first line of a part, below its top, where a part is higher than that.
const FIRST_FOOT: Em = Em(1.6);
/// Width that what stands in an empty part has at the most: the room to write in, and as much again.
const ROOM: Em = Em(6.0);
/// How much farther a step to another line is than one along the line.
const DOWN: f32 = 3.0;
/// What the distance of their middles counts where two boxes are beside a third.
const MIDDLES: f32 = 0.01;

/// What an area makes of the text in it.
#[derive(Debug, Clone)]
pub(super) enum Target {
    /// A link.
    Link(flow::LinkTarget),
    /// A part of a form.
    Control(Control),
    /// A comment, by its number, and how it marks the text.
    Comment(Option<usize>, TextMark),
}

impl Target {
    /// The content with what the area makes of it.
    pub fn around(self, mut content: Vec<Inline>) -> Vec<Inline> {
        match self {
            Target::Link(target) => vec![Inline::Link { target, content }],
            Target::Control(control) => vec![Inline::Control { control, content }],
            Target::Comment(comment, mark) => {
                content.iter_mut().for_each(|inline| marked(inline, mark));
                match comment {
                    Some(comment) => vec![Inline::Comment { comment, content }],
                    None => content,
                }
            }
        }
    }
}

fn marked(inline: &mut Inline, mark: TextMark) {
    let Inline::Text(Run { style, .. }) = inline else { return };
    match mark {
        TextMark::None => {}
        TextMark::Highlight(color) => style.background = Some(color),
        TextMark::Underline => style.underline = true,
        TextMark::Strike => style.strike = true,
    }
}

/// Takes away how the pages draw their check boxes: a sign stands for each in the text.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn undraw(pages: &mut [Page], context: &Context) -> Result<()> {
    for page in pages {
        let boxes = page.controls.iter().filter(|control| matches!(control.control.kind, ControlKind::Checkbox(_)));
        // Their lines lie around their areas.
        let boxes: Vec<Rect> = boxes.map(|control| control.area.expand(SAME_EDGE.0)).take(MANY).collect();
        if boxes.is_empty() {
            continue;
        }
        context.tick((boxes.len() * page.items.len()) as u64 / 16)?;
        let window = Page { size: page.size, ..Page::default() };
        page.items.retain(|item| {
            let Item::Path(path) = item else { return true };
            let place = visible(path, &window);
            !place.is_some_and(|place| boxes.iter().any(|area| area.holds(&place)))
        });
    }
    Ok(())
}

/// What areas make of their text, by their index in the document; `None` for a link to nowhere.
pub(super) type Targets = Vec<Option<Target>>;

/// Number of areas of a page.
pub(super) fn count(page: &Page) -> usize {
    page.links.len() + page.controls.len() + page.comments.len()
}

/// The areas of a page with their numbers on it.
pub(super) fn of(page: &Page) -> impl Iterator<Item = (Rect, usize)> + '_ {
    let links = page.links.iter().map(|link| &link.areas[..]);
    let controls = page.controls.iter().map(|control| std::slice::from_ref(&control.area));
    let comments = page.comments.iter().map(|comment| &comment.areas[..]);
    // A form field or a comment lies over what it is about.
    let (first, second) = (page.links.len(), page.links.len() + page.controls.len());
    let above = controls.enumerate().map(move |(at, areas)| (first + at, areas));
    let above = above.chain(comments.enumerate().map(move |(at, areas)| (second + at, areas)));
    let all = above.chain(links.enumerate());
    all.flat_map(|(at, areas)| areas.iter().map(move |area| (*area, at)))
}

/// What each area of the document makes of its text, where the links lead to `links`; and the comments.
pub(super) fn targets(pages: &[Page], links: Vec<Option<flow::LinkTarget>>) -> (Targets, Vec<flow::Comment>) {
    let (mut targets, mut comments): (Targets, Vec<flow::Comment>) = (Vec::new(), Vec::new());
    let mut links = links.into_iter();
    for page in pages {
        targets.extend(links.by_ref().take(page.links.len()).map(|target| target.map(Target::Link)));
        targets.extend(page.controls.iter().map(|control| Some(Target::Control(control.control.clone()))));
        for comment in &page.comments {
            let number = (!comment.text.trim().is_empty()).then_some(comments.len());
            comments.extend(number.map(|_| as_blocks(comment)));
            targets.push(Some(Target::Comment(number, comment.mark)));
        }
    }
    (targets, comments)
}

fn as_blocks(comment: &Comment) -> flow::Comment {
    let run = |line: &str| Inline::Text(Run { text: line.to_owned(), style: TextStyle::default() });
    let paragraph = |line: &str| Paragraph { content: vec![run(line)], ..Paragraph::default() };
    let blocks = comment.text.trim().lines().map(|line| flow::Block::Paragraph(paragraph(line))).collect();
    flow::Comment { author: comment.author.clone(), date: comment.date.clone(), blocks }
}

/// Puts words where an area has none: the marks of check boxes, room in empty fields, and comments
/// that stick beside the text go to the nearest word. `base` areas stand on the pages before.
pub(super) fn fill(page: &Page, base: usize, words: &mut Vec<Word>, context: &Context) {
    let first = base + page.links.len();
    let filled: BTreeSet<usize> = words.iter().filter_map(|word| word.link).collect();
    for (at, control) in page.controls.iter().enumerate().take(MANY) {
        let area = first + at;
        if let ControlKind::Checkbox(set) = control.control.kind {
            words.retain(|word| word.link != Some(area));
            words.push(placed(control, BOXES[usize::from(set)], area));
        } else if !filled.contains(&area) {
            words.push(placed(control, room_in(control.area.width(), size_in(&control.area)), area));
        }
    }
    let first = first + page.controls.len();
    let mut lost = 0;
    for (at, comment) in page.comments.iter().enumerate().take(MANY) {
        let area = first + at;
        if filled.contains(&area) {
            continue;
        }
        let Some(place) = comment.areas.first() else { continue };
        let free = words.iter_mut().filter(|word| word.link.is_none());
        match free.min_by(|a, b| distance(&a.rect, place).total_cmp(&distance(&b.rect, place))) {
            Some(nearest) if comment.mark == TextMark::None => nearest.link = Some(area),
            _ => lost += 1,
        }
    }
    if lost > 0 {
        let message = counted(
            lost,
            "[comment or highlight does|comments or highlights do] not belong to any text and [was|were] left out",
        );
        context.warn(Warning::on_page(page.number, WarningCode::AnnotationDropped, message));
    }
}

/// The area of the part of a form that a word stands in; `base` areas stand on the pages before.
pub(super) fn control_area(page: &Page, base: usize, word: &Word) -> Option<Rect> {
    let at = word.link?.checked_sub(base + page.links.len())?;
    page.controls.get(at).map(|control| control.area)
}

/// Whether a word is the room in an empty field.
pub(super) fn is_room(word: &Word) -> bool {
    word.link.is_some() && !word.text.is_empty() && EMPTY.starts_with(&*word.text)
}

/// Leaves an empty field no more room than a cell has: it may reach over the boxes of several letters, but stands in one.
pub(super) fn keep_within(word: &mut Word, cell: &Rect) {
    if is_room(word) && word.rect.width() > cell.width() {
        // All spaces of a field over several boxes stood in the first of them, and wrapped there.
        room_in(cell.width(), word.size).clone_into(&mut word.text);
        word.rect.left = word.rect.left.max(cell.left);
        word.rect.right = word.rect.right.min(cell.right);
    }
}

/// As much of the room to fill in as a width holds, in text of a size.
fn room_in(width: f32, size: f32) -> &'static str {
    let one = EMPTY.len() / EMPTY.chars().count();
    let fitting = (width / (EN * size)) as usize;
    EMPTY.get(..one * fitting.max(1)).unwrap_or(EMPTY)
}

/// Size in points of what stands in a part.
fn size_in(part: &Rect) -> f32 {
    (part.height() * SIZE_SHARE).clamp(SIZES.0.0, SIZES.1.0)
}

fn placed(control: &PlacedControl, text: &str, area: usize) -> Word {
    let rect = control.area;
    let size = size_in(&rect);
    // Fields of several lines begin at their top.
    let foot = rect.bottom.min(rect.top + FIRST_FOOT * size);
    let style = TextStyle { size: Some(rounded(size, 2.0)), ..TextStyle::default() };
    Word {
        text: text.to_owned(),
        rect: Rect { left: rect.left, top: foot - size, right: rect.right.min(rect.left + ROOM * size), bottom: foot },
        baseline: foot - FOOT * size,
        size,
        style,
        gap: Gap::None,
        link: Some(area),
        ..Word::default()
    }
}

/// How far two boxes are apart; a step along the line counts less than one to another line.
fn distance(a: &Rect, b: &Rect) -> f32 {
    let (Point { x, y }, other) = (a.center(), b.center());
    let aside = (a.left - b.right).max(b.left - a.right).max(0.0);
    aside + DOWN * (y - other.y).abs() + MIDDLES * (x - other.x).abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::pages::Color;

    fn word(text: &str, left: f32, baseline: f32) -> Word {
        let rect = Rect { left, top: baseline - 8.0, right: left + 30.0, bottom: baseline + 2.0 };
        Word { text: text.into(), rect, baseline, size: 10.0, ..Word::default() }
    }

    fn control(kind: ControlKind) -> PlacedControl {
        let area = Rect { left: 100.0, top: 90.0, right: 200.0, bottom: 104.0 };
        PlacedControl { area, control: Control { name: None, title: None, kind }, value: String::new() }
    }

    #[test]
    fn empty_fields_and_boxes_get_something_to_show() {
        let controls = vec![control(ControlKind::Text(false)), control(ControlKind::Checkbox(true))];
        let page = Page { controls, ..Page::default() };
        let mut words = vec![word("Name", 60.0, 100.0)];
        fill(&page, 7, &mut words, &Context::default());
        let shown: Vec<_> = words.iter().map(|word| (&*word.text, word.link)).collect();
        assert_eq!(shown, [("Name", None), (EMPTY, Some(7)), ("\u{2612}", Some(8))]);
    }

    #[test]
    fn narrow_fields_have_less_room() {
        // The text of a field 12 points high is 9 points high: an en space takes 5.4 points.
        let room = |width: f32| room_in(width, 9.0).chars().count();
        assert_eq!((room(2.0), room(15.0), room(100.0)), (1, 2, 5));
        let mut field = Word { text: EMPTY.into(), size: 9.0, link: Some(7), ..Word::default() };
        field.rect = Rect { left: 100.0, top: 0.0, right: 150.0, bottom: 9.0 };
        keep_within(&mut field, &Rect { left: 110.0, top: 0.0, right: 122.0, bottom: 12.0 });
        assert_eq!((field.text.chars().count(), field.rect.left, field.rect.right), (2, 110.0, 122.0));
    }

    #[test]
    fn a_remark_beside_the_text_goes_to_the_nearest_word() {
        let comment = |mark| Comment {
            areas: vec![Rect { left: 200.0, top: 92.0, right: 210.0, bottom: 102.0 }],
            mark,
            author: None,
            date: None,
            text: "why".into(),
        };
        let marker = TextMark::Highlight(Color { r: 255, g: 255, b: 0 });
        let page = Page { comments: vec![comment(TextMark::None), comment(marker)], ..Page::default() };
        let mut words = vec![word("far", 60.0, 100.0), word("near", 150.0, 100.0), word("below", 200.0, 140.0)];
        fill(&page, 0, &mut words, &Context::default());
        assert_eq!(words.iter().map(|word| word.link).collect::<Vec<_>>(), [None, Some(0), None]);
    }

    #[test]
    fn areas_turn_text_into_what_they_mean() {
        let run = || vec![Inline::Text(Run { text: "x".into(), style: TextStyle::default() })];
        let yellow = Color { r: 255, g: 255, b: 0 };
        let marked = Target::Comment(None, TextMark::Highlight(yellow)).around(run());
        assert!(matches!(&marked[..], [Inline::Text(run)] if run.style.background == Some(yellow)));
        let commented = Target::Comment(Some(3), TextMark::None).around(run());
        assert!(matches!(&commented[..], [Inline::Comment { comment: 3, content }] if content.len() == 1));
    }
}
