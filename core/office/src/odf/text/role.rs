//! Paragraph roles by style names: what paragraphs and letters are for. Programs have the same names in all languages
//! (they are translated only where people see them).

use super::super::styles::Chain;
use transvase_model::flow::{Meaning, Role};

/// Names of styles that say what a paragraph is; what ends in a space is followed by a level.
const ROLES: [(&str, Role); 12] = [
    ("Title", Role::Title),
    ("Subtitle", Role::Subtitle),
    ("Caption", Role::Caption),
    ("caption", Role::Caption),
    ("Preformatted_20_Text", Role::Preformatted),
    ("Preformatted Text", Role::Preformatted),
    ("HTML_20_Preformatted", Role::Preformatted),
    ("Source_20_Code", Role::Preformatted),
    ("Definition_20_Term", Role::Term),
    ("Definition_20_Term_20_Tight", Role::Term),
    ("List_20_Heading", Role::Term),
    ("Table_20_of_20_Figures", Role::Contents(1)),
];

/// Beginnings of names that a level follows.
const LEVELS: [(&str, fn(u8) -> Role); 5] = [
    ("Contents_20_", Role::Contents),
    ("toc_20_", Role::Contents),
    ("Illustration_20_Index_20_", Role::Contents),
    ("Table_20_index_20_", Role::Contents),
    ("Figure_20_Index_20_", Role::Contents),
];

/// Names of styles of quotations.
const QUOTES: [&str; 5] = ["Quotations", "Quote", "Intense_20_Quote", "Block_20_Text", "Blockquote"];

/// What a paragraph is for that is no heading.
pub(super) fn of(chain: &Chain<'_>) -> Role {
    let named = |name: &str| ROLES.iter().find(|(known, _)| *known == name).map(|(_, role)| *role);
    let leveled = |name: &str| {
        let (rest, role) = LEVELS.iter().find_map(|(start, role)| Some((name.strip_prefix(start)?, role)))?;
        rest.parse().ok().filter(|level| (1..=9).contains(level)).map(role)
    };
    chain.names().find_map(|name| named(name).or_else(|| leveled(name))).unwrap_or_default()
}

/// Whether a paragraph is a quotation.
pub(super) fn is_quote(chain: &Chain<'_>) -> bool {
    chain.names().any(|name| QUOTES.contains(&name))
}

/// What letters are by the name of their style.
pub(super) fn meaning(chain: &Chain<'_>) -> Meaning {
    let mut meaning = Meaning::default();
    for name in chain.names() {
        match name {
            "Emphasis" => meaning.emphasis = true,
            "Strong_20_Emphasis" | "Strong" => meaning.strong = true,
            "Source_20_Text" | "Source_Text" | "Verbatim_20_Char" | "HTML_20_Code" => meaning.code = true,
            "User_20_Entry" | "HTML_20_Keyboard" => meaning.keyboard = true,
            "Quotation" => meaning.quotation = true,
            "Citation" | "Cite" => meaning.citation = true,
            _ => {}
        }
    }
    meaning
}

/// The meanings of both.
pub(super) fn both(a: Meaning, b: Meaning) -> Meaning {
    Meaning {
        emphasis: a.emphasis || b.emphasis,
        strong: a.strong || b.strong,
        code: a.code || b.code,
        keyboard: a.keyboard || b.keyboard,
        quotation: a.quotation || b.quotation,
        citation: a.citation || b.citation,
    }
}
