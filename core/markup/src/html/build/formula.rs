//! MathML in a page: presentation markup, with the TeX it was made from where the page has it.

use crate::math::MathElement;
use transvase_base::error::Result;
use transvase_model::flow::{Formula, FormulaSource, Inline, Run};

use super::super::tree::{Content, Element, NodeId, Tree};
use super::Walk;

impl Walk<'_, '_> {
    /// Puts down a formula, unless nothing of it can be read.
    ///
    /// # Errors
    /// `TimedOut`, `Cancelled`.
    pub(super) fn formula(&mut self, id: NodeId, element: &Element) -> Result<bool> {
        self.builder.context.tick(self.tree.descendants(id).count() as u64)?;
        let row = math(self.tree, id, element, 0).formula();
        if row.is_empty() {
            return Ok(false);
        }
        let run = Run { text: String::new(), style: self.builder.run_style().unwrap_or_default() };
        let mut formula = Formula::new(row, run);
        formula.display = element.attribute("display") == Some("block");
        formula.source = tex(self.tree, id).map(FormulaSource::Tex);
        self.builder.open().after_space = false;
        self.builder.push_inline(Inline::Formula(Box::new(formula)));
        Ok(true)
    }
}

/// An element with what is in it. Recursion ends at [`MathElement::MAX_DEPTH`].
fn math(tree: &Tree, id: NodeId, element: &Element, depth: usize) -> MathElement {
    let mut math = MathElement::new(element.local(), |name| element.attribute(name).map(str::to_owned));
    let mut next = tree.first_child(id).filter(|_| depth < MathElement::MAX_DEPTH);
    while let Some(child) = next {
        match tree.content(child) {
            Content::Text(text) => math.text.push_str(text),
            Content::Element(inside) => math.children.push(self::math(tree, child, inside, depth + 1)),
            Content::Document | Content::Other => {}
        }
        next = tree.next(child);
    }
    math
}

/// The TeX that a formula says it was made from (MathML 3, 5.2.1).
fn tex(tree: &Tree, id: NodeId) -> Option<String> {
    let says = |element: &Element| {
        element.local() == "annotation" && element.attribute("encoding") == Some("application/x-tex")
    };
    let found = tree.descendants(id).find(|id| tree.element(*id).is_some_and(says))?;
    Some(tree.text(found).trim().to_owned()).filter(|tex| !tex.is_empty())
}
