//! Broken and hostile input against the command line, as a child under a limit of address space and
//! of time: no signal, no `Internal`, nothing that cannot be stopped.
//!
//! `TRANSVASE_HOSTILE=full` runs the whole campaign (`cargo xtask soak`).

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use transvase::{ErrorCode, Format};
use transvase_tests::cli::{End, binary, run_limited, scratch};
use transvase_tests::hostile::{mutated, truncated};
use transvase_tests::samples::{self, Sample};

/// 1.5 GiB of address space.
const MEMORY_KIB: u64 = 1_536 << 10;
/// What one conversion may hold, half a gigabyte: two at a time have to find room beside the program.
const CONVERSION_MEMORY: &str = "memory_bytes=536870912";
/// Deadline of one conversion, as the command line is told.
const DEADLINE_SECONDS: &str = "20";
/// Wall time of one child, which converts a whole set.
const WALL: Duration = Duration::from_mins(5);
/// Variants that one child converts, one after the other and two at a time.
const SET: usize = 60;

/// How many variants of each sample there are, of which samples, and to how many formats a damaged file is converted.
struct Size {
    cuts: usize,
    mutants: u64,
    pairs: fn() -> Vec<(Sample, Format)>,
    targets: usize,
}

impl Size {
    fn chosen() -> Self {
        let full = std::env::var_os("TRANSVASE_HOSTILE").is_some_and(|word| word == "full");
        match full {
            true => Size { cuts: 40, mutants: 200, pairs: samples::pairs, targets: usize::MAX },
            false => Size { cuts: 8, mutants: 16, pairs: samples::small_pairs, targets: 2 },
        }
    }

    /// The variants of a sample, each with a name that says how it came about.
    fn variants(&self, sample: &Sample) -> Vec<(String, Vec<u8>)> {
        let cuts = truncated(&sample.bytes, self.cuts).into_iter().enumerate();
        let cuts = cuts.map(|(index, bytes)| (format!("cut-{index}"), bytes));
        let mutants = (1..=self.mutants).map(|seed| (format!("seed-{seed}"), mutated(&sample.bytes, seed)));
        cuts.chain(mutants).collect()
    }
}

#[test]
fn broken_samples_end_in_a_result_or_a_typed_error() {
    let Some(binary) = binary("hostile tests") else { return };
    let size = Size::chosen();
    let mut findings = Vec::new();
    for (sample, target) in (size.pairs)() {
        let variants = size.variants(&sample);
        let runner = Runner { binary: &binary, folder: scratch("hostile"), target };
        for set in variants.chunks(SET) {
            findings.extend(runner.convert(set).into_iter().map(|finding| format!("{}: {finding}", sample.name)));
        }
    }
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

/// Files other people's programs fell over, where they are at hand.
#[test]
fn damaged_files_end_in_a_result_or_a_typed_error() {
    let Some(binary) = binary("hostile tests") else { return };
    let Some(corpus) = transvase_tests::corpus("damaged files") else { return };
    let folders = ["pdf/damaged", "ebook/damaged", "image/damaged", "office/damaged", "robust"];
    let files = folders.iter().flat_map(|folder| transvase_tests::files_below(&corpus.join(folder)));
    let files: Vec<_> = files
        .map(|path| {
            (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), std::fs::read(&path).unwrap())
        })
        .collect();
    let mut findings = Vec::new();
    for (target, files) in by_target(files, Size::chosen().targets) {
        let runner = Runner { binary: &binary, folder: scratch("damaged"), target };
        findings.extend(files.chunks(SET).flat_map(|set| runner.convert(set)));
    }
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

/// A file with its name.
type Named = (String, Vec<u8>);

/// Each file for at most so many of the formats it can become, which take turns from file to file.
fn by_target(files: Vec<Named>, most: usize) -> BTreeMap<Format, Vec<Named>> {
    let mut sets: BTreeMap<Format, Vec<Named>> = BTreeMap::new();
    for (number, file) in files.into_iter().enumerate() {
        for target in samples::targets_in_turn(&file.1, number, most) {
            sets.entry(target).or_default().push(file.clone());
        }
    }
    sets
}

/// Converts sets of variants to one target.
struct Runner<'a> {
    binary: &'a Path,
    folder: PathBuf,
    target: Format,
}

impl Runner<'_> {
    /// Converts a set in one child and returns what went wrong.
    fn convert(&self, set: &[(String, Vec<u8>)]) -> Vec<String> {
        let paths: Vec<PathBuf> = set.iter().map(|(name, bytes)| self.put(name, bytes)).collect();
        let findings = match self.run(&paths) {
            Ok(findings) => findings,
            // The child died: which file did it?
            Err(end) => {
                let single = paths.iter().filter_map(|path| {
                    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                    match self.run(std::slice::from_ref(path)) {
                        Ok(findings) => findings.into_iter().next(),
                        Err(end) => Some(format!("{name} to {}: {end}", self.target)),
                    }
                });
                let found: Vec<_> = single.collect();
                if found.is_empty() { vec![format!("a set to {}: {end}, no file alone", self.target)] } else { found }
            }
        };
        for path in &paths {
            std::fs::remove_file(path).unwrap();
        }
        findings
    }

    fn put(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    /// Runs one child over `paths`; an error says that the child itself did not end well.
    fn run(&self, paths: &[PathBuf]) -> Result<Vec<String>, String> {
        let out = self.folder.join("out");
        let _ = std::fs::remove_dir_all(&out);
        let fixed = ["convert", "--json", "--force", "--jobs", "2", "--timeout", DEADLINE_SECONDS];
        let mut words: Vec<&OsStr> = fixed.iter().map(OsStr::new).collect();
        words.extend(["--limit", CONVERSION_MEMORY, "--option", "dpi=20", "--to", self.target.id()].map(OsStr::new));
        words.extend([OsStr::new("--out-dir"), out.as_os_str()]);
        words.extend(paths.iter().map(|path| path.as_os_str()));
        match run_limited(self.binary, &words, MEMORY_KIB, WALL, &self.folder.join("answer.json")) {
            End::Signal => Err("ended by a signal".into()),
            End::Hang => Err("hangs".into()),
            End::Exit(_, answer) => self.judge(&answer, paths.len()),
        }
    }

    fn judge(&self, answer: &[u8], count: usize) -> Result<Vec<String>, String> {
        let lines = answer.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let results: Result<Vec<Value>, _> = lines.map(serde_json::from_slice).collect();
        let results = results.map_err(|error| format!("no report: {error}"))?;
        if results.len() != count {
            return Err(format!("{} results of {count}", results.len()));
        }
        Ok(results.iter().filter_map(|result| self.finding(result)).collect())
    }

    fn finding(&self, result: &Value) -> Option<String> {
        let error = result.get("error")?;
        let (number, message) = (error["number"].as_u64()?, error["message"].as_str()?);
        let internal = number == u64::from(ErrorCode::Internal.number());
        let stuck = message.contains("could not be stopped");
        let name = Path::new(result["input"].as_str()?).file_name()?.to_string_lossy().into_owned();
        (internal || stuck).then(|| format!("{name} to {}: {message} {}", self.target, error["hint"]))
    }
}
