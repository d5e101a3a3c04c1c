//! Font selection: the faces a document is set in, which are the bundled ones, the caller's, and those found for what
//! these lack.
//!
//! Text that cannot be seen is lost text. Where more than a handful of letters have no glyph the
//! conversion ends in `MissingResource`, unless the caller takes boxes for them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use unicode_script::{Script, UnicodeScript};

use super::scale::paragraphs;
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result, Stage};
use transvase_base::options;
use transvase_base::resources::{FontFile, FontRequest};
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_font::fonts::FontBook;
use transvase_model::flow::{Block, Flow, Inline, each_run, leaves};

/// Families that are asked for at most: no document is set in more.
const MOST_FAMILIES: usize = 32;

/// Names that stand for a kind of families (CSS Fonts 4, 2.1.3).
pub(super) fn is_generic(family: &str) -> bool {
    ["serif", "sans-serif", "monospace", "cursive", "fantasy"].contains(&family)
}

/// Letters without a glyph that a document may have: a word or two in a script of its own, shown as
/// boxes and warned of. With more of them somebody would miss what the text says.
const HANDFUL: usize = 10;
/// The same as a share of a longer text: a name in another script is no reason to refuse a report.
const SHARE: usize = 100;

/// The book of faces for a document and the notes at the feet of its pages. Families that are not at hand are asked for
/// where the document says how its pages look.
///
/// # Errors
/// `InvalidOption` for a font of the caller's that is none; `MissingResource` where there are no fonts at
/// all, or none for more than a handful of letters and `best_effort` is not set.
pub(super) fn book(flow: &Flow, feet: &[Option<Vec<Block>>], as_source: bool, context: &Context) -> Result<FontBook> {
    let language = flow.metadata.language.as_deref();
    let mut book = FontBook::bundled().clone();
    for file in context.fonts() {
        book.add(file, language).ok_or_else(|| no_font(file))?;
    }
    book.add_embedded(&flow.fonts);
    let (used, total) = characters(flow, feet);
    let missing = |book: &FontBook| -> Vec<char> { used.keys().copied().filter(|c| !book.covers(*c)).collect() };
    let unseen = missing(&book);
    let absent = if as_source { absent(flow, &book) } else { Vec::new() };
    if !unseen.is_empty() || !absent.is_empty() {
        find(&mut book, unseen, absent, language, context);
    }
    let letters: Vec<char> = missing(&book).into_iter().filter(|c| is_letter(*c)).collect();
    let count: usize = letters.iter().filter_map(|letter| used.get(letter)).sum();
    if count > HANDFUL.max(total / SHARE) && !context.options().flag(&options::BEST_EFFORT) {
        return Err(missing_letters(count, &letters));
    }
    book.not_empty()?;
    Ok(book)
}

/// The families that running text names and the book has neither itself nor with its metrics.
fn absent(flow: &Flow, book: &FontBook) -> Vec<String> {
    let mut named: BTreeSet<Arc<str>> = BTreeSet::new();
    for paragraph in paragraphs(flow) {
        each_run(&paragraph.content, &mut |run| named.extend(run.style.family.clone()));
    }
    let absent = named.into_iter().filter(|family| !book.has_family(family) && !is_generic(family));
    absent.take(MOST_FAMILIES).map(|family| family.to_string()).collect()
}

/// Adds the fonts that the caller's finder has for `characters` and of some families, and says which.
fn find(book: &mut FontBook, characters: Vec<char>, families: Vec<String>, language: Option<&str>, context: &Context) {
    let request = FontRequest::new(characters, language.map(str::to_owned)).with_families(families);
    let mut missing = request.characters.clone();
    let mut absent = request.families.clone();
    for file in context.find_fonts(&request) {
        if book.add(&file, language).is_some() {
            let (there, rest) = absent.into_iter().partition::<Vec<String>, _>(|family| book.has_family(family));
            absent = rest;
            for family in there {
                let message = format!(
                    "{family}: the system font {} was used; the result may differ on other machines",
                    file.name()
                );
                context.warn(Warning::new(WarningCode::SystemFontUsed, message));
            }
            let (found, rest) = missing.into_iter().partition::<Vec<char>, _>(|character| book.covers(*character));
            missing = rest;
            if found.is_empty() {
                // The bold face of a family whose regular one came before.
                continue;
            }
            let scripts = scripts(found.into_iter());
            let message =
                format!("{scripts}: the system font {} was used; the result may differ on other machines", file.name());
            context.warn(Warning::new(WarningCode::SystemFontUsed, message));
        }
    }
}

/// How often each visible character beyond ASCII stands in the text, and how many bytes it has of all.
fn characters(flow: &Flow, feet: &[Option<Vec<Block>>]) -> (BTreeMap<char, usize>, usize) {
    let (mut counts, mut total) = (BTreeMap::new(), 0);
    let notes = feet.iter().flatten().flat_map(leaves).filter_map(|block| match block {
        Block::Paragraph(paragraph) => Some(paragraph),
        _ => None,
    });
    for paragraph in paragraphs(flow).chain(notes) {
        let mut stack: Vec<&[Inline]> = vec![&paragraph.content];
        while let Some(inlines) = stack.pop() {
            for inline in inlines {
                match inline {
                    Inline::Text(run) => {
                        count(&run.text, &mut counts);
                        total += run.text.len();
                        run.style.ruby.iter().for_each(|small| count(small, &mut counts));
                    }
                    Inline::Formula(formula) => count(&formula.run.text, &mut counts),
                    other => stack.extend(other.children()),
                }
            }
        }
    }
    (counts, total)
}

/// Counts the characters beyond ASCII, which every face has.
fn count(text: &str, counts: &mut BTreeMap<char, usize>) {
    if text.is_ascii() {
        return;
    }
    for character in text.chars().filter(|c| !c.is_ascii() && is_visible(*c)) {
        *counts.entry(character).or_default() += 1;
    }
}

fn is_visible(character: char) -> bool {
    !character.is_whitespace() && !character.is_control() && !is_ignorable(character)
}

/// Characters that show nothing by themselves (Unicode, DerivedCoreProperties.txt,
/// `Default_Ignorable_Code_Point`), and private ones, which mean nothing to anybody else.
fn is_ignorable(character: char) -> bool {
    matches!(character,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFC}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}' | '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFF}')
}

/// Whether a character is a letter of some script; mathematical alphabets and letters in circles are signs.
fn is_letter(character: char) -> bool {
    character.is_alphabetic() && !matches!(character.script(), Script::Common | Script::Inherited | Script::Unknown)
}

/// The names of the scripts of some characters, as in `Han, Hiragana`; signs are of none.
pub(super) fn scripts(characters: impl Iterator<Item = char>) -> String {
    let scripts = characters.map(|character| match character.script() {
        Script::Common | Script::Inherited | Script::Unknown => "signs",
        script => script.full_name(),
    });
    let names: BTreeSet<&str> = scripts.collect();
    names.into_iter().collect::<Vec<_>>().join(", ")
}

fn no_font(file: &FontFile) -> Error {
    Error::option("fonts", format!("{} is not an OpenType or TrueType font with outlines", file.name()))
        .at(Stage::Options)
}

fn missing_letters(count: usize, letters: &[char]) -> Error {
    let scripts = scripts(letters.iter().copied());
    let message = format!(
        "{}: {scripts}",
        counted(count, "[character|characters] of this document [is|are] in no available font")
    );
    let hint = "add a font that has them (option fonts; command line: --font FILE), or set best_effort for boxes";
    Error::new(ErrorCode::MissingResource, message).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shows_nothing_needs_no_glyph() {
        for character in ['\u{200D}', '\u{FE0F}', '\u{AD}', '\u{3000}', '\u{E001}', '\u{FEFF}'] {
            assert!(!is_visible(character), "U+{:04X}", u32::from(character));
        }
        for character in ['漢', 'ا', '\u{301}', '😀', '→'] {
            assert!(is_visible(character), "{character}");
        }
    }

    #[test]
    fn scripts_are_named_as_unicode_names_them() {
        assert_eq!(scripts("かな漢字カナ".chars()), "Han, Hiragana, Katakana");
        assert_eq!(scripts("தமிழ்☃".chars()), "Tamil, signs");
        assert!(is_letter('漢') && is_letter('த') && !is_letter('☃') && !is_letter('𝐀') && !is_letter('ⓐ'));
    }
}
