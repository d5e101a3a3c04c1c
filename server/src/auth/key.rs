//! API keys: `tvs_live_`, 32 random characters, and 6 that are the CRC-32 of all before them.
//!
//! The checksum lets a mistyped or made-up key be refused without a look at the database, and lets
//! secret scanners tell a key from other text. It protects nothing: the 190 random bits do.

use crate::auth;
use crate::store::{Moment, NewKey};

/// What a key begins with.
pub const PREFIX: &str = "tvs_live_";

/// Longest name of a key in characters.
pub const NAME_LENGTH: usize = 60;

/// How long a rotated key may go on working: the word, milliseconds, and the same for people.
pub const GRACES: [(&str, Moment, &str); 4] = [
    ("0", 0, "Not at all: it stops at once"),
    ("1h", 3_600_000, "For 1 hour"),
    ("24h", 24 * 3_600_000, "For 24 hours"),
    ("7d", 7 * 24 * 3_600_000, "For 7 days"),
];

/// Characters of the random part.
const RANDOM: usize = 32;
/// Characters of the checksum: 62^6 is more than 2^32.
const CHECKSUM: usize = 6;
/// Characters of a key that are shown again: the prefix and four of the random ones.
const SHOWN: usize = PREFIX.len() + 4;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Makes a key for an account: the key itself, which is shown once, and what is kept of it. Fails
/// only where the system has no random numbers.
pub fn issue(account: i64, name: &str, expires_at: Option<Moment>) -> Result<(String, NewKey), getrandom::Error> {
    let key = generate()?;
    let kept = NewKey {
        account,
        name: name.into(),
        hash: auth::hash(&key),
        prefix: key[..SHOWN].into(),
        last_four: key[key.len() - 4..].into(),
        expires_at,
    };
    Ok((key, kept))
}

/// Whether a key may have this name.
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().count() <= NAME_LENGTH && !name.chars().any(char::is_control)
}

/// Whether a text is a key by its form and checksum.
pub fn is_well_formed(text: &str) -> bool {
    let length = PREFIX.len() + RANDOM + CHECKSUM;
    if text.len() != length || !text.starts_with(PREFIX) || !text.is_ascii() {
        return false;
    }
    let (body, sum) = text.split_at(length - CHECKSUM);
    body[PREFIX.len()..].bytes().all(|letter| ALPHABET.contains(&letter)) && sum == checksum(body)
}

fn generate() -> Result<String, getrandom::Error> {
    let key = PREFIX.to_owned() + &random_letters(RANDOM)?;
    let sum = checksum(&key);
    Ok(key + &sum)
}

/// So many random letters and digits, of 5.95 bits each.
pub(super) fn random_letters(count: usize) -> Result<String, getrandom::Error> {
    let mut text = String::new();
    while text.len() < count {
        let mut bytes = [0; RANDOM];
        getrandom::fill(&mut bytes)?;
        let missing = count - text.len();
        text.extend(bytes.iter().filter_map(|byte| letter(*byte)).take(missing));
    }
    Ok(text)
}

/// A letter for a random byte; none for the bytes from 248 on, which would make some letters likelier.
fn letter(byte: u8) -> Option<char> {
    (byte < 248).then(|| char::from(ALPHABET[usize::from(byte % 62)]))
}

/// The CRC-32 in base 62, with leading zeros.
fn checksum(body: &str) -> String {
    let sum = crc32fast::hash(body.as_bytes());
    let digit = |place: u32| char::from(ALPHABET[(sum / 62_u32.pow(place) % 62) as usize]);
    (0..CHECKSUM as u32).rev().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    fn keys(count: usize) -> Vec<String> {
        (0..count).map(|_| generate().unwrap()).collect()
    }

    #[test]
    fn a_key_has_its_form_and_is_made_once() {
        let keys = keys(1000);
        assert!(keys.iter().all(|key| key.len() == 47 && is_well_formed(key)));
        assert_eq!(keys.iter().collect::<HashSet<_>>().len(), 1000);
    }

    #[test]
    fn the_checksum_is_the_crc_32_of_what_is_before_it() {
        // `python3 -c "import zlib; print(zlib.crc32(b'tvs_live_' + b'0' * 32))"`, then in base 62.
        let body = format!("{PREFIX}{}", "0".repeat(32));
        assert_eq!(checksum(&body), "0MeN3p");
    }

    #[test]
    fn no_changed_key_is_a_key() {
        for key in keys(20) {
            for place in 0..key.len() {
                for other in ["x", "Y", "0", " ", "é", ""] {
                    let changed = format!("{}{other}{}", &key[..place], &key[place + 1..]);
                    assert_eq!(is_well_formed(&changed), changed == key, "{changed}");
                }
            }
            assert!(!is_well_formed(&format!("{key}0")));
            let swapped: String = [&key[..9], &key[10..11], &key[9..10], &key[11..]].concat();
            assert_eq!(is_well_formed(&swapped), swapped == key);
        }
        assert!(!is_well_formed(""));
    }

    #[test]
    fn no_letter_is_likelier_than_another() {
        let mut counts: HashMap<char, u32> = HashMap::new();
        for letter in (0..=255).filter_map(letter) {
            *counts.entry(letter).or_default() += 1;
        }
        assert_eq!(counts.len(), 62);
        assert!(counts.values().all(|count| *count == 4));
    }

    #[test]
    fn what_is_kept_shows_little() {
        let (key, kept) = issue(7, "laptop", Some(5)).unwrap();
        assert_eq!((kept.account, kept.name.as_str(), kept.expires_at), (7, "laptop", Some(5)));
        assert_eq!(kept.hash, auth::hash(&key));
        assert_eq!((kept.prefix.len(), kept.last_four.len()), (13, 4));
        assert!(key.starts_with(&kept.prefix) && key.ends_with(&kept.last_four));
    }
}
