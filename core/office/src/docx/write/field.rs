//! Fields: text that Word computes, with what it showed last (ECMA-376 part 1, 17.16).

use std::io::Write;

use super::document::{ContentsEdge, Document};
use super::look::TextLook;
use super::setting::Setting;
use super::text_look::resolve;
use transvase_model::flow::{Block, Field, FieldKind, IndexEntry, Paragraph, Role};
use transvase_model::text::counting::names;

/// Entries a run of contents paragraphs needs to be a table of contents.
const MIN_ENTRIES: usize = 3;
/// What updates a table of contents: headings of levels 1 to 3 with links, without tab and page
/// number in web layout, and paragraphs with outline levels.
const CONTENTS: &str = r#" TOC \o "1-3" \h \z \u "#;

impl<X: Write> Document<'_, X> {
    /// A field, or its text where what it computes does not exist.
    pub(super) fn field(&mut self, field: &Field, setting: Setting<'_>) {
        let look = resolve(&field.run, setting.bucket, &self.survey.base).within(setting.size);
        // What a text that is to go would compute is nobody's business.
        let Some(instruction) = self.instruction(&field.kind).filter(|_| !setting.run.is_deleted()) else {
            return self.run.text(&mut self.xml, &field.run.text, &look, setting.run);
        };
        self.field_begin(&instruction, &look, setting);
        self.run.text(&mut self.xml, &field.run.text, &look, setting.run);
        self.field_end(&look, setting);
    }

    /// The beginning of the table of contents, where the paragraph has it.
    pub(super) fn contents_begin(&mut self, edge: ContentsEdge, setting: Setting<'_>) {
        if edge.begins {
            self.field_begin(CONTENTS, setting.text, setting);
        }
    }

    /// The end of the table of contents, where the paragraph has it.
    pub(super) fn contents_end(&mut self, edge: ContentsEdge, setting: Setting<'_>) {
        if edge.ends {
            self.field_end(setting.text, setting);
        }
    }

    /// A place that an index leads to (17.16.5.79): colons part the entry from the ones inside it.
    pub(super) fn index_entry(&mut self, entry: &IndexEntry, setting: Setting<'_>) {
        let escaped = |term: &String| term.replace('\\', r"\\").replace('"', r#"\""#).replace(':', r"\:");
        let terms: Vec<String> = entry.terms.iter().map(escaped).collect();
        self.field_char("begin", setting.text, setting);
        self.field_code(&format!(r#" XE "{}" "#, terms.join(":")), setting.text, setting);
        self.field_char("end", setting.text, setting);
    }

    fn field_begin(&mut self, instruction: &str, look: &TextLook, setting: Setting<'_>) {
        self.field_char("begin", look, setting);
        self.field_code(instruction, look, setting);
        self.field_char("separate", look, setting);
    }

    fn field_end(&mut self, look: &TextLook, setting: Setting<'_>) {
        self.field_char("end", look, setting);
    }

    fn field_char(&mut self, kind: &str, look: &TextLook, setting: Setting<'_>) {
        self.run.piece(&mut self.xml, look, setting.run, |xml| xml.empty("w:fldChar", &[("w:fldCharType", kind)]));
    }

    fn field_code(&mut self, instruction: &str, look: &TextLook, setting: Setting<'_>) {
        self.run.piece(&mut self.xml, look, setting.run, |xml| {
            xml.leaf("w:instrText", &[("xml:space", "preserve")], instruction);
        });
    }

    /// What a field computes, in Word's words; `None` where it names no place.
    fn instruction(&self, kind: &FieldKind) -> Option<String> {
        match kind {
            FieldKind::PageNumber(None) => Some(" PAGE ".to_owned()),
            FieldKind::PageNumber(Some(format)) => {
                Some(format!(r" PAGE \* {} ", names::switch(*format).unwrap_or("Arabic")))
            }
            // Said outright, as some programs write the count like the page's number.
            FieldKind::PageCount => Some(r" NUMPAGES \* Arabic ".to_owned()),
            FieldKind::SectionPages => Some(r" SECTIONPAGES \* Arabic ".to_owned()),
            FieldKind::Styled(style) => Some(format!(" STYLEREF \"{}\" ", style.replace('"', ""))),
            FieldKind::PageOf(anchor) => self.shared.bookmarks.name(anchor).map(|name| format!(r" PAGEREF {name} \h ")),
        }
    }
}

/// The first and last block of the first table of contents among blocks: entries one after the
/// other.
pub(super) fn contents_range(blocks: &[Block]) -> Option<(usize, usize)> {
    let is_entry = |block: &Block| matches!(block, Block::Paragraph(Paragraph { role: Role::Contents(_), .. }));
    let first = blocks.iter().position(is_entry)?;
    let goes_on = |block: &Block| is_entry(block) || matches!(block, Block::PageBreak | Block::ColumnBreak);
    let stretch = blocks.get(first..)?;
    let length = stretch.iter().position(|block| !goes_on(block)).unwrap_or(stretch.len());
    let last = stretch.get(..length)?.iter().rposition(is_entry)?;
    (last + 1 >= MIN_ENTRIES).then_some((first, first + last))
}
