//! `cargo xtask fuzz`: libFuzzer over the programs of `fuzz/`, on the stable compiler.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::commands::{self, cargo, corpus, is_installed, root, target_folder};

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

const USAGE: &str = "\
cargo xtask fuzz --minutes N [SUBJECT...] [-LIBFUZZER-OPTION...]

Fuzzes each subject for so many minutes: routes such as pdf-docx and parts such as jbig2, all without a name. Seeds are the
small files of the corpus, PDFs with their streams unpacked (by qpdf, where it is installed), so that mutations reach
the content. What is found lies in fuzz/ of the target folder.";

/// Fuzzes for some minutes.
pub fn run(words: &[&str]) -> Result<(), String> {
    let ["--minutes", minutes, rest @ ..] = words else { return Err(USAGE.into()) };
    let minutes: u64 = minutes.parse().map_err(|_| USAGE)?;
    let (options, names): (Vec<&str>, Vec<&str>) = rest.iter().partition(|word| word.starts_with('-'));
    each(&names, 60 * minutes, &options)
}

/// Fuzzes what a campaign goes over, each as long as it takes.
pub fn soak() -> Result<(), String> {
    let known = subjects(&build()?)?;
    each(&campaign(&known), SOAK_SECONDS, &[])
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

fn each(names: &[&str], seconds: u64, options: &[&str]) -> Result<(), String> {
    let binary = build()?;
    let known = subjects(&binary)?;
    if let Some(name) = names.iter().find(|name| !known.iter().any(|known| known == *name)) {
        return Err(format!("there is no subject {name:?}; there are {}", known.join(", ")));
    }
    let chosen = known.iter().filter(|name| names.is_empty() || names.contains(&name.as_str()));
    let failed: Vec<&str> = chosen
        .filter(|name| {
            println!("== fuzz {name}");
            one(&binary, name, seconds, options).inspect_err(|error| println!("   {error}")).is_err()
        })
        .map(String::as_str)
        .collect();
    if failed.is_empty() { Ok(()) } else { Err(format!("found something in {}", failed.join(", "))) }
}

/// What the program can fuzz.
fn subjects(binary: &Path) -> Result<Vec<String>, String> {
    let output = Command::new(binary).output().map_err(|error| format!("{}: {error}", binary.display()))?;
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

fn one(binary: &Path, name: &str, seconds: u64, options: &[&str]) -> Result<(), String> {
    let folder = target_folder().join("fuzz").join(name);
    let (found, seeds, failures) = (folder.join("corpus"), folder.join("seeds"), folder.join("failures"));
    for folder in [&found, &seeds, &failures] {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    make_seeds(&seeds, name)?;
    let mut command = Command::new(binary);
    command.env("TRANSVASE_FUZZ", name).arg(&found).arg(&seeds);
    command.arg(format!("-max_total_time={seconds}")).arg(format!("-max_len={MAX_INPUT_BYTES}"));
    command.args(["-timeout=20", "-rss_limit_mb=2048", "-print_final_stats=1", "-verbosity=0"]);
    if name.starts_with("pdf-") || name == "content" {
        command.arg(format!("-dict={}", root().join("fuzz/pdf.dict").display()));
    }
    command.arg(format!("-artifact_prefix={}/", failures.display())).args(options);
    commands::run(&mut command)
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

/// Writes the seeds that are not there yet.
fn make_seeds(folder: &Path, name: &str) -> Result<(), String> {
    let Some((_, extensions)) = SEEDS.iter().find(|(start, _)| name.starts_with(start)) else { return Ok(()) };
    let Some(corpus) = corpus() else {
        println!("no corpus: fuzzing begins with nothing");
        return Ok(());
    };
    let mut sources = Vec::new();
    collect(&corpus, extensions, &mut sources);
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

/// The small files below a folder with one of these extensions.
fn collect(folder: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, extensions, found);
        } else if path.extension().is_some_and(|end| extensions.iter().any(|extension| end == *extension))
            && size(&path) <= MAX_SOURCE_BYTES
        {
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
