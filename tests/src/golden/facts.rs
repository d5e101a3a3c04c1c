//! What a model says of a document, in the words in which its maker says it: one [`Fact`] for each heading,
//! paragraph, item, table, row, picture and so on, in reading order.

use std::collections::BTreeMap;

use transvase::model::flow::{Anchor, Block, Flow, Frame, Inline, LinkTarget, List, Paragraph, Role, Table};

/// Something that is said of a document: a kind, as in `heading 1`, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What it is, as in `heading 1`.
    pub kind: String,
    /// Its words; cells of a row are parted by ` | `.
    pub text: String,
}

impl Fact {
    /// A fact, its text with single spaces.
    pub fn new(kind: impl Into<String>, text: impl AsRef<str>) -> Fact {
        Fact { kind: kind.into(), text: single_spaced(text.as_ref()) }
    }
}

/// Text with single spaces and without the marks of direction, which nobody sees.
fn single_spaced(text: &str) -> String {
    let is_mark =
        |c: char| matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{AD}');
    text.split_whitespace().map(|word| word.replace(is_mark, "")).collect::<Vec<_>>().join(" ")
}

/// The role of a paragraph in a word.
pub fn role_name(role: Role) -> String {
    match role {
        Role::Body => "paragraph".into(),
        Role::Heading(level) => format!("heading {level}"),
        Role::Preformatted => "code".into(),
        Role::Caption => "caption".into(),
        // A title is the first of the headings to whoever wrote it as one.
        Role::Title => "heading 1".into(),
        Role::Subtitle => "subtitle".into(),
        Role::Term => "term".into(),
        Role::Spacer => "spacer".into(),
        Role::Contents(level) => format!("contents {level}"),
    }
}

/// What is said of a document: its text in reading order, then what stands beside it.
pub fn facts(flow: &Flow) -> Vec<Fact> {
    let mut anchors = BTreeMap::new();
    flow.sections.iter().for_each(|section| find_anchors(&section.blocks, &mut anchors));
    let mut out = Facts { anchors: &anchors, facts: Vec::new(), depth: 0 };
    flow.sections.iter().for_each(|section| out.blocks(&section.blocks));
    for section in &flow.sections {
        for (kind, running) in [("header", &section.header), ("footer", &section.footer)] {
            for blocks in running
                .iter()
                .flat_map(|text| [Some(&text.default), text.first.as_ref(), text.even.as_ref()].into_iter().flatten())
            {
                out.facts.push(Fact::new(kind, text_of_blocks(blocks)));
            }
        }
    }
    out.facts.extend(flow.notes.iter().map(|note| Fact::new("note", text_of_blocks(&note.blocks))));
    out.facts.extend(flow.comments.iter().map(|comment| Fact::new("comment", text_of_blocks(&comment.blocks))));
    out.facts
}

/// The words of the paragraph that each anchor stands in.
fn find_anchors<'f>(blocks: &'f [Block], anchors: &mut BTreeMap<&'f Anchor, String>) {
    for block in blocks {
        if let Block::Paragraph(paragraph) = block {
            let names = paragraph.content.iter().filter_map(|inline| match inline {
                Inline::Anchor(name) => Some(name),
                _ => None,
            });
            anchors.extend(names.map(|name| (name, single_spaced(&text_of(&paragraph.content)))));
        }
        block.children().into_iter().for_each(|inside| find_anchors(inside, anchors));
    }
}

struct Facts<'f> {
    anchors: &'f BTreeMap<&'f Anchor, String>,
    facts: Vec<Fact>,
    /// Lists that are open.
    depth: usize,
}

impl Facts<'_> {
    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Paragraph(paragraph) => self.paragraph(paragraph, None),
                Block::List(list) => self.list(list),
                Block::Quote(blocks) => self.blocks(blocks),
                Block::Group(group) => self.blocks(&group.blocks),
                Block::Table(table) => self.table(table),
                Block::Frame(frame) => self.frame(frame),
                _ => {}
            }
        }
    }

    fn frame(&mut self, frame: &Frame) {
        self.blocks(&frame.blocks);
    }

    fn paragraph(&mut self, paragraph: &Paragraph, kind: Option<String>) {
        let cap = paragraph.drop_cap.iter().map(|cap| cap.run.text.as_str());
        let text = cap.chain([text_of(&paragraph.content).as_str()]).collect::<String>();
        let kind = kind.unwrap_or_else(|| role_name(paragraph.role));
        if kind == "code" {
            self.facts.extend(text.lines().filter(|line| !line.trim().is_empty()).map(|line| Fact::new("code", line)));
        } else if !text.trim().is_empty() {
            self.facts.push(Fact::new(kind, &text));
        }
        self.inlines(&paragraph.content);
    }

    /// What stands in a text beside its words.
    fn inlines(&mut self, inlines: &[Inline]) {
        for inline in inlines {
            match inline {
                Inline::Image(_) => self.facts.push(Fact::new("picture", "")),
                Inline::Drawing(drawing) => {
                    self.facts.push(Fact::new("picture", ""));
                    drawing.texts.iter().for_each(|frame| self.frame(frame));
                }
                Inline::Link { target: LinkTarget::External(url), content } => {
                    self.facts.push(Fact::new("link", format!("{} -> {url}", text_of(content))));
                }
                Inline::Link { target: LinkTarget::Internal(anchor), content } => {
                    let place = self.anchors.get(anchor).map(String::as_str).unwrap_or_default();
                    self.facts.push(Fact::new("link", format!("{} -> #{place}", text_of(content))));
                }
                other => other.children().into_iter().for_each(|inside| self.inlines(inside)),
            }
        }
    }

    fn list(&mut self, list: &List) {
        self.depth += 1;
        for item in &list.items {
            let mut first = true;
            for block in &item.blocks {
                match block {
                    Block::Paragraph(paragraph) if first => {
                        first = false;
                        self.paragraph(paragraph, Some(format!("item {}", self.depth)));
                    }
                    other => self.blocks(std::slice::from_ref(other)),
                }
            }
        }
        self.depth -= 1;
    }

    fn table(&mut self, table: &Table) {
        let size = format!("{} x {}", table.rows.len(), table.columns.len());
        self.facts.push(Fact::new("table", size));
        for row in &table.rows {
            let cells: Vec<String> =
                row.cells.iter().map(|cell| Fact::new("", text_of_blocks(&cell.blocks)).text).collect();
            self.facts.push(Fact::new("row", cells.join(" | ")));
        }
        let nested = Facts { anchors: self.anchors, facts: Vec::new(), depth: 0 };
        let inside = table.rows.iter().flat_map(|row| &row.cells).fold(nested, |mut facts, cell| {
            facts.blocks(&cell.blocks);
            facts
        });
        // Of what lies in cells, words are in the rows already; pictures, links, lists and tables are not.
        let kinds = ["picture", "link", "table", "row"];
        let is_more = |fact: &Fact| kinds.contains(&fact.kind.as_str()) || fact.kind.starts_with("item");
        self.facts.extend(inside.facts.into_iter().filter(is_more));
    }
}

fn text_of_blocks(blocks: &[Block]) -> String {
    let text = |block: &Block| match block {
        Block::Paragraph(paragraph) => vec![text_of(&paragraph.content)],
        other => other.children().into_iter().map(text_of_blocks).collect(),
    };
    blocks.iter().flat_map(text).collect::<Vec<_>>().join(" ")
}

/// The words of a text. A page number is `#`.
fn text_of(inlines: &[Inline]) -> String {
    let part = |inline: &Inline| match inline {
        Inline::Text(run) => run.text.clone(),
        Inline::Field(_) => "#".into(),
        Inline::Formula(formula) => formula.run.text.clone(),
        Inline::LineBreak => "\n".into(),
        Inline::Tab => " ".into(),
        other => other.children().map(text_of).unwrap_or_default(),
    };
    inlines.iter().map(part).collect()
}
