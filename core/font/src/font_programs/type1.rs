//! Type 1 to CFF: programs of Type 1 (Adobe Type 1 Font Format) as bare ones of the Compact Font Format. Names of
//! glyphs, advances, stems and the program's own encoding stay.

use std::collections::{BTreeMap, BTreeSet};

use skrifa::GlyphId;
use skrifa::raw::ps::cff::CffFontRef;
use skrifa::raw::ps::encoding::PredefinedEncoding;
use skrifa::raw::ps::type1::Type1Font;

use super::cff::{self, Bare, Dict, Family, integer, real};
use super::charstring::{self, Commands};

/// Entries of the private part that go on, with their operators (TN 5176, table 23), and whether each number is told by
/// its difference to the one before.
const PRIVATE: [(&str, u16, bool); 11] = [
    ("BlueValues", 6, true),
    ("OtherBlues", 7, true),
    ("FamilyBlues", 8, true),
    ("FamilyOtherBlues", 9, true),
    ("BlueScale", 0x0C09, false),
    ("BlueShift", 0x0C0A, false),
    ("BlueFuzz", 0x0C0B, false),
    ("StdHW", 10, false),
    ("StdVW", 11, false),
    ("StemSnapH", 0x0C0C, true),
    ("StemSnapV", 0x0C0D, true),
];

/// Operators of the usual advance, and of the one that others are told by.
const DEFAULT_WIDTH: u16 = 20;
const NOMINAL_WIDTH: u16 = 21;

/// A bare program of the glyphs `used`, by their places in the file; all of them where it is `None`.
pub fn as_cff(program: &[u8], used: Option<&BTreeSet<u16>>) -> Option<Vec<u8>> {
    let font = Type1Font::new(program).ok()?;
    let text = Text::of(program)?;
    // Fonts that are blended, and those with an em of their own, are rare enough to stay.
    if text.has(b"/WeightVector") || !text.has_usual_em() {
        return None;
    }
    let glyphs = glyphs(&font, used)?;
    let drawn: Vec<Drawn> = glyphs.iter().map(|glyph| drawn(&font, &text, *glyph)).collect::<Option<_>>()?;
    let usual = usual_width(&drawn);
    let charstring = |drawn: &Drawn| {
        let width = drawn.width.wrapping_sub(usual);
        charstring::type_2(&drawn.commands, (width != 0).then_some(width), drawn.bearing)
    };
    let mut private = text.private()?;
    private.0.push((DEFAULT_WIDTH, integer(usual >> 16)));
    private.0.push((NOMINAL_WIDTH, integer(usual >> 16)));
    let bare = Bare {
        name: font.name().unwrap_or("Font").as_bytes().to_vec(),
        top: Dict(text.numbers(b"/FontBBox", false).map(|bounds| (5, bounds)).into_iter().collect()),
        family: family(&font, &glyphs)?,
        charstrings: drawn.iter().map(charstring).collect(),
        globals: Vec::new(),
        fonts: vec![(Dict::default(), private, Vec::new())],
    };
    let file = bare.write();
    (file.len() < program.len() && cff::is_consistent(&file) && is_same(&file, &drawn)).then_some(file)
}

/// The glyphs that the program's own codes lead to from these, and the space, as in programs of the Compact Font Format.
pub fn reached(program: &[u8], asked: &BTreeSet<u8>) -> BTreeSet<u16> {
    let Ok(font) = Type1Font::new(program) else { return BTreeSet::new() };
    let own = codes(&font).into_iter().filter(|(code, _)| asked.contains(code)).map(|(_, glyph)| glyph);
    let count = u16::try_from(font.num_glyphs()).unwrap_or(u16::MAX);
    let space = (0..count).find(|glyph| font.glyph_name(GlyphId::from(*glyph)) == Some("space"));
    own.chain(space).collect()
}

/// What a glyph draws.
struct Drawn {
    commands: Commands,
    /// How far it advances, in 65536ths of a unit.
    width: i32,
    /// Where its upright stems count from; `None` where that is not known.
    bearing: Option<i32>,
}

fn drawn(font: &Type1Font, text: &Text, glyph: u16) -> Option<Drawn> {
    let mut commands = Commands::default();
    let width = font.evaluate_charstring(GlyphId::from(glyph), &mut commands).ok()??.to_bits();
    let bearing = font.glyph_name(GlyphId::from(glyph)).and_then(|name| text.bearing(name));
    Some(Drawn { commands, width, bearing })
}

/// The advance that most glyphs have, in whole units.
fn usual_width(drawn: &[Drawn]) -> i32 {
    let mut counts: BTreeMap<i32, usize> = BTreeMap::new();
    drawn.iter().for_each(|glyph| *counts.entry(glyph.width >> 16 << 16).or_default() += 1);
    counts.into_iter().max_by_key(|(_, count)| *count).map_or(0, |(width, _)| width)
}

/// The glyph that stands for missing ones, those that codes lead to, and the others.
fn glyphs(font: &Type1Font, used: Option<&BTreeSet<u16>>) -> Option<Vec<u16>> {
    let coded: BTreeSet<u16> = codes(font).into_values().collect();
    let count = u16::try_from(font.num_glyphs()).ok()?;
    let kept = (1..count).filter(|glyph| used.is_none_or(|used| used.contains(glyph)));
    let (first, last): (Vec<u16>, Vec<u16>) = kept.partition(|glyph| coded.contains(glyph));
    (font.glyph_name(GlyphId::NOTDEF)? == ".notdef").then(|| [vec![0], first, last].concat())
}

/// The glyphs that the program's own codes lead to.
fn codes(font: &Type1Font) -> BTreeMap<u8, u16> {
    let Some(encoding) = font.encoding() else { return BTreeMap::new() };
    let glyph = |code: u8| u16::try_from(encoding.map(code)?.to_u32()).ok().filter(|glyph| *glyph > 0);
    (0..=255).filter_map(|code| Some((code, glyph(code)?))).collect()
}

fn family(font: &Type1Font, glyphs: &[u16]) -> Option<Family> {
    let name = |glyph: &u16| font.glyph_name(GlyphId::from(*glyph)).map(|name| name.as_bytes().to_vec());
    let names = glyphs.iter().skip(1).map(name).collect::<Option<Vec<_>>>()?;
    let is_standard = font.encoding()?.predefined() == Some(PredefinedEncoding::Standard);
    let place = |glyph: u16| glyphs.iter().position(|known| *known == glyph).map(|at| at as u16);
    let own = if is_standard { BTreeMap::new() } else { codes(font) };
    Some(Family::Named(names, own.into_iter().filter_map(|(code, glyph)| Some((code, place(glyph)?))).collect()))
}

/// Whether a bare program draws what was drawn.
fn is_same(file: &[u8], drawn: &[Drawn]) -> bool {
    let Ok(font) = CffFontRef::new_cff(file, 0, None) else { return false };
    let Ok(subfont) = font.subfont(0, &[]) else { return false };
    let is_one = |(glyph, drawn): (u16, &Drawn)| {
        let mut commands = Commands::default();
        let width = font.evaluate_charstring(&subfont, GlyphId::from(glyph), &[], &mut commands).ok()??;
        Some(width.to_bits() == drawn.width && commands.outline() == drawn.commands.outline())
    };
    (0..).zip(drawn).all(|pair| is_one(pair) == Some(true))
}

/// The text of a program: its clear part, and its private one without the encryption.
struct Text {
    clear: Vec<u8>,
    private: Vec<u8>,
    /// Where the charstring of each glyph is in the private part.
    glyphs: BTreeMap<Vec<u8>, std::ops::Range<usize>>,
}

/// Keys of the two layers of encryption (Type 1 Font Format, section 7).
const EEXEC_KEY: u16 = 55_665;
const CHARSTRING_KEY: u16 = 4_330;

/// Bytes before what is encrypted that mean nothing.
const RANDOM: usize = 4;

/// Undoes the encryption (section 7.1).
fn decrypt(bytes: &[u8], mut key: u16) -> Vec<u8> {
    let plain = bytes.iter().map(|byte| {
        let plain = byte ^ (key >> 8) as u8;
        key = u16::from(*byte).wrapping_add(key).wrapping_mul(52_845).wrapping_add(22_719);
        plain
    });
    plain.collect()
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

impl Text {
    fn of(program: &[u8]) -> Option<Text> {
        let program = without_headers(program);
        let at = find(&program, b"eexec")? + 5;
        let (clear, rest) = program.split_at(at);
        let blank = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')).count();
        let rest = rest.get(blank..)?;
        let is_hex = rest.get(..8)?.iter().all(u8::is_ascii_hexdigit);
        let private = decrypt(&if is_hex { from_hex(rest) } else { rest.to_vec() }, EEXEC_KEY);
        let private = private.get(RANDOM..)?.to_vec();
        let glyphs = charstrings(&private);
        Some(Text { clear: clear.to_vec(), private, glyphs })
    }

    fn has(&self, what: &[u8]) -> bool {
        find(&self.clear, what).or_else(|| find(&self.private, what)).is_some()
    }

    /// Whether an em is a thousand units, as nearly always.
    fn has_usual_em(&self) -> bool {
        let words = self.words(b"/FontMatrix").unwrap_or_default();
        let numbers: Vec<f64> = words.iter().filter_map(|word| word.parse().ok()).collect();
        numbers == [0.001, 0.0, 0.0, 0.001, 0.0, 0.0]
    }

    /// The words of an entry: of an array or a procedure those within it, else the one that follows.
    fn words(&self, key: &[u8]) -> Option<Vec<String>> {
        let (text, at) = match find(&self.clear, key) {
            Some(at) => (&self.clear, at),
            None => (&self.private, find(&self.private, key)?),
        };
        let rest = text.get(at + key.len()..)?.get(..512.min(text.len() - at - key.len()))?.trim_ascii_start();
        let closing = match rest.first()? {
            b'[' => b']',
            b'{' => b'}',
            _ => {
                let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
                return Some(vec![String::from_utf8_lossy(rest.get(..end)?).into_owned()]);
            }
        };
        let end = rest.iter().position(|byte| *byte == closing)?;
        let inside = String::from_utf8_lossy(rest.get(1..end)?).into_owned();
        Some(inside.split_ascii_whitespace().map(str::to_owned).collect())
    }

    /// The numbers of an entry as operands; `None` where there are none.
    fn numbers(&self, key: &[u8], differences: bool) -> Option<Vec<u8>> {
        let words = self.words(key).filter(|words| !words.is_empty())?;
        if !differences {
            return words.iter().map(|word| real(word)).collect::<Option<Vec<_>>>().map(|all| all.concat());
        }
        let mut last = 0.0;
        let operand = |word: &String| {
            let value: f64 = word.parse().ok()?;
            let step = value - std::mem::replace(&mut last, value);
            real(&format!("{step}"))
        };
        words.iter().map(operand).collect::<Option<Vec<_>>>().map(|all| all.concat())
    }

    /// The entries of the private part that go on.
    fn private(&self) -> Option<Dict> {
        let entry = |(key, operator, differences): &(&str, u16, bool)| {
            let key = format!("/{key}");
            Some((*operator, self.numbers(key.as_bytes(), *differences)?))
        };
        let mut entries: Vec<(u16, Vec<u8>)> = PRIVATE.iter().filter_map(entry).collect();
        if self.words(b"/ForceBold").is_some_and(|words| words == ["true"]) {
            entries.push((0x0C0E, integer(1)));
        }
        Some(Dict(entries))
    }

    /// Where a glyph's outline begins, in 65536ths of a unit, by the first number of its program where that is a whole
    /// one (section 6.4, `hsbw`).
    fn bearing(&self, name: &str) -> Option<i32> {
        let range = self.glyphs.get(name.as_bytes())?;
        let skipped = match self.words(b"/lenIV") {
            Some(words) => words.first()?.parse().ok()?,
            None => RANDOM,
        };
        let program = decrypt(self.private.get(range.clone())?, CHARSTRING_KEY);
        let program = program.get(skipped..)?;
        let (first, rest) = number(program)?;
        let (_, rest) = number(rest)?;
        (rest.first() == Some(&13)).then_some(first << 16)
    }
}

/// A whole number of a charstring and what follows it (section 6.2).
fn number(program: &[u8]) -> Option<(i32, &[u8])> {
    let (first, rest) = program.split_first()?;
    let value = i32::from(*first);
    let next = rest.first().map(|byte| i32::from(*byte));
    match first {
        32..=246 => Some((value - 139, rest)),
        247..=250 => Some(((value - 247) * 256 + next? + 108, rest.get(1..)?)),
        251..=254 => Some((-(value - 251) * 256 - next? - 108, rest.get(1..)?)),
        _ => None,
    }
}

/// A program without the headers that say how long its parts are (Technical Note 5040).
fn without_headers(program: &[u8]) -> Vec<u8> {
    let (mut rest, mut parts) = (program, Vec::new());
    while let [128, 1 | 2, a, b, c, d, data @ ..] = rest {
        let length = u32::from_le_bytes([*a, *b, *c, *d]) as usize;
        let (part, after) = data.split_at(length.min(data.len()));
        parts.extend_from_slice(part);
        rest = after;
    }
    if parts.is_empty() { program.to_vec() } else { parts }
}

fn from_hex(text: &[u8]) -> Vec<u8> {
    let digits = text.iter().filter_map(|letter| char::from(*letter).to_digit(16));
    let digits: Vec<u8> = digits.map(|digit| digit as u8).collect();
    digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

/// Where the charstrings are: after a name, their length, and a word that reads them.
fn charstrings(private: &[u8]) -> BTreeMap<Vec<u8>, std::ops::Range<usize>> {
    let mut found = BTreeMap::new();
    let Some(mut at) = find(private, b"/CharStrings").map(|at| at + 12) else { return found };
    while let Some(slash) = private.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == b'/')) {
        let start = at + slash + 1;
        let head = private.get(start..(start + 200).min(private.len())).unwrap_or_default();
        let mut ends = head.iter().enumerate().filter(|(_, byte)| byte.is_ascii_whitespace()).map(|(end, _)| end);
        let (Some(name), Some(length), Some(word)) = (ends.next(), ends.next(), ends.next()) else { break };
        let digits = head.get(name + 1..length).and_then(|digits| std::str::from_utf8(digits).ok());
        let Some(bytes) = digits.and_then(|digits| digits.parse::<usize>().ok()) else {
            at = start;
            continue;
        };
        let range = start + word + 1..(start + word + 1).saturating_add(bytes);
        if range.end > private.len() {
            break;
        }
        at = range.end;
        found.insert(head.get(..name).unwrap_or_default().to_vec(), range);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The encryption the other way round (section 7.1).
    fn encrypt(plain: &[u8], mut key: u16) -> Vec<u8> {
        let cipher = [&[b'x'; RANDOM], plain].concat().into_iter().map(|byte| {
            let cipher = byte ^ (key >> 8) as u8;
            key = u16::from(cipher).wrapping_add(key).wrapping_mul(52_845).wrapping_add(22_719);
            cipher
        });
        cipher.collect()
    }

    /// A font of two glyphs and a missing one: a square with a changing stem, and a triangle.
    fn sample() -> Vec<u8> {
        let square = [&[150, 248, 136, 13, 139, 159, 3, 239, 22][..], &[239, 6, 239, 7, 39, 6, 9, 14]];
        let triangle = [&[139, 248, 136, 13, 139, 239, 21, 239, 139, 5, 139, 239, 5, 9, 14][..]];
        let missing = [&[139, 248, 136, 13, 14][..]];
        let mut private = b"dup /Private 9 dict dup begin /BlueValues [-10 0 500 510] def /StdHW [20] def \
            2 index /CharStrings 3 dict dup begin\n"
            .to_vec();
        for (name, program) in [("A", square.concat()), ("alpha7", triangle.concat()), (".notdef", missing.concat())] {
            let program = encrypt(&program, CHARSTRING_KEY);
            private.extend(format!("/{name} {} RD ", program.len()).bytes());
            private.extend(program);
            private.extend(b" ND\n");
        }
        private.extend(b"end end readonly put");
        let clear = b"%!PS-AdobeFont-1.0: Test\n/FontName /Test def\n/FontMatrix [0.001 0 0 0.001 0 0] readonly def\n\
            /Encoding 256 array 0 1 255 {1 index exch /.notdef put} for\ndup 33 /alpha7 put\ndup 65 /A put\n\
            readonly def\n/FontBBox {0 0 300 300} readonly def\ncurrentfile eexec\n";
        let zeros = vec![b'0'; 512];
        [clear, &encrypt(&private, EEXEC_KEY)[..], &zeros, b"\ncleartomark\n"].concat()
    }

    #[test]
    fn glyphs_names_codes_and_advances_stay() {
        let program = sample();
        let cff = as_cff(&program, None).expect("a smaller program");
        let font = CffFontRef::new_cff(&cff, 0, None).unwrap();
        assert_eq!(font.num_glyphs(), 3);
        let charset = font.charset().unwrap();
        let name = |code: u8| {
            let glyph = font.encoding().unwrap().map(code)?;
            font.string(charset.string_id(glyph).ok()?).map(|name| String::from_utf8_lossy(name).into_owned())
        };
        assert_eq!((name(33).as_deref(), name(65).as_deref()), (Some("alpha7"), Some("A")));
        let one = as_cff(&program, Some(&BTreeSet::from([1]))).unwrap();
        assert!(one.len() < cff.len());
        assert_eq!(CffFontRef::new_cff(&one, 0, None).unwrap().num_glyphs(), 2);
    }

    #[test]
    fn damage_is_no_font() {
        let program = sample();
        for length in 0..program.len() {
            let _ = as_cff(&program[..length], None);
        }
        assert_eq!(as_cff(b"no font", None), None);
    }

    #[test]
    fn upright_stems_count_from_the_bearing() {
        let text = Text::of(&sample()).unwrap();
        assert_eq!((text.bearing("A"), text.bearing("alpha7"), text.bearing("B")), (Some(11 << 16), Some(0), None));
        let blues = [integer(-10), integer(10), integer(500), integer(10)].concat();
        assert_eq!(text.private().unwrap().0[0], (6, blues));
    }
}
