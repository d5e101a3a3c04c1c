//! Options and limits as people write them: numbers of bytes may have a unit.

use std::sync::OnceLock;

use transvase::{Error, Limit, OptionSpec, Result};

use crate::sizes;

/// The option named `key`.
pub fn find(key: &str) -> Option<&'static OptionSpec> {
    // The table is joined once: a binding asks with every keyword of every call.
    static SPECS: OnceLock<Vec<&'static OptionSpec>> = OnceLock::new();
    SPECS.get_or_init(transvase::option_specs).iter().find(|spec| spec.key == key).copied()
}

/// `value` without its unit, where the option `key` is a number of bytes; otherwise as it is.
///
/// # Errors
/// `InvalidOption` where it should be a size and is none.
pub fn in_bytes(key: &str, value: &str) -> Result<String> {
    if find(key).is_none_or(|spec| spec.unit != BYTES) {
        return Ok(value.to_owned());
    }
    let bytes = sizes::parse(value).ok_or_else(|| {
        Error::option(key, format!("{value:?} is not a size")).hint("write it as 200000, 200KB, 1.5MB or 64KiB")
    })?;
    Ok(bytes.to_string())
}

/// The number that `value` says for the limit `key`, which may be one there is not.
///
/// # Errors
/// `InvalidOption` where it is no number, or has a unit and the limit counts something else than bytes.
pub fn limit(key: &str, value: &str) -> Result<u64> {
    let is_size = Limit::ALL.iter().any(|(limit, unit, ..)| limit.key() == key && *unit == BYTES);
    let number = if is_size { sizes::parse(value) } else { value.trim().replace('_', "").parse().ok() };
    number.ok_or_else(|| Error::option(key, format!("{value:?} is not a number")))
}

/// The unit of options and limits that are sizes.
const BYTES: &str = "bytes";

#[cfg(test)]
mod tests {
    use super::*;
    use transvase::ErrorCode;

    #[test]
    fn sizes_lose_their_unit_and_other_options_are_left_alone() {
        assert_eq!(in_bytes("max_bytes", "200KB").unwrap(), "200000");
        assert_eq!(in_bytes("max_bytes", "1MiB").unwrap(), "1048576");
        for (key, value) in [("quality", "200KB"), ("password", "1MB"), ("no_such_option", "1MB")] {
            assert_eq!(in_bytes(key, value).unwrap(), value);
        }
        let error = in_bytes("max_bytes", "much").unwrap_err();
        assert_eq!((error.code(), error.details().which.as_deref()), (ErrorCode::InvalidOption, Some("max_bytes")));
        assert!(error.hint_text().is_some());
    }

    #[test]
    fn a_limit_takes_a_unit_where_it_counts_bytes() {
        assert_eq!(limit("input_bytes", "1MiB").unwrap(), 1_048_576);
        assert_eq!(limit("pages", " 10_000 ").unwrap(), 10_000);
        for (key, value) in [("pages", "5KB"), ("pages", "-1"), ("input_bytes", "much"), ("no_such_limit", "much")] {
            let error = limit(key, value).unwrap_err();
            assert_eq!((error.code(), error.details().which.as_deref()), (ErrorCode::InvalidOption, Some(key)));
        }
    }

    #[test]
    fn options_are_found_by_key() {
        assert!(transvase::option_specs().into_iter().all(|spec| find(spec.key) == Some(spec)));
        assert_eq!(find("no_such_option"), None);
    }
}
