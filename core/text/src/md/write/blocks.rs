//! Block elements of Markdown.

use super::Document;
use super::escape;
use super::inline::{self, Around, Asides, code_text};
use super::tokens::{Line, MarkKind, Seat};
use transvase_base::error::Result;
use transvase_markup::prose::{every_leaf, is_one_listing, step, texts};
use transvase_model::flow::{Block, GroupKind, Inline, Paragraph, Role, inlines};

/// Quotes, items and cells in one another beyond which blocks follow one another.
const MAX_DEPTH: usize = 24;

impl<'a> Document<'a> {
    /// Blocks, one behind the other.
    pub(super) fn blocks(&mut self, blocks: &'a [Block]) -> Result<()> {
        if self.depth >= MAX_DEPTH {
            return self.flat(blocks);
        }
        self.depth += 1;
        let result = self.blocks_in_depth(blocks);
        self.depth -= 1;
        result
    }

    fn blocks_in_depth(&mut self, blocks: &'a [Block]) -> Result<()> {
        let mut rest = blocks;
        let mut last_list = None;
        while let Some(block) = rest.first() {
            self.context.checkpoint()?;
            let count = alike(rest);
            let (now, after) = rest.split_at(count);
            let mut list = None;
            match block {
                Block::Paragraph(paragraph) => match paragraph.role {
                    Role::Preformatted => self.code(now, None)?,
                    Role::Contents(_) => self.contents(now)?,
                    _ => self.paragraph(paragraph)?,
                },
                Block::List(items) => list = self.list(items, last_list)?,
                Block::Quote(quoted) => {
                    self.lines.enter("> ", "> ");
                    self.blocks(quoted)?;
                    self.lines.leave();
                }
                Block::Group(group) => match &group.kind {
                    GroupKind::Code(language) if group.blocks.iter().all(is_code) => {
                        self.code(&group.blocks, language.as_deref())?;
                    }
                    _ => self.blocks(&group.blocks)?,
                },
                Block::Table(table) => self.table(table)?,
                Block::Frame(frame) => self.blocks(&frame.blocks)?,
                Block::Rule => self.lines.block(if self.lines.is_beginning() { "___" } else { "---" }),
                Block::PageBreak | Block::ColumnBreak => {}
            }
            last_list = list;
            rest = after;
        }
        Ok(())
    }

    /// Paragraphs that are nested too deep, one behind the other.
    fn flat(&mut self, blocks: &'a [Block]) -> Result<()> {
        self.dropped.nesting = true;
        for leaf in every_leaf(blocks) {
            self.context.checkpoint()?;
            if let Block::Paragraph(paragraph) = leaf {
                let line = self.line(paragraph, Around::default(), &mut Vec::new());
                self.write(line, Seat::Paragraph, "");
            }
        }
        Ok(())
    }

    /// A paragraph, and what is said in its drawings.
    fn paragraph(&mut self, paragraph: &'a Paragraph) -> Result<()> {
        if let Some(formula) = inline::alone(paragraph)
            && let Some(tex) = self.tex(formula)
        {
            self.places_in(&paragraph.content);
            self.formula(&tex);
            return Ok(());
        }
        let mut asides = Vec::new();
        let (before, seat) = match paragraph.role {
            Role::Title => ("# ".to_owned(), Seat::Heading),
            Role::Heading(level) => ("#".repeat(usize::from(level.clamp(1, 6))) + " ", Seat::Heading),
            _ => (String::new(), Seat::Paragraph),
        };
        let line = self.line(paragraph, Around::default(), &mut asides);
        self.write(line, seat, &before);
        self.asides(asides)
    }

    /// A formula on its own: in lines of its own, unless these would be read as something else.
    fn formula(&mut self, tex: &str) {
        let is_odd = |line: &str| line.trim().is_empty() || escape::begins_block(line);
        if tex.lines().any(is_odd) {
            let words: Vec<&str> = tex.split_whitespace().collect();
            return self.lines.block(&format!("$${}$$", words.join(" ")));
        }
        self.lines.block(&format!("$$\n{tex}\n$$"));
    }

    /// What is said in drawings.
    pub(super) fn asides(&mut self, asides: Asides<'a>) -> Result<()> {
        asides.into_iter().try_for_each(|frame| self.blocks(&frame.blocks))
    }

    /// A paragraph with its label and initial, in the making.
    pub(super) fn line(&mut self, paragraph: &'a Paragraph, around: Around, asides: &mut Asides<'a>) -> Line {
        let mut line = Line::default();
        let is_term = paragraph.role == Role::Term && !around.strong;
        let mark = is_term.then(|| line.open(MarkKind::Strong));
        self.begin(paragraph, &mut line);
        let around = Around { strong: around.strong || is_term, ..around };
        self.content(&paragraph.content, paragraph.role, around, &mut line, asides);
        if let Some(mark) = mark {
            line.close(mark);
        }
        line
    }

    /// What stands before the text of a paragraph: its label and its initial.
    pub(super) fn begin(&mut self, paragraph: &Paragraph, line: &mut Line) {
        if let Some(label) = self.numbers.label(paragraph) {
            line.text(&label);
            line.space();
        }
        if let Some(cap) = &paragraph.drop_cap {
            line.text(&cap.run.text);
        }
    }

    /// Writes a line that is made, where there is anything in it.
    pub(super) fn write(&mut self, line: Line, seat: Seat, before: &str) {
        if line.is_empty() {
            return;
        }
        self.lines.block(&format!("{before}{}", line.written(seat)));
    }

    /// Places that links lead to, of a block that has no room for them in its text.
    fn places_in(&mut self, content: &[Inline]) {
        let names = content.iter().filter_map(|inline| match inline {
            Inline::Anchor(anchor) => self.anchors.place(anchor),
            _ => None,
        });
        let places: String = names.map(|name| format!("<a id=\"{name}\"></a>")).collect();
        if !places.is_empty() {
            self.lines.block(&places);
        }
    }

    /// Paragraphs of code in one fence, and behind it what is said in their drawings.
    fn code(&mut self, blocks: &'a [Block], language: Option<&str>) -> Result<()> {
        let paragraphs: Vec<&'a Paragraph> = blocks.iter().filter_map(as_paragraph).collect();
        paragraphs.iter().for_each(|paragraph| self.places_in(&paragraph.content));
        let lines: Vec<String> = paragraphs.iter().map(|paragraph| self.code_line(paragraph)).collect();
        self.fence(&lines.join("\n"), language);
        let drawn = paragraphs.iter().flat_map(|paragraph| inlines(&paragraph.content)).flat_map(texts);
        drawn.collect::<Vec<_>>().into_iter().try_for_each(|blocks| self.blocks(blocks))
    }

    /// A paragraph of code, its label and its initial before it.
    fn code_line(&mut self, paragraph: &Paragraph) -> String {
        let label = self.numbers.label(paragraph).map(|label| label + " ").unwrap_or_default();
        let initial = paragraph.drop_cap.as_ref().map_or("", |cap| &cap.run.text);
        label + initial + &code_text(&paragraph.content)
    }

    fn fence(&mut self, text: &str, language: Option<&str>) {
        let text: String = text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
        let text = text.trim_end();
        if text.trim().is_empty() {
            return;
        }
        let fence = "`".repeat(inline::longest(text, '`').max(2) + 1);
        let is_name = |c: char| c.is_alphanumeric() || "+-#._".contains(c);
        let language: String = language.unwrap_or_default().chars().filter(|c| is_name(*c)).collect();
        self.lines.block(&format!("{fence}{language}\n{text}\n{fence}"));
    }

    /// The entries of a table of contents as a list, nested by their levels.
    fn contents(&mut self, blocks: &'a [Block]) -> Result<()> {
        let mut above: Vec<u8> = Vec::new();
        let mut asides = Vec::new();
        for paragraph in blocks.iter().filter_map(as_paragraph) {
            let Role::Contents(level) = paragraph.role else { continue };
            let line = self.line(paragraph, Around::default(), &mut asides);
            if line.is_empty() {
                continue;
            }
            step(&mut above, level, |_| {});
            let room = "  ".repeat(above.len() - 1);
            let text = line.written(Seat::Paragraph).replace("\\\n", " ");
            self.lines.line(&format!("{room}- {text}"));
        }
        self.lines.end_block();
        self.asides(asides)
    }
}

/// How many blocks are written as one: lines of code, entries of contents, or one of any other kind.
fn alike(blocks: &[Block]) -> usize {
    let is_entry = |paragraph: &Paragraph| matches!(paragraph.role, Role::Contents(_));
    let is_alike = |two: &&[Block]| match (as_paragraph(&two[0]), as_paragraph(&two[1])) {
        (Some(above), Some(below)) => is_entry(above) && is_entry(below) || is_one_listing(above, below),
        _ => false,
    };
    1 + blocks.windows(2).take_while(is_alike).count()
}

fn is_code(block: &Block) -> bool {
    as_paragraph(block).is_some_and(|paragraph| paragraph.role == Role::Preformatted)
}

pub(super) fn as_paragraph(block: &Block) -> Option<&Paragraph> {
    match block {
        Block::Paragraph(paragraph) => Some(paragraph),
        _ => None,
    }
}
