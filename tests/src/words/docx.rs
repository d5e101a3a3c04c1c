//! The words a DOCX holds (ECMA-376 part 1): those written in it, and those office programs count.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use super::key;
use super::labels::{Labels, counted};
use crate::xml::{Element, Node, parse};

/// The words of a DOCX, as [`key`] has them.
#[derive(Debug, Default)]
pub struct Held {
    /// Those that stand in it once: text, tables, notes, frames, in this order.
    pub words: Vec<String>,
    /// Those of heads and feet, with the number of each on one page at most.
    pub running: BTreeMap<String, usize>,
    /// Page numbers in the head and foot of one page.
    pub page_numbers: usize,
    /// Whether lines are numbered.
    pub line_numbers: bool,
    /// The rows that are shown again at the head of each page.
    pub repeated: Vec<Vec<String>>,
}

/// The parts of a package that are XML, by name.
struct Package(BTreeMap<String, Element>);

impl Package {
    fn of(docx: &[u8]) -> Package {
        let mut archive = zip::ZipArchive::new(Cursor::new(docx)).expect("a DOCX is a zip package");
        let names: Vec<String> = archive.file_names().map(str::to_owned).collect();
        let parts = names.into_iter().filter(|name| name.starts_with("word/") && name.ends_with(".xml"));
        let read = |name: String| {
            let mut text = String::new();
            archive.by_name(&name).expect("the part is there").read_to_string(&mut text).expect("XML is text");
            (name, parse(&text))
        };
        Package(parts.map(read).collect())
    }

    fn part(&self, name: &str) -> Option<&Element> {
        self.0.get(&format!("word/{name}.xml"))
    }

    fn parts<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.0.iter().filter(move |(path, _)| path.starts_with(&format!("word/{name}"))).map(|(_, root)| root)
    }
}

/// The text of a DOCX: a line for each paragraph, its label before it.
pub fn text(docx: &[u8]) -> String {
    let package = Package::of(docx);
    let mut reader = Reader::of(&package);
    ["document", "footnotes", "endnotes", "comments"]
        .iter()
        .filter_map(|name| package.part(name))
        .for_each(|root| reader.element(root));
    reader.text
}

/// What a DOCX holds.
pub fn held(docx: &[u8]) -> Held {
    let package = Package::of(docx);
    let mut held = Held { words: words(&text(docx)), ..Held::default() };
    for name in ["header", "footer"] {
        let mut most: BTreeMap<String, usize> = BTreeMap::new();
        for part in package.parts(name) {
            let mut own: BTreeMap<String, usize> = BTreeMap::new();
            Reader::of(&package).words(part).into_iter().for_each(|word| *own.entry(word).or_default() += 1);
            for (word, count) in own {
                let known = most.entry(word).or_default();
                *known = count.max(*known);
            }
        }
        most.into_iter().for_each(|(word, count)| *held.running.entry(word).or_default() += count);
        held.page_numbers += package.parts(name).map(page_numbers).max().unwrap_or(0);
    }
    let Some(document) = package.part("document") else { return held };
    held.line_numbers = document.holds("w:lnNumType");
    repeated(document, &package, &mut held.repeated);
    held
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(key).filter(|word| !word.is_empty()).collect()
}

/// Fields below an element that number or count pages.
fn page_numbers(element: &Element) -> usize {
    let counts = |code: &str| {
        code.split_whitespace().next().is_some_and(|name| name.ends_with("PAGE") || name.ends_with("PAGES"))
    };
    let own = match element.name.as_str() {
        "w:fldSimple" => element.attribute("w:instr").is_some_and(counts),
        "w:instrText" => element.children.iter().any(|child| matches!(child, Node::Text(code) if counts(code))),
        _ => false,
    };
    usize::from(own) + element.elements().map(page_numbers).sum::<usize>()
}

/// The words of the rows below an element that head their tables.
fn repeated(element: &Element, package: &Package, rows: &mut Vec<Vec<String>>) {
    for child in element.elements() {
        if child.name == "w:tr" && child.at(&["w:trPr", "w:tblHeader"]).is_some() {
            rows.push(Reader::of(package).words(child));
        }
        repeated(child, package, rows);
    }
}

/// Reads text in the order of a document.
struct Reader {
    text: String,
    labels: Labels,
    /// The number of each note that has been referred to, by the element and its id.
    notes: BTreeMap<(bool, String), String>,
    /// The note whose text is read.
    note: Option<(bool, String)>,
    /// How foot- and endnotes are counted, and how many there have been.
    counts: [(String, u32); 2],
}

impl Reader {
    fn of(package: &Package) -> Reader {
        // Without a format endnotes have small Roman numbers (17.11.17), footnotes digits (17.11.18).
        let count = |name: &str, format: &str| {
            let of = |item: &str| package.part("settings").and_then(|root| root.val(&[name, item])).map(str::to_owned);
            let start: u32 = of("w:numStart").and_then(|start| start.parse().ok()).unwrap_or(1);
            (of("w:numFmt").unwrap_or_else(|| format.into()), start.saturating_sub(1))
        };
        Reader {
            text: String::new(),
            labels: Labels::of(package.part("numbering"), package.part("styles")),
            notes: BTreeMap::new(),
            note: None,
            counts: [count("w:footnotePr", "decimal"), count("w:endnotePr", "lowerRoman")],
        }
    }

    fn words(mut self, element: &Element) -> Vec<String> {
        self.element(element);
        words(&self.text)
    }

    fn element(&mut self, element: &Element) {
        match element.name.as_str() {
            "mc:Fallback" | "w:instrText" | "w:pPr" | "w:rPr" => return,
            "w:t" | "m:t" => self.text.extend(element.children.iter().filter_map(|child| match child {
                Node::Text(text) => Some(text.as_str()),
                Node::Element(_) => None,
            })),
            "w:tab" | "w:br" | "w:cr" | "w:ptab" => self.text.push(' '),
            "v:textpath" => self.apart(element.attribute("string").unwrap_or_default()),
            "w:footnoteReference" | "w:endnoteReference" => self.refer(element),
            "w:footnote" | "w:endnote" => self.note = Some(note_of(element)),
            "w:footnoteRef" | "w:endnoteRef" => {
                let number = self.note.as_ref().and_then(|note| self.notes.get(note)).cloned();
                self.apart(&number.unwrap_or_default());
            }
            "w:p" => {
                let label = self.labels.of_paragraph(element);
                self.text.push('\n');
                self.apart(&label);
            }
            _ => {}
        }
        element.elements().for_each(|child| self.element(child));
        if matches!(element.name.as_str(), "w:p" | "w:tc") {
            self.text.push('\n');
        }
    }

    /// Text with space around it.
    fn apart(&mut self, text: &str) {
        if !text.is_empty() {
            self.text.extend([" ", text, " "]);
        }
    }

    /// The mark of a note, where it is counted.
    fn refer(&mut self, element: &Element) {
        if element.attribute("w:customMarkFollows").is_some() {
            return;
        }
        let note = note_of(element);
        let (format, count) = &mut self.counts[usize::from(note.0)];
        *count += 1;
        let number = counted(*count, format);
        self.apart(&number);
        self.notes.insert(note, number);
    }
}

/// Whether a note is an endnote, and its id.
fn note_of(element: &Element) -> (bool, String) {
    (element.name.starts_with("w:endnote"), element.attribute("w:id").unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_pages_are_counted_and_rows_that_head_a_table_are_found() {
        let foot = parse(
            r#"<w:ftr><w:p><w:r><w:instrText> PAGE </w:instrText></w:r><w:fldSimple w:instr="NUMPAGES"/></w:p></w:ftr>"#,
        );
        assert_eq!(page_numbers(&foot), 2);
        let row = |head: &str, text: &str| {
            format!("<w:tr><w:trPr>{head}</w:trPr><w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc></w:tr>")
        };
        let table = parse(&format!("<w:tbl>{}{}</w:tbl>", row("<w:tblHeader/>", "Day, hours"), row("", "Monday")));
        let mut rows = Vec::new();
        repeated(&table, &Package(BTreeMap::new()), &mut rows);
        assert_eq!(rows, [["day", "hours"]]);
    }
}
