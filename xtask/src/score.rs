//! `cargo xtask score`: how much of a PDF its DOCX holds. Every word of the corpus is looked for, and what became of
//! documents that PDFs were made from is scored; both are held against `benches/truth/floors.toml`.

use std::process::Command;

use serde_json::{Map, Value};
use toml::Table;

use crate::commands::{self, build_dist, corpus, dist_binary, is_installed, root, target_folder};
use crate::steps::{self, Step, Tally};
use crate::test;

const STEPS: &[Step] = &[
    Step { name: "words", about: "no word of a page is lost on the way to DOCX", check: words },
    Step { name: "truth", about: "a DOCX against the document that its PDF was made from", check: truth },
];
/// Why nothing was looked at.
const NO_CORPUS: &str = "there is no corpus: TRANSVASE_CORPUS names none";
/// Means are printed with four digits.
const ROUNDING: f64 = 0.0005;

/// Both checks.
pub fn run() -> Result<(), String> {
    steps::run(&STEPS.iter().collect::<Vec<_>>())
}

fn words() -> Result<Tally, String> {
    if corpus().is_none() {
        return Ok(Tally::skip(NO_CORPUS));
    }
    commands::run(test::with_places(&mut test::one_test("conversions", "words::"))).map(|()| Tally::pass())
}

fn truth() -> Result<Tally, String> {
    let Some(corpus) = corpus() else { return Ok(Tally::skip(NO_CORPUS)) };
    if let Some(missing) = missing_tool() {
        return Ok(Tally::skip(format!("truth scores: {missing} is not installed")));
    }
    build_dist()?;
    let saved = target_folder().join("truth-scores.json");
    let mut command = Command::new("python3");
    command.arg(root().join("benches/truth/score.py")).arg(corpus.join("pdf-truth"));
    commands::run(command.arg("--bin").arg(dist_binary()).arg("--save").arg(&saved))?;
    let text = std::fs::read_to_string(&saved).map_err(|error| format!("{}: {error}", saved.display()))?;
    let results: Map<String, Value> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let findings = findings(&floors()?, &results);
    findings.iter().for_each(|finding| println!("{finding}"));
    if findings.is_empty() { Ok(Tally::pass()) } else { Err(format!("{} floors are not reached", findings.len())) }
}

/// What the scores need and this machine lacks.
fn missing_tool() -> Option<&'static str> {
    let lxml =
        || Command::new("python3").args(["-c", "import lxml"]).output().is_ok_and(|output| output.status.success());
    let printed = |program: &str| Command::new(program).arg("-v").output().is_ok();
    let tools = [("Python with lxml", lxml()), ("pdftotext", printed("pdftotext")), ("qpdf", is_installed("qpdf"))];
    tools.into_iter().find(|(_, found)| !found).map(|(name, _)| name)
}

/// The least means, by score.
fn floors() -> Result<Table, String> {
    let path = root().join("benches/truth/floors.toml");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let all: Table = text.parse().map_err(|error| format!("{}: {error}", path.display()))?;
    all.get("means").and_then(toml::Value::as_table).cloned().ok_or_else(|| format!("{}: no means", path.display()))
}

/// A line for each score whose mean over all files is below its floor, and for each file that was not converted.
fn findings(floors: &Table, results: &Map<String, Value>) -> Vec<String> {
    let failed = results.iter().filter(|(_, scores)| scores.get("failed").is_some());
    let failed = failed.map(|(name, _)| format!("{name} was not converted"));
    let low = floors.iter().filter_map(|(score, floor)| {
        let (floor, mean) = (floor.as_float()?, mean(score, results));
        (mean + ROUNDING < floor).then(|| format!("the mean of {score} is {mean:.4}, its floor {floor:.4}"))
    });
    failed.chain(low).collect()
}

/// Of the files that have the score; 0 where none has.
fn mean(score: &str, results: &Map<String, Value>) -> f64 {
    let found: Vec<f64> = results.values().filter_map(|scores| scores.get(score)?.as_f64()).collect();
    found.iter().fold(0.0, |sum, score| sum + score) / (found.len() as f64).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn means_below_their_floors_and_failures_are_told() {
        let floors: Table = "toc = 0.75\nlevels = 0.5\nanchors = 0.1".parse().expect("a table");
        let results = json!({
            "a.pdf": { "toc": 1.0, "levels": 0.5 },
            "b.pdf": { "toc": 0.4 },
            "c.pdf": { "failed": "timed out" },
        });
        let found = findings(&floors, results.as_object().expect("an object"));
        let anchors = "the mean of anchors is 0.0000, its floor 0.1000";
        assert_eq!(found, ["c.pdf was not converted", anchors, "the mean of toc is 0.7000, its floor 0.7500"]);
    }
}
