//! Pictures (`binary` elements): JPEG and PNG as they are, others as one of these.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::table;
use transvase_container::xml::XmlWriter;
use transvase_markup::drawings;
use transvase_model::media::{Media, MediaId, MediaKind, MediaStore};

/// The pictures that the book refers to.
#[derive(Debug, Default)]
pub(super) struct Binaries {
    /// The id of each picture, and what stands for it where it had to be recoded; nothing where it cannot be shown.
    known: BTreeMap<MediaId, Option<(String, Option<Media>)>>,
}

impl Binaries {
    /// The id of a picture; `None` where no reader of books would show it.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(super) fn id(&mut self, id: MediaId, store: &MediaStore, context: &Context) -> Result<Option<String>> {
        if !self.known.contains_key(&id) {
            context.checkpoint()?;
            let found = if id.index() < store.len() { self.find(id, store.get(id), context)? } else { None };
            self.known.insert(id, found);
        }
        Ok(self.known.get(&id).and_then(|known| known.as_ref()).map(|(name, _)| name.clone()))
    }

    fn find(&self, id: MediaId, media: &Media, context: &Context) -> Result<Option<(String, Option<Media>)>> {
        let name = |kind: MediaKind| format!("image-{}.{}", id.index() + 1, kind.extension());
        let shown = drawings::as_one_of(media, &[MediaKind::Jpeg, MediaKind::Png], context)?;
        Ok(shown.map(|shown| (name(shown.kind), (shown.bytes != media.bytes).then_some(shown))))
    }

    /// The elements that hold the pictures.
    ///
    /// # Errors
    /// `Internal` where a write failed.
    pub(super) fn written(&self, store: &MediaStore) -> Result<Vec<u8>> {
        let mut xml = XmlWriter::part(Vec::new());
        for (id, known) in &self.known {
            let Some((name, recoded)) = known else { continue };
            let media = recoded.as_ref().unwrap_or_else(|| store.get(*id));
            let kind = table::kind(&media.bytes).unwrap_or(media.kind);
            let attributes = [("id", name.as_str()), ("content-type", kind.media_type())];
            xml.leaf("binary", &attributes, &STANDARD.encode(&media.bytes));
            xml.raw("\n");
        }
        xml.finish()
    }
}
