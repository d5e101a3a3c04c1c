//! Letters of formulas: the mathematical alphabets that a style stands for (Unicode, Mathematical Alphanumeric Symbols,
//! U+1D400 to U+1D7FF).

use transvase_model::flow::MathStyle;

/// First letters of an alphabet: of capitals, small letters, Greek capitals, Greek small letters, digits.
struct Alphabet {
    latin: u32,
    greek: u32,
    digits: Option<u32>,
}

const ITALIC: Alphabet = Alphabet { latin: 0x1D434, greek: 0x1D6E2, digits: None };
const BOLD: Alphabet = Alphabet { latin: 0x1D400, greek: 0x1D6A8, digits: Some(0x1D7CE) };

/// The character that shows one in a style.
pub(super) fn styled(sign: char, style: MathStyle) -> char {
    match style {
        MathStyle::Italic => sign_of(in_alphabet(sign, &ITALIC)),
        MathStyle::Bold => sign_of(in_alphabet(sign, &BOLD)),
        MathStyle::Upright => sign_of(sign),
        MathStyle::Words => sign,
    }
}

fn in_alphabet(letter: char, alphabet: &Alphabet) -> char {
    let code = u32::from(letter);
    let moved = match letter {
        // The one italic letter that was encoded before all others.
        'h' if alphabet.latin == ITALIC.latin => Some(0x210E),
        'A'..='Z' => Some(alphabet.latin + code - u32::from('A')),
        'a'..='z' => Some(alphabet.latin + 26 + code - u32::from('a')),
        'Α'..='Ω' if letter != '\u{3A2}' => Some(alphabet.greek + code - u32::from('Α')),
        'α'..='ω' => Some(alphabet.greek + 26 + code - u32::from('α')),
        '∇' => Some(alphabet.greek + 25),
        '∂' => Some(alphabet.greek + 51),
        'ϵ' => Some(alphabet.greek + 52),
        'ϑ' => Some(alphabet.greek + 53),
        'ϕ' => Some(alphabet.greek + 55),
        'ϱ' => Some(alphabet.greek + 56),
        'ϖ' => Some(alphabet.greek + 57),
        'ı' if alphabet.latin == ITALIC.latin => Some(0x1D6A4),
        'ȷ' if alphabet.latin == ITALIC.latin => Some(0x1D6A5),
        '0'..='9' => alphabet.digits.map(|first| first + code - u32::from('0')),
        _ => None,
    };
    // Nabla stays upright, as TeX and Word have it.
    moved.filter(|_| letter != '∇' || alphabet.latin == BOLD.latin).and_then(char::from_u32).unwrap_or(letter)
}

/// The sign of formulas for one that keyboards have.
fn sign_of(sign: char) -> char {
    match sign {
        '-' => '−',
        '*' => '∗',
        '\'' => '′',
        '\u{a0}' => ' ',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_lean_and_digits_do_not() {
        let italic: String = "xhΓα2+-".chars().map(|sign| styled(sign, MathStyle::Italic)).collect();
        assert_eq!(italic, "𝑥ℎ𝛤𝛼2+−");
        let bold: String = "xΩ2".chars().map(|sign| styled(sign, MathStyle::Bold)).collect();
        assert_eq!(bold, "𝐱𝛀𝟐");
        assert_eq!(styled('x', MathStyle::Upright), 'x');
    }
}
