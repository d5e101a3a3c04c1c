//! What a package says that its parts are, where that has changed. Names stay, whatever they end in: the lists of all
//! three kinds of packages decide (ECMA-376, part 2, 10.1.2; ODF 1.3, part 2, 4.8.10; EPUB 3.3, 5.6.2).

use super::parts::{self, Kind, Parts};
use transvase_model::media::MediaKind;

/// Says that parts are pictures of these kinds.
pub(super) fn say(parts: &mut Parts, changed: &[(String, MediaKind)]) {
    for (name, kind) in changed {
        let media_type = if *kind == MediaKind::Jpeg { "image/jpeg" } else { "image/png" };
        match parts.kind() {
            Kind::Ooxml => overridden(parts, name, media_type),
            Kind::Odf => listed(parts, "META-INF/manifest.xml", "full-path", name, media_type),
            Kind::Epub => {
                let lists: Vec<String> =
                    parts.list.iter().map(|part| &part.name).filter(|name| name.ends_with(".opf")).cloned().collect();
                for list in lists {
                    let folder = list.rfind('/').map_or(0, |at| at + 1);
                    let reference = name.strip_prefix(&list[..folder]).unwrap_or(name);
                    listed(parts, &list, "href", reference, media_type);
                }
            }
        }
    }
}

/// Puts the media type of a part among those that differ from what its ending means.
fn overridden(parts: &mut Parts, name: &str, media_type: &str) {
    const LIST: &str = "[Content_Types].xml";
    let part_name = format!("PartName=\"/{name}\"");
    let Some(text) = parts.text(LIST).map(str::to_owned) else { return };
    if text.contains(&part_name) {
        return listed(parts, LIST, "PartName", &format!("/{name}"), media_type);
    }
    let Some(end) = text.rfind("</") else { return };
    let prefix = text[end + 2..].split_once(':').map_or("", |(prefix, _)| prefix);
    let colon = if prefix.is_empty() { "" } else { ":" };
    let row = format!("<{prefix}{colon}Override {part_name} ContentType=\"{media_type}\"/>");
    parts.set(LIST, [&text[..end], &row, &text[end..]].concat());
}

/// Changes the media type in the element of a list whose attribute names a part.
fn listed(parts: &mut Parts, list: &str, attribute: &str, name: &str, media_type: &str) {
    let Some(text) = parts.text(list) else { return };
    let Some((start, tag, _)) = parts::element(text, &format!("{attribute}=\"{name}\"")) else { return };
    let element = &text[start..tag];
    let types = ["media-type", "ContentType"].iter().find_map(|key| parts::attribute(element, key));
    let Some(told) = types else { return };
    let changed = element.replacen(&format!("\"{told}\""), &format!("\"{media_type}\""), 1);
    let text = [&text[..start], &changed, &text[tag..]].concat();
    parts.set(list, text);
}

#[cfg(test)]
mod tests {
    use super::super::parts::Part;
    use super::*;

    fn said(kind: Kind, list: &str, text: &str, name: &str) -> String {
        let mut parts = Parts::of(kind, vec![Part { name: list.into(), bytes: text.as_bytes().into() }]);
        say(&mut parts, &[(name.into(), MediaKind::Jpeg)]);
        parts.text(list).unwrap().to_owned()
    }

    #[test]
    fn lists_say_what_parts_have_become() {
        let types = said(Kind::Ooxml, "[Content_Types].xml", "<Types><Default Extension=\"png\"/></Types>", "w/1.png");
        assert_eq!(
            types,
            "<Types><Default Extension=\"png\"/><Override PartName=\"/w/1.png\" ContentType=\"image/jpeg\"/></Types>"
        );
        let twice = said(Kind::Ooxml, "[Content_Types].xml", &types.replace("jpeg", "png"), "w/1.png");
        assert_eq!(twice, types);
        let entry = "<m><e full-path=\"P/1.png\" media-type=\"image/png\"/></m>";
        assert_eq!(
            said(Kind::Odf, "META-INF/manifest.xml", entry, "P/1.png"),
            entry.replace("image/png", "image/jpeg")
        );
        let item = "<m><item href=\"i/1.png\" media-type=\"image/png\"/></m>";
        assert_eq!(said(Kind::Epub, "OPS/b.opf", item, "OPS/i/1.png"), item.replace("image/png", "image/jpeg"));
    }
}
