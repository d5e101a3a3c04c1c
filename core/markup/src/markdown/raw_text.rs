//! Raw-text HTML tags, after which HTML reads no more tags: one that somebody only mentions would hide the rest of the
//! text. GitHub shows them as text (GFM, 6.11); here they are so where they stand alone.

use std::borrow::Cow;

/// The tags (GFM, 6.11).
const NAMES: [&str; 9] = ["title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "script", "plaintext"];

/// The HTML of a block or a line, with the tags of this kind that have no partner in it as text.
pub(super) fn shown(html: &str) -> Cow<'_, str> {
    let lower = html.to_ascii_lowercase();
    let alone = |at: usize| {
        let after = &lower[at + 1..];
        let (ends, after) = after.strip_prefix('/').map_or((false, after), |after| (true, after));
        let is_tag = |name: &&&str| {
            let rest = after.strip_prefix(**name);
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-'))
        };
        NAMES.iter().find(is_tag).map(|name| (ends, *name))
    };
    let tags: Vec<(usize, bool, &str)> =
        lower.match_indices('<').filter_map(|(at, _)| alone(at).map(|(ends, name)| (at, ends, name))).collect();
    if tags.is_empty() {
        return html.into();
    }
    let last_end = |name: &str| tags.iter().rev().find(|(_, ends, known)| *ends && *known == name).map(|tag| tag.0);
    let first_begin = |name: &str| tags.iter().find(|(_, ends, known)| !*ends && *known == name).map(|tag| tag.0);
    let partners: Vec<_> = NAMES.iter().map(|name| (*name, first_begin(name), last_end(name))).collect();
    let mut out = String::new();
    let mut from = 0;
    for (at, ends, name) in &tags {
        let partner = partners.iter().find(|(known, ..)| known == name);
        let has_partner = partner.is_some_and(|(_, begin, end)| match ends {
            true => begin.is_some_and(|begin| begin < *at),
            false => end.is_some_and(|end| end > *at),
        });
        if !has_partner {
            out.push_str(&html[from..*at]);
            out.push_str("&lt;");
            from = at + 1;
        }
    }
    out.push_str(&html[from..]);
    out.into()
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn tags_that_hide_the_rest_are_text_where_they_stand_alone() {
        assert_eq!(shown("<title>"), "&lt;title>");
        assert_eq!(shown("a </XMP x> <b>"), "a &lt;/XMP x> <b>");
        assert_eq!(shown("<style>p { }</style><titles>"), "<style>p { }</style><titles>");
        assert_eq!(shown("<script>a</script><script>"), "<script>a</script>&lt;script>");
    }
}
