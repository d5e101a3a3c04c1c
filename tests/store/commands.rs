//! `transvase keys` and `transvase accounts`, as processes beside the store.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use transvase_server::auth::{self, key, password};
use transvase_server::store::{Caller, Plan, Refusal, Store, now};
use transvase_tests::cli;

use crate::place::{Place, act_at, look, written_migrations};

/// A new password is shown once and ends every session; a deleted account is gone.
async fn passwords_and_ends(program: &Program<'_>, store: &dyn Store, ann: i64) {
    store.open_session([7; 32], ann, now() + 60_000, act_at(now())).await.unwrap();
    let output = program.run(&["accounts", "reset-password", "Ann@example.org"]);
    let printed = String::from_utf8(output.stdout).unwrap();
    let secret = printed.strip_suffix('\n').expect("a line of its own");
    assert_eq!(password::refusal(secret, "ann@example.org"), None, "{secret:?}");
    assert!(!String::from_utf8_lossy(&output.stderr).contains(secret));
    let (_, hash) = store.credentials("ann@example.org").await.unwrap().expect("the account is there");
    assert!(password::verify(secret.into(), hash.clone()).await.unwrap());
    assert!(!password::verify("a horse, a staple".into(), hash).await.unwrap(), "the old one is no more");
    assert_eq!(store.session([7; 32], now()).await.unwrap(), None);
    assert_eq!(program.status(&["accounts", "reset-password", "operator"]), Some(67), "nobody signs in to it");
    assert_eq!(program.status(&["accounts", "reset-password", "bob@example.org"]), Some(67));

    program.say(&["accounts", "delete", "ann@example.org"]);
    assert_eq!(program.list(&["accounts", "list", "--json"], "accounts").len(), 1);
    assert_eq!(program.status(&["accounts", "delete", "ann@example.org"]), Some(67));
    assert!(store.audit_log(ann, 9).await.unwrap().iter().all(|entry| entry.actor == "command line"));
}

/// The program, told which database is meant.
struct Program<'a> {
    binary: &'a Path,
    url: &'a str,
}

impl Program<'_> {
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(self.binary);
        command.args(words).env("TRANSVASE_DATABASE", self.url).stdin(Stdio::null());
        command
    }

    fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().expect("the command line starts")
    }

    /// What it prints, where all is well.
    fn say(&self, words: &[&str]) -> String {
        let output = self.run(words);
        assert!(output.status.success(), "{words:?}: {output:?}");
        String::from_utf8(output.stdout).expect("it prints text")
    }

    fn list(&self, words: &[&str], name: &str) -> Vec<Value> {
        let document: Value = serde_json::from_str(&self.say(words)).expect("it prints JSON");
        document[name].as_array().expect("it is a list").clone()
    }

    fn status(&self, words: &[&str]) -> Option<i32> {
        self.run(words).status.code()
    }

    fn with_password(&self, words: &[&str], text: &str) -> Option<i32> {
        let mut child =
            self.command(words).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the command line starts");
        let mut input = child.stdin.take().expect("it has a standard input");
        input.write_all(text.as_bytes()).expect("it reads");
        drop(input);
        child.wait().expect("it ends").code()
    }
}

pub async fn an_operator_looks_after_keys_and_accounts(place: Place) {
    let Some(binary) = cli::binary("keys and accounts") else { return };
    let program = Program { binary: &binary, url: place.url() };
    many_start_on_an_empty_database(&program, &place).await;
    keys(&program, &place).await;
    accounts(&program, &place).await;
    place.check_books().await;
}

/// Nothing but the service, and whoever says so, makes a database; where many make it at once it is made once.
async fn many_start_on_an_empty_database(program: &Program<'_>, place: &Place) {
    assert_eq!(program.status(&["accounts", "list"]), Some(69), "there is none yet");
    assert_eq!(program.status(&["keys", "create", "--name", "laptop"]), Some(69), "nobody has asked for one");
    tokio::join!(place.open(), place.open(), place.open(), place.open());
    assert_eq!(place.migrations().await, written_migrations());
    program.say(&["accounts", "list"]);
}

async fn keys(program: &Program<'_>, place: &Place) {
    let store = place.open().await;
    let output = program.run(&["keys", "create", "--name", "laptop", "--expires", "3"]);
    let first = String::from_utf8(output.stdout).unwrap();
    let first = first.strip_suffix('\n').expect("a line of its own");
    assert!(key::is_well_formed(first), "only the key: {first:?}");
    assert!(!String::from_utf8_lossy(&output.stderr).contains(first), "and nowhere else");
    let ask = async |key: &str| look(&*store, Caller::Key(auth::hash(key)), now()).await;
    let admitted = ask(first).await.unwrap();
    assert_eq!((admitted.account.email.as_str(), admitted.account.plan), ("operator", Plan::Paid));

    let listed = program.say(&["keys", "list"]);
    let shown = format!("{}...{}", &first[..13], &first[43..]);
    assert!(listed.contains(&shown) && !listed.contains(first), "{listed}");
    let second = program.say(&["keys", "rotate", &shown, "--grace", "0"]);
    assert!(matches!(ask(first).await.unwrap_err(), Refusal::ExpiredKey(_)));
    assert!(ask(second.trim_end()).await.is_ok());
    assert_eq!(program.status(&["keys", "rotate", "1"]), Some(67), "once is enough");
    assert_eq!(program.status(&["keys", "rotate", "2", "--grace", "2h"]), Some(64), "there is no such grace");
    program.say(&["keys", "revoke", "2"]);
    assert_eq!(ask(second.trim_end()).await.unwrap_err(), Refusal::RevokedKey);
    assert_eq!(program.status(&["keys", "revoke", "2"]), Some(67));
    assert_eq!(program.status(&["keys", "revoke", "tvs_live_0000"]), Some(67));
    assert_eq!(program.status(&["keys", "create", "--name", ""]), Some(64));
    assert_eq!(program.status(&["keys", "create", "--name", "x", "--account", "nobody@example.org"]), Some(67));
    let keys = program.list(&["keys", "list", "--json"], "keys");
    let states: Vec<_> = keys.iter().map(|key| (key["id"].as_i64(), key["state"].as_str())).collect();
    assert_eq!(states, [(Some(2), Some("revoked")), (Some(1), Some("expired"))]);
    assert_eq!(
        keys[0]["expires_at"].as_str().map(str::len),
        Some("2026-01-31T08:05:00Z".len()),
        "as long as the first"
    );
    let actions: Vec<_> = store.audit_log(1, 9).await.unwrap().into_iter().map(|entry| entry.action).collect();
    assert_eq!(actions, ["key.revoked", "key.rotated", "key.created", "account.created"]);
}

async fn accounts(program: &Program<'_>, place: &Place) {
    let store = place.open().await;
    let create = ["accounts", "create", "--email", "Ann@Example.org", "--password-stdin"];
    assert_eq!(program.with_password(&create, "123456789012\n"), Some(64), "too easy to guess");
    assert_eq!(program.with_password(&create, "a horse, a staple\n"), Some(0));
    assert_eq!(program.with_password(&create, "a horse, a staple\n"), Some(67), "the address is taken");
    let (ann, hash) = store.credentials("ann@example.org").await.unwrap().expect("the account is there");
    assert_eq!((ann.plan, ann.credits, ann.is_administrator), (Plan::Free, 200, false));
    assert!(password::verify("a horse, a staple".into(), hash).await.unwrap());
    assert_eq!(program.status(&["accounts", "create", "--email", "ann"]), Some(64));

    program.say(&["keys", "create", "--name", "hers", "--account", "ann@example.org"]);
    assert_eq!(program.list(&["keys", "list", "--json", "--account", "ann@example.org"], "keys").len(), 1);
    program.say(&["accounts", "set-plan", "ann@example.org", "paid"]);
    program.say(&["accounts", "disable", "ann@example.org"]);
    let ann = store.account("ann@example.org").await.unwrap().unwrap();
    assert_eq!((ann.plan, ann.disabled_at.is_some()), (Plan::Paid, true));
    program.say(&["accounts", "enable", "ann@example.org"]);
    program.say(&["accounts", "set-plan", "ann@example.org", "free"]);
    let listed = program.list(&["accounts", "list", "--json"], "accounts");
    assert_eq!(listed.len(), 2);
    assert_eq!((listed[1]["account"].as_str(), listed[1]["credits"].as_i64()), (Some("ann@example.org"), Some(200)));
    assert!(listed[1]["disabled_at"].is_null() && listed[0]["credits"].is_null(), "{listed:?}");
    assert_eq!(program.status(&["accounts", "set-plan", "bob@example.org", "paid"]), Some(67));
    passwords_and_ends(program, &*store, ann.id).await;

    // Port 1 is nobody's: the answer is a refusal, at once.
    let nowhere = Program { url: "postgres://127.0.0.1:1/none", ..*program };
    let output = nowhere.run(&["accounts", "list", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("the failure is JSON too");
    assert_eq!((output.status.code(), report["error"]["code"].as_str()), (Some(69), Some("Unavailable")));
}
