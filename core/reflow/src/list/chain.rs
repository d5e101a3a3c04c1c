//! List numbering: counts followed through the text, and which markers can be trusted.

use super::super::caps;
use super::super::marker::Found;
use super::{Entry, INTERRUPTION, Kind, SAME_INDENT};
use transvase_model::flow::Marker;

/// Blocks that may stand between two items whose markers a gap sets off: two pages of paragraphs.
const FAR_APART: usize = 120;

/// The place of an item in its count.
#[derive(Debug, Clone)]
pub(super) struct Link {
    /// Its marker, with letters read as its count asks for.
    pub found: Found,
    /// The count.
    pub list: u32,
}

/// A count.
#[derive(Debug)]
struct Chain {
    list: u32,
    first: Found,
    last: u32,
    left: f32,
    /// Entry of its last item.
    at: usize,
    length: usize,
    wide: bool,
}

/// The items among entries, each in its count; `None` for all else.
pub(super) fn links(entries: &[Entry], next: &mut u32) -> Vec<Option<Link>> {
    let (mut chains, mut open): (Vec<Chain>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut found: Vec<Option<(usize, Found)>> = Vec::new();
    let mut headings = 0;
    let mut heading_at: Vec<usize> = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        headings += usize::from(matches!(entry.kind, Kind::Heading));
        heading_at.push(headings);
        let Kind::Marked(marker) = &entry.kind else {
            found.push(None);
            continue;
        };
        let fits = |chain: &Chain, reading: &Found| {
            let headings = headings - heading_at.get(chain.at).copied().unwrap_or(headings);
            chain.goes_on(reading, entry, at, headings)
        };
        let readings = [Some(marker.clone()), marker.lettered()];
        let known = readings.into_iter().flatten().find_map(|reading| {
            let place = open.iter().rposition(|chain| chains.get(*chain).is_some_and(|chain| fits(chain, &reading)))?;
            Some((place, reading))
        });
        let (chain, reading) = match known {
            Some((place, reading)) => (open.remove(place), reading),
            None => {
                chains.push(Chain::begin(marker, entry, *next));
                *next += 1;
                (chains.len() - 1, marker.clone())
            }
        };
        open.push(chain);
        // Of chains that may still go on older ones are forgotten.
        if open.len() > caps::FEW {
            open.remove(0);
        }
        if let Some(chain) = chains.get_mut(chain) {
            chain.add(&reading, entry, at);
        }
        found.push(Some((chain, reading)));
    }
    trusted(entries, &chains, found)
}

impl Chain {
    fn begin(found: &Found, entry: &Entry, list: u32) -> Chain {
        Chain { list, first: found.clone(), last: 0, left: entry.left, at: 0, length: 0, wide: true }
    }

    fn add(&mut self, found: &Found, entry: &Entry, at: usize) {
        (self.last, self.left, self.at) = (found.number, entry.left, at);
        self.length += 1;
        self.wide &= found.wide;
    }

    /// Whether an entry is the next item, `headings` headings after the last one.
    fn goes_on(&self, found: &Found, entry: &Entry, at: usize, headings: usize) -> bool {
        let counts = match found.marker {
            Marker::Bullet(_) => headings == 0,
            _ => found.number == self.last + 1 && (headings == 0 || (found.wide && self.wide)),
        };
        let reach = if found.wide && self.wide { FAR_APART } else { INTERRUPTION };
        counts
            && found.marker == self.first.marker
            && found.above == self.first.above
            && (entry.left - self.left).abs() <= SAME_INDENT * entry.size
            && at - self.at <= reach
    }

    /// Whether its markers speak for themselves.
    fn is_sure(&self) -> bool {
        match self.first.marker {
            Marker::Bullet(c) => {
                let plain = matches!(c, '-' | '–' | '—' | '−' | '*' | '·' | '»' | '›' | '>') || c.is_alphanumeric();
                !plain || self.length >= 2 || (self.wide && c != '>' && !c.is_alphanumeric())
            }
            _ => self.length >= 2 || (self.wide && self.first.number == 1),
        }
    }
}

/// Keeps the items of sure chains, those the structure names, and set-off numbers beside them.
fn trusted(entries: &[Entry], chains: &[Chain], found: Vec<Option<(usize, Found)>>) -> Vec<Option<Link>> {
    let sure = |at: usize| {
        let chain = found.get(at).and_then(|link| link.as_ref()).and_then(|(chain, _)| chains.get(*chain));
        chain.is_some_and(Chain::is_sure) || entries.get(at).is_some_and(|entry| entry.node.is_some())
    };
    let beside = |at: usize| sure(at + 1) || at.checked_sub(1).is_some_and(sure);
    let keep: Vec<bool> = found
        .iter()
        .enumerate()
        .map(|(at, link)| link.as_ref().is_some_and(|(_, marker)| sure(at) || (marker.wide && beside(at))))
        .collect();
    let link = |(chain, found): (usize, Found)| Some(Link { found, list: chains.get(chain)?.list });
    found.into_iter().zip(keep).map(|(found, keep)| found.filter(|_| keep).and_then(link)).collect()
}
