//! The colour table at the beginning of a file, and patterns of two of its colours (RTF 1.9.1, "Color Table").

use transvase_model::flow::Color;

/// Colours of a table that count.
const MAX_COLORS: usize = 20_000;

/// The colours by number; the first is automatic.
#[derive(Debug, Default)]
pub(super) struct Colors {
    all: Vec<Option<Color>>,
    now: Option<Color>,
}

impl Colors {
    /// The colour of a number; `None` where it is automatic.
    pub(super) fn get(&self, number: i32) -> Option<Color> {
        usize::try_from(number).ok().and_then(|number| self.all.get(number).copied().flatten())
    }

    /// Takes a control word of the table.
    pub(super) fn take(&mut self, word: &str, value: Option<i32>) {
        let share = value.unwrap_or(0).clamp(0, 255) as u8;
        let slot: fn(&mut Color) -> &mut u8 = match word {
            "red" => |color| &mut color.r,
            "green" => |color| &mut color.g,
            "blue" => |color| &mut color.b,
            _ => return,
        };
        *slot(self.now.get_or_insert(Color::BLACK)) = share;
    }

    /// Takes text of the table.
    pub(super) fn text(&mut self, text: &str) {
        for _ in text.matches(';') {
            if self.all.len() < MAX_COLORS {
                self.all.push(self.now.take());
            }
        }
    }

    /// What is seen of a pattern of two colours: their mix. `None` where there is none.
    pub(super) fn shade(&self, shade: Shade) -> Option<Color> {
        let ground = self.get(shade.ground);
        if shade.share <= 0 {
            return ground;
        }
        let ink = self.get(shade.ink).unwrap_or(Color::BLACK);
        Some(ink.over(ground.unwrap_or(Color::WHITE), shade.share as f32 / 10_000.0))
    }
}

/// Colour behind a text: a pattern of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Shade {
    /// Numbers of colours; 0 is automatic.
    pub ground: i32,
    pub ink: i32,
    /// Share of the ink in hundredths of a percent.
    pub share: i32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_colour_is_automatic() {
        let mut colors = Colors::default();
        colors.text(";");
        colors.take("red", Some(255));
        colors.take("blue", Some(300));
        colors.text(";");
        assert_eq!(colors.get(1), Some(Color { r: 255, g: 0, b: 255 }));
        assert_eq!([colors.get(0), colors.get(2), colors.get(-1)], [None; 3]);
    }
}
