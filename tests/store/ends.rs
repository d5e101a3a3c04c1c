//! Accounts that end, and the operator's, which is not like the others.

use transvase_server::store::{Act, Caller, NewAccount, OPERATOR, Plan, Refusal};

use crate::place::{Ask, NOW, Place, account, act, act_at, customer, key, look, newcomer, success};

const ANN: &str = "ann@example.org";

pub async fn a_deleted_account_leaves_its_ledger_and_no_name(place: Place) {
    let store = place.open().await;
    let (ann, hash) = customer(&*store, 9).await;
    let bob = account(&*store, "bob@example.org", 9).await;
    let hers = |now| Act { actor: ANN.into(), now };
    store.set_plan(bob.id, Plan::Paid, hers(NOW)).await.unwrap();
    store.set_plan(bob.id, Plan::Free, act()).await.unwrap();
    store.open_session([1; 32], ann.id, NOW + 10, hers(NOW)).await.unwrap();
    Ask::new(hash, "r1").again_as("k").of(&*store).await.unwrap();
    store.settle("r1", success(), NOW).await.unwrap();
    Ask::new(hash, "r2").of(&*store).await.unwrap();
    let lines = "SELECT COUNT(*) FROM ledger";
    let before = place.number(lines).await;

    assert!(store.delete_account(ann.id, hers(NOW + 5)).await.unwrap());
    assert_eq!(store.settle("r2", success(), NOW).await.unwrap(), None, "what runs is not answered");
    assert_eq!(store.account(ANN).await.unwrap(), None);
    assert_eq!(store.credentials(ANN).await.unwrap(), None);
    assert_eq!(store.accounts().await.unwrap(), std::slice::from_ref(&bob));
    assert_eq!(store.session([1; 32], NOW).await.unwrap(), None);
    assert_eq!(look(&*store, Caller::Key(hash), NOW).await.unwrap_err(), Refusal::UnknownKey);
    assert_eq!(look(&*store, Caller::Account(ann.id), NOW).await.unwrap_err(), Refusal::AccountDisabled);
    assert!(store.history(ann.id, 1, 9, NOW).await.unwrap().last.is_empty());
    let log = store.audit_log(ann.id, 9).await.unwrap();
    assert_eq!(
        log.iter().map(|entry| (entry.action.as_str(), entry.at)).collect::<Vec<_>>(),
        [("account.deleted", NOW + 5)]
    );
    let named = "SELECT (SELECT COUNT(*) FROM accounts WHERE email LIKE '%ann%' OR password_hash IS NOT NULL) \
                 + (SELECT COUNT(*) FROM audit WHERE actor LIKE '%ann%' OR subject LIKE '%ann%') \
                 + (SELECT COUNT(*) FROM api_keys) + (SELECT COUNT(*) FROM sessions) \
                 + (SELECT COUNT(*) FROM idempotency) + (SELECT COUNT(*) FROM history)";
    assert_eq!(place.number(named).await, 0, "nothing says whose it was");
    assert_eq!(store.audit_log(bob.id, 9).await.unwrap().len(), 3, "what she did to others is still there");
    // The release of what was running, and the end of what was unused.
    assert_eq!(place.number(lines).await, before + 2, "the ledger is only ever added to");
    place.check_books().await;

    assert!(!store.delete_account(ann.id, act()).await.unwrap(), "once");
    assert!(!store.delete_account(4711, act()).await.unwrap());
    let again = store.create_account(newcomer(ANN, 3), act()).await.unwrap().expect("the address is free again");
    assert_ne!(again.id, ann.id);
    place.check_books().await;
}

pub async fn two_who_delete_at_once_delete_once(place: Place) {
    let store = place.open().await;
    let (ann, hash) = customer(&*store, 9).await;
    let (first, second, asked) = tokio::join!(
        store.delete_account(ann.id, act()),
        store.delete_account(ann.id, act_at(NOW + 1)),
        Ask::new(hash, "r1").of(&*store),
    );
    assert!(first.unwrap() ^ second.unwrap());
    if asked.is_ok() {
        assert_eq!(store.settle("r1", success(), NOW).await.unwrap(), None);
    }
    place.check_books().await;
}

pub async fn the_operator_has_a_rate_of_its_own(place: Place) {
    let limits = [("rate_per_key", "2"), ("rate_per_account", "2")];
    let place = place.with(&limits);
    let store = place.open().await;
    let operator = NewAccount { plan: Plan::Paid, ..newcomer(OPERATOR, 0) };
    let operator = store.create_account(operator, act()).await.unwrap().unwrap();
    let (own, _) = key(&*store, operator.id).await;
    let (_, other) = customer(&*store, 9).await;
    for round in 0..5 {
        let rate = look(&*store, Caller::Key(own), NOW).await.unwrap().rate;
        assert_eq!(rate.limit, 0, "no limit by default");
        assert_eq!(look(&*store, Caller::Key(other), NOW).await.is_ok(), round < 2);
    }
    let store = place.with(&[("rate_operator", "3")]).open().await;
    let admitted = [look(&*store, Caller::Key(own), NOW).await, look(&*store, Caller::Key(own), NOW).await];
    assert!(admitted.iter().all(|answer| answer.as_ref().is_ok_and(|admitted| admitted.rate.limit == 3)));
    look(&*store, Caller::Key(own), NOW).await.unwrap();
    assert!(matches!(look(&*store, Caller::Key(own), NOW).await.unwrap_err(), Refusal::RateLimited(_)));
}
