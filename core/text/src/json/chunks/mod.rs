//! Chunking for retrieval (RAG): the text of a document in chunks, one JSON object to the line.
//!
//! Blocks are gathered up to the length asked for as long as they stand under the same headings. A block that is too long
//! is cut behind sentences, a table between rows.

mod cut;
mod pieces;

use std::collections::{BTreeMap, BTreeSet};

use self::cut::cut;
use self::pieces::{Kind, Piece};
use super::measure::{columns, edges_of};
use super::write::written;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Rect;
use transvase_markup::prose;
use transvase_model::flow::Flow;

/// Room that is worth filling with the beginning of a block behind its heading.
const MIN_ROOM: usize = 40;

/// Characters of the longest stretch between two blocks.
const LONGEST_GLUE: usize = 2;

/// A chunk.
#[derive(Debug, Default, PartialEq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Chunk {
    /// Its number, from 0.
    pub index: usize,
    /// Its text: headings behind as many `#` as their level, items behind their labels, tables as rows of `|`.
    pub text: String,
    /// The headings above its text, outermost first, those in it included.
    pub headings: Vec<String>,
    /// What it is.
    pub kind: ChunkKind,
    /// Characters at its beginning that repeat the head of a table that is cut.
    #[serde(skip_serializing_if = "is_zero")]
    pub repeated: usize,
    /// The pages of the source it stood on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<u32>,
    /// Where it stood on them: page, left, upper, right and lower edge in points, one box for each block, page and column.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boxes: Vec<(u32, f32, f32, f32, f32)>,
}

/// What the text of a chunk is, headings aside.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(super) enum ChunkKind {
    /// Headings alone.
    #[default]
    Heading,
    /// Running text.
    Text,
    /// Items of lists.
    List,
    /// Code.
    Code,
    /// A table or a part of one.
    Table,
    /// More than one of them.
    Mixed,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands in a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Writes the chunks, each of at most so many characters.
pub(super) fn write(mut flow: Flow, most: usize, context: &Context) -> Result<Vec<u8>> {
    prose::prepare(&mut flow, context);
    let mut bytes = Vec::new();
    for chunk in chunks(&flow, most, context)? {
        bytes.extend(written(&chunk, false)?);
    }
    Ok(bytes)
}

/// The chunks of a document that [`prose::prepare`] has made one stream of text.
pub(super) fn chunks(flow: &Flow, most: usize, context: &Context) -> Result<Vec<Chunk>> {
    let mut gatherer =
        Gatherer { most, chunks: Vec::new(), chunk: Chunk::default(), length: 0, path: Vec::new(), since: 0 };
    for piece in pieces::pieces(flow, context)? {
        context.checkpoint()?;
        gatherer.piece(piece);
    }
    gatherer.flush();
    Ok(gatherer.chunks)
}

/// Around boxes, one for each page in the order they come.
fn around(boxes: &[(u32, Rect)]) -> Vec<(u32, Rect)> {
    let mut pages: BTreeMap<u32, Rect> = BTreeMap::new();
    for (page, rect) in boxes {
        pages.entry(*page).and_modify(|around| *around = around.union(rect)).or_insert(*rect);
    }
    pages.into_iter().collect()
}

/// The chunk that is being gathered.
struct Gatherer {
    most: usize,
    chunks: Vec<Chunk>,
    chunk: Chunk,
    /// Characters of it.
    length: usize,
    /// The headings above what comes next, with their levels.
    path: Vec<(u8, String)>,
    /// Boxes of it that are not those of the block that is being added.
    since: usize,
}

impl Gatherer {
    fn piece(&mut self, piece: Piece) {
        self.since = self.chunk.boxes.len();
        if let Kind::Heading(level) = piece.kind {
            self.heading(level, &piece);
        } else if self.needs(&piece.text, piece.goes_on) <= self.room() {
            self.add(&piece.text, &piece, &piece.boxes);
        } else if piece.kind == Kind::Table {
            self.table(&piece);
        } else {
            self.long(&piece);
        }
    }

    /// A heading begins a chunk, unless there are nothing but headings in this one.
    fn heading(&mut self, level: u8, piece: &Piece) {
        if self.has_text() || self.needs(&piece.text, false) > self.room() {
            self.flush();
        }
        self.path.retain(|(above, _)| *above < level);
        self.path.push((level, piece.text.trim_start_matches('#').trim().to_owned()));
        let mut rest = piece.text.as_str();
        while !rest.is_empty() {
            let (part, after) = cut(rest, self.most);
            if self.needs(part, false) > self.room() {
                self.flush();
            }
            self.add(part, piece, &piece.boxes);
            rest = after;
        }
    }

    /// Cuts a block that does not fit: behind its heading, or from the beginning of a chunk on.
    fn long(&mut self, piece: &Piece) {
        let total = piece.text.chars().count();
        if self.has_text() || self.room() < MIN_ROOM {
            self.flush();
        }
        let (mut rest, mut done) = (piece.text.as_str(), 0);
        while !rest.is_empty() {
            let (part, after) = cut(rest, self.room().saturating_sub(self.glue(piece.goes_on).len()));
            let end = total - after.chars().count();
            self.add(part, piece, share(&piece.boxes, done, end, total));
            (rest, done) = (after, end);
            if !rest.is_empty() {
                self.flush();
            }
        }
    }

    /// Cuts a table between rows; its head is said again in each part, unless that leaves little room for anything else.
    fn table(&mut self, piece: &Piece) {
        if self.has_text() || self.room() < MIN_ROOM {
            self.flush();
        }
        let rows: Vec<&str> = piece.text.lines().collect();
        let head = rows.iter().take(piece.head).copied().collect::<Vec<_>>().join("\n");
        let repeats = piece.head > 0 && head.chars().count() * 2 < self.most;
        for (at, row) in rows.iter().enumerate() {
            let own = piece.boxes.get(at..=at).filter(|_| piece.boxes.len() == rows.len());
            if self.has_text() && self.needs(row, true) > self.room() {
                self.flush();
                if repeats && at >= piece.head {
                    self.add(&head, piece, &[]);
                    self.chunk.repeated = head.chars().count();
                }
            }
            self.row(row, piece, own.unwrap_or(&piece.boxes));
        }
    }

    /// A row of a table; in pieces, as other text, where it is longer than a chunk.
    fn row(&mut self, row: &str, piece: &Piece, boxes: &[(u32, Rect)]) {
        let mut rest = row;
        while !rest.is_empty() {
            if self.room() < MIN_ROOM.min(rest.chars().count()) + LONGEST_GLUE {
                self.flush();
            }
            let goes_on = self.has_text();
            let (part, after) = cut(rest, self.room() - self.glue(goes_on).len());
            self.add(part, &Piece { goes_on, text: String::new(), boxes: Vec::new(), ..*piece }, boxes);
            rest = after;
        }
    }

    /// Characters left.
    fn room(&self) -> usize {
        self.most.saturating_sub(self.length)
    }

    /// Characters that a text takes, with what stands before it.
    fn needs(&self, text: &str, goes_on: bool) -> usize {
        text.chars().count() + self.glue(goes_on).len()
    }

    fn glue(&self, goes_on: bool) -> &'static str {
        match (self.length, goes_on) {
            (0, _) => "",
            (_, true) => "\n",
            (_, false) => "\n\n",
        }
    }

    /// Whether there is more than headings.
    fn has_text(&self) -> bool {
        self.chunk.kind != ChunkKind::Heading
    }

    /// Adds a text that fits.
    fn add(&mut self, text: &str, piece: &Piece, boxes: &[(u32, Rect)]) {
        let own = match piece.kind {
            Kind::Heading(_) => self.chunk.kind,
            Kind::Text => ChunkKind::Text,
            Kind::List => ChunkKind::List,
            Kind::Code => ChunkKind::Code,
            Kind::Table => ChunkKind::Table,
        };
        let glue = self.glue(piece.goes_on);
        self.chunk.kind = if self.has_text() && self.chunk.kind != own { ChunkKind::Mixed } else { own };
        self.chunk.text.push_str(glue);
        self.chunk.text.push_str(text);
        self.length += glue.len() + text.chars().count();
        let boxes = match piece.kind {
            Kind::Table => self.with_rows(boxes),
            _ => columns(boxes).into_iter().map(|(page, around, _)| (page, around)).collect(),
        };
        for (page, rect) in boxes {
            let [left, top, right, bottom] = edges_of(&rect);
            self.chunk.boxes.push((page, left, top, right, bottom));
        }
    }

    /// Takes back the boxes of the rows before, and puts them around further ones: a table has one box on a page.
    fn with_rows(&mut self, boxes: &[(u32, Rect)]) -> Vec<(u32, Rect)> {
        let before = self.chunk.boxes.split_off(self.since.min(self.chunk.boxes.len()));
        let rect = |(page, left, top, right, bottom)| (page, Rect { left, top, right, bottom });
        around(&before.into_iter().map(rect).chain(boxes.iter().copied()).collect::<Vec<_>>())
    }

    /// Ends the chunk.
    fn flush(&mut self) {
        let mut chunk = std::mem::take(&mut self.chunk);
        (self.length, self.since) = (0, 0);
        if chunk.text.is_empty() {
            return;
        }
        chunk.index = self.chunks.len();
        chunk.headings = self.path.iter().map(|(_, heading)| heading.clone()).collect();
        chunk.pages = chunk.boxes.iter().map(|known| known.0).collect::<BTreeSet<_>>().into_iter().collect();
        self.chunks.push(chunk);
    }
}

/// The boxes of a part of a text, whose lines are taken to be of one length: those from `start` to `end` of `total`.
fn share(boxes: &[(u32, Rect)], start: usize, end: usize, total: usize) -> &[(u32, Rect)] {
    let count = boxes.len();
    let first = (start * count / total.max(1)).min(count.saturating_sub(1));
    let last = (end * count).div_ceil(total.max(1)).min(count);
    boxes.get(first..last.max(first)).unwrap_or_default()
}
