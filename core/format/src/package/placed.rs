//! How large pictures stand on pages and slides, by the parts that show them: more dots than that are seen by nobody.

use std::collections::{BTreeMap, BTreeSet};

use super::parts::{Kind, Part, Parts};
use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};
use transvase_container::xml::{self, Element, Node, XmlReader};
use transvase_container::zip;

/// Width and height in points.
pub(super) type Size = (f64, f64);

/// The largest size of each picture, by the name of its part; one that is also shown at a size that is not told is not
/// among them. Books tell none.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn sizes(parts: &Parts, context: &Context) -> Result<BTreeMap<String, Size>> {
    let mut shown = Shown::default();
    for part in parts.list.iter().filter(|part| part.name.ends_with(".xml")) {
        let walked = match parts.kind() {
            Kind::Ooxml => in_ooxml(part, parts, &mut shown, context),
            Kind::Odf => in_odf(part, &mut shown, context),
            Kind::Epub => Ok(()),
        };
        match walked {
            Err(error) if matches!(error.code(), ErrorCode::TimedOut | ErrorCode::Cancelled) => return Err(error),
            // What else the part shows is not known.
            Err(_) => shown.unknown.extend(parts.list.iter().map(|part| part.name.clone())),
            Ok(()) => {}
        }
    }
    let Shown { mut sizes, unknown } = shown;
    sizes.retain(|name, _| !unknown.contains(name));
    Ok(sizes)
}

/// What is found of pictures.
#[derive(Debug, Default)]
struct Shown {
    sizes: BTreeMap<String, Size>,
    /// Pictures that are shown at a size that is not told.
    unknown: BTreeSet<String>,
}

impl Shown {
    fn add(&mut self, name: &str, size: Option<Size>) {
        match size.filter(|(width, height)| *width > 0.0 && *height > 0.0) {
            Some((width, height)) => {
                let known = self.sizes.entry(name.to_owned()).or_default();
                *known = (known.0.max(width), known.1.max(height));
            }
            None => {
                self.unknown.insert(name.to_owned());
            }
        }
    }
}

/// English metric units in a point (ECMA-376, part 1, 20.1.2.1).
const EMU_PER_POINT: f64 = 12_700.0;

/// A picture of DrawingML that is being read (ECMA-376, part 1, 20.2.2.5).
#[derive(Debug, Default)]
struct Picture {
    depth: usize,
    part: Option<String>,
    size: Option<Size>,
    /// Shares of the picture that are seen.
    seen: Size,
}

/// A group, whose children are measured in units of its own (20.1.7.5).
struct Group {
    depth: usize,
    size: Size,
    scale: Size,
}

/// Pictures of the part of an office document, by its relationships.
fn in_ooxml(part: &Part, parts: &Parts, shown: &mut Shown, context: &Context) -> Result<()> {
    let related = related(part, parts, context)?;
    if related.is_empty() {
        return Ok(());
    }
    let text = xml::decode(&part.bytes);
    let mut reader = XmlReader::new(&text, context);
    let (mut path, mut pictures, mut groups): (Vec<String>, Vec<Picture>, Vec<Group>) = Default::default();
    while let Some(node) = reader.next()? {
        match node {
            Node::Start(element) => {
                let depth = path.len();
                match element.name.as_str() {
                    "pic" => pictures.push(Picture { depth, seen: (1.0, 1.0), ..Picture::default() }),
                    "grpSp" | "wgp" => groups.push(Group { depth, size: (0.0, 0.0), scale: (1.0, 1.0) }),
                    _ => {}
                }
                let is_of_group = path.iter().rev().nth(1).is_some_and(|name| name == "grpSpPr");
                measure(&element, &path, pictures.last_mut(), groups.last_mut().filter(|_| is_of_group));
                refer(&element, pictures.last_mut(), &related, shown);
                path.push(element.name);
            }
            Node::End => {
                path.pop();
                if pictures.last().is_some_and(|picture| picture.depth == path.len()) {
                    finish(pictures.pop().unwrap_or_default(), &groups, shown);
                }
                groups.retain(|group| group.depth < path.len());
            }
            Node::Text(_) => {}
        }
    }
    Ok(())
}

/// Takes what an element says of the size of a picture or group.
fn measure(element: &Element, path: &[String], picture: Option<&mut Picture>, group: Option<&mut Group>) {
    let number = |name: &str| element.attribute(name).and_then(|value| value.parse::<f64>().ok());
    let is_in = |name: &str| path.last().is_some_and(|last| last == name);
    let size = number("cx").zip(number("cy")).filter(|_| is_in("xfrm"));
    match (element.name.as_str(), group, picture) {
        ("ext", Some(group), _) => group.size = size.unwrap_or_default(),
        ("chExt", Some(group), _) => {
            if let Some((width, height)) = size.filter(|(width, height)| *width > 0.0 && *height > 0.0) {
                group.scale = (group.size.0 / width, group.size.1 / height);
            }
        }
        ("ext", None, Some(picture)) if size.is_some() => picture.size = size,
        // Thousandths of a percent (20.1.8.55).
        ("srcRect", _, Some(picture)) => {
            let share =
                |one, other| -> f64 { 1.0 - (number(one).unwrap_or(0.0) + number(other).unwrap_or(0.0)) / 100_000.0 };
            picture.seen = (share("l", "r").max(0.01), share("t", "b").max(0.01));
        }
        _ => {}
    }
}

/// Takes the pictures that an element refers to: the first of a picture is what it shows.
fn refer(element: &Element, picture: Option<&mut Picture>, related: &BTreeMap<String, String>, shown: &mut Shown) {
    let is_of_relations = |space: Option<&str>| space.is_some_and(|space| space.ends_with("/relationships"));
    let is_reference = |space: Option<&str>, name: &str| is_of_relations(space) || name == "relid";
    let references = element.full_attributes().filter(|(space, name, _)| is_reference(*space, name));
    let targets: Vec<&String> = references.filter_map(|(_, _, value)| related.get(value)).collect();
    match picture.filter(|picture| element.name == "blip" && picture.part.is_none()) {
        Some(picture) => picture.part = targets.first().map(|target| (*target).clone()),
        None => targets.into_iter().for_each(|target| shown.add(target, None)),
    }
}

fn finish(picture: Picture, groups: &[Group], shown: &mut Shown) {
    let Picture { part: Some(part), size, seen, .. } = picture else { return };
    let scale = groups.iter().fold((1.0, 1.0), |scale, group| (scale.0 * group.scale.0, scale.1 * group.scale.1));
    let points =
        |(width, height): Size| (width * scale.0 / seen.0 / EMU_PER_POINT, height * scale.1 / seen.1 / EMU_PER_POINT);
    shown.add(&part, size.map(points));
}

/// The pictures that a part is related to, by the names of the relationships (ECMA-376, part 2, 9.3).
fn related(part: &Part, parts: &Parts, context: &Context) -> Result<BTreeMap<String, String>> {
    let (folder, name) = part.name.rsplit_once('/').unwrap_or(("", &part.name));
    let list = if folder.is_empty() { format!("_rels/{name}.rels") } else { format!("{folder}/_rels/{name}.rels") };
    let mut related = BTreeMap::new();
    let Some(bytes) = parts.get(&list) else { return Ok(related) };
    let text = xml::decode(bytes);
    let mut reader = XmlReader::new(&text, context);
    while let Some(node) = reader.next()? {
        let Node::Start(element) = node else { continue };
        let is_picture = element.attribute("Type").is_some_and(|kind| kind.ends_with("/image"));
        if let (true, Some(id), Some(target)) = (is_picture, element.attribute("Id"), element.attribute("Target")) {
            related.insert(id.to_owned(), zip::referred(folder, target));
        }
    }
    Ok(related)
}

/// Pictures of an OpenDocument part: those of frames have their size (ODF 1.3, part 3, 10.4.4).
fn in_odf(part: &Part, shown: &mut Shown, context: &Context) -> Result<()> {
    let text = xml::decode(&part.bytes);
    let mut reader = XmlReader::new(&text, context);
    let (mut path, mut style, mut cut): (Vec<Option<Size>>, String, BTreeSet<String>) = Default::default();
    while let Some(node) = reader.next()? {
        match node {
            Node::Start(element) => {
                let attribute = |name: &str| element.attributes().find(|(key, _)| *key == name).map(|(_, value)| value);
                match element.name.as_str() {
                    "style" => attribute("name").unwrap_or_default().clone_into(&mut style),
                    "graphic-properties" if attribute("clip").is_some_and(is_cut) => {
                        cut.insert(style.clone());
                    }
                    _ => {}
                }
                let is_cut = attribute("style-name").is_some_and(|name| cut.contains(name));
                let size = attribute("width").and_then(points).zip(attribute("height").and_then(points));
                let of_frame = path.last().copied().flatten().filter(|_| element.name == "image");
                if let Some(picture) = attribute("href").filter(|href| href.contains('/') && !href.contains(':')) {
                    shown.add(picture.trim_start_matches("./"), of_frame);
                }
                path.push(size.filter(|_| element.name == "frame" && !is_cut));
            }
            Node::End => drop(path.pop()),
            Node::Text(_) => {}
        }
    }
    Ok(())
}

/// Whether a clip takes something away (ODF 1.3, part 3, 20.179).
fn is_cut(clip: &str) -> bool {
    clip.starts_with("rect") && clip.contains(|character: char| matches!(character, '1'..='9'))
}

/// A length in points.
fn points(length: &str) -> Option<f64> {
    const UNITS: [(&str, f64); 5] = [("cm", 72.0 / 2.54), ("mm", 72.0 / 25.4), ("in", 72.0), ("pt", 1.0), ("pc", 12.0)];
    let (unit, scale) = UNITS.into_iter().find(|(unit, _)| length.ends_with(unit))?;
    Some(length.strip_suffix(unit)?.trim().parse::<f64>().ok()? * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(kind: Kind, list: &[(&str, &str)]) -> Parts {
        let part = |(name, text): &(&str, &str)| Part { name: (*name).into(), bytes: text.as_bytes().into() };
        Parts::of(kind, list.iter().map(part).collect())
    }

    const RELATIONS: &str = "<Relationships xmlns='r'><Relationship Id='a' Type='x/image' Target='../media/1.png'/>\
        <Relationship Id='b' Type='x/image' Target='/ppt/media/2.png'/></Relationships>";

    #[test]
    fn pictures_of_office_documents_are_as_large_as_all_of_them_would_be() {
        let slide = "<s xmlns:r='http://x/relationships'><grpSp><grpSpPr><xfrm><ext cx='2540000' cy='2540000'/>\
            <chExt cx='1270000' cy='1270000'/></xfrm></grpSpPr><pic><blipFill><blip r:embed='a'/><srcRect l='50000'/>\
            </blipFill><spPr><xfrm><ext cx='127000' cy='127000'/></xfrm></spPr></pic></grpSp>\
            <sp><blipFill><blip r:embed='b'/></blipFill></sp></s>";
        let parts = parts(Kind::Ooxml, &[("ppt/slides/1.xml", slide), ("ppt/slides/_rels/1.xml.rels", RELATIONS)]);
        let sizes = sizes(&parts, &Context::default()).unwrap();
        assert_eq!(sizes, BTreeMap::from([("ppt/media/1.png".to_owned(), (40.0, 20.0))]));
    }

    #[test]
    fn frames_of_open_documents_tell_the_size_of_what_they_show() {
        let text = "<d xmlns:x='x'><style x:name='c'><graphic-properties x:clip='rect(0cm, 1cm, 0cm, 0cm)'/></style>\
            <frame x:width='2in' x:height='72pt'><image x:href='Pictures/1.png'/></frame>\
            <frame x:style-name='c' x:width='2in' x:height='72pt'><image x:href='Pictures/2.png'/></frame>\
            <fill-image x:href='Pictures/3.png'/></d>";
        let sizes = sizes(&parts(Kind::Odf, &[("content.xml", text)]), &Context::default()).unwrap();
        assert_eq!(sizes, BTreeMap::from([("Pictures/1.png".to_owned(), (144.0, 72.0))]));
    }
}
