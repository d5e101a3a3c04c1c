//! Many inputs into one directory: a failure of one does not stop the others.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use transvase::{CancelToken, Error, ErrorCode, Format};
use transvase_worker::Pool;

use crate::args::{self, ConvertArgs, is_standard};
use crate::failure::{Failure, Outcome, Status};
use crate::isolated;
use crate::job::{self, done};
use crate::output::Destination;
use crate::progress::Watch;
use crate::report::{self, Done};
use crate::settings;

/// What became of one input.
struct Entry {
    input: PathBuf,
    result: Result<Done, Failure>,
}

/// Everything the workers share.
struct Batch<'a> {
    args: &'a ConvertArgs,
    dir: &'a Path,
    cancel: &'a CancelToken,
    threads: usize,
    pool: Option<Pool>,
    next: AtomicUsize,
    done: AtomicUsize,
    taken: Mutex<BTreeSet<PathBuf>>,
}

/// Converts every input of the command line into `dir`.
pub fn run(args: &ConvertArgs, dir: &Path, cancel: &CancelToken) -> Outcome {
    if args.files.iter().any(|file| is_standard(file)) {
        args::usage_error("standard input and output have no name and cannot be used with --out-dir");
    }
    // What is wrong with the command line itself is said once, not once for each file.
    let jobs = args.jobs.map_or_else(settings::cores, usize::from).min(args.files.len());
    let pool = match check(args, dir).and_then(|()| Ok(isolated::pool(args, jobs)?)) {
        Ok(pool) => pool,
        Err(failure) => return crate::fail(&failure, args.json),
    };
    let batch = Batch {
        args,
        dir,
        cancel,
        threads: (settings::cores() / jobs.max(1)).max(1),
        pool,
        next: AtomicUsize::new(0),
        done: AtomicUsize::new(0),
        taken: Mutex::default(),
    };
    finish(args, &batch.run(jobs))
}

fn check(args: &ConvertArgs, dir: &Path) -> Result<(), Failure> {
    let target = args.to.as_ref().map(|_| settings::target(args, Path::new(""))).transpose()?;
    settings::job(args, Path::new(""), target.unwrap_or(Format::PNG), 1)?;
    std::fs::create_dir_all(dir).map_err(|error| Failure::writing(dir, &error))
}

impl Batch<'_> {
    /// Runs `jobs` workers; the entries come back in the order of the inputs.
    fn run(&self, jobs: usize) -> Vec<Entry> {
        let mut entries: Vec<(usize, Entry)> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(|| self.work())).collect();
            self.watch(&workers);
            workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
        });
        entries.sort_by_key(|(index, _)| *index);
        entries.into_iter().map(|(_, entry)| entry).collect()
    }

    fn watch<T>(&self, workers: &[std::thread::ScopedJoinHandle<'_, T>]) {
        let mut watch = Watch::new(self.args.quiet || self.args.json);
        while workers.iter().any(|worker| !worker.is_finished()) {
            std::thread::sleep(Duration::from_millis(20));
            watch.draw_steps("files", self.done.load(Ordering::Relaxed) as u64, self.args.files.len() as u64);
        }
    }

    fn work(&self) -> Vec<(usize, Entry)> {
        let mut entries = Vec::new();
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(input) = self.args.files.get(index) else { return entries };
            let result = self.convert(input);
            self.done.fetch_add(1, Ordering::Relaxed);
            entries.push((index, Entry { input: input.clone(), result }));
        }
    }

    fn convert(&self, input: &Path) -> Result<Done, Failure> {
        if self.cancel.is_cancelled() {
            return Err(Error::new(ErrorCode::Cancelled, "the conversion was cancelled before it began").into());
        }
        let bytes = job::read(input, &settings::limits(self.args)?, self.cancel)?;
        let target = self.target(input, &bytes)?;
        let output = self.dir.join(Self::name(input, target));
        self.take(&output)?;
        let destination = Destination::new(&output)?;
        let job = settings::job(self.args, input, target, self.threads)?;
        let input_bytes = bytes.len() as u64;
        let result = job::run(&job, bytes, self.pool.as_ref(), self.cancel, |_| {})?;
        destination.write(&result.bytes, self.args.force)?;
        Ok(done(input, &output, input_bytes, result))
    }

    /// `--to`, or the input's own format: then the file is compressed.
    fn target(&self, input: &Path, bytes: &[u8]) -> Result<Format, Failure> {
        if self.args.to.is_some() {
            return Ok(settings::target(self.args, input)?);
        }
        let known = transvase::detect(bytes).or_else(|| transvase_surface::formats::of_path(input));
        Ok(known
            .ok_or_else(|| Error::new(ErrorCode::UnknownSource, "the input is not of a format this build reads"))?)
    }

    /// The input's stem and the target's extension; an extension that fits already stays.
    fn name(input: &Path, target: Format) -> OsString {
        let mut name = input.file_stem().unwrap_or_default().to_owned();
        let spec = target.spec();
        let own = input.extension().filter(|own| own.to_str().is_some_and(|own| spec.answers_to(own)));
        name.push(".");
        name.push(own.unwrap_or_else(|| spec.extensions.first().copied().unwrap_or(spec.id).as_ref()));
        name
    }

    /// Reserves an output, so that two inputs of one name do not overwrite each other.
    fn take(&self, output: &Path) -> Result<(), Failure> {
        let fresh = self.taken.lock().unwrap_or_else(PoisonError::into_inner).insert(output.to_owned());
        if fresh {
            return Ok(());
        }
        let message = format!("another input of this batch is already written to {}", output.display());
        Err(Error::option("output", message).hint("convert it in a run of its own").into())
    }
}

/// Reports the whole; the status is the first failure's.
fn finish(args: &ConvertArgs, entries: &[Entry]) -> Outcome {
    let failed = entries.iter().filter(|entry| entry.result.is_err()).count();
    let status = entries.iter().find_map(|entry| entry.result.as_ref().err().map(Failure::status));
    if args.json {
        report::print_json(&whole(entries, failed));
    } else {
        for entry in entries {
            tell(entry, args);
        }
        if !args.quiet || failed > 0 {
            eprintln!("{} converted, {failed} failed", entries.len() - failed);
        }
    }
    status.map_or(Ok(()), |status: Status| Err(status))
}

fn tell(entry: &Entry, args: &ConvertArgs) {
    match &entry.result {
        Ok(done) if !args.quiet => report::print_warnings(Some(&entry.input), &done.warnings),
        Ok(_) => {}
        Err(failure) => report::print_failure(Some(&entry.input), failure),
    }
}

fn whole(entries: &[Entry], failed: usize) -> Value {
    let results = entries.iter().map(|entry| match &entry.result {
        Ok(done) => report::done_json(done),
        Err(failure) => report::failed_json(Some(&entry.input), None, failure),
    });
    json!({ "converted": entries.len() - failed, "failed": failed, "results": results.collect::<Vec<_>>() })
}
