//! Document metadata (OASIS ODF 1.3 part 3, 3.1.2 and 4.3 `office:meta`).

use super::tree::Element;
use transvase_model::metadata::Metadata;

/// Reads `office:meta` below a root; also the number of pages its program counted last.
pub(crate) fn read(root: &Element) -> (Metadata, Option<u32>) {
    let mut said = Metadata::default();
    let mut pages = None;
    let mut creator = None;
    for element in root.child("office:meta").into_iter().flat_map(Element::elements) {
        let text = element.text().trim().to_owned();
        let words = || Some(text.clone()).filter(|text| !text.is_empty());
        match element.name() {
            "dc:title" => said.title = words(),
            "dc:subject" => said.subject = words().or(said.subject),
            "dc:description" => said.subject = said.subject.or_else(words),
            "meta:initial-creator" => said.authors = words().into_iter().collect(),
            "dc:creator" => creator = words(),
            "dc:language" => said.language = words(),
            "dc:publisher" => said.publisher = words(),
            "dc:identifier" => said.identifier = words(),
            "dc:date" => said.modified = words(),
            "meta:creation-date" => said.date = words(),
            "meta:generator" => said.producer = words(),
            "meta:keyword" => {
                said.keywords
                    .extend(text.split([',', ';']).map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned));
            }
            "meta:user-defined" => defined(&mut said, element.get("meta:name").unwrap_or_default(), &text),
            "meta:document-statistic" => pages = element.number("meta:page-count"),
            _ => {}
        }
    }
    if said.authors.is_empty() {
        said.authors = creator.into_iter().collect();
    }
    (said, pages)
}

/// What people have a field of their own for, under the names that other formats have for it.
fn defined(said: &mut Metadata, name: &str, text: &str) {
    let place = match name.to_ascii_lowercase().as_str() {
        "publisher" => &mut said.publisher,
        "identifier" | "isbn" | "doi" => &mut said.identifier,
        _ => return,
    };
    if place.is_none() && !text.is_empty() {
        *place = Some(text.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odf::tree::parse;
    use transvase_base::context::Context;

    #[test]
    fn a_document_says_who_made_it() {
        let text = "<office:document-meta xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'
            xmlns:meta='urn:oasis:names:tc:opendocument:xmlns:meta:1.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><office:meta>
            <dc:title>A &amp; B</dc:title><dc:creator>Bob</dc:creator><meta:initial-creator>Ann</meta:initial-creator>
            <meta:keyword>x, y</meta:keyword><meta:keyword>z</meta:keyword><dc:language/><dc:date>2020-01-02T03:04:05</dc:date>
            <meta:user-defined meta:name='Publisher'>P</meta:user-defined><meta:document-statistic meta:page-count='7'/>
            </office:meta></office:document-meta>";
        let (said, pages) = read(&parse(text.as_bytes(), "meta.xml", &Context::default()).unwrap());
        assert_eq!((said.title.as_deref(), said.authors, pages), (Some("A & B"), vec!["Ann".to_owned()], Some(7)));
        assert_eq!((said.keywords.len(), said.language, said.publisher.as_deref()), (3, None, Some("P")));
        assert_eq!(said.modified.as_deref(), Some("2020-01-02T03:04:05"));
    }
}
