//! Frames: boxes with text at places of their own, and how frames of all kinds stand (OASIS ODF 1.3 part 3, 10.4).

use super::document::{Document, Scope};
use super::lengths::{ground, lines, paddings, positive, pt};
use super::survey::Place;
use transvase_base::error::Result;
use transvase_base::units::Size;
use transvase_model::flow::{Frame, Origin, Paragraph, Placement, Wrap};

/// Distance in points that text running around a box keeps at its sides.
const DISTANCE: f32 = 9.0;
/// Turns in degrees that are none.
const UPRIGHT: f32 = 0.05;

/// How something stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stand {
    /// Where; nothing in the line.
    pub placement: Option<Placement>,
    pub size: Size,
    /// Degrees, clockwise.
    pub rotation: f32,
}

impl Stand {
    /// What a frame says of its place.
    pub(super) fn attributes(&self) -> Vec<(&'static str, String)> {
        let anchor = if self.placement.is_some() { "char" } else { "as-char" };
        let mut attributes = vec![("text:anchor-type", anchor.to_owned())];
        if let Some(placement) = self.placement.filter(|_| self.rotation.abs() < UPRIGHT) {
            attributes.extend([("svg:x", pt(placement.x)), ("svg:y", pt(placement.y))]);
        }
        attributes
    }

    /// What the style of a frame says of its place (20.297 and following).
    fn properties(&self) -> Vec<(&'static str, String)> {
        let Some(placement) = self.placement else {
            return [("style:vertical-pos", "top"), ("style:vertical-rel", "baseline")]
                .map(|(name, value)| (name, value.into()))
                .into();
        };
        let (across, down) = match placement.origin {
            Origin::Page => ("page", "page"),
            Origin::Paragraph => ("paragraph", "paragraph"),
        };
        let (wrap, through) = match placement.wrap {
            Wrap::Square => ("parallel", None),
            Wrap::TopAndBottom => ("none", None),
            Wrap::Behind => ("run-through", Some("background")),
            Wrap::InFront => ("run-through", Some("foreground")),
        };
        let room = positive(if placement.wrap == Wrap::Square { placement.room } else { 0.0 });
        let mut rows = vec![
            ("style:horizontal-pos", "from-left".to_owned()),
            ("style:horizontal-rel", across.into()),
            ("style:vertical-pos", "from-top".into()),
            ("style:vertical-rel", down.into()),
            ("style:wrap", wrap.into()),
            ("style:number-wrapped-paragraphs", "no-limit".into()),
            ("fo:margin-left", room.clone()),
            ("fo:margin-right", room),
            ("style:flow-with-text", "false".into()),
        ];
        rows.extend(through.map(|through| ("style:run-through", through.to_owned())));
        rows
    }
}

/// The turn of a frame about its middle, with its place.
pub(super) fn rotated(stand: &Stand) -> Option<(&'static str, String)> {
    let angle = -stand.rotation.to_radians();
    if stand.rotation.abs() < UPRIGHT || !angle.is_finite() {
        return None;
    }
    let (x, y) = stand.placement.map_or((0.0, 0.0), |placement| (placement.x, placement.y));
    let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
    let (half_width, half_height) = (stand.size.width / 2.0, stand.size.height / 2.0);
    // Where the upper left corner comes to lie when the middle stays where it is.
    let left = x + half_width - (half_width * cos + half_height * sin);
    let top = y + half_height - (half_height * cos - half_width * sin);
    Some(("draw:transform", format!("rotate ({angle:.5}) translate ({} {})", pt(left), pt(top))))
}

impl Document<'_> {
    /// The automatic style of a frame.
    pub(super) fn graphic_style(&mut self, stand: &Stand, more: &[(&'static str, String)]) -> Result<String> {
        let mut properties = stand.properties();
        properties.extend(more.iter().cloned());
        let properties: Vec<(&str, &str)> = properties.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let parent = [("style:parent-style-name", "Graphics")];
        self.automatic.style(("graphic", "fr"), &parent, |xml| xml.empty("style:graphic-properties", &properties))
    }

    /// Writes the frames that wait for a paragraph to hang on, in the paragraph that is open.
    pub(super) fn waiting_frames(&mut self, scope: Scope) -> Result<()> {
        for frame in std::mem::take(&mut self.frames) {
            self.source.context.tick(1)?;
            self.text_frame(&frame, scope)?;
        }
        Ok(())
    }

    /// Frames that wait get a paragraph of their own.
    pub(super) fn frames_alone(&mut self, scope: Scope) -> Result<()> {
        if self.frames.is_empty() {
            return Ok(());
        }
        let mut paragraph = Paragraph::default();
        (paragraph.style.line_distance, paragraph.style.line_height) = (Some(1.0), None);
        self.paragraph(&paragraph, scope)
    }

    /// A box with text at its place.
    fn text_frame(&mut self, frame: &Frame, scope: Scope) -> Result<()> {
        let rect = frame.rect;
        let placement = Placement {
            x: rect.left,
            y: rect.top,
            origin: frame.origin,
            wrap: frame.wrap,
            room: DISTANCE,
            raised: false,
        };
        let size = Size { width: rect.width().max(4.0), height: rect.height().max(4.0) };
        let stand = Stand { placement: Some(placement), size, rotation: frame.rotation };
        self.text_box(frame, &stand, scope)
    }

    /// A box with text.
    pub(super) fn text_box(&mut self, frame: &Frame, stand: &Stand, scope: Scope) -> Result<()> {
        let mut look = lines(frame.borders);
        look.extend(paddings(frame.padding));
        look.push(("fo:background-color", ground(frame.background)));
        look.push(("draw:fill", if frame.background.is_some() { "solid".into() } else { "none".into() }));
        look.extend(frame.background.map(|color| ("draw:fill-color", super::lengths::color(color))));
        let style = self.graphic_style(stand, &look)?;
        let number = self.shared.number();
        let mut attributes = stand.attributes();
        attributes.extend([("draw:style-name", style), ("draw:name", format!("Frame{number}"))]);
        attributes.push(("svg:width", positive(stand.size.width)));
        attributes.extend(rotated(stand));
        let attributes: Vec<(&str, &str)> = attributes.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.xml.open("draw:frame", &attributes);
        let height = positive(stand.size.height);
        self.xml.open("draw:text-box", &[("fo:min-height", &height)]);
        let measure = (stand.size.width - frame.padding.left - frame.padding.right).max(1.0);
        let inner = Scope { depth: scope.depth + 1, ..Scope::of(Place::Cell, measure) };
        self.story(|document| document.whole(&frame.blocks, inner))?;
        self.xml.close("draw:text-box");
        self.xml.close("draw:frame");
        self.spaced = false;
        Ok(())
    }
}
