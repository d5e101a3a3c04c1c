//! E-mail detection: whether a text is a message (RFC 5322) or only a letter that begins with the same words.

/// Bytes in which the fields of a message are looked for: programs that pass it on put theirs before it.
const LOOK: usize = 32 << 10;

/// Lines of fields to one that is none: what is damaged has a few.
const FIELDS_TO_OTHERS: usize = 4;

/// Fields that programs write and people do not (RFC 5322, 3.6, RFC 2045, 3, RFC 6376, 3.5), in lower case.
const OF_PROGRAMS: [&str; 9] = [
    "mime-version",
    "content-type",
    "content-transfer-encoding",
    "received",
    "return-path",
    "message-id",
    "dkim-signature",
    "delivered-to",
    "in-reply-to",
];

/// Fields of people, of which a message has one at least (RFC 5322, 3.6, and RFC 2557, 4.2).
const OF_PEOPLE: [&str; 7] = ["from", "to", "subject", "date", "sender", "reply-to", "content-location"];

/// Ways of writing a text that nobody can read as it is (RFC 2045, 6).
const CODED: [&str; 2] = ["base64", "quoted-printable"];

/// What a message is, by the fields that it begins with; `None` where it is none.
pub fn name(bytes: &[u8]) -> Option<&'static str> {
    let head = Head::of(bytes)?;
    let is_page = || head.says("content-type", "multipart/related");
    let is_saved = || head.says("from", "<saved by");
    match head.is_message() {
        true if head.is_mailbox => Some("a mailbox of e-mail messages (mbox)"),
        true if is_saved() || is_page() && !head.has(&["to"]) => Some("a saved web page (MHTML)"),
        true => Some("an e-mail message (MIME)"),
        false => None,
    }
}

/// Whether bytes are a message whose text cannot be read as it is written.
pub fn is_coded(bytes: &[u8]) -> bool {
    let is_coded = |head: &Head| {
        head.says("content-type", "multipart/") || CODED.iter().any(|way| head.says("content-transfer-encoding", way))
    };
    Head::of(bytes).is_some_and(|head| head.is_message() && is_coded(&head))
}

/// The fields that a message begins with.
struct Head {
    /// Whether a line before them begins a message of a mailbox (RFC 4155).
    is_mailbox: bool,
    /// Their names in lower case, and what they say.
    fields: Vec<(String, String)>,
}

impl Head {
    /// The fields up to the first empty line; `None` where most of it is something else.
    fn of(bytes: &[u8]) -> Option<Head> {
        let head = bytes.get(..LOOK.min(bytes.len())).unwrap_or_default();
        let text = decoded(head);
        // Lines end as on one system or another.
        let text = text.trim_start_matches('\u{FEFF}').replace("\r\n", "\n").replace('\r', "\n");
        let mut lines = text.trim_start().lines().peekable();
        // Mail of Apple begins with its length.
        lines.next_if(|line| !line.trim().is_empty() && line.trim().bytes().all(|byte| byte.is_ascii_digit()));
        let is_mailbox = lines.next_if(|line| line.trim_start_matches('>').starts_with("From ")).is_some();
        let mut fields: Vec<(String, String)> = Vec::new();
        let mut others = 0;
        for line in lines.take_while(|line| !line.trim().is_empty()) {
            match (field(line), fields.last_mut()) {
                (Some(field), _) => fields.push(field),
                (None, Some(last)) if line.starts_with([' ', '\t']) => last.1.push_str(&line.to_lowercase()),
                _ => others += 1,
            }
        }
        (others * FIELDS_TO_OTHERS <= fields.len()).then_some(Head { is_mailbox, fields })
    }

    fn has(&self, known: &[&str]) -> bool {
        self.fields.iter().any(|(name, _)| known.contains(&name.as_str()))
    }

    fn says(&self, known: &str, words: &str) -> bool {
        self.fields.iter().any(|(name, said)| name == known && said.contains(words))
    }

    /// Whether it is one: programs have written some of it, or it comes from an address and has a subject or a time.
    fn is_message(&self) -> bool {
        let is_of_programs = self.has(&OF_PROGRAMS) && (self.has(&OF_PEOPLE) || self.is_mailbox);
        let has_time = || self.fields.iter().any(|(name, said)| name == "date" && is_time(said));
        is_of_programs || self.says("from", "@") && (self.has(&["subject"]) || has_time())
    }
}

#[cfg(feature = "xml")]
fn decoded(head: &[u8]) -> String {
    transvase_base::charset::beginning(head).unwrap_or_else(|| String::from_utf8_lossy(head).into_owned())
}

/// Without a reader of texts they are all ASCII.
#[cfg(not(feature = "xml"))]
fn decoded(head: &[u8]) -> String {
    String::from_utf8_lossy(head).into_owned()
}

/// Whether there is a time with its seconds or minutes, as people write none.
fn is_time(said: &str) -> bool {
    let is_clock = |word: &str| word.contains(':') && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
    said.split_whitespace().any(is_clock)
}

/// A line as a field: its name, and what it says, in lower case.
fn field(line: &str) -> Option<(String, String)> {
    let (name, said) = line.trim_start_matches('>').split_once(':')?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic());
    is_name.then(|| (name.to_ascii_lowercase(), said.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_from_letters() {
        let mail = Some("an e-mail message (MIME)");
        let cases = [
            ("Subject: Hi\r\nFrom: a@b.example\r\nMIME-Version: 1.0\r\n\r\nText", mail),
            ("Received: from x\n\tby y\nX-Own: 1\nDate: Tue, 3 Mar 2026 12:30:00 +0100\n\nText", mail),
            (
                "From ann@b.example Wed Jul 20 17:35:09 2016\nMessage-ID: <1@b>\n\nText",
                Some("a mailbox of e-mail messages (mbox)"),
            ),
            (
                "From: <Saved by Blink>\nSubject: Page\nMIME-Version: 1.0\nContent-Type: multipart/related;\n\ttype=\"text/html\"\n\n",
                Some("a saved web page (MHTML)"),
            ),
            ("412       \nFrom: Ann <a@b.example>\nSubject: Hi\nDate: Tue, 3 Mar 2026 12:30:00 +0100\n\nText", mail),
            ("From: a@b.example\rSubject: Hi\r\rText", mail),
            ("Delivered-To: x\na line that is none\nFrom: a@b.c\nTo: d@e.f\nSubject: Hi\n\nText", mail),
            (">From a@b Tue Mar 3\nMIME-Version: 1.0\nFrom: a\n\nText", Some("a mailbox of e-mail messages (mbox)")),
            ("From: Ann\nTo: Ben\nSubject: Lunch\nDate: 3 March\n\nDear Ben,", None),
            ("From the hills we came: it was late.\n\nContent-Type: none", None),
            ("Subject: minutes\nPresent were Ann and Ben.\n\nMessage-ID: 3", None),
            ("", None),
        ];
        for (text, said) in cases {
            assert_eq!(name(text.as_bytes()), said, "{text}");
        }
        let wide: Vec<u8> = "\u{FEFF}From: a@b.c\nSubject: x\n\ny".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(name(&wide), mail);
    }

    #[test]
    fn messages_are_coded_or_can_be_read_as_they_are() {
        let head = "From: a@b.example\nSubject: Hi\nMIME-Version: 1.0\n";
        let cases = [
            ("Content-Type: multipart/mixed; boundary=x", true),
            ("Content-Type: text/plain\nContent-Transfer-Encoding: base64", true),
            ("Content-Type:\n\tmultipart/alternative", true),
            ("Content-Type: text/plain; charset=utf-8", false),
        ];
        for (fields, coded) in cases {
            assert_eq!(is_coded(format!("{head}{fields}\n\nText").as_bytes()), coded, "{fields}");
        }
        assert!(!is_coded(b"Content-Transfer-Encoding: base64\n\nis a field of mail."));
    }
}
