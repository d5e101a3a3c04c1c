//! Formula regions: stretches of signs that make one displayed formula, found by where they touch.

use super::super::caps;
use super::super::text::sign::Sign;
use super::parse::{Parsed, parse};
use super::stretch::{Kind, Stretch, settle_faces, stretches};
use super::tolerances::{
    ATTACHED, AXIS, FULL_SIZE, OVERHANG, PART_GAP, QUAD, RULE_END, SAME_AXIS, SAME_BASE_LINE, SMALLER, STACKED_GAP,
    TALL,
};
use crate::block::{ABOVE_BASE, Para};
use crate::sets::Sets;
use crate::text::tolerances::{ASCENT, DESCENT};
use crate::text::word::{Becomes, Word, stated_size};
use crate::vector::{Marks, Ruling};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Em, Rect};
use transvase_model::flow::{Formula, Run, TextStyle};

/// Widest gap between stretches side by side that are one formula: two quads, a comma and what stands around signs.
const FORMULA_GAP: Em = Em(2.8);
/// Gap between a formula and the text beside it: nearer, it is a formula in the line of that text.
const TEXT_GAP: Em = Em(1.2);
/// Distance within which words speak against a formula beside them, and show below and above one where the text begins.
/// Words further away beside it are also the ends of paragraphs of another column.
const TEXT_NEARBY: Em = Em(4.0);
/// Distance within which numbers beside it speak for the cells of a table.
const TABLE_GAP: Em = Em(10.0);
/// Share of the lower one's height that two have in common where they stand side by side, scripts at letters too.
const SIDE_BY_SIDE: f32 = 0.3;
/// The same for cells of one row of a table, which stand on one base line.
const IN_ONE_ROW: f32 = 0.6;
/// Height from which on a formula is more than a line, and needs no indent to be one.
const STRUCTURED: Em = Em(2.0);
/// Signs of a formula: `x=1` has three.
const MIN_SIGNS: usize = 3;
/// Lowest operator in a line of text that limits stand at: there they are as high as brackets.
const MIN_OPERATOR: Em = Em(0.9);
/// Widest formula in a line of text that is read, so as not to take a line apart.
const MAX_WIDTH: Em = Em(10.0);
/// Highest formula in a line of text: a fraction with scripts above and below.
const MAX_HEIGHT: Em = Em(3.2);
/// Thickest rule of a fraction or root: TeX draws them 0.04 thick, bold ones twice that.
const MAX_RULE: Em = Em(0.15);

/// Puts the displayed formulas of a page in the place of what they were set from.
pub(crate) fn take(marks: &mut Marks, words: &mut Vec<Word>, context: &Context) -> Result<()> {
    settle_faces(words);
    if words.iter().flat_map(|word| &word.signs).any(|sign| sign.math) {
        let stretches = stretches(words, context)?;
        if stretches.len() <= caps::MANY {
            replace(&stretches, marks, words, context)?;
        }
    }
    words.iter_mut().for_each(|word| word.signs = Vec::new());
    Ok(())
}

fn replace(stretches: &[Stretch], marks: &mut Marks, words: &mut Vec<Word>, context: &Context) -> Result<()> {
    let rules: Vec<Ruling> = marks.horizontal.iter().copied().take(caps::SOME).collect();
    let groups = groups(stretches, &rules, context)?;
    let among_signs = among_signs(&groups, stretches);
    let (mut gone, mut done, mut used) = (vec![false; words.len()], Vec::new(), Vec::new());
    for mut group in groups {
        context.tick(2 * stretches.len() as u64)?;
        let Some(ink) = group.absorb(stretches, &rules) else { continue };
        let own = || group.stretches.iter().filter_map(|at| stretches.get(*at)).flat_map(|stretch| &stretch.words);
        if own().any(|at| gone[*at]) || is_drawn_over(&ink, marks) {
            continue;
        }
        let displayed = is_displayed(&group, &ink, stretches, &among_signs);
        let host = if displayed { None } else { host(&group, &ink, stretches) };
        if !displayed && host.is_none() {
            continue;
        }
        // Reading compares signs with signs.
        let signs: usize = own().filter_map(|at| words.get(*at)).map(|word| word.signs.len()).sum();
        context.tick((signs * signs) as u64 / 8)?;
        let Some(found) = formula(&group, ink, stretches, &rules, words, host) else { continue };
        own().for_each(|at| gone[*at] = true);
        used.extend(group.rules.iter().filter_map(|at| rules.get(*at)).copied());
        done.push(found);
    }
    let mut gone = gone.into_iter();
    words.retain(|_| !gone.next().unwrap_or(false));
    words.append(&mut done);
    marks.horizontal.retain(|rule| !used.contains(rule));
    Ok(())
}

/// Stretches and rules that touch.
struct Group {
    stretches: Vec<usize>,
    rules: Vec<usize>,
}

fn groups(stretches: &[Stretch], rules: &[Ruling], context: &Context) -> Result<Vec<Group>> {
    let count = stretches.len();
    let mut sets = Sets::new(count + rules.len());
    let parts: Vec<usize> =
        (0..count).filter(|at| !matches!(stretches[*at].kind, Kind::Prose | Kind::Number)).collect();
    for (at, a) in parts.iter().enumerate() {
        context.tick(parts.len() as u64 / 16)?;
        for b in &parts[at + 1..] {
            if are_one(&stretches[*a], &stretches[*b]) {
                sets.join(*a, *b);
            }
        }
    }
    for (at, rule) in rules.iter().enumerate() {
        context.tick(count as u64 / 16)?;
        at_rule(rule, stretches).into_iter().for_each(|stretch| sets.join(stretch, count + at));
    }
    let mut groups: std::collections::BTreeMap<usize, Group> = std::collections::BTreeMap::new();
    for at in 0..count + rules.len() {
        let group = groups.entry(sets.root(at)).or_insert(Group { stretches: Vec::new(), rules: Vec::new() });
        if at < count { group.stretches.push(at) } else { group.rules.push(at - count) }
    }
    Ok(groups.into_values().filter(|group| !group.stretches.is_empty()).collect())
}

/// Whether two stretches, neither of them prose or a formula's number, belong to one formula.
fn are_one(a: &Stretch, b: &Stretch) -> bool {
    let size = a.size.max(b.size);
    let gap_x = (a.ink.left - b.ink.right).max(b.ink.left - a.ink.right);
    let gap_y = (a.ink.top - b.ink.bottom).max(b.ink.top - a.ink.bottom);
    let lower = a.ink.height().min(b.ink.height());
    let level = -gap_y > SIDE_BY_SIDE * lower || (a.baseline - b.baseline).abs() <= SAME_BASE_LINE * size;
    let words = a.kind == Kind::Words || b.kind == Kind::Words;
    let least = if words { QUAD * size } else { f32::NEG_INFINITY };
    if level && (least..=FORMULA_GAP * size).contains(&gap_x) {
        return true;
    }
    let small = a.size.min(b.size);
    let tall = a.ink.height().max(b.ink.height()) >= TALL * size;
    !words
        && gap_x < OVERHANG * size
        && gap_y <= PART_GAP * small
        && (small <= SMALLER * size || (tall && gap_y <= ATTACHED * size))
}

/// The stretches right above and below a rule, where it may be that of a fraction or a root, and those beside it.
fn at_rule(rule: &Ruling, stretches: &[Stretch]) -> Vec<usize> {
    let part = |stretch: &Stretch| matches!(stretch.kind, Kind::Signs | Kind::Neutral);
    let near = |(_, stretch): &(usize, &Stretch)| {
        let along = stretch.ink.right > rule.from && stretch.ink.left < rule.to;
        if !along {
            return false;
        }
        let middle = stretch.ink.center().x;
        let gap = (stretch.ink.top - rule.at).max(rule.at - stretch.ink.bottom);
        let inside = middle > rule.from - RULE_END && middle < rule.to + RULE_END;
        let over = stretch.ink.left < rule.from + RULE_END && stretch.ink.right > rule.to - RULE_END;
        part(stretch)
            && rule.width <= MAX_RULE * stretch.size
            && gap <= STACKED_GAP * stretch.size
            && (inside || over || gap <= 0.0)
    };
    let beside = |(_, stretch): &(usize, &Stretch)| {
        let gap = (stretch.ink.left - rule.to).max(rule.from - stretch.ink.right);
        let level = (stretch.ink.center().y - rule.at).abs() <= 0.5 * stretch.size;
        // Words nearer than a quad go on with a line of text.
        let least = if stretch.kind == Kind::Words { QUAD * stretch.size } else { 0.0 };
        (part(stretch) || stretch.kind == Kind::Words) && level && (least..=FORMULA_GAP * stretch.size).contains(&gap)
    };
    let mut found: Vec<usize> = stretches.iter().enumerate().filter(near).map(|(at, _)| at).collect();
    if !found.is_empty() {
        found.extend(stretches.iter().enumerate().filter(beside).map(|(at, _)| at));
    }
    found
}

/// Whether each stretch stands in a group with signs of formulas.
fn among_signs(groups: &[Group], stretches: &[Stretch]) -> Vec<bool> {
    let mut among = vec![false; stretches.len()];
    for group in groups {
        let signs = group.stretches.iter().any(|at| stretches[*at].kind == Kind::Signs);
        group.stretches.iter().for_each(|at| among[*at] = signs);
    }
    among
}

impl Group {
    /// Takes in what lies within it, such as dots between the cells of a matrix; returns what it covers.
    fn absorb(&mut self, stretches: &[Stretch], rules: &[Ruling]) -> Option<Rect> {
        if !self.stretches.iter().any(|at| stretches[*at].kind == Kind::Signs) {
            return None;
        }
        let parts = self.stretches.iter().map(|at| stretches[*at].ink);
        let ink = parts.chain(self.rules.iter().map(|at| rules[*at].rect(true))).reduce(|a, b| a.union(&b))?;
        let inside = |(at, stretch): (usize, &Stretch)| {
            let part = matches!(stretch.kind, Kind::Signs | Kind::Neutral | Kind::Words);
            (part && ink.contains(stretch.ink.center()) && !self.stretches.contains(&at)).then_some(at)
        };
        let more: Vec<usize> = stretches.iter().enumerate().filter_map(inside).collect();
        self.stretches.extend(more);
        Some(ink)
    }
}

/// The formula that a group is, as a word.
fn formula(
    group: &Group,
    ink: Rect,
    stretches: &[Stretch],
    rules: &[Ruling],
    words: &[Word],
    host: Option<&Stretch>,
) -> Option<Word> {
    let rules: Vec<Rect> = group.rules.iter().filter_map(|at| rules.get(*at)).map(|rule| rule.rect(true)).collect();
    let own = group.stretches.iter().filter_map(|at| stretches.get(*at)).flat_map(|stretch| &stretch.words);
    let parts: Vec<&Word> = own.filter_map(|at| words.get(*at)).collect();
    let signs: Vec<Sign> = parts.iter().flat_map(|part| part.signs.iter().cloned()).collect();
    let letters = signs.iter().any(|sign| sign.text.chars().any(char::is_alphanumeric));
    if signs.len() < MIN_SIGNS || !letters {
        return None;
    }
    let parsed = parse(signs, rules)?;
    let Some(host) = host else { return Some(word(parsed, ink, &parts, true)) };
    if (parsed.baseline - host.baseline).abs() > SAME_AXIS * host.size {
        return None;
    }
    // In a line it is a word like the others.
    let (size, baseline) = (host.size, host.baseline);
    let rect = Rect { top: baseline - ASCENT * size, bottom: baseline + DESCENT * size, ..ink };
    Some(word(Parsed { row: parsed.row, baseline, size }, rect, &parts, false))
}

/// The stretch of text that a group stands in, where it is higher than a line: a fraction, or an operator with its
/// limits.
fn host<'a>(group: &Group, ink: &Rect, all: &'a [Stretch]) -> Option<&'a Stretch> {
    let own = || group.stretches.iter().filter_map(|at| all.get(*at));
    let size = own().map(|stretch| stretch.size).fold(0.0, f32::max);
    let high = !group.rules.is_empty() || own().any(|stretch| stretch.ink.height() >= MIN_OPERATOR * stretch.size);
    if !high
        || own().count() < 2
        || own().any(|stretch| stretch.word_count > 0)
        || ink.width() > MAX_WIDTH * size
        || ink.height() > MAX_HEIGHT * size
    {
        return None;
    }
    let near = |stretch: &&Stretch| {
        let gap = (ink.left - stretch.ink.right).max(stretch.ink.left - ink.right);
        let level = ink.top < stretch.baseline && ink.bottom > stretch.baseline - 0.5 * stretch.size;
        stretch.word_count > 0 && level && gap < TEXT_GAP * stretch.size
    };
    let away = |stretch: &Stretch| (ink.center().y - (stretch.baseline - AXIS * stretch.size)).abs();
    let others = all.iter().enumerate().filter(|(at, _)| !group.stretches.contains(at)).map(|(_, stretch)| stretch);
    others.filter(near).min_by(|a, b| away(a).total_cmp(&away(b)))
}

/// Whether a group stands apart from the text: no words beside it, no cells of a table.
fn is_displayed(group: &Group, ink: &Rect, all: &[Stretch], among_signs: &[bool]) -> bool {
    let own: Vec<&Stretch> = group.stretches.iter().filter_map(|at| all.get(*at)).collect();
    // Faces of large operators may be set at a size of their own.
    let size = own.iter().max_by_key(|stretch| stretch.words.len()).map_or(0.0, |stretch| stretch.size);
    // Limits may begin further left than their operators do.
    let full = own.iter().filter(|stretch| stretch.size >= FULL_SIZE * size);
    let first = full.min_by(|a, b| a.ink.left.total_cmp(&b.ink.left));
    if first.is_none_or(|first| first.opens_with_word) {
        return false;
    }
    // Formulas among formulas have no text to be indented from.
    let mut left = f32::NEG_INFINITY;
    for (at, other) in all.iter().enumerate().filter(|(at, _)| !group.stretches.contains(at)) {
        let gap_x = (ink.left - other.ink.right).max(other.ink.left - ink.right);
        let common = ink.bottom.min(other.ink.bottom) - ink.top.max(other.ink.top);
        let (share, apart) = match other.kind {
            Kind::Number => (1.0, Em(0.0)),
            Kind::Neutral if !among_signs[at] => (IN_ONE_ROW, TABLE_GAP),
            Kind::Words if !among_signs[at] => (IN_ONE_ROW, TEXT_NEARBY),
            _ => (SIDE_BY_SIDE, TEXT_GAP),
        };
        let beside = common > share * other.ink.height().min(ink.height());
        if beside && gap_x < apart * other.size {
            return false;
        }
        let away = (other.ink.top - ink.bottom).max(ink.top - other.ink.bottom);
        if other.kind == Kind::Prose && away < TEXT_NEARBY * other.size && gap_x < 0.0 {
            left = if left.is_finite() { left.min(other.ink.left) } else { other.ink.left };
        }
    }
    let tall = !group.rules.is_empty() || ink.height() >= STRUCTURED * size;
    tall || ink.left > left + size
}

/// Whether something is drawn where the formula stands.
fn is_drawn_over(ink: &Rect, marks: &Marks) -> bool {
    let crossed = marks.vertical.iter().any(|rule| rule.rect(false).intersection(ink).is_some());
    // A card around it is no drawing over it.
    let is_card = |drawing: &Rect| drawing.holds(ink) && marks.rounded.contains(drawing);
    crossed || marks.drawings.iter().any(|drawing| drawing.intersection(ink).is_some() && !is_card(drawing))
}

/// A formula as what stands in its line.
fn word(parsed: Parsed, rect: Rect, parts: &[&Word], display: bool) -> Word {
    let Parsed { row, baseline, size } = parsed;
    let largest = parts.iter().filter(|part| part.size >= FULL_SIZE * size).max_by_key(|part| part.text.len());
    let near = largest.or(parts.first()).map(|part| (*part).clone()).unwrap_or_default();
    let size_of_text = stated_size(size);
    let (family, color) = (near.style.family.clone(), near.style.color);
    let style = TextStyle { size: size_of_text, family, color, ..TextStyle::default() };
    let formula = Formula { display, ..Formula::new(row, Run { text: String::new(), style }) };
    Word {
        text: formula.run.text.clone(),
        style: formula.run.style.clone(),
        rect,
        baseline,
        size,
        becomes: Some(Becomes::Formula(Box::new(formula))),
        no_cell: display || near.no_cell,
        signs: Vec::new(),
        ..near
    }
}

/// Gives a paragraph that is a formula the height it has on the page.
pub(crate) fn settle(para: &mut Para) {
    let [line] = &mut para.lines[..] else { return };
    if line.is_formula() {
        para.pitch = line.rect.height().max(1.0);
        line.baseline = line.rect.top + ABOVE_BASE * para.pitch;
    }
}
