//! Text extraction: the words of markup that is not worth a tree.

/// Descriptions are often HTML; the words of one.
pub fn without_markup(text: &str) -> String {
    let mut words = String::new();
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('<') {
        words.push_str(before);
        // What is not closed, or has no name, is no tag.
        match tag.split_once('>') {
            Some((name, after)) if name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/') => {
                words.push(' ');
                rest = after;
            }
            _ => {
                words.push('<');
                rest = tag;
            }
        }
    }
    words.push_str(rest);
    let words = words.replace("&nbsp;", " ").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    words.replace("&amp;", "&").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::without_markup;

    #[test]
    fn descriptions_lose_their_tags_only() {
        assert_eq!(without_markup("<p class=\"d\">A &amp; B</p><p>1 < 2</p>"), "A & B 1 < 2");
    }
}
