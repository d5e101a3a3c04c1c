//! Opening a Word file, and the document it makes.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::counting::Counters;
use super::fields::Sequences;
use super::notes::Stories;
use super::numbering::Numbering;
use super::pieces::flat_of;
use super::run::RunBase;
use super::sections::{self, Edge, all_trees};
use super::settings::{NoteNumbers, Settings};
use super::styles::Styles;
use super::values::text_color;
use super::{MAX_DEPTH, Reading};
use crate::ooxml::{self, Parts, Relations, Theme, Tree, part_of_kind};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_container::cfb;
use transvase_container::xml::decode;
use transvase_markup::prose::NoteCounter;
use transvase_model::flow::{Color, Flow, HiddenWords, PageSetup, Section};
use transvase_model::media::MediaStore;
use transvase_model::text::counting::{mark::Headings, names};
use transvase_model::text::hidden_words;

/// Main part where no relationship names it.
const MAIN: &str = "word/document.xml";
/// How the names of other main parts begin.
const MAIN_START: &str = "word/document";

/// Reads a Word file.
///
/// # Errors
/// `PasswordRequired`, `FormatMismatch`, `Malformed`, `Truncated`, limits, `TimedOut`, `Cancelled`.
pub(in crate::docx) fn read(bytes: &[u8], context: &Context) -> Result<Flow> {
    read_within(bytes, context, 0)
}

/// Reads a Word file that lies within so many others.
///
/// # Errors
/// As [`read`].
pub(super) fn read_within(bytes: &[u8], context: &Context, within: usize) -> Result<Flow> {
    if cfb::is_container(bytes) {
        return Err(sealed(bytes));
    }
    let bytes = &*ooxml::packed(bytes, context)?;
    let mut parts = Parts::open(bytes, context)?;
    let main = main_part(&mut parts, context)?;
    let Some(document) = parts.read(&main, context)? else {
        return Err(Error::malformed("the file has no main document part"));
    };
    let text = decode(&document).into_owned();
    drop(document);
    let relations = parts.relations(&main, context)?;
    let roots = body(&text, context)?;
    drop(text);
    let mut reading = Reading { within, ..begin(parts, relations, context)? };
    let mut flow = Flow {
        background: background(&roots, &reading),
        // Documents of Word 2013 and later (compatibility mode 15).
        condenses: reading.settings.compatibility >= 15,
        hyphenation: reading.settings.hyphenates.then_some(reading.settings.hyphenation_zone),
        ..Flow::default()
    };
    let body: Vec<&Tree> = roots.iter().filter(|tree| tree.is("w:body")).collect();
    flow.sections = reading.sections(flat_of(body))?;
    flow.metadata = ooxml::properties(bytes, context).map(|said| said.metadata).unwrap_or_default();
    if flow.metadata.language.is_none() {
        flow.metadata.language.clone_from(&reading.language);
    }
    flow.fonts = reading.fonts()?;
    reading.finish(&mut flow);
    Ok(flow)
}

fn sealed(bytes: &[u8]) -> Error {
    if ooxml::is_encrypted(bytes) {
        return Error::new(
            ErrorCode::PasswordRequired,
            "the document is encrypted and cannot be read: save it without a password",
        );
    }
    Error::new(ErrorCode::FormatMismatch, "the file is not DOCX, but of an older Office format or of another program")
}

/// The name of the main part: as the file says, or as Word calls it, whatever number it adds.
fn main_part(parts: &mut Parts<'_>, context: &Context) -> Result<String> {
    let roots = parts.relations("", context)?;
    let said = part_of_kind(&roots, "officeDocument").filter(|name| parts.has(name));
    let is_numbered = |name: &str| name.starts_with(MAIN_START) && name.ends_with(".xml");
    let usual = || Some(MAIN).filter(|name| parts.has(name)).or_else(|| parts.find(is_numbered));
    Ok(said.or_else(usual).unwrap_or(MAIN).to_owned())
}

/// What stands in the main part: the body and what is beside it. Where the tag around them is damaged so that nothing has
/// its name any more, the text is read from the body on.
fn body(text: &str, context: &Context) -> Result<Vec<Tree>> {
    let is_text = |trees: &[Tree]| trees.iter().any(|tree| tree.tag().starts_with("w:"));
    let all = all_trees(text, &["w:document"], context)?;
    if is_text(&all) {
        return Ok(all);
    }
    if all.first().is_some_and(|tree| tree.tag().starts_with("p:") || tree.tag().starts_with("x:")) {
        return Err(Error::new(
            ErrorCode::FormatMismatch,
            "the file belongs to another Office program (PowerPoint or Excel)",
        ));
    }
    let from_body = text.find("<w:body").and_then(|at| text.get(at..)).unwrap_or_default();
    let all = all_trees(from_body, &["w:document"], context)?;
    if is_text(&all) { Ok(all) } else { Err(Error::malformed("the main document part is not a Word document")) }
}

/// Colour of the paper, where it is shown.
fn background(roots: &[Tree], reading: &Reading) -> Option<Color> {
    let tree = roots.iter().find(|tree| tree.is("w:background")).filter(|_| reading.settings.shows_background)?;
    let plain = || tree.attribute("w:color").and_then(ooxml::color::hex);
    text_color(tree, &reading.theme).or_else(plain).filter(|color| *color != Color::WHITE)
}

/// What the parts beside the text say of all of it.
struct Beside {
    theme: Theme,
    settings: Settings,
    styles: Styles,
    numbering: Numbering,
    language: Option<String>,
}

fn beside(parts: &mut Parts<'_>, relations: &Relations, context: &Context) -> Result<Beside> {
    let mut part = |kind: &str| -> Result<String> {
        let Some(name) = part_of_kind(relations, kind) else { return Ok(String::new()) };
        let bytes = parts.sound(name, context)?.unwrap_or_default();
        Ok(decode(&bytes).into_owned())
    };
    let mut theme = Theme::read(&part("theme")?, context)?;
    let settings = Settings::read(&part("settings")?, &mut theme, context)?;
    let styles = Styles::read(&part("styles")?, &theme, context)?;
    let of_text = styles.default_text.language.as_deref().map(str::to_owned);
    let language = of_text.or_else(|| settings.language.clone());
    let spoken = names::language(language.as_deref().unwrap_or_default());
    let mut numbering = Numbering::read(&part("numbering")?, &theme, spoken, context)?;
    numbering.link(&styles);
    Ok(Beside { theme, settings, styles, numbering, language })
}

/// A reading whose parts beside the text are read.
fn begin<'c>(mut parts: Parts<'c>, relations: Relations, context: &'c Context) -> Result<Reading<'c>> {
    let Beside { theme, settings, styles, numbering, language } = beside(&mut parts, &relations, context)?;
    let mut reading = Reading {
        context,
        parts,
        theme,
        language,
        settings,
        styles,
        numbering,
        counters: Counters::default(),
        media: MediaStore::default(),
        pictures: BTreeMap::new(),
        footnotes: Stories::default(),
        endnotes: Stories::default(),
        notes: Vec::new(),
        note_numbers: <[NoteNumbers; 2]>::default(),
        first_notes: None,
        sequences: Sequences::default(),
        note_counters: <[NoteCounter; 2]>::default(),
        remarks: Stories::default(),
        comments: Vec::new(),
        changes: Vec::new(),
        anchors: BTreeSet::new(),
        heads: BTreeMap::new(),
        header: Edge::default(),
        footer: Edge::default(),
        labels: Headings::default(),
        hidden_words: HiddenWords::default(),
        losses: BTreeMap::new(),
        flattened: false,
        within: 0,
        chunks: 0,
        page: PageSetup::default(),
        relations: Rc::new(relations),
        measure: 0.0,
        depth: 0,
        in_main_story: true,
        behind: Vec::new(),
        open: Vec::new(),
        carried: Vec::new(),
        anchors_waiting: Vec::new(),
        initial: None,
        table_base: None,
        run_base: RunBase::default(),
        tab_to_edge: false,
        tab_to_middle: false,
    };
    reading.footnotes = reading.stories("footnotes", &["w:footnotes"])?;
    reading.endnotes = reading.stories("endnotes", &["w:endnotes"])?;
    reading.remarks = reading.stories("comments", &["w:comments"])?;
    Ok(reading)
}

impl Reading<'_> {
    /// The sections of the main text: each ends with the paragraph that has its properties, the last with the text.
    fn sections(&mut self, trees: Vec<&Tree>) -> Result<Vec<Section>> {
        let mut sections = Vec::new();
        let mut blocks: Vec<&Tree> = Vec::new();
        let mut last = None;
        for tree in trees {
            if tree.is("w:sectPr") {
                last = Some(tree);
                continue;
            }
            blocks.push(tree);
            if let Some(properties) = tree.find(&["w:pPr", "w:sectPr"]).filter(|_| tree.is("w:p")) {
                sections.push(self.read_section(std::mem::take(&mut blocks), Some(properties))?);
            }
        }
        if !blocks.is_empty() || sections.is_empty() {
            sections.push(self.read_section(blocks, last)?);
        }
        Ok(sections)
    }

    fn read_section(&mut self, trees: Vec<&Tree>, properties: Option<&Tree>) -> Result<Section> {
        self.begin_notes(properties);
        self.page = sections::page(properties, &self.settings, &self.theme);
        self.measure = sections::measure(&self.page);
        let mut blocks = self.story(trees)?;
        // The paragraph that only ends a section is none of the text.
        let is_end = |block: &transvase_model::flow::Block| {
            matches!(block, transvase_model::flow::Block::Paragraph(paragraph)
                if paragraph.role == transvase_model::flow::Role::Spacer && paragraph.content.is_empty())
        };
        if blocks.len() > 1 && blocks.last().is_some_and(is_end) {
            blocks.pop();
        }
        self.section(properties, blocks)
    }

    /// Gives the document what the text has come to, and tells what was lost.
    fn finish(self, flow: &mut Flow) {
        flow.media = self.media;
        flow.notes = self.notes;
        flow.first_notes = self.first_notes.unwrap_or_default();
        flow.comments = self.comments;
        flow.changes = self.changes;
        hidden_words::warn(&self.hidden_words, self.context);
        for (what, (code, count)) in self.losses {
            self.context.warn(Warning::new(code, format!("{count} {what} could not be kept")));
        }
        if self.flattened {
            let message = format!("tables and text boxes nested more than {MAX_DEPTH} levels deep became paragraphs");
            self.context.warn(Warning::new(WarningCode::StructureFlattened, message));
        }
    }
}
