//! Tab stops: how far each tab character leads.

use std::ops::Range;

use transvase_font::shaping::{Shaped, Space};
use transvase_model::flow::{Leader, TabAlign, TabStop};

/// Distance of the stops beyond those the paragraph sets, in points: half an inch, as office
/// programs have it.
const USUAL_STOP: f32 = 36.0;

/// The tab stops of a line, measured from its start.
#[derive(Debug, Clone, Default)]
pub(super) struct Tabs {
    stops: Vec<TabStop>,
    /// Places of lines down the paragraph, which are no stops.
    bars: Vec<f32>,
    /// Distance of the line's start from the column's.
    pub origin: f32,
    /// Whether text that runs over the line's end leaves its tab as wide as it is, since it goes to the next line.
    pub firm: bool,
}

impl Tabs {
    /// The stops of a paragraph, in rising order; those with damaged positions are left out.
    pub(super) fn of(stops: &[TabStop], scale: f32) -> Tabs {
        let scaled = stops.iter().map(|stop| TabStop { position: stop.position * scale, ..*stop });
        let sound = scaled.filter(|stop| stop.position.is_finite() && stop.position > 0.0);
        let (bars, mut stops): (Vec<TabStop>, Vec<TabStop>) = sound.partition(|stop| stop.align == TabAlign::Bar);
        stops.sort_by(|a, b| a.position.total_cmp(&b.position));
        let bars = bars.into_iter().map(|bar| bar.position).collect();
        Tabs { stops, bars, origin: 0.0, firm: false }
    }

    /// Places of the lines down the paragraph, from the column's start.
    pub(super) fn bars(&self) -> impl Iterator<Item = f32> + '_ {
        self.bars.iter().copied()
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

    /// Gives the tabs of a line of `width` points, whose text begins with `text`, their advances. Answers the clusters that
    /// something fills.
    pub(super) fn settle(&self, shaped: &mut Shaped, text: &str, width: f32) -> Vec<(usize, Leader)> {
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
                TabAlign::Start | TabAlign::Bar => 0.0,
                TabAlign::Center => field / 2.0,
                TabAlign::End => field,
                TabAlign::Decimal => shaped.advance(*at + 1..point_of(shaped, *at + 1..end, text)),
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

/// The cluster of the decimal point among those of a field; where there is none the one behind its number, or its end.
fn point_of(shaped: &Shaped, field: Range<usize>, text: &str) -> usize {
    let clusters = shaped.clusters.get(field.clone()).unwrap_or_default();
    let (Some(first), Some(last)) = (clusters.first(), clusters.last()) else { return field.end };
    let start = first.text.start as usize;
    let words = text.get(start..last.text.end as usize).unwrap_or_default();
    let Some(point) = decimal_point(words) else { return field.end };
    let before = clusters.iter().take_while(|cluster| (cluster.text.start as usize) < start + point).count();
    field.start + before
}

/// Where the decimal point of the first number of a text is, or else where that number ends. The last of several signs is
/// the point; a comma alone before three digits parts thousands.
fn decimal_point(text: &str) -> Option<usize> {
    let begin = text.find(|c: char| c.is_ascii_digit())?;
    let rest = text.get(begin..)?;
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '\u{2019}' | '\u{A0}' | '\u{202F}');
    let number =
        rest.get(..rest.find(|c| !is_part(c)).unwrap_or(rest.len()))?.trim_end_matches(|c: char| !c.is_ascii_digit());
    let sign = number.rfind(['.', ',']);
    let parts_thousands = |at: usize| {
        let sign = number.get(at..=at).unwrap_or_default();
        let several = number.matches(sign).count() > 1;
        let only = !number.get(..at).unwrap_or_default().contains(['.', ',']);
        several || (sign == "," && only && number.len() - at == 4)
    };
    Some(begin + sign.filter(|at| !parts_thousands(*at)).unwrap_or(number.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_at_their_decimal_points() {
        let cases = [
            ("12.5", Some(2)),
            ("1,234.56", Some(5)),
            ("1.234,56", Some(5)),
            ("1,234", Some(5)),
            ("3,5", Some(1)),
            ("1.234.567", Some(9)),
            ("-7 kg", Some(2)),
            ("(0.25)", Some(2)),
            ("none", None),
        ];
        for (text, point) in cases {
            assert_eq!(decimal_point(text), point, "{text}");
        }
    }
}
