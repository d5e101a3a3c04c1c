//! The labels that office programs count for the items of lists and for headings (ECMA-376 part 1, 17.9).

use std::collections::{BTreeMap, BTreeSet};

use crate::xml::Element;

/// Levels of a list, and styles that another one stands on, at most.
const LEVELS: usize = 9;

/// How a level is counted, what its label is made of, and where it begins.
#[derive(Debug, Clone, Default)]
struct Level {
    format: String,
    text: String,
    start: u32,
}

/// A list: the kind it is counted with, and the numbers that levels begin anew with.
#[derive(Debug, Clone, Default)]
struct List {
    kind: String,
    starts: BTreeMap<usize, u32>,
}

/// Counts the paragraphs of a document.
#[derive(Debug, Default)]
pub(super) struct Labels {
    kinds: BTreeMap<String, Vec<Level>>,
    lists: BTreeMap<String, List>,
    /// List and level of the styles of paragraphs that have them.
    styles: BTreeMap<String, (String, usize)>,
    counts: BTreeMap<String, [Option<u32>; LEVELS]>,
    begun: BTreeSet<(String, usize)>,
}

impl Labels {
    /// From the parts with lists and styles.
    pub(super) fn of(numbering: Option<&Element>, styles: Option<&Element>) -> Labels {
        let mut labels = Labels::default();
        for child in numbering.into_iter().flat_map(Element::elements) {
            let id = |name: &str| child.attribute(name).unwrap_or_default().to_owned();
            match child.name.as_str() {
                "w:abstractNum" => drop(labels.kinds.insert(id("w:abstractNumId"), levels(child))),
                "w:num" => drop(labels.lists.insert(id("w:numId"), list(child))),
                _ => {}
            }
        }
        for style in styles.into_iter().flat_map(Element::elements) {
            let own = style.at(&["w:pPr"]).and_then(numbered);
            let id = style.attribute("w:styleId").unwrap_or_default().to_owned();
            own.into_iter().for_each(|own| drop(labels.styles.insert(id.clone(), own)));
        }
        labels
    }

    /// The label of a paragraph, which is counted with it.
    pub(super) fn of_paragraph(&mut self, paragraph: &Element) -> String {
        let properties = paragraph.at(&["w:pPr"]);
        let style = properties.and_then(|own| own.val(&["w:pStyle"])).and_then(|style| self.styles.get(style));
        let Some((number, level)) = properties.and_then(numbered).or_else(|| style.cloned()) else {
            return String::new();
        };
        let Some(list) = self.lists.get(&number).cloned() else { return String::new() };
        let levels = self.kinds.get(&list.kind).cloned().unwrap_or_default();
        let counts = self.counts.entry(list.kind.clone()).or_default();
        let anew = list.starts.get(&level).copied().filter(|_| self.begun.insert((number, level)));
        let start = levels.get(level).map_or(1, |level| level.start);
        counts[level] = Some(anew.unwrap_or_else(|| counts[level].map_or(start, |count| count + 1)));
        counts[level + 1..].fill(None);
        let text = levels.get(level).map(|level| level.text.clone()).unwrap_or_default();
        (0..=level).fold(text, |text, at| {
            let own = levels.get(at).cloned().unwrap_or_default();
            text.replace(&format!("%{}", at + 1), &counted(counts[at].unwrap_or(own.start), &own.format))
        })
    }
}

/// List and level of paragraph properties.
fn numbered(properties: &Element) -> Option<(String, usize)> {
    let level = properties.val(&["w:numPr", "w:ilvl"]).and_then(|level| level.parse().ok()).unwrap_or(0);
    Some((properties.val(&["w:numPr", "w:numId"])?.to_owned(), usize::min(level, LEVELS - 1)))
}

fn levels(kind: &Element) -> Vec<Level> {
    let level = |level: &Element| Level {
        format: level.val(&["w:numFmt"]).unwrap_or("decimal").to_owned(),
        text: level.val(&["w:lvlText"]).unwrap_or_default().to_owned(),
        start: level.val(&["w:start"]).and_then(|start| start.parse().ok()).unwrap_or(1),
    };
    kind.elements().filter(|child| child.name == "w:lvl").map(level).collect()
}

fn list(list: &Element) -> List {
    let start = |own: &Element| {
        let level = own.attribute("w:ilvl")?.parse().ok()?;
        Some((level, own.val(&["w:startOverride"])?.parse().ok()?))
    };
    let kind = list.val(&["w:abstractNumId"]).unwrap_or_default().to_owned();
    List { kind, starts: list.elements().filter(|child| child.name == "w:lvlOverride").filter_map(start).collect() }
}

/// A number as a format of 17.18.59 writes it; those not known here as digits.
pub(super) fn counted(number: u32, format: &str) -> String {
    match format {
        "lowerLetter" => letters(number),
        "upperLetter" => letters(number).to_uppercase(),
        "lowerRoman" => roman(number),
        "upperRoman" => roman(number).to_uppercase(),
        "decimalZero" => format!("{number:02}"),
        "chineseCountingThousand" => chinese(number),
        "ganada" => "가나다라마바사아자차카타파하"
            .chars()
            .nth(number.saturating_sub(1) as usize)
            .map(String::from)
            .unwrap_or_default(),
        "none" => String::new(),
        _ => number.to_string(),
    }
}

/// The alphabet, and then each letter twice, and so on.
fn letters(number: u32) -> String {
    let Some(at) = number.checked_sub(1) else { return String::new() };
    char::from(b'a' + (at % 26) as u8).to_string().repeat(at as usize / 26 + 1)
}

/// As numbers below a hundred are spoken: ten is no one-ten.
fn chinese(number: u32) -> String {
    let digit = |digit: u32| "一二三四五六七八九".chars().nth(digit.wrapping_sub(1) as usize);
    let tens = digit(number / 10).filter(|_| number >= 20);
    tens.into_iter().chain((number >= 10).then_some('十')).chain(digit(number % 10)).collect()
}

fn roman(mut number: u32) -> String {
    let signs = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    let mut text = String::new();
    for (value, sign) in signs {
        while number >= value && text.len() < 32 {
            number -= value;
            text.push_str(sign);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xml::parse;

    #[test]
    fn items_are_counted_as_office_programs_count_them() {
        let level = |at: usize, format: &str, text: &str| {
            format!(
                r#"<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{format}"/><w:lvlText w:val="{text}"/></w:lvl>"#
            )
        };
        let kind = level(0, "upperRoman", "%1.") + &level(1, "lowerLetter", "%1%2)");
        let numbering = parse(&format!(
            r#"<w:numbering><w:abstractNum w:abstractNumId="0">{kind}</w:abstractNum>
            <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/>
            <w:lvlOverride w:ilvl="0"><w:startOverride w:val="9"/></w:lvlOverride></w:num></w:numbering>"#
        ));
        let mut labels = Labels::of(Some(&numbering), None);
        let mut label = |list: usize, level: usize| {
            let own = format!(r#"<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list}"/></w:numPr>"#);
            labels.of_paragraph(&parse(&format!("<w:p><w:pPr>{own}</w:pPr></w:p>")))
        };
        let seen = [label(1, 0), label(1, 1), label(1, 1), label(1, 0), label(1, 1), label(2, 0), label(2, 0)];
        assert_eq!(seen, ["I.", "Ia)", "Ib)", "II.", "IIa)", "IX.", "X."]);
        assert_eq!([counted(28, "lowerLetter"), counted(7, "decimalZero")], ["bb", "07"]);
        let eastern = [3, 10, 12, 40].map(|number| counted(number, "chineseCountingThousand"));
        assert_eq!(eastern, ["三", "十", "十二", "四十"]);
        assert_eq!(counted(2, "ganada"), "나");
    }
}
