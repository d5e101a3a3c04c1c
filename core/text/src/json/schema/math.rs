//! Schema of formulas.

use super::words;
use serde::{Deserialize, Serialize};

/// A part of a formula, as editors of formulas have them. What is in it are rows of such parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(in crate::json) enum Math {
    /// Signs and letters in one style.
    Signs {
        /// The signs.
        text: String,
        /// How they look.
        style: MathStyle,
    },
    /// One row over another, with a line between.
    Fraction {
        /// Over the line.
        over: Vec<Math>,
        /// Under it.
        under: Vec<Math>,
    },
    /// A row with smaller ones at its lower and upper right, which may be empty.
    Script {
        /// The row.
        base: Vec<Math>,
        /// Lower right.
        sub: Vec<Math>,
        /// Upper right.
        sup: Vec<Math>,
    },
    /// A root.
    Root {
        /// Its degree; empty for a square root.
        degree: Vec<Math>,
        /// What it is taken of.
        body: Vec<Math>,
    },
    /// A sum, product, integral and the like.
    Big {
        /// The operator.
        sign: char,
        /// From where.
        below: Vec<Math>,
        /// To where.
        above: Vec<Math>,
        /// Whether these stand at the right of the sign and not below and above it.
        beside: bool,
        /// What it is taken over.
        body: Vec<Math>,
    },
    /// A row with smaller ones below and above it, such as a limit.
    Limit {
        /// The row.
        base: Vec<Math>,
        /// Below it.
        below: Vec<Math>,
        /// Above it.
        above: Vec<Math>,
    },
    /// A function.
    Function {
        /// Its name.
        name: Vec<Math>,
        /// What it is taken of.
        body: Vec<Math>,
    },
    /// A row between brackets or bars, of which one may be missing.
    Fenced {
        /// The bracket before it.
        open: Option<char>,
        /// The row.
        body: Vec<Math>,
        /// The bracket after it.
        close: Option<char>,
    },
    /// A row below an accent.
    Accent {
        /// The row.
        body: Vec<Math>,
        /// The accent, as a combining character.
        mark: char,
    },
    /// Rows of cells.
    Matrix {
        /// The rows.
        rows: Vec<Vec<Vec<Math>>>,
        /// Whether the cells begin at the left.
        left: bool,
    },
}

words! {
    /// How the letters of a formula look.
    MathStyle = transvase_model::flow::MathStyle {
        /// Slanted, as variables are.
        Italic,
        /// Upright, as names of functions are.
        Upright,
        /// Upright and bold, as vectors are.
        Bold,
        /// Words between the signs.
        Words,
    }
}
