//! Images and drawings of the finished flow, and what is anchored to paragraphs.

use super::super::areas::Target;
use super::super::block::{Block, ColumnExtent, LONE_PITCH, Para};
use super::super::caps;
use super::super::element::{Picture, is_beside};
use super::super::graphics::float::Float;
use super::super::inline::Writer;
use super::super::paragraph::{AT_END, CENTERED};
use super::super::sketch::Sketch;
use super::super::text::line::{self, Line};
use super::super::text::word::Direction;
use super::tolerances::{EMPTY, LITTLE, NARROWEST, ROUNDING, SAME_PLACE, UNSEEN};
use super::{Assembler, tenths};
use transvase_base::units::{Em, Point, Pt, Rect, Size};
use transvase_model::flow::{
    self, Align, Borders, Color, Drawing, DrawnImage, Edges, Inline, InlineImage, Origin, Paragraph, ParagraphStyle,
    Placement, Run, TabAlign, TabStop, TextStyle, Wrap,
};

/// Room in points at the most that text leaves beside a picture that it runs around: an eighth of an inch, as usual.
const MOST_ROOM: f32 = 9.0;
/// Height that the box of a label has beyond its line, so that nothing of its letters is cut.
const LABEL_DEPTH: Em = Em(0.3);
/// Size of the text of a watermark at the least: larger than nearly all headings.
const WATERMARK: Pt = Pt(36.0);
/// Sum of red, green and blue of its colour at the least: text over it can be read.
const LIGHT: u32 = 330;
/// Room added at the end of the lines of a frame as a share of its width: faces run wider than those of the source.
const FRAME_ROOM: f32 = 0.08;
/// The same for a line alone: nothing runs around its frame, and its words must not go below it.
const LINE_ROOM: f32 = 0.3;
/// Points added to that, for words of a few letters.
const FRAME_MORE: f32 = 6.0;

/// Room between a picture and the lines beside it, as far as text that runs around it needs it.
fn room_beside(picture: &Rect, lines: &[Line]) -> f32 {
    let level = lines.iter().filter(|line| (picture.top..=picture.bottom).contains(&line.rect.center().y));
    let gaps = level.map(|line| (line.rect.left - picture.right).max(picture.left - line.rect.right));
    gaps.fold(MOST_ROOM, f32::min).max(0.0)
}

/// The pictures from a block on that stand side by side.
pub(super) fn row_at(blocks: &[Block], at: usize) -> Vec<&Picture> {
    let mut row: Vec<&Picture> = Vec::new();
    for block in blocks.iter().skip(at).take(caps::FEW) {
        let Block::Picture(picture) = block else { break };
        if !row.iter().all(|other| is_beside(&other.rect, &picture.rect)) {
            break;
        }
        row.push(picture);
    }
    row
}

fn space() -> Inline {
    Inline::Text(Run { text: " ".into(), style: TextStyle::default() })
}

impl Assembler<'_> {
    pub(super) fn picture(&mut self, picture: &Picture, frame: &ColumnExtent) -> flow::Block {
        let rect = picture.rect;
        let space_before = self.step(rect.top, rect.bottom);
        // Out of a cell it cannot stand; out of the text it may.
        let room = if frame.in_cell { frame.width().max(NARROWEST) } else { rect.width() };
        let scale = (room / rect.width().max(1.0)).min(1.0);
        let left = (rect.left - frame.left).max(0.0);
        let right = (frame.right - rect.right).max(0.0);
        let centered = (left - right).abs() / 2.0 <= CENTERED * frame.width() && left > SAME_PLACE;
        let at_end = !centered && right < SAME_PLACE && left > AT_END * frame.width();
        let align = if centered {
            Align::Center
        } else if at_end {
            Align::End
        } else {
            Align::Start
        };
        let out = |room: f32| if frame.in_cell { 0.0 } else { tenths(room.min(0.0)) };
        let start = if align == Align::Start { tenths(left) } else { 0.0 };
        // LibreOffice shows no drawing in a line that begins left of the page, be it by a rounded tenth.
        let on_page = rect.left.max(ROUNDING.0);
        let (indent_start, indent_end) = (start + out(on_page - frame.left), out(frame.right - rect.right));
        let align = Some(align);
        let style = ParagraphStyle { align, indent_start, indent_end, space_before, ..ParagraphStyle::default() };
        let content = vec![self.graphic(picture, scale, None)];
        let place = self.places.of_rect(self.page, &rect);
        flow::Block::Paragraph(Paragraph { style, content, place, ..Paragraph::default() })
    }

    /// Pictures side by side: one line, where spaces and tabs stand for the room between them.
    pub(super) fn pictures(&mut self, mut row: Vec<&Picture>, frame: &ColumnExtent) -> flow::Block {
        row.sort_by(|a, b| a.rect.left.total_cmp(&b.rect.left));
        let around = row.iter().map(|picture| picture.rect).reduce(|a, b| a.union(&b)).unwrap_or_default();
        let space_before = self.step(around.top, around.bottom);
        let left = (around.left - frame.left).max(0.0);
        // Out of a cell they cannot stand; out of the text they may.
        let room = if frame.in_cell { (frame.width() - left).max(NARROWEST) } else { around.width() };
        let scale = (room / around.width().max(1.0)).min(1.0);
        let indent_end = if frame.in_cell { 0.0 } else { tenths((frame.right - around.right - UNSEEN).min(0.0)) };
        let (mut content, mut tabs) = (Vec::new(), Vec::new());
        let mut end = None;
        for picture in row {
            let place = left + (picture.rect.left - around.left) * scale;
            match end.map(|end| place - end) {
                // Office programs know no stops outside of the text.
                Some(gap) if gap > LITTLE && place < frame.width() => {
                    tabs.push(TabStop { position: tenths(place), align: TabAlign::Start, leader: None });
                    content.push(Inline::Tab);
                }
                Some(gap) if gap > UNSEEN => content.push(space()),
                _ => {}
            }
            end = Some(place + picture.rect.width() * scale);
            content.push(self.graphic(picture, scale, None));
        }
        let indent_start = tenths(left);
        let align = Some(Align::Start);
        let style = ParagraphStyle { align, indent_start, indent_end, space_before, tabs, ..ParagraphStyle::default() };
        let place = self.places.of_rect(self.page, &around);
        flow::Block::Paragraph(Paragraph { style, content, place, ..Paragraph::default() })
    }

    /// Puts what hangs on a paragraph, which begins `above` its text, before the text; a tab that stands for a marker
    /// stays first.
    pub fn hang(&mut self, para: &Para, above: f32, content: &mut Vec<Inline>) {
        let placed = |float: &Float| {
            let rect = float.picture.rect;
            let (x, y) = match float.origin {
                Origin::Page => (rect.left, rect.top),
                Origin::Paragraph => (rect.left - para.frame.left, rect.top - para.top() + above),
            };
            let runs_around = float.wrap == Wrap::Square;
            let room = if runs_around { tenths(room_beside(&rect, &para.lines)) } else { 0.0 };
            Placement { x: tenths(x), y: tenths(y), origin: float.origin, wrap: float.wrap, room, raised: float.raised }
        };
        let floats = para.floats.iter().map(|float| self.graphic(&float.picture, 1.0, Some(placed(float))));
        let floats: Vec<Inline> = floats.collect();
        let at = usize::from(matches!(content.first(), Some(Inline::Tab)));
        content.splice(at..at, floats);
    }

    /// An empty paragraph for floats that have no other; nothing without any.
    pub(super) fn holder(&mut self, floats: Vec<Float>) -> Option<flow::Block> {
        if floats.is_empty() {
            return None;
        }
        let mut content = Vec::new();
        self.hang(&Para { floats, ..Para::default() }, 0.0, &mut content);
        self.cursor += EMPTY;
        let style = ParagraphStyle { line_distance: Some(EMPTY), ..ParagraphStyle::default() };
        Some(flow::Block::Paragraph(Paragraph { style, content, ..Paragraph::default() }))
    }

    /// A picture in the line or at its place, with the link it is.
    pub(super) fn graphic(&mut self, picture: &Picture, scale: f32, placement: Option<Placement>) -> Inline {
        let graphic = self.unlinked(picture, scale, placement);
        match picture.link.and_then(|link| self.targets.get(link)) {
            Some(Some(Target::Link(target))) => Inline::Link { target: target.clone(), content: vec![graphic] },
            _ => graphic,
        }
    }

    fn unlinked(&mut self, picture: &Picture, scale: f32, placement: Option<Placement>) -> Inline {
        let rect = picture.rect;
        match (&picture.sketch, picture.media) {
            (Some(sketch), _) => Inline::Drawing(self.drawing(sketch, &rect, scale, placement, picture.alt.clone())),
            (None, Some(media)) => {
                let sideways = (picture.rotation / 90.0).round() as i32 % 2 != 0;
                let (width, height) =
                    if sideways { (rect.height(), rect.width()) } else { (rect.width(), rect.height()) };
                Inline::Image(InlineImage {
                    width: Some(width * scale),
                    height: Some(height * scale),
                    alt: picture.alt.clone(),
                    crop: picture.crop,
                    rotation: picture.rotation,
                    placement: placement.map(|place| about_middle(place, &rect, width, height)),
                    ..InlineImage::new(media)
                })
            }
            (None, None) => Inline::LineBreak,
        }
    }

    fn drawing(
        &mut self,
        sketch: &Sketch,
        rect: &Rect,
        scale: f32,
        placement: Option<Placement>,
        alt: Option<String>,
    ) -> Drawing {
        let inner = |place: &Rect| Rect {
            left: (place.left - rect.left) * scale,
            top: (place.top - rect.top) * scale,
            right: (place.right - rect.left) * scale,
            bottom: (place.bottom - rect.top) * scale,
        };
        let images = sketch.images.iter().map(|image| DrawnImage { rect: inner(&image.rect), ..*image }).collect();
        let shapes = sketch.shapes.iter().map(|shape| scaled(shape, scale)).collect();
        let texts = sketch.texts.iter().map(|(lines, angle, place)| self.label(lines, *angle, &inner(place))).collect();
        let size = Size { width: rect.width() * scale, height: rect.height() * scale };
        Drawing { size, images, shapes, texts, placement, alt, data: Vec::new() }
    }

    /// Words in a drawing: a box about their middle.
    fn label(&mut self, lines: &[Line], angle: i16, place: &Rect) -> flow::Frame {
        let around = line::around(lines).unwrap_or_default();
        let size = lines.first().map_or(1.0, |line| line.size);
        let width = around.width() * (1.0 + LINE_ROOM) + FRAME_MORE;
        let height = around.height().max(LONE_PITCH * size) + LABEL_DEPTH * size;
        let blocks = lines.iter().map(|line| self.label_line(line)).collect();
        frame(about(place.center(), width, height), f32::from(angle), Origin::Paragraph, blocks)
    }

    fn label_line(&mut self, line: &Line) -> flow::Block {
        let para = Para {
            lines: vec![line.clone()],
            pitch: LONE_PITCH * line.size,
            align: Some(Align::Center),
            frame: ColumnExtent { left: line.rect.left, right: line.rect.right, ..ColumnExtent::default() },
            ..Para::default()
        };
        let (content, _) = Writer::new(self.lexicon, self.targets, true).write(&para, 0);
        let style = ParagraphStyle { align: Some(Align::Center), line_height: Some(1.0), ..ParagraphStyle::default() };
        flow::Block::Paragraph(Paragraph { style, content, ..Paragraph::default() })
    }

    /// Text in a frame of its own, at its place on the page.
    pub fn placed(&mut self, para: &Para) -> flow::Block {
        if para.angle() != 0 {
            return self.turned(para);
        }
        let mut paragraph = self.paragraph(para, 0);
        (paragraph.style.space_before, paragraph.style.align) = (0.0, Some(Align::Start));
        let around = para.rect();
        let mut room = around.width() * FRAME_ROOM + FRAME_MORE;
        let page = self.sections.last().and_then(|section| section.page.as_ref());
        if let Some(page) = page.filter(|_| para.lines.len() == 1) {
            let beside = if para.rtl { around.left } else { page.size.width - around.right };
            room = room.max((around.width() * LINE_ROOM + FRAME_MORE).min(beside));
        }
        let (left, right) =
            if para.rtl { (around.left - room, around.right) } else { (around.left, around.right + room) };
        let rect = Rect { left, top: para.top(), right, bottom: para.bottom() + 0.5 * para.pitch };
        flow::Block::Frame(frame(rect, 0.0, Origin::Page, vec![flow::Block::Paragraph(paragraph)]))
    }

    fn turned(&mut self, para: &Para) -> flow::Block {
        let mut paragraph = self.paragraph(para, 0);
        let around = line::around(&para.lines).unwrap_or_default();
        let middle = Direction::of_angle(para.angle()).to_page(around.center());
        let angle = f32::from(para.angle());
        if is_watermark(para) {
            // However light it is: it need not be read.
            let color = para.lines.iter().flat_map(|line| &line.words).find_map(|word| word.style.color);
            for inline in &mut paragraph.content {
                if let Inline::Text(run) = inline {
                    run.style.color = color;
                }
            }
            let blocks = vec![flow::Block::Paragraph(paragraph)];
            let rect = about(middle, around.width(), LONE_PITCH * para.size());
            return flow::Block::Frame(flow::Frame { wrap: Wrap::Behind, ..frame(rect, angle, Origin::Page, blocks) });
        }
        let blocks = vec![flow::Block::Paragraph(paragraph)];
        let width = around.width() * (1.0 + FRAME_ROOM) + FRAME_MORE;
        let height = around.height().max(para.pitch) + 0.5 * para.pitch;
        flow::Block::Frame(frame(about(middle, width, height), angle, Origin::Page, blocks))
    }
}

/// Whether turned text is a watermark: one large line, neither level nor upright, in a colour that text over it can be
/// read on.
fn is_watermark(para: &Para) -> bool {
    let light = |color: Color| color.brightness() >= LIGHT;
    let mut words = para.lines.iter().flat_map(|line| &line.words);
    para.lines.len() == 1
        && para.angle() % 90 != 0
        && para.size() >= WATERMARK
        && words.all(|word| word.style.color.is_some_and(light))
}

/// A box about its middle.
fn about(middle: Point, width: f32, height: f32) -> Rect {
    Rect {
        left: middle.x - width / 2.0,
        top: middle.y - height / 2.0,
        right: middle.x + width / 2.0,
        bottom: middle.y + height / 2.0,
    }
}

/// A frame without lines or colour that text does not run around.
fn frame(rect: Rect, rotation: f32, origin: Origin, blocks: Vec<flow::Block>) -> flow::Frame {
    flow::Frame {
        rect,
        origin,
        rotation,
        wrap: Wrap::InFront,
        padding: Edges::default(),
        background: None,
        borders: Borders::default(),
        blocks,
    }
}

/// The place of a turned image before its turn about the middle of what is seen.
fn about_middle(place: Placement, seen: &Rect, width: f32, height: f32) -> Placement {
    let (dx, dy) = ((seen.width() - width) / 2.0, (seen.height() - height) / 2.0);
    Placement { x: tenths(place.x + dx), y: tenths(place.y + dy), ..place }
}

fn scaled(shape: &flow::Shape, scale: f32) -> flow::Shape {
    if scale == 1.0 {
        return shape.clone();
    }
    let at = |p: Point| Point { x: p.x * scale, y: p.y * scale };
    let outline = shape.outline.iter().map(|segment| segment.map(at)).collect();
    let gradient = shape.gradient.as_ref().map(|gradient| gradient.map(at, scale));
    flow::Shape { outline, gradient, ..*shape }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::media::{Media, MediaKind, MediaStore};

    fn picture(left: f32, top: f32, size: f32) -> Block {
        let media = Media { bytes: Vec::new().into(), kind: MediaKind::Png, width_px: 0, height_px: 0 };
        let rect = Rect { left, top, right: left + size, bottom: top + size };
        Block::Picture(Picture::image(MediaStore::default().add(media), rect))
    }

    #[test]
    fn text_leaves_the_room_that_it_left_beside_a_picture() {
        let rect = |left: f32, top: f32| Rect { left, top, right: left + 100.0, bottom: top + 10.0 };
        let line = |left: f32, top: f32| Line { rect: rect(left, top), ..Line::default() };
        let picture = Rect { left: 0.0, top: 0.0, right: 30.0, bottom: 30.0 };
        assert_eq!(room_beside(&picture, &[line(36.0, 2.0), line(34.0, 14.0), line(0.0, 32.0)]), 4.0);
        assert_eq!(room_beside(&picture, &[line(60.0, 2.0)]), MOST_ROOM);
    }

    #[test]
    fn pictures_beside_one_another_are_a_row() {
        let blocks = [picture(10.0, 10.0, 50.0), picture(70.0, 20.0, 30.0), picture(20.0, 60.0, 20.0)];
        assert_eq!(row_at(&blocks, 0).len(), 2, "the last stands below");
        assert_eq!(
            row_at(&[picture(10.0, 10.0, 50.0), picture(40.0, 10.0, 50.0)], 0).len(),
            1,
            "one lies over the other"
        );
    }
}
