//! Outlines of shapes: presets and geometries of their own (ECMA-376 part 1, 20.1.9).

mod guide;
mod presets;

use guide::Guides;

use super::tree::Tree;
use transvase_base::units::{Point, Size, emu};
use transvase_model::path::Segment;

/// Segments of one shape; more are left out.
const MAX_SEGMENTS: usize = 50_000;
/// 60,000ths of a degree in a radian.
const RADIAN: f64 = 10_800_000.0 / std::f64::consts::PI;
/// English metric units in a point.
const POINT: f64 = 12_700.0;

/// A part of the outline of a shape.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outline {
    /// In points from the upper left corner of the shape.
    pub segments: Vec<Segment>,
    /// Whether it is filled.
    pub filled: bool,
    /// Whether it is stroked.
    pub stroked: bool,
}

/// The outline of a shape of a size in points, from its properties (`spPr`); `None` where it has a preset that is not known here.
/// Without any geometry it is a rectangle.
pub(crate) fn outlines(properties: &Tree, size: Size) -> Option<Vec<Outline>> {
    if let Some(custom) = properties.child("a:custGeom") {
        return Some(custom_outlines(custom, size));
    }
    let geometry = properties.child("a:prstGeom");
    let name = geometry.and_then(|geometry| geometry.attribute("prst")).unwrap_or("rect");
    let adjusts = geometry.and_then(|geometry| geometry.child("a:avLst"));
    let adjusts = adjusts.into_iter().flat_map(Tree::children).filter_map(|guide| {
        let value = guide.attribute("fmla")?.strip_prefix("val ")?.trim().parse().ok()?;
        Some((guide.attribute("name")?, value))
    });
    preset(name, adjusts, size)
}

/// The outline of a preset, with values for what may be adjusted; `None` where it is not known here.
pub(crate) fn preset<'a>(
    name: &str,
    adjusts: impl IntoIterator<Item = (&'a str, f64)>,
    size: Size,
) -> Option<Vec<Outline>> {
    let preset = presets::find(name)?;
    let mut guides = Guides::new(emu(size.width) as f64, emu(size.height) as f64);
    adjusts.into_iter().for_each(|(name, value)| guides.set(name, value));
    for (name, value) in rows(preset.adjusts) {
        // The first value goes by either name.
        let other = if name == "adj" { "adj1" } else { "adj" };
        let is_first = matches!(name, "adj" | "adj1");
        let value = guides.value(if is_first && guides.has(other) { other } else { value });
        guides.set_default(name, value);
    }
    rows(preset.guides).for_each(|(name, formula)| guides.compute(name, formula));
    let mut pen = Pen::new(&guides, preset.grid, size);
    let mut words = preset.path.split_ascii_whitespace();
    while let Some(command) = words.next() {
        let mut term = || guides.value(words.next().unwrap_or_default());
        match command {
            "M" => pen.go([term(), term()], true),
            "L" => pen.go([term(), term()], false),
            "C" => pen.curve([[term(), term()], [term(), term()], [term(), term()]]),
            "A" => pen.arc(term(), term(), term(), term()),
            _ => pen.close(),
        }
    }
    Some(vec![Outline { segments: pen.segments, filled: preset.filled, stroked: true }])
}

fn rows(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    text.split(';').filter_map(|row| row.trim().split_once(' '))
}

fn custom_outlines(geometry: &Tree, size: Size) -> Vec<Outline> {
    let mut guides = Guides::new(emu(size.width) as f64, emu(size.height) as f64);
    for list in ["a:avLst", "a:gdLst"] {
        for guide in geometry.child(list).into_iter().flat_map(Tree::children) {
            if let (Some(name), Some(formula)) = (guide.attribute("name"), guide.attribute("fmla")) {
                guides.compute(name, formula);
            }
        }
    }
    let paths = geometry.child("a:pathLst").into_iter().flat_map(Tree::children);
    let mut left = MAX_SEGMENTS;
    let outlines = paths.map(|path| {
        let outline = custom_path(path, &guides, size, left);
        left = left.saturating_sub(outline.segments.len());
        outline
    });
    outlines.filter(|outline| !outline.segments.is_empty()).collect()
}

fn custom_path(path: &Tree, guides: &Guides, size: Size, left: usize) -> Outline {
    let side = |name| path.attribute(name).and_then(|side| side.parse::<f64>().ok()).filter(|side| *side > 0.0);
    let whole = (guides.value("w"), guides.value("h"));
    let grid = (side("w").unwrap_or(whole.0), side("h").unwrap_or(whole.1));
    let mut pen = Pen::new(guides, Some(grid), size);
    for command in path.children() {
        if pen.segments.len() >= left {
            break;
        }
        let value = |name| guides.value(command.attribute(name).unwrap_or_default());
        let at = |point: &Tree| ["x", "y"].map(|name| guides.value(point.attribute(name).unwrap_or_default()));
        let points: Vec<[f64; 2]> = command.children().filter(|child| child.is("a:pt")).take(3).map(at).collect();
        match (command.tag(), points.as_slice()) {
            ("a:moveTo", [point]) => pen.go(*point, true),
            ("a:lnTo", [point]) => pen.go(*point, false),
            ("a:cubicBezTo", [a, b, c]) => pen.curve([*a, *b, *c]),
            ("a:quadBezTo", [a, b]) => pen.quadratic(*a, *b),
            ("a:arcTo", _) => pen.arc(value("wR"), value("hR"), value("stAng"), value("swAng")),
            ("a:close", _) => pen.close(),
            _ => {}
        }
    }
    let stroked = !matches!(path.attribute("stroke"), Some("0" | "false"));
    Outline { segments: pen.segments, filled: path.attribute("fill") != Some("none"), stroked }
}

/// Draws an outline.
struct Pen {
    segments: Vec<Segment>,
    at: [f64; 2],
    start: [f64; 2],
    /// From the coordinates of the path to points.
    scale: [f64; 2],
}

impl Pen {
    fn new(guides: &Guides, grid: Option<(f64, f64)>, size: Size) -> Pen {
        let of = |length: f32, grid: f64| if grid > 0.0 { f64::from(length) / grid } else { 1.0 / POINT };
        let (width, height) = grid.unwrap_or((guides.value("w"), guides.value("h")));
        let scale = [of(size.width, width), of(size.height, height)];
        Pen { segments: Vec::new(), at: [0.0; 2], start: [0.0; 2], scale }
    }

    fn point(&self, [x, y]: [f64; 2]) -> Point {
        Point { x: (x * self.scale[0]) as f32, y: (y * self.scale[1]) as f32 }
    }

    fn go(&mut self, to: [f64; 2], lifted: bool) {
        let point = self.point(to);
        if lifted || self.segments.is_empty() {
            self.segments.push(Segment::Move(point));
            self.start = to;
        } else {
            self.segments.push(Segment::Line(point));
        }
        self.at = to;
    }

    fn curve(&mut self, [a, b, to]: [[f64; 2]; 3]) {
        self.segments.push(Segment::Curve(self.point(a), self.point(b), self.point(to)));
        self.at = to;
    }

    /// A quadratic curve is a cubic one whose control points lie two thirds of the way.
    fn quadratic(&mut self, control: [f64; 2], to: [f64; 2]) {
        let toward = |from: [f64; 2]| [0, 1].map(|axis| from[axis] + (control[axis] - from[axis]) * 2.0 / 3.0);
        self.curve([toward(self.at), toward(to), to]);
    }

    fn close(&mut self) {
        self.segments.push(Segment::Close);
        self.at = self.start;
    }

    /// An arc of an ellipse that the pen stands on (20.1.9.4); its angles are those that are seen.
    fn arc(&mut self, wide: f64, high: f64, start: f64, sweep: f64) {
        let full = 21_600_000.0;
        let sweep = sweep.clamp(-full, full);
        let seen = |angle: f64| {
            let (sin, cos) = (libm::sin(angle / RADIAN), libm::cos(angle / RADIAN));
            libm::atan2(wide * sin, high * cos)
        };
        let (from, mut to) = (seen(start), seen(start + sweep));
        let turn = std::f64::consts::TAU;
        if sweep.abs() >= full {
            to = from + turn * sweep.signum();
        } else if sweep > 0.0 && to < from {
            to += turn;
        } else if sweep < 0.0 && to > from {
            to -= turn;
        }
        let center = [self.at[0] - wide * libm::cos(from), self.at[1] - high * libm::sin(from)];
        let pieces = ((to - from).abs() / std::f64::consts::FRAC_PI_2 - 1e-9).ceil().clamp(1.0, 5.0) as u32;
        let step = (to - from) / f64::from(pieces);
        // Control points of a circle's arc lie so far along its tangents.
        let reach = 4.0 / 3.0 * libm::tan(step / 4.0);
        for piece in 0..pieces {
            let a = from + step * f64::from(piece);
            let b = a + step;
            let on = |angle: f64, along: f64| {
                let (sin, cos) = (libm::sin(angle), libm::cos(angle));
                [center[0] + wide * (cos - along * sin), center[1] + high * (sin + along * cos)]
            };
            self.curve([on(a, reach), on(b, -reach), on(b, 0.0)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::path::{bounds, extent};

    const SIZE: Size = Size { width: 200.0, height: 100.0 };

    fn of(name: &str) -> Vec<Segment> {
        preset(name, [], SIZE).unwrap().remove(0).segments
    }

    #[test]
    fn presets_fill_their_boxes() {
        // Shapes that touch all sides, with the part of the box they cover by elementary geometry. Each quarter of an
        // ellipse counts as the lines through its middle: together they cover the share of an octagon in its circle.
        let cases = [
            ("rect", 1.0),
            ("ellipse", std::f32::consts::FRAC_1_SQRT_2),
            ("triangle", 0.5),
            ("diamond", 0.5),
            ("rtTriangle", 0.5),
            // The corners of a sixth of the short side, of which as much is left.
            ("roundRect", 1.0 - 4.0 * (1.0 - std::f32::consts::FRAC_1_SQRT_2) * 16.667 * 16.667 / 20_000.0),
            ("rightArrow", (150.0 * 50.0 + 0.5 * 50.0 * 100.0) / 20_000.0),
            ("upArrow", (50.0 * 100.0 + 0.5 * 50.0 * 200.0) / 20_000.0),
            ("chevron", 150.0 / 200.0),
            ("flowChartInputOutput", 0.8),
        ];
        for (name, share) in cases {
            let segments = of(name);
            let around = bounds(&segments).unwrap();
            let sides = [around.left, around.top, around.right - 200.0, around.bottom - 100.0];
            assert!(sides.iter().all(|side| side.abs() < 0.01), "{name} {around:?}");
            let covered = extent(&segments) / 20_000.0;
            assert!((covered - share).abs() < 0.01, "{name} covers {covered}");
        }
    }

    #[test]
    fn every_preset_draws_what_is_finite() {
        for size in [SIZE, Size { width: 0.0, height: 50.0 }, Size { width: 1e9, height: 1e-9 }, Size::default()] {
            for preset in
                ["rect", "donut", "can", "cube", "leftBrace", "wedgeEllipseCallout", "arc", "pie", "roundRect"]
            {
                let outlines = super::preset(preset, [("adj", 1e9), ("adj2", -1e9)], size).unwrap();
                let points = outlines.iter().flat_map(|outline| &outline.segments).flat_map(|segment| segment.points());
                assert!(points.into_iter().all(|p| p.x.is_finite() && p.y.is_finite()), "{preset} {size:?}");
            }
        }
    }

    #[test]
    fn geometries_of_their_own_are_scaled_to_the_shape() {
        let geometry = Tree::parse(
            "<wps:spPr><a:custGeom><a:gdLst><a:gd name='q' fmla='*/ w 1 4'/></a:gdLst><a:pathLst>
             <a:path w='10' h='10'><a:moveTo><a:pt x='0' y='5'/></a:moveTo><a:arcTo wR='5' hR='5' stAng='cd2' swAng='21600000'/>
             <a:close/></a:path><a:path fill='none'><a:moveTo><a:pt x='q' y='0'/></a:moveTo>
             <a:lnTo><a:pt x='r' y='b'/></a:lnTo></a:path></a:pathLst></a:custGeom></wps:spPr>",
        );
        let outlines = outlines(&geometry, SIZE).unwrap();
        let [round, line] = outlines.as_slice() else { panic!("{outlines:?}") };
        assert!((extent(&round.segments) - std::f32::consts::SQRT_2 * 10_000.0).abs() < 20.0);
        assert!(round.filled && !line.filled);
        let (from, to) = (Point { x: 50.0, y: 0.0 }, Point { x: 200.0, y: 100.0 });
        assert_eq!(line.segments, [Segment::Move(from), Segment::Line(to)]);
    }
}
