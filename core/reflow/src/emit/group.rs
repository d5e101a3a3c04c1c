//! Keep-together groups: figures with their captions, lines of code.

use transvase_model::flow::{Block, Group, GroupKind, Inline, Paragraph, Purpose, Role, Section};

/// Words that captions of tables begin with, in lower case.
const TABLE_WORDS: [&str; 9] = ["table", "tab.", "tabelle", "tableau", "tabla", "tabella", "tabela", "таблица", "표"];

/// Puts together what belongs together in all sections.
pub(crate) fn group(sections: &mut [Section]) {
    for section in sections {
        let blocks = std::mem::take(&mut section.blocks);
        section.blocks = grouped(blocks);
    }
}

fn grouped(blocks: Vec<Block>) -> Vec<Block> {
    if !blocks.iter().any(|block| is_code(block) || is_caption(block)) {
        return blocks;
    }
    let mut done: Vec<Block> = Vec::new();
    let mut rest = blocks.into_iter().peekable();
    while let Some(block) = rest.next() {
        match block {
            block if is_code(&block) => match done.last_mut() {
                Some(Block::Group(Group { kind: GroupKind::Code(_), blocks })) => blocks.push(block),
                _ => done.push(Block::Group(Group { kind: GroupKind::Code(None), blocks: vec![block] })),
            },
            block if is_caption(&block) => caption(&mut done, block, rest.peek()),
            block if is_shown(&block) => shown(&mut done, block),
            block => done.push(block),
        }
    }
    done
}

/// A caption goes with the picture or table above it, unless its own words say that it is of the table below.
fn caption(done: &mut Vec<Block>, caption: Block, next: Option<&Block>) {
    let heads_next = matches!(next, Some(Block::Table(_))) && names_table(&caption);
    match done.last_mut() {
        _ if heads_next => done.push(caption),
        Some(Block::Group(Group { kind: GroupKind::Figure, blocks })) => blocks.push(caption),
        Some(above) if is_shown(above) => {
            let above = done.pop();
            let blocks = above.into_iter().chain([caption]).collect();
            done.push(Block::Group(Group { kind: GroupKind::Figure, blocks }));
        }
        _ => done.push(caption),
    }
}

/// A picture or table goes with the captions above it that are of nothing else.
fn shown(done: &mut Vec<Block>, shown: Block) {
    let captions = done.iter().rev().take_while(|block| is_caption(block)).count();
    if captions == 0 {
        return done.push(shown);
    }
    let mut blocks = done.split_off(done.len() - captions);
    blocks.push(shown);
    done.push(Block::Group(Group { kind: GroupKind::Figure, blocks }));
}

fn is_code(block: &Block) -> bool {
    matches!(block, Block::Paragraph(Paragraph { role: Role::Preformatted, .. }))
}

fn is_caption(block: &Block) -> bool {
    matches!(block, Block::Paragraph(Paragraph { role: Role::Caption, .. }))
}

/// Whether a block is what captions are about: a table of data, or pictures in a line of their own.
fn is_shown(block: &Block) -> bool {
    match block {
        Block::Table(table) => table.purpose == Purpose::Data,
        Block::Paragraph(paragraph) => {
            let mut pictures = 0;
            let only = paragraph.content.iter().all(|inline| match inline {
                Inline::Image(_) | Inline::Drawing(_) => {
                    pictures += 1;
                    true
                }
                Inline::Text(run) => run.text.trim().is_empty(),
                Inline::Tab | Inline::Anchor(_) => true,
                _ => false,
            });
            only && pictures > 0
        }
        _ => false,
    }
}

fn names_table(caption: &Block) -> bool {
    let Block::Paragraph(paragraph) = caption else { return false };
    let first = paragraph.content.iter().filter_map(Inline::run).find(|run| !run.text.trim().is_empty());
    let text = first.map(|run| run.text.trim_start().to_lowercase()).unwrap_or_default();
    TABLE_WORDS.iter().any(|word| text.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{InlineImage, Run, Table, TextStyle};
    use transvase_model::media::{Media, MediaKind, MediaStore};

    fn paragraph(role: Role, text: &str) -> Block {
        let content = vec![Inline::Text(Run { text: text.into(), style: TextStyle::default() })];
        Block::Paragraph(Paragraph { role, content, ..Paragraph::default() })
    }

    fn picture() -> Block {
        let media = Media { bytes: [0].into(), kind: MediaKind::Png, width_px: 1, height_px: 1 };
        let image = InlineImage::new(MediaStore::default().add(media));
        Block::Paragraph(Paragraph { content: vec![Inline::Image(image)], ..Paragraph::default() })
    }

    fn shapes(blocks: &[Block]) -> String {
        let one = |block: &Block| match block {
            Block::Group(group) => format!("({})", shapes(&group.blocks)),
            Block::Table(_) => "t".into(),
            block if is_caption(block) => "c".into(),
            block if is_code(block) => "k".into(),
            block if is_shown(block) => "p".into(),
            _ => ".".into(),
        };
        blocks.iter().map(one).collect()
    }

    #[test]
    fn captions_go_with_what_they_are_about() {
        let caption = |text| paragraph(Role::Caption, text);
        let (body, table) = (|| paragraph(Role::Body, "x"), || Block::Table(Table::default()));
        let cases = [
            (vec![body(), picture(), caption("Figure 1"), body()], ".(pc)."),
            (vec![caption("Table 1"), table(), body()], "(ct)."),
            (vec![picture(), caption("Figure 1"), caption("more"), table()], "(pcc)t"),
            (vec![picture(), caption("Figure 1"), caption("Table 1"), table()], "(pc)(ct)"),
            (vec![picture(), caption("Table 2"), table()], "p(ct)"),
            (vec![body(), caption("Figure 1"), body()], ".c."),
        ];
        for (blocks, expected) in cases {
            assert_eq!(shapes(&grouped(blocks)), expected);
        }
    }

    #[test]
    fn lines_of_code_are_one_listing() {
        let code = || paragraph(Role::Preformatted, "let x;");
        let blocks = vec![paragraph(Role::Body, "x"), code(), code(), paragraph(Role::Body, "y"), code()];
        assert_eq!(shapes(&grouped(blocks)), ".(kk).(k)");
    }
}
