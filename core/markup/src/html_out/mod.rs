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
mod writer;

pub use look::family_name;
pub use names::{Heading, Names, page_id};
pub use survey::Survey;
pub use writer::{Body, Markup, Shared, Source, Target};

use std::borrow::Cow;

use transvase_model::flow::{Flow, Paragraph, Role, walk_mut};
use transvase_model::metadata::Metadata;
use transvase_model::text::language_tags::is_language_tag;

/// Nesting of blocks beyond which text is written without it.
const MAX_DEPTH: usize = 40;

/// A text without the characters that HTML cannot hold: controls, and code points that are no characters (HTML,
/// 13.1.4).
pub fn legal(text: &str) -> Cow<'_, str> {
    let is_odd =
        |c: char| matches!(c, '\u{7F}'..='\u{9F}' | '\u{FDD0}'..='\u{FDEF}') || u32::from(c) & 0xFFFE == 0xFFFE;
    if text.contains(is_odd) { text.replace(is_odd, "").into() } else { text.into() }
}

/// Makes the levels of headings follow one another without a gap: what is below another heading is one lower.
pub fn settle_headings(flow: &mut Flow) {
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
pub fn language(metadata: &Metadata) -> Option<&str> {
    metadata.language.as_deref().filter(|tag| is_language_tag(tag))
}
