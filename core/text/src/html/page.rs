//! Link and resource resolution: what references in a page mean.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::uri::has_scheme;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_markup::html::address::{decoded, resolve};
use transvase_markup::html::{Gallery, Host, NodeId, Picture, Sheet, Tree, charset, data_uri, gallery, links};
use transvase_model::flow::{Anchor, LinkTarget};

/// A page as its text sees it.
#[derive(Default)]
pub(super) struct Page {
    pub gallery: Gallery,
    pictures: BTreeMap<String, Option<Picture>>,
    sheets: BTreeMap<String, Option<Sheet>>,
    /// The address that the page says it has.
    address: Option<String>,
    remote: usize,
    first_remote: Option<String>,
    /// Links to files of the machine that the page was written on, and the first of them.
    elsewhere: usize,
    first_elsewhere: Option<String>,
}

impl Page {
    /// A page with the address that its head gives it.
    pub fn new(tree: &Tree) -> Page {
        let href = |name: &str, relation: Option<&str>| {
            let elements = tree.descendants(NodeId::DOCUMENT).filter_map(|id| tree.element(id));
            let mut named = elements.filter(|element| element.local() == name);
            let found = named.find(|element| relation.is_none_or(|known| element.attribute("rel") == Some(known)))?;
            found.attribute("href").map(str::to_owned).filter(|href| href.contains("://"))
        };
        Page { address: href("base", None).or_else(|| href("link", Some("canonical"))), ..Page::default() }
    }

    /// The file beside the page that a reference names.
    fn file(&mut self, reference: &str, context: &Context) -> Result<Option<Arc<[u8]>>> {
        if is_web(reference) {
            self.remote += 1;
            self.first_remote.get_or_insert_with(|| reference.chars().take(80).collect());
            return Ok(None);
        }
        context.resource(reference.trim_start_matches('/'))
    }

    /// What a reference names: the data in it, or a file beside the page.
    fn bytes_of(&mut self, reference: &str, context: &Context) -> Result<Option<Arc<[u8]>>> {
        let Some(bytes) = data_uri(reference) else { return self.file(reference, context) };
        context.charge_unpacked(bytes.len())?;
        Ok(Some(Arc::from(bytes)))
    }

    fn picture_of(&mut self, reference: &str, context: &Context) -> Result<Option<Picture>> {
        let bytes = self.bytes_of(reference, context)?;
        bytes.map_or(Ok(None), |bytes| self.gallery.file(&bytes, context))
    }

    /// Warns of what is missing.
    pub fn warn_of_losses(&self, context: &Context) {
        self.gallery.warn_of_losses(context);
        links::warn_of_remote(self.remote, self.first_remote.as_deref(), context);
        if let Some(first) = &self.first_elsewhere {
            let message = counted(self.elsewhere, "[link|links] to files on another computer became plain text");
            let message = format!("{message}; the first is {first:?}");
            context.warn(Warning::new(WarningCode::LinkDropped, message));
        }
    }
}

/// Whether a reference is an address in the web.
fn is_web(reference: &str) -> bool {
    let reference = reference.trim_start().to_ascii_lowercase();
    ["http:", "https:", "ftp:", "//"].iter().any(|scheme| reference.starts_with(scheme))
}

/// A relative reference as an address, from that of the page.
fn absolute(address: &str, reference: &str) -> Option<String> {
    let (scheme, rest) = address.split_once("://")?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    if reference.starts_with("//") {
        return Some(format!("{scheme}:{reference}"));
    }
    let end = reference.find(['?', '#']).unwrap_or(reference.len());
    let (to, rest) = reference.split_at(end);
    let to = resolve(path.split(['?', '#']).next().unwrap_or_default(), to, false)?;
    Some(format!("{scheme}://{host}/{}{rest}", to.path))
}

impl Host for Page {
    fn picture(&mut self, reference: &str, context: &Context) -> Result<Option<Picture>> {
        if let Some(known) = self.pictures.get(reference) {
            return Ok(*known);
        }
        let picture = self.picture_of(reference, context)?;
        if picture.is_none() && !is_web(reference) {
            self.gallery.miss(reference);
        }
        // Data are long for a name, and stored once anyway.
        if !reference.starts_with("data:") {
            self.pictures.insert(reference.to_owned(), picture);
        }
        Ok(picture)
    }

    fn picture_address(&self, reference: &str) -> Option<String> {
        let reference = reference.trim();
        if reference.starts_with("//") {
            return Some(format!("https:{reference}"));
        }
        if is_web(reference) {
            return Some(reference.to_owned());
        }
        if reference.is_empty() || has_scheme(reference) {
            return None;
        }
        // What lies beside the page is named as it is there, as in links: see below.
        let beside = || Some(reference.to_owned());
        self.address.as_deref().map_or_else(beside, |address| absolute(address, reference))
    }

    fn drawing(&mut self, tree: &Tree, svg: NodeId, context: &Context) -> Result<Option<Picture>> {
        self.gallery.drawing(tree, svg, context)
    }

    fn svg(&mut self, reference: &str, context: &Context) -> Result<Option<Tree>> {
        if is_web(reference) || !reference.trim().to_ascii_lowercase().ends_with(".svg") {
            return Ok(None);
        }
        self.bytes_of(reference, context)?.map(|file| gallery::svg_tree(&file, context)).transpose()
    }

    fn sheet(&mut self, reference: &str, context: &Context) -> Result<Option<Sheet>> {
        if let Some(known) = self.sheets.get(reference) {
            return Ok(known.clone());
        }
        let text = self.bytes_of(reference, context)?.map(|bytes| Rc::from(charset::decode(&bytes)));
        let sheet = text.map(|text| Sheet { text, base: Some(Rc::from(reference)) });
        self.sheets.insert(reference.to_owned(), sheet.clone());
        Ok(sheet)
    }

    fn in_sheet(&mut self, reference: &str, base: &str) -> String {
        resolve(base, reference, false).map_or_else(|| reference.to_owned(), |address| address.path)
    }

    fn font(&mut self, reference: &str, context: &Context) -> Result<Option<Arc<[u8]>>> {
        let file = self.bytes_of(reference, context)?;
        file.map_or(Ok(None), |file| self.gallery.font(Some(file), context))
    }

    /// Links to what lies beside the page are kept as they are written: whoever passes the text on passes that on as well.
    /// Files of the machine that the page was written on are nowhere else.
    fn link(&mut self, reference: &str) -> Option<LinkTarget> {
        let reference = reference.trim();
        if let Some(id) = reference.strip_prefix('#') {
            let id = decoded(id);
            let beginning = id.is_empty() || id.eq_ignore_ascii_case("top");
            return Some(LinkTarget::Internal(self.anchor(if beginning { "" } else { &id })));
        }
        if let Some(external) = links::external(reference) {
            return Some(external);
        }
        if reference.is_empty() || (has_scheme(reference) && !reference.starts_with("file:")) {
            return None;
        }
        match self.address.as_deref().and_then(|address| absolute(address, reference)) {
            Some(address) => Some(LinkTarget::External(address)),
            None if reference.starts_with("//") => Some(LinkTarget::External(format!("https:{reference}"))),
            None if !has_scheme(reference) => Some(LinkTarget::External(reference.to_owned())),
            None => {
                self.elsewhere += 1;
                self.first_elsewhere.get_or_insert_with(|| reference.chars().take(80).collect());
                None
            }
        }
    }

    fn anchor(&mut self, id: &str) -> Anchor {
        format!("#{id}").into()
    }
}

#[cfg(test)]
mod tests {
    use super::absolute;

    #[test]
    fn relative_links_start_from_the_address_of_the_page() {
        let from = |address, reference| absolute(address, reference).unwrap();
        assert_eq!(from("https://h/a/b", "c?x=1#y"), "https://h/a/c?x=1#y");
        assert_eq!(from("https://h/a/b", "/c"), "https://h/c");
        assert_eq!(from("https://h", "c"), "https://h/c");
        assert_eq!(from("https://h/a/b", "//g/c"), "https://g/c");
    }
}
