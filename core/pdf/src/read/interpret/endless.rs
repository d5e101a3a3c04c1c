//! Unterminated inline images: images in content that never end. The parser looks for the end of each through all that
//! follows: content with many of them would take time that grows with its square.

use memchr::memmem;

/// Images without an end that the parser may look for. Words of text look like the operator, too: a page has far fewer.
const MOST: usize = 1_000;

/// Content up to where more images begin that no end follows than anyone means.
pub(crate) fn without(content: &[u8]) -> &[u8] {
    let last_end = memmem::rfind(content, b"EI").map_or(0, |at| at + 2);
    let rest = content.get(last_end..).unwrap_or_default();
    let mut begins = memmem::find_iter(rest, b"BI").filter(|at| is_operator(rest, *at));
    begins.nth(MOST).and_then(|at| content.get(..last_end + at)).unwrap_or(content)
}

/// Whether two letters stand alone.
fn is_operator(content: &[u8], at: usize) -> bool {
    let is_space = |byte: Option<&u8>| byte.is_none_or(|byte| byte.is_ascii_whitespace() || *byte == 0);
    is_space(at.checked_sub(1).and_then(|before| content.get(before))) && is_space(content.get(at + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_ends_before_images_that_never_do() {
        let endless = [b"q BI /W 1 ID x EI Q ".as_slice(), &b"BI /W 1 ID x\n".repeat(MOST + 5)].concat();
        let kept = without(&endless);
        assert!(kept.len() < endless.len() && kept.starts_with(b"q BI /W 1 ID x EI Q BI"));
        let ended = [endless.as_slice(), b"EI Q"].concat();
        assert_eq!(without(&ended).len(), ended.len());
        let words = b"(BIBLE) Tj ".repeat(2 * MOST);
        assert_eq!(without(&words).len(), words.len());
    }
}
