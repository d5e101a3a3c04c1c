//! Repetition: which elements at the edges of pages come again.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::super::caps;
use super::super::size_class::SizeClass;
use super::super::text::caption;
use super::numbers::{is_in_amount, is_in_date, numbers_something};
use super::tolerances::{LINE, MARGIN, MAX_SIZE, OUTER_BAND, SAME_BLOCK, SAME_HEIGHT, SHORT, are_most};
use super::{Number, Use};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Pt, Rect};

/// Largest running text of a short document, as a multiple of the body's, unless it stands on every page.
const MAX_SIZE_IN_SHORT: f32 = 1.3;
/// Lowest page whose margin is judged by its depth: those of slides and cards are narrower.
const MIN_PAGE: Pt = Pt(600.0);
/// Height of the largest picture in a line of running text: an inch.
const MAX_LOGO: Pt = Pt(72.0);
/// One in how many texts of the margins at one height may be text of its page.
const GIVEN_BACK: usize = 3;

/// An element that may be running text.
#[derive(Debug, Default)]
pub(super) struct Candidate {
    /// Index of its page, and of the element there.
    pub page: usize,
    pub element: usize,
    /// At the head of the page, not at its foot.
    pub head: bool,
    /// Size of its page in whole points.
    pub class: SizeClass,
    /// Its place.
    pub rect: Rect,
    /// Its height on the page: the base line of text.
    pub y: f32,
    /// Size of its letters.
    pub size: f32,
    /// Its text, and that with its numbers masked.
    pub text: String,
    pub key: String,
    pub numbers: Vec<Number>,
    /// Whether it is text.
    pub is_text: bool,
    /// The source says that it is no part of the text.
    pub artifact: bool,
    /// Whether it stands in the margin, and is running text for that.
    pub in_margin: bool,
    /// Whether it is running text.
    pub taken: bool,
    /// Whether nothing but its place says that it runs: it is of its page alone.
    pub own: bool,
    /// What its numbers are.
    pub uses: Vec<Use>,
    /// The group it was judged with.
    pub group: Option<usize>,
}

impl Candidate {
    /// Distance in points of its inner side from the edge of the page.
    pub fn depth(&self) -> f32 {
        if self.head { self.rect.bottom } else { self.class.height() - self.rect.top }
    }
}

/// Decides which candidates of a document of `total` pages are running text.
pub(super) fn judge(all: &mut [Candidate], total: usize, body_size: f32, context: &Context) -> Result<()> {
    let everything: Vec<usize> = (0..all.len()).collect();
    let mut count = 0;
    for group in grouped(all, &everything, |candidate| &candidate.key) {
        context.tick(group.len() as u64)?;
        if !repeats(all, &group, total, body_size) {
            continue;
        }
        if let Some(uses) = uses(all, &group, total) {
            // Figures and tables are counted too.
            let named = |at: &usize| all.get(*at).is_some_and(|candidate| caption::is_caption(&candidate.text));
            if !uses.contains(&Use::Page) || !group.iter().any(named) {
                accept(all, &group, &uses, &mut count);
            }
            continue;
        }
        // Numbers that neither stay nor count: the text has to agree word for word.
        for group in grouped(all, &group, |candidate| &candidate.text) {
            if repeats(all, &group, total, body_size) {
                accept(all, &group, &[], &mut count);
            }
        }
    }
    all.iter_mut().filter(|candidate| candidate.artifact).for_each(|candidate| candidate.taken = true);
    take_neighbours(all, context)?;
    take_margins(all, total, body_size);
    take_strays(all);
    take_rules(all);
    count_pages(all);
    drop_lone_rules(all);
    Ok(())
}

fn accept(all: &mut [Candidate], group: &[usize], uses: &[Use], count: &mut usize) {
    *count += 1;
    for at in group {
        if let Some(candidate) = all.get_mut(*at) {
            candidate.taken = true;
            candidate.uses = uses.to_vec();
            candidate.group = Some(*count);
        }
    }
}

/// Candidates of one edge and page size with the same key at the same height.
fn grouped(all: &[Candidate], among: &[usize], key: impl Fn(&Candidate) -> &String) -> Vec<Vec<usize>> {
    let mut alike: BTreeMap<(bool, SizeClass, &String), Vec<usize>> = BTreeMap::new();
    for at in among {
        if let Some(candidate) = all.get(*at) {
            alike.entry((candidate.head, candidate.class, key(candidate))).or_default().push(*at);
        }
    }
    let mut groups = Vec::new();
    let y = |at: &usize| all.get(*at).map_or(0.0, |candidate| candidate.y);
    for mut group in alike.into_values() {
        group.sort_by(|a, b| y(a).total_cmp(&y(b)).then(a.cmp(b)));
        for part in group.chunk_by(|a, b| y(b) - y(a) <= SAME_HEIGHT) {
            let mut part = part.to_vec();
            part.sort_unstable();
            groups.push(part);
        }
    }
    groups
}

/// Whether a group stands on enough pages, one after the other or on every second one.
fn repeats(all: &[Candidate], group: &[usize], total: usize, body_size: f32) -> bool {
    let mut pages: Vec<usize> = group.iter().filter_map(|at| all.get(*at)).map(|candidate| candidate.page).collect();
    pages.dedup();
    let Some(first) = group.first().and_then(|at| all.get(*at)) else { return false };
    let (Some(from), Some(to), true) = (pages.first(), pages.last(), pages.len() >= 2) else { return false };
    if total <= SHORT {
        // Two pages have to agree word for word, near the edge.
        let everywhere = total == SHORT && pages.len() == total;
        return first.depth() <= OUTER_BAND * first.class.height()
            && (everywhere || first.size <= MAX_SIZE_IN_SHORT * body_size);
    }
    if first.size > MAX_SIZE * body_size {
        return are_most(pages.len(), total);
    }
    let every_second = pages.iter().all(|page| page % 2 == from % 2);
    let stretch = if every_second { (to - from) / 2 + 1 } else { to - from + 1 };
    pages.len() * 2 >= stretch && (pages.len() >= 3 || pages.len() * 3 >= total)
}

/// What each number of a group is; `None` where one neither stays the same nor counts the pages.
fn uses(all: &[Candidate], group: &[usize], total: usize) -> Option<Vec<Use>> {
    let members: Vec<&Candidate> = group.iter().filter_map(|at| all.get(*at)).collect();
    let mut uses = Vec::new();
    for number in 0..members.first().map_or(0, |first| first.numbers.len()) {
        let (mut counting, mut same, mut pairs) = (0_usize, 0_usize, 0_usize);
        for pair in members.windows(2) {
            let (Some(a), Some(b)) = (pair[0].numbers.get(number), pair[1].numbers.get(number)) else { continue };
            let pages = pair[1].page.saturating_sub(pair[0].page);
            if pages == 0 {
                continue;
            }
            pairs += 1;
            counting += usize::from(b.value.checked_sub(a.value).is_some_and(|more| more as usize == pages));
            same += usize::from(a.value == b.value);
        }
        let value = members.first().and_then(|first| first.numbers.get(number)).map(|number| number.value);
        // The number of something else has to keep step with all pages, and a day or an amount is none of a page.
        let (mut named, mut dated) = (false, false);
        for (member, number) in members.iter().filter_map(|member| Some((member, member.numbers.get(number)?))) {
            named |= numbers_something(&member.text, &number.range);
            dated |= is_in_date(&member.text, &number.range) || is_in_amount(&member.text, &number.range);
        }
        uses.push(if are_most(counting, pairs) && !dated && (!named || counting == pairs) {
            Use::Page
        } else if same == pairs && value == Some(total as u32) && uses.contains(&Use::Page) {
            Use::Count
        } else if same * 2 >= pairs {
            Use::Text
        } else {
            return None;
        });
    }
    Some(uses)
}

/// Heights are compared in half points; beyond any page they are all one, so that sums of them stay
/// numbers.
fn half(y: f32) -> i32 {
    i32::from((y * 2.0).round() as i16)
}

type Slot = (bool, SizeClass, i32, i32);

fn slot(candidate: &Candidate) -> Slot {
    (candidate.head, candidate.class, half(candidate.size), half(candidate.y))
}

/// Takes text at heights where most text is taken already: titles of chapters that are short.
fn take_neighbours(all: &mut [Candidate], context: &Context) -> Result<()> {
    let mut counts: BTreeMap<Slot, (usize, usize)> = BTreeMap::new();
    for candidate in all.iter().filter(|candidate| candidate.is_text) {
        let count = counts.entry(slot(candidate)).or_default();
        count.0 += usize::from(candidate.taken);
        count.1 += 1;
    }
    context.tick(all.len() as u64)?;
    for candidate in all.iter_mut().filter(|candidate| candidate.is_text && !candidate.taken) {
        let (head, class, size, y) = slot(candidate);
        let near = counts.range((head, class, size, y - 4)..=(head, class, size, y + 4));
        let (taken, count) = near.fold((0, 0), |sum, (_, count)| (sum.0 + count.0, sum.1 + count.1));
        candidate.taken = taken >= SHORT && are_most(taken, count);
    }
    Ok(())
}

/// Takes text at the same height in the margin of most pages, whatever it says. The text of a page
/// begins below the margin: what stands in it is none.
fn take_margins(all: &mut [Candidate], total: usize, body_size: f32) {
    let logos: Vec<(usize, bool, Rect)> = all.iter().filter(|logo| is_logo(logo)).map(place).collect();
    let in_margin = |candidate: &Candidate| {
        let height = candidate.class.height();
        // A page alone does not show that it comes again; an empty line below a foot takes up room.
        let room = if total == 1 { MARGIN.0 - LINE * 0.5 } else { MARGIN.0 };
        let room = if candidate.head { room } else { room + LINE };
        let edge = if candidate.head { candidate.y } else { height - candidate.y + candidate.size };
        let beside = logos.iter().take(caps::SOME).any(|logo| stands_beside(&place(candidate), logo));
        let edge = if beside { 0.0 } else { edge };
        candidate.is_text
            && !candidate.taken
            && edge <= room
            && height >= MIN_PAGE
            && candidate.size <= MAX_SIZE * body_size
    };
    let mut pages: BTreeMap<(bool, SizeClass, i32), BTreeSet<usize>> = BTreeMap::new();
    let slot = |candidate: &Candidate| (candidate.head, candidate.class, half(candidate.y) / 4);
    for candidate in all.iter().filter(|candidate| in_margin(candidate)) {
        pages.entry(slot(candidate)).or_default().insert(candidate.page);
    }
    for candidate in all.iter_mut().filter(|candidate| in_margin(candidate)) {
        let count = pages.get(&slot(candidate)).map_or(0, BTreeSet::len);
        candidate.in_margin = are_most(count, total);
        candidate.taken = candidate.in_margin;
    }
    let taken: Vec<(usize, bool, Rect)> = all.iter().filter(|text| text.in_margin && text.taken).map(place).collect();
    for logo in all.iter_mut().filter(|logo| is_logo(logo)) {
        let logo_place = place(logo);
        logo.taken |= taken.iter().take(caps::SOME).any(|text| stands_beside(text, &logo_place));
    }
}

/// Takes text of the margin that a single page has beside or beyond the text that comes again there, such as a line
/// about the form on its first page. It may reach further in by half its size.
fn take_strays(all: &mut [Candidate]) {
    let mut inner: BTreeMap<(usize, bool), (f32, Option<usize>)> = BTreeMap::new();
    for candidate in all.iter().filter(|candidate| candidate.is_text && candidate.taken && candidate.group.is_some()) {
        let edge = inner.entry((candidate.page, candidate.head)).or_default();
        if candidate.depth() > edge.0 {
            *edge = (candidate.depth(), candidate.group);
        }
    }
    for candidate in all.iter_mut().filter(|candidate| candidate.is_text && !candidate.taken) {
        let Some((edge, group)) = inner.get(&(candidate.page, candidate.head)) else { continue };
        if candidate.depth() <= (edge + 0.5 * candidate.size).min(MARGIN.0) {
            // It is given back with them.
            (candidate.taken, candidate.group) = (true, *group);
        }
    }
}

fn place(candidate: &Candidate) -> (usize, bool, Rect) {
    (candidate.page, candidate.head, candidate.rect)
}

/// Whether a small picture at the head begins in the margin.
fn is_logo(candidate: &Candidate) -> bool {
    let is_picture = !candidate.is_text && !candidate.key.starts_with("rule ") && !candidate.key.is_empty();
    is_picture && candidate.head && candidate.rect.top <= MARGIN && candidate.rect.height() <= MAX_LOGO
}

/// Whether a text ends within the height of a picture of its page.
fn stands_beside(text: &(usize, bool, Rect), logo: &(usize, bool, Rect)) -> bool {
    let middle = text.2.center().y;
    (text.0, text.1) == (logo.0, logo.1) && (logo.2.top..=logo.2.bottom).contains(&middle)
}

/// Page numbers in elements that were taken for their neighbours' sake: as the pages around count.
fn count_pages(all: &mut [Candidate]) {
    let mut offsets: BTreeMap<usize, i64> = BTreeMap::new();
    for candidate in all.iter().filter(|candidate| candidate.taken) {
        let page = candidate.numbers.iter().zip(&candidate.uses).find(|(_, used)| **used == Use::Page);
        if let Some((number, _)) = page {
            offsets.entry(candidate.page).or_insert(i64::from(number.value) - candidate.page as i64);
        }
    }
    for candidate in all.iter_mut().filter(|candidate| candidate.taken && candidate.uses.is_empty()) {
        let before = offsets.range(..=candidate.page).next_back();
        let after = offsets.range(candidate.page..).next();
        let expected: Vec<i64> =
            before.into_iter().chain(after).map(|(_, offset)| candidate.page as i64 + offset).collect();
        let text = candidate.text.as_str();
        let alone = |range: &Range<usize>| {
            !is_in_date(text, range) && !is_in_amount(text, range) && !numbers_something(text, range)
        };
        let is_page = |number: &Number| expected.contains(&i64::from(number.value)) && alone(&number.range);
        let uses = candidate.numbers.iter().map(|number| if is_page(number) { Use::Page } else { Use::Text });
        candidate.uses = uses.collect();
    }
}

/// Takes the rule that parts the text of a margin from the page: it is as long as that text at the least, and nearer
/// to it than to what stands on its other side.
fn take_rules(all: &mut [Candidate]) {
    let mut texts: BTreeMap<(usize, bool), (Vec<Rect>, Vec<Rect>)> = BTreeMap::new();
    for candidate in all.iter().filter(|candidate| candidate.is_text) {
        let (own, others) = texts.entry((candidate.page, candidate.head)).or_default();
        if candidate.taken && candidate.in_margin { own } else { others }.push(candidate.rect);
    }
    for rule in all.iter_mut().filter(|candidate| !candidate.taken && candidate.key.starts_with("rule ")) {
        let Some((own, others)) = texts.get(&(rule.page, rule.head)) else { continue };
        let Some(text) = own.iter().copied().reduce(|a, b| a.union(&b)) else { continue };
        let away = |rect: &Rect| (rect.top - rule.rect.bottom).max(rule.rect.top - rect.bottom);
        let nearest = others.iter().map(away).fold(SAME_BLOCK.0, f32::min);
        let spans = rule.rect.left <= text.left + SAME_HEIGHT && rule.rect.right >= text.right - SAME_HEIGHT;
        rule.taken = spans && away(&text) < nearest;
    }
}

/// A rule is running where running text is near it, or nothing is near any of those it repeats.
pub(super) fn drop_lone_rules(all: &mut [Candidate]) {
    let mut texts: BTreeMap<(usize, bool), Vec<(Rect, bool)>> = BTreeMap::new();
    for text in all.iter().filter(|candidate| candidate.is_text) {
        texts.entry((text.page, text.head)).or_default().push((text.rect, text.taken));
    }
    // Whether the texts near a rule run.
    let near = |rule: &Candidate| -> Vec<bool> {
        let is_near =
            |rect: &Rect| rect.top - SAME_BLOCK <= rule.rect.bottom && rect.bottom + SAME_BLOCK >= rule.rect.top;
        let texts = texts.get(&(rule.page, rule.head)).into_iter().flatten();
        texts.filter(|(rect, _)| is_near(rect)).map(|(_, taken)| *taken).collect()
    };
    let is_rule = |candidate: &Candidate| candidate.taken && candidate.key.starts_with("rule ");
    let crowded = all.iter().filter(|rule| is_rule(rule) && !near(rule).is_empty());
    let crowded: BTreeSet<Option<usize>> = crowded.map(|rule| rule.group).collect();
    for rule in all.iter_mut().filter(|candidate| is_rule(candidate)) {
        rule.taken = !crowded.contains(&rule.group) || near(rule).contains(&true);
    }
}

/// Gives back the text of margins at heights where much of it has been given back already: pages
/// that begin so far up begin with their text.
pub(super) fn untake_margins(all: &mut [Candidate]) -> bool {
    let height = |candidate: &Candidate| (candidate.head, candidate.class, half(candidate.y) / 4);
    let mut counts: BTreeMap<(bool, SizeClass, i32), (usize, usize)> = BTreeMap::new();
    for candidate in all.iter().filter(|candidate| candidate.in_margin) {
        let count = counts.entry(height(candidate)).or_default();
        count.0 += usize::from(!candidate.taken);
        count.1 += 1;
    }
    let mut changed = false;
    for candidate in all.iter_mut().filter(|candidate| candidate.in_margin && candidate.taken) {
        let back = counts.get(&height(candidate)).is_some_and(|(back, all)| back * GIVEN_BACK > *all);
        candidate.taken = !back;
        changed |= back;
    }
    changed
}

/// Gives back the groups most of which are among `tight`, and single elements that are.
pub(super) fn untake(all: &mut [Candidate], tight: &[usize]) -> bool {
    let mut counts: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for group in all.iter().filter(|candidate| candidate.taken).filter_map(|candidate| candidate.group) {
        counts.entry(group).or_default().1 += 1;
    }
    for group in tight.iter().filter_map(|at| all.get(*at)).filter_map(|candidate| candidate.group) {
        counts.entry(group).or_default().0 += 1;
    }
    let mostly = |group: usize| counts.get(&group).is_some_and(|(tight, all)| tight * 2 > *all);
    let mut changed = false;
    for (at, candidate) in all.iter_mut().enumerate().filter(|(_, candidate)| candidate.taken) {
        let back = match candidate.group {
            Some(group) => mostly(group),
            None => tight.binary_search(&at).is_ok(),
        };
        candidate.taken = !back;
        changed |= back;
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_that_begin_far_up_begin_with_their_text() {
        let page = |page: usize, taken: bool| Candidate { page, taken, in_margin: true, ..Candidate::default() };
        let taken = |all: &[Candidate]| all.iter().map(|candidate| candidate.taken).collect::<Vec<_>>();
        // One page of four whose text begins there may begin a chapter; two are no chance.
        let mut all = vec![page(0, false), page(1, true), page(2, true), page(3, true)];
        assert!(!untake_margins(&mut all));
        assert_eq!(taken(&all), [false, true, true, true]);
        all[3].taken = false;
        assert!(untake_margins(&mut all));
        assert_eq!(taken(&all), [false; 4]);
    }

    #[test]
    fn the_numbers_of_tables_count_no_pages() {
        let taken = |word: &str| {
            let head = |page: usize| {
                let text = format!("{word} {}", page + 1);
                let numbers = super::super::numbers::numbers(&text);
                let key = super::super::numbers::masked(&text, &numbers);
                let rect = Rect { left: 50.0, top: 40.0, right: 90.0, bottom: 50.0 };
                let class = SizeClass::of(transvase_base::units::Size { width: 612.0, height: 792.0 });
                let (head, is_text) = (true, true);
                Candidate {
                    page,
                    head,
                    class,
                    rect,
                    y: 48.0,
                    size: 9.0,
                    text,
                    key,
                    numbers,
                    is_text,
                    ..Candidate::default()
                }
            };
            let mut all: Vec<Candidate> = (0..4).map(head).collect();
            judge(&mut all, 4, 10.0, &Context::default()).unwrap();
            all.iter().filter(|candidate| candidate.uses.contains(&Use::Page)).count()
        };
        assert_eq!((taken("Lesson"), taken("Table")), (4, 0));
    }

    #[test]
    fn text_of_one_page_beside_running_text_goes_with_it() {
        let element = |page: usize, top: f32, group: Option<usize>| Candidate {
            page,
            rect: Rect { left: 20.0, top, right: 90.0, bottom: top + 8.0 },
            class: SizeClass::of(transvase_base::units::Size { width: 612.0, height: 792.0 }),
            size: 8.0,
            is_text: true,
            taken: group.is_some(),
            group,
            ..Candidate::default()
        };
        // Level with the foot, below it, above it, and on a page without one.
        let mut all = vec![
            element(0, 760.0, Some(1)),
            element(0, 758.0, None),
            element(0, 775.0, None),
            element(0, 740.0, None),
            element(1, 775.0, None),
        ];
        take_strays(&mut all);
        assert_eq!(all.iter().map(|one| one.taken).collect::<Vec<_>>(), [true, true, true, false, false]);
    }

    #[test]
    fn the_rule_between_a_margin_and_the_page_goes_with_the_margin() {
        let element = |key: &str, (left, top, right, bottom): (f32, f32, f32, f32)| Candidate {
            key: key.to_owned(),
            rect: Rect { left, top, right, bottom },
            is_text: !key.starts_with("rule"),
            taken: key == "title",
            in_margin: key == "title",
            head: true,
            ..Candidate::default()
        };
        let taken = |rule: (f32, f32, f32, f32), text: f32| {
            let head = [element("title", (70.0, 40.0, 200.0, 52.0)), element("title", (450.0, 40.0, 530.0, 52.0))];
            let body = element("body", (70.0, text, 530.0, text + 12.0));
            let mut all: Vec<Candidate> = head.into_iter().chain([element("rule 1", rule), body]).collect();
            take_rules(&mut all);
            all[2].taken
        };
        assert!(taken((70.0, 57.0, 530.0, 57.5), 80.0));
        // A short one, and one that goes with the text below.
        assert!(!taken((100.0, 57.0, 400.0, 57.5), 80.0));
        assert!(!taken((70.0, 72.0, 530.0, 72.5), 80.0));
    }

    #[test]
    fn a_repeated_rule_runs_where_nothing_is_near_it_on_any_page() {
        let taken = |texts: [f32; 2]| {
            let rule = |page: usize| Candidate {
                key: "rule 100 400".to_owned(),
                rect: Rect { left: 100.0, top: 40.0, right: 500.0, bottom: 40.5 },
                taken: true,
                group: Some(1),
                head: true,
                page,
                ..Candidate::default()
            };
            let text = |page: usize, top: f32| Candidate {
                rect: Rect { left: 100.0, top, right: 500.0, bottom: top + 12.0 },
                is_text: true,
                head: true,
                page,
                ..Candidate::default()
            };
            let mut all = vec![rule(0), rule(1), text(0, texts[0]), text(1, texts[1])];
            drop_lone_rules(&mut all);
            [all[0].taken, all[1].taken]
        };
        assert_eq!(taken([90.0, 90.0]), [true, true]);
        assert_eq!(taken([90.0, 44.0]), [false, false], "one of them is that of a heading");
    }

    #[test]
    fn heights_without_measure_can_still_be_added_to() {
        for height in [f32::MAX, f32::INFINITY, f32::MIN, f32::NAN] {
            assert!(half(height).checked_add(4).is_some() && half(height).checked_sub(4).is_some(), "{height}");
        }
        assert_eq!(half(100.3), 201);
    }
}
