//! Math fonts, by their names.

/// What the names of faces begin with: Computer Modern, its kin (Latin Modern, Times and Palatino of TX and PX,
/// `MathTime`, Euler), and the symbols of the American Mathematical Society and of St Mary Road.
const FAMILIES: &[&str] = &[
    "cmmi",
    "cmsy",
    "cmex",
    "cmbsy",
    "cmmib",
    "lmmi",
    "lmsy",
    "lmex",
    "lmmathit",
    "lmmathsy",
    "lmmathex",
    "msam",
    "msbm",
    "txmi",
    "txsy",
    "txex",
    "txbex",
    "rtxmi",
    "pxmi",
    "pxsy",
    "pxex",
    "rpxmi",
    "mtmi",
    "mtsy",
    "mtex",
    "eufm",
    "eurm",
    "euex",
    "eusm",
    "stmary",
    "rsfs",
    "esint",
    "wasy",
    "standardsyms",
    "fdsymbol",
    "fourierm",
    "pazomath",
    "eulervm",
    "zplm",
    "zptm",
    "bbm",
    "dsrom",
];
/// Words in the names of the others: Cambria Math, Latin Modern Math, STIX Two Math and so on. `STIXGeneral` holds both
/// letters of text and of formulas; those of KaTeX and `MathJax` are all for formulas.
const WORDS: &[&str] =
    &["math", "katex", "mjx", "stixgeneral", "stixsize", "stixvar", "stixint", "stixnonuni", "symbol", "standardsym"];

/// Whether the compacted name of a family is that of a face for formulas.
pub(super) fn is_math(key: &str) -> bool {
    FAMILIES.iter().any(|family| key.starts_with(family)) || WORDS.iter().any(|word| key.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_for_formulas_are_known_by_their_names() {
        let faces =
            ["cmmi10", "cmex10", "msbm7", "latinmodernmath", "cambriamath", "symbolmt", "katexmain", "stixtwomath"];
        assert!(faces.into_iter().all(is_math));
        assert!(!["cmr10", "cmbx12", "cmti10", "arial", "timesnewroman", "stixtwotext"].into_iter().any(is_math));
    }
}
