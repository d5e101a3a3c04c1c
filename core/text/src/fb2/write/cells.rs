//! Tables. A cell holds one line of text.

use super::Book;
use super::blocks::bulleted;
use transvase_base::error::Result;
use transvase_container::xml::XmlWriter;
use transvase_markup::prose::{Grid, Placed, every_leaf, is_written};
use transvase_model::flow::{Align, Block, Cell, Inline, Paragraph, Role, Table, VerticalAlign};

/// Lists in one another in a cell that keep their labels.
const MAX_DEPTH: usize = 8;

/// A paragraph of a cell, with the label of the item it begins.
type Line<'a> = (Option<String>, &'a Paragraph);

impl<'a> Book<'a> {
    /// A table; `None` where it has no cells.
    pub(super) fn table(&mut self, table: &'a Table) -> Result<Option<String>> {
        let grid = Grid::of(table);
        if grid.head.is_empty() && grid.body.is_empty() {
            return Ok(None);
        }
        let mut xml = XmlWriter::part(Vec::new());
        xml.open("table", &[]);
        xml.raw("\n");
        for (rows, is_head) in [(&grid.head, true), (&grid.body, false)] {
            for row in rows {
                self.context.checkpoint()?;
                xml.open("tr", &[]);
                row.iter().try_for_each(|cell| self.cell(cell, is_head, &mut xml))?;
                xml.close("tr");
                xml.raw("\n");
            }
        }
        xml.close("table");
        Ok(Some(String::from_utf8_lossy(&xml.finish()?).into_owned()))
    }

    fn cell(&mut self, placed: &Placed<'a>, is_head: bool, xml: &mut XmlWriter<Vec<u8>>) -> Result<()> {
        let mut lines = Vec::new();
        self.lines_of(&placed.cell.blocks, 0, &mut lines);
        let is_head = is_head || placed.cell.header;
        let id = self.places.take(lines.iter().map(|(_, paragraph)| *paragraph));
        let span = |count: usize| (count > 1).then(|| count.to_string());
        let (columns, rows) = (span(placed.columns), span(placed.rows));
        let attributes = [
            ("id", id.as_deref()),
            ("colspan", columns.as_deref()),
            ("rowspan", rows.as_deref()),
            ("align", align(&lines)),
            ("valign", vertical(placed.cell)),
        ];
        let said: Vec<(&str, &str)> = attributes.iter().filter_map(|(key, value)| Some((*key, (*value)?))).collect();
        let name = if is_head { "th" } else { "td" };
        xml.open(name, &said);
        let mut is_first = true;
        for (label, paragraph) in
            lines.into_iter().filter(|(label, paragraph)| label.is_some() || is_written(paragraph))
        {
            if !std::mem::take(&mut is_first) {
                xml.text(" ");
            }
            xml.text(&label.map(|label| label + " ").unwrap_or_default());
            // The head of a column stands out by being that, as a heading does.
            let role = if is_head { Role::Subtitle } else { paragraph.role };
            for (at, line) in paragraph.content.split(|inline| matches!(inline, Inline::LineBreak)).enumerate() {
                if at > 0 {
                    xml.text(" ");
                }
                self.line(xml, line, role)?;
            }
        }
        xml.close(name);
        Ok(())
    }

    /// The paragraphs of a cell. Tables and quotes in it lose their shape.
    fn lines_of(&mut self, blocks: &'a [Block], depth: usize, lines: &mut Vec<Line<'a>>) {
        for block in blocks {
            match block {
                Block::Paragraph(paragraph) => lines.push((None, paragraph)),
                Block::List(list) if depth < MAX_DEPTH => {
                    let mut number = list.start;
                    for item in &list.items {
                        number = item.number.unwrap_or(number);
                        let label = self.numbers.enter(&bulleted(&list.marker), number);
                        let from = lines.len();
                        self.lines_of(&item.blocks, depth + 1, lines);
                        if let Some((first, _)) = lines.get_mut(from) {
                            *first = label;
                        }
                        self.numbers.leave();
                        number = number.saturating_add(1);
                    }
                }
                Block::Group(group) if depth < MAX_DEPTH => self.lines_of(&group.blocks, depth + 1, lines),
                other => {
                    self.dropped.nesting |= matches!(other, Block::Table(_));
                    lines.extend(every_leaf(std::slice::from_ref(other)).into_iter().filter_map(|leaf| match leaf {
                        Block::Paragraph(paragraph) => Some((None, paragraph)),
                        _ => None,
                    }));
                }
            }
        }
    }
}

/// How the text of a cell stands, where it is not at the left.
fn align(lines: &[Line<'_>]) -> Option<&'static str> {
    let style = &lines.first()?.1.style;
    match (style.align?, style.right_to_left) {
        (Align::Center, _) => Some("center"),
        (Align::End, false) | (Align::Start | Align::Justify, true) => Some("right"),
        _ => None,
    }
}

fn vertical(cell: &Cell) -> Option<&'static str> {
    match cell.vertical {
        VerticalAlign::Top => None,
        VerticalAlign::Middle => Some("middle"),
        VerticalAlign::Bottom => Some("bottom"),
    }
}
