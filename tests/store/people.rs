//! Accounts, sessions, throttles, and what is remembered of the past.

use transvase_server::store::{NewAccount, NotCreated, Plan};

use crate::place::{Ask, DAY, NOW, Place, account, act, act_at, customer, failure, newcomer, success};

const ANN: &str = "ann@example.org";

pub async fn an_address_has_one_account(place: Place) {
    let store = place.open().await;
    let new = NewAccount { password_hash: Some("hash".into()), is_administrator: true, ..newcomer(ANN, 200) };
    let ann = store.create_account(new, act()).await.unwrap().unwrap();
    assert_eq!((ann.email.as_str(), ann.plan, ann.is_administrator), (ANN, Plan::Free, true));
    assert_eq!((ann.credits, ann.credits_expire_at, ann.created_at), (200, NOW + 30 * DAY, NOW));
    let again = store.create_account(newcomer(ANN, 200), act()).await.unwrap();
    assert_eq!(again, Err(NotCreated::EmailTaken));
    let bob = account(&*store, "bob@example.org", 1).await;
    assert_eq!(store.accounts().await.unwrap(), [ann.clone(), bob.clone()], "oldest first");
    assert_eq!(store.account("nobody@example.org").await.unwrap(), None);
    assert_eq!(store.credentials(ANN).await.unwrap(), Some((ann.clone(), Some("hash".into()))));
    assert_eq!(store.credentials("bob@example.org").await.unwrap(), Some((bob, None)));
    let log = store.audit_log(ann.id, 10).await.unwrap();
    assert_eq!(log.iter().map(|entry| entry.action.as_str()).collect::<Vec<_>>(), ["account.created"]);
    store.ping().await.unwrap();
    place.check_books().await;
}

pub async fn a_link_makes_one_account(place: Place) {
    let store = place.open().await;
    let with_link = |email, link| NewAccount { link: Some(link), ..newcomer(email, 1) };
    store.create_link([1; 32], NOW + 10).await.unwrap();
    assert!(store.link_is_open([1; 32], NOW + 9).await.unwrap());
    assert!(!store.link_is_open([1; 32], NOW + 10).await.unwrap(), "it expires");
    store.create_link([2; 32], NOW + 10).await.unwrap();
    assert!(!store.link_is_open([1; 32], NOW).await.unwrap(), "a new link ends the one before");
    let bad = store.create_account(with_link(ANN, [1; 32]), act()).await.unwrap();
    assert_eq!(bad, Err(NotCreated::BadLink));
    assert_eq!(store.account(ANN).await.unwrap(), None);
    account(&*store, ANN, 1).await;
    let taken = store.create_account(with_link(ANN, [2; 32]), act()).await.unwrap();
    assert_eq!(taken, Err(NotCreated::EmailTaken));
    assert!(store.link_is_open([2; 32], NOW).await.unwrap(), "a refusal uses no link up");
    let rivals = ["x@example.org", "y@example.org"].map(|email| store.create_account(with_link(email, [2; 32]), act()));
    let [first, second] = rivals;
    let (first, second) = tokio::join!(first, second);
    let outcomes = [first.unwrap(), second.unwrap()];
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?}");
    assert!(outcomes.contains(&Err(NotCreated::BadLink)));
}

pub async fn sessions_end(place: Place) {
    let store = place.open().await;
    let ann = account(&*store, ANN, 1).await;
    let open = |number| store.open_session([number; 32], ann.id, NOW + 10, act());
    for number in 1..=5 {
        open(number).await.unwrap();
    }
    let living = async || {
        let mut living = Vec::new();
        for number in 1..=5 {
            if store.session([number; 32], NOW + 9).await.unwrap().is_some_and(|account| account.id == ann.id) {
                living.push(number);
            }
        }
        living
    };
    assert_eq!(living().await, [1, 2, 3, 4, 5]);
    assert_eq!(store.session([1; 32], NOW + 10).await.unwrap(), None, "it expires");
    assert_eq!(store.session([9; 32], NOW).await.unwrap(), None);
    store.end_sessions(ann.id, Some([2; 32]), act()).await.unwrap();
    store.end_sessions(ann.id + 1, Some([3; 32]), act()).await.unwrap_err();
    assert_eq!(living().await, [1, 3, 4, 5], "one, and no other's");
    store.set_password(ann.id, "new", Some([4; 32]), act()).await.unwrap();
    assert_eq!(living().await, [4], "a new password ends all but the one it was set in");
    assert_eq!(store.credentials(ANN).await.unwrap().unwrap().1.as_deref(), Some("new"));
    open(5).await.unwrap();
    store.end_sessions(ann.id, None, act()).await.unwrap();
    assert!(living().await.is_empty());
    open(5).await.unwrap();
    store.set_disabled(ann.id, true, act()).await.unwrap();
    assert!(living().await.is_empty(), "a disabled account is signed out");
    store.set_disabled(ann.id, false, act()).await.unwrap();
    assert!(living().await.is_empty());
}

pub async fn a_throttle_is_a_bucket_of_its_own(place: Place) {
    let store = place.open().await;
    let take = |name, now| store.take(name, 6, 3, now);
    for left in [2, 1, 0] {
        assert_eq!(take("sign-in:a", NOW).await.unwrap().unwrap().remaining, left);
    }
    assert_eq!(take("sign-in:a", NOW).await.unwrap(), None);
    assert!(take("sign-in:b", NOW).await.unwrap().is_some());
    assert_eq!(take("sign-in:a", NOW + 9_999).await.unwrap(), None);
    assert!(take("sign-in:a", NOW + 10_000).await.unwrap().is_some(), "6 a minute are one in 10 s");
    let rivals = (0..20).map(|_| store.take("rush", 1, 5, NOW));
    let mut given = 0;
    for rival in rivals.map(|rival| async { rival.await.unwrap().is_some() }) {
        given += usize::from(rival.await);
    }
    assert_eq!(given, 5);
}

pub async fn the_history_is_counted_by_day_and_by_pair(place: Place) {
    let store = place.open().await;
    let (ann, key) = customer(&*store, 9).await;
    for (request, day, outcome) in
        [("r1", 40, success()), ("r2", 2, success()), ("r3", 2, failure()), ("r4", 0, success())]
    {
        let at = NOW - day * DAY + 5;
        Ask::new(key, request).of(&*store).await.unwrap();
        match outcome.status {
            200 => assert!(store.settle(request, outcome, at).await.unwrap().is_some()),
            _ => store.release(request, outcome, at).await.unwrap(),
        }
    }
    let history = store.history(ann.id, 4, 3, NOW + 6).await.unwrap();
    let days: Vec<_> = history.by_day.iter().map(|day| (day.name.as_str(), day.succeeded, day.failed)).collect();
    assert_eq!(days, [("2027-01-13", 0, 0), ("2027-01-14", 1, 1), ("2027-01-15", 0, 0), ("2027-01-16", 1, 0)]);
    let pairs: Vec<_> = history.by_pair.iter().map(|pair| (pair.name.as_str(), pair.succeeded, pair.failed)).collect();
    assert_eq!(pairs, [("pdf docx", 2, 0)], "what failed before its formats were known has no pair");
    let last: Vec<_> = history.last.iter().map(|past| (past.request.as_str(), past.cost)).collect();
    assert_eq!((last[0], last.len()), (("r4", 1), 3), "newest first");
    assert_eq!((history.last[0].outcome.clone(), history.last[0].key_name.as_str()), (success(), "laptop"));
    assert_eq!(history.last[0].at, NOW + 5);
    assert!(last.contains(&("r3", 0)));
    let bob = account(&*store, "bob@example.org", 9).await;
    let theirs = store.history(bob.id, 2, 9, NOW).await.unwrap();
    assert!(theirs.last.is_empty() && theirs.by_pair.is_empty());
    assert_eq!(theirs.by_day.len(), 2);
}

pub async fn what_is_past_its_time_is_dropped(place: Place) {
    let place = place.with(&[("history_days", "3")]);
    let store = place.open().await;
    let (ann, key) = customer(&*store, 9).await;
    store.open_session([1; 32], ann.id, NOW + DAY, act()).await.unwrap();
    store.create_link([1; 32], NOW + DAY).await.unwrap();
    store.take("throttle", 1, 1, NOW).await.unwrap();
    store.beat("node", NOW).await.unwrap();
    Ask::new(key, "r1").again_as("k").of(&*store).await.unwrap();
    let told = transvase_server::store::Outcome { fingerprint: Some([1; 32]), ..success() };
    store.settle("r1", told, NOW).await.unwrap();
    let kept = "SELECT (SELECT COUNT(*) FROM sessions) + (SELECT COUNT(*) FROM links) + \
                (SELECT COUNT(*) FROM buckets) + (SELECT COUNT(*) FROM nodes) + \
                (SELECT COUNT(*) FROM idempotency) + (SELECT COUNT(*) FROM history)";
    store.sweep(NOW + 1).await.unwrap();
    assert_eq!(place.number(kept).await, 6);
    store.sweep(NOW + DAY + 1).await.unwrap();
    assert_eq!(place.number(kept).await, 1, "the history is kept longer");
    store.sweep(NOW + 3 * DAY + 1).await.unwrap();
    assert_eq!(place.number(kept).await, 0);
    assert_eq!(store.audit_log(ann.id, 9).await.unwrap().len(), 3);
    let entry = &store.audit_log(ann.id, 1).await.unwrap()[0];
    assert_eq!((entry.action.as_str(), entry.actor.as_str(), entry.at), ("session.opened", "command line", NOW));
    store.set_plan(ann.id, Plan::Paid, act_at(NOW + 7)).await.unwrap();
    let entry = &store.audit_log(ann.id, 1).await.unwrap()[0];
    assert_eq!((entry.action.as_str(), entry.subject.as_str(), entry.at), ("account.plan_set", "paid", NOW + 7));
    place.check_books().await;
}
