//! Client address and request id: who sent a request and what it is called, among its extensions.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName};

use crate::config::Config;

/// The client of a request, as seen past the proxies that are trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Client {
    /// Its address.
    pub ip: IpAddr,
    /// Whether it came over TLS, to us or to the trusted proxy.
    pub is_https: bool,
}

/// The `X-Request-Id` of a request: the client's own where it is a sane word, ours otherwise. For
/// people and logs; what the store keeps goes by a number nobody else chooses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestId(pub String);

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The end of a connection, before any header is believed.
#[derive(Debug, Clone, Copy)]
pub struct Peer {
    /// Its address.
    pub address: SocketAddr,
    /// Whether the connection is TLS.
    pub is_tls: bool,
}

impl Client {
    /// The client behind `peer`: a trusted proxy's word counts, nobody else's does.
    pub fn of(peer: Peer, headers: &HeaderMap, config: &Config) -> Self {
        let ip = peer.address.ip().to_canonical();
        let trusted = |ip: &IpAddr| config.trusted_proxies.contains(ip);
        if !trusted(&ip) {
            return Client { ip, is_https: peer.is_tls };
        }
        // Each proxy appends the address it saw, so the list is read from its end.
        let mut chain = words(headers, &FORWARDED_FOR).into_iter().rev().map_while(|word| word.parse::<IpAddr>().ok());
        let seen = chain.find(|ip| !trusted(ip)).unwrap_or(ip);
        let proto = words(headers, &FORWARDED_PROTO).pop();
        Client { ip: seen, is_https: proto.map_or(peer.is_tls, |word| word.eq_ignore_ascii_case("https")) }
    }

    /// The scheme of its requests.
    pub fn scheme(&self) -> &'static str {
        if self.is_https { "https" } else { "http" }
    }
}

/// The words of a list header, over all its lines.
fn words(headers: &HeaderMap, name: &HeaderName) -> Vec<String> {
    let lines = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(|word| word.trim().to_owned()).collect()
}

impl RequestId {
    /// The client's id, where it is 1 to 64 letters, digits, dots, dashes and underscores; a new one
    /// otherwise.
    pub fn of(sent: Option<&str>) -> Self {
        let is_sane = |id: &&str| {
            (1..=64).contains(&id.len())
                && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
        };
        RequestId(sent.filter(is_sane).map_or_else(random_word, str::to_owned))
    }
}

/// 128 random bits in hexadecimal.
pub fn random_word() -> String {
    let mut bytes = [0; 16];
    // Without the system's randomness nothing here may go on: keys and sessions need it too.
    getrandom::fill(&mut bytes).unwrap_or_else(|error| unreachable!("the system has no randomness: {error}"));
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(trusted: &str, peer: &str, headers: &[(&'static str, &str)]) -> Client {
        let mut config = Config::default();
        config.set("trusted_proxies", trusted).unwrap();
        let peer = Peer { address: SocketAddr::new(peer.parse().unwrap(), 1), is_tls: false };
        let pairs = headers.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()));
        Client::of(peer, &pairs.collect(), &config)
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        let said = [("x-forwarded-for", "6.6.6.6, 192.0.2.7, 10.0.0.2"), ("x-forwarded-proto", "https")];
        let near = client("10.0.0.1,10.0.0.2", "10.0.0.1", &said);
        assert_eq!((near.ip.to_string().as_str(), near.scheme()), ("192.0.2.7", "https"));
        let stranger = client("10.0.0.1", "10.0.0.9", &said);
        assert_eq!((stranger.ip.to_string().as_str(), stranger.scheme()), ("10.0.0.9", "http"));
        assert_eq!(client("10.0.0.1", "10.0.0.1", &[]).ip.to_string(), "10.0.0.1");
        assert_eq!(client("10.0.0.1", "::ffff:10.0.0.1", &said[..1]).ip.to_string(), "10.0.0.2");
    }

    #[test]
    fn an_id_is_echoed_only_if_it_is_sane() {
        assert_eq!(RequestId::of(Some("a-1_b.c")).0, "a-1_b.c");
        for odd in ["", "a b", "a\"b", "ä", &"x".repeat(65)] {
            let made = RequestId::of(Some(odd)).0;
            assert_ne!(made, odd);
            assert_eq!(made.len(), 32);
        }
    }
}
