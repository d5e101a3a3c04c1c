//! Metadata of a page (HTML, 4.2; Dublin Core in HTML, RFC 2731).

use transvase_markup::html::{NodeId, Tree};
use transvase_model::metadata::Metadata;

/// Reads the head of a page.
pub(super) fn read(tree: &Tree) -> Metadata {
    let mut metadata = Metadata { title: title(tree), language: language(tree), ..Metadata::default() };
    for id in tree.descendants(NodeId::DOCUMENT) {
        let Some(meta) = tree.element(id).filter(|element| element.local() == "meta") else { continue };
        let name = meta.attribute("name").or_else(|| meta.attribute("property")).unwrap_or_default();
        let content = one_line(meta.attribute("content").unwrap_or_default());
        if !content.is_empty() {
            note(&mut metadata, &name.trim().to_ascii_lowercase(), content);
        }
    }
    metadata
}

fn note(metadata: &mut Metadata, name: &str, content: String) {
    let first = |place: &mut Option<String>, content| *place = place.take().or(Some(content));
    match name {
        "author" | "dc.creator" | "dcterms.creator" if !metadata.authors.contains(&content) => {
            metadata.authors.push(content);
        }
        "description" | "dc.description" | "dcterms.description" => first(&mut metadata.subject, content),
        "keywords" | "dc.subject" | "dcterms.subject" => {
            let words = content.split([',', ';']).map(str::trim).filter(|word| !word.is_empty());
            metadata.keywords.extend(words.map(str::to_owned));
        }
        "dc.title" | "dcterms.title" | "og:title" => first(&mut metadata.title, content),
        "publisher" | "dc.publisher" | "dcterms.publisher" => first(&mut metadata.publisher, content),
        "dc.identifier" | "dcterms.identifier" => first(&mut metadata.identifier, content),
        "date" | "dc.date" | "dcterms.date" | "dcterms.created" | "article:published_time" => {
            first(&mut metadata.date, content);
        }
        "dcterms.modified" | "article:modified_time" => first(&mut metadata.modified, content),
        "dc.language" | "dcterms.language" => first(&mut metadata.language, content),
        "generator" => first(&mut metadata.producer, content),
        _ => {}
    }
}

/// The title in the head: drawings have titles too.
fn title(tree: &Tree) -> Option<String> {
    let is_title = |id: &NodeId| tree.element(*id).is_some_and(|one| one.local() == "title" && one.is_html());
    let title = tree.descendants(NodeId::DOCUMENT).find(is_title)?;
    Some(one_line(&tree.text(title))).filter(|title| !title.is_empty())
}

fn language(tree: &Tree) -> Option<String> {
    let element = |name| tree.first(name).and_then(|id| tree.element(id)?.attribute("lang"));
    let tag = element("html").or_else(|| element("body"))?.trim();
    (!tag.is_empty()).then(|| tag.replace('_', "-"))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
