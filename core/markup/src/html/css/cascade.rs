//! The cascade (CSS Cascading 4, 6): which declarations an element gets, and in which order.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::html::tree::{Element, NodeId, Tree};
use transvase_base::context::Context;
use transvase_base::error::Result;

use super::computed::Computed;
use super::declaration::{Declaration, Display};
use super::font_face::{FontFace, OwnFamilies};
use super::language::is_right_to_left;
use super::page::PageRule;
use super::selector::{Key, Pseudo};
use super::syntax::{Rule, Sheets, parse_declarations, parse_sheet};
use super::variables::{self, Resolved};
use super::{defaults, hints};

/// Rules that one element may be held against. Real sheets stay far below.
const MAX_CANDIDATES: usize = 4_096;

/// Steps of matching in one document. Books take some tens of steps for each element.
const MAX_STEPS: u64 = 200_000_000;

/// Bytes of values with variables that are looked at in the time of a step.
const BYTES_PER_STEP: u64 = 16;

/// Bytes of the sheets of one document.
const MAX_SHEET_BYTES: usize = 4 << 20;

/// A selector of a rule: rule and selector by index.
type Candidate = (usize, usize);

/// The sheets of a document, ready to be asked.
#[derive(Debug, Default)]
pub(crate) struct Cascade {
    rules: Vec<Rule>,
    /// Rules before this one are the defaults, which rank below presentational attributes.
    first_author_rule: usize,
    by_key: BTreeMap<Key, Vec<Candidate>>,
    /// The font files the sheets name.
    pub faces: Vec<FontFace>,
    /// The families whose files are at hand: text is set in them where it asks for them.
    pub own_families: OwnFamilies,
    /// What the sheets say of pages.
    pub page: PageRule,
    /// Whether anything is put before or after elements.
    generates: bool,
    /// Steps taken so far.
    steps: Cell<u64>,
}

/// Rank of a declaration block: origin, specificity, order.
type Rank = (u8, (u32, u32, u32), usize);

impl Cascade {
    /// The defaults, those of the dialect (`bases`), and the document's sheets in their order. `media`
    /// are the names of media whose rules count.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub fn new(bases: &[&str], sheets: &[impl AsRef<str>], media: &[&str], context: &Context) -> Result<Cascade> {
        let mut parsed = Sheets::default();
        parse_sheet(defaults::SHEET, media, &mut parsed, context)?;
        for base in bases {
            parse_sheet(base, media, &mut parsed, context)?;
        }
        let first_author_rule = parsed.rules.len();
        let mut room = MAX_SHEET_BYTES;
        for (number, sheet) in sheets.iter().map(AsRef::as_ref).enumerate() {
            if sheet.len() <= room {
                room -= sheet.len();
                let known = parsed.faces.len();
                parse_sheet(sheet, media, &mut parsed, context)?;
                parsed.faces[known..].iter_mut().for_each(|face| face.sheet = number);
            }
        }
        let Sheets { rules, faces, page } = parsed;
        let mut cascade = Cascade { rules, faces, page, first_author_rule, ..Cascade::default() };
        for (rule, block) in cascade.rules.iter().enumerate() {
            for (selector, parsed) in block.selectors.iter().enumerate() {
                cascade.generates |= parsed.pseudo.is_some();
                cascade.by_key.entry(parsed.key()).or_default().push((rule, selector));
            }
        }
        Ok(cascade)
    }

    /// The style of an element whose parent has the style `parent`.
    ///
    /// # Errors
    /// `TimedOut`, `Cancelled`.
    pub fn style(&self, tree: &Tree, id: NodeId, parent: &Computed, context: &Context) -> Result<Computed> {
        let Some(element) = tree.element(id) else { return Ok(parent.inherit()) };
        let mut matched = self.matched(tree, id, element, None, context)?;
        matched.sort_unstable();
        let mut presentational = Vec::new();
        hints::declarations(tree, id, element, &mut presentational);
        let inline = element.attribute("style").map(parse_declarations).unwrap_or_default();
        let first_author = matched.partition_point(|(rank, _)| rank.0 == 0);
        let (defaults, author) = matched.split_at(first_author);
        let defaults = defaults.iter().flat_map(|(_, rule)| &self.rules[*rule].normal);
        let author = author.iter().flat_map(|(_, rule)| &self.rules[*rule].normal);
        let important = matched.iter().flat_map(|(_, rule)| &self.rules[*rule].important);
        let declarations = defaults.chain(&presentational).chain(author);
        let declarations = declarations.chain(&inline.0).chain(important).chain(&inline.1);
        let mut style = parent.inherit();
        if let Some(language) = element.attribute("lang").map(str::trim).filter(|tag| !tag.is_empty()) {
            style.text.language = Some(Arc::from(language));
            style.text.usually_right_to_left = is_right_to_left(language);
        }
        self.apply(&mut style, declarations, context)?;
        Ok(style)
    }

    /// Applies declarations, in rising order, with values for their variables.
    fn apply<'d>(
        &self,
        style: &mut Computed,
        declarations: impl Iterator<Item = &'d Declaration> + Clone,
        context: &Context,
    ) -> Result<()> {
        let varies = |said: &Declaration| matches!(said, Declaration::Custom(..) | Declaration::Deferred(..));
        if self.steps.get() > MAX_STEPS || !declarations.clone().any(varies) {
            style.apply(declarations, &self.own_families);
            return Ok(());
        }
        let Resolved { variables, declarations, work } = variables::resolve(declarations, &style.text);
        let steps = work as u64 / BYTES_PER_STEP;
        self.steps.set(self.steps.get() + steps);
        context.tick(steps)?;
        style.text.variables = variables;
        style.apply(declarations.iter(), &self.own_families);
        Ok(())
    }

    /// The style of what sheets put before or after the content of an element whose style is `parent`; `None` where
    /// that is nothing.
    ///
    /// # Errors
    /// `TimedOut`, `Cancelled`.
    pub fn generated(
        &self,
        tree: &Tree,
        id: NodeId,
        pseudo: Pseudo,
        parent: &Computed,
        context: &Context,
    ) -> Result<Option<Computed>> {
        let Some(element) = tree.element(id).filter(|_| self.generates) else { return Ok(None) };
        let mut matched = self.matched(tree, id, element, Some(pseudo), context)?;
        matched.sort_unstable();
        let normal = matched.iter().flat_map(|(_, rule)| &self.rules[*rule].normal);
        let important = matched.iter().flat_map(|(_, rule)| &self.rules[*rule].important);
        let mut style = parent.inherit();
        self.apply(&mut style, normal.chain(important), context)?;
        Ok(Some(style).filter(|style| style.content.is_some() && style.display != Display::None))
    }

    /// The rules that pick the element, or what stands beside its content, with their ranks; each rule once, by its
    /// best selector.
    fn matched(
        &self,
        tree: &Tree,
        id: NodeId,
        element: &Element,
        pseudo: Option<Pseudo>,
        context: &Context,
    ) -> Result<Vec<(Rank, usize)>> {
        let mut matched: Vec<(Rank, usize)> = Vec::new();
        let mut seen = 0;
        for candidate in self.candidates(element) {
            seen += 1;
            if seen > MAX_CANDIDATES {
                break;
            }
            let (rule, selector) = candidate;
            // What HTML itself is like is cheap to tell, and a page without it is none.
            if self.steps.get() > MAX_STEPS && rule >= self.first_author_rule {
                continue;
            }
            let selector = &self.rules[rule].selectors[selector];
            if selector.pseudo != pseudo {
                continue;
            }
            let (matches, steps) = selector.matches(tree, id);
            self.steps.set(self.steps.get() + u64::from(steps));
            context.tick(u64::from(steps))?;
            if matches {
                let origin = u8::from(rule >= self.first_author_rule);
                matched.push(((origin, selector.specificity, rule), rule));
            }
        }
        Ok(matched)
    }

    fn candidates<'s>(&'s self, element: &'s Element) -> impl Iterator<Item = Candidate> + 's {
        let get = |key: Key| self.by_key.get(&key).into_iter().flatten().copied();
        let id = element.attribute("id").into_iter().flat_map(move |id| get(Key::Id(id.to_owned())));
        let classes = element.attribute("class").unwrap_or_default().split_ascii_whitespace().take(64);
        let classes = classes.flat_map(move |class| get(Key::Class(class.to_owned())));
        let name = get(Key::Name(element.local().to_owned()));
        id.chain(classes).chain(name).chain(get(Key::Any))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::css::{Display, TextAlign};
    use crate::html::{Dialect, parse};

    fn style_of(html: &str, sheet: &str, name: &str) -> Computed {
        let context = Context::default();
        let tree = parse(html, Dialect::default(), &context).unwrap();
        let cascade = Cascade::new(&[], &[sheet], &["screen"], &context).unwrap();
        let id = tree.first(name).unwrap();
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |id| tree.parent(*id)).collect();
        path.reverse();
        path.iter().fold(Computed::default(), |style, id| cascade.style(&tree, *id, &style, &context).unwrap())
    }

    #[test]
    fn origins_rank_before_specificity_and_order() {
        let sheet = "p { text-align: left } .c { text-align: right } p { text-align: center }";
        assert_eq!(style_of("<p class=c>x", sheet, "p").text.align, Some(TextAlign::Right));
        assert_eq!(style_of("<p>x", sheet, "p").text.align, Some(TextAlign::Center));
        assert_eq!(style_of("<p align=right>x", "", "p").text.align, Some(TextAlign::Right));
        assert_eq!(style_of("<p align=right>x", sheet, "p").text.align, Some(TextAlign::Center));
        let important = "p { color: red !important }";
        let red = style_of("<p style='color:blue'>x", important, "p").text.seen_color().unwrap();
        assert_eq!((red.r, red.b), (255, 0));
    }

    #[test]
    fn variables_inherit_and_count_by_rank() {
        let sheet =
            ":root { --w: 3pt } div { --w: 5pt !important; --w: 4pt } p { width: var(--w) !important; width: 9pt }";
        let style = style_of("<div><p>x", sheet, "p");
        assert_eq!(style.points(style.width), Some(5.0));
        let style = style_of("<p style='--c:#f00;color:var(--c)'>x", "", "p");
        assert_eq!(style.text.seen_color().map(transvase_model::flow::Color::hex).as_deref(), Some("#ff0000"));
    }

    #[test]
    fn defaults_make_html_look_like_html() {
        let heading = style_of("<h1>x", "", "h1");
        assert_eq!((heading.text.size, heading.text.weight, heading.display), (24.0, 700, Display::Block));
        assert_eq!(style_of("<table><tr><td>x", "", "td").display, Display::TableCell);
        assert_eq!(style_of("<font size='+2'>x", "", "font").text.size, 18.0);
    }
}
