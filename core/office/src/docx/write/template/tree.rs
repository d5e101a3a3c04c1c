//! XML elements of a template, written again.

use std::io::Write;

use crate::ooxml::{Tree, TreeNode};
use transvase_container::xml::XmlWriter;

/// Elements in one another; what lies deeper is left out.
const MAX_DEPTH: usize = 32;

/// Writes an element with all in it that belongs to WordprocessingML or to formulas: other namespaces need declarations
/// that are not here.
pub(in super::super) fn write<W: Write>(xml: &mut XmlWriter<W>, tree: &Tree) {
    element(xml, tree, 0);
}

fn element<W: Write>(xml: &mut XmlWriter<W>, tree: &Tree, depth: usize) {
    if !is_known(tree.tag()) || depth > MAX_DEPTH {
        return;
    }
    let attributes: Vec<(&str, &str)> = tree.attributes().filter(|(name, _)| is_known(name)).collect();
    if tree.nodes().is_empty() {
        return xml.empty(tree.tag(), &attributes);
    }
    xml.open(tree.tag(), &attributes);
    for node in tree.nodes() {
        match node {
            TreeNode::Element(inner) => element(xml, inner, depth + 1),
            TreeNode::Text(text) => xml.text(text),
        }
    }
    xml.close(tree.tag());
}

fn is_known(name: &str) -> bool {
    name.starts_with("w:") || name.starts_with("m:")
}
