//! Sections: page geometry, headers and footers (ECMA-376 part 1, 17.6 and 17.10).

use std::rc::Rc;

use super::values::{border, child_val, is_on, length_of, number, val};
use super::{Reading, Settings};
use crate::ooxml::{Theme, Tree, Trees};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Size;
use transvase_base::warning::{Warning, WarningCode};
use transvase_container::xml::{decode, mended};
use transvase_model::flow::{
    Block, Border, Borders, Column, Edges, Language, LineGrid, LineNumbers, NumberFormat, PageBorders, PageNumbers,
    PageSetup, RunningText, Section,
};
use transvase_model::text::counting::names;

/// Paper where a section says none: US Letter, as Word has it.
const LETTER: Size = Size { width: 612.0, height: 792.0 };
/// Margin where a section says none.
const MARGIN: f32 = 72.0;
/// Points by which letters on a grid stand apart at most.
const MOST_SPACING: f32 = 72.0;
/// Columns that a section may have (17.6.4).
const MAX_COLUMNS: usize = 45;
/// Distance of the numbers of lines where it is automatic.
const NUMBER_DISTANCE: f32 = 18.0;

/// Heads or feet by the pages they are on.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Running {
    default: Rc<Vec<Block>>,
    first: Rc<Vec<Block>>,
    even: Rc<Vec<Block>>,
}

/// What runs at the edges of the pages of a section, as far as sections have said it.
#[derive(Debug, Clone, Default)]
pub(super) struct Edge {
    running: Running,
    /// As it was given for the section before.
    given: Option<RunningText>,
}

impl Reading<'_> {
    /// The section of a `w:sectPr`, of which the blocks have been read.
    pub(super) fn section(&mut self, properties: Option<&Tree>, blocks: Vec<Block>) -> Result<Section> {
        let kind = properties.and_then(|tree| child_val(tree, "w:type"));
        let mut section = Section {
            page: properties
                .filter(|tree| tree.child("w:pgSz").is_some() || tree.child("w:pgMar").is_some())
                .map(|_| self.page.clone()),
            new_page: !matches!(kind, Some("continuous" | "nextColumn")),
            blocks,
            ..Section::default()
        };
        if kind == Some("nextColumn") {
            section.blocks.insert(0, Block::ColumnBreak);
        }
        let Some(properties) = properties else { return Ok(section) };
        section.numbers = properties.child("w:pgNumType").and_then(numbers);
        let title = properties.child("w:titlePg").is_some_and(is_on);
        let mut header = std::mem::take(&mut self.header);
        section.header = self.edge(properties, "w:headerReference", title, &mut header)?;
        self.header = header;
        let mut footer = std::mem::take(&mut self.footer);
        section.footer = self.edge(properties, "w:footerReference", title, &mut footer)?;
        self.footer = footer;
        Ok(section)
    }

    /// What runs at an edge of the pages; nothing where that is as in the section before.
    fn edge(&mut self, properties: &Tree, tag: &str, title: bool, edge: &mut Edge) -> Result<Option<RunningText>> {
        for reference in properties.children().filter(|child| child.is(tag)) {
            let Some(id) = reference.attribute("r:id") else { continue };
            let blocks = self.running(id)?;
            match reference.attribute("w:type") {
                Some("first") => edge.running.first = blocks,
                Some("even") => edge.running.even = blocks,
                _ => edge.running.default = blocks,
            }
        }
        let running = &edge.running;
        let text = RunningText {
            default: running.default.to_vec(),
            first: title.then(|| running.first.to_vec()),
            even: self.settings.even_heads.then(|| running.even.to_vec()),
        };
        if edge.given.as_ref() == Some(&text) {
            return Ok(None);
        }
        let is_first = edge.given.is_none();
        let is_nothing = text.default.is_empty() && text.first.iter().chain(&text.even).all(Vec::is_empty);
        edge.given = Some(text.clone());
        Ok((!(is_first && is_nothing)).then_some(text))
    }

    /// The blocks of a head or foot; each part is read once.
    fn running(&mut self, id: &str) -> Result<Rc<Vec<Block>>> {
        let Some(part) =
            self.relations.get(id).filter(|related| !related.external).map(|related| related.target.clone())
        else {
            return Ok(Rc::default());
        };
        if let Some(known) = self.heads.get(&part) {
            return Ok(known.clone());
        }
        let bytes = self.parts.sound(&part, self.context)?.unwrap_or_default();
        let relations = Rc::new(self.parts.relations(&part, self.context)?);
        let text = decode(&bytes).into_owned();
        let trees = all_trees(&text, &["w:hdr", "w:ftr"], self.context)?;
        let mut blocks = self.aside(relations, |reading| reading.story(trees.iter().collect()))?;
        if blocks.iter().all(is_blank) {
            blocks.clear();
        }
        let blocks = Rc::new(blocks);
        self.heads.insert(part, blocks.clone());
        Ok(blocks)
    }
}

/// Whether a block shows nothing.
fn is_blank(block: &Block) -> bool {
    matches!(block, Block::Paragraph(paragraph) if paragraph.content.is_empty() && paragraph.style.borders == Borders::default())
}

/// All elements of a part, of which those in `through` are entered. Where it is damaged its tags are put in order first,
/// with a warning.
pub(super) fn all_trees(text: &str, through: &'static [&'static str], context: &Context) -> Result<Vec<Tree>> {
    let (all, is_damaged) = gathered(Trees::new(text, through, context))?;
    if !is_damaged {
        return Ok(all);
    }
    context.warn(Warning::new(WarningCode::InputRepaired, "the document is damaged; its XML was repaired"));
    let mended = mended(text);
    context.charge_unpacked(mended.len())?;
    Ok(gathered(Trees::new(&mended, through, context))?.0)
}

fn gathered(mut trees: Trees<'_, '_>) -> Result<(Vec<Tree>, bool)> {
    let mut all = Vec::new();
    while let Some(tree) = trees.next()? {
        all.push(tree);
    }
    Ok((all, trees.is_damaged()))
}

/// The pages of a `w:sectPr`.
pub(super) fn page(properties: Option<&Tree>, settings: &Settings, theme: &Theme) -> PageSetup {
    let child = |tag| properties.and_then(|tree| tree.child(tag));
    let side = |tag, name| child(tag).and_then(|tree: &Tree| length_of(tree, name));
    let size =
        |name, usual: f32| side("w:pgSz", name).filter(|side| *side >= 1.0).unwrap_or(usual).min(PageSetup::LONGEST);
    let size = Size { width: size("w:w", LETTER.width), height: size("w:h", LETTER.height) };
    // A margin below 0 is one that heads may not move.
    let margin = |name| side("w:pgMar", name).unwrap_or(MARGIN).abs();
    let gutter = side("w:pgMar", "w:gutter").unwrap_or(0.0).max(0.0);
    let margins = Edges {
        top: margin("w:top").min(size.height * 0.45),
        right: margin("w:right").min(size.width * 0.45),
        bottom: margin("w:bottom").min(size.height * 0.45),
        left: (margin("w:left") + gutter).min(size.width * 0.45),
    };
    let columns =
        child("w:cols").map(|tree| columns(tree, size.width - margins.left - margins.right)).unwrap_or_default();
    PageSetup {
        size,
        margins,
        header_distance: side("w:pgMar", "w:header").map(f32::abs),
        footer_distance: side("w:pgMar", "w:footer").map(f32::abs),
        separator: columns.len() > 1
            && child("w:cols")
                .and_then(|tree| tree.attribute("w:sep"))
                .is_some_and(|value| matches!(value, "1" | "true" | "on")),
        columns,
        line_numbers: child("w:lnNumType").and_then(line_numbers),
        mirrored: settings.mirrored,
        borders: child("w:pgBorders").and_then(|tree| page_borders(tree, theme)).map(Box::new),
        grid: child("w:docGrid").and_then(|tree| grid(tree, settings)),
        vertical: child("w:textDirection")
            .and_then(val)
            .is_some_and(|way| matches!(way, "tbRl" | "tbRlV" | "rl" | "rlV")),
    }
}

/// The grid of a page (17.6.5): none where only its pitch is said.
fn grid(tree: &Tree, settings: &Settings) -> Option<LineGrid> {
    let kind = tree.attribute("w:type").filter(|kind| matches!(*kind, "lines" | "linesAndChars" | "snapToChars"))?;
    let pitch = length_of(tree, "w:linePitch").filter(|pitch| *pitch >= 1.0)?;
    // Letters stand apart by 4096ths of a point more than they are wide.
    let spacing = tree.attribute("w:charSpace").and_then(number::<f32>).map_or(0.0, |space| space / 4_096.0);
    let spacing = if kind == "lines" { 0.0 } else { spacing.clamp(-MOST_SPACING, MOST_SPACING) };
    Some(LineGrid { pitch, spacing, in_tables: settings.grid_in_tables })
}

/// Lines around the pages (17.6.10), which count from the text where nothing else is said.
fn page_borders(tree: &Tree, theme: &Theme) -> Option<PageBorders> {
    let side = |tag: &str| {
        let line = tree.child(tag)?;
        let room = line.attribute("w:space").and_then(number::<f32>).unwrap_or(0.0);
        Some((border(line, theme)?, room.clamp(0.0, Border::FARTHEST)))
    };
    let [top, right, bottom, left] = ["w:top", "w:right", "w:bottom", "w:left"].map(side);
    let line = |side: Option<(Border, f32)>| side.map(|(line, _)| line);
    let room = |side: Option<(Border, f32)>| side.map_or(0.0, |(_, room)| room);
    let lines = Borders { top: line(top), right: line(right), bottom: line(bottom), left: line(left) };
    (lines != Borders::default()).then(|| PageBorders {
        lines,
        room: Edges { top: room(top), right: room(right), bottom: room(bottom), left: room(left) },
        from_text: tree.attribute("w:offsetFrom") != Some("page"),
    })
}

/// Width of the text, or of its first column.
pub(super) fn measure(page: &PageSetup) -> f32 {
    let whole = page.size.width - page.margins.left - page.margins.right;
    page.columns.first().map_or(whole, |column| column.width).max(1.0)
}

fn columns(tree: &Tree, measure: f32) -> Vec<Column> {
    let own: Vec<Column> = tree
        .children()
        .filter(|child| child.is("w:col"))
        .take(MAX_COLUMNS)
        .filter_map(|column| {
            Some(Column {
                width: length_of(column, "w:w")?.max(1.0),
                gap: length_of(column, "w:space").unwrap_or(0.0).max(0.0),
            })
        })
        .collect();
    let unequal = tree.attribute("w:equalWidth").is_some_and(|value| matches!(value, "0" | "false" | "off"));
    if unequal && own.len() > 1 {
        return own;
    }
    let count = tree.attribute("w:num").and_then(number::<usize>).unwrap_or(1).min(MAX_COLUMNS);
    if count < 2 {
        return Vec::new();
    }
    let gap = length_of(tree, "w:space").unwrap_or(36.0).clamp(0.0, measure / count as f32);
    let width = ((measure - gap * (count - 1) as f32) / count as f32).max(1.0);
    (1..=count).map(|at| Column { width, gap: if at < count { gap } else { 0.0 } }).collect()
}

fn line_numbers(tree: &Tree) -> Option<LineNumbers> {
    let every = tree.attribute("w:countBy").and_then(number::<u32>).filter(|every| *every > 0)?;
    let on_each_page = !matches!(tree.attribute("w:restart"), Some("continuous" | "newSection"));
    let distance = length_of(tree, "w:distance").filter(|distance| *distance > 0.0).unwrap_or(NUMBER_DISTANCE);
    Some(LineNumbers { every, on_each_page, distance })
}

fn numbers(tree: &Tree) -> Option<PageNumbers> {
    let start = tree.attribute("w:start").and_then(number);
    let format = tree.attribute("w:fmt").and_then(|name| names::of_office(name, None, Language::English));
    (start.is_some() || format.is_some())
        .then(|| PageNumbers { format: format.unwrap_or(NumberFormat::Decimal), start })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(xml: &str) -> PageSetup {
        page(Some(&Tree::parse(&format!("<w:sectPr>{xml}</w:sectPr>"))), &Settings::default(), &Theme::default())
    }

    #[test]
    fn pages_have_sizes_and_margins() {
        let page = of(
            "<w:pgSz w:w='16838' w:h='11906' w:orient='landscape'/><w:pgMar w:top='-1440' w:right='720' w:left='720' w:bottom='1440' w:gutter='200' w:header='708'/>",
        );
        assert_eq!((page.size.width, page.size.height), (841.9, 595.3));
        assert_eq!((page.margins.top, page.margins.left, page.margins.right), (72.0, 46.0, 36.0));
        assert_eq!((page.header_distance, page.footer_distance), (Some(35.4), None));
    }

    #[test]
    fn columns_are_equal_or_not() {
        let equal = of("<w:cols w:num='2' w:space='720' w:sep='1'/>");
        assert_eq!(equal.columns, [Column { width: 216.0, gap: 36.0 }, Column { width: 216.0, gap: 0.0 }]);
        assert!(equal.separator);
        let own =
            of("<w:cols w:num='2' w:equalWidth='0'><w:col w:w='2000' w:space='400'/><w:col w:w='4000'/></w:cols>");
        assert_eq!(own.columns, [Column { width: 100.0, gap: 20.0 }, Column { width: 200.0, gap: 0.0 }]);
        assert!(of("<w:cols w:space='720'/>").columns.is_empty());
    }
}
