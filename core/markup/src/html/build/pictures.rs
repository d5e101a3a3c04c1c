//! Images: `img`, and those inside inline SVG.

use crate::svg;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::pt_from_css_px;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::flow::{Inline, InlineImage, LinkTarget, Meaning, Run, TextStyle};

use super::super::css::{Computed, Length, Side};
use super::super::tree::{Element, NodeId, Tree};
use super::{Kind, Level, Picture, Role, Walk};

impl Walk<'_, '_> {
    /// An `img`: the picture, or its words where it is missing.
    pub(super) fn picture(&mut self, element: &Element, style: Computed) -> Result<()> {
        let reference = source(element);
        if self.linked_drawing(reference, &style)? {
            return Ok(());
        }
        let alt = element.attribute("alt").map(str::trim).filter(|alt| !alt.is_empty());
        let found = self.host.picture(reference, self.builder.context)?;
        self.builder.charge_blocks(1)?;
        if found.is_none()
            && let Some(words) = alt
            && let Some(address) = self.host.picture_address(reference)
        {
            self.stand_in(words, &address);
        } else {
            self.place(found, alt, style);
        }
        Ok(())
    }

    /// A file of SVG with words; `false` of any other picture.
    fn linked_drawing(&mut self, reference: &str, style: &Computed) -> Result<bool> {
        let Some(tree) = self.host.svg(reference, self.builder.context)? else { return Ok(false) };
        let Some(root) = tree.first("svg") else { return Ok(false) };
        let Some(drawn) = worded(&tree, root, self.builder.context)? else { return Ok(false) };
        self.worded(&tree, root, drawn, style.clone())?;
        Ok(true)
    }

    /// Words that stand for a picture elsewhere, and lead to it where they are in no other link.
    fn stand_in(&mut self, words: &str, address: &str) {
        let builder = &mut *self.builder;
        let Some(level) = builder.levels.last().filter(|level| !level.style.text.hidden) else { return };
        let is_linked = level.link.is_some();
        let Some(style) = builder.run_style() else { return };
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let style = TextStyle { picture: Some(address.into()), ..style };
        let text = Inline::Text(Run { text: format!("[{words}]"), style });
        builder.open().after_space = false;
        builder.push_inline(match is_linked {
            true => text,
            false => Inline::Link { target: LinkTarget::External(address.to_owned()), content: vec![text] },
        });
    }

    /// Inline SVG: one with words is a drawing. Of others pictures in it are kept as they are, since covers are often
    /// wrapped so; else the drawing becomes a picture.
    pub(super) fn drawing(&mut self, id: NodeId, style: Computed) -> Result<()> {
        if let Some(drawn) = worded(self.tree, id, self.builder.context)? {
            return self.worded(self.tree, id, drawn, style);
        }
        let mut found = false;
        for inner in self.tree.descendants(id) {
            self.builder.context.tick(1)?;
            let Some(element) = self.tree.element(inner).filter(|element| element.local() == "image") else { continue };
            let reference = element.attribute("href").unwrap_or_default();
            let picture = self.host.picture(reference, self.builder.context)?;
            found |= picture.is_some();
            self.place(picture, None, Computed { width: Length::Auto, height: Length::Auto, ..style.clone() });
        }
        if found {
            return Ok(());
        }
        let drawing = self.host.drawing(self.tree, id, self.builder.context)?;
        if drawing.is_none() {
            let message = "drawings written into the text as SVG were left out";
            self.builder.context.warn(Warning::new(WarningCode::DrawingDropped, message));
        }
        self.place(drawing, None, style);
        Ok(())
    }

    /// A drawing with words, which stay words.
    fn worded(&mut self, tree: &Tree, id: NodeId, drawn: svg::Drawing, style: Computed) -> Result<()> {
        let context = self.builder.context;
        self.builder.charge_blocks(drawn.words.len())?;
        let mut pictures = Vec::new();
        for picture in &drawn.pictures {
            pictures.push(self.host.picture(&picture.reference, context)?.map(|picture| picture.media));
        }
        let painted = if drawn.is_crowded() { self.host.drawing(tree, id, context)? } else { None };
        let drawing = drawn.placed(None, &pictures, painted.map(|picture| picture.media));
        if let Some(drawing) = drawing {
            self.stand(Inline::Drawing(drawing), style);
        }
        Ok(())
    }

    /// An object that is a picture; `false` of any other, for which what it holds stands.
    pub(super) fn object(&mut self, element: &Element, style: &Computed) -> Result<bool> {
        let is_picture = element.attribute("type").is_some_and(|kind| kind.trim().starts_with("image/"));
        let reference = element.attribute("data").or_else(|| element.attribute("src")).filter(|_| is_picture);
        let Some(reference) = reference else { return Ok(false) };
        if self.linked_drawing(reference, style)? {
            return Ok(true);
        }
        let found = self.host.picture(reference, self.builder.context)?;
        if found.is_some() {
            self.builder.charge_blocks(1)?;
            self.place(found, element.attribute("title"), style.clone());
        }
        Ok(found.is_some())
    }

    pub(super) fn place(&mut self, picture: Option<Picture>, alt: Option<&str>, style: Computed) {
        let Some(picture) = picture else {
            if let Some(alt) = alt {
                self.builder.push_text(&format!("[{alt}]"));
            }
            return;
        };
        let (width, height) = size(&style, picture);
        let image = InlineImage { width, height, alt: alt.map(str::to_owned), ..InlineImage::new(picture.media) };
        self.stand(Inline::Image(image), style);
    }

    /// Puts a picture or a drawing where it stands.
    fn stand(&mut self, inline: Inline, style: Computed) {
        let block = style.is_block();
        let builder = &mut *self.builder;
        // A picture that is a box of its own stands in a paragraph of its own.
        if block {
            let centred = style.margin[1].is_none() && style.margin[3].is_none();
            let (left, right) = (builder.frame().left, builder.frame().right);
            let link = builder.levels.last().and_then(|level| level.link);
            builder.space = builder.space.max(style.margin(Side::Top));
            let below = style.margin(Side::Bottom);
            builder.levels.push(Level {
                style,
                kind: Kind::Block(left, right),
                link,
                run_style: None,
                role: Role::Body,
                meaning: Meaning::default(),
                group: None,
                after: None,
            });
            builder.push_inline(inline);
            if centred {
                builder.open().paragraph.style.align = Some(transvase_model::flow::Align::Center);
            }
            builder.flush();
            builder.levels.pop();
            builder.space = builder.space.max(below);
        } else {
            let open = builder.open();
            open.after_space = false;
            builder.push_inline(inline);
        }
    }
}

/// An `svg` element as a drawing, where it has words.
fn worded(tree: &Tree, id: NodeId, context: &Context) -> Result<Option<svg::Drawing>> {
    Ok(svg::read(tree, id, context)?.filter(|drawn| !drawn.words.is_empty()))
}

/// What an `img` refers to: pages that load their pictures late name them elsewhere.
fn source(element: &Element) -> &str {
    let said = |name| element.attribute(name).map(str::trim).filter(|text| !text.is_empty());
    let set = || said("srcset").and_then(|set| set.split([',', ' ']).find(|part| !part.is_empty()));
    said("src").or_else(|| said("data-src")).or_else(set).unwrap_or_default()
}

/// Width and height in points, as far as the style gives them. A height alone fixes the width by the
/// picture's proportions; shares of a height mean the screen's and are not taken over.
fn size(style: &Computed, picture: Picture) -> (Option<f32>, Option<f32>) {
    let positive = |length: Option<f32>| length.filter(|pt| *pt > 0.0);
    let most = positive(style.points(style.max_width));
    let natural = || Some(pt_from_css_px(picture.width_px as f32)).filter(|width| *width > 0.0);
    let width = positive(style.points(style.width));
    let width = match most {
        // A share of the page holds for every picture anyway.
        Some(most) if !matches!(style.max_width, Length::Share(share) if share >= 1.0) => {
            let wanted = width.or_else(natural).filter(|wanted| *wanted > most);
            wanted.map_or(width, |_| Some(most))
        }
        _ => width,
    };
    let height = match style.height {
        Length::Share(_) => None,
        length => positive(style.points(length)),
    };
    let ratio = picture.width_px as f32 / picture.height_px as f32;
    match (width, height) {
        (None, Some(height)) if ratio.is_finite() && ratio > 0.0 => (Some(height * ratio), Some(height)),
        (None, None) if picture.rescaled => {
            (Some(pt_from_css_px(picture.width_px as f32)), Some(pt_from_css_px(picture.height_px as f32)))
        }
        (None, Some(_)) => (None, None),
        other => other,
    }
}
