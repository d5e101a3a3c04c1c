//! Windows language identifiers, which MOBI and RTF use (MS-LCID, section 2.2).

/// Primary languages by the low ten bits of an identifier.
#[rustfmt::skip]
const PRIMARY: &[(u32, &str)] = &[
    (0x01, "ar"), (0x02, "bg"), (0x03, "ca"), (0x04, "zh"), (0x05, "cs"), (0x06, "da"), (0x07, "de"), (0x08, "el"),
    (0x09, "en"), (0x0A, "es"), (0x0B, "fi"), (0x0C, "fr"), (0x0D, "he"), (0x0E, "hu"), (0x0F, "is"), (0x10, "it"),
    (0x11, "ja"), (0x12, "ko"), (0x13, "nl"), (0x14, "no"), (0x15, "pl"), (0x16, "pt"), (0x17, "rm"), (0x18, "ro"),
    (0x19, "ru"), (0x1A, "hr"), (0x1B, "sk"), (0x1C, "sq"), (0x1D, "sv"), (0x1E, "th"), (0x1F, "tr"), (0x20, "ur"),
    (0x21, "id"), (0x22, "uk"), (0x23, "be"), (0x24, "sl"), (0x25, "et"), (0x26, "lv"), (0x27, "lt"), (0x29, "fa"),
    (0x2A, "vi"), (0x2B, "hy"), (0x2C, "az"), (0x2D, "eu"), (0x2E, "hsb"), (0x2F, "mk"), (0x36, "af"), (0x37, "ka"),
    (0x38, "fo"), (0x39, "hi"), (0x3A, "mt"), (0x3C, "ga"), (0x3E, "ms"), (0x3F, "kk"), (0x41, "sw"), (0x43, "uz"),
    (0x44, "tt"), (0x45, "bn"), (0x46, "pa"), (0x47, "gu"), (0x48, "or"), (0x49, "ta"), (0x4A, "te"), (0x4B, "kn"),
    (0x4C, "ml"), (0x4D, "as"), (0x4E, "mr"), (0x4F, "sa"), (0x52, "cy"), (0x56, "gl"), (0x61, "ne"), (0x62, "fy"),
];

/// Identifiers whose region changes hyphenation or spelling.
#[rustfmt::skip]
const REGIONAL: &[(u32, &str)] = &[
    (0x0404, "zh-TW"), (0x0804, "zh-CN"), (0x0C04, "zh-HK"), (0x0409, "en-US"), (0x0809, "en-GB"), (0x0C09, "en-AU"),
    (0x1009, "en-CA"), (0x0407, "de-DE"), (0x0807, "de-CH"), (0x0C07, "de-AT"), (0x040C, "fr-FR"), (0x0C0C, "fr-CA"),
    (0x040A, "es-ES"), (0x080A, "es-MX"), (0x0C0A, "es-ES"), (0x0416, "pt-BR"), (0x0816, "pt-PT"), (0x0414, "nb"),
    (0x0814, "nn"), (0x0C1A, "sr"), (0x081A, "sr-Latn"), (0x141A, "bs"),
];

/// The BCP 47 tag of an identifier; `None` for the neutral and for unknown ones.
pub fn tag(id: u32) -> Option<String> {
    let id = id & 0xFFFF;
    let find = |table: &[(u32, &'static str)], key| table.iter().find(|row| row.0 == key).map(|row| row.1);
    find(REGIONAL, id).or_else(|| find(PRIMARY, id & 0x3FF)).map(str::to_owned)
}

/// The identifier of a BCP 47 tag: of its language and region, or of the language; `None` for unknown ones.
pub fn id(tag: &str) -> Option<u32> {
    let find =
        |table: &[(u32, &str)], tag: &str| table.iter().find(|row| row.1.eq_ignore_ascii_case(tag)).map(|row| row.0);
    let language = tag.split(['-', '_']).next().unwrap_or_default();
    let primary = || find(PRIMARY, language).map(|id| id | 0x400);
    find(REGIONAL, tag).or_else(|| find(REGIONAL, language)).or_else(primary)
}

#[cfg(test)]
mod tests {
    use super::{id, tag};

    #[test]
    fn tags_are_found_back() {
        assert_eq!((id("en-GB"), id("de"), id("fr-BE"), id("xx")), (Some(0x809), Some(0x407), Some(0x40C), None));
        assert_eq!((id("nb"), id("zh-TW")), (Some(0x414), Some(0x404)));
    }

    #[test]
    fn regions_are_kept_where_they_matter() {
        assert_eq!(tag(0x0409).as_deref(), Some("en-US"));
        assert_eq!(tag(9).as_deref(), Some("en"));
        assert_eq!(tag(0x1401).as_deref(), Some("ar"));
        assert_eq!(tag(0), None);
    }
}
