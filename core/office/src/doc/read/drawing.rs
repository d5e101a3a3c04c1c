//! Floating shapes: text boxes and pictures at places of their own ([MS-DOC], 2.9.253, Spa, and 2.8.22, Plcfspa).

use std::collections::BTreeMap;

use super::art::{self, Properties, Shape};
use super::fib::{Part, Table};
use super::look;
use super::picture::{self, Taken};
use super::plex::Plex;
use super::words::Piece;
use super::{Reader, Source};
use transvase_base::error::Result;
use transvase_base::le;
use transvase_base::units::{Rect, Size};
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::flow::{
    Block, Border, Borders, Color, Edges, Frame, Inline, InlineImage, Origin, Placement, Wrap,
};

/// Bytes of the record of an anchor (Spa).
const ANCHOR: usize = 26;
/// Bytes of the record of a box (FTXBXS).
const BOX: usize = 22;
/// Where the number of its shape lies in it (`lid`).
const BOX_SHAPE: usize = 14;
/// Farthest place in points: 22 inches, the longest side of a page in Word.
const FARTHEST: f32 = 1_584.0;
/// English metric units of a point.
const EMU: f32 = 12_700.0;
/// Room at the sides of the text of a box where nothing is said, in points: across, and along ([MS-ODRAW], 2.3.21).
const ROOM: (f32, f32) = (7.2, 3.6);

/// The shapes of a document, and where they stand.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    /// Anchors by their places in the text.
    anchors: BTreeMap<u32, Anchor>,
    /// Texts of boxes by the numbers of their shapes.
    boxes: BTreeMap<u32, (u32, u32)>,
    /// The shapes by the number of what they are anchored with: their own, or that of their outermost group.
    shapes: BTreeMap<u32, Vec<Shape>>,
}

/// Where a shape stands. Lengths are twips.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Anchor {
    shape: u32,
    rect: [i32; 4],
    flags: u16,
}

/// What a place counts from, on one axis.
#[derive(Debug, Clone, Copy, PartialEq)]
enum From {
    Margin,
    Page,
    Text,
}

/// Where a shape is put, and what text does about it.
#[derive(Debug, Clone, Copy)]
struct Spot {
    rect: Rect,
    origin: Origin,
    wrap: Wrap,
}

impl Source<'_> {
    /// The shapes, and the places of the pictures of their store in the stream of tables.
    pub(super) fn shapes(&self) -> (Shapes, Vec<std::ops::Range<usize>>) {
        let mut shapes = Shapes::default();
        for (table, part) in [(Table::Anchors, Part::Main), (Table::HeaderAnchors, Part::Headers)] {
            let (begin, _) = self.fib.range(part);
            for (at, _, record) in Plex::new(self.table(table), ANCHOR).iter() {
                shapes.anchors.insert(begin.saturating_add(at), Anchor::read(record));
            }
        }
        for (table, part) in [(Table::BoxTexts, Part::Boxes), (Table::HeaderBoxTexts, Part::HeaderBoxes)] {
            let ranges = self.ranges(table, part, BOX);
            for ((_, _, record), range) in Plex::new(self.table(table), BOX).iter().zip(ranges) {
                let shape = le::u32(record, BOX_SHAPE).filter(|shape| *shape != 0);
                shapes.boxes.extend(shape.map(|shape| (shape, range)));
            }
        }
        let (begin, _) = self.fib.place(Table::Drawings);
        let art = self.table(Table::Drawings);
        // The pictures of the store, and behind it drawings, each with a byte before it.
        let store = art::records(art).next();
        let after = store.map_or(0, |store| store.bytes.len() + 8);
        let mut rest = art.get(after..).unwrap_or_default();
        while let Some(drawing) = rest.get(1..).and_then(|rest| art::records(rest).next()) {
            let len = 9 + drawing.bytes.len();
            for shape in art::shapes(rest.get(1..len).unwrap_or_default()) {
                shapes.shapes.entry(shape.group.unwrap_or(shape.number)).or_default().push(shape);
            }
            rest = rest.get(len..).unwrap_or_default();
        }
        (shapes, store.map(|store| pictures(store.bytes, begin + 8)).unwrap_or_default())
    }
}

/// Where the pictures of the store lie, whose own records begin at `begin`.
fn pictures(bytes: &[u8], begin: usize) -> Vec<std::ops::Range<usize>> {
    let mut at = begin;
    for record in art::records(bytes) {
        let len = 8 + record.bytes.len();
        if record.kind == art::STORE {
            let mut at = at + 8;
            let range = |record: art::Record<'_>| {
                let range = at..at + 8 + record.bytes.len();
                at = range.end;
                range
            };
            return art::records(record.bytes).map(range).collect();
        }
        at += len;
    }
    Vec::new()
}

impl Anchor {
    fn read(record: &[u8]) -> Anchor {
        let side = |at: usize| le::i32(record, at).unwrap_or_default();
        Anchor {
            shape: le::u32(record, 0).unwrap_or_default(),
            rect: [side(4), side(8), side(12), side(16)],
            flags: le::u16(record, 20).unwrap_or_default(),
        }
    }

    fn wrap(self, properties: &Properties) -> Wrap {
        let is_behind = properties.flag(0x3BF, 5).unwrap_or(self.flags & 0x4000 != 0);
        match self.flags >> 5 & 0xF {
            1 => Wrap::TopAndBottom,
            3 if is_behind => Wrap::Behind,
            3 => Wrap::InFront,
            _ => Wrap::Square,
        }
    }
}

/// What the number of an axis means: in the anchor, and in a property, which has one more.
fn from(value: u32) -> From {
    match value {
        0 => From::Margin,
        1 => From::Page,
        _ => From::Text,
    }
}

impl Reader<'_> {
    /// What the shape that is anchored at a place is: text boxes, which stand behind the paragraph, and pictures.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(super) fn drawing(&mut self, at: u32) -> Result<Vec<Piece>> {
        let file = self.file;
        let Some(anchor) = file.shapes.anchors.get(&at).copied() else { return Ok(Vec::new()) };
        // A shape stands in one place.
        if !self.anchored.insert(anchor.shape) {
            return Ok(Vec::new());
        }
        let mut pieces = Vec::new();
        for shape in file.shapes.shapes.get(&anchor.shape).into_iter().flatten() {
            self.context.tick(1)?;
            pieces.extend(self.shape(shape, anchor)?);
        }
        if pieces.is_empty() {
            // A shape that the drawings do not tell of may have a text all the same.
            let shape = Shape {
                number: anchor.shape,
                group: None,
                place: [0.0, 0.0, 1.0, 1.0],
                properties: Properties::default(),
            };
            pieces.extend(self.text_box(&shape, anchor)?);
        }
        self.losses.drawings += usize::from(pieces.is_empty());
        Ok(pieces)
    }

    fn shape(&mut self, shape: &Shape, anchor: Anchor) -> Result<Option<Piece>> {
        if let Some(text) = self.text_box(shape, anchor)? {
            return Ok(Some(text));
        }
        let Some(number) = shape.properties.get(0x104) else { return Ok(None) };
        let spot = self.spot(shape, anchor);
        let size =
            Size { width: spot.rect.width().clamp(1.0, FARTHEST), height: spot.rect.height().clamp(1.0, FARTHEST) };
        let placement = Some(Placement {
            x: spot.rect.left,
            y: spot.rect.top,
            origin: spot.origin,
            wrap: spot.wrap,
            room: 9.0,
            raised: false,
        });
        let inline = match self.stored(number, size)? {
            None => return Ok(None),
            Some(Taken::Drawing(drawing)) => Inline::Drawing(transvase_model::flow::Drawing { placement, ..drawing }),
            Some(Taken::Image(media)) => Inline::Image(InlineImage {
                width: Some(size.width),
                height: Some(size.height),
                crop: picture::crop(&shape.properties),
                alt: shape.properties.alt.clone(),
                placement,
                ..InlineImage::new(media)
            }),
        };
        Ok(Some(Piece::Inline(inline, None)))
    }

    /// The text of a shape as a frame; `None` where it has none.
    fn text_box(&mut self, shape: &Shape, anchor: Anchor) -> Result<Option<Piece>> {
        let Some((begin, end)) = self.file.shapes.boxes.get(&shape.number).copied() else { return Ok(None) };
        if !self.boxes.insert(shape.number) {
            return Ok(None);
        }
        let blocks = self.story(begin, end)?;
        let has_text =
            blocks.iter().any(|block| !matches!(block, Block::Paragraph(paragraph) if paragraph.content.is_empty()));
        let spot = self.spot(shape, anchor);
        let frame = Frame {
            rect: spot.rect,
            origin: spot.origin,
            rotation: 0.0,
            wrap: spot.wrap,
            padding: padding(&shape.properties),
            background: background(&shape.properties),
            borders: borders(&shape.properties),
            blocks,
        };
        Ok(has_text.then_some(Piece::Block(Block::Frame(frame))))
    }

    /// Where a shape is put.
    fn spot(&self, shape: &Shape, anchor: Anchor) -> Spot {
        let properties = &shape.properties;
        let [left, top, right, bottom] = anchor.rect.map(|side| (side as f32 / 20.0).clamp(-FARTHEST, FARTHEST));
        let (width, height) = ((right - left).max(1.0), (bottom - top).max(1.0));
        let (page, margins) = (self.page.size, self.page.margins);
        let across = properties.get(0x390).map_or(from(u32::from(anchor.flags >> 1 & 3)), from);
        let along = properties.get(0x392).map_or(from(u32::from(anchor.flags >> 3 & 3)), from);
        // A place by words: at the left, in the middle or at the right of what it counts from.
        let measure = page.width - margins.left - margins.right;
        let room = if across == From::Page { page.width } else { measure };
        let left = match properties.get(0x38F).filter(|_| shape.group.is_none()) {
            Some(1 | 4) => 0.0,
            Some(2) => (room - width) / 2.0,
            Some(3 | 5) => room - width,
            _ => left,
        };
        let (x, y, origin) = match along {
            From::Text => (if across == From::Page { left - margins.left } else { left }, top, Origin::Paragraph),
            From::Margin | From::Page => (
                if across == From::Page { left } else { left + margins.left },
                if along == From::Page { top } else { top + margins.top },
                Origin::Page,
            ),
        };
        let [from_left, from_top, to_right, to_bottom] = shape.place;
        let rect = Rect {
            left: x + from_left * width,
            top: y + from_top * height,
            right: x + to_right.max(from_left + 0.001) * width,
            bottom: y + to_bottom.max(from_top + 0.001) * height,
        };
        Spot { rect, origin, wrap: anchor.wrap(properties) }
    }

    /// Puts the texts of boxes that nothing in the text stands for behind it.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(super) fn left_boxes(&mut self) -> Result<()> {
        let mut blocks = Vec::new();
        for (number, (begin, end)) in &self.file.shapes.boxes {
            if self.boxes.insert(*number) {
                let own = self.story(*begin, *end)?;
                blocks.extend(
                    own.into_iter()
                        .filter(|block| !matches!(block, Block::Paragraph(paragraph) if paragraph.content.is_empty())),
                );
            }
        }
        if let Some(section) = self.flow.sections.last_mut().filter(|_| !blocks.is_empty()) {
            let message = "the text of text boxes without a known position was put at the end";
            self.context.warn(Warning::new(WarningCode::StructureFlattened, message));
            section.blocks.append(&mut blocks);
        }
        Ok(())
    }
}

/// Room between the edges of a box and its text ([MS-ODRAW], 2.3.21).
fn padding(properties: &Properties) -> Edges {
    let side = |number: u16, usual: f32| {
        properties.get(number).map_or(usual, |emu| (emu.cast_signed() as f32 / EMU).clamp(0.0, 144.0))
    };
    Edges { left: side(0x81, ROOM.0), top: side(0x82, ROOM.1), right: side(0x83, ROOM.0), bottom: side(0x84, ROOM.1) }
}

/// Colour behind a box ([MS-ODRAW], 2.3.7); white is that of the paper.
fn background(properties: &Properties) -> Option<Color> {
    let is_filled = properties.flag(0x1BF, 4).unwrap_or(true);
    let color = properties.get(0x181).and_then(look::color);
    color.filter(|color| is_filled && *color != Color::WHITE)
}

/// Lines around a box ([MS-ODRAW], 2.3.8).
fn borders(properties: &Properties) -> Borders {
    if !properties.flag(0x1FF, 3).unwrap_or(true) {
        return Borders::default();
    }
    let (least, most) = Border::WIDTHS;
    let width = properties.get(0x1CB).map_or(0.75, |emu| emu.cast_signed() as f32 / EMU).clamp(least, most);
    Borders::all(Border {
        width,
        color: properties.get(0x1C0).and_then(look::color).unwrap_or(Color::BLACK),
        ..Border::default()
    })
}
