//! Formulas, against ECMA-376 part 1, 22.1.

use super::sample::{body, text};
use super::{part, schema, written};
use transvase_model::flow::{Flow, Formula, Inline, Math, MathStyle, Run, Section, TextStyle};

fn signs(text: &str) -> Vec<Math> {
    vec![Math::Signs(text.into(), MathStyle::Italic)]
}

fn formula(math: Math) -> Inline {
    let run = Run { text: String::new(), style: TextStyle { size: Some(10.0), ..TextStyle::default() } };
    Inline::Formula(Box::new(Formula { display: true, ..Formula::new(vec![math], run) }))
}

fn docx(paragraphs: Vec<Vec<Inline>>) -> Vec<u8> {
    let blocks = paragraphs.into_iter().map(body).collect();
    written(Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() })
}

fn big(sign: char, beside: bool) -> Math {
    Math::Big { sign, below: signs("i=1"), above: signs("n"), beside, body: signs("i") }
}

/// One of each kind.
fn kinds() -> Vec<Math> {
    let none = Vec::new;
    let name = vec![Math::Signs("lim".into(), MathStyle::Upright)];
    vec![
        Math::Signs("if".into(), MathStyle::Words),
        Math::Signs("E".into(), MathStyle::Bold),
        Math::Fraction(signs("a+b"), vec![Math::Fraction(signs("1"), signs("2"))]),
        Math::Script { base: signs("x"), sub: signs("i"), sup: none() },
        Math::Script { base: signs("x"), sub: none(), sup: signs("2") },
        Math::Script { base: signs("x"), sub: signs("i"), sup: signs("2") },
        Math::Root(none(), signs("2")),
        Math::Root(signs("3"), signs("2")),
        big('∑', false),
        big('∫', true),
        big('⋃', false),
        Math::Limit { base: name.clone(), below: signs("n"), above: none() },
        Math::Limit { base: name.clone(), below: signs("n"), above: signs("m") },
        Math::Function(name, signs("x")),
        Math::Fenced(Some('('), signs("x"), Some(']')),
        Math::Fenced(
            Some('{'),
            vec![Math::Matrix(vec![vec![signs("1"), none()], vec![none(), signs("2")]], true)],
            None,
        ),
        Math::Accent(signs("x"), '\u{302}'),
        Math::Accent(signs("AB"), '\u{305}'),
    ]
}

#[test]
fn every_kind_is_in_the_order_of_the_schema() {
    let alone = kinds().into_iter().map(|math| vec![formula(math)]);
    let among = kinds().into_iter().map(|math| vec![text("where "), formula(math), text(" holds")]);
    schema::check_package(&docx(alone.chain(among).collect())).unwrap();
}

#[test]
fn a_formula_alone_is_displayed_and_one_among_words_is_not() {
    let fraction = || formula(Math::Fraction(signs("a"), signs("b")));
    let xml = part(&docx(vec![vec![fraction()], vec![text("half: "), fraction()]]), "word/document.xml");
    assert_eq!(xml.matches("<m:oMathPara>").count(), 1);
    assert_eq!(xml.matches("<m:oMath>").count(), 2);
    assert!(xml.contains("<m:oMathParaPr><m:jc m:val=\"left\"/></m:oMathParaPr><m:oMath><m:f><m:num><m:r>"), "{xml}");
}

#[test]
fn the_parts_of_a_fraction_are_two_words_to_who_reads_the_letters() {
    let xml = part(&docx(vec![vec![formula(Math::Fraction(signs("a"), signs("b")))]]), "word/document.xml");
    assert!(xml.contains(">\u{200A}b</m:t>") && xml.contains(">a</m:t>"), "{xml}");
    let script = Math::Script { base: signs("x"), sub: signs("i"), sup: Vec::new() };
    let xml = part(&docx(vec![vec![formula(script)]]), "word/document.xml");
    assert!(xml.contains(">i</m:t>"), "{xml}");
}

#[test]
fn formulas_nested_too_deep_are_text() {
    let deep = (0..40).fold(signs("x"), |row, _| vec![Math::Root(Vec::new(), row)]);
    let xml = part(&docx(vec![vec![formula(deep.into_iter().next().unwrap())]]), "word/document.xml");
    assert!(!xml.contains("m:oMath>") && xml.contains("√(√("), "{xml}");
}
