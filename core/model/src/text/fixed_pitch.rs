//! Monospaced text as code: fixed pitch tells code from other text where both are there. Typed letters, court files and
//! screenplays have no other face, and there it says nothing.

/// Words from which on some of them are a sentence, however they begin and end.
const SENTENCE: usize = 8;
/// The same where they begin and end as a sentence does.
const SHORT_SENTENCE: usize = 3;
/// Share of the words of prose that are letters and their punctuation, or numbers.
const PLAIN: f32 = 0.85;
/// The same where it does not begin and end as a sentence does: commands have words too.
const PLAIN_INSIDE: f32 = 0.9;
/// Lines of verses and letters to one that ends as a sentence or a part of one does.
const LINES_TO_AN_END: usize = 4;
/// Words before the name that a value is given to, and that name: `static const int x = 3`.
const MOST_BEFORE_NAME: usize = 4;
/// Share of the characters of prose in other letters than those of ASCII: programs are written in these.
const FOREIGN: f32 = 0.5;
/// Share of the characters of code that are its signs: one in twelve, as in `let x = f(y);`.
const SIGNS: f32 = 0.08;
/// Share of the text of a document from which on prose of fixed pitch is no single quotation.
const PROSE: f32 = 0.25;
/// Share of the text of a document from which on a face is that of all of it.
const MOST: f32 = 0.66;

/// How the paragraphs of a document that have fixed pitch read.
#[derive(Debug, Clone, Copy, Default)]
pub struct FixedPitch {
    all: usize,
    fixed: usize,
    prose: usize,
    code: usize,
    /// Of paragraphs that begin with a capital letter, as few statements and commands do.
    capital: usize,
}

impl FixedPitch {
    /// Counts a paragraph, so much of which has fixed pitch, in bytes.
    pub fn add(&mut self, text: &str, fixed: usize) {
        self.all += text.len();
        self.fixed += fixed;
        if fixed * 2 > text.len() {
            self.prose += if reads_as_prose(text) { fixed } else { 0 };
            self.code += if reads_as_code(text) { fixed } else { 0 };
            self.capital += if text.trim_start().starts_with(char::is_uppercase) { fixed } else { 0 };
        }
    }

    /// Whether any text has fixed pitch.
    pub fn is_there(&self) -> bool {
        self.fixed > 0
    }

    /// Whether the pitch tells nothing in this document: prose has it, or all of the text, which is no program, or much of
    /// it that begins with capital letters and has the signs of a program nowhere, as glossaries and forms that are typed.
    pub fn says_nothing(&self) -> bool {
        let (all, fixed) = (self.all as f32, self.fixed as f32);
        let is_of_prose = self.prose * 2 >= self.fixed && self.prose as f32 > PROSE * all;
        let is_of_all = fixed > MOST * all && self.code * 2 < self.fixed;
        let is_of_no_code = self.code == 0 && fixed > PROSE * all && self.capital as f32 > MOST * fixed;
        self.fixed > 0 && (is_of_prose || is_of_all || is_of_no_code)
    }
}

/// Whether a text is sentences of a natural language.
pub fn reads_as_prose(text: &str) -> bool {
    let count = |is: &dyn Fn(char) -> bool| text.chars().filter(|c| is(*c)).count() as f32;
    if count(&|c| !c.is_ascii() && c.is_alphabetic()) > FOREIGN * count(&|c| !c.is_whitespace()) {
        return true;
    }
    let words = text.split_whitespace().count();
    let plain = text.split_whitespace().filter(|word| is_plain(word)).count();
    let text = text.trim();
    // Remarks in programs and what is typed at a prompt begin with a sign.
    if text.starts_with(['#', '/', '*', '$', '>', '%', ';', '<']) {
        return false;
    }
    let begins = text.trim_start_matches(is_opening).starts_with(char::is_uppercase);
    let ends = text.trim_end_matches(is_closing).ends_with(['.', '!', '?', ':', ',']);
    let (least, share) = if begins && ends { (SHORT_SENTENCE, PLAIN) } else { (SENTENCE, PLAIN_INSIDE) };
    plain >= least && plain as f32 >= share * words as f32
}

/// Whether lines that are kept as they are written are verses or a letter: sentences, some of which end with a line.
pub fn reads_as_verse(lines: &str) -> bool {
    let ends = |line: &&str| line.trim_end().trim_end_matches(is_closing).ends_with(['.', ',', '!', '?', '—']);
    let has_columns = |line: &&str| line.trim().contains("   ") || line.trim().contains('\t');
    let written = || lines.lines().filter(|line| !line.trim().is_empty());
    let ended = written().filter(ends).count();
    ended * LINES_TO_AN_END >= written().count().max(1)
        && !written().any(|line| has_columns(&line))
        && reads_as_prose(lines)
}

/// Whether a line is one of a program whatever stands around it: it ends as statements do, gives a value to a name, or
/// calls something by its name.
pub fn is_statement(text: &str) -> bool {
    let text = text.trim();
    let is_name =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "_.:[]&*".contains(c));
    // Items of a list in prose end with a semicolon as well.
    let is_of_signs = || text.split_whitespace().any(|word| !is_plain(word));
    let ends = ["{", "}", "):", "*/"].iter().any(|end| text.ends_with(end)) || text.ends_with(';') && is_of_signs();
    let assigns = text.split_once(" = ").is_some_and(|(name, _)| {
        name.split_whitespace().count() <= MOST_BEFORE_NAME && name.split_whitespace().all(is_name)
    });
    let calls = text.ends_with(')') && text.split_once('(').is_some_and(|(name, _)| is_name(name));
    (ends || assigns || calls) && !reads_as_prose(text)
}

/// Whether a text has as many of the signs of programs as these have. Rows of one sign, as places to write on, are none.
fn reads_as_code(text: &str) -> bool {
    let (mut signs, mut all, mut before) = (0, 0, ' ');
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        all += 1;
        signs += usize::from(c != before && "{}()[];=<>\\|_&#$+*/".contains(c));
        before = c;
    }
    signs as f32 > SIGNS * all as f32
}

/// Whether a word is letters with the punctuation of prose around them, or a number.
fn is_plain(word: &str) -> bool {
    let core = word
        .trim_start_matches(is_opening)
        .trim_end_matches(is_closing)
        .trim_end_matches(['.', ',', ';', ':', '!', '?']);
    let core = core.trim_end_matches(is_closing);
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '.' | ',' | '%' | '$' | '§');
    let is_variable = core.starts_with('$') && !core.contains(|c: char| c.is_ascii_digit());
    core.chars().any(char::is_alphanumeric) && core.chars().all(inside) && !core.contains("--") && !is_variable
}

fn is_opening(c: char) -> bool {
    matches!(c, '"' | '\'' | '(' | '[' | '“' | '‘' | '«' | '„')
}

fn is_closing(c: char) -> bool {
    matches!(c, '"' | '\'' | ')' | ']' | '”' | '’' | '»' | '“')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_prose_and_statements_are_not() {
        let prose = [
            "Thank you for your letter of 3 May.",
            "we have looked into it (twice) and found that no such form was ever sent",
            "SARAH: I don't think he's coming back.",
            "他說這本書是昨天買的",
            "Письмо получено вчера",
        ];
        for text in prose {
            assert!(reads_as_prose(text), "{text}");
        }
        for text in [
            "let x = f(y);",
            "git commit -m message",
            "if a.len() > 3 {",
            "$ cargo build",
            "int main(void)",
            "SELECT ship, SUM(load) AS total FROM cargo WHERE year = 1887 GROUP BY ship;",
            "lamp --light 3 for i in 1 2 3; do echo $i done",
            "}",
            "# this remark tells what the next lines do",
        ] {
            assert!(!reads_as_prose(text), "{text}");
        }
    }

    #[test]
    fn verses_are_sentences_in_lines() {
        assert!(reads_as_verse("The rose is red,\n   the violet blue,\nSugar is sweet,\n   and so are you.\n"));
        assert!(reads_as_verse("Dear John,\n\nthank you for the flowers. They were lovely, and we\nhave put them up."));
        assert!(!reads_as_verse("Team          Won  Lost\nLions          10     2"));
        assert!(!reads_as_verse("apt-get update\napt-get install this that and the other\nreboot now"));
        assert!(!reads_as_verse("def main():\n    return f(x)\n\nmain()"));
    }

    #[test]
    fn statements_are_told_from_typed_lines() {
        for text in ["let x = f(y);", "x = foo(1, 2)", "main()", "if (a) {", "def f(x):", "static const int x = 3"] {
            assert!(is_statement(text), "{text}");
        }
        for text in ["Smith v. Jones; Brown v. Green;", "14 High Street (rear)", "Total: 3", "Yes (see below)"] {
            assert!(!is_statement(text), "{text}");
        }
    }

    #[test]
    fn pitch_of_a_typed_letter_says_nothing_and_that_of_a_listing_does() {
        let says_nothing = |paragraphs: &[(&str, bool)]| {
            let mut pitch = FixedPitch::default();
            paragraphs.iter().for_each(|(text, fixed)| pitch.add(text, if *fixed { text.len() } else { 0 }));
            pitch.says_nothing()
        };
        let sentence = "Thank you for your letter of 3 May, which we have read.";
        assert!(says_nothing(&[("14 High Street", true), ("York", true), (sentence, true)]));
        assert!(says_nothing(&[("CUT TO:", true), (sentence, true), (sentence, false)]));
        assert!(!says_nothing(&[(sentence, false), ("let x = f(y);", true)]));
        assert!(!says_nothing(&[("for (i = 0; i < n; i++) {", true), ("    a[i] = b[i];", true), ("}", true)]));
        assert!(!says_nothing(&[(sentence, false); 4]));
        assert!(says_nothing(&[
            (sentence, false),
            ("Payee: the one who is paid", true),
            ("Payer: the one who pays", true)
        ]));
        assert!(!says_nothing(&[(sentence, false), ("git fetch origin", true), ("git rebase origin/main", true)]));
    }
}
