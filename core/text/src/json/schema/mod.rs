//! The JSON schema of a document: the types that are written, read, and described by `docs/document.schema.json`.
//!
//! Lengths are points (1/72 inch), angles degrees clockwise, colours `#rrggbb`. What has its default value is left out
//! but for what people look for first.

mod block;
mod inline;
mod look;
mod math;
mod text;

pub(super) use block::{Block, Blocks, Cell, Code, Division, Frame, Item, Label, List, Paragraph, Row, Table};
pub(super) use block::{DropCap, Marker, MarkerLook, NumberFormat};
pub(super) use inline::{Control, Drawing, DrawnImage, Field, Formula, Image, Names, Run, RunRole, Shape, Stroke};
pub(super) use look::{Border, Borders, Decoration, Edges, Font, Layout, Placement, Tab};
pub(super) use math::Math;
pub(super) use text::{text_of, text_of_runs};

use serde::{Deserialize, Serialize};

/// What [`Document::format`] says.
pub(super) const FORMAT: &str = "transvase-document";
/// The version of the types in this folder. Fields that are added do not change it.
pub(super) const VERSION: u32 = 1;

/// Whether a value is the one that is left out.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// An object: what stands before the semicolon is always written, the rest where it is not the default. Whatever is
/// missing is the default when it is read.
macro_rules! object {
    ($(#[$about:meta])* $name:ident { $($(#[$a:meta])* $always:ident: $kind:ty,)*;
        $($(#[$b:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Default, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(default)]
        pub(in crate::json) struct $name {
            $($(#[$a])* pub $always: $kind,)*
            $($(#[$b])* #[serde(skip_serializing_if = "crate::json::schema::is_default")] pub $field: $type,)*
        }
    };
}

/// Words for the variants of an enumeration of the model.
macro_rules! words {
    ($(#[$about:meta])* $name:ident = $model:ty {
        $($(#[$a:meta])* $variant:ident $(($value:ident: $inner:ident))?,)*
    }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub(in crate::json) enum $name {
            $($(#[$a])* $variant $(($inner))?,)*
        }

        impl From<$model> for $name {
            fn from(model: $model) -> Self {
                type Model = $model;
                match model { $(Model::$variant $(($value))? => $name::$variant $(($value.into()))?,)* }
            }
        }

        impl From<$name> for $model {
            fn from(word: $name) -> Self {
                type Model = $model;
                match word { $($name::$variant $(($value))? => Model::$variant $(($value.into()))?,)* }
            }
        }
    };
}

use object;
use words;

/// A document.
// `S` is its sections and `M` its media, which a writer makes while they are written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(title = "Document"))]
pub(super) struct Document<S = Vec<Section>, M = Vec<Media>> {
    /// Always `transvase-document`.
    pub format: String,
    /// The version of this description: 1. Fields may be added to it; a change of what there is would make it 2.
    pub version: u32,
    /// What the document says about itself.
    #[serde(default, skip_serializing_if = "is_default")]
    pub metadata: Metadata,
    /// The pages of the source, where it has any.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pages: Vec<Page>,
    /// The table of contents the source carries beside its text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub outline: Vec<OutlineItem>,
    /// A cover image that is not part of the text: the `id` of one of `media`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cover: Option<u32>,
    /// Colour of the paper; missing means white.
    #[serde(default, skip_serializing_if = "is_default")]
    pub background: Option<String>,
    /// The text, in reading order.
    pub sections: S,
    /// Footnotes and endnotes, which runs name by their place in this list, from 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub notes: Vec<Note>,
    /// The numbers that counted notes begin with, where that is not 1.
    #[serde(default, skip_serializing_if = "is_default")]
    pub first_notes: FirstNotes,
    /// Remarks on the text, which runs name by their place in this list, from 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub comments: Vec<Comment>,
    /// Changes of the text that are not settled, which runs name by their place in this list, from 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub changes: Vec<Change>,
    /// Images.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media: Option<M>,
}

/// A stretch of text with one page geometry.
// `B` is its blocks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Section"))]
pub(super) struct Section<B = Vec<Block>> {
    /// Size, margins and columns of its pages, where the source says so.
    #[serde(default, skip_serializing_if = "is_default")]
    pub page: Option<PageSetup>,
    /// Whether it begins on a new page.
    #[serde(default, skip_serializing_if = "is_default")]
    pub new_page: bool,
    /// How its pages are numbered; missing counts on as before.
    #[serde(default, skip_serializing_if = "is_default")]
    pub numbers: Option<PageNumbers>,
    /// What runs at the head of each page; missing means that of the section before.
    #[serde(default, skip_serializing_if = "is_default")]
    pub header: Option<RunningText>,
    /// What runs at the foot of each page; missing means that of the section before.
    #[serde(default, skip_serializing_if = "is_default")]
    pub footer: Option<RunningText>,
    /// The text, in reading order, without heads and feet.
    pub blocks: B,
}

object! {
    /// What a document says about itself.
    Metadata {;
        /// Title.
        title: Option<String>,
        /// Authors, in their order.
        authors: Vec<String>,
        /// Subject or description.
        subject: Option<String>,
        /// Keywords.
        keywords: Vec<String>,
        /// Publisher.
        publisher: Option<String>,
        /// BCP 47 tag of the main language, such as `en-GB`.
        language: Option<String>,
        /// ISBN, DOI or another identifier.
        identifier: Option<String>,
        /// Date, ISO 8601 where possible.
        date: Option<String>,
        /// Date of the last change.
        modified: Option<String>,
        /// Program that made the source.
        producer: Option<String>,
    }
}

object! {
    /// A page of the source.
    Page {
        /// Its number in the source, from 1.
        number: u32,
        /// Its width as it is shown.
        width: f32,
        /// Its height as it is shown.
        height: f32,;
    }
}

object! {
    /// Where a block, or a part of it, stood on one page.
    Place {
        /// Number of the page in the source, from 1.
        page: u32,
        /// Left, upper, right and lower edge, in points from the upper left corner of the page as it is shown.
        #[serde(rename = "box")]
        bounds: [f32; 4],;
        /// The same of each of its lines, where the option `lines` asks for them.
        lines: Vec<[f32; 4]>,
    }
}

object! {
    /// An entry of the outline.
    OutlineItem {
        /// Depth, from 1.
        level: u8,
        /// The words shown.
        title: String,
        /// The anchor it leads to.
        target: String,;
    }
}

object! {
    /// A footnote or endnote.
    Note {
        /// Where it is printed.
        kind: NoteKind,;
        /// Its number or mark as it is printed. It is told for the reader's comfort and made anew when it is missing.
        label: String,
        /// A mark of its own, such as an asterisk; missing means that it is counted.
        mark: Option<String>,
        /// Its text, without the mark.
        blocks: Vec<Block>,
    }
}

object! {
    /// The numbers that counted notes begin with.
    FirstNotes {;
        /// Of the footnotes.
        foot: Option<u32>,
        /// Of the endnotes.
        end: Option<u32>,
    }
}

object! {
    /// A remark on the text.
    Comment {;
        /// Who made it.
        author: Option<String>,
        /// When, ISO 8601.
        date: Option<String>,
        /// What it says.
        blocks: Vec<Block>,
    }
}

object! {
    /// A change of the text that is proposed and neither taken nor refused yet.
    Change {
        /// What it does.
        kind: ChangeKind,;
        /// Who made it.
        author: Option<String>,
        /// When, ISO 8601.
        date: Option<String>,
    }
}

object! {
    /// An image.
    Media {
        /// What images in the text name it by.
        id: u32,
        /// Its media type, such as `image/png`.
        media_type: String,
        /// Width in pixels; 0 where unknown.
        width: u32,
        /// Height in pixels; 0 where unknown.
        height: u32,;
        /// Its file, where it stands beside this one: the option `images` is `zip`.
        name: Option<String>,
        /// Its bytes in base64 (RFC 4648, section 4), where the option `images` is `embed`.
        data: Option<String>,
    }
}

object! {
    /// Text that comes again on every page of a section.
    RunningText {;
        /// On all pages that have none of their own.
        blocks: Vec<Block>,
        /// On the first page, where it differs.
        first: Option<Vec<Block>>,
        /// On even (left-hand) pages, where it differs.
        even: Option<Vec<Block>>,
    }
}

object! {
    /// Geometry of the pages of a section.
    PageSetup {
        /// Width of the paper.
        width: f32,
        /// Height of the paper.
        height: f32,
        /// Margins: where the text stands, heads and feet aside.
        margins: Edges,;
        /// Distance of the head from the upper edge of the paper.
        header_distance: Option<f32>,
        /// Distance of the foot from the lower edge of the paper.
        footer_distance: Option<f32>,
        /// The columns, left to right; none means one as wide as the text.
        columns: Vec<Column>,
        /// Whether a line stands between the columns.
        separator: bool,
        /// How lines are numbered in the margin, if they are.
        line_numbers: Option<LineNumbers>,
        /// Whether the left and right margins change places on pages with an even number.
        mirrored: bool,
        /// Lines around the pages.
        borders: Option<PageBorders>,
        /// A grid that the lines of text stand on.
        grid: Option<LineGrid>,
        /// Whether lines run down the page and follow one another from right to left.
        vertical: bool,
    }
}

object! {
    /// A grid of lines, or of lines and letters.
    LineGrid {
        /// Distance between its lines.
        pitch: f32,;
        /// Room after each ideograph, where letters stand on a grid as well.
        spacing: f32,
        /// Whether lines in tables stand on it too.
        in_tables: bool,
    }
}

object! {
    /// Lines around a page.
    PageBorders {
        /// The lines.
        lines: Borders,;
        /// Their distances.
        room: Option<Edges>,
        /// Whether these count outwards from the text; else inwards from the edges of the paper.
        from_text: bool,
    }
}

object! {
    /// A column of a section.
    Column {
        /// Its width.
        width: f32,
        /// Gap to the next column.
        gap: f32,;
    }
}

object! {
    /// Numbers of lines in the margin.
    LineNumbers {
        /// One line in so many shows its number.
        every: u32,;
        /// Whether they begin anew on each page.
        on_each_page: bool,
        /// Distance from the text.
        distance: f32,
    }
}

object! {
    /// How the pages of a section are numbered.
    PageNumbers {
        /// How the number is written.
        format: NumberFormat,;
        /// Number of the first page; missing counts on.
        start: Option<u32>,
    }
}

words! {
    /// Where notes are printed.
    #[derive(Default)]
    NoteKind = transvase_model::flow::NoteKind {
        /// At the foot of the page.
        #[default]
        Foot,
        /// At the end of the document.
        End,
    }
}

words! {
    /// What a change does to the text it is about.
    #[derive(Default)]
    ChangeKind = transvase_model::flow::ChangeKind {
        /// The text is new.
        #[default]
        Inserted,
        /// The text is to go.
        Deleted,
    }
}
