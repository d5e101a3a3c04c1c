//! A line of Markdown in the making: text that may need escapes, among marks and markup.

use super::delimiters;
use super::escape;

/// A piece of a line.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    /// Text, which is yet to be escaped.
    Text(String),
    /// One of the signs of which marks are made, as often as they follow one another in the text; whether they are
    /// escaped.
    Signs(char, usize, bool),
    /// The beginning of a mark, by its number.
    Open(usize),
    /// The end of a mark.
    Close(usize),
    /// Markup.
    Raw(String),
    /// The beginning of a link.
    LinkOpen,
    /// The end of a link, with its destination as it is written.
    LinkClose(String),
    /// The end of a line.
    Break,
}

/// What marks around text say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkKind {
    /// Important.
    Strong,
    /// Stressed.
    Emphasis,
    /// Struck through.
    Strike,
}

/// Marks around text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    /// What they say.
    pub kind: MarkKind,
    /// How they are written.
    pub way: Way,
}

/// How marks are written: where one way would be read as something else, the next is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// As stars, or tildes.
    Signs,
    /// As lines below.
    Underscores,
    /// As HTML tags.
    Tags,
}

impl Mark {
    /// The sign it is written with, and how often; `None` of tags.
    pub(super) fn signs(self) -> Option<(char, usize)> {
        let count = if self.kind == MarkKind::Emphasis { 1 } else { 2 };
        match (self.way, self.kind) {
            (Way::Tags, _) => None,
            (_, MarkKind::Strike) => Some(('~', count)),
            (Way::Signs, _) => Some(('*', count)),
            (Way::Underscores, _) => Some(('_', count)),
        }
    }

    /// The name of its HTML element.
    pub(super) fn element(self) -> &'static str {
        match self.kind {
            MarkKind::Strong => "strong",
            MarkKind::Emphasis => "em",
            MarkKind::Strike => "del",
        }
    }

    /// Takes the next way of writing it.
    pub(super) fn step(&mut self) {
        self.way = match (self.way, self.kind) {
            (Way::Signs, MarkKind::Strong | MarkKind::Emphasis) => Way::Underscores,
            _ => Way::Tags,
        };
    }
}

/// Where a line stands: what ends it within, and what its beginning could be taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seat {
    /// In a paragraph.
    Paragraph,
    /// In a heading.
    Heading,
    /// In a cell of a table.
    Cell,
}

/// A line in the making.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// Its pieces.
    pub tokens: Vec<Token>,
    /// Its marks, which the pieces name by number.
    pub marks: Vec<Mark>,
}

impl Line {
    /// Adds text: white space is one space, and none at the beginning of a line; what is not to be seen goes.
    pub(super) fn text(&mut self, text: &str) {
        for c in text.chars() {
            if c.is_ascii_whitespace() || matches!(c, '\u{B}' | '\u{85}' | '\u{2028}' | '\u{2029}') {
                self.space();
            } else if !(c.is_control() || c == '\u{AD}') {
                self.sign(c);
            }
        }
    }

    fn sign(&mut self, c: char) {
        if self.ends_in_formula() && c.is_ascii_digit() {
            // A dollar sign before a digit does not end a formula.
            self.tokens.push(Token::Raw(NOTHING.into()));
        }
        match (self.tokens.last_mut(), is_mark(c)) {
            (Some(Token::Signs(sign, count, _)), true) if *sign == c => *count += 1,
            (_, true) => self.tokens.push(Token::Signs(c, 1, false)),
            (Some(Token::Text(text)), _) => text.push(c),
            _ => self.tokens.push(Token::Text(c.into())),
        }
    }

    /// Adds a space, but not at the beginning of a line or behind another one.
    pub(super) fn space(&mut self) {
        let end =
            self.tokens.iter().rev().find(|token| !matches!(token, Token::Open(_) | Token::Close(_) | Token::LinkOpen));
        match end {
            None | Some(Token::Break) => {}
            Some(Token::Text(text)) if text.ends_with(' ') => {}
            _ => match self.tokens.last_mut() {
                Some(Token::Text(text)) => text.push(' '),
                _ => self.tokens.push(Token::Text(" ".into())),
            },
        }
    }

    /// Adds a formula in TeX.
    pub(super) fn formula(&mut self, tex: &str, display: bool) {
        if self.ends_in_formula() {
            self.tokens.push(Token::Raw(NOTHING.into()));
        }
        let dollars = if display { "$$" } else { "$" };
        self.tokens.push(Token::Raw(format!("{dollars}{tex}{dollars}")));
    }

    fn ends_in_formula(&self) -> bool {
        matches!(self.tokens.last(), Some(Token::Raw(raw)) if raw.ends_with('$'))
    }

    /// Adds markup.
    pub(super) fn raw(&mut self, markup: impl Into<String>) {
        let markup = markup.into();
        if markup.starts_with('`') && matches!(self.tokens.last(), Some(Token::Raw(raw)) if raw.ends_with('`')) {
            self.tokens.push(Token::Raw(NOTHING.into()));
        }
        self.tokens.push(Token::Raw(markup));
    }

    /// Ends the line within the paragraph.
    pub(super) fn end_line(&mut self) {
        self.trim();
        if !self.tokens.is_empty() {
            self.tokens.push(Token::Break);
        }
    }

    /// Begins a mark; what [`Line::close`] takes.
    pub(super) fn open(&mut self, kind: MarkKind) -> usize {
        let mark = self.marks.len();
        self.marks.push(Mark { kind, way: Way::Signs });
        self.tokens.push(Token::Open(mark));
        mark
    }

    /// Ends a mark; around nothing there is none.
    pub(super) fn close(&mut self, mark: usize) {
        match self.tokens.last() {
            Some(Token::Open(open)) if *open == mark => drop(self.tokens.pop()),
            _ => self.tokens.push(Token::Close(mark)),
        }
    }

    /// Begins a link.
    pub(super) fn begin_link(&mut self) {
        self.tokens.push(Token::LinkOpen);
    }

    /// Ends the link that begins at a token, where there were so many marks; around nothing there is none.
    pub(super) fn end_link(&mut self, from: usize, marks: usize, destination: String) {
        let is_shown = |token: &Token| match token {
            Token::Text(text) => !text.trim().is_empty(),
            Token::Signs(..) | Token::Raw(_) => true,
            _ => false,
        };
        if self.tokens[from..].iter().any(is_shown) {
            self.tokens.push(Token::LinkClose(destination));
        } else {
            self.tokens.truncate(from);
            self.marks.truncate(marks);
        }
    }

    /// Whether there is nothing in it to be seen.
    pub(super) fn is_empty(&self) -> bool {
        self.tokens.iter().all(|token| match token {
            Token::Text(text) => text.trim().is_empty(),
            Token::Signs(..) | Token::Raw(_) => false,
            _ => true,
        })
    }

    /// The line, or the lines, as Markdown.
    pub(super) fn written(mut self, seat: Seat) -> String {
        self.trim();
        while self.tokens.last() == Some(&Token::Break) {
            self.tokens.pop();
            self.trim();
        }
        delimiters::settle(&mut self);
        escape::written(&self, seat)
    }

    /// Takes the space off the end.
    fn trim(&mut self) {
        while let Some(Token::Text(text)) = self.tokens.last_mut() {
            text.truncate(text.trim_end_matches(' ').len());
            if !text.is_empty() {
                break;
            }
            self.tokens.pop();
        }
    }
}

/// What parts two pieces and is not seen.
const NOTHING: &str = "<!-- -->";

/// Whether marks are made of a sign.
fn is_mark(c: char) -> bool {
    matches!(c, '*' | '_' | '~')
}
