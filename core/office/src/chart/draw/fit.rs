//! Words that fit: broken into lines, cut off, turned, or left out.

use super::super::look::Lettering;

/// Most lines of a label.
pub(super) const LABEL_LINES: usize = 3;
/// Room between labels side by side, in the size of their letters.
const APART: f32 = 0.35;
/// Turn of labels that do not fit side by side, in degrees.
const TURN: f32 = -45.0;
/// Least distance of labels so turned, in lines: one over the sine of the turn.
const TURNED_APART: f32 = 1.42;

/// A text in lines of a width, at most so many; what is left over is cut off.
pub(super) fn wrapped(text: &str, letters: &Lettering, width: f32, most: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if line.is_empty() || letters.width(&longer) <= width {
                line = longer;
            } else {
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            }
        }
        lines.push(line);
    }
    let is_cut = lines.len() > most.max(1);
    lines.truncate(most.max(1));
    if let Some(last) = lines.last_mut().filter(|_| is_cut) {
        last.push('…');
    }
    lines.iter().map(|line| cut(line, letters, width)).collect::<Vec<_>>().join("\n")
}

/// A line that is not wider than a width, or ends in an ellipsis.
fn cut(line: &str, letters: &Lettering, width: f32) -> String {
    let mut line = line.to_owned();
    if letters.width(&line) <= width {
        return line;
    }
    while line.chars().count() > 1 && letters.width(&line) + letters.size > width {
        line.pop();
    }
    format!("{}…", line.trim_end())
}

/// Height of a text in its lines.
pub(super) fn height(text: &str, letters: &Lettering) -> f32 {
    text.lines().count().max(1) as f32 * letters.line()
}

/// How labels stand along an axis that lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Plan {
    /// One in so many is shown.
    pub every: usize,
    /// Turn in degrees, clockwise.
    pub turn: f32,
    /// Room that each has along its lines.
    pub width: f32,
    /// Lines of each.
    pub lines: usize,
}

/// How labels stand where each has so much room side by side, and so much below the axis. Names are broken, then turned;
/// numbers and dates go on by themselves, and it is enough to show every other one.
pub(super) fn plan(labels: &[String], letters: &Lettering, (slot, below): (f32, f32), said: Said) -> Plan {
    let widest = labels.iter().map(|label| letters.width(label)).fold(0.0, f32::max);
    let apart = APART * letters.size;
    let straight = |every: usize, lines| Plan { every, turn: 0.0, width: slot * every as f32 - apart, lines };
    let at_least = |room: f32| (room / slot.max(0.01)).ceil().clamp(1.0, labels.len().max(1) as f32) as usize;
    let turned = |turn: f32| {
        let every = said.every.unwrap_or_else(|| at_least(letters.line()));
        let width = below / libm::sinf(turn.to_radians()).abs().max(0.1);
        Plan { every, turn, width, lines: 1 }
    };
    if let Some(turn) = said.turn.filter(|turn| turn.abs() >= 1.0) {
        return turned(turn);
    }
    if let Some(every) = said.every.filter(|every| widest + apart <= slot * *every as f32) {
        return straight(every, 1);
    }
    if widest + apart <= slot {
        return straight(1, 1);
    }
    if said.is_counted || said.turn.is_some() {
        return straight(at_least(widest + apart), 1);
    }
    let fits = |label: &String| {
        let text = wrapped(label, letters, slot - apart, usize::MAX);
        !text.contains('…') && text.lines().count() <= LABEL_LINES
    };
    if labels.iter().all(fits) {
        return straight(1, LABEL_LINES);
    }
    turned(if slot >= TURNED_APART * letters.line() { TURN } else { -90.0 })
}

/// What a file says of the labels of an axis.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Said {
    pub every: Option<usize>,
    pub turn: Option<f32>,
    pub is_counted: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ooxml::Theme;

    fn letters() -> Lettering {
        Lettering::usual(&Theme::default())
    }

    #[test]
    fn words_are_broken_and_cut() {
        assert_eq!(wrapped("one two three", &letters(), 40.0, 3), "one two\nthree");
        assert_eq!(wrapped("one two three", &letters(), 40.0, 1), "one tw…");
        assert!(wrapped("abcdefghijklmnop", &letters(), 40.0, 2).ends_with('…'));
        assert_eq!(wrapped("", &letters(), 40.0, 2), "");
    }

    #[test]
    fn labels_make_room_for_each_other() {
        let names: Vec<String> = ["Northern Territory", "South", "East"].map(str::to_owned).into();
        let years: Vec<String> = (1950..2000).map(|year| year.to_string()).collect();
        let plan_of = |labels: &[String], slot, is_counted| {
            plan(labels, &letters(), (slot, 80.0), Said { is_counted, ..Said::default() })
        };
        assert_eq!(plan_of(&names, 120.0, false).turn, 0.0);
        assert_eq!((plan_of(&names, 55.0, false).lines, plan_of(&names, 55.0, false).turn), (LABEL_LINES, 0.0));
        assert_eq!(plan_of(&names, 30.0, false).turn, TURN);
        assert_eq!(plan_of(&names, 12.0, false).turn, -90.0);
        let counted = plan_of(&years, 10.0, true);
        assert_eq!((counted.turn, counted.every), (0.0, 3));
        assert_eq!(plan_of(&years, 0.0, true).every, 50);
    }
}
