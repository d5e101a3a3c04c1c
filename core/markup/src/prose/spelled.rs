//! List labels and drop caps as text, for writers whose paragraphs are nothing but text.

use super::Numbers;
use transvase_model::flow::{Block, Flow, Inline, List, Marker, NumberFormat, Paragraph, Run, inlines, walk_mut};
use transvase_model::text::counting;

/// Makes the counted labels and the large initials of paragraphs the beginnings of their texts. With `as_source`, initials
/// stay what they are, and text that hangs out leads from its label to where the other lines begin.
pub fn spell_out(flow: &mut Flow, as_source: bool) {
    let mut numbers = Numbers::default();
    let mut spell = |paragraph: &mut Paragraph| {
        let label = numbers.label(paragraph);
        let tabs = as_source && paragraph.style.indent_first < 0.0;
        let initial = paragraph.drop_cap.take_if(|_| as_source);
        spell(paragraph, label, if tabs { '\t' } else { ' ' });
        paragraph.drop_cap = initial;
        Ok::<(), std::convert::Infallible>(())
    };
    let stories = flow.sections.iter_mut().map(|section| &mut section.blocks);
    for blocks in stories.chain(flow.notes.iter_mut().map(|note| &mut note.blocks)) {
        let Ok(()) = walk_mut(blocks, &mut spell);
    }
}

/// A list whose markers are words of its items; nothing where `says` knows how to count so up to the last number.
pub fn spelled_list(list: &List, says: impl Fn(NumberFormat, u32) -> bool) -> Option<List> {
    let Marker::Number { format, .. } = list.marker else { return None };
    if says(format, list.last_number()) {
        return None;
    }
    let mut spelled = List { marker: Marker::None, ..list.clone() };
    let mut next = list.start;
    for item in &mut spelled.items {
        let number = item.number.take().unwrap_or(next);
        next = number.saturating_add(1);
        let label = counting::marker(&list.marker, number, &[]);
        match item.blocks.first_mut() {
            Some(Block::Paragraph(paragraph)) => spell(paragraph, label, ' '),
            _ => {
                let mut paragraph = Paragraph::default();
                spell(&mut paragraph, label, ' ');
                item.blocks.insert(0, Block::Paragraph(paragraph));
            }
        }
    }
    Some(spelled)
}

/// A label has the look of the first words behind it, and an initial that of the word it begins.
fn spell(paragraph: &mut Paragraph, label: Option<String>, gap: char) {
    let initial = paragraph.drop_cap.take().map(|cap| cap.run.text);
    paragraph.label = None;
    if label.is_none() && initial.is_none() {
        return;
    }
    let text = label.map(|label| format!("{label}{gap}")).unwrap_or_default() + &initial.unwrap_or_default();
    match paragraph.content.first_mut() {
        Some(Inline::Text(run)) => run.text.insert_str(0, &text),
        _ => {
            let style = inlines(&paragraph.content).find_map(Inline::run).map(|run| run.style.clone());
            paragraph.content.insert(0, Inline::Text(Run { text, style: style.unwrap_or_default() }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{DropCap, Label, ListItem, Role, Section, TextStyle};

    #[test]
    fn labels_and_initials_become_text() {
        let marker =
            Marker::Number { format: NumberFormat::Decimal, parents: 1, prefix: String::new(), suffix: ".".into() };
        let run = |text: &str, italic| Run { text: text.into(), style: TextStyle { italic, ..TextStyle::default() } };
        let heading = Paragraph {
            role: Role::Heading(1),
            content: vec![Inline::LineBreak, Inline::Text(run("Head", true))],
            label: Some(Label { marker, number: 2 }.into()),
            ..Paragraph::default()
        };
        let body = Paragraph {
            content: vec![Inline::Text(run("nce", false))],
            drop_cap: Some(DropCap { run: run("O", true), lines: 3 }.into()),
            ..Paragraph::default()
        };
        let blocks = vec![Block::Paragraph(heading), Block::Paragraph(body)];
        let mut flow = Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() };
        spell_out(&mut flow, false);
        let content = |at: usize| match &flow.sections[0].blocks[at] {
            Block::Paragraph(paragraph) => paragraph.content.clone(),
            _ => panic!("a paragraph"),
        };
        assert_eq!(content(0), [Inline::Text(run("2. ", true)), Inline::LineBreak, Inline::Text(run("Head", true))]);
        assert_eq!(content(1), [Inline::Text(run("Once", false))]);
    }

    #[test]
    fn lists_that_a_format_cannot_count_are_words() {
        let paragraph = |text: &str| {
            let run = Run { text: text.into(), style: TextStyle::default() };
            Block::Paragraph(Paragraph { content: vec![Inline::Text(run)], ..Paragraph::default() })
        };
        let item = |text, number| ListItem { number, blocks: vec![paragraph(text)] };
        let (prefix, suffix) = (String::new(), ".".to_owned());
        let marker = Marker::Number { format: NumberFormat::Georgian, parents: 0, prefix, suffix };
        let items = vec![item("a", None), item("b", Some(10))];
        let list = List { marker, start: 2, items, ..List::default() };
        assert_eq!(spelled_list(&list, |_, last| last == 10), None);
        let spelled = spelled_list(&list, |_, _| false).unwrap();
        assert_eq!(spelled.marker, Marker::None);
        // CSS Counter Styles 3, `georgian`: the second and the tenth letter.
        assert_eq!(spelled.items, [item("ბ. a", None), item("ი. b", None)]);
    }
}
