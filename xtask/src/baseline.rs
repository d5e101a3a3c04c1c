//! `benches/baseline.toml`: what the program weighs, and what the headline conversions give and take. A change that
//! makes one of them larger shows it here, in the commit that does so.
//!
//! Times depend on the machine: they are held against builds beside this one, in the same run.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::commands::root;
use crate::measure::{Run, Taken};

/// What is done with the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Nothing.
    None,
    /// What was measured is held against it.
    Check,
    /// What was measured is written into it.
    Write,
}

/// Share by which sizes may grow before it is an error: linkers and dependencies move them by one or two in a hundred.
const SIZE: f64 = 0.03;
/// The same of the largest resident size, of which the allocator keeps some more or less.
const PEAK: f64 = 0.10;
/// The same of the processor time beside another build: medians of five runs differ by as much on a busy machine.
const TIME: f64 = 0.10;

/// The name of the program's own size.
const PROGRAM: &str = "program";

/// Checks or writes the file.
pub fn settle(what: Use, program: &Path, taken: &[Taken]) -> Result<(), String> {
    let weight = fs::metadata(program).map_err(|error| format!("{}: {error}", program.display()))?.len();
    match what {
        Use::None => Ok(()),
        Use::Write => {
            fs::write(file(), written(weight, taken)).map_err(|error| format!("{}: {error}", file().display()))
        }
        Use::Check => {
            let text = fs::read_to_string(file()).map_err(|error| format!("{}: {error}", file().display()))?;
            let known: Table = text.parse().map_err(|error| format!("{}: {error}", file().display()))?;
            let worse = worse(&known, weight, taken);
            if worse.is_empty() { Ok(()) } else { Err(worse) }
        }
    }
}

fn file() -> PathBuf {
    root().join("benches/baseline.toml")
}

fn written(weight: u64, taken: &[Taken]) -> String {
    let mut text =
        "# Bytes: of the command line as it is handed out, and of results and memory of the headline conversions. Written by\n\
                    # `cargo xtask measure --write`, checked by `cargo xtask measure --check`.\n"
            .to_owned();
    let _ = writeln!(text, "\n[{PROGRAM}]\nbytes = {weight}");
    for one in taken {
        let peak = one.medians.first().map_or(0, |run| run.peak_bytes);
        let _ = writeln!(text, "\n[{:?}]\nbytes = {}\npeak_bytes = {peak}", one.name, one.bytes);
    }
    text
}

/// What is larger than it was, or slower than a build beside; empty where nothing is.
fn worse(known: &Table, weight: u64, taken: &[Taken]) -> String {
    let mut text = String::new();
    let mut hold = |name: &str, key: &str, now: u64, slack: f64| {
        let before = known.get(name).and_then(|table| table.get(key)).and_then(Value::as_integer);
        let Some(before) = before.map(|bytes| bytes as f64) else {
            let _ = writeln!(text, "benches/baseline.toml does not say the {key} of {name}");
            return;
        };
        if now as f64 > before * (1.0 + slack) {
            let _ = writeln!(text, "{name}: {key} {now}, {before} before");
        }
    };
    hold(PROGRAM, "bytes", weight, SIZE);
    for one in taken {
        hold(&one.name, "bytes", one.bytes, SIZE);
        hold(&one.name, "peak_bytes", one.medians.first().map_or(0, |run| run.peak_bytes), PEAK);
    }
    for Taken { name, medians, .. } in taken {
        let Some((Run { cpu_seconds: now, .. }, beside)) = medians.split_first() else { continue };
        for Run { cpu_seconds: before, .. } in beside.iter().filter(|run| *now > run.cpu_seconds * (1.0 + TIME)) {
            let _ = writeln!(text, "{name}: {now:.3} CPU seconds, {before:.3} with the build beside");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(bytes: u64, cpu: &[f64]) -> Taken {
        let run = |cpu_seconds: &f64| Run { cpu_seconds: *cpu_seconds, wall_seconds: 0.0, peak_bytes: 10 };
        Taken { name: "a.pdf to docx".into(), bytes, medians: cpu.iter().map(run).collect() }
    }

    #[test]
    fn what_is_written_is_no_worse_and_what_grew_is_named() {
        let known: Table = written(1_000, &[taken(100, &[1.0])]).parse().unwrap_or_default();
        assert_eq!(worse(&known, 1_020, &[taken(102, &[1.05, 1.0])]), "");
        let grown = worse(&known, 1_100, &[taken(110, &[1.5, 1.0])]);
        assert_eq!(grown.lines().count(), 3, "{grown}");
        assert!(grown.contains("program: bytes 1100, 1000 before") && grown.contains("1.500 CPU seconds"), "{grown}");
        assert!(worse(&Table::new(), 1, &[]).contains("does not say"));
    }
}
