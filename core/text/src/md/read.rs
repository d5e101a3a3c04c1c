//! The Markdown reader: to flowing text.

use transvase_base::charset;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_format::Facts;
use transvase_markup::markdown::{Composer, FrontMatter};
use transvase_model::flow::{Block, Flow, Inline, Paragraph, Role, Run, TextStyle, inlines};

/// Sizes of the title of a document and of the line under it, in points.
const TITLE_PT: f32 = 26.0;
const SUBTITLE_PT: f32 = 15.0;

/// Reads a Markdown file.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub(super) fn read(bytes: &[u8], context: &Context) -> Result<Flow> {
    let text = charset::decode(bytes, context)?;
    let (fields, body) = FrontMatter::split(&text);
    let mut composer = Composer::new(context);
    composer.markdown(body)?;
    let mut flow = composer.finish()?;
    flow.metadata = fields.metadata();
    if let Some(section) = flow.sections.first_mut() {
        head(&mut section.blocks, &fields);
    }
    Ok(flow)
}

/// What the fields before the text say.
///
/// # Errors
/// Limits.
pub(super) fn inspect(bytes: &[u8], context: &Context) -> Result<Facts> {
    let text = charset::decode(bytes, context)?;
    Ok(Facts { metadata: FrontMatter::split(&text).0.metadata(), ..Facts::default() })
}

/// Puts the title of the fields before the text, unless the text begins with it.
fn head(blocks: &mut Vec<Block>, fields: &FrontMatter) {
    let Some(title) = fields.value("title").filter(|title| !begins_with(blocks, title)) else { return };
    let subtitle = fields.value("subtitle").map(|words| line(words, Role::Subtitle, SUBTITLE_PT));
    let lines = std::iter::once(line(title, Role::Title, TITLE_PT)).chain(subtitle);
    blocks.splice(0..0, lines);
}

fn line(words: &str, role: Role, size: f32) -> Block {
    let style = TextStyle { size: Some(size), ..TextStyle::default() };
    let content = vec![Inline::Text(Run { text: words.to_owned(), style })];
    let mut paragraph = Paragraph { role, content, ..Paragraph::default() };
    (paragraph.style.space_after, paragraph.style.keep_with_next) = (12.0, true);
    Block::Paragraph(paragraph)
}

/// Whether the first block is a heading of these words.
fn begins_with(blocks: &[Block], title: &str) -> bool {
    let Some(Block::Paragraph(Paragraph { role: Role::Heading(_), content, .. })) = blocks.first() else {
        return false;
    };
    let words: String = inlines(content).filter_map(Inline::run).map(|run| run.text.as_str()).collect();
    words.trim().eq_ignore_ascii_case(title.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles(text: &str) -> Vec<Role> {
        let flow = read(text.as_bytes(), &Context::default()).unwrap();
        let role = |block: &Block| if let Block::Paragraph(paragraph) = block { Some(paragraph.role) } else { None };
        flow.sections[0].blocks.iter().filter_map(role).collect()
    }

    #[test]
    fn the_title_of_the_fields_is_shown_once() {
        assert_eq!(roles("---\ntitle: A\nsubtitle: B\n---\nText\n"), [Role::Title, Role::Subtitle, Role::Body]);
        assert_eq!(roles("---\ntitle: A\n---\n# A\n"), [Role::Heading(1)]);
        assert_eq!(roles("---\ntitle: A b\n---\n# A [b](https://example.org)\n"), [Role::Heading(1)]);
        assert_eq!(roles("# A\n"), [Role::Heading(1)]);
    }

    #[test]
    fn any_encoding_and_any_cut_is_read() {
        let text = "# Größe\n\n| a | b |\n|---|---|\n| [x](y) | `z` |\n\n- [ ] **t**[^n]\n\n[^n]: $n$\n";
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [text.as_bytes(), &wide] {
            assert!(read(bytes, &Context::default()).is_ok());
            for end in 0..bytes.len() {
                assert!(read(&bytes[..end], &Context::default()).is_ok());
            }
        }
    }
}
