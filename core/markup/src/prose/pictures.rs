//! Image placement: where the pictures of a text go.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::IMAGES;
use transvase_base::context::Context;
use transvase_base::files::NamedFile;
use transvase_model::media::{Media, MediaId, MediaKind, MediaStore};

/// Where the pictures of a text go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Images {
    /// Into an archive, beside the text.
    Zip,
    /// Into the text.
    Embed,
    /// Nowhere.
    None,
}

impl Images {
    /// What the caller chose, or the format's own way.
    pub fn chosen(context: &Context, usual: Images) -> Images {
        match context.options().choice(&IMAGES) {
            Some("zip") => Images::Zip,
            Some("embed") => Images::Embed,
            Some("none") => Images::None,
            _ => usual,
        }
    }
}

/// The pictures that a text refers to.
#[derive(Debug)]
pub struct Pictures {
    images: Images,
    used: BTreeSet<MediaId>,
}

impl Pictures {
    /// None yet.
    pub fn new(images: Images) -> Pictures {
        Pictures { images, used: BTreeSet::new() }
    }

    /// What refers to a picture from the text: its name in the archive or a data URI; `None` where pictures are left
    /// out.
    pub fn reference(&mut self, id: MediaId, store: &MediaStore) -> Option<String> {
        match self.images {
            Images::None => None,
            Images::Embed => Some(data_uri(store.get(id))),
            Images::Zip => {
                self.used.insert(id);
                Some(name(id, store.get(id)))
            }
        }
    }

    /// The files that the text refers to, in the order of the store.
    pub fn files(self, store: &MediaStore) -> Vec<NamedFile> {
        let file = |id: MediaId| {
            let media = store.get(id);
            let packed = !matches!(media.kind, MediaKind::Svg | MediaKind::Bmp | MediaKind::Tiff);
            NamedFile { name: name(id, media), bytes: media.bytes.to_vec(), packed }
        };
        self.used.into_iter().map(file).collect()
    }
}

fn name(id: MediaId, media: &Media) -> String {
    format!("media/image-{}.{}", id.index() + 1, media.kind.extension())
}

/// A picture as a `data:` URI (RFC 2397).
fn data_uri(media: &Media) -> String {
    format!("data:{};base64,{}", media.kind.media_type(), STANDARD.encode(&media.bytes))
}
