//! The panic boundary: no panic crosses into C. Every exported function does its work inside one of
//! these.

use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::{Error, Failure};
use crate::pointer::Slot;
use crate::status::Status;

/// The answer of `work`; `fallback` where it panics.
pub fn answer<T>(fallback: T, work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(fallback)
}

/// The string `work` finds; NULL where there is none.
pub fn text<'a>(work: impl FnOnce() -> Option<&'a CStr>) -> *const c_char {
    answer(std::ptr::null(), || work().map_or(std::ptr::null(), CStr::as_ptr))
}

/// A string of the row a handle stands for; NULL of NULL.
pub fn part<'a, T>(row: Option<&'a T>, of: impl Fn(&'a T) -> &'a CString) -> *const c_char {
    text(|| row.map(|row| of(row).as_c_str()))
}

/// A string of a list of the row a handle stands for, counted from 0; NULL behind the last, and of NULL.
pub fn nth<'a, T>(row: Option<&'a T>, of: impl Fn(&'a T) -> &'a Vec<CString>, index: usize) -> *const c_char {
    text(|| row.and_then(|row| of(row).get(index)).map(CString::as_c_str))
}

/// The status of `work`; its failure goes to `slot`, where NULL is written otherwise.
pub fn status(slot: &Slot<Error>, work: impl FnOnce() -> Result<(), Failure>) -> Status {
    answer(Status::INTERNAL, || {
        slot.put(None);
        match catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Failure::panic(&*panic))) {
            Ok(()) => Status::OK,
            Err(failure) => report(slot, failure),
        }
    })
}

fn report(slot: &Slot<Error>, failure: Failure) -> Status {
    let status = failure.status();
    if !slot.is_null() {
        slot.put(Some(Error::new(failure)));
    }
    status
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_answer() {
        transvase_surface::panics::silence();
        assert_eq!(answer(7, || panic!("on request")), 7);
        assert!(text(|| panic!("on request")).is_null());
    }
}
