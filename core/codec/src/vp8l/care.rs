//! Effort presets: how much is searched for fewer bytes.

/// What an effort stands for.
#[derive(Debug)]
pub(super) struct Care {
    /// How many places each search for a copy looks at, for each time that copies are sought.
    pub(super) tries: &'static [usize],
    /// Binary logarithm of the side of tiles whose pixels are told alike.
    pub(super) tile: u32,
    /// Binary logarithm of the side of the smallest areas.
    pub(super) finest_area: u32,
    /// How many groups of codes areas are divided into before those that are alike are joined.
    pub(super) seeds: usize,
    /// How many ways to change the picture beforehand are tried to the end.
    pub(super) ways: usize,
}

impl Care {
    /// For pictures that tell about the picture.
    pub(super) const ASIDE: Care = Care { tries: &[8, 8], tile: 5, finest_area: 9, seeds: 1, ways: 1 };

    /// Of an effort of 0 (fastest) to 9.
    pub(super) fn of_effort(effort: u8) -> Self {
        match effort {
            0..=2 => Care { tries: &[8], tile: 5, finest_area: 5, seeds: 16, ways: 1 },
            3..=6 => Care { tries: &[2, 32], tile: 4, finest_area: 3, seeds: 32, ways: 1 },
            7..=8 => Care { tries: &[16, 64, 64], tile: 4, finest_area: 3, seeds: 64, ways: 2 },
            _ => Care { tries: &[16, 64, 256, 256], tile: 3, finest_area: 3, seeds: 64, ways: 3 },
        }
    }
}
