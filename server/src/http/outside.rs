//! Requests to client-named URLs, guarded against SSRF. Such an address may lie: it may lead into the network that the
//! service stands in. Only addresses of the public Internet are connected to, and those that were looked at, not the
//! name once more; nothing is followed, and of the answer only its status is read.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, Uri, header};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// How certificates are judged: by those that the system trusts.
#[derive(Clone)]
pub struct Tls(TlsConnector);

impl Tls {
    /// Reads what the system trusts; where it has nothing, no connection will be trusted.
    pub fn new() -> Self {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
        Tls(TlsConnector::from(Arc::new(config)))
    }
}

/// Time for one connection: a host that drops packets is as good as none.
const CONNECT: Duration = Duration::from_secs(5);

/// Whether something can ever be sent to an address. `is_private` lets it go to any host.
///
/// # Errors
/// Why not, in a few words.
pub fn check(url: &Uri, is_private: bool) -> Result<(), &'static str> {
    let authority = url.authority().ok_or("it names no host")?;
    let host = authority.host();
    match authority.as_str().strip_prefix(host).unwrap_or_default() {
        "" | ":" => {}
        port if port[1..].parse::<u16>().is_ok_and(|port| port > 0) => {}
        _ => return Err("its port must be a number from 1 to 65535"),
    }
    let host = host.trim_matches(['[', ']']);
    if url.scheme_str() == Some("https") && ServerName::try_from(host).is_err() {
        return Err("its host is none that a certificate can name");
    }
    if is_private || may_be_public(host) { Ok(()) } else { Err("its host is none of the public Internet") }
}

/// Whether a host may have an address of the public Internet, as far as its name alone says.
fn may_be_public(host: &str) -> bool {
    if let Ok(address) = host.parse() {
        return is_public(address);
    }
    let host = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    // RFC 6761, 6.3. What else ends in a number is an address too (URL Standard, "ends in a number checker"), written in
    // a way that no honest receiver needs.
    let last = host.rsplit('.').next().unwrap_or_default();
    let is_number = last.bytes().all(|byte| byte.is_ascii_digit()) || last.starts_with("0x");
    last != "localhost" && !is_number
}

/// Posts a JSON document; the status of the answer. `is_private` lets it go to any address.
///
/// # Errors
/// Why there is no answer, in a few words.
pub async fn post(
    url: &Uri,
    mut headers: HeaderMap,
    body: Bytes,
    tls: &Tls,
    is_private: bool,
) -> Result<StatusCode, String> {
    let host = url.host().ok_or("it names no host")?.trim_matches(['[', ']']);
    let is_tls = url.scheme_str() == Some("https");
    let port = url.port_u16().unwrap_or(if is_tls { 443 } else { 80 });
    let authority = url.authority().ok_or("it names no host")?.as_str();
    headers.insert(header::HOST, HeaderValue::from_str(authority).map_err(|error| error.to_string())?);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::USER_AGENT, HeaderValue::from_static(concat!("transvase/", env!("CARGO_PKG_VERSION"))));
    let path = url.path_and_query().map_or("/", |path| path.as_str());
    let mut request = Request::new(Body::from(body));
    *request.method_mut() = Method::POST;
    *request.uri_mut() = path.parse().map_err(|_| "its path is none")?;
    *request.headers_mut() = headers;
    let stream = connect(host, port, is_private).await?;
    if !is_tls {
        return exchange(stream, request).await;
    }
    let name = ServerName::try_from(host.to_owned()).map_err(|error| error.to_string())?;
    exchange(tls.0.connect(name, stream).await.map_err(|error| error.to_string())?, request).await
}

async fn exchange<S>(stream: S, request: Request<Body>) -> Result<StatusCode, String>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
    let connection = tokio::spawn(connection);
    let answer = sender.send_request(request).await.map_err(|error| error.to_string());
    connection.abort();
    Ok(answer?.status())
}

/// A connection to the first address of a host that answers.
async fn connect(host: &str, port: u16, is_private: bool) -> Result<TcpStream, String> {
    let mut why = "the host has no public address".to_owned();
    let found: Vec<SocketAddr> = match tokio::net::lookup_host((host, port)).await {
        Ok(found) => found.collect(),
        Err(error) if is_private => return Err(error.to_string()),
        // The owner of the job reads this: which names the network inside has is none of their business.
        Err(_) => return Err(why),
    };
    for address in found.into_iter().filter(|address| is_private || is_public(address.ip())) {
        match tokio::time::timeout(CONNECT, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(error)) => why = error.to_string(),
            Err(_) => why = "the host does not answer".into(),
        }
    }
    Err(why)
}

/// Whether an address is one of the public Internet: none of those that the registries of IANA set aside for special
/// purposes (RFC 6890 and its updates).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = match (a, b, c) {
        // This network, private ones, loopback.
        (0 | 10 | 127, ..) | (172, 16..=31, _) | (192, 168, _) => true,
        // Shared by carriers, link-local, protocol assignments, 6to4 relays, benchmarks.
        (100, 64..=127, _) | (169, 254, _) | (192, 0, 0) | (192, 88, 99) | (198, 18 | 19, _) => true,
        // Documentation.
        (192, 0, 2) | (198, 51, 100) | (203, 0, 113) => true,
        // Multicast, reserved, broadcast.
        (224.., ..) => true,
        _ => false,
    };
    !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, c, d, e, f, g, h] = address.segments();
    let inner = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match [a, b, c, d, e, f] {
        // An address of version 4 inside: mapped, translated (RFC 6052), 6to4.
        [0, 0, 0, 0, 0, 0xffff] | [0x64, 0xff9b, 0, 0, 0, 0] => inner(g, h),
        [0x2002, high, low, ..] => inner(high, low),
        // Protocol assignments and documentation, within what is handed out.
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => false,
        _ => a & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_the_inside_are_known() {
        let inside = [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "255.255.255.255",
            "224.0.0.1",
            "198.18.0.1",
            "192.0.2.1",
            "::",
            "::1",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "::127.0.0.1",
            "2001::1",
        ];
        for address in inside {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        let outside =
            ["1.1.1.1", "172.15.0.1", "172.32.0.1", "100.128.0.1", "192.0.1.1", "2606:4700::1111", "::ffff:1.1.1.1"];
        for address in outside {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn what_can_never_be_reached_is_known() {
        let of = |text: &str, is_private| check(&text.parse().unwrap(), is_private);
        for text in ["https://example.org", "https://example.org:/", "https://example.org:8443/a", "https://1.1.1.1/"] {
            assert_eq!(of(text, false), Ok(()), "{text}");
        }
        let inside =
            ["127.0.0.1", "10.0.0.1", "[::1]", "localhost", "a.localhost.", "2130706433", "127.1", "0x7f000001"];
        for host in inside {
            assert!(of(&format!("http://{host}:8000/"), false).is_err(), "{host}");
            assert_eq!(of(&format!("http://{host}:8000/"), true), Ok(()), "{host}");
        }
        for text in ["http://example.org:0/", "http://example.org:99999/", "https://a..b/"] {
            assert!(of(text, true).is_err(), "{text}");
        }
    }

    #[tokio::test]
    async fn nothing_inside_is_connected_to() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        for host in ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "2130706433"] {
            let url: Uri = format!("http://{host}:{port}/").parse().unwrap();
            let sent = post(&url, HeaderMap::new(), Bytes::new(), &Tls::new(), false).await;
            assert!(sent.is_err(), "{host}: {sent:?}");
        }
        let nobody = tokio::time::timeout(Duration::from_millis(50), listener.accept()).await;
        assert!(nobody.is_err());
    }
}
