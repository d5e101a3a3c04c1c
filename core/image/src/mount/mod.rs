//! Images to pages: every frame on a page of its own.
//!
//! A JPEG, or a PNG without opacity, goes on as it is, and is turned by its place on the page, and so does a drawing;
//! everything else becomes PNG without loss, or a JPEG where it has been packed with loss before.

use crate::sheet::{self, Sheet};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_codec::png::chunks::chunks;
use transvase_codec::png::stored::Stored;
use transvase_codec::{exif, held, jpeg_head};
use transvase_format::Transform;
use transvase_model::media::{Media, MediaKind};
use transvase_model::pages::Pages;
use transvase_model::raster::{Raster, Remark, Sequence};
use transvase_model::{Hub, Model, loss};

/// Mounts pictures on pages.
pub static MOUNT: Transform = Transform {
    name: "mount",
    from: Hub::Raster,
    to: Hub::Pages,
    cost: loss::NOTHING,
    options: sheet::OPTIONS,
    run: |raster, context| mount(raster.try_into()?, context).map(Model::from),
};

fn mount(mut raster: Raster, context: &Context) -> Result<Pages> {
    let mut pages = Pages::default();
    describe(&mut pages, &raster.remarks);
    if let Some(sheet) = untouched(&raster) {
        sheet::add(&mut pages, sheet, context)?;
        return Ok(pages);
    }
    warn_of_metadata(&raster, context);
    if let Some(sheet) = whole_png(&raster, context)? {
        sheet::add(&mut pages, sheet, context)?;
        return Ok(pages);
    }
    let is_animation = raster.plays().is_some();
    let was_lossy = raster.original.as_ref().is_some_and(held::was_lossy);
    if is_animation {
        context.warn(Warning::new(WarningCode::FramesDropped, "only the first frame was kept"));
    }
    while let Some(frame) = raster.frames.next(context)? {
        let media = held::packed(frame, raster.icc.as_deref(), was_lossy, context)?;
        sheet::add(&mut pages, Sheet { media, dpi: raster.dpi, orientation: 1 }, context)?;
        if is_animation {
            break;
        }
    }
    Ok(pages)
}

/// The file that the picture came from, where pages can hold it as it is.
fn untouched(raster: &Raster) -> Option<Sheet> {
    let media = raster.original.as_ref()?;
    match media.kind {
        MediaKind::Jpeg if jpeg_head::is_common(&media.bytes) => {
            let (width_px, height_px) = jpeg_head::size(&media.bytes)?;
            let orientation = jpeg_head::exif(&media.bytes).map_or(1, exif::orientation);
            Some(Sheet { media: Media { width_px, height_px, ..media.clone() }, dpi: raster.dpi, orientation })
        }
        MediaKind::Svg => Some(Sheet { media: media.clone(), dpi: raster.dpi, orientation: 1 }),
        _ => None,
    }
}

/// The PNG that the picture came from, where its samples are sound and opaque: what is not is read and told of.
fn whole_png(raster: &Raster, context: &Context) -> Result<Option<Sheet>> {
    let Some(media) = raster.original.as_ref().filter(|media| media.kind == MediaKind::Png) else { return Ok(None) };
    let is_still = raster.frames.left() == 1 && matches!(raster.sequence, Sequence::Pages);
    let Some(Stored { width, height, .. }) = Stored::of_file(&media.bytes, context)?.filter(|_| is_still) else {
        return Ok(None);
    };
    let block = chunks(&media.bytes).find(|(kind, _)| *kind == b"eXIf");
    let orientation = block.map_or(1, |(_, block)| exif::orientation(block));
    let media = Media { width_px: width, height_px: height, ..media.clone() };
    Ok(Some(Sheet { media, dpi: raster.dpi, orientation }))
}

/// What the remarks say of the picture as what a document says of itself.
fn describe(pages: &mut Pages, remarks: &[Remark]) {
    for Remark { keyword, text } in remarks {
        let text = text.trim().to_owned();
        match keyword.as_str() {
            _ if text.is_empty() => {}
            "Title" => pages.metadata.title = Some(text),
            "Author" => pages.metadata.authors.push(text),
            "Description" => pages.metadata.subject = Some(text),
            _ => {}
        }
    }
}

fn warn_of_metadata(raster: &Raster, context: &Context) {
    if raster.exif.is_some() || raster.xmp.is_some() || raster.resources.is_some() {
        let message = "left out: the metadata of the picture (Exif, XMP, IPTC)";
        context.warn(Warning::new(WarningCode::MetadataDropped, message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::raster::{Frame, PixelFormat};

    fn frame(width_px: u32) -> Frame {
        let samples = vec![9; width_px as usize * 2];
        Frame { width_px, height_px: 2, format: PixelFormat::Gray8, samples, delay_ms: 0 }
    }

    #[test]
    fn every_page_becomes_one() {
        let raster = Raster { dpi: Some((72.0, 72.0)), ..Raster::pages(vec![frame(10), frame(20)]) };
        let pages = mount(raster, &Context::default()).unwrap();
        let widths: Vec<f32> = pages.pages.iter().map(|page| page.size.width).collect();
        assert_eq!(widths, [10.0, 20.0]);
        assert_eq!(pages.media.len(), 2);
    }

    #[test]
    fn a_drawing_goes_on_as_it_is() {
        let media = Media { bytes: [1].into(), kind: MediaKind::Svg, width_px: 96, height_px: 48 };
        let raster = Raster { original: Some(media.clone()), ..Raster::of(frame(96)) };
        let pages = mount(raster, &Context::default()).unwrap();
        assert_eq!(pages.pages[0].size.width, 72.0);
        assert_eq!(pages.media.iter().next().unwrap().1.bytes, media.bytes);
    }

    #[test]
    fn an_animation_is_one_page() {
        let context = Context::default();
        let sequence = Sequence::Animation { plays: 0 };
        let raster = Raster { sequence, ..Raster::pages(vec![frame(10), frame(20)]) };
        assert_eq!(mount(raster, &context).unwrap().pages.len(), 1);
        assert_eq!(context.take_warnings()[0].code, WarningCode::FramesDropped);
    }
}
