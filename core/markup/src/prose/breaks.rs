//! Break opportunities: places at which a long word may be broken.

use transvase_model::flow::{Flow, each_run_mut, walk_mut};

/// Marks a place where a line may end (Unicode, 23.2).
const BREAK: char = '\u{200B}';

/// Takes the marks out of words in ASCII, as addresses and names of programs have them: who looks for such a word does not
/// find it with them. Where writing has no spaces they stay, since they part words.
pub(super) fn settle(flow: &mut Flow) {
    flow.each_story_mut(&mut |blocks| {
        let Ok(()) = walk_mut(blocks, &mut |paragraph| {
            each_run_mut(&mut paragraph.content, &mut |run| {
                if run.text.contains(BREAK) {
                    run.text = without_breaks(&run.text);
                }
            });
            Ok::<(), std::convert::Infallible>(())
        });
    });
}

fn without_breaks(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(BREAK) {
        out.push_str(before);
        let is_ascii = |c: Option<char>| c.is_some_and(|c| c.is_ascii_graphic());
        if !is_ascii(before.chars().next_back().or(out.chars().next_back())) && !is_ascii(after.chars().next()) {
            out.push(BREAK);
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::without_breaks;

    #[test]
    fn words_in_ascii_are_whole() {
        assert_eq!(
            without_breaks("https://\u{200B}example.org/\u{200B}\u{200B}a_\u{200B}b"),
            "https://example.org/a_b"
        );
        assert_eq!(without_breaks("ภาษา\u{200B}ไทย"), "ภาษา\u{200B}ไทย");
        assert_eq!(without_breaks("\u{200B}"), "\u{200B}");
    }
}
