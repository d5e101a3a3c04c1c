//! Formulas: the model's tree and that of JSON.

use super::schema::Math;
use transvase_model::flow;

/// Levels of JSON that a tree may have: with those of the blocks around it, fewer than readers of JSON take.
const MAX_LEVELS: usize = 48;

/// The rows of a tree; none where it is nested too deeply.
pub(super) fn written(row: &[flow::Math]) -> Vec<Math> {
    if levels(row) > MAX_LEVELS { Vec::new() } else { told(row) }
}

/// Levels of arrays and objects: a matrix has its rows and cells beside.
fn levels(row: &[flow::Math]) -> usize {
    let own = |math: &flow::Math| if matches!(math, flow::Math::Matrix(..)) { 4 } else { 2 };
    let inside = |math: &flow::Math| math.rows().into_iter().map(|row| levels(row)).max().unwrap_or(0);
    row.iter().map(|math| own(math) + inside(math)).max().unwrap_or(1)
}

fn told(row: &[flow::Math]) -> Vec<Math> {
    row.iter().map(tell).collect()
}

fn tell(math: &flow::Math) -> Math {
    use flow::Math as M;
    match math {
        M::Signs(text, style) => Math::Signs { text: text.clone(), style: (*style).into() },
        M::Fraction(over, under) => Math::Fraction { over: told(over), under: told(under) },
        M::Script { base, sub, sup } => Math::Script { base: told(base), sub: told(sub), sup: told(sup) },
        M::Root(degree, body) => Math::Root { degree: told(degree), body: told(body) },
        M::Big { sign, below, above, beside, body } => {
            Math::Big { sign: *sign, below: told(below), above: told(above), beside: *beside, body: told(body) }
        }
        M::Limit { base, below, above } => Math::Limit { base: told(base), below: told(below), above: told(above) },
        M::Function(name, body) => Math::Function { name: told(name), body: told(body) },
        M::Fenced(open, body, close) => Math::Fenced { open: *open, body: told(body), close: *close },
        M::Accent(body, mark) => Math::Accent { body: told(body), mark: *mark },
        M::Matrix(rows, left) => {
            let rows = rows.iter().map(|cells| cells.iter().map(|cell| told(cell)).collect()).collect();
            Math::Matrix { rows, left: *left }
        }
    }
}

/// The model's tree. Recursion is as deep as JSON may be nested.
pub(super) fn read(row: Vec<Math>) -> Vec<flow::Math> {
    row.into_iter().map(understood).collect()
}

fn understood(math: Math) -> flow::Math {
    use flow::Math as M;
    match math {
        Math::Signs { text, style } => M::Signs(text, style.into()),
        Math::Fraction { over, under } => M::Fraction(read(over), read(under)),
        Math::Script { base, sub, sup } => M::Script { base: read(base), sub: read(sub), sup: read(sup) },
        Math::Root { degree, body } => M::Root(read(degree), read(body)),
        Math::Big { sign, below, above, beside, body } => {
            M::Big { sign, below: read(below), above: read(above), beside, body: read(body) }
        }
        Math::Limit { base, below, above } => M::Limit { base: read(base), below: read(below), above: read(above) },
        Math::Function { name, body } => M::Function(read(name), read(body)),
        Math::Fenced { open, body, close } => M::Fenced(open, read(body), close),
        Math::Accent { body, mark } => M::Accent(read(body), mark),
        Math::Matrix { rows, left } => {
            M::Matrix(rows.into_iter().map(|cells| cells.into_iter().map(read).collect()).collect(), left)
        }
    }
}
