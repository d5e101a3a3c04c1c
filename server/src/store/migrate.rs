//! Schema migrations: bring a database's tables up to date, on every start. Each migration runs once, in a transaction.

use std::borrow::Cow;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AssertSqlSafe, SqlSafeStr};

use super::{Result, StoreError};

/// Name and text of each migration; its number is its place. One that was released is never changed.
const MIGRATIONS: &[(&str, &str)] = &[
    ("tables", include_str!("migrations/0001_tables.sql")),
    ("deletion", include_str!("migrations/0002_deletion.sql")),
    ("browsers", include_str!("migrations/0003_browsers.sql")),
    ("jobs", include_str!("migrations/0004_jobs.sql")),
    ("receivers", include_str!("migrations/0005_receivers.sql")),
];

/// Runs the migrations that are missing. `identity` is how the database says "a number of its own".
/// The caller sees to it that no other process does the same at this moment.
pub async fn run(connection: &mut AnyConnection, identity: &str) -> Result<()> {
    let outcome = migrator(identity).run_direct(None, connection, false).await;
    outcome.map_err(|error| StoreError(format!("its tables cannot be brought up to date: {error}")))
}

fn migrator(identity: &str) -> Migrator {
    let migration = |(number, (name, text)): (usize, &(&'static str, &'static str))| {
        let text = AssertSqlSafe(text.replace("{identity}", identity)).into_sql_str();
        Migration::new(number as i64 + 1, Cow::Borrowed(name), MigrationType::Simple, text, false)
    };
    Migrator::with_migrations(MIGRATIONS.iter().enumerate().map(migration).collect())
}
