//! DTD leftovers that a parser of HTML does not know: declarations in the document type (XML 1.0, 2.8 and 4.2), and
//! comments that never end.

use std::borrow::Cow;
use std::collections::BTreeMap;

use transvase_base::context::Context;
use transvase_base::error::Result;

/// Entities that are declared; others stay as they are written.
const MAX_ENTITIES: usize = 256;
/// Bytes of each; longer ones stay as they are written.
const MAX_BYTES: usize = 1_024;

/// A text without declarations in its document type, and with its own entities replaced.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub fn without_declarations<'t>(text: &'t str, context: &Context) -> Result<Cow<'t, str>> {
    let Some((before, declarations, rest)) = parts(text) else { return Ok(Cow::Borrowed(text)) };
    let entities = entities(declarations);
    context.charge_unpacked(text.len())?;
    let mut out = format!("{}>", before.trim_end());
    let mut pieces = rest.split('&');
    out.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        context.tick(1)?;
        let known = piece.split_once(';').and_then(|(name, after)| Some((entities.get(name)?, after)));
        match known {
            Some((value, after)) => {
                context.charge_unpacked(value.len())?;
                out.extend([*value, after]);
            }
            None => out.extend(["&", piece]),
        }
    }
    Ok(Cow::Owned(out))
}

/// What stands before the declarations of a document type, the declarations, and what stands behind the document type.
fn parts(text: &str) -> Option<(&str, &str, &str)> {
    let start = text.find("<!DOCTYPE")?;
    let open = start + text.get(start..)?.find('[')?;
    if text.get(start..open)?.contains('>') {
        return None;
    }
    let inside = text.get(open + 1..)?;
    let mut ends = inside.match_indices(']').map(|(at, _)| at);
    let (close, rest) = ends.find_map(|at| Some((at, inside[at + 1..].trim_start().strip_prefix('>')?)))?;
    Some((&text[..open], &inside[..close], rest))
}

/// The entities that are text, by their names. Those with markup or with others in them are left out, so that none grows.
fn entities(declarations: &str) -> BTreeMap<&str, &str> {
    let declared = declarations.split("<!ENTITY").skip(1).take(MAX_ENTITIES).filter_map(|declared| {
        let (name, after) = declared.trim_start().split_once(char::is_whitespace)?;
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, _) = after[1..].split_once(quote)?;
        Some((name, value))
    });
    let is_text =
        |value: &str| value.len() <= MAX_BYTES && !value.contains('<') && !value.replace("&#", "").contains('&');
    declared.filter(|(_, value)| is_text(value)).collect()
}

/// A text in which a comment that never ends is none, so that what follows it is not lost.
pub(super) fn without_open_comment(text: &str) -> Cow<'_, str> {
    const OPEN: &str = "<!--";
    let ends = |rest: &str| ["-->", "--!>"].iter().any(|end| rest.contains(end)) || rest.starts_with(['>', '-']);
    match text.rfind(OPEN).filter(|at| !ends(&text[at + OPEN.len()..])) {
        // What ends at the next tag is a comment of another kind (HTML, 13.2.5.41).
        Some(at) => Cow::Owned(format!("{}<!{}", &text[..at], &text[at + OPEN.len()..])),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::context::Limits;
    use transvase_base::options::Options;

    #[test]
    fn declarations_go_and_their_entities_are_replaced() {
        let context = Context::default();
        let settled = |text: &str| without_declarations(text, &context).unwrap().into_owned();
        let text = "<!DOCTYPE html [<!ENTITY a 'x]y'> <!ENTITY b \"&#160;\"><!ENTITY c '&a;&a;'><!ENTITY d SYSTEM 'f'>]>\n<p>&a; &b;&c;&d;&e;& f</p>";
        assert_eq!(settled(text), "<!DOCTYPE html>\n<p>x]y &#160;&c;&d;&e;& f</p>");
        for plain in ["<!DOCTYPE html><p>[a]></p>", "<p>&a;</p>", "<!DOCTYPE html ["] {
            assert_eq!(settled(plain), plain);
        }
        let limits = Limits { unpacked_bytes: 10_000, ..Limits::default() };
        let context = Context::new(Options::default(), limits);
        let many = format!("<!DOCTYPE a [<!ENTITY a '{}'>]>{}", "x".repeat(1_000), "&a;".repeat(1_000));
        assert!(without_declarations(&many, &context).is_err());
    }

    #[test]
    fn comments_without_an_end_end() {
        assert_eq!(without_open_comment("a<!-- b --><!-- c <p>d</p>"), "a<!-- b --><! c <p>d</p>");
        for plain in ["a<!-- b -->c", "a<!-->b", "a<!-- b --!>c", "a"] {
            assert_eq!(without_open_comment(plain), plain);
        }
    }
}
