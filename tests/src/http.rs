//! A small HTTP/1.1 client over plain sockets, for requests no library would send.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};

use serde_json::Value;

use crate::service::GUARD;

/// An answer.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Its status.
    pub status: u16,
    /// Its headers, by their names in lower case.
    pub headers: BTreeMap<String, String>,
    /// Its body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as JSON; null where it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The problem's code; empty where it is no problem document.
    pub fn code(&self) -> String {
        let is_problem = self.header("content-type") == "application/problem+json";
        let code = self.json()["code"].as_str().unwrap_or_default().to_owned();
        if is_problem { code } else { String::new() }
    }

    /// A header's value, empty where there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

/// A connection.
///
/// # Panics
/// Where nobody listens.
pub fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("somebody listens");
    stream.set_read_timeout(Some(GUARD)).expect("a socket takes a timeout");
    stream.set_nodelay(true).expect("a socket takes options");
    stream
}

/// Sends bytes over a connection of their own, ends that side, and reads the answer.
///
/// # Panics
/// Where there is no answer.
pub fn send(address: SocketAddr, request: &[u8]) -> Answer {
    let mut stream = connect(address);
    // A server that has answered may have closed: the answer is there all the same.
    let _ = stream.write_all(request);
    read(&mut stream)
        .unwrap_or_else(|| panic!("no answer to {:?}", String::from_utf8_lossy(&request[..request.len().min(200)])))
}

/// Reads one answer; `None` where the connection ends before it.
pub fn read(stream: &mut TcpStream) -> Option<Answer> {
    read_answer(stream, false)
}

/// As [`read`], for an answer to HEAD, which has no body.
pub fn read_head(stream: &mut TcpStream) -> Option<Answer> {
    read_answer(stream, true)
}

fn read_answer(stream: &mut TcpStream, is_head: bool) -> Option<Answer> {
    let head = String::from_utf8_lossy(&head_of(stream)?).into_owned();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    if status == 100 {
        return read_answer(stream, is_head);
    }
    let lines = head.lines().skip(1).filter_map(|line| line.split_once(": "));
    let headers: BTreeMap<_, _> =
        lines.map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned())).collect();
    let length = headers.get("content-length").and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut body = vec![0; if is_head || status == 304 { 0 } else { length }];
    stream.read_exact(&mut body).ok()?;
    Some(Answer { status, headers, body })
}

/// Reads one request with a body of known length: its head and its body. `None` where the connection ends before it.
pub fn read_request(stream: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let head = String::from_utf8_lossy(&head_of(stream)?).into_owned();
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    let length = lines.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let mut body = vec![0; length.and_then(|(_, text)| text.trim().parse().ok()).unwrap_or(0)];
    stream.read_exact(&mut body).ok()?;
    Some((head, body))
}

/// Takes the head of an answer, and nothing of what is behind it.
fn head_of(stream: &mut TcpStream) -> Option<Vec<u8>> {
    let mut head = Vec::new();
    let mut ahead = [0; 4096];
    loop {
        let seen = stream.peek(&mut ahead).ok().filter(|seen| *seen > 0)?;
        let before = head.len();
        head.extend(&ahead[..seen]);
        let end = head.windows(4).position(|four| four == b"\r\n\r\n").map(|at| at + 4);
        head.truncate(end.unwrap_or(head.len()));
        stream.read_exact(&mut ahead[..head.len() - before]).ok()?;
        if end.is_some() {
            return Some(head);
        }
    }
}

/// Whether the other side has ended the connection.
pub fn is_closed(stream: &mut TcpStream) -> bool {
    let _ = stream.shutdown(Shutdown::Write);
    let mut rest = Vec::new();
    // A reset is an end too.
    stream
        .read_to_end(&mut rest)
        .map_or_else(|error| error.kind() == std::io::ErrorKind::ConnectionReset, |_| rest.is_empty())
}

/// The bytes of a request with a body of known length.
pub fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut head = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\n");
    for (name, value) in headers {
        head.extend([name, ": ", value, "\r\n"]);
    }
    if method != "GET" && method != "HEAD" {
        head.extend(["Content-Length: ", &body.len().to_string(), "\r\n"]);
    }
    [head.as_bytes(), b"\r\n", body].concat()
}

/// `GET`.
pub fn get(address: SocketAddr, path: &str, headers: &[(&str, &str)]) -> Answer {
    send(address, &request("GET", path, headers, b""))
}

/// `GET` with a key.
pub fn get_with(address: SocketAddr, path: &str, key: &str) -> Answer {
    get(address, path, &[("Authorization", &format!("Bearer {key}"))])
}

/// The boundary of [`multipart`].
pub const BOUNDARY: &str = "a-boundary-of-the-tests";

/// A part of a form: its name, the name of its file, its content.
pub type Part<'a> = (&'a str, Option<&'a str>, &'a [u8]);

/// A body of multipart/form-data.
pub fn multipart(parts: &[Part]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, file, content) in parts {
        let file = file.map_or_else(String::new, |file| format!("; filename=\"{file}\""));
        body.extend(format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n").bytes());
        body.extend(*content);
        body.extend(b"\r\n");
    }
    body.extend(format!("--{BOUNDARY}--\r\n").bytes());
    body
}

/// The bytes of a conversion's request.
pub fn conversion(key: &str, headers: &[(&str, &str)], parts: &[Part]) -> Vec<u8> {
    form("/api/convert", key, headers, parts)
}

/// The bytes of a form that is sent somewhere.
pub fn form(path: &str, key: &str, headers: &[(&str, &str)], parts: &[Part]) -> Vec<u8> {
    let (key, kind) = (format!("Bearer {key}"), format!("multipart/form-data; boundary={BOUNDARY}"));
    let own = [("Authorization", key.as_str()), ("Content-Type", kind.as_str())];
    request("POST", path, &[&own, headers].concat(), &multipart(parts))
}

/// Converts.
pub fn convert(address: SocketAddr, key: &str, parts: &[Part]) -> Answer {
    send(address, &conversion(key, &[], parts))
}
