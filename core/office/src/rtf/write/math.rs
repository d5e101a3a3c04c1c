//! Office Math in RTF (RTF 1.9.1, "Office Math"): groups named as the elements of Office Math (ECMA-376 part 1, 22.1)
//! are, with an `m` before them.

use std::fmt::Write;

use super::text::{escaped, push};
use transvase_model::flow::{Formula, Math, MathStyle};

/// Structures in one another beyond which a formula is text.
const MAX_DEPTH: usize = 24;

/// A formula as it is written; `None` where it is too deep.
pub(super) fn written(formula: &Formula) -> Option<String> {
    if depth(&formula.row) > MAX_DEPTH {
        return None;
    }
    let mut out = String::new();
    part(&mut out, "*\\moMath", &formula.row);
    Some(if formula.display { format!("{{\\mmath{{\\*\\moMathPara{out}}}}}") } else { format!("{{\\mmath{out}}}") })
}

/// How many structures lie in one another.
fn depth(row: &[Math]) -> usize {
    row.iter().map(|math| 1 + math.rows().into_iter().map(|row| depth(row)).max().unwrap_or(0)).max().unwrap_or(0)
}

/// A row in a group.
fn part(out: &mut String, name: &str, row: &[Math]) {
    let _ = write!(out, "{{\\{name}");
    row.iter().for_each(|part| math(out, part));
    out.push('}');
}

/// A group around its parts, properties first.
fn structure(out: &mut String, name: &str, properties: &[(&str, &str)], parts: &[(&str, &[Math])]) {
    let _ = write!(out, "{{\\{name}");
    if !properties.is_empty() {
        let _ = write!(out, "{{\\{name}Pr");
        for (name, value) in properties {
            let _ = write!(out, "{{\\{name} {}}}", escaped(value));
        }
        out.push('}');
    }
    parts.iter().for_each(|(name, row)| part(out, name, row));
    out.push('}');
}

fn math(out: &mut String, math: &Math) {
    match math {
        Math::Signs(text, style) => signs(out, text, *style),
        Math::Fraction(over, under) => structure(out, "mf", &[], &[("mnum", over), ("mden", under)]),
        Math::Script { base, sub, sup } => match (sub.is_empty(), sup.is_empty()) {
            (true, _) => structure(out, "msSup", &[], &[("me", base), ("msup", sup)]),
            (_, true) => structure(out, "msSub", &[], &[("me", base), ("msub", sub)]),
            _ => structure(out, "msSubSup", &[], &[("me", base), ("msub", sub), ("msup", sup)]),
        },
        Math::Root(degree, body) => {
            let hidden = [("mdegHide", "1")];
            let hidden = if degree.is_empty() { &hidden[..] } else { &[] };
            structure(out, "mrad", hidden, &[("mdeg", degree), ("me", body)]);
        }
        Math::Big { sign, below, above, beside, body } => {
            let (sign, place) = (sign.to_string(), if *beside { "subSup" } else { "undOvr" });
            let mut properties = vec![("mchr", &*sign), ("mlimLoc", place)];
            properties.extend(below.is_empty().then_some(("msubHide", "1")));
            properties.extend(above.is_empty().then_some(("msupHide", "1")));
            structure(out, "mnary", &properties, &[("msub", below), ("msup", above), ("me", body)]);
        }
        Math::Limit { base, below, above } => limit(out, base, below, above),
        Math::Function(name, body) => structure(out, "mfunc", &[], &[("mfName", name), ("me", body)]),
        Math::Fenced(open, body, close) => {
            let fence = |fence: &Option<char>| fence.map(String::from).unwrap_or_default();
            let (open, close) = (fence(open), fence(close));
            structure(out, "md", &[("mbegChr", &open), ("mendChr", &close)], &[("me", body)]);
        }
        Math::Accent(body, Math::BOX) => structure(out, "mborderBox", &[], &[("me", body)]),
        Math::Accent(body, '\u{305}') => structure(out, "mbar", &[("mpos", "top")], &[("me", body)]),
        Math::Accent(body, mark) => structure(out, "macc", &[("mchr", &mark.to_string())], &[("me", body)]),
        Math::Matrix(rows, true) => {
            let parts: Vec<(&str, &[Math])> = rows.iter().flatten().map(|cell| ("me", cell.as_slice())).collect();
            structure(out, "meqArr", &[], &parts);
        }
        Math::Matrix(rows, false) => {
            out.push_str("{\\mm");
            for row in rows {
                let parts: Vec<(&str, &[Math])> = row.iter().map(|cell| ("me", cell.as_slice())).collect();
                structure(out, "mmr", &[], &parts);
            }
            out.push('}');
        }
    }
}

fn limit(out: &mut String, base: &[Math], below: &[Math], above: &[Math]) {
    let mut inner = String::new();
    match (below.is_empty(), above.is_empty()) {
        (true, true) => base.iter().for_each(|part| math(out, part)),
        (false, true) => structure(out, "mlimLow", &[], &[("me", base), ("mlim", below)]),
        (true, false) => structure(out, "mlimUpp", &[], &[("me", base), ("mlim", above)]),
        (false, false) => {
            structure(&mut inner, "mlimLow", &[], &[("me", base), ("mlim", below)]);
            let _ = write!(out, "{{\\mlimUpp{{\\me{inner}}}");
            part(out, "mlim", above);
            out.push('}');
        }
    }
}

fn signs(out: &mut String, text: &str, style: MathStyle) {
    out.push_str(match style {
        MathStyle::Italic => "{\\mr ",
        MathStyle::Upright => "{\\mr\\msty0 ",
        MathStyle::Bold => "{\\mr\\msty1 ",
        MathStyle::Words => "{\\mr\\mnor ",
    });
    push(out, text);
    out.push('}');
}
