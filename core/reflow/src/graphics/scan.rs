//! Pictures within a scan: what it shows beside its recognised text, such as engravings, photographs and logos.
//!
//! The text stands in the document as text, and the picture of the page is left out. Ink that lies under no
//! text is looked for on it, square by square; where much of it lies together, that part is kept as a picture.

use super::super::caps;
use super::super::element::Picture;
use super::ocr_layer::{self, Words};
use super::picture::crop;
use super::region::regions;
use super::tolerances::{FILLED, LEAST, LITTLE, MOST, RECOGNISED, SHADOW, SMALL};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Pt, Rect, Size};
use transvase_codec::held;
use transvase_model::media::Media;
use transvase_model::raster::Frame;

/// Side of the squares that a scan is looked at by: about half a line of print.
const SQUARE: Pt = Pt(4.0);
/// Samples along one side of a square at most: more tell no more about how much of it is ink.
const SAMPLES: f32 = 6.0;
/// Brightness below which a sample is ink: half of the way from black to white.
const INK: u32 = 128;
/// Share of the samples of a square that are ink from which on it is inked: a thin stroke through it is.
const INKED: f32 = 0.1;
/// Least side of a picture: a smaller one is a stamp, a blot or a line that was not recognised.
const MIN_SIDE: Pt = Pt(45.0);
/// Share of the squares of a picture that are inked at the least: engravings leave most of the paper white.
const DENSE: f32 = 0.15;
/// Least height and width of what a pen has written.
const WRITTEN: (Pt, Pt) = (Pt(10.0), Pt(24.0));
/// How many squares a pen inks on the average where it passes: one or two are a rule's, even on a slanting scan.
const STROKES: f32 = 2.0;

/// The pictures on a scan that fills a page with these texts; `None` where most of the scan lies under no text, and is
/// no picture: what was recognised is little of it, or stands elsewhere.
///
/// # Errors
/// `TimedOut`, `Cancelled`, or a limit.
pub(crate) fn pictures(
    scan: &Picture,
    media: &Media,
    texts: &[Words<'_>],
    page: Size,
    context: &Context,
) -> Result<Option<Vec<Picture>>> {
    let Some(frame) = decoded(media, context)?.filter(|_| scan.rotation == 0.0) else { return Ok(Some(Vec::new())) };
    let whole = uncut(scan);
    let mut grid = Grid::new(whole, &frame, context)?;
    for text in texts {
        grid.clear(&text.rect.expand(RECOGNISED.0), context)?;
    }
    let inked = grid.inked();
    let found = regions(&inked, page, context)?;
    let mut counts = vec![0_u16; found.rects.len()];
    for home in found.of.iter().flatten() {
        if let Some(count) = counts.get_mut(*home) {
            *count = count.saturating_add(1);
        }
    }
    let is_dense = |rect: &Rect, count: u16| f32::from(count) * grid.side * grid.side >= DENSE * rect.area();
    // Lines at the edges of the scan are its shadow.
    let is_clear = |rect: &Rect| whole.expand(-SHADOW.0).holds(rect);
    let short = |rect: &Rect| rect.width().min(rect.height());
    // A chart is lines, and less ink than a picture.
    let is_chart = |rect: &Rect, count: u16| {
        let drawn = f32::from(count) * grid.side >= rect.width() + rect.height() && short(rect) >= SMALL;
        drawn && is_clear(rect) && shows_its_text(rect, texts)
    };
    let is_written = |rect: &Rect, count: u16| {
        let long = rect.width().max(rect.height());
        let crossed = f32::from(count) * grid.side >= STROKES * long;
        is_clear(rect) && short(rect) >= WRITTEN.0 && long >= WRITTEN.1 && crossed
    };
    let wide = found.rects.iter().filter(|rect| short(rect) >= SMALL).count();
    context.tick((texts.len() * wide) as u64 / 16)?;
    let is_picture = |rect: &Rect, count: u16| {
        short(rect) >= MIN_SIDE && (is_dense(rect, count) || is_chart(rect, count)) || is_written(rect, count)
    };
    let pictures = found.rects.iter().zip(counts).filter(|(rect, count)| is_picture(rect, *count)).take(caps::FEW);
    let pictures = merged(pictures.filter_map(|(rect, _)| rect.intersection(&scan.rect)).collect());
    let area: f32 = pictures.iter().map(Rect::area).sum();
    let part = |rect: Rect| {
        let alt = labels(&rect, texts, context)?;
        Ok(Picture { crop: crop(&whole, &rect), rect, alt, ..scan.clone() })
    };
    let most = if pictures.iter().all(|rect| shows_its_text(rect, texts)) { FILLED } else { MOST };
    (area <= most * scan.rect.area()).then(|| pictures.into_iter().map(part).collect()).transpose()
}

/// Parts that lie over one another as one: the labels of a chart part its lines.
fn merged(parts: Vec<Rect>) -> Vec<Rect> {
    let mut done: Vec<Rect> = Vec::new();
    for mut part in parts {
        while let Some(at) = done.iter().position(|other| other.intersection(&part).is_some()) {
            part = part.union(&done.swap_remove(at));
        }
        done.push(part);
    }
    done
}

/// Whether the text on a part of a scan is that of labels, as charts have them; tables have more.
pub(super) fn shows_its_text(part: &Rect, texts: &[Words<'_>]) -> bool {
    let covered = texts.iter().filter_map(|text| text.rect.intersection(part)).map(|common| common.area());
    covered.sum::<f32>() <= LITTLE * part.area()
}

/// What is written on a part of a scan.
fn labels(part: &Rect, texts: &[Words<'_>], context: &Context) -> Result<Option<String>> {
    let inside = texts.iter().filter(|text| part.contains(text.rect.center()));
    let words: Vec<Words> = inside.copied().collect();
    let has_labels = !words.is_empty() && shows_its_text(part, texts);
    has_labels.then(|| ocr_layer::joined(&words, context)).transpose()
}

/// Where all of a picture would be seen.
fn uncut(picture: &Picture) -> Rect {
    let (rect, crop) = (picture.rect, picture.crop);
    let width = rect.width() / (1.0 - crop.left - crop.right).max(LEAST);
    let height = rect.height() / (1.0 - crop.top - crop.bottom).max(LEAST);
    let (left, top) = (rect.left - crop.left * width, rect.top - crop.top * height);
    Rect { left, top, right: left + width, bottom: top + height }
}

/// The samples of an image; `None` where it cannot be read.
fn decoded(media: &Media, context: &Context) -> Result<Option<Frame>> {
    context.checkpoint()?;
    match held::raster(media, context).and_then(|mut raster| raster.frames.next(context)) {
        Ok(frame) => Ok(frame.filter(|frame| !frame.format.is_deep() && frame.width_px > 0)),
        Err(error) if error.ends_conversion() => Err(error),
        Err(_) => Ok(None),
    }
}

/// The squares of a scan, and which of them are inked.
struct Grid {
    rect: Rect,
    side: f32,
    columns: usize,
    rows: usize,
    inked: Vec<bool>,
}

impl Grid {
    fn new(rect: Rect, frame: &Frame, context: &Context) -> Result<Grid> {
        let side = SQUARE.0.max(rect.width().max(rect.height()) / caps::SOME as f32);
        let count = |length: f32| ((length / side).ceil() as usize).clamp(1, caps::SOME);
        let (columns, rows) = (count(rect.width()), count(rect.height()));
        let mut grid = Grid { rect, side, columns, rows, inked: vec![false; columns * rows] };
        for at in 0..columns * rows {
            context.tick(1)?;
            let place = grid.square(at);
            let dark = darkness(&place, &rect, frame);
            if let Some(inked) = grid.inked.get_mut(at) {
                *inked = dark >= INKED;
            }
        }
        Ok(grid)
    }

    fn square(&self, at: usize) -> Rect {
        let (column, row) = (at % self.columns, at / self.columns);
        let (left, top) = (self.rect.left + column as f32 * self.side, self.rect.top + row as f32 * self.side);
        Rect { left, top, right: left + self.side, bottom: top + self.side }
    }

    /// Takes the ink under a text away.
    fn clear(&mut self, text: &Rect, context: &Context) -> Result<()> {
        let Some(text) = text.intersection(&self.rect) else { return Ok(()) };
        let at = |from: f32, to: f32, most: usize| (((to - from) / self.side).max(0.0) as usize).min(most - 1);
        let columns = at(self.rect.left, text.left, self.columns)..=at(self.rect.left, text.right, self.columns);
        let rows = at(self.rect.top, text.top, self.rows)..=at(self.rect.top, text.bottom, self.rows);
        for row in rows {
            context.tick(1)?;
            let from = row * self.columns;
            let squares = self.inked.get_mut(from + columns.start()..=from + columns.end());
            squares.unwrap_or_default().fill(false);
        }
        Ok(())
    }

    fn inked(&self) -> Vec<Rect> {
        let inked = self.inked.iter().enumerate().filter(|(_, inked)| **inked);
        inked.map(|(at, _)| self.square(at)).collect()
    }
}

/// Share of the samples of a square that are ink.
fn darkness(square: &Rect, scan: &Rect, frame: &Frame) -> f32 {
    let (width, height) = (frame.width_px as f32, frame.height_px as f32);
    let column = |x: f32| ((x - scan.left) / scan.width().max(LEAST) * width).clamp(0.0, width - 1.0);
    let row = |y: f32| ((y - scan.top) / scan.height().max(LEAST) * height).clamp(0.0, height - 1.0);
    let step = |from: f32, to: f32| ((to - from) / SAMPLES).max(1.0);
    let (left, right, top, bottom) = (column(square.left), column(square.right), row(square.top), row(square.bottom));
    let (across, down) = (step(left, right), step(top, bottom));
    let (mut dark, mut all) = (0_u16, 0_u16);
    for y in 0..SAMPLES as u16 {
        for x in 0..SAMPLES as u16 {
            let (x, y) = (left + (f32::from(x) + 0.5) * across, top + (f32::from(y) + 0.5) * down);
            if x < right && y < bottom {
                all += 1;
                dark += u16::from(brightness(frame, x as usize, y as usize) < INK);
            }
        }
    }
    f32::from(dark) / f32::from(all.max(1))
}

/// From 0, black, to 255; what lets through is as white as the paper.
fn brightness(frame: &Frame, x: usize, y: usize) -> u32 {
    let bytes = frame.format.bytes_per_pixel();
    let at = (y * frame.width_px as usize + x) * bytes;
    match frame.samples.get(at..at + bytes) {
        Some([v] | [v, 255]) => u32::from(*v),
        Some([r, g, b] | [r, g, b, 255]) => (u32::from(*r) + 2 * u32::from(*g) + u32::from(*b)) / 4,
        Some([_, a] | [_, _, _, a]) if *a >= 128 => 0,
        _ => 255,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::word::Word;
    use transvase_model::media::{MediaId, MediaKind};

    /// What is found on a scan of 200 x 200 points, at one pixel a point, with a text at a place on it.
    fn found(ink: impl Fn(u32, u32) -> bool, text: Rect) -> Option<Vec<Picture>> {
        let image = image::GrayImage::from_fn(200, 200, |x, y| image::Luma([if ink(x, y) { 0 } else { 255 }]));
        let mut bytes = std::io::Cursor::new(Vec::new());
        image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        let bytes = bytes.into_inner().into();
        let media = Media { bytes, kind: MediaKind::Png, width_px: 200, height_px: 200 };
        let id: MediaId = transvase_model::media::MediaStore::default().add(media.clone());
        let page = Size { width: 200.0, height: 200.0 };
        let word = Word { text: "print".into(), ..Word::default() };
        let text = Words { word: &word, rect: text };
        pictures(&Picture::image(id, SCAN), &media, &[text], page, &Context::default()).unwrap()
    }

    const SCAN: Rect = Rect { left: 0.0, top: 0.0, right: 200.0, bottom: 200.0 };
    const PRINT: Rect = Rect { left: 20.0, top: 149.0, right: 180.0, bottom: 161.0 };

    /// A line of print where [`PRINT`] says there is text.
    fn print(x: u32, y: u32) -> bool {
        (20..180).contains(&x) && (150..160).contains(&y) && x.is_multiple_of(2)
    }

    #[test]
    fn ink_under_no_text_is_a_picture() {
        let block = |x: u32, y: u32| (20..100).contains(&x) && (30..130).contains(&y);
        let found = found(|x, y| block(x, y) || print(x, y), PRINT).unwrap();
        let [picture] = &found[..] else { panic!("{found:?}") };
        // Whole squares around the block.
        assert_eq!(picture.rect, Rect { left: 20.0, top: 28.0, right: 100.0, bottom: 132.0 });
        assert_eq!(picture.crop, crop(&SCAN, &picture.rect));
    }

    #[test]
    fn what_a_pen_has_written_is_a_picture_and_a_rule_is_none() {
        // A stroke up and down, 20 points high, once in 10 points.
        let pen = |x: u32, y: u32| {
            (40..160).contains(&x) && (60..80).contains(&y) && (4 * (x % 10)).abs_diff(2 * (y - 60)) <= 3
        };
        let rule = |x: u32, y: u32| (20..180).contains(&x) && (y == 110 + x / 16 || y == 111 + x / 16);
        let found = found(|x, y| pen(x, y) || rule(x, y) || print(x, y), PRINT).unwrap();
        let [picture] = &found[..] else { panic!("{found:?}") };
        assert_eq!(picture.rect, Rect { left: 40.0, top: 60.0, right: 160.0, bottom: 80.0 });
    }

    #[test]
    fn a_scan_whose_print_stands_elsewhere_is_told() {
        let lines = |x: u32, y: u32| (4..196).contains(&x) && (4..196).contains(&y) && y % 8 < 6;
        assert_eq!(found(lines, PRINT).map(|found| found.len()), None);
    }
}
