//! `cargo xtask bombs`: small hostile files of every format that is read, each converted in a process of its own under
//! limits on time and memory.
//!
//! The files are made here, the same in every run. What broke a bar is kept in `bombs/` of the target folder.

mod archives;
mod books;
mod boxes;
mod make;
mod office;
mod pdf;
mod pdf_paint;
mod pdf_parts;
mod pictures;
mod pixels;
mod report;
mod svg;
mod text;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::commands::{build_release, release_binary, target_folder};
use crate::measure::watch;
use make::Bomb;
use report::{Bars, Outcome};

const USAGE: &str = "\
cargo xtask bombs [--binary PATH] [--targets N] [--seconds N] [--mib N] [--list] [WORD...]

Converts each bomb whose name has one of the words, all without a word, to its first N targets (3), and says what broke
a bar: an abort, an Internal, or more CPU seconds (2) or MiB above those of an empty run (256) than the bars allow without a limit having
ended it. Raise the bars for a build that is not optimised. Fails where anything aborted or was Internal.";

/// What the shell sets before it becomes the program: KiB of address space, CPU seconds (the soft limit alone, whose
/// signal tells it from a kill), no core files. They keep a bad conversion from taking the machine along. What the
/// program says of its end goes where its other words go.
const UNDER_LIMITS: &str = "ulimit -v 6291456; ulimit -S -t 12; ulimit -c 0; exec \"$0\" \"$@\" 2>&1";

/// Runs the bombs and reports.
pub fn run(words: &[&str]) -> Result<(), String> {
    let asked = Asked::parse(words)?;
    let bombs: Vec<Bomb> = all().into_iter().filter(|bomb| asked.wants(&bomb.name)).collect();
    if asked.is_list {
        bombs.iter().for_each(|bomb| println!("{}", bomb.name));
        return Ok(());
    }
    let binary = if let Some(binary) = &asked.binary {
        binary.clone()
    } else {
        build_release()?;
        release_binary()
    };
    let folder = target_folder().join("bombs");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let range = Range { binary, folder, bars: asked.bars, targets: asked.targets };
    let (outcomes, failures) = range.explode(&bombs)?;
    report::print(&outcomes, &range.bars);
    if failures.is_empty() { report::verdict(&outcomes) } else { Err(failures.join("\n")) }
}

/// What the words ask for.
struct Asked {
    binary: Option<PathBuf>,
    bars: Bars,
    targets: usize,
    is_list: bool,
    words: Vec<String>,
}

impl Asked {
    fn parse(words: &[&str]) -> Result<Asked, String> {
        let mut asked = Asked { binary: None, bars: Bars::default(), targets: 3, is_list: false, words: Vec::new() };
        let mut rest = words;
        while let [word, after @ ..] = rest {
            rest = match (*word, after) {
                ("--list", _) => {
                    asked.is_list = true;
                    after
                }
                (option, [value, after @ ..]) if option.starts_with("--") => {
                    asked.set(option, value)?;
                    after
                }
                (option, _) if option.starts_with('-') => return Err(USAGE.into()),
                (word, _) => {
                    asked.words.push(word.to_owned());
                    after
                }
            };
        }
        Ok(asked)
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), String> {
        match option {
            "--binary" => self.binary = Some(PathBuf::from(value)),
            "--targets" => self.targets = value.parse().map_err(|_| USAGE)?,
            "--seconds" => self.bars.cpu_seconds = value.parse().map_err(|_| USAGE)?,
            "--mib" => self.bars.mib = value.parse().map_err(|_| USAGE)?,
            _ => return Err(USAGE.into()),
        }
        Ok(())
    }

    fn wants(&self, name: &str) -> bool {
        self.words.is_empty() || self.words.iter().any(|word| name.contains(word.as_str()))
    }
}

/// Every bomb.
fn all() -> Vec<Bomb> {
    let families = [
        text::all,
        books::all,
        office::all,
        archives::all,
        svg::all,
        pixels::all,
        pictures::all,
        boxes::all,
        pdf::all,
        pdf_paint::all,
        pdf_parts::all,
    ];
    families.iter().flat_map(|family| family()).collect()
}

/// Up to three targets that share little code on the way.
fn targets(extension: &str) -> Vec<&str> {
    match extension {
        "pdf" => vec!["docx", "png", "pdf"],
        "svg" => vec!["png", "pdf", "svg"],
        "docx" => vec!["pdf", "odt", "docx"],
        "odt" | "epub" => vec!["pdf", "docx", extension],
        "md" => vec!["pdf", "docx", "html"],
        "fodt" | "doc" | "rtf" | "fb2" | "fbz" | "html" | "txt" | "json" | "ipynb" | "mobi" => {
            vec!["pdf", "docx", "md"]
        }
        "png" => vec!["jpg", "pdf", "png"],
        "cbz" => vec!["pdf", "png", "docx"],
        "xlsx" | "pptx" | "ods" | "odp" => vec![extension],
        "jp2" | "heic" | "psd" | "exr" | "dds" => vec!["png", "pdf"],
        _ => vec!["png", "pdf", extension],
    }
}

/// Where bombs go off.
struct Range {
    binary: PathBuf,
    folder: PathBuf,
    bars: Bars,
    targets: usize,
}

impl Range {
    /// Runs all bombs, as many at a time as there are processors, and gives the outcomes in the order of the bombs, with
    /// what went wrong beside the conversions.
    fn explode(&self, bombs: &[Bomb]) -> Result<(Vec<Outcome>, Vec<String>), String> {
        let empty = self.empty_run()?;
        report::head();
        let (next, done) = (AtomicUsize::new(0), Mutex::new((Vec::new(), Vec::new())));
        let work = || {
            while let Some((at, bomb)) =
                Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, bombs.get(at)?)))
            {
                let result = self.explode_one(bomb, empty);
                let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                match result {
                    Ok(outcomes) => done.0.push((at, outcomes)),
                    Err(message) => done.1.push(format!("{}: {message}", bomb.name)),
                }
            }
        };
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work))));
        let (mut outcomes, failures) = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        outcomes.sort_by_key(|(at, _)| *at);
        Ok((outcomes.into_iter().flat_map(|(_, outcomes)| outcomes).collect(), failures))
    }

    /// Converts a bomb to each of its targets; its file stays where one of them broke a bar.
    fn explode_one(&self, bomb: &Bomb, empty: u64) -> Result<Vec<Outcome>, String> {
        let path = self.folder.join(&bomb.name);
        let bytes = (bomb.make)();
        std::fs::write(&path, &bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut outcomes = Vec::new();
        for target in targets(bomb.extension()).into_iter().take(self.targets) {
            let mut outcome = self.convert(&path, target)?;
            outcome.above_mib = outcome.run.peak_bytes.saturating_sub(empty) as f64 / f64::from(1 << 20);
            outcome.kib = bytes.len() as f64 / 1024.0;
            report::row(&outcome);
            outcomes.push(outcome);
        }
        if !outcomes.iter().any(|outcome| self.bars.broken_by(outcome).is_some()) {
            // Only a leftover in the target folder if it fails.
            let _ = std::fs::remove_file(&path);
        }
        Ok(outcomes)
    }

    fn convert(&self, input: &Path, target: &str) -> Result<Outcome, String> {
        let name = input.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let output = self.folder.join(format!("{name}.result.{target}"));
        let mut command = Command::new("sh");
        command.args(["-c", UNDER_LIMITS]).arg(&self.binary).args(["convert", "--force", "--quiet"]);
        let watched = watch(command.arg(input).arg(&output))?;
        // There is none where the conversion failed.
        let _ = std::fs::remove_file(&output);
        Ok(Outcome {
            name,
            target: target.to_owned(),
            ending: watched.ending,
            said: watched.said,
            run: watched.run,
            above_mib: 0.0,
            kib: 0.0,
        })
    }

    /// Peak memory of a conversion of almost nothing.
    fn empty_run(&self) -> Result<u64, String> {
        let path = self.folder.join("empty.txt");
        std::fs::write(&path, "a").map_err(|error| format!("{}: {error}", path.display()))?;
        let outcome = self.convert(&path, "md")?;
        if outcome.ending != 0 {
            return Err(format!("{} cannot convert: {}", self.binary.display(), outcome.said));
        }
        Ok(outcome.run.peak_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bomb_has_a_name_of_its_own_and_a_target() {
        let mut names: Vec<String> = all().into_iter().map(|bomb| bomb.name).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(all().iter().all(|bomb| !targets(bomb.extension()).is_empty()));
    }

    #[test]
    fn a_lie_fits_into_the_file_it_is_told_in() {
        for bomb in all().iter().filter(|bomb| bomb.name.contains("-lie-")) {
            assert!((bomb.make)().len() < 10_000, "{}", bomb.name);
        }
    }
}
