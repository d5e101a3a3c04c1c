//! Shared layout state: setup, fonts, languages, links, structure.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use parley::fontique::Language;

use super::breaking::Breakpoint;
use super::edges::Joined;
use super::faces::is_generic;
use super::floats::Floats;
use super::options::Setup;
use super::place::Cursor;
use super::structure::Structure;
use super::text::{Look, Text};
use super::wide;
use transvase_base::context::Context;
use transvase_base::units::Size;
use transvase_font::fonts::{Advances, FontBook};
use transvase_font::shaping::{Cluster, FaceId, HyphenLanguage, Hyphenator, Shaped, Shaper, Space, Span};
use transvase_markup::prose::Numbers;
use transvase_model::flow::{Anchor, Block, Comment, Flow, Frame, Inline, LineGrid, LinkTarget, inlines, leaves};
use transvase_model::media::MediaStore;
use transvase_model::pages::{Font, Glyph, NodeId, StructKind, TextPaint};

/// A character that every face for ideographs has.
const IDEOGRAPH: char = '一';

/// Tangent of the angle at which letters are slanted that have no italic: 14 degrees, which is what
/// CSS Fonts 4 (4.3, `oblique`) asks for.
const SLANT: f32 = 0.249;

/// A language of the text, resolved once.
#[derive(Debug)]
struct Tongue {
    tag: Option<Arc<str>>,
    shaping: Option<Language>,
    hyphens: Option<HyphenLanguage>,
}

/// A link of the text.
#[derive(Debug)]
pub(super) struct TextLink {
    /// Where it leads.
    pub target: LinkTarget,
    /// Its structure node.
    pub node: NodeId,
}

/// The state that laying out blocks works with.
#[derive(Debug)]
pub(super) struct Layout<'a> {
    pub context: &'a Context,
    pub setup: &'a Setup,
    /// Factor from the source's lengths to the layout's; smaller inside wide tables.
    pub scale: f32,
    /// Size of running text in points; smaller inside wide tables.
    pub size: f32,
    pub media: &'a MediaStore,
    pub structure: Structure,
    pub links: Vec<TextLink>,
    /// Images without a size, which nobody can see.
    pub images_dropped: usize,
    /// Rows of a fixed height that cut off a part of their text.
    pub rows_cut: usize,
    /// Inner links whose place does not exist.
    pub links_dropped: usize,
    /// Blocks that were nested too deep.
    pub flattened: bool,
    /// Size of the current column.
    pub column: Size,
    /// Width of the right margin here.
    pub margin: f32,
    /// Comments for the margin, until they are set.
    pub remarks: Vec<Option<Comment>>,
    /// Whether lines run down the page here, so that letters of East Asia have to be stood upright.
    pub is_vertical: bool,
    /// The grid that lines stand on here.
    pub grid: Option<LineGrid>,
    /// What stands in the current column with text beside it.
    pub floats: Floats,
    /// Where that column stands on its page; `None` where it is not known.
    pub cursor: Option<Cursor>,
    /// How the box around the next paragraph stands to its neighbours.
    pub joined: Joined,
    /// Frames that follow the next paragraph and count from it.
    pub beside: Vec<Frame>,
    /// Notes for the feet of pages, by their numbers, until they are set.
    pub foot_notes: Vec<Option<Vec<Block>>>,
    /// Styles, in small letters, whose words some field asks for.
    pub wanted_styles: BTreeSet<Arc<str>>,
    /// The counts of the lists around.
    pub numbers: Numbers,
    shaper: Shaper<'a>,
    hyphenator: Hyphenator,
    tongues: Vec<Tongue>,
    fonts: Vec<FaceId>,
    faces: BTreeMap<(Option<Arc<str>>, bool, u16, bool), FaceId>,
    /// Widths of families that others stand in for.
    named: Vec<Advances>,
    substitutes: BTreeMap<(Arc<str>, u16, FaceId), Option<u16>>,
    /// Families that are not there, and the family that each is set in.
    pub replaced: BTreeMap<Arc<str>, Arc<str>>,
    anchors: BTreeSet<Anchor>,
    hyphen_widths: BTreeMap<(FaceId, u32), f32>,
    book: &'a FontBook,
    wide_faces: BTreeMap<(FaceId, char), FaceId>,
    /// Family of most of the running text, and whether it is fixed-pitch.
    usual: (Option<Arc<str>>, bool),
    /// A list that pens write into, again and again.
    pub spare_glyphs: Vec<Glyph>,
}

impl<'a> Layout<'a> {
    pub(super) fn new(
        flow: &Flow,
        media: &'a MediaStore,
        setup: &'a Setup,
        book: &'a FontBook,
        context: &'a Context,
    ) -> Layout<'a> {
        let mut layout = Layout {
            context,
            setup,
            scale: super::scale::scale_of(flow, setup.size),
            size: setup.size,
            media,
            structure: Structure::new(),
            links: Vec::new(),
            images_dropped: 0,
            rows_cut: 0,
            links_dropped: 0,
            flattened: false,
            column: Size::default(),
            margin: setup.page.margins.right,
            remarks: flow.comments.iter().cloned().map(Some).collect(),
            is_vertical: false,
            grid: None,
            floats: Floats::default(),
            cursor: None,
            joined: Joined::default(),
            beside: Vec::new(),
            foot_notes: Vec::new(),
            wanted_styles: super::styled::wanted(flow),
            numbers: Numbers::default(),
            shaper: Shaper::new(book),
            hyphenator: Hyphenator::default(),
            tongues: Vec::new(),
            fonts: Vec::new(),
            faces: BTreeMap::new(),
            named: Vec::new(),
            substitutes: BTreeMap::new(),
            replaced: BTreeMap::new(),
            anchors: anchors_of(flow),
            hyphen_widths: BTreeMap::new(),
            book,
            wide_faces: BTreeMap::new(),
            usual: super::scale::usual_family(flow),
            spare_glyphs: Vec::new(),
        };
        layout.tongues.push(Tongue::of(flow.metadata.language.as_deref().map(Arc::from)));
        layout
    }

    /// Takes notes that stand at the feet of pages, and the places in them that links can lead to.
    pub(super) fn take_foot_notes(&mut self, notes: Vec<Option<Vec<Block>>>) {
        for block in notes.iter().flatten().flat_map(leaves) {
            if let Block::Paragraph(paragraph) = block {
                add_anchors(&paragraph.content, &mut self.anchors);
            }
        }
        self.foot_notes = notes;
    }

    /// The face of a style.
    pub(super) fn face(&mut self, family: Option<&Arc<str>>, monospace: bool, weight: u16, italic: bool) -> FaceId {
        let key = (family.cloned(), monospace, weight, italic);
        if let Some(face) = self.faces.get(&key) {
            return *face;
        }
        let name = match family {
            _ if monospace && family.is_none() => "monospace",
            Some(family) => family,
            None => &self.setup.family,
        };
        let face = self.shaper.faces().find(name, weight, italic);
        self.faces.insert(key, face);
        face
    }

    /// Index of the widths of a family that is set in `face` instead of its own; `None` where it has its own, or they are
    /// not known. Only documents that say how their pages look are held to them.
    pub(super) fn named(&mut self, family: Option<&Arc<str>>, weight: u16, face: FaceId) -> Option<u16> {
        let family = family.filter(|family| self.setup.as_source && !is_generic(family))?;
        let key = (family.clone(), weight, face);
        if let Some(known) = self.substitutes.get(&key) {
            return *known;
        }
        let standing = self.shaper.faces().face(face).filter(|_| !self.book.has_family(family));
        let widths = standing.and_then(|standing| Advances::of(family, weight, standing));
        let index = widths.and_then(|widths| {
            self.named.push(widths);
            u16::try_from(self.named.len() - 1).ok()
        });
        if let Some(standing) = standing {
            self.replaced.insert(family.clone(), standing.family.clone());
        }
        self.substitutes.insert(key, index);
        index
    }

    /// How much wider a family is than the face that stands in for it.
    pub(super) fn ratio(&self, named: Option<u16>) -> f32 {
        named.and_then(|at| self.named.get(usize::from(at))).map_or(1.0, Advances::ratio)
    }

    /// The face of running text, for what belongs to no text of the source.
    pub(super) fn usual_face(&mut self) -> FaceId {
        let (family, monospace) = self.usual.clone();
        self.face(family.as_ref(), monospace, 400, false)
    }

    /// The face that ideographs have where `face` is asked for, if it has the character; else `face`.
    pub(super) fn wide_face(&mut self, face: FaceId, character: char) -> FaceId {
        if let Some(known) = self.wide_faces.get(&(face, character)) {
            return *known;
        }
        let faces = self.shaper.faces();
        let wide = faces.face(face).and_then(|like| self.book.fallback_for(IDEOGRAPH, like));
        let wide = wide.filter(|wide| wide.covers(character));
        let found = wide.map_or(face, |wide| faces.find(&wide.family, wide.weight, wide.italic));
        self.wide_faces.insert((face, character), found);
        found
    }

    /// Whether some field asks for the words of paragraphs of a style.
    pub(super) fn wants(&self, style: &str) -> bool {
        !self.wanted_styles.is_empty() && self.wanted_styles.contains(style.to_lowercase().as_str())
    }

    /// A length of the source in points of the layout; damage counts as nothing.
    pub(super) fn length(&self, length: f32) -> f32 {
        let length = length * self.scale;
        if length.is_finite() { length.clamp(-2_000.0, 2_000.0) } else { 0.0 }
    }

    /// How much there is of what laying out leaves behind.
    pub(super) fn mark(&self) -> (usize, usize, usize, usize) {
        (self.structure.len(), self.links.len(), self.links_dropped, self.images_dropped)
    }

    /// Forgets what was left behind since [`Layout::mark`]: it was only measured.
    pub(super) fn back_to(&mut self, mark: (usize, usize, usize, usize)) {
        self.structure.truncate(mark.0);
        self.links.truncate(mark.1);
        (self.links_dropped, self.images_dropped) = (mark.2, mark.3);
    }

    /// Index of a face among the fonts of the pages.
    pub(super) fn font_index(&mut self, face: FaceId) -> usize {
        let known = self.fonts.iter().position(|font| *font == face);
        known.unwrap_or_else(|| {
            self.fonts.push(face);
            self.fonts.len() - 1
        })
    }

    /// The fonts of the pages.
    pub(super) fn fonts(&mut self) -> Vec<Font> {
        let faces = self.fonts.clone();
        faces.into_iter().filter_map(|face| self.shaper.faces().font(face)).collect()
    }

    /// How letters of a face are drawn that its file lacks: what `(c, d)` of an upright run leans by, and the
    /// paint.
    pub(super) fn synthesis(&mut self, face: FaceId) -> (f32, TextPaint) {
        let face = self.shaper.faces().face(face);
        let slant = if face.is_some_and(|face| face.slanted) { SLANT } else { 0.0 };
        let paint = if face.is_some_and(|face| face.emboldened) { TextPaint::FillStroke } else { TextPaint::Fill };
        (slant, paint)
    }

    /// Index of a language; 0 is the document's.
    pub(super) fn language(&mut self, tag: Option<&Arc<str>>) -> u16 {
        let Some(tag) = tag else { return 0 };
        let known = self.tongues.iter().position(|tongue| tongue.tag.as_ref() == Some(tag));
        known.unwrap_or_else(|| {
            // More languages than there are on earth: the rest count as the document's.
            if self.tongues.len() >= 10_000 {
                return 0;
            }
            self.tongues.push(Tongue::of(Some(tag.clone())));
            self.tongues.len() - 1
        }) as u16
    }

    /// Notes a link; `None` where it leads to no place of the document.
    pub(super) fn add_link(&mut self, target: &LinkTarget, parent: NodeId) -> Option<u32> {
        if matches!(target, LinkTarget::Internal(anchor) if !self.anchors.contains(anchor)) {
            self.links_dropped += 1;
            return None;
        }
        let node = self.structure.add(StructKind::Link, parent, None);
        self.links.push(TextLink { target: target.clone(), node });
        Some((self.links.len() - 1) as u32)
    }

    /// The structure node of a link.
    pub(super) fn link_node(&self, link: u32) -> Option<NodeId> {
        self.links.get(link as usize).map(|link| link.node)
    }

    /// The room an image has: the measure, and the column's height, of books less two lines for a caption.
    pub(super) fn image_room(&self, measure: f32) -> Size {
        let lines = if self.setup.as_source { 0.0 } else { 2.0 };
        let caption = self.size * self.setup.line_height * lines;
        Size { width: measure.max(1.0), height: (self.column.height - caption).max(self.column.height * 0.5).max(1.0) }
    }

    /// Shapes a text, its images at their widths; small letters above it take no room.
    pub(super) fn shape(&mut self, text: &Text, right_to_left: bool) -> Shaped {
        let spans: Vec<Span> = text
            .pieces
            .iter()
            .map(|piece| Span {
                end: piece.end,
                face: piece.look.face,
                size: piece.look.size,
                language: self.tongues.get(usize::from(piece.look.language)).and_then(|tongue| tongue.shaping),
                unkerned: piece.look.unkerned,
            })
            .collect();
        let mut shaped = self.shaper.shape(&text.shaped, &spans, right_to_left);
        for cluster in &mut shaped.clusters {
            if cluster.space == Space::Tab {
                // No font has a glyph for it; its width is settled line by line.
                (cluster.advance, cluster.glyphs.end) = (0.0, cluster.glyphs.start);
            }
            let look = text.pieces.get(usize::from(cluster.span)).map(|piece| &piece.look);
            let changed = |look: &&Look| look.named.is_some() || look.stretch != 1.0 || look.spacing != 0.0;
            if let Some(look) = look.filter(|_| cluster.space != Space::Tab).filter(changed) {
                let letters = text.shaped.get(cluster.text.start as usize..cluster.text.end as usize);
                let named = look.named.and_then(|at| self.named.get(usize::from(at)));
                let known = named.zip(letters).and_then(|(named, letters)| {
                    let ems: Option<f32> = letters.chars().map(|letter| named.advance(letter)).sum();
                    ems.map(|ems| ems * look.size * look.scale)
                });
                let natural = cluster.advance * look.stretch;
                let advance = known.unwrap_or(natural);
                // A letter stands in the middle of the room that its namesake has.
                let aside = (advance - natural) / 2.0 / look.stretch;
                let glyphs = cluster.glyphs.start as usize..cluster.glyphs.end as usize;
                shaped.glyphs.get_mut(glyphs).into_iter().flatten().for_each(|glyph| glyph.x += aside);
                cluster.advance = advance + look.spacing;
            }
            if let Some(object) = look.and_then(|look| look.object).and_then(|at| text.objects.get(at as usize)) {
                cluster.advance = object.width;
                cluster.glyphs.end = cluster.glyphs.start;
            }
        }
        join_formulas(&mut shaped, text);
        if self.setup.as_source {
            let grid = self.grid.map_or(0.0, |grid| grid.spacing);
            wide::space_out(&mut shaped, text, grid);
        }
        shaped
    }

    /// Calls `find` with what it needs to divide the words of a text.
    pub(super) fn hyphen_points(
        &mut self,
        text: &Text,
        by_pattern: bool,
        find: impl FnOnce(
            &mut Hyphenator,
            &mut dyn FnMut(usize) -> f32,
            &dyn Fn(usize) -> Option<HyphenLanguage>,
        ) -> Vec<Breakpoint>,
    ) -> Vec<Breakpoint> {
        let (shaper, widths, tongues) = (&mut self.shaper, &mut self.hyphen_widths, &self.tongues);
        let mut width = |at: usize| {
            text.look_at(at.saturating_sub(1)).map_or(0.0, |look| {
                *widths
                    .entry((look.face, look.size.to_bits()))
                    .or_insert_with(|| hyphen_width(shaper, look.face, look.size))
            })
        };
        let language = |at: usize| {
            let look = text.look_at(at).filter(|_| by_pattern)?;
            tongues.get(usize::from(look.language))?.hyphens
        };
        find(&mut self.hyphenator, &mut width, &language)
    }

    /// The structure, at the end.
    pub(super) fn into_structure(self) -> Structure {
        self.structure
    }

    /// Whether every character met so far has a glyph.
    pub(super) fn has_all(&mut self) -> bool {
        self.shaper.faces().missing().is_empty()
    }

    /// Whether no face has a character, which was met before.
    pub(super) fn lacks(&mut self, character: char) -> bool {
        self.shaper.faces().missing().contains(&character)
    }

    /// Characters no face has, as far as they were met.
    pub(super) fn missing(&mut self) -> BTreeSet<char> {
        self.shaper.faces().missing().clone()
    }
}

fn hyphen_width(shaper: &mut Shaper, face: FaceId, size: f32) -> f32 {
    let span = Span { end: 1, face, size, language: None, unkerned: false };
    let shaped = shaper.shape("-", &[span], false);
    // A font without a hyphen still ends the word somewhere: the break must know itself as one.
    shaped.advance(0..shaped.clusters.len()).max(0.01)
}

impl Tongue {
    fn of(tag: Option<Arc<str>>) -> Tongue {
        Tongue {
            shaping: tag.as_deref().and_then(|tag| Language::parse(tag).ok()),
            hyphens: tag.as_deref().and_then(HyphenLanguage::of_tag),
            tag,
        }
    }
}

/// Every place the document's links can lead to.
fn anchors_of(flow: &Flow) -> BTreeSet<Anchor> {
    let mut anchors = BTreeSet::new();
    for paragraph in super::scale::paragraphs(flow) {
        add_anchors(&paragraph.content, &mut anchors);
    }
    anchors
}

fn add_anchors(content: &[Inline], anchors: &mut BTreeSet<Anchor>) {
    anchors.extend(inlines(content).filter_map(|inline| match inline {
        Inline::Anchor(anchor) => Some(anchor.clone()),
        _ => None,
    }));
}

/// Lets no line break beside a part of a formula, but behind spaces and between two parts: to Unicode's rules it is an object
/// that stands alone (UAX #14, class `CB`).
fn join_formulas(shaped: &mut Shaped, text: &Text) {
    let is_part = |cluster: &Cluster| {
        let look = text.pieces.get(usize::from(cluster.span)).map(|piece| &piece.look);
        look.and_then(|look| text.objects.get(look.object? as usize)).is_some_and(|object| object.is_formula)
    };
    let mut before: Option<(bool, bool)> = None;
    for cluster in &mut shaped.clusters {
        let here = is_part(cluster);
        if let Some((part, space)) = before
            && (part || here)
            && !space
        {
            cluster.break_before = part && here;
        }
        before = Some((here, cluster.space != Space::No));
    }
}
