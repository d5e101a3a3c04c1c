//! Accounts: made, found, changed.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row, query, query_scalar};

use super::super::{Account, Act, Moment, NewAccount, NotCreated, Plan, SecretHash};
use super::history::{Entry, record};
use super::{hex, locked, reservations, sessions};

/// The columns that [`from_row`] reads.
macro_rules! columns {
    () => {
        "accounts.id, accounts.email, accounts.plan, accounts.is_administrator, accounts.credits, \
         accounts.credits_expire_at, accounts.created_at, accounts.disabled_at, accounts.rate_full_at"
    };
}
pub(super) use columns;

/// Answers once the database does.
pub async fn ping(connection: &mut AnyConnection) -> sqlx::Result<()> {
    query("SELECT 1").execute(connection).await.map(|_| ())
}

/// An account of a row with [`columns`].
pub(super) fn from_row(row: &AnyRow) -> sqlx::Result<Account> {
    Ok(Account {
        id: row.try_get("id")?,
        email: row.try_get("email")?,
        plan: plan(row.try_get("plan")?)?,
        is_administrator: row.try_get::<i64, _>("is_administrator")? != 0,
        credits: row.try_get("credits")?,
        credits_expire_at: row.try_get("credits_expire_at")?,
        created_at: row.try_get("created_at")?,
        disabled_at: row.try_get("disabled_at")?,
    })
}

fn plan(word: &str) -> sqlx::Result<Plan> {
    let known = [Plan::Free, Plan::Paid].into_iter().find(|plan| plan.name() == word);
    known.ok_or_else(|| sqlx::Error::Decode(format!("{word:?} is no plan").into()))
}

/// The account with this address.
pub async fn by_email(connection: &mut AnyConnection, email: String) -> sqlx::Result<Option<Account>> {
    let statement = concat!("SELECT ", columns!(), " FROM accounts WHERE email = $1");
    query(statement).bind(email).fetch_optional(connection).await?.as_ref().map(from_row).transpose()
}

/// The account with this number.
pub(super) async fn of_number(connection: &mut AnyConnection, id: i64) -> sqlx::Result<Account> {
    let statement = concat!("SELECT ", columns!(), " FROM accounts WHERE id = $1");
    from_row(&query(statement).bind(id).fetch_one(connection).await?)
}

/// The account and its password's hash.
pub async fn credentials(
    connection: &mut AnyConnection,
    email: String,
) -> sqlx::Result<Option<(Account, Option<String>)>> {
    let statement = concat!("SELECT ", columns!(), ", password_hash FROM accounts WHERE email = $1");
    let row = query(statement).bind(email).fetch_optional(connection).await?;
    row.map(|row| Ok((from_row(&row)?, row.try_get("password_hash")?))).transpose()
}

/// Every account, oldest first.
pub async fn all(connection: &mut AnyConnection) -> sqlx::Result<Vec<Account>> {
    let statement = concat!("SELECT ", columns!(), " FROM accounts WHERE deleted_at IS NULL ORDER BY id");
    query(statement).fetch_all(connection).await?.iter().map(from_row).collect()
}

/// Makes an account, grants its credits and uses up the link.
pub async fn create(
    connection: &mut AnyConnection,
    account: NewAccount,
    act: Act,
) -> sqlx::Result<Result<Account, NotCreated>> {
    if let Some(link) = account.link
        && !sessions::lock_link(connection, link, act.now).await?
    {
        return Ok(Err(NotCreated::BadLink));
    }
    let Some(made) = insert(connection, &account, act.now).await? else {
        return Ok(Err(NotCreated::EmailTaken));
    };
    if let Some(link) = account.link {
        query("DELETE FROM links WHERE hash = $1").bind(hex(&link)).execute(&mut *connection).await?;
    }
    let grant = Entry { account: made.id, kind: "grant", request: None, credits: account.credits, at: act.now };
    grant.write(connection).await?;
    record(connection, made.id, &act, "account.created", made.plan.name()).await?;
    Ok(Ok(made))
}

/// The row of a new account; `None` where the address is taken.
async fn insert(connection: &mut AnyConnection, account: &NewAccount, now: Moment) -> sqlx::Result<Option<Account>> {
    let statement = concat!(
        "INSERT INTO accounts (email, password_hash, plan, is_administrator, credits, credits_expire_at, \
         created_at, rate_full_at) VALUES ($1, $2, $3, $4, $5, $6, $7, 0) \
         ON CONFLICT (email) DO NOTHING RETURNING ",
        columns!()
    );
    let insert = query(statement).bind(&account.email).bind(account.password_hash.as_deref());
    let insert = insert.bind(account.plan.name()).bind(i64::from(account.is_administrator)).bind(account.credits);
    let insert = insert.bind(account.credits_expire_at).bind(now);
    insert.fetch_optional(connection).await?.as_ref().map(from_row).transpose()
}

/// Changes the plan.
pub async fn set_plan(connection: &mut AnyConnection, account: i64, plan: Plan, act: Act) -> sqlx::Result<()> {
    let update = query("UPDATE accounts SET plan = $2 WHERE id = $1").bind(account).bind(plan.name());
    update.execute(&mut *connection).await?;
    record(connection, account, &act, "account.plan_set", plan.name()).await
}

/// Disables or enables an account; a disabled one is signed out.
pub async fn set_disabled(connection: &mut AnyConnection, account: i64, disabled: bool, act: Act) -> sqlx::Result<()> {
    let update = query("UPDATE accounts SET disabled_at = $2 WHERE id = $1").bind(account);
    update.bind(disabled.then_some(act.now)).execute(&mut *connection).await?;
    if disabled {
        sessions::delete_all(connection, account, None).await?;
    }
    record(connection, account, &act, if disabled { "account.disabled" } else { "account.enabled" }, "").await
}

/// Deletes an account: everything that is its owner's goes, and the row stays without a name, for the
/// ledger's sake. False where there is none.
pub async fn delete(connection: &mut AnyConnection, account: i64, act: Act) -> sqlx::Result<bool> {
    let Some((found, _)) = lock(connection, account).await? else { return Ok(false) };
    let nobody = format!("deleted-{account}");
    if found.email == nobody {
        return Ok(false);
    }
    reservations::give_back_all(connection, account, act.now).await?;
    let left = query_scalar("SELECT credits FROM accounts WHERE id = $1").bind(account);
    let left: i64 = left.fetch_one(&mut *connection).await?;
    if left != 0 {
        let entry = Entry { account, kind: "forfeit", request: None, credits: -left, at: act.now };
        entry.write(connection).await?;
    }
    for statement in [
        "DELETE FROM deliveries WHERE account = $1",
        "DELETE FROM receivers WHERE account = $1",
        "DELETE FROM jobs WHERE account = $1",
        "DELETE FROM sessions WHERE account = $1",
        "DELETE FROM browsers WHERE account = $1",
        "DELETE FROM idempotency WHERE account = $1",
        "DELETE FROM history WHERE account = $1",
        "DELETE FROM api_keys WHERE account = $1",
        "DELETE FROM audit WHERE account = $1",
    ] {
        query(statement).bind(account).execute(&mut *connection).await?;
    }
    let update = query("UPDATE audit SET actor = $1 WHERE actor = $2").bind(&nobody).bind(&found.email);
    update.execute(&mut *connection).await?;
    let statement = "UPDATE accounts SET email = $2, password_hash = NULL, is_administrator = 0, credits = 0, \
                     disabled_at = $3, deleted_at = $3 WHERE id = $1";
    query(statement).bind(account).bind(&nobody).bind(act.now).execute(&mut *connection).await?;
    let act = if act.actor == found.email { Act { actor: nobody, ..act } } else { act };
    record(connection, account, &act, "account.deleted", "").await?;
    Ok(true)
}

/// Changes the password and ends every session but `keep`.
pub async fn set_password(
    connection: &mut AnyConnection,
    account: i64,
    hash: String,
    keep: Option<SecretHash>,
    act: Act,
) -> sqlx::Result<()> {
    let update = query("UPDATE accounts SET password_hash = $2 WHERE id = $1").bind(account).bind(hash);
    update.execute(&mut *connection).await?;
    sessions::delete_all(connection, account, keep).await?;
    sessions::forget_browsers(connection, account).await?;
    record(connection, account, &act, "account.password_set", "").await
}

/// An account whose requests wait for this transaction, and the state of its bucket.
pub(super) async fn lock(connection: &mut AnyConnection, id: i64) -> sqlx::Result<Option<(Account, i64)>> {
    let statement = locked(connection, concat!("SELECT ", columns!(), " FROM accounts WHERE id = $1"));
    let row = query(statement).bind(id).fetch_optional(connection).await?;
    row.map(|row| Ok((from_row(&row)?, row.try_get("rate_full_at")?))).transpose()
}
