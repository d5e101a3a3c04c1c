//! Tables of contents: the navigation document of EPUB 3 (EPUB 3.3, 7) and the NCX of EPUB 2.

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_container::xml::decode;
use transvase_markup::html::{Dialect, Element, NodeId, Tree, charset, from_xml, parse};

/// Entries of a table of contents.
const MAX_ENTRIES: usize = 20_000;

/// Deepest level of an entry.
const MAX_LEVEL: u8 = 9;

/// An entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Depth, from 1.
    pub level: u8,
    pub title: String,
    /// Where it leads; starts from the file it stands in.
    pub reference: String,
}

/// The entries of a navigation document: those of its list of contents.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub(super) fn of_document(bytes: &[u8], context: &Context) -> Result<Vec<Entry>> {
    let tree = parse(&charset::decode(bytes), Dialect { xhtml: true, ..Dialect::default() }, context)?;
    let is_contents = |element: &Element| {
        let kind = element.attribute("type").or_else(|| element.attribute("role")).unwrap_or_default();
        element.local() == "nav" && kind.split_whitespace().any(|word| matches!(word, "toc" | "doc-toc"))
    };
    let contents = tree.descendants(NodeId::DOCUMENT).find(|id| tree.element(*id).is_some_and(is_contents));
    let Some(top) = contents.or_else(|| tree.first("nav")) else { return Ok(Vec::new()) };
    let mut entries = Vec::new();
    for id in tree.descendants(top) {
        context.tick(1)?;
        let Some(link) = tree.element(id).filter(|element| element.local() == "a") else { continue };
        push(&mut entries, depth(&tree, id, top, "ol"), &tree.text(id), link.attribute("href"));
    }
    Ok(entries)
}

/// The entries of an NCX.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub(super) fn of_ncx(bytes: &[u8], context: &Context) -> Result<Vec<Entry>> {
    let (tree, _) = from_xml(&decode(bytes), context)?;
    let Some(top) = tree.first("navMap") else { return Ok(Vec::new()) };
    let mut entries = Vec::new();
    for id in tree.descendants(top) {
        context.tick(1)?;
        if tree.element(id).is_none_or(|element| element.local() != "navPoint") {
            continue;
        }
        let children = || std::iter::successors(tree.first_child(id), |child| tree.next(*child));
        let named = |name: &str| children().find(|id| tree.element(*id).is_some_and(|element| element.local() == name));
        let title = named("navLabel").map(|label| tree.text(label)).unwrap_or_default();
        let content = named("content").and_then(|content| tree.element(content)?.attribute("src"));
        push(&mut entries, depth(&tree, id, top, "navPoint"), &title, content);
    }
    Ok(entries)
}

fn push(entries: &mut Vec<Entry>, level: u8, title: &str, reference: Option<&str>) {
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(reference) = reference.filter(|_| !title.is_empty() && entries.len() < MAX_ENTRIES) {
        entries.push(Entry { level, title, reference: reference.to_owned() });
    }
}

/// How many elements of a name lie around a node, itself counted, below `top`.
fn depth(tree: &Tree, id: NodeId, top: NodeId, name: &str) -> u8 {
    let around = std::iter::successors(Some(id), |id| tree.parent(*id)).take_while(|id| *id != top);
    let count = around.filter(|id| tree.element(*id).is_some_and(|element| element.local() == name)).count();
    count.clamp(1, usize::from(MAX_LEVEL)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(entries: &[Entry]) -> Vec<String> {
        entries.iter().map(|entry| format!("{} {} {}", entry.level, entry.title, entry.reference)).collect()
    }

    #[test]
    fn levels_are_those_of_the_lists() {
        let nav = "<nav epub:type='landmarks'><ol><li><a href='x'>no</a></ol></nav>
            <nav epub:type='toc'><h1>Contents</h1><ol><li><a href='a'>One <b>two</b></a><ol><li><a href='b#c'>Three</a>
            </li></ol></li><li><span>none</span></li><li><a href='d'>\n</a></li></ol></nav>";
        let entries = of_document(nav.as_bytes(), &Context::default()).unwrap();
        assert_eq!(shown(&entries), ["1 One two a", "2 Three b#c"]);
        let ncx = "<ncx><navMap><navPoint><navLabel><text>One</text></navLabel><content src='a'/><navPoint>
            <navLabel><text> Two\nthree </text></navLabel><content src='b#c'/></navPoint></navPoint>
            <navPoint><navLabel><text>Four</text></navLabel></navPoint></navMap></ncx>";
        assert_eq!(shown(&of_ncx(ncx.as_bytes(), &Context::default()).unwrap()), ["1 One a", "2 Two three b#c"]);
    }
}
