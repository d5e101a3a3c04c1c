//! All pointer work and all `unsafe` code of the crate, and the contract it rests on.
//!
//! The header promises C, and asks of C: a string is NULL or ends with a zero byte; `len` bytes can be
//! read at `input`; what is passed as a handle is NULL or came from this library and was not freed; a
//! slot for a result is NULL or can be written; none of them changes during the call. Rust cannot check
//! that. It is relied on here and nowhere else.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::PathBuf;

use transvase::{Error, Result};

/// A string from C, valid for one call.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Text(*const c_char);

impl Text {
    /// The string; `None` where it is NULL.
    fn c_str<'a>(self) -> Option<&'a CStr> {
        // SAFETY: not NULL, so it ends with a zero byte and stands for the length of the call.
        (!self.0.is_null()).then(|| unsafe { CStr::from_ptr(self.0) })
    }

    /// The text; `None` where it is NULL.
    ///
    /// # Errors
    /// `InvalidOption` where the bytes are not UTF-8: `argument` names it.
    pub fn optional<'a>(self, argument: &str) -> Result<Option<&'a str>> {
        let Some(text) = self.c_str() else { return Ok(None) };
        text.to_str().map(Some).map_err(|_| Error::option(argument, "is not UTF-8"))
    }

    /// The text.
    ///
    /// # Errors
    /// `InvalidOption` where it is NULL or not UTF-8.
    pub fn required<'a>(self, argument: &str) -> Result<&'a str> {
        self.optional(argument)?.ok_or_else(|| null(argument))
    }

    /// The path: any bytes on Unix, UTF-8 elsewhere.
    ///
    /// # Errors
    /// `InvalidOption` where it is NULL, or not UTF-8 where it has to be.
    pub fn path(self, argument: &str) -> Result<PathBuf> {
        let text = self.c_str().ok_or_else(|| null(argument))?;
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt;
            Ok(PathBuf::from(std::ffi::OsStr::from_bytes(text.to_bytes())))
        }
        #[cfg(not(unix))]
        text.to_str().map(PathBuf::from).map_err(|_| Error::option(argument, "is not UTF-8"))
    }
}

/// The start of a file's bytes, valid for one call.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Bytes(*const u8);

impl Bytes {
    /// The `len` bytes that start here. NULL is an empty file where `len` is 0.
    ///
    /// # Errors
    /// `InvalidOption` where there should be bytes and `argument` is NULL, or `len` is more than memory holds.
    pub fn slice<'a>(self, argument: &str, len: usize) -> Result<&'a [u8]> {
        match (self.0.is_null(), len) {
            (_, 0) => Ok(&[]),
            (true, _) => Err(null(argument)),
            (false, len) if isize::try_from(len).is_err() => Err(Error::option("len", "is more than memory holds")),
            // SAFETY: not NULL, so `len` bytes can be read there and do not change during the call.
            (false, len) => Ok(unsafe { std::slice::from_raw_parts(self.0, len) }),
        }
    }
}

/// Where C wants a handle written to; may be NULL.
#[repr(transparent)]
pub struct Slot<T>(*mut *mut T);

impl<T> Slot<T> {
    /// Whether there is anything to write to.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Writes NULL until there is a result, and refuses a place that cannot take one.
    pub fn awaits(&self, argument: &str) -> Result<()> {
        self.put(None);
        if self.is_null() { Err(null(argument)) } else { Ok(()) }
    }

    /// Hands `value` over to C, or NULL; what nobody takes is dropped.
    pub fn put(&self, value: Option<T>) {
        if !self.0.is_null() {
            let handle = value.map_or(std::ptr::null_mut(), |value| Box::into_raw(Box::new(value)));
            // SAFETY: not NULL, so a pointer can be written there.
            unsafe { self.0.write(handle) };
        }
    }
}

/// Where C wants a string written to that it does not own; may be NULL.
#[repr(transparent)]
pub struct TextSlot(*mut *const c_char);

impl TextSlot {
    /// Writes a string that lives as long as the process, or NULL.
    pub fn put(&self, text: Option<&'static CStr>) {
        if !self.0.is_null() {
            // SAFETY: not NULL, so a pointer can be written there.
            unsafe { self.0.write(text.map_or(std::ptr::null(), CStr::as_ptr)) };
        }
    }
}

/// Called while a conversion runs, on a thread of the library, never twice at once for one
/// conversion. `stage` ("read", "transform", "write", "fit") is valid for the call; `total` is 0 where
/// it is not known yet. Any other answer than 0 cancels the conversion. It must return: leaving it
/// through `longjmp` or an exception is not defined.
pub type Progress =
    Option<unsafe extern "C" fn(user: *mut c_void, stage: *const c_char, done: u64, total: u64) -> c_int>;

/// A progress function with the word its owner wants back.
pub struct Listener {
    call: Progress,
    user: User,
}

/// The word C gets back with each call, untouched.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct User(*mut c_void);

// SAFETY: the pointer is never followed here. The header says that the function is called on another
// thread: whoever sets it answers for what stands behind it.
unsafe impl Send for User {}
// SAFETY: as above.
unsafe impl Sync for User {}

impl Listener {
    /// `call` is to be told, with `user`.
    pub fn new(call: Progress, user: User) -> Self {
        Listener { call, user }
    }

    /// Tells of the progress; false where the conversion is to end.
    pub fn tell(&self, stage: &CStr, done: u64, total: u64) -> bool {
        let Some(call) = self.call else { return true };
        // SAFETY: the function is one of C's with this signature, and the string outlives the call.
        unsafe { call(self.user.0, stage.as_ptr(), done, total) == 0 }
    }
}

/// The error of an argument that must not be NULL.
pub fn null(argument: &str) -> Error {
    Error::option(argument, "must not be NULL")
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase::ErrorCode;

    #[test]
    fn strings_are_checked_before_they_are_used() {
        assert_eq!(Text(c"docx".as_ptr()).required("to").unwrap(), "docx");
        assert_eq!(Text(std::ptr::null()).optional("to").unwrap(), None);
        for bad in [std::ptr::null(), c"\xff".as_ptr()] {
            let error = Text(bad).required("to").unwrap_err();
            assert_eq!(error.code(), ErrorCode::InvalidOption);
            assert_eq!(error.details().which.as_deref(), Some("to"));
        }
    }

    #[test]
    fn bytes_are_checked_before_they_are_used() {
        assert_eq!(Bytes(b"abc".as_ptr()).slice("input", 2).unwrap(), b"ab");
        assert_eq!(Bytes(std::ptr::null()).slice("input", 0).unwrap(), b"");
        let missing = Bytes(std::ptr::null()).slice("input", 1).unwrap_err();
        assert_eq!(missing.details().which.as_deref(), Some("input"));
        assert!(Bytes(b"abc".as_ptr()).slice("input", usize::MAX).is_err());
    }

    #[test]
    fn a_slot_may_be_null() {
        Slot(std::ptr::null_mut()).put(Some(1));
        let mut place = std::ptr::dangling_mut::<i32>();
        Slot(&raw mut place).put(None);
        assert!(place.is_null());
    }
}
