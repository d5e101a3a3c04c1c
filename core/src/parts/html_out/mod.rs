//! Flowing text as HTML that is well-formed XML too: what a web page and the chapters of a book have in common. What a
//! text is becomes elements; how it looks becomes classes, of which each stands for one set of declarations, and what
//! most paragraphs of a kind look like becomes the rule of their element.

mod blocks;
mod classes;
mod contents;
mod drawing;
mod form;
mod image;
mod inline;
mod kind;
mod list;
mod look;
mod names;
mod notes;
mod paragraph;
mod sheet;
mod survey;
mod table;
mod table_grid;
mod writer;

pub(crate) use image::settle as settle_images;
pub(crate) use look::family_name;
pub(crate) use names::{Heading, Names};
pub(crate) use notes::page_id;
pub(crate) use survey::Survey;
pub(crate) use writer::{Body, Markup, Shared, Source, Target};

use std::borrow::Cow;

use crate::model::flow::{Block, Flow, Paragraph, Role, walk_mut};
use crate::model::metadata::Metadata;
use crate::parts::language_tags::is_language_tag;
use crate::parts::prose::line_of;

/// Nesting of blocks beyond which text is written without it.
const MAX_DEPTH: usize = 40;

/// A text without the characters that HTML cannot hold: controls, and code points that are no characters (HTML,
/// 13.1.4).
pub(crate) fn legal(text: &str) -> Cow<'_, str> {
    let is_odd =
        |c: char| matches!(c, '\u{7F}'..='\u{9F}' | '\u{FDD0}'..='\u{FDEF}') || u32::from(c) & 0xFFFE == 0xFFFE;
    if text.contains(is_odd) { text.replace(is_odd, "").into() } else { text.into() }
}

/// Makes the levels of headings follow one another without a gap: what is below another heading is one lower.
pub(crate) fn settle_headings(flow: &mut Flow) {
    // The headings around the one at hand: their levels in the source, and those they have now.
    let mut around: Vec<(u8, u8)> = Vec::new();
    let mut settle = |paragraph: &mut Paragraph| {
        if paragraph.role == Role::Title {
            around = vec![(0, 0)];
        }
        if let Role::Heading(level) = &mut paragraph.role {
            while around.last().is_some_and(|(above, _)| *above >= *level) {
                around.pop();
            }
            let own = around.last().map_or(*level, |(_, above)| (*level).min(above + 1));
            around.push((*level, own));
            *level = own;
        }
        Ok::<(), std::convert::Infallible>(())
    };
    for section in &mut flow.sections {
        let Ok(()) = walk_mut(&mut section.blocks, &mut settle);
    }
}

/// The language of a document, where its tag is one.
pub(crate) fn language(metadata: &Metadata) -> Option<&str> {
    metadata.language.as_deref().filter(|tag| is_language_tag(tag))
}

/// The title of a document: as it says itself, or its first title or heading, or its first words.
pub(crate) fn title(flow: &Flow) -> String {
    let said = flow.metadata.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
    let named = |wanted: fn(Role) -> bool| {
        let blocks = flow.sections.iter().flat_map(|section| &section.blocks);
        crate::model::flow::leaves(blocks).into_iter().find_map(|block| match block {
            Block::Paragraph(paragraph) if wanted(paragraph.role) => {
                Some(words(paragraph)).filter(|words| !words.is_empty())
            }
            _ => None,
        })
    };
    let found = said.map(str::to_owned).or_else(|| named(|role| role == Role::Title));
    let found = found.or_else(|| named(|role| matches!(role, Role::Heading(_)))).or_else(|| named(|_| true));
    let found = found.unwrap_or_else(|| "Untitled".into());
    match found.char_indices().nth(MAX_TITLE) {
        Some((end, _)) => format!("{}…", found.get(..end).unwrap_or_default().trim_end()),
        None => found,
    }
}

/// Longest title in characters; more would be the text itself.
const MAX_TITLE: usize = 200;

/// The words of a paragraph in one line, with single spaces between them.
fn words(paragraph: &Paragraph) -> String {
    line_of(paragraph).split_whitespace().collect::<Vec<_>>().join(" ")
}
