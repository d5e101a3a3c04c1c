//! Charstrings: what the programs of glyphs draw, and Type 1 charstrings converted to Type 2 (Adobe Technical Note
//! 5177).

use skrifa::raw::ps::cs::CommandSink;
use skrifa::raw::types::Fixed;

use super::cff::integer;

/// A step of a glyph's program. Coordinates count from the origin, in 65536ths of a unit.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Command {
    Move(i32, i32),
    Line(i32, i32),
    Curve([i32; 6]),
    /// The edges of a horizontal stem.
    Horizontal(i32, i32),
    /// The edges of a vertical stem.
    Vertical(i32, i32),
    /// Which stems count from here on.
    Mask(Vec<u8>),
    Counter(Vec<u8>),
}

/// All of a program.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Commands(pub(super) Vec<Command>);

impl CommandSink for Commands {
    fn move_to(&mut self, x: Fixed, y: Fixed) {
        self.0.push(Command::Move(x.to_bits(), y.to_bits()));
    }

    fn line_to(&mut self, x: Fixed, y: Fixed) {
        self.0.push(Command::Line(x.to_bits(), y.to_bits()));
    }

    fn curve_to(&mut self, cx0: Fixed, cy0: Fixed, cx1: Fixed, cy1: Fixed, x: Fixed, y: Fixed) {
        self.0.push(Command::Curve([cx0, cy0, cx1, cy1, x, y].map(Fixed::to_bits)));
    }

    fn close(&mut self) {}

    fn hstem(&mut self, y: Fixed, dy: Fixed) {
        self.0.push(Command::Horizontal(y.to_bits(), dy.to_bits()));
    }

    fn vstem(&mut self, x: Fixed, dx: Fixed) {
        self.0.push(Command::Vertical(x.to_bits(), dx.to_bits()));
    }

    fn hint_mask(&mut self, mask: &[u8]) {
        self.0.push(Command::Mask(mask.to_vec()));
    }

    fn counter_mask(&mut self, mask: &[u8]) {
        self.0.push(Command::Counter(mask.to_vec()));
    }
}

impl Commands {
    /// The outline without what is said of stems.
    pub(super) fn outline(&self) -> Vec<&Command> {
        let is_path = |command: &&Command| matches!(command, Command::Move(..) | Command::Line(..) | Command::Curve(_));
        self.0.iter().filter(is_path).collect()
    }
}

/// Operators of Type 2.
mod op {
    pub(super) const HSTEM: u8 = 1;
    pub(super) const VSTEM: u8 = 3;
    pub(super) const VMOVETO: u8 = 4;
    pub(super) const RLINETO: u8 = 5;
    pub(super) const HLINETO: u8 = 6;
    pub(super) const VLINETO: u8 = 7;
    pub(super) const RRCURVETO: u8 = 8;
    pub(super) const ENDCHAR: u8 = 14;
    pub(super) const HSTEMHM: u8 = 18;
    pub(super) const HINTMASK: u8 = 19;
    pub(super) const RMOVETO: u8 = 21;
    pub(super) const HMOVETO: u8 = 22;
    pub(super) const VSTEMHM: u8 = 23;
    pub(super) const VHCURVETO: u8 = 30;
    pub(super) const HVCURVETO: u8 = 31;
}

/// Operands of an operator at most (TN 5177, appendix B).
const MOST_OPERANDS: usize = 48;

/// Stems of one direction that fit into one operator, beside a width.
const MOST_STEMS: usize = 23;

/// A program of Type 2 that draws what one of Type 1 does. Stems that come after parts of the outline take the place of
/// those before (Type 1 Font Format, section 8.1). The `width` is the difference to the usual one, `None` where there is
/// none. The stems that stand upright count from `bearing`; without one they are left out.
pub(super) fn type_2(commands: &Commands, width: Option<i32>, bearing: Option<i32>) -> Vec<u8> {
    let hints = Hints::of(commands, bearing);
    let mut program = Program::default();
    program.operands.extend(width);
    program.stems(&hints);
    let (mut at, mut parts) = ((0, 0), 0);
    for command in commands.outline() {
        if let Some(set) = hints.changes.get(&parts).filter(|_| hints.is_masked()) {
            program.mask(&hints.mask(set));
        }
        parts += 1;
        at = program.path(command, at);
    }
    program.flush();
    program.out.extend(program.operands.drain(..).flat_map(number));
    program.out.push(op::ENDCHAR);
    program.out
}

/// Edges of stems.
type Stems = std::collections::BTreeSet<(i32, i32)>;

/// The stems of a glyph, and which count from which part of the outline on.
#[derive(Default)]
struct Hints {
    horizontal: Vec<(i32, i32)>,
    vertical: Vec<(i32, i32)>,
    /// By the number of parts before.
    changes: std::collections::BTreeMap<usize, (Stems, Stems)>,
}

impl Hints {
    fn of(commands: &Commands, bearing: Option<i32>) -> Hints {
        let mut hints = Hints::default();
        let mut parts = 0;
        for command in &commands.0 {
            match (command, bearing) {
                (Command::Horizontal(from, to), _) => {
                    hints.changes.entry(parts).or_default().0.insert((*from, *to));
                }
                (Command::Vertical(from, to), Some(bearing)) => {
                    let moved = (from.wrapping_add(bearing), to.wrapping_add(bearing));
                    hints.changes.entry(parts).or_default().1.insert(moved);
                }
                (Command::Move(..) | Command::Line(..) | Command::Curve(_), _) => parts += 1,
                _ => {}
            }
        }
        let horizontal: Stems = hints.changes.values().flat_map(|set| set.0.iter().copied()).collect();
        let vertical: Stems = hints.changes.values().flat_map(|set| set.1.iter().copied()).collect();
        if horizontal.len() > MOST_STEMS || vertical.len() > MOST_STEMS {
            return Hints::default();
        }
        (hints.horizontal, hints.vertical) = (horizontal.into_iter().collect(), vertical.into_iter().collect());
        hints
    }

    /// Whether not all stems count all the time.
    fn is_masked(&self) -> bool {
        self.changes.len() > 1
    }

    /// The bits of the stems of a set, those that lie first.
    fn mask(&self, (horizontal, vertical): &(Stems, Stems)) -> Vec<u8> {
        let bits = self.horizontal.iter().map(|stem| horizontal.contains(stem));
        let bits: Vec<bool> = bits.chain(self.vertical.iter().map(|stem| vertical.contains(stem))).collect();
        let byte = |bits: &[bool]| (0..8).fold(0, |byte, at| byte << 1 | u8::from(bits.get(at) == Some(&true)));
        bits.chunks(8).map(byte).collect()
    }
}

/// A program being written: steps of one kind share their operator as long as they can.
#[derive(Default)]
struct Program {
    out: Vec<u8>,
    /// Operands whose operator is not written yet.
    operands: Vec<i32>,
    operator: Option<u8>,
}

impl Program {
    fn stems(&mut self, hints: &Hints) {
        let (horizontal, vertical) =
            if hints.is_masked() { (op::HSTEMHM, op::VSTEMHM) } else { (op::HSTEM, op::VSTEM) };
        for (stems, operator) in [(&hints.horizontal, horizontal), (&hints.vertical, vertical)] {
            let mut last = 0;
            for (from, to) in stems {
                self.operands.extend([from.wrapping_sub(last), to.wrapping_sub(*from)]);
                last = *to;
            }
            if !stems.is_empty() {
                self.operator = Some(operator);
                self.flush();
            }
        }
    }

    fn mask(&mut self, mask: &[u8]) {
        self.flush();
        self.out.extend(self.operands.drain(..).flat_map(number));
        self.out.push(op::HINTMASK);
        self.out.extend(mask);
    }

    /// Draws a part of the outline from `at`; returns where it ends.
    fn path(&mut self, command: &Command, (x, y): (i32, i32)) -> (i32, i32) {
        let from = |to: i32, from: i32| to.wrapping_sub(from);
        match command {
            Command::Move(to_x, to_y) => {
                self.flush();
                match (from(*to_x, x), from(*to_y, y)) {
                    (dx, 0) => self.step(op::HMOVETO, &[dx]),
                    (0, dy) => self.step(op::VMOVETO, &[dy]),
                    (dx, dy) => self.step(op::RMOVETO, &[dx, dy]),
                }
                self.flush();
                (*to_x, *to_y)
            }
            Command::Line(to_x, to_y) => {
                match (from(*to_x, x), from(*to_y, y)) {
                    (dx, 0) => self.step(op::HLINETO, &[dx]),
                    (0, dy) => self.step(op::VLINETO, &[dy]),
                    (dx, dy) => self.step(op::RLINETO, &[dx, dy]),
                }
                (*to_x, *to_y)
            }
            Command::Curve([x1, y1, x2, y2, x3, y3]) => {
                let d = [from(*x1, x), from(*y1, y), from(*x2, *x1), from(*y2, *y1), from(*x3, *x2), from(*y3, *y2)];
                match d {
                    [dx1, 0, dx2, dy2, 0, dy3] => self.step(op::HVCURVETO, &[dx1, dx2, dy2, dy3]),
                    [0, dy1, dx2, dy2, dx3, 0] => self.step(op::VHCURVETO, &[dy1, dx2, dy2, dx3]),
                    all => self.step(op::RRCURVETO, &all),
                }
                (*x3, *y3)
            }
            _ => (x, y),
        }
    }

    /// Adds a step to the last operator, or begins another one.
    fn step(&mut self, operator: u8, operands: &[i32]) {
        let fits = self.operands.len() + operands.len() <= MOST_OPERANDS;
        if self.operator.is_some_and(|last| !fits || next(last, self.operands.len()) != Some(operator)) {
            self.flush();
        }
        self.operator.get_or_insert(operator);
        self.operands.extend(operands);
    }

    fn flush(&mut self) {
        if let Some(operator) = self.operator.take() {
            self.out.extend(self.operands.drain(..).flat_map(number));
            self.out.push(operator);
        }
    }
}

/// The operator of a step that can go on with the operands of `operator`, of which there are so many: lines and curves
/// along the axes take turns.
fn next(operator: u8, operands: usize) -> Option<u8> {
    let other = |one: u8, two: u8, turns: usize| match (operator == one) == turns.is_multiple_of(2) {
        true => Some(one),
        false => Some(two),
    };
    match operator {
        op::RLINETO | op::RRCURVETO => Some(operator),
        op::HLINETO | op::VLINETO => other(op::HLINETO, op::VLINETO, operands),
        op::HVCURVETO | op::VHCURVETO => other(op::HVCURVETO, op::VHCURVETO, operands / 4),
        _ => None,
    }
}

/// A number in 65536ths (TN 5177, table 1).
fn number(value: i32) -> Vec<u8> {
    let whole = value >> 16;
    if value.trailing_zeros() >= 16 {
        return integer(whole);
    }
    [&[255], &value.to_be_bytes()[..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: i32 = 1 << 16;

    #[test]
    fn lines_and_curves_along_the_axes_take_turns() {
        let square = [
            Command::Move(ONE, 0),
            Command::Line(3 * ONE, 0),
            Command::Line(3 * ONE, 2 * ONE),
            Command::Line(ONE, 2 * ONE),
        ];
        let program = type_2(&Commands(square.to_vec()), None, None);
        assert_eq!(program, [140, op::HMOVETO, 141, 141, 137, op::HLINETO, op::ENDCHAR]);
    }

    #[test]
    fn stems_that_change_are_masked() {
        let commands = [
            Command::Horizontal(0, 10 * ONE),
            Command::Vertical(0, 5 * ONE),
            Command::Move(0, ONE),
            Command::Horizontal(20 * ONE, 30 * ONE),
            Command::Line(0, 2 * ONE),
        ];
        let program = type_2(&Commands(commands.to_vec()), Some(7 * ONE), Some(2 * ONE));
        let expected = [
            &[146, 139, 149, 149, 149, op::HSTEMHM, 141, 144, op::VSTEMHM, op::HINTMASK, 0b1010_0000][..],
            &[140, op::VMOVETO, op::HINTMASK, 0b0100_0000, 140, op::VLINETO, op::ENDCHAR],
        ];
        assert_eq!(program, expected.concat());
    }

    #[test]
    fn fractions_are_kept() {
        assert_eq!(number(ONE / 2), [255, 0, 0, 0x80, 0]);
        assert_eq!(number(-ONE), [138]);
    }
}
