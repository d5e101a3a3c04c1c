//! URIs: addresses that links lead to.

/// An address as links can have it: with the characters RFC 3986 does not allow percent-encoded. `None` where it is
/// empty, or would run something instead of leading somewhere.
pub fn clean(uri: &str) -> Option<String> {
    let uri = uri.trim();
    if uri.is_empty() || !is_harmless(uri) {
        return None;
    }
    let mut clean = String::new();
    let mut fragments = 0;
    for (at, c) in uri.char_indices() {
        fragments += usize::from(c == '#');
        let allowed = match c {
            '%' => uri.get(at + 1..at + 3).is_some_and(|code| code.bytes().all(|b| b.is_ascii_hexdigit())),
            '#' => fragments == 1,
            // Brackets belong around an IPv6 address alone, which hardly any link has.
            _ => c.is_ascii_alphanumeric() || "-._~:/?@!$&'()*+,;=".contains(c),
        };
        if allowed {
            clean.push(c);
        } else {
            clean.extend(c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("%{byte:02X}")));
        }
    }
    Some(clean)
}

/// Whether an address leads to a place, rather than being a program.
pub fn is_harmless(uri: &str) -> bool {
    let scheme = uri.trim().split_once(':').map_or("", |(scheme, _)| scheme);
    !["javascript", "vbscript", "data"].iter().any(|program| scheme.eq_ignore_ascii_case(program))
}

/// Whether an address says by itself where it leads, rather than from the place of the document: it begins with a scheme
/// (RFC 3986, 3.1).
pub fn has_scheme(reference: &str) -> bool {
    reference.split_once(':').is_some_and(|(scheme, _)| {
        let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(known)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_with_a_scheme_hold_everywhere() {
        let absolute = ["https://example.org", "mailto:a@b", "a+b:c"];
        let relative = ["/url", "a/b:c", "//example.org", "b.html#x", ""];
        assert!(absolute.iter().all(|uri| has_scheme(uri)) && !relative.iter().any(|uri| has_scheme(uri)));
    }

    #[test]
    fn uris_are_encoded_where_they_must_be() {
        let cases = [
            ("https://example.org/a b?q=ä#x#y", Some("https://example.org/a%20b?q=%C3%A4#x%23y")),
            ("mailto:a@example.org", Some("mailto:a@example.org")),
            ("http://example.org/100%", Some("http://example.org/100%25")),
            ("http://example.org/%41[1]", Some("http://example.org/%41%5B1%5D")),
            ("JavaScript:alert(1)", None),
            ("  ", None),
        ];
        for (uri, expected) in cases {
            assert_eq!(clean(uri).as_deref(), expected, "{uri}");
        }
    }
}
