//! Paragraphs, and what stands in their lines.

use std::io::Write;

use super::MAX_DEPTH;
use super::bucket::Bucket;
use super::document::{Break, Document, Frame, Lead, Story, Wrote};
use super::look::{Line, MAX_TWIPS, ParagraphLook, TextLook};
use super::math;
use super::numbering::{Counter, Mark};
use super::outline::Numbered;
use super::properties::{self, Extras};
use super::run::RunBase;
use super::setting::Setting;
use super::shared::Shared;
use super::styles::linked;
use super::text_look::{dominant, for_each_run, resolve};
use transvase_base::error::Result;
use transvase_base::units::twips;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::flow::{Anchor, DropCap, Inline, InlineImage, LinkTarget, List, Paragraph, Role, Run};
use transvase_model::text::bookmarks::clean_uri;

impl<X: Write> Document<'_, X> {
    /// Writes a paragraph; `counter` says which list's marker it has.
    pub(super) fn paragraph(&mut self, paragraph: &Paragraph, frame: Frame, counter: Option<Counter>) -> Result<()> {
        let survey = self.survey;
        let bucket = survey.bucket(paragraph, frame.place);
        let style = survey.look(bucket);
        let text = dominant(paragraph, bucket, &survey.base).unwrap_or_else(|| style.text.clone());
        let (counter, unnumbered) = self.numbered(paragraph, counter);
        let (look, mut base) = self.looks(paragraph, &text, &style.paragraph, frame, counter);
        let mut style_text = style.text.clone();
        if survey.template.is_some() {
            base.leave_to_template(&look);
            if matches!(bucket, Bucket::Cell | Bucket::Head) {
                base.background = look.background;
            }
            style_text.leave_to_template(&text);
        }
        let by_itself =
            counter.is_some_and(|(number, _)| self.is_bulleted(number)) || matches!(bucket, Bucket::Heading(_));
        let counter = counter.filter(|_| !(by_itself && survey.numbers_itself(bucket)));
        let wants_break = self.take_page_break(paragraph.style.page_break_before);
        let mut extras = Extras {
            style: survey.style_of(paragraph, bucket),
            numbering: counter.map(|counter| self.shared.numbering.written(counter)).or(unnumbered.then_some((0, 0))),
            page_break_before: wants_break && !frame.place.is_cell() && self.story == Story::Main,
            ..Extras::default()
        };
        if let Some(cap) = &paragraph.drop_cap {
            self.drop_cap(cap, &look, &base, &extras, bucket);
            extras.page_break_before = false;
        }
        let tail = if frame.last { self.tail.take() } else { None };
        self.xml.open("w:p", &[]);
        self.xml.group("w:pPr", |xml| {
            properties::paragraph(xml, &look, &base, &extras);
            xml.group("w:rPr", |xml| properties::run(xml, &text, &style_text, None, look.right_to_left));
            if let Some(section) = &tail {
                section.write(xml);
            }
        });
        let run = RunBase {
            look: &style_text,
            link: false,
            hyperlink: survey.hyperlink(),
            code: survey.code(),
            style: None,
            right_to_left: look.right_to_left,
            preformatted: paragraph.role == Role::Preformatted,
            change: None,
        };
        let indents = (look.start + look.end) as f32 / 20.0;
        let room = ((frame.room.0 - indents).max(frame.room.0 / 4.0), frame.room.1);
        let setting = Setting {
            bucket,
            size: text.size,
            run,
            style: &style_text,
            text: &text,
            align: look.align,
            room,
            depth: 0,
        };
        self.content(&paragraph.content, setting)?;
        self.xml.close("w:p");
        self.wrote = Wrote::Paragraph;
        Ok(())
    }

    /// What stands in the paragraph: the marks and breaks it begins with, then its inlines.
    fn content(&mut self, content: &[Inline], setting: Setting<'_>) -> Result<()> {
        if self.pending.take() == Some(Break::Column) {
            self.xml.element("w:r", &[], |xml| xml.empty("w:br", &[("w:type", "column")]));
        }
        self.waiting_frames()?;
        self.waiting_notes();
        match self.lead.take() {
            Some(Lead::Note(kind, mark, moved)) => self.note_lead(kind, mark.as_deref(), moved),
            Some(Lead::Comment) => self.comment_mark(|xml| xml.empty("w:annotationRef", &[])),
            None => {}
        }
        let edge = std::mem::take(&mut self.contents);
        self.contents_begin(edge, setting);
        self.inlines(content, setting)?;
        self.contents_end(edge, setting);
        self.run.end(&mut self.xml);
        Ok(())
    }

    /// A large initial: a paragraph of its own in a frame that the next one runs around.
    fn drop_cap(
        &mut self,
        cap: &DropCap,
        look: &ParagraphLook,
        base: &ParagraphLook,
        extras: &Extras<'_>,
        bucket: Bucket,
    ) {
        let survey = self.survey;
        let style = &survey.look(bucket).text;
        let text = resolve(&cap.run, bucket, &survey.base);
        let lines = cap.lines.clamp(1, 10);
        let line = match look.line {
            Line::Exact(line) | Line::AtLeast(line) => line,
            Line::Auto(share) => share * style.size * 10 / 240 * 115 / 100,
        };
        let height = (line * i32::from(lines)).clamp(1, MAX_TWIPS);
        let own = ParagraphLook {
            line: Line::Exact(height),
            keep_with_next: true,
            first: 0,
            before: 0,
            after: 0,
            ..look.clone()
        };
        let extras = Extras { drop_cap: Some(lines), numbering: None, ..*extras };
        self.xml.open("w:p", &[]);
        self.xml.group("w:pPr", |xml| {
            properties::paragraph(xml, &own, base, &extras);
            xml.group("w:rPr", |xml| properties::run(xml, &text, style, None, look.right_to_left));
        });
        let run = RunBase {
            look: style,
            link: false,
            hyperlink: survey.hyperlink(),
            code: survey.code(),
            style: None,
            right_to_left: look.right_to_left,
            preformatted: false,
            change: None,
        };
        self.run.text(&mut self.xml, &cap.run.text, &text, run);
        self.run.end(&mut self.xml);
        self.xml.close("w:p");
    }

    /// Whether a list has bullets.
    fn is_bulleted(&self, number: usize) -> bool {
        let first = self.shared.numbering.levels(number).last();
        first.is_some_and(|level| matches!(level.mark, Mark::Bullet(_)))
    }

    /// The counter of a paragraph: that of its list, or of its label. Also whether it must say that it
    /// has none, as its style would number it.
    fn numbered(&mut self, paragraph: &Paragraph, counter: Option<Counter>) -> (Option<Counter>, bool) {
        let Shared { outline, numbering, .. } = &mut *self.shared;
        match (paragraph.role, &paragraph.label) {
            (Role::Heading(level), _) => match outline.heading(level, paragraph, numbering) {
                Numbered::ByStyle => (counter, false),
                Numbered::By(own) => (Some(own), false),
                Numbered::Off => (counter, counter.is_none()),
            },
            (_, Some(label)) if counter.is_none() => {
                let list = List { marker: label.marker.clone(), start: label.number, ..List::default() };
                (numbering.begin(&list, None), false)
            }
            _ => (counter, false),
        }
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
        let says = paragraph.style.line_height.or(paragraph.style.line_distance).is_some();
        if paragraph.content.is_empty() && !says {
            look.line = style.line;
        }
        if let Some(level) = counter.and_then(|counter| self.shared.numbering.level(counter)) {
            (base.start, base.first) = (level.left, -level.hanging);
            // The source says where text and marker stand, or leaves both to the level.
            if paragraph.style.indent_first == 0.0 {
                // The level stands for the levels around it too.
                look.start += level.left - frame.listed;
                look.first = -level.hanging;
            } else {
                look.first = twips(paragraph.style.indent_first).clamp(-MAX_TWIPS, MAX_TWIPS);
            }
        }
        look.settle(&base);
        (look, base)
    }

    pub(super) fn inlines(&mut self, content: &[Inline], setting: Setting<'_>) -> Result<()> {
        let alone = setting.depth == 0 && math::is_alone(content);
        for inline in content {
            self.context.tick(1)?;
            match inline {
                Inline::Text(run) => self.text(run, setting),
                Inline::LineBreak => self.run.mark(&mut self.xml, setting.run, |xml| xml.empty("w:br", &[])),
                Inline::Tab => self.run.tab(&mut self.xml, setting.run),
                Inline::Image(image) => self.image(image, setting)?,
                Inline::Link { target, content } => self.link(target, content, setting)?,
                Inline::Anchor(anchor) => self.anchor(anchor),
                Inline::Field(field) => self.field(field, setting),
                Inline::Note(note) => self.note_mark(*note, setting),
                Inline::Control { content, .. } | Inline::Comment { content, .. } | Inline::Change { content, .. }
                    if setting.depth >= MAX_DEPTH =>
                {
                    self.too_deep(content, setting);
                }
                Inline::Control { control, content } => self.control(control, content, setting)?,
                Inline::Comment { comment, content } => self.remarked(*comment, content, setting)?,
                Inline::Change { change, content } => self.changed(*change, content, setting)?,
                Inline::Index(entry) => self.index_entry(entry, setting),
                Inline::Formula(formula) => self.formula(formula, alone, setting),
                Inline::Drawing(drawing) => self.drawing(drawing, setting)?,
            }
        }
        Ok(())
    }

    /// Text, in the style that its letters have in the source.
    fn text(&mut self, run: &Run, setting: Setting<'_>) {
        let look = resolve(run, setting.bucket, &self.survey.base).within(setting.size);
        let style = self.survey.letterings.of(run).filter(|_| !setting.run.link);
        let styled = style.map(|style| style.on(setting.run.look));
        let base = match (style, &styled) {
            (Some(style), Some(look)) => RunBase { look, style: Some(&style.id), ..setting.run },
            _ => setting.run,
        };
        match &run.style.ruby {
            Some(small) => self.run.ruby(&mut self.xml, (&run.text, small), &look, base),
            None => self.run.text(&mut self.xml, &run.text, &look, base),
        }
    }

    fn image(&mut self, image: &InlineImage, setting: Setting<'_>) -> Result<()> {
        if image.media.index() >= self.media.len() {
            return Ok(());
        }
        let pictures = &mut self.shared.pictures;
        let Some(file) = pictures.file(image.media, self.media, &mut self.relationships, self.context)? else {
            return Ok(());
        };
        // Some readers see nothing but the picture of a run that has one.
        self.run.piece(&mut self.xml, setting.run.look, setting.run, |xml| {
            pictures.draw(xml, image, &file, setting.room);
        });
        Ok(())
    }

    fn link(&mut self, target: &LinkTarget, content: &[Inline], setting: Setting<'_>) -> Result<()> {
        if setting.depth >= MAX_DEPTH {
            self.too_deep(content, setting);
            return Ok(());
        }
        let inner = setting.inner();
        let attribute = match target {
            // A link in a link or a change would not be valid: the outer one holds.
            _ if setting.run.link || setting.run.change.is_some() => None,
            LinkTarget::External(uri) => {
                clean_uri(uri).map(|uri| ("r:id", self.relationships.external("hyperlink", &uri)))
            }
            LinkTarget::Internal(anchor) => {
                self.shared.bookmarks.name(anchor).map(|name| ("w:anchor", name.to_owned()))
            }
        };
        let Some((name, value)) = attribute else {
            self.shared.lost_links += usize::from(!setting.run.link);
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

    /// The text of what is nested too deep.
    fn too_deep(&mut self, content: &[Inline], setting: Setting<'_>) {
        self.context.warn(Warning::new(WarningCode::StructureFlattened, "links nested too deeply became plain text"));
        let base = &self.survey.base;
        for_each_run(content, 0, &mut |run| {
            let look = resolve(run, setting.bucket, base).within(setting.size);
            self.run.text(&mut self.xml, &run.text, &look, setting.run);
        });
    }

    fn anchor(&mut self, anchor: &Anchor) {
        let Some(bookmark) = self.shared.bookmarks.place(anchor) else { return };
        self.run.end(&mut self.xml);
        let id = bookmark.id.to_string();
        self.xml.empty("w:bookmarkStart", &[("w:id", &id), ("w:name", &bookmark.name)]);
        self.xml.empty("w:bookmarkEnd", &[("w:id", &id)]);
    }
}
