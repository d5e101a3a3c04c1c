//! The RTF writer: the text goes out as its blocks are walked, with all that is said of its looks; the tables that it
//! needs come to stand before it.

mod aside;
mod blocks;
mod frame;
mod inline;
mod math;
mod numbering;
mod paragraph;
mod picture;
mod run;
mod section;
mod sheets;
mod survey;
mod table;
mod text;
mod widths;

use std::fmt::Write;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_format::Written;
use transvase_markup::prose;
use transvase_model::flow::{Change, Color, Comment, Flow, Frame, Note, Section};
use transvase_model::media::{MediaId, MediaStore};
use transvase_model::metadata::Metadata;
use transvase_model::text::bookmarks::Bookmarks;
use transvase_model::text::{hidden_words, lcid};

use blocks::Break;
use numbering::{Counter, Numbering};
use sheets::Sheets;
use survey::Survey;

/// Nesting beyond which text is written without it.
const MAX_DEPTH: usize = 40;
/// Language of a document that says none: English of the United States.
const LANGUAGE: u32 = 0x409;

/// Writes a document.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub(super) fn write(mut flow: Flow, context: &Context) -> Result<Written> {
    // What belongs together is said by nothing but the looks of the parts.
    flow.ungroup();
    // Shapes of RTF have places of their own and keep no room in the line: charts would lie on one another.
    prose::settle_charts(&mut flow, context);
    hidden_words::warn(&flow.unhide(), context);
    let survey = Survey::of(&flow, context)?;
    let Flow { metadata, sections, media, cover, notes, first_notes, comments, changes, background, .. } = flow;
    let mut writer = Writer::new(survey, &media, context);
    (writer.notes, writer.comments, writer.changes) = (notes, comments, changes);
    writer.mirrored = sections.iter().filter_map(|section| section.page.as_ref()).any(|page| page.mirrored);
    let facing = sections.iter().flat_map(|section| [&section.header, &section.footer]).flatten();
    writer.facing = facing.into_iter().any(|text| text.even.is_some());
    writer.document(&sections, cover)?;
    context.room(writer.out.len())?;
    let language = metadata.language.as_deref().and_then(lcid::id).unwrap_or(LANGUAGE);
    let mut out = String::new();
    let base = writer.base_look();
    let _ = writeln!(out, "{{\\rtf1\\ansi\\ansicpg1252\\uc1\\deff0\\deflang{language}\\deflangfe{language}");
    writer.sheets.write(&mut out, &base);
    writer.numbering.write(&mut out);
    info(&mut out, &metadata);
    writer.begin_document(&mut out, sections.first(), first_notes);
    ground(&mut out, background);
    out.push_str(&writer.out);
    out.push_str("}\n");
    writer.warn_of_losses();
    Ok(Written::File(out.into_bytes()))
}

/// A document that is being written.
struct Writer<'a> {
    out: String,
    context: &'a Context,
    media: &'a MediaStore,
    survey: Survey,
    sheets: Sheets,
    numbering: Numbering,
    bookmarks: Bookmarks,
    notes: Vec<Note>,
    comments: Vec<Comment>,
    changes: Vec<Change>,
    /// Pictures as they go out; `None` where they cannot.
    pictures: picture::Pictures,
    /// The counter of numbered headings.
    outline: Option<Counter>,
    /// Whether a paragraph is not at its end.
    open: bool,
    /// Whether a table was written last.
    after_table: bool,
    /// A break that the next paragraph begins with.
    pending: Option<Break>,
    /// Frames that hang on the next paragraph.
    frames: Vec<Frame>,
    /// Shapes written: each has a number of its own.
    shapes: usize,
    /// Whether the text at hand stands in a shape, where there can be no other.
    in_shape: bool,
    facing: bool,
    mirrored: bool,
    losses: Losses,
}

/// What could not be written as it is.
#[derive(Debug, Default)]
struct Losses {
    formulas: usize,
    links: usize,
    drawings: usize,
    ruby: usize,
    deep: bool,
}

impl<'a> Writer<'a> {
    fn new(survey: Survey, media: &'a MediaStore, context: &'a Context) -> Writer<'a> {
        let bookmarks = Bookmarks::of(&survey.anchors);
        let mut sheets = Sheets::default();
        sheets.font(&survey.family, "");
        Writer {
            out: String::new(),
            context,
            media,
            survey,
            sheets,
            numbering: Numbering::default(),
            bookmarks,
            notes: Vec::new(),
            comments: Vec::new(),
            changes: Vec::new(),
            pictures: picture::Pictures::default(),
            outline: None,
            open: false,
            after_table: false,
            pending: None,
            frames: Vec::new(),
            shapes: 0,
            in_shape: false,
            facing: false,
            mirrored: false,
            losses: Losses::default(),
        }
    }

    /// Writes words and numbers.
    fn put(&mut self, words: std::fmt::Arguments<'_>) {
        let _ = self.out.write_fmt(words);
    }

    fn document(&mut self, sections: &[Section], cover: Option<MediaId>) -> Result<()> {
        let mut page = section::page_of(sections.first());
        let mut new_page = false;
        self.cover(cover, &page)?;
        for (at, section) in sections.iter().enumerate() {
            self.context.checkpoint()?;
            if let Some(own) = &section.page {
                page = own.clone();
            }
            new_page |= section.new_page;
            self.section(section, &page, at == 0, new_page)?;
            new_page = self.pending.take() == Some(Break::Page);
            self.end_section(at + 1 == sections.len())?;
        }
        if sections.is_empty() {
            self.separator();
            self.out.push_str("\\par\n");
        }
        Ok(())
    }

    fn warn_of_losses(&self) {
        let Losses { formulas, links, drawings, ruby, deep } = self.losses;
        let cases = [
            (
                formulas,
                WarningCode::StyleDropped,
                "[formula|formulas] nested too deeply [was|were] written as one line of text[| each]",
            ),
            (
                links,
                WarningCode::LinkDropped,
                "[link to a place|links to places] that RTF cannot name became plain text",
            ),
            (drawings, WarningCode::DrawingDropped, "[drawing lost its|drawings lost their] lines and curves"),
            (
                ruby,
                WarningCode::StyleDropped,
                "[reading above characters was|readings above characters were] written behind them in brackets",
            ),
            (
                usize::from(deep),
                WarningCode::StructureFlattened,
                "or more blocks were nested too deeply and lost their nesting",
            ),
        ];
        for (count, code, what) in cases {
            if count > 0 {
                self.context.warn(Warning::new(code, counted(count, what)));
            }
        }
    }
}

/// What the document says about itself.
fn info(out: &mut String, metadata: &Metadata) {
    out.push_str("{\\info");
    sheets::group(out, "title", metadata.title.as_deref());
    sheets::group(out, "subject", metadata.subject.as_deref());
    sheets::group(out, "author", Some(metadata.authors.join("; ").as_str()));
    sheets::group(out, "keywords", Some(metadata.keywords.join(", ").as_str()));
    sheets::group(out, "company", metadata.publisher.as_deref());
    date(out, "creatim", metadata.date.as_deref());
    date(out, "revtim", metadata.modified.as_deref());
    out.push_str("}\n");
}

/// A date that is one of ISO 8601.
fn date(out: &mut String, word: &str, date: Option<&str>) {
    let Some(parts) = date.and_then(aside::parts_of_date) else { return };
    let [year, month, day, hour, minute] = parts;
    let _ = write!(out, "{{\\{word}\\yr{year}\\mo{month}\\dy{day}\\hr{hour}\\min{minute}}}");
}

/// The colour of the paper.
fn ground(out: &mut String, color: Option<Color>) {
    if let Some(color) = color {
        let number = frame::color_number(color);
        let _ = writeln!(
            out,
            "{{\\*\\background{{\\shp{{\\*\\shpinst{{\\sp{{\\sn shapeType}}{{\\sv 1}}}}{{\\sp{{\\sn fillColor}}{{\\sv \
             {number}}}}}{{\\sp{{\\sn fFilled}}{{\\sv 1}}}}{{\\sp{{\\sn fBackground}}{{\\sv 1}}}}}}}}}}\\viewbksp1"
        );
    }
}
