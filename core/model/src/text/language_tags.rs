//! Language tags (BCP 47).

/// Whether a tag has the shape of one: programs refuse files with anything else in its place.
pub fn is_language_tag(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let primary =
        parts.next().is_some_and(|part| (2..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphabetic()));
    primary && parts.all(|part| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_told_by_their_shape() {
        assert!(["en", "de-CH", "zh-Hant-TW", "sl-nedis", "gsw"].into_iter().all(is_language_tag));
        assert!(!["", "e", "English", "en_GB", "en-", "en-toolongtag", "1a"].into_iter().any(is_language_tag));
    }
}
