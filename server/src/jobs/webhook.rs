//! Webhooks: tell the ends of jobs, by the rules of [Standard Webhooks](https://www.standardwebhooks.com), which are
//! `webhook-id`, `webhook-timestamp` and `webhook-signature`, HMAC-SHA-256 over `id.timestamp.body`. A receiver that
//! refuses stamps of more than five minutes ago and numbers it has seen takes nothing twice. The secret is the SHA-256
//! of the API key: both sides have it, and nobody else.
//!
//! A webhook is taken with any 2xx. Else it is sent again, later and later; each attempt is in the database before it
//! is made, so that none is lost with a process. It comes at least once.

use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, StatusCode, Uri};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::json;
use sha2::Sha256;
use tokio::task::JoinSet;

use super::LOOK;
use super::outside::{self, Tls};
use crate::api::admission::rfc3339;
use crate::api::jobs;
use crate::state::App;
use crate::store::{self, Delivery, JobState, Moment, SecretHash, Take};

/// Times between one attempt and the next, in seconds: a day and a half together.
const AGAIN_S: [i64; 9] = [5, 30, 120, 600, 1_800, 3_600, 14_400, 28_800, 86_400];

/// Webhooks on their way at a time.
const AT_ONCE: u32 = 16;

/// Webhooks of one account on their way at a time.
const OF_EACH: u32 = 4;

/// Time for one attempt.
const PATIENCE: Duration = Duration::from_secs(15);

/// Time after which an attempt whose process died is made again, in milliseconds.
const LEASE_MS: i64 = 60_000;

/// Sends what is due, until it is dropped.
pub async fn run(app: &Arc<App>) {
    let tls = Tls::new();
    let mut looks = tokio::time::interval(LOOK);
    let mut tasks = JoinSet::new();
    loop {
        tokio::select! {
            _ = looks.tick() => {}
            Some(_) = tasks.join_next() => {}
        }
        let room = AT_ONCE.saturating_sub(tasks.len() as u32);
        if room == 0 || app.engine.is_stopping() {
            continue;
        }
        let now = store::now();
        let take = Take { count: room, of_each: OF_EACH, until: now + LEASE_MS, now };
        match app.store.due_deliveries(take).await {
            Ok(due) => due.into_iter().for_each(|delivery| {
                tasks.spawn(deliver(Arc::clone(app), tls.clone(), delivery));
            }),
            Err(error) => tracing::error!(%error, "the webhooks that are due could not be read"),
        }
    }
}

async fn deliver(app: Arc<App>, tls: Tls, delivery: Delivery) {
    let sent = tokio::time::timeout(PATIENCE, send(&app, &tls, &delivery)).await;
    let due_at = match sent.unwrap_or_else(|_| Err("it takes too long".into())) {
        Ok(status) if status.is_success() => None,
        // Whoever says that nobody is there is believed.
        Ok(StatusCode::GONE) => None,
        Ok(status) => again(&delivery, &format!("it answers {status}")),
        Err(why) => again(&delivery, &why),
    };
    if let Err(error) = app.store.end_delivery(&delivery.id, due_at).await {
        tracing::error!(%error, "a webhook may be sent twice");
    }
}

/// When to try again; `None` where it was tried often enough.
fn again(delivery: &Delivery, why: &str) -> Option<Moment> {
    let due_at = AGAIN_S.get(delivery.attempts as usize).map(|seconds| store::now() + seconds * 1000);
    let (job, account) = (&delivery.job.id, delivery.job.account);
    tracing::warn!(
        job,
        account,
        attempts = delivery.attempts + 1,
        is_last = due_at.is_none(),
        why,
        "a webhook was not taken"
    );
    due_at
}

async fn send(app: &App, tls: &Tls, delivery: &Delivery) -> Result<StatusCode, String> {
    let Some(secret) = &delivery.secret else { return Ok(StatusCode::GONE) };
    let url: Uri = delivery.url.parse().map_err(|_| "it is no address".to_owned())?;
    let body = body(delivery);
    let timestamp = (store::now() / 1000).to_string();
    let signature = signature(secret, &delivery.id, &timestamp, &body);
    let headers =
        [("webhook-id", delivery.id.clone()), ("webhook-timestamp", timestamp), ("webhook-signature", signature)];
    let headers = headers
        .into_iter()
        .filter_map(|(name, value)| Some((HeaderName::from_static(name), HeaderValue::from_str(&value).ok()?)));
    outside::post(&url, headers.collect(), body.into(), tls, app.config.webhook_private).await
}

fn body(delivery: &Delivery) -> String {
    let job = &delivery.job;
    let kind = if job.state == JobState::Succeeded { "job.succeeded" } else { "job.failed" };
    let at = job.finished_at.map(rfc3339);
    json!({ "type": kind, "timestamp": at, "data": jobs::document(job) }).to_string()
}

/// The signature of one message: `v1,` and the base64 of its code.
fn signature(secret: &SecretHash, id: &str, timestamp: &str, body: &str) -> String {
    // A key of any length is taken.
    let Ok(mut code) = Hmac::<Sha256>::new_from_slice(secret) else { return String::new() };
    for part in [id, ".", timestamp, ".", body] {
        code.update(part.as_bytes());
    }
    format!("v1,{}", STANDARD.encode(code.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_signed_as_the_standard_has_it() {
        // printf '%s' 'msg_1.1614265330.{"test": 2432232314}' | openssl dgst -sha256 -hmac KEY -binary | base64, with
        // 32 bytes of 'k' for the key.
        let signed = signature(&[b'k'; 32], "msg_1", "1614265330", r#"{"test": 2432232314}"#);
        assert_eq!(signed, "v1,keC6SK7hva7tpDMHnhgXibnFVk8sNTGJjntgOgwmokc=");
    }
}
