//! Pages: how large they are and how wide their margins (CSS Paged Media 3, 5 and 7).

use transvase_base::units::{Size, pt_from_mm};
use transvase_model::flow::{Edges, PageSetup};

use super::computed::MEDIUM_PT;
use super::declaration::{Declaration, parse};
use super::syntax::{declarations, find};
use super::value::Length;

/// Papers by name, in millimetres (CSS Paged Media 3, 7.1), and two more that browsers know.
const PAPERS: [(&str, f32, f32); 12] = [
    ("a3", 297.0, 420.0),
    ("a4", 210.0, 297.0),
    ("a5", 148.0, 210.0),
    ("a6", 105.0, 148.0),
    ("b4", 250.0, 353.0),
    ("b5", 176.0, 250.0),
    ("jis-b4", 257.0, 364.0),
    ("jis-b5", 182.0, 257.0),
    ("letter", 215.9, 279.4),
    ("legal", 215.9, 355.6),
    ("ledger", 279.4, 431.8),
    ("tabloid", 279.4, 431.8),
];

/// Sides that a page may have in points: half an inch to 200 inches (ISO 32000-1, annex C).
const SIDES_PT: (f32, f32) = (36.0, 14_400.0);

/// What sheets say of all pages.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct PageRule {
    size: Option<Size>,
    /// Whether the longer side lies, where it is said.
    is_landscape: Option<bool>,
    /// Top, right, bottom, left.
    margin: [Option<Length>; 4],
}

impl PageRule {
    /// Takes what the block of an `@page` says that holds for all pages.
    pub fn read(&mut self, block: &str) {
        let block = without_blocks(block);
        for (name, value) in declarations(&block) {
            let value = value.split('!').next().unwrap_or_default().trim().to_ascii_lowercase();
            match name.as_str() {
                "size" => self.read_size(&value),
                name if name.starts_with("margin") => self.read_margin(name, &value),
                _ => {}
            }
        }
    }

    fn read_size(&mut self, value: &str) {
        let mut sides = Vec::new();
        for word in value.split_whitespace() {
            match word {
                "auto" => *self = PageRule { margin: self.margin, ..PageRule::default() },
                "portrait" => self.is_landscape = Some(false),
                "landscape" => self.is_landscape = Some(true),
                _ => match PAPERS.iter().find(|(name, ..)| *name == word) {
                    Some((_, width, height)) => {
                        self.size = Some(Size { width: pt_from_mm(*width), height: pt_from_mm(*height) });
                    }
                    None => sides.extend(Length::parse(word).and_then(|side| side.to_pt(MEDIUM_PT, MEDIUM_PT, 0.0))),
                },
            }
        }
        if let Some(width) = sides.first() {
            let side = |length: f32| length.clamp(SIDES_PT.0, SIDES_PT.1);
            let height = sides.get(1).unwrap_or(width);
            (self.size, self.is_landscape) = (Some(Size { width: side(*width), height: side(*height) }), None);
        }
    }

    fn read_margin(&mut self, name: &str, value: &str) {
        let mut said = Vec::new();
        parse(name, value, &mut said);
        for declaration in said {
            if let Declaration::Margin(side, length) = declaration {
                self.margin[side.index(false)] = Some(length);
            }
        }
    }

    /// The pages that sheets ask for; what they leave open is as `usual`. `None` where they say nothing.
    pub fn setup(&self, usual: &PageSetup) -> Option<PageSetup> {
        if *self == PageRule::default() {
            return None;
        }
        let Size { width, height } = self.size.unwrap_or(usual.size);
        let size = match self.is_landscape {
            Some(lies) if (width > height) != lies => Size { width: height, height: width },
            _ => Size { width, height },
        };
        // Shares are of the width or the height of the page (CSS Paged Media 3, 5.2).
        let margin = |at: usize, whole: f32, usual: f32| {
            let length = self.margin[at].and_then(|length| length.to_pt(MEDIUM_PT, MEDIUM_PT, whole));
            length.map_or(usual, |length| length.max(0.0))
        };
        let Edges { top, right, bottom, left } = usual.margins;
        let margins = Edges {
            top: margin(0, size.height, top),
            right: margin(1, size.width, right),
            bottom: margin(2, size.height, bottom),
            left: margin(3, size.width, left),
        };
        Some(PageSetup { size, margins, ..usual.clone() })
    }
}

/// A block without those in it, which are about the margins of pages (CSS Paged Media 3, 4.3).
fn without_blocks(block: &str) -> String {
    let mut out = String::new();
    let mut rest = block;
    while let Some(open) = Some(find(rest, &['{'])).filter(|open| *open < rest.len()) {
        out.push_str(rest[..open].rsplit_once('@').map_or("", |(before, _)| before));
        let close = open + find(&rest[open..], &['}']);
        rest = rest.get(close + 1..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(blocks: &[&str]) -> Option<PageSetup> {
        let mut rule = PageRule::default();
        blocks.iter().for_each(|block| rule.read(block));
        let margins = Edges { top: 70.0, right: 70.0, bottom: 70.0, left: 70.0 };
        rule.setup(&PageSetup { size: Size::A4, margins, ..PageSetup::default() })
    }

    fn size(block: &str) -> (f32, f32) {
        let Size { width, height } = setup(&[block]).unwrap().size;
        (width.round(), height.round())
    }

    #[test]
    fn papers_have_names_and_lengths() {
        assert_eq!(size("size: A5"), (420.0, 595.0));
        assert_eq!(size("size: letter landscape"), (792.0, 612.0));
        assert_eq!(size("size: landscape"), (842.0, 595.0));
        assert_eq!(size("size: 62mm 29mm !important"), (176.0, 82.0));
        assert_eq!(size("size: 4in"), (288.0, 288.0));
        assert_eq!(size("margin: 0; size: auto"), (595.0, 842.0));
    }

    #[test]
    fn margins_are_said_together_or_one_by_one() {
        let page = setup(&[
            "margin: 1in 2pc; @top-center { content: 'a;b'; margin: 3pt } margin-left: 10%",
            "margin-top: 5pt",
        ]);
        let Edges { top, right, bottom, left } = page.unwrap().margins;
        assert_eq!((top, right, bottom, left.round()), (5.0, 24.0, 72.0, 60.0));
        assert_eq!(setup(&["size: A4"]).unwrap().margins.top, 70.0);
        assert_eq!((setup(&["marks: crop"]), setup(&["@bottom-left { content: counter(page)"])), (None, None));
    }
}
