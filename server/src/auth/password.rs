//! Passwords of people: what is accepted, and Argon2id.
//!
//! The parameters are those OWASP names for Argon2id: 19 MiB of memory, two passes, one lane. A hash
//! takes tens of milliseconds and all of that memory, so hashes are made off the request threads and
//! only a few at a time.

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use super::key::random_letters;

/// Accepted length in characters.
pub const LENGTH: RangeInclusive<usize> = 12..=128;

/// Length of a generated one in characters.
const GENERATED: usize = 20;

/// Memory of one hash in KiB, passes, lanes.
const COST: (u32, u32, u32) = (19_456, 2, 1);

/// Hashes that are computed at the same time. More would let sign-ins take the memory that
/// conversions need.
static HASHING: Semaphore = Semaphore::const_new(2);

/// The hash could not be computed; the text is for the log.
#[derive(Debug, Clone)]
pub struct HashingFailed(String);

impl std::fmt::Display for HashingFailed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a password could not be hashed: {}", self.0)
    }
}

impl std::error::Error for HashingFailed {}

/// Why a new password is not accepted, as one sentence; `None` where it is.
///
/// There are no rules of composition: only the length, nearness to the address, and texts that are
/// mostly one character, a sequence or a run along the keyboard.
pub fn refusal(password: &str, email: &str) -> Option<&'static str> {
    let length = password.chars().count();
    if length < *LENGTH.start() {
        return Some("The password needs at least 12 characters.");
    }
    if length > *LENGTH.end() {
        return Some("The password may have at most 128 characters.");
    }
    let password = password.to_lowercase();
    if password == email.to_lowercase() {
        return Some("The password must not be your e-mail address.");
    }
    let rest = without_obvious_words(&password, email);
    if distinct(&rest) < 5 || surprises(&rest) < 5 {
        return Some("This password is too easy to guess: it repeats itself or follows a pattern.");
    }
    None
}

/// The password without what anyone would try first.
fn without_obvious_words(password: &str, email: &str) -> String {
    let name = email.split('@').next().unwrap_or_default().to_lowercase();
    let mut rest = password.to_owned();
    for word in ["password", "transvase", name.as_str()] {
        if word.len() > 2 {
            rest = rest.replace(word, "");
        }
    }
    rest
}

/// How many different characters a text has.
fn distinct(text: &str) -> usize {
    text.chars().collect::<std::collections::BTreeSet<_>>().len()
}

/// How many characters do not follow from the one before them.
fn surprises(text: &str) -> usize {
    let follows = text.chars().zip(text.chars().skip(1)).filter(|(a, b)| is_step(*a, *b)).count();
    text.chars().count() - follows
}

/// Whether `b` follows from `a`: the same, its neighbour in the alphabet or on the keyboard.
fn is_step(a: char, b: char) -> bool {
    const ROWS: [&str; 4] = ["12345678901", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
    let is_neighbour = |row: &str| row.contains(&format!("{a}{b}")) || row.contains(&format!("{b}{a}"));
    (a as u32).abs_diff(b as u32) <= 1 || ROWS.iter().any(|row| is_neighbour(row))
}

/// A new password of 119 random bits, which nobody has chosen.
///
/// # Errors
/// Where the system has no randomness to give.
pub fn generate() -> Result<String, getrandom::Error> {
    random_letters(GENERATED)
}

/// The Argon2id hash of a password, in PHC form.
///
/// # Errors
/// Where the machine has no randomness or no memory left.
pub async fn hash(password: String) -> Result<String, HashingFailed> {
    off_thread(move || hash_now(&password)).await
}

/// Whether the password belongs to the hash. Without a hash it is compared with one that nothing
/// matches, so that an unknown address takes as long as a known one.
///
/// # Errors
/// Where the hash is not one, or cannot be computed.
pub async fn verify(password: String, hash: Option<String>) -> Result<bool, HashingFailed> {
    let is_known = hash.is_some();
    let matches = off_thread(move || verify_now(&password, hash.as_deref())).await?;
    Ok(matches && is_known)
}

/// Runs a computation where it holds up no request, when its turn has come.
async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, HashingFailed> + Send + 'static,
) -> Result<T, HashingFailed> {
    let turn = HASHING.acquire().await.map_err(failed)?;
    let work = move || {
        // Held until the hash is done, even if the request that waits for it goes away.
        let _turn = turn;
        work()
    };
    tokio::task::spawn_blocking(work).await.map_err(failed)?
}

fn hash_now(password: &str) -> Result<String, HashingFailed> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(failed)?;
    let hash: PasswordHash = argon2id()?.hash_password_with_salt(password.as_bytes(), &salt).map_err(failed)?;
    Ok(hash.to_string())
}

fn verify_now(password: &str, hash: Option<&str>) -> Result<bool, HashingFailed> {
    let hash = match hash {
        Some(hash) => hash,
        None => nobody()?,
    };
    let hash = PasswordHash::new(hash).map_err(failed)?;
    Ok(argon2id()?.verify_password(password.as_bytes(), &hash).is_ok())
}

/// A hash that is compared with where there is no account.
fn nobody() -> Result<&'static str, HashingFailed> {
    static NOBODY: OnceLock<String> = OnceLock::new();
    if let Some(hash) = NOBODY.get() {
        return Ok(hash);
    }
    let hash = hash_now("nobody has this password")?;
    Ok(NOBODY.get_or_init(|| hash))
}

fn argon2id() -> Result<Argon2<'static>, HashingFailed> {
    let (memory_kib, passes, lanes) = COST;
    let params = Params::new(memory_kib, passes, lanes, None).map_err(failed)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn failed(error: impl std::fmt::Display) -> HashingFailed {
    HashingFailed(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMAIL: &str = "ann.lee@example.org";

    #[test]
    fn length_is_counted_in_characters() {
        assert!(refusal("käsewürfel7", EMAIL).is_some(), "11 characters, 13 bytes");
        assert_eq!(refusal("käsewürfel72", EMAIL), None);
        let long: String = "correct horse battery staple ".chars().cycle().take(128).collect();
        assert_eq!(refusal(&long, EMAIL), None);
        assert!(refusal(&format!("{long}x"), EMAIL).is_some());
    }

    #[test]
    fn what_anyone_would_try_is_refused() {
        let obvious = [
            "aaaaaaaaaaaaaaaa",
            "123456789012",
            "abcdefghijklm",
            "qwertyuiopas",
            "abababababab",
            "Password1234",
            "Ann.Lee@example.org",
            "ann.lee12345",
            "            ",
        ];
        for password in obvious {
            assert!(refusal(password, EMAIL).is_some(), "{password}");
        }
    }

    #[test]
    fn phrases_and_generated_passwords_are_taken() {
        for password in ["correct horse battery", "kV8!pz2#Lq0w", "жёлтый верблюд", "tr0ub4dor&3xyzzy"] {
            assert_eq!(refusal(password, EMAIL), None, "{password}");
        }
    }

    #[test]
    fn a_generated_password_is_one_that_is_taken() {
        let made: std::collections::HashSet<_> = (0..1000).map(|_| generate().unwrap()).collect();
        assert_eq!(made.len(), 1000);
        assert!(made.iter().all(|password| password.len() == GENERATED && refusal(password, EMAIL).is_none()));
    }

    #[tokio::test]
    async fn a_hash_says_its_cost_and_opens_for_its_password_alone() {
        let made = hash("correct horse battery".into()).await.unwrap();
        assert!(made.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{made}");
        assert!(verify("correct horse battery".into(), Some(made.clone())).await.unwrap());
        assert!(!verify("correct horse batterz".into(), Some(made.clone())).await.unwrap());
        assert_ne!(hash("correct horse battery".into()).await.unwrap(), made, "every hash has its own salt");
    }

    #[tokio::test]
    async fn nobody_can_sign_in_without_a_hash() {
        assert!(!verify("nobody has this password".into(), None).await.unwrap());
    }
}
