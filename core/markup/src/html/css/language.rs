//! Language tags and what they tell about text.

/// Languages written from right to left in their usual script.
#[rustfmt::skip]
const LANGUAGES: &[&str] = &[
    "ar", "arc", "arz", "azb", "ckb", "dv", "fa", "glk", "he", "iw", "ji", "lrc", "mzn", "nqo", "pnb", "ps", "sd",
    "sdh", "syr", "ug", "ur", "yi",
];

/// Scripts that run from right to left (ISO 15924).
const SCRIPTS: &[&str] = &["adlm", "arab", "aran", "hebr", "mand", "nkoo", "rohg", "samr", "syrc", "thaa"];

/// Whether a language, named by its BCP 47 tag, is written from right to left. A script in the tag
/// decides, as in `az-Arab` and `sd-Deva`.
pub fn is_right_to_left(tag: &str) -> bool {
    let tag = tag.to_ascii_lowercase();
    let mut parts = tag.split(['-', '_']);
    let language = parts.next().unwrap_or_default();
    let script = parts.find(|part| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_alphabetic()));
    script.map_or_else(|| LANGUAGES.contains(&language), |script| SCRIPTS.contains(&script))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_and_scripts_have_a_direction() {
        for tag in ["he", "ar-EG", "fa", "ur", "yi", "iw", "az-Arab", "ku-arab-IQ", "AR_sa"] {
            assert!(is_right_to_left(tag), "{tag}");
        }
        for tag in ["en", "az", "sd-Deva", "ms", "tr", "zh-Hant", "", "arn", "hebrew"] {
            assert!(!is_right_to_left(tag), "{tag}");
        }
    }
}
