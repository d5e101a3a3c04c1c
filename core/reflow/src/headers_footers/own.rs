//! False headers and footers: text at the edge of a page that was taken for running text for its place alone. Running
//! text comes again word for word, counts the pages, or says a heading that the text has too. What does none of it goes
//! back to the text of its page, unless it stands beside running text or the text of the pages goes on over it, as over
//! the guide words of a dictionary; then formats without pages are told of it. No page loses its last words.

use std::collections::{BTreeMap, BTreeSet};

use super::super::element::PageElement;
use super::super::headings::SAME_SIZE;
use super::super::page::PageElements;
use super::super::text::caption;
use super::super::text::line::Line;
use super::Use;
use super::groups::Candidate;
use super::numbers::{Number, is_folio, numbers_something};
use super::tolerances::{LINE, SAME_EDGE, are_most};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Em, Rect};
use transvase_model::flow::NumberFormat;

/// One in how many pages goes on with a sentence of the page before, where text flows over the ends of pages.
const FLOWING: usize = 4;
/// Letters of the shortest head that may be the beginning of a heading: shorter ones are so by chance.
const HEADING: usize = 15;
/// Pages of the longest document whose number stands with that of a page: above are years.
const MOST_PAGES: u32 = 1900;
/// How far down its page text reaches that goes on on the next one, as a share of the height.
const FULL: f32 = 0.7;
/// Words of a line of running text: cells and titles have fewer.
const WORDS: usize = 4;
/// Distance of the lines of one block at an edge.
const BLOCK_PITCH: Em = Em(1.6);

/// Tells what is the page's own among the running text, and gives back what is text.
/// See decision 20, with what was measured.
pub(super) fn settle(
    pages: &[PageElements],
    candidates: &mut [Candidate],
    body_size: f32,
    context: &Context,
) -> Result<()> {
    context.tick(candidates.len() as u64)?;
    let flows = flows(pages, &taken(candidates));
    let headings = headings(pages, candidates, body_size, context)?;
    let proved = proved(candidates, &headings, flows);
    for (candidate, proved) in candidates.iter_mut().zip(proved) {
        candidate.own = candidate.taken && candidate.is_text && !proved;
    }
    own_with_neighbours(candidates, pages.len());
    if pages.len() > 1 && !flows {
        give_back_heads(candidates, body_size);
    }
    give_back_last_words(pages, candidates);
    Ok(())
}

/// Makes lines that come again on some pages alone the page's own where they stand right above or below one that is, as
/// the ward of a patient does below the name.
fn own_with_neighbours(candidates: &mut [Candidate], total: usize) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for candidate in candidates.iter().filter(|candidate| candidate.taken && candidate.is_text) {
        *counts.entry(candidate.text.clone()).or_default() += 1;
    }
    let own: Vec<(usize, bool, Rect)> = candidates.iter().filter(|candidate| candidate.own).map(place).collect();
    let is_near = |candidate: &Candidate| {
        let (page, head, rect) = place(candidate);
        let from = own.partition_point(|(other, ..)| *other < page);
        own[from..].iter().take_while(|(other, ..)| *other == page).any(|(_, of_head, other)| {
            let pitch = (other.bottom - rect.bottom).abs();
            *of_head == head && (other.left - rect.left).abs() <= SAME_EDGE.0 && pitch <= BLOCK_PITCH * candidate.size
        })
    };
    let comes_again = |candidate: &Candidate| {
        let count = counts.get(&candidate.text).copied().unwrap_or(0);
        candidate.taken
            && candidate.is_text
            && !candidate.artifact
            && !are_most(count, total)
            && !counts_page(candidate)
    };
    let found: Vec<bool> = candidates.iter().map(|candidate| comes_again(candidate) && is_near(candidate)).collect();
    candidates.iter_mut().zip(found).for_each(|(candidate, found)| candidate.own |= found);
}

fn place(candidate: &Candidate) -> (usize, bool, Rect) {
    (candidate.page, candidate.head, candidate.rect)
}

/// Which candidates are shown to run by what they say.
fn proved(candidates: &[Candidate], headings: &BTreeSet<String>, flows: bool) -> Vec<bool> {
    let says: Vec<String> = candidates.iter().map(|candidate| says(candidate, flows)).collect();
    let mut pages: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (candidate, says) in candidates.iter().zip(&says).filter(|(candidate, _)| candidate.taken) {
        pages.entry(says).or_default().insert(candidate.page);
    }
    let data = data(candidates, &says);
    // A number without a word, on one page alone, is that of the page.
    let is_lone = candidates.iter().filter(|candidate| candidate.taken && is_bare(candidate)).count() == 1;
    let is_proved = |(candidate, says): (&Candidate, &String)| {
        let is_data = !flows && data.contains(&(candidate.head, candidate.key.as_str()));
        let comes_again = !is_data && pages.get(says.as_str()).is_some_and(|pages| pages.len() > 1);
        let counts = counts_page(candidate) || (is_lone && is_bare(candidate));
        candidate.artifact || comes_again || counts || says_heading(&candidate.text, headings)
    };
    candidates.iter().zip(&says).map(is_proved).collect()
}

/// Lines with numbers, by their edge and without these, that have given way to others and come back, as what is said of each
/// page does: a head that has given way does not.
fn data<'c>(candidates: &'c [Candidate], says: &[String]) -> BTreeSet<(bool, &'c str)> {
    let mut texts: BTreeMap<(bool, &str), BTreeMap<usize, &str>> = BTreeMap::new();
    let taken = |(candidate, _): &(&Candidate, &String)| candidate.taken && !candidate.numbers.is_empty();
    for (candidate, says) in candidates.iter().zip(says).filter(taken) {
        texts.entry((candidate.head, &candidate.key)).or_default().insert(candidate.page, says);
    }
    let comes_back = |pages: &BTreeMap<usize, &str>| {
        let texts: Vec<&str> = pages.values().copied().collect();
        let different: BTreeSet<&str> = texts.iter().copied().collect();
        texts.windows(2).filter(|pair| pair[0] != pair[1]).count() >= different.len() && different.len() > 1
    };
    texts.into_iter().filter(|(_, pages)| comes_back(pages)).map(|(key, _)| key).collect()
}

/// Whether a candidate is the number of its page, as the other pages, a word with it or the number of all pages tell.
fn counts_page(candidate: &Candidate) -> bool {
    let of_all = || match candidate.numbers.as_slice() {
        [page, all] => page.value <= all.value && all.value < MOST_PAGES && !page.is_padded(),
        _ => false,
    };
    is_folio(&candidate.key)
        && (candidate.uses.contains(&Use::Page) || candidate.key.contains(char::is_alphabetic) || of_all())
}

/// Whether a candidate is one number without a word, which may number anything, but is no year nor a letter.
fn is_bare(candidate: &Candidate) -> bool {
    let [number] = candidate.numbers.as_slice() else { return false };
    let is_letter = number.format == NumberFormat::UpperRoman && number.range.len() == 1 && number.value > 1;
    is_folio(&candidate.key) && number.value < MOST_PAGES && !is_letter && !counts_page(candidate)
}

/// What a candidate says on every page it comes again on: its text without the numbers that count pages. Above text that
/// does not flow over the ends of pages, the number of something else, such as an invoice, is its own.
fn says(candidate: &Candidate, flows: bool) -> String {
    let counts = |(number, used): &(&Number, &Use)| {
        **used != Use::Text && (flows || !candidate.head || !numbers_something(&candidate.text, &number.range))
    };
    let counting = candidate.numbers.iter().zip(&candidate.uses).filter(counts).map(|(number, _)| number.clone());
    super::masked(&candidate.text, &counting.collect::<Vec<_>>())
}

/// The letters of the large and bold lines of all pages, without what is taken from them.
fn headings(
    pages: &[PageElements],
    candidates: &[Candidate],
    body_size: f32,
    context: &Context,
) -> Result<BTreeSet<String>> {
    let taken = taken(candidates);
    let is_heading =
        |line: &&Line| line.size >= body_size + SAME_SIZE || line.words.iter().all(|word| word.style.is_bold());
    let mut headings = BTreeSet::new();
    for (at, page) in pages.iter().enumerate() {
        context.tick(page.elements.len() as u64)?;
        for (_, element) in page.elements.iter().enumerate().filter(|(element, _)| !taken.contains(&(at, *element))) {
            headings.extend(element.lines().filter(is_heading).map(|line| letters(&line.text())));
        }
    }
    Ok(headings)
}

/// Whether the text has a heading that a head says, or the beginning of. Captions are of their figures.
fn says_heading(head: &str, headings: &BTreeSet<String>) -> bool {
    let is_caption = caption::is_caption(head);
    let head = letters(head);
    let begins = || headings.range(head.clone()..).next().is_some_and(|text| text.starts_with(&head));
    !is_caption && !head.is_empty() && (headings.contains(&head) || (head.chars().count() >= HEADING && begins()))
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

/// The pages and elements that are taken.
pub(super) fn taken(candidates: &[Candidate]) -> BTreeSet<(usize, usize)> {
    let taken = candidates.iter().filter(|candidate| candidate.taken);
    taken.map(|candidate| (candidate.page, candidate.element)).collect()
}

/// Gives back the heads that are their page's own, where nothing that runs is level with them or further in. A page that
/// has a foot of its own too has both: the first page of a letter, or of a document whose first page differs.
fn give_back_heads(candidates: &mut [Candidate], body_size: f32) {
    let runs = |candidate: &&Candidate| candidate.taken && candidate.is_text && candidate.head && !candidate.own;
    let mut inner: BTreeMap<usize, f32> = BTreeMap::new();
    for candidate in candidates.iter().filter(runs) {
        let edge = inner.entry(candidate.page).or_insert(f32::NEG_INFINITY);
        *edge = edge.max(candidate.rect.bottom);
    }
    let own_feet = candidates.iter().filter(|candidate| candidate.taken && candidate.own && !candidate.head);
    let footed: BTreeSet<usize> = own_feet.map(|candidate| candidate.page).collect();
    // Small print names the proceedings on their first page alone.
    let is_small_print = |candidate: &Candidate| candidate.page == 0 && candidate.size < body_size;
    let stays = |candidate: &Candidate| is_small_print(candidate) || footed.contains(&candidate.page);
    let is_head = |candidate: &&mut Candidate| candidate.own && candidate.head && !stays(candidate);
    for candidate in candidates.iter_mut().filter(is_head) {
        let edge = inner.get(&candidate.page).copied().unwrap_or(f32::NEG_INFINITY);
        if candidate.rect.top >= edge - SAME_EDGE {
            (candidate.taken, candidate.own) = (false, false);
        }
    }
}

/// Gives back what was taken from pages that have no other text, unless the same runs on a page that has. A number
/// alone is no text.
fn give_back_last_words(pages: &[PageElements], candidates: &mut [Candidate]) {
    let taken = taken(candidates);
    let has_text = |(at, page): (usize, &PageElements)| {
        let mut own = page.elements.iter().enumerate().filter(|(element, _)| !taken.contains(&(at, *element)));
        !page.turned.is_empty() || own.any(|(_, element)| is_text(element))
    };
    let written: Vec<bool> = pages.iter().enumerate().map(has_text).collect();
    let is_written = |candidate: &Candidate| written.get(candidate.page).copied().unwrap_or(false);
    let over_text = candidates.iter().filter(|one| one.taken && !one.own && is_written(one));
    let over_text: BTreeSet<String> = over_text.map(|candidate| letters(&candidate.text)).collect();
    for candidate in candidates.iter_mut().filter(|candidate| candidate.taken && candidate.is_text) {
        let runs = over_text.contains(&letters(&candidate.text)) || is_folio(&candidate.key);
        if !is_written(candidate) && !runs {
            (candidate.taken, candidate.own) = (false, false);
        }
    }
}

fn is_text(element: &PageElement) -> bool {
    matches!(element, PageElement::Turned(..)) || element.lines().any(|line| !line.words.is_empty())
}

/// Whether the text of the pages flows over their ends: some of them begin amid a sentence.
fn flows(pages: &[PageElements], taken: &BTreeSet<(usize, usize)>) -> bool {
    let edges: Vec<[bool; 2]> = pages.iter().enumerate().map(|(at, page)| edges(page, at, taken)).collect();
    let count = edges.windows(2).filter(|pair| pair[0][1] && pair[1][0]).count();
    count > 0 && count * FLOWING >= pages.len() - 1
}

/// Whether the text of a page begins amid a sentence, and whether it ends so, far down.
fn edges(page: &PageElements, at: usize, taken: &BTreeSet<(usize, usize)>) -> [bool; 2] {
    let own = page.elements.iter().enumerate().filter(|(element, _)| !taken.contains(&(at, *element)));
    let lines = own.filter_map(|(_, element)| if let PageElement::Line(line) = element { Some(line) } else { None });
    let prose: Vec<&Line> = lines.filter(|line| line.word_count() >= WORDS).collect();
    let top = prose.iter().map(|line| line.rect.top).fold(f32::INFINITY, f32::min);
    let bottom = prose.iter().map(|line| line.rect.bottom).fold(f32::NEG_INFINITY, f32::max);
    let amid = |c: char| c.is_alphabetic() && !c.is_uppercase();
    let ends =
        |line: &Line| line.last_char().is_some_and(|c| c.is_alphanumeric() || matches!(c, ',' | '-' | '\u{2010}'));
    let mut first = prose.iter().filter(|line| line.rect.top - top <= LINE.0);
    let mut last = prose.iter().filter(|line| bottom - line.rect.bottom <= LINE.0 && bottom >= FULL * page.size.height);
    [first.any(|line| line.first_char().is_some_and(amid)), last.any(|line| ends(line))]
}

#[cfg(test)]
mod tests {
    use super::super::super::text::word::{Gap, Word};
    use super::super::numbers::numbers;
    use super::*;
    use transvase_base::units::Size;

    /// A page of lines, each with its height: those above 60 points are taken.
    fn page(lines: &[(f32, &str)]) -> PageElements {
        let line = |(top, text): &(f32, &str)| {
            let rect = Rect { left: 50.0, top: *top, right: 500.0, bottom: top + 10.0 };
            let word =
                |text: &str| Word { text: text.to_owned(), rect, size: 10.0, gap: Gap::Space, ..Word::default() };
            let size = if text.starts_with("Words") { 14.0 } else { 10.0 };
            PageElement::Line(Line { words: text.split(' ').map(word).collect(), rect, size, ..Line::default() })
        };
        let size = Size { width: 600.0, height: 800.0 };
        PageElements { size, elements: lines.iter().map(line).collect(), ..PageElements::default() }
    }

    /// The heads that stay, and those of them that are their page's own.
    fn settled(pages: &[PageElements]) -> (Vec<String>, Vec<String>) {
        let mut heads: Vec<Candidate> = Vec::new();
        for (page, elements) in pages.iter().enumerate() {
            for (element, head) in elements.elements.iter().enumerate().filter(|(_, head)| head.rect().top < 60.0) {
                let text = super::super::numbers::text_of(head);
                let numbers = numbers(&text);
                let key = super::super::masked(&text, &numbers);
                let uses = numbers.iter().map(|one| if one.value as usize == page + 1 { Use::Page } else { Use::Text });
                let (uses, rect) = (uses.collect(), head.rect());
                let (head, is_text, taken) = (true, true, true);
                let place = Candidate { page, element, head, rect, is_text, taken, size: 10.0, ..Candidate::default() };
                heads.push(Candidate { text, key, numbers, uses, ..place });
            }
        }
        settle(pages, &mut heads, 10.0, &Context::default()).unwrap();
        let texts = |own: bool| {
            heads.iter().filter(|head| head.taken && (!own || head.own)).map(|head| head.text.clone()).collect()
        };
        (texts(false), texts(true))
    }

    fn heads(heads: [&str; 2]) -> Vec<String> {
        settled(&heads.map(|head| page(&[(30.0, head), (100.0, "Words of this page")]))).0
    }

    #[test]
    fn heads_come_again_or_count_pages() {
        assert_eq!(heads(["Acme Limited", "Acme Limited"]).len(), 2);
        assert_eq!(heads(["Page 1 of 2", "Page 2 of 2"]).len(), 2);
        assert_eq!(heads(["North harbour", "South harbour"]).len(), 0);
        assert_eq!(heads(["Vessel 31", "Vessel 35"]).len(), 0);
        assert_eq!(heads(["Card 1", "Card 2"]).len(), 0, "the numbers of cards");
        assert_eq!(heads(["Words of this page", "South harbour"]), ["Words of this page"], "the text says it too");
    }

    #[test]
    fn what_comes_back_is_said_of_its_page() {
        let heads = |grades: [u32; 4]| {
            settled(&grades.map(|grade| page(&[(30.0, &format!("Grade {grade}")), (100.0, "Words")]))).0.len()
        };
        assert_eq!((heads([1, 2, 1, 2]), heads([1, 1, 2, 2])), (0, 4));
    }

    #[test]
    fn a_line_below_that_of_its_page_goes_with_it() {
        let ward = |name: &str, ward: &str| page(&[(20.0, name), (32.0, ward), (100.0, "Words")]);
        let pages = [ward("Ann", "North"), ward("Bob", "South"), ward("Cid", "North"), ward("Dan", "South")];
        assert_eq!(settled(&pages).0.len(), 0);
        let pages = [ward("Ann", "North"), ward("Bob", "North"), ward("Cid", "North"), ward("Dan", "North")];
        assert_eq!(settled(&pages).0.iter().filter(|head| *head == "North").count(), 4, "on all pages");
    }

    #[test]
    fn pages_keep_their_last_words() {
        let bare = |heads: [&str; 2]| settled(&heads.map(|head| page(&[(30.0, head)]))).0.len();
        assert_eq!((bare(["A voucher", "A voucher"]), bare(["1", "2"])), (0, 2));
        let blank = [page(&[(30.0, "Acme"), (100.0, "Words")]), page(&[(30.0, "Acme")])];
        assert_eq!(settled(&blank).0.len(), 2, "a page left blank");
    }

    #[test]
    fn guide_words_stay_above_text_that_flows() {
        let guided = |guide: &str, last: &str| page(&[(30.0, guide), (80.0, "of the fish in ponds"), (700.0, last)]);
        let pages = [guided("carp", "and a kind of fish that"), guided("cod", "and another one")];
        assert_eq!(settled(&pages).1, ["carp", "cod"]);
        let pages = [guided("carp", "and a kind of fish."), guided("cod", "and another one.")];
        assert_eq!(settled(&pages).0.len(), 0);
    }

    #[test]
    fn pages_with_feet_of_their_own_keep_their_heads() {
        let own = |candidate: Candidate, head| Candidate { own: true, taken: true, is_text: true, head, ..candidate };
        let mut candidates = vec![own(Candidate::default(), true), own(Candidate::default(), false)];
        give_back_heads(&mut candidates, 10.0);
        assert!(candidates[0].taken && candidates[0].own);
        candidates.pop();
        candidates[0].page = 1;
        give_back_heads(&mut candidates, 10.0);
        assert!(!candidates[0].taken);
    }

    #[test]
    fn what_is_level_with_a_head_stays_with_it() {
        let level = |own: &'static str| page(&[(30.0, own), (30.0, "Acme"), (100.0, "Words")]);
        let (all, own) = settled(&[level("North"), level("South")]);
        assert_eq!((all.len(), own), (4, vec!["North".to_owned(), "South".to_owned()]));
    }
}
