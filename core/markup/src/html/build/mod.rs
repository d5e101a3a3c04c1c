//! The flow builder: the styled element tree becomes blocks. One walk without recursion: entering an element opens what
//! it is (a paragraph's box, a list, a cell, a stretch of link), leaving it closes that again.

mod block_box;
mod boxes;
mod counters;
mod direction;
mod forms;
mod formula;
mod frames;
mod generated;
mod groups;
mod noted;
mod paper;
mod paragraph;
mod pictures;
mod ruby;
mod sheets;
mod table;
mod table_room;

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::flow::{
    Anchor, Block, Color, EmbeddedFont, Inline, LinkTarget, Meaning, Paragraph, Role, TextStyle,
};
use transvase_model::media::MediaId;

use super::css::{Cascade, Computed, Display};
use super::tree::{Content, Element, NodeId, Tree};
use counters::Counters;
use frames::Frame;
use generated::Beside;
use groups::OpenGroup;
use paper::Pages;
use paragraph::Open;

pub(crate) use noted::NOTE;

/// What a document's references mean: the side of the builder that knows the container.
pub trait Host {
    /// The picture a reference names; `None` where there is none.
    ///
    /// # Errors
    /// Limits.
    fn picture(&mut self, reference: &str, context: &Context) -> Result<Option<Picture>>;

    /// The address of a picture that is not at hand; `None` where it has none that holds everywhere.
    fn picture_address(&self, _reference: &str) -> Option<String> {
        None
    }

    /// A picture of the drawing that an `svg` element in the text is; `None` where it cannot be drawn.
    ///
    /// # Errors
    /// Limits.
    fn drawing(&mut self, tree: &Tree, svg: NodeId, context: &Context) -> Result<Option<Picture>>;

    /// The file of SVG that a reference names; `None` of any other.
    ///
    /// # Errors
    /// Limits.
    fn svg(&mut self, _reference: &str, _context: &Context) -> Result<Option<Tree>> {
        Ok(None)
    }

    /// A style sheet; `None` where there is none.
    ///
    /// # Errors
    /// Limits.
    fn sheet(&mut self, reference: &str, context: &Context) -> Result<Option<Sheet>>;

    /// A reference that stands in the style sheet at `base`, as the document would write it.
    fn in_sheet(&mut self, reference: &str, _base: &str) -> String {
        reference.to_owned()
    }

    /// The font file a style sheet names; `None` where there is none that text can be set in.
    ///
    /// # Errors
    /// Limits.
    fn font(&mut self, reference: &str, context: &Context) -> Result<Option<Arc<[u8]>>>;

    /// Where a link leads; `None` where it cannot be followed.
    fn link(&mut self, reference: &str) -> Option<LinkTarget>;

    /// The document-wide name of an id of the part being read.
    fn anchor(&mut self, id: &str) -> Anchor;

    /// The inline that an element of a dialect is, with all that it holds. Such elements have a hyphen in their name.
    fn own(&mut self, _tree: &Tree, _id: NodeId, _style: &TextStyle) -> Option<Inline> {
        None
    }
}

/// A style sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// What it says.
    pub text: Rc<str>,
    /// Where it lies, where references in it start from there and not from the document.
    pub base: Option<Rc<str>>,
}

/// A picture of the document's store.
#[derive(Debug, Clone, Copy)]
pub struct Picture {
    /// The picture.
    pub media: MediaId,
    /// Width in CSS pixels; 0 where unknown.
    pub width_px: u32,
    /// Height in CSS pixels; 0 where unknown.
    pub height_px: u32,
    /// The store's picture has other pixels than these, because it was drawn at another scale.
    pub rescaled: bool,
}

/// An open element.
struct Level {
    style: Computed,
    kind: Kind,
    /// The link around, as an index into [`Builder::links`].
    link: Option<usize>,
    /// Made on first use.
    run_style: Option<TextStyle>,
    role: Role,
    meaning: Meaning,
    /// The group that its blocks are.
    group: Option<OpenGroup>,
    /// What sheets put at its end.
    after: Option<Box<Beside>>,
}

/// What leaving an element has to close.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    /// Nothing.
    Inline,
    /// Brackets or quotation marks, with what closes them.
    Wrapped(&'static str),
    /// A box, with the indents (left, right) to go back to.
    Block(f32, f32),
    /// A frame, likewise.
    Frame(f32, f32),
    /// A frame and the box that it is in, or that is in it, likewise.
    Boxed(f32, f32),
    /// A row of a table.
    Row,
    /// A group of rows.
    Group,
}

/// Builds the blocks of a document from the trees of its parts.
pub struct Builder<'a> {
    context: &'a Context,
    /// Names of media whose rules count.
    media: &'static [&'static str],
    /// What elements of the dialect look like by themselves.
    base: &'static str,
    /// The last cascade and the sheets it was made from: parts of a book share theirs.
    cascade: Option<(Vec<Sheet>, Rc<Cascade>)>,
    /// The font files of the document.
    fonts: Vec<EmbeddedFont>,
    /// The style around a document.
    root: Computed,
    levels: Vec<Level>,
    frames: Vec<Frame>,
    open: Option<Open>,
    links: Vec<LinkTarget>,
    /// Anchors waiting for the text they stand before.
    anchors: Vec<Anchor>,
    /// Space above the next paragraph in points, as far as it has added up.
    space: f32,
    /// The next paragraph begins on a new page.
    new_page: bool,
    hidden_text: bool,
    /// Whether there is text that is shown only where a script asks for it, or none runs. Pages are full of such.
    asked_text: bool,
    lost_media: bool,
    /// Where the marks of notes lead.
    noted: BTreeSet<Anchor>,
    counters: Counters,
    /// Words that mark the item under way, until its first text.
    label: Option<String>,
    /// How far down the last text stands that has a place of its own, in points.
    placed: Option<f32>,
    /// Whether the last text stands in a box of the line.
    after_box: bool,
    /// Documents that the one under way lies in.
    within: u8,
    /// The pages it comes onto; `None` where it comes onto none.
    pages: Option<Pages>,
}

impl<'a> Builder<'a> {
    /// A builder without any text yet.
    pub fn new(base: &'static str, media: &'static [&'static str], context: &'a Context) -> Builder<'a> {
        Builder {
            context,
            media,
            base,
            cascade: None,
            fonts: Vec::new(),
            root: Computed::default(),
            levels: Vec::new(),
            frames: vec![Frame::root()],
            open: None,
            links: Vec::new(),
            anchors: Vec::new(),
            space: 0.0,
            new_page: false,
            hidden_text: false,
            asked_text: false,
            lost_media: false,
            noted: BTreeSet::new(),
            counters: Counters::default(),
            label: None,
            placed: None,
            after_box: false,
            within: 0,
            pages: None,
        }
    }

    /// Says which way text runs where neither it nor its language says so.
    pub fn set_usual_direction(&mut self, right_to_left: bool) {
        self.root.text.usually_right_to_left = right_to_left;
    }

    /// Lets the next text begin on a new page.
    pub fn page_break(&mut self) {
        self.new_page = true;
    }

    /// Marks a place before the next text.
    pub fn place(&mut self, anchor: Anchor) {
        self.anchors.push(anchor);
    }

    /// Appends a paragraph that stands in no part.
    pub fn push_paragraph(&mut self, mut paragraph: Paragraph) {
        self.flush();
        let anchors = std::mem::take(&mut self.anchors).into_iter().map(Inline::Anchor);
        paragraph.content.splice(..0, anchors);
        paragraph.style.page_break_before = std::mem::take(&mut self.new_page) && self.has_text();
        self.push_block(Block::Paragraph(paragraph));
    }

    /// The places that marks of notes lead to.
    pub fn take_noted(&mut self) -> BTreeSet<Anchor> {
        std::mem::take(&mut self.noted)
    }

    /// Appends the text of a part.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub fn add(&mut self, tree: &Tree, host: &mut dyn Host) -> Result<()> {
        let cascade = self.cascade_of(tree, host)?;
        self.set_pages(|usual| cascade.page.setup(usual));
        let mut walk = Walk { builder: self, tree, host, cascade: &cascade };
        walk.run()
    }

    /// The document's own fonts, as far as sheets name them: one file for each face of a family.
    pub fn take_fonts(&mut self) -> Vec<EmbeddedFont> {
        std::mem::take(&mut self.fonts)
    }

    /// The blocks of everything added so far; what is added next begins anew.
    pub fn take_blocks(&mut self) -> Vec<Block> {
        self.end_document();
        (self.space, self.new_page) = (0.0, false);
        self.frames.first_mut().map(|root| std::mem::take(&mut root.blocks)).unwrap_or_default()
    }

    /// The blocks of everything added.
    pub fn finish(mut self) -> Vec<Block> {
        let blocks = self.take_blocks();
        if self.hidden_text || self.asked_text && blocks.iter().all(is_blank) {
            let message = "hidden text was left out";
            self.context.warn(Warning::new(WarningCode::HiddenTextDropped, message));
        }
        if self.lost_media {
            let message = "audio and video were left out";
            self.context.warn(Warning::new(WarningCode::AnnotationDropped, message));
        }
        blocks
    }
}

/// Whether a block is a paragraph without anything in it.
fn is_blank(block: &Block) -> bool {
    let Block::Paragraph(paragraph) = block else { return false };
    paragraph.content.iter().all(|inline| inline.run().is_some_and(|run| run.text.trim().is_empty()))
}

/// The walk over one part.
struct Walk<'w, 'a> {
    builder: &'w mut Builder<'a>,
    tree: &'w Tree,
    host: &'w mut dyn Host,
    cascade: &'w Cascade,
}

/// Whether the walk goes on below a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Descend {
    Yes,
    No,
}

impl Walk<'_, '_> {
    fn run(&mut self) -> Result<()> {
        let top = NodeId::DOCUMENT;
        let mut next = self.tree.first_child(top);
        while let Some(id) = next {
            self.builder.context.tick(1)?;
            if self.enter(id)? == Descend::Yes {
                if let Some(child) = self.tree.first_child(id) {
                    next = Some(child);
                    continue;
                }
                self.builder.leave()?;
            }
            next = self.climb(id, top)?;
        }
        self.builder.flush();
        Ok(())
    }

    /// The node after `id`, leaving the elements that end on the way.
    fn climb(&mut self, id: NodeId, top: NodeId) -> Result<Option<NodeId>> {
        let mut at = id;
        loop {
            if let Some(next) = self.tree.next(at) {
                return Ok(Some(next));
            }
            let Some(parent) = self.tree.parent(at).filter(|parent| *parent != top) else { return Ok(None) };
            at = parent;
            self.builder.leave()?;
        }
    }

    fn enter(&mut self, id: NodeId) -> Result<Descend> {
        match self.tree.content(id) {
            Content::Text(text) => {
                self.builder.push_text(text);
                Ok(Descend::No)
            }
            Content::Element(element) => self.enter_element(id, element),
            Content::Document | Content::Other => Ok(Descend::No),
        }
    }

    fn enter_element(&mut self, id: NodeId, element: &Element) -> Result<Descend> {
        let parent = self.builder.levels.last().map_or(&self.builder.root, |level| &level.style);
        let mut style = self.cascade.style(self.tree, id, parent, self.builder.context)?;
        style.settle_script(parent);
        if element.local() == "body" {
            self.builder.enter_body(&style);
        }
        adjust(element, &mut style);
        if style.display == Display::None {
            self.note_hidden(id, element);
            return Ok(Descend::No);
        }
        if style.is_block() && element.local() != "br" {
            self.builder.flush();
        }
        self.take_anchors(element);
        match element.local() {
            "br" => self.builder.line_break(),
            "wbr" => self.builder.push_text("\u{200B}"),
            "hr" => self.builder.rule(&mut style),
            "img" => self.picture(element, style)?,
            "input" if forms::is_picture(element) => self.picture(element, style)?,
            "input" | "select" | "textarea" => self.control(id, element),
            "noframes" => self.document_within(&self.tree.text(id))?,
            "iframe" if element.attribute("srcdoc").is_some() => {
                self.document_within(element.attribute("srcdoc").unwrap_or_default())?;
            }
            "iframe" | "frame" => self.medium(id, element, &style)?,
            "audio" | "video" => {
                self.medium(id, element, &style)?;
                // What is said where it cannot be played.
                self.builder.part();
                self.open(id, element, style)?;
                return Ok(Descend::Yes);
            }
            "noscript" if self.tree.text(id).trim().is_empty() => {}
            "object" | "embed" if self.object(element, &style)? => {}
            "svg" if !element.is_html() => self.drawing(id, style)?,
            "math" if !element.is_html() && self.formula(id, element)? => {}
            "rp" => {}
            "ruby" if self.ruby(id, element, &style)? => {}
            name if name.contains('-') && self.own(id) => {}
            name => {
                if matches!(name, "canvas" | "object" | "meter" | "progress" | "button") {
                    self.builder.part();
                }
                self.open(id, element, style)?;
                return Ok(Descend::Yes);
            }
        }
        Ok(Descend::No)
    }

    /// An element of the host's own dialect, where it is an inline.
    fn own(&mut self, id: NodeId) -> bool {
        let style = self.builder.run_style().unwrap_or_default();
        let Some(inline) = self.host.own(self.tree, id, &style) else { return false };
        self.builder.open().after_space = false;
        self.builder.push_inline(inline);
        true
    }

    /// Ids become places to lead to. They wait for the next text, unless a paragraph is under way.
    fn take_anchors(&mut self, element: &Element) {
        let id = element.attribute("id");
        let name =
            (element.local() == "a").then(|| element.attribute("name")).flatten().filter(|name| Some(*name) != id);
        for name in id.into_iter().chain(name).filter(|name| !name.is_empty()) {
            let anchor = self.host.anchor(name);
            self.builder.push_anchor(anchor);
        }
    }

    fn open(&mut self, id: NodeId, element: &Element, style: Computed) -> Result<()> {
        self.count(id, element, &style);
        self.part_box(id, &style);
        let link = match element.local() {
            "a" => element.attribute("href").and_then(|to| self.host.link(to)),
            _ => None,
        };
        if let Some(LinkTarget::Internal(anchor)) = &link
            && noted::is_mark(element)
        {
            self.builder.noted.insert(anchor.clone());
        }
        let group = groups::group_kind(self.tree, id, element).filter(|_| style.is_block());
        self.builder.enter_level(element, style, link, group);
        self.surround(id, element)
    }

    /// Notes text and media that are not shown.
    fn note_hidden(&mut self, id: NodeId, element: &Element) {
        match element.local() {
            "audio" | "video" => self.builder.lost_media = true,
            "head" | "script" | "style" | "template" | "select" | "textarea" | "datalist" | "iframe" | "title"
            | "input" => {}
            "noscript" | "dialog" => self.builder.asked_text |= self.has_text(id),
            // Lists of places that reading programs use, which no reader misses.
            "nav" => {}
            _ if self.builder.hidden_text => {}
            _ => self.builder.hidden_text = self.has_text(id),
        }
    }

    /// Whether there is text among the first nodes of an element.
    fn has_text(&self, id: NodeId) -> bool {
        let is_text = |id: NodeId| matches!(self.tree.content(id), Content::Text(text) if !text.trim().is_empty());
        self.tree.descendants(id).take(1_000).any(is_text)
    }
}

/// What the tree's elements mean beyond their sheet: the page's edges are the writer's, and a table
/// is one even where it is said to be a plain block. What is hidden stays so where converters have
/// written out how every element is displayed.
fn adjust(element: &Element, style: &mut Computed) {
    if is_hidden(element) {
        style.display = Display::None;
    }
    match element.local() {
        "html" | "body" => {
            (style.margin, style.padding, style.background) = ([Some(0.0); 4], [0.0; 4], None);
            style.text.ground = Color::WHITE;
        }
        "table" if style.display == Display::Block => style.display = Display::Table,
        // Items in one line, as those of menus.
        "li" => style.boxed |= style.display == Display::Inline,
        _ => {}
    }
}

/// Whether readers are not to see an element: it says so, or it is one of the lists that only programs
/// use. Notes are shown all the same: reading programs have other ways to open them.
fn is_hidden(element: &Element) -> bool {
    // `epub:type`, whose prefix some converters drop.
    let kind = element.attribute("type").unwrap_or_default();
    let note = element.local() == "aside" || kind.contains("note");
    let list = kind.split_ascii_whitespace().any(|word| matches!(word, "page-list" | "landmarks"));
    list || (element.attribute("hidden").is_some() && !note)
}

impl Builder<'_> {
    /// Charges a block, so that a document cannot hold more of them than elements are allowed.
    fn charge_blocks(&self, count: usize) -> Result<()> {
        self.context.charge(Limit::elements, count as u64)
    }
}
