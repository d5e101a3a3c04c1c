//! `GET /dashboard`: credits, what was used, the last requests.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};

use super::chart::{self, Chart};
use super::dates;
use super::page::{Frame, Page, show};
use super::visitor::SignedIn;
use crate::state::App;
use crate::store::{self, Account, DAY_MS, History, Moment, PastRequest, Plan, Usage};

/// Days that the page looks back.
const DAYS: u32 = 30;

/// Requests that are listed one by one.
const LAST: u32 = 25;

#[derive(Template)]
#[template(path = "overview.html")]
struct Overview {
    frame: Frame,
    credits: Credits,
    days: u32,
    succeeded: u64,
    failed: u64,
    chart: Chart,
    by_day: Vec<Usage>,
    pairs: Vec<Pair>,
    last: Vec<Line>,
}

/// What is left to use.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Credits {
    Unlimited,
    Left { count: i64, expire: String, days: i64 },
    Expired { count: i64, expire: String },
}

/// A pair of formats and how often it was asked for.
#[derive(Debug, Clone, PartialEq)]
struct Pair {
    conversion: String,
    usage: Usage,
    percent: u64,
}

/// One of the last requests.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    at: String,
    key_name: String,
    conversion: String,
    sizes: String,
    took: String,
    status: u16,
    code: String,
    warnings: Vec<(String, &'static str)>,
    cost: i64,
}

/// `GET /dashboard`.
pub async fn page(State(app): State<Arc<App>>, who: SignedIn, RawQuery(query): RawQuery) -> Page {
    let now = store::now();
    let history = app.store.history(who.account.id, DAYS, LAST, now).await?;
    let frame = Frame::of(&who, "/dashboard").after(query.as_deref());
    show(&Overview::of(frame, credits(&who.account, now), history))
}

impl Overview {
    fn of(frame: Frame, credits: Credits, history: History) -> Self {
        Overview {
            frame,
            credits,
            days: DAYS,
            succeeded: history.by_day.iter().map(|day| day.succeeded).sum(),
            failed: history.by_day.iter().map(|day| day.failed).sum(),
            chart: chart::chart(&history.by_day),
            pairs: pairs(history.by_pair),
            last: history.last.into_iter().map(line).collect(),
            // Newest first, as the list of requests is.
            by_day: history.by_day.into_iter().rev().filter(|day| day.succeeded + day.failed > 0).collect(),
        }
    }
}

fn credits(account: &Account, now: Moment) -> Credits {
    let (count, expire) = (account.credits, dates::day(account.credits_expire_at));
    match account.plan {
        Plan::Paid => Credits::Unlimited,
        Plan::Free if account.credits_expire_at <= now => Credits::Expired { count, expire },
        Plan::Free => {
            // A day that has begun counts as one.
            let days = (account.credits_expire_at - now).div_euclid(DAY_MS) + 1;
            Credits::Left { count, expire, days }
        }
    }
}

fn pairs(by_pair: Vec<Usage>) -> Vec<Pair> {
    let most = by_pair.iter().map(|pair| pair.succeeded + pair.failed).max().unwrap_or(0).max(1);
    let pair = |usage: Usage| {
        let (source, target) = usage.name.split_once(' ').unwrap_or((usage.name.as_str(), ""));
        let percent = (usage.succeeded + usage.failed) * 100 / most;
        Pair { conversion: conversion(source, target), percent, usage: usage.clone() }
    };
    by_pair.into_iter().map(pair).collect()
}

fn line(past: PastRequest) -> Line {
    let outcome = past.outcome;
    Line {
        at: dates::short_minute(past.at),
        key_name: past.key_name,
        conversion: conversion(&outcome.source, &outcome.target),
        sizes: sizes(outcome.bytes_in, outcome.bytes_out),
        took: took_text(outcome.took_ms),
        status: outcome.status,
        code: outcome.code,
        warnings: outcome.warnings.split(',').map(str::trim).filter(|word| !word.is_empty()).map(warning).collect(),
        cost: past.cost,
    }
}

/// From which format to which, as far as a request came to be known.
pub fn conversion(source: &str, target: &str) -> String {
    match (source, target) {
        ("", "") => "–".into(),
        ("", target) => format!("to {}", name(target)),
        (source, "") => name(source).into(),
        (source, target) if source == target => format!("{}, smaller", name(source)),
        (source, target) => format!("{} → {}", name(source), name(target)),
    }
}

/// The name people use for a format's id.
fn name(id: &str) -> &str {
    transvase::formats().find(|format| format.id == id).map_or(id, |format| format.name)
}

/// The size of the upload and, where there is a result, its size.
pub fn sizes(bytes_in: u64, bytes_out: u64) -> String {
    if bytes_out == 0 {
        bytes_text(bytes_in)
    } else {
        format!("{} → {}", bytes_text(bytes_in), bytes_text(bytes_out))
    }
}

/// A warning's code and its sentence.
fn warning(word: &str) -> (String, &'static str) {
    (word.to_owned(), sentence(word).unwrap_or_default())
}

/// The sentence of a warning, by its code in any spelling: `FontSubstituted`, `font-substituted`.
fn sentence(word: &str) -> Option<&'static str> {
    let plain = |text: &str| text.replace(['-', '_'], "").to_lowercase();
    let row = transvase::WARNINGS.iter().find(|(code, _)| plain(code.name()) == plain(word));
    row.map(|(_, doc)| doc.trim())
}

/// A size in the units of the command line: 1 KB is 1,000 bytes.
pub fn bytes_text(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} KB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.2} GB", bytes as f64 / 1e9),
    }
}

fn took_text(ms: u64) -> String {
    if ms < 1000 { format!("{ms} ms") } else { format!("{:.1} s", ms as f64 / 1000.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Outcome;

    const NOW: Moment = 1_794_211_559_999;

    fn account(plan: Plan, expires_in: i64) -> Account {
        Account {
            id: 1,
            email: "ann@example.org".into(),
            plan,
            is_administrator: false,
            credits: 7,
            credits_expire_at: NOW + expires_in,
            created_at: 0,
            disabled_at: None,
        }
    }

    #[test]
    fn credits_end_on_their_day() {
        let of = |plan, expires_in| credits(&account(plan, expires_in), NOW);
        assert_eq!(of(Plan::Free, 1), Credits::Left { count: 7, expire: "9 Nov 2026".into(), days: 1 });
        assert_eq!(of(Plan::Free, 0), Credits::Expired { count: 7, expire: "9 Nov 2026".into() });
        assert_eq!(of(Plan::Paid, -1), Credits::Unlimited);
    }

    #[test]
    fn every_warning_has_a_sentence_in_both_spellings() {
        for (code, doc) in transvase::WARNINGS {
            assert_eq!(sentence(code.name()), Some(doc.trim()));
        }
        assert_eq!(sentence("font-substituted"), sentence("FontSubstituted"));
        assert_eq!(sentence("no-such-warning"), None);
    }

    #[test]
    fn sizes_and_times_are_short() {
        let sizes = [0, 999, 1_000, 999_949, 2_500_000, 3_200_000_000].map(bytes_text);
        assert_eq!(sizes, ["0 B", "999 B", "1.0 KB", "999.9 KB", "2.5 MB", "3.20 GB"]);
        assert_eq!([999, 1_250].map(took_text), ["999 ms", "1.2 s"]);
    }

    #[test]
    fn what_people_typed_is_escaped() {
        let past = PastRequest {
            request: "r".into(),
            at: NOW,
            key_name: "<script>alert(1)</script>".into(),
            cost: 1,
            outcome: Outcome { status: 200, source: "pdf".into(), target: "docx".into(), ..Outcome::default() },
        };
        let history = History { last: vec![past], ..History::default() };
        let html = Overview::of(Frame::default(), Credits::Unlimited, history).render().unwrap();
        assert!(!html.contains("<script>alert"), "{html}");
        assert!(html.contains("&#60;script&#62;alert(1)"), "{html}");
    }
}
