//! Images disabled: in a copy of the file their `/Width` has another name, so that the renderer takes them for no
//! images.

use std::ops::Range;

use hayro::hayro_syntax::Pdf;
use memchr::memmem;

use super::super::read::open;
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};

/// The document without the images whose dictionaries lie at these places. No offset changes.
///
/// # Errors
/// As the opening of a file.
pub(super) fn without(pdf: &Pdf, images: &[Range<usize>], context: &Context) -> Result<Pdf> {
    let mut bytes = pdf.data().as_ref().to_vec();
    for place in images {
        let dict = bytes.get_mut(place.clone()).unwrap_or_default();
        let key = memmem::find(dict, b"/Width");
        let key = key.ok_or_else(|| Error::malformed("an image that is too large cannot be removed from the page"))?;
        dict[key + 1] = b'-';
    }
    open::open(&bytes, context)
}

/// Where a dictionary lies in the file; `None` where it is not part of it.
pub(super) fn place(pdf: &[u8], dict: &[u8]) -> Option<Range<usize>> {
    let start = (dict.as_ptr() as usize).checked_sub(pdf.as_ptr() as usize)?;
    (start + dict.len() <= pdf.len()).then_some(start..start + dict.len())
}
