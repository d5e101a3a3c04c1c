//! Fields: what is computed, and what it showed (RTF 1.9.1, "Fields").

use std::rc::Rc;

use transvase_model::flow::{Anchor, FieldKind, Language, LinkTarget};
use transvase_model::text::counting::names;

/// Characters of an instruction that count.
pub(super) const MAX_INSTRUCTION: usize = 16 << 10;

/// A field that is not at its end.
#[derive(Debug, Default)]
pub(super) struct OpenField {
    /// The instruction.
    pub instruction: String,
    /// What it is, once its instruction is read.
    pub meaning: Meaning,
    /// Pieces of the paragraph before the result began.
    pub start: Option<usize>,
    /// State of a box to tick, where it is one.
    pub form: Option<super::form::Form>,
}

/// What a field is in a document.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) enum Meaning {
    /// Text as any other: what it showed.
    #[default]
    Text,
    /// Its result leads somewhere.
    Link(Rc<LinkTarget>),
    /// It is computed again.
    Field(FieldKind),
    /// A character in a font.
    Symbol(char),
    /// A part of a form.
    Form,
    /// An entry of the index.
    Index(Vec<String>),
    /// A formula or the like.
    Equation,
}

/// Switches of a reference to a style that ask for the number of its paragraph, and not for its words (ECMA-376 part 1,
/// 17.16.5.59).
const NUMBERS_OF_STYLE: [&str; 5] = ["\\n", "\\p", "\\r", "\\t", "\\w"];

/// What an instruction means.
pub(super) fn meaning(instruction: &str) -> Meaning {
    let words = words(instruction);
    let mut rest = words.iter().map(String::as_str);
    let name = rest.next().unwrap_or_default().to_ascii_uppercase();
    let format = || {
        words.iter().skip_while(|word| *word != "\\*").nth(1).and_then(|name| names::of_switch(name, Language::English))
    };
    let argument = || words.get(1).filter(|word| !word.starts_with('\\')).map(String::as_str);
    match name.as_str() {
        "HYPERLINK" => link(&words).map_or(Meaning::Text, |target| Meaning::Link(Rc::new(target))),
        "PAGE" => Meaning::Field(FieldKind::PageNumber(format())),
        "NUMPAGES" => Meaning::Field(FieldKind::PageCount),
        "SECTIONPAGES" => Meaning::Field(FieldKind::SectionPages),
        "STYLEREF" if !words.iter().any(|word| NUMBERS_OF_STYLE.contains(&word.as_str())) => {
            argument().map_or(Meaning::Text, |name| Meaning::Field(FieldKind::Styled(name.into())))
        }
        "PAGEREF" => argument().map_or(Meaning::Text, |name| Meaning::Field(FieldKind::PageOf(name.into()))),
        "REF" | "NOTEREF" if words.iter().any(|word| word == "\\h") => {
            argument().map_or(Meaning::Text, |name| Meaning::Link(Rc::new(LinkTarget::Internal(Anchor::from(name)))))
        }
        "SYMBOL" => symbol(&words).map_or(Meaning::Text, Meaning::Symbol),
        "FORMTEXT" | "FORMCHECKBOX" | "FORMDROPDOWN" => Meaning::Form,
        "EQ" => Meaning::Equation,
        "XE" => argument().map_or(Meaning::Text, |entry| Meaning::Index(terms(entry))),
        _ => Meaning::Text,
    }
}

/// The terms of an entry of the index, from the main one to the innermost.
pub(super) fn terms(entry: &str) -> Vec<String> {
    entry.split(':').map(|term| term.trim().to_owned()).filter(|term| !term.is_empty()).collect()
}

/// The words of an instruction; quotation marks hold some together.
fn words(instruction: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let (mut quoted, mut begun) = (false, false);
    let mut chars = instruction.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if quoted && matches!(chars.peek(), Some('\\' | '"')) => word.extend(chars.next()),
            '"' | '\u{201C}' | '\u{201D}' => {
                quoted = !quoted;
                begun = true;
            }
            c if c.is_whitespace() && !quoted => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            c => {
                word.push(c);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    words
}

/// Where a link leads: `\l` names a place in the file it leads to.
fn link(words: &[String]) -> Option<LinkTarget> {
    let (mut address, mut place) = (None, None);
    let mut rest = words.iter().skip(1);
    while let Some(word) = rest.next() {
        match word.as_str() {
            "\\l" => place = rest.next(),
            "\\o" | "\\t" => drop(rest.next()),
            word if word.starts_with('\\') => {}
            _ => address = address.or(Some(word)),
        }
    }
    match (address.filter(|address| !address.is_empty()), place.filter(|place| !place.is_empty())) {
        (Some(address), Some(place)) => Some(LinkTarget::External(format!("{address}#{place}"))),
        (Some(address), None) => Some(match address.strip_prefix('#') {
            Some(place) => LinkTarget::Internal(place.into()),
            None => LinkTarget::External(address.clone()),
        }),
        (None, Some(place)) => Some(LinkTarget::Internal(place.as_str().into())),
        (None, None) => None,
    }
}

/// The character of a `SYMBOL` field.
fn symbol(words: &[String]) -> Option<char> {
    let code = words.get(1)?;
    let code = match code.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => code.parse().ok()?,
    };
    let font = words.iter().skip_while(|word| *word != "\\f").nth(1);
    let key = font.map(|font| transvase_font::font_names::FontName::parse(font).key).unwrap_or_default();
    match transvase_font::symbol_fonts::by_family(&key) {
        Some(font) => font.char(code),
        None => char::from_u32(code).filter(|c| !c.is_control()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::NumberFormat;

    #[test]
    fn instructions_mean_links_and_numbers() {
        let link = |text: &str| match meaning(text) {
            Meaning::Link(target) => (*target).clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(link(" HYPERLINK \"http://a.b/c\" \\o \"tip\" "), LinkTarget::External("http://a.b/c".into()));
        assert_eq!(link("HYPERLINK  \\l \"_Toc1\""), LinkTarget::Internal("_Toc1".into()));
        assert_eq!(link("HYPERLINK a.htm \\l x"), LinkTarget::External("a.htm#x".into()));
        assert_eq!(link("HYPERLINK \"C:\\\\a\""), LinkTarget::External("C:\\a".into()));
        assert_eq!(meaning("page \\* roman"), Meaning::Field(FieldKind::PageNumber(Some(NumberFormat::LowerRoman))));
        assert_eq!(meaning("PAGEREF _Toc1 \\h"), Meaning::Field(FieldKind::PageOf("_Toc1".into())));
        assert_eq!(meaning("SYMBOL 183 \\f \"Symbol\" \\s 10"), Meaning::Symbol('•'));
        assert_eq!(meaning("DATE \\@ \"d.M.yyyy\""), Meaning::Text);
        assert_eq!(meaning("HYPERLINK"), Meaning::Text);
    }
}
