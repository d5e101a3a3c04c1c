//! Length-limited Huffman codes: lengths of prefix codes by Huffman's algorithm, none longer than a format allows.

/// How many codes there are of each length where leaves have these weights, which rise. Element `n` counts those of `n`
/// bits; none has more than `longest`. Rare symbols are to get the long ones.
pub fn length_counts(weights: &[u64], longest: usize) -> Vec<u32> {
    let mut counts = vec![0u32; longest + 1];
    for depth in depths(weights) {
        if counts.len() <= depth {
            counts.resize(depth + 1, 0);
        }
        counts[depth] += 1;
    }
    shorten(&mut counts, longest);
    counts
}

/// How far below the root of the best tree each leaf hangs.
fn depths(weights: &[u64]) -> Vec<usize> {
    let count = weights.len();
    let mut weights = weights.to_vec();
    let mut parents = vec![0usize; count * 2];
    // Merged nodes come out in rising order too, so two queues replace a heap.
    let (mut leaf, mut node) = (0, count);
    for parent in count..(2 * count).saturating_sub(1) {
        let mut weight = 0;
        for _ in 0..2 {
            let is_leaf = leaf < count && (node >= parent || weights[leaf] <= weights[node]);
            let least = if is_leaf { &mut leaf } else { &mut node };
            parents[*least] = parent;
            weight += weights[*least];
            *least += 1;
        }
        weights.push(weight);
    }
    let mut depths = vec![0; weights.len()];
    for index in (0..weights.len().saturating_sub(1)).rev() {
        depths[index] = depths[parents[index]] + 1;
    }
    depths.truncate(count);
    depths
}

/// Shortens codes that are too long, at the cost of some that are not (T.81, figure K.3).
fn shorten(counts: &mut Vec<u32>, longest: usize) {
    for length in (longest + 1..counts.len()).rev() {
        while counts[length] > 0 {
            let Some(shorter) = (1..length - 1).rev().find(|shorter| counts[*shorter] > 0) else { break };
            counts[length] -= 2;
            counts[length - 1] += 1;
            counts[shorter + 1] += 2;
            counts[shorter] -= 1;
        }
    }
    counts.truncate(longest + 1);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a complete code of so many codes of each length fills of all codes of the longest.
    fn filled(counts: &[u32]) -> u64 {
        let longest = counts.len() - 1;
        counts.iter().enumerate().map(|(length, count)| u64::from(*count) << (longest - length)).sum()
    }

    #[test]
    fn known_weights_have_known_lengths() {
        assert_eq!(length_counts(&[1, 1, 2, 5], 15)[..4], [0, 1, 1, 2]);
        assert_eq!(length_counts(&[3, 3, 3, 3], 15)[..4], [0, 0, 4, 0]);
        assert_eq!(length_counts(&[9], 15)[0], 1);
        assert_eq!(length_counts(&[], 15).iter().sum::<u32>(), 0);
    }

    #[test]
    fn steep_weights_stay_within_the_longest_and_fill_the_code() {
        let steep: Vec<u64> = (0..40).map(|power| 1u64 << power).collect();
        for longest in [7, 15, 16] {
            let counts = length_counts(&steep, longest);
            assert_eq!(counts.len(), longest + 1);
            assert_eq!(counts.iter().sum::<u32>(), 40);
            assert_eq!(filled(&counts), 1 << longest);
        }
    }
}
