//! Frames (OASIS ODF 1.3 part 3, 10.4): of the things in one, the first that can be shown counts.

use super::super::measure::{color, length};
use super::super::paragraph_style::{borders, paddings};
use super::super::styles::Properties;
use super::super::tree::Element;
use super::TextReader;
use super::line::{Container, Line};
use super::place::{Anchored, anchored, own, transform, turn};
use transvase_base::base64;
use transvase_base::error::Result;
use transvase_base::units::{Affine, Rect, Size, pt_from_css_px};
use transvase_base::warning::{Warning, WarningCode};
use transvase_markup::html::Picture;
use transvase_markup::math::from_mathml;
#[cfg(feature = "metafiles")]
use transvase_markup::metafile;
use transvase_model::flow::{
    Align, Block, Borders, Drawing, Edges, Formula, FormulaSource, Frame, Group, GroupKind, Inline, InlineImage,
    Origin, Paragraph, ParagraphStyle, Placement, Role, Run, Wrap,
};

/// Share of a picture that stays where it is cut.
const LEAST_SHOWN: f32 = 0.05;
/// Side of a box that says none, in points.
const USUAL_SIDE: f32 = 72.0;

/// What a picture shows.
enum Shown {
    Picture(Picture),
    #[cfg_attr(not(feature = "metafiles"), allow(dead_code, reason = "metafiles are drawings"))]
    Drawing(Drawing),
}

impl<'t> TextReader<'t> {
    /// A frame in a paragraph.
    pub(super) fn frame(&mut self, element: &'t Element, line: &mut Line<'t>) -> Result<()> {
        let properties = self.graphic(element);
        for inner in element.elements() {
            let done = match inner.name() {
                "draw:text-box" => self.text_box(element, inner, &properties, line)?,
                "draw:object" => self.object(inner, line)?,
                "draw:image" => self.image(element, inner, &properties, line)?,
                "table:table" => {
                    let mut blocks = Vec::new();
                    self.inside(inner, &mut blocks, Self::table)?;
                    line.after.append(&mut blocks);
                    true
                }
                _ => false,
            };
            if done {
                return Ok(());
            }
        }
        self.missing(element);
        Ok(())
    }

    /// Notes a frame of which nothing could be shown.
    fn missing(&mut self, element: &Element) {
        let image = element.child("draw:image").and_then(|image| image.get("xlink:href"));
        match image {
            _ if element.child("draw:object").or(element.child("draw:object-ole")).is_some() => self.lost.objects += 1,
            Some(reference) => self.gallery.miss(reference),
            None => {}
        }
    }

    /// A picture: whether it could be read.
    fn image(
        &mut self,
        frame: &'t Element,
        element: &'t Element,
        properties: &Properties<'t>,
        line: &mut Line<'t>,
    ) -> Result<bool> {
        let Some(bytes) = self.bytes(element)? else { return Ok(false) };
        let (width, height) = self.size(frame);
        let map = frame.get("draw:transform").map_or(Affine::IDENTITY, transform);
        let placement = self.stand(frame, properties, &map, (width, height));
        let size = Size { width: width.unwrap_or_default(), height: height.unwrap_or_default() };
        let picture = match self.shown(&bytes, size)? {
            None => return Ok(false),
            Some(Shown::Drawing(drawing)) => {
                line.push(Inline::Drawing(Drawing { placement, alt: words_about(frame), ..drawing }));
                return Ok(true);
            }
            Some(Shown::Picture(picture)) => picture,
        };
        let image = InlineImage {
            width,
            height,
            alt: words_about(frame),
            crop: properties.get("fo:clip").map_or_else(Edges::default, |clip| crop(clip, &picture)),
            rotation: turn(&map),
            placement,
            ..InlineImage::new(picture.media)
        };
        line.push(Inline::Image(image));
        Ok(true)
    }

    /// What the bytes of a picture show, in a size; `None` where they are of no known kind.
    #[cfg_attr(not(feature = "metafiles"), allow(unused_variables, reason = "only drawings are made in a size"))]
    fn shown(&mut self, bytes: &[u8], size: Size) -> Result<Option<Shown>> {
        #[cfg(feature = "metafiles")]
        if metafile::is_metafile(bytes) {
            let drawing = metafile::draw(bytes, size, &mut self.gallery.store, self.context)?;
            return Ok(drawing.map(Shown::Drawing));
        }
        Ok(self.gallery.file(bytes, self.context)?.map(Shown::Picture))
    }

    /// The bytes of a picture; `None` where they are not there.
    fn bytes(&mut self, element: &Element) -> Result<Option<Vec<u8>>> {
        Ok(match element.child("office:binary-data") {
            Some(data) => {
                let text: String = data.text().split_whitespace().collect();
                self.context.charge_unpacked(text.len())?;
                base64::decoded(text.as_bytes())
            }
            None => match element.get("xlink:href") {
                Some(reference) => self.file(reference)?,
                None => None,
            },
        })
    }

    /// A file of the package, or one that was handed in beside it.
    fn file(&mut self, reference: &str) -> Result<Option<Vec<u8>>> {
        if let Some(bytes) = self.files.read(&transvase_markup::html::address::decoded(reference), self.context)? {
            return Ok(Some(bytes));
        }
        let outside = reference.strip_prefix("../").unwrap_or(reference);
        Ok(self.context.resource(outside)?.map(|bytes| bytes.to_vec()))
    }

    /// Where a frame stands; `None` in the line.
    pub(super) fn stand(
        &self,
        frame: &Element,
        properties: &Properties<'_>,
        map: &Affine,
        (width, height): (Option<f32>, Option<f32>),
    ) -> Option<Placement> {
        let anchor = anchored(frame, properties);
        let size = Size { width: width.unwrap_or(USUAL_SIDE), height: height.unwrap_or(USUAL_SIDE) };
        if anchor == Anchored::Line {
            return None;
        }
        let at = (own(frame, "svg:x"), own(frame, "svg:y"));
        let bounds = map.apply_rect(&Rect { left: 0.0, top: 0.0, right: size.width, bottom: size.height });
        let at = (
            at.0.unwrap_or(bounds.center().x - size.width / 2.0),
            at.1.unwrap_or(bounds.center().y - size.height / 2.0),
        );
        Some(self.placement(properties, anchor, at, size))
    }

    /// A box with text: a figure where it holds one, else a frame.
    fn text_box(
        &mut self,
        frame: &'t Element,
        element: &'t Element,
        properties: &Properties<'t>,
        line: &mut Line<'t>,
    ) -> Result<bool> {
        let (width, height) = self.size(frame);
        let (own_width, own_height) = self.size(element);
        let size = (width.or(own_width), height.or(own_height));
        let padding = paddings(properties);
        let (outer, item) = (self.measure, self.item.take());
        self.measure = size.0.map_or(outer, |width| (width - padding.left - padding.right).max(1.0));
        let mut blocks = Vec::new();
        let result = self.inside(element, &mut blocks, Self::blocks);
        (self.measure, self.item) = (outer, item);
        result?;
        let map = frame.get("draw:transform").map_or(Affine::IDENTITY, transform);
        let stand = self.stand(frame, properties, &map, size);
        let borders = borders(properties);
        let background =
            properties.get("fo:background-color").and_then(color).or_else(|| super::shape::fill_color(properties));
        let is_plain = borders == Borders::default() && background.is_none();
        let flows =
            stand.is_none_or(|placement| placement.wrap == Wrap::TopAndBottom && placement.origin == Origin::Paragraph);
        if is_figure(&blocks) && is_plain && flows {
            let kind = GroupKind::Figure;
            line.after.push(Block::Group(Group { kind, blocks: centered(blocks, stand, size.0, self.measure) }));
            return Ok(true);
        }
        let placement = stand.unwrap_or(Placement {
            x: 0.0,
            y: 0.0,
            origin: Origin::Paragraph,
            wrap: Wrap::TopAndBottom,
            room: 0.0,
            raised: false,
        });
        let (width, height) = (size.0.unwrap_or(USUAL_SIDE), size.1.unwrap_or(USUAL_SIDE / 4.0));
        if !blocks.is_empty() {
            line.frames.push(Block::Frame(Frame {
                rect: rect(&placement, width, height),
                origin: placement.origin,
                rotation: turn(&map),
                wrap: placement.wrap,
                padding,
                background,
                borders,
                blocks,
            }));
        }
        Ok(true)
    }

    /// An embedded object, as far as it is a formula (10.4.6).
    fn object(&mut self, element: &'t Element, line: &mut Line<'t>) -> Result<bool> {
        let inline = element.elements().find(|inner| inner.name() == "math:math").map(markup);
        let source = match (inline, element.get("xlink:href")) {
            (Some(source), _) => Some(source),
            (None, Some(reference)) => {
                let object = self.files.object(reference, self.context)?;
                object.filter(|root| root.name() == "math:math").map(|root| markup(&root))
            }
            (None, None) => None,
        };
        let Some(source) = source else { return Ok(false) };
        let row = from_mathml(&source, self.context)?;
        let mut formula = Formula::new(row, Run { text: String::new(), style: line.style() });
        formula.source = Some(FormulaSource::MathMl(source));
        line.push(Inline::Formula(Box::new(formula)));
        Ok(true)
    }

    /// A frame or shape that hangs on a page and on no paragraph.
    pub(super) fn anchored_to_page(&mut self, element: &'t Element, out: &mut Vec<Block>) -> Result<()> {
        let mut line = Line::new(self.layer(&self.styles.chain(self.scope, "paragraph", None), None));
        match element.name() {
            "draw:frame" => self.frame(element, &mut line)?,
            _ => self.drawn(element, &mut line)?,
        }
        let (content, [frames, after]) = line.finish();
        out.extend(frames);
        if !content.is_empty() {
            out.push(Block::Paragraph(Paragraph { content, ..Paragraph::default() }));
        }
        out.extend(after);
        Ok(())
    }

    /// Several things under one link.
    pub(super) fn linked(&mut self, element: &'t Element, line: &mut Line<'t>) -> Result<()> {
        let target = element.get("xlink:href").and_then(super::inline::target);
        let depth = target.map(|target| line.begin(Container::Link(target)));
        self.inlines(element, line)?;
        depth.into_iter().for_each(|depth| line.end(depth));
        Ok(())
    }

    /// Warns that drawings were left out.
    pub(super) fn lose_drawing(&self, what: &str) {
        self.context.warn(Warning::new(WarningCode::DrawingDropped, format!("{what} were left out")));
    }
}

/// The place of something with a size.
pub(super) fn rect(placement: &Placement, width: f32, height: f32) -> Rect {
    let (left, top) = (placement.x, placement.y);
    Rect { left, top, right: left + width, bottom: top + height }
}

/// What is said of a frame for those who do not see it (10.4.17 `svg:title`, `svg:desc`).
pub(super) fn words_about(frame: &Element) -> Option<String> {
    let said = |name| frame.child(name).map(Element::text).map(|text| text.trim().to_owned());
    let said = |name| said(name).filter(|text: &String| !text.is_empty());
    said("svg:desc").or_else(|| said("svg:title"))
}

/// The shares of a picture that are cut off (20.185 `fo:clip`): lengths of the picture at its natural size.
fn crop(clip: &str, picture: &Picture) -> Edges {
    let inner = clip.trim().strip_prefix("rect(").and_then(|rest| rest.strip_suffix(')')).unwrap_or_default();
    let sides: Vec<f32> =
        inner.split([',', ' ']).filter(|side| !side.is_empty()).map(|side| length(side).unwrap_or_default()).collect();
    let [top, right, bottom, left] = sides[..] else { return Edges::default() };
    let (width, height) = (pt_from_css_px(picture.width_px as f32), pt_from_css_px(picture.height_px as f32));
    let share = |length: f32, whole: f32| if whole > 0.0 { (length / whole).clamp(0.0, 1.0) } else { 0.0 };
    let edges = Edges {
        top: share(top, height),
        right: share(right, width),
        bottom: share(bottom, height),
        left: share(left, width),
    };
    let shown = (1.0 - edges.left - edges.right).min(1.0 - edges.top - edges.bottom);
    if shown < LEAST_SHOWN { Edges::default() } else { edges }
}

/// Whether blocks are a picture or table with its caption, and nothing else.
fn is_figure(blocks: &[Block]) -> bool {
    let has_caption =
        blocks.iter().any(|block| matches!(block, Block::Paragraph(paragraph) if paragraph.role == Role::Caption));
    let holds = |paragraph: &Paragraph| {
        paragraph.content.iter().any(|inline| matches!(inline, Inline::Image(_) | Inline::Drawing(_)))
    };
    let has_content = blocks.iter().any(|block| match block {
        Block::Paragraph(paragraph) => holds(paragraph),
        Block::Table(_) => true,
        _ => false,
    });
    has_caption && has_content && blocks.len() <= 3
}

/// The blocks of a figure in the flow, its picture in the line and where the box stood.
fn centered(mut blocks: Vec<Block>, stand: Option<Placement>, width: Option<f32>, measure: f32) -> Vec<Block> {
    let rest = measure - width.unwrap_or(measure);
    let in_middle = stand.is_some_and(|placement| rest > 1.0 && (placement.x - rest / 2.0).abs() < rest / 6.0);
    for block in &mut blocks {
        let Block::Paragraph(paragraph) = block else { continue };
        for inline in &mut paragraph.content {
            if let Inline::Image(image) = inline {
                image.placement = None;
            }
        }
        let align = if in_middle { Some(Align::Center) } else { paragraph.style.align };
        paragraph.style =
            ParagraphStyle { align, keep_with_next: paragraph.role != Role::Caption, ..paragraph.style.clone() };
    }
    split_caption(blocks)
}

/// A picture that stands in the paragraph of its caption, as LibreOffice makes it, gets one of its own.
fn split_caption(blocks: Vec<Block>) -> Vec<Block> {
    let mut out = Vec::new();
    for block in blocks {
        match block {
            Block::Paragraph(mut caption) if caption.role == Role::Caption => {
                let is_picture = |inline: &Inline| matches!(inline, Inline::Image(_) | Inline::Drawing(_));
                let (pictures, words): (Vec<Inline>, Vec<Inline>) = caption.content.into_iter().partition(is_picture);
                if !pictures.is_empty() {
                    let style = ParagraphStyle {
                        keep_with_next: true,
                        align: caption.style.align,
                        ..ParagraphStyle::default()
                    };
                    out.push(Block::Paragraph(Paragraph { content: pictures, style, ..Paragraph::default() }));
                }
                caption.content = words;
                out.push(Block::Paragraph(caption));
            }
            other => out.push(other),
        }
    }
    out
}

/// A `math` element as markup of its own.
fn markup(root: &Element) -> String {
    use super::super::tree::Node;
    use transvase_container::xml::XmlWriter;
    let mut xml = XmlWriter::part(Vec::new());
    let local = |name: &str| name.strip_prefix("math:").unwrap_or("mrow").to_owned();
    // Elements that are open, and what is left of them.
    let mut stack: Vec<(String, std::slice::Iter<'_, Node>)> = Vec::new();
    let open = |xml: &mut XmlWriter<Vec<u8>>, element: &Element, top: bool| {
        let space = top.then_some(("xmlns", "http://www.w3.org/1998/Math/MathML"));
        let own = element.attributes().filter(|(name, _)| !name.contains(':'));
        xml.open(&local(element.name()), &space.into_iter().chain(own).collect::<Vec<_>>());
    };
    open(&mut xml, root, true);
    stack.push((local(root.name()), root.nodes.iter()));
    while let Some((_, nodes)) = stack.last_mut() {
        match nodes.next() {
            Some(Node::Text(text)) => xml.text(text),
            Some(Node::Element(element)) => {
                open(&mut xml, element, false);
                stack.push((local(element.name()), element.nodes.iter()));
            }
            None => {
                let name = stack.pop().map(|(name, _)| name).unwrap_or_default();
                xml.close(&name);
            }
        }
    }
    xml.finish().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}
