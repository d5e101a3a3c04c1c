//! The part of a chart (`c:chartSpace`, ECMA-376 part 1, 21.2.2.29) as a chart.

mod axis;
mod labels;
mod series;

use super::cache::words;
use super::look::{COLORS, Lettering, Look, accent};
use super::model::{Axis, Blanks, Chart, Kind, Legend, Place, Plot, Side, Stacking, Words};
use crate::ooxml::{Theme, Tree};
use transvase_base::units::Rect;

/// Series of a chart that are drawn.
const MAX_SERIES: usize = 60;
/// Points of each that are drawn.
const MAX_POINTS: usize = 4_000;
/// Axes that are drawn.
const MAX_AXES: usize = 8;
/// The title of a chart that has one and says nothing in it.
const UNTITLED: &str = "Chart Title";
/// Size of the title of a chart that says none, in points: that of Office 2007.
const TITLE: f32 = 18.0;
/// The size of a title in that of the letters of its chart, where those have one.
const TITLE_EM: f32 = 1.2;

impl Chart {
    /// Reads a chart; `None` where nothing of it is stored, or it is of a kind that is not drawn.
    pub(crate) fn read(part: &Tree, theme: &Theme) -> Option<Chart> {
        let chart = part.child("c:chart")?;
        let area = chart.child("c:plotArea")?;
        let letters = Lettering::usual(theme).with(part.child("c:txPr"), theme);
        let plots = plots(area, &letters, theme)?;
        let axes = area.children().filter(|tree| matches!(tree.tag(), "c:catAx" | "c:valAx" | "c:dateAx" | "c:serAx"));
        let axes: Vec<Axis> = axes.filter_map(|tree| axis::read(tree, &letters, theme)).take(MAX_AXES).collect();
        let is_sized = part.child("c:txPr").is_some_and(|body| body.descendants().any(|t| t.attribute("sz").is_some()));
        let size = if is_sized { letters.size * TITLE_EM } else { TITLE };
        Some(Chart {
            title: title_of(chart, &plots, &letters.sized(size, true), theme),
            legend: chart.child("c:legend").map(|legend| legend_of(legend, &letters, theme)),
            plots,
            axes,
            look: Look::of(part, theme),
            plot_look: Look::of(area, theme),
            plot_place: place(area),
            letters,
            blanks: match value(chart, "c:dispBlanksAs") {
                Some("zero") => Blanks::Zero,
                Some("span") => Blanks::Span,
                _ => Blanks::Gap,
            },
            palette: (0..COLORS).map(|number| accent(number, theme)).collect(),
        })
    }
}

/// The plots of a plot area; `None` where one is not drawn, or none has values.
fn plots(area: &Tree, letters: &Lettering, theme: &Theme) -> Option<Vec<Plot>> {
    let mut plots: Vec<Plot> = Vec::new();
    for tree in area.children().filter(|tree| tree.tag().ends_with("Chart")) {
        let kind = kind(tree)?;
        let room = MAX_SERIES.saturating_sub(plots.iter().map(|plot| plot.series.len()).sum());
        plots.push(plot(tree, kind, room, letters, theme));
    }
    plots.retain(|plot| plot.series.iter().any(|series| !series.values.is_empty()));
    // Circles have no axes that anything else could stand on.
    let is_round = plots.first()?.kind.is_round();
    plots.retain(|plot| plot.kind.is_round() == is_round);
    Some(plots)
}

/// How a plot is drawn; solid ones are drawn flat.
fn kind(tree: &Tree) -> Option<Kind> {
    Some(match tree.tag() {
        "c:barChart" | "c:bar3DChart" => Kind::Bars { lying: value(tree, "c:barDir") == Some("bar") },
        "c:lineChart" | "c:line3DChart" => Kind::Line,
        "c:areaChart" | "c:area3DChart" => Kind::Area,
        "c:scatterChart" => Kind::Scatter,
        "c:pieChart" | "c:pie3DChart" | "c:ofPieChart" => Kind::Pie,
        "c:doughnutChart" => Kind::Ring,
        _ => return None,
    })
}

fn plot(tree: &Tree, kind: Kind, room: usize, letters: &Lettering, theme: &Theme) -> Plot {
    let stacking = match value(tree, "c:grouping") {
        Some("stacked") => Stacking::Stacked,
        Some("percentStacked") => Stacking::Percent,
        _ => Stacking::None,
    };
    let varied = child_is(tree, "c:varyColors", kind.is_round());
    let series = series::read(tree, kind, room, letters, theme);
    let mut axes = tree.children().filter(|child| child.is("c:axId")).map(|axis| axis.attribute("val"));
    let mut axis = || axes.next().flatten().map(str::to_owned);
    let overlap = if stacking == Stacking::None { 0.0 } else { 100.0 };
    Plot {
        kind,
        stacking,
        varied: varied && (kind.is_round() || series.len() == 1),
        series,
        axes: [axis(), axis()],
        gap: number(tree, "c:gapWidth").unwrap_or(150.0).clamp(0.0, 500.0) / 100.0,
        overlap: number(tree, "c:overlap").unwrap_or(overlap).clamp(-100.0, 100.0) / 100.0,
        start: number(tree, "c:firstSliceAng").unwrap_or(0.0).clamp(0.0, 360.0),
        hole: number(tree, "c:holeSize").unwrap_or(50.0).clamp(1.0, 90.0) / 100.0,
    }
}

/// The title of a chart: its own, or the name of its only series (21.2.2.7). One that is there and says nothing has the
/// words that Office puts there.
fn title_of(chart: &Tree, plots: &[Plot], letters: &Lettering, theme: &Theme) -> Option<Words> {
    let title = chart.child("c:title");
    if let Some(own) = title.and_then(|title| said(title, letters, theme)) {
        return Some(own);
    }
    if child_is(chart, "c:autoTitleDeleted", false) {
        return None;
    }
    let mut series = plots.iter().flat_map(|plot| &plot.series);
    let only = series.next().filter(|_| series.next().is_none()).map(|only| only.name.clone());
    let text = only.filter(|name| !name.is_empty()).or_else(|| title.map(|_| UNTITLED.to_owned()))?;
    let letters = letters.clone().with(title.and_then(|title| title.child("c:txPr")), theme);
    Some(Words { text, letters })
}

/// The words of a title, paragraph by paragraph.
fn said(title: &Tree, letters: &Lettering, theme: &Theme) -> Option<Words> {
    let body = title.find(&["c:tx", "c:rich"]);
    let text = match body {
        Some(body) => text_of(body),
        None => title.find(&["c:tx", "c:strRef"]).map(|reference| words(reference, MAX_POINTS))?,
    };
    let letters = letters.clone().with(title.child("c:txPr"), theme).with(body, theme);
    Some(Words { text, letters }).filter(|words| !words.text.trim().is_empty())
}

/// The words of a body of text, a line for each paragraph.
fn text_of(body: &Tree) -> String {
    let paragraphs = body.children().filter(|child| child.is("a:p"));
    let text = |paragraph: &Tree| {
        let pieces = paragraph.descendants().filter(|tree| matches!(tree.tag(), "a:t" | "a:br"));
        pieces.map(|piece| if piece.is("a:br") { "\n".to_owned() } else { piece.text() }).collect::<String>()
    };
    paragraphs.map(text).collect::<Vec<_>>().join("\n").trim().to_owned()
}

fn legend_of(tree: &Tree, letters: &Lettering, theme: &Theme) -> Legend {
    let side = match value(tree, "c:legendPos") {
        Some("l") => Side::Left,
        Some("t") => Side::Top,
        Some("b") => Side::Bottom,
        _ => Side::Right,
    };
    let entries = tree.children().filter(|child| child.is("c:legendEntry") && child_is(child, "c:delete", false));
    let hidden = entries.filter_map(|entry| value(entry, "c:idx")?.parse().ok()).take(MAX_POINTS).collect();
    Legend { side, letters: letters.clone().with(tree.child("c:txPr"), theme), place: place(tree), hidden }
}

/// The place that a part is given (21.2.2.88); `None` leaves it to whoever draws.
fn place(tree: &Tree) -> Option<Place> {
    let layout = tree.find(&["c:layout", "c:manualLayout"])?;
    let share = |name| number(layout, name).filter(|share| (0.0..=1.0).contains(share));
    let (left, top) = (share("c:x")?, share("c:y")?);
    let (width, height) = (share("c:w")?, share("c:h")?);
    let ends = |name| value(layout, name) == Some("edge");
    let right = if ends("c:wMode") { width } else { left + width };
    let bottom = if ends("c:hMode") { height } else { top + height };
    let rect = Rect { left, top, right: right.min(1.0), bottom: bottom.min(1.0) };
    let is_inner = value(layout, "c:layoutTarget") == Some("inner");
    Some(Place { rect, is_inner }).filter(|place| place.rect.width() > 0.05 && place.rect.height() > 0.05)
}

/// What a child says in its attribute `val`.
fn value<'t>(tree: &'t Tree, child: &str) -> Option<&'t str> {
    tree.child(child)?.attribute("val")
}

fn number(tree: &Tree, child: &str) -> Option<f32> {
    let text = value(tree, child)?;
    text.trim_end_matches('%').parse().ok().filter(|number: &f32| number.is_finite())
}

/// Whether a child says yes, which it does where it is there and says nothing (21.2.2.1, `CT_Boolean`).
fn child_is(tree: &Tree, child: &str, absent: bool) -> bool {
    tree.child(child)
        .map_or(absent, |child| child.attribute("val").is_none_or(|value| matches!(value, "1" | "true" | "on")))
}
