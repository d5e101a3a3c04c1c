//! Images to flowing text: a document that is a picture, or one picture after another on pages of their own.

use std::sync::Arc;

use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_codec::{exif, held, jpeg_head};
use transvase_format::Transform;
use transvase_model::flow::{Block, Flow, Inline, InlineImage, Paragraph, Section};
use transvase_model::media::{Media, MediaKind};
use transvase_model::raster::{Raster, Remark};
use transvase_model::{Hub, Model, loss};

/// Puts pictures into a document.
pub static ILLUSTRATE: Transform = Transform {
    name: "illustrate",
    from: Hub::Raster,
    to: Hub::Flow,
    cost: loss::LOOKS,
    options: &[],
    run: |raster, context| illustrate(raster.try_into()?, context).map(Model::from),
};

fn illustrate(mut raster: Raster, context: &Context) -> Result<Flow> {
    let mut flow = Flow::default();
    let alt = described(&mut flow, &raster.remarks);
    if let Some((media, rotation)) = untouched(&raster) {
        let media = flow.media.add(media);
        flow.sections.push(section(InlineImage { alt, rotation, ..InlineImage::new(media) }));
        return Ok(flow);
    }
    let is_animation = raster.plays().is_some();
    let was_lossy = raster.original.as_ref().is_some_and(held::was_lossy);
    if is_animation {
        context.warn(Warning::new(WarningCode::FramesDropped, "only the first frame was kept"));
    }
    while let Some(frame) = raster.frames.next(context)? {
        context.charge(Limit::pages, 1)?;
        let media = flow.media.add(held::packed(frame, raster.icc.as_deref(), was_lossy, context)?);
        flow.sections.push(section(InlineImage { alt: alt.clone(), ..InlineImage::new(media) }));
        if is_animation {
            break;
        }
    }
    Ok(flow)
}

/// A page with an image alone.
fn section(image: InlineImage) -> Section {
    let paragraph = Paragraph { content: vec![Inline::Image(image)], ..Paragraph::default() };
    Section { new_page: true, blocks: vec![Block::Paragraph(paragraph)], ..Section::default() }
}

/// The file that the picture came from, where documents can hold it as it is, and its turn in degrees.
fn untouched(raster: &Raster) -> Option<(Media, f32)> {
    let media = raster.original.as_ref()?;
    match media.kind {
        MediaKind::Jpeg if jpeg_head::is_common(&media.bytes) => upright(media),
        MediaKind::Gif => Some((media.clone(), 0.0)),
        _ => None,
    }
}

/// A JPEG without its Exif orientation, and the rotation that this asked for; `None` where it is mirrored.
fn upright(media: &Media) -> Option<(Media, f32)> {
    let (width_px, height_px) = jpeg_head::size(&media.bytes)?;
    let orientation = jpeg_head::exif(&media.bytes).map_or(1, exif::orientation);
    let rotation = match orientation {
        1 => 0.0,
        3 => 180.0,
        6 => 90.0,
        8 => 270.0,
        _ => return None,
    };
    let mut bytes = Arc::clone(&media.bytes);
    if orientation > 1 {
        jpeg_head::set_upright(Arc::make_mut(&mut bytes));
    }
    Some((Media { bytes, width_px, height_px, ..media.clone() }, rotation))
}

/// What the remarks say of the picture as what the document says of itself; and the words for those who do not see it.
fn described(flow: &mut Flow, remarks: &[Remark]) -> Option<String> {
    let said = |keyword: &str| {
        let remark = remarks.iter().find(|remark| remark.keyword == keyword);
        remark.map(|remark| remark.text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    flow.metadata.title = said("Title");
    flow.metadata.authors.extend(said("Author"));
    said("Description")
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::raster::{Frame, PixelFormat};

    #[test]
    fn every_page_is_a_section() {
        let frame = Frame { width_px: 1, height_px: 1, format: PixelFormat::Gray8, samples: vec![7], delay_ms: 0 };
        let other = Frame { samples: vec![8], ..frame.clone() };
        let remarks = vec![Remark { keyword: "Title".into(), text: "A bear".into() }];
        let raster = Raster { remarks, ..Raster::pages(vec![frame, other]) };
        let flow = illustrate(raster, &Context::default()).unwrap();
        assert_eq!((flow.sections.len(), flow.media.len()), (2, 2));
        assert_eq!(flow.metadata.title.as_deref(), Some("A bear"));
    }

    #[test]
    fn a_turned_photo_says_it_once() {
        let bytes = [
            b"\xFF\xD8\xFF\xE1\0\x22Exif\0\0".to_vec(),
            exif::only_orientation(6),
            b"\xFF\xC0\0\x0B\x08\0\x02\0\x03\x01\0\0\0\xFF\xDA".to_vec(),
        ];
        let media = Media { bytes: bytes.concat().into(), kind: MediaKind::Jpeg, width_px: 0, height_px: 0 };
        let (media, rotation) = upright(&media).unwrap();
        assert_eq!((rotation, media.width_px, media.height_px), (90.0, 3, 2));
        assert_eq!(jpeg_head::exif(&media.bytes).map(exif::orientation), Some(1));
    }
}
