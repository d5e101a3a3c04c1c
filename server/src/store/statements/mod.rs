//! SQL statements in transactions, written once for both databases. Rooms use [`locked`] on the account before they
//! change what belongs to it.
//!
//! The databases agree on everything used here: `$1`, `RETURNING`, `ON CONFLICT`, whole numbers of 64
//! bits, text. Nothing else is to be used; flags are 0 or 1 and hashes hexadecimal text.

pub mod accounts;
pub mod admission;
pub mod deliveries;
pub mod history;
pub mod jobs;
pub mod keys;
pub mod reservations;
pub mod sessions;

use sqlx::{AnyConnection, AssertSqlSafe, SqlSafeStr, SqlStr};

use super::SecretHash;

/// The statement with a lock on the rows it finds, where writers do not take turns anyway.
fn locked(connection: &AnyConnection, statement: &'static str) -> SqlStr {
    match connection.backend_name() {
        "PostgreSQL" => AssertSqlSafe(format!("{statement} FOR UPDATE")).into_sql_str(),
        _ => statement.into_sql_str(),
    }
}

/// A hash as it is kept.
fn hex(hash: &SecretHash) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A hash as it was kept; a text that is none is a defect of the database.
fn unhex(text: &str) -> sqlx::Result<SecretHash> {
    let byte = |place: usize| text.get(2 * place..2 * place + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    let bytes: Option<Vec<u8>> = (0..32).map(byte).collect();
    bytes.and_then(|bytes| bytes.try_into().ok()).ok_or_else(|| sqlx::Error::Decode("not a hash".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_comes_back_from_its_text() {
        let hash: SecretHash = std::array::from_fn(|place| (place * 37) as u8);
        assert!(hex(&hash).starts_with("00254a6f"));
        assert_eq!(unhex(&hex(&hash)).unwrap(), hash);
        assert!(unhex("00").is_err());
        assert!(unhex(&"é".repeat(32)).is_err());
    }
}
