//! The documents of `tests/golden`: each becomes the model that is written down beside it, and is what its maker
//! says of it.
//!
//! `cargo xtask golden --accept` writes the models anew; what changes is read in the difference before it is
//! committed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use transvase_tests::golden::{dump, facts, unmet};
use transvase_tests::{files_below, root};

fn folder() -> PathBuf {
    root().join("tests/golden")
}

fn documents() -> Vec<PathBuf> {
    let is_document =
        |path: &PathBuf| path.extension().is_some_and(|end| end == "pdf" || end == "mobi" || end == "azw3");
    files_below(&folder().join("documents")).into_iter().filter(is_document).collect()
}

fn flow(path: &Path) -> transvase::model::flow::Flow {
    transvase::flow(&fs::read(path).unwrap()).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn documents_become_what_is_written_down() {
    let accept = std::env::var_os("TRANSVASE_GOLDEN").is_some_and(|word| word == "accept");
    let mut wrong = String::new();
    let all = documents();
    assert!(all.len() >= 80, "there are {} documents", all.len());
    for path in all {
        let beside = folder().join("models").join(path.file_name().unwrap()).with_added_extension("txt");
        let now = dump(&flow(&path));
        if accept {
            fs::create_dir_all(beside.parent().unwrap()).unwrap();
            fs::write(&beside, &now).unwrap();
            continue;
        }
        let before = fs::read_to_string(&beside).unwrap_or_default();
        if before != now {
            let _ = writeln!(wrong, "{}\n{}", path.file_name().unwrap().display(), difference(&before, &now));
        }
    }
    assert!(wrong.is_empty(), "cargo xtask golden --accept writes these down, if they are meant:\n{wrong}");
}

/// Claims that are not met yet are listed in `tests/golden/unmet.txt`; the list may only become shorter.
#[test]
fn documents_are_what_their_makers_say() {
    let mut now = BTreeSet::new();
    for path in documents() {
        let Ok(claims) = fs::read_to_string(path.with_extension("truth")) else { continue };
        let name = path.file_name().unwrap().display().to_string();
        now.extend(unmet(&claims, &facts(&flow(&path))).into_iter().map(|claim| format!("{name}: {claim}")));
    }
    let list = folder().join("unmet.txt");
    if std::env::var_os("TRANSVASE_GOLDEN").is_some_and(|word| word == "accept") {
        let lines: String = now.iter().map(|line| format!("{line}\n")).collect();
        fs::write(&list, lines).unwrap();
        return;
    }
    let known: BTreeSet<String> = fs::read_to_string(&list).unwrap().lines().map(str::to_owned).collect();
    let worse: Vec<_> = now.difference(&known).collect();
    let better: Vec<_> = known.difference(&now).collect();
    assert!(worse.is_empty(), "no longer met: {worse:#?}");
    assert!(better.is_empty(), "met now, to be taken off unmet.txt: {better:#?}");
}

/// The lines that differ between two texts, the smallest set of them that makes one the other.
fn difference(before: &str, now: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), now.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    let mut common = vec![vec![0_u32; new.len() + 1]; old.len() + 1];
    for (i, a) in old.iter().enumerate().rev() {
        for (j, b) in new.iter().enumerate().rev() {
            common[i][j] = if a == b { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut out) = (0, 0, String::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || (i < old.len() && common[i + 1][j] >= common[i][j + 1]) {
            let _ = writeln!(out, "{:>5} - {}", head + i + 1, old[i]);
            i += 1;
        } else {
            let _ = writeln!(out, "{:>5} + {}", head + j + 1, new[j]);
            j += 1;
        }
    }
    out
}

#[test]
fn differences_are_the_lines_that_differ() {
    assert_eq!(difference("a\nb\nc\nd", "a\nc\nx\nd"), "    2 - b\n    3 + x\n");
    assert_eq!(difference("same", "same"), "");
}
