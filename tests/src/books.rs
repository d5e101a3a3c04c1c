//! The service's books, read past the service: from another process, in plain SQL.

use sqlx::{AnyConnection, Connection, Row};

/// A number that a statement finds in the database.
///
/// # Panics
/// Where it finds none.
pub async fn number(url: &str, statement: &'static str) -> i64 {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.expect("the database answers");
    let row = sqlx::query(statement).fetch_one(&mut connection).await.expect("the statement is right");
    row.try_get(0).expect("it finds a number")
}

/// Changes the database, as no service would.
///
/// # Panics
/// Where the statement is wrong.
pub async fn change(url: &str, statement: &str) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.expect("the database answers");
    let statement = sqlx::query(sqlx::AssertSqlSafe(statement));
    statement.execute(&mut connection).await.expect("the statement is right");
}

/// Reservations that are open.
///
/// # Panics
/// Where the database does not answer.
pub async fn open_reservations(url: &str) -> i64 {
    number(url, "SELECT COUNT(*) FROM reservations").await
}

/// Checks that every balance is the sum of its ledger, and that each reservation ended, once.
///
/// # Panics
/// Where that is not so.
pub async fn check(url: &str) {
    let differing = "SELECT COUNT(*) FROM accounts WHERE credits <> \
                     (SELECT CAST(SUM(credits) AS BIGINT) FROM ledger WHERE ledger.account = accounts.id)";
    assert_eq!(number(url, differing).await, 0, "balances differ from the ledger");
    assert_eq!(open_reservations(url).await, 0, "reservations are open");
    let unequal = "SELECT COUNT(*) FROM ledger AS one WHERE kind = 'reserve' AND 1 <> (SELECT COUNT(*) FROM \
                   ledger AS other WHERE other.request = one.request AND other.kind IN ('settle', 'release'))";
    assert_eq!(number(url, unequal).await, 0, "each reservation ends once");
}
