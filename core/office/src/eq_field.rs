//! `EQ` fields (Word's "Field codes: Eq (Equation) field"): formulas, readings above characters and enclosed
//! characters, said by an instruction alone. Word keeps nothing that they showed.

use std::iter::Peekable;
use std::str::Chars;

use transvase_model::flow::{Formula, Inline, Math, MathStyle, NumberFormat, Run, TextStyle};
use transvase_model::text::counting;

/// Switches in one another beyond which the rest is text.
const MAX_DEPTH: usize = 40;
/// What a character is put in, and the mark that Unicode has for it.
const ENCLOSURES: [(char, char); 7] = [
    ('○', '\u{20DD}'),
    ('◯', '\u{20DD}'),
    ('〇', '\u{20DD}'),
    ('□', '\u{20DE}'),
    ('◇', '\u{20DF}'),
    ('△', '\u{20E4}'),
    ('O', '\u{20DD}'),
];

/// What a field with this instruction shows, in a style; nothing where it is no `EQ`.
pub(crate) fn shown(instruction: &str, style: &TextStyle) -> Vec<Inline> {
    let text = instruction.trim_start();
    let Some(rest) = text.get(..2).filter(|name| name.eq_ignore_ascii_case("EQ")).and_then(|_| text.get(2..)) else {
        return Vec::new();
    };
    // Elements are parted by the sign that parts lists in the language: numbers may have commas.
    let separator = if rest.contains(';') { ';' } else { ',' };
    let nodes = Parser { rest: rest.trim().chars().peekable(), separator, depth: 0 }.nodes(false);
    inlines(&nodes, style)
}

/// A piece of an instruction.
#[derive(Debug, PartialEq)]
enum Node {
    Text(String),
    /// A switch with its options and elements.
    Switch(char, Vec<Setting>, Vec<Vec<Node>>),
}

/// An option of a switch.
#[derive(Debug, PartialEq)]
struct Setting {
    name: String,
    /// The bracket or operator that it names.
    sign: Option<char>,
    /// A number: of columns, or how far something stands from another.
    number: usize,
}

struct Parser<'t> {
    rest: Peekable<Chars<'t>>,
    separator: char,
    depth: usize,
}

impl Parser<'_> {
    /// The pieces to the end, or to that of an element.
    fn nodes(&mut self, is_element: bool) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut text = String::new();
        let mut brackets = 0;
        while let Some(c) = self.rest.peek().copied() {
            if is_element && brackets == 0 && (c == ')' || c == self.separator) {
                break;
            }
            self.rest.next();
            match c {
                '\\' => match self.backslash() {
                    Some(Node::Text(sign)) => text.push_str(&sign),
                    Some(node) => {
                        push_text(&mut nodes, &mut text);
                        nodes.push(node);
                    }
                    None => {}
                },
                c => {
                    brackets = if c == '(' {
                        brackets + 1
                    } else if c == ')' {
                        i32::max(brackets - 1, 0)
                    } else {
                        brackets
                    };
                    text.push(c);
                }
            }
        }
        push_text(&mut nodes, &mut text);
        nodes
    }

    /// What follows a backslash: a switch, how fields are written in general, or a sign that is meant as it stands.
    fn backslash(&mut self) -> Option<Node> {
        let name = self.letters();
        if name.is_empty() {
            return match self.rest.next()? {
                '*' => {
                    self.skip_format();
                    None
                }
                sign => Some(Node::Text(sign.into())),
            };
        }
        // An option that goes on with no switch before it is one of raised and lowered text.
        let (switch, mut options) = match name.len() {
            1 => (name.chars().next()?.to_ascii_lowercase(), Vec::new()),
            _ => ('s', vec![self.option(name)]),
        };
        while let Some(name) = self.next_option() {
            options.push(self.option(name));
        }
        self.skip(char::is_whitespace);
        let elements = if self.rest.peek() == Some(&'(') { self.elements() } else { Vec::new() };
        Some(Node::Switch(switch, options, elements))
    }

    /// The name of the option that follows: those of switches have one letter.
    fn next_option(&mut self) -> Option<String> {
        let mut ahead = self.rest.clone();
        while ahead.peek().is_some_and(|c| c.is_whitespace()) {
            ahead.next();
        }
        let name: String = (ahead.next()? == '\\').then(|| ahead.take_while(char::is_ascii_alphabetic).collect())?;
        (name.len() > 1).then(|| {
            self.skip(|c| c != '\\');
            self.rest.next();
            self.letters()
        })
    }

    /// The option whose name has been read.
    fn option(&mut self, name: String) -> Setting {
        let name = name.to_ascii_lowercase();
        let takes_sign = matches!(name.as_str(), "lc" | "rc" | "bc" | "fc" | "vc");
        let has_sign = takes_sign && self.rest.next_if_eq(&'\\').is_some();
        let sign = if has_sign { self.rest.next() } else { None };
        self.skip(|c| c.is_whitespace() || c == '-');
        let mut digits = String::new();
        while let Some(digit) = self.rest.next_if(|c| c.is_ascii_digit() || *c == '.') {
            digits.push(digit);
        }
        Setting { name, sign, number: digits.parse().unwrap_or_default() }
    }

    fn elements(&mut self) -> Vec<Vec<Node>> {
        let mut elements = Vec::new();
        self.depth += 1;
        while self.depth <= MAX_DEPTH && self.rest.next().is_some() {
            elements.push(trimmed(self.nodes(true)));
            if self.rest.peek() == Some(&')') {
                self.rest.next();
                break;
            }
        }
        self.depth -= 1;
        elements
    }

    fn letters(&mut self) -> String {
        let mut letters = String::new();
        while let Some(c) = self.rest.next_if(char::is_ascii_alphabetic) {
            letters.push(c);
        }
        letters
    }

    /// The word after `\*`, perhaps in quotation marks.
    fn skip_format(&mut self) {
        self.skip(char::is_whitespace);
        if self.rest.next_if_eq(&'"').is_some() {
            self.skip(|c| c != '"');
            self.rest.next();
        } else {
            self.skip(|c| !c.is_whitespace() && c != '\\');
        }
    }

    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) {
        while self.rest.next_if(|c| is_skipped(*c)).is_some() {}
    }
}

/// Text becomes a piece; blanks between switches say nothing.
fn push_text(nodes: &mut Vec<Node>, text: &mut String) {
    let text = std::mem::take(text);
    if !text.trim().is_empty() {
        nodes.push(Node::Text(text));
    }
}

/// An element without the blanks at its ends.
fn trimmed(mut nodes: Vec<Node>) -> Vec<Node> {
    if let Some(Node::Text(text)) = nodes.first_mut() {
        *text = text.trim_start().to_owned();
    }
    if let Some(Node::Text(text)) = nodes.last_mut() {
        *text = text.trim_end().to_owned();
    }
    nodes
}

/// What pieces show in a text.
fn inlines(nodes: &[Node], style: &TextStyle) -> Vec<Inline> {
    let mut shown = Vec::new();
    let mut rest = nodes;
    while let Some(first) = rest.first() {
        if let Some(run) = lettering(first, style) {
            shown.push(Inline::Text(run));
            rest = &rest[1..];
            continue;
        }
        let end = rest.iter().position(|node| lettering(node, style).is_some()).unwrap_or(rest.len());
        let run = Run { text: text(&rest[..end]), style: style.clone() };
        shown.push(match rest[..end].iter().all(|node| matches!(node, Node::Text(_))) {
            true => Inline::Text(run),
            false => Inline::Formula(Box::new(Formula::new(row(&rest[..end]), run))),
        });
        rest = &rest[end..];
    }
    shown
}

/// A piece that is no formula: characters with their reading above them, or one in a circle.
fn lettering(node: &Node, style: &TextStyle) -> Option<Run> {
    let Node::Switch('o', _, elements) = node else { return None };
    let [one, other] = &elements[..] else { return None };
    let raised = |nodes: &[Node]| match nodes {
        [Node::Switch('s', _, elements)] => Some(elements.iter().map(|element| text(element)).collect::<String>()),
        _ => None,
    };
    let (base, ruby) = match (raised(one), raised(other)) {
        (Some(reading), None) => (text(other), Some(reading)),
        (None, Some(reading)) => (text(one), Some(reading)),
        _ => (enclosed(&text(one), &text(other))?, None),
    };
    let style = TextStyle { ruby: ruby.map(Into::into), ..style.clone() };
    Some(Run { text: base, style })
}

/// A character or a number in a circle, a box or the like.
fn enclosed(outside: &str, inside: &str) -> Option<String> {
    let of = |text: &str| ENCLOSURES.iter().find(|(sign, _)| text.trim() == String::from(*sign)).map(|(_, mark)| *mark);
    let (mark, inside) = of(outside).map(|mark| (mark, inside)).or_else(|| of(inside).map(|mark| (mark, outside)))?;
    let inside = inside.trim();
    let number = inside.parse().ok().filter(|number| mark == '\u{20DD}' && (1..=50).contains(number));
    Some(match number {
        Some(number) => counting::written(NumberFormat::Circled, number),
        None => format!("{inside}{mark}"),
    })
}

/// All text of pieces.
fn text(nodes: &[Node]) -> String {
    let of = |node: &Node| match node {
        Node::Text(text) => text.clone(),
        Node::Switch(_, _, elements) => elements.iter().map(|element| text(element)).collect(),
    };
    nodes.iter().map(of).collect()
}

/// Pieces as the row of a formula.
fn row(nodes: &[Node]) -> Vec<Math> {
    let mut out = Vec::new();
    for node in nodes {
        match node {
            Node::Text(text) => out.extend(Math::of_text(text, MathStyle::Italic)),
            Node::Switch('s', options, elements) => script(&mut out, options, elements),
            Node::Switch(switch, options, elements) => out.extend(structure(*switch, options, elements)),
        }
    }
    out
}

/// Text raised or lowered beside what stands before it.
fn script(out: &mut Vec<Math>, options: &[Setting], elements: &[Vec<Node>]) {
    let inside: Vec<Math> = elements.iter().flat_map(|element| row(element)).collect();
    let (is_up, is_down) = (has(options, "up"), has(options, "do"));
    match out.pop() {
        last if !is_up && !is_down => out.extend(last.into_iter().chain(inside)),
        Some(Math::Script { base, sub, sup }) if is_up && sup.is_empty() => {
            out.push(Math::Script { base, sub, sup: inside });
        }
        Some(Math::Script { base, sub, sup }) if is_down && sub.is_empty() => {
            out.push(Math::Script { base, sub: inside, sup });
        }
        last => {
            let (sub, sup) = if is_up { (Vec::new(), inside) } else { (inside, Vec::new()) };
            out.push(Math::Script { base: last.into_iter().collect(), sub, sup });
        }
    }
}

/// What a switch makes of its elements.
fn structure(switch: char, options: &[Setting], elements: &[Vec<Node>]) -> Vec<Math> {
    let element = |at: usize| elements.get(at).map(|element| row(element)).unwrap_or_default();
    let all = || elements.iter().flat_map(|element| row(element)).collect::<Vec<Math>>();
    let sign = |name: &str| options.iter().find(|option| option.name == name).and_then(|option| option.sign);
    vec![match switch {
        'f' => Math::Fraction(element(0), element(1)),
        'r' if elements.len() > 1 => Math::Root(element(0), element(1)),
        'r' => Math::Root(Vec::new(), element(0)),
        'a' => {
            let columns = options.iter().find(|option| option.name == "co").map_or(1, |option| option.number.max(1));
            let line = |cells: &[Vec<Node>]| cells.iter().map(|cell| row(cell)).collect();
            Math::Matrix(elements.chunks(columns).map(line).collect(), has(options, "al"))
        }
        'b' => {
            let both = sign("bc");
            let (open, close) = (sign("lc").or(both), sign("rc").or(both.map(mirrored)));
            let is_plain = open.is_none() && close.is_none();
            Math::Fenced(open.or(is_plain.then_some('(')), all(), close.or(is_plain.then_some(')')))
        }
        'i' => {
            let usual = if has(options, "su") {
                '∑'
            } else if has(options, "pr") {
                '∏'
            } else {
                '∫'
            };
            let sign = sign("fc").or_else(|| sign("vc")).unwrap_or(usual);
            Math::Big { sign, below: element(0), above: element(1), beside: has(options, "in"), body: element(2) }
        }
        'x' => Math::Accent(all(), Math::BOX),
        'l' => return elements.iter().enumerate().flat_map(|(at, element)| listed(at, row(element))).collect(),
        _ => return all(),
    }]
}

/// An element of a list, behind the sign that parts it from the one before.
fn listed(at: usize, element: Vec<Math>) -> Vec<Math> {
    let comma = (at > 0).then(|| Math::Signs(",".into(), MathStyle::Italic));
    comma.into_iter().chain(element).collect()
}

fn has(options: &[Setting], name: &str) -> bool {
    options.iter().any(|option| option.name == name)
}

fn mirrored(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        '<' => '>',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is shown, as text in one line: readings in brackets, formulas as they are in text.
    fn said(instruction: &str) -> String {
        let of = |inline: Inline| match inline {
            Inline::Text(Run { text, style }) => {
                style.ruby.map_or(text.clone(), |reading| format!("{text}({reading})"))
            }
            Inline::Formula(formula) => formula.run.text,
            other => panic!("{other:?}"),
        };
        shown(instruction, &TextStyle::default()).into_iter().map(of).collect()
    }

    /// The examples of Word's help on the field.
    #[test]
    fn switches_are_what_word_says_of_them() {
        let cases = [
            (r"EQ \a \al \co2 \vs3 \hs3(Ax,By,A,B)", "Ax & By; A & B"),
            (r"eq \b \bc\{ (\r(3,x))", "{√(3&x)}"),
            (r"EQ \b(a)\b\lc\[ (b)", "(a)[b"),
            (r"EQ \f(2,RateChange)", "2/RateChange"),
            (r"EQ \i\su(1,5,3)", "∑_1^5 3"),
            (r"EQ \i \in( 1,5, 3)", "∫_1^5 3"),
            (r"EQ \l(A,B,C,D,E)", "A,B,C,D,E"),
            (r"EQ \r(3,x)", "√(3&x)"),
            (r"EQ x\s\up8(UB)\s\do8(2)", "x_2^UB"),
            (r"EQ \s\up8(UB)\do8(2)", "_2^UB"),
            (r"EQ \x \to \bo(5)", "5"),
            (r"EQ \f(\r(a\, b),(c,d)) \* MERGEFORMAT", "(√(a, b))/((c,d))"),
            (r"EQ \f(1,5;2)", "(1,5)/2"),
            ("PAGE", ""),
        ];
        for (instruction, expected) in cases {
            assert_eq!(said(instruction), expected, "{instruction}");
        }
    }

    #[test]
    fn readings_stand_above_and_characters_in_circles() {
        let cases = [
            (r#"EQ \* jc2 \* "Font:MS Mincho" \* hps10 \o\ad(\s\up 9(とう),東)"#, "東(とう)"),
            (r#"EQ \* jc0 \* "Font:SimSun" \* hps10 \o(\s\up 9(hàn),漢)\o(\s\up 9(zì),字) end"#, "漢(hàn)字(zì) end"),
            (r"eq \o\ac(○,7)", "⑦"),
            (r"eq \o\ac(○,秘)", "秘\u{20DD}"),
            (r"eq \o\ac(□,A)", "A\u{20DE}"),
            (r"eq \o(a,b)", "ab"),
        ];
        for (instruction, expected) in cases {
            assert_eq!(said(instruction), expected, "{instruction}");
        }
    }

    #[test]
    fn what_is_cut_or_endless_ends() {
        let whole = r"EQ \f(\a \co2(1,2),\b\lc\[(x\s\up8(y)))\o\ad(\s\up 9(z),w)";
        for end in 0..whole.len() {
            said(&whole[..end]);
        }
        said(&format!("EQ {}", r"\f(".repeat(5_000)));
    }
}
