//! Package files beside the texts: pictures and embedded formulas.

use std::collections::BTreeMap;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Size, pt_from_css_px};
use transvase_codec::held;
use transvase_container::zip::Archive;
use transvase_model::media::{Media, MediaId, MediaKind};

/// The files: each with its name, media type and bytes.
#[derive(Debug, Default)]
pub(super) struct Files {
    pictures: BTreeMap<MediaId, Option<Picture>>,
    /// Embedded formulas: their markup.
    pub formulas: Vec<Vec<u8>>,
}

#[derive(Debug, Clone)]
struct Picture {
    name: String,
    media: Media,
}

/// The kinds of pictures that office programs show in packages of this format.
const SHOWN: [MediaKind; 6] =
    [MediaKind::Jpeg, MediaKind::Png, MediaKind::Gif, MediaKind::Bmp, MediaKind::Tiff, MediaKind::Svg];

impl Files {
    /// The name of the file of a picture, and its size in points; `None`, with a warning, where it cannot be shown.
    pub(super) fn picture(&mut self, id: MediaId, media: &Media, context: &Context) -> Result<Option<(String, Size)>> {
        if !self.pictures.contains_key(&id) {
            let media = held::as_one_of(media, &SHOWN, context)?;
            let name = format!("Pictures/{}.{}", self.pictures.len() + 1, kind_of(media.as_ref()).extension());
            self.pictures.insert(id, media.map(|media| Picture { name, media }));
        }
        let picture = self.pictures.get(&id).and_then(Option::as_ref);
        let side = |pixels: u32| pt_from_css_px(pixels as f32);
        Ok(picture.map(|picture| {
            let size = Size { width: side(picture.media.width_px), height: side(picture.media.height_px) };
            (picture.name.clone(), size)
        }))
    }

    /// Name and media type of every entry.
    pub(super) fn entries(&self) -> Vec<(String, &'static str)> {
        let pictures = self.pictures.values().flatten();
        let mut rows: Vec<_> =
            pictures.map(|picture| (picture.name.clone(), picture.media.kind.media_type())).collect();
        for number in 1..=self.formulas.len() {
            rows.push((format!("Object {number}/"), "application/vnd.oasis.opendocument.formula"));
            rows.push((format!("Object {number}/content.xml"), "text/xml"));
        }
        rows
    }

    /// Puts the files into the package.
    pub(super) fn store(&self, archive: &mut Archive, context: &Context) -> Result<()> {
        for picture in self.pictures.values().flatten() {
            context.checkpoint()?;
            match picture.media.kind {
                MediaKind::Bmp | MediaKind::Tiff | MediaKind::Svg => {
                    archive.deflate(&picture.name, &picture.media.bytes)?;
                }
                _ => archive.store(&picture.name, &picture.media.bytes)?,
            }
        }
        for (number, formula) in (1..).zip(&self.formulas) {
            archive.deflate(&format!("Object {number}/content.xml"), formula)?;
        }
        Ok(())
    }
}

fn kind_of(media: Option<&Media>) -> MediaKind {
    media.map_or(MediaKind::Png, |media| media.kind)
}
