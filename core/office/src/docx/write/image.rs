//! Pictures: DrawingML in the line, and the files they show (ECMA-376 part 1, 20.4 and 20.2).

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use super::graphic::{self, Label, share};
use super::namespaces::PIC;
use crate::ooxml::Relationships;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Rect, Size};
#[cfg(not(feature = "drawings"))]
use transvase_codec::held::as_one_of;
use transvase_codec::picture_size::{Extent, extent, pixel_size};
use transvase_container::xml::XmlWriter;
use transvase_container::zip::Archive;
#[cfg(feature = "drawings")]
use transvase_markup::drawings::as_one_of;
use transvase_model::flow::{Edges, InlineImage};
use transvase_model::media::{Media, MediaId, MediaKind, MediaStore};

/// Extensions of the picture files a package may hold, with their media types.
pub(super) const MEDIA_TYPES: [(&str, &str); 5] =
    [("jpeg", "image/jpeg"), ("png", "image/png"), ("gif", "image/gif"), ("bmp", "image/bmp"), ("tiff", "image/tiff")];

/// The pictures the text shows, each file once.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    /// The file of each resource seen so far; `None` where it cannot be shown.
    files: BTreeMap<MediaId, Option<File>>,
    /// Graphics written: each has a number of its own.
    count: usize,
}

/// A picture file of the package.
#[derive(Debug, Clone)]
pub(super) struct File {
    relationship: String,
    /// Name in the package.
    name: String,
    kind: MediaKind,
    bytes: Arc<[u8]>,
    /// Width and height in pixels; 0 where unknown.
    pixels: (u32, u32),
}

impl Pictures {
    /// The file of a resource; `None`, with a warning, where it cannot be shown.
    pub(super) fn file(
        &mut self,
        id: MediaId,
        media: &MediaStore,
        relationships: &mut Relationships,
        context: &Context,
    ) -> Result<Option<File>> {
        if !self.files.contains_key(&id) {
            let name = |kind: MediaKind| format!("media/image{}.{}", self.files.len() + 1, kind.extension());
            let file = displayable(media.get(id), context)?.map(|(kind, bytes, pixels)| File {
                relationship: String::new(),
                name: name(kind),
                kind,
                bytes,
                pixels,
            });
            self.files.insert(id, file);
        }
        // Each part refers to its files by relationships of its own.
        let known = self.files.get(&id).cloned().flatten();
        Ok(known.map(|file| File { relationship: relationships.part("image", &file.name), ..file }))
    }

    /// Writes the drawing of a picture; in the line it is no larger than `room`.
    pub(super) fn draw(&mut self, xml: &mut XmlWriter<impl Write>, image: &InlineImage, file: &File, room: Extent) {
        let room = if image.placement.is_some() { (f32::INFINITY, f32::INFINITY) } else { room };
        let (width, height) = extent(image, file.pixels, room);
        let size = Size { width, height };
        let label = Label { number: self.number(), kind: "Picture", alt: image.alt.as_deref(), size };
        let open = graphic::open(xml, label, image.placement, PIC);
        let rect = Rect { left: 0.0, top: 0.0, right: width, bottom: height };
        picture(xml, file, label, &rect, Cut { crop: image.crop, rotation: image.rotation });
        graphic::close(xml, &open);
    }

    /// A number no other graphic of the document has.
    pub(super) fn number(&mut self) -> usize {
        self.count += 1;
        self.count
    }

    /// Puts the files into the package, in the order of their resources.
    pub(super) fn store(self, archive: &mut Archive, context: &Context) -> Result<()> {
        for file in self.files.into_values().flatten() {
            context.checkpoint()?;
            let name = format!("word/{}", file.name);
            match file.kind {
                // BMP is not compressed, and many TIFF files are not.
                MediaKind::Bmp | MediaKind::Tiff => archive.deflate(&name, &file.bytes)?,
                _ => archive.store(&name, &file.bytes)?,
            }
        }
        Ok(())
    }
}

type Displayable = (MediaKind, Arc<[u8]>, (u32, u32));

/// The resource in an encoding Word shows, or a warning.
fn displayable(media: &Media, context: &Context) -> Result<Option<Displayable>> {
    let shown = as_one_of(media, &SHOWN, context)?;
    Ok(shown.map(|shown| (shown.kind, shown.bytes.clone(), pixel_size(&shown, context))))
}

/// The kinds of pictures that Word shows.
const SHOWN: [MediaKind; 5] = [MediaKind::Jpeg, MediaKind::Png, MediaKind::Gif, MediaKind::Bmp, MediaKind::Tiff];

/// How a picture is cut and turned.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cut {
    /// Shares cut off at each side.
    pub crop: Edges,
    /// Turn in degrees, clockwise.
    pub rotation: f32,
}

/// Writes a picture at its place in the line or in its group.
pub(super) fn picture(xml: &mut XmlWriter<impl Write>, file: &File, label: Label<'_>, rect: &Rect, look: Cut) {
    xml.element("pic:pic", &[], |xml| {
        xml.element("pic:nvPicPr", &[], |xml| {
            label.write(xml, "pic:cNvPr");
            xml.empty("pic:cNvPicPr", &[]);
        });
        xml.element("pic:blipFill", &[], |xml| {
            xml.empty("a:blip", &[("r:embed", &file.relationship)]);
            cut(xml, &look.crop);
            xml.element("a:stretch", &[], |xml| xml.empty("a:fillRect", &[]));
        });
        xml.element("pic:spPr", &[], |xml| {
            graphic::frame(xml, rect, look.rotation, false);
            xml.element("a:prstGeom", &[("prst", "rect")], |xml| xml.empty("a:avLst", &[]));
        });
    });
}

/// The shares of a picture that are cut off (ECMA-376 part 1, 20.1.8.55).
fn cut(xml: &mut XmlWriter<impl Write>, crop: &Edges) {
    let sides = [("l", crop.left), ("t", crop.top), ("r", crop.right), ("b", crop.bottom)];
    let shares = sides.map(|(name, cut)| (name, share(cut.clamp(0.0, 0.999))));
    let attributes: Vec<(&str, &str)> =
        shares.iter().filter(|(_, share)| share != "0").map(|(name, share)| (*name, &**share)).collect();
    if !attributes.is_empty() {
        xml.empty("a:srcRect", &attributes);
    }
}
