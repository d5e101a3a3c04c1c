//! A look at a package: its format by the name of its main part, and its facts by its properties.

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_container::zip;
use transvase_format::{Confidence, Facts};

use super::{is_encrypted, packed, properties};

/// How sure the name of a main part makes that a file is a package of its format; one that has been cut off after it is
/// told as cut off, not as another format.
pub(crate) fn sniff(bytes: &[u8], main_parts: &[&[u8]]) -> Confidence {
    if zip::is_cut_after(bytes, main_parts) {
        return Confidence::Likely;
    }
    Confidence::certain_if(zip::entry_names(bytes).any(|name| main_parts.contains(&name)))
}

/// What the properties of an Office Open XML package tell.
///
/// # Errors
/// As for reading such a package.
pub(crate) fn facts(bytes: &[u8], context: &Context) -> Result<Facts> {
    if is_encrypted(bytes) {
        return Ok(Facts { encrypted: true, ..Facts::default() });
    }
    let said = properties(&packed(bytes, context)?, context)?;
    Ok(Facts { pages: said.pages, metadata: said.metadata, ..Facts::default() })
}
