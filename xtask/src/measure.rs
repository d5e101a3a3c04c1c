//! `cargo xtask measure`: time and memory of the headline conversions with the command line as it is handed out.
//!
//! Programs take turns, round by round, so that a noisy machine hits all alike; medians count.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::baseline::{self, Use};
use crate::commands::{build_dist, dist_binary, root};

const USAGE: &str = "\
cargo xtask measure [--runs N] [--beside BINARY]... [--check | --write] [--case INPUT EXTENSION [WORD...]]

Without --case, the three headlines on the files of examples/. --beside names further builds of the
command line, to be compared with this one. --check fails where the program, a result or the memory
is larger than benches/baseline.toml says, or the time longer than that of the builds beside it;
--write writes that file anew.";

/// One conversion that is measured.
pub struct Case {
    /// The file.
    pub input: PathBuf,
    /// The target's extension.
    pub extension: String,
    /// Further words for the command line.
    pub words: Vec<String>,
}

/// What one run took.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// User and system time.
    pub cpu_seconds: f64,
    /// Time on the clock.
    pub wall_seconds: f64,
    /// Largest resident size.
    pub peak_bytes: u64,
}

/// Measures and prints one row for each case and program.
pub fn run(words: &[&str]) -> Result<(), String> {
    // A child of our own whose only child is the program: its usage is the program's alone.
    if let ["run-one", program @ ..] = words {
        return run_one(program);
    }
    let asked = Asked::parse(words)?;
    build_dist()?;
    let programs: Vec<PathBuf> = [dist_binary()].into_iter().chain(asked.beside).collect();
    println!("| conversion | program | CPU s | wall s | peak MB |\n|---|---|---|---|---|");
    let mut taken = Vec::new();
    for case in &asked.cases {
        taken.push(measure(case, &programs, asked.runs)?);
    }
    println!("\nmedians of {} runs; programs take turns", asked.runs);
    baseline::settle(asked.baseline, &programs[0], &taken)
}

/// What the words ask for.
struct Asked {
    runs: usize,
    beside: Vec<PathBuf>,
    baseline: Use,
    cases: Vec<Case>,
}

impl Asked {
    fn parse(words: &[&str]) -> Result<Asked, String> {
        let mut asked = Asked { runs: 5, beside: Vec::new(), baseline: Use::None, cases: Vec::new() };
        let mut rest = words;
        loop {
            rest = match rest {
                ["--runs", number, rest @ ..] => {
                    asked.runs = number.parse().ok().filter(|runs| *runs > 0).ok_or(USAGE)?;
                    rest
                }
                ["--beside", program, rest @ ..] => {
                    asked.beside.push(PathBuf::from(program));
                    rest
                }
                ["--check", rest @ ..] => {
                    asked.baseline = Use::Check;
                    rest
                }
                ["--write", rest @ ..] => {
                    asked.baseline = Use::Write;
                    rest
                }
                ["--case", input, extension, words @ ..] => {
                    let words = words.iter().map(|word| (*word).to_owned()).collect();
                    asked.cases.push(Case { input: PathBuf::from(input), extension: (*extension).to_owned(), words });
                    &[]
                }
                [] => break,
                _ => return Err(USAGE.into()),
            };
        }
        match (asked.baseline, asked.cases.is_empty()) {
            (_, true) => asked.cases = headlines()?,
            (Use::None, false) => {}
            _ => return Err(USAGE.into()),
        }
        Ok(asked)
    }
}

/// What a conversion took.
pub struct Taken {
    /// The conversion, as in `report.pdf to docx`.
    pub name: String,
    /// Size of the result.
    pub bytes: u64,
    /// The median of each program: this build, then those beside it.
    pub medians: Vec<Run>,
}

/// The three headlines on the files of `examples/`; the photo's limit is half its size.
fn headlines() -> Result<Vec<Case>, String> {
    let example = |name: &str| root().join("examples").join(name);
    let photo = example("photo.jpg");
    let size = std::fs::metadata(&photo).map_err(|error| format!("{}: {error}", photo.display()))?.len();
    let case = |input: PathBuf, extension: &str, words: &[String]| Case {
        input,
        extension: extension.to_owned(),
        words: words.to_vec(),
    };
    Ok(vec![
        case(example("report.pdf"), "docx", &[]),
        case(example("book.mobi"), "pdf", &[]),
        case(photo, "jpg", &["--max-bytes".to_owned(), (size / 2).to_string()]),
    ])
}

fn measure(case: &Case, programs: &[PathBuf], runs: usize) -> Result<Taken, String> {
    let output = std::env::temp_dir().join(format!("transvase-measure-{}.{}", std::process::id(), case.extension));
    let mut taken: Vec<Vec<Run>> = vec![Vec::new(); programs.len()];
    let mut bytes = 0;
    for _ in 0..runs {
        for (at, program) in programs.iter().enumerate() {
            taken[at].push(time(program, case, &output)?);
            // The result of this build, which is the first, is the one that counts.
            bytes = if at == 0 { std::fs::metadata(&output).map_or(0, |file| file.len()) } else { bytes };
        }
    }
    // Only a leftover in the system's temporary folder if it fails.
    let _ = std::fs::remove_file(&output);
    let name = format!("{} to {}", case.input.file_name().unwrap_or_default().to_string_lossy(), case.extension);
    let middle = |runs: &Vec<Run>| Run {
        cpu_seconds: median(runs, |run| run.cpu_seconds),
        wall_seconds: median(runs, |run| run.wall_seconds),
        peak_bytes: median(runs, |run| run.peak_bytes as f64) as u64,
    };
    let medians: Vec<Run> = taken.iter().map(middle).collect();
    for (program, run) in programs.iter().zip(&medians) {
        let Run { cpu_seconds, wall_seconds, peak_bytes } = run;
        let (place, peak) = (program.display(), *peak_bytes as f64 / 1e6);
        println!("| {name} ({bytes} bytes) | {place} | {cpu_seconds:.3} | {wall_seconds:.3} | {peak:.1} |");
    }
    Ok(Taken { name, bytes, medians })
}

/// The median of a figure.
pub fn median(runs: &[Run], of: impl Fn(&Run) -> f64) -> f64 {
    let mut values: Vec<f64> = runs.iter().map(of).collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { f64::midpoint(values[middle - 1], values[middle]) }
}

/// Converts a case with a program, which must succeed, and says what it took.
pub fn time(program: &Path, case: &Case, output: &Path) -> Result<Run, String> {
    let mut command = Command::new(program);
    command.args(["convert", "--force", "--quiet"]).arg(&case.input).arg(output).args(&case.words);
    let watched = watch(&command)?;
    if watched.ending != 0 {
        let (input, program) = (case.input.display(), program.display());
        return Err(format!("{input} could not be converted by {program}: {}", watched.said));
    }
    Ok(watched.run)
}

/// How a program went.
pub struct Watched {
    /// What it took.
    pub run: Run,
    /// Its exit status; less than zero, the signal that killed it.
    pub ending: i32,
    /// What it printed on its standard output.
    pub said: String,
}

/// Runs a command under a process of our own, which prints last what it took and how it ended.
pub fn watch(command: &Command) -> Result<Watched, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut watcher = Command::new(this);
    watcher.args(["measure", "run-one"]).arg(command.get_program()).args(command.get_args());
    let answer = watcher.stderr(Stdio::inherit()).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&answer.stdout);
    let (said, figures) = text.trim_end().rsplit_once('\n').unwrap_or(("", text.trim_end()));
    let numbers: Vec<f64> = figures.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [cpu_seconds, wall_seconds, peak_bytes, ending] = numbers[..] else {
        return Err(format!("{} could not be run", command.get_program().display()));
    };
    let run = Run { cpu_seconds, wall_seconds, peak_bytes: peak_bytes as u64 };
    Ok(Watched { run, ending: ending as i32, said: said.to_owned() })
}

#[cfg(unix)]
fn run_one(words: &[&str]) -> Result<(), String> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    use std::os::unix::process::ExitStatusExt;

    let (program, words) = words.split_first().ok_or(USAGE)?;
    let began = Instant::now();
    let status = Command::new(program).args(words).status().map_err(|error| format!("{program}: {error}"))?;
    let wall_seconds = began.elapsed().as_secs_f64();
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| error.to_string())?;
    let cpu = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    // Kilobytes on Linux, bytes on macOS (getrusage(2) of each).
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    let ending = status.code().unwrap_or_else(|| -status.signal().unwrap_or_default());
    println!("\n{} {wall_seconds} {} {ending}", cpu as f64 / 1e6, usage.max_rss() * unit);
    Ok(())
}

#[cfg(not(unix))]
fn run_one(_words: &[&str]) -> Result<(), String> {
    Err("measuring needs a Unix system".into())
}
