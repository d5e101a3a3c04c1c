//! Style sheets of a document: those it holds, those it links to, and those that these import.

use std::rc::Rc;
use std::sync::Arc;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::flow::EmbeddedFont;

use super::super::css::{Cascade, FontFace, SHEET_OF_PAGES, counts_for, imports};
use super::super::tree::{Element, NodeId, Tree};
use super::super::xhtml::without_section_marks;
use super::{Builder, Host, Sheet};

/// Sheets of one part. Real ones have some tens.
const MAX_SHEETS: usize = 256;

/// Sheets that import one another in turn.
const MAX_IMPORT_DEPTH: u32 = 6;

impl AsRef<str> for Sheet {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl Builder<'_> {
    /// The sheets of a part, parsed unless the part before had the same.
    pub(super) fn cascade_of(&mut self, tree: &Tree, host: &mut dyn Host) -> Result<Rc<Cascade>> {
        let mut found = Found { sheets: Vec::new(), media: self.media, context: self.context };
        for id in tree.descendants(NodeId::DOCUMENT) {
            self.context.tick(1)?;
            let Some(element) = tree.element(id) else { continue };
            match element.local() {
                "style" if for_media(element, self.media) => {
                    let text = Rc::from(without_section_marks(&tree.text(id)));
                    found.add(Sheet { text, base: None }, host, MAX_IMPORT_DEPTH)?;
                }
                "link" if is_sheet(element) && for_media(element, self.media) => {
                    let reference = element.attribute("href").unwrap_or_default();
                    found.fetch(reference, host, MAX_IMPORT_DEPTH)?;
                }
                _ => {}
            }
        }
        let sheets = found.sheets;
        if let Some((known, cascade)) = &self.cascade
            && *known == sheets
        {
            return Ok(cascade.clone());
        }
        let bases = [self.base, SHEET_OF_PAGES];
        let bases = if self.pages.is_some() { &bases[..] } else { &bases[..1] };
        let mut cascade = Cascade::new(bases, &sheets, self.media, self.context)?;
        self.find_fonts(&mut cascade, &sheets, host)?;
        let cascade = Rc::new(cascade);
        self.cascade = Some((sheets, cascade.clone()));
        Ok(cascade)
    }

    /// Fetches the files of the faces that sheets name; a family without any is none of the document's.
    fn find_fonts(&mut self, cascade: &mut Cascade, sheets: &[Sheet], host: &mut dyn Host) -> Result<()> {
        for face in std::mem::take(&mut cascade.faces) {
            let FontFace { family, bold, italic, sources, sheet } = face;
            let is_same = |font: &EmbeddedFont| (&font.family, font.bold, font.italic) == (&family, bold, italic);
            if !self.fonts.iter().any(is_same) {
                let base = sheets.get(sheet).and_then(|sheet| sheet.base.as_deref());
                let Some(data) = font_file(&sources, base, host, self.context)? else { continue };
                self.fonts.push(EmbeddedFont { family: family.clone(), bold, italic, data });
            }
            cascade.own_families.add(&family);
        }
        Ok(())
    }
}

/// Sheets in the order in which they count.
struct Found<'a> {
    sheets: Vec<Sheet>,
    media: &'a [&'a str],
    context: &'a Context,
}

impl Found<'_> {
    fn fetch(&mut self, reference: &str, host: &mut dyn Host, depth: u32) -> Result<()> {
        match host.sheet(reference, self.context)? {
            Some(sheet) => self.add(sheet, host, depth),
            None => Ok(()),
        }
    }

    /// Adds a sheet after those that it imports, `depth` of which may still lie in one another.
    fn add(&mut self, sheet: Sheet, host: &mut dyn Host, depth: u32) -> Result<()> {
        self.context.tick(1 + sheet.text.len() as u64 / 1_024)?;
        for import in imports(&sheet.text, self.media) {
            if depth > 0 && self.sheets.len() < MAX_SHEETS {
                self.context.tick(1)?;
                let reference = sheet.base.as_deref().map_or(import.clone(), |base| host.in_sheet(&import, base));
                self.fetch(&reference, host, depth - 1)?;
            }
        }
        if self.sheets.len() < MAX_SHEETS {
            self.sheets.push(sheet);
        }
        Ok(())
    }
}

/// The first file that is at hand.
fn font_file(
    sources: &[String],
    base: Option<&str>,
    host: &mut dyn Host,
    context: &Context,
) -> Result<Option<Arc<[u8]>>> {
    for source in sources {
        let source = base.map_or(source.clone(), |base| host.in_sheet(source, base));
        if let Some(file) = host.font(&source, context)? {
            return Ok(Some(file));
        }
    }
    Ok(None)
}

fn is_sheet(element: &Element) -> bool {
    let relation = element.attribute("rel").unwrap_or_default().to_ascii_lowercase();
    let mut words = relation.split_ascii_whitespace();
    words.clone().any(|word| word == "stylesheet") && !words.any(|word| word == "alternate")
}

fn for_media(element: &Element, media: &[&str]) -> bool {
    element.attribute("media").is_none_or(|list| list.trim().is_empty() || counts_for(list, media))
}
