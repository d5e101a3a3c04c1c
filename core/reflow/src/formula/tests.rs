//! Formulas from signs set by hand: letters of 10 points, five wide and seven high.

use super::super::text::sign::{Letters, Sign};
use super::parse::parse;
use super::take;
use crate::text::line::Line;
use crate::text::word::{Becomes, Word};
use crate::vector::{Marks, Ruling};
use transvase_base::context::Context;
use transvase_base::units::Rect;
use transvase_model::flow::{Formula, Run, TextStyle};

/// Letters side by side from `left` on.
fn letters(text: &str, left: f32, baseline: f32, size: f32) -> Vec<Sign> {
    let sign = |(at, c): (usize, char)| {
        let left = left + at as f32 * size / 2.0;
        let ink = Rect { left, top: baseline - 0.7 * size, right: left + size / 2.0, bottom: baseline };
        Sign { text: Letters::One(c), ink, baseline, size, math: true, italic: true, bold: false }
    };
    text.chars().enumerate().map(sign).collect()
}

/// A sign that covers more than a letter.
fn large(text: &str, left: f32, top: f32, right: f32, bottom: f32) -> Sign {
    Sign {
        text: text.into(),
        ink: Rect { left, top, right, bottom },
        baseline: top,
        size: 10.0,
        math: true,
        italic: false,
        bold: false,
    }
}

fn rule(left: f32, right: f32, at: f32) -> Rect {
    Rect { left, top: at - 0.2, right, bottom: at + 0.2 }
}

/// What signs say, as text in one line.
fn read(signs: Vec<Vec<Sign>>, rules: Vec<Rect>) -> Option<String> {
    let parsed = parse(signs.concat(), rules)?;
    let run = Run { text: String::new(), style: TextStyle::default() };
    Some(Formula::new(parsed.row, run).run.text)
}

#[test]
fn letters_are_raised_and_lowered() {
    let signs = vec![letters("x", 0.0, 100.0, 10.0), letters("i", 5.0, 102.0, 7.0), letters("2", 5.0, 96.0, 7.0)];
    assert_eq!(read(signs, Vec::new()).unwrap(), "x_i^2");
    let power = vec![letters("e", 0.0, 100.0, 10.0), letters("−x", 5.0, 96.0, 7.0), letters("2", 12.0, 93.5, 5.0)];
    assert_eq!(read(power, Vec::new()).unwrap(), "e^(−x^2)");
}

#[test]
fn scripts_of_scripts_hang_on_what_is_nearest() {
    // TeX sets the third size of scripts as large as the second one.
    let signs = vec![
        letters("z", 0.0, 100.0, 10.0),
        letters("n", 5.0, 103.0, 7.0),
        letters("w", 5.1, 95.0, 7.0),
        letters("x", 8.8, 96.5, 5.0),
        letters("i", 11.4, 98.2, 5.0),
    ];
    assert_eq!(read(signs, Vec::new()).unwrap(), "z_n^(w_(x_i))");
}

#[test]
fn rules_are_those_of_fractions_and_roots() {
    let half =
        || vec![letters("y=", 0.0, 102.0, 10.0), letters("a+b", 12.0, 96.0, 10.0), letters("2", 17.0, 109.5, 10.0)];
    assert_eq!(read(half(), vec![rule(12.0, 27.0, 99.5)]).unwrap(), "y=(a+b)/2");
    let root = vec![vec![large("√", 0.0, 90.0, 8.0, 102.0)], letters("x+1", 8.5, 100.0, 10.0)];
    assert_eq!(read(root, vec![rule(8.0, 24.0, 90.2)]).unwrap(), "√(x+1)");
    let mean = vec![letters("z", 0.0, 100.0, 10.0)];
    assert_eq!(read(mean, vec![rule(0.0, 5.0, 91.5)]).unwrap(), "z\u{305}");
}

#[test]
fn fractions_stand_in_fractions() {
    let signs = vec![
        letters("1", 8.0, 80.0, 10.0),
        letters("1+", 0.0, 97.0, 10.0),
        letters("1", 12.0, 92.0, 7.0),
        letters("x", 12.0, 101.0, 7.0),
    ];
    let rules = vec![rule(0.0, 17.0, 83.5), rule(11.5, 16.0, 94.7)];
    assert_eq!(read(signs, rules).unwrap(), "1/(1+1/x)");
}

#[test]
fn operators_and_functions_have_limits() {
    let sum = vec![
        vec![large("∑", 0.0, 90.0, 14.0, 104.0)],
        letters("n", 5.0, 88.0, 7.0),
        letters("i=1", 1.5, 112.0, 7.0),
        letters("i", 16.0, 99.5, 10.0),
    ];
    assert_eq!(read(sum, Vec::new()).unwrap(), "∑_(i=1)^n i");
    let upright = |sign: Sign| Sign { math: false, italic: false, ..sign };
    let limit: Vec<Sign> = letters("lim", 0.0, 100.0, 10.0).into_iter().map(upright).collect();
    let signs = vec![limit, letters("n→∞", 2.0, 108.0, 7.0), letters("a", 17.0, 100.0, 10.0)];
    assert_eq!(read(signs, Vec::new()).unwrap(), "lim_(n→∞) a");
}

#[test]
fn tall_brackets_hold_rows() {
    let cases = vec![
        letters("x=", 0.0, 100.0, 10.0),
        vec![large("{", 12.0, 84.0, 18.0, 112.0)],
        letters("1", 20.0, 93.0, 10.0),
        letters("n=1", 40.0, 93.0, 10.0),
        letters("2n", 20.0, 107.0, 10.0),
        letters("n>1", 40.0, 107.0, 10.0),
    ];
    assert_eq!(read(cases, Vec::new()).unwrap(), "x={1 & n=1; 2n & n>1");
    let pieces = [("⎛", 80.0), ("⎜", 90.0), ("⎝", 100.0)].map(|(piece, top)| large(piece, 0.0, top, 6.0, top + 10.0));
    let others = [("⎞", 80.0), ("⎟", 90.0), ("⎠", 100.0)].map(|(piece, top)| large(piece, 20.0, top, 26.0, top + 10.0));
    let column =
        vec![pieces.to_vec(), letters("a", 10.0, 92.0, 10.0), letters("b", 10.0, 106.0, 10.0), others.to_vec()];
    assert_eq!(read(column, Vec::new()).unwrap(), "(a; b)");
}

#[test]
fn what_has_no_place_is_no_formula() {
    let lines = vec![letters("a=b", 0.0, 100.0, 10.0), letters("c=d", 2.0, 109.0, 10.0)];
    assert_eq!(read(lines, Vec::new()), None, "two lines over one another");
    let bare = vec![letters("ab", 0.0, 100.0, 10.0)];
    assert_eq!(read(bare, vec![rule(0.0, 10.0, 104.0)]), None, "a rule with nothing below it");
}

/// A word of signs, or of a face of text.
fn word(text: &str, left: f32, baseline: f32, math: bool) -> Word {
    let signs: Vec<Sign> =
        letters(text, left, baseline, 10.0).into_iter().map(|sign| Sign { math, italic: math, ..sign }).collect();
    let rect = signs.iter().map(|sign| sign.ink).reduce(|a, b| a.union(&b)).unwrap();
    Word { text: text.into(), rect, baseline, size: 10.0, signs, ..Word::default() }
}

fn set(text: &str, baseline: f32) -> Vec<Word> {
    text.split(' ')
        .scan(50.0, |left, part| {
            let found = word(part, *left, baseline, false);
            *left += 5.0 * part.len() as f32 + 3.0;
            Some(found)
        })
        .collect()
}

fn formulas(words: &[Word]) -> Vec<&str> {
    let formulas = words.iter().filter(|word| matches!(word.becomes, Some(Becomes::Formula(_))));
    formulas.map(|word| word.text.as_str()).collect()
}

#[test]
fn a_formula_between_lines_of_text_is_taken_and_its_number_stays() {
    let mut words = set("this is a line of text", 100.0);
    words.extend([word("y", 100.0, 130.0, true), word("=", 108.0, 130.0, true)]);
    words.extend([word("a", 120.0, 123.0, true), word("b", 120.0, 137.0, true)]);
    words.push(word("(1)", 300.0, 130.0, false));
    let bar = Ruling { at: 127.5, from: 120.0, to: 125.0, width: 0.4, color: None };
    let mut marks = Marks { horizontal: vec![bar], ..Marks::default() };
    take(&mut marks, &mut words, &Context::default()).unwrap();
    assert_eq!(formulas(&words), ["y=a/b"]);
    assert!(marks.horizontal.is_empty() && words.iter().any(|word| word.text == "(1)"));
    assert!(words.iter().all(|word| word.signs.is_empty()));
    assert!(Line::of(vec![words.pop().unwrap()]).is_formula());
}

#[test]
fn a_formula_on_a_card_is_taken_and_one_under_a_drawing_is_not() {
    let found = |drawings: Vec<Rect>, rounded: Vec<Rect>| {
        let mut words = set("this is a line of text", 100.0);
        words.extend([word("y", 100.0, 130.0, true), word("=x", 108.0, 130.0, true)]);
        let mut marks = Marks { drawings, rounded, ..Marks::default() };
        take(&mut marks, &mut words, &Context::default()).unwrap();
        formulas(&words).len()
    };
    let card = Rect { left: 40.0, top: 60.0, right: 200.0, bottom: 160.0 };
    let line = Rect { left: 90.0, top: 120.0, right: 110.0, bottom: 128.0 };
    assert_eq!(found(vec![card], vec![card]), 1);
    assert_eq!(found(vec![card, line], vec![card]), 0);
    assert_eq!(found(vec![card], Vec::new()), 0, "a chart");
}

#[test]
fn signs_in_a_line_of_text_stay_there() {
    let mut words = set("where the number", 100.0);
    let right = words.last().unwrap().rect.right;
    words.extend([word("x=y", right + 3.0, 100.0, true), word("is", right + 22.0, 100.0, false)]);
    take(&mut Marks::default(), &mut words, &Context::default()).unwrap();
    assert!(formulas(&words).is_empty());
}

#[test]
fn a_text_in_a_face_for_formulas_is_text() {
    let line = |text: &str, baseline: f32| {
        let placed = |(at, text): (usize, &str)| word(text, 100.0 + 60.0 * at as f32, baseline, true);
        text.split(' ').enumerate().map(placed).collect::<Vec<_>>()
    };
    let mut words: Vec<Word> =
        (0..8).flat_map(|at| line("Letters expanded by a scholar", 100.0 + 12.0 * at as f32)).collect();
    take(&mut Marks::default(), &mut words, &Context::default()).unwrap();
    assert!(formulas(&words).is_empty(), "{:?}", formulas(&words));
}

#[test]
fn a_line_of_few_words_and_signs_stays_text() {
    let mut words = set("A classic example:", 100.0);
    let right = words.last().unwrap().rect.right;
    words.push(word("a+b=c", right + 3.0, 100.0, true));
    take(&mut Marks::default(), &mut words, &Context::default()).unwrap();
    assert!(formulas(&words).is_empty());
}

#[test]
fn the_mark_of_an_item_is_no_sign() {
    let mut words = set("List item", 100.0);
    words.push(word("▪", 35.0, 100.0, true));
    take(&mut Marks::default(), &mut words, &Context::default()).unwrap();
    assert!(formulas(&words).is_empty());
}
