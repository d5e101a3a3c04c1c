//! Mathematical alphanumeric symbols: letters that Unicode has in faces of their own (the block of this name, and for
//! those that were there before it, Letterlike Symbols).

/// A face of letters in formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// With double strokes, as the real numbers.
    DoubleStruck,
    /// As handwriting.
    Script,
    /// Black letter.
    Fraktur,
    /// Without serifs.
    Sans,
    /// All of one width.
    Monospace,
}

/// The letters that are not in their row of the block.
const APART: &[(Face, &str, &str)] = &[
    (Face::DoubleStruck, "CHNPQRZ", "ℂℍℕℙℚℝℤ"),
    (Face::Script, "BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ"),
    (Face::Fraktur, "CHIRZ", "ℭℌℑℜℨ"),
];

impl Face {
    /// Where its capitals, small letters and digits begin; 0 where it has none.
    fn rows(self) -> [u32; 3] {
        match self {
            Face::DoubleStruck => [0x1D538, 0x1D552, 0x1D7D8],
            Face::Script => [0x1D49C, 0x1D4B6, 0],
            Face::Fraktur => [0x1D504, 0x1D51E, 0],
            Face::Sans => [0x1D5A0, 0x1D5BA, 0x1D7E2],
            Face::Monospace => [0x1D670, 0x1D68A, 0x1D7F6],
        }
    }

    /// A letter or digit in this face; itself where there is none.
    pub fn letter(self, letter: char) -> char {
        let apart = APART.iter().filter(|(face, ..)| *face == self);
        let apart = apart.flat_map(|(_, plain, own)| plain.chars().zip(own.chars()));
        if let Some((_, own)) = apart.into_iter().find(|(plain, _)| *plain == letter) {
            return own;
        }
        let [capitals, small, digits] = self.rows();
        let in_row = |first: u32, from: char| {
            Some(first).filter(|first| *first > 0).map(|first| first + u32::from(letter) - u32::from(from))
        };
        let code = match letter {
            'A'..='Z' => in_row(capitals, 'A'),
            'a'..='z' => in_row(small, 'a'),
            '0'..='9' => in_row(digits, '0'),
            _ => None,
        };
        code.and_then(char::from_u32).unwrap_or(letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of the characters in the Unicode Character Database.
    #[test]
    fn letters_have_the_codes_of_their_face() {
        let cases = [
            (Face::DoubleStruck, 'R', 'ℝ'),         // DOUBLE-STRUCK CAPITAL R
            (Face::DoubleStruck, 'A', '\u{1D538}'), // MATHEMATICAL DOUBLE-STRUCK CAPITAL A
            (Face::DoubleStruck, '1', '\u{1D7D9}'), // MATHEMATICAL DOUBLE-STRUCK DIGIT ONE
            (Face::Script, 'L', 'ℒ'),               // SCRIPT CAPITAL L
            (Face::Script, 'a', '\u{1D4B6}'),       // MATHEMATICAL SCRIPT SMALL A
            (Face::Script, '1', '1'),
            (Face::Fraktur, 'g', '\u{1D524}'),   // MATHEMATICAL FRAKTUR SMALL G
            (Face::Monospace, 'z', '\u{1D6A3}'), // MATHEMATICAL MONOSPACE SMALL Z
            (Face::Sans, 'é', 'é'),
        ];
        for (face, plain, own) in cases {
            assert_eq!(face.letter(plain), own, "{face:?} {plain}");
        }
    }
}
