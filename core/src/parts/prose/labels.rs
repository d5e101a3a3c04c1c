//! Counted labels as text.

use crate::model::flow::{Label, Marker};
use crate::parts::counting;

/// The labels of headings in their order: those deeper down may say the numbers of those above.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    /// The count at each level, as it is written.
    above: Vec<String>,
}

impl Labels {
    /// The words of the label of a heading; levels begin at 1.
    pub(crate) fn next(&mut self, level: u8, label: &Label) -> String {
        let depth = usize::from(level.max(1)) - 1;
        self.above.resize(depth, String::new());
        let Marker::Number { format, parents, prefix, suffix } = &label.marker else {
            return counting::marker(&label.marker, label.number).unwrap_or_default();
        };
        let own = counting::written(*format, label.number);
        self.above.push(own.clone());
        let from = depth.saturating_sub(usize::from(*parents));
        let above = self.above.iter().take(depth).skip(from).filter(|count| !count.is_empty());
        let count: Vec<&str> = above.map(String::as_str).chain([own.as_str()]).collect();
        format!("{prefix}{}{suffix}", count.join("."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::flow::NumberFormat;

    #[test]
    fn labels_say_the_numbers_above_them() {
        let label = |number, parents, format| {
            let (prefix, suffix) = (String::new(), String::from("."));
            Label { marker: Marker::Number { format, parents, prefix, suffix }, number }
        };
        let mut labels = Labels::default();
        let said = [
            labels.next(1, &label(2, 0, NumberFormat::UpperRoman)),
            labels.next(2, &label(1, 1, NumberFormat::Decimal)),
            labels.next(3, &label(4, 2, NumberFormat::LowerAlpha)),
            labels.next(2, &label(2, 1, NumberFormat::Decimal)),
        ];
        assert_eq!(said, ["II.", "II.1.", "II.1.d.", "II.2."]);
    }
}
