//! Master pages (OASIS ODF 1.3 part 3, 16.9): page geometry, headers and footers.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::heights;
use crate::odf::{Element, Layout, Rooms, Scope, Styles, TextReader, line_numbers};
use transvase_base::error::Result;
use transvase_model::flow::{Block, Color, PageSetup, RunningText};

/// The pages that begin with a master page.
#[derive(Debug, Default)]
pub(super) struct Pages<'t> {
    pub setup: PageSetup,
    pub header: RunningText,
    pub footer: RunningText,
    pub background: Option<Color>,
    pub number_format: Option<&'t str>,
    /// Number of the first page of the document, where the layout says one.
    pub first_number: Option<u32>,
}

/// The master pages of a document.
pub(super) struct Masters<'t> {
    styles: &'t Styles<'t>,
    by_name: BTreeMap<&'t str, &'t Element>,
    read: BTreeMap<Option<&'t str>, Rc<Pages<'t>>>,
}

/// The master pages that pages follow: the usual one, and those of the first and of even pages where these differ.
#[derive(Debug, Clone, Copy, Default)]
struct Turns<'t> {
    usual: Option<&'t Element>,
    first: Option<&'t Element>,
    even: Option<&'t Element>,
}

impl<'t> Masters<'t> {
    pub(super) fn of(styles: &'t Styles<'t>) -> Masters<'t> {
        let named = styles.masters.iter().filter_map(|master| Some((master.get("style:name")?, *master)));
        Masters { styles, by_name: named.collect(), read: BTreeMap::new() }
    }

    /// The name of a master page that there is: the one asked for, or the usual one.
    pub(super) fn known(&self, name: Option<&'t str>) -> Option<&'t str> {
        let usual = || self.by_name.contains_key("Standard").then_some("Standard");
        let first = || self.styles.masters.first().and_then(|master| master.get("style:name"));
        name.filter(|name| self.by_name.contains_key(name)).or_else(usual).or_else(first)
    }

    /// The pages that begin with a master page.
    pub(super) fn pages(&mut self, name: Option<&'t str>, text: &mut TextReader<'t>) -> Result<Rc<Pages<'t>>> {
        if let Some(known) = self.read.get(&name) {
            return Ok(known.clone());
        }
        let turns = self.turns(name);
        let layout = self.layout(turns.usual);
        text.scope = Scope::Pages;
        text.set_page(layout.setup(Rooms::default()));
        let width = layout.setup(Rooms::default());
        let header = running(turns, ["style:header", "style:header-first", "style:header-left"], text);
        let footer = running(turns, ["style:footer", "style:footer-first", "style:footer-left"], text);
        text.scope = Scope::Content;
        let (header, footer) = (header?, footer?);
        let measure = width.size.width - width.margins.left - width.margins.right;
        let height = |text: &RunningText| {
            let all = [Some(&text.default), text.first.as_ref(), text.even.as_ref()];
            let some = all.into_iter().flatten().filter(|blocks| !blocks.is_empty());
            some.map(|blocks| heights::of(blocks, measure)).reduce(f32::max)
        };
        let mut setup = layout.setup(layout.rooms(height(&header), height(&footer)));
        setup.line_numbers = line_numbers(self.styles.line_numbers);
        let pages = Rc::new(Pages {
            setup,
            background: layout.background().filter(|color| *color != Color::WHITE),
            number_format: layout.number_format(),
            first_number: layout.first_number(),
            header,
            footer,
        });
        self.read.insert(name, pages.clone());
        Ok(pages)
    }

    /// A page that is followed by pages of another master is the first; two that follow each other are facing pages.
    fn turns(&self, name: Option<&'t str>) -> Turns<'t> {
        let get = |name: Option<&str>| name.and_then(|name| self.by_name.get(name)).copied();
        let own = get(name);
        let next_of = |master: Option<&'t Element>| master.and_then(|master| master.get("style:next-style-name"));
        let next = next_of(own).filter(|next| Some(*next) != name);
        let Some(next) = get(next) else { return Turns { usual: own, ..Turns::default() } };
        if next_of(Some(next)).is_some_and(|back| Some(back) == name) {
            let is_left = self.layout(own).is_left();
            let (usual, even) = if is_left { (Some(next), own) } else { (own, Some(next)) };
            return Turns { usual, even, ..Turns::default() };
        }
        let after = get(next_of(Some(next)).filter(|after| next.get("style:name") != Some(*after)));
        let faces = after.filter(|after| next_of(Some(*after)) == next.get("style:name"));
        Turns { usual: Some(next), first: own, even: faces }
    }

    fn layout(&self, master: Option<&'t Element>) -> Layout<'t> {
        let name = master.and_then(|master| master.get("style:page-layout-name"));
        Layout(name.and_then(|name| self.styles.other(Scope::Pages, "style:page-layout", name)))
    }
}

/// What runs at one edge: by the elements for all pages, for the first and for left ones.
fn running<'t>(turns: Turns<'t>, names: [&str; 3], text: &mut TextReader<'t>) -> Result<RunningText> {
    let [all, first, left] = names;
    let Some(usual) = turns.usual else { return Ok(RunningText::default()) };
    let mut read = |master: &'t Element, name: &str| -> Result<Option<Vec<Block>>> {
        let Some(element) = shown(master, name) else { return Ok(None) };
        let mut blocks = text.story(element)?;
        text.settle(&mut blocks);
        Ok(Some(blocks).filter(|blocks| !heights::is_blank(blocks)))
    };
    let default = read(usual, all)?.unwrap_or_default();
    let of_first = match turns.first {
        Some(master) => Some(read(master, all)?.unwrap_or_default()),
        None if shown(usual, first).is_some() => Some(read(usual, first)?.unwrap_or_default()),
        None => None,
    };
    let of_even = match turns.even {
        Some(master) => Some(read(master, all)?.unwrap_or_default()),
        None if shown(usual, left).is_some() => Some(read(usual, left)?.unwrap_or_default()),
        None => None,
    };
    let differs = |blocks: &Vec<Block>| *blocks != default;
    Ok(RunningText { first: of_first.filter(differs), even: of_even.filter(differs), default })
}

/// The element of running text that is shown; newer programs had a namespace of their own for that of first pages.
fn shown<'t>(master: &'t Element, name: &str) -> Option<&'t Element> {
    let older = name.replacen("style:", "loext:", 1);
    let found = master.child(name).or_else(|| master.child(&older));
    found.filter(|element| !element.is("style:display", "false"))
}
