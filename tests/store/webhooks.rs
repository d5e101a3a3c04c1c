//! Webhooks: each is sent until it is taken, and receivers that do not answer keep no others waiting.

use transvase_server::store::{Attempt, JobState, Moment, Receiver, SecretHash, Store, Take, Then, Webhook};

use crate::jobs::{done, due, end, failed, job, make};
use crate::place::{DAY, NODE, NOW, Place, account, customer, key};

const QUICK: Receiver = Receiver { is_slow: false, failures: 0, open_at: 0 };

/// It was taken, quickly.
fn delivered(now: Moment) -> Attempt {
    Attempt { then: Then::Delivered, receiver: Some(QUICK), now }
}

/// It was refused, quickly.
fn again(due_at: Moment, now: Moment) -> Attempt {
    let then = Then::Again { due_at, reason: "it answers 500".into() };
    Attempt { then, receiver: Some(QUICK), now }
}

/// Nobody answered, and nobody is asked before a moment.
fn silent(open_at: Moment, now: Moment) -> Attempt {
    let then = Then::Again { due_at: now, reason: "it takes too long".into() };
    Attempt { then, receiver: Some(Receiver { is_slow: true, failures: 1, open_at }), now }
}

/// A job that has ended, with a webhook to a host.
async fn told(store: &dyn Store, key: SecretHash, id: &str, host: &str) {
    make(store, key, id, Some(&format!("https://{host}/hook"))).await;
    end(store, id, done()).await;
}

/// Webhooks that are due, by their numbers, taken for a minute.
async fn ids(store: &dyn Store, now: Moment) -> Vec<String> {
    due(store, now + 60_000, now).await.into_iter().map(|delivery| delivery.id).collect()
}

async fn another(store: &dyn Store, name: &str) -> SecretHash {
    let account = account(store, &format!("{name}@example.org"), 9).await;
    key(store, account.id).await.0
}

pub async fn a_webhook_is_taken_once_at_a_time_until_it_ends(place: Place) {
    let store = place.open().await;
    let (ann, key) = customer(&*store, 9).await;
    make(&*store, key, "j1", Some("https://example.org/hook")).await;
    assert!(due(&*store, NOW + 60, NOW).await.is_empty(), "it has not ended");
    end(&*store, "j1", done()).await;
    let first = due(&*store, NOW + 60, NOW).await;
    assert_eq!((first.len(), first[0].url.as_str(), first[0].attempts), (1, "https://example.org/hook", 0));
    assert_eq!((first[0].secret, first[0].job.state), (Some(key), JobState::Succeeded));
    assert!(due(&*store, NOW + 60, NOW + 59).await.is_empty(), "somebody has it");
    let anew = due(&*store, NOW + 120, NOW + 60).await;
    assert_eq!((anew[0].id.as_str(), anew[0].attempts), (first[0].id.as_str(), 1), "whoever had it died");
    store.end_delivery("j1", again(NOW + 500, NOW)).await.unwrap();
    assert!(due(&*store, NOW, NOW + 499).await.is_empty());
    store.beat(NODE, NOW + 2 * DAY).await.unwrap();
    store.sweep(NOW + 2 * DAY).await.unwrap();
    assert_eq!(due(&*store, NOW, NOW + 2 * DAY).await[0].attempts, 2, "its job is remembered until then");
    store.end_delivery("j1", delivered(NOW + 2 * DAY)).await.unwrap();
    assert!(due(&*store, NOW, NOW + 3 * DAY).await.is_empty());

    make(&*store, key, "j2", Some("https://example.org/hook")).await;
    end(&*store, "j2", failed()).await;
    store.remove_job(ann.id, "j2", NOW).await.unwrap();
    assert!(due(&*store, NOW, NOW).await.is_empty(), "nobody wants to hear of it");
}

pub async fn one_account_s_webhooks_keep_no_others_waiting(place: Place) {
    let store = place.open().await;
    let (_, of_ann) = customer(&*store, 9).await;
    let of_bob = another(&*store, "bob").await;
    for (key, id) in [(of_ann, "a1"), (of_ann, "a2"), (of_ann, "a3"), (of_ann, "a4"), (of_bob, "b1")] {
        told(&*store, key, id, "example.org").await;
    }
    assert_eq!(ids(&*store, NOW).await, ["a1", "b1"], "one for a receiver that nobody knows");
    assert!(ids(&*store, NOW).await.is_empty());
    store.end_delivery("a1", delivered(NOW)).await.unwrap();
    assert_eq!(ids(&*store, NOW).await, ["a2", "a3"], "two where it is known");
    assert!(ids(&*store, NOW).await.is_empty(), "two of hers are on their way");
    store.end_delivery("a2", delivered(NOW)).await.unwrap();
    assert_eq!(ids(&*store, NOW).await, ["a4"]);
}

pub async fn first_attempts_go_before_repeats(place: Place) {
    let store = place.open().await;
    let (_, of_ann) = customer(&*store, 9).await;
    let of_bob = another(&*store, "bob").await;
    for (key, id) in [(of_ann, "a1"), (of_bob, "b1")] {
        told(&*store, key, id, "example.org").await;
        assert_eq!(ids(&*store, NOW).await, [id]);
    }
    store.end_delivery("a1", again(NOW + 5, NOW)).await.unwrap();
    store.end_delivery("b1", delivered(NOW)).await.unwrap();
    told(&*store, of_ann, "a2", "example.org").await;
    told(&*store, of_bob, "b2", "example.org").await;
    assert_eq!(ids(&*store, NOW + 10).await, ["a2", "b2", "a1"]);
}

pub async fn a_silent_receiver_is_tried_by_one_at_a_time(place: Place) {
    let store = place.open().await;
    let (ann, of_ann) = customer(&*store, 9).await;
    let of_bob = another(&*store, "bob").await;
    for id in ["a1", "a2", "a3"] {
        told(&*store, of_ann, id, "silent.example.org").await;
    }
    told(&*store, of_bob, "b1", "silent.example.org").await;
    assert_eq!(ids(&*store, NOW).await, ["a1", "b1"]);
    store.end_delivery("a1", silent(NOW + 500, NOW)).await.unwrap();
    assert!(ids(&*store, NOW + 499).await.is_empty(), "the others wait with it");
    assert_eq!(due(&*store, NOW + 600, NOW + 500).await[0].failures, 1);
    assert!(ids(&*store, NOW + 500).await.is_empty(), "one is on its way");
    store.end_delivery("a2", delivered(NOW + 500)).await.unwrap();
    assert_eq!(ids(&*store, NOW + 500).await, ["a3", "a1"], "it answers again: the first attempt goes first");
    assert!(job(&*store, ann.id, "a2").await.webhook.unwrap().reason.is_none());
}

pub async fn receivers_in_trouble_have_their_share(place: Place) {
    let store = place.open().await;
    let mut names = Vec::new();
    for name in ["c", "d", "e", "f", "g", "h"] {
        let key = another(&*store, name).await;
        for number in 1..=3 {
            // A host for each: none of them is known before it was tried.
            told(&*store, key, &format!("{name}{number}"), &format!("{name}{number}.example.org")).await;
        }
        names.push(name);
    }
    assert_eq!(ids(&*store, NOW).await, ["c1", "d1", "e1", "f1"], "four for receivers that nobody knows");
    for name in &names[..4] {
        store.end_delivery(&format!("{name}1"), silent(NOW + DAY, NOW)).await.unwrap();
    }
    assert_eq!(ids(&*store, NOW).await, ["c2", "d2", "g1", "h1"], "two for accounts whose receivers were in trouble");
    let of_bob = another(&*store, "bob").await;
    told(&*store, of_bob, "b1", "example.org").await;
    assert_eq!(ids(&*store, NOW).await, ["b1"]);
}

pub async fn some_places_are_for_accounts_that_have_none(place: Place) {
    let store = place.open().await;
    let (_, of_ann) = customer(&*store, 9).await;
    let of_bob = another(&*store, "bob").await;
    for (key, id) in [(of_ann, "a0"), (of_bob, "b0")] {
        told(&*store, key, id, "example.org").await;
        assert_eq!(ids(&*store, NOW).await, [id]);
        store.end_delivery(id, delivered(NOW)).await.unwrap();
    }
    for (key, id) in [(of_ann, "a1"), (of_ann, "a2"), (of_ann, "a3"), (of_bob, "b1")] {
        told(&*store, key, id, "example.org").await;
    }
    let take = Take { count: 4, of_each: 3, unknown: 4, troubled: 2, kept: 2, until: NOW + 60_000, now: NOW };
    let taken = store.due_deliveries(take).await.unwrap();
    let taken: Vec<_> = taken.iter().map(|delivery| delivery.id.as_str()).collect();
    assert_eq!(taken, ["a1", "b1"], "two of the four are left to others");
    let one = store.due_deliveries(Take { count: 3, kept: 2, ..take }).await.unwrap();
    assert_eq!(one.len(), 1, "and a further one of hers goes where there is more room");
}

pub async fn what_became_of_a_webhook_is_told(place: Place) {
    let store = place.open().await;
    let (ann, key) = customer(&*store, 9).await;
    let webhook = async |id: &str| job(&*store, ann.id, id).await.webhook.unwrap();
    make(&*store, key, "j0", None).await;
    assert_eq!(job(&*store, ann.id, "j0").await.webhook, None);
    make(&*store, key, "j1", Some("https://example.org/hook")).await;
    assert_eq!(webhook("j1").await, Webhook::default());
    end(&*store, "j1", done()).await;
    assert_eq!(webhook("j1").await.next_at, Some(NOW));
    ids(&*store, NOW).await;
    assert_eq!(webhook("j1").await, Webhook { attempts: 1, ..Webhook::default() }, "it is on its way");
    store.end_delivery("j1", again(NOW + 5, NOW)).await.unwrap();
    let refused =
        Webhook { attempts: 1, next_at: Some(NOW + 5), ended_at: None, reason: Some("it answers 500".into()) };
    assert_eq!(webhook("j1").await, refused);
    ids(&*store, NOW + 5).await;
    store.end_delivery("j1", silent(NOW + 90, NOW + 6)).await.unwrap();
    assert_eq!(webhook("j1").await.next_at, Some(NOW + 90), "its receiver is left alone until then");
    ids(&*store, NOW + 90).await;
    store.end_delivery("j1", delivered(NOW + 91)).await.unwrap();
    let taken = Webhook { attempts: 3, next_at: None, ended_at: Some(NOW + 91), reason: None };
    assert_eq!(webhook("j1").await, taken);
    store.end_delivery("j1", again(NOW + 95, NOW + 92)).await.unwrap();
    assert_eq!(webhook("j1").await, taken, "it ends once");

    told(&*store, key, "j2", "example.org").await;
    ids(&*store, NOW).await;
    let attempt = Attempt { then: Then::GivenUp { reason: "it answers 410 Gone".into() }, ..delivered(NOW + 1) };
    store.end_delivery("j2", attempt).await.unwrap();
    let given_up = webhook("j2").await;
    assert_eq!((given_up.ended_at, given_up.reason.as_deref()), (Some(NOW + 1), Some("it answers 410 Gone")));

    // What waits for ever behind others is given up, and goes with its job.
    told(&*store, key, "j3", "example.org").await;
    store.beat(NODE, NOW + 3 * DAY).await.unwrap();
    store.sweep(NOW + 3 * DAY).await.unwrap();
    assert_eq!(webhook("j3").await.ended_at, None);
    store.sweep(NOW + 3 * DAY + 1).await.unwrap();
    store.sweep(NOW + 5 * DAY).await.unwrap();
    assert!(store.job(ann.id, "j3").await.unwrap().is_none());
    assert_eq!(place.number("SELECT (SELECT COUNT(*) FROM deliveries) + (SELECT COUNT(*) FROM receivers)").await, 0);
}
