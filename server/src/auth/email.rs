//! E-mail addresses, by which accounts are known.

/// Longest address in characters (RFC 5321, 4.5.3.1.3, without the angle brackets).
const LENGTH: usize = 254;

/// The address as it is kept: trimmed, in lower case; `None` where it cannot be one. Whether mail
/// arrives there is another matter.
pub fn normal(text: &str) -> Option<String> {
    let email = text.trim().to_lowercase();
    let is_plain = email.chars().all(|c| !c.is_control() && !c.is_whitespace() && !"<>\"(),;:\\".contains(c));
    let is_address = email.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty() && host.contains('.') && !host.contains('@') && !host.starts_with('.') && !host.ends_with('.')
    });
    (is_plain && is_address && email.len() <= LENGTH).then_some(email)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_lower_case_and_trimmed() {
        assert_eq!(normal(" Ann@Example.ORG ").unwrap(), "ann@example.org");
        assert!(normal("jörg+x@exämple.org").is_some());
    }

    #[test]
    fn what_cannot_be_an_address_is_refused() {
        let long = format!("{}@example.org", "x".repeat(250));
        for odd in ["", "ann", "@example.org", "ann@", "ann@host", "a@b@c.de", "a b@c.de", "a@.de", "<a@b.de>", &long] {
            assert_eq!(normal(odd), None, "{odd}");
        }
    }
}
