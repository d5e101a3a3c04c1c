//! The version of the library, and whether a header fits it.

use std::ffi::{CStr, c_char};

use crate::guard;

const TEXT: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");

/// The version of the library, as in "1.2.3".
#[unsafe(no_mangle)]
pub extern "C" fn tvase_version() -> *const c_char {
    guard::text(|| CStr::from_bytes_with_nul(TEXT.as_bytes()).ok())
}

/// The version of the library as one number, in the form of `TVASE_VERSION_NUMBER`: major * 1,000,000 +
/// minor * 1,000 + patch.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_version_number() -> u32 {
    guard::answer(0, own_number)
}

/// Whether a program that was compiled with a header of version `header` can use this library: call it
/// as `tvase_version_fits(TVASE_VERSION_NUMBER)`. It can where the library is of the same or a later
/// version with the same major number; below 1.0 the minor number counts like a major one.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_version_fits(header: u32) -> bool {
    guard::answer(false, || fits(header, own_number()))
}

fn own_number() -> u32 {
    let mut parts = env!("CARGO_PKG_VERSION").split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    next() * 1_000_000 + next() * 1_000 + next()
}

fn fits(header: u32, library: u32) -> bool {
    let series = |number: u32| if number < 1_000_000 { number / 1_000 } else { number / 1_000_000 * 1_000 };
    series(header) == series(library) && header <= library
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_later_library_of_the_series_fits_an_older_header() {
        assert!(fits(1_002_003, 1_002_003) && fits(1_002_003, 1_004_000));
        assert!(!fits(1_004_000, 1_002_003) && !fits(1_002_003, 2_002_003));
        assert!(fits(1_002, 1_005) && !fits(1_002, 2_002), "below 1.0 a minor version may change everything");
    }
}
