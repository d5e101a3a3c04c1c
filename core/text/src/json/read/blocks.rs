//! Deserialised blocks.

use super::super::measure::{bounded, color_of, extent, rect};
use super::super::schema::{self, Block};
use super::Reader;
use transvase_base::error::Result;
use transvase_model::flow::{self, Division, Group, GroupKind, List, ListItem, Marker, MarkerLook, Paragraph, Role};
use transvase_model::text::grid;

/// Deepest level of a heading.
const HEADINGS: u8 = 6;
/// Deepest level of an entry of a table of contents.
const CONTENTS: u8 = 9;

impl Reader<'_> {
    /// The blocks of the model. Recursion is as deep as JSON may be nested.
    pub(super) fn blocks(&self, blocks: Vec<Block>) -> Result<Vec<flow::Block>> {
        blocks.into_iter().map(|block| self.block(block)).collect()
    }

    fn block(&self, block: Block) -> Result<flow::Block> {
        self.context.checkpoint()?;
        Ok(match block {
            Block::Paragraph(paragraph) => self.paragraph(paragraph, |_| Role::Body)?,
            Block::Heading(paragraph) => self.paragraph(paragraph, |level| Role::Heading(level.min(HEADINGS)))?,
            Block::Title(paragraph) => self.paragraph(paragraph, |_| Role::Title)?,
            Block::Subtitle(paragraph) => self.paragraph(paragraph, |_| Role::Subtitle)?,
            Block::Caption(paragraph) => self.paragraph(paragraph, |_| Role::Caption)?,
            Block::Preformatted(paragraph) => self.paragraph(paragraph, |_| Role::Preformatted)?,
            Block::Contents(paragraph) => self.paragraph(paragraph, |level| Role::Contents(level.min(CONTENTS)))?,
            Block::Term(paragraph) => self.paragraph(paragraph, |_| Role::Term)?,
            Block::Spacer(paragraph) => self.paragraph(paragraph, |_| Role::Spacer)?,
            Block::List(list) => flow::Block::List(self.list(list)?),
            Block::Table(table) => self.table(table)?,
            Block::Quote(quoted) => flow::Block::Quote(self.blocks(quoted.blocks)?),
            Block::Figure(inside) => self.group(GroupKind::Figure, inside.blocks)?,
            Block::Code(code) => self.code(code)?,
            Block::Definitions(inside) => self.group(GroupKind::Definitions, inside.blocks)?,
            Block::Definition(inside) => self.group(GroupKind::Definition, inside.blocks)?,
            Block::Division(part) => {
                let kind = Division { kind: part.kind.into(), epub_type: part.epub_type.map(Into::into) };
                self.group(GroupKind::Division(kind), part.blocks)?
            }
            Block::Rule => flow::Block::Rule,
            Block::PageBreak => flow::Block::PageBreak,
            Block::ColumnBreak => flow::Block::ColumnBreak,
            Block::Frame(frame) => flow::Block::Frame(self.frame(frame)?),
        })
    }

    fn group(&self, kind: GroupKind, blocks: Vec<Block>) -> Result<flow::Block> {
        Ok(flow::Block::Group(Group { kind, blocks: self.blocks(blocks)? }))
    }

    /// A paragraph, whose role its level helps to say.
    fn paragraph(&self, told: schema::Paragraph, role: impl Fn(u8) -> Role) -> Result<flow::Block> {
        let label =
            told.label.as_ref().map(|label| flow::Label { marker: marker(&label.marker), number: label.number }.into());
        let role = role(told.level.unwrap_or(1).max(1));
        let place = self.place(&told.places);
        let mut style = told.layout.read();
        style.name = told.style.as_deref().map(Into::into);
        style.align = told.align.map(Into::into);
        style.right_to_left = told.right_to_left;
        let (content, initial) = self.content(told)?;
        let drop_cap = initial.map(Box::new);
        Ok(flow::Block::Paragraph(Paragraph { role, style, content, label, drop_cap, place }))
    }

    fn code(&self, code: schema::Code) -> Result<flow::Block> {
        let mut blocks = code.blocks;
        if blocks.is_empty() && !code.text.is_empty() {
            blocks.push(Block::Preformatted(text_alone(code.text)));
        }
        self.group(GroupKind::Code(code.language.map(Into::into)), blocks)
    }

    fn list(&self, list: schema::List) -> Result<List> {
        let item = |item: schema::Item| -> Result<ListItem> {
            Ok(ListItem { number: item.number, blocks: self.blocks(item.blocks)? })
        };
        Ok(List {
            marker: marker(&list.marker),
            look: MarkerLook {
                color: list.look.color.as_deref().and_then(color_of),
                bold: list.look.bold,
                ..MarkerLook::default()
            },
            start: list.start.unwrap_or(1),
            sequence: list.sequence,
            items: list.items.into_iter().map(item).collect::<Result<_>>()?,
            style: list.style.map(Into::into),
        })
    }

    /// A table, whose rows are made to cover one grid. Without a cell it is no table.
    fn table(&self, table: schema::Table) -> Result<flow::Block> {
        let mut columns: Vec<f32> = table.columns.iter().copied().map(extent).collect();
        let mut rows = table.rows.into_iter().map(|row| self.row(row)).collect::<Result<Vec<_>>>()?;
        let whole = grid::is_whole(&rows.iter().map(|row| &row.cells).collect::<Vec<_>>(), columns.len());
        if !whole {
            let mut cells: Vec<_> = rows.iter_mut().map(|row| &mut row.cells).collect();
            columns.resize(grid::set(&mut cells, self.context)?, 0.0);
        }
        Ok(flow::Block::Table(flow::Table {
            columns,
            rows,
            indent: bounded(table.indent),
            width: None,
            placement: None,
            align: table.align.map(Into::into),
            padding: table.padding.as_ref().map(schema::Edges::read),
            fixed: table.fixed,
            right_to_left: table.right_to_left,
            purpose: table.purpose.into(),
            style: table.style.map(Into::into),
            place: self.place(&table.places),
        }))
    }

    fn row(&self, row: schema::Row) -> Result<flow::Row> {
        let cells = row.cells.into_iter().map(|cell| self.cell(cell)).collect::<Result<_>>()?;
        let change = row.change.and_then(|at| self.index(at, self.changes));
        Ok(flow::Row {
            header: row.header,
            height: extent(row.height),
            exact: row.exact,
            keep_together: row.keep_together,
            change,
            cells,
        })
    }

    fn cell(&self, cell: schema::Cell) -> Result<flow::Cell> {
        let span = |span: Option<u32>| span.unwrap_or(1).max(1);
        let mut blocks = cell.blocks;
        if blocks.is_empty() && !cell.text.is_empty() {
            blocks.push(Block::Paragraph(text_alone(cell.text)));
        }
        Ok(flow::Cell {
            column_span: span(cell.column_span),
            row_span: span(cell.row_span),
            blocks: self.blocks(blocks)?,
            vertical: cell.vertical.into(),
            background: cell.background.as_deref().and_then(color_of),
            borders: (&cell.borders).into(),
            header: cell.header,
            turn: cell.turn.into(),
        })
    }

    pub(super) fn frame(&self, frame: schema::Frame) -> Result<flow::Frame> {
        Ok(flow::Frame {
            rect: rect(frame.bounds),
            origin: frame.origin.into(),
            rotation: bounded(frame.rotation),
            wrap: frame.wrap.into(),
            padding: frame.padding.read(),
            background: frame.background.as_deref().and_then(color_of),
            borders: (&frame.borders).into(),
            blocks: self.blocks(frame.blocks)?,
        })
    }
}

/// A paragraph of which only the words are known.
fn text_alone(text: String) -> schema::Paragraph {
    schema::Paragraph { text, ..schema::Paragraph::default() }
}

fn marker(marker: &schema::Marker) -> Marker {
    match marker.clone() {
        schema::Marker::None => Marker::None,
        schema::Marker::Bullet { character } => Marker::Bullet(character),
        schema::Marker::Number { format, parents, prefix, suffix } => {
            let [prefix, suffix] = [prefix, suffix].map(|words| Marker::words(&words).to_owned());
            Marker::Number { format: format.into(), parents, prefix, suffix }
        }
    }
}
