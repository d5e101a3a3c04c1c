//! API keys: made, listed, put in the place of one another, revoked, looked up.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row, query};
use subtle::ConstantTimeEq;

use super::super::{Act, ApiKey, Moment, NewKey, SecretHash};
use super::history::record;
use super::{accounts, hex, locked, unhex};

/// The columns that [`from_row`] reads.
macro_rules! columns {
    () => {
        "api_keys.id, api_keys.account, api_keys.name, api_keys.prefix, api_keys.last_four, api_keys.created_at, \
         api_keys.last_used_at, api_keys.expires_at, api_keys.revoked_at, api_keys.replaced_by"
    };
}

fn from_row(row: &AnyRow) -> sqlx::Result<ApiKey> {
    Ok(ApiKey {
        id: row.try_get("id")?,
        account: row.try_get("account")?,
        name: row.try_get("name")?,
        prefix: row.try_get("prefix")?,
        last_four: row.try_get("last_four")?,
        created_at: row.try_get("created_at")?,
        last_used_at: row.try_get("last_used_at")?,
        expires_at: row.try_get("expires_at")?,
        revoked_at: row.try_get("revoked_at")?,
        replaced_by: row.try_get("replaced_by")?,
    })
}

/// What the audit log calls a key.
fn subject(key: &ApiKey) -> String {
    format!("{}...{}", key.prefix, key.last_four)
}

/// Whether there is a key with this hash, living or not.
pub async fn is_known(connection: &mut AnyConnection, hash: SecretHash) -> sqlx::Result<bool> {
    Ok(owner(connection, &hash).await?.is_some())
}

/// Makes a key.
pub async fn create(connection: &mut AnyConnection, key: NewKey, act: Act) -> sqlx::Result<ApiKey> {
    let made = insert(connection, &key, act.now).await?;
    record(connection, made.account, &act, "key.created", &subject(&made)).await?;
    Ok(made)
}

async fn insert(connection: &mut AnyConnection, key: &NewKey, now: Moment) -> sqlx::Result<ApiKey> {
    let statement = concat!(
        "INSERT INTO api_keys (account, name, hash, prefix, last_four, created_at, expires_at, rate_full_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0) RETURNING ",
        columns!()
    );
    let insert = query(statement).bind(key.account).bind(&key.name).bind(hex(&key.hash)).bind(&key.prefix);
    let insert = insert.bind(&key.last_four).bind(now).bind(key.expires_at);
    from_row(&insert.fetch_one(connection).await?)
}

/// The keys of an account, newest first.
pub async fn of_account(connection: &mut AnyConnection, account: i64) -> sqlx::Result<Vec<ApiKey>> {
    let statement = concat!("SELECT ", columns!(), " FROM api_keys WHERE account = $1 ORDER BY id DESC");
    query(statement).bind(account).fetch_all(connection).await?.iter().map(from_row).collect()
}

/// A key that works and belongs to the account, which waits for this transaction.
async fn living(connection: &mut AnyConnection, account: i64, key: i64, now: Moment) -> sqlx::Result<Option<ApiKey>> {
    accounts::lock(connection, account).await?;
    let statement = locked(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            " FROM api_keys WHERE id = $1 AND account = $2 AND revoked_at IS NULL \
              AND (expires_at IS NULL OR expires_at > $3)"
        ),
    );
    let row = query(statement).bind(key).bind(account).bind(now).fetch_optional(connection).await?;
    row.as_ref().map(from_row).transpose()
}

/// Puts a key in the place of another, which lives on for the grace at most. A key that was replaced
/// already is not replaced again.
pub async fn rotate(
    connection: &mut AnyConnection,
    old: i64,
    new: NewKey,
    grace_ms: i64,
    act: Act,
) -> sqlx::Result<Option<ApiKey>> {
    let old = living(connection, new.account, old, act.now).await?;
    let Some(old) = old.filter(|old| old.replaced_by.is_none()) else { return Ok(None) };
    let made = insert(connection, &new, act.now).await?;
    let end = act.now.saturating_add(grace_ms.max(0));
    let end = old.expires_at.map_or(end, |expires_at| expires_at.min(end));
    let update = query("UPDATE api_keys SET replaced_by = $2, expires_at = $3 WHERE id = $1");
    update.bind(old.id).bind(made.id).bind(end).execute(&mut *connection).await?;
    record(connection, made.account, &act, "key.rotated", &format!("{} to {}", subject(&old), subject(&made))).await?;
    Ok(Some(made))
}

/// Revokes a key; false where the account has no such living key.
pub async fn revoke(connection: &mut AnyConnection, account: i64, key: i64, act: Act) -> sqlx::Result<bool> {
    let Some(key) = living(connection, account, key, act.now).await? else { return Ok(false) };
    let update = query("UPDATE api_keys SET revoked_at = $2 WHERE id = $1").bind(key.id).bind(act.now);
    update.execute(&mut *connection).await?;
    record(connection, account, &act, "key.revoked", &subject(&key)).await?;
    Ok(true)
}

/// A key that a request came with.
pub(super) struct Presented {
    /// The key.
    pub key: ApiKey,
    /// The state of its bucket.
    pub full_at: i64,
}

/// The account of the key with this hash: the only look at a key before its account is locked.
pub(super) async fn owner(connection: &mut AnyConnection, hash: &SecretHash) -> sqlx::Result<Option<i64>> {
    let row = query("SELECT account FROM api_keys WHERE hash = $1").bind(hex(hash)).fetch_optional(connection).await?;
    row.map(|row| row.try_get("account")).transpose()
}

/// The key with this hash, as it is now.
pub(super) async fn presented(connection: &mut AnyConnection, hash: &SecretHash) -> sqlx::Result<Option<Presented>> {
    let statement = concat!("SELECT ", columns!(), ", hash, rate_full_at FROM api_keys WHERE hash = $1");
    let Some(row) = query(statement).bind(hex(hash)).fetch_optional(connection).await? else { return Ok(None) };
    // An index finds by comparing byte for byte; what it found counts only if all of it is equal, in
    // a time that says nothing about where it differs.
    let is_equal = bool::from(unhex(row.try_get("hash")?)?.ct_eq(hash));
    let full_at = row.try_get("rate_full_at")?;
    is_equal.then(|| from_row(&row).map(|key| Presented { key, full_at })).transpose()
}

/// Remembers that a key was used, to the minute, and the state of its bucket.
pub(super) async fn touch(
    connection: &mut AnyConnection,
    presented: &Presented,
    full_at: i64,
    now: Moment,
) -> sqlx::Result<()> {
    let minute = now - now.rem_euclid(60_000);
    if presented.key.last_used_at == Some(minute) && presented.full_at == full_at {
        return Ok(());
    }
    let update = query("UPDATE api_keys SET last_used_at = $2, rate_full_at = $3 WHERE id = $1");
    update.bind(presented.key.id).bind(minute).bind(full_at).execute(connection).await.map(|_| ())
}
