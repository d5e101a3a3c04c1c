//! The RTF reader: one pass over the tokens, with a stack of what groups said.
//!
//! Text goes where its group's destination says: into the story at hand, into a table of the file, or nowhere. What a
//! group does when it ends (a note, a field, a picture) is kept with it.

mod aside;
mod blocks;
mod border;
mod charset;
mod colors;
mod ends;
mod field;
mod form;
mod groups;
mod html;
mod info;
mod letters;
mod lines;
mod lists;
mod marker;
mod math;
mod old_mark;
mod paragraph;
mod picture;
mod roles;
mod row;
mod section;
mod shape;
mod sheets;
mod story;
mod style;
mod table;
mod token;
mod words;

use std::rc::Rc;

use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_markup::html::{Gallery, headings, links};
use transvase_markup::prose::HIDDEN;
use transvase_model::flow::{Flow, HiddenWords, LinkTarget, TextStyle};
use transvase_model::metadata::Metadata;
use transvase_model::text::{hidden_words, lcid, misread};

use aside::Asides;
use border::Side;
use charset::Charset;
use colors::Colors;
use field::OpenField;
use groups::{End, Target};
use letters::Letters;
use lines::Lines;
use lists::Lists;
use old_mark::OldMark;
use picture::{Losses, OpenPicture};
use row::{Inner, RowLook};
use section::{Document, Running, SectionLook};
use shape::OpenShape;
use sheets::{Authors, Fonts, Styles};
use story::Story;
use token::{Token, Tokens};

/// Groups in groups that are kept apart; deeper ones are part of the one around them.
const MAX_DEPTH: usize = 400;
/// Bytes before the first group that are passed over.
const MAX_BEFORE: usize = 1 << 10;

/// Reads a document.
///
/// # Errors
/// `Malformed`, limits, `TimedOut`, `Cancelled`.
pub(super) fn read(bytes: &[u8], context: &Context) -> Result<Flow> {
    let text = text(bytes)?;
    if html::is_within(text) {
        return html::read(text, context);
    }
    let mut reader = Reader::new(context);
    reader.tokens(text)?;
    reader.finish()
}

/// What a document says about itself.
///
/// # Errors
/// As [`read`].
pub(super) fn metadata(bytes: &[u8], context: &Context) -> Result<Metadata> {
    let text = text(bytes)?;
    let mut reader = Reader::new(context);
    reader.tokens(text)?;
    Ok(reader.flow.metadata)
}

/// Whether bytes behind the last group are text that was cut off from it.
fn has_text(bytes: &[u8]) -> bool {
    !bytes.starts_with(b"{\\rtf") && bytes.windows(4).any(|word| word == b"\\par")
}

/// The file from its first group on.
fn text(bytes: &[u8]) -> Result<&[u8]> {
    let head = bytes.get(..MAX_BEFORE.min(bytes.len())).unwrap_or_default();
    let at = head
        .windows(5)
        .position(|word| word == b"{\\rtf")
        .or_else(|| head.windows(4).position(|word| word == b"{\\ur"));
    let at = at.ok_or_else(|| Error::malformed("the file does not begin with a group of RTF"))?;
    Ok(bytes.get(at..).unwrap_or_default())
}

/// What a group said: it holds until the group ends.
#[derive(Debug, Clone)]
struct State {
    target: Target,
    /// What the end of the group does.
    end: End,
    letters: Letters,
    lines: Rc<Lines>,
    /// Bytes that stand for a character of Unicode in readers that know none.
    fallback: usize,
    link: Option<Rc<LinkTarget>>,
}

/// What words about lines are said of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BorderOf {
    Nothing,
    Paragraph(Side),
    Box,
    Cell(Side),
    Row(Side),
    Inner(Inner),
}

/// A document that is being read.
struct Reader<'a> {
    context: &'a Context,
    state: State,
    stack: Vec<State>,
    /// Groups that are open beyond those of the stack.
    excess: usize,
    /// Where their text goes.
    excess_target: Target,
    /// Which of them is passed over, counted from the first.
    passed_over: Option<usize>,
    /// Bytes of text whose characters are not known yet.
    pending: Vec<u8>,
    /// Bytes of text to pass over, since a character of Unicode stood before them.
    skip: usize,
    /// The first half of a character of Unicode.
    high: Option<u16>,
    /// Whether nothing but blanks stood in the group yet.
    at_head: bool,
    /// Whether the next word may be passed over with its group.
    starred: bool,
    charset: Charset,
    font: i32,
    language: Option<i32>,
    fonts: Fonts,
    colors: Colors,
    styles: Styles,
    lists: Lists,
    authors: Authors,
    document: Document,
    section: SectionLook,
    running: Running,
    row: RowLook,
    /// Rows around that of a table in a cell.
    rows: Vec<RowLook>,
    border: BorderOf,
    stories: Vec<Story>,
    buffers: Vec<String>,
    fields: Vec<OpenField>,
    pictures: Vec<OpenPicture>,
    shapes: Vec<OpenShape>,
    /// The groups of the formula at hand that are open.
    math: Vec<math::Node>,
    /// Whether formulas are set off from the text.
    display: bool,
    /// Whether the shape at hand is the ground of all pages.
    is_ground: bool,
    asides: Asides,
    gallery: Gallery,
    losses: Losses,
    hidden: HiddenWords,
    keep_hidden: bool,
    /// The style made last, and of what.
    style: Option<(Letters, TextStyle)>,
    /// The text of a marker that the file has for readers without lists.
    mark_text: String,
    /// The mark of paragraphs before lists had tables.
    old_mark: OldMark,
    /// The number of the last paragraph with such a mark.
    old_count: Option<u32>,
    date: info::Date,
    flow: Flow,
}

impl<'a> Reader<'a> {
    fn new(context: &'a Context) -> Self {
        let state = State {
            target: Target::Text,
            end: End::Nothing,
            letters: Letters::default(),
            lines: Rc::default(),
            fallback: 1,
            link: None,
        };
        Reader {
            context,
            state,
            stack: Vec::new(),
            excess: 0,
            excess_target: Target::Text,
            passed_over: None,
            pending: Vec::new(),
            skip: 0,
            high: None,
            at_head: false,
            starred: false,
            charset: Charset::USUAL,
            font: 0,
            language: None,
            fonts: Fonts::default(),
            colors: Colors::default(),
            styles: Styles::default(),
            lists: Lists::default(),
            authors: Authors::default(),
            document: Document::default(),
            section: SectionLook::default(),
            running: Running::default(),
            row: RowLook::default(),
            rows: Vec::new(),
            border: BorderOf::Nothing,
            stories: vec![Story::default()],
            buffers: Vec::new(),
            fields: Vec::new(),
            pictures: Vec::new(),
            shapes: Vec::new(),
            math: Vec::new(),
            display: false,
            is_ground: false,
            asides: Asides::default(),
            gallery: Gallery::default(),
            losses: Losses::default(),
            hidden: HiddenWords::default(),
            keep_hidden: context.options().choice(&HIDDEN) == Some("keep"),
            style: None,
            mark_text: String::new(),
            old_mark: OldMark::default(),
            old_count: None,
            date: info::Date::default(),
            flow: Flow::default(),
        }
    }

    fn tokens(&mut self, bytes: &[u8]) -> Result<()> {
        let (mut ended, mut goes_on, mut tokens) = (false, false, Tokens::new(bytes));
        while let Some(token) = tokens.next().filter(|_| !ended) {
            self.context.tick(1)?;
            self.token(token)?;
            if self.stack.is_empty() && token == Token::Close && !goes_on {
                goes_on = has_text(tokens.rest());
                ended = !goes_on;
            }
        }
        if goes_on {
            self.context.warn(Warning::new(WarningCode::InputRepaired, "text goes on behind the end of the file"));
        }
        if !ended && !self.stack.is_empty() {
            self.context.warn(Warning::new(WarningCode::InputRepaired, "the file ends before its last group does"));
        }
        while !self.stack.is_empty() {
            self.excess = 0;
            self.close()?;
        }
        Ok(())
    }

    fn token(&mut self, token: Token<'_>) -> Result<()> {
        let at_head = self.at_head;
        self.at_head = token.keeps_head(at_head);
        match token {
            Token::Open => {
                self.skip = 0;
                self.open()
            }
            Token::Close => {
                self.skip = 0;
                self.close()
            }
            Token::Text(bytes) => self.bytes(bytes),
            Token::Hex(byte) => self.bytes(&[byte]),
            Token::Symbol(byte @ (b'\\' | b'{' | b'}')) => self.bytes(&[byte]),
            // What stands for a character of Unicode may be a word or a symbol too.
            Token::Word(word, _) if self.skip > 0 && word != "u" => {
                self.skip -= 1;
                Ok(())
            }
            Token::Symbol(_) | Token::Binary(_) if self.skip > 0 => {
                self.skip -= 1;
                Ok(())
            }
            Token::Symbol(symbol) => {
                self.flush()?;
                self.symbol(symbol, at_head)
            }
            Token::Binary(bytes) => {
                self.flush()?;
                self.binary(bytes);
                Ok(())
            }
            Token::Word(word, value) => {
                self.flush()?;
                self.word(word, value)
            }
        }
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        let skipped = self.skip.min(bytes.len());
        self.skip -= skipped;
        let bytes = bytes.get(skipped..).unwrap_or_default();
        match self.state.target {
            Target::Skip => {}
            Target::Picture => {
                if let Some(picture) = self.pictures.last_mut() {
                    picture.digits(bytes);
                }
            }
            _ => {
                self.starred = false;
                self.pending.extend_from_slice(bytes);
            }
        }
        Ok(())
    }

    fn binary(&mut self, bytes: &[u8]) {
        if self.state.target == Target::Picture
            && let Some(picture) = self.pictures.last_mut()
        {
            picture.binary(bytes);
        }
    }

    /// The bytes that wait become characters.
    fn flush(&mut self) -> Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let pending = std::mem::take(&mut self.pending);
        let own = match self.state.target {
            Target::Fonts => self.fonts.charset(),
            _ => self.fonts.get(self.state.letters.font.unwrap_or(self.font)).and_then(|font| font.charset),
        };
        let text = own.unwrap_or(self.charset).decode(&pending);
        self.text(&text)
    }

    fn open(&mut self) -> Result<()> {
        self.flush()?;
        self.starred = false;
        if self.stack.len() >= MAX_DEPTH {
            if self.excess == 0 {
                self.excess_target = self.state.target;
            }
            self.excess += 1;
            return Ok(());
        }
        let mut inner = self.state.clone();
        inner.end = End::Nothing;
        if inner.target == Target::Either {
            inner.target = Target::Skip;
        }
        if inner.target == Target::Math {
            self.math.push(math::Node::default());
        }
        self.stack.push(std::mem::replace(&mut self.state, inner));
        Ok(())
    }

    fn close(&mut self) -> Result<()> {
        self.flush()?;
        self.starred = false;
        if self.excess > 0 {
            self.excess -= 1;
            if self.passed_over.is_some_and(|depth| self.excess < depth) {
                (self.passed_over, self.state.target) = (None, self.excess_target);
            }
            if self.excess == 0 {
                let message = format!("groups nested more than {MAX_DEPTH} levels deep were read as one");
                self.context.warn(Warning::new(WarningCode::StructureFlattened, message));
            }
            return Ok(());
        }
        let Some(outer) = self.stack.pop() else { return Ok(()) };
        let inner = std::mem::replace(&mut self.state, outer);
        self.end(inner)
    }

    /// The story at hand.
    fn story(&mut self) -> &mut Story {
        if self.stories.is_empty() {
            self.stories.push(Story::default());
        }
        let last = self.stories.len() - 1;
        &mut self.stories[last]
    }

    /// The document with all that was read.
    fn finish(mut self) -> Result<Flow> {
        while self.stories.len() > 1 {
            let blocks = self.end_story()?;
            self.story_blocks(blocks);
        }
        self.end_section(true)?;
        let context = self.context;
        self.losses.warn(context);
        self.gallery.warn_of_losses(context);
        hidden_words::warn(&self.hidden, context);
        let language = self.language.and_then(|id| lcid::tag(id as u32));
        let mut flow = self.flow;
        flow.metadata.language = flow.metadata.language.or(language);
        flow.hyphenation = self.document.hyphenated.then_some(self.document.zone as f32 / 20.0);
        flow.media = self.gallery.store;
        misread::settle(&mut flow, context);
        flow.outline = headings::outline(&mut flow.sections, context)?;
        links::resolve(&mut flow, context)?;
        context.charge(Limit::elements, flow.notes.len() as u64)?;
        Ok(flow)
    }

    fn story_blocks(&mut self, blocks: Vec<transvase_model::flow::Block>) {
        blocks.into_iter().for_each(|block| self.story().block(block));
    }
}
