//! Block elements of HTML.

use super::MAX_DEPTH;
use super::look::{Declarations, Lines, lines};
use super::writer::{Body, Scope};
use crate::prose::{is_one_listing, is_picture};
use transvase_base::error::Result;
use transvase_model::flow::{Block, Division, DivisionKind, Frame, Group, GroupKind, Paragraph, Role, Wrap, leaves};

impl Body<'_, '_> {
    /// Blocks of the text. Entries of a table of contents, and lines of code, that follow one another are one thing.
    pub(super) fn stretch(&mut self, blocks: &[&Block], scope: &Scope) -> Result<()> {
        let alike = |a: &&Block, b: &&Block| match (a, b) {
            (Block::Paragraph(above), Block::Paragraph(below)) if run_of(a) == Some(Together::Code) => {
                is_one_listing(above, below)
            }
            _ => run_of(a).is_some() && run_of(a) == run_of(b),
        };
        for stretch in blocks.chunk_by(alike) {
            self.source.context.tick(1)?;
            match (run_of(stretch[0]), stretch.len()) {
                (Some(Together::Contents), _) => self.contents(stretch, scope)?,
                (Some(Together::Code), _) => self.listing(stretch, None, scope)?,
                (None, _) => stretch.iter().try_for_each(|block| self.block(block, scope))?,
            }
        }
        Ok(())
    }

    /// The blocks that lie in another.
    pub(super) fn blocks(&mut self, blocks: &[Block], scope: &Scope) -> Result<()> {
        self.stretch(&blocks.iter().collect::<Vec<_>>(), scope)
    }

    fn block(&mut self, block: &Block, scope: &Scope) -> Result<()> {
        if scope.depth >= MAX_DEPTH {
            return self.flattened(block, scope);
        }
        match block {
            Block::Paragraph(paragraph) => self.paragraph(paragraph, scope),
            Block::List(list) => self.list(list, scope),
            Block::Quote(blocks) => self.element("blockquote", &[], blocks, &scope.inner(scope.place.inside(block))),
            Block::Group(group) => self.group(group, block, scope),
            Block::Table(table) => self.table(table, None, scope),
            Block::Rule => {
                self.xml.empty("hr", &[]);
                self.line();
                Ok(())
            }
            Block::PageBreak | Block::ColumnBreak => Ok(()),
            Block::Frame(frame) => self.frame(frame, scope),
        }
    }

    /// An element around blocks.
    pub(super) fn element(
        &mut self,
        name: &str,
        attributes: &[(&str, Option<&str>)],
        blocks: &[Block],
        scope: &Scope,
    ) -> Result<()> {
        self.open_with(name, attributes);
        self.line();
        self.blocks(blocks, scope)?;
        self.xml.close(name);
        self.line();
        Ok(())
    }

    fn group(&mut self, group: &Group, block: &Block, scope: &Scope) -> Result<()> {
        let inner = scope.inner(scope.place.inside(block));
        match &group.kind {
            GroupKind::Figure => self.figure(&group.blocks, &inner),
            GroupKind::Code(language) => {
                self.listing(&group.blocks.iter().collect::<Vec<_>>(), language.as_deref(), &inner)
            }
            GroupKind::Definitions => self.definitions(&group.blocks, &inner),
            GroupKind::Definition => self.blocks(&group.blocks, &inner),
            GroupKind::Division(division) => self.division(division, &group.blocks, &inner),
        }
    }

    fn division(&mut self, division: &Division, blocks: &[Block], scope: &Scope) -> Result<()> {
        let name = match division.kind {
            DivisionKind::Plain => "div",
            DivisionKind::Section => "section",
            DivisionKind::Article => "article",
            DivisionKind::Aside => "aside",
            DivisionKind::Navigation => "nav",
        };
        // A word with a prefix is of another vocabulary.
        let is_known = |word: &&str| word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-') && !word.is_empty();
        let kind = division.epub_type.as_deref().filter(is_known).filter(|_| self.is_book());
        if name == "div" && kind.is_none() {
            // Nothing is said by it.
            return self.blocks(blocks, scope);
        }
        self.element(name, &[("epub:type", kind)], blocks, scope)
    }

    /// A figure with its caption; the caption of a table alone is the table's own.
    fn figure(&mut self, blocks: &[Block], scope: &Scope) -> Result<()> {
        let is_caption = |block: &Block| matches!(block, Block::Paragraph(p) if p.role == Role::Caption);
        let (captions, content): (Vec<&Block>, Vec<&Block>) = blocks.iter().partition(|block| is_caption(block));
        if let [Block::Table(table)] = content.as_slice() {
            return self.table(table, Some(&captions), scope);
        }
        let first = blocks.first().is_some_and(is_caption);
        self.xml.open("figure", &[]);
        self.line();
        if first {
            self.figcaption(&captions, scope)?;
        }
        for block in &content {
            match block {
                Block::Paragraph(paragraph) if is_picture(paragraph) => {
                    let own = self.opening(paragraph, scope);
                    if let Some(id) = &own.id {
                        self.xml.leaf("span", &[("id", id)], "");
                    }
                    self.content(paragraph, &own)?;
                    self.line();
                }
                other => self.block(other, scope)?,
            }
        }
        if !first {
            self.figcaption(&captions, scope)?;
        }
        self.xml.close("figure");
        self.line();
        Ok(())
    }

    fn figcaption(&mut self, captions: &[&Block], scope: &Scope) -> Result<()> {
        if captions.is_empty() {
            return Ok(());
        }
        self.caption("figcaption", captions, scope)
    }

    /// The element of a caption around its paragraphs.
    pub(super) fn caption(&mut self, name: &str, captions: &[&Block], scope: &Scope) -> Result<()> {
        if let [Block::Paragraph(paragraph)] = captions {
            return self.sole(name, &[], paragraph, scope);
        }
        self.xml.open(name, &[]);
        self.line();
        self.stretch(captions, scope)?;
        self.xml.close(name);
        self.line();
        Ok(())
    }

    fn definitions(&mut self, blocks: &[Block], scope: &Scope) -> Result<()> {
        let is_term = |block: &Block| matches!(block, Block::Paragraph(p) if p.role == Role::Term);
        self.xml.open("dl", &[]);
        self.line();
        // A list begins with a term and ends with what is said of it (HTML, 4.4.9).
        let mut wants = true;
        for block in blocks {
            match block {
                Block::Paragraph(paragraph) if is_term(block) => {
                    self.sole("dt", &[], paragraph, scope)?;
                    wants = false;
                }
                other => {
                    if wants {
                        self.xml.leaf("dt", &[], "");
                    }
                    let blocks = match other {
                        Block::Group(Group { kind: GroupKind::Definition, blocks }) => blocks.as_slice(),
                        other => std::slice::from_ref(other),
                    };
                    self.item("dd", &[], blocks, &scope.inner(super::kind::Kind::Item))?;
                    wants = false;
                }
            }
        }
        if blocks.last().is_none_or(is_term) {
            self.xml.leaf("dd", &[], "");
        }
        self.xml.close("dl");
        self.line();
        Ok(())
    }

    /// An element whose content is blocks, or the text of one paragraph at its beginning and lists after it.
    pub(super) fn item(
        &mut self,
        name: &str,
        attributes: &[(&str, Option<&str>)],
        blocks: &[Block],
        scope: &Scope,
    ) -> Result<()> {
        if let Some((Block::Paragraph(paragraph), rest)) = blocks.split_first()
            && is_plain(paragraph)
            && rest.iter().all(|block| matches!(block, Block::List(_)))
        {
            let own = self.opening(paragraph, scope);
            let attributes: Vec<(&str, Option<&str>)> = attributes.iter().copied().chain(own.attributes()).collect();
            self.open_with(name, &attributes);
            self.content(paragraph, &own)?;
            if !rest.is_empty() {
                self.line();
            }
            self.blocks(rest, scope)?;
            self.xml.close(name);
            self.line();
            return Ok(());
        }
        self.element(name, attributes, blocks, scope)
    }

    /// An element that is one paragraph.
    pub(super) fn sole(
        &mut self,
        name: &str,
        attributes: &[(&str, Option<&str>)],
        paragraph: &Paragraph,
        scope: &Scope,
    ) -> Result<()> {
        let own = self.opening(paragraph, scope);
        let attributes: Vec<(&str, Option<&str>)> = attributes.iter().copied().chain(own.attributes()).collect();
        self.open_with(name, &attributes);
        self.content(paragraph, &own)?;
        self.xml.close(name);
        self.line();
        Ok(())
    }

    /// Blocks out of the text: in place, or at the side where the text runs around them.
    fn frame(&mut self, frame: &Frame, scope: &Scope) -> Result<()> {
        let mut look = Declarations::default();
        look.ground(frame.background, None);
        if let Some(color) = frame.background {
            look.say("color", if color.brightness() < 300 { "white" } else { "black" });
        }
        look.lines(&lines(&frame.borders), &Lines::default());
        let side = match frame.wrap {
            Wrap::Square => self.side(frame.rect.left, frame.rect.right),
            _ => None,
        };
        let class = self.shared.classes.name(look.text());
        let classes: Vec<&str> = [Some("frame"), side, class.as_deref()].into_iter().flatten().collect();
        self.element("div", &[("class", Some(&classes.join(" ")))], &frame.blocks, &scope.inner(scope.place))
    }

    /// The side that something stands at, where text runs around it.
    pub(super) fn side(&self, left: f32, right: f32) -> Option<&'static str> {
        let width =
            self.source.flow.sections.iter().find_map(|section| section.page.as_ref()).map(|page| page.size.width);
        let width = width.filter(|width| *width > 0.0)?;
        if right - left > 0.6 * width {
            return None;
        }
        Some(if left + right > width { "right" } else { "left" })
    }

    /// Lines of code, in a language. The `code` around them is what HTML proposes (HTML, 4.4.3); it also keeps a first line
    /// that is empty, which a parser would drop behind the `pre` itself (HTML, 13.1.2.5).
    fn listing(&mut self, blocks: &[&Block], language: Option<&str>, scope: &Scope) -> Result<()> {
        let paragraphs: Option<Vec<&Paragraph>> = blocks
            .iter()
            .map(|block| match block {
                Block::Paragraph(paragraph) => Some(paragraph),
                _ => None,
            })
            .collect();
        let Some(paragraphs) = paragraphs else {
            return blocks.iter().try_for_each(|block| self.block(block, scope));
        };
        let Some(first) = paragraphs.first() else { return Ok(()) };
        let mut own = self.opening(first, scope);
        own.is_code = true;
        self.open_with("pre", &own.attributes());
        let language = language.and_then(|language| language.split_whitespace().next());
        let class = language.map(|language| format!("language-{language}"));
        self.open_with("code", &[("class", class.as_deref())]);
        for (at, paragraph) in paragraphs.iter().enumerate() {
            self.source.context.tick(1)?;
            if at > 0 {
                self.xml.text("\n");
                let next = self.opening(paragraph, scope);
                if let Some(id) = next.id {
                    self.xml.leaf("span", &[("id", &id)], "");
                }
                own.label = next.label;
            }
            self.content(paragraph, &own)?;
        }
        self.xml.close("code");
        self.xml.close("pre");
        self.line();
        Ok(())
    }

    /// What is nested too deep: its paragraphs, one after the other.
    fn flattened(&mut self, block: &Block, scope: &Scope) -> Result<()> {
        self.shared.dropped.nesting = true;
        for leaf in leaves([block]) {
            self.source.context.tick(1)?;
            if let Block::Paragraph(paragraph) = leaf {
                self.paragraph(paragraph, scope)?;
            }
        }
        Ok(())
    }
}

/// Paragraphs that are one thing with those of the same kind before and after them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Together {
    Contents,
    Code,
}

fn run_of(block: &Block) -> Option<Together> {
    match block {
        Block::Paragraph(paragraph) => match paragraph.role {
            Role::Contents(_) => Some(Together::Contents),
            Role::Preformatted => Some(Together::Code),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a paragraph is running text, which an element around it can hold alone.
pub(super) fn is_plain(paragraph: &Paragraph) -> bool {
    matches!(paragraph.role, Role::Body | Role::Spacer)
}
