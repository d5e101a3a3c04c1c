//! Webhook deliveries that were not taken yet.

use sqlx::{AnyConnection, Row, query, query_scalar};

use super::super::{Delivery, Moment, SecretHash, Take};
use super::{jobs, locked, unhex};

/// Has the end of a job told.
pub(super) async fn create(
    connection: &mut AnyConnection,
    job: &str,
    account: i64,
    url: &str,
    now: Moment,
) -> sqlx::Result<()> {
    // A job ends once: its number serves for that of its one webhook.
    let statement = "INSERT INTO deliveries (id, job, account, url, attempts, is_taken, due_at) \
                     VALUES ($1, $1, $2, $3, 0, 0, $4)";
    query(statement).bind(job).bind(account).bind(url).bind(now).execute(connection).await.map(|_| ())
}

/// Takes webhooks that are due, of each account a few: one whose receivers never answer keeps no other's waiting.
pub async fn due(connection: &mut AnyConnection, take: Take) -> sqlx::Result<Vec<Delivery>> {
    let statement = "SELECT id, job, url, attempts FROM deliveries WHERE due_at <= $1 AND id IN \
                     (SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY account ORDER BY due_at, id) \
                     + (SELECT COUNT(*) FROM deliveries AS taken WHERE taken.account = waiting.account \
                     AND taken.is_taken = 1 AND taken.due_at > $1) AS place \
                     FROM deliveries AS waiting WHERE due_at <= $1) AS ranked WHERE place <= $2) \
                     ORDER BY due_at, id LIMIT $3";
    let select = query(locked(connection, statement)).bind(take.now).bind(i64::from(take.of_each));
    let rows = select.bind(i64::from(take.count)).fetch_all(&mut *connection).await?;
    let mut due = Vec::new();
    for row in rows {
        let (id, job): (String, String) = (row.try_get("id")?, row.try_get("job")?);
        let statement = "UPDATE deliveries SET due_at = $2, attempts = attempts + 1, is_taken = 1 WHERE id = $1";
        query(statement).bind(&id).bind(take.until).execute(&mut *connection).await?;
        let secret = secret(connection, &job).await?;
        match jobs::by_id(connection, &job).await? {
            Some(job) => {
                let attempts = row.try_get::<i64, _>("attempts")? as u32;
                due.push(Delivery { id, job, url: row.try_get("url")?, secret, attempts });
            }
            None => forget(connection, &job).await?,
        }
    }
    Ok(due)
}

/// The hash of the key that a job came with.
async fn secret(connection: &mut AnyConnection, job: &str) -> sqlx::Result<Option<SecretHash>> {
    let statement = "SELECT api_keys.hash FROM jobs JOIN api_keys ON api_keys.id = jobs.key_id WHERE jobs.id = $1";
    let hash: Option<String> = query_scalar(statement).bind(job).fetch_optional(connection).await?;
    hash.map(|hash| unhex(&hash)).transpose()
}

/// Has a webhook sent again at a moment, or not any more.
pub async fn end(connection: &mut AnyConnection, id: String, due_at: Option<Moment>) -> sqlx::Result<()> {
    match due_at {
        Some(due_at) => {
            let update = query("UPDATE deliveries SET due_at = $2, is_taken = 0 WHERE id = $1").bind(id).bind(due_at);
            update.execute(connection).await.map(|_| ())
        }
        None => query("DELETE FROM deliveries WHERE id = $1").bind(id).execute(connection).await.map(|_| ()),
    }
}

/// Drops what was to be told of a job.
pub(super) async fn forget(connection: &mut AnyConnection, job: &str) -> sqlx::Result<()> {
    query("DELETE FROM deliveries WHERE job = $1").bind(job).execute(connection).await.map(|_| ())
}
