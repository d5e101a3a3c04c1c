//! Relationship targets: pictures, links, and other parts that a part leads to.

use std::rc::Rc;
use std::sync::Arc;

use super::Reading;
use super::fields::external;
use super::sections::all_trees;
use crate::ooxml::Tree;
use transvase_base::context::Limit;
use transvase_base::error::Result;
use transvase_base::warning::WarningCode;
use transvase_codec::table;
use transvase_container::xml::decode;
use transvase_model::flow::LinkTarget;
use transvase_model::media::{Media, MediaId};

#[allow(dead_code, reason = "drawings take what they need")]
impl Reading<'_> {
    /// The picture of a relationship; nothing where it is missing, lies outside, or is of no known kind.
    pub(super) fn picture(&mut self, id: &str) -> Result<Option<MediaId>> {
        let Some(part) = self.part_name(id) else {
            self.lose_as(WarningCode::ImageDropped, "pictures that are linked to other files or missing");
            return Ok(None);
        };
        if let Some(known) = self.pictures.get(&part) {
            return Ok(*known);
        }
        let bytes = self.parts.sound(&part, self.context)?;
        let kind = bytes.as_deref().and_then(table::kind);
        let media = match (bytes, kind) {
            (Some(bytes), Some(kind)) => {
                let (width_px, height_px) = table::size(&bytes, self.context).unwrap_or((0, 0));
                self.context.check(Limit::image_pixels, u64::from(width_px) * u64::from(height_px))?;
                Some(self.media.add(Media { bytes: Arc::from(bytes), kind, width_px, height_px }))
            }
            (Some(_), None) => {
                self.lose_as(WarningCode::ImageDropped, "pictures of a format that is not supported");
                None
            }
            (None, _) => {
                self.lose_as(WarningCode::ImageDropped, "pictures that are not in the file");
                None
            }
        };
        self.pictures.insert(part, media);
        Ok(media)
    }

    /// The name of the part that a relationship leads to.
    pub(super) fn part_name(&self, id: &str) -> Option<String> {
        self.relations.get(id).filter(|related| !related.external).map(|related| related.target.clone())
    }

    /// The bytes of the part that a relationship leads to.
    pub(super) fn target(&mut self, id: &str) -> Result<Option<Rc<[u8]>>> {
        let Some(part) = self.part_name(id) else { return Ok(None) };
        Ok(self.parts.sound(&part, self.context)?.map(Rc::from))
    }

    /// The first element of the part that a relationship leads to.
    pub(super) fn related(&mut self, id: &str) -> Result<Option<Tree>> {
        let Some(bytes) = self.target(id)? else { return Ok(None) };
        let text = decode(&bytes).into_owned();
        Ok(all_trees(&text, &[], self.context)?.into_iter().next())
    }

    /// Where the link of a relationship leads.
    pub(super) fn link(&self, id: &str) -> Option<LinkTarget> {
        let related = self.relations.get(id)?;
        if related.external { external(&related.target) } else { None }
    }

    /// Where a `w:hyperlink` leads.
    pub(super) fn target_of(&self, tree: &Tree) -> Option<LinkTarget> {
        let place = tree.attribute("w:anchor").filter(|place| !place.is_empty());
        match (tree.attribute("r:id").and_then(|id| self.link(id)), place) {
            (Some(LinkTarget::External(address)), Some(place)) if !address.contains('#') => {
                external(&format!("{address}#{place}"))
            }
            (Some(target), _) => Some(target),
            (None, place) => place.map(|place| LinkTarget::Internal(place.into())),
        }
    }
}
