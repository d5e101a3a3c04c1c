//! `transvase serve --check`, a health check for containers whose image has no other program to ask with.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use transvase_server::config::Config;

/// Time for the connection and for the answer, each.
const PATIENCE: Duration = Duration::from_secs(2);

/// Asks the service that listens as `config` says. Behind its own TLS only the connection is tried:
/// the certificate is for another name than this address.
///
/// # Errors
/// One sentence on what is wrong.
pub fn check(config: &Config) -> Result<(), String> {
    let address = reachable(config.listen);
    let said = |error: std::io::Error| format!("the service at {address} does not answer: {error}");
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE).map_err(said)?;
    if config.tls_certificate.is_some() {
        return Ok(());
    }
    stream.set_read_timeout(Some(PATIENCE)).map_err(said)?;
    let request = format!("GET /healthz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).map_err(said)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).map_err(said)?;
    match answer.lines().next() {
        Some(line) if line.contains(" 200 ") => Ok(()),
        line => Err(format!("the service at {address} answers {:?}", line.unwrap_or_default())),
    }
}

/// A service that listens on every address is asked on this machine's own.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let own = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(own, listen.port())
}
