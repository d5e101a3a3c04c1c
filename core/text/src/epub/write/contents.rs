//! Table of contents: the navigation document (EPUB 3.3, 7) and the NCX of older readers (OPF 2.0.1, 2.4.1).

use transvase_container::xml::XmlWriter;
use transvase_markup::html_out::{Names, page_id};
use transvase_markup::prose::{Step, step};
use transvase_model::flow::Flow;

/// Namespace of the NCX.
const NCX: &str = "http://www.daisy.org/z3986/2005/ncx/";
/// Deepest entry that is shown below another.
const MAX_LEVEL: u8 = 6;

/// An entry of the contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub level: u8,
    pub title: String,
    pub href: String,
}

/// The entries: those of the source's own table, or its headings, or the book as a whole.
pub(super) fn entries(flow: &Flow, names: &Names, files: &[String], title: &str) -> Vec<Entry> {
    let href = |(chapter, id): (usize, &str)| {
        let file = files.get(chapter)?;
        Some(if id.is_empty() { file.clone() } else { format!("{file}#{id}") })
    };
    let entry = |level: u8, title: &str, place: Option<(usize, &str)>| {
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let href = place.and_then(href).filter(|_| !title.is_empty())?;
        Some(Entry { level: level.clamp(1, MAX_LEVEL), title, href })
    };
    let own: Vec<Entry> =
        flow.outline.iter().filter_map(|item| entry(item.level, &item.title, names.place(&item.target))).collect();
    let headings = || {
        let place = |heading: &transvase_markup::html_out::Heading| (heading.chapter, heading.id.clone());
        let row = |heading| {
            let (chapter, id) = place(heading);
            entry(heading.level, &heading.title, Some((chapter, &id)))
        };
        names.headings.iter().filter_map(row).collect::<Vec<_>>()
    };
    let mut entries = if own.is_empty() { headings() } else { own };
    if entries.is_empty() {
        entries.extend(entry(1, title, Some((0, ""))));
    }
    entries
}

/// What else the navigation document tells.
pub(super) struct Places<'a> {
    /// The title of the book.
    pub title: &'a str,
    /// Its language.
    pub language: &'a str,
    /// The page of the cover.
    pub cover: Option<&'a str>,
    /// The first chapter.
    pub start: &'a str,
    /// The pages of the source, each with its file.
    pub pages: Vec<(u32, &'a str)>,
}

/// Writes the navigation document.
pub(super) fn navigation(xml: &mut XmlWriter<Vec<u8>>, entries: &[Entry], places: &Places<'_>) {
    super::head(xml, places.language, places.title, None);
    xml.open("nav", &[("epub:type", "toc"), ("role", "doc-toc"), ("id", "toc")]);
    xml.leaf("h1", &[], "Contents");
    tree(xml, entries);
    xml.close("nav");
    xml.raw("\n");
    xml.open("nav", &[("epub:type", "landmarks"), ("hidden", "hidden")]);
    xml.open("ol", &[]);
    let cover = places.cover.map(|file| ("cover", file, "Cover"));
    for (kind, file, words) in cover.into_iter().chain([("bodymatter", places.start, "Text")]) {
        xml.element("li", &[], |xml| xml.leaf("a", &[("epub:type", kind), ("href", file)], words));
    }
    xml.close("ol");
    xml.close("nav");
    xml.raw("\n");
    if !places.pages.is_empty() {
        xml.open("nav", &[("epub:type", "page-list"), ("role", "doc-pagelist"), ("hidden", "hidden")]);
        xml.open("ol", &[]);
        for (page, file) in &places.pages {
            let href = format!("{file}#{}", page_id(*page));
            xml.element("li", &[], |xml| xml.leaf("a", &[("href", &href)], &page.to_string()));
        }
        xml.close("ol");
        xml.close("nav");
        xml.raw("\n");
    }
    xml.close("body");
    xml.close("html");
}

/// Entries as lists in one another.
fn tree(xml: &mut XmlWriter<Vec<u8>>, entries: &[Entry]) {
    // The levels of the lists that are open, each with an open item.
    let mut open: Vec<u8> = Vec::new();
    for entry in entries {
        step(&mut open, entry.level, |step| match step {
            Step::In => xml.open("ol", &[]),
            Step::Next => xml.close("li"),
            Step::Out => {
                xml.close("li");
                xml.close("ol");
            }
        });
        xml.raw("\n");
        xml.open("li", &[]);
        xml.leaf("a", &[("href", &entry.href)], &entry.title);
    }
    for _ in open {
        xml.close("li");
        xml.close("ol");
    }
}

/// Writes the NCX.
pub(super) fn ncx(xml: &mut XmlWriter<Vec<u8>>, entries: &[Entry], title: &str, identifier: &str) {
    xml.open("ncx", &[("xmlns", NCX), ("version", "2005-1")]);
    xml.open("head", &[]);
    let depth = depth(entries).to_string();
    for (name, content) in
        [("dtb:uid", identifier), ("dtb:depth", &depth), ("dtb:totalPageCount", "0"), ("dtb:maxPageNumber", "0")]
    {
        xml.empty("meta", &[("name", name), ("content", content)]);
    }
    xml.close("head");
    xml.element("docTitle", &[], |xml| xml.leaf("text", &[], title));
    xml.open("navMap", &[]);
    let mut open: Vec<u8> = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        step(&mut open, entry.level, |step| match step {
            Step::In => {}
            Step::Next | Step::Out => xml.close("navPoint"),
        });
        xml.raw("\n");
        xml.open("navPoint", &[("id", &format!("p{}", number + 1))]);
        xml.element("navLabel", &[], |xml| xml.leaf("text", &[], &entry.title));
        xml.empty("content", &[("src", &entry.href)]);
    }
    open.iter().for_each(|_| xml.close("navPoint"));
    xml.close("navMap");
    xml.close("ncx");
}

/// How many lists lie in one another.
fn depth(entries: &[Entry]) -> usize {
    let mut open = Vec::new();
    let depths = entries.iter().map(|entry| {
        step(&mut open, entry.level, |_| {});
        open.len()
    });
    depths.max().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_become_lists_in_one_another() {
        let entry = |level, title: &str| Entry { level, title: title.into(), href: format!("{title}.xhtml") };
        let entries = [entry(2, "a"), entry(3, "b"), entry(5, "c"), entry(3, "d"), entry(1, "e")];
        let mut xml = XmlWriter::part(Vec::new());
        tree(&mut xml, &entries);
        let text = String::from_utf8(xml.finish().unwrap()).unwrap().replace('\n', "");
        let item = |title: &str| format!("<li><a href=\"{title}.xhtml\">{title}</a>");
        let expected = format!(
            "<ol>{}<ol>{}<ol>{}</li></ol></li>{}</li></ol></li>{}</li></ol>",
            item("a"),
            item("b"),
            item("c"),
            item("d"),
            item("e")
        );
        assert_eq!(text, expected);
        assert_eq!(depth(&entries), 3);
    }
}
