//! Link resolution: references in a book all lead to ids of the same file.

use std::collections::BTreeMap;
use std::sync::Arc;

use transvase_base::base64;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_markup::html::{Gallery, Host, NodeId, Picture, Sheet, Tree, links};
use transvase_model::flow::{Anchor, LinkTarget};

/// The files of a book.
pub(super) struct Binaries {
    binaries: BTreeMap<String, String>,
    pub gallery: Gallery,
    known: BTreeMap<String, Option<Picture>>,
}

impl Binaries {
    pub fn new(binaries: BTreeMap<String, String>) -> Binaries {
        Binaries { binaries, gallery: Gallery::default(), known: BTreeMap::new() }
    }
}

impl Host for Binaries {
    fn picture(&mut self, reference: &str, context: &Context) -> Result<Option<Picture>> {
        let id = reference.trim().trim_start_matches('#');
        if let Some(known) = self.known.get(id) {
            return Ok(*known);
        }
        let mut picture = None;
        if let Some(bytes) = self.binaries.remove(id).and_then(|text| base64::decoded(text.as_bytes())) {
            context.charge_unpacked(bytes.len())?;
            picture = self.gallery.add(&bytes, context)?;
        }
        if picture.is_none() {
            self.gallery.miss(reference);
        }
        self.known.insert(id.to_owned(), picture);
        Ok(picture)
    }

    fn drawing(&mut self, _: &Tree, _: NodeId, _: &Context) -> Result<Option<Picture>> {
        Ok(None)
    }

    fn sheet(&mut self, _: &str, _: &Context) -> Result<Option<Sheet>> {
        Ok(None)
    }

    fn font(&mut self, _: &str, _: &Context) -> Result<Option<Arc<[u8]>>> {
        Ok(None)
    }

    fn link(&mut self, reference: &str) -> Option<LinkTarget> {
        match reference.trim().strip_prefix('#') {
            Some(id) => Some(LinkTarget::Internal(self.anchor(id))),
            None => links::external(reference.trim()),
        }
    }

    fn anchor(&mut self, id: &str) -> Anchor {
        id.into()
    }
}
