//! How much a drawing comes to, before it is read: what is used in several places is read and painted at each of them, so
//! that a few patterns in one another, each used twice, come to more than any time allows.

use std::collections::BTreeMap;

use resvg::usvg::roxmltree::{Document, Node};

use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, Result};

/// How deep elements and what they use may lie in one another: reading and painting them is as deep.
const MOST_DEPTH: u64 = 256;

/// Elements that a letter comes to: it is shaped, placed, and painted as an outline of its own.
const LETTER: u64 = 20;

/// Of a line of so many letters each comes to one element more: usvg 0.47 looks for every letter among all of its line,
/// so that 96,000 in one take 3.5 seconds, half of them 0.8.
const LINE: u64 = 800;

/// Attributes of an element, by their equals signs, above which its reader takes the square of their number.
const MOST_ATTRIBUTES: usize = 10_000;

/// Checks that no element has attributes beyond counting, before the text is parsed: each is held against all others.
///
/// # Errors
/// A limit.
pub(super) fn check_attributes(text: &str, context: &Context) -> Result<()> {
    let tags = text.split('<').filter(|tag| tag.starts_with(|first: char| first.is_alphabetic() || first == '_'));
    let many = tags
        .filter_map(|tag| tag.split('>').next())
        .find(|tag| tag.len() > MOST_ATTRIBUTES && tag.bytes().filter(|byte| *byte == b'=').count() > MOST_ATTRIBUTES);
    many.map_or(Ok(()), |_| context.check(Limit::attributes, MOST_ATTRIBUTES as u64))
}

/// Elements that style sheets give paints to.
const SHAPES: [&str; 10] = ["rect", "path", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "use"];

/// Selectors of style sheets that are held against an element in the time that it takes: each against each, at 14 ns.
const MATCHES: u64 = 32;

/// Checks what a drawing comes to.
///
/// # Errors
/// A limit.
pub(super) fn check(document: &Document<'_>, context: &Context) -> Result<()> {
    let mut costs = Costs { ids: BTreeMap::new(), styled: Vec::new(), known: BTreeMap::new(), context };
    let (mut elements, mut rules) = (0_u64, 0_u64);
    for node in document.descendants().filter(Node::is_element) {
        context.tick(1)?;
        elements += 1;
        if let Some(id) = node.attribute("id") {
            costs.ids.entry(id).or_insert(node);
        }
        if node.tag_name().name() == "style" {
            let text = node.text().unwrap_or_default();
            costs.styled.extend(named(text));
            rules += text.bytes().filter(|byte| matches!(byte, b'{' | b',')).count() as u64;
        }
    }
    let cost = costs.of(document.root_element(), 0)?.saturating_add(elements.saturating_mul(rules) / MATCHES);
    context.check(Limit::elements, cost)
}

struct Costs<'d, 'c> {
    ids: BTreeMap<&'d str, Node<'d, 'd>>,
    /// What style sheets name.
    styled: Vec<&'d str>,
    /// What is known already; 0 while it is found out, since what uses itself is not painted.
    known: BTreeMap<usize, u64>,
    context: &'c Context,
}

impl<'d> Costs<'d, '_> {
    /// Elements that one comes to.
    fn of(&mut self, node: Node<'d, 'd>, depth: u64) -> Result<u64> {
        self.context.tick(4)?;
        if let Some(known) = self.known.get(&node.id().get_usize()) {
            return Ok(*known);
        }
        if depth > MOST_DEPTH {
            return Err(Error::limit(Limit::xml_depth.key(), MOST_DEPTH, depth));
        }
        self.known.insert(node.id().get_usize(), 0);
        self.context.check(Limit::attributes, node.attributes().len() as u64)?;
        node.attribute("d").map_or(Ok(()), check_closings)?;
        let mut cost = 1_u64;
        for child in node.children() {
            let inner = match child.text().filter(|_| child.is_text() && is_set(node)) {
                Some(words) => words.chars().count() as u64 * LETTER,
                None if child.is_element() => self.of(child, depth + 1)?,
                None => 0,
            };
            cost = cost.saturating_add(inner);
        }
        if node.tag_name().name() == "text" {
            let letters = words(node);
            cost = cost.saturating_add(letters.saturating_mul(letters) / LINE);
        }
        cost = cost.saturating_add(self.used(node, depth)?);
        self.known.insert(node.id().get_usize(), cost);
        Ok(cost)
    }

    /// Elements that those which one uses come to. Paints are handed on to all that is in it.
    fn used(&mut self, node: Node<'d, 'd>, depth: u64) -> Result<u64> {
        let mut cost = 0_u64;
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            if name == "href" {
                cost = cost.saturating_add(self.target(value.strip_prefix('#').unwrap_or_default(), depth)?);
            }
            for id in named(value) {
                let times = if hands_on(name) { node.descendants().map(|node| places(node, name)).sum() } else { 1 };
                self.context.tick(times)?;
                cost = cost.saturating_add(self.target(id, depth)?.saturating_mul(times));
            }
        }
        if SHAPES.contains(&node.tag_name().name()) {
            for at in 0..self.styled.len() {
                cost = cost.saturating_add(self.target(self.styled[at], depth)?);
            }
        }
        Ok(cost)
    }

    fn target(&mut self, id: &str, depth: u64) -> Result<u64> {
        self.ids.get(id).copied().map_or(Ok(0), |node| self.of(node, depth + 1))
    }
}

/// Whether a property is handed on to what is in an element (SVG 2, 13.2 and 13.7); styles may hold such.
fn hands_on(name: &str) -> bool {
    matches!(name, "fill" | "stroke" | "style") || name.starts_with("marker")
}

/// Closings of a path in a row, each of which svgtypes 0.16 calls itself for: 300,000 of them end the stack.
const MOST_CLOSINGS: usize = 10_000;

/// Checks that a path does not close again and again.
fn check_closings(path: &str) -> Result<()> {
    let mut run = 0;
    for byte in path.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
        run = if matches!(byte, b'z' | b'Z') { run + 1 } else { 0 };
        if run > MOST_CLOSINGS {
            return Err(Error::malformed("a path of the drawing is closed thousands of times"));
        }
    }
    Ok(())
}

/// At how many places of an element a paint or a marker that it is handed is painted: a marker at each corner (SVG 2,
/// 13.7), of which there are no more than numbers in a path.
fn places(node: Node<'_, '_>, name: &str) -> u64 {
    let is_marker = name.starts_with("marker") || name == "style";
    let outline = node.attribute("d").or_else(|| node.attribute("points")).filter(|_| is_marker);
    outline.map_or(1, |outline| outline.split(|c: char| !c.is_ascii_digit() && c != '.').count() as u64)
}

/// Letters of an element, at any depth.
fn words(node: Node<'_, '_>) -> u64 {
    node.descendants().filter(Node::is_text).filter_map(|text| text.text()).map(|text| text.len() as u64).sum()
}

/// Whether the text of an element is set in letters.
fn is_set(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "text" | "tspan" | "textPath" | "tref" | "a")
}

/// The ids that a value names, as in `url(#id)`.
fn named(value: &str) -> impl Iterator<Item = &str> {
    value.split("url(").skip(1).filter_map(|rest| {
        let id = rest.split(')').next()?.trim_matches(|c: char| c.is_whitespace() || c == '"' || c == '\'');
        id.strip_prefix('#')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::context::Limits;
    use transvase_base::options::Options;

    fn cost_is(text: &str, expected: u64) {
        let document = Document::parse(text).unwrap();
        let within = |elements| Context::new(Options::default(), Limits { elements, ..Limits::default() });
        assert!(check(&document, &within(expected)).is_ok(), "{text}");
        assert!(check(&document, &within(expected - 1)).is_err(), "{text}");
    }

    #[test]
    fn what_is_used_counts_where_it_is_used() {
        cost_is("<svg><g><path/></g></svg>", 3);
        // The pattern and its path count where they stand, and where it is used; a group hands it on to its two shapes.
        let pattern = "<pattern id='p'><path/></pattern>";
        cost_is(&format!("<svg>{pattern}<rect fill='url(#p)'/></svg>"), 6);
        cost_is(&format!("<svg>{pattern}<g style='fill: url(\"#p\")'><rect/><rect/></g></svg>"), 12);
        cost_is(&format!("<svg>{pattern}<use href='#p'/><style>a {{fill:url(#p)}}</style></svg>"), 9);
    }

    #[test]
    fn attributes_are_counted_before_they_are_compared() {
        let with = |count: usize| (0..count).map(|at| format!(" a{at}='='")).collect::<String>();
        let checked = |text: &str| check_attributes(text, &Context::default());
        assert!(checked(&format!("<svg{}/>", with(5_001))).is_err());
        assert!(checked(&format!("<svg><g{}/>{}</svg>", with(900), "=".repeat(20_000))).is_ok());
        let document = format!("<svg{}/>", with(1_001));
        assert!(check(&Document::parse(&document).unwrap(), &Context::default()).is_err());
    }

    #[test]
    fn paths_that_close_without_end_are_refused() {
        let closed = |count: usize| format!("<svg><path d='M0 0L9 9{}'/></svg>", "z ".repeat(count));
        let checked = |text: &str| check(&Document::parse(text).unwrap(), &Context::default());
        assert!(checked(&closed(9)).is_ok() && checked(&closed(300_000)).is_err());
    }

    #[test]
    fn letters_and_markers_are_counted() {
        cost_is("<svg><title>not set</title><text>ab<tspan>c</tspan></text></svg>", 4 + 3 * LETTER);
        let marker = "<marker id='m'><path/></marker>";
        cost_is(&format!("<svg>{marker}<path marker-mid='url(#m)' d='M0,0L1,1h9'/></svg>"), 4 + 2 * 6);
        cost_is(&format!("<svg>{marker}<g style='marker:url(#m)'><path d='M1'/><path d='M1 2'/></g></svg>"), 6 + 2 * 6);
    }

    #[test]
    fn what_uses_itself_ends() {
        cost_is("<svg><g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g></svg>", 7);
    }
}
