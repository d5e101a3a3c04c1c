//! Copied parts of a template, with all they relate to.

use std::collections::{BTreeMap, BTreeSet};

use crate::ooxml::{Parts, Related, Relations, Trees};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_container::xml::decode;

/// Folder of the copies in the package, below that of the main part.
const FOLDER: &str = "template";
/// Parts that are copied; more are left out.
const MAX_PARTS: usize = 500;

/// A part that is copied.
#[derive(Debug)]
pub(in super::super) struct Copy {
    /// Its name in the new package.
    pub name: String,
    pub media_type: String,
    pub bytes: Vec<u8>,
    /// Its relationships, with targets from its own folder.
    pub relations: Relations,
}

/// Names of copies by the relationships of the main part: kind and name, counted from the folder of that part.
pub(super) type ByRelation = BTreeMap<String, (String, String)>;

/// Copies while they are made.
pub(super) struct Copies<'p, 'a> {
    parts: &'p mut Parts<'a>,
    types: Types,
    /// Names in the new package, by those in the template.
    names: BTreeMap<String, String>,
    used: BTreeSet<String>,
    waiting: Vec<String>,
}

impl Copies<'_, '_> {
    /// Copies the parts that relationships lead to, and all that these relate to.
    pub(super) fn of(
        parts: &mut Parts<'_>,
        relations: &Relations,
        wanted: Vec<String>,
        context: &Context,
    ) -> Result<(Vec<Copy>, ByRelation)> {
        let types = Types::read(parts, context)?;
        let (names, used) = (BTreeMap::new(), BTreeSet::new());
        let mut copies = Copies { parts, types, names, used, waiting: Vec::new() };
        let mut by_relation = ByRelation::new();
        for id in wanted {
            if let Some(row) = relations.get(&id)
                && let Some(name) = copies.name(&row.target)
            {
                by_relation.insert(id, (row.kind.clone(), format!("{FOLDER}/{name}")));
            }
        }
        let mut made = Vec::new();
        while let Some(part) = copies.waiting.pop() {
            context.checkpoint()?;
            made.extend(copies.copy(&part, context)?);
        }
        Ok((made, by_relation))
    }

    /// The name of the copy of a part, which is made later; `None` where there are too many.
    fn name(&mut self, part: &str) -> Option<String> {
        if let Some(name) = self.names.get(part) {
            return Some(name.clone());
        }
        if self.names.len() >= MAX_PARTS || !self.parts.has(part) {
            return None;
        }
        let file = part.rsplit('/').next().unwrap_or(part).to_owned();
        let numbered = (2..).map(|number| format!("{number}-{file}"));
        let name = std::iter::once(file.clone()).chain(numbered).find(|name| !self.used.contains(name))?;
        self.used.insert(name.clone());
        self.names.insert(part.to_owned(), name.clone());
        self.waiting.push(part.to_owned());
        Some(name)
    }

    fn copy(&mut self, part: &str, context: &Context) -> Result<Option<Copy>> {
        let Some(bytes) = self.parts.read(part, context)? else { return Ok(None) };
        let mut relations = Relations::new();
        for (id, row) in self.parts.relations(part, context)? {
            let target = if row.external { Some(row.target.clone()) } else { self.name(&row.target) };
            if let Some(target) = target {
                relations.insert(id, Related { target, ..row });
            }
        }
        let name = self.names.get(part).cloned().unwrap_or_default();
        let name = format!("word/{FOLDER}/{name}");
        Ok(Some(Copy { name, media_type: self.types.of(part), bytes, relations }))
    }
}

/// The media types of the parts of a file (ECMA-376 part 2, 10.1.2).
struct Types {
    by_extension: BTreeMap<String, String>,
    by_part: BTreeMap<String, String>,
}

impl Types {
    fn read(parts: &mut Parts<'_>, context: &Context) -> Result<Types> {
        let mut types = Types { by_extension: BTreeMap::new(), by_part: BTreeMap::new() };
        let bytes = parts.read("[Content_Types].xml", context)?.unwrap_or_default();
        let text = decode(&bytes);
        let mut trees = Trees::new(&text, &["ct:Types"], context);
        while let Some(tree) = trees.next()? {
            let Some(media_type) = tree.attribute("ContentType") else { continue };
            if let Some(extension) = tree.attribute("Extension") {
                types.by_extension.insert(extension.to_ascii_lowercase(), media_type.to_owned());
            } else if let Some(name) = tree.attribute("PartName") {
                types.by_part.insert(name.trim_start_matches('/').to_ascii_lowercase(), media_type.to_owned());
            }
        }
        Ok(types)
    }

    fn of(&self, part: &str) -> String {
        let part = part.to_ascii_lowercase();
        let extension = part.rsplit('.').next().unwrap_or_default();
        let found = self.by_part.get(&part).or_else(|| self.by_extension.get(extension));
        found.cloned().unwrap_or_else(|| "application/octet-stream".to_owned())
    }
}
