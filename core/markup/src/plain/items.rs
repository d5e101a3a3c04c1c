//! List detection, by the marks of items.

use super::chunk::{Chunk, Line};
use super::judge::Kind;

/// The mark before an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    /// What it is.
    pub sign: Sign,
    /// Its bytes, with the spaces after it.
    pub length: usize,
}

/// What stands before an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Bullet(char),
    /// A number, and what stands after it.
    Number(u32, char),
}

impl Sign {
    /// Whether an item of this sign follows one of another in the same list.
    fn follows(self, before: Sign) -> bool {
        match (before, self) {
            (Sign::Bullet(one), Sign::Bullet(other)) => one == other,
            (Sign::Number(one, after), Sign::Number(other, same)) => after == same && one.checked_add(1) == Some(other),
            _ => false,
        }
    }
}

/// The mark at the beginning of a line.
pub(super) fn mark(line: &Line) -> Option<Mark> {
    let text = line.text();
    let first = text.chars().next()?;
    let (sign, length) = if "-*+•‣◦▪·–".contains(first) {
        (Sign::Bullet(first), first.len_utf8())
    } else {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let number = text.get(..digits).filter(|digits| digits.len() <= 3)?.parse().ok()?;
        let after = text.get(digits..)?.chars().next().filter(|after| matches!(after, '.' | ')'))?;
        (Sign::Number(number, after), digits + 1)
    };
    let rest = text.get(length..)?;
    let spaces = rest.len() - rest.trim_start().len();
    (spaces > 0 && spaces < 8 && !rest.trim_start().is_empty()).then_some(Mark { sign, length: length + spaces })
}

/// Whether a chunk is a list of several items: what has no mark is set in below one.
pub(super) fn is_list(lines: &[Line]) -> bool {
    let count = of_level(lines).map_or(0, |items| items.len());
    count > 1
}

/// The items of a list as ranges of its lines; `None` where the lines are no list.
pub(super) fn of_level(lines: &[Line]) -> Option<Vec<std::ops::Range<usize>>> {
    let first = lines.first()?;
    let mut last = mark(first)?.sign;
    let mut starts = vec![0];
    for (index, line) in lines.iter().enumerate().skip(1) {
        if line.indent > first.indent {
            continue;
        }
        let sign = mark(line).filter(|_| line.indent == first.indent)?.sign;
        if !sign.follows(last) {
            return None;
        }
        last = sign;
        starts.push(index);
    }
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    Some(starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect())
}

/// Items with empty lines between them: chunks of one item each that follow one another.
pub(super) fn settle(chunks: &[Chunk], kinds: &mut [Kind]) {
    let edge = |index: usize, last: bool| -> Option<(Sign, usize)> {
        let lines = &chunks.get(index)?.lines;
        let items = of_level(lines)?;
        let range = if last { items.last()? } else { items.first()? };
        let line = lines.get(range.start)?;
        Some((mark(line)?.sign, line.indent))
    };
    for index in 1..kinds.len() {
        let follows = edge(index - 1, true)
            .zip(edge(index, false))
            .is_some_and(|((before, one), (sign, other))| one == other && sign.follows(before));
        if follows {
            kinds[index - 1] = Kind::Items;
            kinds[index] = Kind::Items;
        }
    }
}
