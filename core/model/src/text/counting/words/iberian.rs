//! Number words in Spanish and Portuguese.

use super::{joined, rest, word};

const SPANISH: [&str; 29] = [
    "uno",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "once",
    "doce",
    "trece",
    "catorce",
    "quince",
    "dieciséis",
    "diecisiete",
    "dieciocho",
    "diecinueve",
    "veinte",
    "veintiuno",
    "veintidós",
    "veintitrés",
    "veinticuatro",
    "veinticinco",
    "veintiséis",
    "veintisiete",
    "veintiocho",
    "veintinueve",
];
const SPANISH_TENS: [&str; 9] =
    ["diez", "veinte", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"];
const SPANISH_HUNDREDS: [&str; 9] = [
    "ciento",
    "doscientos",
    "trescientos",
    "cuatrocientos",
    "quinientos",
    "seiscientos",
    "setecientos",
    "ochocientos",
    "novecientos",
];
const SPANISH_FIRST: [&str; 9] =
    ["primero", "segundo", "tercero", "cuarto", "quinto", "sexto", "séptimo", "octavo", "noveno"];
const SPANISH_TENTH: [&str; 9] = [
    "décimo",
    "vigésimo",
    "trigésimo",
    "cuadragésimo",
    "quincuagésimo",
    "sexagésimo",
    "septuagésimo",
    "octogésimo",
    "nonagésimo",
];
const SPANISH_HUNDREDTH: [&str; 9] = [
    "centésimo",
    "ducentésimo",
    "tricentésimo",
    "cuadringentésimo",
    "quingentésimo",
    "sexcentésimo",
    "septingentésimo",
    "octingentésimo",
    "noningentésimo",
];
const PORTUGUESE_TENS: [&str; 9] =
    ["dez", "vinte", "trinta", "quarenta", "cinquenta", "sessenta", "setenta", "oitenta", "noventa"];
const PORTUGUESE_HUNDREDS: [&str; 9] = [
    "cento",
    "duzentos",
    "trezentos",
    "quatrocentos",
    "quinhentos",
    "seiscentos",
    "setecentos",
    "oitocentos",
    "novecentos",
];
const PORTUGUESE_FIRST: [&str; 9] =
    ["primeiro", "segundo", "terceiro", "quarto", "quinto", "sexto", "sétimo", "oitavo", "nono"];
const PORTUGUESE_TENTH: [&str; 9] = [
    "décimo",
    "vigésimo",
    "trigésimo",
    "quadragésimo",
    "quinquagésimo",
    "sexagésimo",
    "septuagésimo",
    "octogésimo",
    "nonagésimo",
];
const PORTUGUESE_HUNDREDTH: [&str; 9] = [
    "centésimo",
    "ducentésimo",
    "trecentésimo",
    "quadringentésimo",
    "quingentésimo",
    "sexcentésimo",
    "septingentésimo",
    "octingentésimo",
    "nongentésimo",
];
/// Portuguese to nineteen, as in Portugal.
const PORTUGUESE: [&str; 19] = [
    "um",
    "dois",
    "três",
    "quatro",
    "cinco",
    "seis",
    "sete",
    "oito",
    "nove",
    "dez",
    "onze",
    "doze",
    "treze",
    "catorze",
    "quinze",
    "dezasseis",
    "dezassete",
    "dezoito",
    "dezanove",
];
/// What differs of these in Brazil.
const IN_BRAZIL: [(u32, &str); 4] = [(14, "quatorze"), (16, "dezesseis"), (17, "dezessete"), (19, "dezenove")];

pub(super) fn spanish(number: u32) -> String {
    match number {
        1_000..2_000 => joined(&["mil", &rest(number % 1_000, spanish)], " "),
        2_000.. => joined(&[&spanish_thousands(number / 1_000), "mil", &rest(number % 1_000, spanish)], " "),
        100 => "cien".to_owned(),
        101.. => joined(&[word(&SPANISH_HUNDREDS, number / 100), &rest(number % 100, spanish)], " "),
        30.. => joined(&[word(&SPANISH_TENS, number / 10), word(&SPANISH, number % 10)], " y "),
        _ => word(&SPANISH, number).to_owned(),
    }
}

/// How many thousands: uno is un there.
fn spanish_thousands(count: u32) -> String {
    let words = spanish(count);
    match (words.strip_suffix("veintiuno"), words.strip_suffix('o')) {
        (Some(stem), _) => format!("{stem}veintiún"),
        (None, Some(stem)) if stem.ends_with("un") => stem.to_owned(),
        _ => words,
    }
}

pub(super) fn spanish_ordinal(number: u32) -> String {
    let end = number % 100;
    let (tens, ones) = (word(&SPANISH_TENTH, end / 10), word(&SPANISH_FIRST, end % 10));
    let small = match end {
        // Eleventh to twenty-ninth are one word, in which the first loses its accent, and two o are one.
        18 => "decimoctavo".to_owned(),
        28 => "vigesimoctavo".to_owned(),
        11..=19 => format!("decimo{ones}"),
        21..=29 => format!("vigesimo{ones}"),
        _ => joined(&[tens, ones], " "),
    };
    ordinal_of(number, &spanish_thousands, word(&SPANISH_HUNDREDTH, number / 100 % 10), &small)
}

pub(super) fn portuguese(number: u32) -> String {
    lusophone(number, &[])
}

pub(super) fn brazilian(number: u32) -> String {
    lusophone(number, &IN_BRAZIL)
}

/// A number in Portuguese, with words to nineteen that differ from those of Portugal.
fn lusophone(number: u32, own: &[(u32, &'static str)]) -> String {
    let differs = |number| own.iter().find(|(known, _)| *known == number).map(|(_, word)| *word);
    let small = |number| differs(number).unwrap_or_else(|| word(&PORTUGUESE, number));
    let words = |number| lusophone(number, own);
    match number {
        1_000.. => {
            let (count, end) = (number / 1_000, number % 1_000);
            let thousand = if count == 1 { "mil".to_owned() } else { words(count) + " mil" };
            // The last part follows with an and where it is a number up to a hundred, or full hundreds.
            let between = if end <= 100 || end.is_multiple_of(100) { " e " } else { " " };
            joined(&[&thousand, &rest(end, words)], between)
        }
        100 => "cem".to_owned(),
        101.. => joined(&[word(&PORTUGUESE_HUNDREDS, number / 100), &rest(number % 100, words)], " e "),
        20.. => joined(&[word(&PORTUGUESE_TENS, number / 10), small(number % 10)], " e "),
        _ => small(number).to_owned(),
    }
}

pub(super) fn portuguese_ordinal(number: u32) -> String {
    let end = number % 100;
    let small = joined(&[word(&PORTUGUESE_TENTH, end / 10), word(&PORTUGUESE_FIRST, end % 10)], " ");
    ordinal_of(number, &portuguese, word(&PORTUGUESE_HUNDREDTH, number / 100 % 10), &small)
}

/// An ordinal of its thousands, hundreds and the rest.
fn ordinal_of(number: u32, thousands: &dyn Fn(u32) -> String, hundreds: &str, small: &str) -> String {
    let thousands = match number / 1_000 {
        0 => String::new(),
        1 => "milésimo".to_owned(),
        count => thousands(count) + " milésimo",
    };
    joined(&[&thousands, hundreds, small], " ")
}
