//! Floats: pictures and drawings at a place of their own, which hang on a paragraph.

use super::block::{Block, Para};
use super::page::PagePieces;
use super::piece::{Picture, Piece};
use super::section::Part;
use crate::model::flow::{Origin, Wrap};
use crate::model::media::MediaStore;

/// A picture at a place of its own.
#[derive(Debug, Clone)]
pub(super) struct Float {
    /// What is shown.
    pub picture: Picture,
    /// What the text does about it.
    pub wrap: Wrap,
    /// Whether it keeps its place on the page or goes with its paragraph.
    pub origin: Origin,
}

/// Hangs floats on the paragraphs of their page: those that go with the text on the one nearest to
/// their upper edge, the others on the last, which never moves to the page before.
pub(super) fn hang(parts: &mut Vec<Part>, floats: Vec<Float>) {
    if floats.is_empty() {
        return;
    }
    if !parts.iter().flat_map(|part| &part.columns).flatten().any(can_hold) {
        make_room(parts);
    }
    for float in floats {
        let holders = parts.iter_mut().flat_map(|part| &mut part.columns).flatten().filter(|block| can_hold(block));
        let holders = holders.filter_map(|block| if let Block::Text(para) = block { Some(para) } else { None });
        let holder = match float.origin {
            Origin::Page => holders.last(),
            Origin::Paragraph => holders.min_by(|a, b| distance(a, &float).total_cmp(&distance(b, &float))),
        };
        if let Some(para) = holder {
            para.floats.push(float);
        }
    }
}

/// Puts the pictures that drawings became among the document's.
pub(super) fn store(pages: &mut [PagePieces], media: &mut MediaStore) {
    for page in pages {
        let pieces = page.pieces.iter_mut().filter_map(|piece| match piece {
            Piece::Picture(picture) => Some(picture),
            _ => None,
        });
        for picture in pieces.chain(page.floats.iter_mut().map(|float| &mut float.picture)) {
            keep(picture, media);
        }
    }
}

/// Puts the picture that a drawing became among the document's.
pub(super) fn keep(picture: &mut Picture, media: &mut MediaStore) {
    let rect = picture.rect;
    if let Some(sketch) = &mut picture.sketch {
        sketch.store(&rect, media);
    }
}

fn can_hold(block: &Block) -> bool {
    matches!(block, Block::Text(para) if para.place.is_none())
}

/// How far a paragraph is from holding a float well: one beside or above its top.
fn distance(para: &Para, float: &Float) -> f32 {
    let (rect, place) = (para.rect(), float.picture.rect);
    let below = (para.top() - place.top).max(0.0) * 2.0;
    let above = (place.top - para.bottom()).max(0.0);
    let aside = (rect.left - place.right).max(place.left - rect.right).max(0.0);
    below + above + aside
}

/// A paragraph without text on a page that has none.
fn make_room(parts: &mut Vec<Part>) {
    let para = Para { pitch: 1.0, ..Para::default() };
    match parts.last_mut().and_then(|part| part.columns.last_mut()) {
        Some(column) => column.push(Block::Text(para)),
        None => {
            parts.push(Part { frames: vec![para.frame], columns: vec![vec![Block::Text(para)]], joined: vec![false] })
        }
    }
}
