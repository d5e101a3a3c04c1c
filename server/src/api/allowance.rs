//! Plan limits: what a plan allows one conversion, in one table, from the settings and from the ceilings that the core
//! knows.

use std::time::Duration;

use transvase::Limits;

use crate::config::Config;
use crate::store::Plan;

/// What a plan allows one conversion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allowance {
    /// Largest upload, in bytes.
    pub upload_bytes: u64,
    /// Longest conversion.
    pub time: Duration,
    /// Conversions of one account at the same time.
    pub concurrency: u32,
    /// Longest conversion of a job.
    pub job_time: Duration,
    /// Ceilings inside a conversion.
    pub limits: Limits,
}

const MIB: u64 = 1 << 20;

impl Allowance {
    /// The same for a job, which may take longer.
    #[must_use]
    pub fn for_job(self) -> Self {
        Allowance { time: self.job_time, ..self }
    }

    /// What `plan` allows.
    pub fn of(plan: Plan, config: &Config) -> Self {
        match plan {
            Plan::Free => Allowance {
                upload_bytes: config.free_upload_bytes,
                time: config.free_time_s.0,
                concurrency: config.free_concurrency,
                job_time: config.free_job_time_s.0,
                limits: free(config.free_upload_bytes),
            },
            Plan::Paid => Allowance {
                upload_bytes: config.paid_upload_bytes,
                time: config.paid_time_s.0,
                concurrency: config.paid_concurrency,
                job_time: config.paid_job_time_s.0,
                limits: paid(config.paid_upload_bytes),
            },
        }
    }
}

/// Enough for a person's files, little enough that a bomb is over soon.
fn free(input_bytes: u64) -> Limits {
    Limits {
        input_bytes,
        output_bytes: 100 * MIB,
        memory_bytes: 512 * MIB,
        unpacked_bytes: 256 * MIB,
        stream_bytes: 64 * MIB,
        expansion_ratio: 200,
        archive_entries: 5_000,
        pages: 300,
        image_pixels: 40_000_000,
        job_pixels: 200_000_000,
        drawing_pixels: 500_000_000,
        progressive_scans: 50,
        animation_frames: 200,
        elements: 1_000_000,
        attributes: 256,
        pdf_operators: 10_000_000,
        ..Limits::default()
    }
}

/// The library's own ceilings, with the figures of a service that answers over a wire.
fn paid(input_bytes: u64) -> Limits {
    Limits { input_bytes, output_bytes: 400 * MIB, pages: 3_000, ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_free_plan_allows_no_more_than_the_paid_one() {
        let config = Config::default();
        let (free, paid) = (Allowance::of(Plan::Free, &config), Allowance::of(Plan::Paid, &config));
        for (limit, ..) in transvase::Limit::ALL {
            assert!(free.limits.get(*limit) <= paid.limits.get(*limit), "{}", limit.key());
        }
        assert!(free.upload_bytes < paid.upload_bytes && free.time < paid.time);
        assert_eq!(free.limits.input_bytes, free.upload_bytes);
    }
}
