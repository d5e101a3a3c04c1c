//! Keys: what opens the door, and for how long.

use transvase_server::auth::key::issue;
use transvase_server::store::{Caller, Refusal};

use crate::place::{DAY, NOW, Place, account, act, act_at, customer, key, look};

pub async fn a_key_opens_the_door_until_it_is_revoked(place: Place) {
    let store = place.open().await;
    let ann = account(&*store, "ann@example.org", 5).await;
    let (hash, number) = key(&*store, ann.id).await;
    let admitted = look(&*store, Caller::Key(hash), NOW).await.unwrap();
    assert_eq!((admitted.account.id, admitted.key, admitted.account.credits), (ann.id, Some(number), 5));

    let mut other = hash;
    other[31] ^= 1;
    assert_eq!(look(&*store, Caller::Key(other), NOW).await.unwrap_err(), Refusal::UnknownKey);

    store.set_disabled(ann.id, true, act()).await.unwrap();
    assert_eq!(look(&*store, Caller::Key(hash), NOW).await.unwrap_err(), Refusal::AccountDisabled);
    assert_eq!(look(&*store, Caller::Account(ann.id), NOW).await.unwrap_err(), Refusal::AccountDisabled);
    store.set_disabled(ann.id, false, act()).await.unwrap();
    assert!(look(&*store, Caller::Key(hash), NOW).await.is_ok());

    assert!(store.revoke_key(ann.id, number, act_at(NOW + 1)).await.unwrap());
    assert!(!store.revoke_key(ann.id, number, act_at(NOW + 2)).await.unwrap(), "once is enough");
    assert_eq!(look(&*store, Caller::Key(hash), NOW).await.unwrap_err(), Refusal::RevokedKey);
    assert_eq!(store.keys(ann.id).await.unwrap()[0].revoked_at, Some(NOW + 1));
}

pub async fn an_expired_key_says_when_it_expired(place: Place) {
    let store = place.open().await;
    let ann = account(&*store, "ann@example.org", 5).await;
    let (_, kept) = issue(ann.id, "short", Some(NOW + 10)).unwrap();
    let hash = kept.hash;
    store.create_key(kept, act()).await.unwrap();
    assert!(look(&*store, Caller::Key(hash), NOW + 9).await.is_ok());
    assert_eq!(look(&*store, Caller::Key(hash), NOW + 10).await.unwrap_err(), Refusal::ExpiredKey(NOW + 10));
}

pub async fn a_replaced_key_lives_for_its_grace(place: Place) {
    let store = place.open().await;
    let (ann, old) = customer(&*store, 5).await;
    let number = store.keys(ann.id).await.unwrap()[0].id;
    let (_, kept) = issue(ann.id, "next", None).unwrap();
    let new = kept.hash;
    let made = store.rotate_key(number, kept, DAY, act()).await.unwrap().expect("the key lives");
    for hash in [old, new] {
        assert!(look(&*store, Caller::Key(hash), NOW + DAY - 1).await.is_ok());
    }
    assert_eq!(look(&*store, Caller::Key(old), NOW + DAY).await.unwrap_err(), Refusal::ExpiredKey(NOW + DAY));
    assert!(look(&*store, Caller::Key(new), NOW + DAY).await.is_ok());

    let keys = store.keys(ann.id).await.unwrap();
    assert_eq!(keys.iter().map(|key| key.id).collect::<Vec<_>>(), [made.id, number], "newest first");
    assert_eq!((keys[1].replaced_by, keys[1].expires_at), (Some(made.id), Some(NOW + DAY)));

    let another = || issue(ann.id, "another", Some(NOW + 50)).unwrap().1;
    assert_eq!(store.rotate_key(number, another(), 0, act()).await.unwrap(), None, "it was replaced already");
    let last = store.rotate_key(made.id, another(), 0, act()).await.unwrap().expect("the key lives");
    assert_eq!(look(&*store, Caller::Key(new), NOW).await.unwrap_err(), Refusal::ExpiredKey(NOW));
    let long = store.rotate_key(last.id, issue(ann.id, "long", None).unwrap().1, DAY, act()).await.unwrap();
    assert!(long.is_some());
    let ended = store.keys(ann.id).await.unwrap().into_iter().find(|key| key.id == last.id).unwrap();
    assert_eq!(ended.expires_at, Some(NOW + 50), "a grace makes no key live longer");
}

pub async fn a_key_belongs_to_its_account_alone(place: Place) {
    let store = place.open().await;
    let (ann, hash) = customer(&*store, 5).await;
    let bob = account(&*store, "bob@example.org", 5).await;
    let number = store.keys(ann.id).await.unwrap()[0].id;
    assert!(store.keys(bob.id).await.unwrap().is_empty());
    assert!(!store.revoke_key(bob.id, number, act()).await.unwrap());
    let stolen = issue(bob.id, "mine", None).unwrap().1;
    assert_eq!(store.rotate_key(number, stolen, 0, act()).await.unwrap(), None);
    assert!(look(&*store, Caller::Key(hash), NOW).await.is_ok());
    assert!(store.keys(bob.id).await.unwrap().is_empty(), "nothing was made on the way");
}

pub async fn the_last_use_is_kept_to_the_minute(place: Place) {
    let store = place.open().await;
    let (ann, hash) = customer(&*store, 5).await;
    assert_eq!(store.keys(ann.id).await.unwrap()[0].last_used_at, None);
    look(&*store, Caller::Key(hash), NOW + 61_500).await.unwrap();
    assert_eq!(store.keys(ann.id).await.unwrap()[0].last_used_at, Some(NOW + 60_000));
    look(&*store, Caller::Key(hash), NOW + 180_001).await.unwrap();
    assert_eq!(store.keys(ann.id).await.unwrap()[0].last_used_at, Some(NOW + 180_000));
}
