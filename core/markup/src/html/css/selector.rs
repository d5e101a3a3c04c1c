//! Selectors (Selectors 3, as far as books need them): types, classes, ids, attribute tests, places among the
//! siblings, `:not` and its kin, the four combinators, and what stands before and after an element. A selector with
//! anything else matches nothing.

use crate::html::tree::{Content, Element, NodeId, Tree};

/// Steps of matching one selector to one element; more are only needed by selectors made to hurt.
const MAX_STEPS: u32 = 2_000;

/// A test of one element.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Test {
    Class(String),
    Id(String),
    HasAttribute(String),
    Attribute(Operator, String, String),
    /// The place among the siblings: counted from the end or not, among those of the same name or all, every so many
    /// and the first of them.
    Nth {
        last: bool,
        same: bool,
        step: i32,
        first: i32,
    },
    /// The root of the document.
    Root,
    /// None of these.
    Not(Vec<Compound>),
    /// One of these.
    Is(Vec<Compound>),
}

/// How the value of an attribute is held against another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Equals,
    /// As one of its words.
    Includes,
    /// Itself or with a hyphen after it.
    Dash,
    Begins,
    Ends,
    Holds,
}

/// What a sheet puts beside the content of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pseudo {
    Before,
    After,
    /// What marks an item of a list.
    Marker,
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
    /// What it picks, where that is not the element itself.
    pub pseudo: Option<Pseudo>,
}

impl Selector {
    /// Reads one selector; `None` where it holds something this subset does not know.
    pub fn parse(text: &str) -> Option<Selector> {
        let mut parts: Vec<(Combinator, Compound)> = Vec::new();
        let mut combinator = Combinator::Descendant;
        let (text, pseudo) = without_pseudo(text);
        let spaced = spaced(&text);
        for word in spaced.split_whitespace() {
            combinator = match word {
                ">" => Combinator::Child,
                "+" => Combinator::Next,
                "~" => Combinator::Later,
                _ => {
                    parts.push((combinator, Compound::parse(word, false)?));
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
        Some(Selector { subject, context, specificity, pseudo })
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
        let matches = self.subject.matches(tree, id, &mut steps) && self.matches_context(tree, id, 0, &mut steps);
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
                Combinator::Next | Combinator::Later => previous_element(tree, at, steps),
            };
            let Some(candidate) = candidate.filter(|_| *steps > 0) else { return false };
            *steps -= 1;
            if compound.matches(tree, candidate, steps) && self.matches_context(tree, candidate, from + 1, steps) {
                return true;
            }
            if matches!(combinator, Combinator::Child | Combinator::Next) {
                return false;
            }
            at = candidate;
        }
    }
}

/// Stands for white space between quotation marks while a selector is cut into words.
const QUOTED_SPACE: char = '\u{1}';

/// A selector without the pseudo-element at its end.
fn without_pseudo(text: &str) -> (String, Option<Pseudo>) {
    let text = text.trim().to_owned();
    for (name, pseudo) in [("before", Pseudo::Before), ("after", Pseudo::After), ("marker", Pseudo::Marker)] {
        let end = text.get(text.len().saturating_sub(name.len())..).filter(|end| end.eq_ignore_ascii_case(name));
        let rest = end.and_then(|end| text[..text.len() - end.len()].strip_suffix(':'));
        if let Some(rest) = rest {
            let rest = rest.strip_suffix(':').unwrap_or(rest);
            let alone = rest.is_empty() || rest.ends_with(|c: char| c.is_whitespace() || matches!(c, '>' | '+' | '~'));
            return (if alone { format!("{rest}*") } else { rest.to_owned() }, Some(pseudo));
        }
    }
    (text, None)
}

/// The selector with spaces around combinators, outside brackets.
fn spaced(text: &str) -> String {
    let mut out = String::new();
    let (mut brackets, mut parentheses, mut quoted) = (false, 0_u32, false);
    for c in text.chars() {
        brackets = (brackets || c == '[') && c != ']';
        quoted = brackets && (quoted != matches!(c, '"' | '\''));
        match c {
            '(' if !brackets => parentheses += 1,
            ')' if !brackets => parentheses = parentheses.saturating_sub(1),
            _ => {}
        }
        let inside = brackets || parentheses > 0;
        match c {
            '>' | '+' | '~' if !inside => out.extend([' ', c, ' ']),
            // What stands in brackets is one word.
            _ if quoted && c.is_whitespace() => out.push(QUOTED_SPACE),
            _ if inside && c.is_whitespace() => {}
            _ => out.push(c),
        }
    }
    out
}

impl Compound {
    /// Reads a compound, `nested` where it stands in the brackets of another.
    fn parse(word: &str, nested: bool) -> Option<Compound> {
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
                    let body = rest.strip_prefix(['.', '#', ':'])?;
                    let end = body.find(['.', '#', '[', ':', '(']).unwrap_or(body.len());
                    match body[end..].strip_prefix('(') {
                        Some(inside) if mark == ':' => {
                            // Looked at before what stands in it: a sheet may nest them without end.
                            // A sheet of nested tests took quadratic time and the stack.
                            let kind = Function::of(&body[..end], nested)?;
                            let (inside, after) = inside.split_at_checked(matching(inside)?)?;
                            (kind.test(inside)?, &after[1..])
                        }
                        _ => (simple_test(mark, &body[..end])?, &body[end..]),
                    }
                }
            };
            tests.push(test);
            rest = after;
        }
        Some(Compound { name, tests })
    }

    /// That of `:not` and its kin is that of what stands in it (Selectors 4, 17).
    fn specificity(&self) -> (u32, u32, u32) {
        let own = (0, 0, u32::from(self.name.is_some()));
        self.tests.iter().fold(own, |sum, test| {
            let (a, b, c) = match test {
                Test::Id(_) => (1, 0, 0),
                Test::Not(inside) | Test::Is(inside) => {
                    inside.iter().map(Compound::specificity).max().unwrap_or_default()
                }
                _ => (0, 1, 0),
            };
            (sum.0 + a, sum.1 + b, sum.2 + c)
        })
    }

    fn matches(&self, tree: &Tree, id: NodeId, steps: &mut u32) -> bool {
        let Some(element) = tree.element(id) else { return false };
        let named = self.name.as_deref().is_none_or(|name| name == element.local());
        named && self.tests.iter().all(|test| test.matches(tree, id, element, steps))
    }
}

/// Where the bracket that `text` begins in closes.
fn matching(text: &str) -> Option<usize> {
    let mut open = 0_u32;
    for (at, c) in text.char_indices() {
        match c {
            '(' => open += 1,
            ')' if open == 0 => return Some(at),
            ')' => open -= 1,
            _ => {}
        }
    }
    None
}

fn is_name(word: &str) -> bool {
    word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '|' | '\\'))
}

fn simple_test(mark: char, name: &str) -> Option<Test> {
    match mark {
        '.' if is_name(name) && !name.is_empty() => Some(Test::Class(name.to_owned())),
        '#' if is_name(name) && !name.is_empty() => Some(Test::Id(name.to_owned())),
        ':' if name == "root" => Some(Test::Root),
        ':' if name.ends_with("-child") || name.ends_with("-of-type") => place_test(name, "1"),
        // A link that nobody has visited is any link.
        ':' if name == "link" => Some(Test::HasAttribute("href".into())),
        _ => None,
    }
}

/// A test with something in brackets.
enum Function {
    /// None, or one, of several compounds.
    Not,
    Is,
    /// `nth-` of this.
    Nth(String),
}

impl Function {
    /// What a name asks for; `None` where it is not known, or holds others and stands in one that does.
    fn of(name: &str, nested: bool) -> Option<Function> {
        let name = name.to_ascii_lowercase();
        match name.as_str() {
            "not" => (!nested).then_some(Function::Not),
            "is" | "where" | "matches" | "-webkit-any" => (!nested).then_some(Function::Is),
            _ => name.strip_prefix("nth-").map(|place| Function::Nth(place.to_owned())),
        }
    }

    fn test(self, inside: &str) -> Option<Test> {
        let compounds = || -> Option<Vec<Compound>> { inside.split(',').map(str::trim).map(simple_compound).collect() };
        match self {
            Function::Not => compounds().map(Test::Not),
            Function::Is => compounds().map(Test::Is),
            Function::Nth(place) => place_test(&place, inside),
        }
    }
}

fn simple_compound(text: &str) -> Option<Compound> {
    let compound = Compound::parse(text, true).filter(|_| !text.is_empty() && !text.contains(['>', '+', '~']))?;
    // `only-child` is made of two others.
    let holds = |test: &Test| matches!(test, Test::Not(_) | Test::Is(_));
    (!compound.tests.iter().any(holds)).then_some(compound)
}

/// A place among the siblings: `first-child`, `last-of-type`, `only-child`, or `child` and the like with a count.
fn place_test(name: &str, count: &str) -> Option<Test> {
    let (last, kind) = match name.split_once('-') {
        Some(("first", kind)) => (false, kind),
        Some(("last", kind)) => (true, kind),
        Some(("only", kind)) => {
            // The only one is the first of which none is another.
            let both = [false, true].map(|last| place(last, kind, 0, 1));
            let [Some(first), Some(last)] = both else { return None };
            return Some(Test::Is(vec![Compound { name: None, tests: vec![first, last] }]));
        }
        _ => (false, name),
    };
    let (step, first) = steps_of(count)?;
    place(last, kind, step, first)
}

fn place(last: bool, kind: &str, step: i32, first: i32) -> Option<Test> {
    let same = match kind {
        "child" => false,
        "of-type" => true,
        _ => return None,
    };
    Some(Test::Nth { last, same, step, first })
}

/// `odd`, `even`, a number or `an+b` (CSS Syntax 3, 6).
fn steps_of(text: &str) -> Option<(i32, i32)> {
    let text = text.to_ascii_lowercase();
    match text.as_str() {
        "odd" => return Some((2, 1)),
        "even" => return Some((2, 0)),
        _ => {}
    }
    let number = |text: &str| text.trim_start_matches('+').parse::<i32>().ok().filter(|number| number.abs() < 1 << 20);
    match text.split_once('n') {
        None => Some((0, number(&text)?)),
        Some((step, first)) => {
            let step = match step {
                "" | "+" => 1,
                "-" => -1,
                step => number(step)?,
            };
            Some((step, if first.is_empty() { 0 } else { number(first)? }))
        }
    }
}

fn attribute_test(inside: &str) -> Option<Test> {
    let Some((name, value)) = inside.split_once('=') else { return Some(Test::HasAttribute(attribute_name(inside)?)) };
    let value = value.trim_matches(['"', '\'']).replace(QUOTED_SPACE, " ");
    let (operator, name) = match name.char_indices().next_back()? {
        (at, '~') => (Operator::Includes, &name[..at]),
        (at, '|') => (Operator::Dash, &name[..at]),
        (at, '^') => (Operator::Begins, &name[..at]),
        (at, '$') => (Operator::Ends, &name[..at]),
        (at, '*') => (Operator::Holds, &name[..at]),
        _ => (Operator::Equals, name),
    };
    Some(Test::Attribute(operator, attribute_name(name)?, value))
}

impl Operator {
    fn holds(self, value: &str, wanted: &str) -> bool {
        match self {
            Operator::Equals => value == wanted,
            Operator::Includes => value.split_ascii_whitespace().any(|word| word == wanted),
            Operator::Dash => value.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('-')),
            Operator::Begins => !wanted.is_empty() && value.starts_with(wanted),
            Operator::Ends => !wanted.is_empty() && value.ends_with(wanted),
            Operator::Holds => !wanted.is_empty() && value.contains(wanted),
        }
    }
}

/// The local part of an attribute's name; the namespace is not looked at.
fn attribute_name(text: &str) -> Option<String> {
    let local = text.rsplit('|').next().unwrap_or(text);
    (!local.is_empty() && is_name(local)).then(|| local.to_ascii_lowercase())
}

impl Test {
    fn matches(&self, tree: &Tree, id: NodeId, element: &Element, steps: &mut u32) -> bool {
        let is = |name: &str, holds: &dyn Fn(&str) -> bool| element.attribute(name).is_some_and(holds);
        match self {
            Test::Class(class) => is("class", &|value| value.split_ascii_whitespace().any(|word| word == class)),
            Test::Id(wanted) => is("id", &|value| value == wanted),
            Test::HasAttribute(name) => is(name, &|_| true),
            Test::Attribute(operator, name, wanted) => is(name, &|value| operator.holds(value, wanted)),
            Test::Nth { last, same, step, first } => {
                // Counted once for all: from each row on, a table of 50,000 striped rows used up the steps of a
                // document.
                let standing = tree.standing(id);
                let (from_first, from_last) = if *same { standing.of_name } else { standing.all };
                is_step(if *last { from_last } else { from_first } as i32, *step, *first)
            }
            Test::Root => tree.parent(id) == Some(NodeId::DOCUMENT),
            Test::Not(compounds) => !compounds.iter().any(|compound| compound.matches(tree, id, steps)),
            Test::Is(compounds) => compounds.iter().any(|compound| compound.matches(tree, id, steps)),
        }
    }
}

/// Whether a place is one of every `step`, beginning at `first`.
fn is_step(place: i32, step: i32, first: i32) -> bool {
    let from = place - first;
    if step == 0 { from == 0 } else { from % step == 0 && from / step >= 0 }
}

/// The element before among the siblings; none where finding it takes more steps than are left, as remarks between
/// elements may.
fn previous_element(tree: &Tree, id: NodeId, steps: &mut u32) -> Option<NodeId> {
    let mut at = tree.previous(id)?;
    while !matches!(tree.content(at), Content::Element(_)) {
        *steps = steps.checked_sub(1)?;
        at = tree.previous(at)?;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::{Dialect, parse};
    use transvase_base::context::Context;

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
        assert_eq!(picked("[lang^=e]"), "5");
        assert_eq!(
            (picked("[lang|=en]"), picked("[id$=a] > p.x"), picked("[class*='x y'] b")),
            ("5".into(), "23".into(), "3".into())
        );
    }

    /// Places of li in a list of seven.
    fn places(selector: &str) -> String {
        let html = "<ul><li>1<li>2<li class=x>3<li>4<li>5<li>6<li>7</ul><dl><dt>a<dd>b<dt>c</dl>";
        let tree = parse(html, Dialect::default(), &Context::default()).unwrap();
        let Some(selector) = Selector::parse(selector) else { return "refused".into() };
        let all = tree.descendants(NodeId::DOCUMENT).filter(|id| selector.matches(&tree, *id).0);
        all.map(|id| tree.text(id)).collect()
    }

    #[test]
    fn siblings_are_counted() {
        for (selector, picked) in [
            ("li:nth-child(odd)", "1357"),
            ("li:nth-child(even)", "246"),
            ("li:nth-child(3n + 1)", "147"),
            ("li:nth-child(-n+3)", "123"),
            ("li:nth-child(4)", "4"),
            ("li:nth-last-child(2)", "6"),
            ("li:nth-child(n+6)", "67"),
            ("dt:nth-of-type(2)", "c"),
            ("dl :first-of-type", "ab"),
            ("dl :last-of-type", "bc"),
            ("dd:only-of-type", "b"),
            ("dd:only-child", ""),
            ("li:not(.x):not(:first-child)", "24567"),
            ("li:not(:nth-child(2n))", "1357"),
            ("li:is(.x, :last-child)", "37"),
        ] {
            assert_eq!(places(selector), picked, "{selector}");
        }
    }

    #[test]
    fn what_stands_beside_the_content_is_told_apart() {
        let pseudo = |text| Selector::parse(text).unwrap().pseudo;
        assert_eq!(
            (pseudo("p::before"), pseudo("p.x:after"), pseudo("p")),
            (Some(Pseudo::Before), Some(Pseudo::After), None)
        );
        assert_eq!(pseudo("::before"), Some(Pseudo::Before));
        assert!(Selector::parse("before").unwrap().pseudo.is_none());
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for selector in
            ["p::first-letter", "p:not()", "", ">", "p >", "p:hover", "50%", ".", "p:not(:not(b))", "p:nth-x(2)"]
        {
            assert_eq!(picked(selector), "refused", "{selector}");
        }
    }

    #[test]
    fn tests_in_one_another_without_end_are_refused_at_once() {
        let deep = format!("p{}{}", ":not(".repeat(200_000), ")".repeat(200_000));
        assert_eq!(picked(&deep), "refused");
        assert_eq!(picked("p:not(:is(.x))"), "refused");
        assert_eq!(picked("p:not(:nth-child(1)):not(.x)"), "4");
    }

    #[test]
    fn siblings_are_counted_however_many_there_are() {
        let html = format!("<table>{}</table>", "<tr><td>x</tr> <!-- -->".repeat(20_000));
        let tree = parse(&html, Dialect::default(), &Context::default()).unwrap();
        let count = |selector: &str| {
            let selector = Selector::parse(selector).unwrap();
            tree.descendants(NodeId::DOCUMENT).filter(|id| selector.matches(&tree, *id).0).count()
        };
        assert_eq!([count("tr:nth-child(even)"), count("tr:nth-last-of-type(2n+1)")], [10_000; 2]);
        assert_eq!([count("tr:nth-child(n+19999)"), count("tr:last-child"), count("td:only-child")], [2, 1, 20_000]);
    }

    #[test]
    fn specificity_counts_ids_classes_names() {
        assert_eq!(Selector::parse("#a p.x[lang] b:first-child").unwrap().specificity, (1, 3, 2));
    }
}
