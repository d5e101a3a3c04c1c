//! Fills and lines of DrawingML shapes (ECMA-376 part 1, 20.1.8 and 20.1.2.2.24).

use super::color::{self, share};
use super::theme::Theme;
use super::tree::Tree;
use transvase_base::units::{Point, Rect};
use transvase_model::flow::Color;
use transvase_model::gradient::{Axis, Gradient};
use transvase_model::path::Stroke;

/// English metric units in a point.
const EMU: f32 = 12_700.0;
/// 60,000ths of a degree.
const DEGREE: f32 = 60_000.0;
/// Width of a line that says none, in English metric units.
const LINE: f32 = 9_525.0;

/// What an area is filled with.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fill {
    /// Nothing.
    None,
    /// One colour with its opacity.
    Solid(Color, f32),
    /// Colours that change over it.
    Shades(Shades),
    /// A picture, by its relationship.
    Picture(String),
    /// What the group around it is filled with.
    Group,
}

/// Colours that change over an area of any size.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shades {
    stops: Vec<(f32, Color)>,
    opacity: f32,
    direction: Direction,
}

/// Where colours change.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Direction {
    /// At an angle in degrees, clockwise from the right.
    Line(f32),
    /// From a point, by its shares of width and height.
    From(f32, f32),
}

impl Fill {
    /// The fill among the children of an element, such as the properties of a shape; `None` where it says none.
    pub(crate) fn of(tree: &Tree, theme: &Theme) -> Option<Fill> {
        tree.children().find_map(|child| Fill::read(child, theme))
    }

    fn read(tree: &Tree, theme: &Theme) -> Option<Fill> {
        Some(match tree.tag() {
            "a:noFill" => Fill::None,
            "a:grpFill" => Fill::Group,
            "a:solidFill" => {
                first_color(tree, theme).map_or(Fill::None, |(color, opacity)| Fill::Solid(color, opacity))
            }
            "a:gradFill" => shades(tree, theme),
            "a:pattFill" => pattern(tree, theme),
            "a:blipFill" => {
                let picture = tree.child("a:blip").and_then(|blip| blip.attribute("r:embed"));
                picture.map_or(Fill::None, |id| Fill::Picture(id.to_owned()))
            }
            _ => return None,
        })
    }

    /// A fill that goes from one colour to another at an angle in degrees, clockwise from the right.
    pub(crate) fn between(from: Color, to: Color, angle: f32, opacity: f32) -> Fill {
        Fill::Shades(Shades { stops: vec![(0.0, from), (1.0, to)], opacity, direction: Direction::Line(angle) })
    }

    /// The fill of a style (20.1.4.2.10): a colour for a place in the theme's list, whose first place is nothing.
    pub(crate) fn of_style(style: &Tree, theme: &Theme) -> Option<Fill> {
        let reference = style.child("a:fillRef")?;
        let index: u32 = reference.attribute("idx")?.parse().ok()?;
        if matches!(index, 0 | 1000) {
            return Some(Fill::None);
        }
        first_color(reference, theme).map(|(color, opacity)| Fill::Solid(color, opacity))
    }

    /// The colour that is seen most of it, with its opacity.
    pub(crate) fn color(&self) -> Option<(Color, f32)> {
        match self {
            Fill::Solid(color, opacity) => Some((*color, *opacity)),
            Fill::Shades(shades) => Some((shades.middle(), shades.opacity)),
            _ => None,
        }
    }

    /// Colours that change over a rectangle, where they do.
    pub(crate) fn gradient(&self, rect: &Rect) -> Option<Gradient> {
        if let Fill::Shades(shades) = self { Some(shades.over(rect)) } else { None }
    }
}

impl Shades {
    /// The colour in the middle.
    fn middle(&self) -> Color {
        let axis = Axis::Line(Point::default(), Point { x: 1.0, y: 0.0 });
        Gradient { axis, stops: self.stops.clone() }.color(0.5)
    }

    fn over(&self, rect: &Rect) -> Gradient {
        let middle = rect.center();
        let axis = match self.direction {
            Direction::Line(angle) => {
                let (sin, cos) = (libm::sinf(angle.to_radians()), libm::cosf(angle.to_radians()));
                // From the corner behind to the corner ahead.
                let reach = f32::midpoint(rect.width() * cos.abs(), rect.height() * sin.abs());
                let at = |along: f32| Point { x: middle.x + along * cos, y: middle.y + along * sin };
                Axis::Line(at(-reach), at(reach))
            }
            Direction::From(across, down) => {
                let from = Point { x: rect.left + rect.width() * across, y: rect.top + rect.height() * down };
                let far = |share: f32, length: f32| share.max(1.0 - share) * length;
                let radius = libm::hypotf(far(across, rect.width()), far(down, rect.height()));
                Axis::Circles([(from, 0.0), (from, radius)])
            }
        };
        Gradient { axis, stops: self.stops.clone() }
    }
}

/// The first colour in an element.
pub(crate) fn first_color(tree: &Tree, theme: &Theme) -> Option<(Color, f32)> {
    tree.children().find_map(|child| color::read(child, theme))
}

fn shades(tree: &Tree, theme: &Theme) -> Fill {
    let stop = |stop: &Tree| Some((share(stop.attribute("pos")?)?.clamp(0.0, 1.0), first_color(stop, theme)?));
    let list = tree.child("a:gsLst").into_iter().flat_map(Tree::children);
    let mut stops: Vec<(f32, (Color, f32))> = list.filter_map(stop).collect();
    stops.sort_by(|a, b| a.0.total_cmp(&b.0));
    let [first, _, ..] = stops.as_slice() else {
        return stops.first().map_or(Fill::None, |(_, (color, opacity))| Fill::Solid(*color, *opacity));
    };
    let direction = match tree.child("a:path") {
        Some(path) => {
            let to = path.child("a:fillToRect");
            let side = |name| to.and_then(|to| to.attribute(name)).and_then(share).unwrap_or(0.0).clamp(0.0, 1.0);
            Direction::From(f32::midpoint(side("l"), 1.0 - side("r")), f32::midpoint(side("t"), 1.0 - side("b")))
        }
        None => {
            let angle =
                tree.child("a:lin").and_then(|lin| lin.attribute("ang")).and_then(|ang| ang.parse::<f32>().ok());
            Direction::Line(angle.filter(|angle| angle.is_finite()).unwrap_or(0.0) / DEGREE)
        }
    };
    // The model's gradients are as opaque at one place as at another.
    let opacity = stops.iter().map(|(_, (_, opacity))| opacity).sum::<f32>() / stops.len() as f32;
    let opacity = if opacity > 0.0 { opacity } else { first.1.1 };
    Fill::Shades(Shades { stops: stops.iter().map(|(at, (color, _))| (*at, *color)).collect(), opacity, direction })
}

/// A pattern of two colours looks from afar like what lies between them.
fn pattern(tree: &Tree, theme: &Theme) -> Fill {
    let color = |name| tree.child(name).and_then(|tree| first_color(tree, theme));
    match (color("a:fgClr"), color("a:bgClr")) {
        (Some((front, opacity)), Some((back, _))) => {
            Fill::Solid(front.over(back, density(tree.attribute("prst"))), opacity)
        }
        (Some((front, opacity)), None) => Fill::Solid(front, opacity),
        (None, Some((back, opacity))) => Fill::Solid(back, opacity),
        (None, None) => Fill::None,
    }
}

/// How much of a pattern is in front (20.1.10.51).
fn density(name: Option<&str>) -> f32 {
    let percent = name.and_then(|name| name.strip_prefix("pct")).and_then(|percent| percent.parse::<f32>().ok());
    match (percent, name.unwrap_or_default()) {
        (Some(percent), _) => percent / 100.0,
        (None, name) if name.starts_with("dk") || name.starts_with("wd") => 0.6,
        (None, name) if name.starts_with("lt") || name.starts_with("dot") || name.contains("Grid") => 0.2,
        _ => 0.4,
    }
}

/// A line, with what stands at its ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Line {
    /// How it is drawn.
    pub stroke: Stroke,
    /// Whether an arrow stands at its first and at its last point.
    pub arrows: [bool; 2],
}

/// The line of a shape by its properties and its style; `None` where it has none.
pub(crate) fn line(properties: &Tree, style: Option<&Tree>, theme: &Theme) -> Option<Line> {
    let own = properties.child("a:ln");
    let reference = style.and_then(|style| style.child("a:lnRef"));
    let index = reference.and_then(|reference| reference.attribute("idx")).and_then(|index| index.parse::<u32>().ok());
    let styled = reference.filter(|_| index.is_some_and(|index| index > 0)).and_then(|line| first_color(line, theme));
    let fill = match own.and_then(|own| Fill::of(own, theme)) {
        Some(fill) => fill.color(),
        None => styled,
    };
    let (color, opacity) = fill?;
    // The lines of the usual themes are half a point, one and one and a half points wide.
    let usual = index.filter(|index| *index > 0).map_or(LINE, |index| EMU * 0.5 * index.min(3) as f32);
    let width = own.and_then(|own| own.attribute("w")).and_then(|width| width.parse::<f32>().ok());
    let width = width.filter(|width| (0.0..=1e8).contains(width)).unwrap_or(usual) / EMU;
    let is_solid = |dash: &str| matches!(dash, "solid");
    let dash = own.and_then(|own| own.child("a:prstDash")).and_then(|dash| dash.attribute("val"));
    let dashed = dash.is_some_and(|dash| !is_solid(dash)) || own.is_some_and(|own| own.child("a:custDash").is_some());
    let arrow = |name| {
        let end = own.and_then(|own| own.child(name)).and_then(|end| end.attribute("type"));
        end.is_some_and(|kind| kind != "none")
    };
    let stroke = Stroke { width, color, opacity, dashed };
    Some(Line { stroke, arrows: [arrow("a:headEnd"), arrow("a:tailEnd")] })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Color = Color { r: 255, g: 0, b: 0 };

    fn fill(xml: &str) -> Option<Fill> {
        Fill::of(&Tree::parse(&format!("<wps:spPr>{xml}</wps:spPr>")), &Theme::default())
    }

    #[test]
    fn fills_are_told_apart() {
        assert_eq!(fill(""), None);
        assert_eq!(fill("<a:xfrm/><a:noFill/>"), Some(Fill::None));
        assert_eq!(fill("<a:solidFill><a:srgbClr val='FF0000'/></a:solidFill>"), Some(Fill::Solid(RED, 1.0)));
        assert_eq!(fill("<a:blipFill><a:blip r:embed='x'/></a:blipFill>"), Some(Fill::Picture("x".into())));
        let pattern = "<a:pattFill prst='pct50'><a:fgClr><a:srgbClr val='FF0000'/></a:fgClr>
            <a:bgClr><a:srgbClr val='000000'/></a:bgClr></a:pattFill>";
        assert_eq!(fill(pattern).unwrap().color(), Some((Color { r: 128, g: 0, b: 0 }, 1.0)));
    }

    #[test]
    fn gradients_run_over_the_shape() {
        let stops =
            "<a:gsLst><a:gs pos='100000'><a:srgbClr val='000000'/></a:gs><a:gs pos='0'><a:srgbClr val='FF0000'/>
            </a:gs></a:gsLst>";
        let rect = Rect { left: 0.0, top: 0.0, right: 30.0, bottom: 40.0 };
        let down = fill(&format!("<a:gradFill>{stops}<a:lin ang='5400000'/></a:gradFill>")).unwrap();
        let Axis::Line(from, to) = down.gradient(&rect).unwrap().axis else { panic!() };
        assert!((from.y - 0.0).abs() < 1e-3 && (to.y - 40.0).abs() < 1e-3 && (from.x - 15.0).abs() < 1e-3);
        assert_eq!(down.gradient(&rect).unwrap().stops[0], (0.0, RED));
        let middle = "<a:path path='circle'><a:fillToRect l='50000' t='50000' r='50000' b='50000'/></a:path>";
        let round = fill(&format!("<a:gradFill>{stops}{middle}</a:gradFill>")).unwrap();
        let axis = Axis::Circles([(Point { x: 15.0, y: 20.0 }, 0.0), (Point { x: 15.0, y: 20.0 }, 25.0)]);
        assert_eq!(round.gradient(&rect).unwrap().axis, axis);
    }

    #[test]
    fn lines_are_those_of_the_shape_or_of_its_style() {
        let style = Tree::parse("<wps:style><a:lnRef idx='2'><a:srgbClr val='FF0000'/></a:lnRef></wps:style>");
        let of = |xml: &str| {
            let properties = Tree::parse(&format!("<wps:spPr>{xml}</wps:spPr>"));
            line(&properties, Some(&style), &Theme::default())
        };
        assert_eq!(of("").map(|line| (line.stroke.width, line.stroke.color)), Some((1.0, RED)));
        assert_eq!(of("<a:ln><a:noFill/></a:ln>"), None);
        let own = of("<a:ln w='25400'><a:prstDash val='dash'/><a:tailEnd type='triangle'/></a:ln>").unwrap();
        assert_eq!((own.stroke.width, own.stroke.dashed, own.arrows), (2.0, true, [false, true]));
    }
}
