//! Inline images: small ones that stand in a line of text, as letters do, such as flags, icons and signs. And those
//! that colour a letter: fonts of emoji show an image for each.

use super::super::caps;
use super::super::element::Picture;
use super::super::text::line::Line;
use super::super::text::word::{Becomes, Gap, Word};
use super::tolerances::{BESIDE, MOST};
use transvase_base::units::{Em, Rect};
use transvase_model::flow::InlineImage;

/// Height of such an image at the most: higher ones would push the lines above and below apart.
const HIGHEST: Em = Em(1.8);
/// Width of such an image at the most: that of a short word.
const WIDEST: Em = Em(4.0);
/// Gap from which on there is a space between an image and a word: half of the narrowest that fonts have.
const SPACE: Em = Em(0.12);
/// Share of an image or a word, the narrower one, over which one may lie on the other: images have clear edges.
const OVER: f32 = 0.3;
/// Characters of a sign that an image shows at the most: with its colour, and what chooses its look.
const SIGN: usize = 4;

/// Puts the images that stand in lines into them.
pub(crate) fn into_lines(lines: &mut [Line], pictures: &mut Vec<Picture>) {
    if lines.is_empty() || lines.len() > caps::MANY || pictures.len() > caps::SOME {
        return;
    }
    pictures.retain(|picture| {
        let Some(image) = image(picture) else { return true };
        if let Some(sign) = lines.iter_mut().flat_map(|line| &mut line.words).find(|word| is_shown(word, &picture.rect))
        {
            let alt = image.alt.clone().or_else(|| Some(sign.text.clone()));
            sign.becomes = Some(Becomes::Image(Box::new(InlineImage { alt, ..image })));
            return false;
        }
        let home = lines.iter_mut().filter_map(|line| Some((distance(line, picture)?, line)));
        let Some((_, line)) = home.min_by(|a, b| a.0.total_cmp(&b.0)) else { return true };
        insert(line, picture, image);
        false
    });
}

fn image(picture: &Picture) -> Option<InlineImage> {
    let media = picture.media.filter(|_| picture.sketch.is_none() && picture.rotation == 0.0)?;
    Some(InlineImage {
        width: Some(picture.rect.width()),
        height: Some(picture.rect.height()),
        alt: picture.alt.clone(),
        crop: picture.crop,
        ..InlineImage::new(media)
    })
}

/// Whether a word is the sign that an image shows.
fn is_shown(word: &Word, image: &Rect) -> bool {
    let common = image.intersection(&word.rect).map_or(0.0, |common| common.area());
    common > MOST * image.area().max(word.rect.area())
        && word.becomes.is_none()
        && word.len() <= SIGN
        && !word.text.chars().any(|c| c.is_ascii_alphanumeric())
}

/// Distance of an image from the nearest word of a line it stands in.
fn distance(line: &Line, picture: &Picture) -> Option<f32> {
    let (rect, middle) = (picture.rect, picture.rect.center().y);
    let fits = rect.height() <= HIGHEST * line.size && rect.width() <= WIDEST * line.size;
    let beside = middle > line.rect.top && middle < line.rect.bottom;
    let gap = |word: &Word| (word.rect.left - rect.right).max(rect.left - word.rect.right);
    let nearest = line.words.iter().map(gap).min_by(|a, b| a.abs().total_cmp(&b.abs()))?;
    let over = line.words.iter().any(|word| gap(word) < -OVER * rect.width().min(word.rect.width()));
    (fits && beside && !over && nearest <= BESIDE * line.size).then_some(nearest)
}

fn insert(line: &mut Line, picture: &Picture, image: InlineImage) {
    let at = line.words.iter().take_while(|word| word.rect.center().x < picture.rect.center().x).count();
    let Some(near) = line.words.get(at).or(line.words.last()) else { return };
    let size = near.size;
    let gap = |room: f32| if room > SPACE * size { Gap::Space } else { Gap::None };
    let (before, after) = (at.checked_sub(1).and_then(|at| line.words.get(at)), line.words.get(at));
    let own = before.map_or(Gap::None, |word| gap(picture.rect.left - word.rect.right));
    let next = after.map(|word| gap(word.rect.left - picture.rect.right));
    let mut pictured = Word {
        text: String::new(),
        gap: own,
        link: picture.link,
        becomes: Some(Becomes::Image(Box::new(image))),
        ..near.clone()
    };
    (pictured.rect.left, pictured.rect.right) = (picture.rect.left, picture.rect.right);
    line.rect.left = line.rect.left.min(picture.rect.left);
    line.rect.right = line.rect.right.max(picture.rect.right);
    if let (Some(word), Some(next)) = (line.words.get_mut(at), next) {
        word.gap = next;
    }
    line.words.insert(at, pictured);
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::media::{Media, MediaKind, MediaStore};

    fn line_of(text: &str) -> Line {
        let word = |left: f32| Word {
            text: text.into(),
            rect: Rect { left, top: 12.0, right: left + 20.0, bottom: 22.0 },
            baseline: 20.0,
            size: 10.0,
            ..Word::default()
        };
        Line::of(vec![word(50.0), word(73.0)])
    }

    fn line() -> Line {
        line_of("word")
    }

    fn media() -> transvase_model::media::MediaId {
        let bytes = Vec::new().into();
        MediaStore::default().add(Media { bytes, kind: MediaKind::Png, width_px: 0, height_px: 0 })
    }

    #[test]
    fn an_image_over_a_sign_is_that_sign() {
        let over = |text: &str, height: f32| {
            let rect = Rect { left: 51.0, top: 12.0, right: 69.0, bottom: 12.0 + height };
            let (mut lines, mut pictures) = (vec![line_of(text)], vec![Picture::image(media(), rect)]);
            into_lines(&mut lines, &mut pictures);
            let alt = |becomes: Becomes| if let Becomes::Image(image) = becomes { image.alt } else { None };
            lines[0].words.remove(0).becomes.and_then(alt)
        };
        assert_eq!(over("\u{26A1}\u{FE0F}", 11.0).as_deref(), Some("\u{26A1}\u{FE0F}"));
        assert_eq!(over("\u{26A1}", 30.0), None, "a picture behind it");
        assert_eq!(over("ab", 11.0), None, "letters");
    }

    #[test]
    fn a_flag_before_a_word_is_a_letter_of_its_line() {
        let media = media();
        let at = |left: f32, size: f32| {
            let rect = Rect { left, top: 17.0 - size / 2.0, right: left + size, bottom: 17.0 + size / 2.0 };
            Picture::image(media, rect)
        };
        let (mut lines, mut pictures) = (vec![line()], vec![at(36.0, 11.0), at(120.0, 11.0), at(10.0, 30.0)]);
        into_lines(&mut lines, &mut pictures);
        assert_eq!(pictures.len(), 2, "one is far, one is large");
        assert!(lines[0].words[0].becomes.is_some() && lines[0].words[1].gap == Gap::Space);
        assert_eq!(lines[0].rect.left, 36.0);
    }
}
