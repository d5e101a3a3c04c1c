//! What the label of a point says (ECMA-376 part 1, 21.2.2.49).

use super::super::model::{Label, Series};
use super::super::number_format;

/// The point that a label is about.
pub(super) struct About {
    pub at: usize,
    /// Its share of the whole, where it is one of a whole.
    pub share: Option<f64>,
}

/// The words of a label; `None` where there is none.
pub(super) fn text(label: &Label, series: &Series, about: &About) -> Option<String> {
    if let Some(words) = &label.words {
        return Some(words.clone());
    }
    let value = series.values.get(&about.at).copied()?;
    let usual = if series.format.is_empty() { "General" } else { &series.format };
    let said = label.format.as_deref();
    let shown = || number_format::format(value, said.unwrap_or(usual));
    let percent = |share: f64| {
        let code = said.filter(|code| code.contains('%')).unwrap_or("0%");
        number_format::format(share, code)
    };
    let category = || series.categories.get(&about.at).cloned().unwrap_or_else(|| (about.at + 1).to_string());
    let parts = [
        label.series.then(|| series.name.clone()),
        label.category.then(category),
        label.value.then(shown),
        about.share.filter(|_| label.percent).map(percent),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| parts.join(label.separator.as_deref().unwrap_or(", ")))
}
