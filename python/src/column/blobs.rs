//! Binary arrays: rows of bytes, whichever of Arrow's binary types holds them.

use arrow_array::array::{Array, ArrayRef};
use arrow_array::cast::AsArray;
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// One array of rows that are bytes or null.
pub struct Blobs {
    array: ArrayRef,
    nulls: Option<NullBuffer>,
}

/// Checks that a column's type holds bytes: one of the four binary types, or a record of one such
/// field, as a table of one column is.
///
/// # Errors
/// `TypeError`, with the type's name.
pub fn check(data_type: &DataType) -> PyResult<()> {
    let held = match data_type {
        DataType::Struct(fields) if fields.len() == 1 => fields[0].data_type(),
        other => other,
    };
    if is_binary(held) {
        return Ok(());
    }
    let wanted = "binary, large_binary, binary_view or fixed_size_binary";
    Err(PyTypeError::new_err(format!("the column is of type {data_type}, not {wanted}")))
}

fn is_binary(data_type: &DataType) -> bool {
    use DataType::{Binary, BinaryView, FixedSizeBinary, LargeBinary};
    matches!(data_type, Binary | LargeBinary | BinaryView | FixedSizeBinary(_))
}

impl Blobs {
    /// The rows of an array whose type passed [`check`]. A record that is null makes its row null.
    pub fn new(array: ArrayRef) -> Self {
        match array.as_struct_opt() {
            Some(records) => {
                let column = records.column(0);
                Blobs { array: column.clone(), nulls: NullBuffer::union(records.nulls(), column.nulls()) }
            }
            None => Blobs { nulls: array.nulls().cloned(), array },
        }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.array.len()
    }

    /// The bytes of a row; `None` where it is null.
    pub fn get(&self, row: usize) -> Option<&[u8]> {
        if self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            return None;
        }
        Some(match self.array.data_type() {
            DataType::Binary => self.array.as_binary::<i32>().value(row),
            DataType::LargeBinary => self.array.as_binary::<i64>().value(row),
            DataType::BinaryView => self.array.as_binary_view().value(row),
            _ => self.array.as_fixed_size_binary().value(row),
        })
    }
}
