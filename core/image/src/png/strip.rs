//! PNG without what it says of its picture: chunks go, those of the pixels stay as they are.

use png::Decoder;

use super::read::MOST_BEFORE_PIXELS;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::png::chunks::{self, chunks};
use transvase_codec::strip::{self, Strip};

/// Chunks that say what pixels there are and how they look (PNG 3rd edition, 11.2 and 11.3); some under the names they had
/// before they were standardised.
const OF_PIXELS: [&[u8; 4]; 20] = [
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sRGB", b"sBIT", b"cICP", b"mDCV",
    b"mDCv", b"cLLI", b"cLLi", b"bKGD", b"hIST", b"acTL", b"fcTL", b"fdAT",
];

/// The file with no other chunks, but for the density and the orientation.
pub(super) fn stripped(bytes: &[u8], strip: Strip, context: &Context) -> Result<Option<Vec<u8>>> {
    if strip.recolors(profile(bytes).as_deref()) {
        return Ok(None);
    }
    context.room(bytes.len())?;
    let mut out = chunks::SIGNATURE.to_vec();
    for (kind, data) in chunks(bytes) {
        context.checkpoint()?;
        let Ok(kind) = <[u8; 4]>::try_from(kind) else { continue };
        match &kind {
            b"eXIf" => strip::needed_exif(data).into_iter().for_each(|block| chunks::put(kind, &block, &mut out)),
            b"iCCP" | b"pHYs" if strip == Strip::All => {}
            kept if kept == b"pHYs" || OF_PIXELS.contains(&kept) => chunks::put(kind, data, &mut out),
            _ => {}
        }
        if &kind == b"IEND" {
            break;
        }
    }
    Ok(Some(out))
}

/// The colour profile, where it can be read.
fn profile(bytes: &[u8]) -> Option<Vec<u8>> {
    let limits = png::Limits { bytes: MOST_BEFORE_PIXELS };
    let reader = Decoder::new_with_limits(std::io::Cursor::new(bytes), limits).read_info().ok()?;
    reader.info().icc_profile.as_deref().map(<[u8]>::to_vec)
}
