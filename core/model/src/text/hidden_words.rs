//! Hidden text: the warning about words that nobody sees and that are left out.

use crate::flow::HiddenWords;
use transvase_base::context::Context;
use transvase_base::warning::{Warning, WarningCode};

/// Says once how many words were left out, and how they are hidden.
pub fn warn(words: &HiddenWords, context: &Context) {
    if words.total() > 0 {
        let (code, message) = (WarningCode::HiddenTextDropped, message(words));
        context.warn(match words.page() {
            Some(page) => Warning::on_page(page, code, message),
            None => Warning::new(code, message),
        });
    }
}

fn message(words: &HiddenWords) -> String {
    let kinds: Vec<String> = words.kinds().map(|(hidden, words)| format!("{words} {}", hidden.reason())).collect();
    let total = words.total();
    let (noun, verb) = if total == 1 { ("word", "was") } else { ("words", "were") };
    format!("{total} hidden {noun} {verb} left out: {}", kinds.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::Hidden;

    #[test]
    fn each_kind_is_told_with_its_number_of_words() {
        let mut words = HiddenWords::default();
        words.count("one two", Hidden::Tiny, None);
        words.count(" ", Hidden::Layer, None);
        words.count("three", Hidden::Unpainted, None);
        let said = "3 hidden words were left out: 1 not painted, 2 less than a point high";
        assert_eq!(message(&words), said);
    }
}
