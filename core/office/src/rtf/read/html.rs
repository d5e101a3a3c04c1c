//! HTML encapsulated in RTF, as mail has it: the file holds the page itself, in groups that other readers pass over
//! (MS-OXRTFEX, 2.2).

use std::rc::Rc;
use std::sync::Arc;

use super::charset::{self, Charset};
use super::token::{Token, Tokens};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_markup::html::{
    Builder, Dialect, Gallery, Host, NodeId, Picture, Sheet, Tree, data_uri, headings, links, parse, settle,
};
use transvase_model::flow::{Anchor, Flow, LinkTarget, Section};

/// Tokens within which a file says that it holds a page.
const LOOK: usize = 200;
/// Groups in groups that are kept apart.
const MAX_DEPTH: usize = 400;
/// Links look like links.
const SHEET: &str = "a:link { color: #0563c1; text-decoration: underline }";

/// Whether the file holds a page.
pub(super) fn is_within(bytes: &[u8]) -> bool {
    Tokens::new(bytes).take(LOOK).any(|token| matches!(token, Token::Word("fromhtml", value) if value != Some(0)))
}

/// Reads the page.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub(super) fn read(bytes: &[u8], context: &Context) -> Result<Flow> {
    let text = extract(bytes, context)?;
    context.charge_unpacked(text.len())?;
    let tree = parse(&text, Dialect::default(), context)?;
    let mut page = Page::default();
    let mut builder = Builder::new(SHEET, &["screen"], context);
    builder.add(&tree, &mut page)?;
    let sections = vec![Section { blocks: builder.finish(), ..Section::default() }];
    page.gallery.warn_of_losses(context);
    links::warn_of_remote(page.remote, page.first_remote.as_deref(), context);
    let mut flow = Flow { sections, media: page.gallery.store, ..Flow::default() };
    flow.outline = headings::outline(&mut flow.sections, context)?;
    links::resolve(&mut flow, context)?;
    settle::settle(&mut flow, context)?;
    Ok(flow)
}

/// What a group said.
#[derive(Debug, Clone, Copy)]
struct State {
    /// Whether the group is passed over.
    skipped: bool,
    /// Whether it is one with a piece of the page.
    is_tag: bool,
    /// Whether its text is for readers of RTF alone.
    only_rtf: bool,
    charset: Option<Charset>,
    fallback: usize,
}

/// The page within a file.
#[derive(Debug)]
struct Extract {
    out: String,
    pending: Vec<u8>,
    state: State,
    stack: Vec<State>,
    excess: usize,
    skip: usize,
    high: Option<u16>,
    /// Whether nothing but blanks stood in the group yet.
    at_head: bool,
    starred: bool,
    charset: Charset,
    fonts: super::sheets::Fonts,
    in_fonts: usize,
}

/// The text of the page within a file.
fn extract(bytes: &[u8], context: &Context) -> Result<String> {
    let state = State { skipped: false, is_tag: false, only_rtf: false, charset: None, fallback: 1 };
    let mut extract = Extract {
        out: String::new(),
        pending: Vec::new(),
        state,
        stack: Vec::new(),
        excess: 0,
        skip: 0,
        high: None,
        at_head: false,
        starred: false,
        charset: Charset::USUAL,
        fonts: super::sheets::Fonts::default(),
        in_fonts: 0,
    };
    for token in Tokens::new(bytes) {
        context.tick(1)?;
        extract.token(token);
    }
    extract.flush();
    Ok(extract.out)
}

impl Extract {
    fn token(&mut self, token: Token<'_>) {
        let at_head = self.at_head;
        self.at_head = token.keeps_head(at_head);
        match token {
            Token::Text(bytes) => self.bytes(bytes),
            Token::Hex(byte) | Token::Symbol(byte @ (b'\\' | b'{' | b'}')) => self.bytes(&[byte]),
            Token::Open => self.open(),
            Token::Close => self.close(),
            Token::Binary(_) => {}
            Token::Symbol(symbol) => {
                self.flush();
                match symbol {
                    b'*' => self.starred = at_head,
                    b'~' => self.say("&nbsp;"),
                    b'_' => self.say("&shy;"),
                    b'-' => self.say("\u{AD}"),
                    _ => {}
                }
            }
            Token::Word(word, value) => {
                self.flush();
                self.word(word, value);
            }
        }
    }

    fn open(&mut self) {
        self.flush();
        (self.skip, self.starred) = (0, false);
        if self.stack.len() < MAX_DEPTH {
            self.stack.push(self.state);
        } else {
            self.excess += 1;
        }
    }

    fn close(&mut self) {
        self.flush();
        (self.skip, self.starred) = (0, false);
        if self.excess > 0 {
            self.excess -= 1;
        } else if let Some(outer) = self.stack.pop() {
            self.state = outer;
            if self.stack.len() < self.in_fonts {
                self.fonts.end();
                self.in_fonts = 0;
            }
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let skipped = self.skip.min(bytes.len());
        self.skip -= skipped;
        self.pending.extend_from_slice(bytes.get(skipped..).unwrap_or_default());
    }

    fn flush(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        if !pending.is_empty() {
            let charset = self.state.charset.unwrap_or(self.charset);
            let text = charset.decode(&pending);
            if self.in_fonts > 0 { self.fonts.text(&text) } else { self.say(&text) }
        }
    }

    fn say(&mut self, text: &str) {
        if !self.state.skipped && !self.state.only_rtf {
            self.out.push_str(text);
        }
    }

    fn word(&mut self, word: &str, value: Option<i32>) {
        let starred = std::mem::take(&mut self.starred);
        match word {
            "fonttbl" => {
                self.state.skipped = true;
                self.in_fonts = self.stack.len();
            }
            _ if self.in_fonts > 0 => self.fonts.take(word, value),
            "htmltag" => (self.state.is_tag, self.state.only_rtf) = (true, false),
            "htmlrtf" => self.state.only_rtf = value != Some(0),
            "mhtmltag" | "colortbl" | "stylesheet" | "info" | "pict" | "pntext" | "objdata" | "listtext" => {
                self.state.skipped = true;
            }
            _ if starred => self.state.skipped = true,
            "ansicpg" => self.charset = charset::code_page(value.unwrap_or(0)).unwrap_or(self.charset),
            "f" => self.state.charset = value.and_then(|number| self.fonts.get(number)?.charset),
            "uc" => self.state.fallback = value.unwrap_or(1).clamp(0, 20) as usize,
            "u" => self.unicode(value.unwrap_or(0)),
            "par" | "line" => self.say("\r\n"),
            "tab" => self.say("\t"),
            "lquote" => self.say("&lsquo;"),
            "rquote" => self.say("&rsquo;"),
            "ldblquote" => self.say("&ldquo;"),
            "rdblquote" => self.say("&rdquo;"),
            "bullet" => self.say("&bull;"),
            "endash" => self.say("&ndash;"),
            "emdash" => self.say("&mdash;"),
            _ => {}
        }
    }

    fn unicode(&mut self, number: i32) {
        self.skip = self.state.fallback;
        let code = if number < 0 { (number as u32) & 0xFFFF } else { number as u32 };
        let high = self.high.take();
        let c = match (code, high) {
            (0xD800..=0xDBFF, _) => {
                self.high = Some(code as u16);
                return;
            }
            (0xDC00..=0xDFFF, Some(high)) => {
                char::from_u32(0x10000 + ((u32::from(high) - 0xD800) << 10) + (code - 0xDC00))
            }
            _ => char::from_u32(code),
        };
        if let Some(c) = c {
            self.say(c.encode_utf8(&mut [0; 4]));
        }
    }
}

/// The page as its text sees it.
#[derive(Default)]
struct Page {
    gallery: Gallery,
    remote: usize,
    first_remote: Option<String>,
}

impl Page {
    fn file(&mut self, reference: &str, context: &Context) -> Result<Option<Arc<[u8]>>> {
        if let Some(bytes) = data_uri(reference) {
            context.charge_unpacked(bytes.len())?;
            return Ok(Some(bytes.into()));
        }
        if links::external(reference).is_some() {
            self.remote += 1;
            self.first_remote.get_or_insert_with(|| reference.chars().take(80).collect());
            return Ok(None);
        }
        // What the mail has beside it is called by its content id.
        context.resource(reference.trim_start_matches("cid:"))
    }
}

impl Host for Page {
    fn picture(&mut self, reference: &str, context: &Context) -> Result<Option<Picture>> {
        let Some(file) = self.file(reference, context)? else {
            self.gallery.miss(reference);
            return Ok(None);
        };
        self.gallery.file(&file, context)
    }

    fn drawing(&mut self, tree: &Tree, svg: NodeId, context: &Context) -> Result<Option<Picture>> {
        self.gallery.drawing(tree, svg, context)
    }

    fn sheet(&mut self, reference: &str, context: &Context) -> Result<Option<Sheet>> {
        let file = self.file(reference, context)?;
        Ok(file.map(|file| Sheet { text: Rc::from(String::from_utf8_lossy(&file)), base: None }))
    }

    fn font(&mut self, _: &str, _: &Context) -> Result<Option<Arc<[u8]>>> {
        Ok(None)
    }

    fn link(&mut self, reference: &str) -> Option<LinkTarget> {
        let reference = reference.trim();
        match reference.strip_prefix('#') {
            Some(id) => Some(LinkTarget::Internal(self.anchor(id))),
            None => links::external(reference),
        }
    }

    fn anchor(&mut self, id: &str) -> Anchor {
        id.into()
    }
}
