//! Custom shapes (OASIS ODF 1.3 part 3, 10.6.2 `draw:enhanced-geometry`): drawing commands whose numbers are computed
//! from one another.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::super::tree::Element;
use super::{fitted, rectangle};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Point, Rect};
use transvase_model::path::Segment;

/// Hundredths of a millimetre in a point.
const HUNDREDTHS: f32 = 2540.0 / 72.0;
/// Equations that refer to one another, at most.
const MAX_DEPTH: usize = 30;
/// Numbers of one path, and formulas of one shape.
const MAX_PIECES: usize = 20_000;
const MAX_EQUATIONS: usize = 2_000;
/// Lines an arc is cut into for each quarter turn.
const ARC_STEPS: f32 = 8.0;

/// The outline of a shape in its place.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub(super) fn outline(geometry: &Element, place: &Rect, context: &Context) -> Result<Vec<Segment>> {
    let Some(path) = geometry.get("draw:enhanced-path") else { return Ok(rectangle(place, 0.0)) };
    let view = view(geometry.get("svg:viewBox").unwrap_or("0 0 21600 21600"), place);
    let values = |name: &str| {
        let text = geometry.get(name).unwrap_or_default();
        text.split([' ', ',']).filter_map(|value| value.parse().ok()).take(MAX_EQUATIONS).collect::<Vec<f32>>()
    };
    let equations = geometry.elements().filter(|element| element.name() == "draw:equation").take(MAX_EQUATIONS);
    let named = equations.filter_map(|element| Some((element.get("draw:name")?, element.get("draw:formula")?)));
    let sheet = Sheet {
        modifiers: values("draw:modifiers"),
        formulas: named.collect(),
        known: RefCell::default(),
        view,
        place: (place.width(), place.height()),
    };
    let mut pen = Pen::default();
    pen.draw(path, &sheet, context)?;
    let [left, top, width, height] = view;
    let mut drawn = fitted(pen.done, Some(Rect { left, top, right: left + width, bottom: top + height }), place);
    if geometry.is("draw:mirror-horizontal", "true") {
        let middle = place.left + place.right;
        drawn.iter_mut().for_each(|segment| *segment = segment.map(|p| Point { x: middle - p.x, y: p.y }));
    }
    if geometry.is("draw:mirror-vertical", "true") {
        let middle = place.top + place.bottom;
        drawn.iter_mut().for_each(|segment| *segment = segment.map(|p| Point { x: p.x, y: middle - p.y }));
    }
    Ok(drawn)
}

/// Left, top, width and height of the units that a path counts in; hundredths of a millimetre where there is no view.
fn view(text: &str, place: &Rect) -> [f32; 4] {
    let mut values =
        text.split([' ', ',']).filter_map(|value| value.parse::<f32>().ok()).filter(|value| value.is_finite());
    let mut next = || values.next().unwrap_or_default();
    let (left, top, width, height) = (next(), next(), next(), next());
    let or_own = |side: f32, own: f32| if side > 0.0 { side } else { own * HUNDREDTHS };
    [left, top, or_own(width, place.width()), or_own(height, place.height())]
}

/// The numbers of a shape.
struct Sheet<'g> {
    modifiers: Vec<f32>,
    formulas: BTreeMap<&'g str, &'g str>,
    /// Results of formulas.
    known: RefCell<BTreeMap<&'g str, f32>>,
    view: [f32; 4],
    place: (f32, f32),
}

impl Sheet<'_> {
    /// The value of a word: a number, a modifier, an equation or a name (19.171 `draw:formula`).
    fn value(&self, word: &str, depth: usize) -> f32 {
        let [left, top, width, height] = self.view;
        if let Some(index) = word.strip_prefix('$') {
            return index.parse().ok().and_then(|index: usize| self.modifiers.get(index)).copied().unwrap_or_default();
        }
        if let Some(name) = word.strip_prefix('?') {
            return self.equation(name, depth);
        }
        match word {
            "left" => left,
            "top" => top,
            "right" => left + width,
            "bottom" => top + height,
            "width" => width,
            "height" => height,
            "logwidth" => self.place.0 * HUNDREDTHS,
            "logheight" => self.place.1 * HUNDREDTHS,
            "xstretch" | "ystretch" | "hasstroke" | "hasfill" => 0.0,
            "pi" => std::f32::consts::PI,
            other => other.parse().ok().filter(|value: &f32| value.is_finite()).unwrap_or_default(),
        }
    }

    fn equation(&self, name: &str, depth: usize) -> f32 {
        let Some((name, formula)) = self.formulas.get_key_value(name).filter(|_| depth < MAX_DEPTH) else { return 0.0 };
        if let Some(known) = self.known.borrow().get(name) {
            return *known;
        }
        // A formula that refers to itself is nothing.
        self.known.borrow_mut().insert(name, 0.0);
        let mut terms = Terms { words: words(formula), at: 0, sheet: self, depth: depth + 1 };
        let value = terms.sum();
        let value = if value.is_finite() { value } else { 0.0 };
        self.known.borrow_mut().insert(name, value);
        value
    }
}

/// The words of a formula or path: names, numbers and single signs.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut glued = false;
    for c in text.chars() {
        let exponent = matches!(c, '+' | '-')
            && glued
            && words
                .last()
                .is_some_and(|word| word.ends_with(['e', 'E']) && word.starts_with(|c: char| c.is_ascii_digit()));
        if c.is_ascii_alphanumeric() || matches!(c, '.' | '?' | '$' | '_') || exponent {
            match words.last_mut().filter(|_| glued && !matches!(c, '?' | '$')) {
                Some(word) => word.push(c),
                None => words.push(c.into()),
            }
            glued = true;
        } else {
            glued = false;
            if !c.is_whitespace() {
                words.push(c.into());
            }
        }
        if words.len() > MAX_PIECES {
            break;
        }
    }
    words
}

/// A formula that is being read.
struct Terms<'s, 'g> {
    words: Vec<String>,
    at: usize,
    sheet: &'s Sheet<'g>,
    depth: usize,
}

impl Terms<'_, '_> {
    fn take(&mut self, sign: &str) -> bool {
        let found = self.words.get(self.at).is_some_and(|word| word == sign);
        self.at += usize::from(found);
        found
    }

    fn sum(&mut self) -> f32 {
        let mut value = self.product();
        loop {
            if self.take("+") {
                value += self.product();
            } else if self.take("-") {
                value -= self.product();
            } else {
                return value;
            }
        }
    }

    fn product(&mut self) -> f32 {
        let mut value = self.atom();
        loop {
            if self.take("*") {
                value *= self.atom();
            } else if self.take("/") {
                let by = self.atom();
                value = if by == 0.0 { 0.0 } else { value / by };
            } else {
                return value;
            }
        }
    }

    fn atom(&mut self) -> f32 {
        if self.depth > MAX_DEPTH {
            self.at = self.words.len();
            return 0.0;
        }
        self.depth += 1;
        let value = self.inner();
        self.depth -= 1;
        value
    }

    fn inner(&mut self) -> f32 {
        if self.take("-") {
            return -self.atom();
        }
        if self.take("+") {
            return self.atom();
        }
        if self.take("(") {
            let value = self.sum();
            self.take(")");
            return value;
        }
        let Some(word) = self.words.get(self.at).cloned() else { return 0.0 };
        self.at += 1;
        if !self.take("(") {
            return self.sheet.value(&word, self.depth);
        }
        let mut arguments = [0.0; 3];
        for argument in &mut arguments {
            *argument = self.sum();
            if !self.take(",") {
                break;
            }
        }
        self.take(")");
        let [a, b, c] = arguments;
        match word.as_str() {
            "abs" => a.abs(),
            "sqrt" => a.max(0.0).sqrt(),
            "sin" => libm::sinf(a),
            "cos" => libm::cosf(a),
            "tan" => libm::tanf(a),
            "atan" => libm::atanf(a),
            // The first argument is that of the other axis (19.171).
            "atan2" => libm::atan2f(a, b),
            "min" => a.min(b),
            "max" => a.max(b),
            "if" => {
                if a > 0.0 {
                    b
                } else {
                    c
                }
            }
            _ => 0.0,
        }
    }
}

/// Draws the commands of a path (19.145 `draw:enhanced-path`).
#[derive(Default)]
struct Pen {
    done: Vec<Segment>,
    at: Point,
}

impl Pen {
    fn draw(&mut self, path: &str, sheet: &Sheet<'_>, context: &Context) -> Result<()> {
        let mut command = 'L';
        let mut numbers: Vec<f32> = Vec::new();
        let mut negative = false;
        // Across first, or down, by turns.
        let mut across = true;
        for word in words(path) {
            context.tick(1)?;
            let is_command = word.len() == 1 && word.starts_with(|c: char| c.is_ascii_uppercase());
            if is_command {
                command = word.chars().next().unwrap_or('L');
                numbers.clear();
                across = command == 'X';
                if command == 'Z' {
                    self.done.push(Segment::Close);
                }
                continue;
            }
            if word == "-" {
                negative = true;
                continue;
            }
            let value = sheet.value(&word, 0);
            numbers.push(if std::mem::take(&mut negative) { -value } else { value });
            if numbers.len() == needed(command) {
                self.step(command, &numbers, across);
                across = !across;
                numbers.clear();
                // What follows a move without a command are lines.
                command = if command == 'M' { 'L' } else { command };
            }
            if self.done.len() > MAX_PIECES {
                return Ok(());
            }
        }
        Ok(())
    }

    fn step(&mut self, command: char, numbers: &[f32], across: bool) {
        let point = |at: usize| Point {
            x: numbers.get(at).copied().unwrap_or_default(),
            y: numbers.get(at + 1).copied().unwrap_or_default(),
        };
        match command {
            'M' => {
                self.at = point(0);
                self.done.push(Segment::Move(self.at));
            }
            'L' => self.line(point(0)),
            'C' => {
                self.at = point(4);
                self.done.push(Segment::Curve(point(0), point(2), self.at));
            }
            'Q' => {
                let (from, via, to) = (self.at, point(0), point(2));
                let third = |a: f32, b: f32| a + (b - a) * 2.0 / 3.0;
                let near = |end: Point| Point { x: third(end.x, via.x), y: third(end.y, via.y) };
                self.done.push(Segment::Curve(near(from), near(to), to));
                self.at = to;
            }
            'X' | 'Y' => self.quarter(point(0), across),
            'T' | 'U' => {
                let (middle, size) = (point(0), point(2));
                let (start, end) = (point(4).x.to_radians(), point(4).y.to_radians());
                self.arc(middle, size, start, end, command == 'U');
            }
            'A' | 'B' | 'V' | 'W' => {
                let (a, b, from, to) = (point(0), point(2), point(4), point(6));
                let (middle, size) = (
                    Point { x: f32::midpoint(a.x, b.x), y: f32::midpoint(a.y, b.y) },
                    Point { x: (b.x - a.x).abs() / 2.0, y: (b.y - a.y).abs() / 2.0 },
                );
                let angle = |p: Point| libm::atan2f((p.y - middle.y) * size.x, (p.x - middle.x) * size.y);
                let (start, mut end) = (angle(from), angle(to));
                let clockwise = matches!(command, 'V' | 'W');
                if clockwise && end <= start {
                    end += std::f32::consts::TAU;
                } else if !clockwise && end >= start {
                    end -= std::f32::consts::TAU;
                }
                self.arc(middle, size, start, end, matches!(command, 'B' | 'V'));
            }
            _ => {}
        }
    }

    fn line(&mut self, to: Point) {
        self.at = to;
        self.done.push(Segment::Line(to));
    }

    /// A quarter of an ellipse that begins across or down.
    fn quarter(&mut self, to: Point, across: bool) {
        let from = self.at;
        let bend = |a: f32, b: f32| a + (b - a) * super::ARC;
        let (first, second) = if across {
            (Point { x: bend(from.x, to.x), y: from.y }, Point { x: to.x, y: bend(to.y, from.y) })
        } else {
            (Point { x: from.x, y: bend(from.y, to.y) }, Point { x: bend(to.x, from.x), y: to.y })
        };
        self.at = to;
        self.done.push(Segment::Curve(first, second, to));
    }

    /// An arc of an ellipse, as lines.
    fn arc(&mut self, middle: Point, size: Point, start: f32, end: f32, anew: bool) {
        let turn = (end - start).clamp(-2.0 * std::f32::consts::TAU, 2.0 * std::f32::consts::TAU);
        let steps = (turn.abs() / std::f32::consts::FRAC_PI_2 * ARC_STEPS).ceil().max(1.0);
        for step in 0..=(steps as usize) {
            let angle = start + turn * step as f32 / steps;
            let at = Point { x: middle.x + size.x * libm::cosf(angle), y: middle.y + size.y * libm::sinf(angle) };
            if step == 0 && (anew || self.done.is_empty()) {
                self.at = at;
                self.done.push(Segment::Move(at));
            } else {
                self.line(at);
            }
        }
    }
}

/// Numbers that one step of a command takes; none of those that take no numbers.
fn needed(command: char) -> usize {
    match command {
        'M' | 'L' | 'X' | 'Y' => 2,
        'Q' => 4,
        'C' | 'T' | 'U' => 6,
        'A' | 'B' | 'V' | 'W' => 8,
        _ => usize::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(formula: &'static str, modifiers: &[f32]) -> f32 {
        let sheet = Sheet {
            modifiers: modifiers.to_vec(),
            formulas: [("f0", formula), ("f1", "?f1 + 1"), ("f2", "2")].into_iter().collect(),
            known: RefCell::default(),
            view: [0.0, 0.0, 100.0, 50.0],
            place: (72.0, 72.0),
        };
        sheet.equation("f0", 0)
    }

    #[test]
    fn formulas_are_computed() {
        let cases = [
            ("1+2*3", 7.0),
            ("(1+2)*3-4/2", 7.0),
            ("$0 *2", 20.0),
            ("?f2 + width/2", 52.0),
            ("max(1,min(5,3))", 3.0),
            ("if(-1,2,3)", 3.0),
            ("sqrt(16)*-1", -4.0),
            ("logwidth", 2540.0),
            ("1/0", 0.0),
            ("?f1", 1.0),
            ("((((", 0.0),
            ("", 0.0),
        ];
        for (formula, expected) in cases {
            assert_eq!(value(formula, &[10.0]), expected, "{formula}");
        }
    }

    #[test]
    fn depth_is_bounded() {
        let deep: &'static str = Box::leak(format!("{}1", "(".repeat(100_000)).into_boxed_str());
        assert_eq!(value(deep, &[]), 0.0);
    }
}
