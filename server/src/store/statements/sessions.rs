//! Sessions of the dashboard, one-time links, and buckets of their own.

use sqlx::{AnyConnection, Row, query};

use super::super::bucket::Flow;
use super::super::{Account, Act, Moment, Rate, SecretHash};
use super::history::record;
use super::{accounts, hex, locked};

/// Opens a session.
pub async fn open(
    connection: &mut AnyConnection,
    session: SecretHash,
    account: i64,
    expires_at: Moment,
    act: Act,
) -> sqlx::Result<()> {
    let insert = query("INSERT INTO sessions (hash, account, created_at, expires_at) VALUES ($1, $2, $3, $4)");
    let insert = insert.bind(hex(&session)).bind(account).bind(act.now).bind(expires_at);
    insert.execute(&mut *connection).await?;
    record(connection, account, &act, "session.opened", "").await
}

/// The account of a living session.
pub async fn account(
    connection: &mut AnyConnection,
    session: SecretHash,
    now: Moment,
) -> sqlx::Result<Option<Account>> {
    let statement = concat!(
        "SELECT ",
        accounts::columns!(),
        " FROM sessions JOIN accounts ON accounts.id = sessions.account \
          WHERE sessions.hash = $1 AND sessions.expires_at > $2 AND accounts.disabled_at IS NULL"
    );
    let row = query(statement).bind(hex(&session)).bind(now).fetch_optional(connection).await?;
    row.as_ref().map(accounts::from_row).transpose()
}

/// Ends one session, or all of the account's.
pub async fn end(connection: &mut AnyConnection, account: i64, one: Option<SecretHash>, act: Act) -> sqlx::Result<()> {
    match one {
        Some(session) => {
            let delete = query("DELETE FROM sessions WHERE account = $1 AND hash = $2");
            delete.bind(account).bind(hex(&session)).execute(&mut *connection).await?;
            record(connection, account, &act, "session.ended", "").await
        }
        None => {
            delete_all(connection, account, None).await?;
            record(connection, account, &act, "session.all_ended", "").await
        }
    }
}

/// Ends every session of an account but `keep`.
pub(super) async fn delete_all(
    connection: &mut AnyConnection,
    account: i64,
    keep: Option<SecretHash>,
) -> sqlx::Result<()> {
    let keep = keep.map(|keep| hex(&keep)).unwrap_or_default();
    let delete = query("DELETE FROM sessions WHERE account = $1 AND hash <> $2").bind(account).bind(keep);
    delete.execute(connection).await.map(|_| ())
}

/// Remembers a browser, for longer where it is known already.
pub async fn know_browser(
    connection: &mut AnyConnection,
    browser: SecretHash,
    account: i64,
    expires_at: Moment,
) -> sqlx::Result<()> {
    let statement = "INSERT INTO browsers (hash, account, expires_at) VALUES ($1, $2, $3) \
                     ON CONFLICT (hash, account) DO UPDATE SET expires_at = excluded.expires_at";
    query(statement).bind(hex(&browser)).bind(account).bind(expires_at).execute(connection).await.map(|_| ())
}

/// Whether the account with this address was signed in with this browser.
pub async fn knows_browser(
    connection: &mut AnyConnection,
    browser: SecretHash,
    email: String,
    now: Moment,
) -> sqlx::Result<bool> {
    let statement = "SELECT 1 FROM browsers JOIN accounts ON accounts.id = browsers.account \
                     WHERE browsers.hash = $1 AND accounts.email = $2 AND browsers.expires_at > $3";
    let select = query(statement).bind(hex(&browser)).bind(email).bind(now);
    Ok(select.fetch_optional(connection).await?.is_some())
}

/// Forgets the browsers of an account.
pub(super) async fn forget_browsers(connection: &mut AnyConnection, account: i64) -> sqlx::Result<()> {
    query("DELETE FROM browsers WHERE account = $1").bind(account).execute(connection).await.map(|_| ())
}

/// Keeps a one-time link; earlier ones end.
pub async fn create_link(connection: &mut AnyConnection, link: SecretHash, expires_at: Moment) -> sqlx::Result<()> {
    query("DELETE FROM links").execute(&mut *connection).await?;
    let insert = query("INSERT INTO links (hash, expires_at) VALUES ($1, $2)").bind(hex(&link)).bind(expires_at);
    insert.execute(connection).await.map(|_| ())
}

/// Whether a link would be taken.
pub async fn link_is_open(connection: &mut AnyConnection, link: SecretHash, now: Moment) -> sqlx::Result<bool> {
    let select = query("SELECT hash FROM links WHERE hash = $1 AND expires_at > $2").bind(hex(&link)).bind(now);
    Ok(select.fetch_optional(connection).await?.is_some())
}

/// The same, where others who want it wait for this transaction.
pub(super) async fn lock_link(connection: &mut AnyConnection, link: SecretHash, now: Moment) -> sqlx::Result<bool> {
    let statement = locked(connection, "SELECT hash FROM links WHERE hash = $1 AND expires_at > $2");
    Ok(query(statement).bind(hex(&link)).bind(now).fetch_optional(connection).await?.is_some())
}

/// Takes a token from a bucket of its own; `None` where it is empty.
pub async fn take(
    connection: &mut AnyConnection,
    bucket: String,
    per_minute: u32,
    burst: u32,
    now: Moment,
) -> sqlx::Result<Option<Rate>> {
    let insert = query("INSERT INTO buckets (name, full_at) VALUES ($1, 0) ON CONFLICT (name) DO NOTHING");
    insert.bind(&bucket).execute(&mut *connection).await?;
    let statement = locked(connection, "SELECT full_at FROM buckets WHERE name = $1");
    let row = query(statement).bind(&bucket).fetch_one(&mut *connection).await?;
    let Ok((full_at, rate)) = (Flow { per_minute, burst }).take(row.try_get("full_at")?, now) else {
        return Ok(None);
    };
    let update = query("UPDATE buckets SET full_at = $2 WHERE name = $1").bind(&bucket).bind(full_at);
    update.execute(connection).await?;
    Ok(Some(rate))
}
