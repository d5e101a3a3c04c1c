//! Paragraph roles, by the styles that every document has ([MS-DOC], 2.9.260, sti) and by names.

use transvase_model::flow::Role;

/// The style of running text.
pub(super) const NORMAL: u16 = 0;
/// The number of styles that a person made.
const OWN: u16 = 0xFFE;

/// Names of styles that programs give numbers of their own, or none.
const NAMES: [(&str, Role); 9] = [
    ("title", Role::Title),
    ("subtitle", Role::Subtitle),
    ("caption", Role::Caption),
    ("image caption", Role::Caption),
    ("table caption", Role::Caption),
    ("html preformatted", Role::Preformatted),
    ("preformatted text", Role::Preformatted),
    ("source code", Role::Preformatted),
    ("definition term", Role::Term),
];
const QUOTES: [&str; 6] = ["quote", "intense quote", "quotations", "block quotation", "block text", "block quote"];

/// The role of the paragraphs of a style; `None` where neither its number nor its name says one.
pub(super) fn of(number: u16, name: &str) -> Option<Role> {
    let by_number = match number {
        1..=9 => Some(Role::Heading((number as u8).min(6))),
        19..=27 => Some(Role::Contents(number as u8 - 18)),
        34 => Some(Role::Caption),
        62 => Some(Role::Title),
        74 => Some(Role::Subtitle),
        101 => Some(Role::Preformatted),
        _ => None,
    };
    by_number.or_else(|| if number == NORMAL { None } else { by_name(name) })
}

fn by_name(name: &str) -> Option<Role> {
    let name = first(name);
    if let Some((_, role)) = NAMES.iter().find(|(known, _)| *known == name) {
        return Some(*role);
    }
    let level =
        |begin: &str| name.strip_prefix(begin)?.trim().parse::<u8>().ok().filter(|level| (1..=9).contains(level));
    level("heading ").map(|level| Role::Heading(level.min(6))).or_else(|| level("contents ").map(Role::Contents))
}

/// The first of the names of a style, in lower case.
fn first(name: &str) -> String {
    name.split([',', ';']).next().unwrap_or_default().trim().to_lowercase()
}

/// Whether paragraphs of a style are another's words.
pub(super) fn is_quote(name: &str) -> bool {
    QUOTES.contains(&first(name).as_str())
}

/// Whether a style is one that a person made.
pub(super) fn is_own(number: u16) -> bool {
    number == OWN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_before_names() {
        assert_eq!(of(3, "Überschrift 3"), Some(Role::Heading(3)));
        assert_eq!(of(9, "heading 9"), Some(Role::Heading(6)));
        assert_eq!(of(OWN, "Heading 2"), Some(Role::Heading(2)));
        assert_eq!(of(OWN, "Title,T"), Some(Role::Title));
        assert_eq!(of(20, "toc 2"), Some(Role::Contents(2)));
        assert_eq!((of(NORMAL, "Title"), of(OWN, "heading x")), (None, None));
    }
}
