//! Page layout options: what the caller decides about the pages, and what follows from it.

use std::sync::Arc;

use super::scale;
use transvase_base::context::Context;
use transvase_base::options::{OptionKind, OptionSpec, PAGES};
use transvase_base::units::pt_from_mm;
use transvase_format::paper::paper;
pub(super) use transvase_format::paper::{MARGIN, PAGE_SIZE};
use transvase_model::flow::{Align, Column, Edges, Flow, PageSetup, Section};

/// Size of running text.
pub(super) static FONT_SIZE: OptionSpec = OptionSpec {
    key: "font_size",
    kind: OptionKind::Number { min: 4.0, max: 72.0 },
    unit: "pt",
    default: "11",
    doc: "Font size of body text on laid-out pages; other sizes change in proportion.",
};

/// Distance of base lines.
pub(super) static LINE_HEIGHT: OptionSpec = OptionSpec {
    key: "line_height",
    kind: OptionKind::Number { min: 0.8, max: 3.0 },
    unit: "",
    default: "1.3",
    doc: "Distance between base lines as a multiple of the font size, where the source does not say.",
};

/// Family of running text.
pub(super) static FONT_FAMILY: OptionSpec = OptionSpec {
    key: "font_family",
    kind: OptionKind::Text,
    unit: "",
    default: "serif",
    doc: "Font family of running text on laid-out pages, where the source does not say.",
};

/// Whether running text fills its lines.
pub(super) static JUSTIFY: OptionSpec = OptionSpec {
    key: "justify",
    kind: OptionKind::Flag,
    unit: "",
    default: "true",
    doc: "Justify running text on laid-out pages, where the source does not say otherwise.",
};

/// Whether words may be divided.
pub(super) static HYPHENATE: OptionSpec = OptionSpec {
    key: "hyphenate",
    kind: OptionKind::Flag,
    unit: "",
    default: "true",
    doc: "Hyphenate words on laid-out pages, by the rules of their language.",
};

/// Whether pages are numbered.
pub(super) static PAGE_NUMBERS: OptionSpec = OptionSpec {
    key: "page_numbers",
    kind: OptionKind::Flag,
    unit: "",
    default: "true",
    doc: "Print page numbers at the foot of laid-out pages.",
};

/// What becomes of tracked changes.
pub(super) static CHANGES: OptionSpec = OptionSpec {
    key: "changes",
    kind: OptionKind::Choice(&["accepted", "shown"]),
    unit: "",
    default: "accepted",
    doc: "Tracked changes on laid-out pages: settled as if all had been accepted, or shown in colour, new text underlined \
          and deleted text struck through.",
};

/// What becomes of comments.
pub(super) static COMMENTS: OptionSpec = OptionSpec {
    key: "comments",
    kind: OptionKind::Choice(&["drop", "margin"]),
    unit: "",
    default: "drop",
    doc: "Comments on the text of laid-out pages: left out with a warning, or set in the right margin.",
};

/// Distance of base lines in office documents that do not say: that of most fonts.
const OFFICE_LINE: f32 = 1.17;

/// Whether tables of contents are made anew.
pub(super) static UPDATE_FIELDS: OptionSpec = OptionSpec {
    key: "update_fields",
    kind: OptionKind::Flag,
    unit: "",
    default: "false",
    doc: "Make the entries of a table of contents on laid-out pages anew from the headings. Page numbers in fields are always \
          those of the result.",
};

/// The options of this transform.
pub(super) static OPTIONS: &[&OptionSpec] = &[
    &PAGES,
    &PAGE_SIZE,
    &MARGIN,
    &FONT_SIZE,
    &LINE_HEIGHT,
    &FONT_FAMILY,
    &JUSTIFY,
    &HYPHENATE,
    &PAGE_NUMBERS,
    &CHANGES,
    &COMMENTS,
    &UPDATE_FIELDS,
];

/// The decisions that hold for the whole document.
#[derive(Debug, Clone)]
pub(super) struct Setup {
    /// Geometry of pages whose section does not bring its own.
    pub page: PageSetup,
    /// Whether sections may bring their own: not where the caller chose a paper.
    pub own_pages: bool,
    /// Whether the source says how its pages look, as office documents do: they are then set as it says, and what it
    /// leaves open as office programs do.
    pub as_source: bool,
    /// Whether room between lines beyond their own height comes above them.
    pub leads_above: bool,
    /// Whether spaces of justified lines shrink where one more word fits by it.
    pub condenses: bool,
    /// Size of running text in points.
    pub size: f32,
    /// Distance of base lines as a multiple of the size.
    pub line_height: f32,
    /// Family of running text.
    pub family: Arc<str>,
    /// Justify running text.
    pub justify: bool,
    /// Divide words.
    pub hyphenate: bool,
    /// How far from their edge lines may end before that, in points.
    pub zone: f32,
    /// Number pages.
    pub page_numbers: bool,
}

impl Setup {
    /// The options of a conversion.
    pub(super) fn of(context: &Context) -> Setup {
        let options = context.options();
        let number = |spec| options.number(spec).unwrap_or_default() as f32;
        let margin = pt_from_mm(number(&MARGIN));
        let paper = paper(options.choice(&PAGE_SIZE).unwrap_or("a4"));
        // A margin may not eat the page up: some 5 cm or half the paper stay for the text.
        let margin = margin.min(paper.width * 0.25).min(paper.height * 0.25);
        Setup {
            page: PageSetup {
                size: paper,
                margins: Edges { top: margin, right: margin, bottom: margin, left: margin },
                columns: Vec::<Column>::new(),
                ..PageSetup::default()
            },
            own_pages: !options.is_set(&PAGE_SIZE) && !options.is_set(&MARGIN),
            as_source: false,
            leads_above: false,
            condenses: false,
            size: number(&FONT_SIZE),
            line_height: number(&LINE_HEIGHT),
            family: options.text(&FONT_FAMILY).unwrap_or_default().into(),
            justify: options.flag(&JUSTIFY),
            hyphenate: options.flag(&HYPHENATE),
            zone: 0.0,
            page_numbers: options.flag(&PAGE_NUMBERS),
        }
    }
}

impl Setup {
    /// The same for a document that may bring its own pages, or what stands at their edges. It then has text of its own
    /// size, no divided words and no numbers but its own, where nobody asks for others.
    #[must_use]
    pub(super) fn for_pages_of(self, flow: &Flow, context: &Context) -> Setup {
        let has_pages =
            |section: &Section| section.page.is_some() || section.header.is_some() || section.footer.is_some();
        if !flow.sections.iter().any(has_pages) {
            return self;
        }
        let options = context.options();
        Setup {
            as_source: true,
            leads_above: flow.leads_above,
            condenses: flow.condenses,
            size: if options.is_set(&FONT_SIZE) { self.size } else { scale::body_size(flow) },
            line_height: if options.is_set(&LINE_HEIGHT) { self.line_height } else { OFFICE_LINE },
            hyphenate: if options.is_set(&HYPHENATE) { self.hyphenate } else { flow.hyphenation.is_some() },
            zone: flow.hyphenation.unwrap_or_default(),
            page_numbers: self.page_numbers && options.is_set(&PAGE_NUMBERS),
            ..self
        }
    }

    /// Alignment of text whose source does not say.
    pub(super) fn align(&self) -> Align {
        if self.justify && !self.as_source { Align::Justify } else { Align::Start }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::units::Size;

    #[test]
    fn the_default_is_a_numbered_page_of_a4() {
        let setup = Setup::of(&Context::default());
        let Size { width, height } = setup.page.size;
        assert!((width - Size::A4.width).abs() < 0.01 && (height - Size::A4.height).abs() < 0.01);
        assert!(setup.justify && setup.hyphenate && setup.page_numbers);
        assert_eq!((setup.size, &*setup.family), (11.0, "serif"));
    }

    #[test]
    fn a_margin_leaves_half_of_the_paper() {
        let mut options = transvase_base::options::Options::default();
        options.set(&PAGE_SIZE, "a6").unwrap();
        options.set(&MARGIN, "100").unwrap();
        let setup = Setup::of(&Context::new(options, transvase_base::context::Limits::default()));
        let margins = setup.page.margins;
        assert!(setup.page.size.width - margins.left - margins.right >= setup.page.size.width * 0.49);
    }
}
