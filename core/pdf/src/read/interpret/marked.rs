//! Marked content (ISO 32000-1, 14.6): hidden layers, structure elements, artifacts, and text that
//! stands for what is drawn.

use std::collections::BTreeSet;

use hayro_syntax::content::ops::TypedInstruction as Op;
use hayro_syntax::object::{Dict, Object, ObjectIdentifier};
use hayro_syntax::page::Resources;

use super::super::optional::OptionalContent;
use super::super::sink::Tag;
use super::super::strings;
use super::super::structure::{Owner, Structure};
use super::Interpreter;
use transvase_base::error::Result;
use transvase_model::pages::NodeId;

/// Nesting of marked content that is followed.
const MAX_MARKS: usize = 1_000;

/// What begins with `BMC` or `BDC` and ends with `EMC`.
#[derive(Clone, Copy, Default)]
struct Mark {
    /// It belongs to a hidden layer.
    hidden: bool,
    /// Its text is given.
    actual_text: bool,
    /// What was said of the content before it.
    outside: Tag,
}

/// The marked content that is open, and what it may refer to.
pub(in super::super) struct Marking<'p> {
    /// Layers.
    pub optional: &'p OptionalContent,
    structure: &'p Structure,
    /// The page, and the form being run on it.
    page: Owner,
    owner: Owner,
    marks: Vec<Mark>,
    /// Marks beyond those that are kept.
    unmarked: usize,
    /// Open marks of hidden layers: nothing is painted while there are any.
    hidden: usize,
    /// Elements of this page whose given text has been used up.
    told: BTreeSet<NodeId>,
    /// Figures of this page whose words have been used up.
    described: BTreeSet<NodeId>,
}

impl<'p> Marking<'p> {
    /// No mark yet, on the page of index `page` in the file.
    pub fn new(page: usize, structure: &'p Structure, optional: &'p OptionalContent) -> Self {
        let page = Owner::Page(page);
        Marking {
            optional,
            structure,
            page,
            owner: page,
            marks: Vec::new(),
            unmarked: 0,
            hidden: 0,
            told: BTreeSet::new(),
            described: BTreeSet::new(),
        }
    }

    /// Whether what comes next belongs to a hidden layer.
    pub fn hides(&self) -> bool {
        self.hidden > 0
    }

    /// Number of open marks that are kept.
    pub fn depth(&self) -> usize {
        self.marks.len()
    }

    /// From here on numbers are those of a form; returns whose they were.
    pub fn enter_form(&mut self, form: ObjectIdentifier) -> Owner {
        std::mem::replace(&mut self.owner, Owner::Stream(form))
    }

    /// Numbers are again those of `outside`.
    pub fn leave_form(&mut self, outside: Owner) {
        self.owner = outside;
    }

    /// The words of the figure that `tag` names, for the first of its images.
    pub fn alt(&mut self, tag: Tag) -> Option<String> {
        let node = tag.node?;
        let alt = self.structure.alt(node)?;
        self.described.insert(node).then(|| alt.to_owned())
    }

    /// Whether words say what is shown.
    pub fn is_described(&self, tag: Tag) -> bool {
        tag.node.is_some_and(|node| self.structure.alt(node).is_some())
    }

    /// The element of marked content `number`. Forms whose numbers no element knows are taken as part
    /// of the page's content, unless they stand in an element as a whole.
    fn node(&self, number: i32, outside: Tag) -> Option<NodeId> {
        let inner = self.structure.content(self.owner, number);
        inner.or_else(|| match outside {
            Tag { node: None, artifact: false } => self.structure.content(self.page, number),
            _ => None,
        })
    }

    fn tag(&self, name: &[u8], properties: Option<&Dict<'_>>, outside: Tag) -> Tag {
        if name == b"Artifact" {
            return Tag { node: None, artifact: true };
        }
        let number = properties.and_then(|dict| dict.get::<i32>(b"MCID"));
        match number.and_then(|number| self.node(number, outside)) {
            Some(node) if self.structure.is_artifact(node) => Tag { node: None, artifact: true },
            Some(node) => Tag { node: Some(node), artifact: false },
            None => outside,
        }
    }

    /// The text given for an element: all of it for its first content, nothing for the others.
    fn element_text(&mut self, tag: Tag) -> Option<String> {
        let node = tag.node?;
        let text = self.structure.actual_text(node)?;
        let first = self.told.insert(node);
        Some(if first { text.to_owned() } else { String::new() })
    }
}

impl<'a> Interpreter<'_, 'a> {
    /// Marked-content operators; false where the operator is another.
    pub(super) fn step_marked(&mut self, operation: &Op<'_, '_>, resources: &Resources<'a>) -> Result<bool> {
        match operation {
            Op::BeginMarkedContent(op) => self.begin_mark(op.0.as_ref(), None, false),
            Op::BeginMarkedContentWithProperties(op) => {
                let is_layer = op.0.as_ref() == b"OC";
                match op.1 {
                    Object::Dict(dict) => self.begin_mark(op.0.as_ref(), Some(dict), false),
                    Object::Name(name) => {
                        let list = self.assets.property_list(name, resources, self.marking.optional);
                        self.begin_mark(op.0.as_ref(), list.dict.as_ref(), is_layer && list.hidden);
                    }
                    _ => self.begin_mark(op.0.as_ref(), None, false),
                }
            }
            Op::EndMarkedContent(_) => self.end_mark(),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn begin_mark(&mut self, name: &[u8], properties: Option<&Dict<'_>>, hidden: bool) {
        if self.marking.marks.len() >= MAX_MARKS {
            self.marking.unmarked += 1;
            return;
        }
        let outside = self.sink.tag;
        let tag = self.marking.tag(name, properties, outside);
        self.sink.tag = tag;
        let text = properties.and_then(given_text);
        let text = if tag == outside { text } else { text.or_else(|| self.marking.element_text(tag)) };
        let actual_text = text.is_some_and(|text| self.text.begin_actual_text(text));
        self.marking.hidden += usize::from(hidden);
        self.marking.marks.push(Mark { hidden, actual_text, outside });
    }

    fn end_mark(&mut self) {
        if self.marking.unmarked > 0 {
            self.marking.unmarked -= 1;
        } else if let Some(mark) = self.marking.marks.pop() {
            self.marking.hidden -= usize::from(mark.hidden);
            self.sink.tag = mark.outside;
            if mark.actual_text {
                self.text.end_actual_text();
            }
        }
    }

    /// Ends what a stream began and did not end, down to `depth` marks.
    pub(super) fn end_marks_above(&mut self, depth: usize) {
        self.marking.unmarked = 0;
        while self.marking.marks.len() > depth {
            self.end_mark();
        }
    }
}

/// The text a property list gives for its content.
fn given_text(properties: &Dict<'_>) -> Option<String> {
    match properties.get::<Object<'_>>(b"ActualText") {
        Some(Object::String(text)) => Some(strings::decode_all(text.as_bytes())),
        _ => None,
    }
}
