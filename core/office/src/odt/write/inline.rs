//! Paragraph content: text, spans and what else stands in paragraphs.

use super::MAX_DEPTH;
use super::document::{Document, Scope};
use super::lengths::number_format;
use super::look::{self, LINK, Look, MONOSPACE_FAMILY, write_text};
use transvase_base::error::Result;
use transvase_base::uri;
use transvase_model::flow::{Anchor, Field, FieldKind, IndexEntry, Inline, LinkTarget, Role, Run, TextStyle};

/// What a run stands in: the role of its paragraph and the look of most of its text.
pub(super) type Around<'l> = (Role, &'l Look);

/// Styles of letters that have names, with what they say. Office programs know them by the names they show; that of code
/// is written as readers know it that look at the name alone.
pub(super) const NAMED: [(&str, &[(&str, &str)]); 7] = [
    ("Emphasis", &[("slant", "italic")]),
    ("Strong_20_Emphasis", &[("weight", "bold")]),
    ("Source_Text", &[("family", MONOSPACE_FAMILY), ("asian", MONOSPACE_FAMILY)]),
    ("User_20_Entry", &[]),
    ("Quotation", &[]),
    ("Citation", &[("slant", "italic")]),
    ("Internet_20_link", &[("color", "#0563c1"), ("underline", "solid single auto continuous font-color")]),
];

/// The named style of letters that mean something. Paragraphs of code have one of their own.
fn named(style: &TextStyle, role: Role) -> Option<&'static str> {
    let meaning = style.meaning;
    let rows = [
        (meaning.code && role != Role::Preformatted, "Source_Text"),
        (meaning.keyboard, "User_20_Entry"),
        (meaning.strong, "Strong_20_Emphasis"),
        (meaning.emphasis, "Emphasis"),
        (meaning.citation, "Citation"),
        (meaning.quotation, "Quotation"),
    ];
    rows.into_iter().find(|(is_meant, _)| *is_meant).map(|(_, name)| name)
}

/// A look with what a named style says.
fn overlaid(look: &Look, name: &str) -> Look {
    let mut look = look.clone();
    let own = NAMED.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, own)| own);
    look.extend(own.iter().map(|(key, value)| (*key, (*value).to_owned())));
    look
}

impl Document<'_> {
    /// Writes inlines.
    pub(super) fn inlines(&mut self, content: &[Inline], around: Around<'_>, scope: Scope) -> Result<()> {
        if scope.depth > MAX_DEPTH {
            self.shared.flattened = true;
            let runs = transvase_model::flow::inlines(content).filter_map(Inline::run);
            runs.for_each(|run| self.run(run, around));
            return Ok(());
        }
        content.iter().try_for_each(|inline| self.inline(inline, around, scope))
    }

    fn inline(&mut self, inline: &Inline, around: Around<'_>, scope: Scope) -> Result<()> {
        self.source.context.tick(1)?;
        let inner = Scope { depth: scope.depth + 1, ..scope };
        match inline {
            Inline::Text(run) => self.run(run, around),
            Inline::LineBreak => self.empty("text:line-break"),
            Inline::Tab => self.empty("text:tab"),
            Inline::Image(image) => return self.image(image, scope),
            Inline::Link { target, content } => return self.link(target, content, around, inner),
            Inline::Anchor(anchor) => self.anchor(anchor),
            Inline::Note(note) => return self.note(*note, around),
            Inline::Field(field) => self.field(field, around),
            Inline::Drawing(drawing) => return self.drawing(drawing, scope),
            Inline::Formula(formula) => return self.formula(formula),
            Inline::Control { control, content } => {
                self.shared.controls += 1;
                if let Some(text) = control.kind.tick_box().filter(|_| content.is_empty()) {
                    self.run(&Run { text: text.to_owned(), style: TextStyle::default() }, around);
                }
                return self.inlines(content, around, inner);
            }
            Inline::Comment { comment, content } => return self.comment(*comment, content, around, inner),
            Inline::Change { change, content } => return self.change(*change, content, around, inner),
            Inline::Index(entry) => self.index_entry(entry),
        }
        Ok(())
    }

    fn empty(&mut self, element: &str) {
        self.xml.empty(element, &[]);
        self.spaced = false;
    }

    /// A run, in a span where it looks other than the text around it.
    pub(super) fn run(&mut self, run: &Run, around: Around<'_>) {
        let style = self.text_style(&run.style, around);
        if let Some(small) = &run.style.ruby {
            self.xml.open("text:ruby", &[]);
            self.xml.open("text:ruby-base", &[]);
            self.styled(style.as_deref(), &run.text, around.0);
            self.xml.close("text:ruby-base");
            self.xml.leaf("text:ruby-text", &[], small);
            self.xml.close("text:ruby");
            return;
        }
        self.styled(style.as_deref(), &run.text, around.0);
    }

    fn styled(&mut self, style: Option<&str>, text: &str, role: Role) {
        if text.is_empty() {
            return;
        }
        if let Some(style) = style {
            self.xml.open("text:span", &[("text:style-name", style)]);
        }
        self.characters(text, role == Role::Preformatted);
        if style.is_some() {
            self.xml.close("text:span");
        }
    }

    /// The style of letters; `None` where they look like the text around them.
    pub(super) fn text_style(&mut self, style: &TextStyle, (role, around): Around<'_>) -> Option<String> {
        let size = around.get("size").and_then(|size| size.trim_end_matches("pt").parse().ok());
        let look = look::text(style, role, &self.source.survey.base, size);
        let name = named(style, role);
        let base = name.map(|name| overlaid(around, name));
        let base = base.as_ref().unwrap_or(around);
        if look::differing(&look, base).next().is_none() {
            return name.map(str::to_owned);
        }
        let parent = name.map(|name| ("style:parent-style-name", name));
        let attributes: Vec<(&str, &str)> = parent.into_iter().collect();
        self.automatic.style(("text", "T"), &attributes, |xml| write_text(xml, &look, base)).ok()
    }

    /// Characters: white space that would be lost, and what stands for elements (6.1).
    fn characters(&mut self, text: &str, preformatted: bool) {
        let mut from = 0;
        let mut spaces = 0;
        for (at, c) in text.char_indices() {
            let is_space = c == ' ';
            if is_space && self.spaced {
                if spaces == 0 {
                    self.xml.text(text.get(from..at).unwrap_or_default());
                }
                spaces += 1;
                from = at + 1;
                continue;
            }
            self.spaces(&mut spaces);
            let element = match c {
                '\t' => Some("text:tab"),
                '\n' if preformatted => Some("text:line-break"),
                '\u{2028}' | '\u{2029}' | '\u{B}' => Some("text:line-break"),
                '\n' | '\r' => Some(""),
                _ => None,
            };
            if let Some(element) = element {
                self.xml.text(text.get(from..at).unwrap_or_default());
                from = at + c.len_utf8();
                match element {
                    "" if !self.spaced => self.xml.text(" "),
                    "" => {}
                    element => self.xml.empty(element, &[]),
                }
            }
            self.spaced = is_space || element == Some("");
        }
        self.spaces(&mut spaces);
        self.xml.text(text.get(from..).unwrap_or_default());
    }

    fn spaces(&mut self, count: &mut usize) {
        match std::mem::take(count) {
            0 => {}
            1 => self.xml.empty("text:s", &[]),
            count => self.xml.empty("text:s", &[("text:c", &count.to_string())]),
        }
    }

    fn link(
        &mut self,
        target: &LinkTarget,
        content: &[Inline],
        (role, around): Around<'_>,
        scope: Scope,
    ) -> Result<()> {
        let href = match target {
            LinkTarget::External(uri) => uri::clean(uri),
            LinkTarget::Internal(anchor) => self.source.survey.anchors.get(anchor).map(|name| format!("#{name}")),
        };
        let Some(href) = href else {
            self.shared.lost_links += 1;
            return self.inlines(content, (role, around), scope);
        };
        let style = "Internet_20_link";
        let attributes = [
            ("xlink:type", "simple"),
            ("xlink:href", &*href),
            ("text:style-name", style),
            ("text:visited-style-name", style),
        ];
        self.xml.open("text:a", &attributes);
        self.inlines(content, (role, &overlaid(around, style)), scope)?;
        self.xml.close("text:a");
        Ok(())
    }

    /// A place that links lead to, the first time it comes.
    fn anchor(&mut self, anchor: &Anchor) {
        if let Some(name) = self.source.survey.anchors.get(anchor)
            && self.shared.placed.insert(anchor.clone())
        {
            self.xml.empty("text:bookmark", &[("text:name", name)]);
        }
    }

    fn field(&mut self, field: &Field, around: Around<'_>) {
        let style = self.text_style(&field.run.style, around);
        if let Some(style) = &style {
            self.xml.open("text:span", &[("text:style-name", style)]);
        }
        let shown = if field.run.text.trim().is_empty() { "1" } else { &field.run.text };
        match &field.kind {
            FieldKind::PageNumber(format) => {
                let format = format.map(number_format);
                let mut attributes = vec![("text:select-page", "current")];
                attributes.extend(format.map(|format| ("style:num-format", format)));
                self.xml.leaf("text:page-number", &attributes, shown);
            }
            FieldKind::PageCount => self.xml.leaf("text:page-count", &[], shown),
            // ODF has no fields for these.
            FieldKind::SectionPages | FieldKind::Styled(_) => self.characters(&field.run.text, false),
            FieldKind::PageOf(anchor) => match self.source.survey.anchors.get(anchor) {
                Some(name) => {
                    let attributes = [("text:reference-format", "page"), ("text:ref-name", name.as_str())];
                    self.xml.leaf("text:bookmark-ref", &attributes, shown);
                }
                None => self.characters(&field.run.text, false),
            },
        }
        if style.is_some() {
            self.xml.close("text:span");
        }
        self.spaced = false;
    }

    fn index_entry(&mut self, entry: &IndexEntry) {
        let Some((own, keys)) = entry.terms.split_last() else { return };
        let mut attributes = vec![("text:string-value", own.as_str())];
        attributes.extend(["text:key1", "text:key2"].into_iter().zip(keys.iter().map(String::as_str)));
        self.xml.empty("text:alphabetical-index-mark", &attributes);
    }
}

/// The look of links as their style says it.
pub(super) fn link_color() -> String {
    super::lengths::color(LINK)
}
