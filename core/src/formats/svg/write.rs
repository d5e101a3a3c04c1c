//! Drawings to files: one to a page.

use crate::context::Context;
use crate::error::{Error, Result};
use crate::format::Written;
use crate::model::drawings::Drawings;
#[cfg(feature = "_zip")]
use crate::parts::base::files::NamedFile;
#[cfg(not(feature = "_zip"))]
use crate::warning::{Warning, WarningCode};

pub(super) fn write(mut drawings: Drawings, context: &Context) -> Result<Written> {
    let first = drawings.next(context)?.ok_or_else(|| Error::malformed("there is no page to draw"))?;
    match drawings.next(context)? {
        Some(second) => several([first, second], drawings, context),
        None => Ok(first.into_bytes().into()),
    }
}

/// Each page as a file of its own.
#[cfg(feature = "_zip")]
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

/// Without archives there is room for the first page alone.
#[cfg(not(feature = "_zip"))]
fn several([first, _]: [String; 2], _drawings: Drawings, context: &Context) -> Result<Written> {
    context.warn(Warning::new(
        WarningCode::FramesDropped,
        "only the first page was kept: this build cannot write zip archives",
    ));
    Ok(first.into_bytes().into())
}
