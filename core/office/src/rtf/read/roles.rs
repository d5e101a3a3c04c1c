//! Paragraph roles, by the names of styles.

use transvase_model::flow::Role;

/// How the names of the styles of headings begin, in the languages of office programs.
const HEADINGS: [&str; 24] = [
    "heading",
    "überschrift",
    "titre",
    "título",
    "titulo",
    "encabezado",
    "titolo",
    "kop",
    "rubrik",
    "overskrift",
    "otsikko",
    "nagłówek",
    "nadpis",
    "címsor",
    "titlu",
    "başlık",
    "заголовок",
    "επικεφαλίδα",
    "見出し",
    "标题",
    "標題",
    "제목",
    "naslov",
    "berschrift",
];

/// How the names of the styles of the entries of contents begin.
const CONTENTS: [&str; 9] =
    ["toc", "contents", "verzeichnis", "tm", "tdc", "sommario", "inhopg", "innehåll", "оглавление"];

/// The whole names of other styles.
const OTHERS: [(&str, Role); 30] = [
    ("title", Role::Title),
    ("titel", Role::Title),
    ("titre", Role::Title),
    ("título", Role::Title),
    ("titolo", Role::Title),
    ("rubrik", Role::Title),
    ("название", Role::Title),
    ("subtitle", Role::Subtitle),
    ("untertitel", Role::Subtitle),
    ("sous-titre", Role::Subtitle),
    ("subtítulo", Role::Subtitle),
    ("sottotitolo", Role::Subtitle),
    ("подзаголовок", Role::Subtitle),
    ("caption", Role::Caption),
    ("beschriftung", Role::Caption),
    ("légende", Role::Caption),
    ("epígrafe", Role::Caption),
    ("didascalia", Role::Caption),
    ("image caption", Role::Caption),
    ("table caption", Role::Caption),
    ("illustration", Role::Caption),
    ("html preformatted", Role::Preformatted),
    ("html vorformatiert", Role::Preformatted),
    ("preformatted text", Role::Preformatted),
    ("code", Role::Preformatted),
    ("source code", Role::Preformatted),
    ("code block", Role::Preformatted),
    ("macro text", Role::Preformatted),
    ("definition term", Role::Term),
    ("term", Role::Term),
];

/// The role of paragraphs of a style; `None` where its name says none.
pub(super) fn of(name: &str) -> Option<Role> {
    let name = name.split([',', ';']).next().unwrap_or_default().trim().to_lowercase();
    if let Some((_, role)) = OTHERS.iter().find(|(known, _)| *known == name) {
        return Some(*role);
    }
    if let Some(level) = numbered(&name, &HEADINGS) {
        return Some(Role::Heading(level.min(6)));
    }
    numbered(&name, &CONTENTS).map(Role::Contents)
}

/// The number behind one of the words.
fn numbered(name: &str, words: &[&str]) -> Option<u8> {
    let rest = words.iter().find_map(|word| name.strip_prefix(word))?;
    let level: u8 = rest.trim().parse().ok()?;
    (1..=9).contains(&level).then_some(level)
}

/// Whether paragraphs of a style are another's words.
pub(super) fn is_quote(name: &str) -> bool {
    let name = name.to_lowercase();
    let known = ["quote", "intense quote", "quotations", "block quotation", "block quote", "zitat", "citation", "cita"];
    known.contains(&name.trim())
}

/// Whether a style of characters says nothing.
pub(super) fn is_plain(name: &str) -> bool {
    name.eq_ignore_ascii_case("default paragraph font") || name.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_many_languages_are_known() {
        let cases = [
            ("heading 1", Some(Role::Heading(1))),
            ("Überschrift 3", Some(Role::Heading(3))),
            ("Heading 9", Some(Role::Heading(6))),
            ("Titre 2", Some(Role::Heading(2))),
            ("Titre", Some(Role::Title)),
            ("toc 2", Some(Role::Contents(2))),
            ("見出し 1", Some(Role::Heading(1))),
            ("heading", None),
            ("heading 12", None),
            ("Normal", None),
        ];
        for (name, role) in cases {
            assert_eq!(of(name), role, "{name}");
        }
    }
}
