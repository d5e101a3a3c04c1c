//! Passwords of people: Argon2id.
