//! Inline HTML, for cells of tables that Markdown has no words for. Many programs take what stands between the tags of
//! a table as it is, so that lists and tables in it are HTML too.

use super::Document;
use super::inline::code_text;
use super::table::is_blank;
use transvase_markup::prose::{Look, Span, shows_itself, spans, texts};
use transvase_model::flow::{
    Block, Cell, GroupKind, Inline, LinkTarget, List, Marker, NumberFormat, Paragraph, Role, Table, inlines,
};

/// Lists, quotes and tables in one another that are written in HTML.
const MAX_DEPTH: usize = 8;

/// A piece of a cell: whether it is a line of text, and its HTML.
type Piece = (bool, String);

/// The content of a cell as HTML without blank lines; `None` where it holds what is better said in Markdown.
pub(super) fn cell(document: &Document<'_>, blocks: &[Block], is_head: bool) -> Option<String> {
    content(document, blocks, is_head, 0)
}

fn content(document: &Document<'_>, blocks: &[Block], is_head: bool, depth: usize) -> Option<String> {
    let mut pieces = Vec::new();
    gather(document, blocks, is_head, depth, &mut pieces)?;
    let mut out = String::new();
    let mut after_line = false;
    for (is_line, piece) in pieces {
        if after_line && is_line {
            out.push_str("<br>");
        }
        out.push_str(&piece);
        after_line = is_line;
    }
    Some(out)
}

fn gather(
    document: &Document<'_>,
    blocks: &[Block],
    is_head: bool,
    depth: usize,
    pieces: &mut Vec<Piece>,
) -> Option<()> {
    if depth > MAX_DEPTH {
        return None;
    }
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) if is_blank(paragraph) => {}
            Block::Paragraph(paragraph) => pieces.push((true, self::paragraph(document, paragraph, is_head)?)),
            Block::List(list) if list.marker == Marker::None => {
                for item in &list.items {
                    gather(document, &item.blocks, is_head, depth + 1, pieces)?;
                }
            }
            Block::List(list) => pieces.push((false, self::list(document, list, depth + 1)?)),
            Block::Table(table) => pieces.push((false, self::table(document, table, depth + 1)?)),
            Block::Quote(blocks) => {
                let inside = content(document, blocks, false, depth + 1)?;
                pieces.push((false, format!("<blockquote>{inside}</blockquote>")));
            }
            Block::Group(group) if !matches!(group.kind, GroupKind::Code(_)) => {
                gather(document, &group.blocks, is_head, depth + 1, pieces)?;
            }
            Block::Rule => pieces.push((false, "<hr>".to_owned())),
            Block::PageBreak | Block::ColumnBreak => {}
            Block::Group(_) | Block::Frame(_) => return None,
        }
    }
    Some(())
}

fn paragraph(document: &Document<'_>, paragraph: &Paragraph, is_head: bool) -> Option<String> {
    let has_more = paragraph.drop_cap.is_some()
        || paragraph.label.is_some()
        || matches!(paragraph.role, Role::Contents(_))
        || inlines(&paragraph.content).flat_map(texts).next().is_some();
    if has_more {
        return None;
    }
    Some(match paragraph.role {
        Role::Preformatted => {
            format!("<code>{}</code>", escaped(&code_text(&paragraph.content)).replace('\n', "<br>"))
        }
        role => text(document, &spans(&paragraph.content, role), is_head)?.trim().to_owned(),
    })
}

fn list(document: &Document<'_>, list: &List, depth: usize) -> Option<String> {
    let (name, attribute) = match &list.marker {
        Marker::Number { format, parents: 0, .. } => ("ol", counted(*format)?),
        Marker::Number { .. } => return None,
        Marker::Bullet(_) | Marker::None => ("ul", ""),
    };
    let start = if name == "ol" && list.start != 1 { format!(" start=\"{}\"", list.start) } else { String::new() };
    let mut out = format!("<{name}{attribute}{start}>");
    for item in &list.items {
        let value = item.number.filter(|_| name == "ol").map(|number| format!(" value=\"{number}\""));
        let inside = content(document, &item.blocks, false, depth)?;
        out.extend(["<li", value.as_deref().unwrap_or_default(), ">", &inside, "</li>"]);
    }
    out.extend(["</", name, ">"]);
    Some(out)
}

/// How a list is counted (HTML, 4.4.5, `type`); `None` where HTML cannot say it.
fn counted(format: NumberFormat) -> Option<&'static str> {
    Some(match format {
        NumberFormat::Decimal => "",
        NumberFormat::LowerAlpha | NumberFormat::LowerAlphaRepeated => " type=\"a\"",
        NumberFormat::UpperAlpha | NumberFormat::UpperAlphaRepeated => " type=\"A\"",
        NumberFormat::LowerRoman => " type=\"i\"",
        NumberFormat::UpperRoman => " type=\"I\"",
        _ => return None,
    })
}

/// A table in a cell.
fn table(document: &Document<'_>, table: &Table, depth: usize) -> Option<String> {
    let mut out = String::from("<table>");
    for row in table.rows.iter().filter(|row| !row.cells.is_empty()) {
        out.push_str("\n<tr>");
        for cell in &row.cells {
            let is_head = cell.header || row.header;
            let name = if is_head { "th" } else { "td" };
            let inside = content(document, &cell.blocks, is_head, depth)?;
            out.extend(["<", name, &spans_of(cell), ">", &inside, "</", name, ">"]);
        }
        out.push_str("</tr>");
    }
    out.push_str("\n</table>");
    Some(out)
}

/// The attributes of a cell that covers more than one place.
pub(super) fn spans_of(cell: &Cell) -> String {
    let span = |name: &str, count: u32| if count > 1 { format!(" {name}=\"{count}\"") } else { String::new() };
    span("colspan", cell.column_span) + &span("rowspan", cell.row_span)
}

fn text(document: &Document<'_>, spans: &[Span<'_>], is_head: bool) -> Option<String> {
    let mut out = String::new();
    for span in spans {
        match span {
            Span::Text { style, .. } if style.ruby.is_some() => return None,
            Span::Text { .. }
                if let Some((address, words)) = span.picture()
                    && address.starts_with("http") =>
            {
                out.extend(["<img src=\"", &escaped(address), "\" alt=\"", &escaped(words), "\">"]);
            }
            Span::Text { text, .. } => out.push_str(&escaped(text).replace('\n', " ")),
            Span::Look(look, inside) => {
                let inside = text(document, inside, is_head)?;
                match element(*look).filter(|name| !(is_head && *name == "strong")) {
                    Some(name) => out.extend(["<", name, ">", &inside, "</", name, ">"]),
                    None => out.push_str(&inside),
                }
            }
            Span::Link(target, inside) if shows_itself(target, inside) => {
                out.push_str(&text(document, inside, is_head)?);
            }
            Span::Link(target, inside) => {
                let inside = text(document, inside, is_head)?;
                let target = match target {
                    LinkTarget::External(target) if target.starts_with("http") || target.starts_with("mailto:") => {
                        target.clone()
                    }
                    LinkTarget::External(_) => return None,
                    LinkTarget::Internal(anchor) => format!("#{}", document.anchors.target(anchor)?),
                };
                out.extend(["<a href=\"", &escaped(&target), "\">", &inside, "</a>"]);
            }
            Span::Control(_, inside) if inside.is_empty() => return None,
            Span::Control(_, inside) | Span::Comment(_, inside) => out.push_str(&text(document, inside, is_head)?),
            Span::Other(Inline::LineBreak) => out.push_str("<br>"),
            Span::Other(Inline::Tab) => out.push(' '),
            Span::Other(Inline::Index(_)) => {}
            Span::Other(Inline::Anchor(anchor)) => {
                if let Some(name) = document.anchors.place(anchor) {
                    out.extend(["<a id=\"", name, "\"></a>"]);
                }
            }
            Span::Other(_) => return None,
        }
    }
    Some(out)
}

fn element(look: Look) -> Option<&'static str> {
    Some(match look {
        Look::Strong => "strong",
        Look::Emphasis | Look::Citation => "em",
        Look::Strike => "del",
        Look::Superscript => "sup",
        Look::Subscript => "sub",
        Look::Keyboard => "kbd",
        Look::Code => "code",
        Look::Quotation | Look::Underline | Look::Marked => return None,
    })
}

/// Text in HTML, in one line.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push('\n'),
            c if c.is_ascii_whitespace() => out.push(' '),
            c if c.is_control() || c == '\u{AD}' => {}
            c => out.push(c),
        }
    }
    out
}
