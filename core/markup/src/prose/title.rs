//! The document title, and where it comes from.

use super::line_of;
use transvase_model::flow::{Block, Flow, Paragraph, Role, leaves};

/// The title of a document: as it says itself, or its first title or heading, or its first words.
pub fn title(flow: &Flow) -> String {
    let said = flow.metadata.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
    let named = |wanted: fn(Role) -> bool| {
        let blocks = flow.sections.iter().flat_map(|section| &section.blocks);
        leaves(blocks).into_iter().find_map(|block| match block {
            Block::Paragraph(paragraph) if wanted(paragraph.role) => {
                Some(title_line(paragraph)).filter(|words| !words.is_empty())
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
pub fn title_line(paragraph: &Paragraph) -> String {
    line_of(paragraph).split_whitespace().collect::<Vec<_>>().join(" ")
}
