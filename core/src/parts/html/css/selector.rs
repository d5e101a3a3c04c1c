//! Selectors (Selectors 3, as far as books need them): types, classes, ids, simple attribute tests,
//! first and last child, and the four combinators. A selector with anything else matches nothing.

use crate::parts::html::tree::{Content, Element, NodeId, Tree};

/// Steps of matching one selector to one element; more are only needed by selectors made to hurt.
const MAX_STEPS: u32 = 2_000;

/// A test of one element.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Test {
    Class(String),
    Id(String),
    HasAttribute(String),
    AttributeIs(String, String),
    AttributeIncludes(String, String),
    FirstChild,
    LastChild,
}

/// What stands between combinators.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Compound {
    /// The element's name; `None` for `*`.
    name: Option<String>,
    tests: Vec<Test>,
}

/// How an element relates to the one a compound to its right has matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Combinator {
    Descendant,
    Child,
    Next,
    Later,
}

/// What the rightmost compound asks for, to find candidates fast.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    Id(String),
    Class(String),
    Name(String),
    Any,
}

/// A complex selector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Selector {
    /// The rightmost compound.
    subject: Compound,
    /// The compounds to its left, from right to left, with what joins each to the one before.
    context: Vec<(Combinator, Compound)>,
    /// Ids, classes and the like, names (Selectors 3, 9).
    pub specificity: (u32, u32, u32),
}

impl Selector {
    /// Reads one selector; `None` where it holds something this subset does not know.
    pub fn parse(text: &str) -> Option<Selector> {
        let mut parts: Vec<(Combinator, Compound)> = Vec::new();
        let mut combinator = Combinator::Descendant;
        let spaced = spaced(text);
        for word in spaced.split_whitespace() {
            combinator = match word {
                ">" => Combinator::Child,
                "+" => Combinator::Next,
                "~" => Combinator::Later,
                _ => {
                    parts.push((combinator, Compound::parse(word)?));
                    Combinator::Descendant
                }
            };
        }
        if combinator != Combinator::Descendant {
            return None;
        }
        let specificity = parts.iter().fold((0, 0, 0), |sum, (_, compound)| {
            let (a, b, c) = compound.specificity();
            (sum.0 + a, sum.1 + b, sum.2 + c)
        });
        // Each combinator belongs to the compound at its left from here on.
        let (mut joint, subject) = parts.pop()?;
        let mut context = Vec::new();
        while let Some((next, compound)) = parts.pop() {
            context.push((joint, compound));
            joint = next;
        }
        Some(Selector { subject, context, specificity })
    }

    /// What to find this selector by.
    pub fn key(&self) -> Key {
        let tests = || self.subject.tests.iter();
        let id = tests().find_map(|test| if let Test::Id(id) = test { Some(Key::Id(id.clone())) } else { None });
        let class =
            || tests().find_map(|test| if let Test::Class(c) = test { Some(Key::Class(c.clone())) } else { None });
        let name = || self.subject.name.clone().map(Key::Name);
        id.or_else(class).or_else(name).unwrap_or(Key::Any)
    }

    /// Whether the selector picks the element, and the steps it took to tell.
    pub fn matches(&self, tree: &Tree, id: NodeId) -> (bool, u32) {
        let mut steps = MAX_STEPS;
        let matches = self.subject.matches(tree, id) && self.matches_context(tree, id, 0, &mut steps);
        (matches, 1 + MAX_STEPS - steps)
    }

    /// Whether the compounds from `from` on match around `id`. Recursion is as deep as the selector
    /// has compounds, and `steps` ends what backtracks too much.
    fn matches_context(&self, tree: &Tree, id: NodeId, from: usize, steps: &mut u32) -> bool {
        let Some((combinator, compound)) = self.context.get(from) else { return true };
        let mut at = id;
        loop {
            let candidate = match combinator {
                Combinator::Descendant | Combinator::Child => tree.parent(at),
                Combinator::Next | Combinator::Later => previous_element(tree, at),
            };
            let Some(candidate) = candidate.filter(|_| *steps > 0) else { return false };
            *steps -= 1;
            if compound.matches(tree, candidate) && self.matches_context(tree, candidate, from + 1, steps) {
                return true;
            }
            if matches!(combinator, Combinator::Child | Combinator::Next) {
                return false;
            }
            at = candidate;
        }
    }
}

/// The selector with spaces around combinators, outside brackets.
fn spaced(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for c in text.chars() {
        inside = (inside || c == '[') && c != ']';
        match c {
            '>' | '+' | '~' if !inside => out.extend([' ', c, ' ']),
            // An attribute test is one word.
            _ if inside && c.is_whitespace() => {}
            _ => out.push(c),
        }
    }
    out
}

impl Compound {
    fn parse(word: &str) -> Option<Compound> {
        let end = word.find(['.', '#', '[', ':']).unwrap_or(word.len());
        let (name, mut rest) = word.split_at(end);
        if !is_name(name.trim_start_matches('*')) && !matches!(name, "" | "*") {
            return None;
        }
        let name = (!matches!(name, "" | "*")).then(|| name.to_ascii_lowercase());
        let mut tests = Vec::new();
        while let Some(mark) = rest.chars().next() {
            let (test, after) = match mark {
                '[' => {
                    let (inside, after) = rest[1..].split_once(']')?;
                    (attribute_test(inside)?, after)
                }
                _ => {
                    let body = &rest[1..];
                    let end = body.find(['.', '#', '[', ':']).unwrap_or(body.len());
                    (simple_test(mark, &body[..end])?, &body[end..])
                }
            };
            tests.push(test);
            rest = after;
        }
        Some(Compound { name, tests })
    }

    fn specificity(&self) -> (u32, u32, u32) {
        let ids = self.tests.iter().filter(|test| matches!(test, Test::Id(_))).count() as u32;
        (ids, self.tests.len() as u32 - ids, u32::from(self.name.is_some()))
    }

    fn matches(&self, tree: &Tree, id: NodeId) -> bool {
        let Some(element) = tree.element(id) else { return false };
        let named = self.name.as_deref().is_none_or(|name| name == element.local());
        named && self.tests.iter().all(|test| test.matches(tree, id, element))
    }
}

fn is_name(word: &str) -> bool {
    word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '|' | '\\'))
}

fn simple_test(mark: char, name: &str) -> Option<Test> {
    match mark {
        '.' if is_name(name) && !name.is_empty() => Some(Test::Class(name.to_owned())),
        '#' if is_name(name) && !name.is_empty() => Some(Test::Id(name.to_owned())),
        ':' if name == "first-child" => Some(Test::FirstChild),
        ':' if name == "last-child" => Some(Test::LastChild),
        // A link that nobody has visited is any link.
        ':' if name == "link" => Some(Test::HasAttribute("href".into())),
        _ => None,
    }
}

fn attribute_test(inside: &str) -> Option<Test> {
    let Some((name, value)) = inside.split_once('=') else { return Some(Test::HasAttribute(attribute_name(inside)?)) };
    let value = value.trim_matches(['"', '\'']).to_owned();
    match name.strip_suffix('~') {
        Some(name) => Some(Test::AttributeIncludes(attribute_name(name)?, value)),
        None => Some(Test::AttributeIs(attribute_name(name)?, value)),
    }
}

/// The local part of an attribute's name; the namespace is not looked at.
fn attribute_name(text: &str) -> Option<String> {
    let local = text.rsplit('|').next().unwrap_or(text);
    (!local.is_empty() && is_name(local)).then(|| local.to_ascii_lowercase())
}

impl Test {
    fn matches(&self, tree: &Tree, id: NodeId, element: &Element) -> bool {
        let is = |name: &str, holds: &dyn Fn(&str) -> bool| element.attribute(name).is_some_and(holds);
        match self {
            Test::Class(class) => is("class", &|value| value.split_ascii_whitespace().any(|word| word == class)),
            Test::Id(wanted) => is("id", &|value| value == wanted),
            Test::HasAttribute(name) => is(name, &|_| true),
            Test::AttributeIs(name, wanted) => is(name, &|value| value == wanted),
            Test::AttributeIncludes(name, wanted) => {
                is(name, &|value| value.split_ascii_whitespace().any(|word| word == wanted))
            }
            Test::FirstChild => previous_element(tree, id).is_none(),
            Test::LastChild => std::iter::successors(tree.next(id), |next| tree.next(*next))
                .take(64)
                .all(|next| tree.element(next).is_none()),
        }
    }
}

/// The element before among the siblings. Sheets that ask are few, and text between elements is one
/// node.
fn previous_element(tree: &Tree, id: NodeId) -> Option<NodeId> {
    let mut at = tree.previous(id)?;
    while !matches!(tree.content(at), Content::Element(_)) {
        at = tree.previous(at)?;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Context;
    use crate::parts::html::{Dialect, parse};

    /// Texts of the elements a selector picks.
    fn picked(selector: &str) -> String {
        let html =
            "<div id=a class='x y'><p>1<p class=x>2<b>3</b></div><p>4</p><ul><li lang=en>5<li epub:type='a b'>6</ul>";
        let tree = parse(html, Dialect::default(), &Context::default()).unwrap();
        let Some(selector) = Selector::parse(selector) else { return "refused".into() };
        let all = tree.descendants(NodeId::DOCUMENT).filter(|id| selector.matches(&tree, *id).0);
        all.map(|id| tree.text(id)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn compounds_and_combinators() {
        assert_eq!(picked("p"), "1 23 4");
        assert_eq!(picked("P.x"), "23");
        assert_eq!(picked("div.x.y b"), "3");
        assert_eq!(picked("#a > b"), "");
        assert_eq!(picked("#a>p>b"), "3");
        assert_eq!(picked("p+p"), "23");
        assert_eq!(picked("div~p"), "4");
        assert_eq!(picked("li:first-child"), "5");
        assert_eq!(picked("li:last-child"), "6");
        assert_eq!(picked("[lang=\"en\"]"), "5");
        assert_eq!(picked("[epub|type ~= b]"), "6");
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for selector in ["p::first-letter", "p:not(.x)", "", ">", "p >", "p:hover", "50%", "."] {
            assert_eq!(picked(selector), "refused", "{selector}");
        }
    }

    #[test]
    fn specificity_counts_ids_classes_names() {
        assert_eq!(Selector::parse("#a p.x[lang] b:first-child").unwrap().specificity, (1, 3, 2));
    }
}
