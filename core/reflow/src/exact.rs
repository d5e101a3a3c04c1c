//! The option `layout=exact`: every page a page, every stretch of text in a frame at its place, pictures and drawings
//! where they were. For documents that have to look the same rather than be edited.

use super::anchors::Places;
use super::areas;
use super::block::{Block, ColumnExtent, LONE_PITCH, Para, Position};
use super::copyfit;
use super::element::PageElement;
use super::emit::{Assembler, Heads};
use super::graphics::background;
use super::graphics::figure;
use super::graphics::float::{self, Float};
use super::graphics::ocr_layer;
use super::inline::Lexicon;
use super::page::{Seen, see, take_unseen, turned_elements};
use super::page_blocks::{ColumnSet, PageBlocks};
use super::paper;
use super::places::SourcePlaces;
use super::text::fonts;
use super::text::line::{self, Line};
use super::text::stretches::stretches;
use transvase_base::context::Context;
use transvase_base::error::{Result, Stage};
use transvase_base::options::{OptionKind, OptionSpec};
use transvase_base::units::Size;
use transvase_markup::canvas::Scene;
use transvase_model::flow::{self, Align, Flow, Origin, PageSetup, Paragraph, Section};
use transvase_model::pages::Pages;

/// How text is laid out.
pub(super) static LAYOUT: OptionSpec = OptionSpec {
    key: "layout",
    kind: OptionKind::Choice(&["flow", "exact"]),
    unit: "",
    default: "flow",
    doc: "Layout of text from pages: flowing text that is easy to edit, or frames at the exact places of the source.",
};

/// What stands on a page.
struct Placed {
    size: Size,
    paras: Vec<Para>,
    floats: Vec<Float>,
}

/// Whether the exact layout is asked for.
pub(super) fn is_wanted(context: &Context) -> bool {
    context.options().choice(&LAYOUT) == Some("exact")
}

/// Lays pages out as they are.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn exact(mut pages: Pages, context: &Context) -> Result<Flow> {
    areas::undraw(&mut pages.pages, context)?;
    paper::fit(&mut pages, context);
    copyfit::substitute(&mut pages, context)?;
    for page in &mut pages.pages {
        ocr_layer::uncover(page, &pages.media, context)?;
    }
    let (mut placed, mut base) = (Vec::new(), 0);
    for (index, page) in pages.pages.iter().enumerate() {
        context.report(Stage::Transform, index as u64, pages.pages.len() as u64);
        let scene = Scene { page, fonts: &pages.fonts, media: &pages.media };
        placed.push(read(scene, base, context)?);
        base += areas::count(page);
    }
    let pictures = placed.iter_mut().flat_map(|page| &mut page.floats).map(|float| &mut float.picture);
    float::store(pictures, &mut pages.media, &pages.fonts, context)?;
    let links = pages.pages.iter().flat_map(|page| &page.links).map(|link| &link.target);
    let mut places = Places::of(links, &pages.outline);
    let floats: Vec<Vec<Float>> = placed.iter_mut().map(|page| std::mem::take(&mut page.floats)).collect();
    let mut blocks: Vec<PageBlocks> = placed.into_iter().enumerate().map(|(at, page)| as_blocks(at, page)).collect();
    places.settle(&mut blocks, context)?;
    copyfit::fit(&mut blocks, context)?;
    let (targets, comments) = areas::targets(&pages.pages, places.targets(&pages.pages, context));
    let lexicon = Lexicon::default();
    let mut assembler = Assembler::new(&lexicon, &targets, Heads::default(), SourcePlaces::default(), context);
    let mut sections = Vec::new();
    for (page, floats) in blocks.into_iter().zip(floats) {
        sections.push(section(page, floats, &mut assembler, context)?);
    }
    let outline = places.outline(&pages.outline);
    let fonts = fonts::embedded(&pages.fonts);
    let unseen = take_unseen(&mut pages);
    let (metadata, media) = (pages.metadata, pages.media);
    Ok(Flow { metadata, sections, outline, media, comments, fonts, unseen, ..Flow::default() })
}

fn read(scene: Scene<'_>, base: usize, context: &Context) -> Result<Placed> {
    let Seen { marks, upright, by_angle, pictures, parts, .. } = see(scene, base, false, context)?;
    let page = scene.page;
    let stretches = stretches(line::segments(upright, context)?, context)?;
    let mut paras: Vec<Para> = stretches.into_iter().map(para).collect();
    for (angle, words) in by_angle {
        for element in turned_elements(angle, words, context)? {
            if let PageElement::Turned(lines, rect, angle) = element {
                let place = Some(Position { rect, angle });
                paras.extend(lines.into_iter().map(|line| Para { place, ..para(vec![line]) }));
            }
        }
    }
    let behind = |picture| Float::behind(picture, Origin::Page);
    let mut floats = figure::everything(page, &marks, context)?;
    floats.extend(pictures.into_iter().chain(parts).map(behind));
    floats.iter_mut().for_each(|float| (float.origin, float.raised) = (Origin::Page, false));
    // What is larger lies behind: grounds under pictures, pictures under their marks.
    floats.sort_by(|a, b| b.picture.rect.area().total_cmp(&a.picture.rect.area()));
    background::mark(paras.iter_mut().flat_map(|para| &mut para.lines), &floats, context)?;
    Ok(Placed { size: page.size, paras, floats })
}

fn para(mut lines: Vec<Line>) -> Para {
    lines.iter_mut().for_each(|line| line.ends_in_break = true);
    let around = line::around(&lines).unwrap_or_default();
    let (first, last) = (lines.first(), lines.last());
    let size = first.map_or(1.0, |line| line.size);
    let span = first.zip(last).map_or(0.0, |(first, last)| last.baseline - first.baseline);
    let pitch = if lines.len() > 1 { span / (lines.len() - 1) as f32 } else { LONE_PITCH * size };
    let frame = ColumnExtent { left: around.left, right: around.right, ..ColumnExtent::default() };
    Para { lines, pitch, align: Some(Align::Start), frame, ..Para::default() }
}

fn as_blocks(index: usize, page: Placed) -> PageBlocks {
    let frame = ColumnExtent { right: page.size.width, ..ColumnExtent::default() };
    let blocks = page.paras.into_iter().map(Block::Text).collect();
    let part = ColumnSet { frames: vec![frame], columns: vec![blocks], joined: vec![false] };
    PageBlocks { index, size: page.size, frame, side: None, parts: vec![part], foot: 0.0 }
}

/// A page as a section without text of its own: one paragraph that all frames and pictures hang on.
fn section(page: PageBlocks, floats: Vec<Float>, assembler: &mut Assembler<'_>, context: &Context) -> Result<Section> {
    let mut blocks = Vec::new();
    for block in page.parts.into_iter().flat_map(|part| part.columns).flatten() {
        context.tick(1)?;
        if let Block::Text(para) = block {
            blocks.push(assembler.placed(&para));
        }
    }
    let holder = Para { floats, ..Para::default() };
    let mut content = Vec::new();
    assembler.hang(&holder, 0.0, &mut content);
    blocks.push(flow::Block::Paragraph(Paragraph { content, ..Paragraph::default() }));
    let setup = PageSetup { size: page.size, ..PageSetup::default() };
    Ok(Section { page: Some(setup), new_page: true, blocks, ..Section::default() })
}
