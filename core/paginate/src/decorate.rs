//! Text decoration: what is drawn under, through, behind and around letters.

use super::drawn::filled;
use super::place_line::{Group, Placer, object_of};
use super::rules;
use super::seat::{ASCENT, DESCENT};
use super::strip::shift;
use super::text::Look;
use transvase_base::units::{Point, Rect};
use transvase_font::shaping::Space;
use transvase_model::flow::{Border, Borders, Color, Effect, LineKind};
use transvase_model::pages::{GlyphRun, Item, TextPaint};

/// Thickness of lines as most faces give it, as a share of the size (OpenType `post`, OS/2).
const THICKNESS: f32 = 0.05;
/// Place of the middle of a line below the base line, and of one through letters above it, likewise.
const UNDER: f32 = 0.115;
const THROUGH: f32 = -0.265;

/// How far shadows and reliefs lie beside their letters, as a share of the size.
const ASIDE: f32 = 0.04;
/// Colour of a shadow, and that of letters in relief.
const SHADOW: Color = Color { r: 0x80, g: 0x80, b: 0x80 };
const RELIEF: Color = Color { r: 0xC8, g: 0xC8, b: 0xC8 };

impl Placer<'_, '_, '_> {
    /// Adds what is drawn at the letters of a group set from `left` on. `behind` is the place in painting order before them.
    pub(super) fn decorate(&mut self, group: &Group, look: &Look, left: f32, behind: usize) {
        let base = self.base - look.rise;
        let size = look.size;
        let area = Rect { left, top: base - ASCENT * size, right: self.x, bottom: base + DESCENT * size };
        self.affect(look, behind);
        if let Some(color) = look.background {
            self.strip.items.insert(behind, filled(&area, color));
        }
        if look.underline {
            self.underscore(group, look, left, base + UNDER * size);
        }
        if look.strike {
            self.underscore(group, look, left, base + THROUGH * size);
        }
        if let Some(border) = look.border {
            self.box_in(border, area);
        }
        if let Some(link) = look.link {
            let top = object_of(&self.line.text, look).map_or(area.top, |object| self.base - object.height);
            self.strip.links.push((link, Rect { top, ..area }));
        }
    }

    /// A line under or through the letters, whose middle is at `y`.
    fn underscore(&mut self, group: &Group, look: &Look, left: f32, y: f32) {
        let lines = look.decoration;
        let share = match (lines.kind, lines.is_heavy) {
            (LineKind::Double | LineKind::Triple, _) => 0.7,
            (_, true) => 2.0,
            (_, false) => 1.0,
        };
        let width = THICKNESS * look.size * share;
        let border = Border { width, color: lines.color.unwrap_or(look.color), kind: lines.kind };
        let stretches = if lines.words_only { self.words(group, left) } else { vec![(left, self.x)] };
        for (from, to) in stretches.into_iter().filter(|(from, to)| to > from) {
            match border.kind {
                LineKind::Single => {
                    let rect = Rect { left: from, top: y - width / 2.0, right: to, bottom: y + width / 2.0 };
                    self.strip.items.push(filled(&rect, border.color));
                }
                _ => rules::line(&border, Point { x: from, y }, Point { x: to, y }, &mut self.strip.items),
            }
        }
    }

    /// Where the letters of a group stand that are no spaces.
    fn words(&self, group: &Group, left: f32) -> Vec<(f32, f32)> {
        let is_rtl = group.level % 2 == 1;
        let count = group.clusters.len();
        let mut words: Vec<(f32, f32)> = Vec::new();
        let mut x = left;
        for step in 0..count {
            let at = group.clusters.start + if is_rtl { count - 1 - step } else { step };
            let next = x + self.width(at);
            let is_space = self.line.shaped.clusters.get(at).is_some_and(|cluster| cluster.space != Space::No);
            match words.last_mut() {
                _ if is_space => {}
                Some((_, end)) if (*end - x).abs() < 0.01 => *end = next,
                _ => words.push((x, next)),
            }
            x = next;
        }
        words
    }

    /// A box around letters; it takes in the one before it that is the same.
    fn box_in(&mut self, border: Border, area: Rect) {
        match self.boxes.last_mut() {
            Some((other, last)) if *other == border && (last.right - area.left).abs() < 0.1 => {
                let (top, bottom) = (last.top.min(area.top), last.bottom.max(area.bottom));
                *last = Rect { left: last.left, top, right: area.right, bottom };
            }
            _ => self.boxes.push((border, area)),
        }
    }

    /// Draws the boxes of the line.
    pub(super) fn draw_boxes(&mut self) {
        for (border, area) in std::mem::take(&mut self.boxes) {
            rules::draw(&Borders::all(border), &area, &mut self.strip.items);
        }
    }

    /// Paints letters as their look asks for that are not plainly filled.
    fn affect(&mut self, look: &Look, behind: usize) {
        let Some(effect) = look.effect else { return };
        let aside = look.size * ASIDE * if effect == Effect::Engraved { -1.0 } else { 1.0 };
        let mut copies = Vec::new();
        for item in self.strip.items.iter_mut().skip(behind) {
            let Item::Glyphs(run) = item else { continue };
            if effect == Effect::Outline {
                run.paint = TextPaint::Stroke;
                continue;
            }
            let mut copy = Item::Glyphs(GlyphRun { color: SHADOW, artifact: true, node: None, ..run.clone() });
            shift(&mut copy, aside, aside);
            copies.push(copy);
            if effect != Effect::Shadow {
                run.color = RELIEF;
            }
        }
        self.strip.items.splice(behind..behind, copies);
    }
}
