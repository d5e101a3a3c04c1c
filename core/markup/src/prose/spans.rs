//! Nested inline markup: the content of a paragraph as text inside styles, links and form fields, as languages with
//! marks around text write it.
//!
//! Runs of the same looks are one span, whatever stands between them. Of several looks, the one that goes furthest stands
//! around the others, so that no mark ends only to begin again. Spaces at the edges of a look stand outside it, and what has
//! no looks of its own, such as the mark of a note, has those that are on both sides of it.

use super::{Look, Looks};
use transvase_model::flow::{Control, Inline, LinkTarget, Role, Run, TextStyle};

/// Nesting of links, controls and remarks beyond which their content stands in their place.
const MAX_DEPTH: usize = 8;

/// A piece of a paragraph.
#[derive(Debug, Clone, PartialEq)]
pub enum Span<'c> {
    /// Text, which has no other looks than those of the spans around it. Several may follow one another.
    Text {
        /// The characters.
        text: &'c str,
        /// The style of their run, for what is no look: language, ruby and the like.
        style: &'c TextStyle,
    },
    /// Spans of one look.
    Look(Look, Vec<Span<'c>>),
    /// A link.
    Link(&'c LinkTarget, Vec<Span<'c>>),
    /// A part of a form.
    Control(&'c Control, Vec<Span<'c>>),
    /// What a remark is about, with the remark's number.
    Comment(usize, Vec<Span<'c>>),
    /// Any other inline. It has no content of its own.
    Other(&'c Inline),
}

/// The content of a paragraph of a role as spans. Changes are taken as settled, fields are what they show.
pub fn spans(content: &[Inline], role: Role) -> Vec<Span<'_>> {
    nest(&atoms(content, role, 0))
}

impl Span<'_> {
    /// The address of the picture elsewhere that the span stands for, and the words that describe it.
    pub fn picture(&self) -> Option<(&str, &str)> {
        let Span::Text { text, style } = self else { return None };
        let words = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
        style.picture.as_deref().map(|address| (address, words))
    }
}

/// Whether a link holds nothing but a picture elsewhere, and leads to that.
pub fn shows_itself(target: &LinkTarget, inside: &[Span<'_>]) -> bool {
    let address = match inside {
        [only] => only.picture().map(|(address, _)| address),
        _ => None,
    };
    matches!(target, LinkTarget::External(target) if address == Some(target))
}

/// The least piece, with its looks.
#[derive(Clone)]
struct Atom<'c> {
    looks: Looks,
    /// Whether it has no looks but those around it.
    weak: bool,
    /// Content of a span that holds others is still to be nested.
    kind: Kind<'c>,
}

#[derive(Clone)]
enum Kind<'c> {
    Text(&'c str, &'c TextStyle),
    Holder(&'c Inline, Vec<Atom<'c>>),
    Other(&'c Inline),
}

fn atoms(content: &[Inline], role: Role, depth: usize) -> Vec<Atom<'_>> {
    let mut atoms = Vec::new();
    gather(content, role, depth, &mut atoms);
    blend(&mut atoms);
    atoms
}

/// The pieces of content; what is nested too deep to be a holder is walked without recursion.
fn gather<'c>(content: &'c [Inline], role: Role, depth: usize, atoms: &mut Vec<Atom<'c>>) {
    let mut stack = vec![content.iter()];
    while let Some(top) = stack.last_mut() {
        match top.next() {
            None => drop(stack.pop()),
            Some(Inline::Text(run)) => text(run, role, atoms),
            Some(Inline::Field(field)) => text(&field.run, role, atoms),
            Some(Inline::Change { content, .. }) => stack.push(content.iter()),
            Some(inline) => match inline.children() {
                Some(content) if depth < MAX_DEPTH => atoms.push(holder(inline, self::atoms(content, role, depth + 1))),
                Some(content) => stack.push(content.iter()),
                None => atoms.push(Atom { looks: Looks::default(), weak: true, kind: Kind::Other(inline) }),
            },
        }
    }
}

/// The text of a run: the spaces at its ends are pieces of their own.
fn text<'c>(run: &'c Run, role: Role, atoms: &mut Vec<Atom<'c>>) {
    let own = Looks::of(&run.style, role);
    let text = run.text.as_str();
    let (space, rest) = text.split_at(text.len() - text.trim_start().len());
    let (word, end) = rest.split_at(rest.trim_end().len());
    for (part, weak) in [(space, true), (word, false), (end, true)] {
        if !part.is_empty() {
            // A line below nothing but spaces is a place to write on.
            let looks = Looks { underline: own.underline && word.is_empty(), ..Looks::default() };
            atoms.push(Atom { looks: if weak { looks } else { own }, weak, kind: Kind::Text(part, &run.style) });
        }
    }
}

/// An inline with content: what all of the content looks like, it looks like itself.
fn holder<'c>(inline: &'c Inline, mut content: Vec<Atom<'c>>) -> Atom<'c> {
    let shared = content.iter().filter(|atom| !atom.weak).map(|atom| atom.looks).reduce(Looks::common);
    let looks = outside_letters(shared.unwrap_or_default());
    for atom in &mut content {
        atom.looks = atom.looks.except(looks);
    }
    Atom { looks, weak: shared.is_none(), kind: Kind::Holder(inline, content) }
}

fn outside_letters(looks: Looks) -> Looks {
    Look::ALL.into_iter().filter(|look| look.is_of_letters()).fold(looks, Looks::without)
}

/// Gives what has no looks of its own those that are on both sides of it.
fn blend(atoms: &mut [Atom<'_>]) {
    let mut before = Looks::default();
    let (mut from, mut is_said) = (0, false);
    for at in 0..=atoms.len() {
        let after = match atoms.get(at) {
            Some(atom) if atom.weak => continue,
            Some(atom) => atom.looks,
            None => Looks::default(),
        };
        let around = before.common(after);
        for atom in &mut atoms[from..at] {
            let own = atom.looks;
            let shared = match atom.kind {
                // Pieces that are said to be code are each one of its own.
                Kind::Text(_, style) if !is_said || is_code(style) => around,
                Kind::Text(..) => around.without(Look::Code).without(Look::Keyboard),
                _ => outside_letters(around),
            };
            atom.looks = Looks { underline: shared.underline || own.underline, ..shared };
        }
        (before, from) = (after, at + 1);
        is_said = atoms.get(at).is_some_and(|atom| match atom.kind {
            Kind::Text(_, style) => style.meaning.code || style.meaning.keyboard,
            _ => false,
        });
    }
}

fn is_code(style: &TextStyle) -> bool {
    style.monospace || style.meaning.code || style.meaning.keyboard
}

/// Groups pieces by looks: recursion is as deep as there are looks and holders.
fn nest<'c>(atoms: &[Atom<'c>]) -> Vec<Span<'c>> {
    let mut spans = Vec::new();
    let mut rest = atoms;
    while let Some(first) = rest.first() {
        let Some((look, length)) = widest(rest) else {
            spans.push(span(first));
            rest = &rest[1..];
            continue;
        };
        let (inside, after) = rest.split_at(length);
        let inside: Vec<Atom<'_>> =
            inside.iter().map(|atom| Atom { looks: atom.looks.without(look), ..atom.clone() }).collect();
        spans.push(Span::Look(look, nest(&inside)));
        rest = after;
    }
    spans
}

fn span<'c>(atom: &Atom<'c>) -> Span<'c> {
    match &atom.kind {
        Kind::Text(text, style) => Span::Text { text, style },
        Kind::Other(inline) => Span::Other(inline),
        Kind::Holder(inline, content) => match inline {
            Inline::Link { target, .. } => Span::Link(target, nest(content)),
            Inline::Control { control, .. } => Span::Control(control, nest(content)),
            Inline::Comment { comment, .. } => Span::Comment(*comment, nest(content)),
            _ => Span::Other(inline),
        },
    }
}

/// The look of the first piece that the most pieces from there on have, and how many.
fn widest(atoms: &[Atom<'_>]) -> Option<(Look, usize)> {
    let first = atoms.first()?.looks;
    // What is of letters alone ends where another look begins, which stands around it.
    let is_alone = |looks: Looks| outside_letters(looks) == Looks::default();
    let reach = |look: Look| {
        let has = |atom: &&Atom<'_>| atom.looks.has(look) && (!look.is_of_letters() || is_alone(atom.looks));
        atoms.iter().take_while(has).count()
    };
    let of = |inner: bool| {
        let looks = Look::ALL.into_iter().filter(move |look| look.is_of_letters() == inner && first.has(*look));
        looks.map(move |look| (look, reach(look))).rev().max_by_key(|(_, length)| *length)
    };
    of(false).or_else(|| of(true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{Anchor, Script};

    fn run(text: &str, looks: &str) -> Inline {
        let style = TextStyle {
            weight: if looks.contains('b') { 700 } else { 400 },
            italic: looks.contains('i'),
            monospace: looks.contains('c'),
            underline: looks.contains('u'),
            script: if looks.contains('^') { Script::Superscript } else { Script::Normal },
            ..TextStyle::default()
        };
        Inline::Text(Run { text: text.into(), style })
    }

    fn link(content: Vec<Inline>) -> Inline {
        Inline::Link { target: LinkTarget::External("x:".into()), content }
    }

    /// Spans as text with brackets around looks.
    fn shown(spans: &[Span<'_>]) -> String {
        let one = |span: &Span<'_>| match span {
            Span::Text { text, .. } => (*text).to_owned(),
            Span::Look(look, inside) => format!("{}[{}]", format!("{look:?}").to_lowercase(), shown(inside)),
            Span::Link(_, inside) => format!("link[{}]", shown(inside)),
            Span::Control(_, inside) => format!("control[{}]", shown(inside)),
            Span::Comment(_, inside) => format!("comment[{}]", shown(inside)),
            Span::Other(Inline::LineBreak) => "/".to_owned(),
            Span::Other(_) => "@".to_owned(),
        };
        spans.iter().map(one).collect()
    }

    fn of(content: &[Inline]) -> String {
        shown(&spans(content, Role::Body))
    }

    #[test]
    fn the_look_that_goes_furthest_stands_around_the_others() {
        assert_eq!(of(&[run("a", "b"), run("b", "bi"), run("c", "i")]), "strong[aemphasis[b]]emphasis[c]");
        assert_eq!(of(&[run("a", "bi"), run("b", "i"), run("c", "i")]), "emphasis[strong[a]bc]");
        assert_eq!(of(&[run("a", "bi")]), "emphasis[strong[a]]");
        assert_eq!(of(&[run("a", "bc"), run("b", "c")]), "strong[code[a]]code[b]");
        assert_eq!(of(&[run("a", "c"), run("b", "bc")]), "code[a]strong[code[b]]");
    }

    #[test]
    fn spaces_stand_outside_and_do_not_part_what_is_alike() {
        assert_eq!(of(&[run("a ", "b"), run("b", ""), run(" c ", "i")]), "strong[a] b emphasis[c] ");
        assert_eq!(of(&[run("a", "b"), run(" ", ""), run("b", "b")]), "strong[a b]");
        assert_eq!(of(&[run("a", "b"), run("  ", "u")]), "strong[a]underline[  ]");
    }

    #[test]
    fn pieces_that_are_said_to_be_code_stay_apart() {
        let said = |text: &str| {
            let Inline::Text(mut run) = run(text, "c") else { unreachable!("a run") };
            run.style.meaning.code = true;
            Inline::Text(run)
        };
        assert_eq!(of(&[said("a"), run(" ", ""), said("b")]), "code[a] code[b]");
        assert_eq!(of(&[said("a"), said(" "), said("b")]), "code[a b]");
        assert_eq!(of(&[run("a", "c"), run(" ", ""), run("b", "c")]), "code[a b]");
    }

    #[test]
    fn what_has_no_looks_has_those_around_it() {
        let note = || Inline::Note(0);
        assert_eq!(of(&[run("a", "b"), note(), run("b", "b")]), "strong[a@b]");
        assert_eq!(of(&[run("a", "b"), note(), run(" b", "")]), "strong[a]@ b");
        assert_eq!(of(&[run("a", "c"), Inline::LineBreak, run("b", "c")]), "code[a]/code[b]");
        assert_eq!(of(&[Inline::Anchor(Anchor::from("x")), run("b", "b")]), "@strong[b]");
    }

    #[test]
    fn links_stand_in_the_looks_of_all_their_text() {
        assert_eq!(of(&[run("a ", "b"), link(vec![run("b", "b")]), run(" c", "b")]), "strong[a link[b] c]");
        assert_eq!(of(&[link(vec![run("b", "b"), run("c", "")])]), "link[strong[b]c]");
        assert_eq!(of(&[run("a", "c"), link(vec![run("b", "c")])]), "code[a]link[code[b]]");
    }

    #[test]
    fn links_in_links_without_end_are_flat() {
        let deep = (0..10_000).fold(run("a", "b"), |inner, _| link(vec![inner]));
        // What a reader would not build; the drop of it is the model's.
        let content = std::mem::ManuallyDrop::new([deep]);
        assert_eq!(of(&content[..]).matches("link").count(), MAX_DEPTH);
    }
}
