//! Special characters and text runs: text in its formatting, and characters that stand for something else ([MS-DOC],
//! 2.4.1).

use std::rc::Rc;

use super::Reader;
use super::events::Event;
use super::field::{self, Meaning};
use super::form::Form;
use super::letters::{Letters, Toggle};
use super::marker;
use super::sprm::{self, Sprm};
use super::styles::Style;
use super::text::Change;
use crate::eq_field;
use transvase_base::context::Limit;
use transvase_base::error::Result;
use transvase_font::font_names::FontName;
use transvase_font::symbol_fonts;
use transvase_model::flow::{Block, Field, FieldKind, Hidden, IndexEntry, Inline, LinkTarget, Run, TextStyle};

/// The property that names a style of characters.
const STYLE: u16 = 0x4A30;

/// Elements that a part of a form counts for.
const FORM: u64 = 64;

/// A piece of a paragraph.
#[derive(Debug)]
pub(super) enum Piece {
    /// What stands in a line, with the letters it is set in where it is text.
    Inline(Inline, Option<Rc<Letters>>),
    /// The text goes on on another page or in another column.
    Break(Block),
    /// What stands at a place of its own.
    Block(Block),
}

/// What is around a piece.
#[derive(Debug, Clone, Default, PartialEq)]
struct Around {
    change: Option<usize>,
    link: Option<Rc<LinkTarget>>,
}

/// A piece before what is around it is put around it.
#[derive(Debug)]
struct Atom {
    piece: Piece,
    around: Around,
}

/// Text that is being gathered, in one look.
#[derive(Debug, Default)]
struct Words {
    atoms: Vec<Atom>,
    units: Vec<u16>,
}

impl Reader<'_> {
    /// The pieces from one place to another, in a style of paragraphs.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(super) fn words(&mut self, begin: u32, end: u32, style: &Rc<Style>, number: u16) -> Result<Vec<Piece>> {
        let mut words = Words::default();
        let mut at = begin;
        while at < end {
            self.context.tick(1)?;
            at = self.events(at, &mut words);
            if at >= end {
                break;
            }
            let file = self.file;
            let place = file.text.place(at).unwrap_or(u32::MAX);
            let stretch = file.letter_pages.at(place).map(|stretch| stretch.end);
            let until = stretch.or_else(|| file.letter_pages.next(place)).unwrap_or(u32::MAX);
            let stop = file.text.reach(at, until).min(end).min(self.file.events.next(at));
            if let Change::Long(list) = file.text.change(at) {
                self.context.charge(Limit::elements, 1 + list.len() as u64 / 64)?;
            }
            let letters = self.letters_at(at, style, number);
            self.run(at, stop, &letters, &mut words)?;
            at = stop;
        }
        // Places behind the last character are those of the mark.
        self.events(end, &mut words);
        Ok(joined(words.atoms))
    }

    /// What stands at a place beside its character; the place to go on at.
    fn events(&mut self, at: u32, words: &mut Words) -> u32 {
        let mut next = at;
        let file = self.file;
        for event in file.events.at(at) {
            let inline = match event {
                Event::Anchor(name) => Inline::Anchor(name.clone()),
                Event::Note(number) => {
                    next = at + 1;
                    Inline::Note(*number)
                }
                Event::Comment(number) => {
                    next = at + 1;
                    Inline::Comment { comment: *number, content: Vec::new() }
                }
            };
            words.push(Piece::Inline(inline, None), self.around(None));
        }
        next
    }

    /// What is said of the letter at a place.
    pub(super) fn letters_at(&mut self, at: u32, style: &Rc<Style>, number: u16) -> Rc<Letters> {
        let file = self.file;
        let stretch = file.text.place(at).and_then(|place| file.letter_pages.at(place));
        let range = stretch.map_or(0..0, |stretch| stretch.properties.clone());
        let change = file.text.change(at);
        let key = (number, range.start, range.end);
        if let Some((known, letters)) = self.letters.as_ref().filter(|_| change == Change::None)
            && *known == key
        {
            return Rc::clone(letters);
        }
        let own = file.document.get(range).unwrap_or_default();
        let mut base = style.letters.clone();
        let own_style = sprm::each(own).filter(|sprm| sprm.code == STYLE).last().map(|sprm| sprm.word());
        if let Some(own_style) = own_style {
            file.styles.take_letters(own_style, &mut base);
        }
        base.style = own_style;
        let mut letters = base.clone();
        letters.take_all(own, &base);
        match change {
            Change::None => {}
            Change::Long(list) => letters.take_all(list, &base),
            Change::Short(number, value) => {
                if let Some(code) = sprm::short_code(number) {
                    letters.take(&Sprm { code, value: &[value] }, &base);
                }
            }
        }
        let letters = Rc::new(letters);
        self.letters = (change == Change::None).then(|| (key, Rc::clone(&letters)));
        letters
    }

    /// Characters in one look.
    fn run(&mut self, begin: u32, end: u32, letters: &Rc<Letters>, words: &mut Words) -> Result<()> {
        let file = self.file;
        for (at, unit) in (begin..end).zip(file.text.units(begin, end)) {
            match *unit {
                field::BEGIN | field::SEPARATOR | field::END => {
                    self.flush(letters, words)?;
                    self.field(at, *unit, letters, words);
                }
                0x01 if letters.data && !self.fields.is_shown() => {
                    self.context.charge(Limit::elements, FORM)?;
                    self.fields.form(letters.picture.and_then(|at| Form::read(&file.data, at)));
                }
                unit if self.fields.take(unit) => {}
                // Some writers say the symbol and not that the character is special ([MS-DOC], 2.6.1, sprmCSymbol).
                0x28 if letters.symbol.is_some() => {
                    let (font, code) = letters.symbol.unwrap_or_default();
                    self.symbol(u32::from(code), file.fonts.get(font).and_then(|font| font.symbols), words);
                }
                unit @ 0x20.. => words.units.push(unit),
                unit => {
                    self.flush(letters, words)?;
                    self.control(at, unit, letters, words)?;
                }
            }
        }
        self.flush(letters, words)
    }

    /// A character that stands for something.
    fn control(&mut self, at: u32, unit: u16, letters: &Rc<Letters>, words: &mut Words) -> Result<()> {
        let around = self.around(Some(letters));
        let inline = |inline: Inline| Piece::Inline(inline, Some(Rc::clone(letters)));
        match unit {
            0x09 => words.push(inline(Inline::Tab), around),
            0x0B => words.push(inline(Inline::LineBreak), around),
            0x0C => words.push(Piece::Break(Block::PageBreak), around),
            0x0E => words.push(Piece::Break(Block::ColumnBreak), around),
            0x1E => words.units.push(0x2011),
            0x1F => words.units.push(0xAD),
            0x01 if letters.special || letters.object => {
                if let Some(picture) = self.picture(letters)? {
                    words.push(Piece::Inline(picture, None), around);
                }
            }
            0x08 if letters.special => {
                for piece in self.drawing(at)? {
                    words.push(piece, around.clone());
                }
            }
            0x00 if letters.special => {
                let run = Run { text: String::new(), style: self.style(letters) };
                let field = Field { kind: FieldKind::PageNumber(None), run };
                words.push(inline(Inline::Field(field)), around);
            }
            // Marks of notes and remarks stand where these are told of; others mean nothing in a text.
            _ => {}
        }
        Ok(())
    }

    /// A character by its number in a font.
    fn symbol(&mut self, code: u32, symbols: Option<symbol_fonts::SymbolFont>, words: &mut Words) {
        let shown = char::from_u32(code).map(|c| marker::sign(c, symbols));
        let mut units = [0; 2];
        words.units.extend_from_slice(shown.unwrap_or('\u{FFFD}').encode_utf16(&mut units));
    }

    fn field(&mut self, at: u32, unit: u16, letters: &Rc<Letters>, words: &mut Words) {
        match unit {
            field::BEGIN => self.fields.begin(at),
            field::SEPARATOR => self.fields.separate(),
            _ => {
                let around = self.around(Some(letters));
                let Some((meaning, shown)) = self.fields.end(at) else { return };
                let inline = match meaning {
                    Meaning::Equation(instruction) => {
                        for inline in eq_field::shown(&instruction, &self.style(letters)) {
                            words.push(Piece::Inline(inline, Some(Rc::clone(letters))), around.clone());
                        }
                        return;
                    }
                    Meaning::Field(kind) => {
                        let run = Run { text: shown.trim().to_owned(), style: self.style(letters) };
                        match &kind {
                            FieldKind::PageOf(anchor) if !self.file.events.has(anchor) => Inline::Text(run),
                            _ => Inline::Field(Field { kind, run }),
                        }
                    }
                    Meaning::Symbol(code, font) => {
                        let symbols = symbol_fonts::by_family(&FontName::parse(&font).key);
                        let shown = char::from_u32(code).map_or('\u{FFFD}', |c| marker::sign(c, symbols));
                        Inline::Text(Run { text: shown.to_string(), style: self.style(letters) })
                    }
                    Meaning::Index(terms) if !terms.is_empty() => Inline::Index(IndexEntry { terms }),
                    Meaning::Form(form) => {
                        let Form { control, shown: chosen } = *form;
                        let text = Some(shown).filter(|text| !text.is_empty()).or(chosen);
                        let run = |text| Inline::Text(Run { text, style: self.style(letters) });
                        Inline::Control { control, content: text.map(run).into_iter().collect() }
                    }
                    Meaning::LostLink => {
                        self.lost_links += 1;
                        return;
                    }
                    Meaning::Text | Meaning::Link(_) | Meaning::Index(_) => return,
                };
                words.push(Piece::Inline(inline, Some(Rc::clone(letters))), around);
            }
        }
    }

    /// What is around a piece in its letters.
    fn around(&mut self, letters: Option<&Rc<Letters>>) -> Around {
        let change = letters.and_then(|letters| self.change(letters));
        Around { change, link: self.fields.link() }
    }

    /// The text that waits becomes a piece.
    fn flush(&mut self, letters: &Rc<Letters>, words: &mut Words) -> Result<()> {
        if words.units.is_empty() {
            return Ok(());
        }
        let units = std::mem::take(&mut words.units);
        let mut text = String::from_utf16_lossy(&units);
        self.context.charge_unpacked(text.len())?;
        let latin = self.file.fonts.get(letters.fonts[0]).and_then(|font| font.symbols);
        if latin.is_some() || text.contains(|c| ('\u{F020}'..='\u{F0FF}').contains(&c)) {
            text = text.chars().map(|c| marker::sign(c, latin)).collect();
        }
        if letters.is(Toggle::Caps) {
            text = text.to_uppercase();
        }
        if letters.is(Toggle::Hidden) && !self.keep_hidden {
            self.hidden.count(&text, Hidden::Unpainted, None);
            return Ok(());
        }
        if self.fields.take_text(&text) {
            return Ok(());
        }
        let run = Run { text, style: self.style(letters) };
        let around = self.around(Some(letters));
        words.push(Piece::Inline(Inline::Text(run), Some(Rc::clone(letters))), around);
        Ok(())
    }

    /// The style of letters; that of the last ones is known.
    fn style(&mut self, letters: &Rc<Letters>) -> TextStyle {
        if let Some((known, style)) = &self.style
            && Rc::ptr_eq(known, letters)
        {
            return style.clone();
        }
        let style = self.text_style(letters);
        self.style = Some((Rc::clone(letters), style.clone()));
        style
    }
}

impl Words {
    fn push(&mut self, piece: Piece, around: Around) {
        // Text in one look is one run.
        if let Piece::Inline(Inline::Text(run), _) = &piece
            && let Some(Atom { piece: Piece::Inline(Inline::Text(last), _), around: before }) = self.atoms.last_mut()
            && *before == around
            && last.style == run.style
        {
            last.text.push_str(&run.text);
            return;
        }
        self.atoms.push(Atom { piece, around });
    }
}

/// Puts what is around pieces around them, those that follow one another as one: links within changes.
fn joined(atoms: Vec<Atom>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut before = Around::default();
    for Atom { piece, around } in atoms {
        let Piece::Inline(inline, letters) = piece else {
            before = Around::default();
            pieces.push(piece);
            continue;
        };
        let goes_on = before.clone();
        before = around.clone();
        let (change, link) = (around.change, around.link);
        let last = match pieces.last_mut() {
            Some(Piece::Inline(last, _)) => Some(last),
            _ => None,
        };
        let inline = match (change, last) {
            (Some(change), Some(Inline::Change { content, .. })) if goes_on.change == Some(change) => {
                let is_same = link.is_some() && goes_on.link == link;
                put(content, inline, link.as_deref(), is_same);
                continue;
            }
            (None, Some(Inline::Link { content, .. }))
                if link.is_some() && goes_on.change.is_none() && goes_on.link == link =>
            {
                content.push(inline);
                continue;
            }
            (change, _) => {
                let mut content = Vec::new();
                put(&mut content, inline, link.as_deref(), false);
                match (change, content.pop()) {
                    (Some(change), Some(inline)) => Inline::Change { change, content: vec![inline] },
                    (None, Some(inline)) => inline,
                    (_, None) => continue,
                }
            }
        };
        pieces.push(Piece::Inline(inline, letters));
    }
    pieces
}

/// Adds a piece, in the link it is part of.
fn put(content: &mut Vec<Inline>, inline: Inline, link: Option<&LinkTarget>, is_same: bool) {
    match (link, content.last_mut()) {
        (Some(_), Some(Inline::Link { content, .. })) if is_same => content.push(inline),
        (Some(target), _) => content.push(Inline::Link { target: target.clone(), content: vec![inline] }),
        (None, _) => content.push(inline),
    }
}
