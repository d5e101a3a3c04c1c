//! Numbers in words. Above the largest one they are written in digits.

mod english;
mod french;
mod german;
mod iberian;
mod italian_dutch;
mod slavic;
mod south_asia;
mod south_east_asia;

use crate::flow::Language;

/// The largest number that is said in words.
const MAX: u32 = 999_999;

/// One, two, three; with a capital letter.
pub(super) fn cardinal(language: Language, number: u32) -> Option<String> {
    let number = Some(number).filter(|number| (1..=MAX).contains(number))?;
    let words = match language {
        Language::English => english::cardinal(number),
        Language::German => german::cardinal(number),
        Language::French => french::cardinal(number),
        Language::Spanish => iberian::spanish(number),
        Language::Portuguese => iberian::portuguese(number),
        Language::BrazilianPortuguese => iberian::brazilian(number),
        Language::Italian => italian_dutch::italian(number),
        Language::Dutch => italian_dutch::dutch(number),
        Language::Russian => slavic::russian(number),
        Language::Polish => slavic::polish(number),
        Language::Thai => south_east_asia::thai(number),
        Language::Vietnamese => south_east_asia::vietnamese(number),
        Language::Hindi => south_asia::hindi(number),
    };
    Some(capital(&words))
}

/// First, second, third; with a capital letter.
pub(super) fn ordinal_text(language: Language, number: u32) -> Option<String> {
    let number = Some(number).filter(|number| (1..=MAX).contains(number))?;
    let words = match language {
        Language::English => english::ordinal(number),
        Language::German => german::ordinal(number),
        Language::French => french::ordinal(number),
        Language::Spanish => iberian::spanish_ordinal(number),
        Language::Portuguese | Language::BrazilianPortuguese => iberian::portuguese_ordinal(number),
        Language::Italian => italian_dutch::italian_ordinal(number),
        Language::Dutch => italian_dutch::dutch_ordinal(number),
        Language::Russian => slavic::russian_ordinal(number),
        Language::Polish => slavic::polish_ordinal(number),
        Language::Thai | Language::Vietnamese | Language::Hindi => return None,
    };
    Some(capital(&words))
}

/// 1st, 2nd, 3rd.
pub(super) fn ordinal(language: Language, number: u32) -> String {
    let end = match language {
        Language::English => english::ending(number),
        Language::French if number == 1 => "er",
        Language::French => "e",
        Language::German | Language::Polish => ".",
        Language::Spanish | Language::Portuguese => ".º",
        Language::Italian | Language::BrazilianPortuguese => "º",
        Language::Dutch => italian_dutch::dutch_ending(number),
        Language::Russian => "-й",
        Language::Thai | Language::Vietnamese | Language::Hindi => "",
    };
    format!("{number}{end}")
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The word for a number from 1, of those that are given.
fn word(words: &[&'static str], number: u32) -> &'static str {
    number.checked_sub(1).and_then(|at| words.get(at as usize).copied()).unwrap_or_default()
}

/// The parts that are there, with something between them.
fn joined(parts: &[&str], between: &str) -> String {
    let there: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    there.join(between)
}

/// The words of a part of a number; none for 0.
fn rest(number: u32, words: impl Fn(u32) -> String) -> String {
    if number == 0 { String::new() } else { words(number) }
}

#[cfg(test)]
mod tests;
