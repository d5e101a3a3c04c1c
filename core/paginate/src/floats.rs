//! Floats: pictures and frames in the column with text beside them.

use transvase_base::units::Rect;

/// Areas that lines keep clear of, in points from the column's left edge and from where the stream of its strips begins.
#[derive(Debug, Clone, Default)]
pub(super) struct Floats {
    areas: Vec<Rect>,
}

/// Narrower room than this beside something is left empty, in points: half an inch.
const LEAST_ROOM: f32 = 36.0;

/// Areas that stand in a column at a time; what comes beyond them has text over it.
const MOST: usize = 256;

impl Floats {
    /// Keeps an area clear.
    pub(super) fn add(&mut self, area: Rect) {
        if self.areas.len() < MOST && [area.left, area.top, area.right, area.bottom].iter().all(|edge| !edge.is_nan()) {
            self.areas.push(area);
        }
    }

    /// How far below `y` a line may stand, and the stretches between `left` and `right` it has there, from the left. The
    /// first word needs `least` in one of them, as far as there is so much without anything beside it.
    pub(super) fn room(
        &mut self,
        y: f32,
        height: f32,
        (left, right): (f32, f32),
        least: f32,
    ) -> (f32, Vec<(f32, f32)>) {
        self.areas.retain(|area| area.bottom > y + 0.01);
        if self.areas.is_empty() {
            return (0.0, vec![(left, right)]);
        }
        let wanted = least.max(LEAST_ROOM).min(right - left) - 0.01;
        let mut top = y;
        loop {
            let mut clear = self.clear_at(top, height, left, right);
            let first = clear.iter().position(|(from, to)| to - from >= wanted);
            let next = self.areas.iter().map(|area| area.bottom).filter(|bottom| *bottom > top + 0.01);
            let next = next.fold(f32::INFINITY, f32::min);
            match first {
                Some(first) => return (top - y, clear.split_off(first)),
                None if next.is_finite() => top = next,
                None => return (top - y, vec![(left, right)]),
            }
        }
    }

    /// The stretches between `left` and `right` that are clear and not too narrow.
    fn clear_at(&self, y: f32, height: f32, left: f32, right: f32) -> Vec<(f32, f32)> {
        let beside = |area: &&Rect| area.top < y + height - 0.01 && area.bottom > y + 0.01;
        let mut taken: Vec<(f32, f32)> = self.areas.iter().filter(beside).map(|area| (area.left, area.right)).collect();
        taken.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut from = left;
        let mut clear = Vec::new();
        for (start, end) in taken.into_iter().chain([(right, right)]) {
            clear.push((from, start.min(right)));
            from = from.max(end);
        }
        let least = LEAST_ROOM.min(right - left) - 0.01;
        clear.retain(|(from, to)| to - from >= least);
        clear
    }

    /// Where the lowest of them ends, if that is below `y`.
    pub(super) fn end_below(&self, y: f32) -> Option<f32> {
        let ends = self.areas.iter().filter(|area| area.left.is_finite()).map(|area| area.bottom);
        ends.filter(|bottom| *bottom > y + 0.01 && bottom.is_finite()).reduce(f32::max)
    }

    /// Forgets them: what follows is on another page.
    pub(super) fn clear(&mut self) {
        self.areas.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stand_beside_what_floats_or_below_it() {
        let mut floats = Floats::default();
        floats.add(Rect { left: 0.0, top: 10.0, right: 100.0, bottom: 50.0 });
        assert_eq!(floats.room(20.0, 12.0, (0.0, 300.0), 40.0), (0.0, vec![(100.0, 300.0)]));
        assert_eq!(floats.room(20.0, 12.0, (0.0, 120.0), 40.0), (30.0, vec![(0.0, 120.0)]));
        assert_eq!(floats.room(55.0, 12.0, (0.0, 300.0), 40.0), (0.0, vec![(0.0, 300.0)]));
    }

    #[test]
    fn a_line_goes_on_at_the_other_side() {
        let mut floats = Floats::default();
        floats.add(Rect { left: 100.0, top: 0.0, right: 150.0, bottom: 50.0 });
        assert_eq!(floats.room(0.0, 12.0, (0.0, 400.0), 40.0), (0.0, vec![(0.0, 100.0), (150.0, 400.0)]));
        assert_eq!(floats.room(0.0, 12.0, (0.0, 400.0), 140.0), (0.0, vec![(150.0, 400.0)]));
    }
}
