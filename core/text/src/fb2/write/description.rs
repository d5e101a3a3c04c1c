//! Metadata (`description`), in the order of the schema.

use super::genres;
use transvase_container::xml::XmlWriter;
use transvase_markup::prose;
use transvase_model::flow::Flow;
use transvase_model::metadata::Metadata;
use transvase_model::text::dates;
use transvase_model::text::language_tags::is_language_tag;

/// The language of a text nobody knows the language of (BCP 47).
const UNKNOWN: &str = "und";
/// The program that made the book.
const PROGRAM: &str = "Transvase";

type Xml = XmlWriter<Vec<u8>>;

/// Writes the description of a book with an id, and with the id of its cover's picture.
pub(super) fn write(xml: &mut Xml, flow: &Flow, id: &str, cover: Option<&str>) {
    let metadata = &flow.metadata;
    xml.element("description", &[], |xml| {
        xml.raw("\n");
        title_info(xml, flow, cover);
        document_info(xml, metadata, id);
        publish_info(xml, metadata);
    });
    xml.raw("\n");
}

fn title_info(xml: &mut Xml, flow: &Flow, cover: Option<&str>) {
    let metadata = &flow.metadata;
    let (genres, keywords): (Vec<&str>, Vec<&str>) =
        metadata.keywords.iter().map(|word| word.trim()).partition(|word| genres::is_genre(word));
    xml.open("title-info", &[]);
    for genre in if genres.is_empty() { vec![genres::UNKNOWN] } else { genres } {
        leaf(xml, "genre", genre);
    }
    metadata.authors.iter().for_each(|author| person(xml, author));
    if metadata.authors.is_empty() {
        person(xml, "");
    }
    leaf(xml, "book-title", &prose::title(flow));
    if let Some(subject) = said(metadata.subject.as_deref()) {
        xml.raw("\n");
        xml.element("annotation", &[], |xml| {
            subject.lines().filter(|line| !line.trim().is_empty()).for_each(|line| xml.leaf("p", &[], line.trim()));
        });
    }
    if !keywords.is_empty() {
        leaf(xml, "keywords", &keywords.join(", "));
    }
    if let Some(date) = said(metadata.date.as_deref()) {
        self::date(xml, date);
    }
    if let Some(cover) = cover {
        xml.raw("\n");
        xml.element("coverpage", &[], |xml| xml.empty("image", &[("l:href", &format!("#{cover}"))]));
    }
    leaf(xml, "lang", metadata.language.as_deref().filter(|tag| is_language_tag(tag)).unwrap_or(UNKNOWN));
    xml.raw("\n");
    xml.close("title-info");
    xml.raw("\n");
}

fn document_info(xml: &mut Xml, metadata: &Metadata, id: &str) {
    xml.open("document-info", &[]);
    xml.raw("\n");
    xml.element("author", &[], |xml| xml.leaf("nickname", &[], PROGRAM));
    leaf(xml, "program-used", PROGRAM);
    date(xml, said(metadata.modified.as_deref()).or(said(metadata.date.as_deref())).unwrap_or_default());
    leaf(xml, "id", id);
    leaf(xml, "version", "1.0");
    xml.raw("\n");
    xml.close("document-info");
    xml.raw("\n");
}

fn publish_info(xml: &mut Xml, metadata: &Metadata) {
    let isbn = said(metadata.identifier.as_deref()).filter(|identifier| is_isbn(identifier));
    xml.group("publish-info", |xml| {
        if let Some(publisher) = said(metadata.publisher.as_deref()) {
            leaf(xml, "publisher", publisher);
        }
        if let Some(isbn) = isbn {
            leaf(xml, "isbn", isbn);
        }
    });
    if let Some(other) = said(metadata.identifier.as_deref()).filter(|_| isbn.is_none()) {
        xml.raw("\n");
        xml.leaf("custom-info", &[("info-type", "identifier")], other);
    }
    xml.raw("\n");
}

fn leaf(xml: &mut Xml, name: &str, text: &str) {
    xml.raw("\n");
    xml.leaf(name, &[], text);
}

fn said(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// A person, by the parts of the name: `First Middle Last` or `Last, First Middle`; of one word it is a nickname.
fn person(xml: &mut Xml, name: &str) {
    let (first, last) = match name.split_once(',') {
        Some((last, first)) => (first.split_whitespace().collect(), last.trim().to_owned()),
        None => {
            let mut words: Vec<&str> = name.split_whitespace().collect();
            let last = words.pop().unwrap_or_default().to_owned();
            (words, last)
        }
    };
    xml.raw("\n");
    xml.element("author", &[], |xml| match first.split_first() {
        None if !last.is_empty() => xml.leaf("nickname", &[], &last),
        None => {
            xml.leaf("first-name", &[], "");
            xml.leaf("last-name", &[], "");
        }
        Some((first, middle)) => {
            xml.leaf("first-name", &[], first);
            if !middle.is_empty() {
                xml.leaf("middle-name", &[], &middle.join(" "));
            }
            xml.leaf("last-name", &[], &last);
        }
    });
}

/// A date, with its value where it is a day.
fn date(xml: &mut Xml, text: &str) {
    let day = text.get(..10).filter(|day| dates::is_sound(day));
    let value: Vec<(&str, &str)> = day.iter().map(|day| ("value", *day)).collect();
    xml.raw("\n");
    xml.leaf("date", &value, text);
}

/// Whether an identifier is a number of a book: ten or thirteen digits (ISO 2108).
fn is_isbn(identifier: &str) -> bool {
    let number = identifier.trim_start_matches(|c: char| !c.is_ascii_digit());
    let digits = number.chars().filter(|c| c.is_ascii_digit() || matches!(c, 'X' | 'x')).count();
    let is_plain = number.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | ' ' | 'X' | 'x'));
    is_plain && matches!(digits, 10 | 13)
}
