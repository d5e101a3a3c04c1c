//! Paragraphs, and what stands in their lines.

use std::io::Write;

use super::MAX_DEPTH;
use super::document::{Break, Document, Frame, Wrote};
use super::links::clean_uri;
use super::look::{ParagraphLook, TextLook};
use super::numbering::Counter;
use super::properties::{self, Extras};
use super::run::RunBase;
use super::styles::{linked, names};
use super::survey::{Bucket, Place, dominant, resolve};
use crate::error::Result;
use crate::model::flow::{Anchor, Inline, InlineImage, LinkTarget, Paragraph, Role};
use crate::units::twips;
use crate::warning::{Warning, WarningCode};

/// What the inlines of a paragraph share.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    bucket: Bucket,
    /// Size of most of the text, in half-points.
    size: i32,
    pub(super) run: RunBase<'a>,
    /// The look of the paragraph's style.
    style: &'a TextLook,
    room: (f32, f32),
    depth: usize,
}

impl<X: Write> Document<'_, X> {
    /// Writes a paragraph; `counter` says which list's marker it has.
    pub(super) fn paragraph(&mut self, paragraph: &Paragraph, frame: Frame, counter: Option<Counter>) -> Result<()> {
        let bucket = Bucket::of(paragraph.role, frame.place);
        let survey = self.survey;
        let style = survey.look(bucket);
        let text = dominant(paragraph, bucket, &survey.base).unwrap_or_else(|| style.text.clone());
        let (look, base) = self.looks(paragraph, &text, &style.paragraph, frame, counter);
        let wants_break = self.take_page_break(paragraph.style.page_break_before);
        let extras = Extras {
            style: (bucket != Bucket::Body).then_some(names(bucket).0),
            numbering: counter,
            page_break_before: wants_break && frame.place != Place::Cell,
            ..Extras::default()
        };
        let tail = if frame.last { self.tail.take() } else { None };
        self.xml.open("w:p", &[]);
        self.xml.group("w:pPr", |xml| {
            properties::paragraph(xml, &look, &base, &extras);
            xml.group("w:rPr", |xml| properties::run(xml, &text, &style.text, None, look.right_to_left));
            if let Some(section) = &tail {
                section.write(xml);
            }
        });
        if self.pending.take() == Some(Break::Column) {
            self.xml.element("w:r", &[], |xml| xml.empty("w:br", &[("w:type", "column")]));
        }
        self.waiting_frames()?;
        let run = RunBase {
            look: &style.text,
            link: false,
            right_to_left: look.right_to_left,
            preformatted: paragraph.role == Role::Preformatted,
        };
        let indents = (look.start + look.end) as f32 / 20.0;
        let room = ((frame.room.0 - indents).max(frame.room.0 / 4.0), frame.room.1);
        let setting = Setting { bucket, size: text.size, run, style: &style.text, room, depth: 0 };
        self.inlines(&paragraph.content, setting)?;
        self.run.end(&mut self.xml);
        self.xml.close("w:p");
        self.wrote = Wrote::Paragraph;
        Ok(())
    }

    /// The paragraph's look, and the look its style and list level give.
    fn looks(
        &self,
        paragraph: &Paragraph,
        text: &TextLook,
        style: &ParagraphLook,
        frame: Frame,
        counter: Option<Counter>,
    ) -> (ParagraphLook, ParagraphLook) {
        let mut look = ParagraphLook::resolve(paragraph, text);
        let mut base = style.clone();
        look.start += frame.start;
        look.end += frame.end;
        if let Role::Heading(_) = paragraph.role {
            (look.keep_with_next, look.keep_together) = (true, true);
        }
        if paragraph.content.is_empty() && paragraph.style.line_height.is_none() {
            look.line = style.line;
        }
        if let Some(level) = counter.and_then(|counter| self.numbering.level(counter)) {
            (base.start, base.first) = (level.left, -level.hanging);
            // The source says where text and marker stand, or leaves both to the level.
            if paragraph.style.indent_first < 0.0 {
                look.first = -twips(-paragraph.style.indent_first).clamp(0, super::look::MAX_TWIPS);
            } else {
                look.start += level.left;
                look.first = -level.hanging;
            }
        }
        (look, base)
    }

    fn inlines(&mut self, content: &[Inline], setting: Setting<'_>) -> Result<()> {
        for inline in content {
            self.context.tick(1)?;
            match inline {
                Inline::Text(run) => {
                    let look = resolve(run, setting.bucket, &self.survey.base).within(setting.size);
                    self.run.text(&mut self.xml, &run.text, &look, setting.run);
                }
                Inline::LineBreak => self.run.mark(&mut self.xml, setting.run, |xml| xml.empty("w:br", &[])),
                Inline::Tab => self.run.mark(&mut self.xml, setting.run, |xml| xml.empty("w:tab", &[])),
                Inline::Image(image) => self.image(image, setting)?,
                Inline::Link { target, content } => self.link(target, content, setting)?,
                Inline::Anchor(anchor) => self.anchor(anchor),
                Inline::Field(field) => {
                    let look = resolve(&field.run, setting.bucket, &self.survey.base).within(setting.size);
                    self.run.text(&mut self.xml, &field.run.text, &look, setting.run);
                }
                Inline::Control { content, .. } | Inline::Comment { content, .. } => self.inlines(content, setting)?,
                Inline::Drawing(drawing) => self.drawing(drawing, setting)?,
                Inline::Note(_) => {}
            }
        }
        Ok(())
    }

    fn image(&mut self, image: &InlineImage, setting: Setting<'_>) -> Result<()> {
        if image.media.index() >= self.media.len() {
            return Ok(());
        }
        let Some(file) = self.pictures.file(image.media, self.media, &mut self.relationships, self.context)? else {
            return Ok(());
        };
        let pictures = &mut self.pictures;
        self.run.mark(&mut self.xml, setting.run, |xml| pictures.draw(xml, image, &file, setting.room));
        Ok(())
    }

    fn link(&mut self, target: &LinkTarget, content: &[Inline], setting: Setting<'_>) -> Result<()> {
        if setting.depth >= MAX_DEPTH {
            self.context.warn(Warning::new(WarningCode::StructureFlattened, "links nested too deep were left out"));
            return Ok(());
        }
        let inner = Setting { depth: setting.depth + 1, ..setting };
        let attribute = match target {
            // A link in a link would not be valid: the outer one holds.
            _ if setting.run.link => None,
            LinkTarget::External(uri) => {
                clean_uri(uri).map(|uri| ("r:id", self.relationships.external("hyperlink", &uri)))
            }
            LinkTarget::Internal(anchor) => self.bookmarks.name(anchor).map(|name| ("w:anchor", name.to_owned())),
        };
        let Some((name, value)) = attribute else {
            self.lost_links += usize::from(!setting.run.link);
            return self.inlines(content, inner);
        };
        self.run.end(&mut self.xml);
        self.xml.open("w:hyperlink", &[(name, &value), ("w:history", "1")]);
        let look = linked(setting.style, self.survey);
        let run = RunBase { look: &look, link: true, ..setting.run };
        self.inlines(content, Setting { run, ..inner })?;
        self.run.end(&mut self.xml);
        self.xml.close("w:hyperlink");
        Ok(())
    }

    fn anchor(&mut self, anchor: &Anchor) {
        let Some(bookmark) = self.bookmarks.place(anchor) else { return };
        self.run.end(&mut self.xml);
        let id = bookmark.id.to_string();
        self.xml.empty("w:bookmarkStart", &[("w:id", &id), ("w:name", &bookmark.name)]);
        self.xml.empty("w:bookmarkEnd", &[("w:id", &id)]);
    }
}
