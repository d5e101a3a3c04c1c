//! Notebooks of Jupyter (nbformat 4, and 3 as far as it is the same): cells of text, code and what it printed.
//!
//! Read: text as Markdown, code with its language, output as pictures, tables or text, errors, attachments. Lost: numbers of
//! cells, what runs in a browser.

mod cells;
mod equations;
mod read;

use transvase_format::{Confidence, FormatSpec, Read, Reader};
use transvase_model::loss;

/// The record of Jupyter notebook.
pub static SPEC: FormatSpec = FormatSpec {
    id: "ipynb",
    name: "Jupyter notebook",
    extensions: &["ipynb"],
    media_types: &["application/x-ipynb+json"],
    sniff,
    readers: &[Reader { cost: loss::LOOKS, options: &[], read: Read::Flow(read::read) }],
    writers: &[],
    shrinker: None,
    inspect: Some(read::inspect),
    notes: "Keeps text, code with its language, and outputs: pictures, tables, text and errors. Interactive content is \
            lost.",
};

/// Bytes at either end of a file that are looked at.
const LOOK: usize = 64 << 10;

/// An object with the two members that a notebook must have. Programs write them in either order: what lies between, such
/// as the state of widgets, may be long, but then cells are seen at the end.
fn sniff(bytes: &[u8]) -> Confidence {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    let ends = [&text[..LOOK.min(text.len())], &text[text.len().saturating_sub(LOOK)..]];
    let has = |name: &[u8]| ends.iter().any(|end| end.windows(name.len()).any(|window| window == name));
    let has_cells = || [&b"\"cells\""[..], b"\"worksheets\"", b"\"cell_type\""].into_iter().any(has);
    let is_notebook = text.starts_with(b"{") && has(b"\"nbformat\"") && has_cells();
    Confidence::certain_if(is_notebook)
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::context::Context;
    use transvase_base::error::ErrorCode;
    use transvase_model::flow::{Block, Flow, GroupKind, Inline, leaves};

    /// A notebook as nbformat 4.5 describes it.
    const NOTEBOOK: &str = r##"{"nbformat": 4, "nbformat_minor": 5,
        "metadata": {"title": "T", "authors": [{"name": "A"}], "language_info": {"name": "python"}},
        "cells": [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Head\n", "![p](attachment:a.gif) $x$"],
         "attachments": {"a.gif": {"image/gif": "R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="}}},
        {"cell_type": "code", "metadata": {}, "execution_count": 1, "source": "print(1 < 2)", "outputs": [
          {"output_type": "stream", "name": "stdout", "text": ["10%\r100%\n", "True\n"]},
          {"output_type": "execute_result", "metadata": {}, "execution_count": 1,
           "data": {"text/html": "<table><tr><td>cell</td></tr></table>", "text/plain": "not this"}},
          {"output_type": "display_data", "metadata": {},
           "data": {"image/gif": "R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==", "text/plain": "<Figure>"}},
          {"output_type": "error", "ename": "E", "evalue": "v", "traceback": ["\u001b[31mE\u001b[0m: v"]}]},
        {"cell_type": "raw", "metadata": {}, "source": "raw  text"}]}"##;

    fn flow(text: &str) -> Flow {
        read::read(text.as_bytes(), &Context::default()).unwrap()
    }

    fn texts(flow: &Flow) -> Vec<String> {
        let words = |block: &&Block| match block {
            Block::Paragraph(paragraph) => {
                let word = |inline: &Inline| match inline {
                    Inline::LineBreak => "\n".to_owned(),
                    Inline::Image(_) => "[image]".to_owned(),
                    other => other.run().map(|run| run.text.clone()).unwrap_or_default(),
                };
                Some(paragraph.content.iter().map(word).collect())
            }
            _ => None,
        };
        leaves(&flow.sections[0].blocks).iter().filter_map(words).collect()
    }

    #[test]
    fn cells_and_their_output_follow_one_another() {
        let flow = flow(NOTEBOOK);
        let expected = ["Head", "[image] x", "print(1 < 2)", "100%\nTrue", "cell", "[image]", "E: v", "raw  text"];
        assert_eq!(texts(&flow), expected);
        assert_eq!(
            (flow.metadata.title.as_deref(), flow.metadata.authors.as_slice()),
            (Some("T"), &["A".to_owned()][..])
        );
        let is_code = |block: &&Block| matches!(block, Block::Group(group) if group.kind == GroupKind::Code(Some("python".into())));
        assert_eq!(flow.sections[0].blocks.iter().filter(is_code).count(), 1);
        assert_eq!(flow.media.len(), 1);
    }

    #[test]
    fn the_third_format_has_sheets() {
        let old = r#"{"nbformat": 3, "metadata": {}, "worksheets": [{"cells": [
            {"cell_type": "heading", "level": 2, "source": "H"},
            {"cell_type": "code", "input": ["x"], "outputs": [{"output_type": "pyout", "text": ["1"]}]}]}]}"#;
        assert_eq!(sniff(old.as_bytes()), Confidence::Certain);
        assert_eq!(texts(&flow(old)), ["H", "x", "1"]);
    }

    #[test]
    fn the_ends_of_a_file_tell_a_notebook() {
        let filler = "x".repeat(3 * LOOK);
        let (cells, state) = ("\"cells\": [{\"cell_type\": \"raw\"}]", format!("\"widgets\": \"{filler}\""));
        let sniffed = |text: String| sniff(text.as_bytes());
        assert_eq!(sniffed(format!("{{{cells}, {state}, \"nbformat\": 4}}")), Confidence::Certain);
        assert_eq!(sniffed(format!("{{\"nbformat\": 4, {state}, {cells}}}")), Confidence::Certain);
        assert_eq!(sniffed(format!("{{{state}, \"nbformat\": 4, {cells}, {state}}}")), Confidence::No);
    }

    #[test]
    fn damaged_notebooks_end_in_an_error() {
        let fails = |text: &str| read::read(text.as_bytes(), &Context::default()).unwrap_err().code();
        assert_eq!(fails("{\"cells\": 1}"), ErrorCode::Malformed);
        assert_eq!(fails("nbformat"), ErrorCode::Malformed);
        assert_eq!(fails(&"[".repeat(10_000)), ErrorCode::Malformed);
        for end in (0..NOTEBOOK.len()).step_by(7) {
            assert_eq!(fails(&NOTEBOOK[..end]), ErrorCode::Truncated, "{end}");
        }
        for (from, to) in [("\"source\"", "\"sauce\""), ("\"data\"", "\"date\""), ("[", "{\"a\":["), ("\"text\"", "7")]
        {
            let _ = read::read(NOTEBOOK.replace(from, to).as_bytes(), &Context::default());
        }
        assert_eq!(sniff(b"{\"cells\": []}"), Confidence::No);
    }
}
