//! Region segments: what their headers say, handed to the decoding procedures (T.88 7.4.3 to 7.4.7).

use super::arithmetic::{Contexts, Decoder};
use super::bitmap::{Bitmap, Operator};
use super::budget::Budget;
use super::coding::{ArithmeticCoding, Coding, HuffmanCoding, Quantity, SymbolCodes, number_bits};
use super::dictionary::choose;
use super::document::{Stored, symbols, tables};
use super::generic::{self, Generic};
use super::huffman::Table;
use super::page::Page;
use super::reader::Reader;
use super::refinement::{self, Refinement};
use super::segment::{Flags, Region};
use super::text::{Corner, Text};
use super::{Fault, Result, halftone as halftones, mmr};

/// Decodes a generic region segment (T.88 7.4.6); `rows` are told only at the end of data of unknown length.
pub(super) fn generic(region: Region, mut reader: Reader, rows: Option<u32>, budget: &mut Budget) -> Result<Bitmap> {
    let flags = reader.u8()?;
    let (width, height) = (region.width, rows.map_or(region.height, |rows| rows.min(region.height)));
    if flags & 1 == 1 {
        return Ok(mmr::decode(reader.rest(), width, height, budget)?.0);
    }
    let number = u32::from(flags >> 1 & 3);
    // The extended template is of an amendment that PDF does not know.
    if flags >> 4 & 1 == 1 && number == 0 {
        return Err(Fault::Malformed);
    }
    let template = generic::read_template(&mut reader, number, true)?;
    let generic = Generic { width, height, template: &template, typical: flags >> 3 & 1 == 1, skip: None };
    let mut contexts = Contexts::new(template.bits(), budget)?;
    generic.decode(&mut Decoder::new(reader.rest()), &mut contexts, budget)
}

/// Decodes a refinement region segment (T.88 7.4.7) of a region referred to, or else of the page.
pub(super) fn refinement(
    region: Region,
    mut reader: Reader,
    referred: &[&Stored],
    page: Option<&Page>,
    budget: &mut Budget,
) -> Result<Bitmap> {
    let flags = reader.u8()?;
    let template = refinement::read_template(&mut reader, (flags & 1).into(), true)?;
    let mut contexts = Contexts::new(template.bits(), budget)?;
    let mut decoder = Decoder::new(reader.rest());
    let mut decode = |reference: &Bitmap, budget: &mut Budget| {
        let (width, height, typical) = (region.width, region.height, flags >> 1 & 1 == 1);
        let refinement = Refinement { width, height, template: &template, typical, reference, dx: 0, dy: 0 };
        refinement.decode(&mut decoder, &mut contexts, budget)
    };
    match referred.iter().find_map(|stored| if let Stored::Region(bitmap) = stored { Some(bitmap) } else { None }) {
        Some(reference) => decode(reference, budget),
        None => decode(&page.ok_or(Fault::Malformed)?.part(region, budget)?, budget),
    }
}

/// Decodes a halftone region segment (T.88 7.4.5).
pub(super) fn halftone(region: Region, reader: Reader, referred: &[&Stored], budget: &mut Budget) -> Result<Bitmap> {
    for stored in referred {
        if let Stored::Patterns(patterns) = stored {
            return halftones::region(region.width, region.height, reader, patterns, budget);
        }
    }
    Err(Fault::Malformed)
}

/// Decodes a text region segment by its flags (T.88 7.4.3.1.1).
pub(super) fn text(region: Region, mut reader: Reader, referred: &[&Stored], budget: &mut Budget) -> Result<Bitmap> {
    let flags = Flags::read(&mut reader)?;
    let huffman = if flags.flag(0) { Some(Flags::read(&mut reader)?) } else { None };
    let refines = flags.flag(1);
    let template = refinement::read_template(&mut reader, flags.field(15, 1), refines)?;
    let instances = reader.u32()?;
    let symbols = symbols(referred, budget)?;
    let mut coding = if let Some(flags) = huffman {
        Coding::Huffman(text_huffman(flags, reader, symbols.len(), referred, budget)?)
    } else {
        Coding::Arithmetic(ArithmeticCoding::new(reader.rest(), number_bits(symbols.len()), budget)?)
    };
    let text = Text {
        width: region.width,
        height: region.height,
        black: flags.flag(9),
        instances,
        strip_bits: flags.field(2, 2),
        symbols: &symbols,
        operator: Operator::from_bits(flags.field(7, 2))?,
        transposed: flags.flag(6),
        corner: Corner { right: flags.flag(5), bottom: !flags.flag(4) },
        offset: signed_offset(flags.field(10, 5)),
        refinement: refines.then_some(&template),
    };
    let mut contexts = Contexts::new(if refines { template.bits() } else { 0 }, budget)?;
    text.decode(&mut coding, &mut contexts, budget)
}

/// The value of five bits with a sign.
fn signed_offset(bits: u32) -> i32 {
    let bits = bits.cast_signed();
    if bits < 16 { bits } else { bits - 32 }
}

/// Sets up Huffman coding with the tables chosen by its flags (T.88 7.4.3.1.2), and reads the codes of symbols.
fn text_huffman<'a>(
    flags: Flags,
    reader: Reader<'a>,
    symbols: usize,
    referred: &[&Stored],
    budget: &mut Budget,
) -> Result<HuffmanCoding<'a>> {
    let mut coding = HuffmanCoding::new(reader, SymbolCodes::Fixed(0));
    let mut custom = tables(referred);
    for (quantity, bit, bits, standard) in [
        (Quantity::FirstS, 0, 2, [6, 7].as_slice()),
        (Quantity::NextS, 2, 2, &[8, 9, 10]),
        (Quantity::Strip, 4, 2, &[11, 12, 13]),
        (Quantity::RefinedWidth, 6, 2, &[14, 15]),
        (Quantity::RefinedHeight, 8, 2, &[14, 15]),
        (Quantity::RefinedX, 10, 2, &[14, 15]),
        (Quantity::RefinedY, 12, 2, &[14, 15]),
        (Quantity::RefinedSize, 14, 1, &[1]),
    ] {
        choose(&mut coding, quantity, flags.field(bit, bits), standard, &mut custom)?;
    }
    let codes = symbol_codes(&mut coding.reader, symbols, budget)?;
    coding.set_symbol_numbers(SymbolCodes::Table(codes));
    Ok(coding)
}

/// How many codes there are for the code lengths of symbols (T.88 7.4.3.1.7).
const RUN_CODES: usize = 35;

/// Reads the codes of symbols (T.88 7.4.3.1.7): their lengths are themselves Huffman coded, some as runs.
fn symbol_codes(reader: &mut Reader, symbols: usize, budget: &mut Budget) -> Result<Table> {
    let run_lengths: Vec<u32> = (0..RUN_CODES).map(|_| reader.bits(4)).collect::<Result<_>>()?;
    let runs = Table::from_lengths(&run_lengths)?;
    let mut lengths: Vec<u32> = Vec::new();
    while lengths.len() < symbols {
        let code = runs.decode(reader)?.and_then(|code| u32::try_from(code).ok()).unwrap_or(0);
        let last = lengths.last().copied().unwrap_or(0);
        let (length, count) = match code {
            0..32 => (code, 1),
            32 => (last, reader.bits(2)? + 3),
            33 => (0, reader.bits(3)? + 3),
            _ => (0, reader.bits(7)? + 11),
        };
        for _ in 0..count {
            budget.push(&mut lengths, length)?;
        }
    }
    lengths.truncate(symbols);
    reader.align();
    // The table takes about four times as much.
    budget.work(16 * lengths.len() as u64)?;
    Table::from_lengths(&lengths)
}
