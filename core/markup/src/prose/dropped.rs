//! Loss accounting: what a writer left out is counted while it writes, and said once at the end.

use transvase_base::context::Context;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;

/// What was left out.
#[derive(Debug, Default, Clone, Copy)]
pub struct Dropped {
    /// Pictures.
    pub images: usize,
    /// Drawings, whose words were kept.
    pub drawings: usize,
    /// Links to places that do not exist, which were written as text.
    pub links: usize,
    /// Remarks on the text.
    pub remarks: usize,
    /// Whether blocks were nested deeper than the target can have them.
    pub nesting: bool,
}

impl Dropped {
    /// Says it. Where an option would have kept the pictures, its name is `option`.
    pub fn warn(&self, option: Option<&str>, context: &Context) {
        let pictures = match option {
            Some(option) => format!("[picture was|pictures were] left out; the option {option} keeps [it|them]"),
            None => "[picture was|pictures were] left out".into(),
        };
        let losses = [
            (self.images, WarningCode::ImageDropped, pictures.as_str()),
            (
                self.drawings,
                WarningCode::DrawingDropped,
                "[drawing was|drawings were] left out; [its|their] words were kept",
            ),
            (self.links, WarningCode::LinkDropped, "[link|links] with no target became plain text"),
            (self.remarks, WarningCode::AnnotationDropped, "[comment was|comments were] left out"),
        ];
        for (count, code, what) in losses.into_iter().filter(|(count, ..)| *count > 0) {
            context.warn(Warning::new(code, counted(count, what)));
        }
        if self.nesting {
            let what = "blocks nested too deeply were written one after another";
            context.warn(Warning::new(WarningCode::StructureFlattened, what));
        }
    }
}
