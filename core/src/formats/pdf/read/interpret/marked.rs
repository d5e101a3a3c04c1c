//! Marked content (ISO 32000-1, 14.6): hidden layers, and text that stands for what is drawn.

use hayro_syntax::content::ops::TypedInstruction as Op;
use hayro_syntax::object::{Dict, Object};
use hayro_syntax::page::Resources;

use super::super::strings;
use super::Interpreter;
use crate::error::Result;

/// Nesting of marked content that is followed.
const MAX_MARKS: usize = 1_000;

/// What begins with `BMC` or `BDC` and ends with `EMC`.
#[derive(Clone, Copy, Default)]
pub(super) struct Mark {
    /// It belongs to a hidden layer.
    hidden: bool,
    /// Its text is given.
    actual_text: bool,
}

impl<'a> Interpreter<'_, 'a> {
    /// Marked-content operators; false where the operator is another.
    pub(super) fn step_marked(&mut self, operation: &Op<'_, '_>, resources: &Resources<'a>) -> Result<bool> {
        match operation {
            Op::BeginMarkedContent(_) => self.begin_mark(Mark::default()),
            Op::BeginMarkedContentWithProperties(op) => {
                let mark = match op.0.as_ref() {
                    b"OC" => Mark { hidden: self.hides(op.1, resources), actual_text: false },
                    b"Span" => Mark { hidden: false, actual_text: self.begin_actual_text(op.1, resources) },
                    _ => Mark::default(),
                };
                self.begin_mark(mark);
            }
            Op::EndMarkedContent(_) => self.end_mark(),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn begin_mark(&mut self, mark: Mark) {
        if self.marks.len() >= MAX_MARKS {
            self.unmarked += 1;
            return;
        }
        self.hidden += usize::from(mark.hidden);
        self.marks.push(mark);
    }

    fn end_mark(&mut self) {
        if self.unmarked > 0 {
            self.unmarked -= 1;
        } else if let Some(mark) = self.marks.pop() {
            self.hidden -= usize::from(mark.hidden);
            if mark.actual_text {
                self.text.end_actual_text();
            }
        }
    }

    /// Ends what a stream began and did not end, down to `depth` marks.
    pub(super) fn end_marks_above(&mut self, depth: usize) {
        self.unmarked = 0;
        while self.marks.len() > depth {
            self.end_mark();
        }
    }

    fn hides(&self, properties: &Object<'_>, resources: &Resources<'a>) -> bool {
        match properties {
            Object::Name(name) => self.optional.hides(&resources.properties, name.as_ref()),
            _ => false,
        }
    }

    fn begin_actual_text(&mut self, properties: &Object<'_>, resources: &Resources<'a>) -> bool {
        let text = |dict: &Dict<'_>| match dict.get::<Object<'_>>(b"ActualText") {
            Some(Object::String(text)) => Some(strings::decode_all(text.as_bytes())),
            _ => None,
        };
        let text = match properties {
            Object::Dict(dict) => text(dict),
            Object::Name(name) => resources.properties.get::<Dict<'_>>(name.as_ref()).and_then(|dict| text(&dict)),
            _ => None,
        };
        text.is_some_and(|text| self.text.begin_actual_text(text))
    }
}
