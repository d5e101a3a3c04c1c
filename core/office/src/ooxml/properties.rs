//! Document properties of an office file: core properties (ECMA-376 part 2, 11) and those of its program (part 1,
//! 22.2), wherever the package's relationships put them.

use super::{CORE_PROPERTIES, PACKAGE_RELATIONSHIPS, RELATIONSHIPS};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_container::xml::{Node, XmlReader, decode};
use transvase_container::zip::Package;
use transvase_model::metadata::Metadata;

/// Type of the relationship to the program's properties.
const PROGRAM_PROPERTIES: &str = "extended-properties";

/// What an office file says about itself.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Properties {
    pub metadata: Metadata,
    /// Pages or slides, as its program counted them last.
    pub pages: Option<u32>,
}

/// Reads the properties of an office file.
///
/// # Errors
/// As [`Package::open`] and [`Package::read`]; `Malformed` of properties that are no XML.
pub(crate) fn properties(bytes: &[u8], context: &Context) -> Result<Properties> {
    let mut package = Package::open(bytes, context)?;
    let mut properties = Properties::default();
    let relationships = package.read("_rels/.rels", context)?.unwrap_or_default();
    for (kind, target) in targets(&decode(&relationships), context)? {
        let is_core = kind == CORE_PROPERTIES;
        if is_core || kind.strip_prefix(RELATIONSHIPS) == Some(&format!("/{PROGRAM_PROPERTIES}")) {
            let part = package.read(target.trim_start_matches('/'), context)?.unwrap_or_default();
            for (name, text) in leaves(&decode(&part), context)? {
                set(&mut properties, &name, text);
            }
        }
    }
    Ok(properties)
}

/// Type and target of each relationship.
fn targets(text: &str, context: &Context) -> Result<Vec<(String, String)>> {
    let mut reader = XmlReader::new(text, context);
    let mut targets = Vec::new();
    while let Some(node) = reader.next()? {
        let Node::Start(element) = node else { continue };
        if !element.is(PACKAGE_RELATIONSHIPS, "Relationship") {
            continue;
        }
        if let (Some(kind), Some(target)) = (element.attribute("Type"), element.attribute("Target")) {
            targets.push((kind.to_owned(), target.to_owned()));
        }
    }
    Ok(targets)
}

/// The elements that hold text alone, by their local names: those of the two parts do not clash.
fn leaves(text: &str, context: &Context) -> Result<Vec<(String, String)>> {
    let mut reader = XmlReader::new(text, context);
    let mut leaves = Vec::new();
    let mut open: Option<(String, String)> = None;
    while let Some(node) = reader.next()? {
        match node {
            Node::Start(element) => open = Some((element.name, String::new())),
            Node::Text(piece) => open.iter_mut().for_each(|(_, text)| text.push_str(&piece)),
            Node::End => leaves.extend(open.take()),
        }
    }
    Ok(leaves)
}

fn set(properties: &mut Properties, name: &str, text: String) {
    let text = text.trim().to_owned();
    if text.is_empty() {
        return;
    }
    let said = &mut properties.metadata;
    let list =
        |marks: &[char]| text.split(marks).map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    match name {
        "title" => said.title = Some(text),
        "creator" => said.authors = list(&[';']),
        "subject" => said.subject = Some(text),
        "description" if said.subject.is_none() => said.subject = Some(text),
        "keywords" => said.keywords = list(&[',', ';']),
        "language" => said.language = Some(text),
        "identifier" => said.identifier = Some(text),
        "created" => said.date = Some(text),
        "modified" => said.modified = Some(text),
        "Company" => said.publisher = Some(text),
        "Application" => said.producer = Some(text),
        "Pages" | "Slides" => properties.pages = text.parse().ok(),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::error::ErrorCode;
    use transvase_container::zip::Archive;

    fn office(core: &str, program: &str) -> Vec<u8> {
        let mut archive = Archive::new();
        let relationships = format!(
            "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>
             <Relationship Id='a' Type='{CORE_PROPERTIES}' Target='props/one.xml'/>
             <Relationship Id='b' Type='{RELATIONSHIPS}/{PROGRAM_PROPERTIES}' Target='/props/two.xml'/></Relationships>"
        );
        archive.deflate("_rels/.rels", relationships.as_bytes()).unwrap();
        archive.deflate("props/one.xml", core.as_bytes()).unwrap();
        archive.deflate("props/two.xml", program.as_bytes()).unwrap();
        archive.finish().unwrap()
    }

    #[test]
    fn properties_are_found_by_their_relationships() {
        let core = "<cp:coreProperties xmlns:cp='c' xmlns:dc='d'><dc:title>A &amp; B</dc:title>
            <dc:creator>Ann; Bob</dc:creator><cp:keywords>x, y</cp:keywords></cp:coreProperties>";
        let program = "<Properties><Application>Some Program</Application><Pages>12</Pages></Properties>";
        let found = properties(&office(core, program), &Context::default()).unwrap();
        assert_eq!(found.pages, Some(12));
        assert_eq!(found.metadata.title.as_deref(), Some("A & B"));
        assert_eq!((found.metadata.authors.len(), found.metadata.keywords.len()), (2, 2));
        assert_eq!(found.metadata.producer.as_deref(), Some("Some Program"));
    }

    #[test]
    fn damaged_properties_are_an_error() {
        let error = properties(&office("<a><b></a>", "<c/>"), &Context::default()).unwrap_err();
        assert_eq!(error.code(), ErrorCode::Malformed);
    }
}
