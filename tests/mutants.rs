//! Changed samples converted in this very process, as a program that links the library does it: a result or an error with a
//! code, never `Internal`, never an abort, never a hang.
//!
//! `TRANSVASE_MUTANTS` says how many conversions there are in all (`cargo xtask soak`: a million).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use transvase::{ErrorCode, Format, Limits};
use transvase_memory::Counting;
use transvase_tests::cli::scratch;
use transvase_tests::hostile::mutated;
use transvase_tests::samples::{self, Sample};

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

/// Conversions after which a campaign tells how it stands: one that is cut off has still said something.
const TOLD: u64 = 20_000;

/// What became of the conversions.
#[derive(Debug, Default)]
struct Tally {
    by_code: BTreeMap<&'static str, u64>,
    findings: Vec<String>,
    longest: (Duration, String),
}

impl Tally {
    fn add(&mut self, name: String, end: Result<(), (ErrorCode, String)>, took: Duration) {
        let code = end.as_ref().err().map(|(code, _)| *code);
        *self.by_code.entry(code.map_or("converted", ErrorCode::name)).or_default() += 1;
        match end {
            Err((ErrorCode::Internal, message)) => self.findings.push(format!("{name}: {message}")),
            _ if took > DEADLINE + HANG => self.findings.push(format!("{name}: {took:?}")),
            _ => (),
        }
        if took > self.longest.0 {
            self.longest = (took, name);
        }
    }
}

impl Display for Tally {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (took, name) = &self.longest;
        write!(f, "{:?}, {} findings, longest {name} in {took:?}", self.by_code, self.findings.len())
    }
}

/// Conversions that threads take one after the other.
struct Campaign<'a> {
    routes: Vec<(&'a Sample, Format)>,
    total: u64,
    next: AtomicU64,
    tally: Mutex<Tally>,
    /// Where each thread leaves what it converts, for the day that one ends the process.
    folder: PathBuf,
}

impl Campaign<'_> {
    fn work(&self, thread: usize) {
        let now = self.folder.join(format!("{thread}.bin"));
        loop {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            if at >= self.total {
                return;
            }
            let (sample, to) = self.routes[at as usize % self.routes.len()];
            let seed = at / self.routes.len() as u64 + 1;
            let bytes = mutated(&sample.bytes, seed);
            if self.total > FEW {
                fs::write(&now, &bytes).unwrap();
            }
            let (end, took) = convert(&bytes, to);
            let mut tally = self.tally.lock().unwrap();
            tally.add(format!("{} to {to}, seed {seed}", sample.name), end, took);
            if (at + 1).is_multiple_of(TOLD) {
                println!("{} of {}: {tally}", at + 1, self.total);
            }
        }
    }
}

#[test]
fn changed_samples_do_no_harm_in_this_process() {
    // A panic that is caught is found by its code; its text would drown the tally.
    std::panic::set_hook(Box::new(|_| ()));
    let samples = samples::all();
    let to_each = |sample: &'static Sample| samples::targets(sample).into_iter().map(move |to| (sample, to));
    let campaign = Campaign {
        routes: samples.leak().iter().flat_map(to_each).collect(),
        total: std::env::var("TRANSVASE_MUTANTS").map_or(FEW, |words| words.parse().unwrap()),
        next: AtomicU64::new(0),
        tally: Mutex::default(),
        folder: scratch("mutants"),
    };
    std::thread::scope(|scope| {
        for thread in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let campaign = &campaign;
            scope.spawn(move || campaign.work(thread));
        }
    });
    let tally = campaign.tally.into_inner().unwrap();
    println!("{tally}");
    assert!(tally.findings.is_empty(), "{}", tally.findings.join("\n"));
}

fn convert(bytes: &[u8], to: Format) -> (Result<(), (ErrorCode, String)>, Duration) {
    let limits = Limits { memory_bytes: MEMORY_BYTES, ..Limits::default() };
    let began = Instant::now();
    let end = samples::quick(to).limits(limits).deadline(DEADLINE).convert(bytes);
    let end = end
        .map(drop)
        .map_err(|error| (error.code(), error.cause().map_or_else(|| error.to_string(), ToString::to_string)));
    (end, began.elapsed())
}
