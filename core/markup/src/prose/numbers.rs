//! Numbering: the words of labels and markers, counted through a document.

use transvase_model::flow::{Label, Marker, Paragraph, Role};
use transvase_model::text::counting;

/// Counts through a document in the order of its text. Labels and markers deeper down may say the numbers of those above.
#[derive(Debug, Default)]
pub struct Numbers {
    /// The count of the headings above the text at hand at each level, as it is written; empty where they are not counted.
    headings: Vec<String>,
    /// The count in each of the lists around, in the same way.
    lists: Vec<String>,
}

impl Numbers {
    /// The words of the label of a paragraph. One that is no heading stands below the headings above it, and leaves their
    /// counts alone.
    pub fn label(&mut self, paragraph: &Paragraph) -> Option<String> {
        let label = paragraph.label.as_ref()?;
        match paragraph.role {
            Role::Title => self.heading(1, label),
            Role::Heading(level) => self.heading(level, label),
            _ => counting::marker(&label.marker, label.number, &self.headings),
        }
    }

    fn heading(&mut self, level: u8, label: &Label) -> Option<String> {
        self.headings.resize(usize::from(level.max(1)) - 1, String::new());
        let words = counting::marker(&label.marker, label.number, &self.headings);
        self.headings.push(count(&label.marker, label.number));
        words
    }

    /// The words before an item of a list. What is in the item is told before [`Numbers::leave`].
    pub fn enter(&mut self, marker: &Marker, number: u32) -> Option<String> {
        let words = counting::marker(marker, number, &self.lists);
        self.lists.push(count(marker, number));
        words
    }

    /// The item that was entered last is over.
    pub fn leave(&mut self) {
        self.lists.pop();
    }
}

/// A number alone, as labels deeper down say it.
fn count(marker: &Marker, number: u32) -> String {
    match marker {
        Marker::Number { format, .. } => counting::written(*format, number),
        Marker::Bullet(_) | Marker::None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::NumberFormat;

    fn marker(parents: u8, format: NumberFormat) -> Marker {
        Marker::Number { format, parents, prefix: String::new(), suffix: ".".into() }
    }

    fn labelled(role: Role, number: u32, parents: u8, format: NumberFormat) -> Paragraph {
        let label = Some(Label { marker: marker(parents, format), number }.into());
        Paragraph { role, label, ..Paragraph::default() }
    }

    #[test]
    fn labels_say_the_numbers_above_them() {
        let mut numbers = Numbers::default();
        let said = [
            numbers.label(&labelled(Role::Heading(1), 2, 0, NumberFormat::UpperRoman)),
            numbers.label(&labelled(Role::Heading(2), 1, 1, NumberFormat::Decimal)),
            numbers.label(&labelled(Role::Heading(3), 4, 2, NumberFormat::LowerAlpha)),
            numbers.label(&labelled(Role::Heading(2), 2, 1, NumberFormat::Decimal)),
        ];
        assert_eq!(said.map(Option::unwrap), ["II.", "II.1.", "II.1.d.", "II.2."]);
    }

    #[test]
    fn labels_of_other_paragraphs_leave_the_counts_of_headings_alone() {
        let mut numbers = Numbers::default();
        let said = [
            numbers.label(&labelled(Role::Heading(1), 2, 0, NumberFormat::Decimal)),
            numbers.label(&labelled(Role::Body, 7, 1, NumberFormat::Decimal)),
            numbers.label(&labelled(Role::Heading(2), 1, 1, NumberFormat::Decimal)),
        ];
        assert_eq!(said.map(Option::unwrap), ["2.", "2.7.", "2.1."]);
    }

    #[test]
    fn items_say_the_numbers_of_those_around() {
        let (outer, inner) = (marker(0, NumberFormat::Decimal), marker(2, NumberFormat::LowerAlpha));
        let mut numbers = Numbers::default();
        let mut said = vec![numbers.enter(&outer, 3), numbers.enter(&Marker::Bullet('-'), 1), numbers.enter(&inner, 1)];
        (0..3).for_each(|_| numbers.leave());
        said.extend([numbers.enter(&outer, 4), numbers.enter(&inner, 9), numbers.enter(&Marker::None, 1)]);
        let expected = [Some("3."), Some("-"), Some("3.a."), Some("4."), Some("4.i."), None];
        assert_eq!(said.iter().map(Option::as_deref).collect::<Vec<_>>(), expected);
    }
}
