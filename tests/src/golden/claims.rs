//! What the maker of a document says that it is, beside the document as `NAME.truth`: one claim a line, in
//! reading order. The kinds are listed in `tests/golden/README.md`.

use super::facts::Fact;

/// A claim, as a fact that has to be found.
pub type Claim = Fact;

/// Kinds that stand beside the text, wherever they are told.
const BESIDE: [&str; 5] = ["header", "footer", "note", "comment", "link"];

/// Reads the claims of a document.
pub fn parse(text: &str) -> Vec<Claim> {
    let claim = |line: &str| {
        let (kind, text) = line.split_once(':').unwrap_or((line, ""));
        Claim::new(kind.trim(), text)
    };
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(claim).collect()
}

/// The claims that the facts do not bear out: those of the text one after the other, the others anywhere.
pub fn unmet(claims: &str, facts: &[Fact]) -> Vec<String> {
    let mut unmet = Vec::new();
    let mut at = 0;
    for claim in parse(claims) {
        let met = if BESIDE.contains(&claim.kind.as_str()) {
            facts.iter().any(|fact| bears_out(fact, &claim))
        } else {
            let found = facts.get(at..).unwrap_or_default().iter().position(|fact| bears_out(fact, &claim));
            at += found.map_or(0, |steps| steps + 1);
            found.is_some()
        };
        if !met {
            unmet.push(format!("{}: {}", claim.kind, claim.text).trim_end_matches(": ").to_owned());
        }
    }
    unmet
}

/// Whether a fact is what a claim says. The number of a numbered heading or item may be kept as a number, and
/// entries of contents are paragraphs to whoever wrote them.
fn bears_out(fact: &Fact, claim: &Claim) -> bool {
    let kind = fact.kind == claim.kind || (fact.kind.starts_with("contents") && claim.kind == "paragraph");
    let unnumbered = || {
        let number = claim.text.strip_suffix(&fact.text)?.strip_suffix(' ')?;
        (!fact.text.is_empty() && number.len() <= 8 && !number.contains(' ')).then_some(())
    };
    kind && (fact.text == claim.text || (claim.kind.starts_with("heading") && unnumbered().is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_met_in_order_and_others_anywhere() {
        let facts = [
            Fact::new("heading 1", "Title"),
            Fact::new("paragraph", "One  two"),
            Fact::new("row", "a | b"),
            Fact::new("footer", "Page #"),
        ];
        assert!(unmet("heading 1: 1. Title\nfooter: Page #\nparagraph: One two\nrow: a | b\n", &facts).is_empty());
        let wrong = unmet("paragraph: One two\nheading 1: Title\nitem 1: One two", &facts);
        assert_eq!(wrong, ["heading 1: Title", "item 1: One two"]);
    }
}
