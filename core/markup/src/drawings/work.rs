//! How much painting a drawing takes: the canvas of each layer, pattern, mask and filter, and the area of each shape, told
//! from the tree before anything of it is painted, since the painting itself cannot be stopped.

use resvg::tiny_skia::{PathSegment, Point, Rect, Transform};
use resvg::usvg::filter::{Filter, Kind};
use resvg::usvg::{ClipPath, Group, Image, ImageKind, Mask, Node, Paint, Path, Stroke};

use super::far;
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, Result};
use transvase_codec::table;

/// Costs of a pixel against that of a plain fill, which takes about a nanosecond: measured with resvg 0.47 on pictures of
/// 16 megapixels.
mod cost {
    /// A layer is cleared, and then blended with what is below.
    pub(super) const LAYER: f64 = 8.0;
    pub(super) const CLIP: f64 = 8.0;
    pub(super) const MASK: f64 = 14.0;
    /// Pixels of a picture or pattern, found between those that are there by four times four of them.
    pub(super) const SAMPLED: f64 = 30.0;
    pub(super) const DECODED: f64 = 10.0;
    pub(super) const GRADIENT: f64 = 6.0;
    /// A primitive of a filter that goes over its pixels once: colours change to linear light and back.
    pub(super) const PRIMITIVE: f64 = 15.0;
    /// A blur by boxes, and one of less than two pixels, which is worked out in floating point.
    pub(super) const BLUR: f64 = 180.0;
    pub(super) const FINE_BLUR: f64 = 450.0;
    pub(super) const LIGHTING: f64 = 60.0;
    pub(super) const OCTAVE: f64 = 60.0;
    /// One pixel of those around that a matrix or a morphology looks at.
    pub(super) const NEIGHBOUR: f64 = 3.0;
    /// A row that an edge of a shape crosses.
    pub(super) const CROSSED: f64 = 25.0;
    /// A line or curve of a shape; one that is drawn with a pen, and a dash of it.
    pub(super) const SEGMENT: f64 = 100.0;
    pub(super) const STROKED: f64 = 500.0;
}

/// Bytes of a pixel of a canvas.
const PIXEL_BYTES: f64 = 4.0;

/// Checks what painting a tree on a canvas of so many pixels comes to.
///
/// # Errors
/// `LimitExceeded` for `drawing_pixels`, `image_pixels` or `memory_bytes`.
pub(super) fn check(root: &Group, transform: Transform, size: (u32, u32), context: &Context) -> Result<()> {
    Work::on(size, context).group(root, transform, area_of(size))
}

/// As [`check`], for writers that paint nothing of a drawing but what lies under a filter, at so many pixels to the unit
/// and no more than so many a side.
///
/// # Errors
/// As there.
pub(super) fn check_filtered(group: &Group, scale: f32, most_px: f32, context: &Context) -> Result<()> {
    filtered(group, (scale, most_px), 0.0, context).map(drop)
}

/// What was painted before and what the filters of a group paint.
fn filtered(group: &Group, (scale, most_px): (f32, f32), before: f64, context: &Context) -> Result<f64> {
    if group.filters().is_empty() {
        return group.children().iter().try_fold(before, |before, node| {
            context.tick(1)?;
            let mut painted = Ok(before);
            let mut inner = |group: &Group| {
                if let Ok(before) = painted {
                    painted = filtered(group, (scale, most_px), before, context);
                }
            };
            node.subroots(&mut inner);
            if let Node::Group(group) = node {
                inner(group);
            }
            painted
        });
    }
    if far::is_in_group(group, scale, context)? {
        return Err(Error::malformed("the drawing reaches too far under a filter"));
    }
    let layer = group.abs_layer_bounding_box();
    let scale = scale.min(most_px / layer.width().max(layer.height()));
    let size = ((layer.width() * scale).ceil() as u32, (layer.height() * scale).ceil() as u32);
    let place = Transform::from_scale(scale, scale).pre_translate(-layer.x(), -layer.y());
    let mut work = Work { painted: before, ..Work::on(size, context) };
    work.group(group, place, area_of(size))?;
    Ok(work.painted)
}

struct Work<'a> {
    /// What layers are cut to, from the first column and row to the last: the canvas and twice its size around it.
    across: (f64, f64),
    down: (f64, f64),
    /// Painted so far, in pixels of a plain fill.
    painted: f64,
    /// Bytes of the canvases that are there at a time.
    held: f64,
    context: &'a Context,
}

impl<'a> Work<'a> {
    fn on((width, height): (u32, u32), context: &'a Context) -> Self {
        let around = |side: u32| (-2.0 * f64::from(side), 3.0 * f64::from(side));
        Work { across: around(width), down: around(height), painted: 0.0, held: 0.0, context }
    }

    fn paint(&mut self, pixels: f64, cost: f64) -> Result<()> {
        self.painted += pixels * cost;
        self.context.check(Limit::drawing_pixels, self.painted as u64)
    }

    /// Does the work that needs so many canvases of a size beside those that are there.
    fn with_canvases(&mut self, count: f64, pixels: f64, work: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.context.check(Limit::image_pixels, pixels as u64)?;
        let bytes = count * pixels * PIXEL_BYTES;
        self.held += bytes;
        self.context.room(self.held as usize)?;
        work(self)?;
        self.held -= bytes;
        Ok(())
    }

    /// A group on a canvas of so many pixels.
    fn group(&mut self, group: &Group, transform: Transform, canvas: f64) -> Result<()> {
        self.context.tick(1)?;
        let transform = transform.pre_concat(group.transform());
        if !group.should_isolate() {
            return group.children().iter().try_for_each(|node| self.node(node, transform, canvas));
        }
        let Some(layer) = group.layer_bounding_box().transform(transform) else { return Ok(()) };
        let layer = self.cut(layer.to_rect());
        self.with_canvases(1.0, layer, |work| {
            work.paint(layer, cost::LAYER)?;
            group.children().iter().try_for_each(|node| work.node(node, transform, layer))?;
            group.filters().iter().try_for_each(|filter| work.filter(filter, transform, layer))?;
            group.clip_path().map_or(Ok(()), |clip| work.clip(clip, transform, layer))?;
            group.mask().map_or(Ok(()), |mask| work.mask(mask, transform, layer))
        })
    }

    fn node(&mut self, node: &Node, transform: Transform, canvas: f64) -> Result<()> {
        match node {
            Node::Group(group) => self.group(group, transform, canvas),
            Node::Path(path) if !path.is_visible() => Ok(()),
            Node::Path(path) => self.path(path, transform, canvas),
            Node::Text(text) => self.group(text.flattened(), transform, canvas),
            Node::Image(image) => self.image(image, transform, canvas),
        }
    }

    fn path(&mut self, path: &Path, transform: Transform, canvas: f64) -> Result<()> {
        self.context.tick(1 + path.data().len() as u64 / 16)?;
        let covered = |bounds: Rect| bounds.transform(transform).map_or(0.0, |bounds| self.cut(bounds).min(canvas));
        let (filled, stroked) = (covered(path.bounding_box()), covered(path.stroke_bounding_box()));
        let segments = path.data().len() as f64;
        let crossed = self.rows(path, transform);
        if let Some(fill) = path.fill() {
            self.paint(segments, cost::SEGMENT)?;
            self.paint(crossed, cost::CROSSED)?;
            self.paint(filled, paint_cost(fill.paint()))?;
            self.pattern(fill.paint(), transform)?;
        }
        if let Some(stroke) = path.stroke() {
            self.paint(segments + dashes(path, stroke), cost::STROKED)?;
            // An edge on either side of the line.
            self.paint(2.0 * crossed, cost::CROSSED)?;
            self.paint(stroked, paint_cost(stroke.paint()))?;
            self.pattern(stroke.paint(), transform)?;
        }
        Ok(())
    }

    /// The tile of a pattern, which is painted anew for each shape, whole, however little of it is seen.
    fn pattern(&mut self, paint: &Paint, transform: Transform) -> Result<()> {
        let Paint::Pattern(pattern) = paint else { return Ok(()) };
        let (across, down) = transform.pre_concat(pattern.transform()).get_scale();
        let sides = (pattern.rect().width() * across, pattern.rect().height() * down);
        self.context.check(Limit::image_side, sides.0.max(sides.1).round() as u64)?;
        let tile = f64::from(sides.0) * f64::from(sides.1);
        self.with_canvases(1.0, tile, |work| {
            work.paint(tile, 1.0)?;
            work.group(pattern.root(), Transform::from_scale(across, down), tile)
        })
    }

    fn clip(&mut self, clip: &ClipPath, transform: Transform, canvas: f64) -> Result<()> {
        self.with_canvases(2.0, canvas, |work| {
            work.paint(canvas, cost::CLIP)?;
            work.group(clip.root(), transform.pre_concat(clip.transform()), canvas)?;
            clip.clip_path().map_or(Ok(()), |clip| work.clip(clip, transform, canvas))
        })
    }

    fn mask(&mut self, mask: &Mask, transform: Transform, canvas: f64) -> Result<()> {
        self.with_canvases(2.0, canvas, |work| {
            work.paint(canvas, cost::MASK)?;
            work.group(mask.root(), transform, canvas)?;
            mask.mask().map_or(Ok(()), |mask| work.mask(mask, transform, canvas))
        })
    }

    fn image(&mut self, image: &Image, transform: Transform, canvas: f64) -> Result<()> {
        if !image.is_visible() {
            return Ok(());
        }
        let data = match image.kind() {
            ImageKind::SVG(tree) => {
                return self.with_canvases(1.0, canvas, |work| {
                    work.paint(canvas, cost::LAYER)?;
                    work.group(tree.root(), transform, canvas)
                });
            }
            ImageKind::JPEG(data) | ImageKind::PNG(data) | ImageKind::GIF(data) | ImageKind::WEBP(data) => data,
        };
        let pixels = table::size(data, self.context).map_or(0.0, area_of);
        let shown = image.bounding_box().transform(transform).map_or(0.0, |bounds| self.cut(bounds).min(canvas));
        self.with_canvases(1.0, pixels, |work| {
            work.paint(pixels, cost::DECODED)?;
            work.paint(shown, cost::SAMPLED)
        })
    }

    /// A filter over a layer. The results of its primitives are kept until the last is done.
    fn filter(&mut self, filter: &Filter, transform: Transform, layer: f64) -> Result<()> {
        let region = filter.rect().transform(transform).map_or(0.0, |region| area(region.to_rect()));
        let region = region.max(layer);
        let results = filter.primitives().len() as f64 + 2.0;
        self.with_canvases(results, region, |work| {
            filter.primitives().iter().try_for_each(|primitive| {
                work.paint(region, primitive_cost(primitive.kind(), transform))?;
                match primitive.kind() {
                    Kind::GaussianBlur(_) | Kind::DropShadow(_) => work.with_canvases(4.0, region, |_| Ok(())),
                    Kind::Image(image) => work.group(image.root(), transform, region),
                    _ => Ok(()),
                }
            })
        })
    }

    /// Rows of pixels that the segments of a path cross, each within the bounds.
    fn rows(&self, path: &Path, transform: Transform) -> f64 {
        let scale = f64::from(transform.get_scale().0.max(transform.get_scale().1));
        let most = self.down.1 - self.down.0;
        steps(path).map(|step| (step * scale).min(most)).sum()
    }

    /// Pixels of a rectangle within the bounds of layers.
    fn cut(&self, rect: Rect) -> f64 {
        let within = |from: f32, to: f32, (first, last): (f64, f64)| {
            (f64::from(to).min(last) - f64::from(from).max(first)).max(0.0).ceil()
        };
        within(rect.left(), rect.right(), self.across) * within(rect.top(), rect.bottom(), self.down)
    }
}

fn area(rect: Rect) -> f64 {
    f64::from(rect.width()) * f64::from(rect.height())
}

fn area_of((width, height): (u32, u32)) -> f64 {
    f64::from(width) * f64::from(height)
}

/// Cost of a pixel of a paint. Among many colours of a gradient that of a pixel is looked for one by one.
fn paint_cost(paint: &Paint) -> f64 {
    let stops = match paint {
        Paint::Color(_) => return 1.0,
        Paint::Pattern(_) => return cost::SAMPLED,
        Paint::LinearGradient(gradient) => gradient.stops().len(),
        Paint::RadialGradient(gradient) => gradient.stops().len(),
    };
    cost::GRADIENT + stops as f64
}

fn primitive_cost(kind: &Kind, transform: Transform) -> f64 {
    let (across, down) = transform.get_scale();
    match kind {
        Kind::GaussianBlur(blur) => blur_cost(blur.std_dev_x().get() * across, blur.std_dev_y().get() * down),
        Kind::DropShadow(shadow) => blur_cost(shadow.std_dev_x().get() * across, shadow.std_dev_y().get() * down),
        Kind::ConvolveMatrix(matrix) => {
            let data = matrix.matrix();
            cost::PRIMITIVE + f64::from(data.columns()) * f64::from(data.rows()) * cost::NEIGHBOUR
        }
        Kind::Morphology(morphology) => {
            let side = |radius: f32, scale: f32| f64::from(radius * scale).ceil() * 2.0;
            let columns = side(morphology.radius_x().get(), across);
            cost::PRIMITIVE + columns * side(morphology.radius_y().get(), down) * cost::NEIGHBOUR
        }
        Kind::DiffuseLighting(_) | Kind::SpecularLighting(_) => cost::LIGHTING,
        Kind::Turbulence(turbulence) => f64::from(turbulence.num_octaves()) * cost::OCTAVE,
        Kind::Merge(merge) => cost::PRIMITIVE * (1 + merge.inputs().len()) as f64,
        _ => cost::PRIMITIVE,
    }
}

/// Cost of a pixel of a blur by so many pixels.
fn blur_cost(across: f32, down: f32) -> f64 {
    /// From here on resvg blurs by boxes, as SVG suggests (Filter Effects 1, 9.13).
    const BY_BOXES: f32 = 2.0;
    if across.max(down) > BY_BOXES { cost::BLUR } else { cost::FINE_BLUR }
}

/// How many dashes a line is cut into.
fn dashes(path: &Path, stroke: &Stroke) -> f64 {
    let Some(pattern) = stroke.dasharray() else { return 0.0 };
    let period = pattern.iter().map(|dash| f64::from(*dash)).sum::<f64>() / pattern.len().max(1) as f64;
    if period <= 0.0 { 0.0 } else { steps(path).sum::<f64>() / period }
}

/// The lengths of the segments of a path, curves as long as the lines between their points.
fn steps(path: &Path) -> impl Iterator<Item = f64> {
    let (mut at, mut start) = (Point::zero(), Point::zero());
    path.data().segments().map(move |segment| {
        let mut length = 0.0;
        let mut to = |point: Point| {
            length += f64::from(at.distance(point));
            at = point;
        };
        match segment {
            PathSegment::MoveTo(point) => (at, start) = (point, point),
            PathSegment::LineTo(point) => to(point),
            PathSegment::QuadTo(control, point) => [control, point].into_iter().for_each(to),
            PathSegment::CubicTo(first, second, point) => [first, second, point].into_iter().for_each(to),
            PathSegment::Close => to(start),
        }
        length
    })
}

#[cfg(test)]
mod tests {
    use super::super::{painted, tree};
    use transvase_base::context::{Context, Limit};
    use transvase_base::error::{ErrorCode, Result};
    use transvase_model::raster::Frame;

    fn drawn(side: u32, inner: &str) -> Result<Frame> {
        let text = format!("<svg xmlns='http://www.w3.org/2000/svg' width='{side}' height='{side}'>{inner}</svg>");
        let context = Context::default();
        painted(&tree(text.as_bytes(), &context)?, 1.0, (side, side), &context)
    }

    /// The limit that a drawing goes beyond.
    fn limit(side: u32, inner: &str) -> String {
        let error = drawn(side, inner).unwrap_err();
        assert_eq!(error.code(), ErrorCode::LimitExceeded, "{error}");
        error.details().which.clone().unwrap_or_default()
    }

    fn filtered(side: u32, primitives: &str) -> String {
        let region = format!("filterUnits='userSpaceOnUse' x='0' y='0' width='{side}' height='{side}'");
        limit(
            side,
            &format!("<filter id='f' {region}>{primitives}</filter><rect width='9' height='9' filter='url(#f)'/>"),
        )
    }

    #[test]
    fn canvases_beside_that_of_the_drawing_are_bounded() {
        let pattern = |size: &str, shown: &str| {
            format!("<pattern id='p' patternUnits='userSpaceOnUse' {size}><path d='M0 0h9v9'/></pattern>{shown}")
        };
        let filled = "<rect width='9' height='9' fill='url(#p)'/>";
        assert_eq!(limit(9, &pattern("width='9' height='2147483647'", filled)), Limit::image_side.key());
        assert_eq!(limit(9, &pattern("width='60000' height='60000'", filled)), Limit::image_pixels.key());
        assert!(drawn(9, &pattern("width='90' height='90'", filled)).is_ok());
        let nested =
            format!("{}<rect width='9000' height='9000'/>{}", "<g opacity='.5'>".repeat(60), "</g>".repeat(60));
        assert_eq!(limit(9_000, &nested), Limit::drawing_pixels.key());
        assert!(drawn(90, &nested).is_ok());
    }

    #[test]
    fn work_is_bounded_by_its_area() {
        let work = Limit::drawing_pixels.key();
        assert_eq!(filtered(4_000, "<feGaussianBlur stdDeviation='900'/>"), work);
        let matrix = "<feConvolveMatrix order='50' divisor='1' kernelMatrix='";
        assert_eq!(filtered(900, &format!("{matrix}{}'/>", "1 ".repeat(2_500))), work);
        assert_eq!(filtered(900, "<feMorphology operator='dilate' radius='99'/>"), work);
        assert_eq!(filtered(900, "<feTurbulence baseFrequency='.1' numOctaves='99'/>"), work);
        assert_eq!(limit(4_000, &"<path d='M0 0h4000v4000h-4000z' opacity='.5'/>".repeat(99)), work);
        assert_eq!(limit(4_000, &"<path d='M0 0h4000v4000h-4000z'/>".repeat(999)), work);
        let dashed = "<path d='M0 0h9999999' stroke='red' stroke-dasharray='.01'/>";
        assert_eq!(limit(9, dashed), work);
        let zigzag = format!("<path d='M0 0{}'/>", "L4000 4000L0 0".repeat(50_000));
        assert_eq!(limit(4_000, &zigzag), work);
        assert!(drawn(900, &"<path d='M0 0h900v900h-900z' opacity='.5'/>".repeat(99)).is_ok());
    }

    #[test]
    fn parts_that_cannot_be_painted_are_left_out() {
        let far = "<path d='M-2147483648 180L100 30L180 180' fill='none' stroke='green' stroke-width='20'/>";
        let square = "<rect width='9' height='9' fill='#f00'/>";
        let frame = drawn(200, &format!("<g transform='scale(1)'>{far}{square}</g>")).unwrap();
        assert_eq!(frame.samples[..4], [255, 0, 0, 255]);
    }
}
