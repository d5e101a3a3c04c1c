//! Markdown as HTML: what the parser's own formatter writes, but for what HTML has no word for.

use std::borrow::Cow;
use std::fmt::{self, Write};

use comrak::html::{ChildRendering, Context as Output, format_document_with_formatter, format_node_default};
use comrak::nodes::{Node, NodeCodeBlock, NodeValue};
use comrak::options::Plugins;
use comrak::{Arena, Options, try_parse_document};

use crate::prose::Slugs;
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};

use super::host::{FORMULA, NOTE};
use super::{escaped, raw_text};

/// Markdown as HTML.
#[derive(Debug)]
pub(super) struct Pieces {
    /// The text.
    pub body: String,
    /// The footnotes that it has marks of, in the order of their numbers.
    pub notes: Vec<String>,
}

/// What the formatter carries from node to node.
struct State {
    slugs: Slugs,
    /// Number of the first footnote, from 0.
    first_note: usize,
}

/// Parses `text` and writes it as HTML. Footnotes count on from `first_note`.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub(super) fn render(text: &str, first_note: usize, slugs: &mut Slugs, context: &Context) -> Result<Pieces> {
    let (arena, options) = (Arena::new(), options());
    let text = shallow(text);
    let root = try_parse_document(&arena, &text, &options, &|| context.checkpoint().is_err());
    context.checkpoint()?;
    let root = root.map_err(|_| Error::malformed("the text could not be parsed"))?;
    let notes: Vec<Node<'_>> = root.children().filter(|node| is_note(node)).collect();
    notes.iter().for_each(|note| note.detach());
    let mut state = State { slugs: std::mem::take(slugs), first_note };
    let mut write = |root| {
        context.checkpoint()?;
        let mut html = String::new();
        let before = std::mem::replace(&mut state, State { slugs: Slugs::default(), first_note });
        let plugins = Plugins::default();
        let after = format_document_with_formatter(root, &options, &mut html, &plugins, node, before);
        state = after.map_err(|_| Error::malformed("the text could not be written as HTML"))?;
        Ok(html)
    };
    let body = write(root)?;
    let notes = notes.into_iter().map(write).collect::<Result<_>>()?;
    *slugs = state.slugs;
    Ok(Pieces { body, notes })
}

/// Marks of quotations in a row that are read; tables, lists and quotations are flattened long before.
const MOST_QUOTES: usize = 512;

/// The text without the marks of quotations beyond those: comrak 0.59 looks at all that follow for each of them, which
/// takes four seconds for a line of 100,000.
fn shallow(text: &str) -> Cow<'_, str> {
    let marks = |line: &str| line.len() - line.trim_start_matches('>').len();
    if !text.lines().any(|line| marks(line) > MOST_QUOTES) {
        return text.into();
    }
    let lines = text.split_inclusive('\n').map(|line| &line[marks(line).saturating_sub(MOST_QUOTES)..]);
    lines.collect::<String>().into()
}

fn is_note(node: &Node<'_>) -> bool {
    matches!(node.data().value, NodeValue::FootnoteDefinition(_))
}

/// The language: CommonMark as GitHub extends it, with lists of definitions.
fn options() -> Options<'static> {
    let mut options = Options::default();
    let extension = &mut options.extension;
    extension.strikethrough = true;
    extension.table = true;
    extension.autolink = true;
    extension.tasklist = true;
    extension.footnotes = true;
    extension.description_lists = true;
    extension.alerts = true;
    extension.math_dollars = true;
    extension.math_code = true;
    // HTML in the text is read by the engine, which runs nothing and fetches nothing.
    options.render.r#unsafe = true;
    options
}

/// Writes a node.
fn node(
    out: &mut Output<'_, '_, State>,
    node: Node<'_>,
    entering: bool,
) -> std::result::Result<ChildRendering, fmt::Error> {
    match &node.data().value {
        NodeValue::Heading(own) => heading(out, node, entering, own.level)?,
        NodeValue::CodeBlock(block) if entering => code_block(out, block)?,
        NodeValue::Math(math) if entering => formula(out, &math.literal, math.display_math)?,
        NodeValue::FootnoteReference(mark) if entering => {
            let number = out.user.first_note + mark.ix.saturating_sub(1) as usize;
            write!(out, "<{NOTE} number=\"{number}\"></{NOTE}>")?;
        }
        NodeValue::Alert(alert) if entering => {
            let title = escaped(alert.title.as_deref().unwrap_or(alert.alert_type.default_title()));
            writeln!(out, "<blockquote class=\"alert\"><p class=\"title\"><strong>{title}</strong></p>")?;
        }
        NodeValue::Alert(_) => out.write_str("</blockquote>\n")?,
        NodeValue::HtmlBlock(block) if entering => writeln!(out, "\n{}", raw_text::shown(&block.literal))?,
        NodeValue::HtmlInline(tag) if entering => out.write_str(&raw_text::shown(tag))?,
        NodeValue::CodeBlock(_)
        | NodeValue::HtmlBlock(_)
        | NodeValue::HtmlInline(_)
        | NodeValue::Math(_)
        | NodeValue::FootnoteReference(_)
        | NodeValue::FootnoteDefinition(_) => {}
        _ => return format_node_default(out, node, entering),
    }
    Ok(ChildRendering::HTML)
}

/// A heading, with the name that links give it.
fn heading(out: &mut Output<'_, '_, State>, node: Node<'_>, entering: bool, level: u8) -> fmt::Result {
    if !entering {
        return writeln!(out, "</h{level}>");
    }
    let name = named(node).unwrap_or_else(|| out.user.slugs.name(&node.collect_text()));
    write!(out, "\n<h{level} id=\"{}\">", escaped(&name))
}

/// Takes off the name that a heading gives itself, as in `# Title {#name}`, which several dialects have.
fn named(heading: Node<'_>) -> Option<String> {
    let last = heading.last_child()?;
    let NodeValue::Text(text) = &mut last.data_mut().value else { return None };
    let (before, attributes) = text.strip_suffix('}')?.rsplit_once("{#")?;
    let name = attributes.split_whitespace().next()?.to_owned();
    let before = before.trim_end().to_owned();
    *text = before.into();
    Some(name)
}

/// A block of code with its language, or the formula it is.
fn code_block(out: &mut Output<'_, '_, State>, block: &NodeCodeBlock) -> fmt::Result {
    let language = language(&block.info);
    if language == "math" {
        return formula(out, &block.literal, true);
    }
    out.write_str("\n<pre><code")?;
    if !language.is_empty() {
        write!(out, " class=\"language-{}\"", escaped(language))?;
    }
    // A line break after the tag itself is none of the text.
    out.write_str(">")?;
    out.escape(&block.literal)?;
    out.write_str("</code></pre>\n")
}

/// The name of a language at the beginning of the words after a fence: `rust` of `rust,ignore`, `python` of `{.python}`.
fn language(info: &str) -> &str {
    let info = info.trim_start_matches(['{', '.', ' ']);
    info.split(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}' | ':')).next().unwrap_or_default()
}

/// A formula in TeX.
fn formula(out: &mut Output<'_, '_, State>, tex: &str, display: bool) -> fmt::Result {
    let tex = escaped(tex.trim());
    if display {
        write!(out, "<div class=\"formula\"><{FORMULA} display>{tex}</{FORMULA}></div>")
    } else {
        write!(out, "<{FORMULA}>{tex}</{FORMULA}>")
    }
}
