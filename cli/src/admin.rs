//! `transvase keys` and `transvase accounts`: what an operator does to the service's store.

mod accounts;
mod keys;
mod shown;

pub use accounts::AccountsCommand;
pub use keys::KeysCommand;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use transvase_server::config::Config;
use transvase_server::store::{self, Account, Act, NewAccount, OPERATOR, Plan, Store, StoreError};

use crate::failure::{Failure, Outcome};
use crate::{args, serve};

/// Result of an act, before a failure is reported.
type Done<T = ()> = Result<T, Failure>;

/// Which service is meant.
#[derive(Debug, Args)]
pub struct Place {
    /// Where accounts, keys and credits are kept: sqlite:FILE or postgres://USER:PASSWORD@HOST/NAME
    /// [env: TRANSVASE_DATABASE].
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Make the database where it is not there yet.
    #[arg(long, alias = "create")]
    new_database: bool,
    /// File of the service's settings, in TOML [env: TRANSVASE_CONFIG].
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// A service's store, opened by somebody on the command line.
struct Desk {
    config: Config,
    store: Arc<dyn Store>,
}

/// Runs `transvase keys`.
pub fn keys(command: &KeysCommand) -> Outcome {
    let done = at_desk("keys", command.place(), async |desk| command.run(&desk).await);
    done.or_else(|failure| crate::fail(&failure, command.is_json()))
}

/// Runs `transvase accounts`.
pub fn accounts(command: &AccountsCommand) -> Outcome {
    let done = at_desk("accounts", command.place(), async |desk| command.run(&desk).await);
    done.or_else(|failure| crate::fail(&failure, command.is_json()))
}

/// Opens the store of the service that is meant, and does something there.
fn at_desk(word: &str, place: &Place, act: impl AsyncFnOnce(Desk) -> Done) -> Done {
    let settings = place.database.iter().map(|url| ("database", url.clone()));
    let config = serve::settings(place.config.as_deref(), settings);
    let config = config.unwrap_or_else(|why| args::usage_error_of(word, &why));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Service(error.to_string()))?;
    runtime.block_on(async {
        if !place.new_database && !store::exists(&config).await? {
            return Err(Failure::NoDatabase(format!("there is no database of the service at {}", config.database)));
        }
        let store = store::open(&config).await?;
        act(Desk { config, store }).await
    })
}

impl Desk {
    /// Who acts, and when.
    fn act(&self) -> Act {
        Act { actor: "command line".into(), now: store::now() }
    }

    /// The account with this address.
    async fn account(&self, email: &str) -> Done<Account> {
        let account = self.store.account(&email.trim().to_lowercase()).await?;
        account.ok_or_else(|| Failure::Unknown(format!("no account has the address {email:?}")))
    }

    /// The operator's account, made where it is missing.
    async fn operator(&self) -> Done<Account> {
        let wanted = NewAccount::on_free_plan(&self.config, OPERATOR.into(), None, store::now());
        let wanted = NewAccount { plan: Plan::Paid, ..wanted };
        match self.store.create_account(wanted, self.act()).await? {
            Ok(account) => Ok(account),
            Err(_) => self.account(OPERATOR).await,
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Failure::Service(error.to_string())
    }
}
