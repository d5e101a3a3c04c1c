//! Inline elements: what paragraphs are made of.

use super::legal;
use super::look::{Declarations, TextLook};
use super::paragraph::Opening;
use super::writer::{Body, Wrap};
use crate::math::mathml;
use crate::prose::{Look, Span, shows_itself, spans};
use transvase_base::error::Result;
use transvase_base::uri;
use transvase_model::flow::{Color, Inline, LinkTarget, Script, TextStyle};
use transvase_model::text::language_tags::is_language_tag;

impl Body<'_, '_> {
    /// Content of a paragraph.
    pub(super) fn inlines(&mut self, content: &[Inline], own: &Opening) -> Result<()> {
        self.spans(&spans(content, own.role), own)
    }

    /// Content of a paragraph, or of a span in it.
    pub(super) fn spans(&mut self, spans: &[Span<'_>], own: &Opening) -> Result<()> {
        for span in spans {
            self.source.context.tick(1)?;
            if !matches!(span, Span::Text { .. } | Span::Other(Inline::Anchor(_) | Inline::Index(_))) {
                self.close_wrap();
            }
            match span {
                Span::Text { text, style } => match self.picture_elsewhere(span) {
                    Some((source, words)) => {
                        self.close_wrap();
                        self.xml.empty("img", &[("src", &source), ("alt", &words)]);
                    }
                    None => self.text(text, style, own),
                },
                Span::Look(look, inside) => self.look(*look, inside, own)?,
                Span::Link(target, inside) => self.link(target, inside, own)?,
                Span::Control(control, inside) => self.control(control, inside, own)?,
                Span::Comment(_, inside) => self.spans(inside, own)?,
                Span::Other(inline) => self.other(inline, own)?,
            }
        }
        self.close_wrap();
        Ok(())
    }

    /// The picture elsewhere that text stands for, which pages show where it is. Books have no such pictures.
    fn picture_elsewhere(&self, span: &Span<'_>) -> Option<(String, String)> {
        let (address, words) = span.picture().filter(|_| !self.is_book())?;
        Some((uri::clean(address)?, legal(words).into_owned()))
    }

    fn look(&mut self, look: Look, inside: &[Span<'_>], own: &Opening) -> Result<()> {
        let name = match look {
            Look::Citation => "cite",
            Look::Quotation => return self.spans(inside, own),
            Look::Emphasis => "em",
            Look::Strong => "strong",
            // A link has a line below it anyway.
            Look::Underline if self.in_link => return self.spans(inside, own),
            Look::Underline => "u",
            Look::Strike => "s",
            Look::Marked => return self.marked(inside, own),
            Look::Superscript => "sup",
            Look::Subscript => "sub",
            Look::Keyboard => "kbd",
            // All of the listing is code.
            Look::Code if own.is_code => return self.spans(inside, own),
            Look::Code => "code",
        };
        self.xml.open(name, &[]);
        self.spans(inside, own)?;
        self.xml.close(name);
        Ok(())
    }

    /// Text on a ground of its own, of the colour that most of it begins with.
    fn marked(&mut self, inside: &[Span<'_>], own: &Opening) -> Result<()> {
        let ground = ground(inside);
        let mut look = Declarations::of(own.kind);
        look.ground(ground, None);
        let class = self.shared.classes.name(look.text());
        self.open_with("mark", &[("class", class.as_deref())]);
        let around = std::mem::replace(&mut self.ground, ground);
        self.spans(inside, own)?;
        self.ground = around;
        self.xml.close("mark");
        Ok(())
    }

    fn other(&mut self, inline: &Inline, own: &Opening) -> Result<()> {
        match inline {
            Inline::LineBreak if own.is_code => self.xml.text("\n"),
            Inline::LineBreak => self.xml.empty("br", &[]),
            Inline::Tab if own.is_code => self.xml.text("\t"),
            Inline::Tab => self.xml.leaf("span", &[("class", "tab")], "\t"),
            Inline::Image(image) => self.image(image),
            Inline::Anchor(anchor) => {
                let place = self.source.names.place(anchor).map(|(_, id)| id.to_owned());
                // One at the start of the paragraph is its own.
                if let Some(id) = place.filter(|id| !id.is_empty() && self.shared.placed.insert(id.clone())) {
                    self.close_wrap();
                    self.xml.leaf("span", &[("id", &id)], "");
                }
            }
            Inline::Note(note) => self.note_mark(*note),
            Inline::Drawing(drawing) => return self.drawing(drawing),
            Inline::Formula(formula) => {
                self.has_mathml = true;
                return mathml::write(&mut self.xml, formula, self.source.context);
            }
            // These are spans of their own, or nothing that is seen.
            Inline::Text(_)
            | Inline::Link { .. }
            | Inline::Field(_)
            | Inline::Control { .. }
            | Inline::Comment { .. }
            | Inline::Change { .. }
            | Inline::Index(_) => {}
        }
        Ok(())
    }

    fn link(&mut self, target: &LinkTarget, inside: &[Span<'_>], own: &Opening) -> Result<()> {
        if self.in_link || (shows_itself(target, inside) && !self.is_book()) {
            return self.spans(inside, own);
        }
        let href = match target {
            // What lies beside the source does not lie in a book.
            LinkTarget::External(address) if self.is_book() && !uri::has_scheme(address) => {
                self.shared.dropped.links += 1;
                None
            }
            LinkTarget::External(address) => uri::clean(address),
            LinkTarget::Internal(anchor) => self.href(anchor),
        };
        let Some(href) = href else { return self.spans(inside, own) };
        self.xml.open("a", &[("href", &href)]);
        self.in_link = true;
        self.spans(inside, own)?;
        self.in_link = false;
        self.xml.close("a");
        Ok(())
    }

    /// Text; that of one look in one place is one `span`.
    fn text(&mut self, text: &str, style: &TextStyle, own: &Opening) {
        let wrap = self.wrap(style, own);
        if self.open != wrap {
            self.close_wrap();
            if let Some(wrap) = &wrap {
                self.open_with("span", &[("class", wrap.class.as_deref()), ("lang", wrap.language.as_deref())]);
            }
            self.open = wrap;
        }
        match &style.ruby {
            Some(ruby) => {
                self.xml.open("ruby", &[]);
                self.xml.text(&legal(text));
                self.xml.leaf("rt", &[], &legal(ruby));
                self.xml.close("ruby");
            }
            None => self.xml.text(&legal(text)),
        }
    }

    fn close_wrap(&mut self) {
        if self.open.take().is_some() {
            self.xml.close("span");
        }
    }

    /// What elements do not say of text.
    fn wrap(&mut self, style: &TextStyle, own: &Opening) -> Option<Wrap> {
        let mut text = TextLook::of(style, own.kind, self.base());
        if style.script != Script::Normal {
            // The element makes it smaller.
            text.size = own.text.size;
        }
        if self.in_link && text.color == self.source.survey.link {
            text.color = own.text.color;
        }
        let mut look = Declarations::of(own.kind);
        text.declare(&own.text, self.base(), &mut look);
        look.ground(style.background, self.ground);
        let language = style.language.clone().filter(|language| {
            let around = own.language().map(|around| &**around).or(self.source.flow.metadata.language.as_deref());
            Some(&**language) != around && is_language_tag(language)
        });
        let class = self.shared.classes.name(look.text());
        (class.is_some() || language.is_some()).then_some(Wrap { class, language })
    }
}

/// The colour behind the first text of spans. Looks lie in one another as deep as there are looks.
fn ground(spans: &[Span<'_>]) -> Option<Color> {
    spans.iter().find_map(|span| match span {
        Span::Text { style, .. } => style.background,
        Span::Look(_, inside) | Span::Link(_, inside) | Span::Control(_, inside) | Span::Comment(_, inside) => {
            ground(inside)
        }
        Span::Other(_) => None,
    })
}
