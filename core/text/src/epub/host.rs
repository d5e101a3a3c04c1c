//! Link and resource resolution: what references in the text of a book mean.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::uri::has_scheme;
use transvase_codec::table;
use transvase_markup::html::{Gallery, Host, NodeId, Picture, Sheet, Tree, charset, data_uri, gallery, links};
use transvase_model::flow::{Anchor, LinkTarget};
use transvase_model::media::MediaKind;

use super::files::Files;
use super::package::Item;

/// Pictures in pictures: a drawing may wrap an image, which may be a drawing again.
const MAX_DRAWING_DEPTH: u32 = 3;

/// The book as the text sees it.
pub(super) struct BookHost<'b> {
    pub files: Files<'b>,
    pub gallery: Gallery,
    pictures: BTreeMap<String, Option<Picture>>,
    sheets: BTreeMap<String, Option<Sheet>>,
    fonts: BTreeMap<String, Option<Arc<[u8]>>>,
    /// Numbers of the parts of the text, by the names of their files.
    parts: BTreeMap<String, usize>,
    /// The part being read: its file, and its number.
    path: String,
    part: usize,
    remote: usize,
    first_remote: Option<String>,
}

impl<'b> BookHost<'b> {
    pub fn new(files: Files<'b>, spine: &[Item]) -> BookHost<'b> {
        BookHost {
            files,
            gallery: Gallery::default(),
            pictures: BTreeMap::new(),
            sheets: BTreeMap::new(),
            fonts: BTreeMap::new(),
            parts: spine.iter().enumerate().map(|(index, item)| (item.path.clone(), index)).collect(),
            path: String::new(),
            part: 0,
            remote: 0,
            first_remote: None,
        }
    }

    /// Begins a part.
    pub fn begin(&mut self, part: usize, path: &str) {
        (self.part, self.path) = (part, path.to_owned());
    }

    /// The place a reference in the file `base` leads to, where it is one in the text.
    pub fn place(&mut self, base: &str, reference: &str) -> Option<Anchor> {
        let address = self.files.find(base, reference)?;
        let part = self.parts.get(&address.path)?;
        Some(anchor(*part, address.fragment.as_deref().unwrap_or_default()))
    }

    /// The picture in a file of the archive.
    ///
    /// # Errors
    /// Limits.
    pub fn picture_file(&mut self, path: &str, depth: u32, context: &Context) -> Result<Option<Picture>> {
        if let Some(known) = self.pictures.get(path) {
            return Ok(*known);
        }
        let picture = match self.files.read(path, context)? {
            Some(bytes) if table::kind(&bytes) == Some(MediaKind::Svg) => {
                self.drawing_file(path, &bytes, depth, context)?
            }
            Some(bytes) => self.gallery.add(&bytes, context)?,
            None => None,
        };
        if picture.is_none() {
            self.gallery.miss(path);
        }
        self.pictures.insert(path.to_owned(), picture);
        Ok(picture)
    }

    /// A file of SVG as a picture. One that only wraps an image is that image.
    fn drawing_file(&mut self, path: &str, bytes: &[u8], depth: u32, context: &Context) -> Result<Option<Picture>> {
        let tree = gallery::svg_tree(bytes, context)?;
        if let Some(reference) = gallery::wrapped_image(&tree)
            && let Some(found) = self.files.find(path, reference).filter(|found| found.path != path)
            && depth > 0
        {
            return self.picture_file(&found.path, depth - 1, context);
        }
        tree.first("svg").map_or(Ok(None), |svg| self.gallery.drawing(&tree, svg, context))
    }

    fn find(&mut self, reference: &str) -> Option<String> {
        let path = self.path.clone();
        let found = self.files.find(&path, reference);
        if found.is_none() && links::external(reference).is_some() {
            self.remote += 1;
            self.first_remote.get_or_insert_with(|| reference.chars().take(80).collect());
        }
        found.map(|address| address.path)
    }

    /// Warns of what is missing.
    pub fn warn_of_losses(&self, context: &Context) {
        self.gallery.warn_of_losses(context);
        self.files.warn_of_repairs(context);
        links::warn_of_remote(self.remote, self.first_remote.as_deref(), context);
    }
}

/// The name of a place in a part; its beginning has an empty id.
pub(super) fn anchor(part: usize, id: &str) -> Anchor {
    format!("{part}#{id}").into()
}

impl Host for BookHost<'_> {
    fn picture(&mut self, reference: &str, context: &Context) -> Result<Option<Picture>> {
        if let Some(bytes) = data_uri(reference) {
            context.charge_unpacked(bytes.len())?;
            return self.gallery.add(&bytes, context);
        }
        match self.find(reference) {
            Some(path) => self.picture_file(&path, MAX_DRAWING_DEPTH, context),
            None => {
                self.gallery.miss(reference);
                Ok(None)
            }
        }
    }

    fn drawing(&mut self, tree: &Tree, svg: NodeId, context: &Context) -> Result<Option<Picture>> {
        self.gallery.drawing(tree, svg, context)
    }

    fn svg(&mut self, reference: &str, context: &Context) -> Result<Option<Tree>> {
        let path = self.files.find(&self.path, reference).map(|address| address.path);
        let Some(path) = path.filter(|path| path.to_ascii_lowercase().ends_with(".svg")) else { return Ok(None) };
        let file = self.files.read(&path, context)?;
        file.map(|file| gallery::svg_tree(&file, context)).transpose()
    }

    fn sheet(&mut self, reference: &str, context: &Context) -> Result<Option<Sheet>> {
        let Some(path) = self.find(reference) else { return Ok(None) };
        if let Some(known) = self.sheets.get(&path) {
            return Ok(known.clone());
        }
        let bytes = self.files.read(&path, context)?;
        let base: Option<Rc<str>> = Some(Rc::from(path.as_str()));
        let sheet = bytes.map(|bytes| Sheet { text: Rc::from(charset::decode(&bytes)), base });
        self.sheets.insert(path, sheet.clone());
        Ok(sheet)
    }

    fn in_sheet(&mut self, reference: &str, base: &str) -> String {
        // From the root of the archive, wherever the document lies.
        self.files.find(base, reference).map_or_else(|| reference.to_owned(), |address| format!("/{}", address.path))
    }

    fn font(&mut self, reference: &str, context: &Context) -> Result<Option<Arc<[u8]>>> {
        let Some(path) = self.find(reference) else { return Ok(None) };
        if let Some(known) = self.fonts.get(&path) {
            return Ok(known.clone());
        }
        let file = self.files.read(&path, context)?.map(Arc::from);
        let font = self.gallery.font(file, context)?;
        self.fonts.insert(path, font.clone());
        Ok(font)
    }

    fn link(&mut self, reference: &str) -> Option<LinkTarget> {
        let reference = reference.trim();
        let path = self.path.clone();
        if let Some(external) = links::external(reference) {
            return Some(external);
        }
        if reference.is_empty() || has_scheme(reference) {
            return None;
        }
        // A place that is none is told about later.
        Some(LinkTarget::Internal(self.place(&path, reference).unwrap_or_else(|| "?".into())))
    }

    fn anchor(&mut self, id: &str) -> Anchor {
        anchor(self.part, id)
    }
}
