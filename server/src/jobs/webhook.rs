//! Webhooks: tell the ends of jobs, by the rules of [Standard Webhooks](https://www.standardwebhooks.com), which are
//! `webhook-id`, `webhook-timestamp` and `webhook-signature`, HMAC-SHA-256 over `id.timestamp.body`. A receiver that
//! refuses stamps of more than five minutes ago and numbers it has seen takes nothing twice. The secret is the SHA-256
//! of the API key: both sides have it, and nobody else.
//!
//! Receivers that do not answer keep no others waiting: see [`SHARES`], and `store/statements/deliveries.rs` for how the
//! next ones are chosen.
//!
//! A webhook is taken with any 2xx. Else it is sent again, later and later; each attempt is in the database before it
//! is made, so that none is lost with a process. It comes at least once.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::{HeaderName, HeaderValue, StatusCode, Uri};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::json;
use sha2::Sha256;
use tokio::task::JoinSet;

use super::LOOK;
use crate::api::admission::rfc3339;
use crate::api::jobs;
use crate::http::outside::{self, Tls};
use crate::state::App;
use crate::store::{self, Attempt, Delivery, JobState, Moment, Receiver, SecretHash, Take, Then};

/// Times between one attempt and the next, in seconds: a day and a half together.
const AGAIN_S: [i64; 9] = [5, 30, 120, 600, 1_800, 3_600, 14_400, 28_800, 86_400];

/// Times for which nothing more is sent to a receiver that does not answer, by how often in succession it did not, in
/// seconds.
const CLOSED_S: [i64; 6] = [5, 15, 60, 180, 300, 600];

/// Webhooks on their way at a time.
const AT_ONCE: u32 = 16;

/// Webhooks of one account on their way at a time.
const OF_EACH: u32 = 4;

/// Webhooks on their way at a time to receivers that nothing is known of.
const UNKNOWN: u32 = AT_ONCE / 2;

/// Webhooks on their way at a time to receivers in trouble.
const TROUBLED: u32 = AT_ONCE / 4;

/// Places that are for accounts that have none.
const KEPT: u32 = AT_ONCE / 4;

/// Time for one attempt.
const PATIENCE: Duration = Duration::from_secs(15);

/// Time after which an attempt counts as slow.
const SLOW: Duration = Duration::from_secs(5);

/// Time after which an attempt whose process died is made again, in milliseconds: little more than one takes, for it may
/// hold the only place of its account.
const LEASE_MS: i64 = 20_000;

/// How the places are shared.
const SHARES: Take =
    Take { count: AT_ONCE, of_each: OF_EACH, unknown: UNKNOWN, troubled: TROUBLED, kept: KEPT, until: 0, now: 0 };

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
        let take = Take { count: room, until: now + LEASE_MS, now, ..SHARES };
        match app.store.due_deliveries(take).await {
            Ok(due) => due.into_iter().for_each(|delivery| {
                tasks.spawn(deliver(Arc::clone(app), tls.clone(), delivery));
            }),
            Err(error) => tracing::error!(%error, "the webhooks that are due could not be read"),
        }
    }
}

async fn deliver(app: Arc<App>, tls: Tls, delivery: Delivery) {
    let attempt = attempt(&app, &tls, &delivery).await;
    if let Err(error) = app.store.end_delivery(&delivery.id, attempt).await {
        tracing::error!(%error, "a webhook may be sent twice");
    }
}

async fn attempt(app: &App, tls: &Tls, delivery: &Delivery) -> Attempt {
    let Some(secret) = &delivery.secret else {
        let then = Then::GivenUp { reason: "the API key that the job came with is gone".into() };
        return Attempt { then, receiver: None, now: store::now() };
    };
    let began = Instant::now();
    let sent = tokio::time::timeout(PATIENCE, send(app, tls, delivery, secret)).await;
    let sent = sent.unwrap_or_else(|_| Err("it takes too long".into()));
    let now = store::now();
    let receiver = receiver(delivery.failures, began.elapsed() >= SLOW, sent.is_ok(), now);
    let then = match sent {
        Ok(status) if status.is_success() => Then::Delivered,
        // Whoever says that nobody is there is believed.
        Ok(StatusCode::GONE) => Then::GivenUp { reason: "it answers 410 Gone".into() },
        Ok(status) => again(delivery, format!("it answers {status}"), now),
        Err(why) => again(delivery, why, now),
    };
    Attempt { then, receiver: Some(receiver), now }
}

/// What an attempt says of its receiver. One that fails at once keeps nobody waiting.
fn receiver(failures: u32, is_slow: bool, has_answered: bool, now: Moment) -> Receiver {
    if !is_slow || has_answered {
        return Receiver { is_slow, failures: 0, open_at: now };
    }
    let seconds = CLOSED_S[(failures as usize).min(CLOSED_S.len() - 1)];
    Receiver { is_slow, failures: failures + 1, open_at: now + seconds * 1000 }
}

/// When to try again, unless it was tried often enough.
fn again(delivery: &Delivery, reason: String, now: Moment) -> Then {
    let due_at = AGAIN_S.get(delivery.attempts as usize).map(|seconds| now + seconds * 1000);
    let (job, account) = (&delivery.job.id, delivery.job.account);
    tracing::warn!(
        job,
        account,
        attempts = delivery.attempts + 1,
        is_last = due_at.is_none(),
        why = reason,
        "a webhook was not taken"
    );
    match due_at {
        Some(due_at) => Then::Again { due_at, reason },
        None => Then::GivenUp { reason },
    }
}

async fn send(app: &App, tls: &Tls, delivery: &Delivery, secret: &SecretHash) -> Result<StatusCode, String> {
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
    let mut data = jobs::document(job);
    // It is the same message at each attempt: how often it was sent is no part of it.
    data.as_object_mut().map(|data| data.remove("webhook"));
    json!({ "type": kind, "timestamp": at, "data": data }).to_string()
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
    fn a_receiver_that_does_not_answer_is_left_alone_ever_longer() {
        let after = |failures| receiver(failures, true, false, 0);
        assert_eq!((after(0).failures, after(0).open_at), (1, 5_000));
        assert_eq!((after(5).open_at, after(99).open_at), (600_000, 600_000));
        assert_eq!(receiver(3, true, true, 7), Receiver { is_slow: true, failures: 0, open_at: 7 }, "it answered late");
        assert_eq!(receiver(3, false, false, 7), Receiver { is_slow: false, failures: 0, open_at: 7 });
    }

    #[test]
    fn a_message_is_signed_as_the_standard_has_it() {
        // printf '%s' 'msg_1.1614265330.{"test": 2432232314}' | openssl dgst -sha256 -hmac KEY -binary | base64, with
        // 32 bytes of 'k' for the key.
        let signed = signature(&[b'k'; 32], "msg_1", "1614265330", r#"{"test": 2432232314}"#);
        assert_eq!(signed, "v1,keC6SK7hva7tpDMHnhgXibnFVk8sNTGJjntgOgwmokc=");
    }
}
