//! CSS classes: each stands for one set of declarations.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The classes that a text needs, in the order of their first use.
#[derive(Debug, Default)]
pub struct Classes {
    numbers: BTreeMap<String, usize>,
}

impl Classes {
    /// The class of these declarations; `None` where there are none.
    pub(super) fn name(&mut self, declarations: &str) -> Option<String> {
        if declarations.is_empty() {
            return None;
        }
        let next = self.numbers.len() + 1;
        let number = *self.numbers.entry(declarations.to_owned()).or_insert(next);
        Some(format!("c{number}"))
    }

    /// Their rules.
    pub fn sheet(&self) -> String {
        let mut rules: Vec<(usize, &str)> =
            self.numbers.iter().map(|(rule, number)| (*number, rule.as_str())).collect();
        rules.sort_unstable();
        let mut sheet = String::new();
        for (number, declarations) in rules {
            let _ = writeln!(sheet, ".c{number} {{ {declarations} }}");
        }
        sheet
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_declarations_are_one_class() {
        let mut classes = Classes::default();
        let names = ["b: 1", "a: 1", "b: 1", ""].map(|declarations| classes.name(declarations));
        assert_eq!(names, [Some("c1".into()), Some("c2".into()), Some("c1".into()), None]);
        assert_eq!(classes.sheet(), ".c1 { b: 1 }\n.c2 { a: 1 }\n");
    }
}
