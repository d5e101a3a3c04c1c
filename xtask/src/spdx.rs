//! Licence expressions (SPDX specification 2.3, annex D), as far as crates use them.

/// Whether `expression` can be met with licences for which `allowed` holds. A slash, the old way to
/// write it, counts as OR.
pub fn is_allowed(expression: &str, allowed: &dyn Fn(&str) -> bool) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut parser = Parser { words: &words, allowed };
    let met = parser.any();
    met && parser.words.is_empty()
}

struct Parser<'a> {
    words: &'a [&'a str],
    allowed: &'a dyn Fn(&str) -> bool,
}

impl<'a> Parser<'a> {
    fn take(&mut self) -> Option<&'a str> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first)
    }

    fn next_is(&mut self, word: &str) -> bool {
        let is = self.words.first() == Some(&word);
        if is {
            self.words = &self.words[1..];
        }
        is
    }

    /// `a OR b`
    fn any(&mut self) -> bool {
        let mut met = self.all();
        while self.next_is("OR") {
            met |= self.all();
        }
        met
    }

    /// `a AND b`, which binds more tightly.
    fn all(&mut self) -> bool {
        let mut met = self.one();
        while self.next_is("AND") {
            met &= self.one();
        }
        met
    }

    /// `(...)`, `licence` or `licence WITH exception`.
    fn one(&mut self) -> bool {
        if self.next_is("(") {
            let met = self.any();
            return self.next_is(")") && met;
        }
        let Some(licence) = self.take() else { return false };
        if self.next_is("WITH") {
            let exception = self.take().unwrap_or_default();
            return (self.allowed)(&format!("{licence} WITH {exception}"));
        }
        (self.allowed)(licence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_met_as_the_specification_says() {
        let allowed = |licence: &str| ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception"].contains(&licence);
        for good in ["MIT", "MIT OR GPL-3.0", "GPL-3.0/MIT", "MIT AND Apache-2.0", "(GPL-3.0 OR MIT) AND Apache-2.0"] {
            assert!(is_allowed(good, &allowed), "{good}");
        }
        assert!(is_allowed("Apache-2.0 WITH LLVM-exception OR X", &allowed));
        for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT", "MIT MIT", "MIT WITH x", "GPL-2.0 OR MIT AND GPL-3.0"] {
            assert!(!is_allowed(bad, &allowed), "{bad}");
        }
    }
}
