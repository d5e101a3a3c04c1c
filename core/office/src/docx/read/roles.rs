//! Paragraph roles: what paragraphs and texts are, by the names of their styles. Word keeps the ids and names of its
//! built-in styles in English in every language, but for ids of some versions, which are then told by their names.

use transvase_model::flow::{Meaning, Role};

/// What the name of a style says of its paragraphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// They have a role.
    Role(Role),
    /// They are another's words.
    Quote,
}

/// What a style of paragraphs is for, by its name, or by its id.
pub(super) fn named(id: &str, name: &str) -> Option<Named> {
    by_name(&compact(name)).or_else(|| by_name(&compact(id)))
}

fn by_name(name: &str) -> Option<Named> {
    if let Some(level) = level_after(name, "heading", 9) {
        return Some(Named::Role(Role::Heading(level.min(6))));
    }
    if let Some(level) = level_after(name, "toc", 9).or_else(|| level_after(name, "contents", 9)) {
        return Some(Named::Role(Role::Contents(level)));
    }
    Some(match name {
        "title" => Named::Role(Role::Title),
        "subtitle" => Named::Role(Role::Subtitle),
        "caption" | "imagecaption" | "tablecaption" | "captionedfigure" => Named::Role(Role::Caption),
        "htmlpreformatted" | "preformattedtext" | "sourcecode" | "code" | "codeblock" | "codelisting" | "listing"
        | "macrotext" | "verbatim" => Named::Role(Role::Preformatted),
        "definitionterm" => Named::Role(Role::Term),
        "quote" | "intensequote" | "blocktext" | "quotations" | "blockquote" | "blockquotation" => Named::Quote,
        _ => return None,
    })
}

/// The level that stands alone behind a word.
fn level_after(name: &str, word: &str, most: u8) -> Option<u8> {
    name.strip_prefix(word)?.parse().ok().filter(|level| (1..=most).contains(level))
}

/// A name in small letters without spaces and signs.
fn compact(name: &str) -> String {
    let first = name.split(',').next().unwrap_or_default();
    first.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What a style of characters says of their meaning.
pub(super) fn meaning(name: &str) -> Meaning {
    let mut meaning = Meaning::default();
    match compact(name).as_str() {
        "strong" => meaning.strong = true,
        "emphasis" => meaning.emphasis = true,
        "htmlcode" | "verbatimchar" | "sourcetext" | "code" | "codechar" | "inlinecode" | "sourcecodechar" => {
            meaning.code = true;
        }
        "htmlkeyboard" | "userentry" => meaning.keyboard = true,
        "htmlcite" | "citation" => meaning.citation = true,
        _ => {}
    }
    meaning
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_paragraphs_are() {
        let cases = [
            (("Heading1", "heading 1"), Some(Named::Role(Role::Heading(1)))),
            (("berschrift2", "heading 2"), Some(Named::Role(Role::Heading(2)))),
            (("Heading7", "heading 7"), Some(Named::Role(Role::Heading(6)))),
            (("TOC3", "toc 3"), Some(Named::Role(Role::Contents(3)))),
            (("TOCHeading", "TOC Heading"), None),
            (("a", "Title"), Some(Named::Role(Role::Title))),
            (("HTMLPreformatted", "HTML Preformatted"), Some(Named::Role(Role::Preformatted))),
            (("IntenseQuote", "Intense Quote"), Some(Named::Quote)),
            (("Normal", "Normal"), None),
        ];
        for ((id, name), expected) in cases {
            assert_eq!(named(id, name), expected, "{name}");
        }
        assert!(meaning("HTML Code").code && meaning("Strong").strong);
    }
}
