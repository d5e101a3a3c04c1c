//! Letter widths of families that nobody may hand on: what is set in a substitute at these widths breaks into the lines that
//! the named family has.
//!
//! Measured from PDF files in which the families are embedded: the widths that their letters have there. Letters that were in
//! none of these files are 0 here, and get the substitute's width times how much wider the family is on the whole; of Aptos
//! Display those that were not met have the share of Aptos that the others have.

use super::face::Face;
use super::names::key;

/// The first and the last character of the rows.
const FIRST: u32 = 0x20;
const COUNT: usize = 95;

/// How much wider bold letters are where only the regular ones were met: the mean of the rows that have both.
const BOLD: f32 = 1.08;

/// Weight from which a face is bold (OpenType OS/2 `usWeightClass`).
const LEAST_BOLD: u16 = 600;

/// The letter widths of a family, in relation to a face that stands in for it.
#[derive(Debug, Clone, Copy)]
pub struct Advances {
    row: &'static Row,
    factor: f32,
    ratio: f32,
}

impl Advances {
    /// Those of a family as documents write it, which `face` stands in for; `None` where they are not known.
    pub fn of(family: &str, weight: u16, face: &Face) -> Option<Advances> {
        let key = key(family);
        let key = ALIKE.iter().find(|(name, _)| *name == key).map_or(key.as_str(), |(_, row)| row);
        let bold = weight >= LEAST_BOLD;
        let of = |bold| ROWS.iter().find(|row| row.family == key && row.bold == bold);
        let (row, factor) = of(bold).map(|row| (row, 1.0)).or_else(|| Some((of(false)?, BOLD)))?;
        let own = |(at, width): (usize, &u16)| {
            let letter = char::from_u32(FIRST + at as u32).filter(char::is_ascii_lowercase)?;
            Some((f32::from(*width) / 1_000.0 * factor, face.glyph(letter)?.1))
        };
        let met = row.widths.iter().enumerate().filter(|(_, width)| **width > 0).filter_map(own);
        let (named, standing) = met.fold((0.0, 0.0), |sum, (named, own)| (sum.0 + named, sum.1 + own));
        (standing > 0.0).then(|| Advances { row, factor, ratio: named / standing })
    }

    /// The width of a letter as a share of the size, where it is known.
    pub fn advance(&self, letter: char) -> Option<f32> {
        let at = u32::from(letter).checked_sub(FIRST)? as usize;
        let width = if is_wide(letter) { Some(&self.row.wide) } else { self.row.widths.get(at) };
        width.filter(|width| **width > 0).map(|width| f32::from(*width) / 1_000.0 * self.factor)
    }

    /// How much wider the family is than the face that stands in for it.
    pub fn ratio(&self) -> f32 {
        self.ratio
    }
}

/// Whether a letter is as wide as it is high in the fonts of East Asia: ideographs, kana, Hangul, and their signs.
fn is_wide(letter: char) -> bool {
    matches!(u32::from(letter), 0x3000..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0xFF01..=0xFF60)
}

/// Widths of the printable ASCII characters in thousandths of the size.
#[derive(Debug)]
struct Row {
    family: &'static str,
    bold: bool,
    /// That of ideographs, kana and Hangul; 0 where it is not known.
    wide: u16,
    widths: [u16; COUNT],
}

/// Families whose letters are as wide as those of another: the Vera faces were drawn to Verdana's widths.
/// Those of the East Asian families whose letters of other scripts are all half as wide as an ideograph have a row together.
const ALIKE: [(&str, &str); 14] = [
    ("dejavusans", "verdana"),
    ("bitstreamverasans", "verdana"),
    ("trebuchet", "trebuchetms"),
    ("msgothic", HALVES),
    ("msmincho", HALVES),
    ("simsun", HALVES),
    ("nsimsun", HALVES),
    ("simhei", HALVES),
    ("fangsong", HALVES),
    ("kaiti", HALVES),
    ("batangche", HALVES),
    ("gulimche", HALVES),
    ("dotumche", HALVES),
    ("mingliu", HALVES),
];

/// The name of the row of letters half as wide as an ideograph.
const HALVES: &str = "halves";

#[rustfmt::skip]
static ROWS: &[Row] = &[
    Row { family: HALVES, bold: false, wide: 1000, widths: [500; COUNT] },
    Row { family: HALVES, bold: true, wide: 1000, widths: [500; COUNT] },
    Row {
        family: "malgungothic",
        bold: false,
        wide: 1000,
        widths: [
            352, 0, 395, 0, 0, 836, 0, 0, 305, 305, 0, 701, 219, 410, 219, 396, 551, 551, 551,
            551, 551, 551, 551, 551, 551, 551, 219, 0, 0, 0, 0, 0, 0, 658, 0, 635, 0, 0,
            0, 0, 0, 270, 360, 590, 480, 0, 0, 0, 0, 773, 0, 543, 534, 0, 634, 0, 601,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 601, 0, 0, 0, 0, 0, 487, 0, 0, 0, 0, 0, 239, 0, 701,
        ],
    },
    Row {
        family: "malgungothic",
        bold: true,
        wide: 1000,
        widths: [
            352, 0, 0, 0, 0, 875, 0, 0, 358, 358, 0, 0, 0, 414, 262, 0, 580, 580, 580,
            580, 580, 0, 580, 0, 0, 0, 262, 0, 0, 0, 0, 0, 0, 704, 0, 0, 0, 0,
            0, 0, 0, 310, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 487, 0, 550, 0, 0, 0, 274, 0, 0,
            0, 923, 608, 620, 0, 0, 0, 462, 384, 0, 0, 0, 0, 0, 0, 0, 0, 0, 719,
        ],
    },
    Row {
        family: "aptos",
        bold: false,
        wide: 0,
        widths: [
            203, 293, 0, 0, 534, 826, 0, 210, 293, 293, 0, 534, 286, 340, 286, 339, 534, 534, 534,
            534, 534, 534, 534, 534, 534, 534, 286, 0, 0, 534, 0, 0, 0, 589, 604, 692, 686, 556,
            524, 708, 707, 260, 331, 568, 500, 790, 706, 732, 577, 732, 606, 566, 479, 681, 585, 892, 0,
            540, 0, 294, 0, 294, 0, 0, 0, 531, 561, 525, 561, 527, 301, 484, 551, 239, 239, 487,
            260, 853, 551, 552, 561, 561, 334, 486, 323, 559, 452, 721, 442, 452, 438, 0, 0, 0, 0,
        ],
    },
    Row {
        family: "aptosdisplay",
        bold: false,
        wide: 0,
        widths: [
            193, 276, 0, 0, 503, 778, 0, 198, 276, 276, 0, 503, 269, 320, 269, 319, 503, 523, 523,
            503, 503, 503, 503, 503, 503, 503, 269, 0, 0, 503, 0, 0, 0, 555, 569, 652, 646, 524,
            493, 667, 662, 245, 312, 535, 471, 744, 665, 689, 543, 689, 571, 533, 477, 641, 551, 840, 0,
            509, 0, 277, 0, 277, 0, 0, 0, 489, 528, 494, 519, 494, 283, 439, 519, 210, 225, 459,
            245, 803, 506, 520, 528, 528, 315, 463, 304, 526, 426, 679, 416, 426, 412, 0, 0, 0, 0,
        ],
    },
    Row {
        family: "centurygothic",
        bold: false,
        wide: 0,
        widths: [
            277, 0, 0, 0, 554, 0, 0, 0, 0, 0, 0, 0, 277, 332, 277, 0, 554, 554, 554,
            554, 554, 554, 554, 554, 554, 554, 277, 277, 0, 0, 0, 0, 0, 740, 574, 0, 744, 536,
            0, 872, 683, 226, 0, 0, 462, 919, 740, 869, 592, 871, 607, 498, 426, 655, 702, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 683, 682, 647, 685, 650, 314, 673, 610, 200, 203, 0,
            200, 938, 610, 655, 682, 682, 301, 388, 339, 608, 554, 0, 480, 0, 0, 0, 0, 0, 0,
        ],
    },
    Row {
        family: "centurygothic",
        bold: true,
        wide: 0,
        widths: [
            280, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 280, 420, 0, 0, 560, 560, 560,
            560, 560, 560, 560, 560, 560, 560, 0, 0, 0, 0, 0, 0, 0, 740, 580, 780, 700, 520,
            0, 0, 0, 280, 0, 0, 440, 900, 740, 840, 560, 0, 580, 520, 420, 0, 700, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 660, 660, 640, 660, 640, 0, 0, 600, 240, 260, 0,
            240, 940, 600, 640, 660, 660, 320, 440, 300, 600, 560, 0, 0, 0, 0, 0, 0, 0, 0,
        ],
    },
    Row {
        family: "garamond",
        bold: false,
        wide: 0,
        widths: [
            250, 0, 0, 0, 0, 0, 0, 0, 292, 292, 0, 0, 219, 313, 219, 500, 469, 469, 469,
            469, 469, 469, 469, 469, 469, 469, 219, 219, 0, 0, 0, 365, 0, 677, 615, 635, 771, 656,
            563, 771, 760, 354, 333, 0, 573, 833, 771, 781, 563, 0, 625, 479, 615, 708, 0, 885, 0,
            656, 0, 271, 0, 271, 0, 0, 0, 406, 510, 417, 500, 417, 323, 448, 510, 229, 229, 469,
            229, 771, 510, 510, 510, 490, 333, 365, 292, 490, 469, 667, 458, 417, 427, 0, 0, 0, 0,
        ],
    },
    Row {
        family: "trebuchetms",
        bold: false,
        wide: 0,
        widths: [
            301, 0, 325, 0, 0, 0, 0, 0, 367, 367, 0, 0, 367, 367, 367, 524, 524, 524, 524,
            524, 524, 524, 524, 524, 524, 524, 367, 0, 0, 0, 0, 0, 0, 590, 566, 598, 613, 536,
            525, 676, 654, 278, 0, 576, 506, 709, 638, 674, 558, 0, 582, 481, 581, 648, 587, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 525, 557, 495, 557, 545, 370, 502, 546, 285, 367, 504,
            295, 830, 546, 537, 557, 0, 389, 405, 396, 546, 490, 744, 501, 493, 0, 0, 0, 0, 0,
        ],
    },
    Row {
        family: "trebuchetms",
        bold: true,
        wide: 0,
        widths: [
            301, 0, 0, 0, 0, 0, 0, 0, 367, 367, 0, 0, 367, 0, 367, 0, 586, 586, 586,
            586, 586, 586, 586, 586, 586, 586, 367, 0, 0, 0, 0, 0, 0, 0, 0, 0, 643, 0,
            0, 0, 684, 278, 0, 0, 0, 0, 0, 0, 587, 0, 611, 511, 612, 0, 622, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 533, 0, 512, 581, 575, 370, 502, 593, 298, 0, 548,
            295, 859, 590, 566, 583, 0, 427, 431, 396, 591, 0, 0, 0, 534, 0, 0, 0, 0, 0,
        ],
    },
    Row {
        family: "verdana",
        bold: false,
        wide: 0,
        widths: [
            352, 0, 0, 0, 0, 0, 0, 0, 454, 454, 0, 0, 364, 454, 364, 0, 636, 636, 636,
            636, 636, 636, 636, 636, 636, 636, 454, 0, 0, 0, 0, 0, 0, 684, 686, 698, 771, 632,
            575, 0, 0, 421, 0, 0, 557, 843, 748, 0, 603, 0, 695, 684, 616, 732, 684, 989, 685,
            0, 0, 0, 0, 0, 0, 0, 0, 601, 623, 521, 623, 596, 352, 623, 633, 272, 344, 592,
            272, 973, 633, 607, 623, 623, 427, 521, 394, 633, 592, 818, 592, 592, 525, 0, 0, 0, 0,
        ],
    },
    Row {
        family: "verdana",
        bold: true,
        wide: 0,
        widths: [
            342, 0, 0, 0, 0, 0, 0, 0, 543, 543, 0, 867, 361, 480, 361, 689, 711, 711, 711,
            711, 711, 711, 711, 711, 711, 711, 0, 0, 0, 0, 0, 0, 0, 776, 762, 724, 830, 683,
            650, 811, 837, 546, 0, 0, 637, 948, 847, 850, 733, 0, 782, 710, 682, 0, 764, 0, 764,
            0, 692, 0, 0, 0, 0, 0, 0, 668, 699, 588, 699, 664, 422, 699, 712, 342, 0, 671,
            342, 1058, 712, 687, 699, 699, 497, 593, 456, 712, 650, 979, 669, 651, 597, 0, 0, 0, 0,
        ],
    },
];

#[cfg(all(test, feature = "fonts"))]
mod tests {
    use super::*;
    use crate::fonts::FontBook;

    fn known(family: &str, weight: u16) -> Advances {
        let book = FontBook::bundled();
        Advances::of(family, weight, book.find(family, weight, false).expect("there are fonts")).expect("it is known")
    }

    #[test]
    fn a_substitute_knows_how_wide_the_family_is() {
        // The letter n of Verdana is 1,296 of 2,048 units wide.
        assert!((known("Verdana", 400).advance('n').unwrap() - 1_296.0 / 2_048.0).abs() < 1e-3);
        assert!((1.1..1.25).contains(&known("Verdana", 400).ratio()));
        assert!(known("Aptos", 700).ratio() > known("Aptos", 400).ratio() * 0.98);
        assert!(known("Verdana", 400).advance('\u{4E00}').is_none());
        let hangul = known("Malgun Gothic", 400);
        assert_eq!((hangul.advance('한'), hangul.advance('0')), (Some(1.0), Some(0.551)));
        assert_eq!((known("SimSun", 400).advance('a'), known("SimSun", 400).advance('中')), (Some(0.5), Some(1.0)));
        let arial = FontBook::bundled().find("Arial", 400, false).unwrap();
        assert!(Advances::of("Arial", 400, arial).is_none());
    }
}
