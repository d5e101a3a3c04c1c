//! `transvase accounts`: listed, made, put on a plan, given a new password, disabled and enabled, deleted.

use std::io::Read;

use clap::{Subcommand, ValueEnum};
use serde_json::{Value, json};
use transvase_server::auth::{email, password};
use transvase_server::store::{self, Account, NewAccount, Plan};

use super::keys::no_random_numbers;
use super::shown::{day, moment};
use super::{Desk, Done, Place};
use crate::failure::Failure;
use crate::{args, listing, report};

/// A plan, as it is typed.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum PlanWord {
    /// Counted credits that expire.
    Free,
    /// No counting.
    Paid,
}

impl From<PlanWord> for Plan {
    fn from(word: PlanWord) -> Self {
        match word {
            PlanWord::Free => Plan::Free,
            PlanWord::Paid => Plan::Paid,
        }
    }
}

/// What to do with accounts.
#[derive(Debug, Subcommand)]
pub enum AccountsCommand {
    /// List the accounts.
    List {
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Make an account.
    Create {
        /// E-mail address.
        #[arg(long, value_name = "EMAIL")]
        email: String,
        /// Plan.
        #[arg(long, value_name = "PLAN", default_value = "free")]
        plan: PlanWord,
        /// Let it look after other accounts.
        #[arg(long)]
        administrator: bool,
        /// Read the password for signing in from standard input; without it nobody signs in.
        #[arg(long)]
        password_stdin: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Put an account on a plan.
    SetPlan {
        /// Its address.
        #[arg(value_name = "EMAIL")]
        email: String,
        /// Plan.
        #[arg(value_name = "PLAN")]
        plan: PlanWord,
        #[command(flatten)]
        place: Place,
    },
    /// Give an account a new random password and print it, this once; its sessions end.
    ResetPassword {
        /// Its address.
        #[arg(value_name = "EMAIL")]
        email: String,
        #[command(flatten)]
        place: Place,
    },
    /// Delete an account with its keys, sessions and history, at once and for good. The ledger of its
    /// credits remains, without a name.
    Delete {
        /// Its address.
        #[arg(value_name = "EMAIL")]
        email: String,
        #[command(flatten)]
        place: Place,
    },
    /// Refuse an account's requests and sign it out.
    Disable {
        /// Its address.
        #[arg(value_name = "EMAIL")]
        email: String,
        #[command(flatten)]
        place: Place,
    },
    /// Take an account's requests again.
    Enable {
        /// Its address.
        #[arg(value_name = "EMAIL")]
        email: String,
        #[command(flatten)]
        place: Place,
    },
}

impl AccountsCommand {
    /// Which service is meant.
    pub(super) fn place(&self) -> &Place {
        match self {
            AccountsCommand::List { place, .. }
            | AccountsCommand::Create { place, .. }
            | AccountsCommand::SetPlan { place, .. }
            | AccountsCommand::ResetPassword { place, .. }
            | AccountsCommand::Delete { place, .. }
            | AccountsCommand::Disable { place, .. }
            | AccountsCommand::Enable { place, .. } => place,
        }
    }

    /// Whether a program reads the answer.
    pub(super) fn is_json(&self) -> bool {
        matches!(self, AccountsCommand::List { json: true, .. })
    }

    /// Does it.
    pub(super) async fn run(&self, desk: &Desk) -> Done {
        match self {
            AccountsCommand::List { json, .. } => list(desk, *json).await,
            AccountsCommand::Create { email, plan, administrator, password_stdin, .. } => {
                let new = wanted(desk, email, *password_stdin).await?;
                create(desk, NewAccount { plan: (*plan).into(), is_administrator: *administrator, ..new }).await
            }
            AccountsCommand::SetPlan { email, plan, .. } => set_plan(desk, email, (*plan).into()).await,
            AccountsCommand::ResetPassword { email, .. } => reset_password(desk, email).await,
            AccountsCommand::Delete { email, .. } => delete(desk, email).await,
            AccountsCommand::Disable { email, .. } => set_disabled(desk, email, true).await,
            AccountsCommand::Enable { email, .. } => set_disabled(desk, email, false).await,
        }
    }
}

/// A new account as the words describe it; words that describe none end the program.
async fn wanted(desk: &Desk, address: &str, has_password: bool) -> Done<NewAccount> {
    let wrong = |why: &str| args::usage_error_of("accounts", why);
    let address = email::normal(address).unwrap_or_else(|| wrong(&format!("{address:?} is not an e-mail address")));
    let mut hash = None;
    if has_password {
        let text = typed_password()?;
        if let Some(why) = password::refusal(&text, &address) {
            wrong(why);
        }
        hash = Some(hashed(text).await?);
    }
    Ok(NewAccount::on_free_plan(&desk.config, address, hash, store::now()))
}

/// Standard input, without the end of its line.
fn typed_password() -> Done<String> {
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    read.map_err(|error| Failure::Input(format!("the password cannot be read: {error}")))?;
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}

async fn create(desk: &Desk, new: NewAccount) -> Done {
    let email = new.email.clone();
    let taken = |_| Failure::Unknown(format!("{email} already has an account"));
    let account = desk.store.create_account(new, desk.act()).await?.map_err(taken)?;
    report::say(format_args!("account {} of {} is on the {} plan", account.id, account.email, account.plan.name()));
    Ok(())
}

async fn set_plan(desk: &Desk, email: &str, plan: Plan) -> Done {
    let account = desk.account(email).await?;
    desk.store.set_plan(account.id, plan, desk.act()).await?;
    report::say(format_args!("{} is on the {} plan", account.email, plan.name()));
    Ok(())
}

/// The password alone goes where a script reads it.
async fn reset_password(desk: &Desk, email: &str) -> Done {
    let account = desk.account(email).await?;
    if account.is_operator() {
        return Err(Failure::Unknown("the operator's account has no password: nobody can sign in to it".into()));
    }
    let text = password::generate().map_err(no_random_numbers)?;
    let hash = hashed(text.clone()).await?;
    desk.store.set_password(account.id, &hash, None, desk.act()).await?;
    report::print_text(&format!("{text}\n"))?;
    eprintln!(
        "this is the password of {} from now on; it is not shown again, and every session has ended",
        account.email
    );
    Ok(())
}

async fn hashed(text: String) -> Done<String> {
    password::hash(text).await.map_err(|error| Failure::Service(error.to_string()))
}

async fn delete(desk: &Desk, email: &str) -> Done {
    let account = desk.account(email).await?;
    if !desk.store.delete_account(account.id, desk.act()).await? {
        return Err(Failure::Unknown(format!("{} is already deleted", account.email)));
    }
    eprintln!("{} is deleted with its keys, sessions and history; the ledger of its credits remains", account.email);
    Ok(())
}

async fn set_disabled(desk: &Desk, email: &str, disabled: bool) -> Done {
    let account = desk.account(email).await?;
    desk.store.set_disabled(account.id, disabled, desk.act()).await?;
    report::say(format_args!("{} is {}", account.email, if disabled { "disabled" } else { "enabled" }));
    Ok(())
}

async fn list(desk: &Desk, as_json: bool) -> Done {
    let accounts = desk.store.accounts().await?;
    if as_json {
        report::print_json(&json!({ "accounts": accounts.iter().map(account_json).collect::<Vec<_>>() }))
    } else {
        let heading = ["number", "account", "plan", "credits", "expire", "created", "state"];
        report::print_text(&listing::table(&heading, &accounts.iter().map(row).collect::<Vec<_>>()))
    }
}

/// Credits are shown where they are counted.
fn row(account: &Account) -> [String; 7] {
    let is_counted = account.plan == Plan::Free;
    [
        account.id.to_string(),
        account.email.clone(),
        account.plan.name().into(),
        if is_counted { account.credits.to_string() } else { String::new() },
        day(is_counted.then_some(account.credits_expire_at)),
        day(Some(account.created_at)),
        state(account).into(),
    ]
}

fn state(account: &Account) -> &'static str {
    match account.disabled_at {
        Some(_) => "disabled",
        None if account.is_administrator => "administrator",
        None => "active",
    }
}

fn account_json(account: &Account) -> Value {
    let is_counted = account.plan == Plan::Free;
    json!({
        "id": account.id,
        "account": account.email,
        "plan": account.plan.name(),
        "administrator": account.is_administrator,
        "credits": is_counted.then_some(account.credits),
        "credits_expire_at": moment(is_counted.then_some(account.credits_expire_at)),
        "created_at": moment(Some(account.created_at)),
        "disabled_at": moment(account.disabled_at),
    })
}
