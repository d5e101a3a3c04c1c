//! Text events by character position: bookmarks, footnotes and comments at places of the text.

use std::collections::BTreeSet;

use transvase_model::flow::Anchor;

/// What stands at a place.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Event {
    /// A place that links lead to.
    Anchor(Anchor),
    /// The mark of a note, by its number in the document.
    Note(usize),
    /// The mark of a remark, by its number in the document.
    Comment(usize),
}

/// What stands at places, in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Events {
    all: Vec<(u32, Event)>,
    names: BTreeSet<Anchor>,
}

impl Events {
    /// Notes what stands at a place.
    pub(super) fn add(&mut self, at: u32, event: Event) {
        if let Event::Anchor(name) = &event {
            self.names.insert(name.clone());
        }
        self.all.push((at, event));
    }

    /// Puts all in order: those of one place in the order in which they were noted, places that links lead to first.
    pub(super) fn sort(&mut self) {
        self.all.sort_by_key(|(at, event)| (*at, !matches!(event, Event::Anchor(_))));
    }

    /// What stands at a place.
    pub(super) fn at(&self, at: u32) -> impl Iterator<Item = &Event> {
        let begin = self.all.partition_point(|(place, _)| *place < at);
        let here = self.all.get(begin..).unwrap_or_default();
        here.iter().take_while(move |(place, _)| *place == at).map(|(_, event)| event)
    }

    /// The next place behind one where something stands.
    pub(super) fn next(&self, at: u32) -> u32 {
        self.all.get(self.all.partition_point(|(place, _)| *place <= at)).map_or(u32::MAX, |(place, _)| *place)
    }

    /// Whether there is a place of a name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}
