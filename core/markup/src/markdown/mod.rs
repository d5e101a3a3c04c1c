//! Markdown to flowing text: CommonMark with the extensions of GitHub (tables, struck text, tasks, bare links, footnotes,
//! alerts, formulas) and lists of definitions.
//!
//! The parsed text becomes HTML, and that goes through the engine that reads all HTML. The two languages are one text:
//! `<details>` or `<div align="center">` begin in one block of Markdown and end in another, with Markdown between them, so
//! only a parser of HTML that sees both knows what lies in what; and looks are said by a style sheet as elsewhere. What
//! HTML has no word for (notes, formulas) passes as elements of this dialect, which [`host`] turns into what they
//! are.

mod front_matter;
mod host;
mod looks;
mod raw_text;
mod render;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use front_matter::FrontMatter;

use crate::html::{Builder, Dialect, links, parse};
use crate::prose::Slugs;
use host::MarkdownHost;
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_model::flow::{Block, Flow, Note, NoteKind, Section};

/// How the text looks where it says nothing itself.
const SHEET: &str = "
p, ul, ol, dl, table, blockquote { margin-top: 0; margin-bottom: .7em }
li p, dd p { margin-bottom: .4em }
h1 { font-size: 1.9em; margin: .9em 0 .45em }
h2 { font-size: 1.45em; margin: 1em 0 .45em }
h3 { font-size: 1.2em; margin: 1em 0 .4em }
h4, h5, h6 { font-size: 1em; margin: 1em 0 .4em }
h6 { color: #57606a }
a[href] { color: #0b57d0 }
blockquote { color: #57606a }
blockquote.alert { color: #24292f }
.alert .title { font-weight: bold; margin-bottom: .2em }
dt { font-weight: bold }
pre { font-size: .8em; margin: .5em 0 1em; background-color: #f3f4f6 }
code, kbd, samp, tt { font-size: .9em }
pre code, pre samp { font-size: 1em }
th, td { border: .75pt solid #c9d1d9 }
th { background-color: #f3f4f6; text-align: start }
input, select, textarea, audio, video, iframe { display: inline }
summary { font-weight: bold; margin: 0 0 .4em }
.formula { text-align: center; margin: .5em 0 }
.output { background-color: transparent }
.error { color: #b91c1c }
";

/// Media whose rules count.
const MEDIA: &[&str] = &["screen", "print"];

/// Markdown allows HTML as browsers take it, and `<a name=\"x\"/>` is meant to be empty.
const DIALECT: Dialect = Dialect { xhtml: true, is_xml: false, void: &[], elements: &[], attributes: &[] };

/// A document that is put together from pieces of Markdown and HTML.
pub struct Composer<'a> {
    context: &'a Context,
    builder: Builder<'a>,
    /// Builds what stands beside the text.
    beside: Builder<'a>,
    host: MarkdownHost,
    slugs: Slugs,
    notes: Vec<Note>,
}

impl<'a> Composer<'a> {
    /// A document without any text yet.
    pub fn new(context: &'a Context) -> Composer<'a> {
        Composer {
            context,
            builder: Builder::new(SHEET, MEDIA, context),
            beside: Builder::new(SHEET, MEDIA, context),
            host: MarkdownHost::default(),
            slugs: Slugs::default(),
            notes: Vec::new(),
        }
    }

    /// Files that the pieces to come name with `attachment:` before the name.
    pub fn attach(&mut self, files: BTreeMap<String, Arc<[u8]>>) {
        self.host.attachments = files;
    }

    /// Appends Markdown.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub fn markdown(&mut self, text: &str) -> Result<()> {
        let first_note = self.notes.len();
        let pieces = render::render(text, first_note, &mut self.slugs, self.context)?;
        self.host.notes = first_note + pieces.notes.len();
        for note in &pieces.notes {
            let mut blocks = self.apart(note)?;
            looks::dress(&mut blocks);
            self.notes.push(Note { kind: NoteKind::Foot, mark: None, blocks });
        }
        self.html(&pieces.body)
    }

    /// Appends HTML.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub fn html(&mut self, html: &str) -> Result<()> {
        self.context.charge(Limit::unpacked_bytes, html.len() as u64)?;
        let tree = parse(html, DIALECT, self.context)?;
        self.builder.add(&tree, &mut self.host)
    }

    /// The blocks of a stretch of HTML that stands beside the text.
    fn apart(&mut self, html: &str) -> Result<Vec<Block>> {
        self.context.charge(Limit::unpacked_bytes, html.len() as u64)?;
        let tree = parse(html, DIALECT, self.context)?;
        self.beside.add(&tree, &mut self.host)?;
        Ok(self.beside.take_blocks())
    }

    /// The document of everything appended.
    ///
    /// # Errors
    /// `TimedOut`, `Cancelled`.
    pub fn finish(self) -> Result<Flow> {
        self.host.warn_of_losses(self.context);
        self.beside.finish();
        let mut blocks = self.builder.finish();
        looks::dress(&mut blocks);
        let section = Section { blocks, ..Section::default() };
        let mut flow =
            Flow { sections: vec![section], media: self.host.gallery.store, notes: self.notes, ..Flow::default() };
        links::resolve(&mut flow, self.context)?;
        Ok(flow)
    }
}

/// A text with what stands for markup in HTML written so that it does not.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
