//! An allocator that refuses what no small input can need.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;

/// The largest request that is granted, in bytes. Inputs have 48 KiB and the limits four million pixels.
const LARGEST: usize = 256 << 20;

/// The system's allocator, which a request above [`LARGEST`] does not reach: somebody believed a number in a file.
pub struct Bounded;

// SAFETY: every call goes to the system's allocator with the same arguments, or is answered with no place at all.
unsafe impl GlobalAlloc for Bounded {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        if layout.size() > LARGEST { null_mut() } else { unsafe { System.alloc(layout) } }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        if layout.size() > LARGEST { null_mut() } else { unsafe { System.alloc_zeroed(layout) } }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises.
        if size > LARGEST { null_mut() } else { unsafe { System.realloc(place, layout, size) } }
    }
}
