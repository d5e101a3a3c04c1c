//! Markdown detection: by signs that few other texts have, of several kinds.

use transvase_base::charset;
use transvase_container::mail;
use transvase_format::Confidence;

/// Lines of a program to one that ends as a statement, at most.
const LINES_TO_A_STATEMENT: usize = 3;

/// Kinds of signs.
#[derive(Debug, Default)]
struct Signs {
    headings: usize,
    fences: usize,
    links: usize,
    tables: usize,
    items: usize,
    stressed: usize,
    code: usize,
    quotes: usize,
    /// Lines, and those of them that end as statements of programs do.
    lines: usize,
    statements: usize,
}

/// Text may be Markdown; one with signs of several kinds is as likely that as plain text.
pub(super) fn sniff(bytes: &[u8]) -> Confidence {
    match charset::beginning(bytes) {
        Some(_) if mail::is_coded(bytes) => Confidence::No,
        Some(text) if has_signs(&text) => Confidence::Maybe,
        Some(_) => Confidence::Unlikely,
        None => Confidence::No,
    }
}

/// Whether there are two kinds of signs that stand for themselves, or one of them and one that needs company.
fn has_signs(text: &str) -> bool {
    let signs = gather(text);
    if signs.statements * LINES_TO_A_STATEMENT > signs.lines {
        return false;
    }
    // Programs have comments that look like headings.
    let strong = [signs.headings, signs.fences / 2, signs.links, signs.tables];
    let weak = [signs.items / 2, signs.stressed, signs.code, signs.quotes];
    let count = |kinds: [usize; 4]| kinds.into_iter().filter(|count| *count > 0).count();
    count(strong) + usize::from(count(strong) > 0 && count(weak) > 0) >= 2
}

fn gather(text: &str) -> Signs {
    let mut signs = Signs::default();
    let mut after_blank = true;
    let mut fenced = false;
    for line in text.lines() {
        let trimmed = line.trim();
        let fence = trimmed.starts_with("```") || trimmed.starts_with("~~~");
        if fence {
            signs.fences += 1;
            fenced = !fenced;
        } else if !fenced {
            count(line, trimmed, after_blank, &mut signs);
        }
        after_blank = trimmed.is_empty();
    }
    signs
}

fn count(line: &str, trimmed: &str, after_blank: bool, signs: &mut Signs) {
    signs.lines += usize::from(!trimmed.is_empty());
    signs.statements += usize::from(trimmed.ends_with([';', '{', '}']));
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let words = line.get(level..).unwrap_or_default();
    let is_heading = (1..=6).contains(&level) && words.starts_with(' ') && words.trim().len() > 1;
    signs.headings += usize::from(is_heading && after_blank);
    signs.links += line.matches("](").count() + usize::from(line.starts_with('[') && line.contains("]: "));
    let bars = trimmed.contains('|') && trimmed.contains("--");
    signs.tables += usize::from(bars && trimmed.bytes().all(|byte| b"|-: ".contains(&byte)));
    signs.items += usize::from(["- ", "* ", "+ ", "1. "].iter().any(|sign| trimmed.starts_with(sign)));
    signs.stressed += line.matches("**").count() / 2;
    signs.code += line.matches('`').count() / 2;
    signs.quotes += usize::from(line.starts_with("> "));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_two_kinds_make_markdown() {
        let markdown = [
            "# Title\n\nSee [this](http://x.y).\n",
            "Title\n\n## Part\n\n- one\n- two\n",
            "```rust\nfn main() {}\n```\n\nand **more**",
            "| a | b |\n|---|:-:|\n| 1 | 2 |\n\n`x`",
        ];
        for text in markdown {
            assert_eq!(sniff(text.as_bytes()), Confidence::Maybe, "{text}");
        }
        let other = [
            "Dear Ann,\n\n- bread\n- milk\n\nYours, Bob",
            "#!/bin/sh\n# A comment\n# goes on\nls -l | wc\n",
            "Chapter 1\n\nIt was a dark night.",
            "a *b* c",
            "const x = () => `<p>${y}</p>`;\n// [a](b)\nexport default x;\n",
        ];
        for text in other {
            assert_eq!(sniff(text.as_bytes()), Confidence::Unlikely, "{text}");
        }
        assert_eq!(sniff(b"\x00\x01# a [b](c)"), Confidence::No);
    }
}
