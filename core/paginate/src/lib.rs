//! Typesetting: flow to pages, for books and for office documents.
//!
//! Paragraphs are shaped by [`transvase_font::shaping`], broken into lines, and set as [`strip`]s; [`book`] stacks
//! strips to pages and chooses where pages break. Lines of books are broken as a whole ([`breaking`]). A document that
//! brings its own pages is set as office programs set it ([`options::Setup::as_source`]): line by line ([`fit`]),
//! beside what [`floats`], with [`running`] heads and feet and with notes at the [`feet`] of its pages.

#![forbid(unsafe_code)]

mod anchored;
mod annotate;
mod bands;
mod blocks;
mod book;
mod breaking;
mod collect;
mod column;
mod columns;
mod decorate;
mod division;
mod drawn;
mod edges;
mod emphasis;
mod faces;
mod feet;
mod fields;
mod finish;
mod fit;
mod floats;
mod formula;
mod frames;
mod grid;
mod initial;
mod layout;
mod leaders;
mod leaf;
mod line;
mod lines;
mod lists;
mod marker;
mod missing;
mod opportunities;
mod options;
mod paragraph;
mod pen;
mod place;
mod place_line;
mod remarks;
mod ruby;
mod rules;
mod running;
mod scale;
mod seat;
mod strip;
mod structure;
mod styled;
mod table;
mod tabs;
mod text;
mod vertical;
mod wide;

use book::Book;
use edges::Joined;
use finish::Parts;
use floats::Floats;
use layout::Layout;
use leaf::{Sheets, Side};
use options::Setup;
use place::{Cursor, Place};
use running::Running;
use strip::{Force, Stream, Strip};
use structure::Structure;
use transvase_base::context::Context;
use transvase_base::error::{Result, Stage};
use transvase_base::units::Size;
use transvase_base::warning::{Warning, WarningCode};
use transvase_font::fonts::FontBook;
use transvase_format::Transform;
use transvase_markup::prose::{self, Dropped};
use transvase_model::flow::{Block, Edges, Flow, Frame, PageSetup, Section};
use transvase_model::loss;
use transvase_model::media::MediaStore;
use transvase_model::pages::Pages;
use transvase_model::text::hidden_words;
use transvase_model::{Hub, Model};

/// Lays flowing text out on pages.
pub static PAGINATE: Transform = Transform {
    name: "paginate",
    from: Hub::Flow,
    to: Hub::Pages,
    cost: loss::LOOKS,
    options: options::OPTIONS,
    run: |flow, context| paginate(flow.try_into()?, context).map(Model::from),
};

/// Blocks between two reports of progress.
const BLOCKS_PER_REPORT: usize = 64;

fn paginate(mut flow: Flow, context: &Context) -> Result<Pages> {
    settle(&mut flow, context);
    let setup = Setup::of(context).for_pages_of(&flow, context);
    if !setup.as_source {
        // The words of drawings come below them, which leaves a chart without its labels.
        prose::settle_charts(&mut flow, context);
    }
    let feet = if setup.as_source { prose::append_endnotes(&mut flow) } else { Vec::new() };
    prose::append_notes(&mut flow);
    prose::spell_out(&mut flow, setup.as_source);
    if context.options().flag(&options::UPDATE_FIELDS) {
        let own = flow.sections.first().and_then(|section| section.page.as_ref()).filter(|_| setup.own_pages);
        let measure = Book::column(own.unwrap_or(&setup.page)).width;
        prose::renew_contents(&mut flow, measure);
    }
    let faces = faces::book(&flow, &feet, setup.as_source, context)?;
    let media = std::mem::take(&mut flow.media);
    let fields = if setup.as_source { fields::mark(&mut flow) } else { 0 };
    let set = |flow: &mut Flow, feet| set(flow, feet, (&media, &setup, &faces), context);
    let (parts, structure) = match fields {
        0 => set(&mut flow, feet)?,
        _ => {
            let mut again = flow.clone();
            let (first, warnings) = context.aside(|| set(&mut flow, feet.clone()))?;
            if first.0.answer(&mut again) {
                set(&mut again, feet)?
            } else {
                warnings.into_iter().for_each(|warning| context.warn(warning));
                first
            }
        }
    };
    flow.media = media;
    finish::pages(flow, parts, structure, setup.as_source, context)
}

/// Sets the text of a document, which takes its sections, with notes for the feet of pages.
fn set(
    flow: &mut Flow,
    feet: Vec<Option<Vec<Block>>>,
    (media, setup, faces): (&MediaStore, &Setup, &FontBook),
    context: &Context,
) -> Result<(Parts, Structure)> {
    let mut layout = Layout::new(flow, media, setup, faces, context);
    layout.take_foot_notes(feet);
    let mut book = Book::new(context, &setup.page, setup.as_source);
    if let Some(cover) = flow.cover {
        finish::add_cover(&mut layout, &mut book, cover)?;
    }
    let total: usize = flow.sections.iter().map(|section| section.blocks.len()).sum();
    let mut done = 0;
    let mut running: Vec<Running> = Vec::new();
    // A block that is laid out is needed no more: a long book is there once, not twice.
    for section in std::mem::take(&mut flow.sections) {
        let sheets = sheets_of(&mut layout, &section, &mut running)?;
        lay_out_section(&mut layout, &mut book, section, sheets, &mut |blocks| {
            done += blocks;
            context.report(Stage::Transform, done as u64, total as u64);
        })?;
    }
    book.finish()?;
    let parts = finish::parts(&mut layout, book, &running)?;
    Ok((parts, layout.into_structure()))
}

/// Leaves out what has no place on pages, and says so.
fn settle(flow: &mut Flow, context: &Context) {
    // What belongs together is said by nothing but the looks of the parts.
    flow.ungroup();
    if context.options().choice(&options::CHANGES) == Some("shown") {
        flow.show_changes();
    } else if flow.accept_changes() {
        let message = "text that is marked as deleted was left out";
        context.warn(Warning::new(WarningCode::AnnotationDropped, message));
    }
    hidden_words::warn(&flow.drop_hidden(), context);
    if context.options().choice(&options::COMMENTS) != Some("margin") {
        Dropped { remarks: std::mem::take(&mut flow.comments).len(), ..Dropped::default() }.warn(None, context);
    }
}

/// The pages of a section. What stands at their edges is added to `running`.
fn sheets_of(layout: &mut Layout, section: &Section, running: &mut Vec<Running>) -> Result<Sheets> {
    let own = section.page.as_ref().filter(|_| layout.setup.own_pages).map(sane);
    let setup = own.unwrap_or_else(|| layout.setup.page.clone());
    let mut sheets = Sheets { begins_page: section.new_page, ..Sheets::plain(&setup) };
    if layout.setup.as_source {
        let own = Running::of(section, &setup, running.last());
        for (margins, side) in sheets.margins.iter_mut().zip([Side::First, Side::Even, Side::Odd]) {
            *margins = own.margins(layout, side)?;
        }
        sheets.section = running.len();
        sheets.start = section.numbers.and_then(|numbers| numbers.start);
        running.push(own);
    }
    Ok(sheets.on_their_side())
}

fn lay_out_section(
    layout: &mut Layout,
    book: &mut Book,
    section: Section,
    sheets: Sheets,
    report: &mut dyn FnMut(usize),
) -> Result<()> {
    layout.column = Book::column(&sheets.setup);
    layout.margin = sheets.setup.margins.right;
    layout.is_vertical = sheets.setup.vertical;
    layout.grid = sheets.setup.grid.filter(|_| layout.setup.as_source);
    let mut stream = Stream::default();
    let opens = layout.setup.as_source && book.leaves.is_empty();
    if section.new_page || opens {
        stream.force(Force::Page);
    }
    book.begin_section(sheets);
    let align = layout.setup.align();
    let place = Place { left: 0.0, width: layout.column.width, node: Structure::ROOT, depth: 0, align };
    layout.floats = Floats::default();
    let mut blocks = section.blocks.into_iter().peekable();
    let mut before = None;
    while blocks.peek().is_some() {
        let mut done = 0;
        while let Some(block) = blocks.next_if(|_| done < BLOCKS_PER_REPORT) {
            if layout.setup.as_source {
                layout.joined = Joined::of(before.as_ref(), &block, blocks.peek());
                let frames = std::iter::from_fn(|| blocks.next_if(|next| is_beside(&block, next)));
                layout.beside.extend(frames.filter_map(into_frame));
                let (left, top) = book.next_place(stream.is_forced());
                layout.cursor = Some(Cursor { left, top: top - stream.bottom() });
            }
            blocks::lay_out_block(layout, &block, &place, &mut stream)?;
            book.feed(stream.take())?;
            done += 1;
            before = Some(block);
        }
        report(done);
    }
    if stream.has_anchored() {
        stream.push(Strip::default());
        book.feed(stream.take())?;
    }
    book.end_section();
    book.place_marks(stream.take_marks());
    Ok(())
}

/// Whether a block is a frame that counts from the paragraph before it.
fn is_beside(block: &Block, next: &Block) -> bool {
    matches!((block, next), (Block::Paragraph(_), Block::Frame(_)))
}

fn into_frame(block: Block) -> Option<Frame> {
    match block {
        Block::Frame(frame) => Some(frame),
        _ => None,
    }
}

/// A page setup with lengths a page can have: paper from half an inch to 200 inches a side (the
/// largest page of PDF, ISO 32000-1, annex C), and margins that leave room for text.
fn sane(setup: &PageSetup) -> PageSetup {
    let side =
        |length: f32, usual: f32| if length.is_finite() && length >= 36.0 { length.min(14_400.0) } else { usual };
    let size = Size { width: side(setup.size.width, Size::A4.width), height: side(setup.size.height, Size::A4.height) };
    let margin = |length: f32, side: f32| if length.is_finite() { length.clamp(0.0, side * 0.4) } else { 0.0 };
    let margins = Edges {
        top: margin(setup.margins.top, size.height),
        right: margin(setup.margins.right, size.width),
        bottom: margin(setup.margins.bottom, size.height),
        left: margin(setup.margins.left, size.width),
    };
    let columns = setup.columns.iter().take(64).copied().collect();
    PageSetup { size, margins, columns, ..setup.clone() }
}
#[cfg(test)]
mod tests;
