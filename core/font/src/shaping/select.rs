//! Font fallback: which face each cluster of a text is set in.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use parley::fontique::{Blob, Synthesis};
use parley_engine::itemize::Segment;
use parley_engine::shape::CharCluster;
use parley_engine::{AnalysisDataSources, FontInstance, FontInstanceRef, FontSelector, ShapeOptions};

use super::Span;
use crate::fonts::{Face, FontBook};
use transvase_model::pages::{Font, FontProgram};

/// A face of the book, by its position there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct FaceId(u16);

/// The faces of a book as the shaping engine wants them, each loaded when it is first used.
pub struct Faces<'b> {
    book: &'b FontBook,
    loaded: BTreeMap<FaceId, FontInstance>,
    by_blob: BTreeMap<u64, FaceId>,
    fallbacks: BTreeMap<(char, FaceId), Option<FaceId>>,
    missing: BTreeSet<char>,
    sources: AnalysisDataSources,
}

impl std::fmt::Debug for Faces<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Faces").field("missing", &self.missing).finish_non_exhaustive()
    }
}

/// The bytes of a font program, as a blob refers to them.
struct Program(FontProgram);

impl AsRef<[u8]> for Program {
    fn as_ref(&self) -> &[u8] {
        &self.0.data
    }
}

impl<'b> Faces<'b> {
    pub(super) fn new(book: &'b FontBook) -> Self {
        Faces {
            book,
            loaded: BTreeMap::new(),
            by_blob: BTreeMap::new(),
            fallbacks: BTreeMap::new(),
            missing: BTreeSet::new(),
            sources: AnalysisDataSources::new(),
        }
    }

    /// Whether there is no face at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.book.faces().len() == 0
    }

    /// The face for a family, weight and slant.
    pub fn find(&self, family: &str, weight: u16, italic: bool) -> FaceId {
        self.book.find(family, weight, italic).map(|face| self.id_of(face)).unwrap_or_default()
    }

    fn id_of(&self, face: &Face) -> FaceId {
        FaceId(self.book.faces().position(|other| std::ptr::eq(other, face)).unwrap_or_default() as u16)
    }

    /// The face itself; `None` only in an empty book.
    pub fn face(&self, id: FaceId) -> Option<&'b Face> {
        self.book.face(usize::from(id.0))
    }

    /// The face as a font of a paged document.
    pub fn font(&self, id: FaceId) -> Option<Font> {
        self.face(id).map(Face::to_font)
    }

    /// Characters asked for so far that no face has.
    pub fn missing(&self) -> &BTreeSet<char> {
        &self.missing
    }

    /// Whether the face is a bold one; a variable font is then shaped at its bold weight.
    pub(super) fn is_bold(&self, id: FaceId) -> bool {
        self.face(id).is_some_and(|face| face.weight >= 600)
    }

    /// The face that an engine's font stands for.
    pub(super) fn of_blob(&self, font: &FontInstance) -> Option<FaceId> {
        self.by_blob.get(&font.font.data.id()).copied()
    }

    fn load(&mut self, id: FaceId) -> Option<()> {
        if self.loaded.contains_key(&id) {
            return Some(());
        }
        let program = self.face(id)?.program();
        let index = program.index;
        let blob: Blob<u8> = Blob::new(Arc::new(Program(program)));
        self.by_blob.insert(blob.id(), id);
        let font = parley_engine::FontData::new(blob, index);
        self.loaded.insert(id, FontInstance { font, synthesis: Synthesis::default() });
        Some(())
    }

    /// The face for `character` where `wanted` is asked for: `wanted` itself or one that has the
    /// character; `None` where none has.
    fn for_char(&mut self, character: char, wanted: FaceId) -> Option<FaceId> {
        if let Some(known) = self.fallbacks.get(&(character, wanted)) {
            return *known;
        }
        let like = self.face(wanted)?;
        let found = if like.covers(character) {
            Some(wanted)
        } else {
            self.book.fallback_for(character, like).map(|face| self.id_of(face))
        };
        self.fallbacks.insert((character, wanted), found);
        found
    }

    fn covers(&self, id: FaceId, character: char) -> bool {
        self.face(id).is_some_and(|face| face.covers(character))
    }

    fn covers_all(&self, id: FaceId, cluster: &mut CharCluster) -> bool {
        let Some(face) = self.face(id) else { return false };
        cluster.calculate_coverage(|character| face.covers(character), &self.sources).is_complete()
    }

    pub(super) fn selector<'a>(&'a mut self, spans: &'a [Span]) -> Selector<'a, 'b> {
        Selector { faces: self, spans, last: None }
    }
}

/// Chooses faces for the spans of one text.
pub(super) struct Selector<'a, 'b> {
    faces: &'a mut Faces<'b>,
    spans: &'a [Span],
    last: Option<FaceId>,
}

impl Selector<'_, '_> {
    fn choose(&mut self, cluster: &mut CharCluster) -> FaceId {
        let span = cluster.chars().first().map_or(0, |first| usize::from(first.style_index));
        let wanted = self.spans.get(span).map(|span| span.face).unwrap_or_default();
        let [only] = cluster.chars() else { return self.choose_for_several(cluster, wanted) };
        if !only.contributes_to_shaping {
            return self.last.unwrap_or(wanted);
        }
        let character = only.ch;
        if character == ' ' && self.last.is_some_and(|last| self.faces.covers(last, ' ')) {
            // A space between words of one script belongs to their face.
            return self.last.unwrap_or(wanted);
        }
        match self.faces.for_char(character, wanted) {
            Some(face) => face,
            None if self.faces.covers_all(wanted, cluster) => wanted,
            None => {
                self.faces.missing.insert(character);
                wanted
            }
        }
    }

    /// A cluster of a base and its marks takes the first face that has all of them, in any
    /// normalisation form.
    fn choose_for_several(&mut self, cluster: &mut CharCluster, wanted: FaceId) -> FaceId {
        if self.faces.covers_all(wanted, cluster) {
            return wanted;
        }
        let visible: Vec<char> =
            cluster.chars().iter().filter(|one| one.contributes_to_shaping).map(|one| one.ch).collect();
        let mut first = None;
        for character in visible {
            match self.faces.for_char(character, wanted) {
                Some(face) if self.faces.covers_all(face, cluster) => return face,
                Some(face) => first = first.or(Some(face)),
                None => {
                    self.faces.missing.insert(character);
                }
            }
        }
        first.unwrap_or(wanted)
    }
}

impl FontSelector for Selector<'_, '_> {
    fn begin_segment(&mut self, _segment: &Segment, _options: &ShapeOptions<'_>) {
        self.last = None;
    }

    fn select_font(
        &mut self,
        _segment: &Segment,
        _options: &ShapeOptions<'_>,
        cluster: &mut CharCluster,
    ) -> Option<FontInstanceRef<'_>> {
        let face = self.choose(cluster);
        self.last = Some(face);
        self.faces.load(face)?;
        self.faces.loaded.get(&face).map(FontInstance::as_ref)
    }
}
