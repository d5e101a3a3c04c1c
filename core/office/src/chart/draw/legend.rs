//! The legend (ECMA-376 part 1, 21.2.2.94).

use super::super::look::Lettering;
use super::super::model::{Chart, Kind, Legend, Marker, Plot, Side, Stacking};
use super::sheet::{Hold, Sheet};
use super::{GAP, fit, lines, marker, within};
use crate::ooxml::paint::Fill;
use transvase_base::units::{Point, Rect};
use transvase_model::flow::Color;
use transvase_model::path::Stroke;

/// Side of a key that is a box, in the size of the letters.
const BOX: f32 = 0.6;
/// Length of a key that is a line, in points.
const LINE: f32 = 24.0;
/// Largest share of a chart that its legend takes.
const SHARE: f32 = 0.4;
/// Distance of entries in a line, in the size of their letters.
const APART: f32 = 1.2;

/// An entry: a key and a name.
struct Entry {
    name: String,
    fill: Option<Fill>,
    stroke: Option<Stroke>,
    color: Color,
    marker: Option<Marker>,
    is_line: bool,
}

impl Entry {
    fn key(&self, letters: &Lettering) -> f32 {
        if self.is_line { LINE } else { BOX * letters.size }
    }

    /// How wide it is with its key.
    fn width(&self, letters: &Lettering) -> f32 {
        self.key(letters) + GAP + letters.width(&self.name)
    }

    /// Draws it with its left end at a point.
    fn draw(&self, letters: &Lettering, at: Point, sheet: &mut Sheet) {
        let key = self.key(letters);
        if self.is_line {
            sheet.rule(at, Point { x: at.x + key, ..at }, self.stroke);
            if let Some(sign) = &self.marker {
                marker::draw(sign, self.color, Point { x: at.x + key / 2.0, ..at }, sheet);
            }
        } else {
            let rect = Rect { left: at.x, top: at.y - key / 2.0, right: at.x + key, bottom: at.y + key / 2.0 };
            sheet.area(&rect, self.fill.clone(), self.stroke);
        }
        sheet.write(&self.name, letters, Point { x: at.x + key + GAP, ..at }, Hold::LEFT, 0.0);
    }
}

/// Draws the legend at its side of a room, and gives what is left of that.
pub(super) fn draw(chart: &Chart, legend: &Legend, sheet: &mut Sheet, room: &Rect) -> Rect {
    let letters = &legend.letters;
    let mut entries = entries(chart, legend);
    if entries.is_empty() {
        return *room;
    }
    let said = legend.place.map(|place| {
        let all = Rect { left: 0.0, top: 0.0, right: sheet.drawing.size.width, bottom: sheet.drawing.size.height };
        within(&all, &place.rect)
    });
    let is_column = matches!(legend.side, Side::Left | Side::Right);
    let most = if is_column { room.width() * SHARE } else { room.width() };
    for entry in &mut entries {
        entry.name = fit::wrapped(&entry.name, letters, most - entry.key(letters) - GAP, 1);
    }
    let rows = if is_column { column(entries, letters, room) } else { rows(entries, letters, most) };
    let height = rows.len() as f32 * row_height(letters);
    let width = rows.iter().map(|row| row_width(row, letters)).fold(0.0, f32::max);
    let place = said.unwrap_or_else(|| beside(legend.side, room, width, height));
    write(&rows, letters, &place, (width, height, is_column), sheet);
    left(legend.side, room, width + GAP, height + GAP)
}

/// The entries: of points where each has a colour of its own, else of series.
fn entries(chart: &Chart, legend: &Legend) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for plot in &chart.plots {
        if plot.varied || plot.kind.is_round() {
            entries.extend(points(chart, plot));
        } else {
            entries.extend(series(plot));
        }
    }
    let mut number = 0..;
    entries.retain(|_| number.next().is_some_and(|number| !legend.hidden.contains(&number)));
    let is_stacked =
        |plot: &Plot| plot.stacking != Stacking::None && matches!(plot.kind, Kind::Area | Kind::Bars { lying: false });
    // What stands on one another is named in that order.
    if chart.plots.iter().all(is_stacked) && matches!(legend.side, Side::Left | Side::Right) {
        entries.reverse();
    }
    entries
}

fn points<'c>(chart: &'c Chart, plot: &'c Plot) -> impl Iterator<Item = Entry> + 'c {
    plot.series.iter().take(1).flat_map(move |series| {
        series.values.keys().map(move |at| {
            let look = series.points.get(at).map_or_else(|| series.look.clone(), |own| own.look.over(&series.look));
            let color = if plot.varied { chart.palette[at % chart.palette.len()] } else { series.color };
            let name = series.categories.get(at).cloned().unwrap_or_else(|| (at + 1).to_string());
            let (fill, stroke) = (look.fill(Some(color)), look.stroke(None));
            Entry { name, fill, stroke, color, marker: None, is_line: false }
        })
    })
}

fn series(plot: &Plot) -> impl Iterator<Item = Entry> + '_ {
    let is_line = matches!(plot.kind, Kind::Line | Kind::Scatter);
    plot.series.iter().enumerate().map(move |(number, series)| {
        let name = if series.name.is_empty() { format!("Series{}", number + 1) } else { series.name.clone() };
        let automatic = is_line.then_some((series.color, lines::WIDTH));
        Entry {
            name,
            fill: series.look.fill(Some(series.color)),
            stroke: series.look.stroke(automatic),
            color: series.color,
            marker: series.marker.clone().filter(|_| is_line),
            is_line,
        }
    })
}

fn row_height(letters: &Lettering) -> f32 {
    letters.line() * 1.3
}

fn row_width(row: &[Entry], letters: &Lettering) -> f32 {
    let names: f32 = row.iter().map(|entry| entry.width(letters)).sum();
    names + row.len().saturating_sub(1) as f32 * APART * letters.size
}

/// Entries one below the other, as many as there is room for.
fn column(entries: Vec<Entry>, letters: &Lettering, room: &Rect) -> Vec<Vec<Entry>> {
    let most = (room.height() / row_height(letters)).max(1.0) as usize;
    entries.into_iter().take(most).map(|entry| vec![entry]).collect()
}

/// Entries side by side, in as many rows as they need.
fn rows(entries: Vec<Entry>, letters: &Lettering, width: f32) -> Vec<Vec<Entry>> {
    let mut rows: Vec<Vec<Entry>> = Vec::new();
    for entry in entries {
        let more = APART * letters.size + entry.width(letters);
        match rows.last_mut().filter(|row| row_width(row, letters) + more <= width) {
            Some(row) => row.push(entry),
            None => rows.push(vec![entry]),
        }
    }
    rows
}

/// The place of a legend of a size.
fn beside(side: Side, room: &Rect, width: f32, height: f32) -> Rect {
    let (x, y) = (room.center().x - width / 2.0, room.center().y - height / 2.0);
    let (left, top) = match side {
        Side::Left => (room.left, y),
        Side::Right => (room.right - width, y),
        Side::Top => (x, room.top),
        Side::Bottom => (x, room.bottom - height),
    };
    Rect { left, top, right: left + width, bottom: top + height }
}

/// What a legend leaves of a room.
fn left(side: Side, room: &Rect, width: f32, height: f32) -> Rect {
    let (width, height) = (width.min(room.width() / 2.0), height.min(room.height() / 2.0));
    match side {
        Side::Left => Rect { left: room.left + width, ..*room },
        Side::Right => Rect { right: room.right - width, ..*room },
        Side::Top => Rect { top: room.top + height, ..*room },
        Side::Bottom => Rect { bottom: room.bottom - height, ..*room },
    }
}

/// Writes rows in the middle of a place: in a column each from its left end, else each in the middle.
fn write(
    rows: &[Vec<Entry>],
    letters: &Lettering,
    place: &Rect,
    (width, height, is_column): (f32, f32, bool),
    sheet: &mut Sheet,
) {
    let middle = place.center();
    let mut y = middle.y - height / 2.0 + row_height(letters) / 2.0;
    for row in rows {
        let own = if is_column { width } else { row_width(row, letters) };
        let mut x = middle.x - own / 2.0;
        for entry in row {
            entry.draw(letters, Point { x, y }, sheet);
            x += entry.width(letters) + APART * letters.size;
        }
        y += row_height(letters);
    }
}
