//! The words of labels and markers, counted through the document.

use crate::model::flow::{Flow, Label, List, ListItem, Marker, Note, NoteKind};
use crate::parts::counting;
use crate::parts::prose::Labels;

/// Counts through a document.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    labels: Labels,
    /// The count in each of the lists around, as it is written; empty in those that are not counted.
    above: Vec<String>,
}

impl Numbers {
    /// The words of a label before a paragraph.
    pub(super) fn label(&mut self, level: u8, label: &Label) -> String {
        self.labels.next(level, label)
    }

    /// The words before an item, and the number of the next one. What is in the item is told before [`Numbers::leave`].
    pub(super) fn enter(&mut self, list: &List, item: &ListItem, number: &mut u32) -> String {
        let own = item.number.unwrap_or(*number);
        *number = own.saturating_add(1);
        let Marker::Number { format, parents, prefix, suffix } = &list.marker else {
            self.above.push(String::new());
            return counting::marker(&list.marker, own).unwrap_or_default();
        };
        let count = counting::written(*format, own);
        let from = self.above.len().saturating_sub(usize::from(*parents));
        let around = self.above.iter().skip(from).filter(|count| !count.is_empty()).map(String::as_str);
        let words = format!("{prefix}{}{suffix}", around.chain([count.as_str()]).collect::<Vec<_>>().join("."));
        self.above.push(count);
        words
    }

    /// The item that was entered last is over.
    pub(super) fn leave(&mut self) {
        self.above.pop();
    }
}

/// How the notes of a document are marked where it is printed, in their order.
pub(super) fn note_labels(flow: &Flow) -> Vec<String> {
    let mut next = flow.first_notes;
    let label = |note: &Note| -> String {
        let number = match note.kind {
            NoteKind::Foot => &mut next.foot,
            NoteKind::End => &mut next.end,
        };
        note.mark.clone().unwrap_or_else(|| {
            let own = number.to_string();
            *number = number.saturating_add(1);
            own
        })
    };
    flow.notes.iter().map(label).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::flow::NumberFormat;

    #[test]
    fn items_say_the_numbers_of_those_around_and_count_on() {
        let marker = |parents| Marker::Number {
            format: NumberFormat::Decimal,
            parents,
            prefix: String::new(),
            suffix: ".".into(),
        };
        let outer = List { marker: marker(0), ..List::default() };
        let inner = List { marker: marker(1), ..List::default() };
        let (mut numbers, item) = (Numbers::default(), ListItem::default());
        let mut number = 3;
        let mut said = vec![numbers.enter(&outer, &item, &mut number)];
        said.push(numbers.enter(&inner, &item, &mut 1));
        numbers.leave();
        numbers.leave();
        said.push(numbers.enter(&outer, &item, &mut number));
        said.push(numbers.enter(&inner, &ListItem { number: Some(9), ..item }, &mut 1));
        assert_eq!(said, ["3.", "3.1.", "4.", "4.9."]);
    }
}
