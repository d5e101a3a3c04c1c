//! The pages of a document as text: one line for each stretch of words, rule, area and picture, with its place.

use std::fmt::Write as _;

use transvase::model::pages::{Font, GlyphRun, Item, LinkTarget, Page, Pages, Path, PlacedImage, TextPaint};
use transvase::units::{Affine, Rect};

use super::dump::{hex, number};

/// All pages, their items in painting order. Places are points from the upper left corner, to a tenth.
pub fn dump_pages(pages: &Pages) -> String {
    let mut out = String::new();
    for page in &pages.pages {
        let label = page.label.as_deref().map(|label| format!(" {label:?}")).unwrap_or_default();
        let size = format!("{}x{}", number(page.size.width), number(page.size.height));
        let _ = writeln!(out, "page {}{label} {size}", page.number);
        for line in lines(page, &pages.fonts) {
            let _ = writeln!(out, "  {line}");
        }
        for link in &page.links {
            let areas: Vec<String> = link.areas.iter().map(area).collect();
            let _ = writeln!(out, "  link {} -> {}", areas.join(", "), target(&link.target));
        }
        for control in &page.controls {
            let _ = writeln!(out, "  control {} {:?} {:?}", area(&control.area), control.control.kind, control.value);
        }
    }
    out
}

/// The items of a page, glyph runs that go on where the last ended taken together: how a line is cut into runs is
/// nobody's concern.
fn lines(page: &Page, fonts: &[Font]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut open: Option<Stretch<'_>> = None;
    for item in &page.items {
        if let Item::Glyphs(run) = item {
            if let Some(stretch) = open.as_mut().filter(|stretch| stretch.goes_on(run)) {
                stretch.add(run);
                continue;
            }
            lines.extend(open.replace(Stretch::of(run)).map(|stretch| stretch.line(fonts)));
            continue;
        }
        lines.extend(open.take().map(|stretch| stretch.line(fonts)));
        match item {
            Item::Path(path) => lines.push(path_line(path)),
            Item::Image(image) => lines.push(image_line(image)),
            Item::Glyphs(_) => {}
        }
    }
    lines.extend(open.map(|stretch| stretch.line(fonts)));
    lines
}

/// Glyph runs of one look, one after the other on a base line.
struct Stretch<'p> {
    first: &'p GlyphRun,
    text: String,
    width: f32,
}

impl<'p> Stretch<'p> {
    fn of(run: &'p GlyphRun) -> Stretch<'p> {
        Stretch { first: run, text: run.text.clone(), width: reach(run) }
    }

    /// Whether a run looks like this one and begins on its base line, within a word space of its end.
    fn goes_on(&self, run: &GlyphRun) -> bool {
        let (a, b) = (self.first, run);
        let look = |run: &GlyphRun| (run.font, run.size, run.stretch, run.color, run.paint);
        let is_flat = |at: &Affine| at.b.abs() < 1e-3 && at.a > 0.0;
        let gap = b.transform.e - (a.transform.e + self.width);
        look(a) == look(b)
            && is_flat(&a.transform)
            && is_flat(&b.transform)
            && (a.transform.f - b.transform.f).abs() < 0.05
            && (-0.1..a.size).contains(&gap)
    }

    fn add(&mut self, run: &GlyphRun) {
        self.text.push_str(&run.text);
        self.width = run.transform.e - self.first.transform.e + reach(run);
    }

    fn line(&self, fonts: &[Font]) -> String {
        let run = self.first;
        let font = &fonts[run.font];
        let place = format!("{} {}", number(run.transform.f), number(run.transform.e));
        let mut line = format!("text {place} wide {} {} {}", number(self.width), font.family, number(run.size));
        if font.weight != 400 {
            let _ = write!(line, " {}", font.weight);
        }
        line.push_str(if font.italic { " italic" } else { "" });
        if run.color != transvase::model::pages::Color::BLACK {
            let _ = write!(line, " {}", hex(run.color));
        }
        if run.transform.b.abs() > 1e-3 || run.transform.a < 0.0 {
            let _ = write!(line, " turned {} {}", number(run.transform.a), number(run.transform.b));
        }
        if run.paint != TextPaint::Fill {
            let _ = write!(line, " {:?}", run.paint);
        }
        line + " | " + &self.text
    }
}

/// How far along its base line a run reaches.
fn reach(run: &GlyphRun) -> f32 {
    run.glyphs.iter().map(|glyph| glyph.x + glyph.advance).fold(0.0, f32::max)
}

fn path_line(path: &Path) -> String {
    let mut line = path.reach().map_or_else(|| "path nowhere".into(), |rect| format!("path {}", area(&rect)));
    if let Some((color, opacity)) = path.fill {
        let _ = write!(line, " fill {}", hex(color));
        if opacity < 1.0 {
            let _ = write!(line, " at {opacity:.2}");
        }
    }
    line.push_str(if path.gradient.is_some() { " gradient" } else { "" });
    if let Some(stroke) = &path.stroke {
        let _ = write!(line, " stroke {} {}", hex(stroke.color), number(stroke.width));
        line.push_str(if stroke.dashed { " dashed" } else { "" });
    }
    line
}

fn image_line(image: &PlacedImage) -> String {
    let at = &image.transform;
    let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]
        .map(|(x, y)| transvase::units::Point { x: at.a * x + at.c * y + at.e, y: at.b * x + at.d * y + at.f });
    let rect = Rect::around(corners).expect("there are four corners");
    format!("image {} {:?}", area(&rect), image.alt.as_deref().unwrap_or_default())
}

/// Left and upper edge, width and height.
fn area(rect: &Rect) -> String {
    let (left, top) = (number(rect.left), number(rect.top));
    format!("{left} {top} {}x{}", number(rect.right - rect.left), number(rect.bottom - rect.top))
}

fn target(target: &LinkTarget) -> String {
    match target {
        LinkTarget::External(url) => url.clone(),
        LinkTarget::Internal(place) => {
            format!("page {} at {} {}", place.page + 1, number(place.at.x), number(place.at.y))
        }
    }
}
