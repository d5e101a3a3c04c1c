//! How captions begin: "Figure 3:", "Table 2."

use std::str::SplitWhitespace;

/// Words a caption begins with, in lower case.
const KINDS: &[&str] = &[
    "figure",
    "fig.",
    "fig",
    "table",
    "tab.",
    "chart",
    "graph",
    "exhibit",
    "plate",
    "scheme",
    "listing",
    "algorithm",
    "box",
    "map",
    "photo",
    "diagram",
    "illustration",
    "abbildung",
    "abb.",
    "tabelle",
    "grafik",
    "schaubild",
    "tableau",
    "graphique",
    "figura",
    "tabla",
    "gráfico",
    "cuadro",
    "tabela",
    "quadro",
    "tabella",
    "afbeelding",
    "figuur",
    "рисунок",
    "рис.",
    "таблица",
    "图",
    "表",
    "圖",
    "図",
    "그림",
    "표",
    "شكل",
    "جدول",
    "รูปที่",
    "ตารางที่",
];
/// Longest number of a caption in characters, such as `A-12.3`.
const MAX_NUMBER: usize = 8;

/// Whether a text begins as captions do.
pub(crate) fn is_caption(text: &str) -> bool {
    label(text).is_some()
}

/// The number a caption begins with after its word, bare and with its signs, and the words after it.
pub(crate) fn label(line: &str) -> Option<(&str, &str, SplitWhitespace<'_>)> {
    let mut words = line.trim_start_matches(['[', '<', '〈', '【', '(']).split_whitespace();
    let (kind, number) = kind_and_number(words.next()?, &mut words)?;
    let core = number.trim_end_matches(['.', ':', ')', '–', '—', '|', ']', '>', '〉', '】']);
    let counted = core.chars().count() <= MAX_NUMBER
        && core.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '–'))
        && (core.chars().any(|c| c.is_ascii_digit()) || core.chars().all(|c| matches!(c, 'I' | 'V' | 'X')));
    let known = KINDS.contains(&kind.to_lowercase().as_str()) && kind.chars().next().is_some_and(|c| !c.is_lowercase());
    (counted && !core.is_empty() && known).then_some((core, number, words))
}

/// The word and the number of a caption; they may be written together.
fn kind_and_number<'a>(first: &'a str, words: &mut impl Iterator<Item = &'a str>) -> Option<(&'a str, &'a str)> {
    match first.find(|c: char| c.is_ascii_digit()) {
        Some(at) => Some((first.get(..at)?, first.get(at..)?)),
        None => Some((first, words.next()?)),
    }
}
