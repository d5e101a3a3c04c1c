//! Header and footer detection: running text is what comes again at the head and foot of page after page.
//!
//! Elements near the upper and lower edge of the pages are compared: the same words at the same
//! height on several pages, numbers aside, are running text, and so is what stands at a height
//! where most pages have running text (the titles of short chapters). Numbers that grow with the
//! pages count them. What is found leaves the pages; [`plan`] says which pages share it.

mod columns;
mod copies;
mod first;
mod groups;
mod numbers;
mod own;
pub(super) mod plan;
mod tolerances;

use std::collections::BTreeMap;

use super::element::PageElement;
use super::graphics::float::Float;
use super::page::PageElements;
use super::size_class::SizeClass;
use super::text::line::Line;
use groups::Candidate;
use numbers::{Number, is_folio, masked, set_field, text_of};
use tolerances::{APART, BAND, LINE, MARGIN, OUTER_BAND, SAME_EDGE, SAME_HEIGHT, are_most};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Em, Pt, Rect};
use transvase_model::flow::{FieldKind, NumberFormat, Origin, Wrap};

/// Elements nearest to an edge that are looked at: heads and feet have fewer.
const MAX_PIECES: usize = 24;
/// Gap below a table with lines around it, which no row of it is beyond, of a foot that counts pages.
const APART_FROM_TABLE: Em = Em(0.1);
/// Difference of gaps within which they are those between the lines of one text.
const SAME_PITCH: Em = Em(0.3);
/// Rounds in which what is not apart from the text is given back to it, line by line.
const ROUNDS: usize = 8;
/// Steps in which the places of pictures and rules are compared.
const PLACE_STEP: Pt = Pt(4.0);
/// Letters of the longest stamp on a scan: a word and a number.
const STAMP: usize = 24;
/// Size of a table's text, which is not measured.
const TABLE_SIZE: f32 = 10.0;

/// The running text of a page.
#[derive(Debug, Default)]
pub(super) struct Running {
    /// At its head.
    pub head: Vec<PageElement>,
    /// At its foot.
    pub foot: Vec<PageElement>,
    /// The number it shows for its page.
    pub number: Option<(u32, NumberFormat)>,
    /// What of head and foot no other page has, nor the text, as it stood.
    pub own: [Vec<PageElement>; 2],
}

impl Running {
    /// Whether the page has a head that no other page has.
    pub fn has_own_head(&self) -> bool {
        !self.own[0].is_empty()
    }
}

/// What a number of a running line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Text.
    Text,
    /// The number of the page.
    Page,
    /// The number of pages.
    Count,
}

/// Takes the running text out of the pages.
pub(super) fn take(pages: &mut [PageElements], body_size: f32, context: &Context) -> Result<Vec<Running>> {
    let mut candidates = candidates(pages, context)?;
    groups::judge(&mut candidates, pages.len(), body_size, context)?;
    lone_numbers(&mut candidates);
    first::take(pages, &mut candidates, body_size);
    for _ in 0..ROUNDS {
        context.tick(candidates.len() as u64)?;
        if !withdraw(pages, &mut candidates, body_size) {
            break;
        }
    }
    copies::give_back(pages, &mut candidates, context)?;
    own::settle(pages, &mut candidates, body_size, context)?;
    groups::drop_lone_rules(&mut candidates);
    let mut running = extract(pages, candidates);
    take_backgrounds(pages, &mut running);
    Ok(running)
}

/// Pictures behind the text that come again at the same place on most pages. Where most of these have hardly a word, as
/// stamped scans do, the pictures are what the pages show.
fn take_backgrounds(pages: &mut [PageElements], running: &mut [Running]) {
    let key = |float: &Float| {
        let Rect { left, top, .. } = float.picture.rect;
        format!("{} {:.0} {:.0}", float.picture.key(), left / PLACE_STEP.0, top / PLACE_STEP.0)
    };
    let is_behind = |float: &Float| float.wrap == Wrap::Behind && float.origin == Origin::Page;
    let letters = |page: &PageElements| -> usize { page.lines().map(Line::letters).sum() };
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for page in pages.iter() {
        // Stamped scans have hardly a word over them: their pictures are what the pages show, and no ground.
        let is_bare = letters(page) <= STAMP;
        for float in page.floats.iter().filter(|float| is_behind(float)) {
            let (count, bare) = counts.entry(key(float)).or_default();
            (*count, *bare) = (*count + 1, *bare + usize::from(is_bare));
        }
    }
    let total = pages.len();
    for (page, running) in pages.iter_mut().zip(running) {
        let comes_again = |(count, bare): &(usize, usize)| *count > 1 && are_most(*count, total) && bare * 2 <= *count;
        let again = |float: &mut Float| is_behind(float) && counts.get(&key(float)).is_some_and(comes_again);
        let taken: Vec<Float> = page.floats.extract_if(.., again).collect();
        running.head.extend(taken.into_iter().map(|float| PageElement::Picture(float.picture)));
    }
}

/// The elements near the edges of all pages.
fn candidates(pages: &[PageElements], context: &Context) -> Result<Vec<Candidate>> {
    let mut found = Vec::new();
    for (at, page) in pages.iter().enumerate() {
        context.tick(page.elements.len() as u64)?;
        for head in [true, false] {
            let mut near: Vec<usize> =
                (0..page.elements.len()).filter(|element| in_band(page, *element, head)).collect();
            near.sort_by(|a, b| edge_distance(page, *a, head).total_cmp(&edge_distance(page, *b, head)));
            near.truncate(MAX_PIECES);
            found.extend(near.into_iter().map(|element| Candidate::of(page, at, element, head)));
        }
    }
    Ok(found)
}

fn in_band(page: &PageElements, element: usize, head: bool) -> bool {
    let Some(rect) = page.elements.get(element).map(PageElement::rect) else { return false };
    if head { rect.bottom <= BAND * page.size.height } else { rect.top >= (1.0 - BAND) * page.size.height }
}

/// Distance of an element's outer side from the edge of the page.
fn edge_distance(page: &PageElements, element: usize, head: bool) -> f32 {
    let rect = page.elements.get(element).map(PageElement::rect).unwrap_or_default();
    if head { rect.top } else { page.size.height - rect.bottom }
}

/// The lowest text of a page is its number alone, on as few pages as it may be. Where another page has one that counts
/// otherwise, none is.
fn lone_numbers(candidates: &mut [Candidate]) {
    let lowest: Vec<usize> = lowest(candidates).into_iter().filter(|at| is_lone_number(&candidates[*at])).collect();
    let mut counts: BTreeMap<String, bool> = BTreeMap::new();
    for foot in lowest.iter().map(|at| &candidates[*at]) {
        let is_plain = |number: &Number| !number.is_padded() || foot.key.contains(char::is_alphabetic);
        let is_own = |number: &Number| number.value as usize == foot.page + 1 && is_plain(number);
        *counts.entry(foot.key.clone()).or_insert(true) &= foot.numbers.first().is_some_and(is_own);
    }
    for at in lowest {
        let foot = &mut candidates[at];
        if counts.get(&foot.key) == Some(&true) && !foot.uses.contains(&Use::Page) {
            foot.taken = true;
            foot.uses = vec![Use::Page, Use::Count];
        }
    }
}

/// The lowest candidate at the foot of each page.
fn lowest(candidates: &[Candidate]) -> Vec<usize> {
    let mut lowest: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, candidate) in candidates.iter().enumerate().filter(|(_, candidate)| !candidate.head) {
        let known = lowest.entry(candidate.page).or_insert(at);
        if candidates[*known].y <= candidate.y {
            *known = at;
        }
    }
    lowest.into_values().collect()
}

/// Whether a candidate at the foot of a page is a number alone, in the margin.
fn is_lone_number(foot: &Candidate) -> bool {
    foot.is_text && foot.y > (1.0 - OUTER_BAND) * foot.class.height() && is_folio(&foot.key)
}

/// Gives back what has text of the page further out, or close by. Tells whether anything changed.
fn withdraw(pages: &[PageElements], candidates: &mut [Candidate], body_size: f32) -> bool {
    let mut changed = false;
    let mut from = 0;
    let mut tight: Vec<usize> = Vec::new();
    while let Some(first) = candidates.get(from) {
        let (page, head) = (first.page, first.head);
        let count = candidates[from..].iter().take_while(|other| other.page == page && other.head == head).count();
        let mine = from..from + count;
        from += count;
        let Some(elements) = pages.get(page) else { continue };
        let limit = limit(elements, &candidates[mine.clone()], head);
        let pace = pace(elements, limit.at, head);
        for candidate in &mut candidates[mine.clone()] {
            let rect = candidate.rect;
            // A picture that comes again keeps its place on the paper, whatever stands beside it.
            let fixed = candidate.group.is_some() && candidate.key.starts_with("picture ");
            let outside =
                fixed || if head { rect.bottom <= limit.at + SAME_EDGE } else { rect.top >= limit.at - SAME_EDGE };
            changed |= candidate.taken && !outside;
            candidate.taken &= outside;
        }
        tight.extend(columns::headings(elements, &candidates[mine.clone()]).into_iter().map(|at| mine.start + at));
        tight.extend(
            mine.filter(|at| candidates.get(*at).is_some_and(|c| c.taken && c.is_tight(limit, pace, body_size))),
        );
    }
    tight.sort_unstable();
    tight.dedup();
    changed | groups::untake(candidates, &tight) | groups::untake_margins(candidates)
}

/// Where the text of the page begins, or ends at the foot.
#[derive(Clone, Copy)]
struct Limit {
    at: f32,
    /// Least distance of running text from there.
    apart: Em,
}

fn limit(page: &PageElements, candidates: &[Candidate], head: bool) -> Limit {
    let taken = |at: usize| candidates.iter().any(|candidate| candidate.element == at && candidate.taken);
    let own = page.elements.iter().enumerate().filter(|(at, element)| {
        matches!(element, PageElement::Line(_) | PageElement::Table(_))
            && edge_distance(page, *at, head) < BAND * 2.0 * page.size.height
            && !taken(*at)
    });
    let edges = own.map(|(_, element)| (if head { element.rect().top } else { element.rect().bottom }, apart(element)));
    let outer = if head { edges.min_by(by_edge) } else { edges.max_by(by_edge) };
    let nowhere = if head { f32::INFINITY } else { f32::NEG_INFINITY };
    outer.map_or(Limit { at: nowhere, apart: APART }, |(at, apart)| Limit { at, apart })
}

fn by_edge(a: &(f32, Em), b: &(f32, Em)) -> std::cmp::Ordering {
    a.0.total_cmp(&b.0)
}

/// Least distance of running text from an element of the page.
fn apart(element: &PageElement) -> Em {
    if matches!(element, PageElement::Table(_)) { APART_FROM_TABLE } else { APART }
}

/// Distance from the outermost line of the page's text, which begins or ends at `limit`, to the
/// next one further in.
fn pace(page: &PageElements, limit: f32, head: bool) -> f32 {
    let depth = |rect: Rect| if head { rect.top - limit } else { limit - rect.bottom };
    let texts =
        || page.elements.iter().filter(|element| matches!(element, PageElement::Line(_) | PageElement::Table(_)));
    let first = texts().map(PageElement::rect).filter(|rect| depth(*rect) < SAME_HEIGHT);
    let end = first.map(|rect| depth(rect) + rect.height()).fold(0.0, f32::max);
    texts().map(|element| depth(element.rect()) - end).filter(|gap| *gap > 0.0).fold(f32::INFINITY, f32::min)
}

/// Moves the running elements from the pages to where they are kept.
fn extract(pages: &mut [PageElements], candidates: Vec<Candidate>) -> Vec<Running> {
    let count = pages.len() as u32;
    let mut running: Vec<Running> = pages.iter().map(|_| Running::default()).collect();
    let mut places: Vec<Vec<Candidate>> = pages.iter().map(|_| Vec::new()).collect();
    for candidate in candidates.into_iter().filter(|candidate| candidate.taken) {
        if let Some(place) = places.get_mut(candidate.page) {
            place.push(candidate);
        }
    }
    for ((page, mut taken), running) in pages.iter_mut().zip(places).zip(&mut running) {
        taken.sort_by_key(|candidate| candidate.element);
        let mut taken = taken.into_iter().peekable();
        for (at, mut element) in std::mem::take(&mut page.elements).into_iter().enumerate() {
            let Some(candidate) = taken.next_if(|candidate| candidate.element == at) else {
                page.elements.push(element);
                continue;
            };
            if candidate.own {
                running.own[usize::from(!candidate.head)].push(on_page(&element, candidate.page));
            }
            candidate.set_fields(&mut element, count, &mut running.number);
            let band = if candidate.head { &mut running.head } else { &mut running.foot };
            band.push(element);
        }
    }
    running
}

/// A copy of an element whose lines know their page.
fn on_page(element: &PageElement, page: usize) -> PageElement {
    let mut element = element.clone();
    element.lines_mut().for_each(|line| line.page = page as u32 + 1);
    element
}

impl Candidate {
    fn of(page: &PageElements, index: usize, at: usize, head: bool) -> Candidate {
        let mut candidate = Candidate { page: index, element: at, head, ..Candidate::default() };
        let Some(element) = page.elements.get(at) else { return candidate };
        let whole = |value: f32| (value / PLACE_STEP.0).round() as i32;
        let rect = element.rect();
        candidate.rect = rect;
        candidate.class = SizeClass::of(page.size);
        candidate.y = if head { rect.top } else { rect.bottom };
        match element {
            PageElement::Line(line) => (candidate.y, candidate.size) = (line.baseline, line.size),
            PageElement::Rule(rule) => candidate.key = format!("rule {} {}", whole(rule.from), whole(rule.length())),
            PageElement::Picture(picture) => {
                candidate.key = format!("{} {}", picture.key(), whole(rect.left));
            }
            PageElement::Table(_) => candidate.size = TABLE_SIZE,
            PageElement::Turned(..) => {}
        }
        candidate.is_text = matches!(element, PageElement::Line(_) | PageElement::Table(_));
        if candidate.is_text {
            candidate.text = text_of(element);
            candidate.numbers = numbers::numbers(&candidate.text);
            candidate.key = masked(&candidate.text, &candidate.numbers);
            candidate.artifact = element.lines().flat_map(|line| &line.words).all(|word| word.artifact);
        }
        candidate
    }

    /// Whether it stands too close to the text of the page, which ends at `limit` and whose
    /// outermost lines are `pace` apart.
    fn is_tight(&self, limit: Limit, pace: f32, body_size: f32) -> bool {
        let Limit { at: limit, apart } = limit;
        let gap = if self.head { limit - self.rect.bottom } else { self.rect.top - limit };
        let counts = !self.head && self.uses.contains(&Use::Page);
        // A table with lines around it ends where they say.
        let below_table = !self.head && self.in_margin && apart < APART;
        let apart = if self.in_margin && !below_table {
            // What is running only for standing in the margin.
            Em(2.0 * APART.0)
        } else if counts || below_table {
            apart
        } else {
            APART
        };
        let edge = if self.head { limit } else { self.class.height() - limit };
        // Lines that keep the same distance are the first ones of the text, however far apart.
        let in_pace = self.in_margin && (gap - pace).abs() <= SAME_PITCH * self.size;
        // Text below a margin with running text begins half a line further in at the least.
        let body = MARGIN.0 + LINE * 0.5;
        self.is_text
            && !self.artifact
            && (gap < apart * self.size.min(body_size) || !below_table && (in_pace || (self.in_margin && edge < body)))
    }

    /// Makes fields of the numbers that count pages; the page's own goes to `shown`.
    fn set_fields(&self, element: &mut PageElement, count: u32, shown: &mut Option<(u32, NumberFormat)>) {
        for (number, used) in self.numbers.iter().zip(&self.uses).rev() {
            match used {
                Use::Text => {}
                Use::Page => {
                    shown.get_or_insert((number.value, number.format));
                    set_field(element, &number.range, &FieldKind::PageNumber(None));
                }
                Use::Count if number.value == count => set_field(element, &number.range, &FieldKind::PageCount),
                Use::Count => {}
            }
        }
    }
}
