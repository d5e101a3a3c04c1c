//! Page number lines: words that stand with the number of a page and that of all pages, as in "page 3 of 9".

/// In the languages that documents have most, in lower case.
const WORDS: [&str; 54] = [
    "page",
    "pages",
    "pag",
    "pg",
    "p",
    "of",
    "seite",
    "seiten",
    "s",
    "von",
    "sur",
    "página",
    "páginas",
    "pagina",
    "de",
    "di",
    "van",
    "sida",
    "side",
    "av",
    "strana",
    "strona",
    "sivu",
    "oldal",
    "стр",
    "страница",
    "из",
    "blatt",
    "feuille",
    "folio",
    "sivua",
    "lap",
    "str",
    "с",
    "σελ",
    "σελίδα",
    "από",
    "strony",
    "z",
    "ze",
    "og",
    "stránka",
    "pagină",
    "din",
    "sayfa",
    "halaman",
    "trang",
    "หน้า",
    "페이지",
    "第",
    "页",
    "頁",
    "共",
    "ページ",
];

/// Whether a word is one of them, whatever signs stand around it.
pub fn is_one(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    WORDS.contains(&word.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_around_a_word_do_not_count() {
        assert!(["Page", "S.", "(pag.", "– Seite", "第"].into_iter().all(is_one));
        assert!(!is_one("Invoice") && !is_one("–"));
    }
}
