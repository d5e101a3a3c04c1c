//! Shaping: the characters of a paragraph become clusters of glyphs with advances, bidi levels and
//! break opportunities.
//!
//! Analysis (UAX #9, #14, #29) and shaping are parley's engine; which face a cluster takes is
//! decided here, from a [`FontBook`]. Breaking lines and placing glyphs is left to the caller.

mod hyphens;
mod select;

pub use hyphens::{HyphenLanguage, Hyphenator};
pub use select::{FaceId, Faces};

use std::ops::Range;

use parley::fontique::Language;
use parley::{BaseDirection, FontFeature, FontVariation};
use parley_engine::itemize::Item;
use parley_engine::shape::Whitespace;
use parley_engine::{Analysis, AnalysisOptions, Analyzer, LineBreakConfig, ShapeOptions, ShapedText};

use crate::fonts::FontBook;

/// Bytes of text one call of [`Shaper::shape`] takes at most: styles are counted in 16 bits, and
/// longer paragraphs are shaped in pieces so that memory stays small.
pub const MAX_TEXT_BYTES: usize = 1 << 15;

/// A stretch of text in one style, as far as shaping needs to know it.
#[derive(Debug, Clone)]
pub struct Span {
    /// Where it ends, in bytes of the text; it begins where the one before ends.
    pub end: usize,
    /// The face asked for.
    pub face: FaceId,
    /// Size in points.
    pub size: f32,
    /// BCP 47 tag.
    pub language: Option<Language>,
    /// Whether its letters are neither kerned nor joined.
    pub unkerned: bool,
}

/// What kind of space a cluster is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Space {
    /// None.
    No,
    /// A space that stretches and vanishes at a line's end.
    Word,
    /// A space that stretches, but no line ends at it.
    NoBreak,
    /// A space of fixed width.
    Fixed,
    /// A tab character.
    Tab,
}

/// Characters that are shaped together and cannot be divided without shaping them anew.
#[derive(Debug, Clone)]
pub struct Cluster {
    /// Bytes of the text.
    pub text: Range<u32>,
    /// Width in points.
    pub advance: f32,
    /// Range of [`Shaped::glyphs`].
    pub glyphs: Range<u32>,
    /// Index of the run.
    pub run: u32,
    /// Index of the span.
    pub span: u16,
    /// Whether a line may begin with it (UAX #14).
    pub break_before: bool,
    /// Whether it begins a character as readers see it (UAX #29).
    pub grapheme: bool,
    /// What kind of space it is.
    pub space: Space,
}

/// A glyph of a cluster, in paint order.
#[derive(Debug, Clone, Copy)]
pub struct ShapedGlyph {
    /// Glyph id in the run's face.
    pub id: u32,
    /// Shift to the right in points.
    pub x: f32,
    /// Shift upwards in points.
    pub y: f32,
    /// Advance in points.
    pub advance: f32,
}

/// Clusters of one face, size and direction.
#[derive(Debug, Clone, Copy)]
pub struct ShapedRun {
    /// The face the glyph ids belong to.
    pub face: FaceId,
    /// Bidi level (UAX #9): odd levels run from right to left.
    pub level: u8,
}

/// A shaped text, its clusters in logical order.
#[derive(Debug, Clone, Default)]
pub struct Shaped {
    /// The clusters.
    pub clusters: Vec<Cluster>,
    /// Their glyphs.
    pub glyphs: Vec<ShapedGlyph>,
    /// The runs.
    pub runs: Vec<ShapedRun>,
    /// Bidi level of the paragraph.
    pub base_level: u8,
}

impl Shaped {
    /// Width of some clusters.
    pub fn advance(&self, clusters: Range<usize>) -> f32 {
        self.clusters.get(clusters).unwrap_or_default().iter().map(|cluster| cluster.advance).sum()
    }

    /// Some clusters as a text of their own, which begins with the first of them.
    #[must_use]
    pub fn slice(&self, first: usize, end: usize) -> Shaped {
        let clusters = self.clusters.get(first..end).unwrap_or_default();
        let start = clusters.first().map_or(0, |cluster| cluster.text.start);
        let runs = clusters.first().map_or(0, |cluster| cluster.run)..clusters.last().map_or(0, |last| last.run + 1);
        let glyphs_start = clusters.first().map_or(0, |cluster| cluster.glyphs.start);
        let glyphs_end = clusters.last().map_or(glyphs_start, |cluster| cluster.glyphs.end);
        let moved = clusters.iter().map(|cluster| Cluster {
            text: cluster.text.start - start..cluster.text.end - start,
            glyphs: cluster.glyphs.start - glyphs_start..cluster.glyphs.end - glyphs_start,
            run: cluster.run - runs.start,
            ..*cluster
        });
        Shaped {
            clusters: moved.collect(),
            glyphs: self.glyphs.get(glyphs_start as usize..glyphs_end as usize).unwrap_or_default().to_vec(),
            runs: self.runs.get(runs.start as usize..runs.end as usize).unwrap_or_default().to_vec(),
            base_level: self.base_level,
        }
    }

    /// Bidi level of a cluster.
    pub fn level(&self, cluster: &Cluster) -> u8 {
        self.runs.get(cluster.run as usize).map_or(self.base_level, |run| run.level)
    }
}

/// Shapes texts with the faces of one book. Keeps its scratch memory between calls.
#[derive(Debug)]
pub struct Shaper<'b> {
    faces: Faces<'b>,
    analyzer: Analyzer,
    analysis: Analysis,
    engine: parley_engine::Shaper,
    text: ShapedText,
    styles: Vec<u16>,
    bold: Vec<FontVariation>,
    unkerned: Vec<FontFeature>,
}

impl<'b> Shaper<'b> {
    /// A shaper that takes its faces from `book`.
    pub fn new(book: &'b FontBook) -> Shaper<'b> {
        Shaper {
            faces: Faces::new(book),
            analyzer: Analyzer::new(),
            analysis: Analysis::new(),
            engine: parley_engine::Shaper::default(),
            text: ShapedText::new(),
            styles: Vec::new(),
            bold: FontVariation::parse_css_list("\"wght\" 700").flatten().collect(),
            unkerned: FontFeature::parse_css_list("\"kern\" 0, \"liga\" 0, \"clig\" 0").flatten().collect(),
        }
    }

    /// The faces in use.
    pub fn faces(&mut self) -> &mut Faces<'b> {
        &mut self.faces
    }

    /// Shapes `text`, which the spans cover. `right_to_left` sets the base direction; without it
    /// the first strong character does where it is a right-to-left one.
    pub fn shape(&mut self, text: &str, spans: &[Span], right_to_left: bool) -> Shaped {
        if text.is_empty() || self.faces.is_empty() {
            return Shaped::default();
        }
        self.analyze(text, spans, right_to_left);
        let ends = self.index_spans(text, spans);
        let items: Vec<Item> = spans
            .iter()
            .zip(&ends)
            .scan(0, |before, (span, end)| Some((span, *end, std::mem::replace(before, *end))))
            .filter(|(_, end, before)| end > before)
            .map(|(span, end, _)| Item {
                char_end: end,
                options: ShapeOptions {
                    font_size: span.size,
                    language: span.language,
                    features: if span.unkerned { &self.unkerned } else { &[] },
                    variations: if self.faces.is_bold(span.face) { &self.bold } else { &[] },
                },
            })
            .collect();
        let selector = self.faces.selector(spans);
        self.engine.shape_text(text, &self.analysis, &self.styles, items, selector, &mut self.text);
        self.collect()
    }

    fn analyze(&mut self, text: &str, spans: &[Span], right_to_left: bool) {
        let language = spans.first().and_then(|span| span.language);
        let whole = [(0..text.len(), LineBreakConfig { language, ..LineBreakConfig::default() })];
        let options = AnalysisOptions {
            base_direction: if right_to_left { BaseDirection::Rtl } else { BaseDirection::Auto },
            line_break: &whole,
            ..AnalysisOptions::default()
        };
        self.analyzer.analyze(text, &options, &mut self.analysis);
    }

    /// Notes the span of each character, and answers where each span ends in characters.
    fn index_spans(&mut self, text: &str, spans: &[Span]) -> Vec<u32> {
        self.styles.clear();
        let mut chars = text.char_indices().peekable();
        let mut ends = Vec::new();
        let last = spans.len().saturating_sub(1);
        for (index, span) in spans.iter().enumerate() {
            while chars.next_if(|(at, _)| *at < span.end || index == last).is_some() {
                self.styles.push(index as u16);
            }
            ends.push(self.styles.len() as u32);
        }
        ends
    }

    /// Copies the engine's result into the shape line breaking wants.
    fn collect(&mut self) -> Shaped {
        let mut shaped = Shaped { base_level: self.analysis.paragraph_level().to_u8(), ..Shaped::default() };
        let characters = self.text.characters();
        for (index, run) in self.text.runs().iter().enumerate() {
            let face = self.text.fonts().get(run.font_index).and_then(|font| self.faces.of_blob(font));
            shaped.runs.push(ShapedRun { face: face.unwrap_or_default(), level: run.bidi_level.to_u8() });
            let slice = self.text.run_slice(index as u32);
            for at in run.shaped_clusters_range.clone() {
                let Some(cluster) = self.text.shaped_clusters().get(at as usize) else { continue };
                let chars = cluster.chars_range();
                let (Some(first), Some(last)) =
                    (characters.get(chars.start as usize), characters.get((chars.end as usize).saturating_sub(1)))
                else {
                    continue;
                };
                let glyphs_start = shaped.glyphs.len() as u32;
                shaped.glyphs.extend(slice.shaped_cluster_glyphs(at).map(|glyph| ShapedGlyph {
                    id: glyph.id,
                    x: glyph.x,
                    y: -glyph.y,
                    advance: glyph.advance,
                }));
                shaped.clusters.push(Cluster {
                    text: first.text_byte_start..last.text_byte_range().end as u32,
                    advance: cluster.advance,
                    glyphs: glyphs_start..shaped.glyphs.len() as u32,
                    run: index as u32,
                    span: cluster.style_index,
                    break_before: cluster.is_soft_wrap_opportunity_before(),
                    grapheme: cluster.is_grapheme_start(),
                    space: space_of(cluster.whitespace()),
                });
            }
        }
        shaped
    }
}

fn space_of(whitespace: Whitespace) -> Space {
    match whitespace {
        Whitespace::None | Whitespace::ControlWhitespace => Space::No,
        Whitespace::Space | Whitespace::Newline => Space::Word,
        Whitespace::NoBreakSpace => Space::NoBreak,
        Whitespace::IdeographicSpace | Whitespace::OtherSpaceSeparator => Space::Fixed,
        Whitespace::Tab => Space::Tab,
    }
}
