//! Batch conversion: many inputs into one directory, where a failure of one does not stop the others.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use transvase::{CancelToken, Error, ErrorCode, Format};

use crate::args::{self, WorkArgs, is_standard};
use crate::engine::Engine;
use crate::failure::{Failure, Outcome, Status};
use crate::inputs::{self, Input};
use crate::job::{self, done, pass_over, put};
use crate::names;
use crate::output::Destination;
use crate::progress::Watch;
use crate::report::{self, Ended};
use crate::resources::{self, Resources};
use crate::settings;

/// Time between two looks at how far the batch has come.
const LOOK: Duration = Duration::from_millis(20);

/// What became of the input at a place of the list.
type Entry = (usize, Result<Ended, Failure>);

/// Everything the workers share.
struct Batch<'a> {
    args: &'a WorkArgs,
    /// Where the results go; each beside its input where there is no place for all.
    dir: Option<&'a Path>,
    target: Option<Format>,
    inputs: Vec<Input>,
    resources: Resources,
    cancel: &'a CancelToken,
    threads: usize,
    engine: Engine,
    next: AtomicUsize,
    taken: Mutex<BTreeSet<PathBuf>>,
}

/// Converts every input of the command line into `dir`, or beside itself.
pub fn run(args: &WorkArgs, dir: Option<&Path>, cancel: &CancelToken) -> Outcome {
    if args.files.iter().any(|file| is_standard(file)) {
        args::usage_error_of(
            args.command(),
            "--out-dir needs files: - (standard input or output) cannot be used with it",
        );
    }
    // What is wrong with the command line itself is said once, not once for each file.
    match Batch::new(args, dir, cancel) {
        Ok((batch, jobs)) => batch.run(jobs),
        Err(failure) => crate::fail(&failure, args.json),
    }
}

impl<'a> Batch<'a> {
    /// The batch, and how many files of it to convert at a time.
    fn new(args: &'a WorkArgs, dir: Option<&'a Path>, cancel: &'a CancelToken) -> Result<(Self, usize), Failure> {
        let target = settings::target(args, None)?;
        settings::check(args)?;
        let resources = resources::given(args)?;
        if let Some(dir) = dir.filter(|_| !args.dry_run) {
            std::fs::create_dir_all(dir).map_err(|error| Failure::writing(dir, &error))?;
        }
        let inputs = inputs::all(args, &args.files, target, dir)?;
        let jobs = args.jobs.map_or_else(settings::cores, usize::from).min(inputs.len());
        let threads = (settings::cores() / jobs.max(1)).max(1);
        let engine = Engine::start(args, jobs)?;
        let (next, taken) = (AtomicUsize::new(0), Mutex::default());
        Ok((Batch { args, dir, target, inputs, resources, cancel, threads, engine, next, taken }, jobs))
    }

    /// Runs `jobs` workers, and tells what becomes of each input as it ends.
    fn run(&self, jobs: usize) -> Outcome {
        let (sender, receiver) = channel();
        std::thread::scope(|scope| {
            for sender in vec![sender; jobs] {
                scope.spawn(move || self.work(&sender));
            }
            self.listen(&receiver)
        })
    }

    /// The sums at the end; the status is that of the first input that failed.
    fn listen(&self, entries: &Receiver<Entry>) -> Outcome {
        let mut watch = Watch::new(self.args.quiet || self.args.json);
        let mut sums = Sums::default();
        loop {
            match entries.recv_timeout(LOOK) {
                Ok(entry) => {
                    let unprinted = watch.aside(|| self.tell(&entry));
                    sums.add(&entry);
                    if let Err(failure) = unprinted {
                        // Nobody reads what becomes of the rest.
                        self.cancel.cancel();
                        return report::failure(None, None, &failure, false);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            watch.draw_steps("files", sums.all(), self.inputs.len() as u64);
        }
        drop(watch);
        if !self.args.json && (!self.args.quiet || sums.failed > 0) {
            report::say(&sums);
        }
        sums.first_failure.map_or(Ok(()), |(_, status)| Err(status))
    }

    fn tell(&self, (index, result): &Entry) -> Result<(), Failure> {
        let input = self.inputs[*index].path.as_path();
        match result {
            Ok(ended) if self.args.json => report::print_json(&report::ended_json(ended))?,
            Err(failure) if self.args.json => report::print_json(&report::failed_json(Some(input), None, failure))?,
            Ok(ended) if !self.args.quiet => report::tell(Some(input), ended),
            Ok(_) => {}
            Err(failure) => report::tell_failure(input, failure),
        }
        Ok(())
    }

    /// Converts one input after the other until none is left; those of a cancelled batch are not begun.
    fn work(&self, sender: &Sender<Entry>) {
        while !self.cancel.is_cancelled() {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(input) = self.inputs.get(index) else { return };
            let result = self.convert(input).or_else(|failure| pass_over(self.args, &input.path, failure));
            if sender.send((index, result)).is_err() {
                return;
            }
        }
    }

    fn convert(&self, input: &Input) -> Result<Ended, Failure> {
        let early = self.target.map(|target| self.place(input, target).map(|place| (target, place))).transpose()?;
        let limits = settings::limits(self.args)?;
        let sources = job::sources(std::slice::from_ref(input), &self.resources, &limits, self.cancel)?;
        let (target, place) = match early {
            Some(known) => known,
            None => {
                let target = settings::own_format(self.args, &sources.inputs)?;
                (target, self.place(input, target)?)
            }
        };
        if self.args.dry_run {
            return job::planned(&sources, target, place.0);
        }
        let job = settings::job(self.args, target, self.threads)?;
        let result = job::run(&job, &sources, &self.engine, self.cancel, |_| {})?;
        let inputs = self.inputs.iter().map(|input| input.path.as_path());
        let written = put(&result, target, place, inputs, self.args.force)?;
        Ok(Ended::Converted(done(&sources, written, result)))
    }

    /// Where the result of an input goes. Two inputs of one name do not overwrite each other.
    fn place(&self, input: &Input, target: Format) -> Result<(PathBuf, Destination), Failure> {
        let output = match self.dir {
            Some(dir) => dir.join(&input.folder).join(names::of_result(&input.path, target)),
            None => names::beside(&input.path, target),
        };
        let fresh = self.taken.lock().unwrap_or_else(PoisonError::into_inner).insert(output.clone());
        if !fresh {
            let message = format!("another input of this batch is already written to {}", output.display());
            let error = Error::new(ErrorCode::InvalidOption, message);
            return Err(error.hint("convert it in a separate run, or convert its directory with --recursive").into());
        }
        let destination = Destination::new(&output, self.args.force)?;
        Ok((output, destination))
    }
}

/// What became of the inputs together.
#[derive(Debug, Default)]
struct Sums {
    converted: u64,
    planned: u64,
    skipped: u64,
    failed: u64,
    /// Place and status of the first input, in the order of the command line, that failed.
    first_failure: Option<(usize, Status)>,
}

impl Sums {
    fn add(&mut self, (index, result): &Entry) {
        match result {
            Ok(Ended::Converted(_)) => self.converted += 1,
            Ok(Ended::Planned { .. }) => self.planned += 1,
            Ok(Ended::Skipped { .. }) => self.skipped += 1,
            Err(failure) => {
                self.failed += 1;
                if self.first_failure.is_none_or(|(first, _)| *index < first) {
                    self.first_failure = Some((*index, failure.status()));
                }
            }
        }
    }

    fn all(&self) -> u64 {
        self.converted + self.planned + self.skipped + self.failed
    }
}

impl std::fmt::Display for Sums {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.planned {
            0 => write!(f, "{} converted, {} failed", self.converted, self.failed)?,
            planned => write!(f, "{planned} would be converted, {} would fail", self.failed)?,
        }
        if self.skipped > 0 { write!(f, ", {} skipped", self.skipped) } else { Ok(()) }
    }
}
