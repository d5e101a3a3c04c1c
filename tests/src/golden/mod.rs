//! Small documents that each show one thing: what they become, one line a block, and what their makers say that
//! they are.

mod claims;
mod dump;
mod facts;

pub use claims::{Claim, parse, unmet};
pub use dump::dump;
pub use facts::{Fact, facts};
