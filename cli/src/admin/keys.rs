//! `transvase keys`: a key is printed once, alone on standard output, and never again.

use clap::Subcommand;
use serde_json::{Value, json};
use transvase_server::auth::key::{self, GRACES};
use transvase_server::store::{self, Account, ApiKey, DAY_MS};

use super::shown::{day, minute, moment};
use super::{Desk, Done, OPERATOR, Place};
use crate::failure::{Failure, plain};
use crate::{args, listing, report};

/// What to do with keys.
#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// Make a key and print it, this once.
    Create {
        /// What the key is called.
        #[arg(long, value_name = "NAME")]
        name: String,
        /// Address of its account; without it, the operator's own account, on the paid plan.
        #[arg(long, value_name = "EMAIL")]
        account: Option<String>,
        /// Days after which it stops working.
        #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=36500))]
        expires: Option<u32>,
        #[command(flatten)]
        place: Place,
    },
    /// List the keys: their first characters and their last four.
    List {
        /// Only those of this account.
        #[arg(long, value_name = "EMAIL")]
        account: Option<String>,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Make a key in the place of another and print it, this once.
    Rotate {
        /// The key's number, or its first characters as the list has them.
        #[arg(value_name = "KEY")]
        key: String,
        /// How long the other goes on working.
        #[arg(long, value_name = "TIME", default_value = "24h", value_parser = graces())]
        grace: String,
        #[command(flatten)]
        place: Place,
    },
    /// Revoke a key, at once.
    Revoke {
        /// The key's number, or its first characters as the list has them.
        #[arg(value_name = "KEY")]
        key: String,
        #[command(flatten)]
        place: Place,
    },
}

fn graces() -> Vec<&'static str> {
    GRACES.iter().map(|(word, ..)| *word).collect()
}

impl KeysCommand {
    /// Which service is meant.
    pub(super) fn place(&self) -> &Place {
        match self {
            KeysCommand::Create { place, .. }
            | KeysCommand::List { place, .. }
            | KeysCommand::Rotate { place, .. }
            | KeysCommand::Revoke { place, .. } => place,
        }
    }

    /// Whether a program reads the answer.
    pub(super) fn is_json(&self) -> bool {
        matches!(self, KeysCommand::List { json: true, .. })
    }

    /// Does it.
    pub(super) async fn run(&self, desk: &Desk) -> Done {
        match self {
            KeysCommand::Create { name, account, expires, .. } => {
                create(desk, name, account.as_deref(), *expires).await
            }
            KeysCommand::List { account, json, .. } => list(desk, account.as_deref(), *json).await,
            KeysCommand::Rotate { key, grace, .. } => rotate(desk, key, grace).await,
            KeysCommand::Revoke { key, .. } => revoke(desk, key).await,
        }
    }
}

async fn create(desk: &Desk, name: &str, account: Option<&str>, expires: Option<u32>) -> Done {
    if !key::is_name(name) {
        args::usage_error_of("keys", &format!("a name has 1 to {} characters", key::NAME_LENGTH));
    }
    let account = match account {
        Some(email) if email != OPERATOR => desk.account(email).await?,
        _ => desk.operator().await?,
    };
    let expires_at = expires.map(|days| store::now() + i64::from(days) * DAY_MS);
    let (text, new) = key::issue(account.id, name, expires_at).map_err(no_random_numbers)?;
    let made = desk.store.create_key(new, desk.act()).await?;
    hand_over(desk, &text, &made, &account).await
}

pub(super) fn no_random_numbers(error: impl std::fmt::Display) -> Failure {
    Failure::Service(format!("the system has no random numbers: {error}"))
}

/// The key alone goes where a script reads it. One that nobody could read must not work.
async fn hand_over(desk: &Desk, text: &str, made: &ApiKey, account: &Account) -> Done {
    if let Err(error) = report::print_all(&format!("{text}\n")) {
        desk.store.revoke_key(account.id, made.id, desk.act()).await?;
        return Err(Failure::Output(format!("the key cannot be printed and is revoked: {}", plain(&error))));
    }
    let (id, name, email, database) = (made.id, &made.name, &account.email, &desk.config.database);
    report::say(format_args!("key {id} {name:?} of {email} in {database}; it is not shown again"));
    Ok(())
}

async fn rotate(desk: &Desk, word: &str, grace: &str) -> Done {
    let (account, old) = find(desk, word).await?;
    let grace_ms = GRACES.iter().find(|(known, ..)| *known == grace).map_or(0, |(_, ms, _)| *ms);
    let (text, new) = key::issue(account.id, &old.name, old.expires_at).map_err(no_random_numbers)?;
    let made = desk.store.rotate_key(old.id, new, grace_ms, desk.act()).await?;
    let made =
        made.ok_or_else(|| Failure::Unknown(format!("key {} has been replaced or is no longer valid", old.id)))?;
    hand_over(desk, &text, &made, &account).await
}

async fn revoke(desk: &Desk, word: &str) -> Done {
    let (account, key) = find(desk, word).await?;
    if !desk.store.revoke_key(account.id, key.id, desk.act()).await? {
        return Err(Failure::Unknown(format!("key {} is no longer valid", key.id)));
    }
    report::say(format_args!("key {} {:?} of {} is revoked", key.id, key.name, account.email));
    Ok(())
}

/// The one key with this number, or the one working key that the list shows so.
async fn find(desk: &Desk, word: &str) -> Done<(Account, ApiKey)> {
    let now = store::now();
    let mut found = all(desk, None).await?;
    found.retain(|(_, key)| match word.parse::<i64>() {
        Ok(number) => key.id == number,
        Err(_) => (key.prefix == word || shown(key) == word) && key.is_living(now),
    });
    match (found.pop(), found.len()) {
        (Some(one), 0) => Ok(one),
        (Some(_), others) => {
            Err(Failure::Unknown(format!("{} keys begin with {word:?}: name one by its number", others + 1)))
        }
        (None, _) => Err(Failure::Unknown(format!("no working key has the number or the first characters {word:?}"))),
    }
}

/// The keys of an account, or all there are, with their accounts.
async fn all(desk: &Desk, account: Option<&str>) -> Done<Vec<(Account, ApiKey)>> {
    let accounts = match account {
        Some(email) => vec![desk.account(email).await?],
        None => desk.store.accounts().await?,
    };
    let mut all = Vec::new();
    for account in accounts {
        let keys = desk.store.keys(account.id).await?;
        all.extend(keys.into_iter().map(|key| (account.clone(), key)));
    }
    Ok(all)
}

async fn list(desk: &Desk, account: Option<&str>, as_json: bool) -> Done {
    let keys = all(desk, account).await?;
    if as_json {
        report::print_json(&json!({ "keys": keys.iter().map(key_json).collect::<Vec<_>>() }))
    } else {
        let heading = ["number", "account", "name", "key", "created", "last used", "expires", "state"];
        report::print_text(&listing::table(&heading, &keys.iter().map(row).collect::<Vec<_>>()))
    }
}

fn row((account, key): &(Account, ApiKey)) -> [String; 8] {
    [
        key.id.to_string(),
        account.email.clone(),
        key.name.clone(),
        shown(key),
        day(Some(key.created_at)),
        minute(key.last_used_at),
        day(key.expires_at),
        state(key).into(),
    ]
}

fn shown(key: &ApiKey) -> String {
    format!("{}...{}", key.prefix, key.last_four)
}

fn state(key: &ApiKey) -> &'static str {
    match key {
        key if key.revoked_at.is_some() => "revoked",
        key if !key.is_living(store::now()) => "expired",
        key if key.replaced_by.is_some() => "replaced",
        _ => "active",
    }
}

fn key_json((account, key): &(Account, ApiKey)) -> Value {
    json!({
        "id": key.id,
        "account": account.email,
        "name": key.name,
        "prefix": key.prefix,
        "last_four": key.last_four,
        "created_at": moment(Some(key.created_at)),
        "last_used_at": moment(key.last_used_at),
        "expires_at": moment(key.expires_at),
        "revoked_at": moment(key.revoked_at),
        "replaced_by": key.replaced_by,
        "state": state(key),
    })
}
