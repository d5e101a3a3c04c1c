//! Slugs: names of headings in links, by one function, so that a link and what it leads to agree.

use std::collections::BTreeMap;

/// What stands for a heading without a letter or a digit.
const NAMELESS: &str = "section";

/// The names given out so far; each is given once.
#[derive(Debug, Default)]
pub(crate) struct Slugs {
    /// Each name, with the number that was tried last behind it.
    taken: BTreeMap<String, u32>,
}

impl Slugs {
    /// The name of a heading: its letters and digits in lower case, spaces as hyphens, as the places where Markdown is
    /// shown name them; with a number behind it where it was given out before.
    pub(crate) fn name(&mut self, heading: &str) -> String {
        let slug = slug(heading);
        let Some(mut number) = self.taken.get(&slug).copied() else {
            self.taken.insert(slug.clone(), 0);
            return slug;
        };
        let name = loop {
            number += 1;
            let name = format!("{slug}-{number}");
            if !self.taken.contains_key(&name) {
                break name;
            }
        };
        self.taken.insert(slug, number);
        self.taken.insert(name.clone(), 0);
        name
    }
}

fn slug(heading: &str) -> String {
    let kept = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
    let name: String = heading.trim().chars().filter(|c| kept(*c)).collect();
    let name = name.to_lowercase().replace(' ', "-");
    if name.chars().any(char::is_alphanumeric) { name } else { NAMELESS.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_places_where_markdown_is_shown() {
        // By the rule of github.com: lower case, punctuation goes, a space is a hyphen, a number for what comes again.
        let mut slugs = Slugs::default();
        let names =
            ["2.1 Über uns & Co.", "What's new?", "What's new?", "…", "What's new? 1", "!"].map(|h| slugs.name(h));
        let expected = ["21-über-uns--co", "whats-new", "whats-new-1", "section", "whats-new-1-1", "section-1"];
        assert_eq!(names, expected);
    }
}
