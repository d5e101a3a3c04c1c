//! Tables: `table`, `tr`, `td`.

use super::kind::Kind;
use super::look::{Declarations, Lines, lines};
use super::survey::cell_kind;
use super::writer::{Body, Scope};
use crate::prose::{Grid, Placed};
use transvase_base::error::Result;
use transvase_model::flow::{Align, Block, Cell, Table, Turn, VerticalAlign};

/// Brightness of a ground, of 765, below which text on it is white.
const DARK: u32 = 300;
/// Share of the measure from which on a table is as wide as the text.
const WIDE: f32 = 0.85;
/// The measure in points where no page says it.
const USUAL_MEASURE: f32 = 450.0;

impl Body<'_, '_> {
    /// Writes a table, with the paragraphs of its caption.
    pub(super) fn table(&mut self, table: &Table, captions: Option<&[&Block]>, scope: &Scope) -> Result<()> {
        self.turn_page(table.place);
        let grid = Grid::of(table);
        if grid.head.is_empty() && grid.body.is_empty() {
            return captions.map_or(Ok(()), |captions| self.stretch(captions, scope));
        }
        let is_bare = |cell: &Cell| cell.background.is_none() && lines(&cell.borders) == Lines::default();
        let bare = table.rows.iter().flat_map(|row| &row.cells).all(is_bare);
        let widths = self.widths(table, &grid);
        let class = self.table_class(table, bare, widths.is_some());
        let direction = (table.right_to_left != self.source.survey.backward).then_some(if table.right_to_left {
            "rtl"
        } else {
            "ltr"
        });
        self.open_with("table", &[("class", class.as_deref()), ("dir", direction)]);
        self.line();
        if let Some(captions) = captions.filter(|captions| !captions.is_empty()) {
            self.caption("caption", captions, scope)?;
        }
        self.columns(widths.as_deref().unwrap_or_default());
        for (name, rows) in [("thead", &grid.head), ("tbody", &grid.body)] {
            if !rows.is_empty() {
                self.rows(name, rows, scope)?;
            }
        }
        self.xml.close("table");
        self.line();
        Ok(())
    }

    fn table_class(&mut self, table: &Table, bare: bool, is_wide: bool) -> Option<String> {
        let mut look = Declarations::default();
        match table.align {
            Some(Align::Center) => look.say("margin", "1em auto"),
            Some(Align::End) => look.say("margin", "1em 0 1em auto"),
            _ => {}
        }
        if is_wide {
            look.say("width", "100%");
        }
        let own = self.shared.classes.name(look.text());
        let classes: Vec<&str> = bare.then_some("rules").into_iter().chain(own.as_deref()).collect();
        (!classes.is_empty()).then(|| classes.join(" "))
    }

    /// The shares of the columns in the width of a table that is as wide as the text; `None` of others, whose columns
    /// are as wide as their text.
    fn widths(&self, table: &Table, grid: &Grid<'_>) -> Option<Vec<u32>> {
        let page = self.source.flow.sections.iter().find_map(|section| section.page.as_ref());
        let measure = page.map_or(USUAL_MEASURE, |page| page.size.width - page.margins.left - page.margins.right);
        let total: f32 = table.columns.iter().sum();
        if !(total >= WIDE * measure && table.columns.iter().all(|width| *width > 0.0)) {
            return None;
        }
        let ends = grid.columns.iter().skip(1).copied().chain([table.columns.len()]);
        let share = |(from, to): (usize, usize)| {
            let width: f32 = table.columns.get(from..to).unwrap_or_default().iter().sum();
            (width / total * 100.0).round() as u32
        };
        Some(grid.columns.iter().copied().zip(ends).map(share).collect())
    }

    fn columns(&mut self, widths: &[u32]) {
        if widths.is_empty() {
            return;
        }
        self.xml.open("colgroup", &[]);
        for width in widths {
            let mut look = Declarations::default();
            look.say("width", &format!("{width}%"));
            if let Some(class) = self.shared.classes.name(look.text()) {
                self.xml.empty("col", &[("class", &class)]);
            }
        }
        self.xml.close("colgroup");
        self.line();
    }

    fn rows(&mut self, name: &str, rows: &[Vec<Placed<'_>>], scope: &Scope) -> Result<()> {
        self.xml.open(name, &[]);
        self.line();
        for cells in rows {
            self.source.context.tick(1)?;
            self.xml.open("tr", &[]);
            self.line();
            for cell in cells {
                self.cell(cell, name == "thead", scope)?;
            }
            self.xml.close("tr");
            self.line();
        }
        self.xml.close(name);
        self.line();
        Ok(())
    }

    fn cell(&mut self, placed: &Placed<'_>, is_head: bool, scope: &Scope) -> Result<()> {
        let cell = placed.cell;
        let kind = cell_kind(cell, is_head);
        let name = if kind == Kind::HeadCell { "th" } else { "td" };
        let side = if is_head { "col" } else { "row" };
        let scoped = (name == "th").then_some(side);
        let span = |count: usize| (count > 1).then(|| count.to_string());
        let (columns, rows) = (span(placed.columns), span(placed.rows));
        let class = self.cell_class(cell);
        let attributes = [
            ("scope", scoped),
            ("colspan", columns.as_deref()),
            ("rowspan", rows.as_deref()),
            ("class", class.as_deref()),
        ];
        let inner = scope.inner(kind);
        self.item(name, &attributes, &cell.blocks, &inner)
    }

    fn cell_class(&mut self, cell: &Cell) -> Option<String> {
        let mut look = Declarations::default();
        if let Some(ground) = cell.background {
            look.ground(Some(ground), None);
            look.say("color", if ground.brightness() < DARK { "white" } else { "black" });
        }
        look.lines(&lines(&cell.borders), &Lines::default());
        match cell.vertical {
            VerticalAlign::Top => {}
            VerticalAlign::Middle => look.say("vertical-align", "middle"),
            VerticalAlign::Bottom => look.say("vertical-align", "bottom"),
        }
        match cell.turn {
            Turn::None => {}
            Turn::Down => look.say("writing-mode", "vertical-rl"),
            Turn::Up => look.say("writing-mode", "sideways-lr"),
        }
        self.shared.classes.name(look.text())
    }
}
