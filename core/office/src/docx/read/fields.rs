//! Fields: what their instructions say, and what is made of their results (ECMA-376 part 1, 17.16).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::controls::Form;
use super::counting as signs;
use super::line::{self, words};
use crate::eq_field;
use transvase_base::uri;
use transvase_model::flow::{
    Field, FieldKind, IndexEntry, Inline, Language, LinkTarget, NumberFormat, Run, TextStyle, each_run,
};
use transvase_model::text::counting::{self, names};

/// A field while it is read.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct FieldState {
    /// Its instruction.
    pub instruction: String,
    /// Whether its result has begun.
    pub in_result: bool,
    /// The part of a form that it is.
    pub form: Option<Form>,
    /// How its own text looks.
    pub style: TextStyle,
    /// Whether it has been shown already, as one that runs over several paragraphs.
    pub shown: bool,
    /// Its number in its sequence, for one that the program has not computed.
    pub number: Option<String>,
}

/// Characters of an instruction that count.
const MAX_INSTRUCTION: usize = 8_192;

impl FieldState {
    /// Adds to the instruction.
    pub(super) fn add(&mut self, text: &str) {
        if !self.in_result && self.instruction.len() < MAX_INSTRUCTION {
            self.instruction.push_str(text);
        }
    }

    /// Words in the look of the field.
    fn words(&self, text: String) -> Vec<Inline> {
        vec![Inline::Text(Run { text, style: self.style.clone() })]
    }

    /// Whether it is a table of contents.
    pub(super) fn is_contents(&self) -> bool {
        self.instruction
            .trim_start()
            .get(..4)
            .is_some_and(|name| name.eq_ignore_ascii_case("TOC ") || name.eq_ignore_ascii_case("TOC\\"))
    }

    /// What stands in the text for the field, of which this is a stretch of the result.
    pub(super) fn result(&mut self, content: Vec<Inline>) -> Vec<Inline> {
        let again = std::mem::replace(&mut self.shown, true);
        if again && content.is_empty() {
            return content;
        }
        let instruction = Instruction::parse(&self.instruction);
        if let Some(form) = &self.form {
            return filled_in(form, content, &self.style);
        }
        match instruction.name.as_str() {
            "HYPERLINK" => linked(link_of(&instruction), content),
            "REF" if instruction.has('h') => linked(instruction.anchor(), content),
            "PAGEREF" => page_of(&instruction, content, &self.style),
            "PAGE" => computed(FieldKind::PageNumber(instruction.format()), content, &self.style),
            "NUMPAGES" => computed(FieldKind::PageCount, content, &self.style),
            "SECTIONPAGES" => computed(FieldKind::SectionPages, content, &self.style),
            "STYLEREF" => match instruction.style() {
                Some(style) => computed(FieldKind::Styled(style), content, &self.style),
                None => content,
            },
            "XE" => index_entry(&instruction).into_iter().collect(),
            "SYMBOL" => symbol(&instruction, &self.style).map_or(content, |run| vec![run]),
            // Programs leave the numbers of captions to Word, which computes them when fields are updated.
            "SEQ" if content.is_empty() => self.number.take().map_or(content, |text| self.words(text)),
            // As Word shows it until a mail merge fills it in.
            "MERGEFIELD" if content.is_empty() => {
                instruction.arguments.first().map_or(content, |name| self.words(format!("«{name}»")))
            }
            "EQ" if content.is_empty() => eq_field::shown(&self.instruction, &self.style),
            "MACROBUTTON" | "GOTOBUTTON" => shown_words(&instruction, &self.style),
            "TC" | "RD" | "TA" | "PRIVATE" | "SET" | "ASK" => Vec::new(),
            // Without an instruction what was read is the text of something damaged.
            "" => content,
            _ if !self.in_result => Vec::new(),
            _ => content,
        }
    }
}

/// The sequences of a document, such as those of its figures, with the number that each has come to (17.16.5.56).
#[derive(Debug, Default)]
pub(super) struct Sequences(BTreeMap<String, u32>);

impl Sequences {
    /// Counts a field where it is one of a sequence, and says its number; nothing where that is hidden.
    pub(super) fn count(&mut self, instruction: &str) -> Option<String> {
        let instruction = Instruction::parse(instruction);
        let name = instruction.arguments.first().filter(|_| instruction.name == "SEQ")?;
        let number = self.0.entry(name.to_lowercase()).or_default();
        match instruction.after('r').and_then(|first| first.parse().ok()) {
            Some(first) => *number = first,
            None if instruction.has('c') => {}
            None => *number = number.saturating_add(1),
        }
        let format = instruction.format();
        let is_hidden = instruction.has('h') && format.is_none();
        (!is_hidden).then(|| counting::written(format.unwrap_or(NumberFormat::Decimal), *number))
    }
}

/// An instruction taken apart.
#[derive(Debug, Default, PartialEq)]
struct Instruction {
    /// Its name in capitals.
    name: String,
    /// What it is about.
    arguments: Vec<String>,
    /// Its switches, each with what follows it.
    switches: Vec<(char, Option<String>)>,
}

impl Instruction {
    fn parse(text: &str) -> Instruction {
        let mut instruction = Instruction::default();
        let mut waiting: Option<char> = None;
        for (token, quoted) in tokens(text) {
            let switch = token.strip_prefix('\\').and_then(|rest| rest.chars().next()).filter(|_| !quoted);
            if let Some(switch) = switch {
                instruction.switches.push((switch.to_ascii_lowercase(), None));
                waiting = takes_words(&instruction.name, switch).then_some(switch);
            } else if waiting.take().is_some() {
                if let Some((_, words)) = instruction.switches.last_mut() {
                    *words = Some(token);
                }
            } else if instruction.name.is_empty() {
                instruction.name = token.to_ascii_uppercase();
            } else {
                instruction.arguments.push(token);
            }
        }
        instruction
    }

    fn has(&self, switch: char) -> bool {
        self.switches.iter().any(|(known, _)| *known == switch)
    }

    fn after(&self, switch: char) -> Option<&str> {
        self.switches.iter().find(|(known, _)| *known == switch).and_then(|(_, words)| words.as_deref())
    }

    /// The place that the instruction names.
    fn anchor(&self) -> Option<LinkTarget> {
        self.arguments.first().map(|name| LinkTarget::Internal(name.as_str().into()))
    }

    /// The style whose nearest words the instruction asks for, and not their number (17.16.5.59).
    fn style(&self) -> Option<Arc<str>> {
        let named =
            self.arguments.first().filter(|_| !['n', 'p', 'r', 'w', 't'].into_iter().any(|switch| self.has(switch)));
        // Headings are named by their level alone as well.
        named.map(|name| match name.parse::<u8>() {
            Ok(level @ 1..=9) => format!("heading {level}").into(),
            _ => name.as_str().into(),
        })
    }

    /// The format that the general switch gives a number (17.16.4.3.1).
    fn format(&self) -> Option<NumberFormat> {
        let mut formats =
            self.switches.iter().filter(|(known, _)| *known == '*').filter_map(|(_, words)| words.as_deref());
        formats.find_map(|name| names::of_switch(name, Language::English))
    }
}

/// Whether a word after a switch belongs to it.
fn takes_words(name: &str, switch: char) -> bool {
    match name {
        "HYPERLINK" => matches!(switch.to_ascii_lowercase(), 'l' | 'o' | 't' | '*' | '#' | '@'),
        "SYMBOL" => matches!(switch.to_ascii_lowercase(), 'f' | 's'),
        "XE" => matches!(switch.to_ascii_lowercase(), 'f' | 'r' | 't' | 'y'),
        "SEQ" => matches!(switch.to_ascii_lowercase(), 'r' | 's' | '*' | '#' | '@'),
        _ => matches!(switch, '*' | '#' | '@'),
    }
}

/// The words of an instruction, and whether they stood in quotation marks.
fn tokens(text: &str) -> Vec<(String, bool)> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start().chars().peekable();
    while let Some(first) = rest.peek().copied() {
        let quoted = matches!(first, '"' | '“' | '”');
        if quoted {
            rest.next();
        }
        let mut token = String::new();
        while let Some(c) = rest.next() {
            match c {
                // Backslashes stand before quotation marks and themselves.
                '\\' if quoted => token.extend(
                    rest.next()
                        .map(|next| if matches!(next, '"' | '\\') { String::from(next) } else { format!("\\{next}") }),
                ),
                '"' | '”' | '“' if quoted => break,
                c if c.is_whitespace() && !quoted => break,
                c => token.push(c),
            }
        }
        tokens.push((token, quoted));
        while rest.peek().is_some_and(|c| c.is_whitespace()) {
            rest.next();
        }
    }
    tokens
}

/// Where a link leads: to an address, perhaps to a place in it, or to a place in the document.
fn link_of(instruction: &Instruction) -> Option<LinkTarget> {
    let place = instruction.after('l').filter(|place| !place.is_empty());
    match (instruction.arguments.first().filter(|address| !address.is_empty()), place) {
        (Some(address), Some(place)) => external(&format!("{address}#{place}")),
        (Some(address), None) => external(address),
        (None, place) => place.map(|place| LinkTarget::Internal(place.into())),
    }
}

/// A link to an address, where it leads anywhere; one within the document where it is a place in that.
pub(super) fn external(address: &str) -> Option<LinkTarget> {
    match address.strip_prefix('#') {
        Some(place) if !place.is_empty() => Some(LinkTarget::Internal(place.into())),
        _ => uri::clean(address).map(LinkTarget::External),
    }
}

fn linked(target: Option<LinkTarget>, content: Vec<Inline>) -> Vec<Inline> {
    match target {
        Some(target) if !content.is_empty() => line::linked(&target, content),
        _ => content,
    }
}

/// The number of the page of a place, which is a link where the field says so.
fn page_of(instruction: &Instruction, content: Vec<Inline>, style: &TextStyle) -> Vec<Inline> {
    let Some(LinkTarget::Internal(anchor)) = instruction.anchor() else { return content };
    let computed = computed(FieldKind::PageOf(anchor.clone()), content, style);
    if instruction.has('h') { linked(Some(LinkTarget::Internal(anchor)), computed) } else { computed }
}

/// A field that is computed anew, in the look that its result had.
fn computed(kind: FieldKind, content: Vec<Inline>, style: &TextStyle) -> Vec<Inline> {
    let mut look = None;
    each_run(&content, &mut |run| {
        look.get_or_insert_with(|| run.style.clone());
    });
    let run = Run { text: words(&content), style: look.unwrap_or_else(|| style.clone()) };
    vec![Inline::Field(Field { kind, run })]
}

/// The terms of an entry of the index, from the main one on.
fn index_entry(instruction: &Instruction) -> Option<Inline> {
    let terms: Vec<String> = instruction.arguments.first()?.split(':').map(|term| term.trim().to_owned()).collect();
    let terms: Vec<String> = terms.into_iter().filter(|term| !term.is_empty()).collect();
    (!terms.is_empty()).then_some(Inline::Index(IndexEntry { terms }))
}

/// A character by its code in a font.
fn symbol(instruction: &Instruction, style: &TextStyle) -> Option<Inline> {
    let code = instruction.arguments.first()?;
    let code = code.strip_prefix("0x").map_or_else(|| code.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok())?;
    let font = instruction.after('f').unwrap_or_default();
    let text = signs::unicode(char::from_u32(code)?, font)?.to_string();
    Some(Inline::Text(Run { text, style: style.clone() }))
}

/// The words of a button behind the name of what it does.
fn shown_words(instruction: &Instruction, style: &TextStyle) -> Vec<Inline> {
    let text = instruction.arguments.iter().skip(1).cloned().collect::<Vec<_>>().join(" ");
    vec![Inline::Text(Run { text, style: style.clone() })]
}

/// A part of a form with what is filled in.
fn filled_in(form: &Form, content: Vec<Inline>, style: &TextStyle) -> Vec<Inline> {
    let Form { control, filled } = form;
    let content = match filled {
        Some(text) if content.is_empty() => vec![Inline::Text(Run { text: text.clone(), style: style.clone() })],
        _ => content,
    };
    vec![Inline::Control { control: control.clone(), content }]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(instruction: &str, shown: &str) -> Vec<Inline> {
        let mut field = FieldState { instruction: instruction.into(), in_result: true, ..FieldState::default() };
        field.result(vec![text(shown)])
    }

    fn text(words: &str) -> Inline {
        Inline::Text(Run { text: words.into(), style: TextStyle::default() })
    }

    fn link(target: LinkTarget) -> Vec<Inline> {
        vec![Inline::Link { target, content: vec![text("x")] }]
    }

    #[test]
    fn links_lead_out_or_to_places() {
        let cases = [
            (
                r#" HYPERLINK "https://example.org/a b" \o "tip" "#,
                LinkTarget::External("https://example.org/a%20b".into()),
            ),
            (r#"HYPERLINK \l "here" \t "_blank""#, LinkTarget::Internal("here".into())),
            (r#"hyperlink "https://example.org/" \l "x""#, LinkTarget::External("https://example.org/#x".into())),
            (r"REF _Ref1 \h  \* MERGEFORMAT", LinkTarget::Internal("_Ref1".into())),
        ];
        for (instruction, target) in cases {
            assert_eq!(result(instruction, "x"), link(target), "{instruction}");
        }
        assert_eq!(result("HYPERLINK \"javascript:alert(1)\"", "x"), [text("x")]);
        assert_eq!(result(r"REF _Ref1 \r", "x"), [text("x")]);
    }

    #[test]
    fn numbers_of_pages_are_computed() {
        let kind = |instruction: &str| match &result(instruction, "7")[..] {
            [Inline::Field(field)] => (field.kind.clone(), field.run.text.clone()),
            other => panic!("{other:?}"),
        };
        assert_eq!(kind(r"PAGE \* roman"), (FieldKind::PageNumber(Some(NumberFormat::LowerRoman)), "7".into()));
        assert_eq!(kind(r" NUMPAGES  \* MERGEFORMAT "), (FieldKind::PageCount, "7".into()));
        assert_eq!(kind("PAGEREF _Toc1"), (FieldKind::PageOf("_Toc1".into()), "7".into()));
    }

    #[test]
    fn numbers_of_sequences_that_nobody_computed_are_counted() {
        let mut sequences = Sequences::default();
        let mut number = |instruction: &str| sequences.count(instruction);
        assert_eq!(number(r" SEQ Figure \* ARABIC ").as_deref(), Some("1"));
        assert_eq!(number(r"SEQ figure \* ROMAN \* MERGEFORMAT").as_deref(), Some("II"));
        assert_eq!(number("SEQ Table").as_deref(), Some("1"));
        assert_eq!(number(r"seq Figure \c").as_deref(), Some("2"));
        assert_eq!((number(r"SEQ Figure \h"), number("PAGE")), (None, None));
        assert_eq!(number(r"SEQ Figure \r 9 \* alphabetic").as_deref(), Some("i"));
        let mut field = FieldState { instruction: "SEQ a".into(), number: Some("4".into()), ..FieldState::default() };
        assert_eq!(field.result(Vec::new()), [text("4")]);
    }

    #[test]
    fn entries_and_other_fields() {
        assert_eq!(
            result(r#"XE "fruit:apple" \b"#, "x"),
            [Inline::Index(IndexEntry { terms: vec!["fruit".into(), "apple".into()] })]
        );
        assert_eq!(result("DATE \\@ \"d. M. yyyy\"", "1. 2. 2003"), [text("1. 2. 2003")]);
        assert_eq!(result(r"SYMBOL 183 \f Symbol \s 12", ""), [text("•")]);
        let mut unfinished = FieldState { instruction: "SEQ a".into(), ..FieldState::default() };
        assert_eq!(unfinished.result(vec![text("code")]), []);
    }
}
