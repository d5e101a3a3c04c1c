//! Shared resources of pages: fonts, colour spaces and images. Each thread that reads pages has its own, which loads
//! what it needs once; only decoded images are shared by all.

use std::collections::BTreeMap;
use std::rc::Rc;

use hayro_syntax::object::{Dict, Name, Object};
use hayro_syntax::page::Resources;

use super::color::ColorSpace;
use super::font::{FontSet, KnownFont, LoadedFont};
use super::image::{ImageSet, SharedImages};
use super::optional::OptionalContent;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::media::MediaStore;

/// A resource by the address of the dictionary that lists it, which does not move while the document
/// is open, and its name there.
type Key = (usize, Vec<u8>);

/// What marked content says by the name of a property list.
#[derive(Clone)]
pub(super) struct PropertyList<'a> {
    /// The list; `None` where there is none of that name.
    pub dict: Option<Dict<'a>>,
    /// Whether, taken for a layer, it is hidden.
    pub hidden: bool,
}

/// The shared parts of an open document, as one thread knows them.
pub(super) struct Assets<'a> {
    /// Fonts.
    pub fonts: FontSet<'a>,
    /// Images.
    pub images: ImageSet<'a>,
    named_fonts: BTreeMap<Key, Option<Rc<LoadedFont<'a>>>>,
    spaces: BTreeMap<Key, Option<Rc<ColorSpace>>>,
    property_lists: BTreeMap<Key, PropertyList<'a>>,
    context: &'a Context,
}

impl<'a> Assets<'a> {
    /// Nothing loaded yet.
    pub fn new(images: &'a SharedImages, context: &'a Context) -> Self {
        Assets {
            fonts: FontSet::new(context),
            images: ImageSet::new(images),
            named_fonts: BTreeMap::new(),
            spaces: BTreeMap::new(),
            property_lists: BTreeMap::new(),
            context,
        }
    }

    /// The font `name` of `resources`.
    ///
    /// # Errors
    /// A limit on unpacked bytes.
    pub fn font(&mut self, name: &Name<'_>, resources: &Resources<'a>) -> Result<Option<Rc<LoadedFont<'a>>>> {
        let key = (resources.fonts.data().as_ptr() as usize, name.as_ref().to_vec());
        if let Some(font) = self.named_fonts.get(&key) {
            return Ok(font.clone());
        }
        let font = resources.get_font(name).map(|dict| self.fonts.load(&dict)).transpose()?;
        self.named_fonts.insert(key, font.clone());
        Ok(font)
    }

    /// The colour space `name`, of the standard or of `resources`.
    ///
    /// # Errors
    /// A limit on unpacked bytes.
    pub fn space(&mut self, name: &Name<'_>, resources: &Resources<'a>) -> Result<Option<Rc<ColorSpace>>> {
        let key = (resources.color_spaces.data().as_ptr() as usize, name.as_ref().to_vec());
        if let Some(space) = self.spaces.get(&key) {
            return Ok(space.clone());
        }
        let object = Object::Name(Name::new_unescaped(&key.1));
        let space = ColorSpace::load(&object, &resources.color_spaces, self.context)?.map(Rc::new);
        self.spaces.insert(key, space.clone());
        Ok(space)
    }

    /// The property list `name` of `resources`.
    pub fn property_list(
        &mut self,
        name: &Name<'_>,
        resources: &Resources<'a>,
        layers: &OptionalContent,
    ) -> PropertyList<'a> {
        let key = (resources.properties.data().as_ptr() as usize, name.as_ref().to_vec());
        let read = |(_, name): &Key| PropertyList {
            dict: resources.properties.get(name),
            hidden: layers.hides(&resources.properties, name),
        };
        self.property_lists.entry(key).or_insert_with_key(read).clone()
    }

    /// The model's fonts and images.
    pub fn into_model(self) -> (Vec<KnownFont>, MediaStore) {
        (self.fonts.into_fonts(), self.images.into_store())
    }
}
