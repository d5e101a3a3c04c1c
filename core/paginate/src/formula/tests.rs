//! Formulas by the rules that they are set by, and the constants of the face.

use super::boxes::{Ink, MathBox};
use super::style::Style;
use super::*;
use transvase_model::flow::MathStyle;

fn setter() -> Setter {
    Setter { face: MathFace::bundled().expect("the face comes with the library"), size: 10.0 }
}

fn signs(text: &str) -> Vec<Math> {
    vec![Math::Signs(text.into(), MathStyle::Italic)]
}

fn glyphs(whole: &MathBox) -> Vec<(char, f32, f32, f32)> {
    let glyph = |ink: &Ink| match ink {
        Ink::Glyph { x, y, size, sign, .. } => Some(((*sign)?, *x, *y, *size)),
        Ink::Rule { .. } => None,
    };
    whole.ink.iter().filter_map(glyph).collect()
}

fn rules(whole: &MathBox) -> Vec<(f32, f32, f32, f32)> {
    let rule = |ink: &Ink| match ink {
        Ink::Rule { x, y, width, height } => Some((*x, *y, *width, *height)),
        Ink::Glyph { .. } => None,
    };
    whole.ink.iter().filter_map(rule).collect()
}

#[test]
fn the_line_of_a_fraction_is_on_the_axis_between_its_parts() {
    let setter = setter();
    for style in [Style::DISPLAY, Style::TEXT] {
        let whole = setter.row(&[Math::Fraction(signs("a"), signs("b"))], style);
        let [(_, y, _, height)] = rules(&whole)[..] else { panic!("{whole:?}") };
        assert!((y + height / 2.0 - setter.axis(style)).abs() < 0.01);
        let [(_, _, over, size), (_, _, under, _)] = glyphs(&whole)[..] else { panic!("{whole:?}") };
        assert!(over > y + height && under < y);
        let share = if style.display { 1.0 } else { setter.face.constant(MathConstant::ScriptPercentScaleDown) };
        assert!((size - 10.0 * share).abs() < 0.01, "numerators are smaller in a line: {size}");
    }
}

#[test]
fn scripts_are_smaller_above_and_below_and_do_not_touch() {
    let setter = setter();
    let script = Math::Script { base: signs("x"), sub: signs("i"), sup: signs("2") };
    let whole = setter.row(&[script], Style::TEXT);
    let [base, sub, sup] = glyphs(&whole)[..] else { panic!("{whole:?}") };
    let share = setter.face.constant(MathConstant::ScriptPercentScaleDown);
    assert!((sub.3 - 10.0 * share).abs() < 0.01 && (sup.3 - sub.3).abs() < 0.01);
    assert!(sub.2 < 0.0 && sup.2 >= 10.0 * setter.face.constant(MathConstant::SuperscriptShiftUp) - 0.01);
    assert!(base.1 == 0.0 && sub.1 > 0.0 && sup.1 >= sub.1);
    let extent = |sign: char, at: (char, f32, f32, f32)| {
        let extent = setter.face.extent(setter.face.glyph(sign).unwrap());
        (at.2 + extent.bottom * at.3, at.2 + extent.top * at.3)
    };
    let gap = extent('2', sup).0 - extent('𝑖', sub).1;
    assert!(gap >= 10.0 * setter.face.constant(MathConstant::SubSuperscriptGapMin) - 0.01, "{gap}");
}

#[test]
fn brackets_grow_with_what_they_hold() {
    let setter = setter();
    let fenced = |body| setter.row(&[Math::Fenced(Some('('), body, Some(')'))], Style::DISPLAY);
    let plain = fenced(signs("x"));
    let tower = vec![Math::Fraction(vec![Math::Fraction(signs("a"), signs("b"))], signs("c"))];
    let inside = setter.row(&tower, Style::DISPLAY).height();
    assert!(plain.height() < 15.0, "a letter needs no more than the bracket of the text: {}", plain.height());
    assert!(fenced(tower).height() >= inside * 0.9);
    // A matrix of twenty rows needs one that is put together.
    let rows = (0..20).map(|_| vec![signs("x")]).collect();
    let whole = fenced(vec![Math::Matrix(rows, false)]);
    assert!(whole.height() > 230.0 && whole.height() < 260.0, "{}", whole.height());
}

#[test]
fn a_root_covers_what_it_is_of() {
    let setter = setter();
    let whole = setter.row(&[Math::Root(signs("3"), signs("x+1"))], Style::DISPLAY);
    let [(x, y, width, _)] = rules(&whole)[..] else { panic!("{whole:?}") };
    let body = setter.row(&signs("x+1"), Style::DISPLAY.cramped());
    assert!((width - body.width).abs() < 0.01 && y > body.ascent);
    let gap = 10.0 * setter.face.constant(MathConstant::RadicalDisplayStyleVerticalGap);
    assert!(y - body.ascent >= gap - 0.01);
    let degree = glyphs(&whole)[0];
    assert!(degree.0 == '3' && degree.1 < x && degree.3 < 7.0);
}

#[test]
fn limits_stand_above_and_below_in_formulas_of_their_own_alone() {
    let setter = setter();
    let sum = Math::Big { sign: '∑', below: signs("i"), above: signs("n"), beside: false, body: signs("a") };
    let row = [sum];
    let display = setter.row(&row, Style::DISPLAY);
    let at = |whole: &MathBox, sign: char| *glyphs(whole).iter().find(|glyph| glyph.0 == sign).unwrap();
    let sign = at(&display, '∑');
    assert!(at(&display, 'i').1 < sign.1 + 12.0 && at(&display, 'n').2 > 10.0 && at(&display, 'i').2 < -8.0);
    let line = setter.row(&row, Style::TEXT);
    let width = setter.face.extent(setter.face.glyph('∑').unwrap()).advance * 10.0;
    assert!(at(&line, 'n').1 >= width - 0.01 && line.height() < display.height());
    assert!(at(&line, 'a').1 > at(&line, 'n').1);
}

#[test]
fn accents_stand_above_the_middle_of_their_letter() {
    let setter = setter();
    let whole = setter.row(&[Math::Accent(signs("a"), '\u{302}')], Style::TEXT);
    let [_, (_, x, y, _)] = glyphs(&whole)[..] else { panic!("{whole:?}") };
    let accent = setter.face.glyph('\u{302}').unwrap();
    let extent = setter.face.extent(accent);
    let middle = x + f32::midpoint(extent.left, extent.right) * 10.0;
    assert!((middle - whole.width / 2.0).abs() < 2.0, "{middle} of {}", whole.width);
    let letter = setter.face.extent(setter.face.glyph('𝑎').unwrap());
    assert!(y + extent.bottom * 10.0 > letter.top * 10.0, "it does not touch the letter");
}

#[test]
fn lines_may_break_behind_relations_and_operations() {
    let setter = setter();
    let pieces = setter.pieces(&signs("a=b+c"), Style::TEXT);
    let texts: Vec<String> = pieces.iter().map(|piece| glyphs(piece).iter().map(|glyph| glyph.0).collect()).collect();
    assert_eq!(texts, ["a=", "b+", "c"]);
    let whole = setter.row(&signs("a=b+c"), Style::TEXT).width;
    assert!((pieces.iter().map(|piece| piece.width).sum::<f32>() - whole).abs() < 0.01);
    let room = 10.0 * (2.0 * 5.0 + 2.0 * 4.0) / 18.0;
    let letters: f32 =
        "𝑎=𝑏+𝑐".chars().map(|sign| setter.face.extent(setter.face.glyph(sign).unwrap()).advance * 10.0).sum();
    assert!((whole - letters - room).abs() < 0.01, "{whole} {letters}");
}

#[test]
fn what_is_too_deep_or_has_other_letters_stays_text() {
    let face = MathFace::bundled().unwrap();
    let mut row = signs("x");
    for _ in 0..100 {
        row = vec![Math::Root(Vec::new(), row)];
    }
    assert!(!can_be_set(face, &row));
    assert!(!can_be_set(face, &signs("漢")));
    assert!(!can_be_set(face, &signs(&"x".repeat(MAX_SIGNS + 1))));
    assert!(can_be_set(face, &signs("x + 1")));
}

#[test]
fn a_formula_wider_than_its_measure_is_smaller() {
    let whole = setter().row(&signs(&"abc".repeat(40)), Style::TEXT);
    let within = whole.clone().within(100.0);
    assert!((within.width - 100.0).abs() < 0.01 && within.height() < whole.height());
}
