//! Wording of messages that count.

use std::fmt::Display;

/// A number and what it counts. Each part in brackets holds the words for one, and those for any other number.
///
/// ```
/// # use transvase_base::wording::counted;
/// assert_eq!(counted(1, "[picture was|pictures were] left out"), "1 picture was left out");
/// assert_eq!(counted(3, "[picture was|pictures were] left out"), "3 pictures were left out");
/// ```
pub fn counted(count: impl Display, words: &str) -> String {
    let mut said = format!("{count} ");
    let is_one = said == "1 ";
    let mut rest = words;
    while let Some((before, after)) = rest.split_once('[') {
        let (choice, after) = after.split_once(']').unwrap_or((after, ""));
        let (one, many) = choice.split_once('|').unwrap_or((choice, choice));
        said.extend([before, if is_one { one } else { many }]);
        rest = after;
    }
    said + rest
}
