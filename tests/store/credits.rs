//! Credits: what is charged, what is given back, and that the books balance.

use std::collections::HashMap;

use transvase_server::store::{Caller, NODE_LEASE_MS, Outcome, Plan, Refusal, Settled};
use transvase_tests::hostile::Random;

use crate::place::{Ask, DAY, NOW, Place, account, act, credits, customer, failure, look, success};

const ANN: &str = "ann@example.org";

pub async fn a_conversion_costs_one_credit_when_it_is_settled(place: Place) {
    let store = place.open().await;
    let (_, key) = customer(&*store, 3).await;
    let admitted = Ask::new(key, "r1").of(&*store).await.unwrap();
    assert_eq!(admitted.account.credits, 2, "what is left after the reservation");
    assert_eq!(credits(&*store, ANN).await, 2);
    let settled = store.settle("r1", success(), NOW).await.unwrap();
    assert_eq!(settled, Some(Settled { cost: 1, remaining: Some(2) }));
    assert_eq!(store.settle("r1", success(), NOW).await.unwrap(), None, "once");
    store.release("r1", failure(), NOW).await.unwrap();
    assert_eq!(credits(&*store, ANN).await, 2, "what was charged is not given back");
    assert_eq!(store.settle("r2", success(), NOW).await.unwrap(), None, "nobody reserved that");
    look(&*store, Caller::Key(key), NOW).await.unwrap();
    assert_eq!(credits(&*store, ANN).await, 2, "a look costs nothing");
    place.check_books().await;
}

pub async fn a_failed_conversion_costs_nothing(place: Place) {
    let store = place.open().await;
    let (_, key) = customer(&*store, 3).await;
    Ask::new(key, "r1").of(&*store).await.unwrap();
    store.release("r1", failure(), NOW).await.unwrap();
    store.release("r1", failure(), NOW).await.unwrap();
    assert_eq!(credits(&*store, ANN).await, 3);
    assert_eq!(store.settle("r1", success(), NOW).await.unwrap(), None, "a place given up is not charged");
    place.check_books().await;
}

pub async fn credits_run_out_or_expire(place: Place) {
    let store = place.open().await;
    let (_, key) = customer(&*store, 1).await;
    let end = NOW + 30 * DAY;
    let refused = Ask::new(key, "r0").at(end).of(&*store).await.unwrap_err();
    assert_eq!(refused, Refusal::CreditsExpired(end));
    Ask::new(key, "r1").at(end - 1).of(&*store).await.unwrap();
    assert_eq!(Ask::new(key, "r2").of(&*store).await.unwrap_err(), Refusal::CreditsExhausted);
    store.release("r1", failure(), NOW).await.unwrap();
    Ask::new(key, "r2").of(&*store).await.unwrap();
    store.settle("r2", success(), NOW).await.unwrap();
    assert_eq!(Ask::new(key, "r3").of(&*store).await.unwrap_err(), Refusal::CreditsExhausted);
    assert!(look(&*store, Caller::Key(key), end).await.is_ok(), "a look needs no credit");
    place.check_books().await;
}

pub async fn the_paid_plan_counts_nothing(place: Place) {
    let store = place.open().await;
    let (ann, key) = customer(&*store, 1).await;
    store.set_plan(ann.id, Plan::Paid, act()).await.unwrap();
    for request in ["r1", "r2", "r3"] {
        Ask::new(key, request).at(NOW + 100 * DAY).of(&*store).await.unwrap();
        let settled = store.settle(request, success(), NOW).await.unwrap();
        assert_eq!(settled, Some(Settled { cost: 0, remaining: None }));
    }
    store.set_plan(ann.id, Plan::Free, act()).await.unwrap();
    assert_eq!(credits(&*store, ANN).await, 1, "the free credits were kept");
    Ask::new(key, "r4").of(&*store).await.unwrap();
    store.set_plan(ann.id, Plan::Paid, act()).await.unwrap();
    store.release("r4", failure(), NOW).await.unwrap();
    assert_eq!(credits(&*store, ANN).await, 1, "what was reserved before the change comes back after it");
    place.check_books().await;
}

pub async fn a_repeated_request_is_charged_once(place: Place) {
    let store = place.open().await;
    let (_, key) = customer(&*store, 2).await;
    let bob = account(&*store, "bob@example.org", 2).await;
    let (bobs, _) = crate::place::key(&*store, bob.id).await;
    let fingerprint = [7; 32];
    let told = Outcome { fingerprint: Some(fingerprint), ..success() };
    let again = |request| Ask::new(key, request).again_as("k");

    assert_eq!(again("r1").of(&*store).await.unwrap().replay_of, None);
    assert_eq!(again("r2").of(&*store).await.unwrap_err(), Refusal::IdempotencyInProgress);
    store.release("r1", failure(), NOW).await.unwrap();
    assert_eq!(again("r3").of(&*store).await.unwrap().replay_of, None, "a failure is forgotten");
    store.settle("r3", told.clone(), NOW).await.unwrap();

    assert_eq!(again("r4").of(&*store).await.unwrap().replay_of, Some(fingerprint));
    let settled = store.settle("r4", told.clone(), NOW).await.unwrap();
    assert_eq!(settled, Some(Settled { cost: 0, remaining: Some(1) }));
    again("r5").of(&*store).await.unwrap();
    store.release("r5", failure(), NOW).await.unwrap();
    assert_eq!(again("r6").of(&*store).await.unwrap().replay_of, Some(fingerprint), "a failed repeat forgets nothing");
    store.settle("r6", told.clone(), NOW).await.unwrap();

    Ask::new(key, "last").of(&*store).await.unwrap();
    assert_eq!(again("r7").of(&*store).await.unwrap().replay_of, Some(fingerprint), "without a credit left");
    store.release("r7", failure(), NOW).await.unwrap();
    store.release("last", failure(), NOW).await.unwrap();

    let theirs = Ask::new(bobs, "r8").again_as("k").of(&*store).await.unwrap();
    assert_eq!(theirs.replay_of, None, "another's key of the same name");
    store.release("r8", failure(), NOW).await.unwrap();

    assert_eq!(again("r9").at(NOW + DAY - 1).of(&*store).await.unwrap().replay_of, Some(fingerprint));
    store.release("r9", failure(), NOW).await.unwrap();
    assert_eq!(again("r10").at(NOW + DAY).of(&*store).await.unwrap().replay_of, None, "a day later");
    assert_eq!(again("r11").at(NOW + DAY).of(&*store).await.unwrap_err(), Refusal::IdempotencyInProgress);
    store.settle("r10", success(), NOW + DAY).await.unwrap();
    assert_eq!(credits(&*store, ANN).await, 0);
    assert_eq!(credits(&*store, "bob@example.org").await, 2);
    place.check_books().await;
}

pub async fn what_a_dead_process_reserved_comes_back(place: Place) {
    let store = place.open().await;
    let (ann, key) = customer(&*store, 9).await;
    for (node, request) in [("dead", "r1"), ("dead", "r2"), ("living", "r3"), ("silent", "r4")] {
        Ask { node, ..Ask::new(key, request).again_as(request) }.of(&*store).await.unwrap();
    }
    store.beat("dead", NOW - 1).await.unwrap();
    store.beat("living", NOW - 1).await.unwrap();
    store.beat("living", NOW).await.unwrap();
    assert_eq!(credits(&*store, ANN).await, 5);
    assert_eq!(store.sweep(NOW + NODE_LEASE_MS - 1).await.unwrap().reservations, 1, "a process nobody knows is dead");
    assert_eq!(store.sweep(NOW + NODE_LEASE_MS).await.unwrap().reservations, 2);
    assert_eq!(credits(&*store, ANN).await, 8);
    assert_eq!(store.settle("r1", success(), NOW).await.unwrap(), None, "too late");
    assert_eq!(Ask::new(key, "r5").again_as("r1").of(&*store).await.unwrap().replay_of, None, "it can be repeated");
    store.settle("r5", success(), NOW).await.unwrap();
    assert!(store.settle("r3", success(), NOW).await.unwrap().is_some());
    let last = store.history(ann.id, 1, 10, NOW).await.unwrap().last;
    let lost = last.iter().find(|past| past.request == "r1").expect("it is told");
    assert_eq!((lost.outcome.status, lost.outcome.code.as_str(), lost.cost), (500, "internal_error", 0));
    place.check_books().await;
}

/// 600 operations in random order, beside a model of a few lines.
pub async fn the_ledger_adds_up_after_anything(place: Place) {
    let store = place.open().await;
    let (ann, key) = customer(&*store, 40).await;
    store.beat("node", NOW).await.unwrap();
    let mut dice = Random::new(1);
    let (mut balance, mut is_paid, mut open) = (40, false, HashMap::new());
    for step in 0..600 {
        let request = format!("r{step}");
        match dice.below(10) {
            0..=4 => {
                let admitted = Ask::new(key, &request).of(&*store).await;
                assert_eq!(admitted.is_ok(), is_paid || balance > 0, "step {step}");
                if admitted.is_ok() {
                    let cost = i64::from(!is_paid);
                    balance -= cost;
                    open.insert(request, cost);
                }
            }
            5 => {
                is_paid = dice.below(3) == 0;
                let plan = if is_paid { Plan::Paid } else { Plan::Free };
                store.set_plan(ann.id, plan, act()).await.unwrap();
            }
            6 => {
                store.settle("never reserved", success(), NOW).await.unwrap();
                assert_eq!(store.sweep(NOW).await.unwrap().reservations, 0);
            }
            choice => {
                let mut requests: Vec<String> = open.keys().cloned().collect();
                requests.sort();
                let Some(chosen) = requests.get(dice.below(requests.len().max(1))) else { continue };
                let cost = open.remove(chosen).unwrap();
                if choice == 7 {
                    let settled = store.settle(chosen, success(), NOW).await.unwrap().expect("it was reserved");
                    assert_eq!(settled, Settled { cost, remaining: (!is_paid).then_some(balance) });
                } else {
                    store.release(chosen, failure(), NOW).await.unwrap();
                    balance += cost;
                }
            }
        }
        assert_eq!(credits(&*store, ANN).await, balance, "step {step}");
    }
    balance += open.values().sum::<i64>();
    assert_eq!(store.sweep(NOW + DAY).await.unwrap().reservations, open.len() as u64);
    assert_eq!(credits(&*store, ANN).await, balance);
    place.check_books().await;
}
