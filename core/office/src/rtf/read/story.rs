//! A stretch of text: the body, what runs at the edges of pages, a note, a remark or a frame. Paragraphs come one after the
//! other; tables open and close as the depth of the paragraphs changes.

use std::rc::Rc;

use super::blocks::{Draft, Item};
use super::table::{self, Laid, OpenRow};
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_model::flow::{Block, Change, Inline, LinkTarget, is_deleted};

/// Depth of tables in tables that is kept; deeper ones are text of the cell around them.
const MAX_DEPTH: usize = 16;

/// A piece of a paragraph with what is around it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Atom {
    pub inline: Inline,
    pub around: Around,
}

/// What is around a piece of a paragraph.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Around {
    /// Index of a remark on it.
    pub comment: Option<usize>,
    /// Index of a change of it.
    pub change: Option<usize>,
    /// Where it leads.
    pub link: Option<Rc<LinkTarget>>,
}

/// A table that is not at its end.
#[derive(Debug, Default)]
pub(super) struct OpenTable {
    /// The rows that are.
    pub rows: Vec<OpenRow>,
    /// The cells of the row at hand.
    cells: Vec<Vec<Item>>,
    /// The cell at hand.
    items: Vec<Item>,
}

/// A stretch of text that is being read.
#[derive(Debug, Default)]
pub(super) struct Story {
    /// The paragraph at hand.
    pub atoms: Vec<Atom>,
    items: Vec<Item>,
    tables: Vec<OpenTable>,
    /// Frames whose place counts from the paragraph at hand, which they follow.
    pub hung: Vec<Block>,
    /// Pieces that stand before the result of a field: text does not go on from there.
    pub sealed: usize,
    /// Whether a page or column has just ended within a paragraph: nothing more of it is no paragraph.
    pub broken: bool,
    /// Whether text of the paragraph at hand stands before such a break.
    pub goes_on: bool,
}

impl Story {
    /// Adds a piece; text in the same style goes on.
    pub(super) fn push(&mut self, inline: Inline, around: Around) {
        self.broken = false;
        if self.atoms.len() > self.sealed
            && let Inline::Text(run) = &inline
            && let Some(Atom { inline: Inline::Text(last), around: same }) = self.atoms.last_mut()
            && *same == around
            && last.style == run.style
        {
            last.text.push_str(&run.text);
            return;
        }
        self.atoms.push(Atom { inline, around });
    }

    /// Adds a paragraph at a depth of tables.
    pub(super) fn paragraph(&mut self, draft: Draft, depth: usize, context: &Context) -> Result<()> {
        // As much as a paragraph is in marked-up text: an element, and its text.
        context.charge(Limit::elements, 2)?;
        self.go_to(depth, context)?;
        self.here().push(Item::Draft(draft));
        let hung = std::mem::take(&mut self.hung);
        self.here().extend(hung.into_iter().map(Item::Block));
        Ok(())
    }

    /// Adds a block where the paragraph at hand stands.
    pub(super) fn block(&mut self, block: Block) {
        self.here().push(Item::Block(block));
    }

    /// Whether the last paragraph of the cell at hand needs no text, since something else stands there.
    pub(super) fn is_after_table(&self) -> bool {
        let items = self.tables.last().map_or(&self.items, |table| &table.items);
        matches!(items.last(), Some(Item::Block(Block::Table(_))))
    }

    /// Whether there is anything in the cell at hand.
    pub(super) fn is_cell_empty(&self) -> bool {
        self.tables.last().is_none_or(|table| table.items.is_empty())
    }

    /// Ends a cell of the table at a depth.
    pub(super) fn cell(&mut self, depth: usize, context: &Context) -> Result<()> {
        context.charge(Limit::elements, 1)?;
        self.go_to(depth.max(1), context)?;
        let hung = std::mem::take(&mut self.hung);
        self.here().extend(hung.into_iter().map(Item::Block));
        if let Some(table) = self.tables.last_mut() {
            table.cells.push(std::mem::take(&mut table.items));
        }
        Ok(())
    }

    /// Ends a row of the table at a depth. A change of its end is one of the row where nothing of its text stays.
    pub(super) fn row(
        &mut self,
        depth: usize,
        look: Laid,
        change: Option<(usize, &[Change])>,
        context: &Context,
    ) -> Result<()> {
        self.go_to(depth.max(1), context)?;
        let Some(table) = self.tables.last_mut() else { return Ok(()) };
        if !table.items.is_empty() {
            table.cells.push(std::mem::take(&mut table.items));
        }
        let cells = std::mem::take(&mut table.cells);
        if !cells.is_empty() {
            // LibreOffice marks the ends of rows that stay, where the row behind them is deleted.
            let change = change.filter(|(_, changes)| cells.iter().flatten().all(|item| is_gone(item, changes)));
            table.rows.push(OpenRow { look, cells, change: change.map(|(change, _)| change) });
        }
        Ok(())
    }

    /// Opens and closes tables, so that the next paragraph stands at a depth.
    pub(super) fn go_to(&mut self, depth: usize, context: &Context) -> Result<()> {
        let depth = depth.min(MAX_DEPTH);
        while self.tables.len() > depth {
            let Some(mut table) = self.tables.pop() else { break };
            if !table.items.is_empty() {
                table.cells.push(std::mem::take(&mut table.items));
            }
            if !table.cells.is_empty() {
                let look = table.rows.last().map(|row| row.look.clone()).unwrap_or_default();
                table.rows.push(OpenRow { look, cells: std::mem::take(&mut table.cells), change: None });
            }
            if let Some(table) = table::build(table.rows, context)? {
                self.here().push(Item::Block(Block::Table(table)));
            }
        }
        while self.tables.len() < depth {
            self.tables.push(OpenTable::default());
        }
        Ok(())
    }

    /// Takes all that has been read.
    pub(super) fn take(&mut self, context: &Context) -> Result<Vec<Item>> {
        self.go_to(0, context)?;
        let hung = std::mem::take(&mut self.hung);
        self.items.extend(hung.into_iter().map(Item::Block));
        Ok(std::mem::take(&mut self.items))
    }

    fn here(&mut self) -> &mut Vec<Item> {
        self.tables.last_mut().map_or(&mut self.items, |table| &mut table.items)
    }
}

/// Pieces as the content of a paragraph: remarks stand around changes, and these around links.
pub(super) fn content(atoms: Vec<Atom>) -> Vec<Inline> {
    let comments = grouped(atoms, |around| around.comment);
    let changed = |atoms: Vec<Atom>| grouped(atoms, |around| around.change).into_iter();
    let linked = |atoms: Vec<Atom>| {
        grouped(atoms, |around| around.link.clone()).into_iter().flat_map(|(link, atoms)| {
            let content = atoms.into_iter().map(|atom| atom.inline).collect::<Vec<_>>();
            match link {
                Some(link) => vec![Inline::Link { target: (*link).clone(), content }],
                None => content,
            }
        })
    };
    let changes = |atoms: Vec<Atom>| {
        changed(atoms).flat_map(move |(change, atoms)| {
            let content: Vec<Inline> = linked(atoms).collect();
            match change {
                Some(change) => vec![Inline::Change { change, content }],
                None => content,
            }
        })
    };
    let whole = comments.into_iter().flat_map(|(comment, atoms)| {
        let content: Vec<Inline> = changes(atoms).collect();
        match comment {
            Some(comment) => vec![Inline::Comment { comment, content }],
            None => content,
        }
    });
    whole.collect()
}

/// Stretches of pieces with the same thing around them.
fn grouped<K: PartialEq>(atoms: Vec<Atom>, key: impl Fn(&Around) -> K) -> Vec<(K, Vec<Atom>)> {
    let mut groups: Vec<(K, Vec<Atom>)> = Vec::new();
    for atom in atoms {
        let own = key(&atom.around);
        match groups.last_mut() {
            Some((known, group)) if *known == own => group.push(atom),
            _ => groups.push((own, vec![atom])),
        }
    }
    groups
}

/// Whether nothing of a paragraph stays.
fn is_gone(item: &Item, changes: &[Change]) -> bool {
    let Item::Draft(draft) = item else { return false };
    draft.paragraph.content.is_empty() || is_deleted(&draft.paragraph.content, changes)
}
