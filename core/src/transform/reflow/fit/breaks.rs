//! Paragraphs as a line breaker sees them: words, and how many lines they filled.
//!
//! Office programs fill lines one after the other; the count of lines at a width of letters is
//! found the same way.

/// A word: how wide it is, and the space before it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Word {
    /// Width of its letters in the style looked at, in points at their natural width.
    pub own: f32,
    /// Width of its letters in other styles, in points.
    pub other: f32,
    /// Width of the space before it, at its natural width.
    pub space: f32,
    /// Number of its letters, the space before it among them.
    pub letters: u16,
}

/// A paragraph as it was set.
#[derive(Debug, Clone, Default)]
pub(super) struct Sample {
    /// Its words.
    pub words: Vec<Word>,
    /// Room for the first line in points.
    pub first: f32,
    /// Room for each other line.
    pub rest: f32,
    /// Lines it filled.
    pub lines: usize,
}

impl Sample {
    /// Lines it fills with letters of a width, as a share of the natural one, and with space added
    /// after each letter, in points.
    pub fn lines_at(&self, scale: f32, spacing: f32) -> usize {
        let mut lines = 1;
        let mut room = self.first;
        let mut begins = true;
        for word in &self.words {
            let letters = f32::from(word.letters) * spacing;
            let width = word.own * scale + word.other + letters;
            let space = if begins { 0.0 } else { word.space * scale };
            if !begins && space + width - spacing > room {
                lines += 1;
                room = self.rest - width;
            } else {
                room -= space + width;
            }
            begins = false;
        }
        lines
    }

    /// Lines more or less than it filled.
    pub fn off(&self, scale: f32, spacing: f32) -> usize {
        self.lines_at(scale, spacing).abs_diff(self.lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fill_one_line_after_the_other() {
        let word = Word { own: 30.0, space: 5.0, letters: 6, ..Word::default() };
        // Three words and two spaces are 100 points wide.
        let sample = Sample { words: vec![word; 6], first: 100.0, rest: 100.0, lines: 2 };
        assert_eq!(sample.lines_at(1.0, 0.0), 2);
        assert_eq!(sample.lines_at(1.01, 0.0), 3);
        assert_eq!(sample.lines_at(1.01, -0.1), 2, "letters moved together fit again");
        assert_eq!(Sample { first: 60.0, ..sample.clone() }.lines_at(1.0, 0.0), 3, "one word, three words, two words");
        assert_eq!(sample.off(0.4, 0.0), 1);
    }
}
