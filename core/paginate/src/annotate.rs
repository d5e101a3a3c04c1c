//! Character annotations: ruby, emphasis marks, boxes for characters that no face has.

use super::place_line::{Group, Placer, look_of};
use super::strip::Strip;
use super::text::Look;
use super::{emphasis, missing, ruby};

/// Height above the base line that a look needs beyond its letters, in points.
pub(super) fn height(look: &Look) -> f32 {
    let ruby = if look.ruby.is_some() { ruby::HEIGHT } else { 0.0 };
    ruby.max(look.emphasis.map_or(0.0, emphasis::height)) * look.size
}

impl Placer<'_, '_, '_> {
    /// Adds what stands at the characters of a group that has been set from `left` on.
    pub(super) fn annotate(&mut self, group: &Group, look: &Look, left: f32) {
        let base = self.base - look.rise;
        let mut strip = std::mem::take(&mut self.strip);
        self.ruby(group, look, left, base, &mut strip);
        self.emphasis(group, look, left, base, &mut strip);
        self.boxes(group, look, left, base, &mut strip);
        self.strip = strip;
    }

    /// The small letters, above the first of the groups they belong to.
    fn ruby(&mut self, group: &Group, look: &Look, left: f32, base: f32, strip: &mut Strip) {
        let line = self.line;
        let same = |at: usize| {
            let cluster = line.shaped.clusters.get(at).filter(|_| at < line.visible);
            cluster.and_then(|cluster| look_of(&line.text, cluster)).is_some_and(|other| other.ruby == look.ruby)
        };
        let start = group.clusters.start;
        if look.ruby.is_none() || (start > 0 && same(start - 1)) {
            return;
        }
        let width: f32 = (start..line.visible).take_while(|at| same(*at)).map(|at| self.width(at)).sum();
        strip.items.extend(ruby::items(self.layout, &line.text, look, (left, left + width), base));
    }

    fn emphasis(&mut self, group: &Group, look: &Look, left: f32, base: f32, strip: &mut Strip) {
        let Some(mark) = look.emphasis else { return };
        let marked = self.spots(group, left).into_iter().filter(|spot| emphasis::is_marked(spot.character));
        strip
            .items
            .extend(marked.map(|spot| emphasis::item(mark, look.size, look.color, spot.left + spot.width / 2.0, base)));
    }

    /// Boxes where no face has a glyph: what is missing is seen to be missing.
    fn boxes(&mut self, group: &Group, look: &Look, left: f32, base: f32, strip: &mut Strip) {
        if self.layout.has_all() {
            return;
        }
        for spot in self.spots(group, left) {
            if self.layout.lacks(spot.character) {
                strip.items.push(missing::item(spot.left, spot.width, look.size, look.color, base));
            }
        }
    }

    /// The clusters of a group, in the order they are painted in.
    fn spots(&self, group: &Group, left: f32) -> Vec<Spot> {
        let mut clusters: Vec<usize> = group.clusters.clone().collect();
        if group.level % 2 == 1 {
            clusters.reverse();
        }
        let mut x = left;
        let mut spots = Vec::new();
        for at in clusters {
            let width = self.width(at);
            let start = self.line.shaped.clusters.get(at).map_or(0, |cluster| cluster.text.start as usize);
            if let Some(character) = self.line.text.written.get(start..).and_then(|text| text.chars().next()) {
                spots.push(Spot { left: x, width, character });
            }
            x += width;
        }
        spots
    }
}

/// Where a cluster is painted, and its first character.
struct Spot {
    left: f32,
    width: f32,
    character: char,
}
