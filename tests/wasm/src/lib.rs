//! The core for hosts without threads, clock and files: one conversion after the other, its bytes handed over in
//! memory that both sides see.

#![allow(unsafe_code, reason = "exporting a function by its name is called unsafe since two could have the same")]

use std::sync::{Mutex, MutexGuard, PoisonError};

use transvase::Converter;

/// What goes in and what comes out: the source, the name of the target, the result or the error.
static BUFFERS: Mutex<[Vec<u8>; 3]> = Mutex::new([Vec::new(), Vec::new(), Vec::new()]);

fn buffers() -> MutexGuard<'static, [Vec<u8>; 3]> {
    BUFFERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a buffer (0 for the source, 1 for the words) `len` bytes long and says where it is. The words are
/// those of the target and then of options, `key=value`, one a line.
#[unsafe(no_mangle)]
pub extern "C" fn room(buffer: usize, len: usize) -> *mut u8 {
    let mut buffers = buffers();
    let Some(buffer) = buffers.get_mut(buffer) else { return std::ptr::null_mut() };
    buffer.clear();
    buffer.resize(len, 0);
    buffer.as_mut_ptr()
}

/// Converts what lies in the buffers; 0 where it went well, the number of the error elsewhere.
#[unsafe(no_mangle)]
pub extern "C" fn convert() -> u32 {
    let [source, words, result] = &mut *buffers();
    let words = String::from_utf8_lossy(words);
    let mut lines = words.lines();
    let options: Vec<(&str, &str)> = lines.clone().skip(1).filter_map(|line| line.split_once('=')).collect();
    let converter = Converter::to_named(lines.next().unwrap_or_default());
    match converter.and_then(|converter| converter.options(options).convert(source)) {
        Ok(output) => {
            *result = output.bytes;
            0
        }
        Err(error) => {
            *result = error.to_string().into_bytes();
            u32::from(error.code().number())
        }
    }
}

/// Where the result lies, and how long it is.
#[unsafe(no_mangle)]
pub extern "C" fn result() -> *const u8 {
    buffers()[2].as_ptr()
}

/// Bytes of the result.
#[unsafe(no_mangle)]
pub extern "C" fn result_len() -> usize {
    buffers()[2].len()
}
