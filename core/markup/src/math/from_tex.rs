//! TeX to formulas: the mathematics of TeX, with LaTeX's and amsmath's, that people write in texts. What is not known
//! stays as it was written, so that nothing is lost.

use transvase_model::flow::{Math, MathStyle};

use super::faces::Face;
use super::tex_names::{accent, big, function, is_beside, is_silent, sign};

/// Structures that may lie in one another; what lies deeper is written as it is.
const MAX_DEPTH: usize = 20;

/// Reads a formula.
pub(crate) fn from_tex(tex: &str) -> Vec<Math> {
    let mut reader = Reader { tokens: tokens(tex), at: 0, depth: 0 };
    let mut row = Vec::new();
    while reader.peek().is_some() {
        row.append(&mut reader.row(&[]));
        // What ends a row that was never begun.
        if let Some(token) = reader.next() {
            row.extend(token.literal().map(|text| Math::Signs(text, MathStyle::Upright)));
        }
    }
    Math::joined(row)
}

/// A piece of the source.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    /// A name or sign after a backslash.
    Command(String),
    Letter(char),
    Digits(String),
    Open,
    Close,
    Sub,
    Sup,
    Column,
    Line,
    Space,
}

impl Token {
    /// How it is written, where that is not only a sign of structure.
    fn literal(&self) -> Option<String> {
        match self {
            Token::Command(name) => Some(format!("\\{name}")),
            Token::Letter(letter) => Some(letter.to_string()),
            Token::Digits(digits) => Some(digits.clone()),
            _ => None,
        }
    }
}

fn tokens(tex: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = tex.chars().peekable();
    while let Some(c) = rest.next() {
        tokens.push(match c {
            '\\' => {
                let mut name = String::new();
                while let Some(letter) = rest.next_if(char::is_ascii_alphabetic) {
                    name.push(letter);
                }
                if name.is_empty() {
                    name.extend(rest.next());
                }
                if name == "\\" { Token::Line } else { Token::Command(name) }
            }
            '{' => Token::Open,
            '}' => Token::Close,
            '_' => Token::Sub,
            '^' => Token::Sup,
            '&' => Token::Column,
            '%' => {
                while rest.next_if(|c| *c != '\n').is_some() {}
                Token::Space
            }
            c if c.is_ascii_digit() => {
                let mut digits = String::from(c);
                while let Some(digit) = rest.next_if(|c| c.is_ascii_digit() || *c == '.') {
                    digits.push(digit);
                }
                Token::Digits(digits)
            }
            c if c.is_whitespace() => Token::Space,
            '~' => Token::Command(" ".into()),
            c => Token::Letter(c),
        });
    }
    tokens
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Reader {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn next(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.at).cloned();
        self.at += usize::from(token.is_some());
        token
    }

    fn skip_spaces(&mut self) {
        while self.peek() == Some(&Token::Space) {
            self.at += 1;
        }
    }

    fn next_is(&self, name: &str) -> bool {
        matches!(self.peek(), Some(Token::Command(command)) if command == name)
    }

    /// What comes up to the end of the row: a closing brace, the end of a cell, or one of these commands.
    fn row(&mut self, ends: &[&str]) -> Vec<Math> {
        let mut row = Vec::new();
        loop {
            self.skip_spaces();
            match self.peek() {
                None | Some(Token::Close | Token::Column | Token::Line) => break,
                Some(Token::Command(name)) if ends.contains(&name.as_str()) => break,
                _ => row.append(&mut self.scripted()),
            }
        }
        Math::joined(row)
    }

    /// An atom with what stands at its lower and upper right.
    fn scripted(&mut self) -> Vec<Math> {
        if self.depth >= MAX_DEPTH {
            let literal = self.next().and_then(|token| token.literal());
            return literal.map(|text| Math::Signs(text, MathStyle::Upright)).into_iter().collect();
        }
        self.depth += 1;
        let row = match self.peek() {
            Some(Token::Command(name)) => match (big(name), function(name)) {
                (Some(sign), _) => self.operator(sign),
                (None, Some((name, limits))) => self.function(name, limits),
                _ => self.with_scripts(),
            },
            _ => self.with_scripts(),
        };
        self.depth -= 1;
        row
    }

    fn with_scripts(&mut self) -> Vec<Math> {
        let braced = matches!(self.peek(), Some(Token::Command(name)) if name == "underbrace" || name == "overbrace");
        let base = self.atom();
        let (sub, sup) = self.scripts();
        match (sub.is_empty() && sup.is_empty(), braced) {
            (true, _) => base,
            (false, true) => vec![Math::Limit { base, below: sub, above: sup }],
            (false, false) => vec![Math::Script { base, sub, sup }],
        }
    }

    /// What stands at the lower and upper right of what came before.
    fn scripts(&mut self) -> (Vec<Math>, Vec<Math>) {
        let (mut sub, mut sup) = (Vec::new(), Vec::new());
        loop {
            let start = self.at;
            self.skip_spaces();
            if self.next_is("limits") || self.next_is("nolimits") {
                self.at += 1;
                continue;
            }
            match self.peek() {
                Some(Token::Sub) => {
                    self.at += 1;
                    sub.append(&mut self.argument());
                }
                Some(Token::Sup) => {
                    self.at += 1;
                    sup.append(&mut self.argument());
                }
                Some(Token::Letter('\'')) => {
                    self.at += 1;
                    sup.push(Math::Signs("′".into(), MathStyle::Upright));
                }
                _ => {
                    self.at = start;
                    return (Math::joined(sub), Math::joined(sup));
                }
            }
        }
    }

    /// A sum, product or integral, and what it is taken over.
    fn operator(&mut self, sign: char) -> Vec<Math> {
        self.at += 1;
        let (below, above) = self.scripts();
        let body = self.body();
        vec![Math::Big { sign, below, above, beside: is_beside(sign), body }]
    }

    /// A function with its limits, and what it is taken of where that is one atom.
    fn function(&mut self, name: &str, limits: bool) -> Vec<Math> {
        self.at += 1;
        let base = vec![Math::Signs(name.into(), MathStyle::Upright)];
        let (sub, sup) = self.scripts();
        let name = match (sub.is_empty() && sup.is_empty(), limits) {
            (true, _) => base,
            (false, true) => vec![Math::Limit { base, below: sub, above: sup }],
            (false, false) => vec![Math::Script { base, sub, sup }],
        };
        let body = self.body();
        if body.is_empty() { name } else { vec![Math::Function(name, body)] }
    }

    /// What an operator or a function is taken of: the next atom, where it is one that stands for itself.
    fn body(&mut self) -> Vec<Math> {
        self.skip_spaces();
        let ends = ["right", "end", "quad", "qquad"];
        match self.peek() {
            Some(Token::Letter(c)) if c.is_alphanumeric() => self.scripted(),
            Some(Token::Digits(_) | Token::Open) => self.scripted(),
            Some(Token::Command(name)) if !ends.contains(&name.as_str()) => self.scripted(),
            _ => Vec::new(),
        }
    }

    /// What a command or a script is about: a group or a single token.
    fn argument(&mut self) -> Vec<Math> {
        self.skip_spaces();
        match self.peek() {
            Some(Token::Close | Token::Column | Token::Line) | None => Vec::new(),
            Some(Token::Digits(digits)) if digits.len() > 1 => {
                // Without braces only the first digit is meant.
                let (first, rest) = digits.split_at(1);
                let (first, rest) = (first.to_owned(), rest.to_owned());
                self.tokens[self.at] = Token::Digits(rest);
                vec![Math::Signs(first, MathStyle::Italic)]
            }
            _ if self.depth >= MAX_DEPTH => self.scripted(),
            _ => {
                self.depth += 1;
                let argument = self.atom();
                self.depth -= 1;
                argument
            }
        }
    }

    fn atom(&mut self) -> Vec<Math> {
        match self.next() {
            Some(Token::Open) => {
                let row = self.row(&[]);
                self.close();
                row
            }
            Some(Token::Command(name)) => self.command(&name),
            Some(Token::Letter(letter)) => vec![Math::Signs(letter_sign(letter).into(), MathStyle::Italic)],
            Some(Token::Digits(digits)) => vec![Math::Signs(digits, MathStyle::Italic)],
            // A script of nothing: its sign was not taken yet.
            Some(Token::Sub | Token::Sup) => {
                self.at -= 1;
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn close(&mut self) {
        if self.peek() == Some(&Token::Close) {
            self.at += 1;
        }
    }

    fn command(&mut self, name: &str) -> Vec<Math> {
        if let Some(sign) = sign(name) {
            let upright = sign.starts_with(|c: char| c.is_uppercase());
            return vec![Math::Signs(sign.into(), if upright { MathStyle::Upright } else { MathStyle::Italic })];
        }
        if let Some(mark) = accent(name) {
            return vec![Math::Accent(self.argument(), mark)];
        }
        match name {
            "frac" | "dfrac" | "tfrac" | "cfrac" => {
                let over = self.argument();
                vec![Math::Fraction(over, self.argument())]
            }
            "binom" | "dbinom" | "tbinom" => {
                let over = self.argument();
                let rows = vec![vec![over], vec![self.argument()]];
                vec![Math::Fenced(Some('('), vec![Math::Matrix(rows, false)], Some(')'))]
            }
            "sqrt" => {
                let degree = self.option();
                vec![Math::Root(degree, self.argument())]
            }
            "left" => self.fenced(),
            "begin" => self.environment(),
            "text" | "textrm" | "textit" | "mbox" | "hbox" | "textbf" => {
                vec![Math::Signs(self.words(), MathStyle::Words)]
            }
            "mathrm" | "operatorname" | "mathsf" | "mathtt" => vec![Math::Signs(self.words(), MathStyle::Upright)],
            "mathbf" | "boldsymbol" | "bm" | "mathbfit" => bold(self.argument()),
            "mathbb" => {
                let letters = self.words().chars().map(|letter| Face::DoubleStruck.letter(letter)).collect();
                vec![Math::Signs(letters, MathStyle::Upright)]
            }
            "mathcal" | "mathit" | "mathfrak" | "mathscr" | "underline" | "boxed" | "underbrace" | "overbrace" => {
                self.argument()
            }
            "overset" | "stackrel" => {
                let above = self.argument();
                vec![Math::Limit { base: self.argument(), below: Vec::new(), above }]
            }
            "underset" => {
                let below = self.argument();
                vec![Math::Limit { base: self.argument(), below, above: Vec::new() }]
            }
            "pmod" => vec![Math::Signs("(mod ".into(), MathStyle::Upright)]
                .into_iter()
                .chain(self.argument())
                .chain([Math::Signs(")".into(), MathStyle::Upright)])
                .collect(),
            "bmod" | "mod" => vec![Math::Signs(" mod ".into(), MathStyle::Upright)],
            "not" => match self.argument().as_slice() {
                [Math::Signs(text, style)] => vec![Math::Signs(format!("{text}\u{338}"), *style)],
                other => other.to_vec(),
            },
            "tag" => vec![Math::Signs(format!("\u{2003}({})", self.words()), MathStyle::Upright)],
            "label" => {
                self.words();
                Vec::new()
            }
            name if is_silent(name) => Vec::new(),
            name => vec![Math::Signs(format!("\\{name}"), MathStyle::Upright)],
        }
    }

    /// The words of a group, as they are written.
    fn words(&mut self) -> String {
        self.skip_spaces();
        if self.peek() != Some(&Token::Open) {
            return self.next().and_then(|token| token.literal()).unwrap_or_default();
        }
        self.at += 1;
        let (mut words, mut open) = (String::new(), 1);
        while let Some(token) = self.next() {
            match token {
                Token::Open => open += 1,
                Token::Close => open -= 1,
                Token::Space => words.push(' '),
                Token::Sub => words.push('_'),
                Token::Sup => words.push('^'),
                Token::Column => words.push('&'),
                Token::Line => words.push(' '),
                Token::Command(name) => match sign(&name) {
                    Some(sign) => words.push_str(sign),
                    None => words.push_str(&name),
                },
                Token::Letter(letter) => words.push(letter),
                Token::Digits(digits) => words.push_str(&digits),
            }
            if open == 0 {
                break;
            }
        }
        words
    }

    /// What stands in brackets after a command.
    fn option(&mut self) -> Vec<Math> {
        if self.peek() != Some(&Token::Letter('[')) {
            return Vec::new();
        }
        self.at += 1;
        let mut row = Vec::new();
        while !matches!(self.peek(), None | Some(Token::Letter(']') | Token::Close)) {
            row.append(&mut self.scripted());
        }
        if self.peek() == Some(&Token::Letter(']')) {
            self.at += 1;
        }
        Math::joined(row)
    }

    /// A row between `\left` and `\right`.
    fn fenced(&mut self) -> Vec<Math> {
        let open = self.fence();
        let row = self.row(&["right"]);
        let close = if self.next_is("right") {
            self.at += 1;
            self.fence()
        } else {
            None
        };
        vec![Math::Fenced(open, row, close)]
    }

    /// The bracket after `\left` or `\right`; a dot is none.
    fn fence(&mut self) -> Option<char> {
        self.skip_spaces();
        match self.next()? {
            Token::Letter('.') => None,
            Token::Letter(c) => Some(c),
            Token::Command(name) => sign(&name).and_then(|sign| sign.chars().next()),
            _ => None,
        }
    }

    /// Rows of cells between `\begin` and `\end`.
    fn environment(&mut self) -> Vec<Math> {
        let name = self.words();
        let name = name.trim_end_matches('*');
        if name == "array" || name == "alignedat" || name == "alignat" {
            self.words();
        }
        let mut rows = vec![Vec::new()];
        loop {
            let cell = self.row(&["end"]);
            if let Some(row) = rows.last_mut() {
                row.push(cell);
            }
            match self.peek() {
                Some(Token::Column) => self.at += 1,
                Some(Token::Line) => {
                    self.at += 1;
                    rows.push(Vec::new());
                }
                // A brace too many.
                Some(Token::Close) => self.at += 1,
                _ => break,
            }
        }
        if self.next_is("end") {
            self.at += 1;
            self.words();
        }
        rows.retain(|row: &Vec<Vec<Math>>| row.iter().any(|cell| !cell.is_empty()));
        environment(name, rows)
    }
}

/// What rows of cells are in an environment.
fn environment(name: &str, mut rows: Vec<Vec<Vec<Math>>>) -> Vec<Math> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    rows.iter_mut().for_each(|row| row.resize(columns, Vec::new()));
    if rows.len() == 1 && columns == 1 && !name.ends_with("matrix") {
        return rows.pop().and_then(|mut row| row.pop()).unwrap_or_default();
    }
    let at_left = !name.ends_with("matrix") && name != "array";
    let matrix = vec![Math::Matrix(rows, at_left)];
    let (open, close) = match name {
        "pmatrix" => (Some('('), Some(')')),
        "bmatrix" => (Some('['), Some(']')),
        "Bmatrix" => (Some('{'), Some('}')),
        "vmatrix" => (Some('|'), Some('|')),
        "Vmatrix" => (Some('‖'), Some('‖')),
        "cases" => (Some('{'), None),
        _ => return matrix,
    };
    vec![Math::Fenced(open, matrix, close)]
}

/// The sign that a letter of the source stands for.
fn letter_sign(letter: char) -> char {
    match letter {
        '-' => '−',
        '*' => '∗',
        other => other,
    }
}

/// A row in bold letters.
fn bold(row: Vec<Math>) -> Vec<Math> {
    let bold = |math| match math {
        Math::Signs(text, _) => Math::Signs(text, MathStyle::Bold),
        other => other,
    };
    row.into_iter().map(bold).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{Formula, Run, TextStyle};

    fn linear(tex: &str) -> String {
        let run = Run { text: String::new(), style: TextStyle::default() };
        Formula::new(from_tex(tex), run).run.text
    }

    #[test]
    fn the_usual_structures_are_read() {
        // In the notation of Unicode's technical note 28, as the model writes formulas in one line.
        let cases = [
            ("E = mc^2", "E=mc^2"),
            ("x = \\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}", "x=(−b±√(b^2−4ac))/2a"),
            ("\\sum_{i=1}^n i^2", "∑_(i=1)^n i^2"),
            ("\\int_0^\\infty e^{-x}\\,dx", "∫_0^(∞) e^(−x)\u{2009}dx"),
            ("\\lim_{x\\to 0} f'(x)", "lim_(x→0) f^(′)(x)"),
            ("\\sqrt[3]{x}", "√(3&x)"),
            ("\\left( \\frac12 \\right]", "(1/2]"),
            ("\\begin{pmatrix} 1 & 0 \\\\ 0 & 1 \\end{pmatrix}", "(1 & 0; 0 & 1)"),
            ("\\mathbb{R}^{n} \\text{ if } \\hat x", "ℝ^n if x\u{302}"),
            ("\\alpha_1 \\unknown", "α_1\\unknown"),
        ];
        for (tex, text) in cases {
            assert_eq!(linear(tex), text, "{tex}");
        }
    }

    #[test]
    fn big_signs_hold_what_they_are_taken_over() {
        let row = from_tex("\\sum_{k} a_k + 1");
        let [Math::Big { sign: '∑', body, above, .. }, Math::Signs(rest, _)] = row.as_slice() else {
            panic!("{row:?}")
        };
        assert!(matches!(body.as_slice(), [Math::Script { .. }]) && above.is_empty());
        assert_eq!(rest, "+1");
    }

    #[test]
    fn damaged_formulas_end() {
        let deep = "{".repeat(5_000) + "x" + &"^{".repeat(5_000);
        let many = "\\frac".repeat(2_000) + &"\\left(".repeat(2_000) + &"\\begin{matrix}".repeat(2_000);
        for tex in [&deep, &many, "}", "^", "_^_", "\\", "\\begin", "\\begin{matrix}}}&\\\\", "\\right)", "&&\\\\}"] {
            let row = from_tex(tex);
            assert!(depth(&row) <= 2 * MAX_DEPTH + 2);
        }
        assert_eq!(linear("x^"), "x");
        assert_eq!(linear("a } b"), "ab");
    }

    fn depth(row: &[Math]) -> usize {
        row.iter().map(|math| 1 + math.rows().into_iter().map(|row| depth(row)).max().unwrap_or(0)).max().unwrap_or(0)
    }
}
