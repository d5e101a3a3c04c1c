//! The service's store: one suite, run over SQLite in both of its modes and over a real PostgreSQL.
//!
//! Moments are given, not read from a clock, so that nothing here waits for time to pass.

#![allow(clippy::unwrap_used, reason = "each case is a test, though its function is not marked as one")]

mod commands;
mod credits;
mod databases;
mod ends;
mod jobs;
mod keys;
mod people;
mod place;
mod together;
mod webhooks;

use std::pin::Pin;

use place::Place;
use transvase_tests::cli;
use transvase_tests::postgres::Postgres;

type Running = Pin<Box<dyn Future<Output = ()> + Send>>;
type Case = (&'static str, fn(Place) -> Running);

macro_rules! cases {
    ($($case:path),* $(,)?) => { &[$((stringify!($case), |place| Box::pin($case(place)))),*] };
}

/// What holds on every database.
static CASES: &[Case] = cases![
    keys::a_key_opens_the_door_until_it_is_revoked,
    keys::an_expired_key_says_when_it_expired,
    keys::a_replaced_key_lives_for_its_grace,
    keys::a_key_belongs_to_its_account_alone,
    keys::the_last_use_is_kept_to_the_minute,
    credits::a_conversion_costs_one_credit_when_it_is_settled,
    credits::a_failed_conversion_costs_nothing,
    credits::credits_run_out_or_expire,
    credits::the_paid_plan_counts_nothing,
    credits::a_repeated_request_is_charged_once,
    credits::what_a_dead_process_reserved_comes_back,
    credits::the_ledger_adds_up_after_anything,
    together::many_at_once_never_overspend,
    together::rates_hold_across_two_servers,
    together::a_request_refused_for_its_rate_takes_nothing,
    together::places_are_counted_by_account,
    together::a_caller_who_leaves_stops_nothing,
    together::one_that_fails_spoils_no_other,
    together::what_fails_half_way_is_undone,
    people::an_address_has_one_account,
    people::a_link_makes_one_account,
    people::sessions_end,
    people::a_throttle_is_a_bucket_of_its_own,
    people::the_history_is_counted_by_day_and_by_pair,
    people::what_is_past_its_time_is_dropped,
    ends::a_deleted_account_leaves_its_ledger_and_no_name,
    ends::two_who_delete_at_once_delete_once,
    ends::the_operator_has_a_rate_of_its_own,
    commands::an_operator_looks_after_keys_and_accounts,
    jobs::a_job_is_charged_when_it_has_succeeded,
    jobs::a_job_that_fails_costs_nothing,
    jobs::a_job_has_one_process_at_a_time,
    jobs::a_job_outlives_its_process_but_not_for_ever,
    jobs::who_cancels_first_has_it,
    jobs::the_same_request_is_the_same_job,
    jobs::jobs_are_counted_for_themselves,
    jobs::the_oldest_of_each_account_come_first,
    jobs::accounts_that_have_none_running_come_first,
    jobs::a_job_that_found_no_room_waits_longer_and_longer,
    webhooks::a_webhook_is_taken_once_at_a_time_until_it_ends,
    webhooks::one_account_s_webhooks_keep_no_others_waiting,
    webhooks::first_attempts_go_before_repeats,
    webhooks::a_silent_receiver_is_tried_by_one_at_a_time,
    webhooks::receivers_in_trouble_have_their_share,
    webhooks::some_places_are_for_accounts_that_have_none,
    webhooks::what_became_of_a_webhook_is_told,
    jobs::a_job_that_its_process_lost_begins_anew,
    jobs::what_belongs_to_an_account_goes_with_it,
    databases::a_store_can_be_opened_again_and_by_many_at_once,
];

/// Runs every case on a database of its own; `database` makes one and answers its URL.
fn run(cases: &[Case], settings: &[(&str, &str)], database: impl Fn(&str) -> String) {
    for (name, case) in cases {
        println!("{name}");
        let place = Place::new(database(&name.replace("::", "_")), settings);
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        runtime.expect("a runtime can be made").block_on(case(place));
    }
}

#[test]
fn on_sqlite() {
    let folder = cli::scratch("store-normal");
    run(CASES, &[("synchronous", "normal")], |name| format!("sqlite:{}/{name}.db", folder.display()));
    run(cases![databases::the_file_is_for_its_owner_alone, databases::a_file_may_have_any_name], &[], |name| {
        format!("sqlite:{}/{name} 100%?#.db", folder.display())
    });
    run(cases![databases::a_file_may_have_any_name], &[], |_| format!("sqlite://{}/slashes.db", folder.display()));
    std::fs::remove_dir_all(folder).expect("the folder is there");
}

#[test]
fn on_sqlite_that_waits_for_the_disk() {
    let folder = cli::scratch("store-full");
    run(CASES, &[("synchronous", "full")], |name| format!("sqlite:{}/{name}.db", folder.display()));
    std::fs::remove_dir_all(folder).expect("the folder is there");
}

#[test]
fn on_postgres() {
    let Some(postgres) = Postgres::start("store") else { return };
    run(CASES, &[], |name| postgres.database(name));
    let place = Place::new(postgres.database("connections"), &[]);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime can be made");
    runtime.block_on(databases::lost_connections_are_made_again(place, &postgres));
}
