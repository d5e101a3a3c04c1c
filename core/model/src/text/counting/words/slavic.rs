//! Number words in Russian and Polish, in the masculine.

use super::{joined, rest, word};

const RUSSIAN: [&str; 19] = [
    "один",
    "два",
    "три",
    "четыре",
    "пять",
    "шесть",
    "семь",
    "восемь",
    "девять",
    "десять",
    "одиннадцать",
    "двенадцать",
    "тринадцать",
    "четырнадцать",
    "пятнадцать",
    "шестнадцать",
    "семнадцать",
    "восемнадцать",
    "девятнадцать",
];
const RUSSIAN_TENS: [&str; 9] =
    ["десять", "двадцать", "тридцать", "сорок", "пятьдесят", "шестьдесят", "семьдесят", "восемьдесят", "девяносто"];
const RUSSIAN_HUNDREDS: [&str; 9] =
    ["сто", "двести", "триста", "четыреста", "пятьсот", "шестьсот", "семьсот", "восемьсот", "девятьсот"];
const RUSSIAN_FIRST: [&str; 19] = [
    "первый",
    "второй",
    "третий",
    "четвёртый",
    "пятый",
    "шестой",
    "седьмой",
    "восьмой",
    "девятый",
    "десятый",
    "одиннадцатый",
    "двенадцатый",
    "тринадцатый",
    "четырнадцатый",
    "пятнадцатый",
    "шестнадцатый",
    "семнадцатый",
    "восемнадцатый",
    "девятнадцатый",
];
const RUSSIAN_TENTH: [&str; 9] = [
    "десятый",
    "двадцатый",
    "тридцатый",
    "сороковой",
    "пятидесятый",
    "шестидесятый",
    "семидесятый",
    "восьмидесятый",
    "девяностый",
];
/// What stands before a hundredth or a thousandth, from two.
const RUSSIAN_MANY: [&str; 9] = ["", "двух", "трёх", "четырёх", "пяти", "шести", "семи", "восьми", "девяти"];
const POLISH: [&str; 19] = [
    "jeden",
    "dwa",
    "trzy",
    "cztery",
    "pięć",
    "sześć",
    "siedem",
    "osiem",
    "dziewięć",
    "dziesięć",
    "jedenaście",
    "dwanaście",
    "trzynaście",
    "czternaście",
    "piętnaście",
    "szesnaście",
    "siedemnaście",
    "osiemnaście",
    "dziewiętnaście",
];
const POLISH_TENS: [&str; 9] = [
    "dziesięć",
    "dwadzieścia",
    "trzydzieści",
    "czterdzieści",
    "pięćdziesiąt",
    "sześćdziesiąt",
    "siedemdziesiąt",
    "osiemdziesiąt",
    "dziewięćdziesiąt",
];
const POLISH_HUNDREDS: [&str; 9] =
    ["sto", "dwieście", "trzysta", "czterysta", "pięćset", "sześćset", "siedemset", "osiemset", "dziewięćset"];
const POLISH_FIRST: [&str; 19] = [
    "pierwszy",
    "drugi",
    "trzeci",
    "czwarty",
    "piąty",
    "szósty",
    "siódmy",
    "ósmy",
    "dziewiąty",
    "dziesiąty",
    "jedenasty",
    "dwunasty",
    "trzynasty",
    "czternasty",
    "piętnasty",
    "szesnasty",
    "siedemnasty",
    "osiemnasty",
    "dziewiętnasty",
];
const POLISH_TENTH: [&str; 9] = [
    "dziesiąty",
    "dwudziesty",
    "trzydziesty",
    "czterdziesty",
    "pięćdziesiąty",
    "sześćdziesiąty",
    "siedemdziesiąty",
    "osiemdziesiąty",
    "dziewięćdziesiąty",
];
const POLISH_HUNDREDTH: [&str; 9] = [
    "setny",
    "dwusetny",
    "trzechsetny",
    "czterechsetny",
    "pięćsetny",
    "sześćsetny",
    "siedemsetny",
    "osiemsetny",
    "dziewięćsetny",
];
const POLISH_MANY: [&str; 10] =
    ["", "dwu", "trzy", "cztero", "pięcio", "sześcio", "siedmio", "ośmio", "dziewięcio", "dziesięcio"];

pub(super) fn russian(number: u32) -> String {
    let thousands = rest(number / 1_000, russian_thousands);
    joined(&[&thousands, &small(number % 1_000, &RUSSIAN, &RUSSIAN_TENS, &RUSSIAN_HUNDREDS)], " ")
}

/// Thousands are feminine, and have a form for one, for two to four, and for more.
fn russian_thousands(count: u32) -> String {
    let words = small(count, &RUSSIAN, &RUSSIAN_TENS, &RUSSIAN_HUNDREDS);
    let feminine = match plural(count) {
        Plural::One => words.strip_suffix("один").map(|stem| format!("{stem}одна")),
        Plural::Few => words.strip_suffix("два").map(|stem| format!("{stem}две")),
        Plural::Many => None,
    };
    let thousand = match plural(count) {
        Plural::One => "тысяча",
        Plural::Few => "тысячи",
        Plural::Many => "тысяч",
    };
    feminine.unwrap_or(words) + " " + thousand
}

pub(super) fn russian_ordinal(number: u32) -> String {
    let (end, hundreds) = (number % 100, number / 100 % 10);
    if end > 0 {
        let last = last_of(end, &RUSSIAN_FIRST, &RUSSIAN_TENTH);
        return joined(&[&rest(number - last.0, russian), last.1], " ");
    }
    if hundreds > 0 {
        let hundredth = word(&RUSSIAN_MANY, hundreds).to_owned() + "сотый";
        return joined(&[&rest(number - hundreds * 100, russian), &hundredth], " ");
    }
    match number / 1_000 {
        count @ 1..=9 => word(&RUSSIAN_MANY, count).to_owned() + "тысячный",
        10 => "десятитысячный".to_owned(),
        _ => format!("{number}-й"),
    }
}

pub(super) fn polish(number: u32) -> String {
    let thousands = rest(number / 1_000, |count| {
        let words = small(count, &POLISH, &POLISH_TENS, &POLISH_HUNDREDS);
        match (count, count % 10, count / 10 % 10) {
            (1, ..) => "tysiąc".to_owned(),
            (_, 2..=4, tens) if tens != 1 => words + " tysiące",
            _ => words + " tysięcy",
        }
    });
    joined(&[&thousands, &small(number % 1_000, &POLISH, &POLISH_TENS, &POLISH_HUNDREDS)], " ")
}

pub(super) fn polish_ordinal(number: u32) -> String {
    let (end, hundreds) = (number % 100, number / 100 % 10);
    if end >= 20 {
        // Tens are ordinals too.
        let ordinal = joined(&[word(&POLISH_TENTH, end / 10), word(&POLISH_FIRST, end % 10)], " ");
        return joined(&[&rest(number - end, polish), &ordinal], " ");
    }
    if end > 0 {
        return joined(&[&rest(number - end, polish), word(&POLISH_FIRST, end)], " ");
    }
    if hundreds > 0 {
        return joined(&[&rest(number - hundreds * 100, polish), word(&POLISH_HUNDREDTH, hundreds)], " ");
    }
    match number / 1_000 {
        1 => "tysięczny".to_owned(),
        count @ 2..=10 => word(&POLISH_MANY, count).to_owned() + "tysięczny",
        _ => format!("{number}."),
    }
}

/// A number below a thousand.
fn small(number: u32, ones: &[&'static str], tens: &[&'static str], hundreds: &[&'static str]) -> String {
    let end = number % 100;
    let (ten, one) = if end < 20 { ("", word(ones, end)) } else { (word(tens, end / 10), word(ones, end % 10)) };
    joined(&[word(hundreds, number / 100), ten, one], " ")
}

/// The part of a number below a hundred that alone is an ordinal, and its word.
fn last_of(end: u32, first: &[&'static str], tenth: &[&'static str]) -> (u32, &'static str) {
    match end {
        1..20 => (end, word(first, end)),
        _ if end.is_multiple_of(10) => (end, word(tenth, end / 10)),
        _ => (end % 10, word(first, end % 10)),
    }
}

/// What form of a noun a number has in Russian.
#[derive(Debug, Clone, Copy)]
enum Plural {
    One,
    Few,
    Many,
}

fn plural(count: u32) -> Plural {
    match (count % 10, count / 10 % 10) {
        (1, tens) if tens != 1 => Plural::One,
        (2..=4, tens) if tens != 1 => Plural::Few,
        _ => Plural::Many,
    }
}
