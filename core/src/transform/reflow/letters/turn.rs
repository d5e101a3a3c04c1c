//! Pages whose text runs sideways are turned upright, as a reader turns the sheet.

use std::collections::BTreeMap;

use super::fragment::angle_of;
use crate::model::pages::{Item, Page};
use crate::units::{Affine, Size};

/// Share of the glyphs, in per cent, that has to run one way to turn the page.
const MOST: usize = 60;
/// Glyphs below which a page is left as it is.
const FEW: usize = 20;

/// Gives a page the size it has upright, where most of its text runs sideways or upside down, and returns the map
/// for what stands on it.
pub(in super::super) fn upright(page: &mut Page) -> Option<Affine> {
    let mut counts: BTreeMap<i16, usize> = BTreeMap::new();
    for item in &page.items {
        if let Item::Glyphs(run) = item
            && let Some(angle) = angle_of(run)
        {
            *counts.entry(angle).or_default() += run.glyphs.len();
        }
    }
    let all: usize = counts.values().sum();
    let (angle, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    if count < FEW || count * 100 < all * MOST {
        return None;
    }
    let Size { width, height } = page.size;
    let sideways = Size { width: height, height: width };
    // Along the base line becomes x, across it becomes y; the shift keeps the page at the origin.
    let (map, size) = match angle {
        90 => (Affine { a: 0.0, b: -1.0, c: 1.0, d: 0.0, e: 0.0, f: width }, sideways),
        -90 => (Affine { a: 0.0, b: 1.0, c: -1.0, d: 0.0, e: height, f: 0.0 }, sideways),
        180 => (Affine { a: -1.0, b: 0.0, c: 0.0, d: -1.0, e: width, f: height }, page.size),
        _ => return None,
    };
    page.size = size;
    Some(map)
}
