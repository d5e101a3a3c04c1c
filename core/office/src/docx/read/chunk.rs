//! Alternative format chunks: other documents within this one (ECMA-376 part 1, 17.17.2.1).

use super::super::FOLDER;
use super::{Reading, open};
use crate::ooxml::{self, Tree};
use transvase_base::error::{ErrorCode, Result};
use transvase_base::warning::WarningCode;
use transvase_container::zip;
use transvase_model::flow::{Block, Flow};

/// Documents in one another that are read.
const MAX_DEPTH: usize = 3;

impl Reading<'_> {
    /// The blocks of the document that a `w:altChunk` stands for.
    /// Programs that make DOCX of HTML put the page there, beside an empty text.
    pub(super) fn chunk(&mut self, tree: &Tree) -> Result<Vec<Block>> {
        let flow = match self.chunk_document(tree) {
            Err(error) if is_of_document(error.code()) => None,
            other => other?,
        };
        let blocks = flow.map(|flow| self.adopted(flow)).unwrap_or_default();
        if blocks.is_empty() {
            self.lose_as(WarningCode::AnnotationDropped, "documents embedded in this one");
        }
        Ok(blocks)
    }

    fn chunk_document(&mut self, tree: &Tree) -> Result<Option<Flow>> {
        let related = tree.attribute("r:id").and_then(|id| self.relations.get(id)).filter(|related| !related.external);
        let Some(part) = related.map(|related| related.target.clone()).filter(|_| self.within < MAX_DEPTH) else {
            return Ok(None);
        };
        let Some(bytes) = self.parts.sound(&part, self.context)? else { return Ok(None) };
        #[cfg(feature = "html")]
        let bytes = transvase_markup::mht::page(&bytes).map_or(bytes, String::into_bytes);
        let is_own = zip::entry_names(&bytes).any(|name| ooxml::part_name(name).starts_with(FOLDER));
        let package = if is_own { Some(bytes) } else { self.context.as_docx(&part, &bytes)? };
        package.map(|package| open::read_within(&package, self.context, self.within + 1)).transpose()
    }

    /// The blocks of another document, whose pictures, notes, remarks and changes come to those of this one.
    fn adopted(&mut self, mut other: Flow) -> Vec<Block> {
        let mut whole = Flow {
            media: std::mem::take(&mut self.media),
            notes: std::mem::take(&mut self.notes),
            comments: std::mem::take(&mut self.comments),
            changes: std::mem::take(&mut self.changes),
            ..Flow::default()
        };
        whole.metadata.language.clone_from(&self.language);
        other.outline.clear();
        self.chunks += 1;
        whole.append(other, self.chunks, "");
        (self.media, self.notes, self.comments, self.changes) =
            (whole.media, whole.notes, whole.comments, whole.changes);
        whole.sections.into_iter().flat_map(|section| section.blocks).collect()
    }
}

/// Whether an error says that the other document cannot be read, not that reading has to end.
fn is_of_document(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::Malformed | ErrorCode::Truncated | ErrorCode::FormatMismatch | ErrorCode::PasswordRequired
    )
}
