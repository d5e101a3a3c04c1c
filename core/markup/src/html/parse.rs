//! html5ever behind a gate. It is quadratic in the depth of the tree and in the attributes of a
//! tag, so depth is capped while tokens pass, and input that gives no token for long is refused.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{Attribute, LocalName, Namespace, QualName, TokenizerResult};

use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, Result};
use transvase_base::warning::{Warning, WarningCode};

use super::doctype;
use super::order::Order;
use super::tree::{Content, Element, NodeId, Tree};
use super::xhtml::Xhtml;

/// Bytes handed over at a time; between two pieces the clock is looked at.
const PIECE_BYTES: usize = 16 << 10;

/// Words (runs between white space) that may pass without a token: beyond this a tag has so many
/// attributes that the parser, which compares each with all before, would not come back.
const MAX_WORDS_WITHOUT_TOKEN: u64 = 10_000;

/// Attributes that repeated `html` and `body` tags may gather, each compared with all before.
const MAX_MERGED_ATTRIBUTES: usize = 256;

/// What the source's HTML does that the standard's does not.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dialect {
    /// The source is XHTML or was made from it: `<a/>` is an empty element, CDATA sections are text, and
    /// no end tag makes an element.
    pub xhtml: bool,
    /// The source has to be well-formed XML: damage is told of.
    pub is_xml: bool,
    /// Further names of elements that never have content.
    pub void: &'static [&'static str],
    /// Elements to be read under another name.
    pub elements: &'static [(&'static str, &'static str)],
    /// Attributes to be read under another name, where that one is not there.
    pub attributes: &'static [(&'static str, &'static str)],
}

/// Parses a document. The tree always has `html`, `head` and `body`.
///
/// # Errors
/// `LimitExceeded` for elements or attributes, `TimedOut`, `Cancelled`. Nesting beyond the limit is
/// flattened, with a warning.
pub fn parse(text: &str, dialect: Dialect, context: &Context) -> Result<Tree> {
    let sink = Sink { tree: RefCell::new(Tree::new()), open_depth: Cell::new(0) };
    let gate = Gate {
        builder: TreeBuilder::new(sink, TreeBuilderOpts { scripting_enabled: false, ..Default::default() }),
        dialect,
        xhtml: Xhtml::default(),
        order: Order::default(),
        context,
        max_depth: context.limits().html_depth.min(u64::from(u32::MAX)) as u32,
        tokens: Cell::new(0),
        charged: Cell::new(0),
        dropped: RefCell::default(),
        flattened: Cell::new(false),
        failed: RefCell::new(None),
    };
    let tokenizer = Tokenizer::new(gate, TokenizerOpts::default());
    let text = if dialect.xhtml { doctype::without_declarations(text, context)? } else { Cow::Borrowed(text) };
    feed(&tokenizer, &doctype::without_open_comment(&text), context)?;
    tokenizer.end();
    let gate = tokenizer.sink;
    gate.outcome()?;
    if gate.flattened.get() {
        let message = format!("elements nested deeper than {} were flattened", gate.max_depth);
        context.warn(Warning::new(WarningCode::StructureFlattened, message));
    }
    if dialect.is_xml && gate.order.is_damaged() {
        let message = "the source is damaged; its tags were repaired";
        context.warn(Warning::new(WarningCode::InputRepaired, message));
    }
    let mut tree = gate.builder.sink.finish();
    if dialect.xhtml {
        Xhtml::restore(&mut tree);
    }
    Ok(tree)
}

fn feed(tokenizer: &Tokenizer<Gate>, text: &str, context: &Context) -> Result<()> {
    let queue = BufferQueue::default();
    let (mut rest, mut words, mut tokens) = (text, 0_u64, 0);
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(rest.floor_char_boundary(PIECE_BYTES.min(rest.len())));
        rest = after;
        words += piece.split_ascii_whitespace().count() as u64;
        queue.push_back(StrTendril::from_slice(piece));
        while tokenizer.feed(&queue) != TokenizerResult::Done {}
        tokenizer.sink.outcome()?;
        let seen = tokenizer.sink.tokens.get();
        if seen != tokens {
            (tokens, words) = (seen, 0);
        }
        if words > MAX_WORDS_WITHOUT_TOKEN {
            return Err(Error::limit(Limit::attributes.key(), context.limits().attributes, words));
        }
        context.tick(1_024)?;
    }
    Ok(())
}

/// Stands between tokenizer and tree builder.
struct Gate<'a> {
    builder: TreeBuilder<NodeId, Sink>,
    dialect: Dialect,
    xhtml: Xhtml,
    order: Order,
    context: &'a Context,
    max_depth: u32,
    tokens: Cell<u64>,
    /// Nodes of the tree that were charged.
    charged: Cell<usize>,
    /// Start tags left out because of their depth, whose end tags must not close anything.
    dropped: RefCell<BTreeMap<LocalName, u32>>,
    flattened: Cell<bool>,
    failed: RefCell<Option<Error>>,
}

impl Gate<'_> {
    /// The first failure, if there was one.
    fn outcome(&self) -> Result<()> {
        self.failed.borrow_mut().take().map_or(Ok(()), Err)
    }

    /// Charges what the token before has added to the tree.
    fn charge(&self, tag: &Tag, line: u64) -> Result<()> {
        self.context.check(Limit::attributes, tag.attrs.len() as u64)?;
        let count = self.builder.sink.tree.borrow().node_count();
        self.context.charge(Limit::elements, count.saturating_sub(self.charged.replace(count)) as u64)?;
        self.context.tick(1 + line % 2)
    }

    /// The tag under the names the dialect stands for.
    fn renamed(&self, mut tag: Tag) -> Tag {
        let find = |table: &[(&str, &'static str)], name: &str| {
            table.iter().find(|(known, _)| *known == name).map(|(_, new)| LocalName::from(*new))
        };
        if let Some(name) = find(self.dialect.elements, &tag.name) {
            tag.name = name;
        }
        for index in 0..tag.attrs.len() {
            let Some(name) = find(self.dialect.attributes, &tag.attrs[index].name.local) else { continue };
            if !tag.attrs.iter().any(|attribute| attribute.name.local == name) {
                tag.attrs[index].name.local = name;
            }
        }
        if self.dialect.xhtml { self.xhtml.anchor(tag) } else { tag }
    }

    fn is_void(&self, name: &str) -> bool {
        const VOID: &[&str] = &["br", "hr", "img", "input", "link", "meta", "col", "wbr", "area", "base", "embed"];
        VOID.contains(&name) || self.dialect.void.contains(&name)
    }

    fn start(&self, tag: Tag, line: u64) -> TokenSinkResult<NodeId> {
        let void = self.is_void(&tag.name);
        if !void && !tag.self_closing && self.builder.sink.open_depth.get() >= self.max_depth {
            self.flattened.set(true);
            *self.dropped.borrow_mut().entry(tag.name).or_default() += 1;
            return TokenSinkResult::Continue;
        }
        let foreign = self.builder.adjusted_current_node_present_but_not_in_html_namespace();
        let own_void = self.dialect.void.contains(&&*tag.name);
        let roots = ["svg", "math"].contains(&&*tag.name);
        let closes = own_void || (self.dialect.xhtml && tag.self_closing && !void);
        let end = closes && !foreign && !roots;
        let name = tag.name.clone();
        let result = self.builder.process_token(Token::TagToken(tag), line);
        if end {
            let tag = Tag {
                kind: TagKind::EndTag,
                name,
                self_closing: false,
                attrs: Vec::new(),
                had_duplicate_attributes: false,
            };
            // Also takes back what the start tag may have said about raw text to come.
            return self.builder.process_token(Token::TagToken(tag), line);
        }
        result
    }

    fn end(&self, tag: Tag, line: u64) -> TokenSinkResult<NodeId> {
        if let Some(count) = self.dropped.borrow_mut().get_mut(&tag.name)
            && *count > 0
        {
            *count -= 1;
            return TokenSinkResult::Continue;
        }
        if self.dialect.void.contains(&&*tag.name) {
            return TokenSinkResult::Continue;
        }
        let ends_paragraph = &*tag.name == "p";
        let before = self.builder.sink.tree.borrow().node_count();
        let result = self.builder.process_token(Token::TagToken(tag), line);
        if self.dialect.xhtml && ends_paragraph {
            // Where no paragraph is open, HTML has its end tag make an empty one.
            self.builder.sink.tree.borrow_mut().detach_from(before);
        }
        result
    }

    fn tag(&self, tag: Tag, line: u64) -> TokenSinkResult<NodeId> {
        if self.dialect.is_xml {
            self.order.tag(&tag, self.is_void(&tag.name));
        }
        let tag = self.renamed(tag);
        // The dialect's own marks may stand anywhere, inside `<br></br>` too.
        let own = self.dialect.void.contains(&&*tag.name);
        if self.dialect.xhtml && !own && self.xhtml.ends_break(&tag) {
            return TokenSinkResult::Continue;
        }
        if tag.kind == TagKind::StartTag { self.start(tag, line) } else { self.end(tag, line) }
    }
}

impl TokenSink for Gate<'_> {
    type Handle = NodeId;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<NodeId> {
        self.tokens.set(self.tokens.get() + 1);
        if self.failed.borrow().is_some() {
            return TokenSinkResult::Continue;
        }
        match token {
            Token::TagToken(tag) => {
                if let Err(error) = self.charge(&tag, line) {
                    *self.failed.borrow_mut() = Some(error);
                    return TokenSinkResult::Continue;
                }
                self.tag(tag, line)
            }
            Token::CharacterTokens(text) => {
                self.xhtml.text(&text);
                self.builder.process_token(Token::CharacterTokens(text), line)
            }
            Token::ParseError(_) => TokenSinkResult::Continue,
            other => self.builder.process_token(other, line),
        }
    }

    fn end(&self) {
        self.builder.end();
    }

    /// Asked before CDATA sections, which HTML knows in drawings and formulas alone.
    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.dialect.xhtml || self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Builds the tree.
struct Sink {
    tree: RefCell<Tree>,
    /// Depth of the innermost open element, as far as the calls tell.
    open_depth: Cell<u32>,
}

/// A name that does not borrow from the tree.
#[derive(Debug)]
struct OwnName(QualName);

impl ElemName for OwnName {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl TreeSink for Sink {
    type Handle = NodeId;
    type Output = Tree;
    type ElemName<'a> = OwnName;

    fn finish(self) -> Tree {
        self.tree.into_inner()
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> NodeId {
        NodeId::DOCUMENT
    }

    fn elem_name<'a>(&'a self, target: &'a NodeId) -> OwnName {
        let tree = self.tree.borrow();
        // The builder asks about elements only: it got the handles from `create_element`.
        OwnName(tree.element(*target).expect("the handle of an element").name.clone())
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _flags: ElementFlags) -> NodeId {
        self.tree.borrow_mut().create(Content::Element(Box::new(Element { name, attributes })))
    }

    fn create_comment(&self, _text: StrTendril) -> NodeId {
        self.tree.borrow_mut().create(Content::Other)
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> NodeId {
        self.tree.borrow_mut().create(Content::Other)
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        let mut tree = self.tree.borrow_mut();
        match child {
            NodeOrText::AppendNode(id) => {
                tree.append(*parent, id);
                self.open_depth.set(tree.depth(id));
            }
            NodeOrText::AppendText(text) => {
                tree.append_text(*parent, &text);
                self.open_depth.set(tree.depth(*parent));
            }
        }
    }

    fn append_based_on_parent_node(&self, element: &NodeId, previous: &NodeId, child: NodeOrText<NodeId>) {
        let in_place = self.tree.borrow().parent(*element).is_some();
        if in_place {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _name: StrTendril, _public: StrTendril, _system: StrTendril) {}

    fn pop(&self, node: &NodeId) {
        self.open_depth.set(self.tree.borrow().depth(*node).saturating_sub(1));
    }

    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        *target
    }

    fn same_node(&self, x: &NodeId, y: &NodeId) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &NodeId, child: NodeOrText<NodeId>) {
        let mut tree = self.tree.borrow_mut();
        match child {
            NodeOrText::AppendNode(id) => tree.insert_before(*sibling, id),
            NodeOrText::AppendText(text) => tree.insert_text_before(*sibling, &text),
        }
    }

    fn add_attrs_if_missing(&self, target: &NodeId, attributes: Vec<Attribute>) {
        let mut tree = self.tree.borrow_mut();
        let Some(element) = tree.element_mut(*target) else { return };
        for attribute in attributes {
            let room = element.attributes.len() < MAX_MERGED_ATTRIBUTES;
            if room && !element.attributes.iter().any(|known| known.name == attribute.name) {
                element.attributes.push(attribute);
            }
        }
    }

    fn remove_from_parent(&self, target: &NodeId) {
        self.tree.borrow_mut().detach(*target);
    }

    fn reparent_children(&self, node: &NodeId, new_parent: &NodeId) {
        let mut tree = self.tree.borrow_mut();
        while let Some(child) = tree.first_child(*node) {
            tree.append(*new_parent, child);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::context::Limits;
    use transvase_base::error::ErrorCode;
    use transvase_base::options::Options;

    const XHTML: Dialect = Dialect {
        xhtml: true,
        is_xml: true,
        void: &["x-mark"],
        elements: &[("x:rule", "hr")],
        attributes: &[("place", "href")],
    };

    /// The tree below `body` as nested names and texts.
    fn outline(text: &str) -> String {
        let tree = parse(text, XHTML, &Context::default()).unwrap();
        let body = tree.first("body").unwrap();
        show(&tree, body)
    }

    fn show(tree: &Tree, id: NodeId) -> String {
        let children = std::iter::successors(tree.first_child(id), |child| tree.next(*child));
        let inside: String = children.map(|child| show(tree, child)).collect();
        match tree.content(id) {
            Content::Text(text) => text.to_string(),
            Content::Element(element) => format!("{}({inside})", element.local()),
            _ => inside,
        }
    }

    #[test]
    fn empty_elements_of_xhtml_stay_empty() {
        assert_eq!(outline("<p><a id='x'/>text</p>"), "body(p(a()text))");
        assert_eq!(outline("<title/><p>text<br/>more</p>"), "body(p(textbr()more))");
        assert_eq!(outline("<svg><g><g/></g><g/></svg>x"), "body(svg(g(g())g())x)");
        assert_eq!(outline("<p>a<x-mark>b</x-mark>c"), "body(p(ax-mark()bc))");
        assert_eq!(outline("<p/><div/>a<i/>b<td/>c"), "body(p()div()ai()bc)");
        let raw = ["title", "script", "style", "textarea", "iframe", "noframes", "xmp", "plaintext"];
        for name in raw {
            assert_eq!(outline(&format!("<p>a</p><{name}/><p>b</p>")).matches("p(b)").count(), 1, "{name}");
        }
    }

    #[test]
    fn end_tags_of_xhtml_make_no_elements() {
        assert_eq!(outline("a<br></br>b<br> </br>c<br><x-mark></br>d"), "body(abr()bbr() cbr()x-mark()d)");
        assert_eq!(outline("a</br>b<br/>c<br>x</br>d"), "body(abr()bbr()cbr()xbr()d)");
        assert_eq!(outline("<p>a<hr></hr>b</p>c<img></img>d</p>"), "body(p(a)hr()bcimg()d)");
        let html = parse("a<br></br>b</p>", Dialect::default(), &Context::default()).unwrap();
        assert_eq!(show(&html, html.first("body").unwrap()), "body(abr()br()bp())");
    }

    #[test]
    fn places_inside_a_link_do_not_end_it() {
        assert_eq!(outline("<a href='u'><a id='x'></a>t<a id='y'/>u</a>v"), "body(a(a()ta()u)v)");
        assert_eq!(outline("<a name='x'>p<a place='u'>q</a>r</a>s"), "body(a(pa(q)r)s)");
        assert_eq!(outline("<a href='u'>p<a href='v'>q</a>"), "body(a(p)a(q))");
    }

    #[test]
    fn damage_of_xml_is_told_of() {
        let is_told = |text: &str| {
            let context = Context::default();
            parse(text, XHTML, &context).unwrap();
            !context.take_warnings().is_empty()
        };
        for whole in ["<html><body><p>a<br/>b<br>c</p><x-mark>d</body></html>", "<p/>", "text", "<!-- c --><html/>\n"] {
            assert!(!is_told(whole), "{whole}");
        }
        for damaged in ["<p>a<b>c</p></b>", "<div><p>a</div>", "<p>a</p><p>b</p>", "<p>a", "a</p>"] {
            assert!(is_told(damaged), "{damaged}");
        }
    }

    #[test]
    fn sections_of_xhtml_are_text() {
        assert_eq!(outline("<p>a<![CDATA[ <b> & ]]>c</p>"), "body(p(a <b> & c))");
    }

    #[test]
    fn depth_is_capped_and_text_kept() {
        let text = format!("{}deep{}after", "<div>".repeat(100_000), "</div>".repeat(100_000));
        let context = Context::default();
        let tree = parse(&text, XHTML, &context).unwrap();
        assert!(tree.descendants(NodeId::DOCUMENT).all(|id| tree.depth(id) <= 514));
        assert_eq!(tree.text(NodeId::DOCUMENT), "deepafter");
        let said = context.take_warnings();
        assert!(said.iter().any(|it| it.code == WarningCode::StructureFlattened));
    }

    #[test]
    fn attributes_and_elements_are_limited() {
        let many = |count: usize| format!("<p {}>", (0..count).map(|i| format!("a{i} ")).collect::<String>());
        let fails = |text: &str, context: &Context| parse(text, XHTML, context).unwrap_err().code();
        assert_eq!(fails(&many(1_001), &Context::default()), ErrorCode::LimitExceeded);
        assert_eq!(fails(&many(300_000), &Context::default()), ErrorCode::LimitExceeded);
        let few = Context::new(Options::default(), Limits { elements: 100, ..Limits::default() });
        assert_eq!(fails(&"<p>x".repeat(200), &few), ErrorCode::LimitExceeded);
    }

    #[test]
    fn misnested_formatting_does_not_multiply_without_end() {
        let text: String = (0..50_000).map(|i| format!("<p><b id=x{i}>t</p>")).collect();
        let outcome = parse(&text, XHTML, &Context::default());
        assert!(outcome.is_ok() || outcome.unwrap_err().code() == ErrorCode::LimitExceeded);
    }
}
