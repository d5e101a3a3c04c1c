//! The OCR layer: what text recognition has laid over or under the picture of a page, so that it can be searched.
//!
//! It is the text of the document where it is one. Where it is none, or stands at handwriting or among the lines of a
//! chart, the picture is what was meant, and the text is left out.

use super::super::caps;
use super::super::text::line::{self, Line};
use super::super::text::word::{Direction, Word};
use super::picture;
use super::tolerances::{LITTLE, MOST, MUCH, NEARLY_ALL, RECOGNISED, TYPE_AREA};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Em, Point, Rect};
use transvase_model::media::MediaStore;
use transvase_model::pages::{GlyphRun, Item, Page, TextPaint};

/// Letters of the Latin alphabet from which on it is told whether they are a text: some two lines of it.
const ENOUGH: usize = 100;
/// Distance of base lines within which recognised words stand in one line: recognition places them unevenly.
const SAME_LINE: Em = Em(0.4);
/// Letters of a word from which on there is a vowel among them.
const WORD: usize = 3;

/// Words at their place on the page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Words<'a> {
    /// A word, or a part of one.
    pub word: &'a Word,
    /// Around it, on the page.
    pub rect: Rect,
}

impl Words<'_> {
    /// Text that runs at an angle.
    pub fn of(text: &Word, angle: i16) -> Words<'_> {
        let rect = Direction::of_angle(angle).rect_to_page(&text.rect);
        Words { word: text, rect: rect.unwrap_or_default() }
    }

    /// The characters.
    pub fn text(&self) -> &str {
        &self.word.text
    }
}

/// Marks the text of a page that images cover as what it is, invisible, and takes away what else is painted under a
/// scan.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(crate) fn uncover(page: &mut Page, media: &MediaStore, context: &Context) -> Result<()> {
    context.tick(page.items.len() as u64 / 16)?;
    if is_recognised(page) {
        take_under_scan(page);
        return Ok(());
    }
    let covers = covers(page, media);
    context.tick((page.items.len() * covers.len()) as u64 / 16)?;
    let is_covered =
        |at: usize, run: &GlyphRun| covers.iter().any(|(over, place)| at < *over && place.contains(origin(run)));
    let (mut covered, mut all) = (Vec::new(), 0);
    for (at, item) in page.items.iter().enumerate() {
        let Item::Glyphs(run) = item else { continue };
        all += 1;
        if is_covered(at, run) {
            covered.push(at);
        }
    }
    // Where there is other text the image may be a texture that is blended with what is under it.
    if covered.len() as f32 >= NEARLY_ALL * all as f32 {
        for at in covered {
            if let Some(Item::Glyphs(run)) = page.items.get_mut(at) {
                run.paint = TextPaint::Invisible;
            }
        }
    }
    Ok(())
}

/// The large images of a page that let nothing through: their place in the order of painting, and on the page.
fn covers(page: &Page, media: &MediaStore) -> Vec<(usize, Rect)> {
    let least = LITTLE * page.size.width * page.size.height;
    let cover = |(at, item): (usize, &Item)| match item {
        Item::Image(image) if image.window.is_none() && image.media.index() < media.len() => {
            let place = picture::seen(image, page)?;
            (place.area() >= least && media.get(image.media).is_opaque()).then_some((at, place))
        }
        _ => None,
    };
    page.items.iter().enumerate().filter_map(cover).take(caps::FEW).collect()
}

fn take_under_scan(page: &mut Page) {
    let full = |item: &Item| matches!(item, Item::Image(image) if picture::fills(image, page));
    let Some(scan) = page.items.iter().rposition(full) else { return };
    let mut at = 0;
    page.items.retain(|item| {
        at += 1;
        at > scan || !matches!(item, Item::Path(_))
    });
}

fn origin(run: &GlyphRun) -> Point {
    run.transform.apply(Point { x: 0.0, y: 0.0 })
}

/// Whether most text of the page is invisible, as text recognition lays it behind a scan.
pub(super) fn is_recognised(page: &Page) -> bool {
    let (mut hidden, mut all) = (0, 0);
    for run in runs(page) {
        all += run.glyphs.len();
        hidden += if run.paint == TextPaint::Invisible { run.glyphs.len() } else { 0 };
    }
    hidden * 2 > all
}

fn runs(page: &Page) -> impl Iterator<Item = &GlyphRun> {
    page.items.iter().filter_map(|item| match item {
        Item::Glyphs(run) => Some(run),
        _ => None,
    })
}

/// Whether recognised text stands at strokes of a pen: no scan shows it.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(crate) fn is_handwriting(page: &Page, context: &Context) -> Result<bool> {
    let scanned = |item: &Item| matches!(item, Item::Image(image) if picture::fills(image, page));
    if !is_recognised(page) || page.items.iter().any(scanned) {
        return Ok(false);
    }
    // What is larger is a ground, and no stroke of a pen, nor all of one colour.
    let most = TYPE_AREA * page.size.width * page.size.height;
    let strokes = page.items.iter().filter_map(|item| match item {
        Item::Path(path) => path.reach().filter(|reach| reach.area() < most),
        _ => None,
    });
    let strokes: Vec<Rect> = strokes.take(caps::MOST).map(|stroke| stroke.expand(RECOGNISED.0)).collect();
    let places: Vec<Point> = runs(page).take(caps::MANY).map(origin).collect();
    context.tick((strokes.len() * places.len()) as u64 / 16)?;
    let written = places.iter().filter(|place| strokes.iter().any(|stroke| stroke.contains(**place))).count();
    Ok(!places.is_empty() && written as f32 >= MOST * places.len() as f32)
}

/// Whether recognised text in Latin letters is no text: hardly a word among its characters.
pub(super) fn is_garbled(texts: &[Words<'_>]) -> bool {
    let is_latin = |c: char| c.is_alphabetic() && c < '\u{250}';
    let (mut letters, mut latin, mut all, mut in_words) = (0, 0, 0, 0);
    for text in texts.iter().map(Words::text) {
        letters += text.chars().filter(|c| c.is_alphabetic()).count();
        latin += text.chars().filter(|c| is_latin(*c)).count();
        let count = text.chars().count();
        // Numbers say nothing.
        if text.chars().any(char::is_alphabetic) {
            all += count;
            in_words += if is_word(text) { count } else { 0 };
        }
    }
    latin >= ENOUGH && 2 * latin > letters && (in_words as f32) < MUCH * all as f32
}

/// Whether a text is letters, all small or all large after the first, and vowels among them.
fn is_word(text: &str) -> bool {
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    let rest = || text.chars().skip(1).filter(|c| c.is_alphabetic());
    let sound = text.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '’' | '-'));
    let cased = rest().all(char::is_lowercase) || text.chars().filter(|c| c.is_alphabetic()).all(char::is_uppercase);
    // Letters beyond ASCII are mostly vowels with accents.
    let vowel = |c: char| !c.is_ascii() || "aeiouyAEIOUY".contains(c);
    let short = text.chars().count() < WORD;
    sound && cased && !text.is_empty() && (short || text.chars().any(vowel))
}

/// Words as one text, line by line, each in the order it is read in.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn joined(words: &[Words<'_>], context: &Context) -> Result<String> {
    let segments = line::segments(words.iter().map(|words| words.word.clone()).collect(), context)?;
    let is_beside = |a: &Line, b: &Line| (a.baseline - b.baseline).abs() < SAME_LINE * a.size.min(b.size);
    let lines = segments.chunk_by(is_beside).map(|row| Line::join(row.to_vec()).text().replace('\t', " "));
    Ok(lines.collect::<Vec<_>>().join(" "))
}

/// Whether most of what was recognised is seen in pictures that stay.
pub(super) fn is_mostly_shown(words: &[Words<'_>], shown: &[Rect]) -> bool {
    let letters = |words: &Words<'_>| words.text().chars().count();
    let is_shown = |words: &&Words<'_>| shown.iter().any(|picture| picture.contains(words.rect.center()));
    let seen: usize = words.iter().filter(is_shown).map(letters).sum();
    seen * 2 > words.iter().map(letters).sum()
}

/// Takes out recognised text that is seen in a picture that stays.
pub(crate) fn take_shown(words: &mut Vec<Word>, angle: i16, shown: &[Rect]) {
    let place = |text: &Word| Words::of(text, angle).rect.center();
    words.retain(|text| !text.invisible || !shown.iter().any(|picture| picture.contains(place(text))));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::word::Gap;
    use transvase_base::units::{Affine, Size};
    use transvase_model::media::{Media, MediaId, MediaKind};
    use transvase_model::pages::{Color, Glyph, Path, PlacedImage, Segment, Stroke};

    const PAGE: Size = Size { width: 600.0, height: 800.0 };

    fn letter(x: f32, y: f32, paint: TextPaint) -> Item {
        let transform = Affine { d: -1.0, e: x, f: y, ..Affine::IDENTITY };
        let glyphs = vec![Glyph { id: 0, x: 0.0, y: 0.0, advance: 5.0, text: (0..1).into() }];
        let (text, color) = ("a".to_owned(), Color::BLACK);
        Item::Glyphs(GlyphRun {
            font: 0,
            size: 10.0,
            stretch: 1.0,
            color,
            transform,
            text,
            glyphs,
            paint,
            artifact: false,
            node: None,
            hidden: Vec::new(),
        })
    }

    fn image(media: MediaId) -> Item {
        let transform = Affine { a: PAGE.width, d: PAGE.height, ..Affine::IDENTITY };
        Item::Image(PlacedImage { media, transform, clip: None, window: None, alt: None, node: None })
    }

    fn line(x: f32, y: f32) -> Item {
        let segments = vec![Segment::Move(Point { x, y }), Segment::Line(Point { x: x + 20.0, y: y + 5.0 })];
        let stroke = Stroke { width: 1.0, color: Color::BLACK, opacity: 1.0, dashed: false };
        Item::Path(Path { segments, stroke: Some(stroke), ..Path::default() })
    }

    fn paints(mut page: Page, media: &MediaStore) -> Vec<TextPaint> {
        uncover(&mut page, media, &Context::default()).unwrap();
        runs(&page).map(|run| run.paint).collect()
    }

    #[test]
    fn text_under_a_scan_is_hidden() {
        let mut media = MediaStore::default();
        let mut add = |kind, bytes: Vec<u8>| media.add(Media { bytes: bytes.into(), kind, width_px: 1, height_px: 1 });
        let jpeg = add(MediaKind::Jpeg, vec![1]);
        // Only the colour type counts: 6 has alpha, 3 where the palette has.
        let clear = add(MediaKind::Png, [vec![0; 25], vec![6]].concat());
        let stencil = add(MediaKind::Png, [vec![0; 25], vec![3], b"PLTEtRNS".to_vec()].concat());
        let page = |items: Vec<Item>| Page { number: 1, size: PAGE, items, ..Page::default() };
        let text = || letter(100.0, 100.0, TextPaint::Fill);
        assert_eq!(paints(page(vec![text(), image(jpeg)]), &media), [TextPaint::Invisible]);
        assert_eq!(paints(page(vec![image(jpeg), text()]), &media), [TextPaint::Fill]);
        assert_eq!(paints(page(vec![text(), image(clear)]), &media), [TextPaint::Fill]);
        assert_eq!(paints(page(vec![text(), image(stencil)]), &media), [TextPaint::Fill]);
        let mixed = page(vec![text(), image(jpeg), text()]);
        assert_eq!(paints(mixed, &media), [TextPaint::Fill; 2], "the image may be a texture");
    }

    #[test]
    fn text_at_strokes_is_handwriting() {
        let page = |items: Vec<Item>| Page { number: 1, size: PAGE, items, ..Page::default() };
        let hidden = |x: f32, y: f32| letter(x, y, TextPaint::Invisible);
        let written = |text: Item| is_handwriting(&page(vec![line(100.0, 100.0), text]), &Context::default()).unwrap();
        assert!(written(hidden(102.0, 103.0)));
        assert!(!written(hidden(102.0, 300.0)), "it stands elsewhere");
        assert!(!written(letter(102.0, 103.0, TextPaint::Fill)));
    }

    fn garbled(text: &str) -> bool {
        let words: Vec<Word> = text.split(' ').map(|text| Word { text: text.into(), ..Word::default() }).collect();
        is_garbled(&words.iter().map(|word| Words { word, rect: Rect::default() }).collect::<Vec<_>>())
    }

    #[test]
    fn letters_apart_in_the_order_they_are_seen_in_are_words_in_the_order_they_are_read_in() {
        let letter = |(at, text): (usize, &str)| {
            let left = 100.0 + 6.0 * at as f32;
            let rect = Rect { left, top: 92.0, right: left + 6.0, bottom: 102.0 };
            let gap = if at == 0 { Gap::None } else { Gap::Space };
            Word { text: text.into(), rect, baseline: 100.0, size: 10.0, gap, ..Word::default() }
        };
        let seen = ["15", "", "ל", "צ", "ר", "ה", "", "ב", "ו", "ח", "ר"];
        let words: Vec<Word> = seen.into_iter().enumerate().filter(|(_, text)| !text.is_empty()).map(letter).collect();
        let words: Vec<Words> = words.iter().map(|word| Words { word, rect: word.rect }).collect();
        assert_eq!(joined(&words, &Context::default()).unwrap(), "רחוב הרצל 15");
        assert!(is_mostly_shown(&words, &[Rect { left: 90.0, top: 80.0, right: 300.0, bottom: 120.0 }]));
        assert!(!is_mostly_shown(&words, &[Rect { left: 90.0, top: 180.0, right: 300.0, bottom: 220.0 }]));
    }

    #[test]
    fn what_was_recognised_of_scribble_is_no_text() {
        assert!(garbled(&"\"617.- grter- *stiap- rw,ese* &tt 0-e-elk- 5.A.:01.6e.e. N.k...O.AetAlket, ciA#".repeat(3)));
        assert!(!garbled(
            &"The Muhammadan faith has been appropriately entitled, 1. The religion of the sword".repeat(3)
        ));
        assert!(!garbled("xq zz 1b"), "too little to tell");
        assert!(!garbled(&"Война и мир, том первый".repeat(20)), "not in Latin letters");
    }
}
