//! Counts the memory that each thread holds.
//!
//! A conversion can only be held to a limit of memory where somebody counts, and only the allocator sees everything:
//! the nodes of a model, the buffers of a decoder, what a parser keeps to itself. A program makes [`Counting`] its
//! global allocator; the library `transvase` asks [`held`] as often as it looks at the clock.
//!
//! ```
//! #[global_allocator]
//! static ALLOCATOR: transvase_memory::Counting = transvase_memory::Counting::SYSTEM;
//!
//! let before = transvase_memory::held();
//! let buffer = vec![0_u8; 1 << 20];
//! assert!(transvase_memory::held() - before >= 1 << 20);
//! drop(buffer);
//! assert!(transvase_memory::held() - before < 1 << 20);
//! ```
//!
//! It takes about a nanosecond an allocation. This crate is apart from the library since an allocator is `unsafe` to
//! write, and nothing else in the library is.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Bytes that this thread allocated, less those it gave back; what another thread allocated counts there, so that
    /// it may be below zero. Neither its start nor its end allocates.
    static HELD: Cell<i64> = const { Cell::new(0) };
}

/// The bytes that this thread allocated since it began, less those it gave back, whoever allocated them: the sum over
/// several threads is what they hold together. Always 0 where [`Counting`] is not the allocator.
pub fn held() -> i64 {
    HELD.try_with(Cell::get).unwrap_or(0)
}

/// Blocks of this size and more go back to the system as soon as they are freed, in bytes.
const LARGE_BLOCK: std::ffi::c_int = 128 << 10;

/// Has the C library of Linux (glibc) give large blocks back to the system when they are freed, for the whole process:
/// a program calls it before it needs much, a library leaves it to its host. Says whether it did.
///
/// That is what it begins with, but once a large block was freed it raises the size from which on it does so, up to
/// 32 MiB (`mallopt(3)`, `M_MMAP_THRESHOLD`). Buffers that come and go between small pieces that stay then leave holes:
/// a text of 800 pages took 184 MB as PDF instead of 49, at the same time of the processor. Where many
/// such buffers come and go the system's work costs more: PDF to DOCX takes a tenth longer.
pub fn give_back_large_blocks() -> bool {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    return keep_threshold();
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    return false;
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "the C library is called")]
fn keep_threshold() -> bool {
    const M_MMAP_THRESHOLD: std::ffi::c_int = -3;
    unsafe extern "C" {
        fn mallopt(parameter: std::ffi::c_int, value: std::ffi::c_int) -> std::ffi::c_int;
    }
    // SAFETY: as `malloc.h` declares it; it may be called at any time and takes any numbers.
    unsafe { mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK) == 1 }
}

fn count(bytes: usize, sign: i64) {
    // A thread that ends counts no more.
    let _ = HELD.try_with(|held| held.set(held.get().wrapping_add(sign.wrapping_mul(bytes as i64))));
}

/// An allocator that counts what another one gives.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counting<A = System>(pub A);

impl Counting {
    /// The system's allocator, counted.
    pub const SYSTEM: Counting = Counting(System);
}

#[allow(unsafe_code, reason = "an allocator is unsafe to write; this one hands every call on as it came")]
// SAFETY: every call goes to an allocator that keeps the contract, with the same arguments, and its answer is returned.
// Counting neither allocates nor unwinds.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Counting<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let place = unsafe { self.0.alloc(layout) };
        if !place.is_null() {
            count(layout.size(), 1);
        }
        place
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let place = unsafe { self.0.alloc_zeroed(layout) };
        if !place.is_null() {
            count(layout.size(), 1);
        }
        place
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { self.0.dealloc(place, layout) };
        count(layout.size(), -1);
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises.
        let moved = unsafe { self.0.realloc(place, layout, size) };
        if !moved.is_null() {
            count(size, 1);
            count(layout.size(), -1);
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[global_allocator]
    static ALLOCATOR: Counting = Counting::SYSTEM;

    #[test]
    fn the_c_library_of_linux_is_told() {
        assert_eq!(give_back_large_blocks(), cfg!(all(target_os = "linux", target_env = "gnu")));
    }

    #[test]
    fn what_grows_and_moves_and_goes_is_counted() {
        let before = held();
        let mut list = vec![1_u8; 10_000];
        assert_eq!(held() - before, 10_000);
        list.reserve_exact(90_000);
        assert_eq!(held() - before, 100_000);
        let zeroed = vec![0_u64; 1_000];
        assert_eq!(held() - before, 108_000);
        drop((list, zeroed));
        assert_eq!(held() - before, 0);
    }

    #[test]
    fn the_sum_over_threads_is_what_they_hold_together() {
        let before = held();
        // A thread gives back at its start what its maker allocated for it.
        let work = || {
            let before = held();
            (vec![1_u8; 50_000], held() - before)
        };
        let (list, there) = std::thread::spawn(work).join().expect("no panic");
        assert_eq!(there, 50_000);
        drop(list);
        assert!(held() - before < 0, "given back here, allocated there");
    }
}
