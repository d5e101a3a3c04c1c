//! Automatic styles: each look that differs from a named style has one, shared by all that look so.

use std::collections::BTreeMap;
use std::io::Write;

use transvase_base::error::Result;
use transvase_container::xml::XmlWriter;

/// The automatic styles of one file.
#[derive(Debug, Default)]
pub(super) struct Automatic {
    /// What stands before names, so that those of two files differ.
    prefix: &'static str,
    names: BTreeMap<String, String>,
    /// Markup of each style without its name, which stands at the place of [`NAME`], in order.
    styles: Vec<(String, String)>,
    counts: BTreeMap<&'static str, usize>,
}

/// What stands for the name in the markup of a style: no markup has it.
const NAME: &str = "\u{1}";

impl Automatic {
    pub(super) fn new(prefix: &'static str) -> Automatic {
        Automatic { prefix, ..Automatic::default() }
    }

    /// The name of the style of a family with these attributes and this content.
    pub(super) fn style(
        &mut self,
        (family, letter): (&str, &'static str),
        attributes: &[(&str, &str)],
        content: impl FnOnce(&mut XmlWriter<Vec<u8>>),
    ) -> Result<String> {
        let own = [("style:family", family)];
        self.element(("style:style", letter), &[&own, attributes].concat(), content)
    }

    /// As [`Automatic::style`], of any element with a name.
    pub(super) fn element(
        &mut self,
        (name, letter): (&'static str, &'static str),
        attributes: &[(&str, &str)],
        content: impl FnOnce(&mut XmlWriter<Vec<u8>>),
    ) -> Result<String> {
        let mut xml = XmlWriter::part(Vec::new());
        xml.element(name, attributes, content);
        let markup = String::from_utf8_lossy(&xml.finish()?).into_owned();
        if let Some(known) = self.names.get(&markup) {
            return Ok(known.clone());
        }
        let count = self.counts.entry(letter).or_default();
        *count += 1;
        let own = format!("{}{letter}{count}", self.prefix);
        // The name goes first, as programs write it.
        let start = name.len() + 1;
        let (head, rest) = markup.split_at(start.min(markup.len()));
        self.styles.push((own.clone(), format!("{head} style:name=\"{NAME}\"{rest}")));
        self.names.insert(markup, own.clone());
        Ok(own)
    }

    /// Writes `office:automatic-styles`.
    pub(super) fn write(&self, xml: &mut XmlWriter<impl Write>, before: impl FnOnce(&mut String)) {
        let mut inside = String::new();
        before(&mut inside);
        for (name, markup) in &self.styles {
            inside.push_str(&markup.replacen(NAME, name, 1));
        }
        xml.element("office:automatic-styles", &[], |xml| xml.raw(&inside));
    }
}
