//! Shapes: text boxes, pictures and plain figures at places of their own (RTF 1.9.1, "Word 97 Through Word 2007 RTF for
//! Drawing Objects (Shapes)", "Drawing Objects").

use std::collections::BTreeMap;

use super::picture::Pictured;
use super::section::Paper;
use transvase_base::units::{Point, Rect, Size};
use transvase_model::flow::{
    Block, Border, Borders, Color, Drawing, Edges, Frame, Inline, Origin, Placement, Shape, Wrap,
};
use transvase_model::path::{Segment, Stroke, polygon};

/// Largest distance in twips.
const FARTHEST: i32 = 31_680;
/// Points in an English metric unit.
const PT_PER_EMU: f32 = 1.0 / 12_700.0;
/// Properties of a shape that count.
const MAX_PROPERTIES: usize = 200;

/// A shape that is being read.
#[derive(Debug, Default)]
pub(super) struct OpenShape {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
    from_x: From,
    from_y: From,
    wrap: i32,
    behind: bool,
    properties: BTreeMap<String, String>,
    /// The name of the property at hand.
    pub name: String,
    pub blocks: Vec<Block>,
    pub picture: Option<Pictured>,
    /// An older drawing, whose places are said otherwise.
    old: Option<(i32, i32, i32, i32)>,
}

/// What distances count from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum From {
    Page,
    Margin,
    #[default]
    Text,
}

/// What a shape is in a document.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "it is taken apart at once")]
pub(super) enum Done {
    Block(Block),
    Inline(Inline),
    Nothing,
}

impl OpenShape {
    /// Takes a control word, if it is about shapes.
    pub(super) fn take(&mut self, word: &str, value: Option<i32>) -> bool {
        let number = value.unwrap_or(0).clamp(-FARTHEST, FARTHEST);
        match word {
            "shpleft" => self.left = number,
            "shptop" => self.top = number,
            "shpright" => self.right = number,
            "shpbottom" => self.bottom = number,
            "shpbxpage" | "dobxpage" => self.from_x = From::Page,
            "shpbxmargin" | "dobxmargin" => self.from_x = From::Margin,
            "shpbypage" | "dobypage" => self.from_y = From::Page,
            "shpbymargin" | "dobymargin" => self.from_y = From::Margin,
            "shpwr" => self.wrap = number,
            "shpfblwtxt" => self.behind = number == 1,
            "dpx" => self.old.get_or_insert_default().0 = number,
            "dpy" => self.old.get_or_insert_default().1 = number,
            "dpxsize" => self.old.get_or_insert_default().2 = number,
            "dpysize" => self.old.get_or_insert_default().3 = number,
            _ => return false,
        }
        true
    }

    /// Takes the value of the property at hand.
    pub(super) fn value(&mut self, value: &str) {
        let name = std::mem::take(&mut self.name);
        if self.properties.len() < MAX_PROPERTIES {
            self.properties.insert(name.trim().to_owned(), value.trim().to_owned());
        }
    }

    /// Takes what a shape in this one holds.
    pub(super) fn join(&mut self, inner: OpenShape) {
        self.blocks.extend(inner.blocks);
        self.picture = self.picture.take().or(inner.picture);
    }

    fn number(&self, name: &str) -> Option<i64> {
        self.properties.get(name)?.parse().ok()
    }

    fn flag(&self, name: &str, usual: bool) -> bool {
        self.number(name).map_or(usual, |value| value != 0)
    }

    /// A colour: blue, green and red from the highest byte down.
    fn color(&self, name: &str, usual: Color) -> Color {
        self.number(name).map_or(usual, |bits| {
            let part = |shift: u32| (bits >> shift & 0xFF) as u8;
            Color { r: part(0), g: part(8), b: part(16) }
        })
    }

    fn length(&self, name: &str, usual: f32) -> f32 {
        self.number(name).map_or(usual, |emu| (emu as f32 * PT_PER_EMU).clamp(0.0, 500.0))
    }

    /// The shape in a document with this paper.
    pub(super) fn finish(mut self, paper: Paper) -> Done {
        if let Some((x, y, width, height)) = self.old {
            (self.left, self.top, self.right, self.bottom) = (x, y, x + width, y + height);
        }
        let (placement, size) = self.placement(paper);
        if self.flag("fHidden", false) || self.flag("fPseudoInline", false) && self.blocks.is_empty() {
            return self.picture.map_or(Done::Nothing, |picture| Done::Inline(picture.inline()));
        }
        if !self.blocks.is_empty() {
            return Done::Block(Block::Frame(self.frame(placement, size)));
        }
        if let Some(picture) = self.picture.take() {
            return Done::Inline(picture.placed(placement, size, self.properties.get("wzDescription")));
        }
        self.figure(placement, size).map_or(Done::Nothing, |drawing| Done::Inline(Inline::Drawing(drawing)))
    }

    fn placement(&self, paper: Paper) -> (Placement, Size) {
        let wrap = match (self.wrap, self.behind) {
            (1, _) => Wrap::TopAndBottom,
            (2 | 4 | 5, _) => Wrap::Square,
            (_, true) => Wrap::Behind,
            _ => Wrap::InFront,
        };
        // Places on the paper where the height is one; else from the column and the paragraph.
        let on_page = self.from_y != From::Text;
        let x = match (self.from_x, on_page) {
            (From::Page, false) => self.left - paper.left,
            (From::Margin | From::Text, true) => self.left + paper.left,
            _ => self.left,
        };
        let y = if self.from_y == From::Margin { self.top + paper.top } else { self.top };
        let pt = |twips: i32| twips as f32 / 20.0;
        let origin = if on_page { Origin::Page } else { Origin::Paragraph };
        let size = Size { width: pt((self.right - self.left).max(0)), height: pt((self.bottom - self.top).max(0)) };
        (Placement { x: pt(x), y: pt(y), origin, wrap, room: 0.0, raised: !self.behind }, size)
    }

    /// Its size in points; `None` where it has none of its own, as that of a shape in a line.
    pub(super) fn size(&self) -> Option<Size> {
        let (width, height) = (self.right - self.left, self.bottom - self.top);
        let sides = Size { width: width as f32 / 20.0, height: height as f32 / 20.0 };
        (width > 0 && height > 0 && !self.flag("fPseudoInline", false)).then_some(sides)
    }

    fn stroke(&self) -> Option<Stroke> {
        self.flag("fLine", true).then(|| Stroke {
            width: self.length("lineWidth", 0.75),
            color: self.color("lineColor", Color::BLACK),
            opacity: 1.0,
            dashed: self.number("lineDashing").is_some_and(|kind| kind > 0),
        })
    }

    /// The colour it is filled with.
    pub(super) fn fill(&self) -> Option<Color> {
        self.flag("fFilled", true).then(|| self.color("fillColor", Color::WHITE))
    }

    fn frame(&mut self, placement: Placement, size: Size) -> Frame {
        let Placement { x, y, origin, wrap, .. } = placement;
        let (least, most) = Border::WIDTHS;
        let border = self.stroke().map(|stroke| Border {
            width: stroke.width.clamp(least, most),
            color: stroke.color,
            ..Border::default()
        });
        Frame {
            rect: Rect { left: x, top: y, right: x + size.width, bottom: y + size.height },
            origin,
            rotation: 0.0,
            wrap,
            padding: Edges {
                top: self.length("dyTextTop", 3.6),
                right: self.length("dxTextRight", 7.2),
                bottom: self.length("dyTextBottom", 3.6),
                left: self.length("dxTextLeft", 7.2),
            },
            background: self.fill().filter(|color| *color != Color::WHITE),
            borders: border.map(Borders::all).unwrap_or_default(),
            blocks: std::mem::take(&mut self.blocks),
        }
    }

    /// A plain figure: a line, a rectangle or an ellipse (MS-ODRAW, 2.4.24).
    fn figure(&self, placement: Placement, size: Size) -> Option<Drawing> {
        let Size { width, height } = size;
        let at = |x: f32, y: f32| Point { x, y };
        let (outline, is_open) = match self.number("shapeType")? {
            1 | 2 => (polygon(&[at(0.0, 0.0), at(width, 0.0), at(width, height), at(0.0, height)]), false),
            3 => (ellipse(width, height), false),
            20 | 32 => {
                let (top, bottom) = if self.flag("fFlipV", false) { (height, 0.0) } else { (0.0, height) };
                (vec![Segment::Move(at(0.0, top)), Segment::Line(at(width, bottom))], true)
            }
            _ => return None,
        };
        if width <= 0.0 && height <= 0.0 {
            return None;
        }
        let fill = self.fill().filter(|_| !is_open).map(|color| (color, 1.0));
        let shape = Shape { outline, fill, gradient: None, stroke: self.stroke() };
        let size = Size { width: width.max(1.0), height: height.max(1.0) };
        Some(Drawing { size, shapes: vec![shape], placement: Some(placement), ..Drawing::default() })
    }
}

/// An ellipse of four curves.
fn ellipse(width: f32, height: f32) -> Vec<Segment> {
    // Where the handles of a quarter of a circle lie: 4/3 (√2 - 1).
    const BEND: f32 = 0.552_285;
    let (x, y) = (width / 2.0, height / 2.0);
    let at = |dx: f32, dy: f32| Point { x: x + dx * x, y: y + dy * y };
    let arc = |from: (f32, f32), to: (f32, f32)| {
        let bend = |p: (f32, f32), q: (f32, f32)| at(p.0 + BEND * q.0, p.1 + BEND * q.1);
        Segment::Curve(bend(from, to), bend(to, from), at(to.0, to.1))
    };
    let corners = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    let [e, s, w, n] = corners;
    vec![Segment::Move(at(1.0, 0.0)), arc(e, s), arc(s, w), arc(w, n), arc(n, e), Segment::Close]
}
