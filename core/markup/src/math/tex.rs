//! Formulas to LaTeX, in the commands that KaTeX and MathJax know as well.

use super::tex_signs::{accent, command, function, letter};
use transvase_model::flow::{Formula, FormulaSource, Math, MathStyle};

/// Nesting of structures in a formula beyond which it is not written.
const MAX_NESTING: usize = 24;

/// A formula as LaTeX, in one line. `None` where it has no parts, or they are nested too deep: there is a text of it then.
pub fn tex(formula: &Formula) -> Option<String> {
    if let Some(FormulaSource::Tex(source)) = &formula.source {
        return whole(&source.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    let mut writer = Writer { out: String::new(), display: formula.display, depth: 0, is_whole: true };
    writer.row(&formula.row);
    if writer.is_whole { whole(&writer.out) } else { None }
}

/// A formula without the spaces at its ends; `None` where there is nothing else.
fn whole(text: &str) -> Option<String> {
    let mut text = text.trim();
    // What is left of a space that is a command would be one with what follows.
    while let Some(rest) = text.strip_suffix('\\').filter(|rest| !rest.ends_with('\\')) {
        text = rest.trim_end();
    }
    (!text.is_empty()).then(|| text.to_owned())
}

struct Writer {
    out: String,
    display: bool,
    depth: usize,
    /// Whether nothing was left out.
    is_whole: bool,
}

impl Writer {
    /// Adds a sign or command. A letter after a command stands apart from it.
    fn push(&mut self, piece: &str) {
        if piece.starts_with(|c: char| c.is_ascii_alphabetic()) && ends_in_command(&self.out) {
            self.out.push(' ');
        }
        self.out.push_str(piece);
    }

    fn row(&mut self, row: &[Math]) {
        if self.depth >= MAX_NESTING {
            self.is_whole &= row.is_empty();
            return;
        }
        self.depth += 1;
        row.iter().for_each(|math| self.math(math));
        self.depth -= 1;
    }

    /// A row between braces.
    fn group(&mut self, row: &[Math]) {
        self.out.push('{');
        self.row(row);
        self.out.push('}');
    }

    fn math(&mut self, math: &Math) {
        match math {
            Math::Signs(text, style) => self.signs(text, *style),
            Math::Fraction(over, under) => {
                self.push("\\frac");
                self.group(over);
                self.group(under);
            }
            Math::Script { base, sub, sup } => {
                self.base(base);
                self.scripts(sub, sup);
            }
            Math::Root(degree, body) => {
                self.push("\\sqrt");
                if !degree.is_empty() {
                    self.out.push('[');
                    self.row(degree);
                    self.out.push(']');
                }
                self.group(body);
            }
            Math::Big { sign, below, above, beside, body } => {
                self.big(*sign, *beside && !(below.is_empty() && above.is_empty()));
                self.scripts(below, above);
                self.out.push(' ');
                self.row(body);
            }
            Math::Limit { base, below, above } => self.limit(base, below, above),
            Math::Function(name, body) => {
                self.row(name);
                self.out.push(' ');
                self.row(body);
            }
            Math::Fenced(open, body, close) => self.fenced(*open, body, *close),
            Math::Accent(body, mark) => self.accent(body, *mark),
            Math::Matrix(rows, left) => self.matrix(if *left { "array" } else { "matrix" }, rows),
        }
    }

    /// What scripts stand at: more than one sign stands between braces.
    fn base(&mut self, base: &[Math]) {
        match base {
            [Math::Signs(text, style)] if text.chars().count() == 1 || *style == MathStyle::Upright => {
                self.row(base);
            }
            [Math::Fenced(..) | Math::Accent(..) | Math::Big { .. } | Math::Limit { .. }] => self.row(base),
            _ => self.group(base),
        }
    }

    fn scripts(&mut self, sub: &[Math], sup: &[Math]) {
        self.script('_', sub);
        if let [Math::Signs(text, _)] = sup
            && text.chars().all(|c| "'′″‴".contains(c))
        {
            return self.row(sup);
        }
        self.script('^', sup);
    }

    fn script(&mut self, mark: char, row: &[Math]) {
        if row.is_empty() {
            return;
        }
        self.out.push(mark);
        match row {
            [Math::Signs(text, MathStyle::Italic)]
                if text.len() == 1 && text.bytes().all(|b| b.is_ascii_alphanumeric()) =>
            {
                self.out.push_str(text);
            }
            _ => self.group(row),
        }
    }

    /// A sum and the like; where its bounds stand is said only where LaTeX would put them elsewhere.
    fn big(&mut self, sign: char, beside: bool) {
        self.sign(sign);
        let is_integral = matches!(sign, '∫'..='∰');
        match (is_integral, beside) {
            (true, false) if self.display => self.push("\\limits"),
            (false, true) if self.display => self.push("\\nolimits"),
            _ => {}
        }
    }

    fn limit(&mut self, base: &[Math], below: &[Math], above: &[Math]) {
        let is_name = matches!(base, [Math::Signs(text, MathStyle::Upright)] if text.chars().any(char::is_alphabetic));
        let is_brace = matches!(base, [Math::Accent(_, '\u{23DE}' | '\u{23DF}')]);
        if is_name || is_brace {
            self.row(base);
            return self.scripts(below, above);
        }
        for (command, row) in [("\\overset", above), ("\\underset", below)] {
            if !row.is_empty() {
                self.push(command);
                self.group(row);
                self.out.push('{');
            }
        }
        self.row(base);
        let open = [above, below].iter().filter(|row| !row.is_empty()).count();
        self.out.push_str(&"}".repeat(open));
    }

    fn fenced(&mut self, open: Option<char>, body: &[Math], close: Option<char>) {
        if let [Math::Matrix(rows, left)] = body
            && let Some(name) = environment(open, close, *left)
        {
            return self.matrix(name, rows);
        }
        let is_low = body.iter().all(|math| matches!(math, Math::Signs(..)));
        for (fence, word) in [(open, "\\left"), (close, "\\right")] {
            if word == "\\right" {
                self.row(body);
            }
            if !(is_low && open.is_some() && close.is_some()) {
                self.push(word);
            }
            match fence {
                Some('\u{2016}' | '∥') => self.push("\\|"),
                Some('∣') => self.push("|"),
                Some(fence) => self.sign(fence),
                None => self.out.push('.'),
            }
        }
    }

    fn accent(&mut self, body: &[Math], mark: char) {
        let Some((narrow, wide)) = accent(mark) else {
            self.row(body);
            return self.sign(mark);
        };
        let is_narrow = matches!(body, [Math::Signs(text, _)] if text.chars().count() == 1);
        self.push(if is_narrow { narrow } else { wide });
        self.group(body);
    }

    fn matrix(&mut self, environment: &str, rows: &[Vec<Vec<Math>>]) {
        self.push(&format!("\\begin{{{environment}}}"));
        if environment == "array" {
            let columns = rows.iter().map(Vec::len).max().unwrap_or(1);
            self.out.extend(["{", &"l".repeat(columns), "}"]);
        }
        for (at, row) in rows.iter().enumerate() {
            self.out.push_str(if at == 0 { " " } else { " \\\\ " });
            for (at, cell) in row.iter().enumerate() {
                self.out.push_str(if at == 0 { "" } else { " & " });
                self.row(cell);
            }
        }
        self.out.extend([" \\end{", environment, "}"]);
    }

    fn signs(&mut self, text: &str, style: MathStyle) {
        if style == MathStyle::Words && text.chars().any(char::is_alphabetic) {
            return self.words(text);
        }
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
            let (word, after) = if length > 0 { rest.split_at(length) } else { rest.split_at(first.len_utf8()) };
            // What is written as one name may have a thin space in it.
            let name = text.replace('\u{2009}', "");
            if style == MathStyle::Upright && name.len() > 1 && name.bytes().all(|b| b.is_ascii_alphabetic()) {
                return self.name(&name, text);
            }
            if length > 0 {
                self.letters(word, style);
            } else {
                self.styled(first, style);
            }
            rest = after;
        }
    }

    /// The name of a function.
    fn name(&mut self, name: &str, text: &str) {
        match function(name) {
            Some(command) => self.push(&command),
            None if text.contains('\u{2009}') => {
                self.push(&format!("\\operatorname*{{{}}}", text.replace('\u{2009}', "\\,")));
            }
            None => self.push(&format!("\\operatorname{{{name}}}")),
        }
    }

    /// Latin letters.
    fn letters(&mut self, word: &str, style: MathStyle) {
        match style {
            MathStyle::Italic | MathStyle::Words => self.push(word),
            MathStyle::Upright => self.push(&format!("\\mathrm{{{word}}}")),
            MathStyle::Bold => self.push(&format!("\\mathbf{{{word}}}")),
        }
    }

    /// Any other sign, in its style.
    fn styled(&mut self, sign: char, style: MathStyle) {
        if style != MathStyle::Bold || !sign.is_alphanumeric() {
            return self.sign(sign);
        }
        self.push(if sign.is_ascii() { "\\mathbf{" } else { "\\boldsymbol{" });
        self.sign(sign);
        self.out.push('}');
    }

    fn sign(&mut self, sign: char) {
        if let Some(command) = command(sign) {
            self.push(command);
        } else if let Some((face, plain)) = letter(sign) {
            self.push(&if face.is_empty() { plain.to_string() } else { format!("{face}{{{plain}}}") });
        } else if matches!(sign, '\u{2009}' | '\u{200A}') || sign.is_control() {
            // LaTeX knows the spaces between signs itself.
        } else if sign.is_whitespace() {
            self.push("\\ ");
        } else if sign.is_alphabetic() && !sign.is_ascii() {
            self.words(&sign.to_string());
        } else {
            self.push(sign.encode_utf8(&mut [0; 4]));
        }
    }

    /// Words between the signs.
    fn words(&mut self, text: &str) {
        self.push("\\text{");
        for c in text.chars() {
            match c {
                '#' | '$' | '%' | '&' | '_' | '{' | '}' => self.out.extend(['\\', c]),
                '\\' => self.out.push_str("\\textbackslash{}"),
                '^' => self.out.push_str("\\textasciicircum{}"),
                '~' => self.out.push_str("\\textasciitilde{}"),
                c if c.is_whitespace() => self.out.push(' '),
                c if c.is_control() => {}
                c => self.out.push(c),
            }
        }
        self.out.push('}');
    }
}

/// Whether the text ends in a command that is a word, which a letter after it would lengthen.
fn ends_in_command(text: &str) -> bool {
    let word = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    word.len() < text.len() && word.ends_with('\\') && !word.ends_with("\\\\")
}

/// The environment of a matrix between brackets (amsmath).
fn environment(open: Option<char>, close: Option<char>, left: bool) -> Option<&'static str> {
    Some(match (open, close) {
        (Some('{'), None) => "cases",
        _ if left => return None,
        (Some('('), Some(')')) => "pmatrix",
        (Some('['), Some(']')) => "bmatrix",
        (Some('{'), Some('}')) => "Bmatrix",
        (Some('|'), Some('|')) => "vmatrix",
        (Some('\u{2016}'), Some('\u{2016}')) => "Vmatrix",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{Run, TextStyle};

    fn signs(text: &str) -> Vec<Math> {
        vec![Math::Signs(text.into(), MathStyle::Italic)]
    }

    fn upright(text: &str) -> Vec<Math> {
        vec![Math::Signs(text.into(), MathStyle::Upright)]
    }

    fn written(row: Vec<Math>) -> Option<String> {
        let run = Run { text: String::new(), style: TextStyle::default() };
        tex(&Formula { display: true, ..Formula::new(row, run) })
    }

    fn script(base: &str, sub: &str, sup: &str) -> Math {
        let part = |text: &str| if text.is_empty() { Vec::new() } else { signs(text) };
        Math::Script { base: signs(base), sub: part(sub), sup: part(sup) }
    }

    #[test]
    fn structures_are_the_commands_of_latex() {
        let sum = |beside| Math::Big { sign: '∑', below: signs("i=1"), above: signs("n"), beside, body: signs("i") };
        let lim = Math::Limit { base: upright("lim"), below: signs("n→∞"), above: Vec::new() };
        let matrix = |left| Math::Matrix(vec![vec![signs("1"), signs("0")], vec![signs("0"), signs("1")]], left);
        let cases = [
            (Math::Fraction(signs("a+b"), signs("2")), r"\frac{a+b}{2}"),
            (Math::Root(Vec::new(), signs("x")), r"\sqrt{x}"),
            (Math::Root(signs("3"), signs("x")), r"\sqrt[3]{x}"),
            (script("x", "i", "2"), "x_i^2"),
            (script("x", "", "−1"), "x^{-1}"),
            (script("ab", "", "n"), "{ab}^n"),
            (script("f", "", "′"), "f'"),
            (sum(false), r"\sum_{i=1}^n i"),
            (sum(true), r"\sum\nolimits_{i=1}^n i"),
            (Math::Function(vec![lim], vec![script("a", "n", "")]), r"\lim_{n\to\infty} a_n"),
            (Math::Function(upright("sin"), signs("α")), r"\sin \alpha"),
            (
                Math::Limit { base: signs("="), below: Vec::new(), above: upright("def") },
                r"\overset{\operatorname{def}}{=}",
            ),
            (
                Math::Fenced(Some('('), vec![Math::Fraction(signs("1"), signs("2"))], Some(')')),
                r"\left(\frac{1}{2}\right)",
            ),
            (Math::Fenced(Some('|'), signs("x"), Some('|')), "|x|"),
            (Math::Fenced(Some('['), vec![matrix(false)], Some(']')), r"\begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix}"),
            (Math::Fenced(Some('{'), vec![matrix(true)], None), r"\begin{cases} 1 & 0 \\ 0 & 1 \end{cases}"),
            (matrix(true), r"\begin{array}{ll} 1 & 0 \\ 0 & 1 \end{array}"),
            (Math::Accent(signs("x"), '\u{302}'), r"\hat{x}"),
            (Math::Accent(signs("xy"), '\u{302}'), r"\widehat{xy}"),
        ];
        for (math, expected) in cases {
            assert_eq!(written(vec![math]).as_deref(), Some(expected));
        }
    }

    #[test]
    fn signs_are_commands_and_stand_apart_from_letters() {
        let bold = Math::Signs("xα1".into(), MathStyle::Bold);
        let words = Math::Signs("if 50%".into(), MathStyle::Words);
        let cases = [
            (signs("αx≤β"), r"\alpha x\leq\beta"),
            (signs("ℝ\u{1D44E}"), r"\mathbb{R}a"),
            (upright("d"), r"\mathrm{d}"),
            (upright("arg\u{2009}max"), r"\operatorname*{arg\,max}"),
            (vec![bold], r"\mathbf{x}\boldsymbol{\alpha}\mathbf{1}"),
            (vec![words], r"\text{if 50\%}"),
            (vec![Math::Signs("|".into(), MathStyle::Words)], "|"),
            (signs("5%"), r"5\%"),
        ];
        for (row, expected) in cases {
            assert_eq!(written(row).as_deref(), Some(expected));
        }
    }

    #[test]
    fn the_words_of_the_source_are_taken_as_they_are() {
        let run = Run { text: "x".into(), style: TextStyle::default() };
        let source = Some(FormulaSource::Tex("\\frac\n  x 2".into()));
        assert_eq!(tex(&Formula { source, ..Formula::new(signs("x"), run) }).as_deref(), Some("\\frac x 2"));
    }

    #[test]
    fn what_is_nested_too_deep_is_not_written() {
        let deep = |levels| (0..levels).fold(signs("x"), |row, _| vec![Math::Root(Vec::new(), row)]);
        assert!(written(deep(MAX_NESTING - 1)).is_some());
        assert_eq!(written(deep(MAX_NESTING)), None);
        assert_eq!(written(Vec::new()), None);
    }
}
