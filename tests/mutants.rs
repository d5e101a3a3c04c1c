//! Changed samples converted in process, as a program that links the library does it: a result or an error with a code,
//! never `Internal`, never an abort, never a hang.
//!
//! `TRANSVASE_MUTANTS` says how many conversions there are in all (`cargo xtask soak`: a million). They are made by as many
//! processes as there are cores, one conversion at a time in each: so what one holds can be told, and one that ends its
//! process ends no more than that. Each way from a file to a format gets the same time, so that slow ones take
//! no more of it than quick ones.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use transvase::{ErrorCode, Format, Limits};
use transvase_memory::Counting;
use transvase_tests::cli::scratch;
use transvase_tests::hostile::{Changeable, Random};
use transvase_tests::{corpus, files_below, samples};

#[global_allocator]
static ALLOCATOR: Counting = Counting::SYSTEM;

/// Conversions where nobody asks for more.
const FEW: u64 = 300;
/// How long a conversion may take, as it is told; the samples take a hundredth of it.
const DEADLINE: Duration = Duration::from_secs(10);
/// What it may take beyond that, on a machine that others use too.
const HANG: Duration = Duration::from_mins(2);
/// What it may hold.
const MEMORY_BYTES: u64 = 512 << 20;

/// What is counted as long, in seconds of the processor, and as much, in KiB that the system had to give.
const LONG: f64 = 2.0;
const MUCH_KIB: u64 = 256 << 10;

/// Real files up to this size are changed too where a campaign asks for more than a few, in bytes.
const LARGEST_REAL: u64 = 48 << 10;
/// Formats that such a file is converted to; which ones takes turns from file to file.
const TARGETS_OF_REAL: usize = 3;
/// A way gets at most so many times its share of the conversions, however quick it is.
const MOST_SHARES: u64 = 4;
/// A process that ends is followed by another one so often.
const RESTARTS: u64 = 20;
/// Seeds between the processes that follow each other.
const SEEDS_APART: u64 = 1 << 32;
/// How often a process tells how it stands: one that ends has still said something.
const TOLD: Duration = Duration::from_secs(20);

/// Names what a process of the campaign does: its number, how many there are, its conversions, its first seed, where it
/// leaves what it converts.
const SHARE: &str = "TRANSVASE_MUTANTS_SHARE";

#[test]
fn changed_samples_do_no_harm_in_process() {
    let total = std::env::var("TRANSVASE_MUTANTS").map_or(FEW, |words| words.parse().unwrap());
    let processes = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let folder = scratch("mutants");
    let tally = std::thread::scope(|scope| {
        let shares: Vec<_> = (0..processes)
            .map(|number| {
                let folder = &folder;
                scope.spawn(move || followed(folder, number, processes, total))
            })
            .collect();
        shares.into_iter().fold(Tally::default(), |sum, share| sum.with(share.join().unwrap()))
    });
    println!("{}", tally.heavy.join("\n"));
    println!("{} conversions, {:?}, {} heavy", tally.count(), tally.by_code, tally.heavy.len());
    assert!(tally.findings.is_empty(), "{}", tally.findings.join("\n"));
    assert!(tally.count() >= total, "{} conversions instead of {total}", tally.count());
}

/// A share of the campaign, by one process after the other.
fn followed(folder: &Path, number: u64, of: u64, total: u64) -> Tally {
    let mut sum = Tally::default();
    let wanted = total.div_ceil(of);
    for restart in 0..=RESTARTS {
        let left = wanted - sum.count().min(wanted);
        if left == 0 {
            break;
        }
        let now = folder.join(number.to_string());
        let share = format!("{number} {of} {left} {} {}", restart * SEEDS_APART, now.display());
        sum = sum.with(one_process(&share, &now));
    }
    sum
}

/// What a process says of its share, and that it ended where it did.
fn one_process(share: &str, now: &Path) -> Tally {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "a_share_of_the_campaign", "--ignored", "--nocapture"]).env(SHARE, share);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut tally = Tally::default();
    for line in BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap) {
        if let Some(told) = line.find("{\"").and_then(|at| serde_json::from_str(&line[at..]).ok()) {
            tally = Tally::of_json(&told);
            println!("{}: {}, {} heavy, {:?}", now.display(), tally.count(), tally.heavy.len(), tally.findings);
        }
    }
    let status = child.wait().unwrap();
    if !status.success() {
        let name = fs::read_to_string(now.with_extension("name")).unwrap_or_default();
        let kept = now.with_extension(format!("{}.bin", child.id()));
        let _ = fs::rename(now.with_extension("bin"), &kept);
        tally.findings.push(format!("{name}: {status}, kept as {}", kept.display()));
    }
    tally
}

#[test]
#[ignore = "a process of the test above"]
fn a_share_of_the_campaign() {
    let words = std::env::var(SHARE).unwrap();
    let words: Vec<&str> = words.splitn(5, ' ').collect();
    let [number, of, total, first_seed] = [0, 1, 2, 3].map(|at| words[at].parse::<u64>().unwrap());
    // A panic that is caught is found by its code; its text would drown the tally.
    std::panic::set_hook(Box::new(|_| ()));
    let mut share = Share::of(number as usize, of as usize, total, first_seed, words[4].into());
    let mut told = Instant::now();
    for _ in 0..total {
        share.convert_next();
        if told.elapsed() > TOLD {
            println!("{}", share.tally.to_json());
            told = Instant::now();
        }
    }
    println!("{}", share.tally.to_json());
}

/// A way from a file to a format, and what it took so far.
struct Way {
    sample: usize,
    to: Format,
    took: Duration,
    count: u64,
}

struct Share {
    samples: Vec<(String, Changeable)>,
    ways: Vec<Way>,
    most: u64,
    first_seed: u64,
    /// Where it leaves what it converts, for the day that one ends the process.
    now: PathBuf,
    is_long: bool,
    tally: Tally,
}

impl Share {
    fn of(number: usize, of: usize, total: u64, first_seed: u64, now: PathBuf) -> Self {
        let is_long = total > FEW;
        let samples = sources(is_long);
        let ways = ways(&samples).into_iter().skip(number).step_by(of);
        let ways: Vec<Way> = ways.map(|(sample, to)| Way { sample, to, took: Duration::ZERO, count: 0 }).collect();
        let samples = samples.into_iter().map(|(name, bytes)| (name, Changeable::of(bytes))).collect();
        let most = MOST_SHARES * total.div_ceil(ways.len() as u64);
        Share { samples, ways, most, first_seed, now, is_long, tally: Tally::default() }
    }

    fn convert_next(&mut self) {
        let way =
            self.ways.iter_mut().filter(|way| way.count < self.most).min_by_key(|way| (way.took, way.count)).unwrap();
        way.count += 1;
        let seed = self.first_seed + way.count;
        let (name, sample) = &self.samples[way.sample];
        let (name, bytes) = (format!("{name} to {}, seed {seed}", way.to), sample.mutated(seed));
        if self.is_long {
            fs::write(self.now.with_extension("bin"), &bytes).unwrap();
            fs::write(self.now.with_extension("name"), &name).unwrap();
        }
        let end = End::of(&bytes, way.to);
        way.took += end.took;
        if self.tally.add(&name, &end) && self.is_long {
            fs::write(self.now.with_file_name(name.replace(['/', ' '], "_")), &bytes).unwrap();
        }
    }
}

/// The ways from each file to what it can become, in an order that a few of them are of many formats in.
fn ways(sources: &[(String, Vec<u8>)]) -> Vec<(usize, Format)> {
    let targets = |(at, (name, bytes)): (usize, &(String, Vec<u8>))| {
        // A real file is named with its folder.
        let count = if name.contains('/') { TARGETS_OF_REAL } else { usize::MAX };
        samples::targets_in_turn(bytes, at, count).into_iter().map(move |to| (at, to))
    };
    let mut ways: Vec<_> = sources.iter().enumerate().flat_map(targets).collect();
    let mut random = Random::new(1);
    // Durstenfeld, Algorithm 235 (Communications of the ACM 7, 7).
    (1..ways.len()).rev().for_each(|at| ways.swap(at, random.below(at + 1)));
    ways
}

/// The samples, and where many conversions are made the small files of the corpus.
fn sources(is_long: bool) -> Vec<(String, Vec<u8>)> {
    let mut sources: Vec<_> = samples::all().into_iter().map(|sample| (sample.name, sample.bytes)).collect();
    if let Some(corpus) = is_long.then(|| corpus("changed files of the corpus")).flatten() {
        let is_small = |path: &PathBuf| fs::metadata(path).is_ok_and(|file| file.len() <= LARGEST_REAL);
        let files = files_below(&corpus).into_iter().filter(is_small);
        sources.extend(files.map(|path| {
            let bytes = fs::read(&path).unwrap();
            (path.strip_prefix(&corpus).unwrap_or(&path).display().to_string(), bytes)
        }));
    }
    sources
}

/// How a conversion ended.
struct End {
    result: Result<(), (ErrorCode, String)>,
    took: Duration,
    cpu: f64,
    kib: u64,
}

impl End {
    fn of(bytes: &[u8], to: Format) -> Self {
        let limits = Limits { memory_bytes: MEMORY_BYTES, ..Limits::default() };
        let held = memory_kib("VmRSS:");
        // Has the peak begin again (proc(5), clear_refs); where that is not allowed, it is that of the whole process.
        let _ = fs::write("/proc/self/clear_refs", "5");
        let (began, cpu) = (Instant::now(), cpu_seconds());
        let result = samples::quick(to).limits(limits).threads(1).deadline(DEADLINE).convert(bytes);
        let took = began.elapsed();
        // The clock of the processor ticks a hundred times a second: it is asked where that can matter.
        let cpu = if took.as_secs_f64() > LONG { cpu_seconds() - cpu } else { 0.0 };
        let kib = memory_kib("VmHWM:").saturating_sub(held);
        let result = result
            .map(drop)
            .map_err(|error| (error.code(), error.cause().map_or_else(|| error.to_string(), ToString::to_string)));
        End { result, took, cpu, kib }
    }

    fn code(&self) -> &'static str {
        self.result.as_ref().err().map_or("converted", |(code, _)| code.name())
    }
}

/// A line of `/proc/self/status` (proc(5)); 0 where there is none.
fn memory_kib(line: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let words = status.lines().find_map(|said| said.strip_prefix(line)).unwrap_or_default();
    words.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// What the process took of the processor so far, in seconds: fields 14 and 15 of `/proc/self/stat`, in hundredths.
fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// What became of conversions.
#[derive(Debug, Default)]
struct Tally {
    by_code: BTreeMap<String, u64>,
    /// What must not be.
    findings: Vec<String>,
    /// What took long or much without a limit having ended it; a deadline is one.
    heavy: Vec<String>,
}

impl Tally {
    /// Says whether the input is worth keeping.
    fn add(&mut self, name: &str, end: &End) -> bool {
        *self.by_code.entry(end.code().to_owned()).or_default() += 1;
        let known = self.findings.len() + self.heavy.len();
        match &end.result {
            Err((ErrorCode::Internal, message)) => self.findings.push(format!("{name}: {message}")),
            _ if end.took > DEADLINE + HANG => self.findings.push(format!("{name}: {:?}", end.took)),
            Err((ErrorCode::LimitExceeded, _)) => (),
            _ if end.cpu > LONG || end.kib > MUCH_KIB => {
                self.heavy.push(format!("{name}: {}, {:.1} s, {} MiB", end.code(), end.cpu, end.kib >> 10));
            }
            _ => (),
        }
        self.findings.len() + self.heavy.len() > known
    }

    fn count(&self) -> u64 {
        self.by_code.values().sum()
    }

    fn with(mut self, other: Tally) -> Self {
        for (code, count) in other.by_code {
            *self.by_code.entry(code).or_default() += count;
        }
        self.findings.extend(other.findings);
        self.heavy.extend(other.heavy);
        self
    }

    fn to_json(&self) -> Value {
        json!({ "count": self.count(), "by_code": self.by_code, "findings": self.findings, "heavy": self.heavy })
    }

    fn of_json(told: &Value) -> Self {
        let list = |name: &str| serde_json::from_value(told[name].clone()).unwrap();
        let by_code = serde_json::from_value(told["by_code"].clone()).unwrap();
        Tally { by_code, findings: list("findings"), heavy: list("heavy") }
    }
}
