//! Tab stops: how far each tab character leads.

use transvase_font::shaping::{Shaped, Space};
use transvase_model::flow::{Leader, TabAlign, TabStop};

/// Distance of the stops beyond those the paragraph sets, in points: half an inch, as office
/// programs have it.
const USUAL_STOP: f32 = 36.0;

/// The tab stops of a line, measured from its start.
#[derive(Debug, Clone, Default)]
pub(super) struct Tabs {
    stops: Vec<TabStop>,
    /// Distance of the line's start from the column's.
    pub origin: f32,
    /// Whether text that runs over the line's end leaves its tab as wide as it is, since it goes to the next line.
    pub firm: bool,
}

impl Tabs {
    /// The stops of a paragraph, in rising order; those with damaged positions are left out.
    pub(super) fn of(stops: &[TabStop], scale: f32) -> Tabs {
        let scaled = stops.iter().map(|stop| TabStop { position: stop.position * scale, ..*stop });
        let mut stops: Vec<TabStop> = scaled.filter(|stop| stop.position.is_finite() && stop.position > 0.0).collect();
        stops.sort_by(|a, b| a.position.total_cmp(&b.position));
        Tabs { stops, origin: 0.0, firm: false }
    }

    /// The same stops for a line that starts elsewhere.
    pub(super) fn from(&self, origin: f32) -> Tabs {
        Tabs { origin, ..self.clone() }
    }

    /// The same stops for lines that are filled one by one. Text that hangs out leads to where the others begin
    /// (ECMA-376 part 1, 17.3.1.12: a hanging indent makes a stop).
    pub(super) fn firm(mut self, hanging: Option<f32>) -> Tabs {
        let stop = |position| TabStop { position, align: TabAlign::Start, leader: None };
        self.stops.extend(hanging.map(stop));
        self.stops.sort_by(|a, b| a.position.total_cmp(&b.position));
        Tabs { firm: true, ..self }
    }

    /// The first stop after `x`, both measured from the column's start.
    fn after(&self, x: f32) -> TabStop {
        let own = self.stops.iter().find(|stop| stop.position > x + 0.01);
        own.copied().unwrap_or_else(|| TabStop {
            position: ((x / USUAL_STOP + 0.01).floor() + 1.0) * USUAL_STOP,
            align: TabAlign::Start,
            leader: None,
        })
    }

    /// Gives the tabs of a line of `width` points their advances. Answers the clusters that something fills.
    pub(super) fn settle(&self, shaped: &mut Shaped, width: f32) -> Vec<(usize, Leader)> {
        let tabs: Vec<usize> =
            (0..shaped.clusters.len()).filter(|at| shaped.clusters[*at].space == Space::Tab).collect();
        let mut filled = Vec::new();
        let mut x = 0.0;
        let mut from = 0;
        for (number, at) in tabs.iter().enumerate() {
            x += shaped.advance(from..*at);
            let end = tabs.get(number + 1).copied().unwrap_or(shaped.clusters.len());
            let field = shaped.advance(*at + 1..end);
            let stop = self.after(self.origin + x);
            let before = match stop.align {
                TabAlign::Start => 0.0,
                TabAlign::Center => field / 2.0,
                TabAlign::End => field,
            };
            let wanted = stop.position - self.origin - x - before;
            let stays = self.firm && stop.align == TabAlign::Start && x + wanted <= width;
            // Text that would run over the line's end pulls its tab together.
            let advance = if stays { wanted } else { wanted.min(width - x - field).max(0.0) };
            shaped.clusters[*at].advance = advance;
            filled.extend(stop.leader.map(|leader| (*at, leader)));
            x += advance;
            from = *at + 1;
        }
        filled
    }
}
