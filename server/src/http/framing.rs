//! Request framing, against request smuggling: where each request of an HTTP/1 connection begins, read from the bytes
//! as they come. The HTTP library drops one of two lengths that a head names before anybody sees it, and proxies and
//! servers have been made to read those differently (RFC 9112, 6.3).

use std::collections::VecDeque;

/// Bytes of a head; the HTTP library refuses longer ones.
const HEAD_BYTES: usize = 64 << 10;

/// Bytes of a line between the pieces of a body.
const LINE_BYTES: usize = 16 << 10;

/// Heads that are remembered before they are asked for: nobody sends more at once and waits for the answers.
const HEADS: usize = 1024;

/// What the next bytes are.
#[derive(Debug)]
enum Next {
    /// A line of a head, or an empty one before it.
    Head,
    /// So many bytes of a body.
    Body(u64),
    /// The line with the size of a chunk (RFC 9112, 7.1).
    Size,
    /// So many bytes of a chunk.
    Chunk(u64),
    /// The end of the line behind a chunk.
    ChunkEnd,
    /// Lines behind the last chunk, up to an empty one.
    Trailers,
    /// Nothing that can be followed: HTTP/2, or what is refused anyway.
    Unknown,
}

/// Follows the bytes of a connection from head to head.
#[derive(Debug)]
pub struct Framing {
    next: Next,
    line: Vec<u8>,
    head: Head,
    heads: VecDeque<Head>,
}

/// What the lines of a head say of the length of its body, and of the host.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Head {
    bytes: usize,
    is_http_1_1: bool,
    length: Option<u64>,
    has_length: bool,
    is_chunked: bool,
    hosts: usize,
}

impl Default for Framing {
    fn default() -> Self {
        Framing { next: Next::Head, line: Vec::new(), head: Head::default(), heads: VecDeque::new() }
    }
}

impl Head {
    /// What is wrong with the head, in one sentence.
    pub fn flaw(&self) -> Option<&'static str> {
        if self.has_length && self.is_chunked {
            return Some("A request may have Content-Length or Transfer-Encoding, but not both.");
        }
        // RFC 9112, 3.2.
        let is_bad = if self.is_http_1_1 { self.hosts != 1 } else { self.hosts > 1 };
        is_bad.then_some("A request of HTTP/1.1 must have exactly one Host header.")
    }

    fn read(&mut self, line: &[u8]) {
        if self.bytes == 0 {
            self.is_http_1_1 = line.ends_with(b"HTTP/1.1");
        }
        self.bytes += line.len() + 1;
        let mut parts = line.splitn(2, |byte| *byte == b':');
        let (name, value) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let is = |known: &str| name.trim_ascii().eq_ignore_ascii_case(known.as_bytes());
        if is("content-length") {
            self.has_length = true;
            self.length = std::str::from_utf8(value).ok().and_then(|text| text.trim().parse().ok());
        } else if is("transfer-encoding") {
            self.is_chunked = true;
        } else if is("host") {
            self.hosts += 1;
        }
    }
}

impl Framing {
    /// The head of the next request, once it was read; `None` where the connection cannot be followed.
    pub fn take_head(&mut self) -> Option<Head> {
        self.heads.pop_front()
    }

    /// Takes in what came.
    pub fn read(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            bytes = match self.next {
                Next::Unknown => return,
                Next::Body(left) => self.skip(bytes, left, Next::Body, Next::Head),
                Next::Chunk(left) => self.skip(bytes, left, Next::Chunk, Next::ChunkEnd),
                _ => self.read_line(bytes),
            };
        }
    }

    fn skip<'b>(&mut self, bytes: &'b [u8], left: u64, same: fn(u64) -> Next, then: Next) -> &'b [u8] {
        let taken = left.min(bytes.len() as u64);
        self.next = if taken == left { then } else { same(left - taken) };
        &bytes[taken as usize..]
    }

    fn read_line<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let end = bytes.iter().position(|byte| *byte == b'\n');
        self.line.extend_from_slice(&bytes[..end.unwrap_or(bytes.len())]);
        let most =
            if matches!(self.next, Next::Head) { HEAD_BYTES - self.head.bytes.min(HEAD_BYTES) } else { LINE_BYTES };
        if self.line.len() > most {
            self.give_up();
            return &[];
        }
        let Some(end) = end else { return &[] };
        let line = std::mem::take(&mut self.line);
        self.end_line(line.strip_suffix(b"\r").unwrap_or(&line));
        &bytes[end + 1..]
    }

    fn end_line(&mut self, line: &[u8]) {
        self.next = match self.next {
            Next::Head if self.head.bytes == 0 && line.is_empty() => Next::Head,
            Next::Head if self.head.bytes == 0 && line.starts_with(b"PRI * HTTP/2") => return self.give_up(),
            Next::Head if line.is_empty() => return self.end_head(),
            Next::Head => {
                self.head.read(line);
                Next::Head
            }
            Next::ChunkEnd => Next::Size,
            Next::Size => match size(line) {
                Some(0) => Next::Trailers,
                Some(size) => Next::Chunk(size),
                None => return self.give_up(),
            },
            Next::Trailers if line.is_empty() => Next::Head,
            Next::Trailers => Next::Trailers,
            Next::Body(_) | Next::Chunk(_) | Next::Unknown => return self.give_up(),
        };
    }

    fn end_head(&mut self) {
        let head = std::mem::take(&mut self.head);
        self.next = match (head.is_chunked, head.has_length, head.length) {
            (true, ..) => Next::Size,
            (false, false, _) | (false, true, Some(0)) => Next::Head,
            (false, true, Some(length)) => Next::Body(length),
            (false, true, None) => Next::Unknown,
        };
        self.heads.push_back(head);
        if self.heads.len() > HEADS {
            self.give_up();
        }
    }

    /// Whatever is next is not looked at; heads that were read stay.
    fn give_up(&mut self) {
        self.next = Next::Unknown;
        self.line = Vec::new();
    }
}

/// The size of a chunk, without what may follow it.
fn size(line: &[u8]) -> Option<u64> {
    let digits = line.split(|byte| *byte == b';').next().unwrap_or_default().trim_ascii();
    let digits = std::str::from_utf8(digits).ok().filter(|text| !text.starts_with('+'))?;
    u64::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The flaws of all heads, whichever way the bytes are cut.
    fn flaws(bytes: &[u8]) -> Vec<bool> {
        let read = |pieces: &mut dyn Iterator<Item = &[u8]>| {
            let mut framing = Framing::default();
            pieces.for_each(|piece| framing.read(piece));
            std::iter::from_fn(|| framing.take_head()).map(|head| head.flaw().is_some()).collect::<Vec<_>>()
        };
        let whole = read(&mut std::iter::once(bytes));
        for size in 1..20 {
            assert_eq!(read(&mut bytes.chunks(size)), whole, "in pieces of {size}");
        }
        whole
    }

    #[test]
    fn every_head_of_a_connection_is_found() {
        let plain = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
        let sized = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 24\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n";
        let chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\
                       5;a=b\r\n\r\n\r\n\n\r\n0\r\nX: y\r\n\r\n";
        let both = "POST / HTTP/1.1\r\nHost: x\r\ntransfer-encoding: chunked\r\nCONTENT-LENGTH: 4\r\n\r\n0\r\n\r\n";
        assert_eq!(flaws(format!("{plain}\r\n{sized}{chunked}{plain}").as_bytes()), [false; 4]);
        assert_eq!(flaws(format!("{sized}{both}{plain}").as_bytes()), [false, true, false]);
        assert_eq!(flaws(format!("{chunked}{both}").as_bytes()), [false, true]);
    }

    #[test]
    fn a_host_is_named_once() {
        assert_eq!(flaws(b"GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\nHost: a\nhost: b\n\n"), [true, true]);
        assert_eq!(flaws(b"GET / HTTP/1.0\r\n\r\nGET / HTTP/1.0\r\nHost: a\r\n\r\n"), [false, false]);
    }

    #[test]
    fn what_cannot_be_followed_is_let_go() {
        assert!(flaws(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nGET / HTTP/1.1\r\n\r\n").is_empty());
        assert!(flaws(&vec![b'x'; 2 * HEAD_BYTES]).is_empty());
        assert_eq!(flaws(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\nGET / HTTP/1.1\r\n\r\n"), [false]);
    }
}
