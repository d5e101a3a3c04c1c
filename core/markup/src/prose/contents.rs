//! Tables of contents brought up to date: entries made anew from the headings, in the look of those that are there.

use std::collections::BTreeSet;

use transvase_model::flow::{
    Anchor, Block, Field, FieldKind, Flow, Inline, Leader, LinkTarget, Paragraph, Role, Run, TabAlign, TabStop,
    TextStyle, each_run, inlines, leaves, walk_mut,
};

/// Levels of headings that Word's own table has (`TOC \o "1-3"`).
const USUAL_LEVELS: u8 = 3;
/// Points by which the entries of each level are further in, where none is there to tell: those of Word's styles.
const INDENT: f32 = 11.0;

/// A heading as its entry says it.
struct Entry {
    level: u8,
    words: String,
    anchor: Anchor,
}

/// Makes the entries of the first table of contents anew. A table without stops of its own has page numbers at `measure`
/// points. A table of figures stays as it is.
pub fn renew_contents(flow: &mut Flow, measure: f32) {
    let mut captions = BTreeSet::new();
    let entries = entries(flow, &mut captions);
    if entries.is_empty() {
        return;
    }
    let mut done = false;
    flow.each_list(&mut |blocks| {
        if done {
            return;
        }
        if let Some(table) = table(blocks, &captions) {
            let old: Vec<Block> = blocks.drain(table.clone()).collect();
            let new = Table::of(&old, measure).entries(&entries);
            blocks.splice(table.start..table.start, new);
            done = true;
        }
    });
}

/// The headings in their order, each with a mark that leads to it; and the words of the captions.
fn entries(flow: &mut Flow, captions: &mut BTreeSet<String>) -> Vec<Entry> {
    let mut entries = Vec::new();
    for section in &mut flow.sections {
        let _ = walk_mut::<()>(&mut section.blocks, &mut |paragraph| {
            let words = words(paragraph);
            match paragraph.role {
                Role::Heading(level) if !words.is_empty() => {
                    let anchor = anchor(paragraph, entries.len());
                    entries.push(Entry { level, words, anchor });
                }
                Role::Caption => {
                    captions.insert(words);
                }
                _ => {}
            }
            Ok(())
        });
    }
    entries
}

/// The words of a paragraph in one line.
fn words(paragraph: &Paragraph) -> String {
    let mut text = String::new();
    for inline in &paragraph.content {
        match inline {
            Inline::LineBreak | Inline::Tab => text.push(' '),
            inline => each_run(std::slice::from_ref(inline), &mut |run| text.push_str(&run.text)),
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The place that leads to a heading: one that is there, or one of our own, which no file can name.
fn anchor(heading: &mut Paragraph, number: usize) -> Anchor {
    let own = heading.content.iter().find_map(|inline| match inline {
        Inline::Anchor(anchor) => Some(anchor.clone()),
        _ => None,
    });
    own.unwrap_or_else(|| {
        let anchor = Anchor::from(format!("\0heading {number}"));
        heading.content.insert(0, Inline::Anchor(anchor.clone()));
        anchor
    })
}

/// Where the entries of a table of contents stand among blocks, unless they are captions.
fn table(blocks: &[Block], captions: &BTreeSet<String>) -> Option<std::ops::Range<usize>> {
    let is_entry = |block: &Block| matches!(block, Block::Paragraph(Paragraph { role: Role::Contents(_), .. }));
    let mut at = 0;
    while let Some(start) = blocks.get(at..)?.iter().position(is_entry).map(|start| at + start) {
        let end = start + blocks.get(start..)?.iter().take_while(|block| is_entry(block)).count();
        let is_caption = |block: &&Block| leaves([*block]).into_iter().any(|block| names_caption(block, captions));
        let of_figures = blocks.get(start..end)?.iter().filter(is_caption).count();
        if of_figures * 2 <= end - start {
            return Some(start..end);
        }
        at = end;
    }
    None
}

/// Whether an entry is a caption with the number of its page.
fn names_caption(block: &Block, captions: &BTreeSet<String>) -> bool {
    let Block::Paragraph(paragraph) = block else { return false };
    let words = words(paragraph);
    captions.contains(words.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end())
}

/// How the entries of a table look.
struct Table {
    /// An entry of each level that has some, empty of words, and how these look.
    patterns: Vec<(u8, Paragraph, TextStyle)>,
    levels: u8,
    measure: f32,
}

impl Table {
    fn of(old: &[Block], measure: f32) -> Table {
        let mut patterns: Vec<(u8, Paragraph, TextStyle)> = Vec::new();
        for block in old {
            let Block::Paragraph(paragraph) = block else { continue };
            let Role::Contents(level) = paragraph.role else { continue };
            if patterns.iter().all(|(known, ..)| *known != level) {
                patterns.push((level, Paragraph { content: Vec::new(), ..paragraph.clone() }, look(paragraph)));
            }
        }
        patterns.sort_by_key(|(level, ..)| *level);
        let levels = patterns.last().map_or(USUAL_LEVELS, |(level, ..)| (*level).max(USUAL_LEVELS));
        Table { patterns, levels, measure }
    }

    fn entries(&self, entries: &[Entry]) -> Vec<Block> {
        let shown = entries.iter().filter(|entry| entry.level <= self.levels);
        shown.filter_map(|entry| self.entry(entry)).map(Block::Paragraph).collect()
    }

    /// An entry in the look of those of its level, or of the level above that has some, further in.
    fn entry(&self, entry: &Entry) -> Option<Paragraph> {
        let above = self.patterns.iter().rev().find(|(level, ..)| *level <= entry.level);
        let (level, pattern, style) = above.or(self.patterns.first())?;
        let mut paragraph = Paragraph { role: Role::Contents(entry.level), ..pattern.clone() };
        paragraph.style.indent_start += INDENT * f32::from(entry.level.saturating_sub(*level));
        if paragraph.style.tabs.is_empty() {
            let stop = TabStop { position: self.measure, align: TabAlign::End, leader: Some(Leader::Dots) };
            paragraph.style.tabs = vec![stop];
        }
        let run = |text: &str| Run { text: text.to_owned(), style: style.clone() };
        let page = Field { kind: FieldKind::PageOf(entry.anchor.clone()), run: run("1") };
        let content = vec![Inline::Text(run(&entry.words)), Inline::Tab, Inline::Field(page)];
        paragraph.content = vec![Inline::Link { target: LinkTarget::Internal(entry.anchor.clone()), content }];
        Some(paragraph)
    }
}

/// How the words of an entry look; one without a page number is what programs put there until there are entries, and tells
/// the face and the size alone.
fn look(paragraph: &Paragraph) -> TextStyle {
    let mut first = None;
    each_run(&paragraph.content, &mut |run| {
        first.get_or_insert(&run.style);
    });
    let Some(style) = first else { return TextStyle::default() };
    let has_number = inlines(&paragraph.content).any(|inline| matches!(inline, Inline::Tab | Inline::Field(_)));
    if has_number || words(paragraph).ends_with(|c: char| c.is_ascii_digit()) {
        return style.clone();
    }
    let TextStyle { family, size, language, unkerned, .. } = style.clone();
    TextStyle { family, size, language, unkerned, ..TextStyle::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::Section;

    fn paragraph(role: Role, text: &str, italic: bool) -> Block {
        let style = TextStyle { italic, ..TextStyle::default() };
        let content = vec![Inline::Text(Run { text: text.into(), style })];
        Block::Paragraph(Paragraph { role, content, ..Paragraph::default() })
    }

    fn renewed(contents: Vec<Block>) -> Vec<(u8, String, bool)> {
        let mut blocks = contents;
        for (level, text) in [(1, "One"), (2, "Two"), (4, "Deep"), (1, "Three")] {
            blocks.push(paragraph(Role::Heading(level), text, false));
        }
        blocks.push(paragraph(Role::Caption, "Figure 1 A boat", false));
        let mut flow = Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() };
        renew_contents(&mut flow, 400.0);
        let entry = |block: &Block| match block {
            Block::Paragraph(paragraph @ Paragraph { role: Role::Contents(level), .. }) => {
                Some((*level, words(paragraph), look(paragraph).italic))
            }
            _ => None,
        };
        flow.sections[0].blocks.iter().filter_map(entry).collect()
    }

    #[test]
    fn entries_are_made_of_the_headings() {
        let stale = vec![paragraph(Role::Contents(1), "Gone 4", true)];
        let wanted = [(1, "One", true), (2, "Two", true), (1, "Three", true)];
        let wanted = wanted.map(|(level, words, italic)| (level, words.to_owned(), italic));
        assert_eq!(renewed(stale), wanted);
    }

    #[test]
    fn what_stands_for_a_table_gives_no_look() {
        let placeholder = vec![paragraph(Role::Contents(1), "Right-click to update.", true)];
        assert_eq!(renewed(placeholder)[0], (1, "One".to_owned(), false));
    }

    #[test]
    fn a_table_of_figures_stays() {
        let figures = vec![paragraph(Role::Contents(1), "Figure 1 A boat 7", false)];
        assert_eq!(renewed(figures), [(1, "Figure 1 A boat 7".to_owned(), false)]);
    }
}
