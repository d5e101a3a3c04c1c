//! Costs of routes: the scale of what a step loses, by which the cheapest way is found. Costs add up along a way, so a
//! step that says more of itself than another is never chosen over two that say less together. A new step takes the
//! place on the scale whose sentence is true of it.

/// Nothing that a user would miss.
pub const NOTHING: u32 = 0;

/// How it looks, in part: pixels are coded anew, pages break elsewhere, what one program alone knows is gone.
pub const LOOKS: u32 = 10;

/// What it is, in part: structure is guessed from looks.
pub const STRUCTURE: u32 = 30;

/// What it says: words become pixels.
pub const WORDS: u32 = 100;
