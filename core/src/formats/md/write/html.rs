//! Text in HTML, for cells of tables that Markdown has no words for.

use super::Document;
use super::inline::code_text;
use super::table::shown;
use crate::model::flow::{Block, Inline, LinkTarget, Role, inlines};
use crate::parts::prose::{Look, Span, spans, texts};

/// The content of a cell as HTML in one line; `None` where it holds what is better said in Markdown.
pub(super) fn cell(document: &Document<'_>, blocks: &[Block], is_head: bool) -> Option<String> {
    let mut paragraphs = Vec::new();
    if !blocks.iter().all(|block| matches!(block, Block::Paragraph(_))) {
        return None;
    }
    for paragraph in shown(blocks) {
        let has_more = paragraph.drop_cap.is_some()
            || paragraph.label.is_some()
            || matches!(paragraph.role, Role::Contents(_))
            || inlines(&paragraph.content).flat_map(texts).next().is_some();
        if has_more {
            return None;
        }
        paragraphs.push(match paragraph.role {
            Role::Preformatted => {
                format!("<code>{}</code>", escaped(&code_text(&paragraph.content)).replace('\n', "<br>"))
            }
            role => text(document, &spans(&paragraph.content, role), is_head)?.trim().to_owned(),
        });
    }
    Some(paragraphs.join("<br>"))
}

fn text(document: &Document<'_>, spans: &[Span<'_>], is_head: bool) -> Option<String> {
    let mut out = String::new();
    for span in spans {
        match span {
            Span::Text { style, .. } if style.ruby.is_some() => return None,
            Span::Text { text, .. } => out.push_str(&escaped(text).replace('\n', " ")),
            Span::Look(look, inside) => {
                let inside = text(document, inside, is_head)?;
                match element(*look).filter(|name| !(is_head && *name == "strong")) {
                    Some(name) => out.extend(["<", name, ">", &inside, "</", name, ">"]),
                    None => out.push_str(&inside),
                }
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
