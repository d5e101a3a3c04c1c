//! Link targets, and what they are called.

use std::collections::{BTreeMap, BTreeSet};

use super::{Numbers, Slugs, each_inline, line_of};
use transvase_model::flow::{Anchor, Block, Flow, Inline, LinkTarget, Paragraph, Role, leaves};

/// What the places that links lead to are called: a heading by its words, other places by what the source calls them.
#[derive(Debug, Default)]
pub struct Anchors {
    /// Of places at or in headings.
    headings: BTreeMap<Anchor, String>,
    /// Of other places, where a link leads to them.
    others: BTreeMap<Anchor, String>,
}

impl Anchors {
    /// The places of a document.
    pub fn of(flow: &Flow) -> Anchors {
        let mut survey = Survey::default();
        for section in &flow.sections {
            survey.story(&section.blocks);
        }
        flow.notes.iter().for_each(|note| survey.story(&note.blocks));
        let Survey { mut slugs, headings, places, linked, .. } = survey;
        let others = places.into_iter().filter(|place| linked.contains(place) && !headings.contains_key(place));
        let others = others.map(|place| (place.clone(), slugs.name(&place))).collect();
        Anchors { headings, others }
    }

    /// What a link to a place names; `None` where there is no such place.
    pub fn target(&self, anchor: &str) -> Option<&str> {
        self.headings.get(anchor).or_else(|| self.others.get(anchor)).map(String::as_str)
    }

    /// The name to be given to a place in the text; `None` where no link leads to it, or to the name of a heading.
    pub fn place(&self, anchor: &str) -> Option<&str> {
        self.others.get(anchor).map(String::as_str)
    }
}

#[derive(Default)]
struct Survey {
    slugs: Slugs,
    numbers: Numbers,
    headings: BTreeMap<Anchor, String>,
    /// Every place, in the order of the text.
    places: Vec<Anchor>,
    /// Places that links lead to.
    linked: BTreeSet<Anchor>,
    /// Places in paragraphs without words, which are those of what follows.
    waiting: Vec<Anchor>,
}

impl Survey {
    fn story(&mut self, blocks: &[Block]) {
        for leaf in leaves(blocks) {
            if let Block::Paragraph(paragraph) = leaf {
                let first = self.places.len();
                each_inline(std::slice::from_ref(leaf), &mut |inline| self.inline(inline));
                self.paragraph(paragraph, first);
            }
        }
        self.waiting.clear();
    }

    /// A paragraph whose places begin with the `first`.
    fn paragraph(&mut self, paragraph: &Paragraph, first: usize) {
        let text = line_of(paragraph);
        match paragraph.role {
            Role::Title | Role::Heading(_) => {}
            _ if text.trim().is_empty() => return self.waiting.extend_from_slice(&self.places[first..]),
            _ => return self.waiting.clear(),
        }
        let label = self.numbers.label(paragraph);
        if text.trim().is_empty() {
            return;
        }
        let name = self.slugs.name(&label.into_iter().chain([text]).collect::<Vec<_>>().join(" "));
        let own = self.waiting.drain(..).chain(self.places[first..].iter().cloned());
        self.headings.extend(own.map(|place| (place, name.clone())));
    }

    fn inline(&mut self, inline: &Inline) {
        match inline {
            Inline::Anchor(place) => self.places.push(place.clone()),
            Inline::Link { target: LinkTarget::Internal(place), .. } => {
                self.linked.insert(place.clone());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{Run, Section, TextStyle};

    fn text(text: &str) -> Inline {
        Inline::Text(Run { text: text.into(), style: TextStyle::default() })
    }

    fn paragraph(role: Role, content: Vec<Inline>) -> Block {
        Block::Paragraph(Paragraph { role, content, ..Paragraph::default() })
    }

    #[test]
    fn places_at_headings_are_called_as_these_and_others_where_a_link_leads() {
        let anchor = |name: &str| Inline::Anchor(name.into());
        let link = |name: &str| Inline::Link { target: LinkTarget::Internal(name.into()), content: vec![text("see")] };
        let blocks = vec![
            paragraph(Role::Body, vec![link("a"), link("b"), link("c"), link("x"), link("nowhere")]),
            paragraph(Role::Body, vec![anchor("a")]),
            paragraph(Role::Heading(1), vec![anchor("b"), text("Why so?")]),
            paragraph(Role::Body, vec![anchor("c"), anchor("d"), text("because")]),
            paragraph(Role::Body, vec![anchor("x")]),
            paragraph(Role::Body, vec![text("Why so")]),
            paragraph(Role::Heading(2), vec![text("Why so")]),
        ];
        let flow = Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() };
        let anchors = Anchors::of(&flow);
        let names = ["a", "b", "c", "d", "x", "nowhere"].map(|place| anchors.target(place));
        assert_eq!(names, [Some("why-so"), Some("why-so"), Some("c"), None, Some("x"), None]);
        assert_eq!(["a", "c", "d"].map(|place| anchors.place(place)), [None, Some("c"), None]);
    }
}
