//! LaTeX environments that notebooks have without dollar signs: what stands between `\begin` and `\end` is TeX there.

/// The text with such equations between dollar signs.
pub(super) fn marked(text: &str) -> String {
    let mut out = String::new();
    // What ends the equation that is open, and whether a fence or an equation with dollar signs is.
    let mut end: Option<String> = None;
    let (mut fenced, mut in_dollars) = (false, false);
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        fenced ^= trimmed.starts_with("```") && end.is_none();
        in_dollars ^= trimmed.matches("$$").count() % 2 == 1 && !fenced;
        let begun = trimmed.strip_prefix("\\begin{").and_then(|rest| rest.split_once('}')).map(|(name, _)| name);
        if let Some(name) = begun.filter(|_| end.is_none() && !fenced && !in_dollars) {
            out.push_str("$$\n");
            end = Some(format!("\\end{{{name}}}"));
        }
        out.push_str(line);
        if end.as_ref().is_some_and(|end| line.contains(end)) {
            end = None;
            out.push_str(if line.ends_with('\n') { "$$\n" } else { "\n$$\n" });
        }
    }
    if end.is_some() { text.to_owned() } else { out }
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn equations_come_between_dollar_signs_once() {
        let equation = "\\begin{align}\na &= b \\\\\n\\end{align}";
        assert_eq!(marked(&format!("x\n\n{equation}\n\ny")), format!("x\n\n$$\n{equation}\n$$\n\ny"));
        for text in [format!("$$\n{equation}\n$$\n"), format!("```\n{equation}\n```\n"), "\\begin{x}\nopen".into()] {
            assert_eq!(marked(&text), text);
        }
    }
}
