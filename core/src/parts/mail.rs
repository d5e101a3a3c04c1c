//! Whether a text is an e-mail message (RFC 5322), told from a letter that begins with the same words.

/// Bytes in which the fields of a message are looked for: programs that pass it on put theirs before it.
const LOOK: usize = 32 << 10;

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

/// What a message is, by the fields that it begins with; `None` where it is none.
pub(crate) fn name(bytes: &[u8]) -> Option<&'static str> {
    let head = bytes.get(..LOOK.min(bytes.len())).unwrap_or_default();
    let head = String::from_utf8_lossy(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head));
    let mut lines = head.trim_start().lines().peekable();
    // What begins each message of a mailbox (RFC 4155).
    let is_mailbox = lines.next_if(|line| line.starts_with("From ")).is_some();
    let fields = fields(lines)?;
    let has = |known: &[&str]| fields.iter().any(|(name, _)| known.contains(&name.as_str()));
    let is_message = has(&OF_PROGRAMS) && (has(&OF_PEOPLE) || is_mailbox);
    let is_page = || fields.iter().any(|(name, said)| name == "content-type" && said.contains("multipart/related"));
    let is_saved = || fields.iter().any(|(name, said)| name == "from" && said.to_lowercase().contains("<saved by"));
    match is_message {
        true if is_mailbox => Some("a mailbox of e-mail messages (mbox)"),
        true if is_saved() || is_page() && !has(&["to"]) => Some("a saved web page (MHTML)"),
        true => Some("an e-mail message (MIME)"),
        false => None,
    }
}

/// The fields up to the first empty line, with their names in lower case; `None` where a line is no field.
fn fields<'a>(lines: impl Iterator<Item = &'a str>) -> Option<Vec<(String, String)>> {
    let mut fields: Vec<(String, String)> = Vec::new();
    for line in lines.take_while(|line| !line.trim().is_empty()) {
        if line.starts_with([' ', '\t']) {
            fields.last_mut()?.1.push_str(line);
            continue;
        }
        let (name, said) = line.trim_start_matches('>').split_once(':')?;
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic());
        is_name.then(|| fields.push((name.to_ascii_lowercase(), said.to_owned())))?;
    }
    Some(fields)
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
            ("From: Ann\nTo: Ben\nSubject: Lunch\nDate: 3 March\n\nDear Ben,", None),
            ("From the hills we came: it was late.\n\nContent-Type: none", None),
            ("Subject: minutes\nPresent were Ann and Ben.\n\nMessage-ID: 3", None),
            ("", None),
        ];
        for (text, said) in cases {
            assert_eq!(name(text.as_bytes()), said, "{text}");
        }
    }
}
