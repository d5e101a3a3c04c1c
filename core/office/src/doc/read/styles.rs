//! The style sheet ([MS-DOC], 2.9.271, STSH, and 2.9.258, STD): styles, each with those it is based on.

use std::rc::Rc;
use std::sync::Arc;

use super::letters::Letters;
use super::lines::Lines;
use super::lists::Lists;
use super::roles;
use super::sprm;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::le;
use transvase_model::flow::Role;

/// Styles that are based on one another at most: Word's own limit.
const MAX_DEPTH: usize = 11;
/// The number that stands for no style.
const NONE: u16 = 0xFFF;
/// The property that names a list: sprmPIlfo ([MS-DOC], 2.6.2).
const LIST: u16 = 0x460B;
/// The one for the level in it: sprmPIlvl.
const LEVEL: u16 = 0x260A;

/// A style as the file has it.
#[derive(Debug, Default)]
struct Written {
    /// Its number among the styles that every document has.
    number: u16,
    kind: u8,
    base: u16,
    name: String,
    paragraph: Vec<u8>,
    letters: Vec<u8>,
    table: Vec<u8>,
}

/// A style of paragraphs with all that it is based on.
#[derive(Debug, Default)]
pub(super) struct Style {
    pub name: Option<Arc<str>>,
    pub role: Option<Role>,
    pub is_quote: bool,
    pub lines: Lines,
    pub letters: Letters,
}

/// The styles by their numbers in the file.
#[derive(Debug, Default)]
pub(super) struct Styles {
    written: Vec<Option<Written>>,
    resolved: Vec<Rc<Style>>,
    fallback: Rc<Style>,
}

impl Styles {
    /// The table of styles.
    ///
    /// # Errors
    /// `TimedOut`, `Cancelled`.
    pub(super) fn read(table: &[u8], lists: &Lists, context: &Context) -> Result<Styles> {
        let head = usize::from(le::u16(table, 0).unwrap_or_default());
        let count = le::u16(table, 2).unwrap_or_default();
        let base = usize::from(le::u16(table, 4).unwrap_or(10));
        let font = |at: usize| le::u16(table, 2 + at).filter(|_| head >= at + 2).unwrap_or_default();
        let fonts = [font(12), font(14), font(16)];
        let mut written = Vec::new();
        let mut at = 2 + head;
        for _ in 0..count {
            let Some(len) = le::u16(table, at).map(usize::from) else { break };
            written.push(le::slice(table, at + 2, len).filter(|_| len > 0).and_then(|bytes| style(bytes, base)));
            // Each begins at an even place.
            at += 2 + len + len % 2;
        }
        let mut styles = Styles { written, ..Styles::default() };
        let plain = Letters::in_fonts(fonts);
        styles.fallback = Rc::new(Style { letters: plain, ..Style::default() });
        for number in 0..styles.written.len() {
            context.checkpoint()?;
            let resolved = Rc::new(styles.resolve(number as u16, lists));
            styles.resolved.push(resolved);
        }
        Ok(styles)
    }

    /// A style of paragraphs; the usual one where there is none of that number.
    pub(super) fn get(&self, number: u16) -> Rc<Style> {
        let found = self.resolved.get(usize::from(number)).or_else(|| self.resolved.first());
        Rc::clone(found.unwrap_or(&self.fallback))
    }

    /// The style of a number and those it is based on, that which all are based on first. What leads back to itself
    /// ends.
    fn chain(&self, number: u16) -> Vec<(u16, &Written)> {
        let mut chain = Vec::new();
        let mut at = number;
        while let Some(Some(style)) = self.written.get(usize::from(at)).filter(|_| chain.len() < MAX_DEPTH) {
            chain.push((at, style));
            at = style.base;
        }
        chain.reverse();
        chain
    }

    fn resolve(&self, number: u16, lists: &Lists) -> Style {
        let mut style = Style { letters: self.fallback.letters.clone(), ..Style::default() };
        for (at, written) in self.chain(number) {
            take_lines(&mut style.lines, &written.paragraph, at, lists);
            let before = style.letters.clone();
            style.letters.take_all(&written.letters, &before);
            // A style that a person made has the role of what it is based on.
            let own = roles::of(written.number, &written.name);
            style.role = own.or(style.role.filter(|_| roles::is_own(written.number)));
            style.is_quote = roles::is_quote(&written.name);
            let is_named = written.number != roles::NORMAL && !written.name.is_empty();
            style.name = is_named.then(|| Arc::from(written.name.as_str()));
        }
        style.letters.style = None;
        style
    }

    /// Takes a style of characters over the letters of a paragraph.
    pub(super) fn take_letters(&self, number: u16, letters: &mut Letters) {
        for (_, written) in self.chain(number).into_iter().filter(|(_, written)| written.kind == 2) {
            let before = letters.clone();
            letters.take_all(&written.letters, &before);
        }
    }

    /// The name of a style of characters; `None` of the one that says nothing.
    pub(super) fn letters_name(&self, number: u16) -> Option<&str> {
        let style = self.written.get(usize::from(number))?.as_ref()?;
        // 65 is the style of characters that have none.
        (style.kind == 2 && style.number != 65 && !style.name.is_empty()).then_some(style.name.as_str())
    }

    /// What a style of tables says of rows, that which all are based on first.
    pub(super) fn table(&self, number: u16) -> Vec<&[u8]> {
        self.chain(number).into_iter().map(|(_, written)| written.table.as_slice()).collect()
    }
}

/// Takes the properties of a paragraph, those of the level of a list that they name before them.
pub(super) fn take_lines(lines: &mut Lines, properties: &[u8], style: u16, lists: &Lists) {
    let said = |code: u16| sprm::each(properties).filter(|sprm| sprm.code == code).last();
    if let Some(list) = said(LIST) {
        let level = said(LEVEL).map(|level| level.byte().min(8)).or_else(|| lists.level_of(list.word(), style));
        lines.level = level.or(lines.level);
        lines.take_all(lists.look(list.word(), lines.level.unwrap_or(0)));
    } else if let Some(level) = said(LEVEL) {
        lines.take_all(lists.look(lines.list, level.byte()));
    }
    lines.take_all(properties);
}

/// A style in its bytes, the first part of which has `base` of them.
fn style(bytes: &[u8], base: usize) -> Option<Written> {
    let word = |at: usize| le::u16(bytes, at);
    let (kind, parent) = word(2).map(|word| ((word & 0xF) as u8, word >> 4))?;
    let units = usize::from(word(base)?);
    let mut style = Written {
        number: word(0)? & 0xFFF,
        kind,
        base: if parent == NONE { u16::MAX } else { parent },
        name: le::text(bytes, base + 2, units)?,
        ..Written::default()
    };
    // The name ends with a zero, and each list of properties begins at an even place.
    let mut at = base + 2 + units * 2 + 2;
    let mut next = || {
        let len = usize::from(le::u16(bytes, at)?);
        let end = (at + 2 + len).min(bytes.len());
        let list = bytes.get(at + 2..end)?;
        at += 2 + len + len % 2;
        Some(list)
    };
    let paragraph = |list: Option<&[u8]>| list.and_then(|list| list.get(2..)).unwrap_or_default().to_vec();
    match kind {
        1 => {
            style.paragraph = paragraph(next());
            style.letters = next().unwrap_or_default().to_vec();
        }
        2 => style.letters = next().unwrap_or_default().to_vec(),
        3 => {
            style.table = next().unwrap_or_default().to_vec();
            style.paragraph = paragraph(next());
            style.letters = next().unwrap_or_default().to_vec();
        }
        _ => {}
    }
    Some(style)
}
