//! The lines that differ between two texts.

use std::fmt::Write as _;

/// The smallest set of lines whose change makes one text the other: number, `-` or `+`, line.
pub fn difference(before: &str, now: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), now.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    let common = common_lines(old, new);
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

/// Length of the longest common subsequence of what follows each pair of lines.
fn common_lines(old: &[&str], new: &[&str]) -> Vec<Vec<u32>> {
    let mut common = vec![vec![0_u32; new.len() + 1]; old.len() + 1];
    for (i, a) in old.iter().enumerate().rev() {
        for (j, b) in new.iter().enumerate().rev() {
            common[i][j] = if a == b { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn differences_are_the_lines_that_differ() {
        assert_eq!(difference("a\nb\nc\nd", "a\nc\nx\nd"), "    2 - b\n    3 + x\n");
        assert_eq!(difference("same", "same"), "");
    }
}
