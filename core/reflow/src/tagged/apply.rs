//! Tags applied: roles, items and languages from the structure tree.

use super::super::block::{Block, Para, Tag};
use super::super::page_blocks::PageBlocks;
use super::{Tree, above, regroup};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::flow::Role;
use transvase_model::pages::{NodeId, StructKind};

/// Longest heading in characters: longer text is a paragraph with the wrong tag.
const MAX_HEADING: usize = 300;

/// Gives the paragraphs what the tree says of them.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(crate) fn apply(pages: &mut [PageBlocks], tree: &Tree, context: &Context) -> Result<()> {
    let regroups = regroup::are_paragraphs(pages, tree);
    let columns = pages.iter_mut().flat_map(|page| &mut page.parts).flat_map(|part| &mut part.columns);
    let mut columns: Vec<&mut Vec<Block>> = columns.collect();
    for column in &mut columns {
        context.tick(column.len() as u64)?;
        if regroups {
            regroup::regroup(column, tree);
        }
        column.iter_mut().for_each(|block| tag(block, tree));
    }
    let headings = has_true_headings(&columns, tree);
    for block in columns.into_iter().flatten() {
        if let Block::Text(para) = block {
            set_role(para, tree, headings);
            // Elements that are lines do not tell paragraphs apart.
            para.meaning.tag = para.meaning.tag.filter(|_| regroups);
        }
    }
    Ok(())
}

/// Notes the element of a paragraph and the language of its words.
fn tag(block: &mut Block, tree: &Tree) {
    match block {
        Block::Text(para) => {
            let node = para.lines.first().and_then(|line| regroup::block_of(line, tree));
            para.meaning.tag = node.map(|node| tag_of(node, tree));
            for word in para.lines.iter_mut().flat_map(|line| &mut line.words) {
                word.style.language = word.node.and_then(|node| tree.language(node));
            }
        }
        Block::Table(table) => table.blocks_mut().for_each(|block| tag(block, tree)),
        Block::Picture(_) | Block::Rule(_) => {}
    }
}

fn tag_of(node: NodeId, tree: &Tree) -> Tag {
    let lists = above(tree.nodes, node).filter(|at| matches!(tree.kind(*at), StructKind::List(_))).count();
    let item = tree.around(node, |kind| *kind == StructKind::ListItem);
    Tag { node, item, depth: lists.min(usize::from(u8::MAX)) as u8 }
}

/// Whether the headings of the tree are the smaller part of the text; more were tagged for their looks.
fn has_true_headings(columns: &[&mut Vec<Block>], tree: &Tree) -> bool {
    let (mut inside, mut all) = (0, 0);
    for block in columns.iter().flat_map(|column| column.iter()) {
        let Block::Text(para) = block else { continue };
        let count = para.text().len();
        all += count;
        inside += if heading_level(para, tree).is_some() { count } else { 0 };
    }
    inside * 2 <= all || inside < MAX_HEADING
}

fn heading_level(para: &Para, tree: &Tree) -> Option<u8> {
    match tree.kind(para.meaning.tag?.node) {
        StructKind::Heading(level) => Some(*level),
        _ => None,
    }
}

fn set_role(para: &mut Para, tree: &Tree, headings: bool) {
    let Some(Tag { node, .. }) = para.meaning.tag else { return };
    let within = |kind: StructKind| tree.around(node, |other| *other == kind).is_some();
    para.meaning.quote |= within(StructKind::Quote);
    let long = para.text().chars().count() > MAX_HEADING;
    para.meaning.role = match tree.kind(node) {
        StructKind::Heading(level) if headings && !long => Role::Heading(*level),
        StructKind::Title if !long => Role::Title,
        _ if within(StructKind::Caption) => Role::Caption,
        _ => return,
    };
}
