//! Schema of styles: how things look.

use super::{object, words};

/// How characters look: an object that can say what several have in common.
macro_rules! font {
    ($(#[$about:meta])* { $($(#[$a:meta])* $field:ident: $type:ty,)* }) => {
        object! { $(#[$about])* Font {; $($(#[$a])* $field: $type,)* } }

        impl Font {
            /// What both have in common.
            pub fn shared(&self, other: &Font) -> Font {
                Font { $($field: if self.$field == other.$field { self.$field.clone() } else { Default::default() },)* }
            }

            /// What of it is not said by `base` already.
            pub fn beyond(&self, base: &Font) -> Font {
                Font { $($field: if self.$field == base.$field { Default::default() } else { self.$field.clone() },)* }
            }

            /// It, and what `base` says where it says nothing.
            pub fn over(self, base: &Font) -> Font {
                Font { $($field: if super::is_default(&self.$field) { base.$field.clone() } else { self.$field },)* }
            }
        }
    };
}

font! {
    /// How characters look, and what they are where the source says so.
    {
        /// Whether they are bold: of weight 600 or more.
        bold: bool,
        /// Italic or oblique.
        italic: bool,
        /// Underlined.
        underline: bool,
        /// Struck through.
        strike: bool,
        /// Raised and smaller.
        sup: bool,
        /// Lowered and smaller.
        sub: bool,
        /// Lower-case letters as small capitals.
        small_caps: bool,
        /// Of fixed pitch.
        mono: bool,
        /// Why nobody sees them on their page, where nobody does.
        hidden: Option<Hidden>,
        /// A piece of a program.
        code: bool,
        /// To be typed.
        keyboard: bool,
        /// Stressed.
        emphasis: bool,
        /// Important.
        strong: bool,
        /// Another's words.
        quotation: bool,
        /// The title of a work.
        citation: bool,
        /// Font family, by the name that people choose it by.
        family: Option<String>,
        /// Family for Chinese, Japanese and Korean letters, where it is another.
        east_asian: Option<String>,
        /// Size; missing means the usual one.
        size: Option<f32>,
        /// Weight from 100 to 900, where it is neither 400 nor, of bold ones, 700.
        weight: Option<u16>,
        /// Colour; missing means black.
        color: Option<String>,
        /// Colour behind them.
        background: Option<String>,
        /// Their width as a share of the natural one, where it is not 1.
        scale: Option<f32>,
        /// Space added after each of them.
        spacing: f32,
        /// How far it stands above the base line; below zero it is lowered.
        raise: f32,
        /// How the lines under and through them are drawn, if not plainly.
        lines: Option<Decoration>,
        /// A line around them.
        border: Option<Border>,
        /// How they are painted, if not plainly.
        effect: Option<Effect>,
        /// Marks at each of them, as Chinese and Japanese text has them.
        marks: Option<Emphasis>,
        /// Small letters above them that say how they are read.
        ruby: Option<String>,
        /// Address of a picture that the source does not hold, which they stand for in square brackets.
        picture: Option<String>,
        /// BCP 47 language tag; missing means the document's language.
        lang: Option<String>,
        /// Name of the character style in the source.
        style: Option<String>,
    }
}

object! {
    /// How the lines under and through letters are drawn.
    Decoration {;
        /// Kind of line.
        kind: LineKind,
        /// Whether it is twice as thick as usual.
        heavy: bool,
        /// Whether spaces are left out.
        words_only: bool,
        /// Colour; missing means that of the letters.
        color: Option<String>,
    }
}

words! {
    /// Letters that are not plainly filled.
    Effect = transvase_model::flow::Effect {
        /// Only their outlines.
        Outline,
        /// With a shadow behind them.
        Shadow,
        /// As if they stood out of the paper.
        Embossed,
        /// As if they were pressed into it.
        Engraved,
    }
}

object! {
    /// How a paragraph stands on the page, alignment aside.
    Layout {;
        /// Indent of every line at the start side.
        indent_start: f32,
        /// Indent of every line at the end side.
        indent_end: f32,
        /// Indent of the first line beyond `indent_start`; negative hangs it out.
        indent_first: f32,
        /// Space above; adjoining spaces collapse to the larger one.
        space_before: f32,
        /// Space below.
        space_after: f32,
        /// Distance between base lines as a multiple of the font size.
        line_height: Option<f32>,
        /// Distance between base lines, whatever stands in them; goes before `line_height`.
        line_distance: Option<f32>,
        /// Begins on a new page.
        page_break_before: bool,
        /// Stays on the page of the next paragraph's first lines.
        keep_with_next: bool,
        /// Does not break across pages.
        keep_together: bool,
        /// Colour behind the paragraph.
        background: Option<String>,
        /// Lines around the paragraph.
        borders: Borders,
        /// Distances of these lines from the text.
        border_room: Option<Edges>,
        /// Stops for tab characters.
        tabs: Vec<Tab>,
    }
}

object! {
    /// A tab stop.
    Tab {
        /// Distance from the start edge of the column.
        position: f32,;
        /// How the text after the tab stands at the stop.
        align: TabAlign,
        /// Whether dots fill the space before the stop.
        dots: bool,
        /// What else fills it.
        leader: Option<Leader>,
    }
}

object! {
    /// A length for each side.
    Edges {;
        /// Top.
        top: f32,
        /// Right.
        right: f32,
        /// Bottom.
        bottom: f32,
        /// Left.
        left: f32,
    }
}

object! {
    /// Lines around something.
    Borders {;
        /// Above.
        top: Option<Border>,
        /// At the right.
        right: Option<Border>,
        /// Below.
        bottom: Option<Border>,
        /// At the left.
        left: Option<Border>,
    }
}

object! {
    /// A line.
    Border {
        /// Width.
        width: f32,
        /// Colour.
        color: String,;
        /// How it is drawn.
        kind: LineKind,
    }
}

words! {
    /// How a line is drawn.
    #[derive(Default)]
    LineKind = transvase_model::flow::LineKind {
        /// One line.
        #[default]
        Single,
        /// Two lines.
        Double,
        /// Three lines.
        Triple,
        /// Dots.
        Dotted,
        /// Dashes.
        Dashed,
        /// Dashes and dots by turns.
        DotDash,
        /// A wave.
        Wave,
    }
}

object! {
    /// Where something stands that is not in the line.
    Placement {
        /// Distance of its left edge.
        x: f32,
        /// Distance of its upper edge.
        y: f32,
        /// What the distances count from.
        origin: Origin,
        /// What the text does about it.
        wrap: Wrap,;
        /// Room that text running around it leaves at its sides.
        room: f32,
        /// Whether it lies on all that is not raised.
        raised: bool,
    }
}

words! {
    /// Alignment of lines.
    Align = transvase_model::flow::Align {
        /// At the start side: left in left-to-right text.
        Start,
        /// In the middle.
        Center,
        /// At the end side.
        End,
        /// At both.
        Justify,
    }
}

words! {
    /// How text stands at a tab stop.
    #[derive(Default)]
    TabAlign = transvase_model::flow::TabAlign {
        /// Begins there.
        #[default]
        Start,
        /// Is centred on it.
        Center,
        /// Ends there.
        End,
        /// Has its decimal point there.
        Decimal,
        /// No stop: a line down the paragraph stands there.
        Bar,
    }
}

words! {
    /// What fills the space before a tab stop.
    #[derive(Default)]
    Leader = transvase_model::flow::Leader {
        /// Full stops.
        #[default]
        Dots,
        /// Dots at half the height of letters.
        MiddleDots,
        /// Hyphens.
        Hyphens,
        /// A line under the space, as in forms.
        Line,
        /// A thick line.
        HeavyLine,
    }
}

words! {
    /// Why nobody who looks at a page sees what is written on it.
    Hidden = transvase_model::flow::Hidden {
        /// Its letters are neither filled nor outlined, and no picture shows them.
        Unpainted,
        /// It has the colour of what it stands on.
        Ground,
        /// Its letters are less than a point high.
        Tiny,
        /// Something opaque is painted over it.
        Covered,
        /// It lies outside the page, or is clipped away.
        OffPage,
        /// It belongs to a layer that is not shown.
        Layer,
        /// It is fully transparent.
        Transparent,
    }
}

words! {
    /// Marks at each character.
    Emphasis = transvase_model::flow::Emphasis {
        /// A dot above it.
        Dot,
        /// A drop above it.
        Comma,
        /// A ring above it.
        Circle,
        /// A dot below it.
        UnderDot,
    }
}

words! {
    /// What the distances of a placement count from.
    #[derive(Default)]
    Origin = transvase_model::flow::Origin {
        /// The upper left corner of the paper.
        Page,
        /// The left edge of the column and the top of the paragraph.
        #[default]
        Paragraph,
    }
}

words! {
    /// What text does about something at a place of its own.
    #[derive(Default)]
    Wrap = transvase_model::flow::Wrap {
        /// Runs around it at both sides.
        #[default]
        Square,
        /// Stands above and below it.
        TopAndBottom,
        /// Runs over it.
        Behind,
        /// Runs under it.
        InFront,
    }
}
