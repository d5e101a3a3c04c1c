//! Figures: charts, diagrams and logos that are drawn with lines and curves, and what is drawn
//! behind text.
//!
//! Marks that touch make a region. A region with curves or slanting lines that holds no running
//! text is a figure: its short words belong to it and leave the text. Everything else that is drawn
//! and is no table, rule, underline or fill of a paragraph keeps its place behind the text.

use super::super::caps;
use super::super::color::is_dark;
use super::super::element::{PageElement, Picture};
use super::super::sketch::{BLEED, PathAt, Sketch, paths_in};
use super::super::text::caption;
use super::super::text::line::Line;
use super::super::vector::{Marks, Ruling};
use super::background::{is_ground, spacious};
use super::curve_regions::{Tally, with_curves};
use super::flatten;
use super::float::Float;
use super::region::regions;
use super::tolerances::{
    BESIDE, FEW_LETTERS, FEW_MARKS, FIGURE_HEIGHT, FIVE_LINES, LABEL, LINE_BOX, LINES_BESIDE, LITTLE, LONG_LINE, MOST,
    MUCH, NEARLY_ALL, SAME_BASE_LINE, SEVERAL, SMALL, TYPE_AREA, WORDS,
};
use super::{lines_in, take_lines};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Em, Point, Pt, Rect};
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::flow::Origin;
use transvase_model::media::MediaId;
use transvase_model::pages::{Item, Page};

/// Least side of a figure: about a line of text high.
const MIN_SIDE: Pt = Pt(14.0);
/// Least area of a figure in square points: a few letters wide at that height.
const MIN_AREA: f32 = 700.0;
/// Letters of the words in an emblem or a gauge at most: a name or a number.
const EMBLEM: usize = 8;
/// Sides of a pie chart at the least: the words in it stand in its slices.
const PIE_SIDE: Em = Em(8.0);
/// Lines of text on a fill that is a part of lines at most: a date or a mark in a line, and the one it is broken into.
const PART_LINES: usize = 2;
/// Distance within which a line goes on beside such a fill: some spaces; the next column is further off.
const GOES_ON: Em = Em(0.8);

/// How many times as long as the other a side of a sign may be: a longer one is a button or a heading on a ground.
const OBLONG: f32 = 1.6;
/// Distance within which the text beside a sign begins: the next column is further off.
const BESIDE_SIGN: Pt = Pt(24.0);

/// What is drawn on a page.
#[derive(Debug, Default)]
pub(crate) struct Drawn {
    /// Figures that stand in the text.
    pub figures: Vec<Picture>,
    /// Drawings that stand behind it.
    pub floats: Vec<Float>,
}

/// What of a page has been understood so far.
pub(crate) struct Content<'a> {
    /// The page.
    pub page: &'a Page,
    /// Places of its tables.
    pub tables: &'a [Rect],
    /// Marks that are part of nothing else.
    pub marks: &'a mut Marks,
    /// Lines of upright text.
    pub lines: &'a mut Vec<Line>,
    /// Text at an angle.
    pub turned: &'a mut Vec<PageElement>,
    /// Images.
    pub pictures: &'a mut Vec<Picture>,
}

/// A region that is drawn.
struct Region {
    rect: Rect,
    /// Whether it stands in the text, with the words in it.
    figure: bool,
}

/// Takes the figures out of a page: their marks, words and images.
pub(crate) fn figures(content: &mut Content<'_>, context: &Context) -> Result<Drawn> {
    let found = with_curves(content.marks, (content.lines, content.pictures), content.page, context)?;
    let mut drawn: Vec<Region> = Vec::new();
    for (mut rect, made) in found {
        context.tick(content.lines.len() as u64)?;
        let figure =
            !is_frame(&rect, content) && is_figure(&rect, made, content.lines) && !is_mount(&rect, content, context)?;
        let sign = is_sign(&rect, content.lines);
        if figure && !sign {
            grow(&mut rect, content);
        }
        drawn.push(Region { rect, figure: figure || sign });
    }
    let drawn = merged(drawn);
    drawn.iter().for_each(|region| take_marks(content.marks, region));
    written(drawn, content, context)
}

/// What is still drawn and has no other meaning: `own` rules part the text, and what lies in `known` has been drawn.
pub(crate) fn ornaments(content: &mut Content<'_>, own: &[Ruling], known: &Drawn, context: &Context) -> Result<Drawn> {
    let (page, lines) = (content.page, &*content.lines);
    let grounds = spacious(&content.marks.fills, &lines[..lines.len().min(caps::MOST)]);
    let fills = content.marks.fills.iter().map(|fill| fill.rect);
    let own_text = |rect: &Rect| lines_in(rect, lines).next().is_some() && !is_part_of_line(rect, lines);
    let fills = fills.filter(|rect| is_ground(rect, page.size) || grounds.contains(rect) || !own_text(rect));
    let rules = content.marks.horizontal.iter().filter(|rule| !own.contains(rule)).map(|rule| rule.rect(true));
    let rules = rules.chain(content.marks.vertical.iter().map(|rule| rule.rect(false)));
    let rects: Vec<Rect> = fills.chain(rules).chain(content.marks.drawings.iter().copied()).collect();
    context.tick((rects.len() * lines.len().min(caps::MOST)) as u64)?;
    let known = known.figures.iter().chain(known.floats.iter().map(|float| &float.picture)).map(|picture| picture.rect);
    let taken: Vec<Rect> = content.tables.iter().copied().chain(known).collect();
    let floats = behind_text(&rects, page, &taken, context)?;
    // Text keeps its place on what is drawn behind it.
    let behind = |rect: &Rect| floats.iter().any(|float| float.picture.rect.expand(BLEED.0).holds(rect));
    content.marks.fills.retain(|fill| !grounds.contains(&fill.rect) && !behind(&fill.rect));
    Ok(Drawn { figures: Vec::new(), floats })
}

/// Whether a fill lies under a part of a line, which goes on close beside it: no paragraph can have it.
fn is_part_of_line(fill: &Rect, lines: &[Line]) -> bool {
    let lines = lines.iter().take(caps::MOST);
    let (inside, outside): (Vec<&Line>, Vec<&Line>) = lines.partition(|line| fill.contains(line.rect.center()));
    let goes_on = |line: &&Line, other: &Line| {
        let gap = (other.rect.left - fill.right).max(fill.left - other.rect.right);
        (line.baseline - other.baseline).abs() <= SAME_BASE_LINE * line.size
            && (0.0..=GOES_ON * line.size).contains(&gap)
    };
    inside.len() <= PART_LINES && inside.iter().any(|line| outside.iter().any(|other| goes_on(line, other)))
}

/// Everything that is drawn on a page, at its place.
pub(crate) fn everything(page: &Page, marks: &Marks, context: &Context) -> Result<Vec<Float>> {
    let fills = marks.fills.iter().map(|fill| fill.rect);
    let rects: Vec<Rect> = marks.drawings.iter().copied().chain(fills).chain(marks.rules()).collect();
    behind_text(&rects, page, &[], context)
}

/// What is drawn in the regions that marks make, but for what lies in `taken`.
fn behind_text(marks: &[Rect], page: &Page, taken: &[Rect], context: &Context) -> Result<Vec<Float>> {
    let found = regions(marks, page.size, context)?.rects.into_iter();
    let drawn = merged(found.map(|rect| Region { rect, figure: false }).collect());
    Ok(floats(&drawn, page, taken, context)?.into_iter().flatten().collect())
}

/// Whether a region stands in the text as a figure, with the words in it.
fn is_figure(rect: &Rect, made: Tally, lines: &[Line]) -> bool {
    if rect.width() < MIN_SIDE || rect.height() < MIN_SIDE || rect.area() < MIN_AREA {
        return false;
    }
    let (mut all, mut long, mut long_lines, mut size) = (0, 0, 0, 0.0_f32);
    for line in lines_in(rect, lines) {
        let count = line.letters();
        all += count;
        size = size.max(line.size);
        if count >= LONG_LINE {
            (long, long_lines) = (long + count, long_lines + 1);
        }
    }
    let prose = long_lines >= SEVERAL && long as f32 >= MUCH * all as f32;
    let ruled = made.seeds < made.others;
    // Boxes around numbers, and lines below them, are ornaments of the text that stands there.
    let sparse = ruled && made.covered < LITTLE * rect.area() && made.tallest < MOST * rect.height();
    let ornament = sparse || rect.height() < FIGURE_HEIGHT * size;
    let side = rect.height().min(rect.width());
    // What is drawn around a word or two is an emblem or a gauge.
    let emblem = (1..=EMBLEM).contains(&all) && side >= FIGURE_HEIGHT * size;
    let pie = (1..=FEW_LETTERS).contains(&all)
        && made.seeds >= SEVERAL
        && made.area >= MOST * rect.area()
        && side >= PIE_SIDE * size;
    !prose && (all == 0 || ((emblem || pie) && !ruled) || (made.marks() > FEW_MARKS && !ornament))
}

/// Whether a drawing is a sign, as manuals warn with: it is small, holds a word or two, and several lines of text begin
/// beside it. Where these close up below it, they run around it (`text_wrap`).
pub(super) fn is_sign(rect: &Rect, lines: &[Line]) -> bool {
    let (short, long) = (rect.width().min(rect.height()), rect.width().max(rect.height()));
    if short < LINE_BOX || long > FIVE_LINES || long > OBLONG * short {
        return false;
    }
    let (inside, outside): (Vec<&Line>, Vec<&Line>) =
        lines.iter().take(caps::MOST).partition(|line| rect.contains(line.rect.center()));
    let letters: usize = inside.iter().map(|line| line.letters()).sum();
    let begins_beside = |line: &&&Line| {
        (rect.top..=rect.bottom).contains(&line.rect.center().y)
            && (-BLEED.0..=BESIDE_SIGN.0).contains(&(line.rect.left - rect.right))
            && line.letters() >= WORDS
    };
    (1..=WORDS).contains(&letters) && outside.iter().filter(begins_beside).count() >= LINES_BESIDE
}

/// Whether a region is what is drawn around the text of a page, a table among it.
fn is_frame(rect: &Rect, content: &Content<'_>) -> bool {
    let page = content.page.size;
    rect.area() >= TYPE_AREA * page.width * page.height && content.tables.iter().any(|table| rect.holds(table))
}

/// Whether what is drawn in a region is the shadow or the frame of an image that is painted over it.
fn is_mount(rect: &Rect, content: &Content<'_>, context: &Context) -> Result<bool> {
    let shown = |picture: &&Picture| {
        picture.rect.area() >= MOST * rect.area() && rect.expand(BLEED.0).contains(picture.rect.center())
    };
    let Some(picture) = content.pictures.iter().find(shown) else { return Ok(false) };
    context.tick(content.page.items.len() as u64)?;
    let is_it = |item: &Item| matches!(item, Item::Image(image) if picture.media == Some(image.media));
    let over = content.page.items.iter().rev().take_while(|item| !is_it(item));
    let inner = rect.expand(-BLEED.0);
    let paints = |item: &Item| match item {
        Item::Path(path) => path.reach().is_some_and(|reach| reach.intersection(&inner).is_some()),
        _ => false,
    };
    Ok(!over.into_iter().any(paints))
}

/// A figure grows around the labels that stand just beside it: the numbers of its axes, and then
/// what the axes are called.
fn grow(rect: &mut Rect, content: &Content<'_>) {
    for _ in 0..2 {
        let mut grown = *rect;
        for line in content.lines.iter().take(caps::MOST).filter(|line| is_label(line, rect, content.lines)) {
            grown = grown.union(&line.rect);
        }
        for place in content.turned.iter().map(PageElement::rect) {
            let near = rect.expand(BESIDE * place.width().min(place.height()));
            let fits = place.height() <= near.height() && place.width() <= near.width();
            if fits && near.intersection(&place).is_some() {
                grown = grown.union(&place);
            }
        }
        *rect = grown;
    }
}

/// Whether a line is a label of the figure it stands beside: short, no longer than the figure, and
/// no end of a paragraph.
fn is_label(line: &Line, figure: &Rect, lines: &[Line]) -> bool {
    let near = figure.expand(BESIDE * line.size);
    let count = line.letters();
    let inside = line.rect.left >= near.left - line.rect.width() && line.rect.right <= near.right + line.rect.width();
    let inside = inside && line.rect.width() <= figure.width().max(figure.height());
    if near.intersection(&line.rect).is_none() || count > LABEL || !inside || caption::is_caption(&line.text()) {
        return false;
    }
    let above_or_below = line.rect.top > figure.bottom || line.rect.bottom < figure.top;
    let neighbour = |other: &Line| {
        let away = if line.rect.top > figure.bottom {
            other.rect.top - line.rect.bottom
        } else {
            line.rect.top - other.rect.bottom
        };
        let long = other.letters() > LABEL;
        let over = other.rect.left < line.rect.right && other.rect.right > line.rect.left;
        long && over && (-BLEED.0..line.size).contains(&away)
    };
    !above_or_below || !lines.iter().take(caps::MOST).any(neighbour)
}

/// Regions that overlap are one; figures take in what lies over them.
fn merged(mut regions: Vec<Region>) -> Vec<Region> {
    regions.truncate(caps::SOME);
    let mut done: Vec<Region> = Vec::new();
    while let Some(mut region) = regions.pop() {
        let overlaps = |other: &Region| {
            let common = other.rect.intersection(&region.rect).map_or(0.0, |common| common.area());
            common > 0.0
                && (other.figure == region.figure || common >= NEARLY_ALL * other.rect.area().min(region.rect.area()))
        };
        match done.iter().position(overlaps) {
            None => done.push(region),
            Some(at) => {
                let other = done.swap_remove(at);
                // A figure on a coloured ground is one with it only where the ground is its own; a box
                // in a figure is part of it.
                region.figure = if other.rect.area() > region.rect.area() { other.figure } else { region.figure };
                region.rect = region.rect.union(&other.rect);
                regions.push(region);
            }
        }
    }
    done.sort_by(|a, b| a.rect.top.total_cmp(&b.rect.top).then(a.rect.left.total_cmp(&b.rect.left)));
    done
}

/// The marks of a drawn region say nothing more; dark fills still tell that light text can be read.
fn take_marks(marks: &mut Marks, region: &Region) {
    let area = region.rect.expand(BLEED.0);
    marks.horizontal.retain(|rule| !area.holds(&rule.rect(true)));
    marks.vertical.retain(|rule| !area.holds(&rule.rect(false)));
    marks.drawings.retain(|rect| !area.holds(rect));
    marks.fills.retain(|fill| !area.holds(&fill.rect) || (!region.figure && is_dark(fill.color)));
}

/// The regions as sketches.
fn written(drawn: Vec<Region>, content: &mut Content<'_>, context: &Context) -> Result<Drawn> {
    let mut done = Drawn::default();
    let floats = floats(&drawn, content.page, content.tables, context)?;
    for (region, float) in drawn.into_iter().zip(floats) {
        let Some(mut float) = float else { continue };
        if region.figure {
            let cut = inhabit(&mut float.picture, content);
            if cut || flatten::is_crowded(&float.picture) {
                flatten::prepare(&mut float.picture, content.page, context)?;
            }
            if cut && let Some(sketch) = &mut float.picture.sketch {
                if !sketch.texts.is_empty() {
                    let message = "the text of a drawing with a cropped or rotated image became part of its picture";
                    context.warn(Warning::on_page(content.page.number, WarningCode::TextFlattened, message));
                }
                sketch.flatten();
            }
            flatten::engrave(&mut float.picture, content.page, context)?;
            done.figures.push(float.picture);
        } else {
            done.floats.push(float);
        }
    }
    let floats = done.floats.iter_mut().map(|float| &mut float.picture);
    flatten::spend(done.figures.iter_mut().chain(floats), flatten::OF_PAGE);
    Ok(done)
}

/// The sketch of each region at its place; `None` where nothing of it is seen.
fn floats(drawn: &[Region], page: &Page, tables: &[Rect], context: &Context) -> Result<Vec<Option<Float>>> {
    let rects: Vec<Rect> = drawn.iter().map(|region| region.rect).collect();
    let paths = paths_in(page, &rects, tables, context)?;
    let float = |(rect, paths): (&Rect, Vec<PathAt<'_>>)| -> Result<Option<Float>> {
        let sketch = sketch(&paths, rect, page, context)?;
        let picture = sketch.map(|sketch| Picture::drawn(sketch, *rect));
        // What is small belongs to the text beside it, what is large to the page.
        let origin = if rect.height().max(rect.width()) <= SMALL { Origin::Paragraph } else { Origin::Page };
        Ok(picture.map(|picture| Float::behind(picture, origin)))
    };
    rects.iter().zip(paths).map(float).collect()
}

fn sketch(paths: &[PathAt<'_>], rect: &Rect, page: &Page, context: &Context) -> Result<Option<Sketch>> {
    let sketch = Sketch::of(paths, rect, context)?;
    if sketch.is_none() && !paths.is_empty() && rect.area() > MIN_AREA {
        let message = "a drawing made of lines and curves was left out";
        context.warn(Warning::on_page(page.number, WarningCode::DrawingDropped, message));
    }
    Ok(sketch)
}

/// Moves the words and images that stand in a figure into it; says whether an image among them is cut
/// or turned, which a group of shapes does not show everywhere.
fn inhabit(picture: &mut Picture, content: &mut Content<'_>) -> bool {
    let rect = picture.rect;
    let Some(sketch) = &mut picture.sketch else { return false };
    let within = |place: Point| rect.contains(place);
    let mut inside = take_lines(&rect, content.lines);
    // The lines under and through them are among its outlines.
    for word in inside.iter_mut().flat_map(|line| &mut line.words) {
        (word.style.underline, word.style.strike) = (false, false);
    }
    sketch.hold(inside);
    let mut rest = Vec::new();
    for element in content.turned.drain(..) {
        match element {
            PageElement::Turned(lines, place, angle) if within(place.center()) => {
                sketch.texts.push((lines, angle, place));
            }
            element => rest.push(element),
        }
    }
    *content.turned = rest;
    let mut cut = false;
    let page = content.page;
    content.pictures.retain(|picture| {
        let inside = within(picture.rect.center());
        if inside {
            match picture.media.filter(|_| picture.is_plain()) {
                Some(media) => sketch.mount(media, picture.rect, painted_at(page, media, &picture.rect)),
                None => cut = true,
            }
        }
        !inside
    });
    cut
}

/// Index of the item of a page that an image at a place is; 0 where it is none.
fn painted_at(page: &Page, media: MediaId, rect: &Rect) -> usize {
    let middle = Point { x: 0.5, y: 0.5 };
    let is_it = |item: &Item| match item {
        Item::Image(image) => image.media == media && rect.contains(image.transform.apply(middle)),
        _ => false,
    };
    page.items.iter().position(is_it).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_between_small_boxes_are_text() {
        let line =
            Line { rect: Rect { left: 20.0, top: 20.0, right: 90.0, bottom: 30.0 }, size: 10.0, ..Line::default() };
        let word = super::super::super::text::word::Word { text: "judge".into(), ..Default::default() };
        let lines = [Line { words: vec![word], ..line }];
        let region = Rect { left: 0.0, top: 0.0, right: 300.0, bottom: 60.0 };
        let boxes = Tally { seeds: 4, others: 20, covered: 900.0, tallest: 14.0, ..Tally::default() };
        assert!(!is_figure(&region, boxes, &lines));
        let chart = Tally { covered: 18_000.0, tallest: 60.0, ..boxes };
        assert!(is_figure(&region, chart, &lines));
        let band = Rect { bottom: 30.0, ..region };
        assert!(!is_figure(&band, chart, &lines), "no higher than its words");
    }

    fn words(text: &str, rect: Rect, size: f32) -> Line {
        let word = super::super::super::text::word::Word { text: text.into(), ..Default::default() };
        Line { rect, size, words: vec![word], ..Line::default() }
    }

    #[test]
    fn a_pie_of_few_slices_is_a_figure() {
        let lines = [words("32 % 17 % 21 %", Rect { left: 40.0, top: 40.0, right: 60.0, bottom: 50.0 }, 8.0)];
        let region = Rect { left: 0.0, top: 0.0, right: 100.0, bottom: 100.0 };
        let pie = Tally { seeds: 4, area: 9_000.0, covered: 9_000.0, tallest: 60.0, ..Tally::default() };
        assert!(is_figure(&region, pie, &lines));
        assert!(!is_figure(&region, Tally { seeds: 2, ..pie }, &lines), "a badge");
        let small = Rect { bottom: 60.0, ..region };
        assert!(!is_figure(&small, pie, &lines), "no larger than some words");
    }

    #[test]
    fn a_label_is_no_longer_than_its_figure() {
        let logo = Rect { left: 30.0, top: 30.0, right: 160.0, bottom: 90.0 };
        let below = |right: f32, size: f32| {
            words("Short words", Rect { left: 30.0, top: 96.0, right, bottom: 96.0 + size }, size)
        };
        assert!(is_label(&below(100.0, 10.0), &logo, &[]));
        assert!(!is_label(&below(280.0, 50.0), &logo, &[]), "a title");
    }

    #[test]
    fn a_shade_under_a_part_of_a_line_is_no_ground_of_a_paragraph() {
        let line = |left: f32, right: f32, baseline: f32| Line {
            rect: Rect { left, top: baseline - 8.0, right, bottom: baseline + 2.0 },
            baseline,
            size: 10.0,
            ..Line::default()
        };
        let fill = Rect { left: 60.0, top: 60.0, right: 200.0, bottom: 105.0 };
        let date = line(120.0, 190.0, 90.0);
        assert!(is_part_of_line(&fill, &[date.clone(), line(206.0, 400.0, 90.0)]));
        assert!(!is_part_of_line(&fill, &[date.clone(), line(220.0, 400.0, 90.0)]), "another column");
        assert!(!is_part_of_line(&fill, &[date, line(206.0, 400.0, 84.0)]), "another line");
    }

    fn line_at(text: &str, left: f32, top: f32) -> Line {
        let rect = Rect { left, top, right: left + 5.0 * text.len() as f32, bottom: top + 10.0 };
        Line {
            words: vec![super::super::super::text::word::Word { text: text.into(), rect, ..Default::default() }],
            rect,
            ..Line::default()
        }
    }

    #[test]
    fn a_word_in_a_drawing_beside_lines_is_a_sign() {
        let sign = Rect { left: 50.0, top: 100.0, right: 82.0, bottom: 132.0 };
        let text = "If you are filing your tax return";
        let beside = |left: f32, word: &str| {
            let lines = [line_at(word, 55.0, 110.0), line_at(text, left, 101.0), line_at(text, left, 113.0)];
            is_sign(&sign, &lines)
        };
        assert!(beside(88.0, "TIP"));
        assert!(!beside(120.0, "TIP"), "text of another column");
        assert!(!beside(88.0, ""), "a drawing without words");
        assert!(!is_sign(&sign, &[line_at("TIP", 55.0, 110.0), line_at(text, 88.0, 101.0)]), "a single line");
        let button = Rect { bottom: 118.0, ..sign };
        assert!(!is_sign(
            &button,
            &[line_at("TIP", 55.0, 103.0), line_at(text, 88.0, 98.0), line_at(text, 88.0, 106.0)]
        ));
    }
}
