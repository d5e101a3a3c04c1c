//! TIFF without what it says of its pictures: fields go, and nothing else moves.

use super::directory;
use super::layout::ICC;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::exif;
use transvase_codec::strip::Strip;
use transvase_container::directories::Directories;

/// Directories of further versions of a page (TIFF technical note 1).
const WITHIN: u16 = 330;

/// Fields that tell of the picture and not of its pixels, among those that are told elsewhere when a page is read: the
/// printer it is for, XMP, IPTC, Photoshop's resources.
const TOLD: [u16; 4] = [337, 700, 33_723, 34_377];

/// Fields about pixels that programs have added: those of SGI, the pattern of a sensor, the light of LogLuv.
const ADDED: [u16; 7] = [32_995, 32_996, 32_997, 32_998, 33_421, 33_422, 37_439];

/// How many dots there are to a length, across and down, and the unit of that.
const DENSITY: [u16; 3] = [282, 283, 296];

/// Directories that are followed.
const MOST: usize = 100_000;

/// The file with no other fields than those of the pixels. What they held is zeros. `None` where a directory cannot be
/// followed.
pub(super) fn stripped(bytes: &[u8], strip: Strip, context: &Context) -> Result<Option<Vec<u8>>> {
    for page in directory::pages(bytes, context)? {
        let profile = Some(page.bytes(bytes, ICC)).filter(|profile| !profile.is_empty());
        if strip.recolors(profile) {
            return Ok(None);
        }
    }
    context.room(bytes.len())?;
    let mut file = bytes.to_vec();
    Ok(clear(&mut file, strip, context)?.map(|()| file))
}

fn is_kept(tag: u16, strip: Strip) -> bool {
    let is_dropped = TOLD.contains(&tag) || strip == Strip::All && DENSITY.contains(&tag);
    let is_profile = tag == ICC && strip == Strip::Private;
    !is_dropped && (exif::is_about_pixels(tag) && tag != ICC || is_profile || ADDED.contains(&tag))
}

/// Takes the fields from each directory.
fn clear(file: &mut [u8], strip: Strip, context: &Context) -> Result<Option<()>> {
    let Some(mut directories) = Directories::open(file) else { return Ok(None) };
    let mut ahead: Vec<usize> = directories.first().into_iter().collect();
    let mut seen = std::collections::BTreeSet::new();
    while let Some(at) = ahead.pop() {
        context.checkpoint()?;
        if !seen.insert(at) {
            continue;
        }
        if seen.len() > MOST || directories.retain(at, &|tag| is_kept(tag, strip)).is_none() {
            return Ok(None);
        }
        ahead.extend(directories.numbers(at, WITHIN));
        ahead.extend(directories.next(at));
    }
    Ok(Some(()))
}
