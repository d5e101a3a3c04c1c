//! Labels at the points of a series (ECMA-376 part 1, 21.2.2.49).

use super::super::look::Lettering;
use super::super::model::{Label, Labels};
use super::{MAX_POINTS, child_is, text_of, value};
use crate::ooxml::{Theme, Tree};

/// The labels that a `c:dLbls` says.
pub(super) fn read(tree: Option<&Tree>, letters: &Lettering, theme: &Theme) -> Labels {
    let Some(tree) = tree else { return Labels::default() };
    let usual = label(tree, &Label::default(), letters, theme);
    let own = tree.children().filter(|child| child.is("c:dLbl")).take(MAX_POINTS);
    let own = own.filter_map(|own| Some((value(own, "c:idx")?.parse().ok()?, label(own, &usual, letters, theme))));
    Labels { own: own.collect(), usual }
}

fn label(tree: &Tree, usual: &Label, letters: &Lettering, theme: &Theme) -> Label {
    if child_is(tree, "c:delete", false) {
        return Label::default();
    }
    let format = tree.child("c:numFmt").filter(|format| !super::axis::is_of_source(format));
    let body = tree.find(&["c:tx", "c:rich"]);
    let own = tree.child("c:txPr").or(body);
    let base = usual.letters.as_ref().unwrap_or(letters);
    Label {
        value: child_is(tree, "c:showVal", usual.value),
        percent: child_is(tree, "c:showPercent", usual.percent),
        category: child_is(tree, "c:showCatName", usual.category),
        series: child_is(tree, "c:showSerName", usual.series),
        words: body.map(text_of).filter(|words| !words.is_empty()),
        separator: tree.child("c:separator").map(Tree::text).or_else(|| usual.separator.clone()),
        format: format
            .and_then(|format| format.attribute("formatCode"))
            .map(str::to_owned)
            .or_else(|| usual.format.clone()),
        place: value(tree, "c:dLblPos").map(str::to_owned).or_else(|| usual.place.clone()),
        letters: own.map(|own| base.clone().with(Some(own), theme)).or_else(|| usual.letters.clone()),
    }
}
