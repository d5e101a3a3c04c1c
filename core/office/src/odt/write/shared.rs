//! Shared writer state, while the files with text are written one after the other.

use std::collections::BTreeSet;

use super::MAX_DEPTH;
use super::files::Files;
use transvase_base::context::Context;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_container::xml::XmlWriter;
use transvase_model::flow::{Anchor, Change};

/// What the files with text share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub files: Files,
    pub changes: Changes,
    /// Places that were written.
    pub placed: BTreeSet<Anchor>,
    /// Notes and remarks that were written.
    pub noted: BTreeSet<usize>,
    pub remarked: BTreeSet<usize>,
    /// Things with a number of their own: frames, sections, tables.
    pub count: usize,
    /// Links to places that do not exist.
    pub lost_links: usize,
    /// Parts of forms that became text.
    pub controls: usize,
    /// Whether blocks lay too deep.
    pub flattened: bool,
}

impl Shared {
    /// A number no other thing has.
    pub(super) fn number(&mut self) -> usize {
        self.count += 1;
        self.count
    }

    /// Tells what was lost.
    pub(super) fn warn(&self, context: &Context) {
        let warn = |code, message: String| context.warn(Warning::new(code, message));
        if self.lost_links > 0 {
            warn(WarningCode::LinkDropped, counted(self.lost_links, "[link|links] with no target became plain text"));
        }
        if self.controls > 0 {
            warn(
                WarningCode::AnnotationDropped,
                counted(self.controls, "[part of a form was|parts of forms were] written as text"),
            );
        }
        if self.flattened {
            let message = format!("blocks nested more than {MAX_DEPTH} levels deep were written without their nesting");
            warn(WarningCode::StructureFlattened, message);
        }
    }
}

/// The changes of a document, as they are met in the text.
#[derive(Debug, Default)]
pub(super) struct Changes {
    pub all: Vec<Change>,
    /// Markup of the regions that were met.
    pub regions: Vec<u8>,
    pub count: usize,
}

impl Changes {
    /// Writes `text:tracked-changes`, where there are any.
    pub(super) fn write(&self, xml: &mut XmlWriter<Vec<u8>>) {
        if !self.regions.is_empty() {
            xml.element("text:tracked-changes", &[], |xml| xml.raw(&String::from_utf8_lossy(&self.regions)));
        }
    }
}
