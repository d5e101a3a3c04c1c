//! Small documents that each show one thing: what they become, one line a block, and what their makers say that
//! they are.

mod claims;
mod difference;
mod dump;
mod facts;
mod ledger;
mod pages;
mod pictures;
mod written;

pub use claims::{Claim, parse, unmet};
pub use difference::difference;
pub use dump::dump;
pub use facts::{Fact, facts};
pub use ledger::{Ledger, accepts, folder};
pub use pages::dump_pages;
pub use pictures::{Gallery, first_page};
pub use written::show;
