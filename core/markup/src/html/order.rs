//! Well-formedness: whether the tags of XML are in order (XML 1.0, 3).

use std::cell::{Cell, RefCell};

use html5ever::LocalName;
use html5ever::tokenizer::{Tag, TagKind};

/// The elements that are open, as long as all is in order.
#[derive(Debug, Default)]
pub(super) struct Order {
    open: RefCell<Vec<LocalName>>,
    /// Whether the root has been there.
    begun: Cell<bool>,
    damaged: Cell<bool>,
}

impl Order {
    /// Takes a tag. An element that never has content may do without its end.
    pub fn tag(&self, tag: &Tag, is_void: bool) {
        if self.damaged.get() {
            return;
        }
        let mut open = self.open.borrow_mut();
        let is_whole = match tag.kind {
            // There is one root.
            TagKind::StartTag => {
                let is_within = !open.is_empty() || !self.begun.replace(true);
                if !tag.self_closing && !is_void {
                    open.push(tag.name.clone());
                }
                is_within
            }
            TagKind::EndTag => is_void || open.pop_if(|last| *last == tag.name).is_some(),
        };
        if !is_whole {
            self.damaged.set(true);
        }
    }

    /// Whether tags crossed or had no counterpart.
    pub fn is_damaged(&self) -> bool {
        self.damaged.get() || !self.open.borrow().is_empty()
    }
}
