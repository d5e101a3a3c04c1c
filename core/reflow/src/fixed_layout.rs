//! Fixed-layout pages, which are drawn rather than written, such as posters, templates and diagrams, and those laid out
//! so that flowing would move most of their text, such as forms with boxes beside their labels. What stands on them
//! side by side does not fit under one another, so that each stretch of text keeps its place, as pictures do. So do
//! figures that were cut out for other documents, wider than any page, and pages that are put together of many
//! pictures. Pages of prose, and of one table, flow all the same.

use std::collections::BTreeSet;

use super::caps;
use super::displacement;
use super::element::{Grid, PageElement, Picture};
use super::graphics::background;
use super::graphics::float::Float;
use super::graphics::tolerances::{FEW_MARKS, FILLED, MUCH, PLACED_LINES, TYPE_AREA};
use super::reading_order::Region;
use super::sketch::Sketch;
use super::text::line::{self, Line};
use super::text::stretches::stretches;
use super::vector::FilledRect;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Em, Point, Pt, Rect, Size, twips};
use transvase_model::flow::{Border, Borders, Color, Origin, Shape, Wrap};
use transvase_model::path;

/// Letters of a page from which on its text flows, whatever else it shows: half a page of prose.
const MANY_LETTERS: usize = 1_500;
/// Letters of a line of running text.
const LONG_LINE: usize = 50;
/// Such lines that may stand on a drawing: a legend or a note.
const LONG_LINES: usize = 6;
/// Outlines up to which a drawing is a ground or a frame.
const FEW_SHAPES: usize = 20;
/// Outlines from which on the drawings of a page are the boxes of a form.
const MANY_SHAPES: usize = 2 * FEW_SHAPES;
/// Mean distance that letters would move from which on a page keeps its places: about a line.
/// Of 794 files, those with more had a mean score of layout of .35, and gained .4 where each stretch kept its place.
const STRAINED: Pt = Pt(10.0);
/// The same from which on nothing is left of the page, so that only long lines are prose.
const TORN: Pt = Pt(100.0);
/// The same for text in the boxes of a form, which it leaves at once.
const DISPLACED: Pt = Pt(0.5);
/// Width of a line of running text: narrow columns have such lines.
const WIDE_LINE: Em = Em(18.0);
/// Width of a page as a multiple of its height from which on it is neither paper nor a slide, which has 16 to 9.
const BANNER: f32 = 1.85;
/// Pictures that a page is put together of at the least.
const MANY_PICTURES: usize = 24;

/// Gives what stands on a page that is a sheet a place of its own; other pages stay as they are. Its `fills` are drawn.
pub(super) fn settle(
    regions: Vec<Region>,
    floats: &mut Vec<Float>,
    fills: &mut Vec<FilledRect>,
    size: Size,
    context: &Context,
) -> Result<Vec<Region>> {
    context.tick(regions.len() as u64)?;
    let keeps = is_sheet(&regions, floats, size) || is_mosaic(&regions) || is_banner(&regions, floats, size);
    if !keeps && !is_strained(&regions, size) && !is_filled_in(&regions, floats, size) {
        return Ok(regions);
    }
    let mut sheet = Sheet::default();
    fills.drain(..).for_each(|fill| sheet.area(fill.rect, fill.color));
    regions.into_iter().flat_map(Region::into_elements).for_each(|element| sheet.take(element));
    context.tick(sheet.areas.len() as u64)?;
    let drawing = sheet.drawing();
    let Sheet { mut lines, turned, pictures, .. } = sheet;
    let behind = |picture| Float::behind(picture, Origin::Page);
    // A ground lies behind all that stands on it.
    floats.splice(0..0, drawing.map(behind));
    floats.extend(pictures.into_iter().map(behind));
    background::mark(lines.iter_mut(), floats, context)?;
    let stretches = stretches(lines, context)?.into_iter().filter_map(placed);
    Ok(vec![Region::Single(stretches.chain(turned).collect())])
}

/// What stands on a sheet.
#[derive(Default)]
struct Sheet {
    lines: Vec<Line>,
    turned: Vec<PageElement>,
    /// Areas of one colour: grounds, and the lines of tables.
    areas: Vec<(Rect, Color)>,
    /// Places in twips of the sides of cells: the next cell has them too.
    sides: BTreeSet<[i32; 4]>,
    pictures: Vec<Picture>,
}

impl Sheet {
    fn take(&mut self, element: PageElement) {
        match element {
            PageElement::Line(line) => self.lines.push(line),
            PageElement::Picture(picture) => self.pictures.push(picture),
            PageElement::Rule(rule) => self.area(rule.rect(true), rule.color.unwrap_or(Color::BLACK)),
            PageElement::Table(grid) => self.table(grid),
            PageElement::Turned(..) => self.turned.push(element),
        }
    }

    /// A table that stands beside other things is what it shows.
    fn table(&mut self, grid: Grid) {
        for cell in &grid.cells {
            if let Some(color) = cell.background {
                self.area(cell.rect, color);
            }
        }
        for cell in grid.cells {
            self.borders(&cell.rect, &cell.borders);
            self.lines.extend(cell.lines);
            if !cell.turned.is_empty() {
                self.turned.push(PageElement::Turned(cell.turned, cell.rect, cell.angle));
            }
            self.pictures.extend(cell.pictures);
            cell.tables.into_iter().for_each(|inner| self.table(inner));
        }
    }

    fn borders(&mut self, around: &Rect, borders: &Borders) {
        let Rect { left, top, right, bottom } = *around;
        let sides = [
            (borders.top, Rect { bottom: top, ..*around }),
            (borders.bottom, Rect { top: bottom, ..*around }),
            (borders.left, Rect { right: left, ..*around }),
            (borders.right, Rect { left: right, ..*around }),
        ];
        for (border, side) in sides {
            let Some(Border { width, color, .. }) = border else { continue };
            let place = [side.left, side.top, side.right, side.bottom].map(twips);
            if self.sides.len() < caps::MOST && self.sides.insert(place) {
                self.area(side.expand(width / 2.0), color);
            }
        }
    }

    fn area(&mut self, rect: Rect, color: Color) {
        self.areas.push((rect, color));
    }

    /// All areas as one drawing; `None` where there are none.
    fn drawing(&self) -> Option<Picture> {
        let around = self.areas.iter().map(|(rect, _)| *rect).reduce(|a, b| a.union(&b))?;
        let corner = |x: f32, y: f32| Point { x: x - around.left, y: y - around.top };
        let shape = |(rect, color): &(Rect, Color)| {
            let Rect { left, top, right, bottom } = *rect;
            let corners = [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)];
            Shape { outline: path::polygon(&corners), fill: Some((*color, 1.0)), ..Shape::default() }
        };
        let shapes = self.areas.iter().map(shape).collect();
        Some(Picture::drawn(Sketch { shapes, ..Sketch::default() }, around))
    }
}

/// Lines that keep their place.
fn placed(lines: Vec<Line>) -> Option<PageElement> {
    let around = line::around(&lines)?;
    Some(PageElement::Turned(lines, around, 0))
}

fn elements(regions: &[Region]) -> impl Iterator<Item = &PageElement> {
    regions.iter().flat_map(Region::elements)
}

fn lines(regions: &[Region]) -> impl Iterator<Item = &Line> {
    elements(regions).flat_map(PageElement::lines)
}

/// Whether a page has no more words than stand on a drawing, few of them in lines of running text.
fn has_few_words(regions: &[Region]) -> bool {
    lines(regions).map(Line::letters).sum::<usize>() <= MANY_LETTERS
        && lines(regions).filter(|line| line.letters() >= LONG_LINE).count() <= LONG_LINES
}

/// Whether text that flows would leave its places: most of what stands on a page stands beside something else.
fn is_strained(regions: &[Region], size: Size) -> bool {
    let letters = |element: &PageElement| element.lines().map(Line::letters).sum::<usize>();
    let all: usize = elements(regions).map(letters).sum();
    let table =
        elements(regions).filter(|element| matches!(element, PageElement::Table(_))).map(letters).max().unwrap_or(0);
    // Of a page that is one table, and little beside it, people want the table.
    let beside = (all - table) as f32;
    if lines(regions).count() < PLACED_LINES || beside < MUCH * all as f32 {
        return false;
    }
    let strain = displacement::of(regions, size);
    let is_prose = |line: &&Line| {
        if strain >= TORN { line.letters() >= LONG_LINE } else { line.rect.width() >= WIDE_LINE * line.size }
    };
    let prose: usize = lines(regions).filter(is_prose).map(Line::letters).sum();
    strain >= STRAINED && prose as f32 <= MUCH * all as f32
}

/// Whether text that flows would leave its places in a drawing of many outlines that nearly all of it stands on, such
/// as the boxes of a form.
fn is_filled_in(regions: &[Region], floats: &[Float], size: Size) -> bool {
    let behind = floats.iter().filter(|float| float.wrap == Wrap::Behind).map(|float| &float.picture);
    let drawings: Vec<&Picture> = behind.filter(|picture| shapes(picture) > FEW_SHAPES).collect();
    let boxed = |line: &&Line| drawings.iter().any(|drawing| drawing.rect.contains(line.rect.center()));
    let all: usize = lines(regions).map(Line::letters).sum();
    let inside: usize = lines(regions).filter(boxed).map(Line::letters).sum();
    let outlines: usize = drawings.iter().map(|drawing| shapes(drawing)).sum();
    outlines > MANY_SHAPES && inside as f32 >= FILLED * all as f32 && displacement::of(regions, size) >= DISPLACED
}

/// Whether a page is one drawing of many outlines with some words on it: no lines of text that follow one another.
fn is_sheet(regions: &[Region], floats: &[Float], size: Size) -> bool {
    let is_table = |element: &PageElement| matches!(element, PageElement::Table(_));
    if lines(regions).all(|line| line.letters() == 0) || elements(regions).any(is_table) || !has_few_words(regions) {
        return false;
    }
    let pictures = elements(regions)
        .filter_map(|element| if let PageElement::Picture(picture) = element { Some(picture) } else { None });
    let mut drawn = pictures.chain(floats.iter().map(|float| &float.picture));
    drawn.any(|picture| is_busy(picture) && picture.rect.area() >= TYPE_AREA * size.width * size.height)
}

/// Whether a page is a figure that was cut out for another document: wider than paper and slides are, most of it drawn,
/// be it of boxes in rows and columns.
fn is_banner(regions: &[Region], floats: &[Float], size: Size) -> bool {
    let part = |element: &PageElement| match element {
        PageElement::Picture(picture) => Some((picture.rect, shapes(picture).max(1))),
        PageElement::Table(grid) => Some((grid.rect, grid.cells.len())),
        _ => None,
    };
    let behind = floats.iter().map(|float| (float.picture.rect, shapes(&float.picture).max(1)));
    let (mut drawn, mut parts) = (0.0, 0);
    for (rect, count) in elements(regions).filter_map(part).chain(behind) {
        (drawn, parts) = (drawn + rect.area(), parts + count);
    }
    let is_drawn = parts > FEW_MARKS && drawn >= MUCH * size.width * size.height;
    size.width >= BANNER * size.height && is_drawn && has_few_words(regions)
}

/// Whether a page is put together of many pictures, its words among them, as some printer drivers paint pages.
fn is_mosaic(regions: &[Region]) -> bool {
    let pictures = |element: &PageElement| match element {
        PageElement::Picture(_) => 1,
        PageElement::Table(grid) => grid.cells.iter().map(|cell| cell.pictures.len()).sum(),
        _ => 0,
    };
    let pictures: usize = elements(regions).map(pictures).sum();
    // Pictures in a text are no such page: half as many lines say what they are.
    pictures >= MANY_PICTURES && 2 * lines(regions).count() <= pictures
}

/// Whether a picture is a drawing of many outlines.
fn is_busy(picture: &Picture) -> bool {
    shapes(picture) > FEW_SHAPES || picture.sketch.as_ref().is_some_and(|sketch| !sketch.images.is_empty())
}

/// How many outlines a picture is drawn with.
fn shapes(picture: &Picture) -> usize {
    picture.sketch.as_ref().map_or(0, |sketch| sketch.shapes.len())
}

#[cfg(test)]
mod tests {
    use super::super::element::GridCell;
    use super::super::text::word::Word;
    use super::*;

    const PAGE: Size = Size { width: 600.0, height: 800.0 };

    fn line(top: f32, text: &str) -> PageElement {
        let rect = Rect { left: 100.0, top, right: 200.0, bottom: top + 10.0 };
        let (baseline, size) = (top + 8.0, 10.0);
        let word = Word { text: text.into(), rect, baseline, size, ..Word::default() };
        PageElement::Line(Line { rect, baseline, size, words: vec![word], ..Line::default() })
    }

    /// A drawing of so many outlines over most of the page.
    fn drawing(shapes: usize) -> Vec<Float> {
        let rect = Rect { left: 20.0, top: 20.0, right: 580.0, bottom: 780.0 };
        let picture = Picture::drawn(Sketch { shapes: vec![Shape::default(); shapes], ..Sketch::default() }, rect);
        vec![Float::behind(picture, Origin::Page)]
    }

    /// How many elements of a page keep their places, of how many.
    fn settled(elements: Vec<PageElement>, mut floats: Vec<Float>) -> (usize, usize) {
        let regions =
            settle(vec![Region::Single(elements)], &mut floats, &mut Vec::new(), PAGE, &Context::default()).unwrap();
        let elements: Vec<&PageElement> = regions.iter().flat_map(Region::elements).collect();
        (elements.iter().filter(|element| matches!(element, PageElement::Turned(_, _, 0))).count(), elements.len())
    }

    #[test]
    fn words_on_a_drawing_as_large_as_the_page_keep_their_places() {
        let words = || vec![line(100.0, "front"), line(112.0, "view"), line(500.0, "scale")];
        assert_eq!(settled(words(), drawing(FEW_SHAPES + 1)), (2, 2), "two lines under one another are one stretch");
        assert_eq!(settled(words(), drawing(4)), (0, 3), "a frame around text");
        let prose = "words of a line of text that goes on from one to the next one";
        let text = (0..=LONG_LINES).map(|at| line(100.0 + 12.0 * at as f32, prose)).collect();
        assert_eq!(settled(text, drawing(FEW_SHAPES + 1)), (0, LONG_LINES + 1));
    }

    #[test]
    fn a_page_of_many_pictures_keeps_their_places() {
        let picture = |at: usize| {
            let (left, top) = (50.0 + 60.0 * (at % 4) as f32, 50.0 + 40.0 * (at / 4) as f32);
            let rect = Rect { left, top, right: left + 50.0, bottom: top + 10.0 };
            PageElement::Picture(Picture { rect, ..Picture::default() })
        };
        let left = |pictures: usize, lines: usize| {
            let words = (0..lines).map(|at| line(400.0 + 12.0 * at as f32, "words"));
            let regions = vec![Region::Single((0..pictures).map(picture).chain(words).collect())];
            let (mut floats, context) = (Vec::new(), Context::default());
            settle(regions, &mut floats, &mut Vec::new(), PAGE, &context).unwrap();
            floats.len()
        };
        assert_eq!(left(MANY_PICTURES, 2), MANY_PICTURES);
        assert_eq!(left(MANY_PICTURES, 20), 0, "pictures in a text");
        assert_eq!(left(6, 2), 0);
    }

    #[test]
    fn what_is_filled_into_many_boxes_keeps_its_place() {
        // The second line begins above the end of the first.
        let words =
            || vec![line(100.0, "name"), line(104.0, "of the firm"), line(140.0, "street"), line(160.0, "town")];
        let boxes = |shapes: usize| {
            let mut boxes = drawing(shapes);
            boxes[0].picture.rect.bottom = 400.0;
            boxes
        };
        assert_eq!(settled(words(), boxes(MANY_SHAPES + 1)), (4, 4));
        assert_eq!(settled(words(), boxes(FEW_SHAPES + 1)), (0, 4));
    }

    #[test]
    fn tables_beside_text_are_what_they_show() {
        let cell = |row: usize| GridCell {
            row,
            rows: 1,
            columns: 1,
            rect: Rect { left: 300.0, top: 100.0 + 20.0 * row as f32, right: 500.0, bottom: 120.0 + 20.0 * row as f32 },
            lines: vec![Line { rect: Rect { left: 305.0, ..Rect::default() }, size: 10.0, ..Line::default() }],
            borders: Borders::all(Border { width: 1.0, color: Color::BLACK, ..Border::default() }),
            background: (row == 0).then_some(Color { r: 200, g: 200, b: 200 }),
            ..GridCell::default()
        };
        let mut sheet = Sheet::default();
        sheet.take(PageElement::Table(Grid { cells: (0..2).map(cell).collect(), ..Grid::default() }));
        assert_eq!(
            (sheet.lines.len(), sheet.areas.len()),
            (2, 1 + 7),
            "a ground, and the sides of two cells, one shared"
        );
        assert_eq!(sheet.areas[1].0, Rect { left: 299.5, top: 99.5, right: 500.5, bottom: 100.5 });
    }

    #[test]
    fn a_page_of_text_beside_tables_keeps_its_places() {
        let table = |top: f32| {
            let rect = Rect { left: 300.0, top, right: 500.0, bottom: top + 200.0 };
            PageElement::Table(Grid { rect, ..Grid::default() })
        };
        let labels =
            |left: f32, count: usize| (0..count).map(move |at| at_left(line(100.0 + 20.0 * at as f32, "label"), left));
        // Labels at the left of a table that begins above them go below it where they flow.
        let beside: Vec<PageElement> = labels(50.0, 10).chain([table(95.0)]).collect();
        assert_eq!(settled(beside, Vec::new()), (10, 10));
        let above: Vec<PageElement> = labels(50.0, 10).chain([table(400.0)]).collect();
        assert_eq!(settled(above, Vec::new()), (0, 11));
    }

    fn at_left(element: PageElement, left: f32) -> PageElement {
        let PageElement::Line(line) = element else { return element };
        PageElement::Line(Line { rect: Rect { left, right: left + 100.0, ..line.rect }, ..line })
    }

    #[test]
    fn a_figure_wider_than_any_page_keeps_the_places_of_its_words() {
        let cell = |at: usize| GridCell {
            rect: Rect { left: 50.0 * at as f32, top: 10.0, right: 50.0 + 50.0 * at as f32, bottom: 80.0 },
            ..GridCell::default()
        };
        let row = |cells: usize| {
            let rect = Rect { left: 0.0, top: 10.0, right: 50.0 * cells as f32, bottom: 80.0 };
            let grid = Grid { rect, cells: (0..cells).map(cell).collect(), ..Grid::default() };
            vec![Region::Single(vec![line(85.0, "Time"), PageElement::Table(grid)])]
        };
        let banner = Size { width: 600.0, height: 100.0 };
        assert!(is_banner(&row(12), &[], banner));
        assert!(!is_banner(&row(12), &[], Size { width: 600.0, height: 400.0 }), "a slide");
        assert!(!is_banner(&row(5), &[], banner), "a form of few cells");
    }
}
