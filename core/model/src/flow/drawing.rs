//! Drawings and frames at places of their own, and where they are anchored.

use super::Block;
use super::border::Borders;
use super::page::Edges;
use crate::color::Color;
use crate::gradient::Gradient;
use crate::media::MediaId;
use crate::path::{Segment, Stroke};
use transvase_base::units::{Rect, Size};

/// Where something stands that is not in the line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// Distance of its left edge in points.
    pub x: f32,
    /// Distance of its upper edge in points.
    pub y: f32,
    /// What the distances count from.
    pub origin: Origin,
    /// What the text does about it.
    pub wrap: Wrap,
    /// Room in points that text running around it leaves at its sides.
    pub room: f32,
    /// Whether it lies on all that is not raised, wherever that comes in the document.
    pub raised: bool,
}

/// What the distances of a placement count from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The upper left corner of the paper.
    Page,
    /// The left edge of the column and the top of the paragraph.
    Paragraph,
}

/// What text does about something at a place of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrap {
    /// Runs around it at both sides.
    Square,
    /// Stands above and below it.
    TopAndBottom,
    /// Runs over it.
    Behind,
    /// Runs under it.
    InFront,
}

/// A drawing: pictures among outlines under words, each of which may be missing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Drawing {
    /// Size in points.
    pub size: Size,
    /// Images among the outlines, each in its place from the upper left corner of the drawing.
    pub images: Vec<DrawnImage>,
    /// What it is made of, in painting order.
    pub shapes: Vec<Shape>,
    /// Words in it, their places counted from the upper left corner of the drawing.
    pub texts: Vec<Frame>,
    /// The values that it shows, where it is a chart: a table of them, below the title that it may have. They stand for it
    /// where it is not drawn ([`Flow::tell_charts`](super::Flow::tell_charts)), and are no part of what it shows.
    pub data: Vec<Block>,
    /// Where it stands; `None` means in the line.
    pub placement: Option<Placement>,
    /// Words for those who do not see it.
    pub alt: Option<String>,
}

impl Drawing {
    /// The stretches of blocks in it: its words, then its values.
    pub fn stretches_mut(&mut self) -> impl Iterator<Item = &mut Vec<Block>> {
        self.texts.iter_mut().map(|frame| &mut frame.blocks).chain([&mut self.data])
    }
}

/// An image in a drawing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DrawnImage {
    /// The image.
    pub media: MediaId,
    /// Its place.
    pub rect: Rect,
    /// Number of the first outlines that it lies over; it lies under the others.
    pub over: usize,
}

/// An outline of a drawing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Shape {
    /// The outline in points, from the upper left corner of the drawing.
    pub outline: Vec<Segment>,
    /// Fill colour and opacity from 0 to 1.
    pub fill: Option<(Color, f32)>,
    /// How the fill changes over the shape; its colour is then the one in the middle.
    pub gradient: Option<Gradient>,
    /// Stroke.
    pub stroke: Option<Stroke>,
}

/// Blocks at a fixed place.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// Its place: on the paper, or from the paragraph it follows, as `origin` says.
    pub rect: Rect,
    /// What the place counts from.
    pub origin: Origin,
    /// Turn of the content in degrees, clockwise, about the middle of `rect`, which is measured
    /// before the turn.
    pub rotation: f32,
    /// What the text around does about it. One line of text at an angle that text runs over is a watermark, stretched
    /// to the frame.
    pub wrap: Wrap,
    /// Room between its edges and the content, in points.
    pub padding: Edges,
    /// Colour behind it.
    pub background: Option<Color>,
    /// Lines around it.
    pub borders: Borders,
    /// What stands in it.
    pub blocks: Vec<Block>,
}
