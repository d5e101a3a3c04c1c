//! The list builder: lists from paragraphs that each know their place in one.

use super::pieces::{Item, Piece};
use transvase_model::flow::{Block, List, ListItem, Marker, Role};

/// Points between indents that are those of different levels.
const LEVEL_STEP: f32 = 6.0;
/// Points by which a paragraph below an item may begin left of its text.
const NEAR: f32 = 1.5;
/// Lists in lists.
const MAX_DEPTH: usize = 9;

/// A list whose items are being gathered.
struct Open {
    list: List,
    first: Item,
    /// The number that the next item has by itself.
    next: u32,
    /// The number of the last item, as it is written.
    written: String,
}

/// Puts lists in the place of their items. Each block comes with whether it is of a quotation.
pub(super) fn gather(pieces: Vec<Piece>) -> Vec<(Block, bool)> {
    let mut gathering = Gathering::default();
    let mut rest = pieces.into_iter().peekable();
    while let Some(mut piece) = rest.next() {
        if matches!(piece.block, Block::PageBreak)
            && !gathering.open.is_empty()
            && let Some(next) = rest.peek_mut()
            && next.about.item.is_some()
            && let Some(paragraph) = next.paragraph_mut()
        {
            paragraph.style.page_break_before = true;
            continue;
        }
        match piece.about.item.take() {
            Some(item) => gathering.item(piece.block, item),
            None => {
                let next = rest.peek().and_then(|next| next.about.item.as_ref());
                gathering.other(piece, next);
            }
        }
    }
    gathering.close(0);
    gathering.out
}

#[derive(Default)]
struct Gathering {
    out: Vec<(Block, bool)>,
    open: Vec<Open>,
}

impl Gathering {
    fn item(&mut self, block: Block, item: Item) {
        while self.open.last().is_some_and(|open| is_above(&item, &open.first)) {
            self.close(self.open.len() - 1);
        }
        let depth = self.open.len();
        let same = self.open.last().is_some_and(|open| !is_below(&item, &open.first));
        // The lists around the one that the item would belong to.
        let outer = if same { depth - 1 } else { depth };
        let around = self.open.iter().take(outer);
        let marker = item.mark.marker(around.map(|open| open.written.as_str()));
        if same {
            if let Some(open) = self.open.last_mut()
                && open.list.marker == marker
                && open.list.look == item.look
                && (open.first.key == item.key || matches!(marker, Marker::Bullet(_)))
            {
                return open.push(block, &item);
            }
            self.close(outer);
        } else if depth >= MAX_DEPTH {
            self.close(depth - 1);
        }
        self.begin(block, item, marker);
    }

    fn begin(&mut self, block: Block, item: Item, marker: Marker) {
        let numbered = matches!(marker, Marker::Number { .. });
        // Lists at the top may go on behind what parts them; those inside begin anew with their item, mostly.
        let sequence = (numbered && (self.open.is_empty() || item.number != item.start)).then_some(sequence(&item));
        let list = List {
            marker,
            look: item.look,
            start: if numbered { item.number } else { 1 },
            sequence,
            items: Vec::new(),
            style: item.style.clone(),
        };
        let mut open = Open { list, next: item.number, first: item.clone(), written: String::new() };
        open.push(block, &item);
        self.open.push(open);
    }

    /// A block that is no item: one below the item before it, or the end of all lists.
    fn other(&mut self, piece: Piece, next: Option<&Item>) {
        let indent = piece
            .paragraph()
            .filter(|paragraph| matches!(paragraph.role, Role::Body | Role::Preformatted))
            .map(|paragraph| paragraph.style.indent_start);
        let goes_on = next.is_some_and(|next| self.open.iter().any(|open| open.first.key == next.key));
        if piece.is_empty() && goes_on {
            return self.below(piece.block, self.open.len());
        }
        if let Some(indent) = indent.filter(|indent| *indent > NEAR && !piece.about.quote) {
            while self.open.last().is_some_and(|open| open.first.indent > indent + NEAR) {
                self.close(self.open.len() - 1);
            }
            if !self.open.is_empty() {
                return self.below(piece.block, self.open.len());
            }
        }
        self.close(0);
        self.out.push((piece.block, piece.about.quote));
    }

    /// Puts a block below the last item of a list.
    fn below(&mut self, block: Block, depth: usize) {
        let item = self.open.get_mut(depth.wrapping_sub(1)).and_then(|open| open.list.items.last_mut());
        match item {
            Some(item) => item.blocks.push(block),
            None => self.out.push((block, false)),
        }
    }

    /// Ends all lists but the first `depth`.
    fn close(&mut self, depth: usize) {
        while self.open.len() > depth {
            if let Some(open) = self.open.pop() {
                self.below(Block::List(open.list), self.open.len());
            }
        }
    }
}

impl Open {
    fn push(&mut self, block: Block, item: &Item) {
        let number =
            (item.number != self.next && matches!(self.list.marker, Marker::Number { .. })).then_some(item.number);
        self.next = item.number.saturating_add(1);
        self.written = item.mark.written();
        self.list.items.push(ListItem { number, blocks: vec![block] });
    }
}

/// The sequence of a level of a list.
fn sequence(item: &Item) -> u32 {
    (item.key as u32).wrapping_mul(16).wrapping_add(u32::from(item.level))
}

/// Whether an item belongs to a list around that of another.
fn is_above(item: &Item, other: &Item) -> bool {
    if item.key == other.key { item.level < other.level } else { item.indent < other.indent - LEVEL_STEP }
}

/// Whether an item belongs to a list below an item of the other's.
fn is_below(item: &Item, other: &Item) -> bool {
    if item.key == other.key { item.level > other.level } else { item.indent > other.indent + LEVEL_STEP }
}

#[cfg(test)]
mod tests {
    use super::super::pieces::About;
    use super::*;
    use transvase_model::flow::{Inline, MarkerLook, NumberFormat, Paragraph, ParagraphStyle, Run, TextStyle};
    use transvase_model::text::counting::mark::{Mark, Numbered};

    fn paragraph(text: &str, indent: f32) -> Block {
        let content = vec![Inline::Text(Run { text: text.into(), style: TextStyle::default() })];
        Block::Paragraph(Paragraph {
            content,
            style: ParagraphStyle { indent_start: indent, ..ParagraphStyle::default() },
            ..Paragraph::default()
        })
    }

    fn item(text: &str, level: u8, number: u32, above: &[&str]) -> Piece {
        let above = above.iter().map(|number| (*number).to_owned()).collect();
        let (format, prefix, suffix) = (NumberFormat::Decimal, String::new(), ".".to_owned());
        let mark = Mark::Number(Numbered { format, number, above, prefix, suffix });
        let indent = 36.0 * f32::from(level + 1);
        let place = Item { key: 1, level, mark, number, start: 1, look: MarkerLook::default(), indent, style: None };
        Piece { block: paragraph(text, indent), about: About { item: Some(place), ..About::default() } }
    }

    fn plain(text: &str, indent: f32) -> Piece {
        paragraph(text, indent).into()
    }

    /// The outline of blocks: words of paragraphs, lists in brackets with their first numbers.
    fn shape(blocks: &[Block]) -> String {
        let one = |block: &Block| match block {
            Block::Paragraph(paragraph) => match &paragraph.content[..] {
                [Inline::Text(run)] => run.text.clone(),
                _ => String::new(),
            },
            Block::List(list) => {
                let parents = if let Marker::Number { parents, .. } = list.marker { parents } else { 0 };
                let items: Vec<String> = list.items.iter().map(|item| shape(&item.blocks)).collect();
                format!("[{}/{parents}: {}]", list.start, items.join(", "))
            }
            _ => "?".into(),
        };
        blocks.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    fn gathered(pieces: Vec<Piece>) -> String {
        shape(&gather(pieces).into_iter().map(|(block, _)| block).collect::<Vec<_>>())
    }

    #[test]
    fn items_lie_in_one_another() {
        let pieces = vec![
            item("a", 0, 1, &[]),
            item("b", 1, 1, &["1"]),
            item("c", 1, 2, &["1"]),
            item("d", 0, 2, &[]),
            plain("text", 0.0),
            item("e", 0, 3, &[]),
        ];
        assert_eq!(gathered(pieces), "[1/0: a [1/1: b, c], d] text [3/0: e]");
    }

    #[test]
    fn what_is_indented_below_an_item_belongs_to_it() {
        let pieces = vec![item("a", 0, 1, &[]), item("b", 1, 1, &["1"]), plain("below a", 36.0), item("c", 0, 2, &[])];
        assert_eq!(gathered(pieces), "[1/0: a [1/1: b] below a, c]");
    }

    #[test]
    fn numbers_above_that_no_list_shows_are_words() {
        let pieces = vec![item("a", 1, 1, &["3"])];
        let blocks = gather(pieces);
        let Block::List(list) = &blocks[0].0 else { panic!("a list") };
        assert_eq!(
            list.marker,
            Marker::Number { format: NumberFormat::Decimal, parents: 0, prefix: "3.".into(), suffix: ".".into() }
        );
    }
}
