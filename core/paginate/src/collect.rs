//! Inline content collected: a paragraph's inlines become texts, with styles resolved and links and images numbered.

use std::sync::Arc;

use super::anchored::Anchored;
use super::drawn::image_item;
use super::formula;
use super::frames::drawing_strip;
use super::layout::Layout;
use super::place::{MAX_DEPTH, Place};
use super::remarks;
use super::strip::Strip;
use super::text::{Aside, Look, OBJECT, Object, SOFT_HYPHEN, Shown, Text};
use super::wide::{is_east_asian, is_wide};
use transvase_base::error::Result;
use transvase_base::units::{Size, pt_from_css_px};
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::flow::{Drawing, Formula, Inline, InlineImage, Paragraph, Role, Run, Script, TextStyle};
use transvase_model::pages::{NodeId, StructKind};

/// Size of raised and lowered text, as a share of the size around it. These are the values most office programs use
/// (OpenType OS/2 leaves them to the font).
const SCRIPT_SIZE: f32 = 0.65;
/// Distance of raised text from the base line, likewise.
const SUPER_RISE: f32 = 0.35;
/// Distance of lowered text from it.
const SUB_RISE: f32 = -0.15;

/// Size of small capitals as a share of the size: the height of lower-case letters in most faces.
const SMALL_CAPS_SIZE: f32 = 0.8;

/// Sizes of headings the source leaves open, by level, as multiples of the body size.
const HEADING_SIZES: [f32; 6] = [1.7, 1.4, 1.2, 1.1, 1.0, 1.0];

/// Widths of letters that are sound (ECMA-376 part 1, 17.18.81: 1 to 600 percent).
const STRETCHES: std::ops::RangeInclusive<f32> = 0.1..=6.0;

/// Sizes outside this range, in points, are read as damage.
const SIZES: std::ops::RangeInclusive<f32> = 2.0..=400.0;

/// What the looks of a paragraph's text have in common.
#[derive(Debug, Clone, Copy)]
struct Ground {
    role: Role,
    node: NodeId,
    measure: f32,
    depth: usize,
}

/// What a paragraph is made of.
#[derive(Debug, Default)]
pub(super) struct Collected {
    /// Its texts, one for each forced line.
    pub texts: Vec<Text>,
    /// What stands at a place of its own.
    pub anchored: Vec<Anchored>,
}

/// Gathers the texts of one paragraph.
struct Collector<'l, 'a> {
    layout: &'l mut Layout<'a>,
    ground: Ground,
    texts: Vec<Text>,
    objects: Vec<Object>,
    rubies: Vec<Arc<str>>,
    anchored: Vec<Anchored>,
    link: Option<u32>,
    /// Whether a comment in the margin is about the text at hand.
    is_remarked: bool,
}

/// What a paragraph is made of, at a place that says the width images may have and the structure node it belongs to.
pub(super) fn collect(layout: &mut Layout, paragraph: &Paragraph, place: &Place) -> Result<Collected> {
    let ground = Ground { role: paragraph.role, node: place.node, measure: place.width, depth: place.depth };
    let (texts, objects, rubies) = (vec![Text::default()], Vec::new(), Vec::new());
    let mut collector =
        Collector { layout, ground, texts, objects, rubies, anchored: Vec::new(), link: None, is_remarked: false };
    collector.walk(&paragraph.content)?;
    let objects: Arc<[Object]> = collector.objects.into();
    let rubies: Arc<[Arc<str>]> = collector.rubies.into();
    let mut texts = collector.texts;
    for text in &mut texts {
        (text.objects, text.rubies) = (objects.clone(), rubies.clone());
    }
    Ok(Collected { texts, anchored: collector.anchored })
}

impl Collector<'_, '_> {
    /// Walks the inlines with a stack of its own: links may nest as deep as a file likes.
    fn walk(&mut self, content: &[Inline]) -> Result<()> {
        let mut stack = vec![(content.iter(), None, false)];
        while let Some((inlines, link, is_remarked)) = stack.last_mut() {
            (self.link, self.is_remarked) = (*link, *is_remarked);
            match inlines.next() {
                None => {
                    stack.pop();
                }
                Some(Inline::Link { target, content }) => {
                    let number = self.layout.add_link(target, self.ground.node);
                    let link = number.or(self.link);
                    stack.push((content.iter(), link, self.is_remarked));
                }
                Some(Inline::Control { control, content }) if content.is_empty() => {
                    if let Some(text) = control.kind.tick_box() {
                        self.run(&Run { text: text.to_owned(), style: TextStyle::default() });
                    }
                }
                Some(Inline::Comment { comment, content }) if *comment < self.layout.remarks.len() => {
                    let text = self.text();
                    let at = text.shaped.len();
                    text.asides.push((at, Aside::Remark(*comment)));
                    let link = self.link;
                    stack.push((content.iter(), link, true));
                }
                Some(inline) => match inline.children() {
                    Some(content) => {
                        let (link, is_remarked) = (self.link, self.is_remarked);
                        stack.push((content.iter(), link, is_remarked));
                    }
                    None => self.inline(inline)?,
                },
            }
        }
        Ok(())
    }

    fn inline(&mut self, inline: &Inline) -> Result<()> {
        match inline {
            Inline::Text(run) => self.run(run),
            Inline::Formula(formula) => self.formula(formula),
            Inline::LineBreak => self.texts.push(Text::default()),
            Inline::Tab => {
                let look = self.look(&TextStyle::default());
                self.text().push('\t', '\t', look);
            }
            Inline::Image(image) => self.image(image),
            Inline::Anchor(anchor) => {
                let text = self.text();
                let at = text.shaped.len();
                text.anchors.push((at, anchor.clone()));
            }
            Inline::Field(field) => self.run(&field.run),
            Inline::Note(note) if *note < self.layout.foot_notes.len() => {
                let text = self.text();
                let at = text.shaped.len().saturating_sub(1);
                text.asides.push((at, Aside::Note(*note)));
            }
            Inline::Note(_) => {
                self.lose(WarningCode::AnnotationDropped, "notes inside notes were left out: pages cannot show them");
            }
            Inline::Drawing(drawing) if self.layout.setup.as_source => self.whole_drawing(drawing)?,
            Inline::Drawing(drawing) => self.drawing(drawing),
            // Their content was walked.
            Inline::Link { .. } | Inline::Control { .. } | Inline::Comment { .. } | Inline::Change { .. } => {}
            // Leads to its place from an index, which has none of them here.
            Inline::Index(_) => {}
        }
        Ok(())
    }

    fn lose(&self, code: WarningCode, message: &str) {
        self.layout.context.warn(Warning::new(code, message));
    }

    fn text(&mut self) -> &mut Text {
        if self.texts.is_empty() {
            self.texts.push(Text::default());
        }
        let last = self.texts.len() - 1;
        &mut self.texts[last]
    }

    fn run(&mut self, run: &Run) {
        let mut look = self.look(&run.style);
        if let Some(letters) = &run.style.ruby {
            look.ruby = Some(self.rubies.len() as u32);
            self.rubies.push(letters.clone());
        }
        let small = Look { size: look.size * SMALL_CAPS_SIZE, ..look };
        for (at, character) in run.text.char_indices() {
            match character {
                '\n' | '\u{2028}' | '\u{2029}' | '\u{B}' | '\u{C}' => self.texts.push(Text::default()),
                SOFT_HYPHEN => {
                    let text = self.text();
                    let at = text.shaped.len();
                    text.soft_hyphens.push(at);
                }
                '\t' => self.text().push('\t', '\t', look),
                OBJECT => self.text().push('\u{FFFD}', '\u{FFFD}', look),
                control if control.is_control() => {}
                lower if run.style.small_caps && lower.is_lowercase() => {
                    self.text().push(capital(lower), lower, small);
                }
                other => {
                    let after = run.text.get(at + other.len_utf8()..).unwrap_or_default();
                    let look = self.widened(look, other, after);
                    // Letters of East Asia are squares in every face.
                    let look = if is_east_asian(other) { Look { stretch: look.scale, ..look } } else { look };
                    self.text().push(other, other, look);
                }
            }
        }
    }

    /// The look of a character before `after`: in the face of the ideographs around it where it belongs
    /// to them.
    fn widened(&mut self, look: Look, character: char, after: &str) -> Look {
        if !is_wide(&self.text().shaped, character, after) {
            return look;
        }
        Look { face: self.layout.wide_face(look.face, character), ..look }
    }

    /// A drawing, in the line wherever it stood; its words come below its paragraph.
    fn drawing(&mut self, drawing: &Drawing) {
        let Size { width, height } = drawing.size;
        let is_empty = drawing.shapes.is_empty() && drawing.images.is_empty();
        let sound = width > 0.0 && height > 0.0 && width.is_finite() && height.is_finite();
        if is_empty || !sound {
            return;
        }
        let room = self.layout.image_room(self.ground.measure);
        let scale = (room.width / width).min(room.height / height).min(1.0);
        let drawing = Arc::new(Drawing { texts: Vec::new(), ..drawing.clone() });
        let node = self.figure(drawing.alt.clone());
        self.object(Object::above(Shown::Drawing(drawing), width * scale, height * scale), node);
    }

    /// A drawing with its words, in the line or at its own place.
    fn whole_drawing(&mut self, drawing: &Drawing) -> Result<()> {
        let Size { width, height } = drawing.size;
        let is_empty = drawing.shapes.is_empty() && drawing.images.is_empty() && drawing.texts.is_empty();
        let sound = width >= 0.0 && height >= 0.0 && width.is_finite() && height.is_finite();
        if is_empty || !sound || self.ground.depth >= MAX_DEPTH {
            return Ok(());
        }
        let room = self.layout.image_room(self.ground.measure);
        let fit = (room.width / width.max(1.0)).min(room.height / height.max(1.0)).min(1.0);
        let scale = if drawing.placement.is_some() { 1.0 } else { fit };
        // Words in an outline that is nothing but their frame are no figure.
        let drawn = !drawing.shapes.is_empty() || !drawing.images.is_empty();
        let node = if drawn && drawing.texts.is_empty() { self.figure(drawing.alt.clone()) } else { self.ground.node };
        let strip = drawing_strip(self.layout, drawing, scale, node, self.ground.depth + 1)?;
        let size = Size { width: width * scale, height: height * scale };
        match drawing.placement {
            Some(placement) => self.anchored.push(Anchored { placement, size, strip }),
            None => {
                let shown = Shown::Painted(Arc::new(strip));
                self.object(Object::above(shown, size.width, size.height), node);
            }
        }
        Ok(())
    }

    /// A figure in the structure of the document.
    fn figure(&mut self, alt: Option<String>) -> NodeId {
        let parent = self.link.and_then(|link| self.layout.link_node(link)).unwrap_or(self.ground.node);
        self.layout.structure.add(StructKind::Figure(alt), parent, None)
    }

    /// Puts an object into the line.
    /// A formula in two dimensions, or as a line of text where that cannot be.
    fn formula(&mut self, formula: &Formula) {
        let look = self.look(&formula.run.style);
        let Some(parts) = formula::set(self.layout, formula, &look, self.ground.measure) else {
            return self.run(&formula.run);
        };
        for part in parts {
            let number = self.objects.len() as u32;
            self.objects.push(part);
            self.text().push(OBJECT, OBJECT, Look { object: Some(number), ..look });
        }
    }

    /// What stands in the line; in vertical lines it stays upright, so that its height is along the line.
    fn object(&mut self, mut object: Object, node: NodeId) {
        if self.layout.is_vertical {
            std::mem::swap(&mut object.width, &mut object.height);
        }
        let number = self.objects.len() as u32;
        self.objects.push(object);
        let look = Look { node: Some(node), object: Some(number), ..self.look(&TextStyle::default()) };
        self.text().push(OBJECT, OBJECT, look);
    }

    fn image(&mut self, image: &InlineImage) {
        let Some((width, height)) = self.image_size(image) else {
            self.layout.images_dropped += 1;
            return;
        };
        let node = self.figure(image.alt.clone());
        if let Some(placement) = image.placement.filter(|_| self.layout.setup.as_source) {
            let size = Size { width, height };
            let strip = Strip { items: vec![image_item(image, size, Some(node))], height, ..Strip::default() };
            self.anchored.push(Anchored { placement, size, strip });
            return;
        }
        self.object(Object::above(Shown::Image(image.clone()), width, height), node);
    }

    /// Width and height an image is shown at: as the source says or at 96 pixels to the inch, and
    /// never larger than the measure or the page. `None` where it has no area.
    fn image_size(&self, image: &InlineImage) -> Option<(f32, f32)> {
        let media = self.layout.media.get(image.media);
        let natural = (pt_from_css_px(media.width_px as f32), pt_from_css_px(media.height_px as f32));
        let sane = |length: Option<f32>| length.filter(|length| length.is_finite() && *length > 0.0);
        let known = natural.0 > 0.0 && natural.1 > 0.0;
        let (width, height) = match (sane(image.width), sane(image.height)) {
            (Some(width), Some(height)) => (width, height),
            (Some(width), None) if known => (width, width * natural.1 / natural.0),
            (None, Some(height)) if known => (height * natural.0 / natural.1, height),
            (Some(side), None) | (None, Some(side)) => (side, side),
            (None, None) if known => natural,
            (None, None) => return None,
        };
        let room = self.layout.image_room(self.ground.measure);
        let placed = image.placement.is_some() && self.layout.setup.as_source;
        let fit = (room.width / width).min(room.height / height).min(1.0);
        let scale = if placed { 1.0 } else { fit };
        let (width, height) = (width * scale, height * scale);
        (width > 0.0 && height > 0.0 && width.is_finite() && height.is_finite()).then_some((width, height))
    }

    fn look(&mut self, style: &TextStyle) -> Look {
        let line_size = self.size(style);
        let (share, rise) = match style.script {
            Script::Normal => (1.0, 0.0),
            Script::Superscript => (SCRIPT_SIZE, SUPER_RISE),
            Script::Subscript => (SCRIPT_SIZE, SUB_RISE),
        };
        let raise = self.layout.length(style.raise);
        let face = self.face(style);
        let named = self.layout.named(style.family.as_ref(), style.weight, face);
        let natural = if STRETCHES.contains(&style.scale) { style.scale } else { 1.0 };
        Look {
            face,
            named,
            size: line_size * share,
            line_size,
            rise: line_size * rise + raise,
            raise,
            stretch: natural * self.layout.ratio(named),
            scale: natural,
            unkerned: style.unkerned,
            spacing: self.layout.length(style.spacing).clamp(-line_size, line_size * 10.0),
            color: style.color.unwrap_or(transvase_model::flow::Color::BLACK),
            background: style.background.or(self.is_remarked.then_some(remarks::MARKED)),
            underline: style.underline,
            strike: style.strike,
            decoration: style.decoration,
            border: style.border,
            effect: style.effect,
            language: self.layout.language(style.language.as_ref()),
            node: Some(self.link.and_then(|link| self.layout.link_node(link)).unwrap_or(self.ground.node)),
            link: self.link,
            object: None,
            emphasis: style.emphasis,
            ruby: None,
        }
    }

    fn size(&self, style: &TextStyle) -> f32 {
        let body = self.layout.size;
        let given = style.size.map(|size| size * self.layout.scale).filter(|size| SIZES.contains(size));
        given.unwrap_or_else(|| match self.ground.role {
            Role::Heading(level) => body * HEADING_SIZES[usize::from(level.clamp(1, 6)) - 1],
            Role::Preformatted => body * 0.85,
            Role::Caption => body * 0.9,
            Role::Title => body * HEADING_SIZES[0],
            Role::Body | Role::Subtitle | Role::Contents(_) | Role::Term | Role::Spacer => body,
        })
    }

    /// The face of a style. A heading that the source gives neither size nor weight is bold.
    fn face(&mut self, style: &TextStyle) -> transvase_font::shaping::FaceId {
        let open_heading = matches!(self.ground.role, Role::Heading(_)) && style.size.is_none();
        let weight = if open_heading { style.weight.max(700) } else { style.weight };
        let monospace = style.monospace || self.ground.role == Role::Preformatted;
        self.layout.face(style.family.as_ref(), monospace, weight, style.italic)
    }
}

/// The capital of a letter where it is one character of the same length in UTF-8.
fn capital(lower: char) -> char {
    let mut upper = lower.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(capital), None) if capital.len_utf8() == lower.len_utf8() => capital,
        _ => lower,
    }
}
