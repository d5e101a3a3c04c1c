//! Copies of one form: what such pages have in common says nothing of running text, since their body text comes again
//! too.

use std::collections::{BTreeMap, BTreeSet};

use super::super::element::PageElement;
use super::super::page::PageElements;
use super::groups::Candidate;
use super::tolerances::{MARGIN, are_most};
use super::{PLACE_STEP, Use};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Lines of the text of a page that another one has at the least: the heading of a table comes again as well.
const FEWEST: usize = 2;

/// Gives back what was taken from such pages next to text that comes again too, but for what stands in the margin or counts
/// pages.
pub(super) fn give_back(pages: &[PageElements], candidates: &mut [Candidate], context: &Context) -> Result<()> {
    let copies = copies(pages, &super::own::taken(candidates), context)?;
    let is_text = |candidate: &&mut Candidate| {
        candidate.taken
            && candidate.is_text
            && !candidate.artifact
            && candidate.depth() > MARGIN.0
            && !candidate.uses.contains(&Use::Page)
            && copies.contains(&(candidate.page, candidate.head))
    };
    candidates.iter_mut().filter(is_text).for_each(|candidate| candidate.taken = false);
    Ok(())
}

/// The pages most of whose lines, without what was taken, another page has as well, and the edges at which they begin or
/// end with one of these.
fn copies(
    pages: &[PageElements],
    taken: &BTreeSet<(usize, usize)>,
    context: &Context,
) -> Result<BTreeSet<(usize, bool)>> {
    let mut texts: Vec<Vec<(f32, String)>> = Vec::new();
    let mut homes: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (at, page) in pages.iter().enumerate() {
        context.tick(page.elements.len() as u64)?;
        let own = page.elements.iter().enumerate().filter(|(element, _)| !taken.contains(&(at, *element)));
        let mut lines: Vec<(f32, String)> = own.flat_map(|(_, element)| lettered(element)).collect();
        lines.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, line) in &lines {
            homes.entry(line.clone()).or_default().insert(at);
        }
        texts.push(lines);
    }
    let comes_again = |line: &&(f32, String)| homes.get(&line.1).is_some_and(|pages| pages.len() > 1);
    let mut copies = BTreeSet::new();
    for (at, lines) in texts.iter().enumerate() {
        let again = lines.iter().filter(comes_again).count();
        if again >= FEWEST && are_most(again, lines.len()) {
            copies.extend(lines.first().filter(comes_again).map(|_| (at, true)));
            copies.extend(lines.last().filter(comes_again).map(|_| (at, false)));
        }
    }
    Ok(copies)
}

/// The lines of an element that have letters, with their places in the text, by their base lines: cells of tables may well
/// say the same elsewhere.
fn lettered(element: &PageElement) -> impl Iterator<Item = (f32, String)> {
    let lines = element.lines().map(|line| (line, line.text())).filter(|(_, text)| text.contains(char::is_alphabetic));
    lines.map(|(line, text)| {
        let (x, y) = (line.rect.left / PLACE_STEP.0, line.baseline / PLACE_STEP.0);
        (line.baseline, format!("{text} {x:.0} {y:.0}"))
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::text::line::Line;
    use super::super::super::text::word::Word;
    use super::*;
    use transvase_base::units::Size;

    fn page(lines: &[&str]) -> PageElements {
        let line = |(at, text): (usize, &&str)| {
            let words = vec![Word { text: (*text).to_owned(), ..Word::default() }];
            PageElement::Line(Line { words, baseline: at as f32, ..Line::default() })
        };
        let size = Size { width: 600.0, height: 800.0 };
        let elements = lines.iter().enumerate().map(line).collect();
        PageElements { size, elements, ..PageElements::default() }
    }

    fn copied(pages: &[PageElements]) -> Vec<(usize, bool)> {
        copies(pages, &BTreeSet::new(), &Context::default()).unwrap().into_iter().collect()
    }

    #[test]
    fn pages_that_say_the_same_are_copies_of_a_form() {
        let forms = [page(&["Pump A", "Noise", "Seal"]), page(&["Pump B", "Noise", "Seal"]), page(&["Other", "text"])];
        assert_eq!(copied(&forms), [(0, false), (1, false)], "each begins with what it is about");
        let headed = |rows: [&str; 3]| page(&["Name", rows[0], rows[1], rows[2]]);
        assert!(copied(&[headed(["a", "b", "c"]), headed(["d", "e", "f"])]).is_empty(), "the heading of a table");
    }
}
