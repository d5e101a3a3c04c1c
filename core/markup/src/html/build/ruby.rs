//! `ruby`: characters with small letters above them.

use transvase_base::error::Result;
use transvase_model::flow::{Inline, Run};

use super::super::css::Computed;
use super::super::tree::{Content, Element, NodeId, Tree};
use super::{Builder, Walk};

/// Characters that stand in one piece under their small letters. More are a gloss on a phrase, which
/// has to be broken into lines; its letters then follow it in brackets.
const MAX_BASE: usize = 16;

/// Some characters and the small letters above them; none where these are empty.
#[derive(Debug, PartialEq, Eq)]
struct Pair {
    base: String,
    small: String,
}

/// Characters and small letters that belong together, as far as they are read.
#[derive(Debug, Default)]
struct Group {
    bases: Vec<String>,
    smalls: Vec<String>,
}

impl Group {
    /// Hands the pairs on: each piece with its own letters, or all with all. `None` where one cannot
    /// be set as ruby.
    fn close(&mut self, pairs: &mut Vec<Pair>) -> Option<()> {
        let Group { bases, smalls } = std::mem::take(self);
        if bases.len() == smalls.len() {
            pairs.extend(bases.into_iter().zip(smalls).map(|(base, small)| Pair { base, small }));
        } else {
            pairs.push(Pair { base: bases.concat(), small: smalls.concat() });
        }
        let sound = |pair: &Pair| pair.small.is_empty() || (1..=MAX_BASE).contains(&pair.base.chars().count());
        pairs.iter().all(sound).then_some(())
    }
}

/// The pairs of a `ruby` element; `None` where it holds more than text, or nothing above its text.
fn pairs(tree: &Tree, ruby: NodeId) -> Option<Vec<Pair>> {
    let (mut pairs, mut group) = (Vec::new(), Group::default());
    for id in tree.descendants(ruby) {
        match tree.content(id) {
            Content::Element(element) => match element.local() {
                "rt" => group.smalls.push(String::new()),
                "rb" => {
                    if !group.smalls.is_empty() {
                        group.close(&mut pairs)?;
                    }
                    group.bases.push(String::new());
                }
                "rp" | "span" | "b" | "strong" | "i" | "em" | "small" | "big" | "font" | "u" => {}
                "rbc" | "a" | "x-place" if element.is_place() => {}
                _ => return None,
            },
            Content::Text(text) => match part_of(tree, id, ruby) {
                "rp" => {}
                "rt" => add(&mut group.smalls, text),
                _ if text.trim().is_empty() => {}
                _ => {
                    if !group.smalls.is_empty() {
                        group.close(&mut pairs)?;
                    }
                    add(&mut group.bases, text);
                }
            },
            Content::Document | Content::Other => {}
        }
    }
    group.close(&mut pairs)?;
    pairs.iter().any(|pair| !pair.small.is_empty()).then_some(pairs)
}

/// Appends text to the last of the pieces.
fn add(pieces: &mut Vec<String>, text: &str) {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match pieces.last_mut() {
        Some(piece) => piece.push_str(&words),
        None => pieces.push(words),
    }
}

/// The part of the ruby that some text lies in.
fn part_of(tree: &Tree, text: NodeId, ruby: NodeId) -> &str {
    let around = std::iter::successors(tree.parent(text), |id| tree.parent(*id)).take_while(|id| *id != ruby);
    let names = around.filter_map(|id| tree.element(id)).map(Element::local);
    names.into_iter().find(|name| matches!(*name, "rt" | "rp" | "rb")).unwrap_or("ruby")
}

impl Walk<'_, '_> {
    /// Takes a `ruby` element as characters with small letters above them. Answers whether it could be
    /// taken so: where not, it is to be walked, and the letters will stand in brackets.
    pub(super) fn ruby(&mut self, id: NodeId, element: &Element, style: &Computed) -> Result<bool> {
        let Some(pairs) = pairs(self.tree, id) else { return Ok(false) };
        for element in self.tree.descendants(id).filter_map(|id| self.tree.element(id)) {
            self.builder.context.tick(1)?;
            self.take_anchors(element);
        }
        self.builder.enter_level(element, style.clone(), None, None);
        for pair in pairs {
            self.builder.push_ruby(pair);
        }
        self.builder.leave()?;
        Ok(true)
    }
}

impl Builder<'_> {
    fn push_ruby(&mut self, Pair { base, small }: Pair) {
        let hidden = self.levels.last().is_none_or(|level| level.style.text.hidden);
        if small.is_empty() || hidden {
            self.push_text(&base);
            return;
        }
        let Some(mut style) = self.run_style() else { return };
        style.ruby = Some(small.into());
        let open = self.open();
        open.direction.see(&base);
        open.after_space = false;
        self.push_inline(Inline::Text(Run { text: base, style }));
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Dialect, parse};
    use super::*;
    use transvase_base::context::Context;

    fn of(html: &str) -> Option<Vec<(String, String)>> {
        let tree = parse(html, Dialect { xhtml: true, ..Dialect::default() }, &Context::default()).unwrap();
        let pairs = pairs(&tree, tree.first("ruby").unwrap())?;
        Some(pairs.into_iter().map(|pair| (pair.base, pair.small)).collect())
    }

    fn expect(html: &str, pairs: &[(&str, &str)]) {
        let pairs: Vec<_> = pairs.iter().map(|(base, small)| ((*base).to_owned(), (*small).to_owned())).collect();
        assert_eq!(of(html), Some(pairs), "{html}");
    }

    #[test]
    fn letters_find_their_characters() {
        expect(
            "<ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rt>きょう</rt></ruby>",
            &[("東", "とう"), ("京", "きょう")],
        );
        expect("<ruby><rb>東</rb><rb>京</rb><rt>とう</rt><rt>きょう</rt></ruby>", &[("東", "とう"), ("京", "きょう")]);
        expect("<ruby><rb>東京</rb>\n <rt><span>とうきょう</span></rt></ruby>", &[("東京", "とうきょう")]);
        expect("<ruby><rb>東</rb><rb>京</rb><rt>とうきょう</rt></ruby>", &[("東京", "とうきょう")]);
        expect("<ruby>東<rt>とう</rt>京</ruby>", &[("東", "とう"), ("京", "")]);
    }

    #[test]
    fn what_is_no_plain_ruby_keeps_its_brackets() {
        assert_eq!(of("<ruby>東京</ruby>"), None);
        assert_eq!(of("<ruby><img src='x'/><rt>とう</rt></ruby>"), None);
        assert_eq!(of("<ruby><rt>とう</rt></ruby>"), None);
        assert_eq!(of("<ruby>a long phrase of many words<rt>gloss</rt></ruby>"), None);
    }
}
