//! Fonts: what a character code means, how far it advances, and which family stands for the font.

mod codes;
pub(in crate::formats::pdf) mod embed;
mod fallback;
mod file;
mod gate;
mod math;
mod order;
mod outline;
mod shape;
mod style;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use hayro_font::{CMapResolverFn, FontCache, FontQuery, FontResolverFn, hayro_cmap};
use hayro_syntax::object::{Dict, Name};

pub(super) use codes::{Code, CodeTable};

use crate::context::Context;
use crate::error::Result;
use crate::model::pages::{Font, Ink, Segment};
use crate::model::path::bounds;
use crate::units::Rect;
use crate::warning::{Warning, WarningCode};

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
    font: Option<hayro_font::Font<'a>>,
    codes: RefCell<CodeTable>,
}

impl LoadedFont<'_> {
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
            let bounds = bounds(&self.outline(code))?;
            Some((code, Rect { top: -bounds.bottom, bottom: -bounds.top, ..bounds }))
        };
        codes.seen().filter_map(ink).collect()
    }

    /// The outline of a code's glyph in ems, y upwards; empty where the font has none.
    pub fn outline(&self, code: u32) -> Vec<Segment> {
        let Some(font) = self.font.as_ref().filter(|_| !self.vertical) else { return Vec::new() };
        outline::of(font, code)
    }
}

/// The fonts of a document, each loaded once.
pub(super) struct FontSet<'a> {
    cache: FontCache<'a>,
    programs: FontResolverFn,
    cmaps: CMapResolverFn,
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
        FontSet {
            cache: FontCache::new(),
            programs: Arc::new(|query| {
                let standard = match query {
                    FontQuery::Standard(font) => *font,
                    FontQuery::Fallback(query) => query.pick_standard_font(),
                };
                Some(standard.get_font_data())
            }),
            cmaps: Arc::new(hayro_cmap::load_embedded),
            loaded: BTreeMap::new(),
            fonts: Vec::new(),
            context,
        }
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
        let font = if look.modest { self.cache.font(dict, &self.programs, &self.cmaps) } else { None };
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
        let fallback = fallback::Fallback::of(dict, &style.key, look.silent);
        let em = if is_type3(dict) { style::type3_em(dict) } else { 1.0 };
        Ok(LoadedFont { index, slanted, vertical, em, font, codes: RefCell::new(CodeTable::new(fallback)) })
    }

    /// Keeps the font's own file and family, where that is possible.
    fn keep_program(&self, dict: &Dict<'a>, style: &mut style::Style) -> Result<()> {
        if let Some((family, program)) = embed::program(&style::descriptor(dict), self.context)? {
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
