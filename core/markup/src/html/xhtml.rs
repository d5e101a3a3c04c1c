//! XHTML syntax read by an HTML parser: where the two part. Markup that is sound XHTML is read as something else by
//! HTML's rules: `<br></br>` as two line breaks, an anchor inside a link as the link's end. Books are XHTML, or were
//! made from it, so these are taken as they were meant.

use std::cell::{Cell, RefCell};

use html5ever::LocalName;
use html5ever::tokenizer::{Tag, TagKind};

use super::tree::Tree;

/// What an `a` that is no link is called while the tree is built: HTML's rules close the link
/// around it.
const PLACE: &str = "x-anchor";

/// The state between the tags of one document.
#[derive(Debug, Default)]
pub(super) struct Xhtml {
    /// A `<br>` has begun, and nothing but white space has come since.
    after_break: Cell<bool>,
    /// The `a` elements that are open: whether each is only a place.
    anchors: RefCell<Vec<bool>>,
}

impl Xhtml {
    /// Notes text between tags.
    pub fn text(&self, text: &str) {
        if !text.trim_ascii().is_empty() {
            self.after_break.set(false);
        }
    }

    /// Whether a tag is the end of the line break before it. An end tag that stands alone is a break,
    /// as HTML has it.
    pub fn ends_break(&self, tag: &Tag) -> bool {
        let is_break = &*tag.name == "br";
        let begins = is_break && tag.kind == TagKind::StartTag && !tag.self_closing;
        self.after_break.replace(begins) && is_break && tag.kind == TagKind::EndTag
    }

    /// The tag, under another name where it belongs to an `a` that is only a place.
    pub fn anchor(&self, mut tag: Tag) -> Tag {
        if &*tag.name != "a" {
            return tag;
        }
        let mut open = self.anchors.borrow_mut();
        let place = match tag.kind {
            TagKind::StartTag => {
                let place = !tag.attrs.iter().any(|attribute| &*attribute.name.local == "href");
                if !tag.self_closing {
                    open.push(place);
                }
                place
            }
            TagKind::EndTag => open.pop().unwrap_or(false),
        };
        if place {
            tag.name = LocalName::from(PLACE);
        }
        tag
    }

    /// Gives places the name they came with.
    pub fn restore(tree: &mut Tree) {
        tree.rename(PLACE, "a");
    }
}

/// The text of a `style` element without the marks of a CDATA section, which HTML takes for text.
pub(super) fn without_section_marks(text: &str) -> String {
    text.replace("<![CDATA[", "").replace("]]>", "")
}
