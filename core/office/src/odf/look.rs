//! A look at a package: its facts by its metadata.

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_format::Facts;

use super::{metadata, package};

/// What the metadata of an OpenDocument tells.
///
/// # Errors
/// As for reading such a document.
pub(crate) fn facts(bytes: &[u8], context: &Context) -> Result<Facts> {
    let (metadata, pages) = metadata::read(&package::meta(bytes, context)?);
    Ok(Facts { pages, metadata, ..Facts::default() })
}
