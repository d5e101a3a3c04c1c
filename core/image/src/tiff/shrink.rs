//! TIFF made smaller: pages in the form with the fewest bits where that keeps everything, else the same samples packed.

use super::REWRITING;
use super::loss::{self, Loss};
use super::{read, repack};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::options::LOSSLESS;
use transvase_base::warning::{Warning, WarningCode};
use transvase_format::{Ladder, OneRung, Rung};

/// Compresses without changing a sample.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`, and what the reader says.
pub(super) fn compress(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    let (smallest, loss) = exact(bytes, context)?;
    if let Some(Loss { what, .. }) = loss
        && smallest == bytes
    {
        let message = format!("the file was returned as it is: a smaller one would lose {what}");
        context.warn(Warning::new(WarningCode::NotCompressed, message));
    }
    Ok(smallest)
}

/// Opens the ladder for results of at most `max_bytes`.
///
/// # Errors
/// As for compressing.
pub(super) fn ladder(bytes: &[u8], max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    let (exact, loss) = exact(bytes, context)?;
    let must_be_exact = exact.len() as u64 <= max_bytes || context.options().flag(&LOSSLESS);
    let Some(loss) = loss.filter(|_| !must_be_exact) else { return Ok(Box::new(OneRung(exact))) };
    let (plain, mut warnings) = context.aside(|| REWRITING.written(read::read(bytes, context)?, context))?;
    if plain.len() >= exact.len() {
        return Ok(Box::new(OneRung(exact)));
    }
    warnings.push(Warning::new(loss.code, format!("lost to meet the byte limit: {}", loss.what)));
    Ok(Box::new(Plain { exact, plain, warnings }))
}

/// The smallest file that keeps everything, and what stood in the way of the form with the fewest bits.
fn exact(bytes: &[u8], context: &Context) -> Result<(Vec<u8>, Option<Loss>)> {
    let loss = loss::of(bytes, context)?;
    if loss.is_none() {
        return Ok((REWRITING.smallest(bytes, context)?, None));
    }
    let smallest = match repack::repacked(bytes, context)? {
        Some(anew) => REWRITING.better(bytes, anew, context)?,
        None => bytes.to_vec(),
    };
    Ok((smallest, loss))
}

/// The ladder of a file that gets smaller as pixels alone.
struct Plain {
    exact: Vec<u8>,
    plain: Vec<u8>,
    /// What that loses.
    warnings: Vec<Warning>,
}

impl Ladder for Plain {
    fn is_lossy(&self) -> bool {
        false
    }

    fn lossless(&mut self, _context: &Context) -> Result<Option<Vec<u8>>> {
        Ok(Some(self.exact.clone()))
    }

    fn estimate(&mut self, _rung: Rung, _context: &Context) -> Result<u64> {
        Ok(self.plain.len() as u64)
    }

    fn encode(&mut self, _rung: Rung, context: &Context) -> Result<Vec<u8>> {
        self.warnings.drain(..).for_each(|warning| context.warn(warning));
        Ok(self.plain.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::chunks::{self, Place};
    use super::super::directory;
    use super::super::layout::Layout;
    use super::super::tests::made;
    use super::*;
    use transvase_base::context::Limits;
    use transvase_base::options::Options;

    /// A page of 64 x 64 pixels whose first strip is packed, with these further fields.
    fn page(fields: &[(u16, u16, u32, u32)], strip: &[u8]) -> Vec<u8> {
        let mut entries = vec![(256, 3, 1, 64), (257, 3, 1, 64)];
        entries.extend(fields);
        made(&entries, strip)
    }

    /// Heights from 0 to 1023.75 as numbers with a point.
    fn heights() -> Vec<u8> {
        let strip: Vec<u8> = (0..4_096_u16).flat_map(|at| (f32::from(at) / 4.0).to_le_bytes()).collect();
        page(&[(258, 3, 1, 32), (262, 3, 1, 1), (339, 3, 1, 3)], &strip)
    }

    /// Inks of many amounts below a black that hides them.
    fn inks() -> Vec<u8> {
        let pixel = |at: u32| [(at * at % 251) as u8, (at * at * 7 % 253) as u8, 0, 255];
        let strip: Vec<u8> = (0..4_096).flat_map(pixel).collect();
        page(&[(258, 3, 1, 8), (262, 3, 1, 5), (277, 3, 1, 4)], &strip)
    }

    /// The samples of the first strip, and the number of fields.
    fn stored(file: &[u8]) -> (Vec<u8>, usize) {
        let context = Context::default();
        let page = directory::pages(file, &context).unwrap().remove(0);
        let layout = Layout::read(&page, file).unwrap();
        let first = Place { plane: 0, row: 0, column: 0 };
        let rows = chunks::chunk(file, &layout, page.order, first, &context).unwrap().rows;
        (rows, page.fields(file).filter(|(tag, ..)| ![259, 317].contains(tag)).count())
    }

    fn codes(context: &Context) -> Vec<WarningCode> {
        context.take_warnings().into_iter().map(|warning| warning.code).collect()
    }

    #[test]
    fn samples_of_every_kind_stay() {
        let whole: Vec<u8> = (0..4_096_u32).flat_map(|at| (at * 977).to_le_bytes()).collect();
        let colors: Vec<u8> = (0..4_096_u32).flat_map(|at| [(at % 64) as u8, (at / 64) as u8, 9, 1]).collect();
        let files = [
            heights(),
            inks(),
            page(&[(258, 3, 1, 32), (262, 3, 1, 1)], &whole),
            page(&[(258, 3, 1, 16), (262, 3, 1, 1), (339, 3, 1, 2)], &whole[..8_192]),
            page(&[(258, 3, 1, 12), (262, 3, 1, 1)], &whole[..6_144]),
            page(&[(258, 3, 1, 8), (262, 3, 1, 8), (277, 3, 1, 3)], &colors[..12_288]),
            // A fourth sample that is nothing seen, and a field of GeoTIFF with numbers of two values.
            page(&[(258, 3, 1, 8), (262, 3, 1, 2), (277, 3, 1, 4), (338, 3, 1, 0)], &colors),
            page(&[(258, 3, 1, 8), (262, 3, 1, 1), (34_735, 3, 1, 1)], &[0, 255].repeat(2_048)),
        ];
        for (at, file) in files.iter().enumerate() {
            let context = Context::default();
            let smaller = compress(file, &context).unwrap();
            assert!(smaller.len() < file.len(), "{at}");
            assert_eq!(stored(&smaller), stored(file), "{at}");
            assert!(!codes(&context).contains(&WarningCode::NotCompressed), "{at}");
            assert_eq!(compress(&smaller, &context).unwrap(), smaller, "{at}");
        }
    }

    #[test]
    fn what_cannot_be_moved_is_returned_as_it_is() {
        let strip = vec![0; 16_384];
        // A mark of where a program has more in the file.
        let file = page(&[(258, 3, 1, 32), (262, 3, 1, 1), (339, 3, 1, 3), (50_740, 4, 1, 8)], &strip);
        let context = Context::default();
        assert_eq!(compress(&file, &context).unwrap(), file);
        assert!(codes(&context).contains(&WarningCode::NotCompressed));
    }

    #[test]
    fn a_mask_stays_beside_its_page() {
        let strip = vec![7; 4_096];
        let page = page(&[(258, 3, 1, 8), (262, 3, 1, 1)], &strip);
        let mut file = page.clone();
        let count = usize::from(page[8]);
        let link = 10 + 12 * count;
        let start = file.len() as u32;
        file[link..link + 4].copy_from_slice(&start.to_le_bytes());
        // Its own directory, with the strip of the page and a mark that it is a mask.
        file.extend([count as u8 + 1, 0, 254, 0, 4, 0, 1, 0, 0, 0, 4, 0, 0, 0]);
        file.extend(&page[10..link]);
        file.extend([0; 4]);
        let smaller = compress(&file, &Context::default()).unwrap();
        assert!(smaller.len() < file.len());
        let directories = directory::directories(&smaller, &Context::default()).unwrap();
        assert!(matches!(&directories[..], [page, mask] if page.is_page(&smaller) && !mask.is_page(&smaller)));
    }

    #[test]
    fn a_limit_takes_what_it_says_and_nothing_where_nothing_may_be_lost() {
        let file = inks();
        let context = Context::default();
        let mut found = ladder(&file, 100, &context).unwrap();
        let exact = found.lossless(&context).unwrap().unwrap();
        assert_eq!(stored(&exact), stored(&file));
        let plain = found.encode(Rung::LOWEST, &context).unwrap();
        assert!(plain.len() < exact.len());
        assert!(codes(&context).contains(&WarningCode::ColorReduced));
        let mut options = Options::default();
        options.set(&LOSSLESS, "true").unwrap();
        let context = Context::new(options, Limits::default());
        assert_eq!(ladder(&file, 100, &context).unwrap().encode(Rung::LOWEST, &context).unwrap(), exact);
        assert!(codes(&context).is_empty());
    }
}
