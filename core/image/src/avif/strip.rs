//! AVIF without what it says of its picture: items go, the coded picture stays as it is, byte for byte.

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::isobmff::{self, Meta, Property};
use transvase_codec::strip::Strip;

/// The file without Exif and XMP. The orientation is a property of the picture, and stays.
pub(super) fn stripped(bytes: &[u8], strip: Strip, context: &Context) -> Result<Option<Vec<u8>>> {
    let meta = Meta::read(bytes, context)?;
    let profile = meta.properties(meta.primary()?).find_map(|property| match property {
        Property::Profile(profile) => Some(&profile[..]),
        _ => None,
    });
    if strip.recolors(profile) {
        return Ok(None);
    }
    isobmff::silenced(bytes, strip == Strip::All, context).map(Some)
}
