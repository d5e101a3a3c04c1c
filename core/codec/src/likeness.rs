//! Perceptual similarity of pictures: SSIMULACRA 2 (Sneyers, Cloudinary, 2022; version 2.1), 100 for the same picture,
//! about 90 where no difference is seen side by side, 70 for high quality, 50 for medium, 30 for low; it has no lower
//! end.
//!
//! Structure, edges that were not there and edges that are gone are compared in six sizes and three channels of XYB, the
//! colour space of JPEG XL (ISO/IEC 18181-1, annex L). The blur is a plain Gaussian, where the published program has a
//! recursive one.

use crate::light;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::vec_with_room;
use transvase_model::raster::{Frame, PixelFormat};

/// Sizes that are compared, each half the one before.
const SIZES: usize = 6;

/// Shortest side that is compared. Thinner pictures are compared as if their last row or column went on to there.
const LEAST_PX: usize = 8;

/// Planes as large as the largest size that are held at a time, a little rounded up: while a picture is taken apart, its
/// light, its channels, and the light of the next size; while two are compared, in one channel, their means, their
/// products, and what it takes to blur one.
const MOST_PLANES: usize = 7;

/// Half of a Gaussian of deviation 1.5, from its middle on.
const GAUSSIAN: [f32; 6] = [0.266_011_67, 0.213_005_53, 0.109_360_69, 0.036_000_77, 0.007_598_758, 0.001_028_38];

/// Keeps the structure of even areas from being divided by nothing.
const EVEN: f32 = 0.0009;

/// A plane of samples.
type Plane = Vec<f32>;

/// A picture in one of its sizes.
struct Size {
    width: usize,
    height: usize,
    /// The channels of XYB, moved into the range from 0 to about 1.
    channels: [Plane; 3],
}

/// A picture that others are compared with.
pub struct Original {
    sizes: Vec<Size>,
}

impl Original {
    /// Takes a picture apart; it is opaque, and grey or colours of 8 bits.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub fn new(frame: &Frame, context: &Context) -> Result<Original> {
        Ok(Original { sizes: sizes(frame, context)? })
    }

    /// How like a picture of the same size is.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub fn likeness(&self, other: &Frame, context: &Context) -> Result<f64> {
        let mut worth = WEIGHTS.iter();
        let others = sizes(other, context)?;
        let mut sum = 0.0;
        for channel in 0..3 {
            for at in 0..SIZES {
                let Some((own, other)) = self.sizes.get(at).zip(others.get(at)) else {
                    worth.by_ref().take(6).for_each(drop);
                    continue;
                };
                let lost = compared(own, &other.channels[channel], channel, context)?;
                sum += lost.iter().zip(worth.by_ref()).map(|(lost, worth)| lost * worth).sum::<f64>();
            }
        }
        Ok(scored(sum))
    }
}

/// The weighted sum of all differences on the scale that people's judgements gave.
fn scored(sum: f64) -> f64 {
    let sum = sum * 0.956_238_261_683_484_4;
    let bent = 2.326_765_642_916_932 * sum - 0.020_884_521_182_843_837 * sum * sum
        + 6.248_496_625_763_138e-5 * sum * sum * sum;
    if bent > 0.0 { 100.0 - 10.0 * libm::pow(bent, 0.627_633_646_783_138_7) } else { 100.0 }
}

fn sizes(frame: &Frame, context: &Context) -> Result<Vec<Size>> {
    let (given_width, given_height) = (frame.width_px as usize, frame.height_px as usize);
    let (mut width, mut height) = (given_width.max(LEAST_PX), given_height.max(LEAST_PX));
    room(width * height, context)?;
    let mut lights = lights(frame);
    if (width, height) != (given_width, given_height) {
        lights = lights.map(|plane| widened(&plane, given_width, (width, height)));
    }
    let mut sizes = Vec::new();
    while sizes.len() < SIZES && width >= LEAST_PX && height >= LEAST_PX {
        context.checkpoint()?;
        sizes.push(Size { width, height, channels: xyb(&lights, context)? });
        lights = lights.map(|plane| halved(&plane, width, height));
        (width, height) = (width.div_ceil(2), height.div_ceil(2));
    }
    Ok(sizes)
}

/// Asks for what is held beside what is kept, for pictures of so many pixels.
fn room(pixels: usize, context: &Context) -> Result<()> {
    context.room(pixels.saturating_mul(MOST_PLANES * size_of::<f32>()))
}

/// A plane of rows of `width`, whose last row and column are repeated up to a size.
fn widened(plane: &[f32], width: usize, (wide, high): (usize, usize)) -> Plane {
    let rows: Vec<&[f32]> = plane.chunks(width.max(1)).collect();
    let last = |row: &[f32], x: usize| row.get(x).or(row.last()).copied().unwrap_or_default();
    let row = |y: usize| rows.get(y).or(rows.last()).copied().unwrap_or_default();
    (0..high).flat_map(|y| (0..wide).map(move |x| last(row(y), x))).collect()
}

/// The light of red, green and blue.
fn lights(frame: &Frame) -> [Plane; 3] {
    let (table, channels) = (light::table(), frame.format.channels());
    let places = if frame.format == PixelFormat::Gray8 { [0; 3] } else { [0, 1, 2] };
    places.map(|place| frame.samples.chunks_exact(channels).map(|pixel| table[usize::from(pixel[place])]).collect())
}

/// A plane at half its size: means of squares of four, the last row and column twice where they are odd.
fn halved(plane: &[f32], width: usize, height: usize) -> Plane {
    let mut out = vec_with_room(width.div_ceil(2) * height.div_ceil(2));
    for y in (0..height).step_by(2) {
        let row = |y: usize| plane.get(y * width..(y + 1) * width).unwrap_or_default();
        let (above, below) = (row(y), row((y + 1).min(height - 1)));
        let pair = |row: &[f32]| row[0] + row[row.len() - 1];
        out.extend(above.chunks(2).zip(below.chunks(2)).map(|(above, below)| (pair(above) + pair(below)) / 4.0));
    }
    out
}

/// Shares of red, green and blue in what the three kinds of cones see (ISO/IEC 18181-1, L.2).
const CONES: [[f32; 3]; 3] = [[0.3, 0.622, 0.078], [0.23, 0.692, 0.078], [0.243_422_69, 0.204_767_44, 0.551_809_87]];

/// What cones see in the dark.
const DARK: f32 = 0.003_793_073_3;

/// The cube root of a number above zero, to some units of its last place: Newton's method for one over the root, which
/// divides nothing. It begins with the number's bits, whose exponent a division divides (Lomont, Fast Inverse Square Root,
/// 2003, does so for another root); with this constant, found by trying, that is off by 3.4 percent at most.
#[inline]
fn cube_root(number: f32) -> f32 {
    let third = number * (1.0 / 3.0);
    let mut inverse = f32::from_bits(0x54A2_3200 - number.to_bits() / 3);
    for _ in 0..3 {
        inverse *= 4.0 / 3.0 - third * inverse * inverse * inverse;
    }
    number * inverse * inverse
}

fn xyb([red, green, blue]: &[Plane; 3], context: &Context) -> Result<[Plane; 3]> {
    let mut out: [Plane; 3] = Default::default();
    let dark = cube_root(DARK);
    // Plane by plane, so that several pixels are drawn at once.
    for (seen, [r, g, b]) in out.iter_mut().zip(CONES) {
        context.tick(red.len() as u64)?;
        let pixels = red.iter().zip(green).zip(blue);
        let light = pixels.map(|((red, green), blue)| (r * red + g * green + b * blue).max(0.0) + DARK);
        seen.extend(light.map(|light| cube_root(light) - dark));
    }
    let [x, y, b] = &mut out;
    for ((x, y), b) in x.iter_mut().zip(y).zip(b) {
        let (long, medium, short) = (*x, *y, *b);
        let luma = f32::midpoint(long, medium);
        *x = (long - medium) / 2.0 * 14.0 + 0.42;
        *y = luma + 0.01;
        *b = short - luma + 0.55;
    }
    Ok(out)
}

/// A plane blurred across and down.
fn blurred(plane: &[f32], width: usize, height: usize) -> Plane {
    const REACH: usize = GAUSSIAN.len() - 1;
    let mut across = vec_with_room(plane.len());
    let mut padded = Vec::new();
    for row in plane.chunks_exact(width) {
        padded.clear();
        padded.resize(REACH, row[0]);
        padded.extend_from_slice(row);
        padded.resize(width + 2 * REACH, row[width - 1]);
        let middle = &padded[REACH..REACH + width];
        let start = across.len();
        across.extend(middle.iter().map(|sample| sample * GAUSSIAN[0]));
        for (reach, share) in GAUSSIAN.iter().enumerate().skip(1) {
            let sides = padded[REACH - reach..].iter().zip(&padded[REACH + reach..]);
            across[start..].iter_mut().zip(sides).for_each(|(sum, (left, right))| *sum += share * (left + right));
        }
    }
    let mut out = vec_with_room(plane.len());
    for y in 0..height {
        let row = |y: usize| &across[y.min(height - 1) * width..][..width];
        let start = out.len();
        out.extend(row(y).iter().map(|sample| sample * GAUSSIAN[0]));
        for (reach, share) in GAUSSIAN.iter().enumerate().skip(1) {
            let sides = row(y.saturating_sub(reach)).iter().zip(row(y + reach));
            out[start..].iter_mut().zip(sides).for_each(|(sum, (above, below))| *sum += share * (above + below));
        }
    }
    out
}

/// What differs in a channel: structure, edges that are new, edges that are gone, each as its mean and by its fourth
/// power, which counts places that are much worse than others.
fn compared(own: &Size, other: &[f32], channel: usize, context: &Context) -> Result<[f64; 6]> {
    let (width, height, own) = (own.width, own.height, &own.channels[channel]);
    let product = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).collect::<Plane>();
    room(own.len(), context)?;
    context.checkpoint()?;
    let means = [blurred(own, width, height), blurred(other, width, height)];
    context.checkpoint()?;
    let squares = [(&own[..], &own[..]), (other, other), (&own[..], other)];
    let [own_square, other_square, both] = squares.map(|(a, b)| blurred(&product(a, b), width, height));
    context.checkpoint()?;
    let mut sums = [0.0_f64; 6];
    for at in 0..own.len().min(other.len()) {
        let (mean, other_mean) = (means[0][at], means[1][at]);
        let apart = mean - other_mean;
        let shared = 2.0 * (both[at] - mean * other_mean) + EVEN;
        let whole = own_square[at] - mean * mean + (other_square[at] - other_mean * other_mean) + EVEN;
        let structure = (1.0 - f64::from((1.0 - apart * apart) * shared / whole)).max(0.0);
        let edge = f64::from((other[at] - other_mean).abs() + 1.0) / f64::from((own[at] - mean).abs() + 1.0) - 1.0;
        for (place, lost) in [structure, edge.max(0.0), (-edge).max(0.0)].into_iter().enumerate() {
            sums[place] += lost;
            sums[place + 3] += lost * lost * lost * lost;
        }
    }
    let count = own.len().max(1) as f64;
    let (mean, worst) = (|sum: f64| sum / count, |sum: f64| libm::sqrt(libm::sqrt(sum / count)));
    let [structure, new, gone, worst_structure, worst_new, worst_gone] = sums;
    Ok([mean(structure), mean(new), mean(gone), worst(worst_structure), worst(worst_new), worst(worst_gone)])
}

/// What each difference is worth, by channel, size and kind: found by fitting the measure to some 40,000 judgements of
/// people (the program's `ssimulacra2.cc`, version 2.1).
#[rustfmt::skip]
const WEIGHTS: [f64; 108] = [
    0.0, 0.000_737_660_670_740_658_6, 0.0, 0.0, 0.000_779_348_168_286_730_9, 0.0,
    0.0, 0.000_437_115_573_010_737_9, 0.0, 1.104_172_642_665_734_6, 0.000_662_848_341_292_71, 0.000_152_316_327_837_187_52,
    0.0, 0.001_640_643_745_659_975_4, 0.0, 1.842_245_552_053_929_8, 11.441_172_603_757_666, 0.0,
    0.000_798_910_943_601_516_3, 0.000_176_816_438_078_653, 0.0, 1.878_759_497_954_638_7, 10.949_069_906_051_42, 0.0,
    0.000_728_934_699_150_807_2, 0.967_793_708_062_683_3, 0.0, 0.000_140_034_242_854_358_84, 0.998_176_697_785_496_7, 0.000_319_497_559_344_350_53,
    0.000_455_099_211_379_206_3, 0.0, 0.0, 0.001_364_876_616_324_339_8, 0.0, 0.0,
    0.0, 0.0, 0.0, 7.466_890_328_078_848, 0.0, 17.445_833_984_131_262,
    0.000_623_560_163_404_146_6, 0.0, 0.0, 6.683_678_146_179_332, 0.000_377_244_079_796_112_96, 1.027_889_937_768_264,
    225.205_153_008_492_74, 0.0, 0.0, 19.213_238_186_143_016, 0.001_140_152_458_661_836_1, 0.001_237_755_635_509_985,
    176.393_175_984_506_94, 0.0, 0.0, 24.433_009_998_704_76, 0.285_208_026_121_177_57, 0.000_448_543_692_383_340_8,
    0.0, 0.0, 0.0, 34.779_063_444_837_72, 44.835_625_328_877_896, 0.0,
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.000_868_055_657_329_169_8, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.000_531_319_187_435_874_7, 0.0, 0.000_165_338_141_613_791_12, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.000_417_917_180_325_133_6, 0.001_729_082_823_472_283_3, 0.0,
    0.002_082_700_584_663_643_7, 0.0, 0.0, 8.826_982_764_996_862, 23.192_433_439_989_26, 0.0,
    95.108_049_881_108_6, 0.986_397_803_440_068_2, 0.983_438_279_246_535_3, 0.001_228_640_504_827_849_3, 171.266_725_589_730_7, 0.980_785_887_243_537_9,
    0.0, 0.0, 0.0, 0.000_513_006_458_899_067_9, 0.0, 0.000_108_540_578_584_115_37,
];

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::context::Limits;
    use transvase_base::options::Options;

    fn frame(sample: impl Fn(usize, usize, usize) -> u8) -> Frame {
        let samples = (0..96 * 96 * 3).map(|at| sample(at / 3 % 96, at / 288, at % 3)).collect();
        Frame { width_px: 96, height_px: 96, format: PixelFormat::Rgb8, samples, delay_ms: 0 }
    }

    #[test]
    fn cube_roots_are_as_exact_as_their_numbers() {
        for step in 0..1_000_u16 {
            let number = libm::expf(-8.0 + 10.0 * f32::from(step) / 1_000.0);
            assert!((cube_root(number) / libm::cbrtf(number) - 1.0).abs() < 6e-7, "{number}");
        }
    }

    #[test]
    fn a_thin_picture_is_compared_too() {
        let thin = |width_px: u32, height_px: u32, light: u8| {
            let samples = (0..width_px * height_px).map(|at| (at * 40 % 100) as u8 + light * (at % 3) as u8).collect();
            Frame { width_px, height_px, format: PixelFormat::Gray8, samples, delay_ms: 0 }
        };
        let context = Context::default();
        for (width, height) in [(96, 1), (7, 50), (3, 3)] {
            let original = Original::new(&thin(width, height, 0), &context).unwrap();
            let likeness = |light| original.likeness(&thin(width, height, light), &context).unwrap();
            assert!((likeness(0) - 100.0).abs() < 1e-6 && likeness(70) < 90.0, "{width} x {height}: {}", likeness(70));
        }
    }

    #[test]
    fn edges_go_on() {
        assert_eq!(widened(&[1.0, 2.0, 3.0, 4.0], 2, (3, 3)), [1.0, 2.0, 2.0, 3.0, 4.0, 4.0, 3.0, 4.0, 4.0]);
    }

    #[test]
    fn memory_is_asked_for_before_a_picture_is_taken_apart() {
        let looked = |planes: u64| {
            let limits = Limits { memory_bytes: planes * 96 * 96 * 4, ..Limits::default() };
            Original::new(&frame(picture), &Context::new(Options::default(), limits))
        };
        // Three of light, three of channels, and three of light at a quarter of the pixels.
        assert!(looked(6).is_err() && looked(7).is_ok());
    }

    fn picture(x: usize, y: usize, channel: usize) -> u8 {
        (128.0 + 60.0 * libm::sin(x as f64 / 5.0 + channel as f64) + 50.0 * libm::cos(y as f64 / 7.0)) as u8
    }

    #[test]
    fn the_more_is_lost_the_less_alike() {
        let context = Context::default();
        let original = Original::new(&frame(picture), &context).unwrap();
        let noisy = |most: usize| {
            let noise = move |x: usize, y: usize| (x * 7 + y * 13 + x * y) % (most + 1);
            original
                .likeness(&frame(|x, y, channel| picture(x, y, channel).saturating_add(noise(x, y) as u8)), &context)
                .unwrap()
        };
        let same = original.likeness(&frame(picture), &context).unwrap();
        assert!((same - 100.0).abs() < 1e-6, "{same}");
        let scores = [2, 8, 30].map(noisy);
        assert!(same > scores[0] && scores[0] > scores[1] && scores[1] > scores[2], "{scores:?}");
    }

    #[test]
    fn the_gaussian_is_whole_and_odd_sides_are_halved() {
        let sum = GAUSSIAN[0] + 2.0 * GAUSSIAN[1..].iter().sum::<f32>();
        assert!((sum - 1.0).abs() < 1e-5, "{sum}");
        assert_eq!(halved(&[1.0, 3.0, 5.0, 1.0, 3.0, 5.0, 2.0, 2.0, 4.0], 3, 3), [2.0, 5.0, 2.0, 4.0]);
        assert!(blurred(&[0.5; 35], 7, 5).iter().all(|sample| (sample - 0.5).abs() < 1e-6));
    }
}
