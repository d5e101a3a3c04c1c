//! Inline content as text: the text of a paragraph.

use super::Document;
use transvase_markup::prose::{Span, spans};
use transvase_model::flow::{Control, ControlKind, Frame, Inline, Paragraph, Role};

/// Columns of a tab.
const TAB: &str = "  ";

impl<'a> Document<'a> {
    /// The text of a paragraph with its label and initial, lines parted by line feeds. The words in its drawings are
    /// handed out.
    pub(super) fn text(&mut self, paragraph: &'a Paragraph, asides: &mut Vec<&'a Frame>) -> String {
        let mut text = Text { out: String::new(), is_code: paragraph.role == Role::Preformatted };
        if let Some(label) = self.numbers.label(paragraph) {
            text.push(&label);
            text.push(" ");
        }
        if let Some(cap) = &paragraph.drop_cap {
            text.push(&cap.run.text);
        }
        self.spans(&spans(&paragraph.content, paragraph.role), &mut text, asides);
        text.out.truncate(text.out.trim_end().len());
        text.out
    }

    fn spans(&mut self, spans: &[Span<'a>], text: &mut Text, asides: &mut Vec<&'a Frame>) {
        for (at, span) in spans.iter().enumerate() {
            match span {
                Span::Text { text: part, style } => {
                    text.push(part);
                    let goes_on = |next: &Span<'_>| matches!(next, Span::Text { style: other, .. } if std::ptr::eq(*other, *style));
                    if let Some(reading) = style.ruby.as_deref().filter(|_| !spans.get(at + 1).is_some_and(goes_on)) {
                        text.push(if part.ends_with(|c: char| c.is_ascii()) { " (" } else { "(" });
                        text.push(reading);
                        text.push(")");
                    }
                }
                Span::Control(Control { kind: kind @ ControlKind::Checkbox(_), .. }, inside) if inside.is_empty() => {
                    text.push(kind.tick_box().unwrap_or_default());
                }
                Span::Look(_, inside) | Span::Link(_, inside) | Span::Control(_, inside) | Span::Comment(_, inside) => {
                    self.spans(inside, text, asides);
                }
                Span::Other(inline) => self.other(inline, text, asides),
            }
        }
    }

    fn other(&mut self, inline: &'a Inline, text: &mut Text, asides: &mut Vec<&'a Frame>) {
        match inline {
            Inline::LineBreak => text.break_line(),
            Inline::Tab => text.out.push_str(if text.is_code { "\t" } else { TAB }),
            Inline::Image(image) => self.picture(image.alt.as_deref(), text),
            Inline::Note(note) => {
                if let Some(label) = self.notes.mark(*note) {
                    text.push(&format!("[{label}]"));
                }
            }
            Inline::Drawing(drawing) => {
                for _ in &drawing.images {
                    self.picture(drawing.alt.as_deref(), text);
                }
                self.dropped.drawings += usize::from(!drawing.shapes.is_empty());
                asides.extend(&drawing.texts);
            }
            Inline::Formula(formula) => text.push(&formula.run.text),
            _ => {}
        }
    }

    fn picture(&mut self, alt: Option<&str>, text: &mut Text) {
        self.dropped.images += 1;
        if let Some(alt) = alt.map(str::trim).filter(|alt| !alt.is_empty()) {
            text.push(&format!("[{alt}]"));
        }
    }
}

struct Text {
    out: String,
    is_code: bool,
}

impl Text {
    /// Adds text: outside code white space is one space, and none at the beginning of a line.
    fn push(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '\n' | '\t' if self.is_code => self.out.push(c),
                ' ' if self.is_code => self.out.push(c),
                c if c.is_ascii_whitespace() || matches!(c, '\u{B}' | '\u{85}' | '\u{2028}' | '\u{2029}') => {
                    if !(self.out.is_empty() || self.out.ends_with([' ', '\n'])) {
                        self.out.push(' ');
                    }
                }
                '\u{AD}' => {}
                c if c.is_control() => {}
                c => self.out.push(c),
            }
        }
    }

    fn break_line(&mut self) {
        if !self.is_code {
            self.out.truncate(self.out.trim_end_matches(' ').len());
        }
        self.out.push('\n');
    }
}
