//! System fonts: files and folders that a person names, and a library that is searched where a conversion has no glyphs
//! for its text.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use fontdb::{Database, FaceInfo, Source, Style};
use skrifa::raw::TableProvider;
use skrifa::{FontRef, MetadataProvider};
use transvase::{Converter, FontFile, FontRequest};

use crate::files::{self, Unread};

/// Largest font file that is read, in bytes: the largest collections of East Asian fonts have about half.
pub const MOST_BYTES: u64 = 256 << 20;

/// Fonts given for one request at most: a list of the world's languages is in some thirty scripts.
const MOST_FONTS: usize = 48;

/// Weight from which a face is bold (OpenType OS/2 `usWeightClass`).
const BOLD: u16 = 600;

/// The variable that names the folders of the system's fonts, as PATH names folders; where it is set, no other is
/// looked at.
const SYSTEM_VARIABLE: &str = "TRANSVASE_SYSTEM_FONTS";

/// Extensions of font files.
const EXTENSIONS: [&str; 4] = ["ttf", "otf", "ttc", "otc"];

/// The font file at `path`, which is read when some text needs it, or every one in the folder at `path` and below, in the order of their names.
///
/// # Errors
/// The system's; `NotFound` for a folder without fonts.
pub fn given(path: &Path) -> io::Result<Vec<FontFile>> {
    if !path.is_dir() {
        return Ok(vec![deferred(path)?]);
    }
    let mut found = Vec::new();
    gather(path, &mut found)?;
    found.sort();
    if found.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "there are no fonts in this folder"));
    }
    found.iter().map(|path| deferred(path)).collect()
}

/// Finds the font files in a folder and below; links to folders are not followed.
fn gather(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            gather(&path, found)?;
        } else if is_font(&path) {
            found.push(path);
        }
    }
    Ok(())
}

fn is_font(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(extension))
}

/// A font that is read when some text needs it, and is there.
fn deferred(path: &Path) -> io::Result<FontFile> {
    if std::fs::File::open(path)?.metadata()?.len() > MOST_BYTES {
        return read(path);
    }
    let (name, path) = (path.to_string_lossy().into_owned(), path.to_owned());
    Ok(FontFile::deferred(name, move || read(&path).map_or_else(|_| Arc::default(), |font| font.bytes().clone())))
}

fn read(path: &Path) -> io::Result<FontFile> {
    let bytes = files::read(path, MOST_BYTES).map_err(|unread| match unread {
        Unread::System(error) => error,
        Unread::TooLarge(error) => io::Error::new(io::ErrorKind::FileTooLarge, error.to_string()),
    })?;
    Ok(FontFile::new(path.to_string_lossy(), bytes))
}

/// What a surface has text set in beside the bundled fonts.
#[derive(Debug, Clone, Default)]
pub struct Fonts {
    /// Handed to every conversion.
    pub given: Vec<FontFile>,
    /// Searched where these are not enough; `None` for nowhere.
    pub library: Option<Arc<Library>>,
}

impl Fonts {
    /// The conversion with these fonts.
    pub fn hand_to(&self, converter: Converter) -> Converter {
        let converter = converter.fonts(self.given.iter().cloned());
        match self.library.clone() {
            Some(library) => converter.font_finder(move |request| library.find(request)),
            None => converter,
        }
    }
}

/// The fonts of some folders and of the system. They are looked for when they are first asked for.
#[derive(Debug, Default)]
pub struct Library {
    folders: Vec<PathBuf>,
    system: bool,
    database: OnceLock<Database>,
}

impl Library {
    /// The fonts in `folders` and below and, where `system` is set, those of the system.
    pub fn new(folders: Vec<PathBuf>, system: bool) -> Library {
        Library { folders, system, database: OnceLock::new() }
    }

    /// The library of this system, shared by the whole process.
    pub fn of_system() -> Arc<Library> {
        static SYSTEM: OnceLock<Arc<Library>> = OnceLock::new();
        SYSTEM.get_or_init(|| Arc::new(Library::new(Vec::new(), true))).clone()
    }

    /// The fewest fonts that have the characters of a request, as far as there are any: each time the one
    /// with most of what is still missing, then one made for the document's language, then by name. The
    /// bold face of the same family comes with it.
    pub fn find(&self, request: &FontRequest) -> Vec<FontFile> {
        let mut candidates = self.candidates();
        candidates.sort_by_key(|face| (!request.prefers(&face.family), face.family.clone()));
        let mut missing: BTreeSet<char> = request.characters.iter().copied().collect();
        let mut paths: Vec<PathBuf> = request.families.iter().flat_map(|family| self.of_family(family)).collect();
        paths.truncate(MOST_FONTS);
        while !missing.is_empty() && paths.len() < MOST_FONTS {
            let Some((best, has)) = self.best(&candidates, &missing) else { break };
            let face = candidates.swap_remove(best);
            paths.push(face.path.clone());
            paths.extend(self.bold_of(&face));
            missing.retain(|character| !has.contains(character));
        }
        paths.dedup();
        paths.iter().filter_map(|path| read(path).ok()).collect()
    }

    /// The files of a family, the regular face first.
    fn of_family(&self, family: &str) -> Vec<PathBuf> {
        let key =
            |name: &str| -> String { name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase() };
        let wanted = key(family);
        let is_one = |face: &&FaceInfo| face.families.iter().any(|(name, _)| key(name) == wanted);
        let is_usual = |face: &&FaceInfo| matches!(face.weight.0, 400 | 700) && self.is_usable(face);
        let mut faces: Vec<&FaceInfo> = self.database().faces().filter(is_one).filter(is_usual).collect();
        faces.sort_by_key(|face| (face.style != Style::Normal, face.weight.0));
        let mut paths: Vec<PathBuf> = faces.into_iter().filter_map(Candidate::of).map(|face| face.path).collect();
        paths.dedup();
        paths
    }

    fn is_usable(&self, face: &FaceInfo) -> bool {
        let look = |bytes: &[u8], index| FontRef::from_index(bytes, index).is_ok_and(|font| is_usable(&font));
        self.database().with_face_data(face.id, look).unwrap_or(false)
    }

    /// The candidate with most of the missing characters, and these; the first of several.
    fn best(&self, candidates: &[Candidate], missing: &BTreeSet<char>) -> Option<(usize, BTreeSet<char>)> {
        let all = candidates.iter().enumerate().map(|(at, face)| (at, self.covered(face, missing)));
        let some = all.filter(|(_, has)| !has.is_empty());
        // Of equal ones `max_by_key` would take the last.
        some.max_by_key(|(at, has)| (has.len(), std::cmp::Reverse(*at)))
    }

    fn database(&self) -> &Database {
        self.database.get_or_init(|| {
            let mut database = Database::new();
            self.folders.iter().for_each(|folder| database.load_fonts_dir(folder));
            match std::env::var_os(SYSTEM_VARIABLE).filter(|_| self.system) {
                Some(named) => std::env::split_paths(&named).for_each(|folder| database.load_fonts_dir(folder)),
                None if self.system => database.load_system_fonts(),
                None => {}
            }
            database
        })
    }

    /// Every upright face of usual weight.
    fn candidates(&self) -> Vec<Candidate> {
        let plain = |face: &&FaceInfo| face.style == Style::Normal && (300..BOLD).contains(&face.weight.0);
        self.database().faces().filter(plain).filter_map(Candidate::of).collect()
    }

    /// The file of the bold face of a family, where it is another one.
    fn bold_of(&self, regular: &Candidate) -> Option<PathBuf> {
        let faces = self.database().faces().filter(|face| face.style == Style::Normal && face.weight.0 >= BOLD);
        let bold = faces.filter_map(Candidate::of).filter(|face| face.family == regular.family);
        bold.min_by_key(|face| face.weight.abs_diff(700)).map(|face| face.path).filter(|path| *path != regular.path)
    }

    /// Those of `characters` that a face has, where it has outlines and may be embedded.
    fn covered(&self, face: &Candidate, characters: &BTreeSet<char>) -> BTreeSet<char> {
        let look = |bytes: &[u8], index| {
            let font = FontRef::from_index(bytes, index).ok().filter(is_usable)?;
            let charmap = font.charmap();
            Some(characters.iter().copied().filter(|character| charmap.map(*character).is_some()).collect())
        };
        self.database().with_face_data(face.id, look).flatten().unwrap_or_default()
    }
}

/// A face that may be chosen.
#[derive(Debug, Clone)]
struct Candidate {
    id: fontdb::ID,
    family: String,
    weight: u16,
    path: PathBuf,
}

impl Candidate {
    fn of(face: &FaceInfo) -> Option<Candidate> {
        let (Source::File(path) | Source::SharedFile(path, _)) = &face.source else { return None };
        let family = face.families.first().map(|(name, _)| name.clone())?;
        Some(Candidate { id: face.id, family, weight: face.weight.0, path: path.clone() })
    }
}

/// Whether a font has outlines to draw, and its maker allows to embed it (OpenType OS/2 `fsType`: 2 is
/// restricted).
fn is_usable(font: &FontRef) -> bool {
    let outlines = font.glyf().is_ok() || font.cff().is_ok() || font.cff2().is_ok();
    outlines && font.os2().map_or(true, |os2| os2.fs_type() & 0xF != 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_fonts_is_an_error() {
        let folder = std::env::temp_dir().join(format!("transvase-fonts-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        assert_eq!(given(&folder).unwrap_err().kind(), io::ErrorKind::NotFound);
        std::fs::write(folder.join("A.TTF"), b"not looked into here").unwrap();
        std::fs::write(folder.join("readme.txt"), b"").unwrap();
        assert_eq!(given(&folder).unwrap().len(), 1);
        assert!(given(&folder.join("missing.ttf")).is_err());
        let library = Library::new(vec![folder.clone()], false);
        assert!(library.find(&FontRequest::new(vec!['a'], None)).is_empty(), "it is no font");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
