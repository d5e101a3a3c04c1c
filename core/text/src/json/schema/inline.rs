//! Schema of inlines, which paragraphs are made of.

use super::{Frame, Math, NumberFormat, Placement, look::Edges, look::Font, object};
use serde::{Deserialize, Serialize};

/// A part of a paragraph. It has text, or is one of `note`, `anchor`, `image`, `drawing`, `control` and `index`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub(in crate::json) struct Run {
    /// Its text. A line break is `\n`, a jump to the next tab stop `\t`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// What of its looks the paragraph's `font` does not say.
    #[serde(flatten)]
    pub font: Font,
    /// What it does beside.
    #[serde(flatten)]
    pub role: RunRole,
}

object! {
    /// What a run is beside its text.
    RunRole {;
        /// Where it leads: a URI, or `#` and an anchor of this document.
        link: Option<String>,
        /// Remarks on it: places in `comments`.
        comments: Vec<u32>,
        /// Changes it is part of: places in `changes`.
        changes: Vec<u32>,
        /// The mark of a note stands here: its place in `notes`.
        note: Option<u32>,
        /// A place that links can lead to.
        anchor: Option<String>,
        /// An image.
        image: Option<Box<Image>>,
        /// A drawing.
        drawing: Option<Box<Drawing>>,
        /// The text is computed wherever the document is laid out.
        field: Option<Field>,
        /// The text is a formula in one line.
        formula: Option<Box<Formula>>,
        /// A part of a form; `runs` is what is filled in now.
        control: Option<Box<Control>>,
        /// What is in the part of a form.
        runs: Vec<Run>,
        /// The words of the index that lead here, from the main entry to the innermost.
        index: Vec<String>,
    }
}

object! {
    /// An image in a line.
    Image {
        /// The image: the `id` of one of `media`.
        media: u32,;
        /// Words for those who do not see it.
        alt: Option<String>,
        /// Width in points; missing means its natural width.
        width: Option<f32>,
        /// Height in points; missing keeps the proportions.
        height: Option<f32>,
        /// Shares cut off at each side, from 0 to 1.
        crop: Edges,
        /// Turn about its middle.
        rotation: f32,
        /// Where it stands; missing means in the line.
        placement: Option<Placement>,
    }
}

object! {
    /// A drawing: images among outlines under words.
    Drawing {
        /// Width.
        width: f32,
        /// Height.
        height: f32,;
        /// Words for those who do not see it.
        alt: Option<String>,
        /// Images, each in its place.
        images: Vec<DrawnImage>,
        /// Outlines in painting order; they are written where images are.
        shapes: Vec<Shape>,
        /// Words in it, their places counted from its upper left corner.
        texts: Vec<Frame>,
        /// Where it stands; missing means in the line.
        placement: Option<Placement>,
    }
}

object! {
    /// An image in a drawing.
    DrawnImage {
        /// The image: the `id` of one of `media`.
        media: u32,
        /// Left, upper, right and lower edge from the upper left corner of the drawing.
        #[serde(rename = "box")]
        bounds: [f32; 4],;
        /// Number of the first outlines that it lies over.
        over: u32,
    }
}

object! {
    /// An outline of a drawing.
    Shape {
        /// The outline in points from the upper left corner of the drawing, as SVG's paths write it, with the commands M,
        /// L, C and Z.
        path: String,;
        /// Colour of what it surrounds.
        fill: Option<String>,
        /// Opacity of that, from 0 to 1, where it is not 1.
        fill_opacity: Option<f32>,
        /// How the fill changes from one point to another: the two points.
        gradient_line: Option<[f32; 4]>,
        /// How the fill changes from one circle to another: middle and radius of each.
        gradient_circles: Option<[[f32; 3]; 2]>,
        /// Colours of the gradient and their places, from 0 to 1.
        gradient_stops: Vec<(f32, String)>,
        /// Its stroke.
        stroke: Option<Stroke>,
    }
}

object! {
    /// A stroke.
    Stroke {
        /// Width.
        width: f32,
        /// Colour.
        color: String,;
        /// Opacity from 0 to 1, where it is not 1.
        opacity: Option<f32>,
        /// Dashed or dotted.
        dashed: bool,
    }
}

object! {
    /// A formula.
    Formula {;
        /// Whether it is set off from the text.
        display: bool,
        /// What the source wrote, where that is TeX, without the signs around it.
        tex: Option<String>,
        /// What the source wrote, where that is MathML.
        mathml: Option<String>,
        /// The formula as a tree.
        math: Vec<Math>,
    }
}

/// What the text of a field is.
#[allow(clippy::enum_variant_names, reason = "the words are those of the JSON")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(in crate::json) enum Field {
    /// The number of the page it stands on.
    PageNumber {
        /// How it is written; missing means as the section says.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        format: Option<NumberFormat>,
    },
    /// The number of pages.
    PageCount,
    /// The number of pages of its section.
    SectionPages,
    /// The words of the nearest paragraph of a style: of the first on the page, else of the last before it.
    Styled {
        /// Name of the style.
        style: String,
    },
    /// The number of the page that an anchor stands on.
    PageOf {
        /// The anchor.
        anchor: String,
    },
}

/// A part of a form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(in crate::json) enum Control {
    /// Text.
    Text {
        /// Its names.
        #[serde(flatten)]
        names: Names,
        /// Whether it has several lines.
        #[serde(default)]
        lines: bool,
    },
    /// A tick.
    Checkbox {
        /// Its names.
        #[serde(flatten)]
        names: Names,
        /// Whether it is set.
        #[serde(default)]
        checked: bool,
    },
    /// One of a list of words.
    Choice {
        /// Its names.
        #[serde(flatten)]
        names: Names,
        /// The words.
        #[serde(default)]
        choices: Vec<String>,
        /// Whether other words may be typed.
        #[serde(default)]
        open: bool,
    },
    /// A date.
    Date {
        /// Its names.
        #[serde(flatten)]
        names: Names,
    },
}

object! {
    /// How a part of a form is called.
    Names {;
        /// Its name for programs.
        name: Option<String>,
        /// What people are asked for.
        title: Option<String>,
    }
}
