//! Images and other resources a document carries, each stored once.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The encoding of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MediaKind {
    /// JPEG (ITU-T T.81).
    Jpeg,
    /// PNG.
    Png,
    /// GIF.
    Gif,
    /// BMP.
    Bmp,
    /// WebP.
    Webp,
    /// TIFF.
    Tiff,
    /// SVG.
    Svg,
    /// AVIF.
    Avif,
    /// HEIC and HEIF.
    Heic,
    /// JPEG XL.
    Jxl,
    /// JPEG 2000.
    Jp2,
    /// PSD, of Photoshop.
    Psd,
    /// DDS.
    Dds,
    /// OpenEXR.
    Exr,
    /// HDR, of Radiance.
    Hdr,
    /// ICO and CUR.
    Ico,
    /// TGA.
    Tga,
    /// PNM.
    Pnm,
    /// QOI.
    Qoi,
    /// farbfeld.
    Farbfeld,
}

impl MediaKind {
    /// Media type.
    pub fn media_type(self) -> &'static str {
        self.names().0
    }

    /// File extension, without the dot.
    pub fn extension(self) -> &'static str {
        self.names().1
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        self.names().2
    }

    /// Media type, extension and name.
    fn names(self) -> (&'static str, &'static str, &'static str) {
        match self {
            MediaKind::Jpeg => ("image/jpeg", "jpeg", "JPEG"),
            MediaKind::Png => ("image/png", "png", "PNG"),
            MediaKind::Gif => ("image/gif", "gif", "GIF"),
            MediaKind::Bmp => ("image/bmp", "bmp", "BMP"),
            MediaKind::Webp => ("image/webp", "webp", "WebP"),
            MediaKind::Tiff => ("image/tiff", "tiff", "TIFF"),
            MediaKind::Svg => ("image/svg+xml", "svg", "SVG"),
            MediaKind::Avif => ("image/avif", "avif", "AVIF"),
            MediaKind::Heic => ("image/heic", "heic", "HEIC"),
            MediaKind::Jxl => ("image/jxl", "jxl", "JPEG XL"),
            MediaKind::Jp2 => ("image/jp2", "jp2", "JPEG 2000"),
            MediaKind::Psd => ("image/vnd.adobe.photoshop", "psd", "Photoshop"),
            MediaKind::Dds => ("image/vnd.ms-dds", "dds", "DDS"),
            MediaKind::Exr => ("image/x-exr", "exr", "OpenEXR"),
            MediaKind::Hdr => ("image/vnd.radiance", "hdr", "Radiance HDR"),
            MediaKind::Ico => ("image/vnd.microsoft.icon", "ico", "ICO"),
            MediaKind::Tga => ("image/x-tga", "tga", "TGA"),
            MediaKind::Pnm => ("image/x-portable-anymap", "pnm", "PNM"),
            MediaKind::Qoi => ("image/qoi", "qoi", "QOI"),
            MediaKind::Farbfeld => ("image/x-farbfeld", "ff", "farbfeld"),
        }
    }
}

/// One resource: its bytes as the source has them, or as a reader re-encoded them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Media {
    /// The encoded bytes.
    pub bytes: Arc<[u8]>,
    /// Their encoding.
    pub kind: MediaKind,
    /// Width in pixels; 0 where unknown.
    pub width_px: u32,
    /// Height in pixels; 0 where unknown.
    pub height_px: u32,
}

/// Bytes of a PNG within which the opacities of its palette begin: its header, and up to 256 colours.
const PALETTE: usize = 1024;

impl Media {
    /// Whether an image lets nothing through: a JPEG, or a PNG whose colour type (PNG, 11.2.2) has no alpha, and whose
    /// palette has none.
    pub fn is_opaque(&self) -> bool {
        match self.kind {
            MediaKind::Jpeg => true,
            MediaKind::Png => match self.bytes.get(25) {
                Some(0 | 2) => true,
                Some(3) => !self.bytes.windows(4).take(PALETTE).any(|name| name == b"tRNS"),
                _ => false,
            },
            _ => false,
        }
    }
}

/// Names a resource of one [`MediaStore`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MediaId(u32);

impl MediaId {
    /// Position in the store, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The resources of a document; the same bytes are stored once.
#[derive(Debug, Clone, Default)]
pub struct MediaStore {
    items: Vec<Media>,
    by_hash: BTreeMap<u64, Vec<MediaId>>,
}

impl MediaStore {
    /// Stores a resource, or finds the one with the same bytes.
    pub fn add(&mut self, media: Media) -> MediaId {
        let mut hasher = DefaultHasher::new();
        media.bytes.hash(&mut hasher);
        let same_hash = self.by_hash.entry(hasher.finish()).or_default();
        if let Some(id) = same_hash.iter().find(|id| self.items[id.index()].bytes == media.bytes) {
            return *id;
        }
        let id = MediaId(self.items.len() as u32);
        same_hash.push(id);
        self.items.push(media);
        id
    }

    /// Puts another encoding of a resource in its place.
    pub fn replace(&mut self, id: MediaId, media: Media) {
        if let Some(item) = self.items.get_mut(id.index()) {
            *item = media;
        }
    }

    /// The resource; ids come from [`MediaStore::add`] of the same store.
    pub fn get(&self, id: MediaId) -> &Media {
        &self.items[id.index()]
    }

    /// The resources in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (MediaId, &Media)> + Clone {
        self.items.iter().enumerate().map(|(index, media)| (MediaId(index as u32), media))
    }

    /// Number of resources.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_bytes_are_stored_once() {
        let media = |byte| Media { bytes: Arc::from([byte; 8]), kind: MediaKind::Png, width_px: 1, height_px: 1 };
        let mut store = MediaStore::default();
        let (first, second, again) = (store.add(media(1)), store.add(media(2)), store.add(media(1)));
        assert_eq!((first, store.len()), (again, 2));
        assert_ne!(first, second);
    }
}
