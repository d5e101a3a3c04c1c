//! Section and page formatting (RTF 1.9.1, "Document Formatting Properties", "Section Formatting Properties", "Headers
//! and Footers").

use transvase_base::units::Size;
use transvase_model::flow::{
    Block, Column, Edges, LineGrid, LineNumbers, NumberFormat, PageNumbers, PageSetup, RunningText, Section,
};

/// Least and largest side of a page in twips.
const SIDES: (i32, i32) = (144, 31_680);
/// Columns that a section may have (ECMA-376 part 1, 17.6.4).
const MAX_COLUMNS: usize = 45;
/// Gap between columns where none is said, in twips.
const GAP: i32 = 720;

/// Paper and margins in twips: those of US Letter where nothing is said.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Paper {
    pub width: i32,
    pub height: i32,
    pub left: i32,
    pub right: i32,
    pub top: i32,
    pub bottom: i32,
    pub landscape: bool,
}

impl Default for Paper {
    fn default() -> Self {
        Paper { width: 12_240, height: 15_840, left: 1_800, right: 1_800, top: 1_440, bottom: 1_440, landscape: false }
    }
}

/// What is said of the whole document.
#[derive(Debug, Default)]
pub(super) struct Document {
    pub paper: Paper,
    pub facing: bool,
    pub mirrored: bool,
    /// Whether words are divided at the ends of lines.
    pub hyphenated: bool,
    /// How far from their edge lines may end before that, in twips.
    pub zone: i32,
    /// Whether the larger of two spaces between paragraphs counts, as in browsers.
    pub collapses: bool,
}

impl Document {
    /// Takes a control word, if it is about the document.
    pub(super) fn take(&mut self, word: &str, value: Option<i32>) -> bool {
        let number = value.unwrap_or(0);
        match word {
            "paperw" => self.paper.width = number,
            "paperh" => self.paper.height = number,
            "margl" => self.paper.left = number,
            "margr" => self.paper.right = number,
            "margt" => self.paper.top = number,
            "margb" => self.paper.bottom = number,
            "landscape" => self.paper.landscape = true,
            "facingp" => {
                self.facing = true;
                return true;
            }
            "htmautsp" => {
                self.collapses = true;
                return true;
            }
            "hyphhotz" => {
                self.zone = number.clamp(0, 1_440);
                return true;
            }
            "hyphauto" => {
                self.hyphenated = value != Some(0);
                return true;
            }
            "margmirror" => {
                self.mirrored = true;
                return true;
            }
            _ => return false,
        }
        true
    }
}

/// What stands on the grid of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Grid {
    #[default]
    None,
    Lines,
    Letters,
}

/// A section as it is described.
#[derive(Debug, Clone, Default)]
pub(super) struct SectionLook {
    paper: Option<Paper>,
    continuous: bool,
    columns: i32,
    gap: Option<i32>,
    widths: Vec<(i32, i32)>,
    column: usize,
    separator: bool,
    title_page: bool,
    header_distance: Option<i32>,
    footer_distance: Option<i32>,
    number_format: Option<NumberFormat>,
    number_start: Option<u32>,
    number_again: bool,
    lines: i32,
    grid: Grid,
    /// Whether its lines run down the page.
    vertical: bool,
    /// Distance of the lines of the grid in twips.
    pitch: i32,
    /// Room between letters in 4096ths of a point.
    letter_space: i32,
    line_distance: i32,
    lines_per_page: bool,
}

/// What runs at the edges of the pages of a section.
#[derive(Debug, Default)]
pub(super) struct Running {
    pub header: Edge,
    pub footer: Edge,
}

/// What runs at one edge.
#[derive(Debug, Default)]
pub(super) struct Edge {
    pub all: Option<Vec<Block>>,
    pub left: Option<Vec<Block>>,
    pub first: Option<Vec<Block>>,
}

impl SectionLook {
    /// Takes a control word, if it is about sections.
    pub(super) fn take(&mut self, word: &str, value: Option<i32>, document: &Document) -> bool {
        let number = value.unwrap_or(0);
        let paper = self.paper.unwrap_or(document.paper);
        match word {
            "sectd" => *self = SectionLook::default(),
            "pgwsxn" => self.paper = Some(Paper { width: number, ..paper }),
            "pghsxn" => self.paper = Some(Paper { height: number, ..paper }),
            "marglsxn" => self.paper = Some(Paper { left: number, ..paper }),
            "margrsxn" => self.paper = Some(Paper { right: number, ..paper }),
            "margtsxn" => self.paper = Some(Paper { top: number, ..paper }),
            "margbsxn" => self.paper = Some(Paper { bottom: number, ..paper }),
            "lndscpsxn" => self.paper = Some(Paper { landscape: true, ..paper }),
            "sbknone" => self.continuous = true,
            "sbkpage" | "sbkeven" | "sbkodd" | "sbkcol" => self.continuous = false,
            "cols" => self.columns = number.clamp(1, MAX_COLUMNS as i32),
            "colsx" => self.gap = value,
            "colno" => self.column = number.clamp(1, MAX_COLUMNS as i32) as usize - 1,
            "colw" => self.width(number, true),
            "colsr" => self.width(number, false),
            "linebetcol" => self.separator = true,
            "titlepg" => self.title_page = true,
            "headery" => self.header_distance = value,
            "footery" => self.footer_distance = value,
            "linemod" => self.lines = number,
            "linex" => self.line_distance = number,
            "sectspecifycl" => self.grid = Grid::Letters,
            "sectspecifyl" => self.grid = Grid::Lines,
            "sectlinegrid" => self.pitch = number,
            "stextflow" => self.vertical = matches!(number, 1 | 3),
            "sectexpand" => self.letter_space = number,
            "lineppage" => self.lines_per_page = true,
            "pgnstarts" => self.number_start = value.and_then(|start| u32::try_from(start).ok()),
            "pgnrestart" => self.number_again = true,
            "pgncont" => self.number_again = false,
            "pgndec" => self.number_format = Some(NumberFormat::Decimal),
            "pgnucrm" => self.number_format = Some(NumberFormat::UpperRoman),
            "pgnlcrm" => self.number_format = Some(NumberFormat::LowerRoman),
            "pgnucltr" => self.number_format = Some(NumberFormat::UpperAlphaRepeated),
            "pgnlcltr" => self.number_format = Some(NumberFormat::LowerAlphaRepeated),
            _ => return false,
        }
        true
    }

    fn width(&mut self, twips: i32, is_column: bool) {
        let wanted = self.column + 1;
        self.widths.resize(self.widths.len().max(wanted), (0, 0));
        if let Some((width, gap)) = self.widths.get_mut(self.column) {
            *(if is_column { width } else { gap }) = twips.clamp(0, SIDES.1);
        }
    }

    /// The paper of the section.
    pub(super) fn paper(&self, document: &Document) -> Paper {
        self.paper.unwrap_or(document.paper)
    }

    /// The section with its text.
    pub(super) fn section(&self, blocks: Vec<Block>, running: Running, document: &Document) -> Section {
        let numbers = self.number_format.is_some() || self.number_again;
        let numbers = numbers.then(|| PageNumbers {
            format: self.number_format.unwrap_or(NumberFormat::Decimal),
            start: self.number_again.then(|| self.number_start.unwrap_or(1)),
        });
        Section {
            page: Some(self.setup(document)),
            new_page: !self.continuous,
            blocks,
            header: running.header.text(self.title_page, document.facing),
            footer: running.footer.text(self.title_page, document.facing),
            numbers,
        }
    }

    fn setup(&self, document: &Document) -> PageSetup {
        let paper = self.paper(document);
        let (width, height) = (paper.width.clamp(SIDES.0, SIDES.1), paper.height.clamp(SIDES.0, SIDES.1));
        let (least, most) = (width.min(height), width.max(height));
        // Some programs state the size of the upright sheet.
        let (width, height) = if paper.landscape { (most, least) } else { (width, height) };
        let pt = |twips: i32| twips as f32 / 20.0;
        let side = |twips: i32, whole: i32| pt(twips.saturating_abs().min(whole / 2 - 36));
        let distance = |twips: Option<i32>| twips.map(|twips| pt(twips.clamp(0, height / 2)));
        let margins = Edges {
            top: side(paper.top, height),
            right: side(paper.right, width),
            bottom: side(paper.bottom, height),
            left: side(paper.left, width),
        };
        let size = Size { width: pt(width).min(PageSetup::LONGEST), height: pt(height).min(PageSetup::LONGEST) };
        let line_numbers = (self.lines > 0).then(|| LineNumbers {
            every: self.lines as u32,
            on_each_page: self.lines_per_page,
            distance: pt(self.line_distance.clamp(0, GAP)),
        });
        PageSetup {
            size,
            margins,
            header_distance: distance(self.header_distance),
            footer_distance: distance(self.footer_distance),
            columns: self.columns(size.width - margins.left - margins.right),
            separator: self.separator && self.columns > 1,
            line_numbers,
            mirrored: document.mirrored,
            borders: None,
            grid: self.grid(),
            vertical: self.vertical,
        }
    }

    fn grid(&self) -> Option<LineGrid> {
        let spacing = match self.grid {
            Grid::None => return None,
            Grid::Lines => 0.0,
            Grid::Letters => (self.letter_space as f32 / 4_096.0).clamp(-72.0, 72.0),
        };
        let pitch = (20..=SIDES.1).contains(&self.pitch).then(|| self.pitch as f32 / 20.0)?;
        Some(LineGrid { pitch, spacing, in_tables: false })
    }

    fn columns(&self, measure: f32) -> Vec<Column> {
        let count = self.columns.max(0) as usize;
        if count < 2 {
            return Vec::new();
        }
        let gap = self.gap.unwrap_or(GAP).clamp(0, SIDES.1) as f32 / 20.0;
        let equal = ((measure - gap * (count - 1) as f32) / count as f32).max(1.0);
        let column = |at: usize| {
            let (width, own) = self.widths.get(at).copied().unwrap_or_default();
            let width = if width > 0 { width as f32 / 20.0 } else { equal };
            let gap = if self.widths.is_empty() { gap } else { own as f32 / 20.0 };
            Column { width, gap: if at + 1 == count { 0.0 } else { gap } }
        };
        (0..count).map(column).collect()
    }
}

impl Edge {
    fn text(self, title_page: bool, facing: bool) -> Option<RunningText> {
        let Edge { all, left, first } = self;
        let first = first.filter(|_| title_page);
        if all.is_none() && left.is_none() && first.is_none() {
            return None;
        }
        // A title page without text of its own has none.
        let first = first.or(title_page.then(Vec::new));
        let (all, even) = if facing { (all, left) } else { (all.or(left), None) };
        Some(RunningText { default: all.unwrap_or_default(), first, even })
    }
}
