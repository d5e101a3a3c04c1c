//! Sections by header and footer: pages that share their running text.
//!
//! A section has one text for its pages, and others for its first page and for even pages. Where
//! the next page differs from what its section shows, a section begins, unless a paragraph runs on
//! over the page break: then the page shows its section's text, and a warning tells.

use super::Running;
use transvase_base::context::Context;
use transvase_base::units::{Pt, Size};
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::flow::{NumberFormat, PageNumbers};

use super::super::element::PageElement;
use super::super::page_blocks::PageBlocks;
use super::super::text::line::Line;
use super::numbers::{masked, numbers};

/// Distance within which running text of pages stands at the same place: facing pages differ by more.
const SAME_PLACE: Pt = Pt(8.0);

/// Pages that share their running text, by the page each variant is taken from.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Stretch {
    /// First page.
    pub from: usize,
    /// Page that shows what most pages have.
    pub default: usize,
    /// The first page, where it differs.
    pub first: Option<usize>,
    /// Page that shows what even pages have, where they differ.
    pub even: Option<usize>,
    /// How the pages are numbered, where that does not count on.
    pub numbers: Option<PageNumbers>,
}

/// What a page shows, for comparing.
struct Shown {
    size: Size,
    /// Text and left, middle and right of each element.
    elements: Vec<(String, [f32; 3])>,
    number: Option<(u32, NumberFormat)>,
    /// The page begins with the rest of a paragraph.
    joined: bool,
}

impl Shown {
    fn of(running: &Running, page: &PageBlocks) -> Shown {
        let elements = running.head.iter().chain(&running.foot).map(|element| {
            let rect = element.rect();
            (shown_text(element), [rect.left, rect.center().x, rect.right])
        });
        Shown {
            size: page.size,
            elements: elements.collect(),
            number: running.number,
            joined: page.parts.first().and_then(|part| part.joined.first()).copied().unwrap_or(false),
        }
    }

    fn alike(&self, other: &Shown) -> bool {
        let place = |a: &[f32; 3], b: &[f32; 3]| a.iter().zip(b).any(|(a, b)| (a - b).abs() <= SAME_PLACE);
        self.elements.len() == other.elements.len()
            && self.elements.iter().zip(&other.elements).all(|(a, b)| a.0 == b.0 && place(&a.1, &b.1))
    }

    fn same_size(&self, other: &Shown) -> bool {
        (self.size.width - other.size.width).abs() < 1.0 && (self.size.height - other.size.height).abs() < 1.0
    }
}

/// Text of an element, fields as such.
fn shown_text(element: &PageElement) -> String {
    let words = element.lines().flat_map(|line| &line.words);
    let field = |text: &str| masked(text, &numbers(text));
    let texts = words.map(|word| if word.becomes.is_some() { field(&word.text) } else { word.text.clone() });
    let text = texts.collect::<Vec<_>>().join(" ");
    match element {
        PageElement::Picture(picture) => picture.key(),
        PageElement::Rule(_) => "rule".to_owned(),
        _ => text,
    }
}

/// The stretches of a document, in order; the first one begins with the first page.
pub(crate) fn plan(running: &[Running], pages: &[PageBlocks], context: &Context) -> Vec<Stretch> {
    let shown: Vec<Shown> = running.iter().zip(pages).map(|(running, page)| Shown::of(running, page)).collect();
    let facing = is_facing(&shown);
    let (mut open, mut gave_way): (Vec<Open>, Vec<usize>) = (Vec::new(), Vec::new());
    for at in 0..shown.len() {
        let fits = open.last_mut().map(|open| open.take(&shown, at, facing));
        let page = &shown[at];
        match fits {
            Some(true) => {}
            Some(false) if page.joined => gave_way.push(at),
            _ => open.push(Open::at(at, page)),
        }
    }
    warn_of(&gave_way, running, context);
    let mut next = 1;
    let mut done: Vec<Stretch> = Vec::new();
    for (at, stretch) in open.iter().enumerate() {
        let end = open.get(at + 1).map_or(shown.len(), |next| next.from);
        done.push(stretch.close(&shown, &mut next, end));
    }
    done
}

/// Tells of the pages that show the text of those around them, with what they had for themselves.
fn warn_of(pages: &[usize], running: &[Running], context: &Context) {
    let said = |at: &usize| {
        let lines = running.get(*at)?.own.iter().flatten().flat_map(PageElement::lines).map(Line::text);
        let words = lines.collect::<Vec<_>>().join(" ");
        (!words.is_empty()).then(|| format!("{words} (page {})", at + 1))
    };
    let told = "the header or footer of the page was replaced by that of the pages around it";
    let words: Vec<String> = pages.iter().filter_map(said).collect();
    for at in pages.iter().filter(|at| said(at).is_none()) {
        context.warn(Warning::on_page(*at as u32 + 1, WarningCode::StyleDropped, told));
    }
    if !words.is_empty() {
        context.warn(Warning::new(WarningCode::StyleDropped, format!("{told}: {}", words.join("; "))));
    }
}

/// Whether left-hand and right-hand pages differ: more pages agree with the one after the next
/// than with the next.
fn is_facing(shown: &[Shown]) -> bool {
    let agree = |distance: usize| {
        let pairs = shown.iter().zip(shown.iter().skip(distance));
        pairs.filter(|(a, b)| !a.elements.is_empty() && a.alike(b)).count()
    };
    shown.len() > 3 && agree(2) > 2 * agree(1)
}

/// A stretch that pages are being added to.
struct Open {
    from: usize,
    /// Pages that odd and even pages look like, beyond the first.
    odd: Option<usize>,
    even: Option<usize>,
    /// Number of its first page, and how it is written.
    start: Option<(i64, NumberFormat)>,
}

impl Open {
    fn at(at: usize, page: &Shown) -> Open {
        let start = page.number.map(|(value, format)| (i64::from(value), format));
        Open { from: at, odd: None, even: None, start }
    }

    /// Adds a page if it looks as the stretch does and its number counts on.
    fn take(&mut self, shown: &[Shown], at: usize, facing: bool) -> bool {
        let (Some(page), Some(first)) = (shown.get(at), shown.get(self.from)) else { return false };
        let begins = page.number.map(|(value, format)| (i64::from(value) - (at - self.from) as i64, format));
        let counts = match (begins, self.start) {
            (Some(begins), Some(start)) => begins == start,
            (Some((begins, _)), None) => begins >= 0,
            _ => true,
        };
        if !counts || !page.same_size(first) {
            // A page that cannot begin a section keeps the count.
            return false;
        }
        let is_even = facing && (at - self.from) % 2 == 1;
        let slot = if is_even { &mut self.even } else { &mut self.odd };
        let fits = match slot {
            Some(known) => shown.get(*known).is_some_and(|known| known.alike(page)),
            // The first page may differ from those after it, but not where the next one is the same.
            None => true,
        };
        if fits {
            slot.get_or_insert(at);
            self.start = self.start.or(begins);
        }
        fits
    }

    /// The stretch; `next` is the number its first page would have, and then the next one's.
    fn close(&self, shown: &[Shown], next: &mut i64, end: usize) -> Stretch {
        let (start, format) = self.start.unwrap_or((*next, NumberFormat::Decimal));
        let counts_on = start == *next;
        let plain = format == NumberFormat::Decimal;
        let numbers = (!counts_on || !plain)
            .then(|| PageNumbers { format, start: (!counts_on).then(|| u32::try_from(start).unwrap_or(0)) });
        *next = start + (end - self.from) as i64;
        // Even pages are so by their number.
        let starts_even = start.rem_euclid(2) == 0;
        let (mut default, mut even) = (self.odd, self.even);
        if starts_even && even.is_some() {
            (default, even) = (even, default.or(Some(self.from)));
        }
        let default = default.unwrap_or(self.from);
        let expected = if starts_even { even.unwrap_or(default) } else { default };
        let differs = |a: usize, b: usize| match (shown.get(a), shown.get(b)) {
            (Some(a), Some(b)) => !a.alike(b),
            _ => false,
        };
        let first = Some(self.from).filter(|from| differs(*from, expected));
        Stretch { from: self.from, default, first, even: even.filter(|even| differs(*even, default)), numbers }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::text::word::Word;
    use super::*;

    fn pages(heads: &[&str]) -> (Vec<Running>, Vec<PageBlocks>) {
        let running = heads.iter().filter(|head| !head.is_empty()).map(|head| {
            let words = vec![Word { text: (*head).to_owned(), ..Word::default() }];
            Running { head: vec![PageElement::Line(Line { words, ..Line::default() })], ..Running::default() }
        });
        let running: Vec<Running> = running.collect();
        let page = |index| PageBlocks {
            index,
            size: Size::A4,
            frame: super::super::super::block::ColumnExtent::default(),
            side: None,
            parts: Vec::new(),
            foot: 0.0,
        };
        let pages = (0..running.len()).map(page).collect();
        (running, pages)
    }

    fn stretches(heads: &[&str]) -> Vec<Stretch> {
        let (running, pages) = pages(heads);
        plan(&running, &pages, &Context::default())
    }

    #[test]
    fn pages_alike_are_one_stretch() {
        let stretch = Stretch { default: 1, ..Stretch::default() };
        assert_eq!(stretches(&["A", "A", "A"]), [stretch]);
    }

    #[test]
    fn a_first_page_of_its_own_is_a_variant() {
        let stretch = Stretch { default: 1, first: Some(0), ..Stretch::default() };
        assert_eq!(stretches(&["T", "A", "A"]), [stretch]);
    }

    #[test]
    fn facing_pages_have_an_even_variant() {
        let stretch = Stretch { default: 2, even: Some(1), ..Stretch::default() };
        assert_eq!(stretches(&["R", "L", "R", "L", "R"]), [stretch]);
    }

    #[test]
    fn a_new_chapter_begins_a_stretch() {
        let found = stretches(&["A", "A", "A", "B", "B"]);
        assert_eq!(found.iter().map(|stretch| stretch.from).collect::<Vec<_>>(), [0, 3]);
    }
}
