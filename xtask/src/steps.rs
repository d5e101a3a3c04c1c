//! Named steps that are run in order, timed and counted; a failed one does not stop the others.

use std::time::Instant;

/// How a step ended.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Tally {
    /// Tests, or checks of another kind, that passed.
    pub passed: u64,
    /// Those that failed.
    pub failed: u64,
    /// What was not looked at, and why: one line each.
    pub skipped: Vec<String>,
}

impl Tally {
    /// One check that passed.
    pub fn pass() -> Self {
        Tally { passed: 1, ..Tally::default() }
    }

    /// One check that could not be made.
    pub fn skip(why: impl Into<String>) -> Self {
        Tally { skipped: vec![why.into()], ..Tally::default() }
    }

    /// Adds another tally to this one.
    pub fn add(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped.extend(other.skipped);
    }
}

/// A step: its name, what it looks at, and how.
pub struct Step {
    /// The word that chooses it.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// The check; an error is one failure, printed as it is.
    pub check: fn() -> Result<Tally, String>,
}

/// Runs steps and prints what became of them; the last line is `N passed, N failed, N skipped`.
pub fn run(steps: &[&Step]) -> Result<(), String> {
    let began = Instant::now();
    let (mut sum, mut failed) = (Tally::default(), Vec::new());
    for step in steps {
        let tally = run_one(step);
        if tally.failed > 0 {
            failed.push(step.name);
        }
        sum.add(tally);
    }
    println!();
    for line in &sum.skipped {
        println!("skipped: {line}");
    }
    if !failed.is_empty() {
        println!("failed steps: {}", failed.join(", "));
    }
    println!("took {:.0} s", began.elapsed().as_secs_f64());
    let line = format!("{} passed, {} failed, {} skipped", sum.passed, sum.failed, sum.skipped.len());
    if sum.failed == 0 {
        println!("{line}");
        return Ok(());
    }
    Err(line)
}

fn run_one(step: &Step) -> Tally {
    println!("== {} ({})", step.name, step.about);
    let began = Instant::now();
    let tally = (step.check)().unwrap_or_else(|message| {
        println!("{message}");
        Tally { failed: 1, ..Tally::default() }
    });
    let word = if tally.failed > 0 { "FAILED" } else { "ok" };
    println!("   {word} after {:.1} s", began.elapsed().as_secs_f64());
    tally
}
