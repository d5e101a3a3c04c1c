//! Lists: `ol` and `ul`. A label that no list of HTML has is text.

use super::look::Declarations;
use super::writer::{Body, Scope};
use transvase_base::error::Result;
use transvase_model::flow::{Block, List, ListItem, Marker, NumberFormat};
use transvase_model::text::counting::{self, names};

/// Bullets that lists have by name (CSS Counter Styles 3, 6.2).
const BULLETS: [(&str, &[char]); 3] = [
    ("disc", &['•', '●', '·', '∙', '⚫', '\u{F0B7}']),
    ("circle", &['◦', '○', '◯', 'o', '⚪']),
    ("square", &['▪', '■', '◼', '\u{F0A7}']),
];

/// Letters of an alphabet; lists of HTML go on with two letters behind it, and never double one.
const LETTERS: u32 = 26;

impl Body<'_, '_> {
    /// Writes a list.
    pub(super) fn list(&mut self, list: &List, scope: &Scope) -> Result<()> {
        let start = list.start.to_string();
        let start = (list.start != 1).then_some(&*start);
        match &list.marker {
            Marker::None => self.items("ul", &[("class", Some("plain"))], list, scope, false),
            Marker::Bullet(sign) => {
                let class = self.bullet(*sign);
                self.items("ul", &[("class", class.as_deref())], list, scope, false)
            }
            Marker::Number { format, parents, prefix, suffix } => match list_type(*format, list.last_number()) {
                Some(kind) if *parents == 0 && prefix.is_empty() && suffix == "." => {
                    self.items("ol", &[("type", kind), ("start", start)], list, scope, false)
                }
                _ => {
                    let class = self.counted(&list.marker);
                    let is_labelled = class.is_none();
                    let class = class.as_deref().unwrap_or("labelled");
                    self.items("ol", &[("class", Some(class)), ("start", start)], list, scope, is_labelled)
                }
            },
        }
    }

    /// The class of a list that CSS counts by name; none where it has no name for the count, or it is marked otherwise.
    fn counted(&mut self, marker: &Marker) -> Option<String> {
        let Marker::Number { format, parents: 0, prefix, suffix } = marker else { return None };
        let is_plain = prefix.is_empty() && suffix == counting::css_suffix(*format);
        let name = names::css(*format).filter(|_| is_plain && list_type(*format, 0).is_none())?;
        let mut look = Declarations::default();
        look.say("list-style-type", name);
        self.shared.classes.name(look.text())
    }

    /// The class of a list whose items have this bullet; none where it is the usual one.
    fn bullet(&mut self, sign: char) -> Option<String> {
        let mut look = Declarations::default();
        match BULLETS.iter().find(|(_, signs)| signs.contains(&sign)) {
            Some((name, _)) => look.say("list-style-type", name),
            // What a symbol font had there is not known.
            None if matches!(sign, '\u{E000}'..='\u{F8FF}') || sign.is_control() => return None,
            None => {
                let sign = if matches!(sign, '"' | '\\') { format!("\\{sign}") } else { sign.to_string() };
                look.say("list-style-type", &format!("\"{sign} \""));
            }
        }
        self.shared.classes.name(look.text())
    }

    fn items(
        &mut self,
        name: &str,
        attributes: &[(&str, Option<&str>)],
        list: &List,
        scope: &Scope,
        is_labelled: bool,
    ) -> Result<()> {
        self.open_with(name, attributes);
        self.line();
        let mut expected = list.start;
        for item in &list.items {
            self.source.context.tick(1)?;
            let number = item.number.unwrap_or(expected);
            let value = (name == "ol" && number != expected).then(|| number.to_string());
            expected = number.saturating_add(1);
            self.label = self.shared.numbers.enter(&list.marker, number).filter(|_| is_labelled);
            self.list_item(item, value.as_deref(), scope)?;
            self.shared.numbers.leave();
        }
        self.xml.close(name);
        self.line();
        Ok(())
    }

    /// An item. Its label is said by the paragraph it begins with, or stands alone where it begins with none.
    fn list_item(&mut self, item: &ListItem, value: Option<&str>, scope: &Scope) -> Result<()> {
        let inner = scope.inner(super::kind::Kind::Item);
        if !matches!(item.blocks.first(), Some(Block::Paragraph(_)))
            && let Some(label) = self.label.take()
        {
            self.open_with("li", &[("value", value)]);
            self.xml.leaf("span", &[("class", "label")], &label);
            self.line();
            self.blocks(&item.blocks, &inner)?;
            self.xml.close("li");
            self.line();
            return Ok(());
        }
        self.item("li", &[("value", value)], &item.blocks, &inner)
    }
}

/// The `type` of a list that counts so up to its last number; `None` within where it is the usual one.
#[allow(clippy::option_option, reason = "whether lists can count so, and how that is said")]
fn list_type(format: NumberFormat, last: u32) -> Option<Option<&'static str>> {
    match format {
        NumberFormat::Decimal => Some(None),
        NumberFormat::LowerAlpha => Some(Some("a")),
        NumberFormat::UpperAlpha => Some(Some("A")),
        NumberFormat::LowerAlphaRepeated if last <= LETTERS => Some(Some("a")),
        NumberFormat::UpperAlphaRepeated if last <= LETTERS => Some(Some("A")),
        NumberFormat::LowerRoman => Some(Some("i")),
        NumberFormat::UpperRoman => Some(Some("I")),
        _ => None,
    }
}
