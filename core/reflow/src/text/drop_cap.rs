//! Drop caps: large initials that stand over several lines go to the line they begin, and the lines beside them begin
//! where the initial does.

use super::super::caps::FEW;
use super::line::Line;
use super::tolerances::{BESIDE, CAP_HEIGHT};
use super::word::{Gap, Word};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Em, Rect};

/// Size of an initial as a multiple of the text's: one over two lines set solid is larger.
const LARGE: f32 = 1.7;
/// How far an initial may hang below the base line of its last line, and its box reach over the letters beside it.
const OVER: Em = Em(0.35);

/// Puts the initials among the lines of a page into the lines they begin.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn take(lines: &mut Vec<Line>, context: &Context) -> Result<()> {
    let found: Vec<usize> = (0..lines.len()).filter(|at| is_initial(&lines[*at])).take(FEW).collect();
    for at in found {
        context.tick(lines.len() as u64)?;
        let Some(initial) = lines.get(at).and_then(|line| line.words.first()).cloned() else { continue };
        let beside = beside(lines, at, &initial);
        if beside.len() < 2 || !fits(lines, &beside, &initial) {
            continue;
        }
        lines[at].words.remove(0);
        for (index, line) in beside.iter().enumerate() {
            let line = &mut lines[*line];
            line.words.insert(0, room(line, &initial, (index == 0).then_some(beside.len() as u8)));
            *line = Line::of(std::mem::take(&mut line.words));
        }
    }
    lines.retain(|line| !line.words.is_empty());
    Ok(())
}

/// Whether a line begins with a capital far larger than the text after it, or is one.
fn is_initial(line: &Line) -> bool {
    let Some(first) = line.words.first() else { return false };
    let next = line.words.get(1).map_or(0.0, |word| word.size);
    first.len() <= 2
        && first.text.chars().next_back().is_some_and(char::is_uppercase)
        && first.size >= LARGE * next
        && line.words.iter().skip(1).all(|word| word.size <= next * LARGE)
}

/// The lines beside an initial, top down; `own` is the one it was found in.
fn beside(lines: &[Line], own: usize, initial: &Word) -> Vec<usize> {
    let is_beside = |at: &usize| {
        let line = &lines[*at];
        let first = if *at == own { line.words.get(1) } else { line.words.first() };
        let Some(first) = first.filter(|first| first.size * LARGE <= initial.size) else { return false };
        // The box of a letter may reach over its ink, into the text.
        let gap = -OVER * first.size..=BESIDE * first.size;
        gap.contains(&(first.rect.left - initial.rect.right))
            && line.baseline > initial.baseline - initial.size
            && first.baseline <= initial.baseline + OVER * first.size
    };
    let mut found: Vec<usize> = (0..lines.len()).filter(is_beside).take(FEW).collect();
    found.sort_by(|a, b| lines[*a].baseline.total_cmp(&lines[*b].baseline));
    found
}

/// Whether an initial is as high as the lines beside it, and the first goes on with its word.
fn fits(lines: &[Line], beside: &[usize], initial: &Word) -> bool {
    let text = |at: Option<&usize>| lines.get(*at?)?.words.iter().find(|word| word.size * LARGE <= initial.size);
    let (Some(first), Some(last)) = (text(beside.first()), text(beside.last())) else { return false };
    let top = |word: &Word| word.baseline - CAP_HEIGHT * word.size;
    first.text.chars().next().is_some_and(char::is_alphabetic)
        && (top(first) - top(initial)).abs() <= CAP_HEIGHT * first.size
        && (last.baseline - initial.baseline).abs() <= OVER * last.size
}

/// What stands at the beginning of a line beside an initial: the initial, or nothing as wide.
fn room(line: &Line, initial: &Word, lines: Option<u8>) -> Word {
    let Some(first) = line.words.first() else { return initial.clone() };
    let rect = Rect { left: initial.rect.left, right: first.rect.left.max(initial.rect.left), ..first.rect };
    let text = lines.map_or_else(String::new, |_| initial.text.clone());
    let style = if lines.is_some() { &initial.style } else { &first.style };
    Word {
        text,
        rect,
        style: style.clone(),
        gap: Gap::None,
        space_left: false,
        space_right: false,
        initial: lines,
        ..first.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, left: f32, baseline: f32, size: f32) -> Line {
        let width = 0.5 * size * text.len() as f32;
        let rect = Rect { left, right: left + width, top: baseline - 0.75 * size, bottom: baseline + 0.22 * size };
        Line::of(vec![Word { text: text.into(), rect, baseline, size, ..Word::default() }])
    }

    #[test]
    fn an_initial_goes_to_the_first_line_beside_it() {
        let mut lines =
            vec![line("T", 10.0, 124.0, 34.0), line("he first", 28.0, 107.0, 10.0), line("second", 28.0, 124.0, 10.0)];
        take(&mut lines, &Context::default()).unwrap();
        let texts: Vec<String> = lines.iter().map(Line::text).collect();
        assert_eq!(texts, ["The first", "second"]);
        assert_eq!(lines[0].words[0].initial, Some(2));
        assert!(lines.iter().all(|line| line.rect.left == 10.0));
    }

    #[test]
    fn a_large_letter_alone_is_none() {
        let mut lines = vec![line("A", 10.0, 124.0, 34.0), line("Annex", 28.0, 124.0, 10.0)];
        take(&mut lines, &Context::default()).unwrap();
        assert_eq!(lines.len(), 2);
    }
}
