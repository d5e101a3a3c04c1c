//! The block assembler: paragraphs become blocks, and neighbours tell what is a list, a quotation or has a drop cap.

use std::sync::Arc;

use super::lists::Marked;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::flow::{
    Block, DropCap, Inline, Label, List, ListItem, Marker, MarkerLook, Paragraph, Role, Run, TextStyle,
};
use transvase_model::text::counting::mark::{Headings, Mark};

/// Indents that differ by less than so many points are the same.
const SAME_INDENT: f32 = 1.0;

/// A piece of a text: a block, or a paragraph whose neighbours are not known yet.
#[derive(Debug)]
pub(super) enum Item {
    Block(Box<Block>),
    Draft(Box<Draft>),
}

/// A paragraph on its way.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub paragraph: Paragraph,
    /// What stands before it.
    pub mark: Option<Marked>,
    /// Whether it leaves no space to paragraphs of its style.
    pub contextual: bool,
    /// Whether its style is that of another's words.
    pub is_quote: bool,
    /// Lines that it is high as a large initial.
    pub initial: u8,
}

/// The blocks of a stretch of text.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub(super) fn assemble(items: Vec<Item>, context: &Context) -> Result<Vec<Block>> {
    let mut builder = Builder::default();
    for item in items {
        context.tick(1)?;
        match item {
            Item::Block(block) => {
                builder.before = None;
                builder.block(*block);
            }
            Item::Draft(draft) => builder.draft(*draft),
        }
    }
    builder.close_lists(0);
    builder.close_quote();
    Ok(builder.blocks)
}

/// A list that is not at its end.
#[derive(Debug)]
struct OpenList {
    list: List,
    /// The list of the file, and the level.
    key: (i32, usize),
    /// The number that the next item has by counting on.
    expected: u32,
    /// Indent of the text of its items in points.
    indent: f32,
    /// The number of the last item, as it is written.
    written: String,
}

#[derive(Debug, Default)]
struct Builder {
    blocks: Vec<Block>,
    lists: Vec<OpenList>,
    quote: Vec<Block>,
    initial: Option<DropCap>,
    headings: Headings,
    /// The style of the paragraph before, and whether it wants no space to others of it.
    before: Option<(Option<Arc<str>>, bool)>,
}

impl Builder {
    fn draft(&mut self, draft: Draft) {
        let Draft { mut paragraph, mark, contextual, is_quote, initial } = draft;
        paragraph.shrink_to_fit();
        self.close_up(&mut paragraph, contextual);
        if initial > 1 && self.initial.is_none() {
            self.initial = cap(&paragraph, initial);
            if self.initial.is_some() {
                return;
            }
        }
        if let Some(cap) = self.initial.take() {
            paragraph.drop_cap = Some(cap.into());
        }
        match mark {
            Some(mark) => self.marked(paragraph, mark),
            None if is_quote && paragraph.role == Role::Body => {
                self.close_lists(0);
                (paragraph.style.indent_start, paragraph.style.indent_end) = (0.0, 0.0);
                self.quote.push(Block::Paragraph(paragraph));
            }
            None => self.plain(paragraph),
        }
    }

    /// Takes the space between paragraphs of one style that want none.
    fn close_up(&mut self, paragraph: &mut Paragraph, contextual: bool) {
        let own = (paragraph.style.name.clone(), contextual);
        let Some(before) = self.before.replace(own).filter(|(name, _)| *name == paragraph.style.name) else { return };
        if contextual {
            paragraph.style.space_before = 0.0;
        }
        if let Some(last) = self.last().filter(|_| before.1) {
            last.style.space_after = 0.0;
        }
    }

    /// The paragraph that was added last.
    fn last(&mut self) -> Option<&mut Paragraph> {
        let item = self.lists.last_mut().and_then(|open| open.list.items.last_mut()?.blocks.last_mut());
        match item.or(self.quote.last_mut()).or(self.blocks.last_mut())? {
            Block::Paragraph(paragraph) => Some(paragraph),
            _ => None,
        }
    }

    /// A paragraph without a mark: below an item whose text begins at the same place it is of that item.
    fn plain(&mut self, paragraph: Paragraph) {
        let style = &paragraph.style;
        let is_below = paragraph.role == Role::Body
            && style.indent_start > SAME_INDENT
            && style.indent_first >= 0.0
            && !paragraph.content.is_empty();
        let indent = style.indent_start + SAME_INDENT;
        while is_below && self.lists.last().is_some_and(|open| open.indent > indent) {
            self.close_list();
        }
        match self.lists.last_mut().and_then(|open| open.list.items.last_mut()).filter(|_| is_below) {
            Some(item) => item.blocks.push(Block::Paragraph(paragraph)),
            None => self.block(Block::Paragraph(paragraph)),
        }
    }

    fn marked(&mut self, mut paragraph: Paragraph, marked: Marked) {
        match marked.mark {
            Mark::None => self.plain(paragraph),
            Mark::Words(words) => {
                words_before(&mut paragraph, words);
                self.plain(paragraph);
            }
            mark @ (Mark::Bullet(_) | Mark::Number(_)) => match paragraph.role {
                Role::Heading(depth) => {
                    let marker = self.headings.marker(depth, &mark);
                    paragraph.label = Some(Label { marker, number: mark.number() }.into());
                    self.block(Block::Paragraph(paragraph));
                }
                _ => self.item(paragraph, (marked.list, marked.level), &mark, marked.look),
            },
        }
    }

    fn item(&mut self, paragraph: Paragraph, key: (i32, usize), mark: &Mark, look: MarkerLook) {
        let number = mark.number();
        self.close_quote();
        self.open_list(key, mark, look);
        let Some(open) = self.lists.last_mut() else { return };
        open.indent = paragraph.style.indent_start;
        open.written = mark.written();
        let is_counted = matches!(open.list.marker, Marker::Number { .. });
        let differs = is_counted && number != open.expected;
        open.expected = number.saturating_add(1);
        let number = differs.then_some(number);
        open.list.items.push(ListItem { number, blocks: vec![Block::Paragraph(paragraph)] });
    }

    /// Opens and closes lists, so that the next item is of this one.
    fn open_list(&mut self, key: (i32, usize), mark: &Mark, look: MarkerLook) {
        let is_around = |open: &OpenList| open.key.0 == key.0 && open.key.1 < key.1;
        while self.lists.last().is_some_and(|open| open.key != key && !is_around(open)) {
            self.close_list();
        }
        let around = self.lists.iter().filter(|open| is_around(open));
        let marker = mark.marker(around.map(|open| open.written.as_str()));
        if self
            .lists
            .last()
            .is_some_and(|open| open.key == key && (open.list.marker != marker || open.list.look != look))
        {
            self.close_list();
        }
        if self.lists.last().is_none_or(|open| open.key != key) {
            let number = mark.number();
            let list = List { marker, look, start: number, ..List::default() };
            self.lists.push(OpenList { list, key, expected: number, indent: 0.0, written: String::new() });
        }
    }

    fn close_list(&mut self) {
        let Some(OpenList { list, .. }) = self.lists.pop() else { return };
        match self.lists.last_mut().and_then(|outer| outer.list.items.last_mut()) {
            Some(item) => item.blocks.push(Block::List(list)),
            None => self.blocks.push(Block::List(list)),
        }
    }

    fn close_lists(&mut self, depth: usize) {
        while self.lists.len() > depth {
            self.close_list();
        }
    }

    fn close_quote(&mut self) {
        if !self.quote.is_empty() {
            let quote = std::mem::take(&mut self.quote);
            self.blocks.push(Block::Quote(quote));
        }
    }

    fn block(&mut self, block: Block) {
        self.close_lists(0);
        self.close_quote();
        self.blocks.push(block);
    }
}

/// Words that a level of a list puts before its text.
fn words_before(paragraph: &mut Paragraph, words: String) {
    let style = paragraph.content.iter().find_map(Inline::run).map(|run| run.style.clone());
    let run = Run { text: words + " ", style: TextStyle { name: None, ..style.unwrap_or_default() } };
    paragraph.content.insert(0, Inline::Text(run));
}

/// The large initial that a paragraph is.
fn cap(paragraph: &Paragraph, lines: u8) -> Option<DropCap> {
    match paragraph.content.as_slice() {
        [Inline::Text(run)] if !run.text.trim().is_empty() => {
            Some(DropCap { run: run.clone(), lines: lines.clamp(2, 10) })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{NumberFormat, ParagraphStyle};
    use transvase_model::text::counting::mark::Numbered;

    fn draft(text: &str, level: usize, number: u32) -> Item {
        let (format, prefix, suffix) = (NumberFormat::Decimal, String::new(), ".".to_owned());
        let mark = Mark::Number(Numbered { format, number, above: Vec::new(), prefix, suffix });
        let mark = Marked { list: 1, level, mark, look: MarkerLook::default() };
        let content = vec![Inline::Text(Run { text: text.into(), style: TextStyle::default() })];
        let paragraph = Paragraph { content, ..Paragraph::default() };
        Item::Draft(Box::new(Draft { paragraph, mark: Some(mark), ..Draft::default() }))
    }

    #[test]
    fn items_make_lists_in_lists() {
        let items = vec![draft("a", 0, 3), draft("b", 1, 1), draft("c", 1, 2), draft("d", 0, 4), draft("e", 0, 9)];
        let blocks = assemble(items, &Context::default()).unwrap();
        let [Block::List(list)] = blocks.as_slice() else { panic!("one list") };
        assert_eq!((list.start, list.items.len()), (3, 3));
        assert_eq!(list.items.iter().map(|item| item.number).collect::<Vec<_>>(), [None, None, Some(9)]);
        let [_, Block::List(inner)] = list.items[0].blocks.as_slice() else { panic!("a list in the item") };
        assert_eq!(inner.items.len(), 2);
    }

    #[test]
    fn one_style_leaves_no_space() {
        let item = |name: &str| {
            let style =
                ParagraphStyle { name: Some(name.into()), space_before: 6.0, space_after: 6.0, ..Default::default() };
            let paragraph = Paragraph { style, ..Paragraph::default() };
            Item::Draft(Box::new(Draft { paragraph, contextual: true, ..Draft::default() }))
        };
        let blocks = assemble(vec![item("a"), item("a"), item("b")], &Context::default()).unwrap();
        let spaces: Vec<(f32, f32)> = blocks
            .iter()
            .map(|block| match block {
                Block::Paragraph(paragraph) => (paragraph.style.space_before, paragraph.style.space_after),
                _ => panic!("a paragraph"),
            })
            .collect();
        assert_eq!(spaces, [(6.0, 0.0), (0.0, 6.0), (6.0, 6.0)]);
    }
}
