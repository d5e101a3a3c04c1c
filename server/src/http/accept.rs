//! The accept loop: caps on connections, deadlines for those that say nothing, HTTP/1.1 and HTTP/2 on
//! one port, and an end that lets running requests finish.

use std::io;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Version};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

use super::busy::Busy;
use super::client::Peer;
use super::socket::{self, Socket, Wire};
use crate::config::Config;
use crate::places::{Place, Places};

/// Largest head of an HTTP/1 request that is parsed at all. Smaller ones that are still too large get
/// a problem document; this one gets a bare 431.
const HEAD_BYTES: usize = 64 << 10;

/// Headers of an HTTP/1 request that are parsed at all.
const HEADERS: usize = 128;

/// Streams of one HTTP/2 connection.
const STREAMS: u32 = 64;

/// Streams a client may reset before we took them up, and errors it may provoke: above, the connection
/// ends.
const RESETS: usize = 32;

/// Silence after which an HTTP/2 client is asked whether it is there, and the time for its answer.
const PING: (Duration, Duration) = (Duration::from_secs(20), Duration::from_secs(10));

/// What is served on a listening socket.
pub struct Front {
    /// TLS, where there is a certificate.
    pub tls: Option<TlsAcceptor>,
    /// The pages and endpoints.
    pub router: Router,
    /// The settings.
    pub config: Arc<Config>,
}

/// Serves until `stop` says true, then closes the listener and lets running requests end for the time
/// the settings give.
pub async fn serve(listener: TcpListener, front: Front, mut stop: watch::Receiver<bool>) {
    let places = Places::new(front.config.connections, front.config.connections_per_ip);
    let front = Arc::new(front);
    let mut open = JoinSet::new();
    while !*stop.borrow() {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => {
                    let trusted = front.config.trusted_proxies.contains(&address.ip().to_canonical());
                    if let Some(place) = places.enter(household(address.ip()), trusted) {
                        open.spawn(connection(Arc::clone(&front), stream, address, place, stop.clone()));
                    }
                }
                Err(error) => pause(&error).await,
            },
            Some(_) = open.join_next() => {}
            _ = stop.changed() => {}
        }
    }
    // Whoever comes now is refused by the system at once, and can go to another node.
    drop(listener);
    let drained = async { while open.join_next().await.is_some() {} };
    if tokio::time::timeout(front.config.drain_s.0, drained).await.is_err() {
        tracing::warn!("connections were cut that did not end in time");
    }
}

/// Descriptors or memory ran out: without a rest the loop would turn at full speed.
async fn pause(error: &io::Error) {
    tracing::warn!(%error, "a connection could not be accepted");
    tokio::time::sleep(Duration::from_millis(50)).await;
}

/// What one subscriber holds: an address of version 4, a network of 64 bits of version 6.
fn household(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(long) => IpAddr::V6(Ipv6Addr::from_bits(long.to_bits() & !u128::from(u64::MAX))),
        short @ IpAddr::V4(_) => short,
    }
}

async fn connection(
    front: Arc<Front>,
    stream: TcpStream,
    address: SocketAddr,
    place: Place<IpAddr>,
    stop: watch::Receiver<bool>,
) {
    // Answers are small and whole: nothing is won by waiting for more of them.
    let _ = stream.set_nodelay(true);
    let wire = Arc::new(Wire::default());
    let peer = Peer { address, is_tls: front.tls.is_some() };
    let patience = socket::stall(front.config.upload_rate_bytes);
    match &front.tls {
        None => talk(&front, Socket::new(stream, Arc::clone(&wire), patience), peer, wire, stop).await,
        Some(tls) => {
            let shaken = tokio::time::timeout(front.config.first_byte_timeout_s.0, tls.accept(stream)).await;
            if let Ok(Ok(stream)) = shaken {
                talk(&front, Socket::new(stream, Arc::clone(&wire), patience), peer, wire, stop).await;
            }
        }
    }
    drop(place);
}

/// Speaks HTTP over one connection until it ends.
async fn talk<S>(front: &Front, socket: Socket<S>, peer: Peer, wire: Arc<Wire>, mut stop: watch::Receiver<bool>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let has_asked = Arc::new(AtomicBool::new(false));
    let busy = Busy::default();
    let service = service_fn({
        let (wire, has_asked, busy) = (Arc::clone(&wire), Arc::clone(&has_asked), busy.clone());
        move |request: Request<Incoming>| {
            has_asked.store(true, Ordering::Relaxed);
            let (answer, open) = (front.router.clone().oneshot(prepared(request, peer, &wire)), busy.begin());
            async move { answer.await.map(|answer| answer.map(|body| open.until_sent(body))) }
        }
    });
    let protocol = protocol(&front.config);
    let mut connection = pin!(protocol.serve_connection(TokioIo::new(socket), service));
    let mut silence = pin!(first_request(&front.config, &wire, &has_asked));
    let mut idle = pin!(idle(&front.config, &busy, &has_asked));
    let mut is_ending = *stop.borrow();
    if is_ending {
        connection.as_mut().graceful_shutdown();
    }
    loop {
        tokio::select! {
            _ = connection.as_mut() => return,
            () = &mut silence => return,
            () = &mut idle, if !is_ending => {
                is_ending = true;
                connection.as_mut().graceful_shutdown();
            }
            _ = stop.changed(), if !is_ending => {
                is_ending = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

/// Returns where a new connection has not said a byte in its time, or not one whole request in the
/// time for its headers. HTTP's own timer takes over from there.
async fn first_request(config: &Config, wire: &Wire, has_asked: &AtomicBool) {
    tokio::time::sleep(config.first_byte_timeout_s.0).await;
    if !wire.has_spoken() {
        return;
    }
    tokio::time::sleep(config.header_timeout_s.0).await;
    if has_asked.load(Ordering::Relaxed) {
        std::future::pending::<()>().await;
    }
}

/// Returns where a connection that has asked before has asked for nothing for too long.
async fn idle(config: &Config, busy: &Busy, has_asked: &AtomicBool) {
    loop {
        busy.idle(config.idle_timeout_s.0).await;
        if has_asked.load(Ordering::Relaxed) {
            return;
        }
    }
}

fn prepared(request: Request<Incoming>, peer: Peer, wire: &Arc<Wire>) -> Request<Body> {
    let is_http1 = request.version() < Version::HTTP_2;
    let flaw = is_http1.then(|| wire.take_flaw()).flatten();
    let mut request = request.map(Body::new);
    let extensions = request.extensions_mut();
    extensions.insert(peer);
    extensions.insert(Flaw(flaw));
    request
}

/// What is wrong with a request's head, as it came over the wire.
#[derive(Debug, Clone, Copy)]
pub struct Flaw(pub Option<&'static str>);

fn protocol(config: &Config) -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(config.header_timeout_s.0)
        .max_headers(HEADERS)
        .max_buf_size(HEAD_BYTES);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS)
        .max_header_list_size(super::MAX_HEAD_BYTES as u32)
        .max_pending_accept_reset_streams(RESETS)
        .max_local_error_reset_streams(RESETS)
        .keep_alive_interval(PING.0)
        .keep_alive_timeout(PING.1);
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_all_and_by_address_and_given_back() {
        let doors = Places::new(3, 2);
        let (near, far): (IpAddr, IpAddr) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        let first = doors.enter(household(near), false);
        let second = doors.enter(household(near), false);
        assert!(first.is_some() && second.is_some());
        assert!(doors.enter(household(near), false).is_none(), "two of one address");
        let third = doors.enter(household(near), true);
        assert!(third.is_some(), "a trusted proxy is not counted against itself");
        assert!(doors.enter(household(far), false).is_none(), "three in all");
        drop((first, second, third));
        assert!(doors.is_empty());
        assert!(doors.enter(household(far), false).is_some());
    }

    #[test]
    fn a_network_of_version_six_is_one_household() {
        let of = |text: &str| household(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2::9"), of("2001:db8:1:2:ffff::1"));
        assert_ne!(of("2001:db8:1:2::9"), of("2001:db8:1:3::9"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
    }
}
