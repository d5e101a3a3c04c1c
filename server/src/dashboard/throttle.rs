//! Throttling of what can be guessed: passwords, and which addresses have accounts.

use std::net::IpAddr;

use super::form::FieldError;
use super::visitor::Visitor;
use crate::auth;
use crate::auth::session::hex;
use crate::state::App;
use crate::store;

/// Attempts a minute that flow into a bucket, and how many fit.
const PER_MINUTE: u32 = 5;
const BURST: u32 = 10;

/// Too many attempts.
#[derive(Debug, Clone, Copy)]
pub struct Throttled {
    /// Time to wait, in seconds.
    pub retry_after_s: u64,
}

impl Throttled {
    /// The sentence for the form.
    pub fn error(self) -> FieldError {
        FieldError::new("email", format!("Too many attempts. Try again in {} seconds.", self.retry_after_s))
    }
}

/// Counts an attempt: of a browser that the account was signed in with before, against that browser alone, so that strangers'
/// attempts do not keep the owner out; of another, against its address and against the account's, since neither alone
/// would stop a guesser with many of the other.
pub async fn attempt(app: &App, visitor: &Visitor, email: &str) -> store::Result<Result<(), Throttled>> {
    for bucket in buckets(app, visitor, email).await? {
        if app.store.take(&bucket, PER_MINUTE, BURST, store::now()).await?.is_none() {
            return Ok(Err(Throttled { retry_after_s: u64::from(60 / PER_MINUTE) }));
        }
    }
    Ok(Ok(()))
}

async fn buckets(app: &App, visitor: &Visitor, email: &str) -> store::Result<Vec<String>> {
    let account = hex(&auth::hash(email));
    if let Some(browser) = visitor.browser.as_deref().map(auth::hash)
        && app.store.knows_browser(browser, email, store::now()).await?
    {
        return Ok(vec![format!("signin:browser:{}:{account}", hex(&browser))]);
    }
    Ok(vec![format!("signin:ip:{}", network(visitor.ip)), format!("signin:email:{account}")])
}

/// The address, or of IPv6 the network of one customer, who has 2^64 addresses to try from.
fn network(ip: IpAddr) -> String {
    match ip.to_canonical() {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => {
            format!("{:x}:{:x}:{:x}:{:x}::/64", ip.segments()[0], ip.segments()[1], ip.segments()[2], ip.segments()[3])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_customer_of_ipv6_is_one_address() {
        let of = |text: &str| network(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2::1"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:192.0.2.7"), of("192.0.2.7"));
    }
}
