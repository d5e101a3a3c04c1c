//! Timestamps as lists show them, in UTC.

use transvase_server::api::admission::rfc3339;
use transvase_server::store::Moment;

/// As in 2026-01-31T08:05:00Z, to the second; for programs.
pub fn moment(at: Option<Moment>) -> Option<String> {
    at.map(|at| rfc3339(at - at.rem_euclid(1000)))
}

/// As in 2026-01-31; a dash for none.
pub fn day(at: Option<Moment>) -> String {
    at.map_or_else(|| "-".into(), |at| rfc3339(at).chars().take("2026-01-31".len()).collect())
}

/// As in 2026-01-31 08:05; a dash for none.
pub fn minute(at: Option<Moment>) -> String {
    let text = |at| rfc3339(at).chars().take("2026-01-31T08:05".len()).collect::<String>().replace('T', " ");
    at.map_or_else(|| "-".into(), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_shown_as_precisely_as_they_are_needed() {
        // `date -u -d @1800057912 +%FT%TZ`
        let at = Some(1_800_057_912_345);
        assert_eq!(moment(at).as_deref(), Some("2027-01-16T00:05:12Z"));
        assert_eq!((day(at).as_str(), minute(at).as_str()), ("2027-01-16", "2027-01-16 00:05"));
        assert_eq!((moment(None), day(None).as_str()), (None, "-"));
    }
}
