//! Fields: an instruction, and what it showed ([MS-DOC], 2.9.90, Fld, and ECMA-376 part 1, 17.16).

use std::collections::BTreeSet;
use std::rc::Rc;

use super::form::Form;
use super::text::Text;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_markup::html::links;
use transvase_model::flow::{Anchor, FieldKind, Language, LinkTarget};
use transvase_model::text::counting::names;

/// The character that begins a field.
pub(super) const BEGIN: u16 = 0x13;
/// The character before what the field showed.
pub(super) const SEPARATOR: u16 = 0x14;
/// The character that ends it.
pub(super) const END: u16 = 0x15;

/// Characters of an instruction that count.
const MAX_INSTRUCTION: usize = 16 << 10;
/// Fields in fields.
const MAX_DEPTH: usize = 64;

/// What a field is in a document.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) enum Meaning {
    /// Text as any other: what it showed.
    #[default]
    Text,
    /// What it showed leads somewhere.
    Link(Rc<LinkTarget>),
    /// It leads where no document can lead.
    LostLink,
    /// It is computed again.
    Field(FieldKind),
    /// A character by its number, in a font by its name.
    Symbol(u32, String),
    /// A place that the index leads to.
    Index(Vec<String>),
    /// A part of a form.
    Form(Box<Form>),
    /// A formula or the like, by its instruction.
    Equation(String),
}

/// A field that is not at its end.
#[derive(Debug, Default)]
struct OpenField {
    instruction: Vec<u16>,
    /// Whether what it showed has begun.
    is_shown: bool,
    meaning: Meaning,
    shown: String,
    form: Option<Form>,
}

/// The fields of a text.
#[derive(Debug, Default)]
pub(super) struct Fields {
    open: Vec<OpenField>,
    /// Where fields begin that end too, and where these end.
    marks: BTreeSet<u32>,
}

impl Fields {
    /// The fields of a stretch of text, none of which has begun.
    ///
    /// # Errors
    /// `TimedOut`, `Cancelled`.
    pub(super) fn of(text: &Text, (begin, end): (u32, u32), context: &Context) -> Result<Fields> {
        let (mut fields, mut open) = (Fields::default(), Vec::new());
        for (at, unit) in (begin..end).zip(text.units(begin, end)) {
            match *unit {
                BEGIN => open.push(at),
                END => {
                    // Fields too deep in others are part of them.
                    let begin = open.pop().filter(|_| open.len() < MAX_DEPTH);
                    fields.marks.extend(begin.into_iter().flat_map(|begin| [begin, at]));
                }
                _ => continue,
            }
            context.tick(1)?;
        }
        Ok(fields)
    }

    /// A field begins at a place, if it does.
    pub(super) fn begin(&mut self, at: u32) {
        if self.marks.contains(&at) {
            self.open.push(OpenField::default());
        }
    }

    /// What a field showed begins.
    pub(super) fn separate(&mut self) {
        if let Some(field) = self.open.last_mut().filter(|field| !field.is_shown) {
            field.is_shown = true;
            let meant = meaning(&String::from_utf16_lossy(&field.instruction));
            field.meaning = field.form.take().map_or(meant, |form| Meaning::Form(Box::new(form)));
        }
    }

    /// A field ends at a place, if it does: what it means, and what it showed where that is computed. Nothing of a
    /// field in an instruction.
    pub(super) fn end(&mut self, at: u32) -> Option<(Meaning, String)> {
        if !self.marks.contains(&at) {
            return None;
        }
        self.separate();
        let field = self.open.pop()?;
        self.is_shown().then_some((field.meaning, field.shown))
    }

    /// Takes a character of text, if it is of an instruction or of what a computed field showed.
    pub(super) fn take(&mut self, unit: u16) -> bool {
        if let Some(field) = self.open.iter_mut().rev().find(|field| !field.is_shown) {
            if field.instruction.len() < MAX_INSTRUCTION {
                field.instruction.push(unit);
            }
            return true;
        }
        false
    }

    /// The field at hand is a part of a form.
    pub(super) fn form(&mut self, form: Option<Form>) {
        if let Some(field) = self.open.last_mut().filter(|field| !field.is_shown) {
            field.form = form;
        }
    }

    /// Takes text that a computed field showed.
    pub(super) fn take_text(&mut self, text: &str) -> bool {
        let field = self.open.iter_mut().find(|field| matches!(field.meaning, Meaning::Field(_) | Meaning::Form(_)));
        field.map(|field| field.shown.push_str(text)).is_some()
    }

    /// Whether no instruction is at hand.
    pub(super) fn is_shown(&self) -> bool {
        self.open.iter().all(|field| field.is_shown)
    }

    /// Where the text at hand leads.
    pub(super) fn link(&self) -> Option<Rc<LinkTarget>> {
        self.open.iter().rev().find_map(|field| match &field.meaning {
            Meaning::Link(target) => Some(Rc::clone(target)),
            _ => None,
        })
    }
}

/// What an instruction means.
fn meaning(instruction: &str) -> Meaning {
    let words = words(instruction);
    let Some(name) = words.first() else { return Meaning::Text };
    let value = words.get(1).filter(|word| !word.starts_with('\\')).map(String::as_str);
    let switch = |name: &str| {
        let at = words.iter().position(|word| word.eq_ignore_ascii_case(name))?;
        Some(words.get(at + 1).map_or("", String::as_str))
    };
    match name.to_ascii_uppercase().as_str() {
        "HYPERLINK" => link(value, switch("\\l")),
        "PAGE" => Meaning::Field(FieldKind::PageNumber(
            switch("\\*").and_then(|word| names::of_switch(word, Language::English)),
        )),
        "NUMPAGES" => Meaning::Field(FieldKind::PageCount),
        "SECTIONPAGES" => Meaning::Field(FieldKind::SectionPages),
        "PAGEREF" => value.map_or(Meaning::Text, |name| Meaning::Field(FieldKind::PageOf(Anchor::from(name)))),
        "SYMBOL" => value
            .and_then(number)
            .map_or(Meaning::Text, |code| Meaning::Symbol(code, switch("\\f").unwrap_or_default().to_owned())),
        "EQ" => Meaning::Equation(instruction.to_owned()),
        "XE" => value.map_or(Meaning::Text, |entry| {
            Meaning::Index(entry.split(':').map(str::trim).filter(|term| !term.is_empty()).map(str::to_owned).collect())
        }),
        _ => Meaning::Text,
    }
}

fn link(address: Option<&str>, place: Option<&str>) -> Meaning {
    let place = place.filter(|place| !place.is_empty());
    match (address.filter(|address| !address.is_empty()), place) {
        (Some(address), place) => {
            let address = place.map_or(address.to_owned(), |place| format!("{address}#{place}"));
            links::external(&address).map_or(Meaning::LostLink, |target| Meaning::Link(Rc::new(target)))
        }
        (None, Some(place)) => Meaning::Link(Rc::new(LinkTarget::Internal(Anchor::from(place)))),
        (None, None) => Meaning::Text,
    }
}

/// A number in digits, or in those of base 16.
fn number(word: &str) -> Option<u32> {
    match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => word.parse().ok(),
    }
}

/// The words of an instruction, those in quotation marks as one.
fn words(instruction: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut signs = instruction.chars().peekable();
    while let Some(sign) = signs.next() {
        let mut word = String::new();
        match sign {
            sign if sign.is_whitespace() || sign.is_control() => continue,
            '"' => {
                while let Some(sign) = signs.next().filter(|sign| *sign != '"') {
                    // Before a mark or another of its kind it says that this is meant as it stands.
                    match signs.peek().filter(|_| sign == '\\').copied() {
                        Some(meant @ ('"' | '\\')) => {
                            word.push(meant);
                            signs.next();
                        }
                        _ => word.push(sign),
                    }
                }
            }
            sign => {
                word.push(sign);
                while let Some(sign) = signs.next_if(|sign| !sign.is_whitespace() && *sign != '"') {
                    word.push(sign);
                }
            }
        }
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::NumberFormat;

    #[test]
    fn links_lead_out_and_within() {
        let external = |address: &str| Meaning::Link(Rc::new(LinkTarget::External(address.into())));
        assert_eq!(meaning(r#" HYPERLINK "http://a.b/c" \o "tip" "#), external("http://a.b/c"));
        assert_eq!(meaning(r#"HYPERLINK "http://a.b/c" \l "d""#), external("http://a.b/c#d"));
        let internal = Meaning::Link(Rc::new(LinkTarget::Internal("_Toc1".into())));
        assert_eq!(meaning(r#"HYPERLINK \l "_Toc1""#), internal);
        assert_eq!(meaning(r#"HYPERLINK "C:\\a b.doc""#), Meaning::LostLink);
    }

    #[test]
    fn numbers_are_computed_again() {
        assert_eq!(meaning(" PAGE "), Meaning::Field(FieldKind::PageNumber(None)));
        let roman = FieldKind::PageNumber(Some(NumberFormat::LowerRoman));
        assert_eq!(meaning(r"page \* roman"), Meaning::Field(roman));
        assert_eq!(meaning(r"PAGEREF _Toc1 \h"), Meaning::Field(FieldKind::PageOf("_Toc1".into())));
        assert_eq!(meaning(r#"SYMBOL 0xB7 \f "Symbol""#), Meaning::Symbol(0xB7, "Symbol".into()));
        assert_eq!(meaning(r#"XE "Dogs:small""#), Meaning::Index(vec!["Dogs".into(), "small".into()]));
        assert_eq!((meaning("TOC \\o"), meaning(""), meaning("DATE")), (Meaning::Text, Meaning::Text, Meaning::Text));
    }
}
