//! Generated content: text that sheets put before and after elements (`::before`, `::after`).

use transvase_base::error::Result;
use transvase_model::flow::{Meaning, Role};

use super::super::css::{Computed, Display, Generated, Pseudo};
use super::super::tree::{Element, NodeId};
use super::{Builder, Kind, Level, Walk};

/// Letters of what is put beside one element.
const MAX_LETTERS: usize = 200;

/// What is put beside the content of an element.
#[derive(Debug)]
pub(super) struct Beside {
    text: String,
    style: Computed,
}

impl Walk<'_, '_> {
    /// Puts down what stands before the content of the element that has just been opened, and notes what will stand
    /// after it. Quotation marks of `q` are there already.
    pub(super) fn surround(&mut self, id: NodeId, element: &Element) -> Result<()> {
        let Some(level) = self.builder.levels.last() else { return Ok(()) };
        let holds_no_text = matches!(level.style.display, Display::Table | Display::TableRow | Display::TableGroup);
        if holds_no_text || matches!(level.kind, Kind::Wrapped(_)) {
            return Ok(());
        }
        let style = level.style.clone();
        if style.display == Display::ListItem {
            self.mark(id, element, &style)?;
        }
        if let Some(before) = self.beside(id, element, Pseudo::Before, &style)? {
            self.builder.put(before);
        }
        let after = self.beside(id, element, Pseudo::After, &style)?;
        if let Some(level) = self.builder.levels.last_mut() {
            level.after = after.map(Box::new);
        }
        Ok(())
    }

    /// The words that sheets mark an item of a list with, where they are not its list's marker.
    fn mark(&mut self, id: NodeId, element: &Element, style: &Computed) -> Result<()> {
        let said = self.beside(id, element, Pseudo::Marker, style)?.map(|marker| marker.text);
        self.builder.mark_item(&style.text.list_style, said);
        Ok(())
    }

    fn beside(&mut self, id: NodeId, element: &Element, pseudo: Pseudo, around: &Computed) -> Result<Option<Beside>> {
        let Some(style) = self.cascade.generated(self.tree, id, pseudo, around, self.builder.context)? else {
            return Ok(None);
        };
        let depth = self.builder.levels.len();
        self.builder.counters.apply(&style, depth);
        let mut text = String::new();
        for piece in style.content.iter().flat_map(|pieces| pieces.iter()) {
            let counters = &self.builder.counters;
            let words = match piece {
                Generated::Text(words) => words.to_string(),
                Generated::Attribute(name) => element.attribute(name).unwrap_or_default().to_owned(),
                Generated::Counter(name, style) => counters.written(name, style),
                Generated::Counters(name, between, style) => counters.all_written(name, between, style),
            };
            text.extend(words.chars().take(MAX_LETTERS));
        }
        // Signs that only a font of signs has are no text.
        text.retain(|c| !is_private(c));
        Ok((!text.is_empty() && !style.text.hidden).then_some(Beside { text, style }))
    }
}

/// Whether a character has no meaning of its own (Unicode, 23.5).
fn is_private(c: char) -> bool {
    matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..)
}

impl Builder<'_> {
    /// Puts down text in a style of its own inside the innermost element.
    pub(super) fn put(&mut self, beside: Beside) {
        let Beside { text, style } = beside;
        let block = style.is_block();
        let (role, meaning) = self.levels.last().map_or((Role::Body, Meaning::default()), |it| (it.role, it.meaning));
        let link = self.levels.last().and_then(|level| level.link);
        if block {
            self.flush();
        }
        self.levels.push(Level {
            style,
            kind: Kind::Inline,
            link,
            run_style: None,
            role,
            meaning,
            group: None,
            after: None,
        });
        self.push_text(&text);
        if block {
            self.flush();
        }
        self.levels.pop();
    }
}
