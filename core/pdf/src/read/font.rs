//! Fonts: what a character code means, how far it advances, and which family stands for the font.

mod codes;
pub(crate) mod embed;
mod fallback;
mod file;
mod gate;
mod math;
mod order;
mod outline;
mod shape;
mod style;
mod to_unicode;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use hayro_font::{CMapResolverFn, FontCache, FontGlyph, FontQuery, FontResolverFn, hayro_cmap};
use hayro_syntax::object::{Dict, Name, Stream};

pub(super) use codes::{Code, CodeTable};
#[cfg(feature = "edit")]
pub(super) use fallback::differences;
pub(super) use outline::Outline;
pub(super) use style::{descendant, descriptor};

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Affine, Rect};
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::pages::{Font, Ink};
use transvase_model::path::bounds;

/// Whether a font is in proportion. Its streams are unpacked for the sake of the limits.
///
/// # Errors
/// A limit on unpacked bytes.
#[cfg(feature = "render")]
pub(crate) fn is_modest(dict: &Dict<'_>, context: &Context) -> Result<bool> {
    Ok(gate::look(dict, context)?.modest)
}

/// A font as the interpreter uses it.
pub(super) struct LoadedFont<'a> {
    /// Index of the model's font.
    pub index: usize,
    /// Index of the model's font for text that the text matrix slants.
    pub slanted: usize,
    /// Whether text runs downwards.
    pub vertical: bool,
    /// The em of a Type 3 font, whose glyph space is free, in units of text space; 1 elsewhere.
    pub em: f32,
    /// Whether its glyphs are programs (Type 3).
    pub is_drawn: bool,
    font: Option<hayro_font::Font<'a>>,
    codes: RefCell<CodeTable>,
    /// Outlines by code, as far as they were asked for.
    outlines: RefCell<BTreeMap<u32, Rc<Outline>>>,
}

/// Outlines of a font that are kept.
const MAX_OUTLINES: usize = 1_024;

/// The program of a glyph of a Type 3 font (ISO 32000-1, 9.6.5).
pub(super) struct GlyphProgram<'a> {
    /// The code that shows it.
    pub code: u32,
    /// Its content.
    pub content: Stream<'a>,
    /// What its content refers to.
    pub resources: Option<Dict<'a>>,
    /// Maps glyph space to text space.
    pub matrix: Affine,
    /// Whether it is known what the glyph means.
    pub is_read: bool,
}

impl<'a> LoadedFont<'a> {
    /// Calls `each` with the code, its meaning, and its length in bytes, for every code of `bytes`.
    pub fn for_each(&self, bytes: &[u8], mut each: impl FnMut(u32, Code, &str, usize)) {
        let Some(font) = &self.font else { return };
        let mut codes = self.codes.borrow_mut();
        let mut offset = 0;
        while offset < bytes.len() {
            let (code, len) = font.read_code(bytes, offset);
            offset += len.max(1);
            let meaning = codes.look_up(code, font);
            each(code, meaning, codes.text(meaning), len);
        }
    }

    /// What the glyphs seen so far cover.
    fn ink(&self) -> Ink {
        let codes = self.codes.borrow();
        let ink = |code: u32| {
            let bounds = bounds(&self.outline(code).segments)?;
            Some((code, Rect { top: -bounds.bottom, bottom: -bounds.top, ..bounds }))
        };
        codes.seen().filter_map(ink).collect()
    }

    /// The outline of a code's glyph in ems, y upwards; empty where the font has none.
    pub fn outline(&self, code: u32) -> Rc<Outline> {
        if let Some(known) = self.outlines.borrow().get(&code) {
            return Rc::clone(known);
        }
        let font = self.font.as_ref().filter(|_| !self.vertical);
        let outline = Rc::new(font.map(|font| outline::of(font, code)).unwrap_or_default());
        if self.outlines.borrow().len() < MAX_OUTLINES {
            self.keep_outline(code, Rc::clone(&outline));
        }
        outline
    }

    /// Sets the outline of a code's glyph: that of a program is known once it has been run.
    pub fn keep_outline(&self, code: u32, outline: Rc<Outline>) {
        self.outlines.borrow_mut().insert(code, outline);
    }

    /// Whether the glyph of a code, once its program has been run, is bars of a bar code.
    pub fn draws_bars(&self, code: u32) -> bool {
        self.is_drawn && shape::is_bars(&self.outline(code).segments)
    }

    /// The programs of the glyphs of `bytes`, each given out once.
    pub fn programs(&self, bytes: &[u8]) -> Vec<GlyphProgram<'a>> {
        let mut programs = Vec::new();
        self.for_each(bytes, |code, meaning, _, _| {
            if !self.outlines.borrow().contains_key(&code) {
                self.keep_outline(code, Rc::default());
                programs.extend(self.program(code, meaning.mapped && !meaning.guessed));
            }
        });
        programs
    }

    fn program(&self, code: u32, is_read: bool) -> Option<GlyphProgram<'a>> {
        let font = self.font.as_ref()?;
        let FontGlyph::Type3(glyph) = font.glyph(font.map_code(code), code) else { return None };
        let [a, b, c, d, e, f] = glyph.font().matrix().as_coeffs().map(|x| x as f32);
        let matrix = Affine { a, b, c, d, e, f };
        Some(GlyphProgram {
            code,
            content: glyph.program()?.clone(),
            resources: glyph.font().resources(),
            matrix,
            is_read,
        })
    }
}

/// What the font library has loaded, and where it finds what a file does not hold.
pub(super) struct Library<'a> {
    cache: FontCache<'a>,
    programs: FontResolverFn,
    cmaps: CMapResolverFn,
}

impl Default for Library<'_> {
    fn default() -> Self {
        Library {
            cache: FontCache::new(),
            programs: Arc::new(|query| {
                let standard = match query {
                    FontQuery::Standard(font) => *font,
                    FontQuery::Fallback(query) => query.pick_standard_font(),
                };
                Some(standard.get_font_data())
            }),
            cmaps: Arc::new(hayro_cmap::load_embedded),
        }
    }
}

impl<'a> Library<'a> {
    fn font(&self, dict: &Dict<'a>, look: &gate::Look) -> Option<hayro_font::Font<'a>> {
        if look.modest { self.cache.font(dict, &self.programs, &self.cmaps) } else { None }
    }

    /// The font a dictionary describes; `None` where it is out of proportion or cannot be read.
    ///
    /// # Errors
    /// A limit on unpacked bytes.
    pub fn load(&self, dict: &Dict<'a>, context: &Context) -> Result<Option<hayro_font::Font<'a>>> {
        Ok(self.font(dict, &gate::look(dict, context)?))
    }
}

/// The fonts of a document, each loaded once.
pub(super) struct FontSet<'a> {
    library: Library<'a>,
    /// Fonts by the address of their dictionary, which does not move while the document is open.
    loaded: BTreeMap<usize, Rc<LoadedFont<'a>>>,
    fonts: Vec<KnownFont>,
    context: &'a Context,
}

/// A font of the model.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct KnownFont {
    /// As the model has it.
    pub font: Font,
    /// The address of the dictionary, for a face for formulas: its glyph ids are its own.
    pub face: Option<usize>,
}

impl<'a> FontSet<'a> {
    /// An empty set.
    pub fn new(context: &'a Context) -> Self {
        FontSet { library: Library::default(), loaded: BTreeMap::new(), fonts: Vec::new(), context }
    }

    /// The font a dictionary describes.
    ///
    /// # Errors
    /// A limit on unpacked bytes.
    pub fn load(&mut self, dict: &Dict<'a>) -> Result<Rc<LoadedFont<'a>>> {
        let address = dict.data().as_ptr() as usize;
        if let Some(font) = self.loaded.get(&address) {
            return Ok(Rc::clone(font));
        }
        let font = Rc::new(self.load_new(dict)?);
        self.loaded.insert(address, Rc::clone(&font));
        Ok(font)
    }

    fn load_new(&mut self, dict: &Dict<'a>) -> Result<LoadedFont<'a>> {
        let look = gate::look(dict, self.context)?;
        let font = self.library.font(dict, &look);
        let mut style = style::of(dict, self.context)?;
        if self.context.options().flag(&embed::EMBED_FONTS) {
            self.keep_program(dict, &mut style)?;
        }
        let math = math::is_math(&style.key);
        let index =
            self.intern(KnownFont { font: style.font.clone(), face: math.then_some(dict.data().as_ptr() as usize) });
        // A font that is slanted to look italic is no file of an italic face.
        let slanted = match style.font.italic || math {
            true => index,
            false => {
                let font = Font { italic: true, program: None, ..style.font.clone() };
                self.intern(KnownFont { font, face: None })
            }
        };
        if let Some(name) = style.replaced {
            let message = format!("the font {name} was replaced by {}", style.font.family);
            self.context.warn(Warning::new(WarningCode::FontSubstituted, message));
        }
        let vertical = font.as_ref().is_some_and(|font| !font.is_horizontal());
        let fallback = fallback::Fallback::of(dict, &style.key, look);
        let is_drawn = is_type3(dict);
        let em = if is_drawn { style::type3_em(dict) } else { 1.0 };
        let codes = RefCell::new(CodeTable::new(fallback));
        Ok(LoadedFont { index, slanted, vertical, em, is_drawn, font, codes, outlines: RefCell::default() })
    }

    /// Keeps the font's own file and family, where that is possible.
    fn keep_program(&self, dict: &Dict<'a>, style: &mut style::Style) -> Result<()> {
        if let Some((family, program)) = embed::program(&descriptor(dict), self.context)? {
            style.font.family = family.into();
            style.font.program = Some(program);
            style.replaced = None;
        }
        Ok(())
    }

    fn intern(&mut self, font: KnownFont) -> usize {
        let known = self.fonts.iter().position(|known| *known == font);
        known.unwrap_or_else(|| {
            self.fonts.push(font);
            self.fonts.len() - 1
        })
    }

    /// The model's fonts.
    pub fn into_fonts(mut self) -> Vec<KnownFont> {
        for known in &mut self.fonts {
            let face = known.face.and_then(|face| self.loaded.get(&face));
            known.font.ink = face.map(|face| Arc::new(face.ink()));
        }
        self.fonts
    }
}

fn is_type3(dict: &Dict<'_>) -> bool {
    dict.get::<Name<'_>>(b"Subtype").is_some_and(|subtype| subtype.as_ref() == b"Type3")
}
