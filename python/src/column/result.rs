//! Builds the result of a column: chunks of plain bytes, or of records that say what became of a row.

use std::sync::Arc;

use arrow_array::array::{Array, ArrayRef, ListArray, StructArray};
use arrow_array::builder::{ArrayBuilder, LargeBinaryBuilder, StringBuilder};
use arrow_buffer::{NullBuffer, NullBufferBuilder, OffsetBuffer};
use arrow_schema::{Field, Fields};
use transvase::{Error, Output, Warning};

use crate::errors;

/// A result in the making, cut into chunks of a bounded size.
pub struct Chunks {
    rows: Rows,
    /// Most bytes of a chunk, unless one row alone has more.
    most: usize,
    /// Bytes of the chunk in the making.
    bytes: usize,
    done: Vec<ArrayRef>,
}

enum Rows {
    Plain(LargeBinaryBuilder),
    Records(Box<Records>),
}

impl Chunks {
    /// Rows of type `large_binary`.
    pub fn plain(most: usize) -> Self {
        Self::new(Rows::Plain(LargeBinaryBuilder::new()), most)
    }

    /// Rows that are records of data, code, message and warnings.
    pub fn records(most: usize) -> Self {
        Self::new(Rows::Records(Box::default()), most)
    }

    fn new(rows: Rows, most: usize) -> Self {
        Chunks { rows, most, bytes: 0, done: Vec::new() }
    }

    /// Adds a null.
    pub fn push_null(&mut self) {
        match &mut self.rows {
            Rows::Plain(data) => data.append_null(),
            Rows::Records(records) => records.push_null(),
        }
    }

    /// Adds a result.
    pub fn push_output(&mut self, output: &Output) {
        self.make_room(output.bytes.len() + output.warnings.iter().map(text_bytes).sum::<usize>());
        match &mut self.rows {
            Rows::Plain(data) => data.append_value(&output.bytes),
            Rows::Records(records) => records.push_output(output),
        }
    }

    /// Adds an error: a null where rows are plain bytes.
    pub fn push_error(&mut self, error: &Error) {
        let message = errors::text(error);
        self.make_room(message.len());
        match &mut self.rows {
            Rows::Plain(data) => data.append_null(),
            Rows::Records(records) => records.push_error(error.code().name(), &message),
        }
    }

    /// The chunks, at least one.
    pub fn finish(mut self) -> Vec<ArrayRef> {
        if self.done.is_empty() || self.rows.len() > 0 {
            self.cut();
        }
        self.done
    }

    /// Begins another chunk if the one in the making cannot take `bytes` more.
    fn make_room(&mut self, bytes: usize) {
        if self.bytes > 0 && self.bytes + bytes > self.most {
            self.cut();
        }
        self.bytes += bytes;
    }

    fn cut(&mut self) {
        let chunk = self.rows.finish();
        self.done.push(chunk);
        self.bytes = 0;
    }
}

impl Rows {
    fn len(&self) -> usize {
        match self {
            Rows::Plain(data) => data.len(),
            Rows::Records(records) => records.data.len(),
        }
    }

    /// The rows so far as an array; none are left behind.
    fn finish(&mut self) -> ArrayRef {
        match self {
            Rows::Plain(data) => Arc::new(data.finish()),
            Rows::Records(records) => Arc::new(std::mem::take(&mut **records).finish()),
        }
    }
}

/// Records, field by field. Where the row is null, so is each of its fields.
struct Records {
    valid: NullBufferBuilder,
    data: LargeBinaryBuilder,
    code: StringBuilder,
    message: StringBuilder,
    warnings: Warnings,
}

impl Default for Records {
    fn default() -> Self {
        Records {
            valid: NullBufferBuilder::new(0),
            data: LargeBinaryBuilder::new(),
            code: StringBuilder::new(),
            message: StringBuilder::new(),
            warnings: Warnings::default(),
        }
    }
}

impl Records {
    fn push_null(&mut self) {
        self.valid.append_null();
        self.data.append_null();
        self.push_text(None);
        self.warnings.push(None);
    }

    fn push_output(&mut self, output: &Output) {
        self.valid.append_non_null();
        self.data.append_value(&output.bytes);
        self.push_text(None);
        self.warnings.push(Some(&output.warnings));
    }

    fn push_error(&mut self, code: &str, message: &str) {
        self.valid.append_non_null();
        self.data.append_null();
        self.push_text(Some((code, message)));
        self.warnings.push(Some(&[]));
    }

    fn push_text(&mut self, text: Option<(&str, &str)>) {
        self.code.append_option(text.map(|(code, _)| code));
        self.message.append_option(text.map(|(_, message)| message));
    }

    fn finish(mut self) -> StructArray {
        let columns: [(&str, ArrayRef); 4] = [
            ("data", Arc::new(self.data.finish())),
            ("code", Arc::new(self.code.finish())),
            ("message", Arc::new(self.message.finish())),
            ("warnings", Arc::new(self.warnings.finish())),
        ];
        record(columns, self.valid.finish())
    }
}

/// Joins columns to records of nullable fields.
fn record<const N: usize>(columns: [(&str, ArrayRef); N], nulls: Option<NullBuffer>) -> StructArray {
    let field = |(name, column): &(&str, ArrayRef)| Field::new(*name, column.data_type().clone(), true);
    let fields: Fields = columns.iter().map(field).collect();
    StructArray::new(fields, columns.map(|(_, column)| column).into(), nulls)
}

/// A list of warnings for each row.
#[derive(Default)]
struct Warnings {
    valid: Vec<bool>,
    lengths: Vec<usize>,
    code: StringBuilder,
    place: StringBuilder,
    message: StringBuilder,
}

impl Warnings {
    /// Adds the list of a row; `None` for a null.
    fn push(&mut self, warnings: Option<&[Warning]>) {
        self.valid.push(warnings.is_some());
        let warnings = warnings.unwrap_or_default();
        self.lengths.push(warnings.len());
        for warning in warnings {
            self.code.append_value(warning.code.name());
            self.place.append_value(warning.place.to_string());
            self.message.append_value(&warning.message);
        }
    }

    fn finish(mut self) -> ListArray {
        let columns: [(&str, ArrayRef); 3] = [
            ("code", Arc::new(self.code.finish())),
            ("place", Arc::new(self.place.finish())),
            ("message", Arc::new(self.message.finish())),
        ];
        let warnings = record(columns, None);
        let item = Field::new_list_field(warnings.data_type().clone(), true);
        let offsets = OffsetBuffer::from_lengths(self.lengths);
        ListArray::new(Arc::new(item), offsets, Arc::new(warnings), Some(NullBuffer::from(self.valid)))
    }
}

/// Bytes of text that a warning adds to a chunk, so that a chunk's offsets hold out for them too.
fn text_bytes(warning: &Warning) -> usize {
    warning.code.name().len() + warning.place.to_string().len() + warning.message.len()
}
