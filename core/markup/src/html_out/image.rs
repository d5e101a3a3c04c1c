//! Images: `img` elements and their files.

use super::look::decimal;
use super::writer::{Body, Shared};
use transvase_base::units::pt_from_css_px;
use transvase_codec::held;
use transvase_model::flow::{Edges, InlineImage, Placement, Wrap};
use transvase_model::media::{Media, MediaId, MediaStore};

impl Shared {
    /// Where the file of an image is; `None` where it has none, or is of a kind that nothing shows.
    pub fn file(&mut self, id: MediaId, store: &MediaStore) -> Option<String> {
        let is_shown = id.index() < store.len() && held::IN_BROWSERS.contains(&store.get(id).kind);
        is_shown.then(|| self.pictures.reference(id, store)).flatten()
    }
}

impl Body<'_, '_> {
    /// A cover image before the text.
    pub fn cover(&mut self, id: MediaId) {
        if let Some(file) = self.file(id) {
            self.xml.open("p", &[("class", "cover")]);
            self.xml.empty("img", &[("src", &file), ("alt", "Cover")]);
            self.xml.close("p");
            self.line();
        }
    }

    /// Where the file of an image is; `None` where it has none.
    pub(super) fn file(&mut self, id: MediaId) -> Option<String> {
        self.shared.file(id, &self.source.flow.media)
    }

    /// An image in the line, or at its side of the text.
    pub(super) fn image(&mut self, image: &InlineImage) {
        let alt = super::legal(image.alt.as_deref().unwrap_or_default().trim()).into_owned();
        let Some(file) = self.file(image.media) else {
            if !alt.is_empty() {
                self.xml.leaf("span", &[("class", "alt")], &format!("[{alt}]"));
            }
            return;
        };
        let size = size(image, self.source.flow.media.get(image.media));
        let class = image.placement.and_then(|place| self.placed_side(&place, size.map_or(0.0, |size| size.0)));
        if let Some(size) = size.filter(|_| image.crop != Edges::default() || image.rotation != 0.0) {
            return self.turned(image, &file, &alt, size, class);
        }
        let pixels = size.map(|(width, height)| (pixels(width), pixels(height)));
        let (width, height) = pixels.as_ref().map(|(width, height)| (&**width, &**height)).unzip();
        let attributes =
            [("src", Some(&*file)), ("alt", Some(&*alt)), ("width", width), ("height", height), ("class", class)];
        let said: Vec<(&str, &str)> = attributes.iter().filter_map(|(key, value)| Some((*key, (*value)?))).collect();
        self.xml.empty("img", &said);
    }

    /// The side of something at a place of its own, where text runs around it.
    pub(super) fn placed_side(&self, place: &Placement, width: f32) -> Option<&'static str> {
        if place.wrap == Wrap::Square { self.side(place.x, place.x + width) } else { None }
    }

    /// An image of which a part is cut off, or which is turned, as a drawing of one image.
    fn turned(&mut self, image: &InlineImage, file: &str, alt: &str, (width, height): (f32, f32), class: Option<&str>) {
        self.has_svg = true;
        let cut = |a: f32, b: f32| (1.0 - a.clamp(0.0, 0.99) - b.clamp(0.0, 0.99)).max(0.01);
        let (across, down) =
            (width / cut(image.crop.left, image.crop.right), height / cut(image.crop.top, image.crop.bottom));
        let (sin, cos) = (libm::sinf(image.rotation.to_radians()).abs(), libm::cosf(image.rotation.to_radians()).abs());
        let around = (width * cos + height * sin, width * sin + height * cos);
        let view = [(width - around.0) / 2.0, (height - around.1) / 2.0, around.0, around.1].map(decimal).join(" ");
        let turn = format!("rotate({} {} {})", decimal(image.rotation), decimal(width / 2.0), decimal(height / 2.0));
        let label = (!alt.is_empty()).then_some(alt);
        let attributes = [
            ("xmlns", Some(super::drawing::SVG)),
            ("viewBox", Some(&*view)),
            ("width", Some(&*pixels(around.0))),
            ("height", Some(&*pixels(around.1))),
            ("class", class),
            ("role", Some("img")),
            ("aria-label", label),
        ];
        self.open_with("svg", &attributes);
        let turn = (image.rotation != 0.0).then_some(&*turn);
        self.open_with("g", &[("transform", turn)]);
        let inner = ["0", "0", &*decimal(width), &*decimal(height)].join(" ");
        let (w, h) = (decimal(width), decimal(height));
        self.xml.open("svg", &[("width", &w), ("height", &h), ("viewBox", &inner)]);
        let x = decimal(-image.crop.left.clamp(0.0, 0.99) * across);
        let y = decimal(-image.crop.top.clamp(0.0, 0.99) * down);
        self.svg_image(file, [&x, &y, &decimal(across), &decimal(down)]);
        self.xml.close("svg");
        self.xml.close("g");
        self.xml.close("svg");
    }

    /// An image of a drawing, by its left and upper edge, width and height.
    pub(super) fn svg_image(&mut self, file: &str, [x, y, width, height]: [&str; 4]) {
        let attributes =
            [("href", file), ("x", x), ("y", y), ("width", width), ("height", height), ("preserveAspectRatio", "none")];
        self.xml.empty("image", &attributes);
    }
}

/// Width and height of an image in points, as far as they are known.
fn size(image: &InlineImage, media: &Media) -> Option<(f32, f32)> {
    let sound = |side: Option<f32>| side.filter(|side| side.is_finite() && *side > 0.0);
    let natural = (media.width_px > 0 && media.height_px > 0)
        .then(|| (pt_from_css_px(media.width_px as f32), pt_from_css_px(media.height_px as f32)));
    match (sound(image.width), sound(image.height), natural) {
        (Some(width), Some(height), _) => Some((width, height)),
        (Some(width), None, Some(natural)) => Some((width, width * natural.1 / natural.0)),
        (None, Some(height), Some(natural)) => Some((height * natural.0 / natural.1, height)),
        (None, None, natural) => natural,
        _ => None,
    }
}

/// A length in points as whole CSS pixels.
pub(super) fn pixels(pt: f32) -> String {
    ((pt / 0.75).round().max(1.0) as u32).to_string()
}
