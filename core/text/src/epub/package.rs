//! The package document (OPF): manifest, spine and metadata, which say what files a book has, in which order they are
//! read, and what it says about itself.

use std::collections::{BTreeMap, BTreeSet};

use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_base::uri::has_scheme;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_container::xml::decode;
use transvase_markup::html::{Element, NodeId, Tree, from_xml, is_right_to_left};
use transvase_model::metadata::Metadata;

use super::files::{CONTAINER, Files};
use super::metadata;

/// Files that stand for one another in turn (EPUB 3.3, 3.5).
const MAX_FALLBACKS: usize = 8;

/// A file of the book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    /// Its name in the archive.
    pub path: String,
    pub media_type: String,
    pub properties: String,
    fallback: Option<String>,
}

/// The package document.
#[derive(Debug, Default)]
pub(super) struct PackageDocument {
    pub metadata: Metadata,
    /// The files that are read, in their order.
    pub spine: Vec<Item>,
    /// The navigation document of EPUB 3.
    pub navigation: Option<Item>,
    /// The table of contents of EPUB 2.
    pub ncx: Option<Item>,
    pub cover: Option<String>,
    /// Whether pages are turned from left to right.
    pub right_to_left: bool,
    /// Whether every page has a layout of its own.
    pub fixed_layout: bool,
}

/// Reads the package document that the container names, or the only one there is.
///
/// # Errors
/// `Malformed` where there is none, limits, `TimedOut`, `Cancelled`.
pub(super) fn read(files: &mut Files, context: &Context) -> Result<PackageDocument> {
    let path = root(files, context)?;
    let bytes = files.read(&path, context)?.ok_or_else(|| Error::malformed("the package document is damaged"))?;
    let (tree, damage) = from_xml(&decode(&bytes), context)?;
    if damage.is_some() {
        let message = "the package document is damaged; it was read up to the damage";
        context.warn(Warning::new(WarningCode::InputRepaired, message));
    }
    let unique = tree.first("package").and_then(|id| tree.element(id)?.attribute("unique-identifier"));
    if let Some(identifier) = metadata::unique_identifier(&tree, unique) {
        files.encryption.set_identifier(&identifier);
    }
    let mut manifest = Manifest::read(&tree, &path, files, context)?;
    let spine = manifest.spine(&tree, context)?;
    let metadata = metadata::read(&tree, unique);
    Ok(PackageDocument {
        navigation: manifest.with_property("nav").cloned(),
        ncx: ncx(&tree, &manifest),
        cover: cover(&tree, &manifest),
        right_to_left: turns_right_to_left(&tree, &metadata),
        fixed_layout: is_fixed(&tree),
        metadata,
        spine,
    })
}

/// The path of the package document.
fn root(files: &mut Files, context: &Context) -> Result<String> {
    let container = files.find("", CONTAINER).map(|address| address.path);
    let bytes = match container {
        Some(name) => files.read(&name, context)?,
        None => None,
    };
    if let Some(bytes) = bytes {
        let (tree, _) = from_xml(&decode(&bytes), context)?;
        let roots = tree.descendants(NodeId::DOCUMENT).filter_map(|id| tree.element(id));
        let paths =
            roots.filter(|element| element.local() == "rootfile").filter_map(|root| root.attribute("full-path"));
        for path in paths {
            if let Some(found) = files.find("", path) {
                return Ok(found.path);
            }
        }
    }
    let package = files.names().find(|(lower, _)| lower.ends_with(".opf")).map(|(_, name)| name.to_owned());
    package.ok_or_else(|| Error::malformed("the archive has no package document (OPF), so it is not an EPUB"))
}

/// The files of the book by their ids.
struct Manifest {
    items: BTreeMap<String, Item>,
    /// Ids in the order of the document.
    order: Vec<String>,
    missing: Vec<String>,
}

impl Manifest {
    fn read(tree: &Tree, base: &str, files: &mut Files, context: &Context) -> Result<Manifest> {
        let mut manifest = Manifest { items: BTreeMap::new(), order: Vec::new(), missing: Vec::new() };
        for element in named(tree, "item") {
            context.tick(1)?;
            let text = |name| element.attribute(name).unwrap_or_default().trim().to_owned();
            let (id, href) = (text("id"), text("href"));
            match files.find(base, &href) {
                Some(address) => {
                    let fallback = element.attribute("fallback").map(str::to_owned);
                    let media_type = text("media-type").to_ascii_lowercase();
                    let item = Item { path: address.path, media_type, properties: text("properties"), fallback };
                    manifest.order.push(id.clone());
                    manifest.items.insert(id, item);
                }
                None if has_scheme(&href) => {}
                None => manifest.missing.push(href),
            }
        }
        Ok(manifest)
    }

    fn in_order(&self) -> impl Iterator<Item = &Item> {
        self.order.iter().filter_map(|id| self.items.get(id))
    }

    fn with_property(&self, property: &str) -> Option<&Item> {
        self.in_order().find(|item| item.properties.split_whitespace().any(|word| word == property))
    }

    /// The files in the order in which they are read, each once.
    fn spine(&mut self, tree: &Tree, context: &Context) -> Result<Vec<Item>> {
        let mut spine: Vec<Item> = Vec::new();
        let mut known = BTreeSet::new();
        let (mut unknown, mut again) = (0_usize, 0_usize);
        for reference in named(tree, "itemref") {
            context.tick(1)?;
            match self.readable(reference.attribute("idref").unwrap_or_default().trim()) {
                Some(item) if known.insert(item.path.clone()) => spine.push(item.clone()),
                Some(_) => again += 1,
                None => unknown += 1,
            }
        }
        if spine.is_empty() {
            spine.extend(self.in_order().filter(|item| is_text(&item.media_type)).cloned());
        }
        self.warn(unknown, again, context);
        Ok(spine)
    }

    /// The item, or the first of those that stand for it, that is text or a picture.
    fn readable(&self, id: &str) -> Option<&Item> {
        let first = self.items.get(id)?;
        let next = |item: &&Item| self.items.get(item.fallback.as_deref()?);
        let mut chain = std::iter::successors(Some(first), next).take(MAX_FALLBACKS);
        chain.find(|item| is_text(&item.media_type) || item.media_type.starts_with("image/")).or(Some(first))
    }

    fn warn(&self, unknown: usize, again: usize, context: &Context) {
        let say = |message| context.warn(Warning::new(WarningCode::InputRepaired, message));
        if let Some(first) = self.missing.first() {
            say(format!(
                "{}; the first is {first:?}",
                counted(self.missing.len(), "[file|files] that the book lists [is|are] missing")
            ));
        }
        if unknown > 0 {
            say(counted(unknown, "[chapter is|chapters are] not in the book's list of files, and [was|were] left out"));
        }
        if again > 0 {
            say(counted(again, "[chapter is|chapters are] listed more than once, and [was|were] read once"));
        }
    }
}

/// Whether a file is text by its media type.
pub(super) fn is_text(media_type: &str) -> bool {
    media_type.contains("html") || media_type.contains("dtbook") || media_type == "text/x-oeb1-document"
}

fn named<'t>(tree: &'t Tree, name: &'t str) -> impl Iterator<Item = &'t Element> {
    let elements = tree.descendants(NodeId::DOCUMENT).filter_map(|id| tree.element(id));
    elements.filter(move |element| element.local() == name)
}

fn ncx(tree: &Tree, manifest: &Manifest) -> Option<Item> {
    let stated = named(tree, "spine").find_map(|spine| manifest.items.get(spine.attribute("toc")?));
    stated.or_else(|| manifest.in_order().find(|item| item.media_type == "application/x-dtbncx+xml")).cloned()
}

/// The file of the cover image: by its property, or as EPUB 2 names it.
fn cover(tree: &Tree, manifest: &Manifest) -> Option<String> {
    let is_image = |item: &&Item| item.media_type.starts_with("image/");
    let stated = || {
        let meta = named(tree, "meta").find(|meta| meta.attribute("name") == Some("cover"))?;
        let content = meta.attribute("content")?;
        // Some name the file rather than its id.
        let by_path = || manifest.in_order().find(|item| item.path.ends_with(content));
        manifest.items.get(content).or_else(by_path)
    };
    let item = manifest.with_property("cover-image").or_else(stated).filter(is_image)?;
    Some(item.path.clone())
}

/// Whether text usually runs from right to left: by the language, or by the way pages are turned, which says nothing
/// about Chinese and Japanese, whose columns run that way.
fn turns_right_to_left(tree: &Tree, metadata: &Metadata) -> bool {
    let language = metadata.language.as_deref().unwrap_or_default();
    let turned = named(tree, "spine").any(|spine| spine.attribute("page-progression-direction") == Some("rtl"));
    let columns = ["zh", "ja"].iter().any(|known| language.starts_with(known));
    is_right_to_left(language) || (turned && !columns)
}

fn is_fixed(tree: &Tree) -> bool {
    tree.descendants(NodeId::DOCUMENT).any(|id| {
        let Some(meta) = tree.element(id).filter(|element| element.local() == "meta") else { return false };
        let layout = meta.attribute("property") == Some("rendition:layout") && tree.text(id).trim() == "pre-paginated";
        layout || (meta.attribute("name") == Some("fixed-layout") && meta.attribute("content") == Some("true"))
    })
}
