//! Inline elements: the content of a paragraph as a line in the making.

use super::Document;
use super::escape;
use super::tokens::{Line, MarkKind};
use transvase_base::uri::is_harmless;
use transvase_markup::math::tex::tex;
use transvase_markup::prose::{Look, Span, shows_itself, spans, words};
use transvase_model::flow::{
    Control, ControlKind, Drawing, Formula, Frame, Inline, InlineImage, LinkTarget, Paragraph, Role,
};
use transvase_model::media::MediaId;

/// What stands around a piece of text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Around {
    /// Whether it is strong as a whole, so that no mark has to say so.
    pub strong: bool,
    /// Whether it is stressed already.
    pub emphasis: bool,
    /// Whether it is the text of a link.
    pub link: bool,
}

/// The words that a paragraph holds in drawings: what stands behind it.
pub(super) type Asides<'a> = Vec<&'a Frame>;

impl<'a> Document<'a> {
    /// Adds the content of a paragraph of a role to a line.
    pub(super) fn content(
        &mut self,
        content: &'a [Inline],
        role: Role,
        around: Around,
        line: &mut Line,
        asides: &mut Asides<'a>,
    ) {
        let mut inside = Inside { document: self, line, asides, behind: Vec::new() };
        inside.spans(&spans(content, role), around);
    }
}

struct Inside<'d, 'a> {
    document: &'d mut Document<'a>,
    line: &'d mut Line,
    asides: &'d mut Asides<'a>,
    /// Markup that stands behind the link that is open, as it cannot stand in it.
    behind: Vec<String>,
}

impl<'a> Inside<'_, 'a> {
    fn spans(&mut self, spans: &[Span<'a>], around: Around) {
        let mut at = 0;
        while let Some(span) = spans.get(at) {
            if let Span::Text { style, .. } = span
                && let Some(reading) = style.ruby.as_deref()
            {
                let is_below =
                    |span: &&Span<'_>| matches!(span, Span::Text { style: other, .. } if std::ptr::eq(*other, *style));
                let length = spans[at..].iter().take_while(is_below).count();
                self.ruby(&spans[at..at + length], reading);
                at += length;
                continue;
            }
            self.span(span, around);
            at += 1;
        }
    }

    fn span(&mut self, span: &Span<'a>, around: Around) {
        match span {
            Span::Text { text, .. } => match span.picture().filter(|(address, _)| is_harmless(address)) {
                Some((address, words)) => {
                    self.line.raw(format!("![{}]({})", escape::description(words), escape::destination(address)));
                }
                None => self.line.text(text),
            },
            Span::Look(look, inside) => self.look(*look, inside, around),
            Span::Link(target, inside) => self.link(target, inside, around),
            Span::Control(control, inside) if inside.is_empty() => self.control(control),
            Span::Control(_, inside) | Span::Comment(_, inside) => self.spans(inside, around),
            Span::Other(inline) => self.other(inline, around),
        }
    }

    fn look(&mut self, look: Look, inside: &[Span<'a>], around: Around) {
        match look {
            Look::Emphasis | Look::Citation if !around.emphasis => {
                self.mark(MarkKind::Emphasis, inside, Around { emphasis: true, ..around });
            }
            Look::Strong if !around.strong => self.mark(MarkKind::Strong, inside, Around { strong: true, ..around }),
            Look::Strike => self.mark(MarkKind::Strike, inside, around),
            Look::Superscript => self.element("sup", inside, around),
            Look::Subscript => self.element("sub", inside, around),
            Look::Keyboard => self.element("kbd", inside, around),
            Look::Code => self.code(inside),
            Look::Emphasis | Look::Citation | Look::Strong | Look::Quotation | Look::Underline | Look::Marked => {
                self.spans(inside, around);
            }
        }
    }

    fn mark(&mut self, kind: MarkKind, inside: &[Span<'a>], around: Around) {
        let mark = self.line.open(kind);
        self.spans(inside, around);
        self.line.close(mark);
    }

    fn element(&mut self, name: &str, inside: &[Span<'a>], around: Around) {
        self.line.raw(format!("<{name}>"));
        self.spans(inside, around);
        self.line.raw(format!("</{name}>"));
    }

    fn code(&mut self, inside: &[Span<'a>]) {
        let mut text = String::new();
        let mut others = Vec::new();
        for span in inside {
            match span {
                Span::Text { text: part, .. } => text.push_str(part),
                other => others.push(other),
            }
        }
        if text.contains("\\|") {
            // In a cell, readers differ in which of the two signs is meant.
            self.line.raw("<code>");
            self.line.text(&text);
            self.line.raw("</code>");
        } else if let Some(code) = code_span(&text) {
            self.line.raw(code);
        }
        others.into_iter().for_each(|span| self.span(span, Around::default()));
    }

    /// Text with its reading behind it, in round brackets.
    fn ruby(&mut self, base: &[Span<'a>], reading: &str) {
        for span in base {
            self.span(span, Around::default());
        }
        let is_latin =
            base.iter().any(|span| matches!(span, Span::Text { text, .. } if text.ends_with(|c: char| c.is_ascii())));
        self.line.text(if is_latin { " (" } else { "(" });
        self.line.text(reading);
        self.line.text(")");
    }

    fn link(&mut self, target: &'a LinkTarget, inside: &[Span<'a>], around: Around) {
        let destination = match target {
            LinkTarget::External(target) if is_harmless(target) => Some(escape::destination(target)),
            LinkTarget::External(_) => None,
            LinkTarget::Internal(anchor) => match self.document.anchors.target(anchor) {
                Some(name) => Some(format!("#{}", escape::destination(name))),
                None => {
                    self.document.dropped.links += 1;
                    None
                }
            },
        };
        let is_link = !around.link && !shows_itself(target, inside);
        let Some(destination) = destination.filter(|target| !target.is_empty() && is_link) else {
            return self.spans(inside, around);
        };
        if let LinkTarget::External(target) = target
            && is_shown(target, inside)
        {
            return self.line.raw(format!("<{target}>"));
        }
        let (before, marks) = (self.line.tokens.len(), self.line.marks.len());
        self.line.begin_link();
        self.spans(inside, Around { link: true, ..around });
        self.line.end_link(before, marks, destination);
        for markup in std::mem::take(&mut self.behind) {
            self.line.raw(markup);
        }
    }

    /// The value of a part of a form that has no text.
    fn control(&mut self, control: &Control) {
        if let Some(text) = control.kind.tick_box() {
            self.line.text(text);
        }
    }

    fn other(&mut self, inline: &'a Inline, around: Around) {
        match inline {
            Inline::LineBreak => self.line.end_line(),
            Inline::Tab => self.line.space(),
            Inline::Image(image) => self.image(image),
            Inline::Anchor(anchor) => {
                if let Some(name) = self.document.anchors.place(anchor) {
                    self.aside_link(format!("<a id=\"{name}\"></a>"), around);
                }
            }
            Inline::Note(note) => {
                if let Some(label) = self.document.labels.get(*note) {
                    self.aside_link(format!("[^{label}]"), around);
                }
            }
            Inline::Drawing(drawing) => self.drawing(drawing),
            Inline::Formula(formula) => self.formula(formula),
            _ => {}
        }
    }

    /// Markup that cannot stand in a link.
    fn aside_link(&mut self, markup: String, around: Around) {
        if around.link { self.behind.push(markup) } else { self.line.raw(markup) }
    }

    fn image(&mut self, image: &'a InlineImage) {
        self.picture(image.media, image.alt.as_deref());
    }

    fn picture(&mut self, media: MediaId, alt: Option<&str>) {
        let alt = alt.map(str::trim).filter(|alt| !alt.is_empty());
        match self.document.pictures.reference(media, &self.document.flow.media) {
            Some(source) => {
                self.line.raw(format!("![{}]({source})", escape::description(alt.unwrap_or_default())));
            }
            None => {
                self.document.dropped.images += 1;
                if let Some(alt) = alt {
                    self.line.text(&format!("[{alt}]"));
                }
            }
        }
    }

    fn drawing(&mut self, drawing: &'a Drawing) {
        for image in &drawing.images {
            self.picture(image.media, drawing.alt.as_deref());
        }
        if !drawing.shapes.is_empty() {
            self.document.dropped.drawings += 1;
        }
        self.asides.extend(&drawing.texts);
    }

    fn formula(&mut self, formula: &'a Formula) {
        match self.document.tex(formula) {
            Some(tex) => self.line.formula(&tex, formula.display),
            None => self.line.text(&formula.run.text),
        }
    }
}

impl Document<'_> {
    /// A formula in TeX, where it is to be written so.
    pub(super) fn tex(&self, formula: &Formula) -> Option<String> {
        // A dollar sign in it, which only text in a formula has, would end it.
        tex(formula).filter(|tex| self.math && !tex.contains('$'))
    }
}

/// Code in a line; `None` where there is none (CommonMark 0.31.2, 6.1).
pub(super) fn code_span(text: &str) -> Option<String> {
    let is_shown = |c: &char| !c.is_control() || c.is_whitespace();
    let text: String = text.chars().filter(is_shown).map(|c| if c.is_ascii_whitespace() { ' ' } else { c }).collect();
    if text.trim().is_empty() {
        return None;
    }
    let fence = "`".repeat(longest(&text, '`') + 1);
    let edge = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) { " " } else { "" };
    Some(format!("{fence}{edge}{text}{edge}{fence}"))
}

/// Length of the longest stretch of a sign in a text.
pub(super) fn longest(text: &str, sign: char) -> usize {
    text.split(|c| c != sign).map(str::len).max().unwrap_or(0)
}

/// Whether the text of a link is where it leads, which can stand between angle brackets (6.5, autolinks).
fn is_shown(target: &str, inside: &[Span<'_>]) -> bool {
    let mut shown = String::new();
    for span in inside {
        let Span::Text { text, .. } = span else { return false };
        shown.push_str(text);
    }
    let scheme = target.split_once(':').map_or("", |(scheme, _)| scheme);
    let is_scheme = (2..=32).contains(&scheme.len())
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+.-".contains(&b));
    let is_plain = target.chars().all(|c| !(c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '|')));
    shown == target && is_scheme && is_plain
}

/// The formula that stands alone in its paragraph.
pub(super) fn alone(paragraph: &Paragraph) -> Option<&Formula> {
    if paragraph.label.is_some() || paragraph.drop_cap.is_some() {
        return None;
    }
    let mut shown = paragraph.content.iter().filter(|inline| match inline {
        Inline::Anchor(_) | Inline::Index(_) => false,
        Inline::Text(run) => !run.text.trim().is_empty(),
        _ => true,
    });
    match (shown.next(), shown.next()) {
        (Some(Inline::Formula(formula)), None) if formula.display => Some(formula),
        _ => None,
    }
}

/// Whether an inline is a check box, and whether it is set.
pub(super) fn check_box(inline: &Inline) -> Option<bool> {
    match inline {
        Inline::Control { control: Control { kind: ControlKind::Checkbox(set), .. }, .. } => Some(*set),
        _ => None,
    }
}

/// Text of code: what stands in a paragraph of it, lines and spaces as they are.
pub(super) fn code_text(content: &[Inline]) -> String {
    let mut text = String::new();
    for inline in content {
        match inline {
            Inline::Tab => text.push('\t'),
            other => text.push_str(&words(std::slice::from_ref(other), '\n')),
        }
    }
    text
}
