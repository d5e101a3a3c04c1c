//! Runs: text in one look, split where letters turn direction or a character is markup.

use std::io::Write;

use super::look::TextLook;
use super::properties;
use transvase_container::xml::XmlWriter;
use transvase_model::flow::ChangeKind;
use transvase_model::text::directions::directions;

/// The run that is open, so that text which goes on in its look goes on in it.
#[derive(Debug, Default)]
pub(super) struct OpenRun(Option<RunLook>);

#[derive(Debug)]
struct RunLook {
    look: TextLook,
    right_to_left: bool,
    link: bool,
    style: Option<String>,
}

/// What runs of a paragraph share.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunBase<'a> {
    /// The look the paragraph's style, and that of links, give.
    pub look: &'a TextLook,
    /// Whether the runs are in a link.
    pub link: bool,
    /// Id of the style of links.
    pub hyperlink: &'a str,
    /// Id of the style of pieces of programs.
    pub code: &'a str,
    /// Id of the style of the letters, whose look is part of `look`.
    pub style: Option<&'a str>,
    /// Whether the paragraph goes from right to left.
    pub right_to_left: bool,
    /// Whether line breaks in the text count.
    pub preformatted: bool,
    /// What is to become of the text, in a tracked change.
    pub change: Option<ChangeKind>,
}

impl RunBase<'_> {
    /// Whether the text is to go.
    pub(super) fn is_deleted(&self) -> bool {
        self.change == Some(ChangeKind::Deleted)
    }
}

impl OpenRun {
    /// Writes text.
    pub(super) fn text<W: Write>(&mut self, xml: &mut XmlWriter<W>, text: &str, look: &TextLook, base: RunBase<'_>) {
        for (piece, right_to_left) in directions(text, base.right_to_left) {
            self.begin(xml, look, right_to_left, base);
            characters(xml, piece, base.preformatted, base.is_deleted());
        }
    }

    /// Writes an element such as a tab or a break in the run that is open, or in a plain one.
    pub(super) fn mark<W: Write>(
        &mut self,
        xml: &mut XmlWriter<W>,
        base: RunBase<'_>,
        mark: impl FnOnce(&mut XmlWriter<W>),
    ) {
        if self.0.is_none() {
            self.begin(xml, base.look, base.right_to_left, base);
        }
        mark(xml);
    }

    /// Writes a tab. The ground of the text before it ends with that text.
    pub(super) fn tab<W: Write>(&mut self, xml: &mut XmlWriter<W>, base: RunBase<'_>) {
        if self.0.as_ref().is_some_and(|run| run.look.background.is_some()) {
            self.end(xml);
        }
        self.mark(xml, base, |xml| xml.empty("w:tab", &[]));
    }

    /// Writes an element in a run of its own. Pictures have one too, as programs write them: some readers look no further
    /// in a run that holds one.
    pub(super) fn piece<W: Write>(
        &mut self,
        xml: &mut XmlWriter<W>,
        look: &TextLook,
        base: RunBase<'_>,
        piece: impl FnOnce(&mut XmlWriter<W>),
    ) {
        self.end(xml);
        self.begin(xml, look, base.right_to_left, base);
        piece(xml);
        self.end(xml);
    }

    /// Ends the run that is open.
    pub(super) fn end(&mut self, xml: &mut XmlWriter<impl Write>) {
        if self.0.take().is_some() {
            xml.close("w:r");
        }
    }

    fn begin<W: Write>(&mut self, xml: &mut XmlWriter<W>, look: &TextLook, right_to_left: bool, base: RunBase<'_>) {
        let goes_on = |run: &RunLook| {
            let is_same = run.right_to_left == right_to_left && run.link == base.link;
            is_same && run.look == *look && run.style.as_deref() == base.style
        };
        if self.0.as_ref().is_some_and(goes_on) {
            return;
        }
        self.end(xml);
        xml.open("w:r", &[]);
        xml.group("w:rPr", |xml| match (base.link, base.style) {
            (true, _) => properties::run(xml, look, base.look, Some(base.hyperlink), right_to_left),
            (false, None) if look.code => {
                properties::run(xml, look, &base.look.coded(), Some(base.code), right_to_left);
            }
            (false, style) => properties::run(xml, look, base.look, style, right_to_left),
        });
        self.0 =
            Some(RunLook { look: look.clone(), right_to_left, link: base.link, style: base.style.map(str::to_owned) });
    }
}

/// The characters of a run: most are text, some have an element of their own.
fn characters(xml: &mut XmlWriter<impl Write>, text: &str, preformatted: bool, deleted: bool) {
    let mut from = 0;
    for (at, c) in text.char_indices() {
        let Some(element) = element(c, preformatted) else { continue };
        plain(xml, text.get(from..at).unwrap_or_default(), deleted);
        if !element.is_empty() {
            xml.empty(element, &[]);
        }
        from = at + c.len_utf8();
    }
    plain(xml, text.get(from..).unwrap_or_default(), deleted);
}

fn plain(xml: &mut XmlWriter<impl Write>, text: &str, deleted: bool) {
    if !text.is_empty() {
        xml.leaf(if deleted { "w:delText" } else { "w:t" }, &[("xml:space", "preserve")], text);
    }
}

/// The element that stands for a character; empty where nothing does.
fn element(c: char, preformatted: bool) -> Option<&'static str> {
    match c {
        '\t' => Some("w:tab"),
        '\n' if preformatted => Some("w:br"),
        '\u{2028}' | '\u{2029}' => Some("w:br"),
        '\r' => Some(""),
        '\u{AD}' => Some("w:softHyphen"),
        '\u{2011}' => Some("w:noBreakHyphen"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_become_elements() {
        let mut xml = XmlWriter::new(Vec::new());
        characters(&mut xml, "a\tb\u{AD}c\u{2011}d\ne\r", true, false);
        let text = String::from_utf8(xml.finish().unwrap()).unwrap();
        let names: Vec<_> =
            text.split('<').filter_map(|tag| tag.strip_prefix("w:")?.split(['/', ' ', '>']).next()).collect();
        assert_eq!(names, ["t", "tab", "t", "softHyphen", "t", "noBreakHyphen", "t", "br", "t"]);
    }
}
