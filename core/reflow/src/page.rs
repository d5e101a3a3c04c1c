//! Page analysis: from painted items to elements, and from elements to regions in reading order.
//!
//! The first half ([`analyse`]) knows nothing of other pages, so that pages can be read side by
//! side. Between the halves the document as a whole takes away what belongs to no single page:
//! running text and notes. The second half ([`arrange`]) puts what is left into order.

use std::collections::{BTreeMap, BTreeSet};

use super::areas;
use super::blank_lines;
use super::bullet;
use super::caps;
use super::check_box;
use super::element::{Grid, GridCell, PageElement, Picture};
use super::fixed_layout;
use super::form_fields;
use super::formula;
use super::graphics::background;
use super::graphics::figure::{self, Content, Drawn};
use super::graphics::float::{self, Float};
use super::graphics::ocr_layer::{self, Words};
use super::graphics::picture::{self, Images};
use super::links::LinkAreas;
use super::reading_order::{self, Region};
use super::table;
use super::text::line::{self, Line};
use super::text::word::{self, Direction, Word};
use super::text::{highlight, underline};
use super::text_wrap;
use super::vector::{self, FilledRect, Marks, Ruling};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Em, Point, Pt, Rect, Size};
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_markup::canvas::Scene;
use transvase_model::flow::Unseen;
use transvase_model::pages::Pages;

/// Shortest rule that stands on its own: shorter ones are dashes and fraction bars.
const MIN_RULE: Pt = Pt(40.0);
/// Distance from an edge or from the end of a rule within which things touch it: rules are drawn a little short or long.
const TOUCHING: Pt = Pt(3.0);
/// Rules on their own beyond which they are a drawing.
const MAX_OWN_RULES: usize = 16;
/// Difference of the sizes of lines of one turned text: what is written askew is measured less exactly.
const SAME_SIZE: Em = Em(0.2);

/// What stands on a page, not yet in order.
#[derive(Debug, Default)]
pub(super) struct PageElements {
    /// Size of the page.
    pub size: Size,
    /// What stands upright.
    pub elements: Vec<PageElement>,
    /// Text at an angle.
    pub turned: Vec<PageElement>,
    /// Shaded areas that belong to no table.
    pub fills: Vec<FilledRect>,
    /// Pictures and drawings out of the flow.
    pub floats: Vec<Float>,
}

impl PageElements {
    /// The lines of all text.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.elements.iter().chain(&self.turned).flat_map(PageElement::lines)
    }
}

/// A page understood.
#[derive(Debug)]
pub(super) struct PageLayout {
    /// Size of the page.
    pub size: Size,
    /// Its parts in reading order.
    pub regions: Vec<Region>,
    /// Shaded areas that belong to no table.
    pub fills: Vec<FilledRect>,
    /// Pictures and drawings out of the flow.
    pub floats: Vec<Float>,
    /// Lower edge of the notes at its foot; 0 without any.
    pub foot: f32,
}

/// What stands on a page, before anything is made of it.
pub(super) struct Seen {
    /// Rules, fills and outlines, without the lines under and through text.
    pub marks: Marks,
    /// Upright text.
    pub upright: Vec<Word>,
    /// Text at an angle, by its angle.
    pub by_angle: BTreeMap<i16, Vec<Word>>,
    /// Images.
    pub pictures: Vec<Picture>,
    /// Areas of links.
    pub areas: LinkAreas,
    /// Parts of a scan, which the text runs beside.
    pub parts: Vec<Picture>,
}

/// Looks at one page; `links` links of the document stand on the pages before it. Formulas and boxes to tick are
/// looked for where its text `flows`.
pub(super) fn see(scene: Scene<'_>, links: usize, flows: bool, context: &Context) -> Result<Seen> {
    let Scene { page, fonts, .. } = scene;
    let areas = LinkAreas::of(areas::of(page), page.links.len(), links);
    let mut found = word::words(page, fonts, &areas, context)?;
    if found.unmapped > 0 {
        let message = counted(
            found.unmapped,
            "[character|characters] cannot be read as text: the file does not say which [letter it is|letters they are]",
        );
        context.warn(Warning::on_page(page.number, WarningCode::TextUnmapped, message));
    }
    let by_angle = || found.by_angle.iter().flat_map(|(angle, texts)| texts.iter().map(|text| (*angle, text)));
    let texts: Vec<Words> = by_angle().map(|(angle, text)| Words::of(text, angle)).collect();
    let (mut marks, images) = if ocr_layer::is_handwriting(page, context)? {
        (Marks::default(), picture::whole(page, &texts, context)?)
    } else {
        (vector::marks(page, context)?, picture::pictures(scene, &texts, context)?)
    };
    let Images { whole: mut pictures, parts, shown } = images;
    found.by_angle.iter_mut().for_each(|(angle, texts)| ocr_layer::take_shown(texts, *angle, &shown));
    pictures.iter_mut().for_each(|picture| link(picture, &areas));
    let mut upright = found.by_angle.remove(&0).unwrap_or_default();
    form_fields::settle_values(page, links, &mut upright);
    areas::fill(page, links, &mut upright, context);
    if flows {
        form_fields::seat(page, links, &mut upright);
        check_box::check_boxes(&mut marks, &mut upright);
        formula::take(&mut marks, &mut upright, context)?;
    } else {
        marks.rule_squares();
    }
    underline::underline(&mut marks, &mut upright);
    if flows {
        blank_lines::fill_in(&mut marks, &mut upright);
    }
    highlight::highlight(&mut marks, &mut upright);
    Ok(Seen { marks, upright, by_angle: found.by_angle, pictures, areas, parts })
}

/// Reads one page; `links` links of the document stand on the pages before it.
pub(super) fn analyse(
    scene: Scene<'_>,
    links: usize,
    tables: Option<&table::Tagged>,
    context: &Context,
) -> Result<PageElements> {
    let Seen { mut marks, mut upright, by_angle, mut pictures, areas, parts } = see(scene, links, true, context)?;
    let page = scene.page;
    let linked = upright.iter().chain(by_angle.values().flatten()).filter_map(|word| word.link);
    let mut linked: BTreeSet<usize> = linked.chain(pictures.iter().filter_map(|picture| picture.link)).collect();
    bullet::bullets(&mut marks, &mut upright);
    let mut grids = table::ruled(page.size, &mut marks, &mut upright, &mut pictures, context)?;
    table::take_labels(&mut grids, &mut upright, context)?;
    highlight::reversed(&mut marks, &mut upright);
    let tagged = match tables {
        Some(tables) => tables.take(&grids, &mut upright, &mut marks.horizontal, context)?,
        None => Vec::new(),
    };
    let mut turned = Vec::new();
    for (angle, words) in by_angle {
        turned.extend(turned_elements(angle, words, context)?);
    }
    let mut elements = Vec::new();
    let tables: Vec<Rect> = grids.iter().chain(&tagged).map(|grid| grid.rect).collect();
    elements.extend(tagged.into_iter().map(PageElement::Table));
    for mut grid in grids {
        fill_cells(&mut grid, &mut turned, context)?;
        elements.push(PageElement::Table(table::divided(grid)));
    }
    let mut lines = line::segments(upright, context)?;
    let (marks, lines, turned, pictures) = (&mut marks, &mut lines, &mut turned, &mut pictures);
    let mut content = Content { page, tables: &tables, marks, lines, turned, pictures };
    let drawn = figure::figures(&mut content, context)?;
    let own = own_rules(content.marks);
    let rest = figure::ornaments(&mut content, &own, &drawn, context)?;
    let Drawn { figures, floats } = drawn;
    let behind = picture::behind(&mut content);
    let Content { marks, lines, turned, pictures, .. } = content;
    elements.extend(std::mem::take(lines).into_iter().map(PageElement::Line));
    elements.extend(std::mem::take(pictures).into_iter().chain(figures).map(PageElement::Picture));
    elements.extend(own.into_iter().map(PageElement::Rule));
    let mut floats: Vec<Float> = behind.into_iter().chain(floats).chain(rest.floats).collect();
    linked.extend(link_pictures(&areas, &mut elements, &mut floats));
    areas.warn(page, &linked, context);
    layer(&mut elements, &mut floats, parts, page.size);
    background::mark(elements.iter_mut().flat_map(PageElement::lines_mut), &floats, context)?;
    let fills = background::without(std::mem::take(&mut marks.fills), page.size);
    let fills = background::with_whites(fills, std::mem::take(&mut marks.whites));
    let turned = std::mem::take(turned);
    Ok(PageElements { size: page.size, elements, turned, fills, floats })
}

/// Gives a picture that lies in the area of a link the link.
fn link(picture: &mut Picture, areas: &LinkAreas) {
    picture.link = picture.link.or_else(|| areas.around(&picture.rect));
}

/// Gives pictures and drawings the links they are; returns those.
fn link_pictures(areas: &LinkAreas, elements: &mut [PageElement], floats: &mut [Float]) -> Vec<usize> {
    let drawn = elements.iter_mut().filter_map(PageElement::picture_mut);
    let all = drawn.chain(floats.iter_mut().map(|float| &mut float.picture));
    let linked = all.map(|picture| {
        link(picture, areas);
        picture.link
    });
    linked.flatten().collect()
}

/// Puts what stands out of the flow into its order, with the parts of a scan and what keeps its place on the page.
fn layer(elements: &mut Vec<PageElement>, floats: &mut Vec<Float>, parts: Vec<Picture>, size: Size) {
    float::fix(elements, floats, size);
    // What is larger lies behind: grounds under pictures, pictures under their marks.
    floats.sort_by(|a, b| b.picture.rect.area().total_cmp(&a.picture.rect.area()));
    floats.extend(parts.into_iter().map(float::beside));
}

/// Puts what stands on a page into reading order.
pub(super) fn arrange(page: PageElements, context: &Context) -> Result<PageLayout> {
    let PageElements { size, mut elements, turned, mut fills, mut floats } = page;
    text_wrap::sign(&mut elements, &floats);
    let elements = few_rules(table::between_rules(elements, &fills, context)?);
    let regions = text_wrap::part(reading_order::order(elements, 0, context)?, &mut floats);
    let regions = table::widen(regions, &fills, context)?;
    let mut regions = fixed_layout::settle(regions, &mut floats, &mut fills, size, context)?;
    regions = with_turned(regions, turned);
    Ok(PageLayout { size, regions, fills, floats, foot: 0.0 })
}

/// Adds turned text, which keeps its place on the page, to the first part of it. A part of its own below columns would
/// level them.
fn with_turned(mut regions: Vec<Region>, turned: Vec<PageElement>) -> Vec<Region> {
    match regions.first_mut().and_then(Region::first_single) {
        Some(elements) => elements.extend(turned),
        None if turned.is_empty() => {}
        None => regions.push(Region::Single(turned)),
    }
    regions
}

/// Text of each cell as lines, top down; turned text goes into the cell it stands in, but for what is written across.
fn fill_cells(grid: &mut Grid, turned: &mut Vec<PageElement>, context: &Context) -> Result<()> {
    for cell in &mut grid.cells {
        context.tick(1)?;
        cell.lines = line::segments(std::mem::take(&mut cell.words), context)?;
        for mut inner in std::mem::take(&mut cell.tables) {
            fill_cells(&mut inner, turned, context)?;
            cell.tables.push(table::divided(inner));
        }
        table::widen_inner(cell, context)?;
    }
    let mut rest = Vec::new();
    for element in turned.drain(..) {
        let middle = element.rect().center();
        let home = grid.cells.iter_mut().filter(|_| grid.rect.contains(middle)).find(|cell| cell.rect.contains(middle));
        let home = home.filter(|cell| !is_across(&element, cell));
        match (home, element) {
            (Some(cell), PageElement::Turned(lines, _, angle)) if cell.takes(angle) => {
                cell.angle = angle;
                cell.turned.extend(lines);
            }
            (Some(cell), PageElement::Turned(lines, ..)) => cell.lines.extend(lines),
            (_, element) => rest.push(element),
        }
    }
    *turned = rest;
    Ok(())
}

/// Whether slanting text, such as a watermark, is written across a cell: over its edges or several of its lines.
fn is_across(element: &PageElement, cell: &GridCell) -> bool {
    let rect = element.rect();
    matches!(element, PageElement::Turned(_, _, angle) if angle % 90 != 0)
        && (!cell.rect.expand(TOUCHING.0).holds(&rect)
            || cell.lines.iter().filter(|line| rect.contains(line.rect.center())).nth(1).is_some())
}

/// Horizontal rules that part the text: no vertical rule touches them.
fn own_rules(marks: &Marks) -> Vec<Ruling> {
    let crossed = |rule: &Ruling| {
        let start = marks.vertical.partition_point(|v| v.at < rule.from - TOUCHING);
        let near = marks.vertical[start..].iter().take_while(|v| v.at <= rule.to + TOUCHING);
        near.take(caps::FEW).any(|v| (v.from - TOUCHING..=v.to + TOUCHING).contains(&rule.at))
    };
    let drawn = |rule: &Ruling| {
        let middle = Point { x: f32::midpoint(rule.from, rule.to), y: rule.at };
        marks.drawings.iter().take(caps::SOME).any(|drawing| drawing.expand(1.0).contains(middle))
    };
    let own = marks.horizontal.iter().filter(|rule| rule.length() >= MIN_RULE && !crossed(rule) && !drawn(rule));
    own.copied().take(caps::SOME).collect()
}

/// Rules that no table took; very many of them are a drawing.
fn few_rules(mut elements: Vec<PageElement>) -> Vec<PageElement> {
    let own = elements.iter().filter(|element| matches!(element, PageElement::Rule(_))).count();
    elements.retain(|element| own <= MAX_OWN_RULES || !matches!(element, PageElement::Rule(_)));
    elements
}

/// Text at an angle: its lines in the frame of its turn, blocks of them apart.
pub(super) fn turned_elements(angle: i16, words: Vec<Word>, context: &Context) -> Result<Vec<PageElement>> {
    let direction = Direction::of_angle(angle);
    let mut blocks: Vec<Vec<Line>> = Vec::new();
    for segment in line::segments(words, context)? {
        // A line of its own, with its spaces.
        let line = Line::join(vec![segment]);
        let follows = blocks.last().and_then(|block| block.last()).is_some_and(|last| {
            line.baseline - last.baseline < 2.0 * last.size
                && line.rect.left < last.rect.right
                && line.rect.right > last.rect.left
                && (line.size - last.size).abs() < SAME_SIZE * last.size
        });
        match blocks.last_mut() {
            Some(block) if follows => block.push(line),
            _ => blocks.push(vec![line]),
        }
    }
    let element = |lines: Vec<Line>| {
        let rect = lines.iter().filter_map(|line| direction.rect_to_page(&line.rect)).reduce(|a, b| a.union(&b))?;
        Some(PageElement::Turned(lines, rect, angle))
    };
    Ok(blocks.into_iter().filter_map(element).collect())
}

/// The text that no item of the pages shows.
pub(super) fn take_unseen(pages: &mut Pages) -> Vec<Unseen> {
    pages.pages.iter_mut().flat_map(|page| std::mem::take(&mut page.unseen)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, left: f32, right: f32, baseline: f32, size: f32) -> Line {
        let rect = Rect { left, top: baseline - 0.8 * size, right, bottom: baseline + 0.2 * size };
        let word = Word { text: text.into(), rect, baseline, size, ..Word::default() };
        Line { rect, baseline, size, words: vec![word], ..Line::default() }
    }

    #[test]
    fn turned_text_beside_columns_is_no_part_below_them() {
        let single = |text: &str| Region::Single(vec![PageElement::Line(line(text, 50.0, 90.0, 100.0, 10.0))]);
        let column = |text: &str| reading_order::RegionColumn { left: 50.0, right: 90.0, regions: vec![single(text)] };
        let stamp = || vec![PageElement::Turned(vec![line("stamp", 0.0, 9.0, 90.0, 9.0)], Rect::default(), 270)];
        let regions = with_turned(vec![Region::Columns(vec![column("one"), column("two")])], stamp());
        assert_eq!(regions.len(), 1);
        let turned = |element: &&PageElement| matches!(element, PageElement::Turned(..));
        assert_eq!(regions[0].elements().iter().map(turned).collect::<Vec<_>>(), [false, true, false]);
        assert_eq!(with_turned(Vec::new(), stamp()).len(), 1, "a page of nothing else");
        assert!(with_turned(Vec::new(), Vec::new()).is_empty());
    }
}
