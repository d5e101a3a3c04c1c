//! What a chart is: plots of series on axes, with a title and a legend.

use std::collections::BTreeMap;

use super::look::{Lettering, Look};
use transvase_base::units::Rect;
use transvase_model::flow::Color;

/// A chart.
#[derive(Debug, Clone)]
pub(crate) struct Chart {
    pub(super) title: Option<Words>,
    pub(super) legend: Option<Legend>,
    /// What is drawn; at least one, and either circles alone or none of them.
    pub(super) plots: Vec<Plot>,
    pub(super) axes: Vec<Axis>,
    /// The look of the whole.
    pub(super) look: Look,
    /// The plot area: its look, and its place where it is said.
    pub(super) plot_look: Look,
    pub(super) plot_place: Option<Place>,
    pub(super) letters: Lettering,
    pub(super) blanks: Blanks,
    /// The colours that points have in turn where each has its own.
    pub(super) palette: Vec<Color>,
}

/// A place within a chart (21.2.2.95): shares of its width and height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub rect: Rect,
    /// Whether it is that of the plot alone, without the labels of its axes.
    pub is_inner: bool,
}

/// Words with their look.
#[derive(Debug, Clone)]
pub(super) struct Words {
    pub text: String,
    pub letters: Lettering,
}

/// The legend.
#[derive(Debug, Clone)]
pub(super) struct Legend {
    pub side: Side,
    pub letters: Lettering,
    pub place: Option<Place>,
    /// Numbers of the entries that are left out.
    pub hidden: Vec<usize>,
}

/// A side of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

/// What a line does where there is no value (21.2.3.10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blanks {
    Gap,
    Zero,
    Span,
}

/// Series that are drawn in one way on the same axes.
#[derive(Debug, Clone)]
pub(super) struct Plot {
    pub kind: Kind,
    pub stacking: Stacking,
    pub series: Vec<Series>,
    /// Identifiers of its axes: the one that its categories or x values stand along, and that of its values.
    pub axes: [Option<String>; 2],
    /// Room between groups of bars, in widths of a bar.
    pub gap: f32,
    /// How much bars of a group cover each other, in widths of a bar; negative leaves room.
    pub overlap: f32,
    /// Whether each point has a colour of its own.
    pub varied: bool,
    /// Where the first slice begins, in degrees, clockwise from the top.
    pub start: f32,
    /// Share of a ring that is its hole.
    pub hole: f32,
}

/// A way to draw series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Bars that rise, or that run to the right.
    Bars {
        lying: bool,
    },
    Line,
    Area,
    Scatter,
    Pie,
    Ring,
}

impl Kind {
    /// Whether it is slices of a circle.
    pub(super) fn is_round(self) -> bool {
        matches!(self, Kind::Pie | Kind::Ring)
    }
}

/// Whether the series of a plot stand on one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stacking {
    None,
    Stacked,
    /// As shares of what they come to together.
    Percent,
}

/// A series. What belongs to a point goes by its number.
#[derive(Debug, Clone)]
pub(super) struct Series {
    pub name: String,
    /// What the points belong to.
    pub categories: BTreeMap<usize, String>,
    /// Whether these are numbers or dates, which go on by themselves.
    pub is_counted: bool,
    /// Where they stand along the axis, of a scatter chart.
    pub x: BTreeMap<usize, f64>,
    pub values: BTreeMap<usize, f64>,
    /// Format code of the values.
    pub format: String,
    pub color: Color,
    pub look: Look,
    /// Points that differ.
    pub points: BTreeMap<usize, PointLook>,
    pub marker: Option<Marker>,
    pub smooth: bool,
    /// How far slices are moved out, as a share of the radius.
    pub explosion: f32,
    pub labels: Labels,
}

/// How a point differs from its series.
#[derive(Debug, Clone, Default)]
pub(super) struct PointLook {
    pub look: Look,
    pub explosion: Option<f32>,
}

/// The sign at the points of a line.
#[derive(Debug, Clone)]
pub(super) struct Marker {
    pub symbol: Symbol,
    /// Size in points.
    pub size: f32,
    pub look: Look,
}

/// What a marker looks like (21.2.3.27).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Symbol {
    Circle,
    Dash,
    Diamond,
    Plus,
    Square,
    Star,
    Triangle,
    Cross,
}

/// Labels at the points of a series.
#[derive(Debug, Clone, Default)]
pub(super) struct Labels {
    pub usual: Label,
    /// Those of single points.
    pub own: BTreeMap<usize, Label>,
}

impl Labels {
    /// The label of a point.
    pub(super) fn of(&self, point: usize) -> &Label {
        self.own.get(&point).unwrap_or(&self.usual)
    }
}

/// What the label of a point tells, and where.
#[derive(Debug, Clone, Default)]
pub(super) struct Label {
    pub value: bool,
    pub percent: bool,
    pub category: bool,
    pub series: bool,
    /// Words in place of all that.
    pub words: Option<String>,
    pub separator: Option<String>,
    pub format: Option<String>,
    /// Where it stands (21.2.3.11).
    pub place: Option<String>,
    pub letters: Option<Lettering>,
}

/// An axis.
#[derive(Debug, Clone)]
pub(super) struct Axis {
    pub id: String,
    /// Where it crosses the other one.
    pub crossing: Crossing,
    pub is_deleted: bool,
    pub is_reversed: bool,
    pub min: Option<f64>,
    pub max: Option<f64>,
    pub major: Option<f64>,
    /// Base of a logarithmic axis.
    pub log: Option<f64>,
    pub title: Option<Words>,
    pub look: Look,
    /// The lines across the plot, where it has any.
    pub grid: Option<Look>,
    pub letters: Lettering,
    pub labels: LabelPlace,
    pub ticks: Ticks,
    /// Format code of its labels; `None` is that of the values.
    pub format: Option<String>,
    /// Whether points stand in the middle of their room on the axis that this one crosses (21.2.2.32).
    pub is_between: bool,
    /// One category in so many has a label, where this is said.
    pub every: Option<usize>,
}

/// Where an axis crosses the other one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Crossing {
    Zero,
    Min,
    Max,
    At(f64),
}

/// Where the labels of an axis stand (21.2.3.50).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LabelPlace {
    NextTo,
    Low,
    High,
    None,
}

/// The marks of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ticks {
    pub inside: bool,
    pub outside: bool,
}
