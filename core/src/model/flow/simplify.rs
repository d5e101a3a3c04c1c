//! A document with less in it, for writers that have no use for the rest.

use std::collections::BTreeMap;

use super::{
    Block, Change, ChangeKind, Field, Flow, Group, Hidden, Inline, Paragraph, Purpose, Role, Run, Table, TextStyle,
};

/// How many words are hidden, by how they are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HiddenWords(BTreeMap<Hidden, usize>);

impl HiddenWords {
    /// Counts the words of a text.
    pub fn count(&mut self, text: &str, hidden: Hidden) {
        let words = text.split_whitespace().count();
        if words > 0 {
            *self.0.entry(hidden).or_default() += words;
        }
    }

    /// The number of words of each kind there is.
    pub fn kinds(&self) -> impl Iterator<Item = (Hidden, usize)> + '_ {
        self.0.iter().map(|(hidden, words)| (*hidden, *words))
    }

    /// The number of words of all kinds.
    pub fn total(&self) -> usize {
        self.0.values().sum()
    }
}

impl Flow {
    /// Takes groups apart: their blocks stand where they stood.
    pub fn ungroup(&mut self) {
        self.each_list(&mut |blocks| {
            splice(blocks, &|block| matches!(block, Block::Group(_)), &|block| match block {
                Block::Group(Group { blocks, .. }) => blocks,
                other => vec![other],
            });
        });
    }

    /// Drops what a document on pages has only so that its pages look as they did: empty paragraphs that are room,
    /// tables that put text side by side, and ends of columns. The text in such tables stays, cell by cell.
    pub fn drop_layout(&mut self) {
        self.each_list(&mut |blocks| splice(blocks, &is_layout, &content));
    }

    /// Takes every change as settled: what is new is text as any other, and what is to go goes. Tells whether any text
    /// went.
    pub fn accept_changes(&mut self) -> bool {
        let changes = std::mem::take(&mut self.changes);
        let mut went = false;
        if !changes.is_empty() {
            self.each_list(&mut |blocks| {
                for block in blocks {
                    if let Block::Paragraph(paragraph) = block {
                        went |= accept(&mut paragraph.content, &changes);
                    }
                }
            });
        }
        went
    }

    /// Drops the text that nobody sees, with the paragraphs and what is around them that hold nothing else, and tells how
    /// many words went. Cells stay, so that tables keep their shape.
    pub fn drop_hidden(&mut self) -> HiddenWords {
        let mut words = HiddenWords::default();
        for unseen in std::mem::take(&mut self.unseen) {
            words.count(&unseen.text, unseen.hidden);
        }
        self.each_list(&mut |blocks| {
            blocks.retain_mut(|block| match block {
                Block::Paragraph(paragraph) => {
                    !take_hidden(&mut paragraph.content, &mut words) || !is_empty(&paragraph.content)
                }
                _ => true,
            });
            if words.total() > 0 {
                blocks.retain_mut(|block| !is_hollow(block));
            }
        });
        words
    }

    /// Makes text that nobody sees text as any other, but for what no block holds. Tells how many words of that went.
    pub fn unhide(&mut self) -> HiddenWords {
        let mut words = HiddenWords::default();
        for unseen in std::mem::take(&mut self.unseen) {
            words.count(&unseen.text, unseen.hidden);
        }
        self.each_list(&mut |blocks| {
            for block in blocks {
                if let Block::Paragraph(paragraph) = block {
                    unhide(&mut paragraph.content);
                }
            }
        });
        words
    }

    /// Puts the text that no block holds behind the others, each piece of a page as a paragraph.
    pub fn show_unseen(&mut self) {
        let all = std::mem::take(&mut self.unseen);
        let Some(last) = self.sections.last_mut() else { return };
        for unseen in all {
            let style = TextStyle { hidden: Some(unseen.hidden), ..TextStyle::default() };
            let content = vec![Inline::Text(Run { text: unseen.text, style })];
            last.blocks.push(Block::Paragraph(Paragraph { content, ..Paragraph::default() }));
        }
    }

    /// Calls `visit` for each list of blocks, after those inside it. Recursion is as deep as blocks lie in one another,
    /// which whoever builds them bounds.
    fn each_list(&mut self, visit: &mut dyn FnMut(&mut Vec<Block>)) {
        self.each_story_mut(&mut |blocks| each_in(blocks, visit));
    }
}

fn each_in(blocks: &mut Vec<Block>, visit: &mut dyn FnMut(&mut Vec<Block>)) {
    for block in blocks.iter_mut() {
        if let Block::Paragraph(paragraph) = block {
            each_in_drawings(paragraph, visit);
        }
        block.children_mut().into_iter().for_each(|inside| each_in(inside, visit));
    }
    visit(blocks);
}

/// Drawings stand in the line or in a paragraph of their own, never in a link or a remark alone.
fn each_in_drawings(paragraph: &mut Paragraph, visit: &mut dyn FnMut(&mut Vec<Block>)) {
    for inline in &mut paragraph.content {
        if let Inline::Drawing(drawing) = inline {
            drawing.texts.iter_mut().for_each(|frame| each_in(&mut frame.blocks, visit));
        }
    }
}

/// Puts what `instead` makes of the blocks that `is_meant` in their places. Lists without any are left alone.
fn splice(blocks: &mut Vec<Block>, is_meant: &dyn Fn(&Block) -> bool, instead: &dyn Fn(Block) -> Vec<Block>) {
    if blocks.iter().any(is_meant) {
        let all = std::mem::take(blocks);
        let put = |block: Block| if is_meant(&block) { instead(block) } else { vec![block] };
        blocks.extend(all.into_iter().flat_map(put));
    }
}

/// Settles the changes among inlines; whether any of them went.
fn accept(content: &mut Vec<Inline>, changes: &[Change]) -> bool {
    let mut went = false;
    for mut inline in std::mem::take(content) {
        if let Some(inside) = inline.children_mut() {
            went |= accept(inside, changes);
        }
        match inline {
            Inline::Change { change, content: mut inside } => match changes.get(change).map(|change| change.kind) {
                Some(ChangeKind::Deleted) => went |= !inside.is_empty(),
                _ => content.append(&mut inside),
            },
            other => content.push(other),
        }
    }
    went
}

/// Takes the hidden text from inlines; whether there was any.
fn take_hidden(content: &mut Vec<Inline>, words: &mut HiddenWords) -> bool {
    let mut went = false;
    content.retain_mut(|inline| {
        let hidden = inline.run().and_then(|run| Some((run.style.hidden?, run)));
        if let Some((hidden, run)) = hidden {
            words.count(&run.text, hidden);
            went = true;
            return false;
        }
        let Some(inside) = inline.children_mut() else { return true };
        let went_inside = take_hidden(inside, words);
        went |= went_inside;
        !went_inside || !is_empty(inside)
    });
    went
}

/// Whether inlines show nothing and are no place that anything leads to.
fn is_empty(content: &[Inline]) -> bool {
    content.iter().all(|inline| match inline {
        Inline::Text(run) => run.text.trim().is_empty(),
        Inline::LineBreak | Inline::Tab => true,
        _ => false,
    })
}

/// Whether a block that holds others holds nothing; its items without anything go.
fn is_hollow(block: &mut Block) -> bool {
    match block {
        Block::List(list) => {
            list.items.retain(|item| !item.blocks.is_empty());
            list.items.is_empty()
        }
        Block::Quote(blocks) | Block::Group(Group { blocks, .. }) => blocks.is_empty(),
        Block::Frame(frame) => frame.blocks.is_empty(),
        Block::Table(table) => table.rows.iter().flat_map(|row| &row.cells).all(|cell| cell.blocks.is_empty()),
        _ => false,
    }
}

/// Makes hidden text among inlines text as any other, which goes on with that before it where nothing else parted them.
fn unhide(content: &mut Vec<Inline>) {
    let mut was_hidden = false;
    for mut inline in std::mem::take(content) {
        if let Some(inside) = inline.children_mut() {
            unhide(inside);
        }
        let hidden = match &mut inline {
            Inline::Text(run) | Inline::Field(Field { run, .. }) => run.style.hidden.take().is_some(),
            Inline::Formula(formula) => formula.run.style.hidden.take().is_some(),
            _ => false,
        };
        match (content.last_mut(), &inline) {
            (Some(Inline::Text(last)), Inline::Text(run)) if hidden != was_hidden && last.style == run.style => {
                last.text.push_str(&run.text);
            }
            _ => content.push(inline),
        }
        was_hidden = hidden;
    }
}

fn is_layout(block: &Block) -> bool {
    match block {
        Block::Paragraph(paragraph) => paragraph.role == Role::Spacer,
        Block::Table(table) => table.purpose == Purpose::Layout,
        Block::ColumnBreak => true,
        _ => false,
    }
}

/// What stays of a block that is layout.
fn content(block: Block) -> Vec<Block> {
    match block {
        Block::Table(Table { rows, .. }) => {
            rows.into_iter().flat_map(|row| row.cells).flat_map(|cell| cell.blocks).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::flow::{Cell, GroupKind, LinkTarget, Row, Section, Unseen};

    fn paragraph(text: &str) -> Block {
        let content = vec![Inline::Text(Run { text: text.into(), style: TextStyle::default() })];
        Block::Paragraph(Paragraph { content, ..Paragraph::default() })
    }

    fn flow(blocks: Vec<Block>) -> Flow {
        Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() }
    }

    fn table(purpose: Purpose, cells: Vec<Vec<Block>>) -> Block {
        let cells = cells.into_iter().map(|blocks| Cell { blocks, ..Cell::default() }).collect();
        Block::Table(Table { purpose, rows: vec![Row { cells, ..Row::default() }], ..Table::default() })
    }

    #[test]
    fn groups_in_groups_and_cells_are_taken_apart() {
        let group = |blocks| Block::Group(Group { kind: GroupKind::Figure, blocks });
        let inner = group(vec![paragraph("b"), group(vec![paragraph("c")])]);
        let cell = table(Purpose::Data, vec![vec![group(vec![paragraph("d")])]]);
        let mut flow = flow(vec![paragraph("a"), inner, cell]);
        flow.ungroup();
        let cell = table(Purpose::Data, vec![vec![paragraph("d")]]);
        assert_eq!(flow.sections[0].blocks, [paragraph("a"), paragraph("b"), paragraph("c"), cell]);
    }

    #[test]
    fn new_text_stays_and_text_to_go_goes() {
        let change = |kind| Change { kind, author: None, date: None };
        let Block::Paragraph(plain) = paragraph("a") else { panic!("a paragraph") };
        let changed = |change, text| {
            let Block::Paragraph(paragraph) = paragraph(text) else { panic!("a paragraph") };
            Inline::Change { change, content: paragraph.content }
        };
        let target = LinkTarget::External("https://example.org".into());
        let link = |content| Inline::Link { target: target.clone(), content };
        let content = [plain.content.clone(), vec![changed(0, "b"), link(vec![changed(1, "c"), changed(0, "d")])]];
        let mut flow = flow(vec![Block::Paragraph(Paragraph { content: content.concat(), ..Paragraph::default() })]);
        flow.changes = vec![change(ChangeKind::Inserted), change(ChangeKind::Deleted)];
        assert!(flow.accept_changes());
        let text = |text: &str| Inline::Text(Run { text: text.into(), style: TextStyle::default() });
        let Block::Paragraph(paragraph) = &flow.sections[0].blocks[0] else { panic!("a paragraph") };
        assert_eq!(paragraph.content, [text("a"), text("b"), link(vec![text("d")])]);
    }

    fn run(text: &str, hidden: Option<Hidden>) -> Inline {
        Inline::Text(Run { text: text.into(), style: TextStyle { hidden, ..TextStyle::default() } })
    }

    fn of(content: Vec<Inline>) -> Block {
        Block::Paragraph(Paragraph { content, ..Paragraph::default() })
    }

    #[test]
    fn hidden_text_goes_with_what_holds_nothing_else() {
        let tiny = |text: &str| run(text, Some(Hidden::Tiny));
        let target = LinkTarget::External("https://example.org".into());
        let link = Inline::Link { target, content: vec![tiny("d e")] };
        let cells = table(Purpose::Data, vec![vec![of(vec![tiny("f")])], vec![paragraph("g")]]);
        let gone = table(Purpose::Data, vec![vec![of(vec![tiny("h")])]]);
        let mixed = of(vec![run("a", None), tiny("b c"), link]);
        let mut flow = flow(vec![mixed, of(vec![tiny("i"), run(" ", None)]), of(Vec::new()), cells, gone]);
        flow.unseen.push(Unseen { page: 1, text: "off the page".into(), hidden: Hidden::OffPage });
        let words = flow.drop_hidden();
        assert_eq!(words.kinds().collect::<Vec<_>>(), [(Hidden::Tiny, 7), (Hidden::OffPage, 3)]);
        let cells = table(Purpose::Data, vec![vec![], vec![paragraph("g")]]);
        assert_eq!(flow.sections[0].blocks, [paragraph("a"), of(Vec::new()), cells]);
        assert_eq!(flow.drop_hidden(), HiddenWords::default());
    }

    #[test]
    fn places_that_links_lead_to_stay() {
        let content = vec![Inline::Anchor("here".into()), run("gone", Some(Hidden::Ground))];
        let mut flow = flow(vec![of(content)]);
        assert_eq!(flow.drop_hidden().total(), 1);
        assert_eq!(flow.sections[0].blocks, [of(vec![Inline::Anchor("here".into())])]);
    }

    #[test]
    fn text_that_was_hidden_goes_on_with_that_around_it() {
        let content = || vec![run("a ", None), run("b", Some(Hidden::Layer)), run(" c", None), run("d", None)];
        let mut flow = flow(vec![of(content())]);
        assert_eq!(flow.unhide().total(), 0);
        assert_eq!(
            flow.sections[0].blocks,
            [of(vec![run("a b c", None), run("d", None)])],
            "as if nothing had been said"
        );
    }

    #[test]
    fn text_that_no_block_holds_comes_last() {
        let mut flow = flow(vec![paragraph("a")]);
        flow.unseen.push(Unseen { page: 2, text: "off".into(), hidden: Hidden::OffPage });
        flow.show_unseen();
        assert_eq!(flow.sections[0].blocks, [paragraph("a"), of(vec![run("off", Some(Hidden::OffPage))])]);
        assert!(flow.unseen.is_empty());
    }

    #[test]
    fn text_side_by_side_follows_on_and_room_goes() {
        let spacer = || Block::Paragraph(Paragraph { role: Role::Spacer, ..Paragraph::default() });
        let data = table(Purpose::Data, vec![vec![paragraph("x")], vec![spacer()]]);
        let beside = table(Purpose::Layout, vec![vec![paragraph("a"), spacer()], vec![data]]);
        let mut flow = flow(vec![spacer(), beside, Block::ColumnBreak, paragraph("b")]);
        flow.drop_layout();
        let data = table(Purpose::Data, vec![vec![paragraph("x")], vec![]]);
        assert_eq!(flow.sections[0].blocks, [paragraph("a"), data, paragraph("b")]);
    }
}
