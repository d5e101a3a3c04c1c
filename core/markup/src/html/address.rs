//! Relative references resolved (RFC 3986, 4.2 and 5.2): paths from the root of what holds the document, such as an
//! archive.

use transvase_base::uri::has_scheme;

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The file, from the root and without a slash before it.
    pub path: String,
    /// The place in it.
    pub fragment: Option<String>,
}

/// Where a reference leads that stands in the file `base`; `None` for one with a scheme or an authority. Steps up
/// from the root stay there, as browsers have it. With `decode`, codes such as `%20` are taken for their characters.
pub fn resolve(base: &str, reference: &str, decode: bool) -> Option<Address> {
    let reference = reference.trim();
    if has_scheme(reference) || reference.starts_with("//") {
        return None;
    }
    let (path, fragment) = reference.split_once('#').map_or((reference, None), |(path, id)| (path, Some(id)));
    let path = path.split('?').next().unwrap_or_default();
    let text = |text: &str| if decode { decoded(text) } else { text.to_owned() };
    let fragment = fragment.filter(|id| !id.is_empty()).map(text);
    if path.is_empty() {
        return Some(Address { path: base.to_owned(), fragment });
    }
    let path = text(path).replace('\\', "/");
    let folder = base.rsplit_once('/').map_or("", |(folder, _)| folder);
    let start = if path.starts_with('/') { "" } else { folder };
    Some(Address { path: joined(start, &path), fragment })
}

fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Text with its `%41` resolved (RFC 3986, 2.1). A percent sign that begins no such code stands for itself.
pub fn decoded(text: &str) -> String {
    String::from_utf8_lossy(&decoded_bytes(text)).into_owned()
}

/// As [`decoded`], as bytes.
pub(crate) fn decoded_bytes(text: &str) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = match (first, after) {
            (b'%', [high, low, ..]) => digit(*high).zip(digit(*low)).map(|(high, low)| high << 4 | low),
            _ => None,
        };
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 3986, 5.4, as far as they have paths.
    #[test]
    fn references_start_from_their_file() {
        let path = |reference| resolve("b/c/d", reference, true).map(|address| address.path);
        for (reference, target) in [
            ("g", "b/c/g"),
            ("./g", "b/c/g"),
            ("/g", "g"),
            ("g?y", "b/c/g"),
            ("", "b/c/d"),
            ("..", "b"),
            ("../g", "b/g"),
            ("../../../g", "g"),
            ("g;x=1/../y", "b/c/y"),
        ] {
            assert_eq!(path(reference).as_deref(), Some(target), "{reference}");
        }
        assert_eq!((path("g:h"), path("//g"), path("data:,x")), (None, None, None));
        let place = resolve("a", "%C3%A4%20b.x#c%23", true).unwrap();
        assert_eq!((place.path.as_str(), place.fragment.as_deref()), ("ä b.x", Some("c#")));
        assert_eq!(resolve("a", "b%20c#", false).unwrap(), Address { path: "b%20c".into(), fragment: None });
        assert_eq!(decoded("50%, %4"), "50%, %4");
    }
}
