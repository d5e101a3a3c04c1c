//! Forms (ISO 32000-1, 12.7): what the fields of a page are called, take and hold.

mod shown;

use hayro_syntax::object::{Array, Dict, Name, Object};
use hayro_syntax::page::Resources;

use super::placement::corners;
use super::strings::text_entry;
use super::xml::without_tags;
use super::{comments, stream, strings};
#[cfg(feature = "render")]
pub(crate) use shown::plain_fonts;
use shown::{Shown, Side};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Affine;
use transvase_model::flow::{Control, ControlKind};
use transvase_model::pages::PlacedControl;

/// Fields around a field that are followed; real forms nest about five.
const MAX_PARENTS: usize = 32;

/// Choices of a list that are kept.
const MAX_CHOICES: usize = 10_000;

/// Characters of a value that are kept.
const MAX_CHARS: usize = 100_000;

/// Bits of a field's flags `Ff` (ISO 32000-1, tables 226, 228 and 230), from 0.
mod flags {
    pub const MULTILINE: u32 = 12;
    pub const PASSWORD: u32 = 13;
    pub const PUSH_BUTTON: u32 = 16;
    pub const COMBO: u32 = 17;
    pub const EDIT: u32 = 18;
}

/// What all fields of a document share.
#[derive(Default)]
pub(crate) struct FormDefaults<'a> {
    /// Default appearance.
    appearance: Option<Vec<u8>>,
    /// Default resources.
    resources: Dict<'a>,
    /// Whether the looks of its fields are out of date (`NeedAppearances`).
    outdated: bool,
}

impl<'a> FormDefaults<'a> {
    /// Those of a catalogue.
    pub fn of(root: &Dict<'a>) -> FormDefaults<'a> {
        let form = root.get::<Dict<'a>>(b"AcroForm").unwrap_or_default();
        FormDefaults {
            appearance: bytes(&form, b"DA"),
            resources: form.get::<Dict<'a>>(b"DR").unwrap_or_default(),
            outdated: form.get::<bool>(b"NeedAppearances").unwrap_or(false),
        }
    }

    /// Content that shows a note typed onto the page in user space, with its resources; `None` where it says nothing.
    pub fn note(&self, note: &Dict<'a>) -> Option<(Vec<u8>, Resources<'a>)> {
        let (value, rect) = (comments::words(note), corners(note.get::<[f32; 4]>(b"Rect")?));
        let appearance = bytes(note, b"DA").or_else(|| self.appearance.clone()).unwrap_or_default();
        let shown = Shown { value: &value, rect, multiline: true, side: side(note.get(b"Q")), appearance: &appearance };
        if value.is_empty() {
            return None;
        }
        let (text, resources) = shown::content(&shown, self.resources());
        let ground = comments::color(note).map(|color| shown::ground(&rect, color)).unwrap_or_default();
        Some(([ground, text].concat(), resources))
    }

    /// The resources that fields share.
    #[cfg(feature = "render")]
    pub fn shared(&self) -> &Dict<'a> {
        &self.resources
    }

    fn resources(&self) -> Resources<'a> {
        Resources::new(self.resources.clone())
    }
}

/// A field with the fields around it.
pub(crate) struct Field<'a> {
    /// The widget first, then the fields around it.
    chain: Vec<Dict<'a>>,
    kind: Option<FieldKind>,
    /// What is filled in, as it is shown; empty for ticks and passwords, `None` where the file does not say it.
    value: Option<String>,
}

/// The types of fields that can be filled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FieldKind {
    Text,
    Tick,
    Choice,
}

impl<'a> Field<'a> {
    /// The field a widget belongs to.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub fn of(widget: &Dict<'a>, context: &Context) -> Result<Field<'a>> {
        let mut chain = vec![widget.clone()];
        while let Some(parent) = chain.last().and_then(|field| field.get::<Dict<'a>>(b"Parent")) {
            context.tick(1)?;
            let known = chain.iter().any(|field| field.data().as_ptr() == parent.data().as_ptr());
            if known || chain.len() > MAX_PARENTS {
                break;
            }
            chain.push(parent);
        }
        let mut field = Field { chain, kind: None, value: None };
        field.kind = field.find_kind();
        field.value = field.find_value(context)?;
        Ok(field)
    }

    fn find_kind(&self) -> Option<FieldKind> {
        match self.inherited::<Name<'_>>(b"FT")?.as_ref() {
            b"Tx" => Some(FieldKind::Text),
            b"Ch" => Some(FieldKind::Choice),
            b"Btn" if !self.has_flag(flags::PUSH_BUTTON) => Some(FieldKind::Tick),
            _ => None,
        }
    }

    /// The nearest entry of the field and those around it.
    fn inherited<T>(&self, key: &[u8]) -> Option<T>
    where
        T: TryFrom<Object<'a>>,
    {
        self.chain.iter().find_map(|field| T::try_from(field.get::<Object<'a>>(key)?).ok())
    }

    fn has_flag(&self, bit: u32) -> bool {
        let flags = self.chain.iter().find_map(|field| field.get::<i64>(b"Ff"));
        flags.is_some_and(|flags| flags >> bit & 1 == 1)
    }

    /// The full name (ISO 32000-1, 12.7.3.2).
    fn name(&self) -> Option<String> {
        let parts: Vec<String> = self.chain.iter().rev().filter_map(|field| text_entry(field, b"T")).collect();
        (!parts.is_empty()).then(|| parts.join("."))
    }

    fn find_value(&self, context: &Context) -> Result<Option<String>> {
        let is_shown = match self.kind {
            Some(FieldKind::Text) => !self.has_flag(flags::PASSWORD),
            Some(FieldKind::Choice) => true,
            _ => false,
        };
        if !is_shown {
            return Ok(None);
        }
        let plain =
            self.inherited::<Object<'a>>(b"V").map(|value| self.texts_of(&value, context)).transpose()?.flatten();
        let text = match plain {
            Some(plain) => Some(plain),
            None => {
                let rich = self.inherited::<Object<'a>>(b"RV").map(|rich| text_of(&rich, context)).transpose()?;
                rich.flatten().map(|rich| without_tags(&rich).trim().to_owned())
            }
        };
        Ok(text.map(|text| text.chars().take(MAX_CHARS).collect()))
    }

    /// What a value says: of several choices all, each as it is shown.
    fn texts_of(&self, value: &Object<'a>, context: &Context) -> Result<Option<String>> {
        let choices = self.choices(context)?;
        let shown = |text: String| {
            let known = choices.iter().find(|choice| choice.0 == text);
            known.map_or(text, |choice| choice.1.clone())
        };
        let Object::Array(several) = value else { return Ok(text_of(value, context)?.map(shown)) };
        let mut texts = Vec::new();
        for one in several.iter::<Object<'a>>().take(MAX_CHOICES) {
            context.tick(1)?;
            texts.extend(text_of(&one, context)?.map(shown));
        }
        Ok(Some(texts.join(", ")))
    }

    /// The choices of a list: what they stand for and what is shown.
    fn choices(&self, context: &Context) -> Result<Vec<(String, String)>> {
        let choices = self.inherited::<Array<'a>>(b"Opt").filter(|_| self.kind == Some(FieldKind::Choice));
        let choice = |entry: Object<'_>| match &entry {
            Object::Array(pair) => {
                let mut texts = pair.iter::<Object<'_>>().filter_map(|part| short_text(&part));
                Some((texts.next()?, texts.next()?))
            }
            one => short_text(one).map(|text| (text.clone(), text)),
        };
        let mut found = Vec::new();
        for entry in choices.iter().flat_map(Array::iter::<Object<'_>>).take(MAX_CHOICES) {
            context.tick(1)?;
            found.extend(choice(entry));
        }
        Ok(found)
    }

    /// The control at its place; `None` for buttons, signatures and what is no field.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub fn control(&self, to_page: &Affine, context: &Context) -> Result<Option<PlacedControl>> {
        let choices = self.choices(context)?;
        Ok(self.control_of(choices, to_page))
    }

    fn control_of(&self, choices: Vec<(String, String)>, to_page: &Affine) -> Option<PlacedControl> {
        let kind = match self.kind? {
            FieldKind::Text if self.is_date() => ControlKind::Date,
            FieldKind::Text => ControlKind::Text(self.is_multiline()),
            FieldKind::Tick => ControlKind::Checkbox(self.is_ticked()),
            FieldKind::Choice => {
                let words = choices.into_iter().map(|choice| choice.1).collect();
                ControlKind::Choice(words, self.has_flag(flags::COMBO) && self.has_flag(flags::EDIT))
            }
        };
        let rect = self.chain.first()?.get::<[f32; 4]>(b"Rect")?;
        let area = to_page.apply_rect(&corners(rect));
        let title = self.chain.iter().find_map(|field| text_entry(field, b"TU"));
        let control = Control { name: self.name(), title, kind };
        Some(PlacedControl { area, control, value: self.value.clone().unwrap_or_default() })
    }

    /// Whether what is filled in is shown in place of the look that the file has for it: viewers make that look anew
    /// (ISO 32000-1, table 218).
    pub fn is_shown_anew(&self, defaults: &FormDefaults<'a>) -> bool {
        defaults.outdated && self.value.is_some()
    }

    /// Whether text may have several lines.
    fn is_multiline(&self) -> bool {
        self.has_flag(flags::MULTILINE)
    }

    /// Whether the widget's state is any but `Off`.
    fn is_ticked(&self) -> bool {
        let state = self.chain.first().and_then(|widget| widget.get::<Name<'_>>(b"AS"));
        state.or_else(|| self.inherited::<Name<'a>>(b"V")).is_some_and(|state| state.as_ref() != b"Off")
    }

    /// Whether a script formats the value as a date, as Acrobat's own function does.
    fn is_date(&self) -> bool {
        let actions = self.chain.iter().find_map(|field| field.get::<Dict<'_>>(b"AA"));
        let format = actions.and_then(|actions| actions.get::<Dict<'_>>(b"F"));
        let script = match format.and_then(|action| action.get::<Object<'_>>(b"JS")) {
            Some(Object::String(script)) => strings::decode(script.as_bytes()),
            _ => return false,
        };
        script.starts_with("AFDate_Format")
    }

    /// Content that shows the value in user space, with its resources; `None` where there is no value.
    pub fn shown(&self, defaults: &FormDefaults<'a>) -> Option<(Vec<u8>, Resources<'a>)> {
        let value = self.value.clone()?;
        let rect = self.chain.first()?.get::<[f32; 4]>(b"Rect")?;
        let own = self.chain.iter().find_map(|field| bytes(field, b"DA"));
        let appearance = own.or_else(|| defaults.appearance.clone()).unwrap_or_default();
        let side = side(self.chain.iter().find_map(|field| field.get::<i32>(b"Q")));
        let multiline = self.kind == Some(FieldKind::Text) && self.is_multiline();
        let shown = Shown { value: &value, rect: corners(rect), multiline, side, appearance: &appearance };
        (!value.trim().is_empty()).then(|| shown::content(&shown, defaults.resources()))
    }
}

/// Where text begins by the entry `Q`.
fn side(quadding: Option<i32>) -> Side {
    match quadding {
        Some(1) => Side::Center,
        Some(2) => Side::Right,
        _ => Side::Left,
    }
}

fn bytes(dict: &Dict<'_>, key: &[u8]) -> Option<Vec<u8>> {
    match dict.get::<Object<'_>>(key)? {
        Object::String(text) => Some(text.as_bytes().to_vec()),
        _ => None,
    }
}

/// The text of a value: a string, a name, or a stream of text.
fn text_of(object: &Object<'_>, context: &Context) -> Result<Option<String>> {
    match object {
        Object::Stream(text) => Ok(Some(strings::decode(&stream::decode(text, context)?))),
        short => Ok(short_text(short)),
    }
}

fn short_text(object: &Object<'_>) -> Option<String> {
    match object {
        Object::String(text) => Some(strings::decode(text.as_bytes())),
        Object::Name(name) => Some(strings::decode(name.as_ref())),
        _ => None,
    }
}
