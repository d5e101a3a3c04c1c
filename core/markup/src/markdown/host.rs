//! Link resolution, and the elements of the dialect that HTML has no word for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::html::address::decoded;
use crate::html::links::external;
use crate::html::{Element, Gallery, Host, NodeId, Picture, Sheet, Tree, data_uri};
use crate::math::from_tex;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::uri::has_scheme;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_model::flow::{Anchor, Formula, FormulaSource, Inline, LinkTarget, Run, TextStyle};

/// The mark of a footnote: `number` from 0.
pub(super) const NOTE: &str = "md-note";
/// A formula in TeX, set off where it says `display`.
pub(super) const FORMULA: &str = "md-formula";

/// Pictures elsewhere whose addresses a warning names.
const NAMED: usize = 3;

/// Where pictures are, where links lead.
#[derive(Default)]
pub(super) struct MarkdownHost {
    pub gallery: Gallery,
    /// Files by the name that follows `attachment:`.
    pub attachments: BTreeMap<String, Arc<[u8]>>,
    /// Number of the footnotes there are.
    pub notes: usize,
    /// Pictures by what refers to them.
    known: BTreeMap<String, Option<Picture>>,
    /// Addresses of pictures that lie elsewhere.
    elsewhere: BTreeSet<String>,
}

impl MarkdownHost {
    /// Warns of pictures that are not in the document.
    pub fn warn_of_losses(&self, context: &Context) {
        self.gallery.warn_of_losses(context);
        if self.elsewhere.is_empty() {
            return;
        }
        let named: Vec<&str> = self.elsewhere.iter().take(NAMED).map(String::as_str).collect();
        let more = if self.elsewhere.len() > NAMED { " and others" } else { "" };
        let what = "[picture is|pictures are] not part of the file and [was|were] not loaded; [its description was|their descriptions were] kept";
        let message = format!("{}: {}{more}", counted(self.elsewhere.len(), what), named.join(", "));
        context.warn(Warning::new(WarningCode::ImageDropped, message));
    }

    fn find(&mut self, reference: &str, context: &Context) -> Result<Option<Picture>> {
        if is_elsewhere(reference) {
            self.elsewhere.insert(reference.chars().take(120).collect());
            return Ok(None);
        }
        let file: Option<Arc<[u8]>> = if let Some(name) = reference.strip_prefix("attachment:") {
            self.attachments.get(&decoded(name)).cloned()
        } else if reference.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
            context.charge_unpacked(reference.len())?;
            data_uri(reference).map(Arc::from)
        } else {
            context.resource(reference)?
        };
        let picture = file.map_or(Ok(None), |file| self.gallery.file(&file, context))?;
        if picture.is_none() {
            self.gallery.miss(reference);
        }
        Ok(picture)
    }
}

impl Host for MarkdownHost {
    fn picture(&mut self, reference: &str, context: &Context) -> Result<Option<Picture>> {
        let reference = reference.trim();
        if reference.is_empty() {
            return Ok(None);
        }
        if let Some(known) = self.known.get(reference) {
            return Ok(*known);
        }
        let picture = self.find(reference, context)?;
        // Attachments belong to the piece they came with.
        if !reference.starts_with("attachment:") {
            self.known.insert(reference.to_owned(), picture);
        }
        Ok(picture)
    }

    fn picture_address(&self, reference: &str) -> Option<String> {
        let reference = reference.trim();
        let beside = !reference.is_empty() && !has_scheme(reference);
        match reference.starts_with("//") {
            true => Some(format!("https:{reference}")),
            // Pictures beside the text are named as they are there, as files are in links.
            false => (is_elsewhere(reference) || beside).then(|| reference.to_owned()),
        }
    }

    fn drawing(&mut self, tree: &Tree, svg: NodeId, context: &Context) -> Result<Option<Picture>> {
        self.gallery.drawing(tree, svg, context)
    }

    fn sheet(&mut self, _: &str, _: &Context) -> Result<Option<Sheet>> {
        Ok(None)
    }

    fn font(&mut self, _: &str, _: &Context) -> Result<Option<Arc<[u8]>>> {
        Ok(None)
    }

    /// Links to files beside the text are kept as they are written: whoever passes the text on passes those on as well.
    fn link(&mut self, reference: &str) -> Option<LinkTarget> {
        let reference = reference.trim();
        if let Some(name) = reference.strip_prefix('#') {
            return (!name.is_empty()).then(|| LinkTarget::Internal(self.anchor(name)));
        }
        let beside = !reference.is_empty() && !has_scheme(reference);
        external(reference).or_else(|| beside.then(|| LinkTarget::External(reference.to_owned())))
    }

    /// Names of places do not differ by the case of their letters alone, as GitHub has it.
    fn anchor(&mut self, id: &str) -> Anchor {
        decoded(id).to_lowercase().into()
    }

    fn own(&mut self, tree: &Tree, id: NodeId, style: &TextStyle) -> Option<Inline> {
        let element = tree.element(id)?;
        match element.local() {
            NOTE => note(element).filter(|note| *note < self.notes).map(Inline::Note),
            FORMULA => Some(formula(tree.text(id), element.attribute("display").is_some(), style)),
            _ => None,
        }
    }
}

fn note(element: &Element) -> Option<usize> {
    element.attribute("number")?.parse().ok()
}

fn formula(tex: String, display: bool, style: &TextStyle) -> Inline {
    let run = Run { text: String::new(), style: style.clone() };
    let mut formula = Formula::new(from_tex(&tex), run);
    formula.display = display;
    formula.source = Some(FormulaSource::Tex(tex));
    Inline::Formula(Box::new(formula))
}

/// Whether a reference leads to another machine.
fn is_elsewhere(reference: &str) -> bool {
    let begins = |scheme: &str| reference.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme));
    ["http:", "https:", "ftp:", "//"].into_iter().any(begins)
}
