//! Formula recognition in lines of text that was read from pages: there formulas are slanted letters and signs, with
//! smaller ones raised and lowered, and nothing says that they are formulas.
//!
//! A stretch of letters, numbers, signs and brackets between words is taken for one where it has a variable, and besides
//! that something raised or lowered, a relation, or a sign that only formulas have. What is in doubt stays text.

mod row;
mod token;

use std::ops::Range;

use row::row;
use token::{Kind, Token, tokens};
use transvase_model::flow::{Formula, Inline, Run, Script};

/// Puts formulas in the place of what they are set from in the content of a paragraph.
pub fn gather(content: &mut Vec<Inline>) {
    if !content.iter().any(may_be_math) {
        return;
    }
    let tokens = tokens(content);
    let pieces: Vec<&[Token]> = pieces(&tokens).into_iter().map(|range| &tokens[range]).collect();
    if !pieces.is_empty() {
        *content = replaced(std::mem::take(content), &pieces);
    }
}

/// Whether a part of a line may belong to a formula, by one look.
fn may_be_math(inline: &Inline) -> bool {
    let Inline::Text(run) = inline else { return false };
    run.style.script != Script::Normal || run.text.contains(|c| token::is_relation(c) || token::is_strong(c))
}

/// The stretches that are formulas, as ranges of tokens, in their order.
fn pieces(tokens: &[Token]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut begin = 0;
    // Brackets that are open since the piece began.
    let mut open: Vec<usize> = Vec::new();
    for at in 0..=tokens.len() {
        let kind = tokens.get(at).map(|token| token.kind);
        let is_unopened = matches!(kind, Some(Kind::Close)) && open.is_empty();
        let is_end = kind.is_none_or(|kind| kind == Kind::Prose) || is_unopened || parts(tokens, at, !open.is_empty());
        if is_end {
            close(tokens, begin..at, &open, &mut found);
            (begin, open) = (at + 1, Vec::new());
            continue;
        }
        match kind {
            Some(Kind::Open) => open.push(at),
            Some(Kind::Close) => drop(open.pop()),
            _ => {}
        }
    }
    found
}

/// Whether a space or comma ends a formula: a space between two operands does, and a comma outside brackets.
fn parts(tokens: &[Token], at: usize, in_brackets: bool) -> bool {
    let Some(token) = tokens.get(at).filter(|token| token.script == Script::Normal) else { return false };
    match token.kind {
        Kind::Stop => !in_brackets,
        Kind::Space => {
            let joins = |other: Option<&Token>, bracket: Kind| {
                other.is_some_and(|other| other.kind.is_operator() || other.kind == bracket || other.kind == Kind::Stop)
            };
            let before = tokens.iter().take(at).rev().find(|token| token.script == Script::Normal);
            !(joins(before, Kind::Open) || joins(tokens.get(at + 1), Kind::Close) || is_named(before))
        }
        _ => false,
    }
}

/// Whether a function is named, whose argument may stand apart from it.
fn is_named(token: Option<&Token>) -> bool {
    token.is_some_and(|token| token.kind == Kind::Function)
}

/// Adds the formulas of a stretch: all of it, or what lies between brackets that nothing closes.
fn close(tokens: &[Token], range: Range<usize>, open: &[usize], found: &mut Vec<Range<usize>>) {
    let begins = std::iter::once(range.start).chain(open.iter().map(|at| at + 1));
    let ends = open.iter().copied().chain([range.end]);
    for (begin, end) in begins.zip(ends).filter(|(begin, end)| begin < end) {
        let piece = trimmed(tokens, begin..end);
        if is_formula(&tokens[piece.clone()]) {
            found.push(piece);
        }
    }
}

/// A stretch without what belongs to the sentence around it.
fn trimmed(tokens: &[Token], mut range: Range<usize>) -> Range<usize> {
    let is_edge = |token: &Token| token.script == Script::Normal && (token.kind.is_operator() || token.kind.is_gap());
    let is_sign = |token: &Token| token.text.starts_with(['−', '±', '∓', '¬', '∀', '∃']);
    while range.start < range.end && is_edge(&tokens[range.start]) && !is_sign(&tokens[range.start]) {
        range.start += 1;
    }
    // What is raised or lowered at nothing.
    while range.start < range.end && tokens[range.start].script != Script::Normal {
        range.start += 1;
    }
    while range.start < range.end && (is_edge(&tokens[range.end - 1]) || tokens[range.end - 1].kind == Kind::Space) {
        range.end -= 1;
    }
    range
}

/// Whether a stretch is a formula.
fn is_formula(piece: &[Token]) -> bool {
    let has_variable = piece.iter().any(|token| token.script == Script::Normal && token.kind == Kind::Variable);
    let has_strong = piece.iter().any(|token| token.text.chars().any(token::is_strong));
    let relates = piece.iter().any(|token| token.text.chars().any(token::is_relation));
    let has_scripts = piece.windows(2).any(|pair| pair[1].script != Script::Normal && pair[0].kind.takes_scripts());
    has_variable && (has_scripts || relates || has_strong)
}

/// The content with formulas in the place of the pieces.
fn replaced(content: Vec<Inline>, pieces: &[&[Token]]) -> Vec<Inline> {
    let mut out = Vec::new();
    // How far the content has been taken over: a place in it, and one in the text there.
    let mut from = (0, 0);
    for piece in pieces {
        let (Some(first), Some(last)) = (piece.first(), piece.last()) else { continue };
        copy(&content, from, (first.place, first.range.start), &mut out);
        let style = match content.get(first.place) {
            Some(Inline::Text(run)) => run.style.clone(),
            _ => continue,
        };
        let formula = Formula::new(row(piece), Run { text: String::new(), style });
        out.push(Inline::Formula(Box::new(formula)));
        from = (last.place, last.range.end);
    }
    copy(&content, from, (content.len(), 0), &mut out);
    out
}

/// Takes over what lies between two places.
fn copy(content: &[Inline], from: (usize, usize), to: (usize, usize), out: &mut Vec<Inline>) {
    for (place, inline) in content.iter().enumerate().take(to.0 + 1).skip(from.0) {
        let Inline::Text(run) = inline else {
            out.extend((place < to.0 && place >= from.0).then(|| inline.clone()));
            continue;
        };
        let begin = if place == from.0 { from.1 } else { 0 };
        let end = if place == to.0 { to.1 } else { run.text.len() };
        if let Some(text) = run.text.get(begin..end).filter(|text| !text.is_empty()) {
            out.push(Inline::Text(Run { text: text.to_owned(), style: run.style.clone() }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::tex::tex;
    use transvase_model::flow::TextStyle;

    /// Runs from marks: `/` around slanted text, `_{}` and `^{}` around what is lowered and raised.
    fn content(marked: &str) -> Vec<Inline> {
        let mut out = Vec::new();
        let mut style = TextStyle::default();
        let mut text = String::new();
        let mut marks = marked.chars().peekable();
        while let Some(c) = marks.next() {
            let next = match c {
                '/' => TextStyle { italic: !style.italic, ..style.clone() },
                '_' | '^' if marks.next_if_eq(&'{').is_some() => {
                    let script = if c == '_' { Script::Subscript } else { Script::Superscript };
                    TextStyle { script, ..style.clone() }
                }
                '}' => TextStyle { script: Script::Normal, ..style.clone() },
                _ => {
                    text.push(c);
                    continue;
                }
            };
            out.push(Inline::Text(Run { text: std::mem::take(&mut text), style: std::mem::replace(&mut style, next) }));
        }
        out.push(Inline::Text(Run { text, style }));
        out.retain(|inline| inline.run().is_some_and(|run| !run.text.is_empty()));
        out
    }

    fn read(marked: &str) -> String {
        let mut content = content(marked);
        gather(&mut content);
        let part = |inline: &Inline| match inline {
            Inline::Formula(formula) => format!("${}$", tex(formula).unwrap()),
            other => other.run().map(|run| run.text.clone()).unwrap_or_default(),
        };
        content.iter().map(part).collect()
    }

    #[test]
    fn letters_with_smaller_ones_are_a_formula() {
        assert_eq!(read("where /x_{i}/ is the mean"), "where $x_i$ is the mean");
        assert_eq!(
            read("We see that /λ_{g}/ = ∑_{/i/}^{/k/}_{=1} /c/(/g/, /R/). Then"),
            "We see that $\\lambda_g=\\sum_{i=1}^k c(g,R)$. Then"
        );
        assert_eq!(
            read("/u/ ∈ (/R/ + Ann_{/R/}(/x_{i} /))^{×} and"),
            "$u\\in(R+\\operatorname{Ann}_R(x_i))^{\\times}$ and"
        );
        assert_eq!(read("by /s/(/t/) = −16/t/^{2} + 560/t/."), "by $s(t)=-16t^2+560t$.");
    }

    #[test]
    fn relations_of_variables_are_a_formula() {
        assert_eq!(read("for /n/ = 5, and"), "for $n=5$, and");
        assert_eq!(read("(if /a/ < /b/ holds)"), "(if $a<b$ holds)");
    }

    #[test]
    fn what_is_no_formula_stays_text() {
        for text in
            ["H_{2}O and CO_{2}", "the 1^{st} of May", "see note^{3}.", "the price = 5", "5 m^{2}", "/a/ b c", "x = y"]
        {
            let plain: String = text.chars().filter(|c| !"/_^{}".contains(*c)).collect();
            assert_eq!(read(text), plain);
        }
    }

    #[test]
    fn words_in_slanted_text_are_words() {
        let read = read("/Suppose that g^{′}/ = /ug for some u ∈ R^{×}/. /Then it is/");
        assert_eq!(read, "Suppose that $g'=ug$ for some $u\\in R^{\\times}$. Then it is");
    }
}
