//! The check for empty results: whether anything of a document is left in what it becomes. A result that holds nothing
//! of it is an error, whatever the way.

use crate::formats::Format;
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::options::BEST_EFFORT;
use transvase_base::warning::{Warning, WarningCode};
use transvase_format::{Writer, Written};
use transvase_model::Model;
use transvase_model::flow::Seen;

/// Texts, which leave pictures out unless they are asked to keep them: nothing would be left of a picture.
pub(super) const WORDS_ALONE: [&str; 3] = ["json", "md", "txt"];

/// Losses that tell of a document in which nothing is seen that there was something before.
const LOSSES: [WarningCode; 6] = [
    WarningCode::InputRepaired,
    WarningCode::TextUnmapped,
    WarningCode::HiddenTextDropped,
    WarningCode::DrawingDropped,
    WarningCode::ImageDropped,
    WarningCode::AnnotationDropped,
];

/// What a model shows, before it is written.
pub(super) struct Shown {
    /// What is seen; of pages only whether there is anything.
    seen: Seen,
    /// Whether the source is a picture.
    of_picture: bool,
}

impl Shown {
    /// What a model shows that becomes a document; `None` of pixels and drawings, which always show something.
    pub(super) fn of(model: &Model<'_>, source: Format) -> Option<Shown> {
        let seen = match model {
            Model::Flow(flow) => flow.seen(),
            Model::Pages(pages) => Seen { words: pages.pages.iter().any(|page| !page.is_blank()), ..Seen::default() },
            Model::Raster(_) | Model::Drawings(_) => return None,
        };
        Some(Shown { seen, of_picture: source.spec().is_picture() })
    }

    /// Holds a result against it.
    ///
    /// # Errors
    /// Where nothing is left; with [`BEST_EFFORT`] that is a warning.
    pub(super) fn hold(&self, written: &Written, target: Format, writer: &Writer, context: &Context) -> Result<()> {
        let is_blank = matches!(written, Written::File(bytes) if bytes.trim_ascii().is_empty());
        let was_something = self.seen.is_something() || LOSSES.iter().any(|code| context.has_warned(*code));
        if !was_something || !(is_blank || self.is_lost(target, writer, context)) {
            return Ok(());
        }
        let error = self.nothing_left(target, writer);
        if !context.options().flag(&BEST_EFFORT) {
            return Err(error);
        }
        context.warn(Warning::new(WarningCode::PageDropped, error.to_string()));
        Ok(())
    }

    /// Whether the target has no place for any of what is seen.
    fn is_lost(&self, target: Format, writer: &Writer, context: &Context) -> bool {
        let choice = |key: &str| option(writer, key).and_then(|row| context.options().choice(row));
        let keeps_pictures = match choice("images") {
            Some(choice) => choice != "none",
            None => {
                let is_dropped = self.of_picture && context.has_warned(WarningCode::ImageDropped);
                !(WORDS_ALONE.contains(&target.id()) || is_dropped)
            }
        };
        let keeps_hidden = !context.has_warned(WarningCode::HiddenTextDropped);
        let keeps_leaving = !context.has_warned(WarningCode::AnnotationDropped);
        let Seen { words, hidden, leaving, pictures } = self.seen;
        !(words || hidden && keeps_hidden || leaving && keeps_leaving || pictures && keeps_pictures)
    }

    /// That nothing is left, and what would keep it.
    fn nothing_left(&self, target: Format, writer: &Writer) -> Error {
        let name = target.spec().name;
        let what = match self.seen {
            _ if self.of_picture => "a picture",
            Seen { pictures: true, .. } => "a document of pictures without text",
            Seen { hidden: true, .. } => "a document whose text is all hidden",
            _ => {
                let message = format!("the result in {name} would be empty: nothing of the document could be read");
                let hint =
                    "set best_effort for the empty result and warnings that say why, or convert the pages to pictures";
                return Error::new(ErrorCode::MissingResource, message).hint(hint);
            }
        };
        let holds_pictures = option(writer, "images").is_some();
        let hint = match self.seen {
            Seen { pictures: true, .. } if self.of_picture && holds_pictures => "set images to zip or embed",
            _ if self.of_picture => "convert it to a document that holds pictures",
            Seen { pictures: true, .. } if holds_pictures => {
                "set images to zip or embed, or run text recognition (OCR) on the file first"
            }
            Seen { pictures: true, .. } => {
                "run text recognition (OCR) on the file first, or convert it to a document or to a picture such as PNG"
            }
            _ => "set hidden=keep to get the hidden text",
        };
        let message = format!("the result in {name} would be empty: the source is {what}");
        // Of a picture the pair of formats tells; of a document its content, and another of the kind has words.
        let code = if self.of_picture { ErrorCode::UnsupportedRoute } else { ErrorCode::MissingResource };
        Error::new(code, message).hint(hint)
    }
}

fn option(writer: &Writer, key: &str) -> Option<&'static transvase_base::options::OptionSpec> {
    writer.options.iter().find(|row| row.key == key).copied()
}
