//! The final pass over laid-out pages: cover, page numbers, links and outline with the places they lead to, warnings.

use std::collections::BTreeMap;

use super::book::Book;
use super::drawn::filled;
use super::faces::scripts;
use super::fields::{self, Answers};
use super::layout::{Layout, TextLink};
use super::leaf::Leaf;
use super::line::Line;
use super::marker::plain_look;
use super::place_line::place_line;
use super::running::{Counts, Running};
use super::seat::{Leading, Seat};
use super::strip::{Strip, shifted};
use super::structure::Structure;
use super::styled::Styled;
use super::text::Text;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::options::PageRanges;
use transvase_base::units::{Affine, Rect, Size};
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_model::flow::{Align, Anchor, FieldKind, Flow, LinkTarget as FlowTarget, NumberFormat};
use transvase_model::media::MediaId;
use transvase_model::pages::{
    Destination, Font, Item, Link, LinkTarget, OutlineItem, Page, Pages, PlacedImage, StructKind,
};
use transvase_model::text::counting;

/// Size of page numbers, as a share of the body size.
const NUMBER_SIZE: f32 = 0.85;

/// Margins under this many points are too low for a page number.
const LEAST_FOOT: f32 = 20.0;

/// What the layout leaves behind, free of its borrows.
pub(super) struct Parts {
    leaves: Vec<Leaf>,
    /// How the pages of each section are numbered.
    formats: Vec<Option<NumberFormat>>,
    places: BTreeMap<Anchor, Destination>,
    headings: Vec<(u8, String, Destination)>,
    styled: Styled,
    links: Vec<TextLink>,
    fonts: Vec<Font>,
    warnings: Vec<Warning>,
}

impl Parts {
    /// Writes into the fields of a text what these pages answer; whether one of them changes.
    pub(super) fn answer(&self, flow: &mut Flow) -> bool {
        let number = |page: usize, kind: &FieldKind| {
            let leaf = self.leaves.get(page)?;
            let own = if let FieldKind::PageNumber(own) = kind { *own } else { None };
            let format = own.or_else(|| self.formats.get(leaf.section?).copied().flatten());
            Some(counting::written(format.unwrap_or(NumberFormat::Decimal), leaf.shown))
        };
        let sections = pages_of_sections(&self.leaves);
        let answers = Answers {
            places: &self.places,
            number: &number,
            of_section: &|page| sections.get(&self.leaves.get(page)?.section?).copied(),
            styled: &|page, style| self.styled.near(page, style).map(str::to_owned),
            pages: self.leaves.len(),
        };
        fields::bring_up_to_date(flow, &answers)
    }

    /// Keeps the chosen pages, with the numbers they have, and what leads to them.
    fn keep(&mut self, ranges: &PageRanges) {
        let kept: Vec<bool> = self.leaves.iter().map(|leaf| ranges.contains(leaf.page.number)).collect();
        // New index of each page that stays.
        let moved = |at: &Destination| {
            let stays = kept.get(at.page).copied().unwrap_or(false);
            let page = kept.iter().take(at.page).filter(|kept| **kept).count();
            stays.then_some(Destination { page, at: at.at })
        };
        self.places = self.places.iter().filter_map(|(anchor, at)| Some((anchor.clone(), moved(at)?))).collect();
        let headings = std::mem::take(&mut self.headings).into_iter();
        self.headings = headings.filter_map(|(level, title, at)| Some((level, title, moved(&at)?))).collect();
        self.leaves.retain(|leaf| ranges.contains(leaf.page.number));
    }
}

/// Puts the cover on a page of its own, as large as the page allows.
pub(super) fn add_cover(layout: &mut Layout, book: &mut Book, cover: MediaId) -> Result<()> {
    let media = layout.media.get(cover);
    let (width, height) = (media.width_px as f32, media.height_px as f32);
    if width < 1.0 || height < 1.0 {
        return Ok(());
    }
    let page = layout.setup.page.size;
    let scale = (page.width / width).min(page.height / height);
    let (width, height) = (width * scale, height * scale);
    let (left, top) = ((page.width - width) / 2.0, (page.height - height) / 2.0);
    let alt = Some("Cover".to_owned());
    let node = layout.structure.add(StructKind::Figure(alt.clone()), Structure::ROOT, None);
    let transform = Affine { a: width, b: 0.0, c: 0.0, d: height, e: left, f: top };
    let image = PlacedImage { media: cover, transform, clip: None, window: None, alt, node: Some(node) };
    book.add_page(page, vec![Item::Image(image)], false)
}

/// Numbers the pages and takes from layout and book what the result is made of.
pub(super) fn parts(layout: &mut Layout, mut book: Book, running: &[Running]) -> Result<Parts> {
    if book.leaves.is_empty() {
        book.add_page(layout.setup.page.size, Vec::new(), false)?;
        // The head and the foot may be all there is.
        book.leaves[0].section = Some(0);
    }
    // A number alone would make something of nothing.
    let is_blank = book.leaves.iter().all(|leaf| leaf.page.is_blank());
    if layout.setup.page_numbers && book.foot() >= LEAST_FOOT && !is_blank {
        let foot = book.foot();
        for leaf in book.leaves.iter_mut().filter(|leaf| leaf.numbered) {
            number(layout, &mut leaf.page, foot);
        }
    }
    let count = |pages: usize| u32::try_from(pages).unwrap_or(u32::MAX);
    let (all, sections) = (count(book.leaves.len()), pages_of_sections(&book.leaves));
    for (page, leaf) in book.leaves.iter_mut().enumerate() {
        layout.context.checkpoint()?;
        number_lines(layout, leaf);
        let Some((section, running)) = leaf.section.and_then(|section| Some((section, running.get(section)?))) else {
            continue;
        };
        running.frame(leaf);
        let pages = (all, count(sections.get(&section).copied().unwrap_or_default()));
        let counts = Counts { format: running.format, number: leaf.shown, pages, styled: &book.styled, page };
        running.set(layout, leaf, counts)?;
    }
    Ok(Parts {
        leaves: book.leaves,
        formats: running.iter().map(|running| running.format).collect(),
        places: book.places,
        headings: book.headings,
        styled: book.styled,
        links: std::mem::take(&mut layout.links),
        fonts: layout.fonts(),
        warnings: warnings(layout),
    })
}

/// How many pages each section begins or goes on on.
fn pages_of_sections(leaves: &[Leaf]) -> BTreeMap<usize, usize> {
    let mut pages = BTreeMap::new();
    for section in leaves.iter().filter_map(|leaf| leaf.section) {
        *pages.entry(section).or_default() += 1;
    }
    pages
}

/// Sets the page's number in the middle of its foot.
fn number(layout: &mut Layout, page: &mut Page, foot: f32) {
    let Size { width, height } = page.size;
    let size = layout.setup.size * NUMBER_SIZE;
    let strip = numeral(layout, page.number, size, (width, Align::Center));
    let top = height - foot * 0.5 - strip.height * 0.5;
    page.items.extend(shifted(strip, 0.0, top).items);
}

/// Sets the numbers of lines beside them.
fn number_lines(layout: &mut Layout, leaf: &mut Leaf) {
    for (number, end) in std::mem::take(&mut leaf.line_numbers) {
        let strip = numeral(layout, number, layout.setup.size, (0.0, Align::Start));
        let width = strip.items.iter().map(advance).fold(0.0, f32::max);
        let (left, top) = (end.x - width, end.y - strip.base);
        leaf.page.items.extend(shifted(strip, left, top).items);
    }
}

/// Where the last glyph of an item ends.
fn advance(item: &Item) -> f32 {
    match item {
        Item::Glyphs(run) => run.glyphs.last().map_or(0.0, |glyph| run.transform.e + glyph.x + glyph.advance),
        Item::Path(_) | Item::Image(_) => 0.0,
    }
}

/// A number on a line of some width. It is no content, so it has no node.
fn numeral(layout: &mut Layout, number: u32, size: f32, (width, align): (f32, Align)) -> Strip {
    let face = layout.usual_face();
    let look = plain_look(face, size, None);
    let mut text = Text::default();
    number.to_string().chars().for_each(|digit| text.push(digit, digit, look));
    let shaped = layout.shape(&text, false);
    let width = width.max(shaped.advance(0..shaped.clusters.len()));
    let line = Line::whole(text, shaped);
    let seat = Seat { left: 0.0, width, align, line_height: 1.0, leading: Leading::Even, right_to_left: false, size };
    place_line(layout, &line, &seat)
}

fn warnings(layout: &mut Layout) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let missing = layout.missing();
    if !missing.is_empty() {
        warnings.push(Warning::new(WarningCode::GlyphsMissing, missing_message(&missing)));
    }
    for (family, standing) in &layout.replaced {
        let message = format!("{family} is not available: its text was set in {standing}");
        warnings.push(Warning::new(WarningCode::FontSubstituted, message));
    }
    if layout.links_dropped > 0 {
        let message =
            counted(layout.links_dropped, "internal [link has|links have] no target; [its|their] text was kept");
        warnings.push(Warning::new(WarningCode::LinkDropped, message));
    }
    if layout.images_dropped > 0 {
        let message =
            counted(layout.images_dropped, "[image was|images were] left out, since [its|their] size is unknown");
        warnings.push(Warning::new(WarningCode::ImageDropped, message));
    }
    if layout.rows_cut > 0 {
        let message =
            counted(layout.rows_cut, "table [row cuts|rows cut] off text that exceeds [its|their] fixed height");
        warnings.push(Warning::new(WarningCode::HiddenTextDropped, message));
    }
    if layout.flattened {
        let message = "lists, quotes or tables nested deeper than 24 levels were laid out as plain text";
        warnings.push(Warning::new(WarningCode::StructureFlattened, message));
    }
    warnings
}

/// Names how many characters are missing, of which scripts, and the first of them.
fn missing_message(missing: &std::collections::BTreeSet<char>) -> String {
    // More would make the message longer than anybody reads.
    const SHOWN: usize = 12;
    let first: Vec<String> = missing.iter().take(SHOWN).map(|c| format!("{c} (U+{:04X})", u32::from(*c))).collect();
    let more = if missing.len() > SHOWN { ", ..." } else { "" };
    let scripts = scripts(missing.iter().copied());
    let what = counted(missing.len(), "[character is|characters are] in no available font");
    let boxes = if missing.len() == 1 { "is shown as a box" } else { "are shown as boxes" };
    format!("{what} ({scripts}) and {boxes}: {}{more}", first.join(", "))
}

/// Puts the result together.
/// `is_painted` says whether the paper has the colour of the document.
pub(super) fn pages(
    flow: Flow,
    mut parts: Parts,
    structure: Structure,
    is_painted: bool,
    context: &Context,
) -> Result<Pages> {
    if let Some(ranges) = context.pages_of(parts.leaves.len())? {
        parts.keep(&ranges);
    }
    parts.warnings.iter().for_each(|warning| context.warn(warning.clone()));
    let outline = outline(&flow, &parts, context);
    let Parts { mut leaves, places, links, fonts, .. } = parts;
    if let Some(color) = flow.background.filter(|_| is_painted) {
        for leaf in &mut leaves {
            let Size { width, height } = leaf.page.size;
            let paper = Rect { left: 0.0, top: 0.0, right: width, bottom: height };
            leaf.under.insert(0, filled(&paper, color));
        }
    }
    let pages = leaves.into_iter().map(|leaf| finished(leaf, &links, &places)).collect();
    let structure = structure.into_nodes();
    Ok(Pages { metadata: flow.metadata, pages, fonts, media: flow.media, outline, structure })
}

fn finished(leaf: Leaf, links: &[TextLink], places: &BTreeMap<Anchor, Destination>) -> Page {
    let mut page = leaf.page;
    if !leaf.under.is_empty() {
        page.unpack();
        page.items.splice(0..0, leaf.under);
        page.pack();
    }
    let mut areas: BTreeMap<u32, Vec<Rect>> = BTreeMap::new();
    for (link, area) in leaf.links {
        let known = areas.entry(link).or_default();
        match known.last_mut() {
            // Pieces of one link in one line, such as words in italics, are one area.
            Some(last) if area.top < last.bottom && last.top < area.bottom => *last = last.union(&area),
            _ => known.push(area),
        }
    }
    page.links = areas
        .into_iter()
        .filter_map(|(link, areas)| {
            let TextLink { target, node } = links.get(link as usize)?;
            let target = match target {
                FlowTarget::External(uri) => LinkTarget::External(uri.clone()),
                FlowTarget::Internal(anchor) => LinkTarget::Internal(*places.get(anchor)?),
            };
            Some(Link { areas, target, node: Some(*node) })
        })
        .collect();
    page
}

/// The bookmarks: the source's own, or else its headings.
fn outline(flow: &Flow, parts: &Parts, context: &Context) -> Vec<OutlineItem> {
    if flow.outline.is_empty() {
        let item = |(level, title, at): &(u8, String, Destination)| OutlineItem {
            level: *level,
            title: title.clone(),
            target: Some(*at),
        };
        return parts.headings.iter().filter(|(_, title, _)| !title.is_empty()).map(item).collect();
    }
    let chosen = context.pages().is_some();
    let mut lost = 0;
    let items = flow.outline.iter().map(|item| {
        let target = parts.places.get(&item.target).copied();
        lost += usize::from(target.is_none());
        OutlineItem { level: item.level.max(1), title: item.title.clone(), target }
    });
    let items: Vec<OutlineItem> = items.filter(|item| !chosen || item.target.is_some()).collect();
    if lost > 0 && !chosen {
        let message = counted(lost, "[bookmark has|bookmarks have] no target");
        context.warn(Warning::new(WarningCode::LinkDropped, message));
    }
    items
}
