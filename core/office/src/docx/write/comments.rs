//! Comments: their ranges in the text, and their part (ECMA-376 part 1, 17.13.4).

use std::io::Write;

use super::bucket::Place;
use super::document::{Document, Frame, Lead, Story, body_frame};
use super::properties::val;
use super::setting::Setting;
use super::style_names::{COMMENT, COMMENT_NAME};
use crate::ooxml;
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_model::flow::{Comment, Inline, initials};

/// Author of remarks whose author nobody knows, as Word itself calls them.
pub(super) const UNKNOWN: &str = "Author";

impl<X: Write> Document<'_, X> {
    /// The range of a remark around its content. Only the main text has remarks, each one range.
    pub(super) fn remarked(&mut self, comment: usize, content: &[Inline], setting: Setting<'_>) -> Result<()> {
        let placed = self.story == Story::Main && self.shared.comments.place(comment);
        let inner = setting.inner();
        if !placed {
            return self.inlines(content, inner);
        }
        let id = comment.to_string();
        self.run.end(&mut self.xml);
        self.xml.empty("w:commentRangeStart", &[("w:id", &id)]);
        self.inlines(content, inner)?;
        self.run.end(&mut self.xml);
        self.xml.empty("w:commentRangeEnd", &[("w:id", &id)]);
        self.comment_mark(|xml| xml.empty("w:commentReference", &[("w:id", &id)]));
        Ok(())
    }

    /// A run in the style of a remark's mark.
    pub(super) fn comment_mark(&mut self, mark: impl FnOnce(&mut transvase_container::xml::XmlWriter<X>)) {
        let style = self.survey.named(COMMENT, "character", COMMENT_NAME);
        self.xml.element("w:r", &[], |xml| {
            xml.element("w:rPr", &[], |xml| val(xml, "w:rStyle", style));
            mark(xml);
        });
    }

    /// The part of the remarks.
    pub(super) fn comments(&mut self, room: (f32, f32)) -> Result<()> {
        self.open_root("w:comments");
        let comments = std::mem::take(&mut self.shared.comments);
        for (index, (comment, placed)) in comments.list.iter().zip(&comments.placed).enumerate() {
            self.context.tick(1)?;
            if *placed {
                self.comment(index, comment, room)?;
            }
        }
        let lost = comments.placed.iter().filter(|placed| !**placed).count();
        if lost > 0 {
            let message = counted(
                lost,
                "[comment that belongs to no text in the document was|comments that belong to no text in the document were] left out",
            );
            self.context.warn(Warning::new(WarningCode::AnnotationDropped, message));
        }
        self.xml.close("w:comments");
        Ok(())
    }

    fn comment(&mut self, index: usize, comment: &Comment, room: (f32, f32)) -> Result<()> {
        let author = comment.author.as_deref().filter(|author| !author.trim().is_empty()).unwrap_or(UNKNOWN);
        let (id, initials) = (index.to_string(), initials(author));
        let date = comment.date.as_deref().and_then(ooxml::date_time);
        let mut attributes = vec![("w:id", &*id), ("w:author", author), ("w:initials", &initials)];
        attributes.extend(date.as_deref().map(|date| ("w:date", date)));
        self.xml.open("w:comment", &attributes);
        self.lead = Some(Lead::Comment);
        self.contained(&comment.blocks, Frame { place: Place::Comment, ..body_frame(room) })?;
        self.xml.close("w:comment");
        Ok(())
    }
}
