//! Documents changed and read again by the reader, which takes nothing from the editor.

mod change;
mod shrink;

use super::load;
use super::object::{Id, Object};
use crate::read;
use crate::read::tests as files;
use transvase::{Converter, Format, Output};
use transvase_base::context::{Context, Limits};
use transvase_base::error::Result;
use transvase_base::options::{Options, PASSWORD};
use transvase_model::pages::{Item, Pages};

/// A document with all that must not be lost: text on three pages, links between them, bookmarks, places with names, page
/// labels, fields, a file attached, tags. What it shows is told apart by `mark`.
pub(super) fn rich(mark: &str) -> Vec<u8> {
    let page = |index: usize, more: &str| {
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]/Contents {} 0 R/StructParents {index} {more} \
             /Resources<</Font<</F1 9 0 R>>/ProcSet[/PDF/Text]>>>>",
            6 + index
        )
    };
    let content = |text: &str| {
        let content =
            format!("/P <</MCID 0>> BDC BT /F1 12 Tf 20 200 Td ({mark} {text}) Tj ET EMC {}", " ".repeat(400));
        String::from_utf8(files::stream("", content.as_bytes())).unwrap()
    };
    let link = |target: &str| format!("<</Type/Annot/Subtype/Link/Rect[20 200 90 220]{target}>>");
    let element = |index: usize| format!("<</Type/StructElem/S/P/P 16 0 R/Pg {} 0 R/K 0>>", 3 + index);
    let objects = [
        "<</Type/Catalog/Pages 2 0 R/Outlines 10 0 R/Names<</Dests 13 0 R/EmbeddedFiles<</Names[(a.txt) 21 0 R]>>>> \
         /PageLabels<</Nums[0<</S/r>>1<</S/D/St 5>>]>>/AcroForm<</Fields[15 0 R]/DA(/F1 0 Tf)>>/StructTreeRoot 16 0 R \
         /MarkInfo<</Marked true>>>>"
            .to_owned(),
        "<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3>>".to_owned(),
        page(0, "/Annots[14 0 R 23 0 R]/PieceInfo<</X<</Private(secret)>>>>"),
        page(1, "/Annots[15 0 R]/Thumb 24 0 R"),
        page(2, ""),
        content("one"),
        content("two"),
        content("three"),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
        "<</Type/Outlines/First 11 0 R/Last 12 0 R/Count 2>>".to_owned(),
        "<</Title(First)/Parent 10 0 R/Next 12 0 R/Dest[3 0 R/Fit]>>".to_owned(),
        "<</Title(Third)/Parent 10 0 R/Prev 11 0 R/A<</S/GoTo/D(place)>>>>".to_owned(),
        "<</Names[(place)[5 0 R/XYZ 0 300 0]]>>".to_owned(),
        link("/Dest(place)"),
        format!("<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(value {mark})/Rect[10 10 90 30]/P 4 0 R/F 4>>"),
        "<</Type/StructTreeRoot/K[17 0 R]/ParentTree<</Nums[0[18 0 R]1[19 0 R]2[20 0 R]]>>/ParentTreeNextKey 3>>"
            .to_owned(),
        "<</Type/StructElem/S/Document/P 16 0 R/K[18 0 R 19 0 R 20 0 R]>>".to_owned(),
        element(0).replace("/P 16", "/P 17"),
        element(1).replace("/P 16", "/P 17"),
        element(2).replace("/P 16", "/P 17"),
        "<</Type/Filespec/F(a.txt)/EF<</F 22 0 R>>>>".to_owned(),
        String::from_utf8(files::stream("/Type/EmbeddedFile", b"attached")).unwrap(),
        link("/A<</S/URI/URI(https://example.org/)>>"),
        String::from_utf8(files::stream("/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", b"x")).unwrap(),
    ];
    files::pdf(&objects.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The result of a conversion of files to one PDF, by these options.
pub(super) fn made(inputs: &[&[u8]], options: &[(&str, &str)]) -> Result<Output> {
    let converter = Converter::new(Format::PDF).options(options.iter().copied());
    converter.join(&inputs.iter().map(|bytes| transvase::Input::new(bytes)).collect::<Vec<_>>())
}

pub(super) fn pages(bytes: &[u8], password: &str) -> Pages {
    let mut options = Options::default();
    options.set(&PASSWORD, password).unwrap();
    read::read(bytes, &Context::new(options, Limits::default())).unwrap()
}

/// The text of each page.
pub(super) fn texts(pages: &Pages) -> Vec<String> {
    let text = |item: &Item| if let Item::Glyphs(run) = item { Some(run.text.clone()) } else { None };
    pages.pages.iter().map(|page| page.items.iter().filter_map(text).collect::<Vec<_>>().join("|")).collect()
}

/// Objects of a document that one name is said of as its type or kind.
pub(super) fn count(bytes: &[u8], kind: &str) -> usize {
    let document = load(bytes, &Context::default()).unwrap();
    let is_kind = |(_, object): &(&Id, &Object)| {
        let entries = object.as_dictionary();
        entries.is_some_and(|entries| entries.get("Type").is_name(kind) || entries.get("Subtype").is_name(kind))
    };
    document.objects.iter().filter(is_kind).count()
}
