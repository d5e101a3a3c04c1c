//! Counters: what sheets count, and what lists count by themselves (CSS Lists 3, 4).

use std::sync::Arc;

use super::super::css::{Changes, Computed, Display, ListStyle};
use super::super::tree::{Element, NodeId, Tree};
use super::Walk;

/// The counter of the items of lists (CSS Lists 3, 4.6).
const LIST_ITEM: &str = "list-item";

/// Counters at a time; others are not counted.
const MAX_COUNTERS: usize = 1_000;

/// A counter, which is there for the siblings of the element that began it and for all in them.
#[derive(Debug)]
struct Counter {
    name: Arc<str>,
    /// Elements around the one that began it.
    depth: usize,
    value: i32,
    /// Lists may count backwards.
    step: i32,
}

/// The counters that are there, from the outermost.
#[derive(Debug, Default)]
pub(super) struct Counters(Vec<Counter>);

impl Counters {
    /// Ends those that were begun in an element with `depth` elements around it.
    pub fn leave(&mut self, depth: usize) {
        while self.0.pop_if(|counter| counter.depth > depth).is_some() {}
    }

    fn begin(&mut self, name: &Arc<str>, depth: usize, value: i32, step: i32) {
        let count = self.0.len();
        match self.0.iter_mut().rfind(|known| known.depth == depth && known.name == *name) {
            Some(known) => (known.value, known.step) = (value, step),
            None if count < MAX_COUNTERS => self.0.push(Counter { name: name.clone(), depth, value, step }),
            None => {}
        }
    }

    /// Changes the innermost counter of a name; one that is nowhere begins here.
    fn change(&mut self, name: &Arc<str>, depth: usize, change: impl Fn(&Counter) -> i32) {
        if !self.0.iter().any(|known| known.name == *name) {
            self.begin(name, depth, 0, 1);
        }
        if let Some(known) = self.0.iter_mut().rfind(|known| known.name == *name) {
            known.value = change(known);
        }
    }

    /// What a style does to counters, of an element with `depth` elements around it.
    pub fn apply(&mut self, style: &Computed, depth: usize) {
        let all = |changes: &Option<Changes>| changes.clone().into_iter().flat_map(|all| all.to_vec());
        all(&style.counter_reset).for_each(|(name, value)| self.begin(&name, depth, value, 1));
        all(&style.counter_increment)
            .for_each(|(name, by)| self.change(&name, depth, |it| it.value.saturating_add(by)));
        all(&style.counter_set).for_each(|(name, value)| self.change(&name, depth, |_| value));
    }

    /// The number of the item under way, and whether its list counts backwards.
    pub fn item(&self) -> (i32, bool) {
        let item = self.0.iter().rfind(|known| &*known.name == LIST_ITEM);
        item.map_or((1, false), |item| (item.value, item.step < 0))
    }

    /// The number that the list under way begins with.
    pub fn first_item(&self) -> i32 {
        let list = self.0.iter().rfind(|known| &*known.name == LIST_ITEM);
        list.map_or(1, |list| list.value.saturating_add(list.step))
    }

    /// The innermost counter of a name as it is written; one that is nowhere is zero.
    pub fn written(&self, name: &str, style: &ListStyle) -> String {
        style.count(self.0.iter().rfind(|known| &*known.name == name).map_or(0, |known| known.value))
    }

    /// All counters of a name.
    pub fn all_written(&self, name: &str, between: &str, style: &ListStyle) -> String {
        let named = self.0.iter().filter(|known| &*known.name == name);
        let counts: Vec<String> = named.map(|known| style.count(known.value)).collect();
        if counts.is_empty() { style.count(0) } else { counts.join(between) }
    }
}

impl Walk<'_, '_> {
    /// Counts an element that is about to be opened.
    pub(super) fn count(&mut self, id: NodeId, element: &Element, style: &Computed) {
        let depth = self.builder.levels.len();
        let counters = &mut self.builder.counters;
        let number = |name| element.attribute(name).and_then(|number| number.trim().parse::<i32>().ok());
        match element.local() {
            "ol" => {
                let step = if element.attribute("reversed").is_some() { -1 } else { 1 };
                let first = number("start").unwrap_or_else(|| if step < 0 { items(self.tree, id) } else { 1 });
                counters.begin(&LIST_ITEM.into(), depth, first.saturating_sub(step), step);
            }
            "ul" | "menu" | "dir" => counters.begin(&LIST_ITEM.into(), depth, 0, 1),
            _ if style.display == Display::ListItem => {
                let value = number("value");
                let next = |item: &Counter| item.value.saturating_add(item.step);
                counters.change(&LIST_ITEM.into(), depth, |item| value.unwrap_or_else(|| next(item)));
            }
            _ => {}
        }
        counters.apply(style, depth);
    }
}

/// The items of a list.
fn items(tree: &Tree, list: NodeId) -> i32 {
    let children = std::iter::successors(tree.first_child(list), |child| tree.next(*child));
    let items = children.filter(|id| tree.element(*id).is_some_and(|element| element.local() == "li"));
    i32::try_from(items.count()).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_end_with_what_they_were_begun_in() {
        let name: Arc<str> = "c".into();
        let mut counters = Counters::default();
        counters.begin(&name, 1, 4, 1);
        counters.begin(&name, 3, 2, 1);
        counters.change(&name, 3, |it| it.value + 1);
        assert_eq!(counters.all_written("c", ".", &ListStyle::default()), "4.3");
        counters.leave(1);
        counters.begin(&name, 1, 9, 1);
        assert_eq!(counters.all_written("c", ".", &ListStyle::default()), "9");
        assert_eq!(counters.written("other", &ListStyle::default()), "0");
    }
}
