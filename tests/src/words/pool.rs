//! Letters that nothing has been found for yet.

/// Stands where letters have been taken out.
const GAP: &str = "\0";

/// The words of a document that no word of a page equals, run together: programs part words in other places.
#[derive(Debug, Default)]
pub struct Pool {
    letters: String,
}

impl Pool {
    /// The pool of words in the order of the document.
    pub fn of<'a>(words: impl Iterator<Item = &'a String>) -> Pool {
        Pool { letters: words.map(String::as_str).collect() }
    }

    /// Takes a word out in pieces of some letters at least; nothing where one of them is not there.
    pub fn take_in_pieces(&mut self, word: &str, least: usize) -> bool {
        let before = self.letters.clone();
        let mut rest = word;
        while !rest.is_empty() {
            let ends: Vec<usize> = rest.char_indices().map(|(at, c)| at + c.len_utf8()).skip(least - 1).collect();
            let Some(end) = ends.into_iter().rev().find(|end| self.take(&rest[..*end])) else {
                self.letters = before;
                return false;
            };
            rest = &rest[end..];
        }
        true
    }

    /// Takes letters out; whether they were there.
    pub fn take(&mut self, piece: &str) -> bool {
        let Some(at) = self.letters.find(piece) else { return false };
        self.letters.replace_range(at..at + piece.len(), GAP);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(words: &[&str]) -> Pool {
        Pool::of(words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>().iter())
    }

    #[test]
    fn words_are_found_however_they_are_parted() {
        let mut pool = pool(&["hyphenation", "l", "e", "t", "t", "e", "r", "s"]);
        assert!(pool.take("hyphen") && pool.take("ation") && pool.take("letters"));
        assert!(!pool.take("letters"), "each letter is there once");
    }

    #[test]
    fn a_word_in_pieces_leaves_nothing_half_taken() {
        let mut pool = pool(&["stone", "mile"]);
        assert!(!pool.take_in_pieces("milestones", 2));
        assert!(pool.take_in_pieces("milestone", 2));
        assert!(!pool.take("stone"));
    }
}
