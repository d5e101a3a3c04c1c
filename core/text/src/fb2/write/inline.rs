//! Inline content of a paragraph, a line of it at a time.

use super::{Book, note_id, shown_mark};
use transvase_base::error::Result;
use transvase_base::uri;
use transvase_container::xml::XmlWriter;
use transvase_markup::prose::{Look, Span, spans, texts};
use transvase_model::flow::{Block, Control, ControlKind, Inline, LinkTarget, Role, TextStyle};
use transvase_model::media::MediaId;

/// Room of a tab outside code.
const TAB: &str = "\u{2003}";

/// A line that is being written.
struct Line<'x> {
    xml: &'x mut XmlWriter<Vec<u8>>,
    /// Whether spaces and tabs are what they are.
    is_code: bool,
    /// Whether a link is open, which can hold no other.
    in_link: bool,
    /// Notes whose marks stand behind the link that is open.
    behind: Vec<usize>,
    /// Whether anything is shown.
    is_shown: bool,
}

impl<'a> Book<'a> {
    /// Writes a line of a paragraph of a role, and tells whether it shows anything.
    pub(super) fn line(&mut self, xml: &mut XmlWriter<Vec<u8>>, content: &'a [Inline], role: Role) -> Result<bool> {
        let is_code = role == Role::Preformatted;
        let mut line = Line { xml, is_code, in_link: false, behind: Vec::new(), is_shown: false };
        let name = match role {
            Role::Preformatted => Some("code"),
            Role::Term => Some("strong"),
            _ => None,
        };
        let spans = spans(content, role);
        match name.filter(|_| spans.iter().any(is_words)) {
            Some(name) => {
                line.xml.open(name, &[]);
                self.spans(&spans, &mut line)?;
                line.xml.close(name);
            }
            None => self.spans(&spans, &mut line)?,
        }
        Ok(line.is_shown)
    }

    fn spans(&mut self, spans: &[Span<'a>], line: &mut Line<'_>) -> Result<()> {
        for (at, span) in spans.iter().enumerate() {
            self.context.tick(1)?;
            match span {
                Span::Text { text, style } => {
                    line.text(text);
                    let goes_on = |next: &Span<'_>| matches!(next, Span::Text { style: other, .. } if std::ptr::eq(*other, *style));
                    if !spans.get(at + 1).is_some_and(goes_on) {
                        line.reading(text, style);
                    }
                }
                Span::Look(look, inside) => self.look(*look, inside, line)?,
                Span::Link(target, inside) => self.link(target, inside, line)?,
                Span::Control(Control { kind: kind @ ControlKind::Checkbox(_), .. }, inside) if inside.is_empty() => {
                    line.text(kind.tick_box().unwrap_or_default());
                }
                Span::Control(_, inside) | Span::Comment(_, inside) => self.spans(inside, line)?,
                Span::Other(inline) => self.other(inline, line)?,
            }
        }
        Ok(())
    }

    fn look(&mut self, look: Look, inside: &[Span<'a>], line: &mut Line<'_>) -> Result<()> {
        let name = match look {
            Look::Emphasis | Look::Citation => "emphasis",
            Look::Strong => "strong",
            Look::Strike => "strikethrough",
            Look::Superscript => "sup",
            Look::Subscript => "sub",
            Look::Code | Look::Keyboard if !line.is_code => "code",
            _ => return self.spans(inside, line),
        };
        line.xml.open(name, &[]);
        self.spans(inside, line)?;
        line.xml.close(name);
        Ok(())
    }

    fn link(&mut self, target: &LinkTarget, inside: &[Span<'a>], line: &mut Line<'_>) -> Result<()> {
        if line.in_link {
            return self.spans(inside, line);
        }
        let href = match target {
            LinkTarget::External(address) => uri::clean(address),
            LinkTarget::Internal(anchor) => {
                let id = self.places.id(anchor).map(|id| format!("#{id}"));
                self.dropped.links += usize::from(id.is_none());
                id
            }
        };
        let Some(href) = href else { return self.spans(inside, line) };
        line.xml.open("a", &[("l:href", &href)]);
        line.in_link = true;
        self.spans(inside, line)?;
        line.in_link = false;
        line.xml.close("a");
        for note in std::mem::take(&mut line.behind) {
            self.note(note, line);
        }
        Ok(())
    }

    fn other(&mut self, inline: &'a Inline, line: &mut Line<'_>) -> Result<()> {
        match inline {
            // One in a link or the like, where no line can end.
            Inline::LineBreak => line.text(" "),
            Inline::Tab => line.text(if line.is_code { "\t" } else { TAB }),
            Inline::Note(note) if line.in_link => line.behind.push(*note),
            Inline::Note(note) => self.note(*note, line),
            Inline::Formula(formula) => line.text(&formula.run.text),
            Inline::Image(_) | Inline::Drawing(_) => {
                for (media, alt) in self.shown(inline) {
                    self.picture(media, alt, line)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The pictures of an inline, with the words for those who do not see them. The words in a drawing are kept for later.
    pub(super) fn shown(&mut self, inline: &'a Inline) -> Vec<(MediaId, Option<&'a str>)> {
        let alt = |alt: &'a Option<String>| alt.as_deref().map(str::trim).filter(|alt| !alt.is_empty());
        match inline {
            Inline::Image(image) => vec![(image.media, alt(&image.alt))],
            Inline::Drawing(drawing) => {
                self.dropped.drawings += usize::from(!drawing.shapes.is_empty());
                self.drawn.extend(texts(inline).map(Vec::as_slice));
                drawing.images.iter().map(|image| (image.media, alt(&drawing.alt))).collect()
            }
            _ => Vec::new(),
        }
    }

    fn picture(&mut self, media: MediaId, alt: Option<&str>, line: &mut Line<'_>) -> Result<()> {
        match self.binaries.id(media, &self.flow.media, self.context)? {
            Some(id) => {
                let href = format!("#{id}");
                let attributes = [("l:href", href.as_str()), ("alt", alt.unwrap_or_default())];
                line.xml.empty("image", if alt.is_some() { &attributes } else { &attributes[..1] });
                line.is_shown = true;
            }
            None => {
                if let Some(alt) = alt {
                    line.text(&format!("[{alt}]"));
                }
            }
        }
        Ok(())
    }

    /// The mark of a note, which leads to it.
    fn note(&mut self, note: usize, line: &mut Line<'_>) {
        let Some(mark) = self.marks.mark(note) else { return };
        let href = format!("#{}", note_id(note));
        line.xml.leaf("a", &[("l:href", &href), ("type", "note")], &shown_mark(mark));
        line.is_shown = true;
    }
}

impl Line<'_> {
    /// Text. Spaces of code that readers would leave out are such as stay.
    fn text(&mut self, text: &str) {
        self.is_shown |= !text.trim().is_empty();
        if !self.is_code {
            return self.xml.text(text);
        }
        let mut kept = String::new();
        for c in text.chars() {
            match c {
                ' ' if !self.is_shown || kept.is_empty() || kept.ends_with([' ', '\u{A0}']) => kept.push('\u{A0}'),
                '\t' => kept.push_str("\u{A0}\u{A0}\u{A0}\u{A0}"),
                '\n' | '\r' => kept.push(' '),
                c => kept.push(c),
            }
        }
        self.xml.text(&kept);
    }

    /// How a text is read, behind it in round brackets.
    fn reading(&mut self, text: &str, style: &TextStyle) {
        if let Some(reading) = style.ruby.as_deref() {
            let space = if text.ends_with(|c: char| c.is_ascii()) { " " } else { "" };
            self.xml.text(&format!("{space}({reading})"));
        }
    }
}

/// Whether a span is more than a picture or a mark.
fn is_words(span: &Span<'_>) -> bool {
    !matches!(span, Span::Other(_))
}

/// Whether an item begins with a check box, which is its mark.
pub(super) fn begins_with_box(blocks: &[Block]) -> bool {
    let Some(Block::Paragraph(paragraph)) = blocks.first() else { return false };
    let is_box = |inline: &Inline| {
        matches!(inline, Inline::Control { control: Control { kind: ControlKind::Checkbox(_), .. }, .. })
    };
    paragraph.content.first().is_some_and(is_box)
}
