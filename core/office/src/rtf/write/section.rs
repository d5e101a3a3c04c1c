//! Sections and what runs at the edges of their pages (RTF 1.9.1, "Section Formatting Properties", "Headers and
//! Footers").

use std::fmt::Write;

use super::Writer;
use super::blocks::{Place, Scope};
use transvase_base::error::Result;
use transvase_base::units::{PT_PER_INCH, Size, twips};
use transvase_codec::picture_size::Extent;
use transvase_model::flow::{
    Block, Column, Edges, FirstNotes, LineNumbers, NumberFormat, PageNumbers, PageSetup, RunningText, Section,
};

/// Distance of header and footer from the paper's edge in points, as Word's own template has it.
const HEADER: f32 = 35.4;
/// Columns of one section.
const MAX_COLUMNS: usize = 45;

/// The pages of a section; A4 with margins of an inch where nothing is said.
pub(super) fn page_of(section: Option<&Section>) -> PageSetup {
    let margins = Edges { top: PT_PER_INCH, right: PT_PER_INCH, bottom: PT_PER_INCH, left: PT_PER_INCH };
    let usual = PageSetup { size: Size::A4, margins, ..PageSetup::default() };
    section.and_then(|section| section.page.clone()).unwrap_or(usual)
}

/// Width and height in points that text can fill: of the narrowest column, on one page.
pub(super) fn measure(page: &PageSetup) -> Extent {
    let width = page.size.width - page.margins.left - page.margins.right;
    let narrowest = page.columns.iter().map(|column| column.width).filter(|width| *width > 0.0).fold(width, f32::min);
    let height = page.size.height - page.margins.top - page.margins.bottom;
    (narrowest.max(PT_PER_INCH / 2.0), height.max(PT_PER_INCH / 2.0))
}

impl Writer<'_> {
    /// What is said of the whole document.
    pub(super) fn begin_document(&self, out: &mut String, first: Option<&Section>, notes: FirstNotes) {
        let page = page_of(first);
        let Edges { top, right, bottom, left } = page.margins;
        let [width, height] = [page.size.width, page.size.height].map(|side| twips(side).clamp(144, 31_680));
        let [top, right, bottom, left] = [top, right, bottom, left].map(|side| twips(side).clamp(0, 31_680));
        let _ = write!(out, "\\paperw{width}\\paperh{height}\\margl{left}\\margr{right}\\margt{top}\\margb{bottom}");
        let flags = [(width > height, "\\landscape"), (self.facing, "\\facingp"), (self.mirrored, "\\margmirror")];
        flags.into_iter().filter(|(flag, _)| *flag).for_each(|(_, word)| out.push_str(word));
        let FirstNotes { foot, end } = notes;
        let _ = writeln!(out, "\\widowctrl\\htmautsp\\ftnbj\\aenddoc\\fet2\\aftnnar\\ftnstart{foot}\\aftnstart{end}");
    }

    /// Writes a section without its end.
    pub(super) fn section(
        &mut self,
        section: &Section,
        page: &PageSetup,
        is_first: bool,
        new_page: bool,
    ) -> Result<()> {
        let running = [&section.header, &section.footer];
        let title_page = running.into_iter().flatten().any(|text| text.first.is_some());
        let look = look(page, section.numbers, title_page, is_first || new_page);
        self.put(format_args!("{look}\n"));
        let room = (measure(page).0, page.size.height / 2.0);
        for (name, text) in [("header", &section.header), ("footer", &section.footer)] {
            if let Some(text) = text {
                self.running(name, text, title_page, room)?;
            }
        }
        let scope = Scope::of(Place::Body, measure(page));
        self.blocks(&section.blocks, scope)
    }

    /// What runs at one edge of the pages.
    fn running(&mut self, name: &str, text: &RunningText, title_page: bool, room: Extent) -> Result<()> {
        let RunningText { default, first, even } = text;
        if self.facing {
            self.edge(&format!("{name}l"), even.as_ref().unwrap_or(default), room)?;
            self.edge(&format!("{name}r"), default, room)?;
        } else {
            self.edge(name, default, room)?;
        }
        if title_page {
            self.edge(&format!("{name}f"), first.as_ref().unwrap_or(default), room)?;
        }
        Ok(())
    }

    fn edge(&mut self, word: &str, blocks: &[Block], room: Extent) -> Result<()> {
        let scope = Scope::of(Place::Running, room);
        let outer = (std::mem::take(&mut self.open), std::mem::take(&mut self.frames), self.pending.take());
        self.put(format_args!("{{\\{word} "));
        self.blocks(blocks, scope)?;
        self.end_story("\\par}\n", scope)?;
        (self.open, self.frames, self.pending) = outer;
        self.after_table = false;
        Ok(())
    }

    /// Ends a section.
    pub(super) fn end_section(&mut self, is_last: bool) -> Result<()> {
        let scope = Scope::of(Place::Body, (PT_PER_INCH, PT_PER_INCH));
        if is_last {
            self.orphans(scope)?;
        }
        self.end_story(if is_last { "\\par\n" } else { "\\sect\n" }, scope)
    }
}

/// The words of a section.
fn look(page: &PageSetup, numbers: Option<PageNumbers>, title_page: bool, new_page: bool) -> String {
    let mut out = "\\sectd".to_owned();
    out.push_str(if new_page { "\\sbkpage" } else { "\\sbknone" });
    let [width, height] = [page.size.width, page.size.height].map(|side| twips(side).clamp(144, 31_680));
    let _ = write!(out, "\\pgwsxn{width}\\pghsxn{height}");
    if width > height {
        out.push_str("\\lndscpsxn");
    }
    let Edges { top, right, bottom, left } = page.margins;
    for (word, side) in [("marglsxn", left), ("margrsxn", right), ("margtsxn", top), ("margbsxn", bottom)] {
        let _ = write!(out, "\\{word}{}", twips(side).clamp(0, 31_680));
    }
    let distance = |own: Option<f32>, side: f32| twips(own.unwrap_or(HEADER.min(side))).clamp(0, 31_680);
    let (header, footer) = (distance(page.header_distance, top), distance(page.footer_distance, bottom));
    let _ = write!(out, "\\headery{header}\\footery{footer}");
    columns(&mut out, page);
    if let Some(LineNumbers { every, on_each_page, distance }) = page.line_numbers {
        let restart = if on_each_page { "\\lineppage" } else { "\\linecont" };
        let _ = write!(out, "\\linemod{}\\linex{}{restart}", every.clamp(1, 100), twips(distance).clamp(0, 1_440));
    }
    if let Some(PageNumbers { format, start }) = numbers {
        out.push_str(match format {
            NumberFormat::UpperRoman => "\\pgnucrm",
            NumberFormat::LowerRoman => "\\pgnlcrm",
            NumberFormat::UpperAlpha | NumberFormat::UpperAlphaRepeated => "\\pgnucltr",
            NumberFormat::LowerAlpha | NumberFormat::LowerAlphaRepeated => "\\pgnlcltr",
            _ => "\\pgndec",
        });
        if let Some(start) = start {
            let _ = write!(out, "\\pgnstarts{}\\pgnrestart", start.min(32_767));
        }
    }
    if title_page {
        out.push_str("\\titlepg");
    }
    out
}

fn columns(out: &mut String, page: &PageSetup) {
    let columns: &[Column] = page.columns.get(..MAX_COLUMNS).unwrap_or(&page.columns);
    if columns.len() < 2 {
        return;
    }
    let _ = write!(out, "\\cols{}", columns.len());
    let near = |a: f32, b: f32| (a - b).abs() < 1.0;
    let gaps = columns.get(..columns.len() - 1).unwrap_or_default();
    let equal = columns.windows(2).all(|pair| near(pair[0].width, pair[1].width))
        && gaps.windows(2).all(|pair| near(pair[0].gap, pair[1].gap));
    if equal {
        let _ = write!(out, "\\colsx{}", twips(columns[0].gap).clamp(0, 31_680));
    } else {
        for (at, Column { width, gap }) in columns.iter().enumerate() {
            let (width, gap) = (twips(*width).clamp(20, 31_680), twips(*gap).clamp(0, 31_680));
            let _ = write!(out, "\\colno{}\\colw{width}\\colsr{gap}", at + 1);
        }
    }
    if page.separator {
        out.push_str("\\linebetcol");
    }
}
