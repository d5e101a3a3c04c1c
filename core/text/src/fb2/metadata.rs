//! Metadata of a book (FictionBook 2.1, `description`).

use transvase_markup::html::{NodeId, Tree};
use transvase_model::metadata::Metadata;

/// Reads the description.
pub(super) fn read(tree: &Tree) -> Metadata {
    let Some(title) = child(tree, NodeId::DOCUMENT, "title-info") else { return Metadata::default() };
    let document = child(tree, NodeId::DOCUMENT, "document-info");
    let publisher = child(tree, NodeId::DOCUMENT, "publish-info");
    let isbn = publisher.and_then(|info| text(tree, info, "isbn"));
    Metadata {
        title: full_title(tree, title),
        authors: children(tree, title, "author").filter_map(|author| person(tree, author)).collect(),
        subject: text(tree, title, "annotation"),
        keywords: keywords(tree, title),
        publisher: publisher.and_then(|info| text(tree, info, "publisher")),
        language: text(tree, title, "lang").map(|tag| tag.replace('_', "-")),
        identifier: isbn.or_else(|| text(tree, document?, "id")),
        date: date(tree, title).or_else(|| text(tree, publisher?, "year")),
        modified: document.and_then(|info| date(tree, info)),
        producer: document.and_then(|info| text(tree, info, "program-used")),
    }
}

/// What the cover image is called.
pub(super) fn cover(tree: &Tree) -> Option<&str> {
    let page = child(tree, child(tree, NodeId::DOCUMENT, "title-info")?, "coverpage")?;
    tree.element(child(tree, page, "image")?)?.attribute("href")
}

fn children<'t>(tree: &'t Tree, of: NodeId, name: &'t str) -> impl Iterator<Item = NodeId> + 't {
    let all = std::iter::successors(tree.first_child(of), |child| tree.next(*child));
    all.filter(move |id| tree.element(*id).is_some_and(|element| element.local() == name))
}

fn child(tree: &Tree, of: NodeId, name: &str) -> Option<NodeId> {
    children(tree, of, name).next()
}

fn text(tree: &Tree, of: NodeId, name: &str) -> Option<String> {
    let text = tree.text(child(tree, of, name)?).split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

/// The title, with the series that the book is part of.
fn full_title(tree: &Tree, info: NodeId) -> Option<String> {
    let title = text(tree, info, "book-title")?;
    let series = child(tree, info, "sequence").and_then(|id| tree.element(id));
    let name = series.and_then(|series| series.attribute("name")).map(str::trim).filter(|name| !name.is_empty());
    let Some(name) = name else { return Some(title) };
    let number = series.and_then(|series| series.attribute("number")).map(str::trim).unwrap_or_default();
    Some(match number {
        "" => format!("{title} ({name})"),
        number => format!("{title} ({name} {number})"),
    })
}

fn person(tree: &Tree, id: NodeId) -> Option<String> {
    let names = ["first-name", "middle-name", "last-name"].into_iter().filter_map(|name| text(tree, id, name));
    let name = names.collect::<Vec<_>>().join(" ");
    if name.is_empty() { text(tree, id, "nickname") } else { Some(name) }
}

fn keywords(tree: &Tree, info: NodeId) -> Vec<String> {
    let genres = children(tree, info, "genre").map(|id| tree.text(id).trim().to_owned());
    let words = text(tree, info, "keywords").unwrap_or_default();
    let words: Vec<String> = words.split([',', ';']).map(|word| word.trim().to_owned()).collect();
    let is_said = |word: &String| !word.is_empty() && word != super::write::genres::UNKNOWN;
    genres.chain(words).filter(is_said).collect()
}

/// A date as its value says it, or else its text.
fn date(tree: &Tree, info: NodeId) -> Option<String> {
    let value = tree.element(child(tree, info, "date")?)?.attribute("value").map(str::trim);
    value.filter(|value| !value.is_empty()).map(str::to_owned).or_else(|| text(tree, info, "date"))
}
