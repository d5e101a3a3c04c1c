//! Repair of damaged XML, so that what stands behind the damage can be read as well.
//!
//! Where tags cross or have no end, an end tag ends all that was begun in its element, and one without a beginning is
//! nothing; elements that are open at the end of the file end there. A `<` that begins no tag is text. Browsers and
//! libxml2's recovery take such files in the same way.

/// Elements in one another beyond which one ends the element of its name around it, as each of many paragraphs without an
/// end would lie in the one before.
const DEEP: usize = 100;

/// A text whose tags are in order, and that says what a damaged one says.
pub fn mended(text: &str) -> String {
    let mut mender = Mender { out: String::new(), open: Vec::new() };
    let mut rest = text;
    while let Some((before, markup)) = rest.find('<').map(|at| rest.split_at(at)) {
        mender.out.push_str(before);
        let length = mender.markup(markup);
        rest = markup.get(length..).unwrap_or_default();
    }
    mender.out.push_str(rest);
    while let Some(name) = mender.open.pop() {
        mender.out.extend(["</", name, ">"]);
    }
    mender.out
}

struct Mender<'x> {
    out: String,
    /// Names of the elements that are not at their end.
    open: Vec<&'x str>,
}

impl<'x> Mender<'x> {
    /// Writes the markup that a text begins with, and tells how long it is.
    fn markup(&mut self, text: &'x str) -> usize {
        if let Some(length) = apart(text) {
            self.out.push_str(text.get(..length).unwrap_or_default());
            return length;
        }
        let is_tag = text[1..].trim_start_matches('/').starts_with(|c: char| c.is_alphabetic() || c == '_');
        let Some(end) = tag_end(text).filter(|_| is_tag) else {
            // What is cut off at the end of the file says nothing.
            if matches!(text, "<" | "</") || is_tag && !text[1..].contains('<') {
                return text.len();
            }
            self.out.push_str("&lt;");
            return 1;
        };
        let inside = text.get(1..end).unwrap_or_default();
        match inside.strip_prefix('/') {
            Some(name) => self.end(name.trim()),
            None => self.start(inside),
        }
        end + 1
    }

    fn start(&mut self, inside: &'x str) {
        let (inside, is_empty) = inside.strip_suffix('/').map_or((inside, false), |inside| (inside, true));
        let (name, attributes) = inside.split_at(name_end(inside));
        if self.open.len() >= DEEP {
            self.end(name);
        }
        self.out.extend(["<", name]);
        self.attributes(attributes);
        self.out.push_str(if is_empty { "/>" } else { ">" });
        if !is_empty {
            self.open.push(name);
        }
    }

    /// An end tag, with the ends of what was begun in its element.
    fn end(&mut self, name: &str) {
        let Some(at) = self.open.iter().rposition(|open| *open == name) else { return };
        for name in self.open.drain(at..).rev() {
            self.out.extend(["</", name, ">"]);
        }
    }

    /// Attributes, each once and with quotation marks.
    fn attributes(&mut self, text: &'x str) {
        let mut known: Vec<&str> = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
            rest = rest.get(at..).unwrap_or_default();
            let (name, after) = rest.split_at(name_end(rest));
            let (value, after) = match after.trim_start().strip_prefix('=') {
                Some(after) => value(after.trim_start()),
                None => ("", after),
            };
            if !known.contains(&name) {
                known.push(name);
                self.out.extend([" ", name, "=\"", &value.replace('"', "&quot;").replace('<', "&lt;"), "\""]);
            }
            rest = after;
        }
    }
}

/// The length of what is no tag: a comment, a section of characters, an instruction or a document type.
fn apart(text: &str) -> Option<usize> {
    let kinds = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!DOCTYPE", ">")];
    let (begin, end) = kinds.into_iter().find(|(begin, _)| text.starts_with(begin))?;
    let inside = text.get(begin.len()..)?;
    // A document type may have declarations in brackets.
    let brackets = inside.find(']').filter(|_| begin == "<!DOCTYPE" && inside.find('[') < inside.find('>'));
    let from = brackets.unwrap_or(0);
    Some(begin.len() + from + inside.get(from..)?.find(end)? + end.len())
}

/// Where the tag that a text begins with ends: at the first `>` outside quotation marks, and before any other `<`.
fn tag_end(text: &str) -> Option<usize> {
    let within = text.get(1..)?;
    let within = within.get(..within.find('<').unwrap_or(within.len()))?;
    let mut quote = None;
    let outside = within.char_indices().find(|(_, c)| match (quote, c) {
        (None, '"' | '\'') => {
            quote = Some(*c);
            false
        }
        (Some(open), c) if open == *c => {
            quote = None;
            false
        }
        (open, c) => open.is_none() && *c == '>',
    });
    // Where a quotation mark is missing, the first one has to do.
    outside.map(|(at, _)| at).or_else(|| within.find('>')).map(|at| at + 1)
}

/// Where the name that a text begins with ends.
fn name_end(text: &str) -> usize {
    text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | ':' | '-' | '.'))).unwrap_or(text.len())
}

/// The value that a text begins with, in quotation marks or not, and the text behind it.
fn value(text: &str) -> (&str, &str) {
    match text.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        Some(quote) => text[1..].split_once(quote).unwrap_or((&text[1..], "")),
        // The first of its quotation marks may be missing.
        None => text.split_at(text.find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'')).unwrap_or(text.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::mended;

    #[test]
    fn tags_are_put_in_order() {
        let cases = [
            ("<a>x<b>y</a>z</b>", "<a>x<b>y</b></a>z"),
            ("<a><p>one<p>two</a>", "<a><p>one<p>two</p></p></a>"),
            ("<a>x</b></a></a>", "<a>x</a>"),
            ("<a>1 < 2 <3 & 4</a>", "<a>1 &lt; 2 &lt;3 & 4</a>"),
            ("<a b=c d='e\"f' b=\"g\" h>x</a>", "<a b=\"c\" d=\"e&quot;f\" h=\"\">x</a>"),
            ("<a b='c>x</a>", "<a b=\"c\">x</a>"),
            ("<a b=c\" d=\"e\">x</a>", "<a b=\"c\" d=\"e\">x</a>"),
            ("<a>x<b/>y<p cla", "<a>x<b/>y</a>"),
            ("<a>x<b/>y</", "<a>x<b/>y</a>"),
            ("<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c>'>]><a><!-- <b> --><![CDATA[<c>]]></a>", ""),
        ];
        for (damaged, whole) in cases {
            assert_eq!(mended(damaged), if whole.is_empty() { damaged } else { whole });
        }
    }

    #[test]
    fn paragraphs_without_an_end_do_not_lie_in_one_another_without_end() {
        let text = mended(&format!("<a>{}</a>", "<p>x".repeat(5_000)));
        assert_eq!((text.matches("<p>").count(), text.matches("</p>").count()), (5_000, 5_000));
        let depth = text.split("</p><p>").next().unwrap_or_default().matches("<p>").count();
        assert!(depth <= super::DEEP, "{depth}");
    }

    #[test]
    fn whatever_is_mended_is_sound() {
        use crate::xml::XmlReader;
        use transvase_base::changed::changed;
        use transvase_base::context::Context;
        let text =
            "<?xml version='1.0'?><a b='1'><!-- c --><p:d e=\"2\">x &amp; y<br/></p:d><![CDATA[<f>]]><g>z</g></a>";
        for seed in 0..2_000 {
            let bytes = changed(text.as_bytes(), seed, 6);
            let whole = mended(&String::from_utf8_lossy(&bytes));
            let context = Context::default();
            let mut reader = XmlReader::new(&whole, &context);
            while reader.next().unwrap_or_else(|error| panic!("{error}: {whole}")).is_some() {}
        }
    }
}
