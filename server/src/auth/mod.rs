//! Credentials: API keys, passwords, sessions. Pure functions; what is kept of them is the store's matter.

pub mod email;
pub mod key;
pub mod password;
pub mod session;
pub mod strangers;

use sha2::{Digest, Sha256};

use crate::store::SecretHash;

/// SHA-256 of a secret, the form in which it is kept. Right for secrets of 128 random bits and more;
/// a person's password goes through [`password`] instead.
pub fn hash(secret: &str) -> SecretHash {
    Sha256::digest(secret.as_bytes()).into()
}
