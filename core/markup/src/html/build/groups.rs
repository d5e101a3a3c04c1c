//! Semantic grouping: which blocks belong together, and what stretches of text are, beside how they look.

use std::sync::Arc;

use transvase_model::flow::{Block, Division, DivisionKind, Group, GroupKind, Meaning};

use super::super::tree::{Element, NodeId, Tree};
use super::Builder;
use super::noted::{NOTE, is_note};

/// Groups that may lie in one another; what lies deeper belongs to the innermost of them.
const MAX_GROUPS: usize = 24;

/// Elements that change how what they hold is set out and may well be a part of a document.
const BOXES: [&str; 3] = ["div", "main", "header"];

/// The blocks of an element that belong together, as far as they are there.
#[derive(Debug)]
pub(super) struct OpenGroup {
    kind: GroupKind,
    /// The frame they are put into, as a number of frames around.
    depth: usize,
    /// How many blocks were there before the first of them.
    first: usize,
}

impl Builder<'_> {
    /// Begins the group that an element is.
    pub(super) fn open_group(&mut self, kind: GroupKind) -> Option<OpenGroup> {
        let around = self.levels.iter().filter(|level| level.group.is_some()).count();
        let depth = self.frames.len();
        (around < MAX_GROUPS).then(|| OpenGroup { kind, depth, first: self.frame().blocks.len() })
    }

    /// Puts the blocks that have come since together.
    pub(super) fn close_group(&mut self, group: OpenGroup) {
        let is_here = self.frames.len() == group.depth;
        let blocks = &mut self.frame().blocks;
        if is_here && blocks.len() > group.first {
            let inside = blocks.split_off(group.first);
            blocks.push(Block::Group(Group { kind: group.kind, blocks: inside }));
        }
    }
}

/// The block that comes last among these, in whatever groups.
pub(super) fn last_in(blocks: &mut [Block]) -> Option<&mut Block> {
    match blocks.last_mut()? {
        Block::Group(group) => last_in(&mut group.blocks),
        block => Some(block),
    }
}

/// What the blocks of an element are together, where it says so.
pub(super) fn group_kind(tree: &Tree, id: NodeId, element: &Element) -> Option<GroupKind> {
    let division = |kind| GroupKind::Division(Division { kind, epub_type: epub_type(element) });
    if is_note(tree, id, element) {
        return Some(GroupKind::Division(Division { kind: DivisionKind::Aside, epub_type: Some(Arc::from(NOTE)) }));
    }
    Some(match element.local() {
        "figure" => GroupKind::Figure,
        "pre" => GroupKind::Code(code_language(tree, id, element)),
        "dl" => GroupKind::Definitions,
        "dd" => GroupKind::Definition,
        "section" => division(DivisionKind::Section),
        "article" => division(DivisionKind::Article),
        "aside" => division(DivisionKind::Aside),
        "nav" => division(DivisionKind::Navigation),
        name if BOXES.contains(&name) && epub_type(element).is_some() => division(DivisionKind::Plain),
        _ => return None,
    })
}

/// `epub:type`, whose prefix some converters drop.
fn epub_type(element: &Element) -> Option<Arc<str>> {
    element.attribute("type").map(str::trim).filter(|kind| !kind.is_empty()).map(Arc::from)
}

/// The language that code is in, by a class of the element, of the `code` in it, or of the box around it.
fn code_language(tree: &Tree, id: NodeId, element: &Element) -> Option<Arc<str>> {
    let within = tree.first_child(id).and_then(|first| tree.element(first)).filter(|code| code.local() == "code");
    let around = tree.parent(id).and_then(|parent| tree.element(parent)).filter(|around| around.local() == "div");
    let found = [Some(element), within, around].into_iter().flatten().find_map(named_language);
    found.map(|name| Arc::from(name.to_ascii_lowercase()))
}

/// The language that a class names: as HTML proposes (HTML, 4.5.15), or as the programs that colour code have it
/// (highlight.js, Prettify, SyntaxHighlighter, Linguist, Sphinx, Org, pandoc).
fn named_language(element: &Element) -> Option<&str> {
    const PREFIXES: [&str; 7] =
        ["language-", "lang-", "highlight-source-", "highlight-text-", "brush:", "src-", "highlight-"];
    const BEFORE: [&str; 3] = ["sourceCode", "hljs", "brush:"];
    /// What stands for no language, and for numbers of lines.
    const NONE: [&str; 7] = ["", "default", "none", "source", "numberLines", "numberSource", "notranslate"];
    let classes: Vec<&str> = element.attribute("class").unwrap_or_default().split([' ', ';', '\t', '\n']).collect();
    let prefixed = classes.iter().find_map(|class| PREFIXES.iter().find_map(|prefix| class.strip_prefix(prefix)));
    let behind = || classes.windows(2).find(|two| BEFORE.contains(&two[0])).map(|two| two[1]);
    prefixed.filter(|name| !name.is_empty()).or_else(behind).filter(|name| !NONE.contains(name))
}

/// What text in an element is, in addition to what it is around it.
pub(super) fn meaning(element: &Element, around: Meaning) -> Meaning {
    match element.local() {
        "em" => Meaning { emphasis: true, ..around },
        "strong" => Meaning { strong: true, ..around },
        "code" | "samp" => Meaning { code: true, ..around },
        "kbd" => Meaning { keyboard: true, ..around },
        "q" => Meaning { quotation: true, ..around },
        "cite" => Meaning { citation: true, ..around },
        _ => around,
    }
}
