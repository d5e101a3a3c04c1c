//! `cargo xtask fuzz`: libFuzzer over the programs of `fuzz/`, on the stable compiler.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::commands::{self, cargo, corpus, is_installed, root, target_folder};
use crate::test;

/// The program, which knows its subjects: every route, and parts of files.
const PROGRAM: &str = "fuzz";

/// Which files of the corpus begin the fuzzing of what: the start of a subject's name, and their extensions.
const SEEDS: &[(&str, &[&str])] = &[
    ("pdf-", &["pdf"]),
    ("mobi-", &["mobi", "azw", "azw3", "prc"]),
    ("jpeg-", &["jpg", "jpeg"]),
    ("png", &["png", "apng"]),
    ("gif", &["gif"]),
    ("webp", &["webp"]),
    ("avif-", &["avif"]),
    ("heic-", &["heic", "heif"]),
    ("tiff", &["tif", "tiff"]),
    ("bmp", &["bmp", "dib"]),
    ("ico-", &["ico", "cur"]),
    ("jp2-", &["jp2", "j2k", "jpx"]),
    ("jxl-", &["jxl"]),
    ("psd-", &["psd"]),
    ("svg-", &["svg", "svgz"]),
    ("tga-", &["tga"]),
    ("qoi-", &["qoi"]),
    ("pnm-", &["ppm", "pgm", "pbm", "pam", "pnm"]),
    ("dds-", &["dds"]),
    ("exr-", &["exr"]),
    ("hdr-", &["hdr"]),
    ("farbfeld-", &["ff"]),
    ("cbz-", &["cbz"]),
    ("dct", &["jpg", "jpeg"]),
    ("jpx", &["jp2", "j2k", "jpx"]),
    ("truetype", &["ttf"]),
    ("html", &["html", "xhtml"]),
    ("docx-", &["docx"]),
    ("xlsx-", &["xlsx", "xlsm", "xlsb"]),
    ("pptx-", &["pptx"]),
    ("ods-", &["ods"]),
    ("odp-", &["odp"]),
    ("odt-", &["odt", "fodt"]),
    ("rtf-", &["rtf"]),
    ("doc-", &["doc"]),
    ("epub-", &["epub"]),
    ("fb2-", &["fb2"]),
    ("md-", &["md"]),
    ("txt-", &["txt"]),
    ("ipynb-", &["ipynb"]),
    ("json-", &["json"]),
    ("zip", &["docx", "epub", "odt"]),
];

/// What coverage-guided fuzzing asks of the compiler; cargo-fuzz gives the same flags.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1";

/// Largest seed and input in bytes: small ones are tried more often.
const MAX_INPUT_BYTES: u64 = 48 << 10;

/// Largest file a seed is made of, in bytes.
const MAX_SOURCE_BYTES: u64 = 64 << 10;

/// How long `cargo xtask soak` fuzzes each subject, in seconds.
const SOAK_SECONDS: u64 = 150;

/// Largest input that is kept in the repository in bytes, and how many are of one subject.
const MAX_KEPT_BYTES: u64 = 2 << 10;
const MAX_KEPT: usize = 24;

const USAGE: &str = "\
cargo xtask fuzz (--minutes|--seconds) N [--keep] [SUBJECT...] [-LIBFUZZER-OPTION...]

Fuzzes each subject for so long: routes such as pdf-docx and parts such as jbig2; without a name each reader, writer and
part once. Seeds are the samples of the tests, what fuzz/corpus has, and the small files of the corpus, PDFs with their
streams unpacked (by qpdf, where it is installed), so that mutations reach the content. What is found lies in fuzz/ of
the target folder. With --keep no file of others is a seed, and the smallest inputs that reach most go to fuzz/corpus,
which tests/conversions/fuzzed.rs converts in every run of the tests.";

/// Fuzzes for some minutes.
pub fn run(words: &[&str]) -> Result<(), String> {
    let (unit, count, rest) = match words {
        ["--minutes", count, rest @ ..] => (60, count, rest),
        ["--seconds", count, rest @ ..] => (1, count, rest),
        _ => return Err(USAGE.into()),
    };
    let seconds = unit * count.parse::<u64>().map_err(|_| USAGE)?;
    let keeps = rest.contains(&"--keep");
    let rest = rest.iter().filter(|word| **word != "--keep");
    let (options, names): (Vec<&str>, Vec<&str>) = rest.partition(|word| word.starts_with('-'));
    let binary = build()?;
    let known = subjects(&binary)?;
    let names = if names.is_empty() { campaign(&known) } else { names };
    each(&names, &known, &Fuzzer { binary: &binary, seconds, keeps, options: &options })
}

/// Fuzzes what a campaign goes over, each as long as it takes.
pub fn soak() -> Result<(), String> {
    let binary = build()?;
    let known = subjects(&binary)?;
    each(&campaign(&known), &known, &Fuzzer { binary: &binary, seconds: SOAK_SECONDS, keeps: false, options: &[] })
}

/// Sources whose every target is fuzzed, so that each writer is: a text, a picture, and pages.
const RICH: [&str; 3] = ["md", "png", "pdf"];

/// Targets that take least time, the quickest first.
const QUICK: [&str; 3] = ["txt", "bmp", "pnm"];

/// Each reader by a quick way out, each shrinker, each writer and each part: the routes between them, of which there are
/// hundreds, hold no code that these do not.
fn campaign(known: &[String]) -> Vec<&str> {
    let has = |from: &str, to: &str| known.iter().any(|name| *name == format!("{from}-{to}"));
    let is_quick = |from: &str, to: &str| QUICK.into_iter().find(|quick| has(from, quick)) == Some(to);
    let is_in = |name: &&str| {
        name.split_once('-').is_none_or(|(from, to)| from == to || RICH.contains(&from) || is_quick(from, to))
    };
    known.iter().map(String::as_str).filter(is_in).collect()
}

fn each(names: &[&str], known: &[String], fuzzer: &Fuzzer<'_>) -> Result<(), String> {
    if let Some(name) = names.iter().find(|name| !known.iter().any(|known| known == *name)) {
        return Err(format!("there is no subject {name:?}; there are {}", known.join(", ")));
    }
    let samples = write_samples()?;
    let mut failed = Vec::new();
    for name in names {
        println!("== fuzz {name}");
        if fuzzer.one(name, &samples).inspect_err(|error| println!("   {error}")).is_err() {
            failed.push(*name);
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("found something in {}", failed.join(", "))) }
}

/// What the program can fuzz.
fn subjects(binary: &Path) -> Result<Vec<String>, String> {
    let output = Command::new(binary).output().map_err(|error| format!("{}: {error}", binary.display()))?;
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

/// The samples of the tests, as files.
fn write_samples() -> Result<PathBuf, String> {
    let folder = target_folder().join("fuzz").join("samples");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    commands::run(test::one_test("conversions", "fuzzed::samples").env("TRANSVASE_SAMPLES", &folder))?;
    Ok(folder)
}

/// How subjects are fuzzed.
struct Fuzzer<'a> {
    binary: &'a Path,
    seconds: u64,
    /// Whether no file of others is a seed, and what is found is kept in the repository.
    keeps: bool,
    options: &'a [&'a str],
}

impl Fuzzer<'_> {
    fn one(&self, name: &str, samples: &Path) -> Result<(), String> {
        let folder = target_folder().join("fuzz").join(if self.keeps { "own" } else { "all" }).join(name);
        let (found, seeds, failures) = (folder.join("corpus"), folder.join("seeds"), folder.join("failures"));
        for folder in [&found, &seeds, &failures] {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        for source in [Some(samples.to_owned()), corpus().filter(|_| !self.keeps)].into_iter().flatten() {
            make_seeds(&seeds, name, &source)?;
        }
        let kept = kept(name);
        let mut command = self.command(name);
        command.arg(&found).arg(&seeds).args(kept.is_dir().then_some(&kept));
        command.arg(format!("-max_total_time={}", self.seconds)).arg(format!("-max_len={MAX_INPUT_BYTES}"));
        command.args(["-timeout=60", "-rss_limit_mb=2048", "-print_final_stats=1", "-verbosity=0"]);
        if name.starts_with("pdf-") || name == "content" {
            command.arg(format!("-dict={}", root().join("fuzz/pdf.dict").display()));
        }
        command.arg(format!("-artifact_prefix={}/", failures.display())).args(self.options);
        commands::run(&mut command)?;
        if self.keeps { self.keep(name, &[&found, &seeds]) } else { Ok(()) }
    }

    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(self.binary);
        command.env("TRANSVASE_FUZZ", name);
        command
    }

    /// Keeps the small inputs that reach what the others do not, the smallest first (libFuzzer's `-merge`).
    fn keep(&self, name: &str, found: &[&Path]) -> Result<(), String> {
        let kept = kept(name);
        std::fs::create_dir_all(&kept).map_err(|error| format!("{}: {error}", kept.display()))?;
        let mut command = self.command(name);
        command.args(["-merge=1", "-verbosity=0", "-timeout=60"]).arg(format!("-max_len={MAX_KEPT_BYTES}"));
        commands::run(command.arg(&kept).args(found))?;
        let mut files = Vec::new();
        collect(&kept, &|_| true, &mut files);
        files.sort_by_key(|file| size(file));
        let few = files.iter().enumerate().filter(|(at, file)| *at >= MAX_KEPT || size(file) > MAX_KEPT_BYTES);
        for (_, file) in few {
            std::fs::remove_file(file).map_err(|error| format!("{}: {error}", file.display()))?;
        }
        Ok(())
    }
}

/// Where the repository keeps inputs of a subject.
fn kept(name: &str) -> PathBuf {
    root().join("fuzz/corpus").join(name)
}

/// Builds the target in a folder of its own: its flags would spoil what others built.
fn build() -> Result<PathBuf, String> {
    let folder = target_folder().join("fuzz").join("build");
    let triple = host()?;
    let mut command = cargo(&["build", "--quiet", "--locked", "--release", "--bin", PROGRAM, "--target", &triple]);
    command.current_dir(root().join("fuzz")).env("CARGO_TARGET_DIR", &folder);
    // The coverage passes are options of the compiler that its stable release has, behind this word.
    command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", FLAGS);
    commands::run(&mut command)?;
    Ok(folder.join(triple).join("release").join(PROGRAM))
}

/// Named, so that the flags do not reach build scripts.
fn host() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not say its host".into())
}

/// Writes the seeds of a folder that are not there yet.
fn make_seeds(folder: &Path, name: &str, from: &Path) -> Result<(), String> {
    let Some((_, extensions)) = SEEDS.iter().find(|(start, _)| name.starts_with(start)) else { return Ok(()) };
    let mut sources = Vec::new();
    let is_seed = |path: &Path| path.extension().is_some_and(|end| extensions.iter().any(|known| end == *known));
    collect(from, &is_seed, &mut sources);
    let can_unpack = name.starts_with("pdf-") && is_installed("qpdf");
    for source in sources {
        let name = source.file_name().unwrap_or_default().to_owned();
        let seed = folder.join(name);
        if seed.exists() {
            continue;
        }
        // qpdf also answers with a warning where it repaired the file.
        let unpacked = can_unpack && unpack(&source, &seed) && size(&seed) <= MAX_INPUT_BYTES;
        if !unpacked {
            keep_as_it_is(&source, &seed)?;
        }
    }
    Ok(())
}

/// The file itself as a seed, if it is small enough, in place of what qpdf may have left.
fn keep_as_it_is(source: &Path, seed: &Path) -> Result<(), String> {
    if size(source) <= MAX_INPUT_BYTES {
        std::fs::copy(source, seed).map_err(|error| format!("{}: {error}", source.display()))?;
    } else if seed.exists() {
        std::fs::remove_file(seed).map_err(|error| format!("{}: {error}", seed.display()))?;
    }
    Ok(())
}

fn unpack(source: &Path, seed: &Path) -> bool {
    let words = ["--qdf", "--object-streams=disable", "--decode-level=generalized", "--no-original-object-ids"];
    let done = Command::new("qpdf").args(words).arg("--warning-exit-0").arg(source).arg(seed).output();
    done.is_ok_and(|output| output.status.success())
}

/// The small files below a folder that are wanted.
fn collect(folder: &Path, is_wanted: &impl Fn(&Path) -> bool, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, is_wanted, found);
        } else if is_wanted(&path) && size(&path) <= MAX_SOURCE_BYTES {
            found.push(path);
        }
    }
}

fn size(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(u64::MAX, |file| file.len())
}

#[cfg(test)]
mod tests {
    use super::campaign;

    #[test]
    fn a_campaign_goes_over_every_reader_writer_and_part() {
        let known = ["md-docx", "md-txt", "odt-docx", "odt-odt", "odt-txt", "tga-pnm", "tga-bmp", "tga-avif", "fax"];
        let known = known.map(str::to_owned);
        assert_eq!(campaign(&known), ["md-docx", "md-txt", "odt-odt", "odt-txt", "tga-bmp", "fax"]);
    }
}
