//! Metadata of a book (EPUB 3.3, 5.5; OPF 2.0.1, 2.2).

use std::collections::BTreeMap;

use transvase_markup::html::{Element, NodeId, Tree, without_markup};
use transvase_model::metadata::Metadata;

/// Roles of people who are not the authors of a book, but stand among its creators (MARC relators).
const OTHER_ROLES: [&str; 5] = ["ill", "trl", "edt", "bkp", "nrt"];

/// Elements of OPF 1 around those that say something.
const WRAPPERS: [&str; 2] = ["dc-metadata", "x-metadata"];

/// The metadata of a package document; `unique` is the id of the identifier that counts.
pub(super) fn read(tree: &Tree, unique: Option<&str>) -> Metadata {
    let Some(top) = tree.first("metadata") else { return Metadata::default() };
    let said = Said::gather(tree, top);
    let isbn = said.named("identifier").find(|one| said.is_isbn(one));
    let unique = said.named("identifier").find(|one| one.id.is_some() && one.id == unique);
    let identifier = isbn.or(unique).or_else(|| said.named("identifier").next());
    Metadata {
        title: said.title(),
        authors: said.authors(),
        subject: said.named("description").next().map(|one| without_markup(&one.text)),
        keywords: said.named("subject").map(|one| one.text.clone()).collect(),
        publisher: said.text("publisher"),
        language: said.text("language").map(|tag| tag.replace('_', "-")),
        identifier: identifier.map(|one| one.text.clone()),
        date: said.date(),
        modified: said.property("dcterms:modified"),
        producer: said.producer(),
    }
}

/// The text of the identifier that keys of fonts are made from.
pub(super) fn unique_identifier(tree: &Tree, unique: Option<&str>) -> Option<String> {
    let said = Said::gather(tree, tree.first("metadata")?);
    let mut all = said.named("identifier");
    let found = all.clone().find(|one| one.id.is_some() && one.id == unique);
    found.or_else(|| all.next()).map(|one| one.text.clone())
}

/// An element of the metadata.
struct One<'t> {
    element: &'t Element,
    id: Option<&'t str>,
    text: String,
}

/// The elements of the metadata, and what others say about them.
struct Said<'t> {
    elements: Vec<One<'t>>,
    /// By id and property.
    refined: BTreeMap<(&'t str, &'t str), String>,
}

impl<'t> Said<'t> {
    fn gather(tree: &'t Tree, top: NodeId) -> Said<'t> {
        let mut said = Said { elements: Vec::new(), refined: BTreeMap::new() };
        let mut next = tree.first_child(top);
        while let Some(id) = next {
            // OPF 1 has its elements in wrappers. What is in any other is part of its text, which is gathered once.
            let wraps = |element: &Element| WRAPPERS.contains(&element.local());
            let inside = tree.element(id).is_some_and(wraps);
            next = if inside { tree.following(id, top) } else { tree.following_outside(id, top) };
            let Some(element) = tree.element(id).filter(|_| !inside) else { continue };
            let text = tree.text(id).split_whitespace().collect::<Vec<_>>().join(" ");
            let refines = element.attribute("refines").map(|id| id.trim_start_matches('#'));
            if let (Some(about), Some(property)) = (refines, element.attribute("property")) {
                said.refined.insert((about, property), text);
            } else {
                said.elements.push(One { element, id: element.attribute("id"), text });
            }
        }
        said
    }

    /// The elements of a name that say something.
    fn named<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s One<'t>> + Clone {
        self.elements.iter().filter(move |one| one.element.local() == name && !one.text.is_empty())
    }

    fn text(&self, name: &str) -> Option<String> {
        self.named(name).next().map(|one| one.text.clone())
    }

    /// What an element says in an attribute, or what another says about it.
    fn about<'s>(&'s self, one: &'s One, attribute: &str, property: &'s str) -> Option<&'s str> {
        let refined = || self.refined.get(&(one.id?, property)).map(String::as_str);
        one.element.attribute(attribute).or_else(refined)
    }

    fn property(&self, name: &str) -> Option<String> {
        let named = |one: &&One| one.element.attribute("property") == Some(name);
        self.named("meta").find(named).map(|one| one.text.clone())
    }

    /// The main title, and the subtitle after it.
    fn title(&self) -> Option<String> {
        let kind = |one: &One| self.about(one, "title-type", "title-type").map(str::to_owned);
        let main = self.named("title").find(|one| kind(one).as_deref() == Some("main"));
        let main = main.or_else(|| self.named("title").next())?;
        let subtitle = self.named("title").find(|one| kind(one).as_deref() == Some("subtitle"));
        Some(match subtitle.filter(|subtitle| subtitle.text != main.text) {
            Some(subtitle) => format!("{}: {}", main.text, subtitle.text),
            None => main.text.clone(),
        })
    }

    fn authors(&self) -> Vec<String> {
        let wrote = |one: &&One| self.about(one, "role", "role").is_none_or(|role| !OTHER_ROLES.contains(&role));
        let authors: Vec<String> = self.named("creator").filter(wrote).map(|one| one.text.clone()).collect();
        let all = || self.named("creator").map(|one| one.text.clone()).collect();
        if authors.is_empty() { all() } else { authors }
    }

    /// The date of publication, else any but that of the last change.
    fn date(&self) -> Option<String> {
        let event = |one: &One| self.about(one, "event", "event").map(str::to_ascii_lowercase);
        let published = self.named("date").find(|one| event(one).as_deref() == Some("publication"));
        let date = published.or_else(|| self.named("date").find(|one| event(one).as_deref() != Some("modification")));
        date.map(|one| one.text.clone())
    }

    /// The program that made the book, as it names itself among the contributors or as its generator.
    fn producer(&self) -> Option<String> {
        let maker = self.named("contributor").find(|one| self.about(one, "role", "role") == Some("bkp"));
        let generator = || {
            let named =
                |one: &&One| one.element.attribute("name").is_some_and(|name| name.eq_ignore_ascii_case("generator"));
            let one = self.elements.iter().find(named)?;
            one.element.attribute("content").map(str::to_owned)
        };
        maker.map(|one| one.text.clone()).or_else(generator)
    }

    fn is_isbn(&self, one: &One) -> bool {
        let scheme = one.element.attribute("scheme").is_some_and(|scheme| scheme.eq_ignore_ascii_case("isbn"));
        scheme || one.text.to_ascii_lowercase().starts_with("urn:isbn:")
    }
}
