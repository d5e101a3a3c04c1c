//! Formats that hold one picture: pages become a file each, an animation its first frame.

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::files::{NamedFile, Written};
use transvase_base::options::MAX_BYTES;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::raster::{Frame, Raster, Sequence};
use transvase_model::rows::Rows;

/// Writes each picture of `raster` by `encode`, which is told what goes with the pixels. Several pages are the files
/// `0001`, `0002` and so on with this extension.
///
/// # Errors
/// What `encode` says, and what ends the making of a frame.
pub fn written(
    raster: Raster,
    extension: &str,
    context: &Context,
    encode: impl Fn(Frame, &Raster, &Context) -> Result<Vec<u8>>,
) -> Result<Written> {
    in_rows(raster, extension, context, |rows, raster, context| encode(rows.gathered(context)?, raster, context))
}

/// As [`written`], where `encode` takes the rows of a picture as they come.
///
/// # Errors
/// As [`written`].
pub fn in_rows(
    mut raster: Raster,
    extension: &str,
    context: &Context,
    encode: impl Fn(Rows<'_>, &Raster, &Context) -> Result<Vec<u8>>,
) -> Result<Written> {
    let first = raster.frames.first_rows(context)?;
    if raster.frames.left() == 0 {
        return Ok(encode(first, &raster, context)?.into());
    }
    if matches!(raster.sequence, Sequence::Animation { .. }) {
        context.warn(Warning::new(WarningCode::FramesDropped, "only the first frame was kept"));
        return Ok(encode(first, &raster, context)?.into());
    }
    several(first, raster, extension, context, encode)
}

/// The limit that the file of a picture is searched for. Several pages have none each: theirs is that of their archive, which
/// cannot be made smaller afterwards.
pub fn limit(raster: &Raster, context: &Context) -> Option<u64> {
    let is_archive = raster.sequence == Sequence::Pages && raster.frames.left() > 1;
    context.options().integer(&MAX_BYTES).filter(|_| !is_archive)
}

/// A picture in a format with loss: as `usual` without a limit, and where the quality was `named` and it fits; otherwise
/// the `finest`, from which the search for the limit starts, which is not to start from a first loss. It is told the limit.
///
/// # Errors
/// What `usual` and `finest` say.
pub fn for_limit(
    is_named: bool,
    limit: Option<u64>,
    usual: impl FnOnce() -> Result<Vec<u8>>,
    finest: impl FnOnce(u64) -> Result<Vec<u8>>,
) -> Result<Vec<u8>> {
    let Some(most) = limit else { return usual() };
    if is_named {
        let bytes = usual()?;
        if bytes.len() as u64 <= most {
            return Ok(bytes);
        }
    }
    finest(most)
}

/// Each page as a file of its own.
fn several<'a>(
    first: Rows<'a>,
    mut raster: Raster<'a>,
    extension: &str,
    context: &Context,
    encode: impl Fn(Rows<'_>, &Raster, &Context) -> Result<Vec<u8>>,
) -> Result<Written> {
    let mut files = Vec::new();
    let mut next = Some(first);
    while let Some(rows) = next {
        context.checkpoint()?;
        let name = format!("{:04}.{extension}", files.len() + 1);
        files.push(NamedFile { name, bytes: encode(rows, &raster, context)?, packed: true });
        next = raster.frames.next_rows(context)?;
    }
    Ok(Written::Files(files))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::still_tests::picture;
    use transvase_base::options::Options;

    #[test]
    fn a_limit_is_one_of_a_file_alone() {
        let mut options = Options::default();
        options.set(&MAX_BYTES, "500").unwrap();
        let context = Context::new(options, transvase_base::context::Limits::default());
        let frame = || picture(transvase_model::raster::PixelFormat::Gray8);
        let (one, two) = (Raster::of(frame()), Raster::pages(vec![frame(), frame()]));
        let first = Raster { sequence: Sequence::Animation { plays: 0 }, ..Raster::pages(vec![frame(), frame()]) };
        assert_eq!([one, first].map(|raster| limit(&raster, &context)), [Some(500); 2]);
        assert_eq!(limit(&two, &context), None);
    }
}
