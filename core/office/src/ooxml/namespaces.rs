//! The namespaces of Office Open XML, transitional and Strict (ECMA-376 part 1, annex A, and part 4), with the prefixes
//! that everybody writes for them.

/// The prefix that stands for a namespace; `None` where it is none of these.
pub(crate) fn prefix(namespace: &str) -> Option<&'static str> {
    let start =
        if namespace.starts_with(STRICT) { namespace.strip_prefix(STRICT) } else { namespace.strip_prefix(OPEN) };
    match start {
        Some(rest) => find(OF_ECMA, without_year(rest)),
        None => find(OTHERS, namespace).or_else(|| undeclared(namespace)),
    }
}

/// What stands for the namespace of a prefix that no element declares, as where the first tag of a part is damaged: the
/// prefix itself, where it is one of these.
pub(super) fn undeclared(prefix: &str) -> Option<&'static str> {
    OF_ECMA.iter().chain(OTHERS).map(|(_, known)| *known).find(|known| *known == prefix)
}

/// The kind of a relationship: what follows the start that the types of its schema share, Strict or not; the whole type
/// where it has another start.
pub(crate) fn relationship_kind(kind: &str) -> &str {
    let strict = || kind.strip_prefix(STRICT)?.strip_prefix("officeDocument/relationships/");
    let open = || kind.strip_prefix(OPEN)?.strip_prefix("officeDocument/2006/relationships/");
    strict().or_else(open).unwrap_or(kind)
}

/// Start of the namespaces of the Strict schemas.
const STRICT: &str = "http://purl.oclc.org/ooxml/";
/// Start of those of the transitional ones.
const OPEN: &str = "http://schemas.openxmlformats.org/";

/// Transitional namespaces have the year of their schema in them.
const YEAR: &str = "/2006";

/// A namespace without the year: the two kinds of schemas then have the same names.
fn without_year(rest: &str) -> String {
    rest.replacen(YEAR, "", 1)
}

/// By what follows the shared start, without the year.
const OF_ECMA: &[(&str, &str)] = &[
    ("wordprocessingml/main", "w"),
    ("officeDocument/relationships", "r"),
    ("officeDocument/math", "m"),
    ("drawingml/main", "a"),
    ("drawingml/wordprocessingDrawing", "wp"),
    ("drawingml/picture", "pic"),
    ("drawingml/chart", "c"),
    ("drawingml/chartDrawing", "cdr"),
    ("drawingml/diagram", "dgm"),
    ("drawingml/lockedCanvas", "lc"),
    ("drawingml/spreadsheetDrawing", "xdr"),
    ("spreadsheetml/main", "x"),
    ("presentationml/main", "p"),
    ("markup-compatibility", "mc"),
    ("officeDocument/customXml", "ds"),
    ("schemaLibrary/main", "sl"),
    ("package/relationships", "rel"),
    ("package/content-types", "ct"),
];

/// Namespaces of extensions and of VML.
const OTHERS: &[(&str, &str)] = &[
    ("http://www.w3.org/XML/1998/namespace", "xml"),
    ("urn:schemas-microsoft-com:vml", "v"),
    ("urn:schemas-microsoft-com:office:office", "o"),
    ("urn:schemas-microsoft-com:office:word", "w10"),
    ("urn:schemas-microsoft-com:office:excel", "xvml"),
    ("urn:schemas-microsoft-com:office:powerpoint", "pvml"),
    ("http://schemas.microsoft.com/office/word/2010/wordml", "w14"),
    ("http://schemas.microsoft.com/office/word/2012/wordml", "w15"),
    ("http://schemas.microsoft.com/office/word/2010/wordprocessingShape", "wps"),
    ("http://schemas.microsoft.com/office/word/2010/wordprocessingGroup", "wpg"),
    ("http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas", "wpc"),
    ("http://schemas.microsoft.com/office/word/2010/wordprocessingInk", "wpi"),
    ("http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing", "wp14"),
    ("http://schemas.microsoft.com/office/drawing/2010/main", "a14"),
    ("http://schemas.microsoft.com/office/drawing/2008/diagram", "dsp"),
    ("http://schemas.microsoft.com/office/drawing/2016/SVG/main", "asvg"),
    ("http://schemas.microsoft.com/office/drawing/2014/main", "a16"),
    ("http://schemas.microsoft.com/office/powerpoint/2010/main", "p14"),
    ("http://schemas.microsoft.com/office/spreadsheetml/2009/9/main", "x14"),
];

fn find(rows: &[(&str, &'static str)], namespace: impl AsRef<str>) -> Option<&'static str> {
    rows.iter().find(|(known, _)| *known == namespace.as_ref()).map(|(_, prefix)| *prefix)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of ECMA-376 part 1, annex A, and of part 4.
    #[test]
    fn both_schemas_have_the_same_prefixes() {
        let cases = [
            ("http://schemas.openxmlformats.org/wordprocessingml/2006/main", Some("w")),
            ("http://purl.oclc.org/ooxml/wordprocessingml/main", Some("w")),
            ("http://schemas.openxmlformats.org/drawingml/2006/main", Some("a")),
            ("http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing", Some("wp")),
            ("http://schemas.openxmlformats.org/officeDocument/2006/relationships", Some("r")),
            ("http://purl.oclc.org/ooxml/officeDocument/relationships", Some("r")),
            ("http://schemas.openxmlformats.org/officeDocument/2006/math", Some("m")),
            ("http://schemas.openxmlformats.org/markup-compatibility/2006", Some("mc")),
            ("urn:schemas-microsoft-com:vml", Some("v")),
            ("urn:other", None),
        ];
        for (namespace, expected) in cases {
            assert_eq!(prefix(namespace), expected, "{namespace}");
        }
    }

    #[test]
    fn kinds_of_relationships_are_the_same_in_both() {
        let open = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles";
        let strict = "http://purl.oclc.org/ooxml/officeDocument/relationships/styles";
        assert_eq!((relationship_kind(open), relationship_kind(strict)), ("styles", "styles"));
        assert_eq!(relationship_kind("urn:x"), "urn:x");
    }
}
