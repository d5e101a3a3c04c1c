//! Old-style paragraph numbering, of before lists had tables (RTF 1.9.1, "Bullets and Numbering").

use std::rc::Rc;

use super::{Reader, lists};
use transvase_model::flow::{Language, NumberFormat};
use transvase_model::text::counting::mark::{Mark, Numbered};

/// The number of lists without a table.
pub(super) const OLD_LIST: i32 = -1;

/// The mark of a paragraph before lists had tables.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct OldMark {
    kind: Option<i32>,
    start: Option<u32>,
    pub before: String,
    pub after: String,
}

impl OldMark {
    /// Takes a control word of the mark.
    pub(super) fn take(&mut self, word: &str, value: Option<i32>) {
        match word {
            "pnlvlblt" => self.kind = Some(23),
            "pndec" => self.kind = Some(0),
            "pncard" => self.kind = Some(6),
            "pnord" => self.kind = Some(5),
            "pnordt" => self.kind = Some(7),
            "pnucrm" => self.kind = Some(1),
            "pnlcrm" => self.kind = Some(2),
            "pnucltr" => self.kind = Some(3),
            "pnlcltr" => self.kind = Some(4),
            "pnstart" => self.start = value.and_then(|start| u32::try_from(start).ok()),
            _ => {}
        }
    }

    /// The mark of a paragraph, by what its text for other readers says, or by counting on from `count`.
    pub(super) fn mark(&self, text: Mark, count: &mut Option<u32>) -> Mark {
        let counted = count.map_or(self.start.unwrap_or(1), |count| count.saturating_add(1));
        let mark = match (self.kind.map(|kind| lists::format(kind, Language::English)), text) {
            (Some(Some(format)), Mark::Number(Numbered { number, .. })) => self.number(format, number),
            (Some(Some(format)), _) => self.number(format, counted),
            (Some(None), mark @ Mark::Bullet(_)) => mark,
            (Some(None), _) => {
                let sign = self.before.trim().chars().next().unwrap_or('•');
                Mark::Bullet(sign)
            }
            (None, mark) => mark,
        };
        *count = match &mark {
            Mark::Number(Numbered { number, .. }) => Some(*number),
            _ => None,
        };
        mark
    }

    fn number(&self, format: NumberFormat, number: u32) -> Mark {
        let (prefix, suffix) = (self.before.trim_start().to_owned(), self.after.trim_end().to_owned());
        Mark::Number(Numbered { format, number, above: Vec::new(), prefix, suffix })
    }
}

impl Reader<'_> {
    /// The mark of paragraphs from here on.
    pub(super) fn end_old_mark(&mut self) {
        let mark = std::mem::take(&mut self.old_mark);
        Rc::make_mut(&mut self.state.lines).mark = Some(Rc::new(mark));
    }
}
