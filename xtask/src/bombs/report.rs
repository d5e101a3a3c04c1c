//! What is said of the bombs: a row for each conversion, and at the end those that broke a bar.

use std::collections::BTreeMap;

use crate::measure::Run;

/// `SIGXCPU`, the end of the CPU seconds that the shell allows.
const OUT_OF_CPU: i32 = -24;

/// Exit statuses, those of `core/base/src/error.rs`, by which a limit said no: `LimitExceeded` and `TimedOut`.
const LIMITED: [i32; 2] = [14, 16];

/// Exit statuses of a bug: `Internal`, and what a panic outside of a conversion leaves.
const BUGS: [i32; 2] = [70, 101];

/// Exit statuses of a file that no reader looked into: the maker of the bomb has to be mended.
const UNREAD: [i32; 6] = [2, 3, 4, 5, 6, 7];

/// How one conversion went.
pub struct Outcome {
    /// File name of the bomb.
    pub name: String,
    /// Extension of the target.
    pub target: String,
    /// Its exit status; less than zero, the signal that killed it.
    pub ending: i32,
    /// What the program printed.
    pub said: String,
    /// What it took.
    pub run: Run,
    /// Peak memory above that of an empty run.
    pub above_mib: f64,
    /// Size of the bomb.
    pub kib: f64,
}

impl Outcome {
    /// Whether the program died or had a bug.
    fn is_crash(&self) -> bool {
        BUGS.contains(&self.ending) || (self.ending < 0 && self.ending != OUT_OF_CPU)
    }
}

/// What a conversion may take that no limit ended.
pub struct Bars {
    /// CPU seconds.
    pub cpu_seconds: f64,
    /// MiB above an empty run.
    pub mib: f64,
}

impl Default for Bars {
    fn default() -> Self {
        Bars { cpu_seconds: 2.0, mib: 256.0 }
    }
}

impl Bars {
    /// Which bars an outcome broke.
    pub fn broken_by(&self, outcome: &Outcome) -> Option<String> {
        let is_free = !LIMITED.contains(&outcome.ending);
        let broken = [
            (outcome.is_crash(), "crash"),
            (outcome.ending == OUT_OF_CPU, "stopped"),
            (is_free && outcome.run.cpu_seconds > self.cpu_seconds, "time"),
            (is_free && outcome.above_mib > self.mib, "memory"),
        ];
        let names: Vec<&str> = broken.iter().filter(|(is_broken, _)| *is_broken).map(|(_, name)| *name).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
}

/// The head of the rows.
pub fn head() {
    println!("| bomb | to | status | CPU s | MiB above empty | KiB in |\n|---|---|---|---|---|---|");
}

/// One row, as soon as it is known.
pub fn row(outcome: &Outcome) {
    println!("{}", row_of(outcome));
}

fn row_of(outcome: &Outcome) -> String {
    let Outcome { name, target, ending, run, above_mib, kib, .. } = outcome;
    format!("| {name} | {target} | {ending} | {:.2} | {above_mib:.0} | {kib:.0} |", run.cpu_seconds)
}

/// The tables at the end.
pub fn print(outcomes: &[Outcome], bars: &Bars) {
    let broken: Vec<(&Outcome, String)> =
        outcomes.iter().filter_map(|outcome| Some((outcome, bars.broken_by(outcome)?))).collect();
    println!("\nOver {} CPU s, over {} MiB, or crashed:\n", bars.cpu_seconds, bars.mib);
    println!(
        "| bomb | to | status | CPU s | MiB above empty | KiB in | over | said |\n|---|---|---|---|---|---|---|---|"
    );
    for (outcome, over) in &broken {
        println!("{} {over} | {} |", row_of(outcome), first_words(&outcome.said));
    }
    let mut endings: BTreeMap<i32, usize> = BTreeMap::new();
    outcomes.iter().for_each(|outcome| *endings.entry(outcome.ending).or_default() += 1);
    println!(
        "\n{} conversions, {} over a bar; by status (a signal is less than zero): {endings:?}",
        outcomes.len(),
        broken.len()
    );
    let unread: BTreeMap<&str, &str> = outcomes
        .iter()
        .filter(|outcome| UNREAD.contains(&outcome.ending))
        .map(|outcome| (outcome.name.as_str(), outcome.said.as_str()))
        .collect();
    unread.iter().for_each(|(name, said)| println!("no reader took {name}: {}", first_words(said)));
}

/// How what a program said begins, fit for a cell of a table.
fn first_words(said: &str) -> String {
    let line = said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    line.chars().take(160).map(|char| if char == '|' { '/' } else { char }).collect()
}

/// An error where anything crashed.
pub fn verdict(outcomes: &[Outcome]) -> Result<(), String> {
    match outcomes.iter().filter(|outcome| outcome.is_crash()).count() {
        0 => Ok(()),
        crashes => Err(format!("{crashes} conversions aborted or were Internal")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(ending: i32, cpu_seconds: f64, above_mib: f64) -> Outcome {
        let run = Run { cpu_seconds, wall_seconds: 0.0, peak_bytes: 0 };
        Outcome { name: String::new(), target: String::new(), ending, said: String::new(), run, above_mib, kib: 0.0 }
    }

    #[test]
    fn a_limit_that_said_no_excuses_time_and_memory_but_no_crash() {
        let broken = |ending, seconds, mib| Bars::default().broken_by(&outcome(ending, seconds, mib));
        assert_eq!(broken(0, 1.9, 255.0), None);
        assert_eq!(broken(0, 2.1, 300.0).as_deref(), Some("time, memory"));
        assert_eq!(broken(14, 9.0, 900.0), None);
        assert_eq!(broken(70, 0.1, 0.0).as_deref(), Some("crash"));
        assert_eq!(broken(-6, 0.1, 0.0).as_deref(), Some("crash"));
        assert_eq!(broken(OUT_OF_CPU, 12.0, 0.0).as_deref(), Some("stopped, time"));
    }

    #[test]
    fn a_crash_fails_the_campaign_and_what_is_slow_does_not() {
        assert!(verdict(&[outcome(0, 9.0, 9.0), outcome(OUT_OF_CPU, 12.0, 0.0)]).is_ok());
        assert!(verdict(&[outcome(0, 0.1, 0.0), outcome(70, 0.1, 0.0)]).is_err());
    }
}
