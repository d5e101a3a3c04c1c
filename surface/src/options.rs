//! Options and limits as people write them: numbers of bytes may have a unit.

use transvase::{Error, ErrorCode, ErrorDetails, Limit, Result};

use crate::sizes;

/// `value` without its unit, where the option `key` is a number of bytes; otherwise as it is.
///
/// # Errors
/// `InvalidOption` where it should be a size and is none.
pub fn in_bytes(key: &str, value: &str) -> Result<String> {
    if transvase::option_spec(key).map_or(true, |spec| spec.unit != BYTES) {
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
    number.ok_or_else(|| {
        let mut details = ErrorDetails::default();
        details.which = Some(key.into());
        Error::new(ErrorCode::InvalidOption, format!("limit {key}: {value:?} is not a number")).with_details(details)
    })
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
}
