//! Styles: those with names, those of one place alone, and how they inherit from one another (OASIS ODF 1.3 part 3, 16).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::package::Document;
use super::tree::Element;

/// Styles that inherit from one another, at most.
const MAX_CHAIN: usize = 64;

/// Where automatic styles hold: those of the content and those of what runs at the edges of pages may share names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scope {
    /// The text.
    Content,
    /// The pages.
    Pages,
}

/// Styles of one stylesheet, by name.
#[derive(Debug, Default)]
struct Sheet<'t> {
    /// By family and name.
    styles: BTreeMap<(&'t str, &'t str), &'t Element>,
    /// List styles and page layouts, by the name of their element and their own.
    others: BTreeMap<(&'t str, &'t str), &'t Element>,
}

impl<'t> Sheet<'t> {
    fn add(&mut self, element: &'t Element) {
        let Some(name) = element.get("style:name").or(element.get("draw:name")) else { return };
        match element.name() {
            "style:style" => {
                let family = element.get("style:family").unwrap_or_default();
                self.styles.insert((family, name), element);
            }
            other => drop(self.others.insert((other, name), element)),
        }
    }
}

/// A family of letters as the document declares it (16.28 `style:font-face`).
#[derive(Debug, Clone)]
pub(crate) struct Font {
    /// The name people choose it by.
    pub family: Arc<str>,
    /// Whether every letter is as wide as any other.
    pub is_fixed: bool,
}

/// All styles of a document.
#[derive(Debug, Default)]
pub(crate) struct Styles<'t> {
    common: Sheet<'t>,
    content: Sheet<'t>,
    pages: Sheet<'t>,
    /// The styles that all others of a family inherit from, by family.
    defaults: BTreeMap<&'t str, &'t Element>,
    fonts: BTreeMap<&'t str, Font>,
    /// How headings are numbered (16.34 `text:outline-style`).
    pub outline: Option<&'t Element>,
    /// Master pages in their order.
    pub masters: Vec<&'t Element>,
    /// How notes are counted (16.29.3 `text:notes-configuration`).
    pub notes: Vec<&'t Element>,
    /// How lines are numbered (16.29.1 `text:linenumbering-configuration`).
    pub line_numbers: Option<&'t Element>,
}

impl<'t> Styles<'t> {
    /// The styles of a document.
    pub(crate) fn of(document: &'t Document) -> Styles<'t> {
        let mut styles = Styles::default();
        let (content, named) = (&document.content, document.styles());
        // Fonts of the content go before those of the styles, which it shares most of.
        for root in [named, content] {
            let faces = root.child("office:font-face-decls").into_iter().flat_map(Element::elements);
            styles.fonts.extend(faces.filter_map(font));
        }
        for element in children(named, "office:styles") {
            styles.add_common(element);
        }
        children(content, "office:automatic-styles").for_each(|element| styles.content.add(element));
        children(named, "office:automatic-styles").for_each(|element| styles.pages.add(element));
        let masters = children(named, "office:master-styles");
        styles.masters = masters.filter(|element| element.name() == "style:master-page").collect();
        styles
    }

    fn add_common(&mut self, element: &'t Element) {
        match element.name() {
            "style:default-style" => {
                let family = element.get("style:family").unwrap_or_default();
                self.defaults.insert(family, element);
            }
            "text:outline-style" => self.outline = Some(element),
            "text:notes-configuration" => self.notes.push(element),
            "text:linenumbering-configuration" => self.line_numbers = Some(element),
            _ => self.common.add(element),
        }
    }

    /// The family of letters that the document calls so.
    pub(crate) fn font(&self, name: &str) -> Option<&Font> {
        self.fonts.get(name)
    }

    /// A style with those it inherits from. The default style of its family is the last of them.
    pub(crate) fn chain(&self, scope: Scope, family: &str, name: Option<&str>) -> Chain<'t> {
        let mut chain = self.chain_alone(scope, family, name);
        chain.styles.extend(self.defaults.get(family));
        chain
    }

    /// As [`Styles::chain`] without the default style: of what stands inside something with a style of its own.
    pub(crate) fn chain_alone(&self, scope: Scope, family: &str, name: Option<&str>) -> Chain<'t> {
        let automatic = name.and_then(|name| self.automatic(scope).styles.get(&(family, name)).copied());
        let common = |name: Option<&str>| name.and_then(|name| self.common.styles.get(&(family, name)).copied());
        let mut styles: Vec<&'t Element> = automatic.into_iter().collect();
        let mut next = match automatic {
            Some(style) => common(style.get("style:parent-style-name")),
            None => common(name),
        };
        while let Some(style) = next.filter(|_| styles.len() < MAX_CHAIN) {
            styles.push(style);
            next = common(style.get("style:parent-style-name"));
        }
        Chain { styles, automatic: automatic.is_some() }
    }

    /// A list style, data style or page layout, by the name of its element and its own.
    pub(crate) fn other(&self, scope: Scope, element: &str, name: &str) -> Option<&'t Element> {
        let key = (element, name);
        self.automatic(scope).others.get(&key).or_else(|| self.common.others.get(&key)).copied()
    }

    fn automatic(&self, scope: Scope) -> &Sheet<'t> {
        match scope {
            Scope::Content => &self.content,
            Scope::Pages => &self.pages,
        }
    }
}

fn children<'t>(root: &'t Element, name: &'static str) -> impl Iterator<Item = &'t Element> {
    root.elements().filter(move |child| child.name() == name).flat_map(Element::elements)
}

fn font(face: &Element) -> Option<(&str, Font)> {
    let name = face.get("style:name")?;
    let family = first_family(face.get("svg:font-family").unwrap_or(name));
    Some((name, Font { family, is_fixed: face.is("style:font-pitch", "fixed") }))
}

/// The first of a list of families, without quotes.
pub(crate) fn first_family(list: &str) -> Arc<str> {
    let list = list.trim();
    let quoted = list.chars().next().filter(|c| matches!(c, '\'' | '"'));
    let first = match quoted {
        Some(quote) => list[1..].split(quote).next(),
        None => list.split([',', ';']).next(),
    };
    first.unwrap_or_default().trim().into()
}

/// A style and those it inherits from, the nearest first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Chain<'t> {
    styles: Vec<&'t Element>,
    automatic: bool,
}

impl<'t> Chain<'t> {
    /// What the styles say under an element such as `style:text-properties`.
    pub(crate) fn properties(&self, element: &str) -> Properties<'t> {
        Properties(self.styles.iter().filter_map(|style| style.child(element)).collect())
    }

    /// An attribute of the style itself, or of the nearest it inherits from.
    pub(crate) fn attribute(&self, name: &str) -> Option<&'t str> {
        self.styles.iter().find_map(|style| style.get(name))
    }

    /// An attribute of the nearest style alone.
    pub(crate) fn own_attribute(&self, name: &str) -> Option<&'t str> {
        self.styles.first().and_then(|style| style.get(name))
    }

    /// What the automatic style says, where there is one.
    pub(crate) fn direct(&self, element: &str) -> Option<&'t Element> {
        self.styles.first().filter(|_| self.automatic).and_then(|style| style.child(element))
    }

    /// The names of the styles that have any, the nearest first, as the specification has them (19.502 `style:name`).
    pub(crate) fn names(&self) -> impl Iterator<Item = &'t str> {
        self.named().filter_map(|style| style.get("style:name"))
    }

    /// The name people know the style by.
    pub(crate) fn display_name(&self) -> Option<String> {
        let style = self.named().next()?;
        let name = style.get("style:name").filter(|_| style.name() == "style:style")?;
        Some(style.get("style:display-name").map_or_else(|| decoded(name), str::to_owned))
    }

    fn named(&self) -> impl Iterator<Item = &'t Element> {
        self.styles.iter().skip(usize::from(self.automatic)).copied()
    }
}

/// A name with its characters that names cannot have, such as `_20_` of a space (19.502 `style:name`).
pub(crate) fn decoded(name: &str) -> String {
    let mut out = String::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('_') {
        out.push_str(before);
        let code = after.split_once('_').filter(|(code, _)| (1..=6).contains(&code.len()));
        let found = code.and_then(|(code, end)| Some((char::from_u32(u32::from_str_radix(code, 16).ok()?)?, end)));
        match found {
            Some((character, end)) => {
                out.push(character);
                rest = end;
            }
            None => {
                out.push('_');
                rest = after;
            }
        }
    }
    out + rest
}

/// Properties of one kind, those of the nearest style first: the first that says something decides.
#[derive(Debug, Clone, Default)]
pub(crate) struct Properties<'t>(Vec<&'t Element>);

impl<'t> Properties<'t> {
    /// Those of one element alone.
    pub(crate) fn of(element: &'t Element) -> Properties<'t> {
        Properties(vec![element])
    }

    /// These, and after them those that they go before.
    pub(crate) fn over(mut self, under: &Properties<'t>) -> Properties<'t> {
        self.0.extend(&under.0);
        self
    }

    /// The value of an attribute.
    pub(crate) fn get(&self, name: &str) -> Option<&'t str> {
        self.0.iter().find_map(|element| element.get(name))
    }

    /// The value of the attribute that is nearest, of one for a side and one for all sides.
    pub(crate) fn side(&self, name: &str, all: &str) -> Option<&'t str> {
        self.0.iter().find_map(|element| element.get(name).or_else(|| element.get(all)))
    }

    /// Whether the nearest value of an attribute is this.
    pub(crate) fn is(&self, name: &str, value: &str) -> bool {
        self.get(name) == Some(value)
    }

    /// The nearest element of a name inside.
    pub(crate) fn child(&self, name: &str) -> Option<&'t Element> {
        self.0.iter().find_map(|element| element.child(name))
    }

    /// A length in points; percentages are of what the style inherits from.
    pub(crate) fn length(&self, name: &str) -> Option<f32> {
        self.length_of(|element| element.get(name))
    }

    /// As [`Properties::length`], of one attribute for a side and one for all sides.
    pub(crate) fn side_length(&self, name: &str, all: &str) -> Option<f32> {
        self.length_of(|element| element.get(name).or_else(|| element.get(all)))
    }

    fn length_of(&self, value: impl Fn(&'t Element) -> Option<&'t str>) -> Option<f32> {
        let mut share = 1.0;
        for element in &self.0 {
            let Some(value) = value(element) else { continue };
            match (super::measure::length(value), super::measure::share(value)) {
                (Some(length), _) => return Some(length * share),
                (None, Some(part)) => share *= part,
                _ => return None,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odf::tree::parse;
    use transvase_base::context::Context;

    const SPACES: &str = "xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'
        xmlns:style='urn:oasis:names:tc:opendocument:xmlns:style:1.0'
        xmlns:svg='urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0'
        xmlns:fo='urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'";

    fn document(common: &str, automatic: &str) -> Document {
        let text = format!(
            "<office:document {SPACES}><office:styles>{common}</office:styles>
             <office:automatic-styles>{automatic}</office:automatic-styles></office:document>"
        );
        let content = parse(text.as_bytes(), "test", &Context::default()).unwrap();
        Document { content, ..Document::default() }
    }

    fn style(name: &str, parent: &str, properties: &str) -> String {
        format!(
            "<style:style style:name='{name}' style:family='paragraph' style:parent-style-name='{parent}'>
             <style:text-properties {properties}/></style:style>"
        )
    }

    #[test]
    fn styles_inherit_up_to_the_default() {
        let default = "<style:default-style style:family='paragraph'>
            <style:text-properties fo:font-size='10pt' fo:color='#111111'/></style:default-style>";
        let common =
            format!("{default}{}{}", style("A", "", "fo:font-size='20pt'"), style("B_20_C", "A", "fo:color='#222222'"));
        let document = document(&common, &style("P1", "B_20_C", "fo:font-size='50%'"));
        let styles = Styles::of(&document);
        let chain = styles.chain(Scope::Content, "paragraph", Some("P1"));
        let text = chain.properties("style:text-properties");
        assert_eq!((text.length("fo:font-size"), text.get("fo:color")), (Some(10.0), Some("#222222")));
        assert_eq!(chain.display_name().as_deref(), Some("B C"));
        assert_eq!(chain.names().collect::<Vec<_>>(), ["B_20_C", "A"]);
        let unknown = styles.chain(Scope::Content, "paragraph", Some("nothing"));
        assert_eq!(unknown.properties("style:text-properties").length("fo:font-size"), Some(10.0));
        assert_eq!(unknown.display_name(), None);
    }

    #[test]
    fn styles_that_inherit_from_themselves_end() {
        let common = format!("{}{}", style("A", "B", ""), style("B", "A", ""));
        let document = document(&common, "");
        let chain = Styles::of(&document).chain(Scope::Content, "paragraph", Some("A"));
        assert_eq!(chain.properties("style:text-properties").get("fo:color"), None);
        assert_eq!(chain.names().count(), MAX_CHAIN);
    }

    #[test]
    fn names_lose_their_codes() {
        let cases =
            [("Heading_20_1", "Heading 1"), ("a_b", "a_b"), ("x_e9_", "xé"), ("_", "_"), ("x_110000_", "x_110000_")];
        for (name, expected) in cases {
            assert_eq!(decoded(name), expected);
        }
    }

    #[test]
    fn families_are_the_first_of_their_list() {
        for (list, family) in
            [("'Times New Roman', serif", "Times New Roman"), ("Arial, Helvetica", "Arial"), ("'", ""), ("", "")]
        {
            assert_eq!(&*first_family(list), family);
        }
    }
}
