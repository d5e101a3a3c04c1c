//! A broken line before it is placed.

use super::text::Text;
use transvase_font::shaping::Shaped;
use transvase_model::flow::Leader;

/// A line before it is placed.
#[derive(Debug)]
pub(super) struct Line {
    /// The text the clusters belong to.
    pub text: Text,
    /// Its clusters; trailing spaces are kept.
    pub shaped: Shaped,
    /// Clusters that show: those before trailing spaces.
    pub visible: usize,
    /// Whether the line ends in a divided word.
    pub hyphen: bool,
    /// Whether it is the last line of its text.
    pub last: bool,
    /// Tabs that something fills.
    pub leaders: Vec<(usize, Leader)>,
}

impl Line {
    /// A text that is one line whole, whatever room it has.
    pub(super) fn whole(text: Text, shaped: Shaped) -> Line {
        let visible = shaped.clusters.len();
        Line { text, shaped, visible, hyphen: false, last: true, leaders: Vec::new() }
    }
}
