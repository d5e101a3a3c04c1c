//! Serialised blocks.

use std::collections::BTreeMap;

use super::super::columns::Columns;
use super::super::measure::{color, edges_of, points};
use super::super::schema::{self, Block};
use super::Teller;
use transvase_model::flow::{self, GroupKind, Marker, Paragraph, Place, PlaceId, Role, Table};

/// Levels of JSON around the outermost blocks: the document, its sections, a section, what runs at its head, a list.
pub(super) const OUTERMOST: usize = 5;
/// Levels beyond which blocks are not nested any more: readers of JSON often take no more than 128, and a paragraph has
/// some of its own.
const DEEPEST: usize = 60;
/// Levels that a drawing in a paragraph takes: paragraph, runs, run, drawing, texts, text, blocks.
pub(super) const DRAWING: usize = 7;

/// Levels that a block takes.
fn levels(block: &flow::Block) -> usize {
    match block {
        flow::Block::Table(_) => 6,
        flow::Block::List(_) => 4,
        flow::Block::Quote(_) | flow::Block::Group(_) | flow::Block::Frame(_) => 2,
        _ => 0,
    }
}

impl Teller<'_> {
    pub(super) fn blocks(&self, blocks: &[flow::Block], depth: usize) -> Vec<Block> {
        blocks.iter().take_while(|_| self.goes_on()).flat_map(|block| self.block(block, depth)).collect()
    }

    /// A block; its paragraphs alone where it is nested too deeply.
    pub(super) fn block(&self, block: &flow::Block, depth: usize) -> Vec<Block> {
        let inside = depth + levels(block);
        if inside > depth && inside > DEEPEST {
            self.flattened.set(true);
            return flow::leaves([block]).into_iter().map(|leaf| self.told(leaf, depth, depth)).collect();
        }
        vec![self.told(block, depth, inside)]
    }

    fn told(&self, block: &flow::Block, depth: usize, inside: usize) -> Block {
        let blocks = |blocks: &[flow::Block]| self.blocks(blocks, inside);
        match block {
            flow::Block::Paragraph(paragraph) => self.any_paragraph(paragraph, depth),
            flow::Block::List(list) => Block::List(self.list(list, inside)),
            flow::Block::Quote(quoted) => Block::Quote(schema::Blocks { blocks: blocks(quoted) }),
            flow::Block::Group(group) => grouped(&group.kind, blocks(&group.blocks)),
            flow::Block::Table(table) => Block::Table(self.table(table, inside)),
            flow::Block::Rule => Block::Rule,
            flow::Block::PageBreak => Block::PageBreak,
            flow::Block::ColumnBreak => Block::ColumnBreak,
            flow::Block::Frame(frame) => Block::Frame(self.frame(frame, inside)),
        }
    }

    fn any_paragraph(&self, paragraph: &Paragraph, depth: usize) -> Block {
        let mut told = self.paragraph(paragraph, depth);
        match paragraph.role {
            Role::Heading(level) | Role::Contents(level) => told.level = Some(level),
            _ => {}
        }
        told.label = paragraph.label.as_ref().map(|label| schema::Label {
            text: self.numbers.borrow_mut().label(paragraph).unwrap_or_default(),
            number: label.number,
            marker: marker(&label.marker),
        });
        match paragraph.role {
            Role::Body => Block::Paragraph(told),
            Role::Heading(_) => Block::Heading(told),
            Role::Preformatted => Block::Preformatted(told),
            Role::Caption => Block::Caption(told),
            Role::Title => Block::Title(told),
            Role::Subtitle => Block::Subtitle(told),
            Role::Contents(_) => Block::Contents(told),
            Role::Term => Block::Term(told),
            Role::Spacer => Block::Spacer(told),
        }
    }

    fn list(&self, list: &flow::List, inside: usize) -> schema::List {
        let mut number = list.start;
        let mut item = |item: &flow::ListItem| {
            let own = item.number.unwrap_or(number);
            number = own.saturating_add(1);
            let label = self.numbers.borrow_mut().enter(&list.marker, own).unwrap_or_default();
            let told = schema::Item { label, number: item.number, blocks: self.blocks(&item.blocks, inside) };
            self.numbers.borrow_mut().leave();
            told
        };
        schema::List {
            marker: marker(&list.marker),
            items: list.items.iter().map(&mut item).collect(),
            start: Some(list.start).filter(|start| *start != 1),
            sequence: list.sequence,
            look: schema::MarkerLook { color: list.look.color.map(color), bold: list.look.bold },
            style: list.style.as_deref().map(str::to_owned),
        }
    }

    fn table(&self, table: &Table, inside: usize) -> schema::Table {
        let mut columns = Columns::default();
        let rows = table.rows.iter().enumerate().map(|(at, row)| {
            let cells = row.cells.iter().map(|cell| {
                let column = columns.place(at, cell.row_span, cell.column_span);
                self.cell(cell, (at as u32, column), inside)
            });
            let change = row.change.map(|change| change as u32);
            schema::Row {
                cells: cells.collect(),
                header: row.header,
                height: points(row.height),
                exact: row.exact,
                keep_together: row.keep_together,
                change,
            }
        });
        schema::Table {
            rows: rows.collect(),
            columns: table.columns.iter().copied().map(points).collect(),
            purpose: table.purpose.into(),
            indent: points(table.indent),
            align: table.align.map(Into::into),
            padding: table.padding.map(|padding| schema::Edges::new(padding, points)),
            fixed: table.fixed,
            right_to_left: table.right_to_left,
            style: table.style.as_deref().map(str::to_owned),
            places: self.places(table.place),
        }
    }

    fn cell(&self, cell: &flow::Cell, (row, column): (u32, u32), inside: usize) -> schema::Cell {
        let span = |span: u32| Some(span).filter(|span| *span > 1);
        let mut blocks = self.blocks(&cell.blocks, inside);
        let text = schema::text_of(&blocks);
        if blocks.len() == 1 && !text.is_empty() && blocks[0].is_text_alone() {
            blocks.clear();
        }
        schema::Cell {
            row,
            column,
            text,
            row_span: span(cell.row_span),
            column_span: span(cell.column_span),
            header: cell.header,
            blocks,
            vertical: cell.vertical.into(),
            background: cell.background.map(color),
            borders: (&cell.borders).into(),
            turn: cell.turn.into(),
            places: self.places_within(&cell.blocks),
        }
    }

    /// Where the text of some blocks stood: a box for each page.
    fn places_within(&self, blocks: &[flow::Block]) -> Vec<schema::Place> {
        let id = |block: &&flow::Block| match block {
            flow::Block::Paragraph(paragraph) => paragraph.place,
            _ => None,
        };
        let place = |PlaceId(id): PlaceId| self.flow.places.get(id as usize);
        let mut pages = BTreeMap::new();
        let places = flow::leaves(blocks).into_iter().filter_map(|block| id(&block)).filter_map(place);
        for stretch in places.flat_map(|place: &Place| &place.stretches) {
            let around = pages.entry(stretch.page).or_insert(stretch.rect);
            *around = around.union(&stretch.rect);
        }
        let told = |(page, rect)| schema::Place { page, bounds: edges_of(&rect), ..schema::Place::default() };
        pages.into_iter().map(told).collect()
    }

    pub(super) fn frame(&self, frame: &flow::Frame, inside: usize) -> schema::Frame {
        schema::Frame {
            bounds: edges_of(&frame.rect),
            blocks: self.blocks(&frame.blocks, inside),
            origin: frame.origin.into(),
            rotation: points(frame.rotation),
            wrap: frame.wrap.into(),
            padding: schema::Edges::new(frame.padding, points),
            background: frame.background.map(color),
            borders: (&frame.borders).into(),
        }
    }
}

/// Blocks that belong together.
fn grouped(kind: &GroupKind, blocks: Vec<Block>) -> Block {
    let name = |name: &Option<std::sync::Arc<str>>| name.as_deref().map(str::to_owned);
    match kind {
        GroupKind::Figure => Block::Figure(schema::Blocks { blocks }),
        GroupKind::Code(language) => {
            Block::Code(schema::Code { text: schema::text_of(&blocks), language: name(language), blocks })
        }
        GroupKind::Definitions => Block::Definitions(schema::Blocks { blocks }),
        GroupKind::Definition => Block::Definition(schema::Blocks { blocks }),
        GroupKind::Division(flow::Division { kind, epub_type }) => {
            Block::Division(schema::Division { kind: (*kind).into(), blocks, epub_type: name(epub_type) })
        }
    }
}

pub(super) fn marker(marker: &Marker) -> schema::Marker {
    match marker.clone() {
        Marker::None => schema::Marker::None,
        Marker::Bullet(character) => schema::Marker::Bullet { character },
        Marker::Number { format, parents, prefix, suffix } => {
            schema::Marker::Number { format: format.into(), parents, prefix, suffix }
        }
    }
}
