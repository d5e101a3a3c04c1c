//! Control words and symbols, and the characters of text.

use std::rc::Rc;

use super::border::{Line, Side};
use super::charset::{self, Charset};
use super::groups::{End, StyleKind, Target, What};
use super::lines::Lines;
use super::lists::sign;
use super::row::Inner;
use super::{BorderOf, Reader};
use transvase_base::context::Limit;
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::flow::{Block, Field, FieldKind, Hidden, Inline, Run};

/// Bytes that a buffer holds at most.
const MAX_BUFFER: usize = 1 << 20;

/// The characters that control words stand for (RTF 1.9.1, "Special Characters").
fn special(word: &str) -> Option<&'static str> {
    Some(match word {
        "bullet" => "•",
        "emdash" => "—",
        "endash" => "–",
        "lquote" => "‘",
        "rquote" => "’",
        "ldblquote" => "“",
        "rdblquote" => "”",
        "emspace" => "\u{2003}",
        "enspace" => "\u{2002}",
        "qmspace" => "\u{2005}",
        "zwj" => "\u{200D}",
        "zwnj" => "\u{200C}",
        "zwbo" => "\u{200B}",
        "zwnbo" => "\u{2060}",
        "ltrmark" => "\u{200E}",
        "rtlmark" => "\u{200F}",
        _ => return None,
    })
}

/// The side that the last letter of a word about lines names.
fn side(letter: &str) -> Option<Side> {
    Some(match letter {
        "t" => Side::Top,
        "r" => Side::Right,
        "b" => Side::Bottom,
        "l" => Side::Left,
        _ => return None,
    })
}

/// What a word about lines names; `None` where it is about none.
fn border_of(word: &str) -> Option<BorderOf> {
    let of = |prefix: &str| word.strip_prefix(prefix);
    if let Some(side) = of("brdr").and_then(side) {
        return Some(BorderOf::Paragraph(side));
    }
    if let Some(side) = of("clbrdr").and_then(side) {
        return Some(BorderOf::Cell(side));
    }
    if let Some(rest) = of("trbrdr") {
        return Some(match rest {
            "h" => BorderOf::Inner(Inner::Across),
            "v" => BorderOf::Inner(Inner::Down),
            rest => side(rest).map_or(BorderOf::Nothing, BorderOf::Row),
        });
    }
    let is_other = matches!(word, "brdrbtw" | "brdrbar" | "chbrdr" | "cldglu" | "cldgll") || word.starts_with("pgbrdr");
    match word {
        "box" => Some(BorderOf::Box),
        _ => is_other.then_some(BorderOf::Nothing),
    }
}

impl Reader<'_> {
    /// Takes a control symbol, which may stand at the head of its group.
    pub(super) fn symbol(&mut self, symbol: u8, at_head: bool) -> Result<()> {
        match symbol {
            // Only what follows the brace may be passed over with its group (RTF 1.9.1, "Destinations").
            b'*' => {
                self.starred = at_head;
                Ok(())
            }
            b'~' => self.text("\u{A0}"),
            b'-' => self.text("\u{AD}"),
            b'_' => self.text("\u{2011}"),
            // A backslash before a line end or a tab makes a control of it (RTF 1.9.1, "Special Characters").
            b'\r' | b'\n' => self.dispatch("par", None),
            b'\t' => self.dispatch("tab", None),
            _ => Ok(()),
        }
    }

    /// Takes a control word.
    pub(super) fn word(&mut self, word: &str, value: Option<i32>) -> Result<()> {
        let starred = std::mem::take(&mut self.starred);
        if self.state.target == Target::Skip {
            self.unicode_group(word);
            return Ok(());
        }
        if word == "u" {
            return self.unicode(value.unwrap_or(0));
        }
        if word == "uc" {
            self.state.fallback = value.unwrap_or(1).clamp(0, 20) as usize;
            return Ok(());
        }
        if self.excess > 0 && (starred || super::groups::holds_no_text(word)) {
            // The group has no state of its own that its end could go back from.
            (self.passed_over, self.state.target) = (Some(self.excess), Target::Skip);
            return Ok(());
        }
        let is_style = self.state.target == Target::Styles && matches!(word, "s" | "cs" | "ds" | "ts");
        let starred = starred && self.state.target != Target::Math;
        if self.excess == 0 && !is_style && self.destination(word) {
            return Ok(());
        }
        if starred && !is_style {
            self.state.target = Target::Skip;
            return Ok(());
        }
        if let Some(text) = special(word) {
            return self.text(text);
        }
        self.dispatch(word, value)
    }

    /// In a group with text for readers of all kinds, that of Unicode counts.
    fn unicode_group(&mut self, word: &str) {
        let around = self.stack.last().is_some_and(|around| around.target == Target::Either);
        if word == "ud" && around {
            let outer = self.stack.len().checked_sub(2).and_then(|at| self.stack.get(at));
            self.state.target = outer.map_or(Target::Text, |outer| outer.target);
        }
    }

    fn dispatch(&mut self, word: &str, value: Option<i32>) -> Result<()> {
        if matches!(word, "pard" | "sectd") && self.state.target.is_table() {
            // Text begins: the end of the table is lost.
            self.context
                .warn(Warning::new(WarningCode::InputRepaired, "a table at the beginning of the file has no end"));
            while self.stack.len() > 1 {
                self.close()?;
            }
        }
        match self.state.target {
            Target::Fonts => self.fonts.take(word, value),
            Target::Colors => self.colors.take(word, value),
            Target::Styles => self.style_word(word, value),
            Target::Lists => self.lists.take(word, value),
            Target::Overrides => self.lists.take_override(word, value),
            Target::Picture => {
                if let Some(picture) = self.pictures.last_mut() {
                    picture.take(word, value);
                }
            }
            Target::Shape => {
                if let Some(shape) = self.shapes.last_mut() {
                    shape.take(word, value);
                }
            }
            Target::Info => self.date.take(word, value),
            Target::OldMark => self.old_mark.take(word, value),
            Target::Form => {
                if let Some(field) = self.fields.last_mut() {
                    field.form.get_or_insert_default().take(word, value);
                }
            }
            Target::Buffer => {
                if matches!(word, "tab" | "par" | "line") {
                    return self.text(if word == "tab" { "\t" } else { " " });
                }
                self.state.letters.take(word, value);
            }
            Target::Math => {
                if let Some(node) = self.math.last_mut() {
                    node.take(word, value);
                }
            }
            Target::Text => return self.text_word(word, value),
            Target::Authors | Target::Either | Target::Skip => {}
        }
        Ok(())
    }

    fn style_word(&mut self, word: &str, value: Option<i32>) {
        let kind = match word {
            "s" => StyleKind::Paragraph,
            "cs" => StyleKind::Letters(value.unwrap_or(0)),
            "ds" | "ts" => StyleKind::Other,
            _ => {
                let _ = self.state.letters.take(word, value) || Rc::make_mut(&mut self.state.lines).take(word, value);
                return;
            }
        };
        if word == "s" {
            Rc::make_mut(&mut self.state.lines).style = value.unwrap_or(0);
        }
        self.begin_style(kind);
    }

    fn begin_style(&mut self, kind: StyleKind) {
        if !matches!(self.state.end, End::Style(_)) {
            self.buffers.push(String::new());
            self.state.end = End::Style(kind);
        }
    }

    /// A control word among text.
    fn text_word(&mut self, word: &str, value: Option<i32>) -> Result<()> {
        if self.structure(word)? {
            return Ok(());
        }
        let _ = self.border_word(word, value)
            || self.state.letters.take(word, value)
            || Rc::make_mut(&mut self.state.lines).take(word, value)
            || self.row.take(word, value)
            || self.section.take(word, value, &self.document)
            || self.document.take(word, value)
            || self.file_word(word, value);
        Ok(())
    }

    /// Words that end paragraphs and more, or stand for a piece of one; whether it is one.
    fn structure(&mut self, word: &str) -> Result<bool> {
        if self.state.target != Target::Text {
            return Ok(false);
        }
        match word {
            "par" if self.goes_on() => {}
            "par" => self.paragraph()?,
            "line" | "lbr" => self.push(Inline::LineBreak),
            "tab" => self.push(Inline::Tab),
            "cell" => self.cell(1)?,
            "nestcell" => self.cell(self.state.lines.table_depth().max(2))?,
            "row" => self.end_row(1)?,
            "nestrow" => self.end_row(self.state.lines.table_depth().max(2))?,
            "page" => self.break_here(Block::PageBreak)?,
            "column" => self.break_here(Block::ColumnBreak)?,
            "sect" => self.end_section(false)?,
            "pard" => {
                self.story().goes_on = false;
                self.state.lines = Rc::new(Lines::default());
                self.border = BorderOf::Nothing;
            }
            "chftn" => self.asides.counted = true,
            "ftnalt" => self.at_end(),
            "chpgn" => {
                let run = Run { text: String::new(), style: self.text_style() };
                self.push(Inline::Field(Field { kind: FieldKind::PageNumber(None), run }));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Words about lines around things.
    fn border_word(&mut self, word: &str, value: Option<i32>) -> bool {
        if let Some(of) = border_of(word) {
            self.border = of;
            self.each_line(|line| *line = Some(Line::default()));
            return true;
        }
        if !word.starts_with("brdr") && word != "brsp" {
            return false;
        }
        self.each_line(|line| {
            line.get_or_insert_default().take(word, value);
        });
        true
    }

    fn each_line(&mut self, change: impl Fn(&mut Option<Line>)) {
        match self.border {
            BorderOf::Nothing => {}
            BorderOf::Paragraph(side) => change(Rc::make_mut(&mut self.state.lines).border(side)),
            BorderOf::Box => {
                let lines = Rc::make_mut(&mut self.state.lines);
                [Side::Top, Side::Right, Side::Bottom, Side::Left]
                    .into_iter()
                    .for_each(|side| change(lines.border(side)));
            }
            BorderOf::Cell(side) => change(self.row.cell_borders().side(side)),
            BorderOf::Row(side) => change(self.row.borders.side(side)),
            BorderOf::Inner(inner) => change(self.row.inner(inner)),
        }
    }

    /// Words about the file as a whole.
    fn file_word(&mut self, word: &str, value: Option<i32>) -> bool {
        let number = value.unwrap_or(0);
        match word {
            "ansi" => self.charset = Charset::USUAL,
            "mac" => self.charset = charset::code_page(10_000).unwrap_or(self.charset),
            "pc" => self.charset = charset::code_page(437).unwrap_or(self.charset),
            "pca" => self.charset = charset::code_page(850).unwrap_or(self.charset),
            "ansicpg" => self.charset = charset::code_page(number).unwrap_or(self.charset),
            "deff" => self.font = number,
            "deflang" => self.language = value,
            "ftnstart" => self.flow.first_notes.foot = number.max(1) as u32,
            "aftnstart" => self.flow.first_notes.end = number.max(1) as u32,
            // What the first section says holds for all.
            "sftnstart" if self.flow.sections.is_empty() => self.flow.first_notes.foot = number.max(1) as u32,
            "saftnstart" if self.flow.sections.is_empty() => self.flow.first_notes.end = number.max(1) as u32,
            _ => return self.note_word(word),
        }
        true
    }

    /// A character of Unicode by its number; what stands for it in other readers is passed over.
    fn unicode(&mut self, number: i32) -> Result<()> {
        self.skip = self.state.fallback;
        let code = if number < 0 { (number as u32) & 0xFFFF } else { number as u32 };
        let high = self.high.take();
        let c = match (code, high) {
            (0xD800..=0xDBFF, _) => {
                self.high = Some(code as u16);
                return Ok(());
            }
            (0xDC00..=0xDFFF, Some(high)) => {
                char::from_u32(0x10000 + ((u32::from(high) - 0xD800) << 10) + (code - 0xDC00))
            }
            _ => char::from_u32(code),
        };
        let mut bytes = [0; 4];
        self.text(c.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(&mut bytes))
    }

    /// Takes characters of text.
    pub(super) fn text(&mut self, text: &str) -> Result<()> {
        match self.state.target {
            Target::Text => return self.lines_of(text),
            Target::Fonts => self.fonts.text(text),
            Target::Colors => self.colors.text(text),
            Target::Styles => {
                self.begin_style(StyleKind::Paragraph);
                self.fill_buffer(text);
            }
            Target::Buffer if self.state.end == End::Buffer(What::LevelText) => self.fill_buffer(text),
            Target::Buffer => {
                let text = self.signs(text);
                self.fill_buffer(&text);
            }
            Target::Authors => self.authors.text(text),
            Target::Math => {
                if let Some(node) = self.math.last_mut() {
                    node.text(text);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn fill_buffer(&mut self, text: &str) {
        if let Some(buffer) = self.buffers.last_mut().filter(|buffer| buffer.len() + text.len() <= MAX_BUFFER) {
            buffer.push_str(text);
        }
    }

    /// Characters in a font whose order may be its own.
    fn signs(&self, text: &str) -> String {
        let font = self.fonts.get(self.state.letters.font.unwrap_or(self.font));
        let symbols = font.and_then(|font| font.symbols);
        text.chars().map(|c| sign(c, symbols)).collect()
    }

    /// Text goes into the story at hand. Tabs and breaks may be characters too: TextEdit writes its tabs so.
    fn lines_of(&mut self, text: &str) -> Result<()> {
        let mut rest = text;
        while let Some((before, after)) = rest.split_once(['\t', '\u{B}']) {
            self.words(before)?;
            self.push(if rest[before.len()..].starts_with('\t') { Inline::Tab } else { Inline::LineBreak });
            rest = after;
        }
        self.words(rest)
    }

    /// Text without breaks goes into the story at hand.
    fn words(&mut self, text: &str) -> Result<()> {
        self.context.charge_unpacked(text.len())?;
        let mut text: String = self.signs(text).chars().filter(|c| !c.is_control()).collect();
        if text.is_empty() {
            return Ok(());
        }
        if self.state.letters.hidden && !self.keep_hidden {
            self.hidden.count(&text, Hidden::Unpainted, None);
            return Ok(());
        }
        if self.state.letters.caps {
            text = text.to_uppercase();
        }
        self.context.charge(Limit::elements, 1)?;
        let style = self.text_style();
        self.push(Inline::Text(Run { text, style }));
        Ok(())
    }
}
