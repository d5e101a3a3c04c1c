//! Template styles, known by the names that people see.

use std::collections::{BTreeMap, BTreeSet};

use super::all;
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};

/// End of the part, before which further styles are put.
const END: &str = "</w:styles>";

/// The styles of a template.
#[derive(Debug)]
pub(in super::super) struct Styles {
    text: String,
    /// Ids by type and name, in small letters.
    ids: BTreeMap<(String, String), String>,
    /// Id of the style of paragraphs that name none.
    pub normal: String,
    /// Ids of all.
    all: BTreeSet<String>,
    /// Those of paragraphs that are numbered or have bullets by their style.
    numbered: BTreeSet<String>,
    /// The style of tables.
    table: Option<String>,
}

impl Styles {
    pub(super) fn read(text: String, context: &Context) -> Result<Styles> {
        if !text.contains(END) {
            return Err(Error::malformed("the styles of the template are incomplete"));
        }
        let (mut ids, mut all_ids, mut numbered) = (BTreeMap::new(), BTreeSet::new(), BTreeSet::new());
        let (mut normal, mut tables) = (None, Vec::new());
        for style in all(&text, &["w:styles"], context)?.iter().filter(|tree| tree.is("w:style")) {
            let (Some(id), Some(kind)) = (style.attribute("w:styleId"), style.attribute("w:type")) else { continue };
            let name = style.child("w:name").and_then(|name| name.attribute("w:val")).unwrap_or(id);
            let is_default = matches!(style.attribute("w:default"), Some("1" | "true" | "on"));
            ids.entry((kind.to_owned(), name.to_lowercase())).or_insert_with(|| id.to_owned());
            all_ids.insert(id.to_owned());
            if is_default && kind == "paragraph" {
                normal = Some(id.to_owned());
            }
            if kind == "table" && !is_default {
                tables.push((name.to_lowercase(), id.to_owned()));
            }
            if style
                .find(&["w:pPr", "w:numPr", "w:numId"])
                .and_then(|id| id.attribute("w:val"))
                .is_some_and(|id| id != "0")
            {
                numbered.insert(id.to_owned());
            }
        }
        let named = |wanted: &str| tables.iter().find(|(name, _)| name == wanted).map(|(_, id)| id.clone());
        let table = named("table").or_else(|| named("table grid")).or_else(|| Some(tables.first()?.1.clone()));
        Ok(Styles { text, ids, normal: normal.unwrap_or_else(|| "Normal".into()), all: all_ids, numbered, table })
    }

    /// The id of the style of a type and a name.
    pub(in super::super) fn find(&self, kind: &str, name: &str) -> Option<&str> {
        self.ids.get(&(kind.to_owned(), name.to_lowercase())).map(String::as_str)
    }

    /// The id of the style of tables.
    pub(in super::super) fn table(&self) -> Option<&str> {
        self.table.as_deref()
    }

    /// Whether paragraphs of a style are numbered or have bullets by it.
    pub(in super::super) fn is_numbered(&self, id: &str) -> bool {
        self.numbered.contains(id)
    }

    /// Whether another style has the id already.
    pub(in super::super) fn has(&self, id: &str) -> bool {
        self.all.contains(id)
    }

    /// The part with further styles at its end.
    pub(in super::super) fn with(&self, further: &str) -> String {
        let end = self.text.rfind(END).unwrap_or(self.text.len());
        let (before, after) = self.text.split_at(end);
        format!("{before}{further}{after}")
    }
}
