//! Text wrap: pictures beside text, which the order of a page takes for a column of its own.

use super::caps;
use super::element::{PageElement, Picture};
use super::graphics::float::{self, Float};
use super::graphics::tolerances::{AWAY, LINES_BESIDE, MOST, SAME_EDGE};
use super::reading_order::{Region, RegionColumn};
use super::sketch::BLEED;
use super::text::line::Line;
use transvase_base::units::{Em, Rect};
use transvase_model::flow::Wrap;

/// Pictures one above the other that text may run beside: more are a gallery with its texts.
const MAX_PICTURES: usize = 3;
/// How far the distance to the line below a picture may differ from that of the lines beside it, as a share of it.
const SAME_PITCH: f32 = 0.2;
/// Sides of the sign of a line, and its distance from it, at most: an icon is up to twice as high as letters.
const SIGN: Em = Em(2.0);
/// How far a line with a sign may begin from the one above or below it, and differ in size from it.
const HANGING: Em = Em(0.3);
/// How far apart such lines are at most: with room for the icons between them.
const NEXT: Em = Em(2.5);

/// Lets text run beside pictures: where the columns of a part are one of text and others of nothing
/// but pictures, the pictures hang on the text.
pub(super) fn part(regions: Vec<Region>, floats: &mut Vec<Float>) -> Vec<Region> {
    regions.into_iter().map(|region| region_beside(region, f32::INFINITY, floats)).collect()
}

/// The same for a region; pictures in one column are up to `near` beside lines: a figure in one of several is not
/// beside the lines of another.
fn region_beside(region: Region, near: f32, floats: &mut Vec<Float>) -> Region {
    let columns = match region {
        Region::Columns(columns) => columns,
        Region::Single(elements) => return Region::Single(without_logos(elements, near, floats)),
    };
    let (pictures, others): (Vec<_>, Vec<_>) = columns.into_iter().partition(|column| pictures_of(column).is_some());
    let (tall, all) = (height(&pictures), height(&others));
    // Below lower pictures text that runs around them would take all of the width.
    let fits = !pictures.is_empty() && others.len() == 1 && others.iter().all(has_text) && tall >= MOST * all;
    if !fits {
        let mut columns: Vec<RegionColumn> = pictures.into_iter().chain(others).collect();
        columns.sort_by(|a, b| a.left.total_cmp(&b.left));
        for column in &mut columns {
            let regions = std::mem::take(&mut column.regions);
            column.regions = regions.into_iter().map(|region| region_beside(region, AWAY.0, floats)).collect();
        }
        return Region::Columns(columns);
    }
    let beside = pictures.iter().filter_map(pictures_of).flatten();
    floats.extend(beside.map(float::beside));
    Region::Columns(others)
}

/// Marks the lines that each stand beside a small picture or drawing of their own: none of them goes on with the one
/// above.
pub(super) fn sign(elements: &mut [PageElement], floats: &[Float]) {
    let small = elements.iter().filter(|element| matches!(element, PageElement::Picture(_))).map(PageElement::rect);
    let signs: Vec<Rect> = small.chain(floats.iter().map(|float| float.picture.rect)).take(caps::SOME).collect();
    let lines: Vec<(Rect, f32)> = elements.iter().filter_map(own_line).map(|line| (line.rect, line.size)).collect();
    if signs.is_empty() {
        return;
    }
    for element in elements.iter_mut().take(caps::MANY) {
        let PageElement::Line(line) = element else { continue };
        line.signed = signs.iter().any(|sign| is_sign_of(sign, line)) && hangs(line, &lines);
    }
}

fn own_line(element: &PageElement) -> Option<&Line> {
    if let PageElement::Line(line) = element { Some(line) } else { None }
}

/// Whether a picture is as high as a line and stands right before it.
fn is_sign_of(sign: &Rect, line: &Line) -> bool {
    let gap = line.rect.left - sign.right;
    let most = SIGN * line.size;
    sign.height().max(sign.width()) <= most
        && (-BLEED.0..=most).contains(&gap)
        && (sign.center().y - line.rect.center().y).abs() <= 0.5 * line.size
}

/// Whether a line next to it begins where a line does: the sign is no part of the text, as small pictures in it are.
fn hangs(line: &Line, lines: &[(Rect, f32)]) -> bool {
    let near = |(rect, size): &&(Rect, f32)| {
        let away = (rect.center().y - line.rect.center().y).abs();
        away > 0.5 * line.size && away <= NEXT * line.size && (size - line.size).abs() <= HANGING * line.size
    };
    let begins = |rect: &Rect| (rect.left - line.rect.left).abs() <= HANGING * line.size;
    lines.iter().take(caps::MANY).filter(near).any(|(rect, _)| begins(rect))
}

/// Takes the pictures that stand beside lines out of them. Lines that close up below one, at its own edge, run around it,
/// as around a sign beside a warning; others do not, as those of a title beside a logo: they keep their places.
fn without_logos(mut elements: Vec<PageElement>, near: f32, floats: &mut Vec<Float>) -> Vec<PageElement> {
    let lines: Vec<Rect> = elements.iter().flat_map(PageElement::lines).map(|line| line.rect).collect();
    let is_logo = |element: &mut PageElement| {
        matches!(element, PageElement::Picture(_)) && is_beside(&element.rect(), near, &lines)
    };
    let logos: Vec<PageElement> = elements.extract_if(.., is_logo).collect();
    let float = |picture: Picture| {
        let around = runs_around(&picture.rect, &lines);
        Float { wrap: if around { Wrap::Square } else { Wrap::Behind }, ..float::beside(picture) }
    };
    floats.extend(logos.into_iter().filter_map(PageElement::into_picture).map(float));
    elements
}

/// The lines level with a place.
fn level_with<'l>(place: &Rect, lines: &'l [Rect]) -> Vec<&'l Rect> {
    lines.iter().filter(|line| line.center().y > place.top && line.center().y < place.bottom).collect()
}

/// Whether a place is at one side of several lines, the nearest of them up to `near` away, and of nothing but them.
fn is_beside(place: &Rect, near: f32, lines: &[Rect]) -> bool {
    let beside = level_with(place, lines);
    let gap = |line: &&Rect| (line.left - place.right).max(place.left - line.right);
    let nearest = beside.iter().map(gap).fold(f32::INFINITY, f32::min);
    beside.len() >= LINES_BESIDE && beside.iter().all(|line| gap(line) >= 0.0) && nearest <= near
}

/// Whether the lines beside a place go on below it, at its left edge and at the distance they have beside it.
fn runs_around(place: &Rect, lines: &[Rect]) -> bool {
    let beside = level_with(place, lines);
    let [.., above, last] = beside[..] else { return false };
    let pitch = last.top - above.top;
    lines.iter().any(|line| {
        (line.left - place.left).abs() <= SAME_EDGE
            && line.right > last.left
            && (line.top - last.top - pitch).abs() <= SAME_PITCH * pitch
    })
}

/// Height of all that stands in columns.
fn height(columns: &[RegionColumn]) -> f32 {
    let regions = columns.iter().flat_map(|column| &column.regions);
    let elements =
        regions.flat_map(|region| if let Region::Single(elements) = region { elements.as_slice() } else { &[] });
    let around = elements.map(PageElement::rect).reduce(|a, b| a.union(&b));
    around.map_or(0.0, |around| around.height())
}

/// The pictures of a column of nothing else.
fn pictures_of(column: &RegionColumn) -> Option<Vec<Picture>> {
    let mut found = Vec::new();
    for region in &column.regions {
        let Region::Single(elements) = region else { return None };
        for element in elements {
            let PageElement::Picture(picture) = element else { return None };
            found.push(picture.clone());
        }
    }
    (!found.is_empty() && found.len() <= MAX_PICTURES).then_some(found)
}

/// Whether a column is lines of text and nothing else.
fn has_text(column: &RegionColumn) -> bool {
    let plain = |region: &Region| match region {
        Region::Single(elements) => elements.iter().all(|element| matches!(element, PageElement::Line(_))),
        Region::Columns(_) => false,
    };
    let lines = column
        .regions
        .iter()
        .filter_map(|region| if let Region::Single(elements) = region { Some(elements) } else { None });
    let longest = lines.flatten().flat_map(PageElement::lines).map(Line::text).map(|text| text.len()).max();
    longest.is_some_and(|longest| longest > 0) && column.regions.iter().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(left: f32, top: f32, right: f32, bottom: f32) -> Rect {
        Rect { left, top, right, bottom }
    }

    #[test]
    fn a_logo_stands_beside_lines_and_over_none() {
        let lines = [rect(200.0, 50.0, 300.0, 60.0), rect(180.0, 65.0, 320.0, 75.0), rect(50.0, 120.0, 400.0, 130.0)];
        assert!(is_beside(&rect(50.0, 40.0, 150.0, 90.0), f32::INFINITY, &lines));
        assert!(!is_beside(&rect(50.0, 40.0, 150.0, 90.0), 20.0, &lines), "far from them");
        assert!(!is_beside(&rect(50.0, 58.0, 150.0, 90.0), f32::INFINITY, &lines), "beside a single line");
        assert!(!is_beside(&rect(50.0, 40.0, 150.0, 140.0), f32::INFINITY, &lines), "over a line");
    }

    #[test]
    fn text_that_closes_up_below_a_sign_runs_around_it() {
        let sign = rect(50.0, 100.0, 82.0, 132.0);
        let text = |lefts: [f32; 4]| -> Vec<Rect> {
            let line = |(at, left): (usize, f32)| rect(left, 101.0 + 11.0 * at as f32, 240.0, 110.0 + 11.0 * at as f32);
            lefts.into_iter().enumerate().map(line).collect()
        };
        assert!(runs_around(&sign, &text([88.0, 88.0, 88.0, 50.0])));
        assert!(!runs_around(&sign, &text([88.0, 88.0, 88.0, 88.0])), "text with an indent");
        let mut apart = text([88.0, 88.0, 88.0, 50.0]);
        apart[3].top += 6.0;
        assert!(!runs_around(&sign, &apart), "another paragraph");
    }
}
