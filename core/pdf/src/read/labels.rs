//! Page labels (ISO 32000-1, 12.4.2): what the source calls its pages.

use std::collections::BTreeMap;

use hayro_syntax::object::{Array, Dict, MaybeRef, Name, Object};

use super::arrays;
use super::strings::text_entry;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Nodes of the number tree that are looked at.
const MAX_NODES: usize = 10_000;

/// Largest number written in letters or roman numerals; beyond it they are as long as a line.
const MAX_SPELLED: u32 = 4_999;

/// The ranges of pages that count alike, by the index of their first page.
#[derive(Default)]
pub(super) struct Labels {
    ranges: BTreeMap<usize, Range>,
}

/// How the pages of a range are numbered.
#[derive(Debug, Default, PartialEq, Eq)]
struct Range {
    prefix: String,
    style: Option<u8>,
    start: u32,
}

impl Labels {
    /// Those of a catalogue.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub fn of(root: &Dict<'_>, xref: &hayro_syntax::xref::XRef, context: &Context) -> Result<Labels> {
        let mut labels = Labels::default();
        let mut waiting: Vec<Dict<'_>> = root.get::<Dict<'_>>(b"PageLabels").into_iter().collect();
        let mut seen = 0;
        while let Some(node) = waiting.pop() {
            context.tick(1)?;
            seen += 1;
            if seen > MAX_NODES {
                break;
            }
            let mut entries = node.get::<Array<'_>>(b"Nums").map(|entries| entries.raw_iter());
            while let Some((key, range)) = entries.as_mut().and_then(|entries| entries.next().zip(entries.next())) {
                context.tick(1)?;
                let range = arrays::resolve(range, xref);
                if let (MaybeRef::NotRef(Object::Number(key)), Some(Object::Dict(range))) = (key, range)
                    && let Ok(first) = usize::try_from(key.as_i64())
                {
                    labels.ranges.insert(first, Range::of(&range));
                }
            }
            if let Some(kids) = node.get::<Array<'_>>(b"Kids") {
                waiting.extend(arrays::entries(&kids, xref).filter_map(Object::into_dict).take(MAX_NODES));
            }
        }
        Ok(labels)
    }

    /// What the page of index `page` in the file is called; `None` where that is its count.
    pub fn label(&self, page: usize) -> Option<String> {
        let (first, range) = self.ranges.range(..=page).next_back()?;
        let number = u32::try_from(page - first).ok()?.saturating_add(range.start);
        let label = format!("{}{}", range.prefix, range.style.map_or_else(String::new, |style| spell(number, style)));
        (!label.is_empty() && label != (page + 1).to_string()).then_some(label)
    }
}

impl Range {
    fn of(dict: &Dict<'_>) -> Range {
        let style = dict.get::<Name<'_>>(b"S").and_then(|style| style.as_ref().first().copied());
        let start = dict.get::<i64>(b"St").and_then(|start| u32::try_from(start).ok()).unwrap_or(1);
        Range { prefix: text_entry(dict, b"P").unwrap_or_default(), style, start }
    }
}

/// A number in the style a range asks for.
fn spell(number: u32, style: u8) -> String {
    let spelled = |word: fn(u32) -> String| if number <= MAX_SPELLED { word(number) } else { number.to_string() };
    match style {
        b'R' => spelled(roman),
        b'r' => spelled(roman).to_lowercase(),
        b'A' => spelled(letters),
        b'a' => spelled(letters).to_lowercase(),
        _ => number.to_string(),
    }
}

fn roman(mut number: u32) -> String {
    const SIGNS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut out = String::new();
    for (value, sign) in SIGNS {
        while number >= value {
            out.push_str(sign);
            number -= value;
        }
    }
    out
}

/// A to Z, then AA to ZZ, and so on.
fn letters(number: u32) -> String {
    let Some(index) = number.checked_sub(1) else { return String::new() };
    let letter = char::from(b'A' + (index % 26) as u8);
    std::iter::repeat_n(letter, (index / 26 + 1) as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_called_by_their_ranges() {
        let range = |prefix: &str, style, start| Range { prefix: prefix.into(), style, start };
        let ranges = [(0, range("", Some(b'r'), 1)), (4, range("", Some(b'D'), 5)), (7, range("A-", Some(b'D'), 8))];
        let labels = Labels { ranges: ranges.into_iter().collect() };
        let said: Vec<_> = [0, 3, 4, 7, 8].into_iter().map(|page| labels.label(page)).collect();
        assert_eq!(said, [Some("i".into()), Some("iv".into()), None, Some("A-8".into()), Some("A-9".into())]);
        assert_eq!((roman(1994), letters(27), letters(52)), ("MCMXCIV".into(), "AA".into(), "ZZ".into()));
    }
}
