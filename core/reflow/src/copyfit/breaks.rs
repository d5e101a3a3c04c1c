//! Line breaks foretold: paragraphs as a line breaker sees them, which are words, and where their lines began.
//!
//! Office programs fill lines one after the other; where the lines begin at a width of letters is
//! found the same way.

/// Cost of a line too many or too few, in lines that begin elsewhere: it moves all that follows.
const LINE_COST: usize = 4;

/// A word, or the part of one up to where it may be divided.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Segment {
    /// Width of its letters, in points at their natural width.
    pub own: f32,
    /// What its width has that does not change with that of its letters, in points.
    pub other: f32,
    /// Width of the space before it, at its natural width; 0 where it goes on with the one before.
    pub space: f32,
    /// Width of the hyphen that shows where a line ends after it, at its natural width.
    pub hyphen: f32,
    /// Number of its letters, the space before it among them.
    pub letters: u16,
}

/// A paragraph as it was set.
#[derive(Debug, Clone, Default)]
pub(super) struct Sample {
    /// Its words.
    pub words: Vec<Segment>,
    /// Room for the first line in points.
    pub first: f32,
    /// Room for each other line.
    pub rest: f32,
    /// The words its lines began with, in rising order; the first one among them.
    pub starts: Vec<usize>,
}

impl Sample {
    /// Calls `each` with the word that each line after the first begins with, for letters of a
    /// width, as a share of the natural one, and with space added after each letter, in points.
    fn each_start(&self, scale: f32, spacing: f32, mut each: impl FnMut(usize)) {
        let mut room = self.first;
        // Width of the line so far, and the end of the last word it may end with.
        let (mut filled, mut fits) = (0.0, 0);
        let mut begin = 0;
        let mut at = 0;
        while let Some(word) = self.words.get(at) {
            let space = if at == begin { 0.0 } else { word.space * scale };
            let end = filled + space + word.own * scale + word.other + f32::from(word.letters) * spacing;
            if at > begin && end - spacing > room {
                // A line holds at least one word.
                begin = fits.max(begin + 1);
                each(begin);
                (at, filled, room) = (begin, 0.0, self.rest);
                continue;
            }
            filled = end;
            at += 1;
            if end - spacing + word.hyphen * scale <= room {
                fits = at;
            }
        }
    }

    /// How far the lines are from those it had.
    pub fn off(&self, scale: f32, spacing: f32) -> usize {
        let mut lines = 1_usize;
        let mut same = 1_usize;
        self.each_start(scale, spacing, |start| {
            lines += 1;
            same += usize::from(self.starts.binary_search(&start).is_ok());
        });
        let had = self.starts.len().max(1);
        had.saturating_sub(same) + LINE_COST * lines.abs_diff(had)
    }

    /// Width by which a single line of it is wider than its room, with a point to spare; 0 where it
    /// fits.
    pub fn over(&self, scale: f32, spacing: f32) -> f32 {
        let width = |word: &Segment| (word.own + word.space) * scale + word.other + f32::from(word.letters) * spacing;
        let first = self.words.first().map_or(0.0, |word| word.space * scale);
        let over = self.words.iter().map(width).sum::<f32>() - first - self.first;
        if over > 0.0 { over + 1.0 } else { 0.0 }
    }

    /// Lines it fills.
    pub fn lines_at(&self, scale: f32, spacing: f32) -> usize {
        let mut lines = 1;
        self.each_start(scale, spacing, |_| lines += 1);
        lines
    }

    /// Lines it had.
    pub fn lines(&self) -> usize {
        self.starts.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(sample: &Sample, scale: f32, spacing: f32) -> Vec<usize> {
        let mut starts = vec![0];
        sample.each_start(scale, spacing, |start| starts.push(start));
        starts
    }

    #[test]
    fn words_fill_one_line_after_the_other() {
        let word = Segment { own: 30.0, space: 5.0, letters: 6, ..Segment::default() };
        // Three words and two spaces are 100 points wide.
        let sample = Sample { words: vec![word; 6], first: 100.0, rest: 100.0, starts: vec![0, 3] };
        assert_eq!(starts(&sample, 1.0, 0.0), [0, 3]);
        assert_eq!(starts(&sample, 1.01, 0.0), [0, 2, 4]);
        assert_eq!(starts(&sample, 1.01, -0.1), [0, 3], "letters moved together fit again");
        assert_eq!(starts(&Sample { first: 60.0, ..sample.clone() }, 1.0, 0.0), [0, 1, 4]);
        assert_eq!(starts(&Sample { first: 10.0, rest: 10.0, ..sample.clone() }, 1.0, 0.0), [0, 1, 2, 3, 4, 5]);
        assert_eq!(sample.off(1.0, 0.0), 0);
        assert_eq!(sample.off(1.01, 0.0), 1 + LINE_COST);
    }

    #[test]
    fn words_are_divided_where_their_hyphen_fits() {
        let word = Segment { own: 30.0, space: 5.0, letters: 6, ..Segment::default() };
        let start = Segment { hyphen: 4.0, ..word };
        let end = Segment { space: 0.0, ..word };
        let sample = Sample { words: vec![word, start, end], first: 70.0, rest: 70.0, starts: vec![0, 2] };
        assert_eq!(starts(&sample, 1.0, 0.0), [0, 2]);
        assert_eq!(starts(&Sample { first: 66.0, ..sample.clone() }, 1.0, 0.0), [0, 1], "no room for the hyphen");
        assert_eq!(starts(&Sample { first: 95.0, ..sample }, 1.0, 0.0), [0], "not divided");
    }
}
