//! Many at once: two servers over one database, callers that leave, neighbours that fail.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use transvase_server::auth::key::issue;
use transvase_server::store::{Admission, Caller, Purpose, Refusal, Store};

use crate::place::{Ask, NOW, Place, account, act, credits, customer, failure, key, look, success};

const CLIENTS: usize = 64;
/// Looks, 20 milliseconds apart, after which what was begun is taken to have been lost.
const LOOKS: usize = 1_500;

/// Each of 64 clients converts until it is refused: 200 credits pay for 200 conversions, over two
/// servers, whatever fails on the way.
pub async fn many_at_once_never_overspend(place: Place) {
    let servers = [place.open().await, place.open().await];
    let (_, key) = customer(&*servers[0], 200).await;
    let mut clients = JoinSet::new();
    for client in 0..CLIENTS {
        let store = servers[client % 2].clone();
        clients.spawn(async move { spend(&*store, key, client).await });
    }
    let charged: usize = clients.join_all().await.into_iter().sum();
    assert_eq!(charged, 200);
    assert_eq!(credits(&*servers[1], "ann@example.org").await, 0);
    place.check_books().await;
}

/// Converts until no credit is left; every third conversion fails. Answers what was charged.
async fn spend(store: &dyn Store, key: [u8; 32], client: usize) -> usize {
    let mut charged = 0;
    for round in 0.. {
        let request = format!("c{client}r{round}");
        match Ask::new(key, &request).of(store).await {
            // Others may still give a credit back: then it is theirs to spend.
            Err(refusal) => {
                assert_eq!(refusal, Refusal::CreditsExhausted);
                if credits(store, "ann@example.org").await <= 0 && round > 20 {
                    return charged;
                }
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            Ok(_) if round % 3 == 0 => store.release(&request, failure(), NOW).await.unwrap(),
            Ok(_) => charged += usize::from(store.settle(&request, success(), NOW).await.unwrap().is_some()),
        }
    }
    charged
}

pub async fn rates_hold_across_two_servers(place: Place) {
    let place = place.with(&[("rate_per_key", "50"), ("rate_per_account", "70")]);
    let servers = [place.open().await, place.open().await];
    let ann = account(&*servers[0], "ann@example.org", 0).await;
    let keys = [key(&*servers[0], ann.id).await.0, key(&*servers[0], ann.id).await.0];
    assert_eq!(admitted_looks(&servers, &[keys[0]], NOW).await, 50, "the key's limit");
    assert_eq!(admitted_looks(&servers, &keys, NOW).await, 20, "what the account's limit leaves");
    // 60 s / 70 is 857.1 ms for a token of the account; 60 s / 50 is 1.2 s for one of a key.
    assert_eq!(admitted_looks(&servers, &keys, NOW + 858).await, 1);
    assert_eq!(admitted_looks(&servers, &keys, NOW + 120_000).await, 70, "a minute fills a bucket, two no more");
}

/// 100 looks at once through two servers; answers how many were admitted.
async fn admitted_looks(servers: &[Arc<dyn Store>; 2], keys: &[[u8; 32]], now: i64) -> usize {
    let mut clients = JoinSet::new();
    for client in 0..100 {
        let (store, key) = (servers[client % 2].clone(), keys[client / 2 % keys.len()]);
        clients.spawn(async move { look(&*store, Caller::Key(key), now).await });
    }
    let answers = clients.join_all().await;
    for answer in &answers {
        assert!(matches!(answer, Ok(_) | Err(Refusal::RateLimited(_))), "{answer:?}");
    }
    answers.iter().filter(|answer| answer.is_ok()).count()
}

pub async fn a_request_refused_for_its_rate_takes_nothing(place: Place) {
    let place = place.with(&[("rate_per_key", "2"), ("rate_per_account", "3")]);
    let store = place.open().await;
    let (ann, first) = customer(&*store, 5).await;
    let (second, _) = key(&*store, ann.id).await;
    let rate = Ask::new(first, "r1").of(&*store).await.unwrap().rate;
    assert_eq!((rate.limit, rate.remaining), (2, 1), "the bucket nearer to empty");
    assert_eq!(look(&*store, Caller::Key(first), NOW).await.unwrap().rate.remaining, 0);
    let Refusal::RateLimited(rate) = Ask::new(first, "r2").of(&*store).await.unwrap_err() else {
        panic!("the key's bucket is empty")
    };
    assert_eq!((rate.limit, rate.remaining, rate.reset_ms), (2, 0, 30_000));
    assert_eq!(credits(&*store, "ann@example.org").await, 4, "no credit was reserved");
    // The account's third token is still there: the refusal took none.
    let rate = look(&*store, Caller::Key(second), NOW).await.unwrap().rate;
    assert_eq!((rate.limit, rate.remaining), (3, 0));
    let refused = look(&*store, Caller::Key(second), NOW).await.unwrap_err();
    assert!(matches!(refused, Refusal::RateLimited(rate) if rate.limit == 3), "{refused:?}");
    assert!(matches!(look(&*store, Caller::Account(ann.id), NOW).await, Err(Refusal::RateLimited(_))));
    store.release("r1", failure(), NOW).await.unwrap();
    place.check_books().await;
}

pub async fn places_are_counted_by_account(place: Place) {
    let place = place.with(&[("free_concurrency", "2")]);
    let store = place.open().await;
    let (ann, first) = customer(&*store, 9).await;
    let (second, _) = key(&*store, ann.id).await;
    Ask::new(first, "r1").of(&*store).await.unwrap();
    Ask::new(first, "r2").of(&*store).await.unwrap();
    let signed_in = |request| Ask { caller: Caller::Account(ann.id), ..Ask::new(first, request) };
    for third in [Ask::new(first, "r3"), Ask::new(second, "r4"), signed_in("r5")] {
        assert_eq!(third.of(&*store).await.unwrap_err(), Refusal::TooManyConcurrent(2));
    }
    store.release("r1", failure(), NOW).await.unwrap();
    store.settle("r2", success(), NOW).await.unwrap();
    signed_in("r6").of(&*store).await.unwrap();
    Ask::new(second, "r7").of(&*store).await.unwrap();
    assert_eq!(credits(&*store, "ann@example.org").await, 6, "9, less one settled and two that run");
    for request in ["r6", "r7"] {
        store.release(request, failure(), NOW).await.unwrap();
    }
    place.check_books().await;
}

/// A client that hangs up drops the future of its operation: what was begun is done all the same, and
/// those who came with it are not disturbed.
pub async fn a_caller_who_leaves_stops_nothing(place: Place) {
    let store = place.open().await;
    let (_, key) = customer(&*store, 100).await;
    let mut staying = JoinSet::new();
    for number in 0..40 {
        let (stays, leaves) = (format!("stays{number}"), format!("leaves{number}"));
        let store = store.clone();
        staying.spawn(async move {
            let leaving = tokio::spawn({
                let store = store.clone();
                async move { Ask::new(key, &leaves).of(&*store).await.map(|_| ()) }
            });
            for _ in 0..number % 4 {
                tokio::task::yield_now().await;
            }
            leaving.abort();
            Ask::new(key, &stays).of(&*store).await.unwrap();
            store.settle(&stays, success(), NOW).await.unwrap().expect("it was reserved");
        });
    }
    staying.join_all().await;
    // Each that left was run whole or not at all; the books say so once what it reserved is swept up. The last of them may
    // still be on their way.
    let mut swept = 0;
    for _ in 0..LOOKS {
        swept += store.sweep(NOW).await.unwrap().reservations;
        if credits(&*store, "ann@example.org").await == 60 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(swept <= 40, "{swept}");
    assert_eq!(credits(&*store, "ann@example.org").await, 60);
    place.check_books().await;
}

/// A key that is there already makes its own transaction fail, in the middle of others.
pub async fn one_that_fails_spoils_no_other(place: Place) {
    let store = place.open().await;
    let (ann, _) = customer(&*store, 0).await;
    let twin = issue(ann.id, "twin", None).unwrap().1;
    let mut makers = JoinSet::new();
    for number in 0..40 {
        let new = if number % 2 == 0 { twin.clone() } else { issue(ann.id, "own", None).unwrap().1 };
        let store = store.clone();
        makers.spawn(async move { (number, store.create_key(new, act()).await.is_ok()) });
    }
    let (twins, others): (Vec<_>, Vec<_>) =
        makers.join_all().await.into_iter().partition(|(number, _)| number % 2 == 0);
    assert_eq!(twins.iter().filter(|(_, made)| *made).count(), 1, "one of the twins");
    assert!(others.iter().all(|(_, made)| *made));
    assert_eq!(store.keys(ann.id).await.unwrap().len(), 22);
    assert_eq!(store.audit_log(ann.id, 100).await.unwrap().len(), 1 + 22, "the failed ones left no line");
}

/// A number that was used already makes an admission fail after its tokens were taken: they come back.
pub async fn what_fails_half_way_is_undone(place: Place) {
    let place = place.with(&[("rate_per_key", "9"), ("rate_per_account", "9")]);
    let store = place.open().await;
    let (_, key) = customer(&*store, 5).await;
    Ask::new(key, "r1").of(&*store).await.unwrap();
    let purpose = Purpose::Convert { request: "r1".into(), idempotency_key: Some("k".into()), is_job: false };
    let again = Admission { caller: Caller::Key(key), purpose, node: "node".into(), now: NOW };
    let (failed, other) = tokio::join!(store.admit(again), Ask::new(key, "r2").again_as("other").of(&*store));
    failed.unwrap_err();
    other.unwrap();
    assert_eq!(look(&*store, Caller::Key(key), NOW).await.unwrap().rate.remaining, 6, "9, less r1, r2 and this");
    let free = Ask::new(key, "r3").again_as("k").of(&*store).await.unwrap();
    assert_eq!(
        (free.replay_of, free.account.credits),
        (None, 2),
        "nothing was reserved, and its Idempotency-Key is free"
    );
    for request in ["r1", "r2", "r3"] {
        store.release(request, failure(), NOW).await.unwrap();
    }
    place.check_books().await;
}
