//! No word of a page is lost on the way to a DOCX: words in, words out.

use std::collections::BTreeMap;
use std::path::Path;

use transvase::{Converter, Format, Place, Warning, WarningCode};
use transvase_tests::words::{self, Lost};
use transvase_tests::{corpus, files_below, root};

/// The folders of the corpus that hold sound PDFs which open without a password.
const FOLDERS: [&str; 4] = ["pdf/born", "pdf/encrypted", "pdf/scan", "pdf-truth"];
/// Warnings that say of a page that words of it are not in the text, and why.
const REASONS: [WarningCode; 5] = [
    WarningCode::ScannedPage,
    WarningCode::PageDropped,
    WarningCode::TextFlattened,
    WarningCode::HiddenTextDropped,
    WarningCode::TextUnmapped,
];
/// Lost words that are shown of a file.
const SHOWN: usize = 12;

/// Lost words by the warning that explains them; without one where none does.
type Losses = BTreeMap<Option<WarningCode>, Vec<Lost>>;

fn losses(pdf: &[u8]) -> Result<Losses, transvase::Error> {
    let output = Converter::new(Format::find("docx").unwrap()).convert(pdf)?;
    let mut losses = Losses::new();
    for lost in words::lost(&transvase::pages(pdf, None)?, &output.bytes) {
        losses.entry(reason(&output.warnings, lost.page)).or_default().push(lost);
    }
    Ok(losses)
}

/// What the warnings of a page say of lost words.
fn reason(warnings: &[Warning], page: u32) -> Option<WarningCode> {
    let of_page = |warning: &&Warning| matches!(warning.place, Place::Document) || warning.place == Place::Page(page);
    warnings.iter().filter(of_page).map(|warning| warning.code).find(|code| REASONS.contains(code))
}

fn tell(name: &str, reason: Option<WarningCode>, lost: &[Lost]) {
    let reason = reason.map_or("unexplained", WarningCode::name);
    let first: Vec<_> = lost.iter().take(SHOWN).map(|lost| format!("{} ({})", lost.word, lost.page)).collect();
    println!("measured: {name}: {} words lost, {reason}: {}", lost.len(), first.join(", "));
}

/// Lost words by file that are known, at most.
fn known_losses() -> BTreeMap<String, usize> {
    let floors = std::fs::read_to_string(root().join("benches/truth/floors.toml")).unwrap();
    let floors: toml::Table = floors.parse().unwrap();
    let lost = floors["lost"].as_table().unwrap();
    lost.iter().map(|(name, words)| (name.clone(), usize::try_from(words.as_integer().unwrap()).unwrap())).collect()
}

#[test]
fn every_word_of_the_corpus_is_in_the_document() {
    let Some(corpus) = corpus("words of the corpus") else { return };
    let files = FOLDERS.iter().flat_map(|folder| files_below(&corpus.join(folder)));
    let mut unexplained = BTreeMap::new();
    for path in files.filter(|path| path.extension().is_some_and(|extension| extension == "pdf")) {
        let name = path.strip_prefix(&corpus).unwrap_or(Path::new("")).display().to_string();
        let Ok(losses) = losses(&std::fs::read(&path).unwrap()) else { continue };
        losses.iter().for_each(|(reason, lost)| tell(&name, *reason, lost));
        unexplained.extend(losses.get(&None).map(|lost| (name, lost.len())));
    }
    println!(
        "measured: {} words of {} files lost, unexplained",
        unexplained.values().sum::<usize>(),
        unexplained.len()
    );
    let known = known_losses();
    unexplained.retain(|name, lost| known.get(name).is_none_or(|known| known < lost));
    assert!(unexplained.is_empty(), "{unexplained:?}");
}
