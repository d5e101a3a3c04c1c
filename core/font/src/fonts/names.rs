//! Font family names: how they are compared, and which bundled family stands in for which.

/// A family name as it is compared: lower-case letters and digits only, so that `Times New Roman`,
/// `'TimesNewRoman'` and `times-new-roman` are one.
pub(super) fn key(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Families and the key of the bundled one that stands in for them. The first rows have the same
/// advances, glyph by glyph; the others look alike.
#[rustfmt::skip]
static STAND_INS: &[(&str, &[&str])] = &[
    ("liberationsans", &["arial", "arialmt", "helvetica", "helveticaneue", "arimo", "nimbussans", "nimbussansl", "freesans", "texgyreheros"]),
    ("liberationserif", &["timesnewroman", "timesnewromanps", "timesnewromanpsmt", "times", "timesroman", "tinos", "nimbusroman", "nimbusromanno9l", "freeserif", "texgyretermes"]),
    ("liberationmono", &["couriernew", "couriernewpsmt", "courier", "cousine", "nimbusmono", "nimbusmonol", "freemono", "texgyrecursor"]),
    ("carlito", &["calibri"]),
    ("caladea", &["cambria"]),
    ("gelasio", &["georgia"]),
    ("selawik", &["segoeui", "segoe"]),
    ("carlito", &["candara", "corbel", "lato", "aptos", "gillsans", "gillsansmt"]),
    ("caladea", &["constantia", "droidserif", "notoserif", "cambriamath"]),
    ("gelasio", &["palatino", "palatinolinotype", "bookantiqua", "bookmanoldstyle", "charter", "bookerly", "iowanoldstyle", "merriweather", "sourceserif"]),
    ("liberationserif", &["serif", "garamond", "ebgaramond", "baskerville", "minionpro", "minion", "caslon", "centuryschoolbook", "newcenturyschlbk", "computermodern", "latinmodernroman", "cursive", "fantasy", "libertinusserif", "linuxlibertine"]),
    ("liberationsans", &["sansserif", "systemui", "verdana", "tahoma", "trebuchetms", "opensans", "roboto", "notosans", "dejavusans", "bitstreamverasans", "futura", "frutiger", "franklingothic", "avenir", "optima", "impact", "arialblack", "arialnarrow", "centurygothic", "lucidagrande", "lucidasans", "lucidasansunicode", "univers", "comicsansms", "inter"]),
    ("liberationmono", &["monospace", "consolas", "menlo", "monaco", "lucidaconsole", "andalemono", "dejavusansmono", "sourcecodepro", "inconsolata", "lettergothic", "ocra",
        // Of East Asia: their letters are all half as wide as an ideograph.
        "msgothic", "msmincho", "simsun", "nsimsun", "simhei", "fangsong", "kaiti", "batangche", "gulimche", "dotumche", "mingliu"]),
];

/// Words in a name that tell its kind, with the family for it; the first match counts.
static KINDS: &[(&str, &str)] = &[
    ("mono", "liberationmono"),
    ("courier", "liberationmono"),
    ("typewriter", "liberationmono"),
    ("consol", "liberationmono"),
    ("code", "liberationmono"),
    ("terminal", "liberationmono"),
    ("sans", "liberationsans"),
    ("gothic", "liberationsans"),
    ("grotes", "liberationsans"),
    ("arial", "liberationsans"),
    ("helvetic", "liberationsans"),
    ("roboto", "liberationsans"),
    ("segoe", "selawik"),
    ("calibri", "carlito"),
    ("aptos", "carlito"),
    ("cambria", "caladea"),
    ("georgia", "gelasio"),
];

/// The bundled family that stands in for the family with this key, if it is known.
pub(super) fn stand_in(key: &str) -> Option<&'static str> {
    STAND_INS.iter().find(|(_, names)| names.contains(&key)).map(|(family, _)| *family)
}

/// Families of office programs, the bundled family with their advances, and the share of those
/// advances they have. Arial Narrow is Arial at 82 % of its width.
#[rustfmt::skip]
static DOUBLES: &[(&str, &str, f32)] = &[
    ("arial", "liberationsans", 1.0), ("timesnewroman", "liberationserif", 1.0), ("couriernew", "liberationmono", 1.0),
    ("calibri", "carlito", 1.0), ("cambria", "caladea", 1.0), ("georgia", "gelasio", 1.0), ("segoeui", "selawik", 1.0),
    ("arialnarrow", "liberationsans", 0.82),
];

/// The bundled family with the advances of the family with this key, and the share of them it has.
pub(super) fn double(key: &str) -> Option<(&'static str, f32)> {
    DOUBLES.iter().find(|(name, ..)| *name == key).map(|(_, family, share)| (*family, *share))
}

/// The bundled family of the kind that the name suggests; a serif one where it suggests nothing,
/// as running text is more often set in one.
pub(super) fn of_kind(key: &str) -> &'static str {
    KINDS.iter().find(|(word, _)| key.contains(word)).map_or("liberationserif", |(_, family)| *family)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_in_the_table_is_a_key() {
        let keys = STAND_INS.iter().flat_map(|(family, names)| names.iter().chain([family]));
        for name in keys {
            assert_eq!(&key(name), name);
        }
    }
}
