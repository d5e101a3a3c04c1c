//! Symbol dictionary segments (T.88 7.4.2).

use std::rc::Rc;

use super::arithmetic::Contexts;
use super::bitmap::Bitmap;
use super::budget::Budget;
use super::coding::{ArithmeticCoding, Coding, HuffmanCoding, Quantity, SymbolCodes, number_bits};
use super::document::{Stored, symbols, tables};
use super::generic;
use super::huffman::Table;
use super::reader::Reader;
use super::refinement;
use super::segment::Flags;
use super::symbol::{Dictionary, Statistics};
use super::{Fault, Result};

/// Decodes the segment by its flags (T.88 7.4.2.1.1): the symbols it exports, and the statistics it hands on.
pub(super) fn read(
    data: &[u8],
    referred: &[&Stored],
    budget: &mut Budget,
) -> Result<(Vec<Rc<Bitmap>>, Option<Statistics>)> {
    let mut reader = Reader::new(data);
    let flags = Flags::read(&mut reader)?;
    let (is_huffman, aggregates) = (flags.flag(0), flags.flag(1));
    let generic = generic::read_template(&mut reader, flags.field(10, 2), !is_huffman)?;
    let refinement = refinement::read_template(&mut reader, flags.field(12, 1), aggregates)?;
    let (_exported, new) = (reader.u32()?, reader.u32()?);
    let symbols = symbols(referred, budget)?;
    let total = symbols.len().saturating_add(new as usize);
    let statistics = match inherited(referred).filter(|_| flags.flag(8)) {
        Some(statistics) => statistics.copy(budget)?,
        None => Statistics {
            generic: Contexts::new(if is_huffman { 0 } else { generic.bits() }, budget)?,
            refinement: Contexts::new(if aggregates { refinement.bits() } else { 0 }, budget)?,
        },
    };
    let bits = if aggregates { number_bits(total) } else { 0 };
    let coding = if is_huffman {
        Coding::Huffman(huffman(flags, reader, bits, referred)?)
    } else {
        Coding::Arithmetic(ArithmeticCoding::new(reader.rest(), bits, budget)?)
    };
    let mut dictionary = Dictionary { coding, statistics, generic, refinement, aggregates, symbols, total };
    let exported = dictionary.decode(budget)?;
    Ok((exported, flags.flag(9).then_some(dictionary.statistics)))
}

/// The statistics of the last dictionary referred to.
fn inherited<'a>(referred: &[&'a Stored]) -> Option<&'a Statistics> {
    let statistics =
        |stored: &&'a Stored| if let Stored::Symbols(_, statistics) = *stored { Some(statistics) } else { None };
    referred.iter().rev().find_map(statistics)?.as_ref()
}

/// Sets up Huffman coding with the tables chosen by the flags.
fn huffman<'a>(flags: Flags, reader: Reader<'a>, bits: u32, referred: &[&Stored]) -> Result<HuffmanCoding<'a>> {
    // Symbol numbers have at least one bit (T.88 6.5.8.2.3).
    let mut coding = HuffmanCoding::new(reader, SymbolCodes::Fixed(bits.max(1)));
    let mut custom = tables(referred);
    let mut choose =
        |quantity, choice, standard: &[usize]| choose(&mut coding, quantity, choice, standard, &mut custom);
    choose(Quantity::ClassHeight, flags.field(2, 2), &[4, 5])?;
    choose(Quantity::Width, flags.field(4, 2), &[2, 3])?;
    choose(Quantity::CollectiveSize, flags.field(6, 1), &[1])?;
    choose(Quantity::Instances, flags.field(7, 1), &[1])?;
    // Those of export flags and aggregations are fixed (T.88 6.5.10 and Table 17).
    for (quantity, number) in [
        (Quantity::ExportRun, 1),
        (Quantity::FirstS, 6),
        (Quantity::NextS, 8),
        (Quantity::Strip, 11),
        (Quantity::RefinedWidth, 15),
        (Quantity::RefinedHeight, 15),
        (Quantity::RefinedX, 15),
        (Quantity::RefinedY, 15),
        (Quantity::RefinedSize, 1),
    ] {
        coding.set_standard(quantity, number)?;
    }
    Ok(coding)
}

/// Sets the table a field chooses: one of the standard ones, or else the next custom one.
pub(super) fn choose(
    coding: &mut HuffmanCoding,
    quantity: Quantity,
    choice: u32,
    standard: &[usize],
    custom: &mut dyn Iterator<Item = Rc<Table>>,
) -> Result<()> {
    match standard.get(choice as usize) {
        Some(&number) => coding.set_standard(quantity, number)?,
        None => coding.set(quantity, custom.next().ok_or(Fault::Malformed)?),
    }
    Ok(())
}
