//! Reflow, or layout analysis: finds the flowing text of positioned pages, which is what a person wants who opens a
//! page layout to go on writing in it.
//!
//! Pages too large for paper are scaled (`paper`). Then each page by itself, side by side where threads are allowed
//! (`page`): glyph runs become stretches of letters and lines (`text`), empty parts of forms go with lines
//! (`form_fields`), paths become rules, fills, bullets, boxes to tick and lines to fill in (`vector`, `bullet`,
//! `check_box`, `blank_lines`) and figures (`graphics`), ruled and partly ruled tables are found (`table`). Then the
//! document looks at all its pages: numbers of lines (`line_numbers`), running heads and feet (`headers_footers`) and
//! notes (`notes`) leave the text. Each page gets its reading order and columns (`reading_order`), tables with what
//! stands beside them (`table::widen`), or keeps its places where it is drawn rather than written or flowing would tear
//! it (`fixed_layout`, `displacement`), and its margins and blocks (`page_margins`, `section`, `figure_row`,
//! `paragraph`, `callout`, `table::stream`). Last, passes over the blocks of the whole document: structure tags
//! (`tagged`), contents (`toc`), captions, code and quotes (`roles`), `headings`, lists (`list`), places of links
//! (`anchors`), what goes on over columns and pages (`join`, `tables`), and the width of substituted faces (`copyfit`).
//! `emit` and `inline` write the result. The other layout, `exact`, keeps every page as it is, in frames.
//!
//! Kept: text in reading order with family, size, weight, style and colour; paragraphs with
//! alignment, indents and spaces; headings with their numbers; lists; tables; images; drawings;
//! links; notes; running text; form parts; comments; page size, margins and columns. Lost, with a
//! warning: characters nobody knows the meaning of, and what the warnings name. A scan with
//! recognised text gives that text; a scan without gives its picture.

#![forbid(unsafe_code)]

mod anchors;
mod areas;
mod blank_lines;
mod block;
mod bullet;
mod callout;
mod caps;
mod check_box;
mod color;
mod copyfit;
mod displacement;
mod element;
mod emit;
mod exact;
mod figure_row;
mod fixed_layout;
mod floats;
mod form_fields;
mod formula;
mod graphics;
mod headers_footers;
mod headings;
mod inline;
mod join;
mod leading;
mod line_numbers;
mod links;
mod list;
mod marker;
mod notes;
mod page;
mod page_blocks;
mod page_margins;
mod paper;
mod paragraph;
mod places;
mod reading_order;
mod roles;
mod row_borders;
mod section;
mod sets;
mod size_class;
mod sketch;
mod table;
mod tables;
mod tagged;
#[cfg(test)]
mod tests;
mod text;
mod text_wrap;
mod toc;
mod vector;

use block::Block;
use graphics::{float, ocr_layer, ocr_order};
use inline::Lexicon;
use page::PageElements;
use page_blocks::PageBlocks;
use text::{deskew, orientation};
use transvase_base::context::Context;
use transvase_base::error::{Result, Stage};
use transvase_base::side_by_side;
use transvase_base::units::Affine;
use transvase_format::Transform;
use transvase_markup::canvas::Scene;
use transvase_model::flow::Flow;
use transvase_model::loss;
use transvase_model::pages::Pages;
use transvase_model::{Hub, Model};

/// From positioned pages to flowing text.
pub static REFLOW: Transform = Transform {
    name: "reflow",
    from: Hub::Pages,
    to: Hub::Flow,
    cost: loss::STRUCTURE,
    options: &[&exact::LAYOUT],
    run: |pages, context| reflow(pages.try_into()?, context).map(Model::from),
};

/// Finds the flowing text of pages.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
fn reflow(mut pages: Pages, context: &Context) -> Result<Flow> {
    ocr_order::lay(&mut pages.pages, context)?;
    if exact::is_wanted(context) {
        return exact::exact(pages, context);
    }
    areas::undraw(&mut pages.pages, context)?;
    let mut stood = places::SourcePlaces::of(&pages.pages);
    stood.moved(&paper::fit(&mut pages, context));
    stood.moved(&turn_upright(&mut pages, context)?);
    copyfit::substitute(&mut pages, context)?;
    let structure = std::mem::take(&mut pages.structure);
    let unseen = page::take_unseen(&mut pages);
    let tree = tagged::Tree::of(&structure, &pages.pages, context)?;
    let tables = tree.as_ref().and_then(|_| table::Tagged::of(&structure));
    let mut read = read_pages(&mut pages, tables.as_ref(), context)?;
    float::store(read.iter_mut().flat_map(floats::pictures), &mut pages.media, &pages.fonts, context)?;
    let background = floats::paper(&mut read);
    let body_size = body_size(&read);
    let line_numbers = line_numbers::take(&mut read);
    let running = headers_footers::take(&mut read, body_size, context)?;
    let mut layouts = side_by_side::each(read, None, context, |page| page::arrange(page, context))?;
    let notes = notes::take(&mut layouts, &pages.pages, body_size, context)?;
    let mut blocks = section::pages(layouts, &running, body_size, context)?;
    let mut notes = notes::texts(notes, &blocks);
    places::number(&mut blocks);
    places::number_notes(&mut notes);
    context.checkpoint()?;
    if let Some(tree) = &tree {
        tagged::apply(&mut blocks, tree, context)?;
    }
    toc::mark(&mut blocks, context)?;
    roles::mark(&mut blocks, body_size, context)?;
    let evidence = headings::Evidence { outline: &pages.outline, title: pages.metadata.title.as_deref(), body_size };
    headings::mark(&mut blocks, evidence, context)?;
    list::mark(&mut blocks, notes.iter_mut().map(|note| &mut note.blocks), context)?;
    let lexicon = lexicon(&blocks, context)?;
    let all_links = pages.pages.iter().flat_map(|page| &page.links).map(|link| &link.target);
    let mut places = anchors::Places::of(all_links, &pages.outline);
    places.settle(&mut blocks, context)?;
    join::join(&mut blocks);
    let headed: Vec<bool> = running.iter().map(headers_footers::Running::has_own_head).collect();
    tables::join(&mut blocks, &headed);
    leading::settle(&mut blocks, context)?;
    tables::settle(&mut blocks, context)?;
    copyfit::fit(&mut blocks, context)?;
    let (targets, comments) = areas::targets(&pages.pages, places.targets(&pages.pages, context));
    let stretches = headers_footers::plan::plan(&running, &blocks, context);
    let heads = emit::Heads { pages: &running, stretches: &stretches };
    let mut assembler = emit::Assembler::new(&lexicon, &targets, heads, stood, context);
    let (notes, first_notes) = assembler.notes(&notes)?;
    let page_words = assembler.page_words(&blocks)?;
    let (mut sections, stood) = assembler.run(&blocks)?;
    line_numbers::set(&mut sections, line_numbers);
    emit::group(&mut sections);
    let outline = places.outline(&pages.outline);
    let fonts = text::fonts::embedded(&pages.fonts);
    let metadata = pages.metadata;
    let media = pages.media;
    Ok(Flow {
        metadata,
        sections,
        outline,
        media,
        notes,
        first_notes,
        comments,
        fonts,
        background,
        pages: stood.pages,
        places: stood.list,
        page_words,
        unseen,
        ..Flow::default()
    })
}

/// Reads each page by itself. The pages lose their items, which are not needed any more.
fn read_pages(pages: &mut Pages, tables: Option<&table::Tagged>, context: &Context) -> Result<Vec<PageElements>> {
    let mut links = 0;
    let numbered = std::mem::take(&mut pages.pages).into_iter().map(|page| {
        links += areas::count(&page);
        (links - areas::count(&page), page)
    });
    let read = side_by_side::each(numbered.collect(), Stage::Transform, context, |(links, mut page)| {
        ocr_layer::uncover(&mut page, &pages.media, context)?;
        let scene = Scene { page: &page, fonts: &pages.fonts, media: &pages.media };
        let elements = page::analyse(scene, links, tables, context)?;
        page.items = Vec::new();
        Ok((elements, page))
    })?;
    let (elements, bare) = read.into_iter().unzip();
    pages.pages = bare;
    Ok(elements)
}

/// Turns sideways pages upright, with the places that links and bookmarks name on them; returns the maps.
fn turn_upright(pages: &mut Pages, context: &Context) -> Result<Vec<Option<Affine>>> {
    let mut maps: Vec<Option<Affine>> = Vec::new();
    for page in &mut pages.pages {
        context.tick(page.items.len() as u64)?;
        maps.push(orientation::upright(page));
    }
    pages.map(&maps);
    pages.pages.iter_mut().for_each(deskew::straighten);
    Ok(maps)
}

/// Size of most of the text.
fn body_size(pages: &[PageElements]) -> f32 {
    let lines = pages.iter().flat_map(PageElements::lines);
    headings::body_size(lines.flat_map(|line| &line.words))
}

/// Reads the words of all lines.
fn lexicon(pages: &[PageBlocks], context: &Context) -> Result<Lexicon> {
    let mut lexicon = Lexicon::default();
    for block in pages.iter().flat_map(PageBlocks::blocks) {
        if let Block::Text(para) = block {
            context.tick(para.lines.len() as u64)?;
            para.lines.iter().for_each(|line| lexicon.learn(line));
        }
    }
    Ok(lexicon)
}
