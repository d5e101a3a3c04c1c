//! Simplification: a document with less in it, for writers that have no use for the rest.

use super::{Block, Change, ChangeKind, Flow, Group, Inline, Paragraph, Purpose, Role, Row, Table, inlines};

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

    /// Puts the values of charts behind the paragraphs that these stand in, in place of their drawings. Tells how many
    /// charts there were.
    pub fn tell_charts(&mut self) -> usize {
        let mut count = 0;
        self.each_list(&mut |blocks| {
            if blocks.iter().any(has_chart) {
                let all = std::mem::take(blocks);
                blocks.extend(all.into_iter().flat_map(|block| told(block, &mut count)));
            }
        });
        count
    }

    /// Takes every change as settled: what is new is text as any other, and what is to go goes, with the paragraphs, items
    /// and tables that hold nothing else. Tells whether any text went.
    pub fn accept_changes(&mut self) -> bool {
        let changes = std::mem::take(&mut self.changes);
        let mut went = false;
        if !changes.is_empty() {
            self.each_list(&mut |blocks| {
                let mut gone = |block: &mut Block| match block {
                    Block::Paragraph(paragraph) => {
                        let here = accept(&mut paragraph.content, &changes);
                        went |= here;
                        here && paragraph.content.is_empty() && paragraph.drop_cap.is_none()
                    }
                    Block::List(list) => {
                        list.items.retain(|item| !item.blocks.is_empty());
                        list.items.is_empty()
                    }
                    Block::Table(table) => {
                        went |= accept_rows(table, &changes);
                        table.rows.is_empty()
                    }
                    _ => false,
                };
                blocks.retain_mut(|block| !gone(block));
            });
        }
        went
    }

    /// Calls `visit` for each list of blocks, after those inside it. Recursion is as deep as blocks lie in one another,
    /// which whoever builds them bounds.
    pub fn each_list(&mut self, visit: &mut dyn FnMut(&mut Vec<Block>)) {
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
            drawing.stretches_mut().for_each(|blocks| each_in(blocks, visit));
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

fn is_chart(inline: &Inline) -> bool {
    matches!(inline, Inline::Drawing(drawing) if !drawing.data.is_empty())
}

fn has_chart(block: &Block) -> bool {
    matches!(block, Block::Paragraph(paragraph) if inlines(&paragraph.content).any(is_chart))
}

/// A block without its charts, and their values behind it.
fn told(mut block: Block, count: &mut usize) -> Vec<Block> {
    let mut charts = Vec::new();
    if let Block::Paragraph(paragraph) = &mut block {
        take_charts(&mut paragraph.content, &mut charts);
    }
    *count += charts.len();
    std::iter::once(block).chain(charts.into_iter().flatten()).collect()
}

/// Takes the charts out of inlines, with the links that hold nothing else, and keeps the values of each.
fn take_charts(content: &mut Vec<Inline>, charts: &mut Vec<Vec<Block>>) {
    content.retain_mut(|inline| match inline {
        Inline::Drawing(drawing) if !drawing.data.is_empty() => {
            charts.push(std::mem::take(&mut drawing.data));
            false
        }
        inline => inline.children_mut().is_none_or(|inside| {
            let was_empty = inside.is_empty();
            take_charts(inside, charts);
            was_empty || !inside.is_empty()
        }),
    });
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

/// Settles the changes of whole rows; whether any row went.
fn accept_rows(table: &mut Table, changes: &[Change]) -> bool {
    let before = table.rows.len();
    let kind = |row: &Row| row.change.and_then(|change| changes.get(change)).map(|change| change.kind);
    table.drop_rows(|row| kind(row) == Some(ChangeKind::Deleted));
    table.rows.iter_mut().for_each(|row| row.change = None);
    table.rows.len() < before
}

/// Whether inlines hold text, all of which is to go.
pub fn is_deleted(content: &[Inline], changes: &[Change]) -> bool {
    let goes = |inline: &Inline| match inline {
        Inline::Change { change, .. } => changes.get(*change).is_some_and(|change| change.kind == ChangeKind::Deleted),
        Inline::Anchor(_) => true,
        _ => false,
    };
    content.iter().any(|inline| matches!(inline, Inline::Change { .. })) && content.iter().all(goes)
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
    use crate::flow::{Cell, Drawing, GroupKind, LinkTarget, List, ListItem, Run, Section, TextStyle};

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

    #[test]
    fn paragraphs_and_items_that_go_as_a_whole_leave_nothing_behind() {
        let gone = || {
            let content = vec![Inline::Text(Run { text: "x".into(), style: TextStyle::default() })];
            let content = vec![Inline::Change { change: 0, content }];
            Block::Paragraph(Paragraph { content, ..Paragraph::default() })
        };
        let item = |block| ListItem { blocks: vec![block], ..ListItem::default() };
        let list = |items| Block::List(List { items, ..List::default() });
        let empty = Block::Paragraph(Paragraph::default());
        let items = vec![item(paragraph("a")), item(gone())];
        let mut flow = flow(vec![gone(), list(items), list(vec![item(gone())]), empty.clone()]);
        flow.changes = vec![Change { kind: ChangeKind::Deleted, author: None, date: None }];
        assert!(flow.accept_changes());
        assert_eq!(flow.sections[0].blocks, [list(vec![item(paragraph("a"))]), empty]);
    }

    #[test]
    fn rows_and_tables_that_are_to_go_go() {
        let row = |text: &str, change| {
            let cells = vec![Cell { blocks: vec![paragraph(text)], ..Cell::default() }];
            Row { change, cells, ..Row::default() }
        };
        let table = |rows| Block::Table(Table { rows, ..Table::default() });
        let rows = vec![row("a", None), row("b", Some(1)), row("c", Some(0))];
        let mut flow = flow(vec![table(rows), table(vec![row("d", Some(1))])]);
        let change = |kind| Change { kind, author: None, date: None };
        flow.changes = vec![change(ChangeKind::Inserted), change(ChangeKind::Deleted)];
        assert!(flow.accept_changes());
        assert_eq!(flow.sections[0].blocks, [table(vec![row("a", None), row("c", None)])]);
    }

    #[test]
    fn the_values_of_charts_stand_behind_their_paragraphs() {
        let data = table(Purpose::Data, vec![vec![paragraph("4")]]);
        let chart = Inline::Drawing(Drawing { data: vec![data.clone()], ..Drawing::default() });
        let plain = Inline::Drawing(Drawing::default());
        let target = LinkTarget::External("https://example.org".into());
        let link = Inline::Link { target, content: vec![chart.clone()] };
        let of = |content: Vec<Inline>| Block::Paragraph(Paragraph { content, ..Paragraph::default() });
        let mut flow = flow(vec![of(vec![plain.clone(), chart]), of(vec![link])]);
        assert_eq!(flow.tell_charts(), 2);
        assert_eq!(flow.sections[0].blocks, [of(vec![plain]), data.clone(), of(Vec::new()), data]);
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
