//! Nested lists from entries with levels.

/// What lies between an entry and the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A list begins in the entry before, or at the very beginning.
    In,
    /// The entry before is over.
    Next,
    /// The entry before is over, and its list.
    Out,
}

/// The steps from the entry before to one of a level. `open` are the levels of the lists that are open, each with an open
/// entry.
pub fn step(open: &mut Vec<u8>, level: u8, mut take: impl FnMut(Step)) {
    while open.len() > 1 && open.last().is_some_and(|last| *last > level) {
        open.pop();
        take(Step::Out);
    }
    match open.last_mut() {
        Some(last) if *last >= level => {
            *last = level;
            take(Step::Next);
        }
        _ => {
            open.push(level);
            take(Step::In);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_become_lists_in_one_another() {
        let mut open = Vec::new();
        let mut taken = Vec::new();
        for level in [2, 3, 5, 3, 1] {
            step(&mut open, level, |step| taken.push(step));
        }
        let expected = [Step::In, Step::In, Step::In, Step::Out, Step::Next, Step::Out, Step::Next];
        assert_eq!((taken.as_slice(), open.as_slice()), (&expected[..], &[1][..]));
    }
}
