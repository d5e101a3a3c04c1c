//! Reading order: an XY-cut that looks for gutters first.
//!
//! A page is cut into bands at its horizontal white space. Bands that leave the same gutter free
//! belong to the same columns (after Nagy and Seth's recursive XY-cut, 1984, with the vertical cut
//! decided over runs of bands, so that headings over the columns do not hide them).

mod balanced;
mod band;
mod column;
mod tolerances;

use super::element::PageElement;
pub(super) use band::Span;
use band::{Band, bands, give_back, groups, reach_up};
use column::columns;
use tolerances::{FULL, MIN_GUTTER, MIN_GUTTER_EM, SAME_EDGE, SIDE_BY_SIDE};
pub(super) use tolerances::{OVERLAPPING, SAME_SIZE};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Nesting of columns in columns: what is deeper is a drawing or an attack.
const MAX_DEPTH: usize = 5;
/// Share of the lines of a column that may reach beyond it: those with a word too long for it.
const OVERFULL: f32 = 0.1;
/// Share of the lines of a column that end at its edge where text is justified: the others are short or end a paragraph.
const JUSTIFIED: f32 = 0.4;

/// A part of a page in reading order.
#[derive(Debug)]
pub(super) enum Region {
    /// One column of elements.
    Single(Vec<PageElement>),
    /// Columns side by side, left to right.
    Columns(Vec<RegionColumn>),
}

impl Region {
    /// Its elements, those of columns left to right.
    pub fn elements(&self) -> Vec<&PageElement> {
        match self {
            Region::Single(elements) => elements.iter().collect(),
            Region::Columns(columns) => {
                columns.iter().flat_map(|column| &column.regions).flat_map(Region::elements).collect()
            }
        }
    }

    /// Whether it is several columns.
    pub fn is_columns(&self) -> bool {
        matches!(self, Region::Columns(columns) if columns.len() > 1)
    }

    /// The elements of the first column that is not divided further.
    pub fn first_single(&mut self) -> Option<&mut Vec<PageElement>> {
        match self {
            Region::Single(elements) => Some(elements),
            Region::Columns(columns) => {
                columns.iter_mut().flat_map(|column| &mut column.regions).find_map(Region::first_single)
            }
        }
    }

    /// The same, taken out of it.
    pub fn into_elements(self) -> Vec<PageElement> {
        match self {
            Region::Single(elements) => elements,
            Region::Columns(columns) => {
                columns.into_iter().flat_map(|column| column.regions).flat_map(Region::into_elements).collect()
            }
        }
    }
}

/// One of several columns.
#[derive(Debug)]
pub(super) struct RegionColumn {
    /// Left edge of its text.
    pub left: f32,
    /// Right edge of its text.
    pub right: f32,
    /// Its parts from the top down.
    pub regions: Vec<Region>,
}

/// Puts the elements of a page, or of a column, into reading order.
pub(super) fn order(elements: Vec<PageElement>, depth: usize, context: &Context) -> Result<Vec<Region>> {
    context.tick(elements.len() as u64)?;
    let gutter = usual_size(&elements).map_or(MIN_GUTTER.0, |size| (MIN_GUTTER_EM * size).max(MIN_GUTTER.0));
    let mut regions: Vec<Region> = Vec::new();
    let mut groups = groups(bands(elements), gutter);
    reach_up(&mut groups, gutter);
    give_back(&mut groups);
    for mut group in groups {
        let columns = if depth < MAX_DEPTH { columns(&group, gutter) } else { Vec::new() };
        let rows = centred_rows(&group.bands, &columns);
        if (2..group.bands.len()).contains(&rows) {
            let rest = group.bands.split_off(rows);
            let head = std::mem::replace(&mut group.bands, rest);
            regions.push(Region::Columns(split(head, &columns, depth, context)?));
        }
        if columns.len() < 2 {
            let mut elements: Vec<PageElement> = group.bands.into_iter().flat_map(|band| band.elements).collect();
            match regions.last_mut() {
                Some(Region::Single(single)) => single.append(&mut elements),
                _ => regions.push(Region::Single(elements)),
            }
            continue;
        }
        // Short lines below balanced columns would else end the first of these.
        let end = balanced::end(&group.bands, &columns).unwrap_or(group.bands.len());
        let below = group.bands.split_off(end);
        regions.push(Region::Columns(split(group.bands, &columns, depth, context)?));
        if !below.is_empty() {
            let below = below.into_iter().flat_map(|band| band.elements).collect();
            regions.extend(order(below, depth + 1, context)?);
        }
    }
    Ok(regions)
}

fn split(bands: Vec<Band>, cuts: &[f32], depth: usize, context: &Context) -> Result<Vec<RegionColumn>> {
    let mut parts: Vec<Vec<PageElement>> = (0..cuts.len()).map(|_| Vec::new()).collect();
    for element in bands.into_iter().flat_map(|band| band.elements) {
        parts[column_of(&element, cuts)].push(element);
    }
    let mut columns = Vec::new();
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        let left = part.iter().map(|element| element.rect().left).fold(f32::INFINITY, f32::min);
        let right = right_edge(&part);
        columns.push(RegionColumn { left, right, regions: order(part, depth + 1, context)? });
    }
    Ok(columns)
}

/// The column an element stands in.
fn column_of(element: &PageElement, cuts: &[f32]) -> usize {
    cuts.partition_point(|cut| *cut <= element.rect().center().x).clamp(1, cuts.len()) - 1
}

/// How many bands at the head of columns are rows of short lines, one centred below the other in each column: the
/// names and addresses of several authors, which are read one after the other before the text below them.
fn centred_rows(bands: &[Band], cuts: &[f32]) -> usize {
    let mut axes: Vec<Option<f32>> = vec![None; cuts.len()];
    let widest = bands.iter().flat_map(|band| &band.elements).map(|element| element.rect().width()).fold(0.0, f32::max);
    let mut is_row = |band: &&Band| {
        let mut seen = vec![false; cuts.len()];
        for element in &band.elements {
            let (rect, at) = (element.rect(), column_of(element, cuts));
            let (middle, short) = (rect.center().x, rect.width() <= FULL * widest);
            let axis = axes.get(at).copied().flatten().unwrap_or(middle);
            if !matches!(element, PageElement::Line(_)) || !short || (axis - middle).abs() > SIDE_BY_SIDE || seen[at] {
                return false;
            }
            (seen[at], axes[at]) = (true, Some(axis));
        }
        seen.iter().filter(|seen| **seen).count() > 1
    };
    if cuts.len() < 2 { 0 } else { bands.iter().take_while(|band| is_row(band)).count() }
}

/// Right edge of the text of a column: where most of its lines end, some lines with a word too long for it may
/// reach beyond.
fn right_edge(part: &[PageElement]) -> f32 {
    let most = part.iter().map(|element| element.rect().right).fold(f32::NEG_INFINITY, f32::max);
    let (lines, others): (Vec<&PageElement>, Vec<&PageElement>) =
        part.iter().partition(|element| matches!(element, PageElement::Line(_)));
    let others = others.iter().map(|element| element.rect().right).fold(f32::NEG_INFINITY, f32::max);
    let mut ends: Vec<f32> = lines.iter().map(|element| element.rect().right).collect();
    ends.sort_by(f32::total_cmp);
    let beyond = (ends.len() as f32 * OVERFULL) as usize;
    let Some(edge) = ends.len().checked_sub(beyond + 1).and_then(|at| ends.get(at).copied()) else { return most };
    let full = ends.iter().filter(|end| (*end - edge).abs() <= SAME_EDGE).count();
    let is_set = full as f32 >= JUSTIFIED * ends.len() as f32 && others <= edge + SAME_EDGE;
    if is_set && most - edge > SAME_EDGE { edge } else { most }
}

/// Size of most lines.
fn usual_size(elements: &[PageElement]) -> Option<f32> {
    let mut sizes: Vec<f32> = elements
        .iter()
        .filter_map(|element| match element {
            PageElement::Line(line) => Some(line.size),
            _ => None,
        })
        .collect();
    sizes.sort_by(f32::total_cmp);
    sizes.get(sizes.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::super::text::line::Line;
    use super::super::text::word::Word;
    use super::*;
    use transvase_base::units::Rect;

    fn line(text: &str, left: f32, right: f32, baseline: f32) -> PageElement {
        let rect = Rect { left, top: baseline - 7.5, right, bottom: baseline + 2.2 };
        let words = text.split(' ').enumerate().map(|(at, word)| Word {
            text: word.into(),
            rect,
            baseline,
            size: 10.0,
            gap: if at > 0 { super::super::text::word::Gap::Space } else { super::super::text::word::Gap::None },
            ..Word::default()
        });
        PageElement::Line(Line { words: words.collect(), rect, baseline, size: 10.0, ..Line::default() })
    }

    fn texts(regions: &[Region], out: &mut Vec<String>) {
        for region in regions {
            match region {
                Region::Single(elements) => out.extend(elements.iter().map(|element| match element {
                    PageElement::Line(line) => line.text(),
                    _ => String::new(),
                })),
                Region::Columns(columns) => columns.iter().for_each(|column| texts(&column.regions, out)),
            }
        }
    }

    #[test]
    fn two_columns_under_a_heading_are_read_one_after_the_other() {
        let mut elements = vec![line("A heading over both columns", 50.0, 400.0, 80.0)];
        for row in 0..4 {
            let y = 100.0 + 12.0 * row as f32;
            elements.push(line(&format!("left side text {row}"), 50.0, 280.0, y));
            elements.push(line(&format!("right side text {row}"), 300.0, 530.0, y));
        }
        let regions = order(elements, 0, &Context::default()).unwrap();
        let mut read = Vec::new();
        texts(&regions, &mut read);
        assert_eq!(read[0], "A heading over both columns");
        assert_eq!(read[1], "left side text 0");
        assert_eq!(read[4], "left side text 3");
        assert_eq!(read[5], "right side text 0");
    }

    /// Two columns of full lines from `top` on.
    fn columns_below(top: f32) -> Vec<PageElement> {
        let row = |row: usize| {
            let y = top + 12.0 * row as f32;
            [
                line(&format!("left side text {row}"), 50.0, 280.0, y),
                line(&format!("right side text {row}"), 300.0, 530.0, y),
            ]
        };
        (0..6).flat_map(row).collect()
    }

    fn read(elements: Vec<PageElement>) -> Vec<String> {
        let mut read = Vec::new();
        texts(&order(elements, 0, &Context::default()).unwrap(), &mut read);
        read
    }

    #[test]
    fn bullets_go_with_the_texts_at_their_right() {
        let mut elements = Vec::new();
        for (at, y) in [100.0, 136.0, 160.0].into_iter().enumerate() {
            elements.extend([line("•", 50.0, 54.0, y), line(&format!("left item {at} of it"), 70.0, 280.0, y)]);
            elements.push(line("goes on in a line", 70.0, 270.0, y + 12.0));
            let y = y + 5.0 * at as f32;
            elements.extend([line("•", 300.0, 304.0, y), line(&format!("right item {at} of it"), 320.0, 530.0, y)]);
            elements.push(line("goes on in another", 320.0, 520.0, y + 12.0));
        }
        let read = read(elements);
        let at = |text: &str| read.iter().position(|line| line == text).unwrap();
        assert!(at("left item 2 of it") < at("right item 0 of it"), "{read:?}");
        assert_eq!(read.iter().take(at("left item 2 of it")).filter(|line| *line == "•").count(), 3, "{read:?}");
    }

    #[test]
    fn a_heading_below_balanced_columns_ends_them() {
        let heading = |below: &str, size: f32| {
            let PageElement::Line(mut heading) = line("Particulars", 50.0, 150.0, 195.0) else { panic!("a line") };
            heading.size = size;
            let mut elements = columns_below(100.0);
            elements.extend([PageElement::Line(heading), line(below, 50.0, 120.0, 215.0)]);
            let read = read(elements);
            let at = |text: &str| read.iter().position(|line| line == text).unwrap();
            at("right side text 5") < at("Particulars")
        };
        assert!(heading("Keeper", 14.0));
        assert!(!heading("Keeper", 10.0), "the first column goes on");
    }

    #[test]
    fn a_row_under_a_centred_line_belongs_to_the_columns_below() {
        // The gutter between "Abstract" and the centred line is none of the columns'.
        let mut elements = vec![line("A centred address line", 230.0, 350.0, 60.0)];
        elements.extend([line("Abstract", 50.0, 95.0, 100.0), line("right side goes on", 300.0, 530.0, 100.0)]);
        elements.extend(columns_below(112.0));
        let read = read(elements);
        assert_eq!(read[..3], ["A centred address line", "Abstract", "left side text 0"]);
        assert_eq!(read[8], "right side goes on");
    }

    #[test]
    fn what_stands_at_one_side_between_rows_of_columns_is_theirs() {
        // The gutter of the address and the date is none of the columns', but both leave theirs free.
        let mut elements = vec![line("address", 300.0, 400.0, 40.0), line("date", 470.0, 530.0, 40.0)];
        elements.extend([line("News", 50.0, 95.0, 64.0), line("the head", 300.0, 360.0, 64.0)]);
        elements.extend([line("Events", 50.0, 95.0, 80.0), line("Forum", 50.0, 95.0, 96.0)]);
        elements.extend(columns_below(112.0));
        let read = read(elements);
        let at = |text: &str| read.iter().position(|line| line == text).unwrap();
        assert!(at("Events") < at("left side text 0") && at("left side text 5") < at("the head"), "{read:?}");
    }

    #[test]
    fn the_short_last_line_over_columns_stays_with_its_paragraph() {
        let assert_stays = |paragraph: &str, last: PageElement| {
            let mut elements = vec![line(paragraph, 50.0, 530.0, 60.0), last];
            elements.extend(columns_below(112.0));
            let regions = order(elements, 0, &Context::default()).unwrap();
            assert!(
                matches!(&regions[..], [Region::Single(head), Region::Columns(_)] if head.len() == 2),
                "{regions:?}"
            );
        };
        assert_stays("A paragraph over both of the columns that", line("ends here", 50.0, 95.0, 72.0));
        assert_stays("A list of words over both of the columns that", line("hangs", 110.0, 145.0, 72.0));
    }

    #[test]
    fn names_over_columns_are_read_one_after_the_other() {
        let mut elements = vec![line("A title over both of the columns there are", 50.0, 530.0, 40.0)];
        elements.extend([line("Ada Byron", 130.0, 200.0, 60.0), line("Mary Fairfax", 380.0, 450.0, 60.0)]);
        elements.extend([line("at London", 145.0, 185.0, 72.0), line("at Jedburgh", 390.0, 440.0, 72.0)]);
        elements.extend(columns_below(112.0));
        let read = read(elements);
        assert_eq!(read[1..6], ["Ada Byron", "at London", "Mary Fairfax", "at Jedburgh", "left side text 0"]);
    }

    #[test]
    fn a_word_too_long_for_its_column_does_not_widen_it() {
        let mut elements: Vec<PageElement> = (0..12).flat_map(|row| columns_below(100.0 + 72.0 * row as f32)).collect();
        elements.push(line("left side text of a line too long", 50.0, 291.0, 970.0));
        let regions = order(elements, 0, &Context::default()).unwrap();
        let [Region::Columns(columns)] = &regions[..] else { panic!("{regions:?}") };
        assert_eq!((columns[0].right, columns[1].right), (280.0, 530.0));
    }

    #[test]
    fn lines_that_take_turns_are_one_column() {
        let elements = (0..8).map(|row| {
            let (left, right) = if row % 2 == 0 { (50.0, 200.0) } else { (380.0, 530.0) };
            line(&format!("some words and {row}"), left, right, 100.0 + 9.5 * row as f32)
        });
        let regions = order(elements.collect(), 0, &Context::default()).unwrap();
        assert!(matches!(&regions[..], [Region::Single(elements)] if elements.len() == 8), "{regions:?}");
    }

    #[test]
    fn the_lines_beside_a_large_name_are_read_by_themselves() {
        let PageElement::Line(mut name) = line("General Assembly", 140.0, 320.0, 95.0) else { panic!("a line") };
        (name.size, name.rect.top, name.rect.bottom) = (24.0, 77.0, 101.0);
        let mut elements = vec![PageElement::Line(name)];
        elements.extend([
            line("Distr.: General", 400.0, 470.0, 80.0),
            line("12 March 2010", 400.0, 470.0, 92.0),
            line("Original: English", 400.0, 480.0, 116.0),
        ]);
        let read = read(elements);
        assert_eq!(read, ["General Assembly", "Distr.: General", "12 March 2010", "Original: English"]);
    }

    #[test]
    fn columns_are_columns_however_far_their_base_lines_are_apart() {
        // Pitches from tight to one and a half, and starts of the second column from level to half a pitch lower.
        for (pitch, share) in [(11.0, 0.0), (11.5, 0.48), (12.0, 0.5), (14.0, 0.25), (15.0, 0.5), (16.5, 0.5)] {
            let rows = (0..9).flat_map(|row| {
                let y = 100.0 + pitch * row as f32;
                let left = line(&format!("left side text goes on {row}"), 50.0, 280.0, y);
                [left, line(&format!("right side text goes on {row}"), 300.0, 530.0, y + share * pitch)]
            });
            let regions = order(rows.collect(), 0, &Context::default()).unwrap();
            assert!(regions.iter().all(Region::is_columns), "{pitch}, {share}: {regions:?}");
        }
    }

    #[test]
    fn rows_of_short_cells_stay_rows() {
        let elements = (0..5).flat_map(|row| {
            let y = 100.0 + 12.0 * row as f32;
            [line("Name", 50.0, 80.0, y), line("Value", 200.0, 230.0, y)]
        });
        let regions = order(elements.collect(), 0, &Context::default()).unwrap();
        assert!(matches!(&regions[..], [Region::Single(elements)] if elements.len() == 10));
    }

    #[test]
    fn formulas_between_sentences_do_not_make_rows_of_columns() {
        let beside = |sentence: &str| {
            let mut elements = Vec::new();
            for (row, text) in
                [sentence, "x", "y = 1", "a b", "z", "u + v", "p", "q", "r", sentence, sentence, sentence]
                    .into_iter()
                    .enumerate()
            {
                let y = 100.0 + 14.0 * row as f32;
                let wide = if text == sentence { 230.0 } else { 30.0 };
                elements.push(line("some words of the first column that fill it", 50.0, 280.0, y));
                elements.push(line(text, 310.0, 310.0 + wide, y));
            }
            order(elements, 0, &Context::default()).unwrap()
        };
        assert!(
            matches!(&beside("goes on with so many words as it has")[..], [Region::Columns(columns)] if columns.len() == 2)
        );
        let listed = beside("12 North Street at the Corner of Tulsa");
        assert!(matches!(&listed[..], [Region::Single(_)]), "{listed:?}");
    }

    #[test]
    fn cells_of_some_words_beside_figures_stay_rows() {
        let rows: Vec<PageElement> = (0..8)
            .flat_map(|row| {
                let y = 100.0 + 14.0 * row as f32;
                [
                    line("Member number ten", 50.0, 130.0, y),
                    line("Kingston upon Thames", 160.0, 260.0, y),
                    line("20.50", 300.0, 330.0, y),
                ]
            })
            .collect();
        let regions = order(rows, 0, &Context::default()).unwrap();
        assert!(regions.iter().all(|region| matches!(region, Region::Single(_))), "{regions:?}");
    }
}
