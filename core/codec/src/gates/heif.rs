//! HEIC: bytes that are gathered for the pictures of a file. The decoder copies the data of each tile as often as a grid
//! names it, and each extent, however many of them lie over one another.

use crate::isobmff::Meta;
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};

/// How often all bytes of a file may be gathered; in real ones each belongs to one picture.
const MOST_TIMES: u64 = 8;

/// Checks that what is gathered is in proportion to the file.
///
/// # Errors
/// `Malformed` where it is not, or where the list of pictures cannot be read.
pub fn check(bytes: &[u8], context: &Context) -> Result<()> {
    let gathered = Meta::read(bytes, context)?.gathered(context)?;
    if gathered > MOST_TIMES * bytes.len() as u64 {
        return Err(Error::malformed("pictures of the HEIC are made of the same bytes again and again"));
    }
    Ok(())
}
