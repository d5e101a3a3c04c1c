//! Monospaced text: where fixed pitch says nothing it goes before a style is made of it, since prose that is typed is
//! no code. What is left and has the lines of a program becomes listings.

use crate::prose::{line_of, listing, words};
use transvase_model::flow::{Block, Flow, GroupKind, Inline, Paragraph, Role, TextStyle, each_run, each_run_mut};
use transvase_model::text::fixed_pitch::{FixedPitch, is_statement, reads_as_prose, reads_as_verse};

/// Share of a paragraph from which on a face is that of all of it, but for a sign: names in a list are a part.
const WHOLE: f32 = 0.95;

/// Takes fixed pitch off the paragraphs that have it as a whole and are no code: all but code by role where the pitch says
/// nothing in the whole document, and those that read as prose everywhere.
pub(super) fn settle(flow: &mut Flow) {
    flow.each_stretch_mut(&mut release_verses);
    let mut pitch = FixedPitch::default();
    flow.each_story_mut(&mut |blocks| {
        visit(blocks, &mut |paragraph| pitch.add(&line_of(paragraph), fixed(paragraph)));
    });
    if !pitch.is_there() {
        return;
    }
    let is_typed = pitch.says_nothing();
    flow.each_story_mut(&mut |blocks| {
        visit(blocks, &mut |paragraph| {
            let (fixed, text) = (fixed(paragraph), line_of(paragraph));
            let is_whole = fixed as f32 >= WHOLE * text.trim().len() as f32;
            let is_typed = is_typed && fixed * 2 > text.trim().len() && !is_statement(&text);
            if is_typed || is_whole && reads_as_prose(&text) {
                each_run_mut(&mut paragraph.content, &mut |run| run.style.monospace &= !is_look(&run.style));
            }
        });
    });
    flow.each_stretch_mut(&mut |blocks| listing::gather(blocks));
}

/// Makes paragraphs of lines that were kept as they are written and are verses or a letter.
fn release_verses(blocks: &mut Vec<Block>) {
    let is_verse = |block: &Block| match block {
        Block::Paragraph(paragraph) => paragraph.role == Role::Preformatted && is_verse(paragraph),
        Block::Group(group) if group.kind == GroupKind::Code(None) => {
            !group.blocks.is_empty() && group.blocks.iter().all(|block| as_verse(block).is_some())
        }
        _ => false,
    };
    if !blocks.iter().any(is_verse) {
        return;
    }
    for block in std::mem::take(blocks) {
        match block {
            block if !is_verse(&block) => blocks.push(block),
            Block::Group(group) => blocks.extend(group.blocks.into_iter().flat_map(stanzas)),
            block => blocks.extend(stanzas(block)),
        }
    }
}

fn as_verse(block: &Block) -> Option<&Paragraph> {
    match block {
        Block::Paragraph(paragraph) => Some(paragraph).filter(|paragraph| is_verse(paragraph)),
        _ => None,
    }
}

/// Whether a paragraph whose blanks count, and which nobody calls code, is verses or a letter.
fn is_verse(paragraph: &Paragraph) -> bool {
    let mut is_code = false;
    each_run(&paragraph.content, &mut |run| is_code |= run.style.meaning.code || run.style.meaning.keyboard);
    !is_code && reads_as_verse(&words(&paragraph.content, '\n'))
}

/// A paragraph of lines as the paragraphs that empty lines part. Blanks at the beginning of a line stay.
fn stanzas(block: Block) -> Vec<Block> {
    let Block::Paragraph(paragraph) = block else { return vec![block] };
    let mut stanzas = vec![Vec::new()];
    let mut breaks = 0;
    let mut content = paragraph.content;
    each_run_mut(&mut content, &mut |run| run.style.monospace = false);
    for mut inline in content {
        if inline == Inline::LineBreak {
            breaks += 1;
            continue;
        }
        let is_begun = stanzas.last().is_some_and(|lines: &Vec<Inline>| !lines.is_empty());
        match (is_begun, std::mem::take(&mut breaks)) {
            (true, 1) => stanzas.last_mut().into_iter().for_each(|lines| lines.push(Inline::LineBreak)),
            (true, 2..) => stanzas.push(Vec::new()),
            _ => {}
        }
        let Some(lines) = stanzas.last_mut() else { continue };
        if let Inline::Text(run) = &mut inline
            && lines.last().is_none_or(|last| *last == Inline::LineBreak)
        {
            let blanks = run.text.len() - run.text.trim_start_matches(' ').len();
            run.text.replace_range(..blanks, &"\u{A0}".repeat(blanks));
        }
        lines.push(inline);
    }
    let stanza = |content| {
        let style = paragraph.style.clone();
        Block::Paragraph(Paragraph { role: Role::Body, style, content, ..Paragraph::default() })
    };
    stanzas.into_iter().map(stanza).collect()
}

/// How much of a paragraph has fixed pitch as its look, in bytes.
fn fixed(paragraph: &Paragraph) -> usize {
    let mut fixed = 0;
    each_run(&paragraph.content, &mut |run| fixed += if is_look(&run.style) { run.text.len() } else { 0 });
    fixed
}

/// Whether letters have fixed pitch by their face alone: Markdown, HTML and named styles say what is code.
fn is_look(style: &TextStyle) -> bool {
    style.monospace && !style.meaning.code && !style.meaning.keyboard
}

/// Calls `visit` for each paragraph that is no code by role, those in drawings included. Recursion is as deep as blocks lie
/// in one another, which readers bound.
fn visit(blocks: &mut [Block], visit: &mut dyn FnMut(&mut Paragraph)) {
    for block in blocks {
        if let Block::Paragraph(paragraph) = block {
            if paragraph.role != Role::Preformatted {
                visit(paragraph);
            }
            for inline in &mut paragraph.content {
                let Inline::Drawing(drawing) = inline else { continue };
                drawing.texts.iter_mut().for_each(|text| self::visit(&mut text.blocks, visit));
            }
        }
        block.children_mut().into_iter().for_each(|inside| self::visit(inside, visit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{Meaning, Run, Section};

    fn typed(text: &str) -> Block {
        let style = TextStyle { monospace: true, ..TextStyle::default() };
        let content = vec![Inline::Text(Run { text: text.into(), style })];
        Block::Paragraph(Paragraph { content, ..Paragraph::default() })
    }

    fn plain(text: &str) -> Block {
        let content = vec![Inline::Text(Run { text: text.into(), style: TextStyle::default() })];
        Block::Paragraph(Paragraph { content, ..Paragraph::default() })
    }

    /// Which of the paragraphs of a document are left in fixed pitch.
    fn left(blocks: Vec<Block>) -> Vec<bool> {
        let mut flow = Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() };
        settle(&mut flow);
        let paragraphs = flow.sections[0].blocks.iter().filter_map(|block| match block {
            Block::Paragraph(paragraph) => Some(fixed(paragraph) > 0),
            _ => None,
        });
        paragraphs.collect()
    }

    #[test]
    fn a_typed_letter_has_no_code() {
        let letter =
            || vec![typed("14 High Street"), typed("Thank you for your letter of 3 May, which has been read.")];
        assert_eq!(left(letter()), [false, false]);
    }

    #[test]
    fn verses_are_paragraphs_of_their_stanzas() {
        let run = |text: &str| {
            Inline::Text(Run { text: text.into(), style: TextStyle { monospace: true, ..TextStyle::default() } })
        };
        let content = vec![
            run("The rose is red,"),
            Inline::LineBreak,
            run("  the violet blue."),
            Inline::LineBreak,
            Inline::LineBreak,
            run("Sugar is sweet."),
        ];
        let verses = Block::Paragraph(Paragraph { role: Role::Preformatted, content, ..Paragraph::default() });
        let code = |text: &str| {
            Block::Paragraph(Paragraph { role: Role::Preformatted, content: vec![run(text)], ..Paragraph::default() })
        };
        let blocks = vec![verses, code("let x = f(y);")];
        let mut flow = Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() };
        settle(&mut flow);
        let said: Vec<(Role, String)> = flow.sections[0]
            .blocks
            .iter()
            .filter_map(|block| match block {
                Block::Paragraph(paragraph) => Some((paragraph.role, words(&paragraph.content, '/'))),
                _ => None,
            })
            .collect();
        let body = |text: &str| (Role::Body, text.to_owned());
        let expected = [
            body("The rose is red,/\u{A0}\u{A0}the violet blue."),
            body("Sugar is sweet."),
            (Role::Preformatted, "let x = f(y);".into()),
        ];
        assert_eq!(said, expected);
    }

    #[test]
    fn what_is_said_to_be_code_stays() {
        let style = TextStyle {
            monospace: true,
            meaning: Meaning { code: true, ..Meaning::default() },
            ..TextStyle::default()
        };
        let content = vec![Inline::Text(Run { text: "Thank you for your letter, which has been read.".into(), style })];
        let said = Block::Paragraph(Paragraph { content, ..Paragraph::default() });
        let mut flow = Flow { sections: vec![Section { blocks: vec![said], ..Section::default() }], ..Flow::default() };
        settle(&mut flow);
        let Block::Paragraph(paragraph) = &flow.sections[0].blocks[0] else { panic!("a paragraph") };
        assert!(paragraph.content[0].run().is_some_and(|run| run.style.monospace));
    }

    #[test]
    fn code_among_other_text_stays_and_typed_sentences_do_not() {
        let text = || plain("The program below is what is left of a longer one, which was written years ago.");
        let blocks = vec![text(), text(), typed("let x = f(y);"), typed("He said that it was late.")];
        assert_eq!(left(blocks), [false, false, true, false]);
    }
}
