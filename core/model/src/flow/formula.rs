//! Formulas (equations), as a person enters them with an equation editor.
//!
//! The tree is that of such editors: a row of signs, and structures whose parts are rows.

use super::text::Run;

/// A formula in a line, or on its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    /// The formula as text in one line, such as `(a+b)/2`, for whatever has no formulas; and how it looks.
    pub run: Run,
    /// The formula.
    pub row: Vec<Math>,
    /// Whether it is set off from the text and not a part of a line.
    pub display: bool,
    /// What the source wrote, where that is a language of formulas.
    pub source: Option<FormulaSource>,
}

/// A formula in the words of its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormulaSource {
    /// A `math` element (MathML).
    MathMl(String),
    /// TeX, without the signs around it.
    Tex(String),
}

impl Formula {
    /// A formula in a line, in the style of a run, whose text it sets.
    pub fn new(row: Vec<Math>, mut run: Run) -> Formula {
        run.text = linear(&row);
        Formula { run, row, display: false, source: None }
    }
}

/// How the letters of a formula look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MathStyle {
    /// Slanted letters, as variables have.
    #[default]
    Italic,
    /// Upright letters, as names of functions have.
    Upright,
    /// Upright bold letters, as vectors have.
    Bold,
    /// Words between the signs.
    Words,
}

/// A part of a formula.
#[derive(Debug, Clone, PartialEq)]
pub enum Math {
    /// Signs and letters in one style.
    Signs(String, MathStyle),
    /// One row over another, with a line between.
    Fraction(Vec<Math>, Vec<Math>),
    /// A row with smaller ones at its lower and upper right.
    Script {
        /// The row they belong to.
        base: Vec<Math>,
        /// Lower right; may be empty.
        sub: Vec<Math>,
        /// Upper right; may be empty.
        sup: Vec<Math>,
    },
    /// A root with its degree, which is empty for a square root.
    Root(Vec<Math>, Vec<Math>),
    /// A sum, product, integral and the like.
    Big {
        /// The operator.
        sign: char,
        /// From where; may be empty.
        below: Vec<Math>,
        /// To where; may be empty.
        above: Vec<Math>,
        /// Whether these stand at the right of the sign and not below and above it.
        beside: bool,
        /// What it is taken over.
        body: Vec<Math>,
    },
    /// A row with smaller ones below and above it, such as a limit.
    Limit {
        /// The row.
        base: Vec<Math>,
        /// Below it; may be empty.
        below: Vec<Math>,
        /// Above it; may be empty.
        above: Vec<Math>,
    },
    /// The name of a function, perhaps with a limit, and what it is taken of.
    Function(Vec<Math>, Vec<Math>),
    /// A row between brackets or bars as high as it is; one of them may be missing.
    Fenced(Option<char>, Vec<Math>, Option<char>),
    /// A row below an accent, given as its combining character.
    Accent(Vec<Math>, char),
    /// Rows of cells; whether the cells begin at the left.
    Matrix(Vec<Vec<Vec<Math>>>, bool),
}

impl Math {
    /// The mark of an accent that is a box around its row: Unicode's combining enclosing square.
    pub const BOX: char = '\u{20DE}';

    /// The signs and letters of a text in a style. What stands before a function application is the name of a function,
    /// and what only says how a text in one line is meant (Unicode technical note 28) is seen nowhere else.
    pub fn of_text(text: &str, style: MathStyle) -> Vec<Math> {
        let is_unseen = |c: char| matches!(c, '\u{2061}'..='\u{2064}' | '〖' | '〗');
        let mut parts = Vec::new();
        let mut pieces = text.split('\u{2061}').peekable();
        while let Some(piece) = pieces.next() {
            let piece: String = piece.chars().filter(|c| !is_unseen(*c)).collect();
            let letters = piece.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
            let is_name = style == MathStyle::Italic && pieces.peek().is_some();
            let (before, name) = piece.split_at(if is_name { letters } else { piece.len() });
            parts.push(Math::Signs(before.to_owned(), style));
            parts.push(Math::Signs(name.to_owned(), MathStyle::Upright));
        }
        parts.retain(|part| !matches!(part, Math::Signs(text, _) if text.is_empty()));
        parts
    }

    /// The name of a function, whose letters stand upright whatever is said of them, as are those of what limits and
    /// scripts stand at.
    pub fn name_of(mut row: Vec<Math>) -> Vec<Math> {
        for part in &mut row {
            match part {
                Math::Signs(text, style @ MathStyle::Italic)
                    if text.chars().count() > 1 && text.chars().all(char::is_alphabetic) =>
                {
                    *style = MathStyle::Upright;
                }
                Math::Script { base, .. } | Math::Limit { base, .. } => *base = Math::name_of(std::mem::take(base)),
                _ => {}
            }
        }
        row
    }

    /// The rows inside, in reading order.
    pub fn rows(&self) -> Vec<&Vec<Math>> {
        match self {
            Math::Signs(..) => Vec::new(),
            Math::Fraction(over, under) | Math::Function(over, under) => vec![over, under],
            Math::Script { base, sub, sup } => vec![base, sub, sup],
            Math::Root(degree, body) => vec![degree, body],
            Math::Big { below, above, body, .. } => vec![below, above, body],
            Math::Limit { base, below, above } => vec![base, below, above],
            Math::Fenced(_, body, _) | Math::Accent(body, _) => vec![body],
            Math::Matrix(rows, _) => rows.iter().flatten().collect(),
        }
    }

    /// A row whose signs of one style that follow one another are one part.
    pub fn joined(row: impl IntoIterator<Item = Math>) -> Vec<Math> {
        let mut out: Vec<Math> = Vec::new();
        for math in row {
            match (out.last_mut(), math) {
                (Some(Math::Signs(before, one)), Math::Signs(text, other)) if *one == other => before.push_str(&text),
                (_, math) => out.push(math),
            }
        }
        out
    }
}

/// A row as text in one line, in the manner of Unicode's nearly plain text (technical note 28).
fn linear(row: &[Math]) -> String {
    row.iter().map(part).collect()
}

fn part(math: &Math) -> String {
    match math {
        Math::Signs(text, _) => text.clone(),
        Math::Fraction(over, under) => format!("{}/{}", grouped(over), grouped(under)),
        Math::Script { base, sub, sup } => linear(base) + &marked('_', sub) + &marked('^', sup),
        Math::Root(degree, body) if degree.is_empty() => format!("√{}", grouped(body)),
        Math::Root(degree, body) => format!("√({}&{})", linear(degree), linear(body)),
        Math::Big { sign, below, above, body, .. } => {
            format!("{sign}{}{} {}", marked('_', below), marked('^', above), linear(body))
        }
        Math::Limit { base, below, above } => linear(base) + &marked('_', below) + &marked('^', above),
        Math::Function(name, body) => format!("{} {}", linear(name), linear(body)),
        Math::Fenced(open, body, close) => {
            open.iter().copied().chain(linear(body).chars()).chain(close.iter().copied()).collect()
        }
        Math::Accent(body, Math::BOX) => linear(body),
        Math::Accent(body, mark) => format!("{}{mark}", linear(body)),
        Math::Matrix(rows, _) => {
            let line = |cells: &Vec<Vec<Math>>| cells.iter().map(|cell| linear(cell)).collect::<Vec<_>>().join(" & ");
            rows.iter().map(line).collect::<Vec<_>>().join("; ")
        }
    }
}

fn marked(mark: char, row: &[Math]) -> String {
    if row.is_empty() { String::new() } else { format!("{mark}{}", grouped(row)) }
}

/// A row in brackets, where it is more than a letter or a number.
fn grouped(row: &[Math]) -> String {
    let text = linear(row);
    let simple = text.chars().all(char::is_alphanumeric) || matches!(row, [Math::Fenced(..)]);
    if simple { text } else { format!("({text})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signs(text: &str) -> Vec<Math> {
        vec![Math::Signs(text.into(), MathStyle::Italic)]
    }

    #[test]
    fn names_of_functions_are_told() {
        let upright = |text: &str| Math::Signs(text.into(), MathStyle::Upright);
        let italic = |text: &str| signs(text).remove(0);
        assert_eq!(
            Math::of_text("2sin\u{2061}〖x+cos\u{2061}y〗", MathStyle::Italic),
            [italic("2"), upright("sin"), italic("x+"), upright("cos"), italic("y")]
        );
        let log = Math::Script { base: signs("log"), sub: signs("2"), sup: Vec::new() };
        let Math::Script { base, sub, .. } = Math::name_of(vec![log]).remove(0) else { panic!() };
        assert_eq!((base, sub), (vec![upright("log")], signs("2")));
        assert_eq!(Math::name_of(signs("f")), signs("f"));
    }

    #[test]
    fn formulas_are_text_in_one_line_elsewhere() {
        let root = Math::Root(Vec::new(), signs("x+1"));
        let sum = Math::Big { sign: '∑', below: signs("i=1"), above: signs("n"), beside: false, body: signs("i") };
        let power = Math::Script { base: signs("e"), sub: Vec::new(), sup: signs("−x") };
        let cases = [
            (Math::Fraction(signs("a+b"), signs("2")), "(a+b)/2"),
            (root, "√(x+1)"),
            (sum, "∑_(i=1)^n i"),
            (power, "e^(−x)"),
            (Math::Matrix(vec![vec![signs("1"), signs("0")], vec![signs("0"), signs("1")]], false), "1 & 0; 0 & 1"),
        ];
        for (math, text) in cases {
            assert_eq!(linear(&[math]), text);
        }
    }
}
