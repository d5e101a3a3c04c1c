//! PalmDOC plain text: files without markup.

/// Whether a text is HTML by its look.
pub(super) fn is_html(text: &str) -> bool {
    let head: String = text.chars().take(4_096).collect::<String>().to_ascii_lowercase();
    ["<html", "<body", "<p>", "<p ", "<h1", "<div", "<br"].iter().any(|tag| head.contains(tag))
}
