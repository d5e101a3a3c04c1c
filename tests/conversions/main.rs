//! What conversions make of bytes, in process. One program, since each that links the engine has over 100 MB.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod cases;
mod corpus;
mod crosscheck;
mod determinism;
mod embedded;
mod fonts;
mod fuzzed;
mod golden;
mod hostile;
mod join;
mod jpeg;
mod limits;
mod pdf_edit;
mod pictures;
mod properties;
mod rounds;
mod routes;
mod scripts;
mod stopping;
mod words;

/// Where the parts of files, which the program of `fuzz/` shares, look for what makes files.
mod made {
    pub use transvase_tests::made::{assembled, mobi_of};
}
