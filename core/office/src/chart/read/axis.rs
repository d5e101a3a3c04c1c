//! Axes (ECMA-376 part 1, 21.2.2.25 and 21.2.2.226).

use super::super::look::{Lettering, Look};
use super::super::model::{Axis, Crossing, LabelPlace, Ticks};
use super::{child_is, said, value};
use crate::ooxml::{Theme, Tree};

/// Largest number on an axis.
const LARGEST: f64 = 1e200;

/// An axis; `None` where nothing can name it.
pub(super) fn read(tree: &Tree, letters: &Lettering, theme: &Theme) -> Option<Axis> {
    let id = value(tree, "c:axId")?.to_owned();
    let empty = Tree::default();
    let scaling = tree.child("c:scaling").unwrap_or(&empty);
    let format = tree.child("c:numFmt").filter(|format| !is_of_source(format));
    Some(Axis {
        id,
        crossing: crossing(tree),
        is_deleted: child_is(tree, "c:delete", false),
        is_reversed: value(scaling, "c:orientation") == Some("maxMin"),
        min: number(scaling, "c:min"),
        max: number(scaling, "c:max"),
        major: number(tree, "c:majorUnit").filter(|step| *step > 0.0),
        log: number(scaling, "c:logBase").filter(|base| (2.0..=1000.0).contains(base)),
        title: tree.child("c:title").and_then(|title| said(title, &letters.sized(letters.size, true), theme)),
        look: Look::of(tree, theme),
        grid: tree.child("c:majorGridlines").map(|grid| Look::of(grid, theme)),
        letters: letters.clone().with(tree.child("c:txPr"), theme),
        labels: match value(tree, "c:tickLblPos") {
            Some("low") => LabelPlace::Low,
            Some("high") => LabelPlace::High,
            Some("none") => LabelPlace::None,
            _ => LabelPlace::NextTo,
        },
        ticks: ticks(value(tree, "c:majorTickMark")),
        format: format.and_then(|format| format.attribute("formatCode")).map(str::to_owned),
        is_between: value(tree, "c:crossBetween") != Some("midCat"),
        every: value(tree, "c:tickLblSkip").and_then(|every| every.parse().ok()).filter(|every| *every > 0),
    })
}

/// Whether a number format says to take that of the values.
pub(super) fn is_of_source(format: &Tree) -> bool {
    matches!(format.attribute("sourceLinked"), Some("1" | "true"))
}

fn number(tree: &Tree, child: &str) -> Option<f64> {
    value(tree, child)?.parse().ok().filter(|number: &f64| number.abs() <= LARGEST)
}

fn crossing(tree: &Tree) -> Crossing {
    match (value(tree, "c:crosses"), number(tree, "c:crossesAt")) {
        (_, Some(at)) => Crossing::At(at),
        (Some("min"), _) => Crossing::Min,
        (Some("max"), _) => Crossing::Max,
        _ => Crossing::Zero,
    }
}

/// Marks of an axis; programs that write none mean the usual ones.
fn ticks(said: Option<&str>) -> Ticks {
    match said {
        Some("none") => Ticks { inside: false, outside: false },
        Some("in") => Ticks { inside: true, outside: false },
        Some("cross") => Ticks { inside: true, outside: true },
        _ => Ticks { inside: false, outside: true },
    }
}
