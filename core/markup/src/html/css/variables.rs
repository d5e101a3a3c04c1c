//! Custom properties and `var()` (CSS Custom Properties for Cascading Variables 1).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::computed::Inherited;
use super::declaration::{self, Declaration};
use super::syntax::find;
use super::value::Length;
use transvase_model::text::css_color::Paint;

/// The custom properties of an element, by their names, with what other variables stand for put in.
pub(crate) type Variables = Arc<BTreeMap<Arc<str>, Arc<str>>>;

/// Bytes that a value may grow to. A variable that names another twice doubles it, and a chain of thirty of them would
/// come to a thousand million.
const MAX_VALUE_BYTES: usize = 4 << 10;

/// Bytes that the custom properties of one element may hold together. Large design systems have 100,000.
const MAX_BYTES: usize = 256 << 10;

/// What working out a variable counts as, and putting down that it is set, in bytes that are looked at: they take about as
/// long. A thousand variables that are set on every element are 2 ms for each.
const WORK_OF_VALUE: usize = 1_600;
const WORK_OF_NAME: usize = 80;

/// Variables that may name one another in a row, fallbacks included.
const MAX_DEPTH: usize = 32;

/// Whether a value has a variable in it.
pub(super) fn names_variable(value: &str) -> bool {
    value.as_bytes().windows(4).any(|four| four.eq_ignore_ascii_case(b"var("))
}

/// What has been worked out for an element.
pub(super) struct Resolved {
    pub variables: Variables,
    pub declarations: Vec<Declaration>,
    /// Bytes that were looked at.
    pub work: usize,
}

/// The declarations of an element, in rising order, with values for their variables. What its custom properties do not say
/// it inherits.
pub(super) fn resolve<'d>(declarations: impl Iterator<Item = &'d Declaration> + Clone, parent: &Inherited) -> Resolved {
    let mut own = BTreeMap::new();
    for declaration in declarations.clone() {
        if let Declaration::Custom(name, value) = declaration {
            own.insert(&**name, &**value);
        }
    }
    let mut element = Element { own, inherited: &parent.variables, known: BTreeMap::new(), open: Vec::new(), work: 0 };
    element.work = element.own.len() * WORK_OF_NAME;
    let variables = element.variables();
    let mut out = Vec::new();
    for declaration in declarations {
        match declaration {
            Declaration::Custom(..) => {}
            Declaration::Deferred(name, value) => match element.substitute(value, 0) {
                Some(value) => declaration::parse(name, &value, &mut out),
                None => unset(name, parent, &mut out),
            },
            other => out.push(other.clone()),
        }
    }
    Resolved { variables, declarations: out, work: element.work }
}

/// What a property says whose value is invalid at computed time (CSS Variables 1, 3.1): it is inherited, or what it is by
/// itself. Of other properties than these what was said before counts.
fn unset(name: &str, parent: &Inherited, out: &mut Vec<Declaration>) {
    match name {
        "color" => out.push(Declaration::Color(parent.color)),
        "background" | "background-color" => out.push(Declaration::Background(Paint::TRANSPARENT)),
        "width" => out.push(Declaration::Width(Length::Auto)),
        "max-width" => out.push(Declaration::MaxWidth(Length::Auto)),
        "height" => out.push(Declaration::Height(Length::Auto)),
        "margin" | "padding" => declaration::parse(name, "0", out),
        "border" | "border-top" | "border-right" | "border-bottom" | "border-left" => {
            declaration::parse(name, "none", out);
        }
        _ => {}
    }
}

/// An element whose variables are being worked out.
struct Element<'d> {
    /// The values that its own sheets give.
    own: BTreeMap<&'d str, &'d str>,
    inherited: &'d Variables,
    /// Those worked out so far; `None` is of no value.
    known: BTreeMap<&'d str, Option<Arc<str>>>,
    /// Those under way, each of which names the next.
    open: Vec<&'d str>,
    work: usize,
}

impl Element<'_> {
    /// All that hold for the element. Where it changes none they are its parent's.
    fn variables(&mut self) -> Variables {
        let mut variables = self.inherited.clone();
        let mut room = MAX_BYTES.saturating_sub(variables.iter().map(|(name, value)| name.len() + value.len()).sum());
        let own: Vec<(&str, &str)> = self.own.iter().map(|(name, value)| (*name, *value)).collect();
        for (name, raw) in own {
            // Sheets that set many on every element say the same again and again.
            if self.inherited.get(name).is_some_and(|known| **known == *raw) {
                continue;
            }
            match self.value(name, 0) {
                Some(value) if name.len() + value.len() <= room => {
                    room -= name.len() + value.len();
                    Arc::make_mut(&mut variables).insert(name.into(), value);
                }
                Some(_) => {}
                None if variables.contains_key(name) => drop(Arc::make_mut(&mut variables).remove(name)),
                None => {}
            }
        }
        variables
    }

    /// The value of a variable; `None` where it has none, or one that depends on itself (CSS Variables 1, 2.3).
    fn value(&mut self, name: &str, depth: usize) -> Option<Arc<str>> {
        let Some((name, raw)) = self.own.get_key_value(name).map(|(name, raw)| (*name, *raw)) else {
            return self.inherited.get(name).cloned();
        };
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        if let Some(first) = self.open.iter().position(|open| *open == name) {
            let circle: BTreeSet<&str> = self.open[first..].iter().copied().collect();
            self.known.extend(circle.into_iter().map(|name| (name, None)));
            return None;
        }
        self.work += WORK_OF_VALUE;
        self.open.push(name);
        let value = match raw.trim() {
            "initial" => None,
            "inherit" | "unset" => self.inherited.get(name).cloned(),
            raw => self.substitute(raw, depth).map(Arc::from),
        };
        self.open.pop();
        self.known.entry(name).or_insert(value).clone()
    }

    /// A value with what its variables stand for; `None` where one of them has no value and nothing stands in for it, and
    /// where it grows too long.
    fn substitute(&mut self, value: &str, depth: usize) -> Option<String> {
        self.work += value.len();
        if depth > MAX_DEPTH || value.len() > MAX_VALUE_BYTES {
            return None;
        }
        let mut out = String::new();
        let mut rest = value;
        while let Some(at) = reference(rest) {
            out.push_str(&rest[..at]);
            let inside = &rest[at + "var(".len()..];
            let (arguments, after) = inside.split_at(find(inside, &[')']));
            out.push_str(&self.referred(arguments, depth + 1)?);
            if out.len() > MAX_VALUE_BYTES {
                return None;
            }
            rest = after.get(1..).unwrap_or_default();
        }
        out.push_str(rest);
        (out.len() <= MAX_VALUE_BYTES).then_some(out)
    }

    /// What the arguments of a `var()` stand for.
    fn referred(&mut self, arguments: &str, depth: usize) -> Option<Arc<str>> {
        let (name, fallback) = match arguments.split_once(',') {
            Some((name, fallback)) => (name.trim(), Some(fallback)),
            None => (arguments.trim(), None),
        };
        let value = if depth > MAX_DEPTH { None } else { self.value(name, depth) };
        value.or_else(|| self.substitute(fallback?.trim(), depth).map(Arc::from))
    }
}

/// Where the first `var()` of a value begins.
fn reference(value: &str) -> Option<usize> {
    let bytes = value.as_bytes();
    let is_part_of_name = |at: usize| bytes[at].is_ascii_alphanumeric() || matches!(bytes[at], b'-' | b'_');
    let begins = |at: &usize| *at == 0 || !is_part_of_name(*at - 1);
    let mut found =
        bytes.windows(4).enumerate().filter(|(_, four)| four.eq_ignore_ascii_case(b"var(")).map(|(at, _)| at);
    found.find(begins)
}

#[cfg(test)]
mod tests {
    use super::super::computed::Computed;
    use super::super::syntax::parse_declarations;
    use std::fmt::Write as _;

    use super::*;

    fn resolved(parent: &Inherited, text: &str) -> Resolved {
        resolve(parse_declarations(text).0.iter(), parent)
    }

    fn widths(parent: &Inherited, text: &str) -> Vec<Declaration> {
        resolved(parent, text).declarations
    }

    fn parent(text: &str) -> Inherited {
        let mut inherited = Computed::default().text;
        inherited.variables = resolved(&inherited, text).variables;
        inherited
    }

    #[test]
    fn variables_stand_for_their_values() {
        let root = parent("--a: 3pt; --b: var(--a)");
        let width = |pt| vec![Declaration::Width(Length::Pt(pt))];
        assert_eq!(widths(&root, "width: var(--b)"), width(3.0));
        assert_eq!(widths(&root, "--a: 5pt; width: VAR( --a )"), width(5.0));
        // What is inherited has been worked out where it was set.
        assert_eq!(widths(&root, "--a: 5pt; width: var(--b)"), width(3.0));
        assert_eq!(widths(&root, "width: var(--A, 7pt)"), width(7.0));
        assert_eq!(widths(&root, "width: var(--x, var(--y, var(--a)))"), width(3.0));
        assert_eq!(widths(&root, "--a: initial; width: var(--a, 7pt)"), width(7.0));
        let red = parent("--rgb: 255, 0, 0");
        let color = widths(&red, "color: rgba(var(--rgb), .5)");
        assert!(matches!(color[..], [Declaration::Color(Some(Paint { alpha: 0.5, .. }))]), "{color:?}");
    }

    #[test]
    fn what_has_no_value_is_as_if_nobody_had_said_it() {
        let root = parent("");
        let said = widths(&root, "width: 2pt; width: var(--x)");
        assert_eq!(said, [Declaration::Width(Length::Pt(2.0)), Declaration::Width(Length::Auto)]);
        assert_eq!(widths(&root, "color: var(--x)"), [Declaration::Color(None)]);
    }

    #[test]
    fn circles_have_no_value() {
        let root = parent("");
        let circle =
            "--a: var(--b, 1pt); --b: var(--a, 2pt); --c: var(--c); width: var(--a, 3pt); height: var(--c, 4pt)";
        let lengths = [Declaration::Width(Length::Pt(3.0)), Declaration::Height(Length::Pt(4.0))];
        assert_eq!(widths(&root, circle), lengths);
        assert!(resolved(&root, circle).variables.is_empty());
    }

    #[test]
    fn what_doubles_again_and_again_ends() {
        let mut text = "--v0: xxxxxxxxxx;".to_owned();
        for at in 1..60 {
            let before = at - 1;
            let _ = write!(text, "--v{at}: var(--v{before}) var(--v{before});");
        }
        let nested = "var(--x,".repeat(3_000);
        let found = resolved(&parent(""), &format!("{text} width: var(--v59, 1pt); height: {nested}"));
        assert_eq!(found.declarations, [Declaration::Width(Length::Pt(1.0)), Declaration::Height(Length::Auto)]);
        assert!(found.work < 1 << 20, "{}", found.work);
    }
}
