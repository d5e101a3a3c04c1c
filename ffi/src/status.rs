//! Status codes, which every call that can fail answers with.

use transvase::ErrorCode;
use transvase_surface::files;

/// What became of a call: `TVASE_OK`, or a number of the enumeration of that name. A later version
/// may answer with a number this header does not know: treat it as a failure.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Status(i32);

impl Status {
    /// All went well.
    pub(crate) const OK: Status = Status(0);
    /// The library failed.
    pub(crate) const INTERNAL: Status = Status(ErrorCode::Internal as i32);
    /// An input file cannot be read.
    pub(crate) const NO_INPUT: Status = Status(files::NO_INPUT as i32);
    /// An output file cannot be written.
    pub(crate) const IO: Status = Status(files::IO as i32);
}

impl From<ErrorCode> for Status {
    fn from(code: ErrorCode) -> Self {
        Status(code.number().into())
    }
}
