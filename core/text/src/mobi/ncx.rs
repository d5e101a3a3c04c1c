//! The NCX: the book's table of contents.

use encoding_rs::Encoding;

use super::index::Index;

/// Tags of an NCX entry (`MobileRead` wiki, "MOBI").
mod tag {
    pub const POSITION: u8 = 1;
    pub const LABEL: u8 = 3;
    pub const DEPTH: u8 = 4;
    /// KF8: fragment number and offset in it.
    pub const FRAGMENT: u8 = 6;
    pub const PARENT: u8 = 21;
}

/// A place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Position {
    /// MOBI6: bytes from the beginning of the raw text.
    Byte(u32),
    /// KF8: a fragment, and bytes from its beginning.
    Fragment(u32, u32),
}

/// An entry of the table of contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NcxEntry {
    pub title: String,
    /// From 1.
    pub level: u8,
    pub position: Position,
}

/// The entries in reading order: depth first, whatever the order in the file.
pub(super) fn entries(index: &Index, encoding: &'static Encoding) -> Vec<NcxEntry> {
    let nodes: Vec<(Option<NcxEntry>, Option<u32>)> =
        index.entries.iter().map(|entry| (read_entry(entry, index, encoding), entry.value(tag::PARENT, 0))).collect();
    let order = depth_first(&nodes.iter().map(|node| node.1).collect::<Vec<_>>());
    order.into_iter().filter_map(|node| nodes.get(node)?.0.clone()).collect()
}

fn read_entry(entry: &super::index::Entry, index: &Index, encoding: &'static Encoding) -> Option<NcxEntry> {
    let label = index.string(entry.value(tag::LABEL, 0)?)?;
    let fragment = entry.value(tag::FRAGMENT, 0).zip(entry.value(tag::FRAGMENT, 1));
    let position = match fragment {
        Some((fragment, offset)) => Position::Fragment(fragment, offset),
        None => Position::Byte(entry.value(tag::POSITION, 0)?),
    };
    let title = encoding.decode_without_bom_handling(label).0;
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let level = entry.value(tag::DEPTH, 0).unwrap_or(0).min(8) as u8 + 1;
    Some(NcxEntry { title, level, position })
}

/// Nodes in depth-first order. Files list them level by level; `parents` names each one's parent.
/// A parent that does not come before its child is ignored.
fn depth_first(parents: &[Option<u32>]) -> Vec<usize> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); parents.len()];
    let mut stack = Vec::new();
    for (node, parent) in parents.iter().enumerate() {
        match parent {
            Some(parent) if (*parent as usize) < node => children[*parent as usize].push(node),
            _ => stack.push(node),
        }
    }
    stack.reverse();
    let mut order = Vec::new();
    while let Some(node) = stack.pop() {
        order.push(node);
        stack.extend(children[node].iter().rev());
    }
    order
}

#[cfg(test)]
mod tests {
    use super::depth_first;

    #[test]
    fn children_follow_their_parent() {
        let parents = [None, None, Some(0), Some(0), Some(1), Some(3)];
        assert_eq!(depth_first(&parents), [0, 2, 3, 5, 1, 4]);
        assert_eq!(depth_first(&[Some(1), Some(0)]), [0, 1]);
    }
}
