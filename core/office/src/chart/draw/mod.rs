//! A chart as shapes with words.

mod axes;
mod bars;
mod field;
mod fit;
mod labels;
mod legend;
mod lines;
mod marker;
mod pie;
mod sheet;
mod stack;

use super::model::{Chart, Place, Words};
use field::Field;
use sheet::{Hold, Sheet};
use transvase_base::units::{Point, Rect, Size};
use transvase_model::flow::{Color, Drawing};

/// Room at the edges of a chart, in points.
const EDGE: f32 = 7.0;
/// Room between parts of a chart, in points.
const GAP: f32 = 5.0;
/// Longest side of a chart, in points.
const LONGEST: f32 = 5_000.0;
/// Most lines of a title.
const TITLE_LINES: usize = 3;

impl Chart {
    /// The chart in a size, in points. One that says no colour of its ground has that of `ground`: documents and sheets
    /// give it one, slides show through.
    pub(crate) fn drawing(&self, size: Size, ground: Option<Color>) -> Drawing {
        let side = |side: f32| if side.is_finite() { side.clamp(1.0, LONGEST) } else { 1.0 };
        let size = Size { width: side(size.width), height: side(size.height) };
        let all = Rect { left: 0.0, top: 0.0, right: size.width, bottom: size.height };
        let mut sheet = Sheet::new(size);
        sheet.area(&all, self.look.fill(ground), self.look.stroke(None));
        let mut room = inset(&all, EDGE);
        if let Some(title) = &self.title {
            room.top += heading(&mut sheet, title, &room);
        }
        if let Some(legend) = &self.legend {
            room = legend::draw(self, legend, &mut sheet, &room);
        }
        if self.plots.iter().any(|plot| plot.kind.is_round()) {
            pie::draw(self, &mut sheet, &self.place(&all).map_or(room, |place| place.rect));
        } else {
            self.plots_on_axes(&mut sheet, &room, &all);
        }
        sheet.drawing
    }

    /// Where the plot is said to stand, in points.
    fn place(&self, all: &Rect) -> Option<Place> {
        self.plot_place.map(|place| Place { rect: within(all, &place.rect), ..place })
    }

    fn plots_on_axes(&self, sheet: &mut Sheet, room: &Rect, all: &Rect) {
        let field = Field::of(self, room, self.place(all));
        sheet.area(&field.rect, self.plot_look.fill(None), self.plot_look.stroke(None));
        axes::grid(&field, sheet);
        for (plot, pair) in field.plots(self) {
            let spans = stack::spans(plot, field.pairs[pair].count());
            let view = field.view(pair);
            match plot.kind {
                super::model::Kind::Bars { .. } => bars::draw(self, plot, &spans, &view, sheet),
                super::model::Kind::Area => lines::areas(plot, &spans, &view, sheet),
                super::model::Kind::Scatter => lines::scatter(plot, &view, sheet),
                _ => lines::draw(self, plot, &spans, &view, sheet),
            }
        }
        axes::draw(&field, sheet);
    }
}

/// Writes the title over what is there, and gives the height that it takes.
fn heading(sheet: &mut Sheet, title: &Words, room: &Rect) -> f32 {
    let text = fit::wrapped(&title.text, &title.letters, room.width(), TITLE_LINES);
    let at = Point { x: room.center().x, y: room.top };
    sheet.write(&text, &title.letters, at, Hold::TOP, 0.0);
    fit::height(&text, &title.letters) + GAP
}

/// A rectangle without a margin; one that is too small is a point in its middle.
fn inset(rect: &Rect, by: f32) -> Rect {
    let (across, down) = (by.min(rect.width() / 2.0), by.min(rect.height() / 2.0));
    Rect { left: rect.left + across, top: rect.top + down, right: rect.right - across, bottom: rect.bottom - down }
}

/// A rectangle of shares of another one.
fn within(all: &Rect, shares: &Rect) -> Rect {
    let (x, y) = (|share: f32| all.left + all.width() * share, |share: f32| all.top + all.height() * share);
    Rect { left: x(shares.left), top: y(shares.top), right: x(shares.right), bottom: y(shares.bottom) }
}
