//! What each database is like: files, connections, tables that are brought up to date.

use tokio::task::JoinSet;
use transvase_tests::postgres::Postgres;

use crate::place::{Place, account, credits, written_migrations};

const ANN: &str = "ann@example.org";

/// Six servers that start at once on an empty database all find its tables made, once.
pub async fn a_store_can_be_opened_again_and_by_many_at_once(place: Place) {
    let place = std::sync::Arc::new(place);
    let mut servers = JoinSet::new();
    for _ in 0..6 {
        let place = place.clone();
        servers.spawn(async move { place.open().await });
    }
    let servers = servers.join_all().await;
    assert_eq!(place.migrations().await, written_migrations());
    account(&*servers[0], ANN, 7).await;
    assert_eq!(credits(&*servers[5], ANN).await, 7);
    drop(servers);
    assert_eq!(credits(&*place.open().await, ANN).await, 7);
}

pub async fn the_file_is_for_its_owner_alone(place: Place) {
    let store = place.open().await;
    account(&*store, ANN, 7).await;
    #[cfg(unix)]
    for end in ["", "-wal", "-shm"] {
        let file = format!("{}{end}", place.url().trim_start_matches("sqlite:"));
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
}

pub async fn a_file_may_have_any_name(place: Place) {
    let store = place.open().await;
    account(&*store, ANN, 7).await;
    assert!(std::fs::metadata(place.url().trim_start_matches("sqlite:")).unwrap().len() > 0);
    drop(store);
    assert_eq!(credits(&*place.open().await, ANN).await, 7);
}

/// The database ends every connection twice: nobody is told of an error for it.
pub async fn lost_connections_are_made_again(place: Place, postgres: &Postgres) {
    let store = place.open().await;
    account(&*store, ANN, 7).await;
    for _ in 0..2 {
        tokio::task::block_in_place(|| postgres.end_connections());
        let (first, second) = tokio::join!(store.accounts(), store.beat("node", 1));
        assert_eq!(first.unwrap().len(), 1);
        second.unwrap();
    }
}
