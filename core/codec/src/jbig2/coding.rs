//! The two ways symbol dictionaries and text regions code their values: arithmetic and Huffman.

use std::rc::Rc;

use super::arithmetic::{Contexts, Decoder};
use super::bitmap::Bitmap;
use super::budget::{Budget, STEP};
use super::huffman::Table;
use super::integer::{Integer, SymbolNumber};
use super::reader::Reader;
use super::refinement::Refinement;
use super::{Fault, Result};

/// What a coded value means; each kind has its own statistics or table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    /// Height class delta height (IADH).
    ClassHeight,
    /// Delta width (IADW).
    Width,
    /// Size of a height class collective bitmap; Huffman only.
    CollectiveSize,
    /// Number of symbol instances in an aggregation (IAAI).
    Instances,
    /// Length of a run of export flags (IAEX).
    ExportRun,
    /// Strip delta T (IADT).
    Strip,
    /// First symbol instance S coordinate (IAFS).
    FirstS,
    /// Subsequent symbol instance S coordinate (IADS).
    NextS,
    /// Symbol instance T coordinate within its strip (IAIT); arithmetic only.
    T,
    /// Whether a symbol instance is refined (IARI); arithmetic only.
    Refined,
    /// Refinement delta width (IARDW).
    RefinedWidth,
    /// Refinement delta height (IARDH).
    RefinedHeight,
    /// Refinement X offset (IARDX).
    RefinedX,
    /// Refinement Y offset (IARDY).
    RefinedY,
    /// Size of a refinement's data; Huffman only.
    RefinedSize,
}

/// How many quantities there are.
const QUANTITIES: usize = Quantity::RefinedSize as usize + 1;

/// Arithmetic coding, with its statistics.
pub(super) struct ArithmeticCoding<'a> {
    /// The decoder all values share.
    pub(super) decoder: Decoder<'a>,
    integers: Vec<Integer>,
    symbol_number: SymbolNumber,
}

/// Huffman coding, with its tables.
pub(super) struct HuffmanCoding<'a> {
    /// The data all values come from.
    pub(super) reader: Reader<'a>,
    tables: [Option<Rc<Table>>; QUANTITIES],
    symbol_numbers: SymbolCodes,
}

/// How symbol numbers are coded in Huffman coding.
pub(super) enum SymbolCodes {
    /// As numbers of so many bits.
    Fixed(u32),
    /// With a table of their own.
    Table(Table),
}

/// A way of coding.
pub(super) enum Coding<'a> {
    Arithmetic(ArithmeticCoding<'a>),
    Huffman(HuffmanCoding<'a>),
}

/// How many bits tell so many symbols apart.
pub(super) fn number_bits(symbols: usize) -> u32 {
    symbols.saturating_sub(1).checked_ilog2().map_or(0, |bits| bits + 1)
}

impl<'a> ArithmeticCoding<'a> {
    /// Arithmetic coding of the data, with fresh statistics.
    pub(super) fn new(data: &'a [u8], number_bits: u32, budget: &mut Budget) -> Result<Self> {
        let integers = (0..QUANTITIES).map(|_| Integer::new(budget)).collect::<Result<_>>()?;
        let symbol_number = SymbolNumber::new(number_bits, budget)?;
        Ok(ArithmeticCoding { decoder: Decoder::new(data), integers, symbol_number })
    }
}

impl<'a> HuffmanCoding<'a> {
    /// Huffman coding, so far without tables.
    pub(super) fn new(reader: Reader<'a>, symbol_numbers: SymbolCodes) -> Self {
        HuffmanCoding { reader, tables: Default::default(), symbol_numbers }
    }

    /// Sets the table for a quantity.
    pub(super) fn set(&mut self, quantity: Quantity, table: Rc<Table>) {
        if let Some(place) = self.tables.get_mut(quantity as usize) {
            *place = Some(table);
        }
    }

    /// Sets how symbol numbers are coded.
    pub(super) fn set_symbol_numbers(&mut self, codes: SymbolCodes) {
        self.symbol_numbers = codes;
    }

    /// Sets a standard table for a quantity.
    pub(super) fn set_standard(&mut self, quantity: Quantity, number: usize) -> Result<()> {
        self.set(quantity, Rc::new(Table::standard(number)?));
        Ok(())
    }

    /// Decodes a value with the table for its quantity.
    fn value(&mut self, quantity: Quantity) -> Result<Option<i64>> {
        let table = self.tables.get(quantity as usize).and_then(Option::as_ref);
        table.ok_or(Fault::Malformed)?.decode(&mut self.reader)
    }

    /// Decodes a refinement: arithmetic coding amid the Huffman codes (T.88 6.4.11).
    fn refine(&mut self, refinement: &Refinement, contexts: &mut Contexts, budget: &mut Budget) -> Result<Bitmap> {
        let size = self.value(Quantity::RefinedSize)?.and_then(|size| usize::try_from(size).ok());
        let data = self.reader.take(size.ok_or(Fault::Malformed)?)?;
        refinement.decode(&mut Decoder::new(data), contexts, budget)
    }
}

impl Coding<'_> {
    /// Decodes a value that may be out of band.
    pub(super) fn value(&mut self, quantity: Quantity, budget: &mut Budget) -> Result<Option<i32>> {
        budget.work(STEP)?;
        let value = match self {
            Coding::Arithmetic(coding) => {
                let integer = coding.integers.get_mut(quantity as usize);
                integer.and_then(|integer| integer.decode(&mut coding.decoder))
            }
            Coding::Huffman(coding) => coding.value(quantity)?,
        };
        value.map(i32::try_from).transpose().map_err(|_| Fault::Malformed)
    }

    /// Decodes a value that must not be out of band.
    pub(super) fn integer(&mut self, quantity: Quantity, budget: &mut Budget) -> Result<i32> {
        self.value(quantity, budget)?.ok_or(Fault::Malformed)
    }

    /// Decodes a value that is plain bits in Huffman coding.
    pub(super) fn bits(&mut self, quantity: Quantity, count: u32, budget: &mut Budget) -> Result<i32> {
        match self {
            Coding::Arithmetic(_) => self.integer(quantity, budget),
            Coding::Huffman(coding) => coding.reader.bits(count).map(u32::cast_signed),
        }
    }

    /// Decodes a symbol number.
    pub(super) fn symbol_number(&mut self) -> Result<usize> {
        match self {
            Coding::Arithmetic(coding) => Ok(coding.symbol_number.decode(&mut coding.decoder)),
            Coding::Huffman(coding) => match &coding.symbol_numbers {
                SymbolCodes::Fixed(bits) => coding.reader.bits(*bits).map(|number| number as usize),
                SymbolCodes::Table(table) => {
                    let number = table.decode(&mut coding.reader)?.and_then(|number| usize::try_from(number).ok());
                    number.ok_or(Fault::Malformed)
                }
            },
        }
    }

    /// Decodes a refinement.
    pub(super) fn refine(
        &mut self,
        refinement: &Refinement,
        contexts: &mut Contexts,
        budget: &mut Budget,
    ) -> Result<Bitmap> {
        match self {
            Coding::Arithmetic(coding) => refinement.decode(&mut coding.decoder, contexts, budget),
            Coding::Huffman(coding) => coding.refine(refinement, contexts, budget),
        }
    }
}
