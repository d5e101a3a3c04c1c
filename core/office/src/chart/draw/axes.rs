//! Axes: their lines, marks, labels and titles, and the grid.

use super::super::model::{Axis, LabelPlace};
use super::super::number_format;
use super::field::{Field, Pair, Ruler, point};
use super::fit::{self, LABEL_LINES, Plan, Said};
use super::sheet::{Hold, Sheet};
use super::{GAP, TITLE_LINES};
use transvase_base::units::{Point, Rect};

/// Length of a mark of an axis, in points.
const MARK: f32 = 4.0;
/// Largest share of the width of a chart that the labels of an axis beside it take, and of the height that those below do.
const LABELS: (f32, f32) = (0.4, 0.35);

/// An axis in its place.
pub(super) struct Rail<'c> {
    axis: &'c Axis,
    /// Whether it is the axis of values, whose lines run across.
    along: usize,
    /// Whether it stands, on the paper.
    pub stands: bool,
    /// Where it lies, as a share along the axis that it crosses.
    at: f32,
    /// Where its labels stand, likewise.
    labels_at: f32,
    /// Whether these are at its left, or below.
    pub is_low: bool,
    /// Places of its marks and of its labels.
    marks: Vec<f32>,
    labels: Vec<(f32, String)>,
    turn: f32,
    /// Room that its labels take beside it.
    extent: f32,
    /// Room that they take beyond its ends.
    pub overhang: f32,
}

impl<'c> Rail<'c> {
    /// One of a pair of axes, on a field that is not quite laid out in its room.
    pub(super) fn of(
        pair: &Pair<'c>,
        axis: &'c Axis,
        along: usize,
        (rect, room): (&Rect, &Rect),
        is_lying: bool,
    ) -> Rail<'c> {
        let stands = (along == 1) != is_lying;
        let (at, other_is_reversed) =
            (pair.crossings[along], pair.axes[1 - along].is_some_and(|axis| axis.is_reversed));
        let end = |is_high: bool| if is_high == other_is_reversed { 0.0 } else { 1.0 };
        let labels_at = match axis.labels {
            LabelPlace::Low => end(false),
            LabelPlace::High => end(true),
            _ => at,
        };
        let texts = texts(pair, axis, along);
        let mut rail = Rail {
            axis,
            along,
            stands,
            at,
            labels_at,
            is_low: labels_at < 0.99,
            marks: marks(pair, along),
            labels: Vec::new(),
            turn: 0.0,
            extent: 0.0,
            overhang: 0.0,
        };
        if axis.labels != LabelPlace::None {
            let is_counted = pair.series.is_some_and(|series| series.is_counted) || is_scale(pair, along);
            rail.fit(texts, (rect, room), is_counted);
        }
        rail
    }

    /// Fits labels into the room there is.
    fn fit(&mut self, texts: Vec<(f32, String)>, (rect, room): (&Rect, &Rect), is_counted: bool) {
        let letters = &self.axis.letters;
        let words: Vec<String> = texts.iter().map(|(_, text)| text.clone()).collect();
        let length = if self.stands { rect.height() } else { rect.width() };
        let slot = length / words.len().max(1) as f32;
        let plan = if self.stands {
            let every = (letters.line() / slot.max(0.01)).ceil().clamp(1.0, words.len().max(1) as f32) as usize;
            let lines = (slot * every as f32 / letters.line()) as usize;
            Plan { every, turn: 0.0, width: room.width() * LABELS.0, lines: lines.clamp(1, LABEL_LINES) }
        } else {
            let said = Said { every: self.axis.every, turn: letters.turn, is_counted };
            fit::plan(&words, letters, (slot, room.height() * LABELS.1), said)
        };
        let shown = texts.into_iter().step_by(plan.every.max(1));
        self.labels = shown.map(|(at, text)| (at, fit::wrapped(&text, letters, plan.width, plan.lines))).collect();
        self.turn = plan.turn;
        let (width, height) = self.labels.iter().fold((0.0_f32, 0.0_f32), |(width, height), (_, text)| {
            (width.max(letters.width(text)), height.max(fit::height(text, letters)))
        });
        let (sin, cos) = (libm::sinf(plan.turn.to_radians()).abs(), libm::cosf(plan.turn.to_radians()).abs());
        self.extent = if self.stands { width } else { width * sin + height * cos };
        let on_marks = self.marks.len() == self.labels.len();
        let half = if self.stands { height / 2.0 } else { width * cos / 2.0 };
        self.overhang = if on_marks && self.turn == 0.0 { half } else { 0.0 };
    }

    /// Room that it takes beside a field of a length.
    pub(super) fn depth(&self, length: f32) -> f32 {
        let labels = if self.labels.is_empty() { 0.0 } else { self.extent + MARK + GAP / 2.0 };
        let inward = if self.is_low { self.labels_at } else { 1.0 - self.labels_at };
        (labels - inward * length).max(0.0) + self.title_depth()
    }

    fn title_depth(&self) -> f32 {
        self.axis.title.as_ref().map_or(0.0, |title| {
            let lines = title.text.lines().count().clamp(1, TITLE_LINES);
            lines as f32 * title.letters.line() + GAP
        })
    }

    /// A point of the field by its shares along this axis and the one that it crosses.
    fn point(&self, field: &Field<'_>, along: f32, beside: f32) -> Point {
        let (across, up) = if self.along == 0 { (along, beside) } else { (beside, along) };
        point(&field.rect, field.is_lying, across, up)
    }

    /// A point so far outside of another one.
    fn outside(&self, from: Point, by: f32) -> Point {
        match (self.stands, self.is_low) {
            (true, true) => Point { x: from.x - by, ..from },
            (true, false) => Point { x: from.x + by, ..from },
            (false, true) => Point { y: from.y + by, ..from },
            (false, false) => Point { y: from.y - by, ..from },
        }
    }

    fn draw(&self, field: &Field<'_>, sheet: &mut Sheet) {
        let stroke = self.axis.look.rule();
        sheet.rule(self.point(field, 0.0, self.at), self.point(field, 1.0, self.at), stroke);
        let ticks = self.axis.ticks;
        for mark in self.marks.iter().filter(|_| ticks.inside || ticks.outside) {
            let at = self.point(field, *mark, self.at);
            let by = |is: bool, by: f32| self.outside(at, if is { by } else { 0.0 });
            sheet.rule(by(ticks.inside, -MARK), by(ticks.outside, MARK), stroke);
        }
        self.write(field, sheet);
        self.name(field, sheet);
    }

    fn write(&self, field: &Field<'_>, sheet: &mut Sheet) {
        for (along, text) in &self.labels {
            let at = self.outside(self.point(field, *along, self.labels_at), MARK + GAP / 2.0);
            sheet.write(text, &self.axis.letters, at, self.hold(), self.turn);
        }
    }

    /// The point that labels are held at: the one next to the axis.
    fn hold(&self) -> Hold {
        match (self.stands, self.is_low, self.turn) {
            (true, is_low, _) => {
                if is_low {
                    Hold::RIGHT
                } else {
                    Hold::LEFT
                }
            }
            (_, is_low, 0.0) => {
                if is_low {
                    Hold::TOP
                } else {
                    Hold::BOTTOM
                }
            }
            (_, is_low, turn) => {
                if is_low == (turn < 0.0) {
                    Hold::RIGHT
                } else {
                    Hold::LEFT
                }
            }
        }
    }

    /// Writes the title beside the labels.
    fn name(&self, field: &Field<'_>, sheet: &mut Sheet) {
        let Some(title) = &self.axis.title else { return };
        let length = if self.stands { field.rect.height() } else { field.rect.width() };
        let text = fit::wrapped(&title.text, &title.letters, length, TITLE_LINES);
        let end = if self.is_low { 0.0 } else { 1.0 };
        let beyond = self.depth(if self.stands { field.rect.width() } else { field.rect.height() });
        let from = self.point(field, 0.5, end);
        let usual = if self.stands { -90.0 } else { 0.0 };
        let turn = title.letters.turn.unwrap_or(usual);
        let at = self.outside(from, beyond - fit::height(&text, &title.letters) / 2.0);
        sheet.write(&text, &title.letters, at, Hold::MIDDLE, turn);
    }
}

/// Whether an axis is one of values.
fn is_scale(pair: &Pair<'_>, along: usize) -> bool {
    along == 1 || matches!(pair.across, Ruler::Values(_))
}

/// The places of the marks of an axis.
fn marks(pair: &Pair<'_>, along: usize) -> Vec<f32> {
    match (along, pair.across) {
        (0, Ruler::Categories { count, is_between: true, .. }) => {
            (0..=count).map(|at| at as f32 / count as f32).collect()
        }
        (0, Ruler::Categories { count, .. }) => (0..count).map(|at| pair.across.at(at)).collect(),
        (0, Ruler::Values(scale)) => scale.ticks().into_iter().map(|value| scale.share(value)).collect(),
        _ => pair.up.ticks().into_iter().map(|value| pair.up.share(value)).collect(),
    }
}

/// The labels of an axis, each with its place.
fn texts(pair: &Pair<'_>, axis: &Axis, along: usize) -> Vec<(f32, String)> {
    let of_values = |scale: super::super::scale::Scale| {
        let text = |value: f64| number_format::format(value, &pair.formats[along]);
        scale.ticks().into_iter().map(|value| (scale.share(value), text(value))).collect()
    };
    match (along, pair.across) {
        (0, Ruler::Categories { count, .. }) => {
            (0..count).map(|at| (pair.across.at(at), category(pair, axis, at))).collect()
        }
        (0, Ruler::Values(scale)) => of_values(scale),
        _ => of_values(pair.up),
    }
}

/// What a category is called: its number where nothing else is said.
fn category(pair: &Pair<'_>, axis: &Axis, at: usize) -> String {
    let Some(series) = pair.series.filter(|series| !series.categories.is_empty()) else { return (at + 1).to_string() };
    let name = series.categories.get(&at).cloned().unwrap_or_default();
    match (&axis.format, series.is_counted.then(|| name.parse::<f64>())) {
        (Some(code), Some(Ok(number))) => number_format::format(number, code),
        _ => name,
    }
}

/// Draws the lines across the field.
pub(super) fn grid(field: &Field<'_>, sheet: &mut Sheet) {
    for pair in &field.pairs {
        for along in [0, 1] {
            let Some(grid) = pair.axes[along].and_then(|axis| axis.grid.as_ref()) else { continue };
            for mark in marks(pair, along) {
                let ends = [0.0, 1.0].map(|end| {
                    let (across, up) = if along == 0 { (mark, end) } else { (end, mark) };
                    point(&field.rect, field.is_lying, across, up)
                });
                sheet.rule(ends[0], ends[1], grid.rule());
            }
        }
    }
}

/// Draws the axes.
pub(super) fn draw(field: &Field<'_>, sheet: &mut Sheet) {
    field.rails.iter().for_each(|rail| rail.draw(field, sheet));
}
