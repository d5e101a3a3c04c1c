//! An `svg` element of a page as a file of its own, without its words and the pictures that lie beside the page.

use crate::html::{Content, Element, NodeId, Tree};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// How deep elements may lie in one another: painting them is as deep.
const MAX_DEPTH: usize = 256;

/// The file.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub(crate) fn markup(tree: &Tree, root: NodeId, context: &Context) -> Result<Vec<u8>> {
    let mut file = String::new();
    write(tree, root, &mut file, 0, context)?;
    Ok(file.into_bytes())
}

fn write(tree: &Tree, id: NodeId, file: &mut String, depth: usize, context: &Context) -> Result<()> {
    context.tick(1)?;
    match tree.content(id) {
        Content::Text(text) => escape(text, file),
        Content::Element(element) if depth < MAX_DEPTH && is_drawn(element) => {
            let mut attributes = attributes(element);
            if depth == 0 {
                attributes.push(("xmlns", "http://www.w3.org/2000/svg"));
            }
            file.extend(["<", element.local()]);
            for (name, value) in attributes {
                file.extend([" ", name, "=\""]);
                escape(value, file);
                file.push('"');
            }
            file.push('>');
            for child in std::iter::successors(tree.first_child(id), |child| tree.next(*child)) {
                write(tree, child, file, depth + 1, context)?;
            }
            file.extend(["</", element.local(), ">"]);
        }
        _ => {}
    }
    Ok(())
}

/// Text as XML has it (XML 1.0, 2.4); characters that it does not allow are left out.
fn escape(text: &str, file: &mut String) {
    for c in text.chars() {
        match c {
            '&' => file.push_str("&amp;"),
            '<' => file.push_str("&lt;"),
            '>' => file.push_str("&gt;"),
            '"' => file.push_str("&quot;"),
            '\0'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => {}
            c => file.push(c),
        }
    }
}

/// Elements of SVG that are shapes or say something of them; of pictures those that lie in the drawing.
fn is_drawn(element: &Element) -> bool {
    match element.local() {
        "text" | "foreignObject" | "script" => false,
        "image" => element.attribute("href").is_some_and(|href| href.starts_with("data:")),
        name => !element.is_html() && is_plain(name),
    }
}

/// Attributes without a name space, and links: by their name alone, as SVG 2 (16.1.6) has them.
fn attributes(element: &Element) -> Vec<(&str, &str)> {
    let link = element.attribute("href").map(|href| ("href", href));
    let plain = element.attributes.iter().map(|attribute| (&*attribute.name.local, &*attribute.value));
    let plain = plain.filter(|(name, _)| is_plain(name) && !matches!(*name, "href" | "xmlns"));
    plain.chain(link).collect()
}

/// Whether a name is one of XML without a prefix.
fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::{Dialect, parse};

    #[test]
    fn shapes_stay_and_words_go() {
        let page = "<p><svg viewBox='0 0 9 9' onload='x()'><text>no</text><g sodipodi:x='1'><path d='M0 0h9'/></g>\
                    <use xlink:href='#a'/><image href='beside.png'/><sodipodi:view/></svg>";
        let context = Context::default();
        let tree = parse(page, Dialect::default(), &context).unwrap();
        let file = markup(&tree, tree.first("svg").unwrap(), &context).unwrap();
        let file = String::from_utf8(file).unwrap();
        let expected = "<svg viewBox=\"0 0 9 9\" onload=\"x()\" xmlns=\"http://www.w3.org/2000/svg\"><g>\
                        <path d=\"M0 0h9\"></path></g><use href=\"#a\"></use></svg>";
        assert!(file.ends_with(expected), "{file}");
    }
}
