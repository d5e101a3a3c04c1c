//! The block assembler: paragraphs become blocks, and neighbours tell what is a list, a quotation, a frame or a drop
//! cap.

use super::lists::Marked;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::flow::{
    Block, Borders, DropCap, Frame, Inline, Label, List, ListItem, Marker, MarkerLook, Paragraph, Role, Run,
};
use transvase_model::text::counting::mark::{Headings, Mark};

/// Indents that differ by less than so many points are the same.
const SAME_INDENT: f32 = 1.0;

/// A paragraph as it was read, with what only its neighbours decide.
#[derive(Debug)]
pub(super) struct Draft {
    pub paragraph: Paragraph,
    pub mark: Option<Marked>,
    /// Whether paragraphs of the same style follow without space.
    pub contextual: bool,
    /// Whether the space above it comes to that below the one before.
    pub adds: bool,
    pub is_quote: bool,
    /// Lines that it is high as the initial of the next one.
    pub initial: u8,
    /// The frame it stands in.
    pub frame: Option<Frame>,
}

/// Paragraphs, and what is a block already.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "nearly all are paragraphs")]
pub(super) enum Item {
    Draft(Draft),
    Block(Block),
}

/// The blocks of a stretch of text.
pub(super) fn assemble(items: Vec<Item>, context: &Context) -> Result<Vec<Block>> {
    let mut builder = Builder::default();
    let mut style_before: Option<(std::sync::Arc<str>, bool)> = None;
    let mut space_before = 0.0;
    for item in items {
        context.tick(1)?;
        match item {
            Item::Block(block) => {
                (style_before, space_before) = (None, 0.0);
                builder.block(block);
            }
            Item::Draft(mut draft) => {
                let style = draft.paragraph.style.name.clone().map(|name| (name, draft.contextual));
                builder.close_up(style_before.as_ref(), style.as_ref(), &mut draft.paragraph);
                let space = &mut draft.paragraph.style;
                if draft.adds && space.space_before > 0.0 {
                    space.space_before += space_before;
                }
                space_before = space.space_after;
                style_before = style;
                builder.draft(draft);
            }
        }
    }
    Ok(builder.finish())
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
    frame: Option<Frame>,
    initial: Option<DropCap>,
    headings: Headings,
}

impl Builder {
    /// Takes the space between paragraphs of one style that want none.
    fn close_up(
        &mut self,
        before: Option<&(std::sync::Arc<str>, bool)>,
        own: Option<&(std::sync::Arc<str>, bool)>,
        paragraph: &mut Paragraph,
    ) {
        let (Some((before, closed)), Some((own, close))) = (before, own) else { return };
        if before != own {
            return;
        }
        if *close {
            paragraph.style.space_before = 0.0;
        }
        if let Some(last) = self.last().filter(|_| *closed) {
            last.style.space_after = 0.0;
        }
    }

    /// The paragraph that was added last.
    fn last(&mut self) -> Option<&mut Paragraph> {
        let list = self.lists.last_mut().and_then(|open| open.list.items.last_mut()?.blocks.last_mut());
        let frame = self.frame.as_mut().and_then(|frame| frame.blocks.last_mut());
        match list.or(frame).or(self.quote.last_mut()).or(self.blocks.last_mut())? {
            Block::Paragraph(paragraph) => Some(paragraph),
            _ => None,
        }
    }

    fn draft(&mut self, draft: Draft) {
        let Draft { mut paragraph, mark, is_quote, initial, frame, .. } = draft;
        paragraph.shrink_to_fit();
        if initial > 1 && self.initial.is_none() {
            self.initial = cap(&paragraph, initial);
            if self.initial.is_some() {
                return;
            }
        }
        if let Some(cap) = self.initial.take() {
            paragraph.drop_cap = Some(cap.into());
        }
        if let Some(mut frame) = frame {
            self.close_lists(0);
            self.close_quote();
            let same = self.frame.as_ref().is_some_and(|open| open.rect == frame.rect && open.origin == frame.origin);
            if !same {
                self.close_frame();
                frame.blocks.clear();
                self.frame = Some(frame);
            }
            self.frame.iter_mut().for_each(|open| open.blocks.push(Block::Paragraph(paragraph.clone())));
            return;
        }
        self.close_frame();
        match (mark, is_quote) {
            (Some(mark), _) => self.marked(paragraph, mark),
            (None, true) if paragraph.role == Role::Body => {
                self.close_lists(0);
                (paragraph.style.indent_start, paragraph.style.indent_end) = (0.0, 0.0);
                self.quote.push(Block::Paragraph(paragraph));
            }
            (None, _) => self.plain(paragraph),
        }
    }

    /// A paragraph without a mark: below an item whose text begins at the same place it is of that item.
    fn plain(&mut self, paragraph: Paragraph) {
        if is_rule(&paragraph) {
            return self.block(Block::Rule);
        }
        let indent = paragraph.style.indent_start;
        let is_below = paragraph.role == Role::Body
            && indent > SAME_INDENT
            && paragraph.style.indent_first >= 0.0
            && !paragraph.content.is_empty();
        while is_below && self.lists.last().is_some_and(|open| open.indent > indent + SAME_INDENT) {
            self.close_list();
        }
        match self.lists.last_mut().and_then(|open| open.list.items.last_mut()).filter(|_| is_below) {
            Some(item) => item.blocks.push(Block::Paragraph(paragraph)),
            None => self.block(Block::Paragraph(paragraph)),
        }
    }

    fn marked(&mut self, mut paragraph: Paragraph, marked: Marked) {
        let key = (marked.list, marked.level);
        match marked.mark {
            Mark::None => self.plain(paragraph),
            Mark::Words(words) => {
                words_before(&mut paragraph, &words);
                self.plain(paragraph);
            }
            mark @ (Mark::Bullet(_) | Mark::Number(_)) => match paragraph.role {
                Role::Heading(depth) => {
                    let marker = self.headings.marker(depth, &mark);
                    paragraph.label = Some(Label { marker, number: mark.number() }.into());
                    self.block(Block::Paragraph(paragraph));
                }
                _ => self.item(paragraph, key, &mark, marked.look),
            },
        }
    }

    fn item(&mut self, paragraph: Paragraph, key: (i32, usize), mark: &Mark, look: MarkerLook) {
        let number = mark.number();
        self.close_quote();
        let indent = paragraph.style.indent_start;
        self.open_list((key, indent), mark, look);
        let Some(open) = self.lists.last_mut() else { return };
        open.indent = indent;
        open.written = mark.written();
        let counted = matches!(open.list.marker, Marker::Number { .. });
        let differs = counted && number != open.expected && !open.list.items.is_empty();
        open.expected = number.saturating_add(1);
        let number = differs.then_some(number);
        open.list.items.push(ListItem { number, blocks: vec![Block::Paragraph(paragraph)] });
    }

    /// Opens and closes lists, so that the next item is of this one.
    fn open_list(&mut self, (key, indent): ((i32, usize), f32), mark: &Mark, look: MarkerLook) {
        while self.lists.last().is_some_and(|open| self.ends(open, key, indent)) {
            self.close_list();
        }
        let around = self.lists.iter().filter(|open| open.key != key);
        let marker = mark.marker(around.map(|open| open.written.as_str()));
        if self.lists.last().is_some_and(|open| open.key == key && open.list.marker != marker) {
            self.close_list();
        }
        if self.lists.last().is_none_or(|open| open.key != key) {
            let number = mark.number();
            let list = List { marker, look, start: number, ..List::default() };
            self.lists.push(OpenList { list, key, expected: number, indent, written: String::new() });
        }
    }

    /// Whether the innermost list ends before an item. Items of another list are in it where they stand further in.
    fn ends(&self, open: &OpenList, key: (i32, usize), indent: f32) -> bool {
        let (list, level) = key;
        if open.key.0 == list {
            return open.key.1 > level;
        }
        let goes_on = self.lists.iter().any(|around| around.key.0 == list && around.key.1 <= level);
        goes_on || indent <= open.indent + SAME_INDENT
    }

    fn close_list(&mut self) {
        let Some(open) = self.lists.pop() else { return };
        let list = Block::List(open.list);
        match self.lists.last_mut().and_then(|around| around.list.items.last_mut()) {
            Some(item) => item.blocks.push(list),
            None => self.blocks.push(list),
        }
    }

    fn close_lists(&mut self, left: usize) {
        while self.lists.len() > left {
            self.close_list();
        }
    }

    fn close_quote(&mut self) {
        if !self.quote.is_empty() {
            self.blocks.push(Block::Quote(std::mem::take(&mut self.quote)));
        }
    }

    fn close_frame(&mut self) {
        self.blocks.extend(self.frame.take().map(Block::Frame));
    }

    fn block(&mut self, block: Block) {
        // What stands at a place of its own does not end a list.
        let item = self.lists.last_mut().and_then(|open| open.list.items.last_mut());
        if let (Block::Frame(_), Some(item)) = (&block, item) {
            return item.blocks.push(block);
        }
        self.close_lists(0);
        self.close_quote();
        self.close_frame();
        self.blocks.push(block);
    }

    fn finish(mut self) -> Vec<Block> {
        if let Some(DropCap { run, .. }) = self.initial.take() {
            let paragraph = Paragraph { content: vec![Inline::Text(run)], ..Paragraph::default() };
            self.block(Block::Paragraph(paragraph));
        }
        self.close_lists(0);
        self.close_quote();
        self.close_frame();
        self.blocks
    }
}

/// Whether a paragraph is nothing but the line below it.
fn is_rule(paragraph: &Paragraph) -> bool {
    let Borders { top, right, bottom, left } = paragraph.style.borders;
    paragraph.content.is_empty() && bottom.is_some() && top.or(right).or(left).is_none()
}

/// The large initial that a paragraph is; `None` where it is more than that.
fn cap(paragraph: &Paragraph, lines: u8) -> Option<DropCap> {
    match paragraph.content.as_slice() {
        [Inline::Text(run)] if run.text.chars().count() <= 4 && !run.text.trim().is_empty() => {
            let run = Run { text: run.text.trim().to_owned(), style: run.style.clone() };
            Some(DropCap { run, lines })
        }
        _ => None,
    }
}

/// Puts words before the text of a paragraph, in the style of its first.
fn words_before(paragraph: &mut Paragraph, words: &str) {
    let style = paragraph.content.iter().find_map(Inline::run).map(|run| run.style.clone()).unwrap_or_default();
    paragraph.content.insert(0, Inline::Text(Run { text: words.to_owned(), style }));
    paragraph.content.insert(1, Inline::Tab);
}
