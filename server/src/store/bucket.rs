//! Token buckets, as arithmetic. A bucket is one number: the moment at which it will be full again,
//! in microseconds since the Unix epoch. Each token taken moves it on by the time a token takes to
//! flow in, so there is nothing to refill and nothing to round.

use super::{Moment, Rate};

/// A bucket's state: when it is full again, in microseconds since the Unix epoch. Zero is full.
pub type FullAt = i64;

/// A bucket's size and how fast it fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flow {
    /// Tokens that flow in, in a minute; 0 for no limit.
    pub per_minute: u32,
    /// Tokens that fit.
    pub burst: u32,
}

impl Flow {
    /// A bucket that holds what flows into it in a minute.
    pub fn of_a_minute(per_minute: u32) -> Self {
        Flow { per_minute, burst: per_minute }
    }

    /// Time for one token, in microseconds.
    fn interval(self) -> i64 {
        60_000_000 / i64::from(self.per_minute.max(1))
    }

    /// Takes a token: the new state and what is left; `Err` where there is none.
    pub fn take(self, full_at: FullAt, now: Moment) -> Result<(FullAt, Rate), Rate> {
        let now = now.saturating_mul(1000);
        if self.per_minute == 0 {
            return Ok((0, self.rate(0, 0)));
        }
        // A clock that was set back must not keep a bucket empty for longer than it takes to fill.
        let depth = self.interval() * i64::from(self.burst);
        let missing = (full_at - now).clamp(0, depth);
        let after = missing + self.interval();
        if after > depth { Err(self.rate(missing, depth)) } else { Ok((now + after, self.rate(after, depth))) }
    }

    /// What the headers say of a bucket of `depth` that `missing` is missing from, in microseconds.
    fn rate(self, missing: i64, depth: i64) -> Rate {
        let interval = self.interval();
        let until_next = if missing == 0 { 0 } else { (missing - 1) % interval + 1 };
        let remaining = ((depth - missing) / interval) as u32;
        Rate { limit: self.per_minute, remaining, reset_ms: (until_next as u64).div_ceil(1000) }
    }
}

/// Of two buckets the one that is nearer to empty; one without a limit never is.
pub fn nearer_to_empty(one: Rate, other: Rate) -> Rate {
    if other.limit > 0 && (one.limit == 0 || other.remaining < one.remaining) { other } else { one }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_bucket_gives_its_burst_and_then_one_a_second() {
        let flow = Flow::of_a_minute(60);
        let mut full_at = 0;
        for left in (0..60).rev() {
            let (next, rate) = flow.take(full_at, 1_000_000).unwrap();
            assert_eq!((rate.limit, rate.remaining), (60, left));
            full_at = next;
        }
        assert_eq!(flow.take(full_at, 1_000_000), Err(Rate { limit: 60, remaining: 0, reset_ms: 1000 }));
        assert_eq!(flow.take(full_at, 1_000_400), Err(Rate { limit: 60, remaining: 0, reset_ms: 600 }));
        let (full_at, rate) = flow.take(full_at, 1_001_000).unwrap();
        assert_eq!(rate.remaining, 0);
        assert!(flow.take(full_at, 1_001_999).is_err());
    }

    #[test]
    fn no_limit_is_no_limit() {
        let flow = Flow::of_a_minute(0);
        for _ in 0..1000 {
            assert_eq!(flow.take(0, 5), Ok((0, Rate { limit: 0, remaining: 0, reset_ms: 0 })));
        }
    }

    #[test]
    fn a_clock_set_back_empties_no_bucket_for_longer_than_it_takes_to_fill() {
        let flow = Flow { per_minute: 60, burst: 3 };
        let far_ahead = 1_000_000_000_000;
        assert_eq!(flow.take(far_ahead, 1000), Err(Rate { limit: 60, remaining: 0, reset_ms: 1000 }));
    }

    #[test]
    fn in_any_minute_no_more_than_twice_the_burst_is_given() {
        // The bound of a token bucket: what is in it, and what flows in meanwhile.
        let flow = Flow::of_a_minute(7);
        let mut full_at = 0;
        let mut given = 0;
        for now in (0..60_000).step_by(13) {
            if let Ok((next, _)) = flow.take(full_at, 1_700_000_000_000 + now) {
                (full_at, given) = (next, given + 1);
            }
        }
        assert_eq!(given, 13, "7 at once and one in each 8.571 s that follow, 6 whole ones in the 59.99 s left");
    }

    #[test]
    fn the_bucket_nearer_to_empty_speaks() {
        let rate = |limit, remaining| Rate { limit, remaining, reset_ms: 0 };
        assert_eq!(nearer_to_empty(rate(60, 5), rate(240, 4)).limit, 240);
        assert_eq!(nearer_to_empty(rate(60, 4), rate(240, 5)).limit, 60);
        assert_eq!(nearer_to_empty(rate(0, 0), rate(240, 5)).limit, 240);
        assert_eq!(nearer_to_empty(rate(60, 4), rate(0, 0)).limit, 60);
    }
}
