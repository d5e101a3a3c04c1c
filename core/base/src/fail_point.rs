//! Fault injection: failures on request, so that a test can see what a surface makes of each. Compiled only with the
//! feature `fail-points`, which no released build has.

use crate::context::Context;
use crate::error::{Error, ErrorCode, Result};
use crate::options::{FAIL_AT, OptionKind, OptionSpec};

/// Which failure the conversion runs into.
pub static FAIL_POINT: OptionSpec = OptionSpec {
    key: "fail_point",
    kind: OptionKind::Choice(&["panic", "out-of-memory", "missing-resource", "endless"]),
    unit: "",
    default: "",
    doc: "Test builds only: the failure to run into.",
};

/// The options of this room.
pub static OPTIONS: &[&OptionSpec] = &[&FAIL_POINT, &FAIL_AT];

/// Runs into the failure the options ask for.
///
/// # Errors
/// The failure; `TimedOut` or `Cancelled` out of the endless loop.
pub fn reach(context: &Context) -> Result<()> {
    match context.options().choice(&FAIL_POINT) {
        Some("panic") => panic!("a panic on request"),
        Some("out-of-memory") => allocate_too_much(),
        Some("missing-resource") => Err(Error::new(ErrorCode::MissingResource, "a missing resource on request")),
        Some("endless") => run_endlessly(context),
        _ => Ok(()),
    }
}

/// Asks the allocator for more than there can be: the error is its own.
fn allocate_too_much() -> Result<()> {
    let reserved = Vec::<u8>::new().try_reserve_exact(isize::MAX as usize);
    reserved.map_err(|error| Error::new(ErrorCode::OutOfMemory, "memory ran out").caused_by(error))
}

fn run_endlessly(context: &Context) -> Result<()> {
    loop {
        context.report(crate::error::Stage::Read, 1, 2);
        context.tick(1)?;
    }
}
