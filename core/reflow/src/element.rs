//! Page elements: what a page is made of once its glyphs, paths and images have been understood.

use super::sketch::Sketch;
use super::text::line::Line;
use super::text::word::{Direction, Word};
use super::vector::Ruling;
use transvase_base::units::{Point, Rect};
use transvase_model::flow::{Borders, Color, Edges};
use transvase_model::media::MediaId;
use transvase_model::pages::{Item, NodeId};

/// An element of a page that has one place in the reading order.
#[derive(Debug, Clone)]
pub(super) enum PageElement {
    /// A line of text, or a part of one between wide gaps.
    Line(Line),
    /// A table.
    Table(Grid),
    /// An image.
    Picture(Picture),
    /// A horizontal rule that is no part of anything else.
    Rule(Ruling),
    /// Turned text: its lines in their own frame, their place on the page, and the angle in degrees.
    Turned(Vec<Line>, Rect, i16),
}

impl PageElement {
    /// Its place on the page.
    pub fn rect(&self) -> Rect {
        match self {
            PageElement::Line(line) => line.rect,
            PageElement::Table(grid) => grid.rect,
            PageElement::Picture(picture) => picture.rect,
            PageElement::Rule(rule) => rule.rect(true),
            PageElement::Turned(_, rect, _) => *rect,
        }
    }

    /// The picture it is.
    pub fn picture_mut(&mut self) -> Option<&mut Picture> {
        match self {
            PageElement::Picture(picture) => Some(picture),
            _ => None,
        }
    }

    /// The picture it is, taken out of it.
    pub fn into_picture(self) -> Option<Picture> {
        match self {
            PageElement::Picture(picture) => Some(picture),
            _ => None,
        }
    }

    /// Its upright lines of text.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        let (line, cells) = match self {
            PageElement::Line(line) => (Some(line), [].as_slice()),
            PageElement::Table(grid) => (None, grid.cells.as_slice()),
            _ => (None, [].as_slice()),
        };
        line.into_iter().chain(cells.iter().flat_map(|cell| cell.lines.iter().chain(&cell.turned)))
    }

    /// The same lines, to be changed.
    pub fn lines_mut(&mut self) -> impl Iterator<Item = &mut Line> {
        let (line, cells) = match self {
            PageElement::Line(line) => (Some(line), [].as_mut_slice()),
            PageElement::Table(grid) => (None, grid.cells.as_mut_slice()),
            _ => (None, [].as_mut_slice()),
        };
        line.into_iter().chain(cells.iter_mut().flat_map(|cell| cell.lines.iter_mut().chain(&mut cell.turned)))
    }
}

/// An image or a drawing at its place.
#[derive(Debug, Clone, Default)]
pub(super) struct Picture {
    /// The image; `None` for a drawing.
    pub media: Option<MediaId>,
    /// The drawing; `None` for an image.
    pub sketch: Option<Box<Sketch>>,
    /// Where it is seen.
    pub rect: Rect,
    /// Shares of the image that are hidden at its sides.
    pub crop: Edges,
    /// Turn of the image in degrees, clockwise.
    pub rotation: f32,
    /// Words for those who do not see it.
    pub alt: Option<String>,
    /// Index of the link it is.
    pub link: Option<usize>,
}

impl Picture {
    /// An image.
    pub fn image(media: MediaId, rect: Rect) -> Picture {
        Picture { media: Some(media), sketch: None, rect, ..Picture::default() }
    }

    /// A drawing.
    pub fn drawn(sketch: Sketch, rect: Rect) -> Picture {
        Picture { sketch: Some(Box::new(sketch)), rect, ..Picture::default() }
    }

    /// Whether it is one image, still to be painted as it is seen through its window.
    pub fn is_cut_image(&self) -> bool {
        let drawing = self.sketch.as_ref().and_then(|sketch| sketch.drawing.as_ref());
        drawing.is_some_and(|drawing| matches!(drawing.page.items.as_slice(), [Item::Image(_)]))
    }

    /// A drawing of nothing but one image becomes that image.
    pub fn settle(&mut self) {
        let Some(sketch) = &self.sketch else { return };
        if let ([image], true) = (sketch.images.as_slice(), sketch.texts.is_empty()) {
            (self.media, self.sketch) = (Some(image.media), None);
        }
    }

    /// What tells it from other pictures: the image, or the size, the colours and the words of the drawing.
    pub fn key(&self) -> String {
        match self.media {
            Some(media) => format!("picture {}", media.index()),
            None => {
                let sketch = self.sketch.as_ref();
                let colors = sketch.map(|sketch| sketch.colors()).unwrap_or_default();
                let words: String = sketch.map(|sketch| sketch.words()).unwrap_or_default();
                format!("drawing {:.0} {:.0} {colors:?} {words}", self.rect.width(), self.rect.height())
            }
        }
    }

    /// Whether it is shown as it is: not cut and not turned.
    pub fn is_plain(&self) -> bool {
        self.crop == Edges::default() && self.rotation == 0.0
    }
}

/// A table on its grid of lines. Its cells hold words, lines and pictures, and no blocks (`()`), until these become the
/// blocks `B` of each cell.
#[derive(Debug, Clone, Default)]
pub(super) struct Grid<B = ()> {
    /// Around the outer lines.
    pub rect: Rect,
    /// The vertical lines, left to right.
    pub xs: Vec<f32>,
    /// The horizontal lines, top down.
    pub ys: Vec<f32>,
    /// The cells by row, then column.
    pub cells: Vec<GridCell<B>>,
    /// Rows at its top that head its columns.
    pub header: usize,
    /// Room between the sides of its cells and their text.
    pub margins: Edges,
    /// The structure node it was read from.
    pub tag: Option<NodeId>,
    /// Lower edge of its last part, where it goes on over several pages.
    pub end: Option<f32>,
    /// Lower edge of the other parts, the lowest of them.
    pub cut: Option<f32>,
    /// Upper edges of the rows that go on over the end of a page.
    pub loose: Vec<f32>,
}

impl Grid {
    /// Whether it has a row and a column at the least.
    pub fn has_cells(&self) -> bool {
        self.xs.len() >= 2 && self.ys.len() >= 2 && !self.cells.is_empty()
    }

    /// Moves the outer lines outwards to the given sides.
    pub fn widen(&mut self, left: f32, right: f32) {
        let last = self.xs.len().saturating_sub(1);
        let (left, right) = (left.min(self.rect.left), right.max(self.rect.right));
        (self.rect.left, self.rect.right) = (left, right);
        if let Some(x) = self.xs.first_mut() {
            *x = left;
        }
        if let Some(x) = self.xs.last_mut() {
            *x = right;
        }
        for cell in &mut self.cells {
            cell.rect.left = if cell.column == 0 { left } else { cell.rect.left };
            cell.rect.right = if cell.column + cell.columns == last { right } else { cell.rect.right };
        }
    }

    /// The same table with the blocks that are made of what its cells hold.
    pub fn with_blocks<B>(self, mut make: impl FnMut(&mut GridCell) -> B) -> Grid<B> {
        let Grid { rect, xs, ys, cells, header, margins, tag, end, cut, loose } = self;
        let cell = |mut cell: GridCell| {
            let blocks = make(&mut cell);
            cell.with_blocks(blocks)
        };
        let cells = cells.into_iter().map(cell).collect();
        Grid { rect, xs, ys, cells, header, margins, tag, end, cut, loose }
    }
}

/// The row between two of the lines `ys` of a grid that a height is in, or the nearest one.
pub(super) fn row_at(ys: &[f32], y: f32) -> usize {
    ys.partition_point(|line| *line <= y).clamp(1, ys.len().max(2) - 1) - 1
}

/// A cell of a grid.
#[derive(Debug, Clone, Default)]
pub(super) struct GridCell<B = ()> {
    /// First row.
    pub row: usize,
    /// First column.
    pub column: usize,
    /// Rows covered.
    pub rows: usize,
    /// Columns covered.
    pub columns: usize,
    /// Place on the page.
    pub rect: Rect,
    /// Text, before it is put into lines.
    pub words: Vec<Word>,
    /// Text as lines, top down.
    pub lines: Vec<Line>,
    /// Angle of its text in degrees, clockwise: a quarter turn, or 0.
    pub angle: i16,
    /// Turned text as lines, top down, in the frame of the turn.
    pub turned: Vec<Line>,
    /// Left and right edge of the text of its column, where they are known.
    pub text_edges: Option<(f32, f32)>,
    /// Images.
    pub pictures: Vec<Picture>,
    /// Tables inside it.
    pub tables: Vec<Grid>,
    /// What its text, images and tables have become, top down.
    pub blocks: B,
    /// Lines around it.
    pub borders: Borders,
    /// Colour behind it.
    pub background: Option<Color>,
}

impl<B> GridCell<B> {
    /// Its place in the frame of its text.
    pub fn inner(&self) -> Rect {
        if self.angle == 0 {
            return self.rect;
        }
        let Rect { left, top, right, bottom } = self.rect;
        let direction = Direction::of_angle(self.angle);
        let corners = [(left, top), (right, bottom)].map(|(x, y)| direction.to_frame(Point { x, y }));
        Rect::around(corners).unwrap_or(self.rect)
    }

    /// The table's margins in the frame of its text.
    pub fn margins(&self, table: &Edges) -> Edges {
        let Edges { top, right, bottom, left } = *table;
        match self.angle {
            -90 => Edges { left: bottom, top: left, right: top, bottom: right },
            90 => Edges { left: top, top: right, right: bottom, bottom: left },
            _ => *table,
        }
    }
}

impl GridCell {
    /// Whether text at an angle may be the text of the cell: there is no other.
    pub fn takes(&self, angle: i16) -> bool {
        let same = self.angle == angle || (self.angle == 0 && self.turned.is_empty());
        angle.abs() == 90 && same && self.lines.is_empty() && self.pictures.is_empty()
    }

    fn with_blocks<B>(self, blocks: B) -> GridCell<B> {
        let GridCell { row, column, rows, columns, rect, words, lines, angle, turned, .. } = self;
        let GridCell { text_edges, pictures, tables, borders, background, .. } = self;
        GridCell {
            row,
            column,
            rows,
            columns,
            rect,
            words,
            lines,
            angle,
            turned,
            text_edges,
            pictures,
            tables,
            blocks,
            borders,
            background,
        }
    }
}

/// Whether neither stands above the other: they share half the height of the lower one, and none of their widths.
pub(super) fn is_beside(a: &Rect, b: &Rect) -> bool {
    let common = a.bottom.min(b.bottom) - a.top.max(b.top);
    let apart = (a.left - b.right).max(b.left - a.right);
    common > 0.5 * a.height().min(b.height()) && apart >= 0.0
}
