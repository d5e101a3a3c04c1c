//! Bytes made hostile: cut short, and changed in the ways that break parsers. Fixed seeds.

/// Marsaglia's xorshift64 (Journal of Statistical Software 8, 14): small and the same everywhere.
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// A sequence of its own for every seed.
    pub fn new(seed: u64) -> Self {
        // Spread small seeds over all bits; the state must not be 0.
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `end`; 0 where `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { (self.next() % end as u64) as usize }
    }
}

/// `bytes` cut at `count` points: some in the header, the rest all over the file.
pub fn truncated(bytes: &[u8], count: usize) -> Vec<Vec<u8>> {
    let near = count / 4;
    let in_header = (1..=near).map(|index| index * 97 / near.max(1));
    let all_over = (1..=count - near).map(|index| bytes.len() * index / (count - near + 1));
    in_header.chain(all_over).map(|end| bytes[..end.min(bytes.len())].to_vec()).collect()
}

/// `bytes` with one to eight changes, by a seed.
pub fn mutated(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut changed = bytes.to_vec();
    for _ in 0..=random.below(8) {
        change(&mut changed, &mut random);
    }
    changed
}

fn change(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = place(bytes, random);
    match random.below(6) {
        0 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << random.below(8)),
        1 => extreme_word(bytes, at, random),
        2 => {
            let end = (at + 1 + random.below(64)).min(bytes.len());
            bytes.drain(at.min(end)..end);
        }
        3 => {
            let end = (at + 1 + random.below(64)).min(bytes.len());
            let copy = bytes[at.min(end)..end].to_vec();
            bytes.splice(at..at, copy);
        }
        4 => extreme_number(bytes, at, random),
        _ => bytes.iter_mut().skip(at).take(16).for_each(|byte| *byte = random.next() as u8),
    }
}

/// Half of the changes hit the first kilobyte, where the headers are.
fn place(bytes: &[u8], random: &mut Random) -> usize {
    let end = if random.below(2) == 0 { bytes.len().min(1_024) } else { bytes.len() };
    random.below(end)
}

/// A length field that is nought, huge, or negative.
fn extreme_word(bytes: &mut [u8], at: usize, random: &mut Random) {
    const WORDS: [[u8; 4]; 5] = [[0; 4], [0xFF; 4], [0x7F, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0], [0, 0, 0xFF, 0xFF]];
    let word = WORDS[random.below(WORDS.len())];
    bytes.iter_mut().skip(at).zip(word).for_each(|(byte, value)| *byte = value);
}

/// The next number written in digits, replaced by an extreme one.
fn extreme_number(bytes: &mut Vec<u8>, at: usize, random: &mut Random) {
    const NUMBERS: [&str; 5] = ["0", "-1", "99999999999", "2147483648", "1e38"];
    let Some(start) = bytes.iter().skip(at).position(u8::is_ascii_digit).map(|offset| at + offset) else { return };
    let len = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    bytes.splice(start..start + len, NUMBERS[random.below(NUMBERS.len())].bytes());
}
