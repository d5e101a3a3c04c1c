//! Drawings to files: one to a page.

use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_base::files::NamedFile;
use transvase_format::Written;
use transvase_model::drawings::Drawings;

pub(super) fn write(mut drawings: Drawings, context: &Context) -> Result<Written> {
    let first = drawings.next(context)?.ok_or_else(|| Error::malformed("there is no page to draw"))?;
    match drawings.next(context)? {
        Some(second) => several([first, second], drawings, context),
        None => Ok(first.into_bytes().into()),
    }
}

/// Each page as a file of its own.
fn several(first: [String; 2], mut drawings: Drawings, context: &Context) -> Result<Written> {
    let mut files = Vec::new();
    let mut add = |drawing: String| {
        let name = format!("{:04}.svg", files.len() + 1);
        files.push(NamedFile { name, bytes: drawing.into_bytes(), packed: false });
    };
    first.into_iter().for_each(&mut add);
    while let Some(drawing) = drawings.next(context)? {
        context.checkpoint()?;
        add(drawing);
    }
    Ok(Written::Files(files))
}
