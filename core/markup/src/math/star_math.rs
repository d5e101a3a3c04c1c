//! Formulas to StarMath 5, the language of LibreOffice's formula editor (LibreOffice Math Guide, appendix A): its own
//! programs show a formula as this says it, and make one of MathML only where it is missing.

use transvase_model::flow::{Formula, Math, MathStyle};

/// Nesting of structures in a formula beyond which it is not written.
const MAX_NESTING: usize = 24;

/// Operators that stand between two things. Those that may stand before one alone are told apart in [`is_sign`].
const BETWEEN: [(char, &str); 42] = [
    ('=', "="),
    ('<', "<"),
    ('>', ">"),
    ('≤', "<="),
    ('≥', ">="),
    ('≠', "<>"),
    ('≪', "<<"),
    ('≫', ">>"),
    ('+', "+"),
    ('-', "-"),
    ('−', "-"),
    ('±', "+-"),
    ('∓', "-+"),
    ('·', "cdot"),
    ('⋅', "cdot"),
    ('×', "times"),
    ('*', "*"),
    ('∗', "*"),
    ('/', "/"),
    ('∕', "/"),
    ('÷', "div"),
    ('∈', "in"),
    ('∉', "notin"),
    ('∪', "union"),
    ('∩', "intersection"),
    ('⊂', "subset"),
    ('⊆', "subseteq"),
    ('⊃', "supset"),
    ('⊇', "supseteq"),
    ('∧', "and"),
    ('∨', "or"),
    ('≈', "approx"),
    ('∼', "sim"),
    ('≃', "simeq"),
    ('≡', "equiv"),
    ('∝', "prop"),
    ('⊥', "ortho"),
    ('→', "toward"),
    ('⇒', "drarrow"),
    ('⇔', "dlrarrow"),
    ('⊕', "oplus"),
    ('⊗', "otimes"),
];
/// Signs that stand by themselves.
const ALONE: [(char, &str); 17] = [
    ('∞', "infinity"),
    ('∂', "partial"),
    ('∇', "nabla"),
    ('∅', "emptyset"),
    ('∀', "forall"),
    ('∃', "exists"),
    ('…', "dotslow"),
    ('⋯', "dotsaxis"),
    ('⋮', "dotsvert"),
    ('⋱', "dotsdown"),
    ('ℏ', "hbar"),
    ('(', "\\("),
    (')', "\\)"),
    ('[', "\\["),
    (']', "\\]"),
    ('{', "\\lbrace"),
    ('}', "\\rbrace"),
];
/// Sums, products and the like that have a name.
const BIG: [(char, &str); 9] = [
    ('∑', "sum"),
    ('∏', "prod"),
    ('∐', "coprod"),
    ('∫', "int"),
    ('∬', "iint"),
    ('∭', "iiint"),
    ('∮', "lint"),
    ('∯', "llint"),
    ('∰', "lllint"),
];
/// Brackets as high as what stands between them.
const FENCES: [(char, &str); 16] = [
    ('(', "("),
    (')', ")"),
    ('[', "["),
    (']', "]"),
    ('{', "lbrace"),
    ('}', "rbrace"),
    ('⟨', "langle"),
    ('⟩', "rangle"),
    ('⌈', "lceil"),
    ('⌉', "rceil"),
    ('⌊', "lfloor"),
    ('⌋', "rfloor"),
    ('|', "line"),
    ('∣', "line"),
    ('‖', "dline"),
    ('∥', "dline"),
];
/// Combining characters, and their names over one letter and over more.
const ACCENTS: [(char, &str, &str); 14] = [
    ('\u{300}', "grave", "grave"),
    ('\u{301}', "acute", "acute"),
    ('\u{302}', "hat", "widehat"),
    ('\u{303}', "tilde", "widetilde"),
    ('\u{304}', "bar", "overline"),
    ('\u{305}', "bar", "overline"),
    ('\u{306}', "breve", "breve"),
    ('\u{307}', "dot", "dot"),
    ('\u{308}', "ddot", "ddot"),
    ('\u{30A}', "circle", "circle"),
    ('\u{30C}', "check", "check"),
    ('\u{20D7}', "vec", "widevec"),
    ('\u{331}', "underline", "underline"),
    ('\u{332}', "underline", "underline"),
];

/// A formula in StarMath, in one line. `None` where it has no parts, or they are nested too deep.
pub fn star_math(formula: &Formula) -> Option<String> {
    let mut writer = Writer { depth: 0, is_whole: true };
    let text = writer.row(&formula.row);
    (writer.is_whole && !text.is_empty()).then_some(text)
}

/// A piece of a row.
#[derive(Debug, PartialEq, Eq)]
enum Piece {
    /// Something that operators stand between.
    Thing(String),
    /// An operator.
    Between(&'static str),
}

struct Writer {
    depth: usize,
    /// Whether nothing was left out.
    is_whole: bool,
}

impl Writer {
    fn row(&mut self, row: &[Math]) -> String {
        if self.depth >= MAX_NESTING {
            self.is_whole &= row.is_empty();
            return String::new();
        }
        self.depth += 1;
        let mut pieces = Vec::new();
        for math in row {
            match math {
                Math::Signs(text, style) => signs(text, *style, &mut pieces),
                other => pieces.push(Piece::Thing(self.structure(other))),
            }
        }
        self.depth -= 1;
        joined(&pieces)
    }

    /// A row between braces.
    fn group(&mut self, row: &[Math]) -> String {
        format!("{{{}}}", self.row(row))
    }

    fn structure(&mut self, math: &Math) -> String {
        match math {
            Math::Signs(..) => String::new(),
            Math::Fraction(over, under) => format!("{{{} over {}}}", self.group(over), self.group(under)),
            Math::Script { base, sub, sup } => {
                format!("{}{}{}", self.group(base), self.marked("_", sub), self.marked("^", sup))
            }
            Math::Root(degree, body) if degree.is_empty() => format!("sqrt {}", self.group(body)),
            Math::Root(degree, body) => format!("nroot {} {}", self.group(degree), self.group(body)),
            Math::Big { sign, below, above, beside, body } => self.big(*sign, (below, above), *beside, body),
            Math::Limit { base, below, above } => self.limit(base, below, above),
            Math::Function(name, body) => format!("{{{} ` {}}}", self.group(name), self.group(body)),
            Math::Fenced(open, body, close) => {
                format!("left {} {} right {}", fence(*open), self.row(body), fence(*close))
            }
            Math::Accent(body, mark) => self.accent(body, *mark),
            Math::Matrix(rows, left) => self.matrix(rows, *left),
        }
    }

    fn marked(&mut self, mark: &str, row: &[Math]) -> String {
        if row.is_empty() { String::new() } else { format!("{mark}{}", self.group(row)) }
    }

    fn big(&mut self, sign: char, (below, above): (&[Math], &[Math]), beside: bool, body: &[Math]) -> String {
        let (from, to) = match (name(&BIG, sign), beside) {
            (_, true) => ("_", "^"),
            (Some(_), false) => (" from ", " to "),
            (None, false) => (" csub ", " csup "),
        };
        let sign =
            name(&BIG, sign).map_or_else(|| format!("{{size *1.5 {}}}", quoted(&sign.to_string())), str::to_owned);
        format!("{sign}{}{} {}", self.marked(from, below), self.marked(to, above), self.group(body))
    }

    fn limit(&mut self, base: &[Math], below: &[Math], above: &[Math]) -> String {
        match base {
            [Math::Accent(body, '\u{23DE}')] if below.is_empty() => {
                format!("{{{} overbrace {}}}", self.group(body), self.group(above))
            }
            [Math::Accent(body, '\u{23DF}')] if above.is_empty() => {
                format!("{{{} underbrace {}}}", self.group(body), self.group(below))
            }
            _ => format!("{}{}{}", self.group(base), self.marked(" csub ", below), self.marked(" csup ", above)),
        }
    }

    fn accent(&mut self, body: &[Math], mark: char) -> String {
        let is_narrow = matches!(body, [Math::Signs(text, _)] if text.chars().count() == 1);
        let group = self.group(body);
        if mark == Math::BOX {
            // There is no box in this language.
            return group;
        }
        match (mark, ACCENTS.iter().find(|(known, ..)| *known == mark)) {
            ('\u{23DE}', _) => format!("{{{group} overbrace {{}}}}"),
            ('\u{23DF}', _) => format!("{{{group} underbrace {{}}}}"),
            (_, Some((_, narrow, wide))) => format!("{} {group}", if is_narrow { narrow } else { wide }),
            (_, None) => format!("{group} csup {}", quoted(&mark.to_string())),
        }
    }

    fn matrix(&mut self, rows: &[Vec<Vec<Math>>], left: bool) -> String {
        let align = if left { "alignl " } else { "" };
        let mut lines = Vec::new();
        for row in rows {
            let cells: Vec<String> = row.iter().map(|cell| format!("{align}{}", self.group(cell))).collect();
            lines.push(cells.join(" # "));
        }
        format!("matrix {{{}}}", lines.join(" ## "))
    }
}

/// Pieces in a row: an operator without something before or after it gets an empty group there.
fn joined(pieces: &[Piece]) -> String {
    let mut words: Vec<&str> = Vec::new();
    let mut is_open = true;
    for piece in pieces {
        match piece {
            Piece::Thing(text) => {
                words.push(text);
                is_open = false;
            }
            Piece::Between(operator) => {
                if is_open && !is_sign(operator) {
                    words.push("{}");
                }
                words.push(operator);
                is_open = true;
            }
        }
    }
    if is_open && !words.is_empty() {
        words.push("{}");
    }
    words.join(" ")
}

/// Whether an operator may stand before one thing.
fn is_sign(operator: &str) -> bool {
    matches!(operator, "+" | "-" | "+-" | "-+")
}

fn signs(text: &str, style: MathStyle, pieces: &mut Vec<Piece>) {
    if style == MathStyle::Words {
        return pieces.extend((!text.is_empty()).then(|| Piece::Thing(quoted(text))));
    }
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_name = style == MathStyle::Upright && first.is_alphabetic();
        let is_in = |c: char| if is_name { c.is_alphabetic() } else { c.is_ascii_digit() || c == '.' };
        let length = rest.find(|c| !is_in(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (word, after) = rest.split_at(length);
        rest = after;
        if let Some(operator) = name(&BETWEEN, first) {
            pieces.push(Piece::Between(operator));
        } else if !first.is_whitespace() && !first.is_control() && !is_invisible(first) {
            pieces.push(Piece::Thing(thing(word, first, style)));
        }
    }
}

/// Signs of mathematics that nobody sees, such as that of multiplication.
fn is_invisible(sign: char) -> bool {
    matches!(sign, '\u{2061}'..='\u{2064}' | '\u{200B}')
}

/// A number, a name or a sign.
fn thing(word: &str, first: char, style: MathStyle) -> String {
    let is_bold = style == MathStyle::Bold;
    if first.is_ascii_digit() {
        return if is_bold { format!("bold {word}") } else { word.to_owned() };
    }
    if let Some(sign) = name(&ALONE, first) {
        return sign.to_owned();
    }
    match style {
        _ if !first.is_alphabetic() => quoted(word),
        MathStyle::Upright if word.chars().count() > 1 => quoted(word),
        MathStyle::Upright => format!("nitalic {word}"),
        MathStyle::Bold => format!("bold nitalic {word}"),
        MathStyle::Italic | MathStyle::Words => word.to_owned(),
    }
}

/// Text that stands as it is; a quotation mark in it would end it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "”"))
}

fn fence(sign: Option<char>) -> String {
    sign.map_or_else(
        || "none".to_owned(),
        |sign| name(&FENCES, sign).map_or_else(|| quoted(&sign.to_string()), str::to_owned),
    )
}

fn name(rows: &[(char, &'static str)], sign: char) -> Option<&'static str> {
    rows.iter().find(|(known, _)| *known == sign).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{Run, TextStyle};

    fn signs(text: &str) -> Vec<Math> {
        vec![Math::Signs(text.into(), MathStyle::Italic)]
    }

    fn written(row: Vec<Math>) -> Option<String> {
        star_math(&Formula::new(row, Run { text: String::new(), style: TextStyle::default() }))
    }

    /// The commands are those of the appendix of the LibreOffice Math Guide.
    #[test]
    fn structures_are_commands() {
        let cases = [
            (Math::Fraction(signs("a+1"), signs("2")), "{{a + 1} over {2}}"),
            (Math::Root(Vec::new(), signs("x")), "sqrt {x}"),
            (Math::Root(signs("3"), signs("x")), "nroot {3} {x}"),
            (Math::Script { base: signs("x"), sub: signs("i"), sup: signs("2") }, "{x}_{i}^{2}"),
            (
                Math::Big { sign: '∑', below: signs("i=1"), above: signs("n"), beside: false, body: signs("i") },
                "sum from {i = 1} to {n} {i}",
            ),
            (Math::Fenced(Some('('), signs("x"), None), "left ( x right none"),
            (Math::Accent(signs("ab"), '\u{302}'), "widehat {a b}"),
            (Math::Signs("lim".into(), MathStyle::Upright), "\"lim\""),
            (Math::Signs("3.14".into(), MathStyle::Italic), "3.14"),
            (
                Math::Matrix(vec![vec![signs("a"), signs("b")], vec![signs("c"), Vec::new()]], false),
                "matrix {{a} # {b} ## {c} # {}}",
            ),
        ];
        for (math, expected) in cases {
            assert_eq!(written(vec![math]).unwrap(), expected);
        }
    }

    #[test]
    fn operators_have_something_on_both_sides() {
        for (text, expected) in
            [("=a", "{} = a"), ("a=", "a = {}"), ("-a", "- a"), ("a=-b", "a = - b"), ("f(x)", "f \\( x \\)")]
        {
            assert_eq!(written(signs(text)).unwrap(), expected);
        }
    }

    #[test]
    fn what_is_too_deep_or_nothing_is_not_written() {
        let deep = (0..200).fold(signs("x"), |row, _| vec![Math::Root(Vec::new(), row)]);
        assert_eq!((written(deep), written(Vec::new())), (None, None));
    }
}
