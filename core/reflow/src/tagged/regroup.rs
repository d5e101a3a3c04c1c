//! Tagged paragraphs: lines of one structure element become one.

use super::super::block::{Block, Para};
use super::super::floats;
use super::super::graphics::float::Float;
use super::super::page_blocks::PageBlocks;
use super::super::paragraph;
use super::super::roles::ENDED;
use super::super::text::line::Line;
use super::Tree;
use transvase_base::units::Rect;
use transvase_model::flow::Wrap;
use transvase_model::pages::{NodeId, StructKind};

/// Pairs of lines that elements part within what looks like one paragraph, beyond which the
/// elements may be lines.
const MANY_PARTED: usize = 8;

/// The element that most of a line's text belongs to, where it is one of text.
pub(super) fn block_of(line: &Line, tree: &Tree) -> Option<NodeId> {
    let mut counts: Vec<(NodeId, usize)> = Vec::new();
    for word in &line.words {
        let Some(block) = word.node.and_then(|node| tree.block(node)) else { continue };
        match counts.iter_mut().find(|(known, _)| *known == block) {
            Some((_, count)) => *count += word.len(),
            None => counts.push((block, word.len())),
        }
    }
    let most = counts.into_iter().rev().max_by_key(|(_, count)| *count)?.0;
    let text = !matches!(tree.kind(most), StructKind::Cell { .. } | StructKind::Figure(_) | StructKind::Formula(_));
    text.then_some(most)
}

/// Whether the elements are paragraphs and not lines.
pub(super) fn are_paragraphs(pages: &[PageBlocks], tree: &Tree) -> bool {
    let blocks = pages.iter().flat_map(PageBlocks::blocks);
    let (mut parted, mut together) = (0, 0);
    for block in blocks {
        let Block::Text(para) = block else { continue };
        let nodes: Vec<Option<NodeId>> = para.lines.iter().map(|line| block_of(line, tree)).collect();
        for pair in nodes.windows(2) {
            match pair {
                [Some(a), Some(b)] if a == b => together += 1,
                [Some(_), Some(_)] => parted += 1,
                _ => {}
            }
        }
    }
    parted < MANY_PARTED || parted <= together
}

/// A line on its way into a paragraph.
struct Loose {
    line: Line,
    node: Option<NodeId>,
    /// Paragraph it was measured into.
    para: usize,
    /// Whether it is the first of that.
    begins: bool,
}

/// Makes one paragraph of the lines of each element in a column.
pub(super) fn regroup(column: &mut Vec<Block>, tree: &Tree) {
    let mut done: Vec<Block> = Vec::new();
    let mut stretch: Vec<Para> = Vec::new();
    for block in std::mem::take(column) {
        match block {
            Block::Text(para) if para.place.is_none() => stretch.push(para),
            block => {
                done.extend(paras(std::mem::take(&mut stretch), tree).into_iter().map(Block::Text));
                done.push(block);
            }
        }
    }
    done.extend(paras(stretch, tree).into_iter().map(Block::Text));
    *column = done;
}

fn paras(mut stretch: Vec<Para>, tree: &Tree) -> Vec<Para> {
    let nodes: Vec<Vec<Option<NodeId>>> =
        stretch.iter().map(|para| para.lines.iter().map(|line| block_of(line, tree)).collect()).collect();
    if fit(&nodes) {
        return stretch;
    }
    let mut loose: Vec<Loose> = Vec::new();
    for ((at, para), nodes) in stretch.iter_mut().enumerate().zip(&nodes) {
        let lines = std::mem::take(&mut para.lines).into_iter().zip(nodes).enumerate();
        loose.extend(lines.map(|(index, (line, node))| Loose { line, node: *node, para: at, begins: index == 0 }));
    }
    let same =
        |a: &Loose, b: &Loose| if a.node.is_some() { a.node == b.node } else { b.node.is_none() && a.para == b.para };
    let lengths: Vec<usize> = loose.chunk_by(same).map(<[Loose]>::len).collect();
    let mut loose = loose.into_iter();
    let mut done = Vec::new();
    for length in lengths {
        let group: Vec<Loose> = loose.by_ref().take(length).collect();
        let first = group.first().map_or(0, |first| first.para);
        let whole = group.iter().all(|line| line.para == first) && nodes.get(first).map(Vec::len) == Some(length);
        match stretch.get_mut(first) {
            Some(para) if whole => {
                let lines = group.into_iter().map(|loose| loose.line).collect();
                done.push(Para { lines, ..std::mem::take(para) });
            }
            _ => done.extend(stretch.get(first).map(|para| remade(group, para, &stretch))),
        }
    }
    done
}

/// Whether the lines of each paragraph are of one element that no neighbour shares.
fn fit(nodes: &[Vec<Option<NodeId>>]) -> bool {
    let even = nodes.iter().all(|nodes| nodes.windows(2).all(|pair| pair.first() == pair.last()));
    let shared = nodes.windows(2).any(|pair| match pair {
        [above, below] => above.last().copied().flatten().is_some() && above.last() == below.first(),
        _ => false,
    });
    even && !shared
}

/// A paragraph of lines that were measured otherwise.
fn remade(group: Vec<Loose>, first: &Para, stretch: &[Para]) -> Para {
    let pitch =
        group.iter().filter_map(|loose| stretch.get(loose.para)).map(|para| para.pitch).fold(f32::INFINITY, f32::min);
    let begun = group.iter().filter(|loose| loose.begins).filter_map(|loose| stretch.get(loose.para));
    let floats: Vec<Float> = begun.flat_map(|para| para.floats.iter().cloned()).collect();
    let room = ENDED * first.frame.width();
    let breaks = group.windows(2).map(|pair| match pair {
        [a, b] => a.para != b.para && first.frame.right - a.line.rect.right > room,
        _ => false,
    });
    let breaks: Vec<bool> = breaks.chain([false]).collect();
    let lines = group.into_iter().map(|loose| loose.line).collect();
    let single = paragraph::single(lines, &first.frame, pitch);
    let mut para = Para { background: first.background, floats, ..single };
    para.lines.iter_mut().zip(breaks).for_each(|(line, ended)| line.ends_in_break |= ended);
    let beside: Vec<Rect> =
        para.floats.iter().filter(|float| float.wrap == Wrap::Square).map(|float| float.picture.rect).collect();
    beside.iter().for_each(|picture| floats::go_around(&mut para, picture));
    para
}

#[cfg(test)]
mod tests {
    use super::super::super::element::Picture;
    use super::super::super::text::word::Word;
    use super::*;
    use transvase_model::pages::StructNode;

    #[test]
    fn what_hangs_on_a_paragraph_stays_on_its_lines() {
        let nodes: Vec<StructNode> = [StructKind::Document, StructKind::Paragraph]
            .into_iter()
            .map(|kind| StructNode { kind, parent: 0, language: None, order: 0 })
            .collect();
        let tree = Tree { nodes: &nodes, blocks: vec![None, Some(1)] };
        let word = Word { text: "word".into(), node: Some(1), ..Word::default() };
        let line = Line { words: vec![word], size: 10.0, ..Line::default() };
        let para = Para {
            lines: vec![line],
            floats: vec![crate::graphics::float::beside(Picture::default())],
            ..Para::default()
        };
        let whole = paras(vec![para.clone(), para], &tree);
        assert_eq!(whole.iter().map(|para| (para.lines.len(), para.floats.len())).collect::<Vec<_>>(), [(2, 2)]);
    }
}
