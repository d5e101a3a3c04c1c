//! How much a drawing comes to, before it is read: what is used in several places is read and painted at each of them, so
//! that a few patterns in one another, each used twice, come to more than any time allows.

use std::collections::BTreeMap;

use resvg::usvg::roxmltree::{Document, Node};

use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, Result};

/// How deep elements and what they use may lie in one another: reading and painting them is as deep.
const MOST_DEPTH: u64 = 256;

/// Elements that style sheets give paints to.
const SHAPES: [&str; 10] = ["rect", "path", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "use"];

/// Checks what a drawing comes to.
///
/// # Errors
/// A limit.
pub(super) fn check(document: &Document<'_>, context: &Context) -> Result<()> {
    let mut costs = Costs { ids: BTreeMap::new(), styled: Vec::new(), known: BTreeMap::new(), context };
    for node in document.descendants().filter(Node::is_element) {
        context.tick(1)?;
        if let Some(id) = node.attribute("id") {
            costs.ids.entry(id).or_insert(node);
        }
        if node.tag_name().name() == "style" {
            costs.styled.extend(node.text().into_iter().flat_map(named));
        }
    }
    let cost = costs.of(document.root_element(), 0)?;
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
        let mut cost = 1_u64;
        for child in node.children().filter(Node::is_element) {
            cost = cost.saturating_add(self.of(child, depth + 1)?);
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
                let times = if hands_on(name) { node.descendants().count() as u64 } else { 1 };
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
    fn what_uses_itself_ends() {
        cost_is("<svg><g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g></svg>", 7);
    }
}
