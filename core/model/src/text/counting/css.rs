//! CSS counter styles that no office program has (CSS Counter Styles 3, 6 and 7).

use super::{east_asia, numerals};

/// A way of writing that is CSS's alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfCss {
    /// Digits of a script, by its zero.
    Digits(char),
    /// `ethiopic-numeric`.
    Ethiopic,
    /// `ethiopic-halehame` and its kin.
    Halehame,
    /// `korean-hangul-formal`.
    Hangul,
    /// `korean-hanja-informal`.
    Hanja,
    /// `korean-hanja-formal`.
    HanjaFormal,
}

/// The digits by their name, each script by its zero.
const DIGITS: [(&str, char); 13] = [
    ("cambodian", '០'),
    ("khmer", '០'),
    ("gujarati", '૦'),
    ("gurmukhi", '੦'),
    ("kannada", '೦'),
    ("lao", '໐'),
    ("malayalam", '൦'),
    ("mongolian", '᠐'),
    ("myanmar", '၀'),
    ("oriya", '୦'),
    ("tamil", '௦'),
    ("telugu", '౦'),
    ("tibetan", '༠'),
];

/// The letters of Ge'ez that lists are counted with (Ready-made Counter Styles, `ethiopic-halehame`).
const HALEHAME: &str = "ሀለሐመሠረሰቀበተኀነአከወዐዘየደገጠጰጸፀፈፐ";

/// The way of writing that has this name.
pub fn of(name: &str) -> Option<OfCss> {
    Some(match name {
        "ethiopic-numeric" => OfCss::Ethiopic,
        "ethiopic-halehame" => OfCss::Halehame,
        "korean-hangul-formal" => OfCss::Hangul,
        "korean-hanja-informal" => OfCss::Hanja,
        "korean-hanja-formal" => OfCss::HanjaFormal,
        _ => OfCss::Digits(DIGITS.iter().find(|(known, _)| *known == name)?.1),
    })
}

impl OfCss {
    /// A count as text; what there is no sign for is written in digits.
    pub fn written(self, number: u32) -> String {
        let written = match self {
            OfCss::Digits(zero) => numerals::digits(number, zero),
            OfCss::Ethiopic => ethiopic(number),
            OfCss::Halehame => numerals::alphabetic(number, HALEHAME),
            OfCss::Hangul => east_asia::KOREAN_FORMAL.written(number),
            OfCss::Hanja => east_asia::JAPANESE.written(number),
            OfCss::HanjaFormal => east_asia::HANJA_FORMAL.written(number),
        };
        written.unwrap_or_else(|| number.to_string())
    }

    /// What follows the count in a list, up to the text of the item.
    pub fn suffix(self) -> &'static str {
        match self {
            OfCss::Digits(_) | OfCss::Halehame => ". ",
            OfCss::Ethiopic => "/ ",
            OfCss::Hangul | OfCss::Hanja | OfCss::HanjaFormal => ", ",
        }
    }
}

/// Ethiopic numerals: pairs of digits, each with a sign for its power of a hundred (CSS Counter Styles 3, 7.2).
fn ethiopic(number: u32) -> Option<String> {
    let sign = |first: u32, digit: u32| digit.checked_sub(1).and_then(|at| char::from_u32(first + at));
    if number < 2 {
        return sign(0x1369, number).map(String::from);
    }
    let digits = number.to_string();
    let pairs: Vec<u32> = (0..digits.len().div_ceil(2) as u32).rev().map(|at| number / 100_u32.pow(at) % 100).collect();
    let mut word = String::new();
    for (at, pair) in pairs.iter().enumerate() {
        let place = pairs.len() - 1 - at;
        let is_bare = *pair == 0 || *pair == 1 && (at == 0 || place % 2 == 1);
        if !is_bare {
            word.extend(sign(0x1372, pair / 10));
            word.extend(sign(0x1369, pair % 10));
        }
        match place {
            0 => {}
            _ if place.is_multiple_of(2) => word.push('፼'),
            _ if *pair > 0 => word.push('፻'),
            _ => {}
        }
    }
    Some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_written_as_the_specification_says() {
        let written = |name: &str, number| of(name).map(|way| way.written(number));
        // CSS Counter Styles 3, 7.2: 100, 78010092, 780100000092 (which is no count here).
        assert_eq!(written("ethiopic-numeric", 100).as_deref(), Some("፻"));
        assert_eq!(written("ethiopic-numeric", 78_010_092).as_deref(), Some("፸፰፻፩፼፺፪"));
        assert_eq!(written("ethiopic-numeric", 12).as_deref(), Some("፲፪"));
        // The table of 7.1.
        assert_eq!(written("korean-hangul-formal", 111).as_deref(), Some("일백일십일"));
        assert_eq!(written("korean-hanja-formal", 111).as_deref(), Some("壹百壹拾壹"));
        assert_eq!(written("korean-hanja-informal", 111).as_deref(), Some("百十一"));
        assert_eq!(written("khmer", 12).as_deref(), Some("១២"));
        assert_eq!(of("nothing"), None);
    }
}
