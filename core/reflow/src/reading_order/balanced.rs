//! Balanced columns, which end level with one another, with text below that stands under all of them however short its
//! lines are.

use super::super::element::PageElement;
use super::super::sets::median;
use super::band::Band;
use super::column_of;
use super::tolerances::FULL;
use transvase_base::units::Em;

/// Difference of the ends of columns that are balanced: two lines, as one of them may have one more, and room between its
/// paragraphs.
const LEVEL: Em = Em(2.5);
/// Room below them: more than between paragraphs.
const ROOM: Em = Em(1.0);
/// Growth of the letters of a heading.
const LARGER: f32 = 1.1;

/// The first band below columns that begin at `cuts` and end level; `None` where one of them goes on.
pub(super) fn end(bands: &[Band], cuts: &[f32]) -> Option<usize> {
    (1..bands.len()).find(|at| cuts.len() > 1 && are_ended(&bands[..*at], &bands[*at..], cuts))
}

fn are_ended(above: &[Band], below: &[Band], cuts: &[f32]) -> bool {
    let mut ends = vec![f32::NEG_INFINITY; cuts.len()];
    let mut widths = vec![0.0_f32; cuts.len()];
    for element in elements(above) {
        let at = column_of(element, cuts);
        (ends[at], widths[at]) = (ends[at].max(element.rect().bottom), widths[at].max(element.rect().width()));
    }
    let (first, last) = ends.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), end| (a.min(*end), b.max(*end)));
    let Some(PageElement::Line(head)) = elements(below).min_by(|a, b| a.rect().top.total_cmp(&b.rect().top)) else {
        return false;
    };
    let mut sizes: Vec<f32> = elements(above).filter_map(size).collect();
    let Some(size) = median(&mut sizes) else { return false };
    let stands_alone = elements(below).all(|element| column_of(element, cuts) == 0);
    // What fills the first column goes on in it.
    let fills = |element: &&PageElement| element.rect().width() >= FULL * widths[0];
    stands_alone
        && last - first <= LEVEL * size
        && head.size >= LARGER * size
        && head.rect.top - last >= ROOM * size
        && elements(below).filter(fills).count() * 2 <= elements(below).count()
}

fn elements(bands: &[Band]) -> impl Iterator<Item = &PageElement> {
    bands.iter().flat_map(|band| &band.elements)
}

fn size(element: &PageElement) -> Option<f32> {
    if let PageElement::Line(line) = element { Some(line.size) } else { None }
}
