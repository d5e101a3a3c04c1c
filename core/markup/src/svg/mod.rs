//! Drawings (SVG 1.1) to paths on a page, as far as books and metafiles draw: filled and stroked shapes with
//! transforms, and beside them their words and pictures. Gradients become grey, areas enclosed twice are inside; filters,
//! masks and animations are left out.

pub(crate) mod file;
mod path;
mod place;
mod shapes;
mod words;

pub use path::segments;

use crate::html::{NodeId, Tree};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Affine, Point, Rect, Size};
use transvase_model::flow::{self, Align, Color, DrawnImage};
use transvase_model::media::MediaId;
use transvase_model::pages::{Item, Page};

/// A drawing as paths.
#[derive(Debug)]
pub(crate) struct Drawing {
    /// A page of the drawing's size in CSS pixels, with its paths.
    pub page: Page,
    /// Its words, which are not drawn.
    pub words: Vec<Words>,
    /// Its pictures, which are not drawn.
    pub pictures: Vec<Picture>,
}

/// Words of a drawing.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Words {
    pub text: String,
    /// Where their base line begins, ends or has its middle, as `anchor` says.
    pub at: Point,
    pub anchor: Align,
    /// How far below the base line that point lies, in sizes of the font.
    pub drop: f32,
    /// Size of the font.
    pub size: f32,
    /// Turn in degrees, clockwise.
    pub rotation: f32,
    pub family: Option<String>,
    pub color: Color,
    pub bold: bool,
    pub italic: bool,
    pub underline: bool,
}

/// A picture in a drawing.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Picture {
    /// Where its file is.
    pub reference: String,
    /// Its place.
    pub rect: Rect,
    /// Number of the first paths that it lies over.
    pub over: usize,
}

/// Shapes of a drawing, and segments of them together; more are painted as one picture.
const MAX_SHAPES: usize = 4_000;
const MAX_SEGMENTS: usize = 60_000;

impl Drawing {
    /// Whether there are more shapes than documents hold as such.
    pub fn is_crowded(&self) -> bool {
        let segments = |item: &Item| if let Item::Path(path) = item { path.segments.len() } else { 0 };
        let items = &self.page.items;
        items.len() > MAX_SHAPES || items.iter().map(segments).sum::<usize>() > MAX_SEGMENTS
    }

    /// The drawing of a document, in a size in points or in one that fits it. `pictures` are its pictures as the document
    /// stores them; where one of all its shapes is `painted`, that stands for them. `None` where nothing is seen.
    pub fn placed(
        self,
        size: Option<Size>,
        pictures: &[Option<MediaId>],
        painted: Option<MediaId>,
    ) -> Option<flow::Drawing> {
        let own = self.page.size;
        let size = size.unwrap_or_else(|| place::natural(own));
        let map = Affine::scale(size.width / own.width, size.height / own.height);
        let mut drawing = flow::Drawing { size, ..flow::Drawing::default() };
        let stored = self.pictures.iter().zip(pictures).filter_map(|(picture, id)| Some((picture, (*id)?)));
        drawing.images.extend(stored.map(|(picture, media)| DrawnImage {
            media,
            rect: map.apply_rect(&picture.rect),
            over: if painted.is_some() { 0 } else { picture.over },
        }));
        match painted {
            Some(media) => {
                let rect = Rect { left: 0.0, top: 0.0, right: size.width, bottom: size.height };
                drawing.images.push(DrawnImage { media, rect, over: 0 });
            }
            None => place::shapes(&mut drawing, self.page.items, &map),
        }
        drawing.texts.extend(self.words.iter().map(|words| place::frame(words, &map)));
        let is_empty = drawing.shapes.is_empty() && drawing.images.is_empty() && drawing.texts.is_empty();
        (!is_empty).then_some(drawing)
    }
}

/// Reads the `svg` element `root`; `None` where nothing in it can be drawn.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub(crate) fn read(tree: &Tree, root: NodeId, context: &Context) -> Result<Option<Drawing>> {
    let Some(view) = tree.element(root).and_then(shapes::view) else { return Ok(None) };
    let map = Affine::translate(-view.left, -view.top);
    let shapes::Pieces { items, words, pictures } = shapes::pieces(tree, root, &map, context)?;
    if items.is_empty() && words.is_empty() && pictures.is_empty() {
        return Ok(None);
    }
    let size = Size { width: view.width(), height: view.height() };
    Ok(Some(Drawing { page: Page { number: 1, size, items, ..Page::default() }, words, pictures }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::{Dialect, parse};
    use transvase_model::flow::Color;
    use transvase_model::pages::{Item, Path, Segment};

    fn drawing(svg: &str) -> Option<Drawing> {
        let context = Context::default();
        let tree = parse(svg, Dialect::default(), &context).unwrap();
        read(&tree, tree.first("svg")?, &context).unwrap()
    }

    fn paths(svg: &str) -> Vec<Path> {
        let items = drawing(svg).map(|drawing| drawing.page.items).unwrap_or_default();
        let path = |item| if let Item::Path(path) = item { Some(path) } else { None };
        items.into_iter().filter_map(path).collect()
    }

    fn corner(path: &Path) -> (f32, f32) {
        match path.segments.first() {
            Some(Segment::Move(point)) => (point.x.round(), point.y.round()),
            other => panic!("a path begins with a move, not {other:?}"),
        }
    }

    const RED: Color = Color { r: 255, g: 0, b: 0 };

    #[test]
    fn shapes_stand_where_their_view_puts_them() {
        let drawn =
            paths("<svg viewBox='5 0 20 10'><rect x=10 y=2 width=5 height=6 fill=red /><path d='M15 0h5v10z'/></svg>");
        assert_eq!(drawn.iter().map(corner).collect::<Vec<_>>(), [(5.0, 2.0), (10.0, 0.0)]);
        let fills: Vec<_> = drawn.iter().map(|path| path.fill).collect();
        assert_eq!(fills, [Some((RED, 1.0)), Some((Color::BLACK, 1.0))]);
    }

    #[test]
    fn groups_styles_uses_and_strokes() {
        let svg = "<svg viewBox='0 0 10 10'><defs><rect id=r x=1 width=1 height=1 /></defs><g style='fill: #f00' \
            transform='translate(5 5) scale(2)'><use href='#r' y=1 /></g><line x1=0 y1=9 x2=9 y2=9 stroke=black /></svg>";
        let drawn = paths(svg);
        assert_eq!((corner(&drawn[0]), drawn[0].fill), ((7.0, 7.0), Some((RED, 1.0))));
        assert_eq!(drawn[1].stroke.map(|stroke| stroke.width), Some(1.0));
    }

    #[test]
    fn nothing_to_draw_is_no_drawing() {
        assert!(drawing("<p>x").is_none());
        assert!(drawing("<svg viewBox='0 0 10 10'></svg>").is_none());
        assert!(drawing("<svg viewBox='0 0 0 NaN'><rect width=1 height=1 /></svg>").is_none());
        let text = "<svg width=10 height=10><text>x</text><rect width=1 height=1 /></svg>";
        assert!(!drawing(text).unwrap().words.is_empty());
    }

    #[test]
    fn hostile_drawings_end() {
        assert!(drawing("<svg viewBox='0 0 9 9'><g id=a><use href='#a'/><use href='#a'/></g></svg>").is_none());
        let wild = "<svg viewBox='0 0 9 9'><path d='M1e38 1e38 L-1e38 5 A1 1e30 1e9 0 1 3 3 Q z'/></svg>";
        let _ = drawing(wild);
    }
}
