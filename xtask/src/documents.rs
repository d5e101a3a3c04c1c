//! `cargo xtask measure documents`: PDF to DOCX on long documents and dense tables of the corpus. The time
//! for a page must not grow with the number of pages.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::commands::{self, build_dist, corpus, dist_binary, is_installed, target_folder};
use crate::measure::{Case, median, time};

/// Where the longest document is taken from, and how often it is joined to itself for the longest run.
const LONG_GROUP: &str = "pdf/born/";
const REPEATS: u32 = 5;

/// Pages of the shorter runs.
const SHORT_RUNS: [u32; 2] = [10, 40];

/// Where the table with the most pages is taken from.
const TABLE_GROUP: &str = "pdf-truth/tables-csv/";

/// Runs of which the median counts.
const RUNS: usize = 5;

/// A document and its number of pages.
struct Document {
    path: PathBuf,
    pages: u32,
}

/// Measures and prints a row for each document, number of threads and program.
pub fn run(words: &[&str]) -> Result<(), String> {
    let corpus = corpus().ok_or("there is no corpus: TRANSVASE_CORPUS names none")?;
    if !is_installed("qpdf") {
        return Err("qpdf, which makes the long documents, is not installed".into());
    }
    let mut programs: Vec<PathBuf> = words.iter().filter(|word| **word != "--beside").map(PathBuf::from).collect();
    build_dist()?;
    programs.insert(0, dist_binary());
    let mut documents = long_documents(&longest(&corpus, LONG_GROUP)?)?;
    documents.push(longest(&corpus, TABLE_GROUP)?);
    println!("| PDF to DOCX | pages | threads | program | CPU s | CPU ms a page | wall s | peak MB |");
    println!("|---|---|---|---|---|---|---|---|");
    for document in &documents {
        for threads in ["1", "2"] {
            measure(document, threads, &programs)?;
        }
    }
    println!("\nmedians of {RUNS} runs; programs take turns");
    Ok(())
}

fn measure(document: &Document, threads: &str, programs: &[PathBuf]) -> Result<(), String> {
    let words = ["--threads", threads].map(str::to_owned).to_vec();
    let case = Case { input: document.path.clone(), extension: "docx".to_owned(), words };
    let output = std::env::temp_dir().join(format!("transvase-measure-{}.docx", std::process::id()));
    let mut taken = vec![Vec::new(); programs.len()];
    for _ in 0..RUNS {
        for (program, runs) in programs.iter().zip(&mut taken) {
            runs.push(time(program, &case, &output)?);
        }
    }
    // Only a leftover in the system's temporary folder if it fails.
    let _ = std::fs::remove_file(&output);
    let name = document.path.file_name().unwrap_or_default().to_string_lossy();
    for (program, runs) in programs.iter().zip(&taken) {
        let cpu_seconds = median(runs, |run| run.cpu_seconds);
        println!(
            "| {name} | {} | {threads} | {} | {cpu_seconds:.3} | {:.2} | {:.3} | {:.1} |",
            document.pages,
            program.display(),
            cpu_seconds * 1e3 / f64::from(document.pages),
            median(runs, |run| run.wall_seconds),
            median(runs, |run| run.peak_bytes as f64 / 1e6),
        );
    }
    Ok(())
}

/// The PDF of a group with the most pages, by the corpus's list.
fn longest(corpus: &Path, group: &str) -> Result<Document, String> {
    let list = corpus.join("MANIFEST.tsv");
    let list = std::fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    let rows = list.lines().filter(|row| row.starts_with(group)).filter_map(|row| {
        let (path, rest) = row.split_once('\t')?;
        let about = rest.rsplit('\t').next()?;
        Some(Document { path: corpus.join(path), pages: about.split_once(" page(s)")?.0.parse().ok()? })
    });
    rows.max_by_key(|document| document.pages).ok_or_else(|| format!("the corpus has no PDF under {group}"))
}

/// Its first pages, itself, and itself several times over.
fn long_documents(source: &Document) -> Result<Vec<Document>, String> {
    let folder = target_folder().join("measure");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let lengths = SHORT_RUNS.into_iter().chain([source.pages, source.pages * REPEATS]);
    lengths.map(|pages| joined(source, pages, &folder)).collect()
}

/// So many pages of a document, begun again where it ends.
fn joined(source: &Document, pages: u32, folder: &Path) -> Result<Document, String> {
    let path = folder.join(format!("{pages}-pages.pdf"));
    let mut command = Command::new("qpdf");
    command.args(["--empty", "--pages"]);
    for _ in 0..pages / source.pages {
        command.arg(&source.path);
    }
    if !pages.is_multiple_of(source.pages) {
        command.arg(&source.path).arg(format!("1-{}", pages % source.pages));
    }
    commands::run(command.arg("--").arg(&path))?;
    Ok(Document { path, pages })
}
