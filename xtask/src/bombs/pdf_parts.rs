//! Bombs of what pages of a PDF are made with: objects, annotations, fields, fonts, pictures.

use super::make::{Bomb, bomb, repeat, zlib, zlib_of};
use super::pdf::{File, stream};

/// Every bomb of these kinds.
pub fn all() -> Vec<Bomb> {
    [objects(), annotations(), maps(), fonts(), pictures(), picture_lies()].into_iter().flatten().collect()
}

fn objects() -> Vec<Bomb> {
    let extra = |entry: String| File::page("q Q", "", &entry).bytes();
    let content = |text: String| File::page(text, "", "").bytes();
    let boxed = |name: &str, sides: &'static str| {
        bomb(format!("pdf-box-{name}.pdf"), move || {
            File::page(
                "BT /F 12 Tf 10 10 Td (Hi there) Tj ET 0 0 1e9 1e9 re f",
                "",
                &format!("/MediaBox[{sides}]/CropBox[{sides}]"),
            )
            .bytes()
        })
    };
    vec![
        bomb("pdf-deep-array.pdf", move || extra(format!("/X {}", "[".repeat(2_000_000)))),
        bomb("pdf-deep-dictionary.pdf", move || extra(format!("/X {}", "<</A ".repeat(1_000_000)))),
        bomb("pdf-deep-content.pdf", move || content(format!("{} TJ", "[".repeat(3_000_000)))),
        bomb("pdf-long-string.pdf", move || content(format!("BT /F 9 Tf ({}) Tj ET", "(".repeat(5_000_000)))),
        bomb("pdf-long-name.pdf", move || content(format!("/A{} gs", "#41".repeat(3_000_000)))),
        bomb("pdf-long-number.pdf", move || content(format!("{} w", "9".repeat(10 << 20)))),
        bomb("pdf-operands.pdf", move || content(format!("{}re", "1 ".repeat(8_000_000)))),
        bomb("pdf-entries.pdf", move || extra(repeat("/A{n} 1", 500_000))),
        bomb("pdf-chain.pdf", || {
            File::page("q Q", "", "/Rotate 6 0 R").with_all((0..100_000).map(|at| format!("{} 0 R", at + 7))).bytes()
        }),
        bomb("pdf-contents-named.pdf", || {
            File::page("BT /F 9 Tf (a) Tj ET", "", &format!("/Contents[{}]", "4 0 R ".repeat(300_000))).bytes()
        }),
        bomb("pdf-user-unit.pdf", move || extra("/UserUnit 75000".to_owned())),
        boxed("huge", "0 0 1000000000 1000000000"),
        boxed("negative", "-1e9 -1e9 1e9 1e9"),
        boxed("tiny", "0 0 .001 .001"),
        boxed("zero", "0 0 0 0"),
        boxed("strip", "0 0 14400 .1"),
        boxed("not-numbers", "(a) /b null 1e400"),
    ]
}

fn annotations() -> Vec<Bomb> {
    let annotated = |count: usize, object: &'static str| {
        move || {
            File::page("q Q", "", &format!("/Annots[{}]", "6 0 R ".repeat(count)))
                .with(object)
                .with(stream("/Type/XObject/Subtype/Form/BBox[0 0 99 99]", b"0 0 99 99 re f"))
                .bytes()
        }
    };
    let distinct = |count: usize, object: &'static str| {
        move || {
            File::page("BT /F 9 Tf 9 9 Td (a word) Tj ET", "", &format!("/Annots[{}]", repeat(object, count))).bytes()
        }
    };
    let fields = |fields: String, objects: Vec<String>| {
        File::page_of(stream("", b"q Q"), "", "", &format!("/AcroForm<</Fields[{fields}]>>")).with_all(objects).bytes()
    };
    vec![
        bomb("pdf-annotation-named.pdf", annotated(100_000, "<</Subtype/Stamp/Rect[0 0 99 99]/AP<</N 7 0 R>>>>")),
        bomb(
            "pdf-annotation-itself.pdf",
            annotated(1_000, "<</Subtype/Popup/Rect[0 0 99 99]/Parent 6 0 R/Popup 6 0 R/IRT 6 0 R>>"),
        ),
        bomb("pdf-links.pdf", distinct(50_000, "<</Subtype/Link/Rect[{n} 0 99 99]/A<</S/URI/URI(a:{n})>>>>")),
        bomb("pdf-links-overlap.pdf", distinct(50_000, "<</Subtype/Link/Rect[0 0 99 99]/A<</S/URI/URI(a:{n})>>>>")),
        bomb("pdf-remarks.pdf", distinct(60_000, "<</Subtype/Text/Rect[0 0 9 9]/Contents(a{n})>>")),
        bomb(
            "pdf-free-texts.pdf",
            distinct(60_000, "<</Subtype/FreeText/Rect[0 0 99 99]/DA(/F 9 Tf)/Contents(a{n})>>"),
        ),
        bomb(
            "pdf-highlights.pdf",
            distinct(60_000, "<</Subtype/Highlight/Rect[0 0 99 99]/QuadPoints[0 0 99 0 0 9 99 9]>>"),
        ),
        bomb("pdf-highlight-points.pdf", || {
            File::page(
                "q Q",
                "",
                &format!(
                    "/Annots[<</Subtype/Highlight/Rect[0 0 99 99]/QuadPoints[{}]>>]",
                    "0 0 99 0 0 9 99 9 ".repeat(200_000)
                ),
            )
            .bytes()
        }),
        bomb("pdf-ink.pdf", || {
            File::page(
                "q Q",
                "",
                &format!("/Annots[<</Subtype/Ink/Rect[0 0 99 99]/InkList[{}]>>]", "[0 0 9 9]".repeat(200_000)),
            )
            .bytes()
        }),
        bomb("pdf-widgets.pdf", distinct(60_000, "<</Subtype/Widget/FT/Tx/T(a{n})/V(b)/DA(/F 9 Tf)/Rect[0 0 99 99]>>")),
        bomb("pdf-field-circle.pdf", move || {
            fields("6 0 R".to_owned(), vec!["<</T(a)/Kids[6 0 R 6 0 R]/Parent 6 0 R>>".to_owned()])
        }),
        bomb("pdf-field-tree.pdf", move || {
            fields("6 0 R".to_owned(), (0..60).map(|at| format!("<</T(a)/Kids[{0} 0 R {0} 0 R]>>", at + 7)).collect())
        }),
        bomb("pdf-field-wide.pdf", move || {
            fields(
                "6 0 R ".repeat(300_000),
                vec!["<</T(a)/FT/Tx/V(b)/Subtype/Widget/Rect[0 0 9 9]/P 3 0 R>>".to_owned()],
            )
        }),
        bomb("pdf-field-choices.pdf", || {
            File::page(
                "q Q",
                "",
                &format!(
                    "/Annots[<</Subtype/Widget/FT/Ch/T(a)/Rect[0 0 99 99]/Opt[{}]>>]",
                    repeat("[(a{n})(b)]", 200_000)
                ),
            )
            .bytes()
        }),
        bomb("pdf-metadata.pdf", || {
            File::page_of(stream("", b"q Q"), "", "", "/Metadata 6 0 R")
                .with(stream("/Type/Metadata/Subtype/XML/Filter/FlateDecode", &zlib_of(b"<a>", 50_000_000)))
                .bytes()
        }),
    ]
}

/// A page that shows a text in the font 6, whose parts follow it.
fn shown(font: &str, parts: Vec<Vec<u8>>, text: &str) -> Vec<u8> {
    let content = format!("BT /G 12 Tf 50 700 Td {text} Tj ET");
    let file = File::page(content, "", "")
        .instead(3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</G 6 0 R>>>>>>");
    parts.into_iter().fold(file.with(font), File::with).bytes()
}

/// A composite font: its encoding, entries of its descendant, and further ones.
fn composite(encoding: &str, descendant: &str, more: &str) -> String {
    format!(
        "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding {encoding}{more}/DescendantFonts[<</Type/Font/Subtype/CIDFontType2\
         /BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>{descendant}>>]>>"
    )
}

/// A map of codes.
fn map(body: &str) -> Vec<u8> {
    let text = format!("begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange {body} endcmap");
    stream("/Filter/FlateDecode", &zlib(text.as_bytes()))
}

/// Fonts by their maps of codes and lists of widths.
fn maps() -> Vec<Bomb> {
    let mapped = move |name: &str, body: fn() -> String, text: &'static str| {
        bomb(format!("pdf-font-{name}.pdf"), move || {
            shown(&composite("/Identity-H", "", "/ToUnicode 7 0 R"), vec![map(&body())], text)
        })
    };
    vec![
        mapped("map-ranges", || "1 beginbfrange <0000> <FFFF> <0041> endbfrange ".repeat(5_000), "<00410042>"),
        mapped("map-range-4g", || "1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange ".repeat(100), "<00410042>"),
        mapped(
            "map-long",
            || format!("1 beginbfchar <0041> <{}> endbfchar", "0041".repeat(2_000_000)),
            "<004100410041>",
        ),
        bomb("pdf-font-map-amplified.pdf", move || {
            shown(
                &composite("/Identity-H", "", "/ToUnicode 7 0 R"),
                vec![map(&format!("1 beginbfchar <0041> <{}> endbfchar", "0041".repeat(500)))],
                &format!("<{}>", "0041".repeat(100_000)),
            )
        }),
        bomb("pdf-font-map-itself.pdf", move || {
            shown(
                &composite("7 0 R", "", ""),
                vec![stream("/UseCMap 7 0 R/CMapName/X", b"/X usecmap begincmap endcmap")],
                "<0041>",
            )
        }),
        bomb("pdf-font-code-spaces.pdf", move || {
            shown(
                &composite("7 0 R", "", ""),
                vec![map(&"100 begincodespacerange <00> <ff> endcodespacerange\n".repeat(100_000))],
                "<0041>",
            )
        }),
        bomb("pdf-font-cid-ranges.pdf", move || {
            shown(
                &composite("7 0 R", "", ""),
                vec![map(&"1 begincidrange <00000000> <FFFFFFFF> 0 endcidrange ".repeat(2_000))],
                "<0041>",
            )
        }),
        bomb("pdf-font-widths-cid.pdf", move || {
            shown(&composite("/Identity-H", &format!("/W[{}]", "0 65535 500 ".repeat(500_000)), ""), vec![], "<0041>")
        }),
        bomb("pdf-font-widths-4g.pdf", move || {
            shown(&composite("/Identity-H", "/W[0 4294967295 500 0 2147483647 9]", ""), vec![], "<0041>")
        }),
    ]
}

/// Other fonts.
fn fonts() -> Vec<Bomb> {
    vec![
        bomb("pdf-font-widths.pdf", move || {
            shown(
                &format!(
                    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 0/LastChar 2147483647/Widths[{}]>>",
                    "500 ".repeat(3_000_000)
                ),
                vec![],
                "(hello)",
            )
        }),
        bomb("pdf-font-differences.pdf", move || {
            shown(
                &format!(
                    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[0 {}]>>>>",
                    "/a /uni0041 ".repeat(1_500_000)
                ),
                vec![],
                "(hello)",
            )
        }),
        bomb("pdf-font-type3-itself.pdf", move || {
            shown(
                "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 65/LastChar 65/Widths[9]/Encoding<</Differences[65/a]>>/CharProcs<</a 7 0 R>>/Resources<</Font<</G 6 0 R>>>>>>",
                vec![stream("", b"9 0 d0 BT /G 1 Tf (AA) Tj ET")],
                "(AAAA)",
            )
        }),
        bomb("pdf-font-type3-paths.pdf", move || {
            shown(
                "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 65/LastChar 65/Widths[9]/Encoding<</Differences[65/a]>>/CharProcs<</a 7 0 R>>>>",
                vec![stream(
                    "/Filter/FlateDecode",
                    &zlib(&[&b"9 0 d0 "[..], &b"0 0 9 9 re f ".repeat(5_000)].concat()),
                )],
                &format!("({})", "A".repeat(5_000)),
            )
        }),
        bomb("pdf-fonts-5000.pdf", || {
            let content = format!("BT {}ET", repeat("/F{n} 8 Tf 1 0 0 1 9 {n} Tm (font) Tj\n", 5_000));
            let names: String = (0..5_000).map(|at| format!("/F{at} {} 0 R", at + 6)).collect();
            let page = format!(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<<{names}>>>>>>"
            );
            File::page(content, "", "")
                .instead(3, page)
                .with_all((0..5_000).map(|at| format!("<</Type/Font/Subtype/TrueType/BaseFont/Font{at}>>")))
                .bytes()
        }),
        bomb("pdf-font-switches.pdf", || File::page(format!("BT {}ET", "/F 8 Tf ".repeat(3_000_000)), "", "").bytes()),
    ]
}

/// A page that paints a picture so many times.
fn painted(entries: &str, data: &[u8], times: usize) -> Vec<u8> {
    let content = "q 500 0 0 500 50 50 cm /I Do Q\n".repeat(times);
    let picture = stream(&format!("/Type/XObject/Subtype/Image{entries}"), data);
    File::page(content, "/XObject<</I 6 0 R>>", "").with(picture).bytes()
}

/// Pictures as large as their entries say.
fn pictures() -> Vec<Bomb> {
    let grey = |side: usize| {
        format!("/Width {side}/Height {side}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FlateDecode")
    };
    let code_stream =
        |size: (u32, u32), tile: (u32, u32), components: u16| super::boxes::jp2(size, tile, components, 5, 1);
    vec![
        bomb("pdf-picture-grey.pdf", move || painted(&grey(9_990), &zlib_of(&[0; 9_990], 9_990), 1)),
        bomb("pdf-picture-bits.pdf", move || {
            painted(
                "/Width 30000/Height 30000/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/FlateDecode",
                &zlib_of(&[0; 3_750], 30_000),
                1,
            )
        }),
        bomb("pdf-picture-cmyk.pdf", move || {
            painted(
                "/Width 5600/Height 5600/BitsPerComponent 16/ColorSpace/DeviceCMYK/Filter/FlateDecode",
                &zlib_of(&[0; 5_600], 44_800),
                1,
            )
        }),
        bomb("pdf-picture-mask.pdf", move || {
            painted(
                "/Width 10000/Height 10000/BitsPerComponent 1/ImageMask true/Filter/FlateDecode",
                &zlib_of(b"\x55", 12_500_000),
                1,
            )
        }),
        bomb("pdf-picture-mask-100.pdf", move || {
            painted(
                "/Width 10000/Height 10000/BitsPerComponent 1/ImageMask true/Filter/FlateDecode",
                &zlib_of(b"\x55", 12_500_000),
                100,
            )
        }),
        bomb("pdf-picture-named.pdf", move || painted(&grey(1_000), &zlib_of(b"\x55", 1_000_000), 50_000)),
        bomb("pdf-picture-indexed.pdf", move || {
            painted(
                "/Width 9000/Height 9000/BitsPerComponent 8/ColorSpace[/Indexed/DeviceRGB 2147483647 <00>]/Filter/FlateDecode",
                &zlib_of(&[0; 9_000], 9_000),
                1,
            )
        }),
        bomb("pdf-picture-masks-itself.pdf", move || {
            painted("/Width 9/Height 9/BitsPerComponent 8/ColorSpace/DeviceGray/SMask 6 0 R/Mask 6 0 R", &[9; 81], 1)
        }),
        bomb("pdf-picture-jpeg.pdf", move || {
            painted(
                "/Width 9992/Height 9992/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode",
                &super::pixels::jpeg_of(9_992, 9_992, 1_249 * 1_249),
                1,
            )
        }),
        bomb("pdf-picture-jpx.pdf", move || {
            painted("/Width 9000/Height 9000/Filter/JPXDecode", &code_stream((9_000, 9_000), (9_000, 9_000), 3), 1)
        }),
        bomb("pdf-picture-jpx-lie.pdf", move || {
            painted("/Width 9/Height 9/Filter/JPXDecode", &code_stream((60_000, 60_000), (60_000, 60_000), 3), 1)
        }),
        bomb("pdf-picture-jpx-tiles.pdf", move || {
            painted("/Width 9000/Height 9000/Filter/JPXDecode", &code_stream((9_000, 9_000), (1, 1), 3), 1)
        }),
        bomb("pdf-picture-jpx-components.pdf", move || {
            painted("/Width 90/Height 90/Filter/JPXDecode", &code_stream((90, 90), (90, 90), 16_000), 1)
        }),
    ]
}

/// Pictures whose entries lie.
fn picture_lies() -> Vec<Bomb> {
    let lie = move |name: &str, entries: &'static str, data: &'static [u8]| {
        bomb(format!("pdf-picture-{name}.pdf"), move || painted(entries, data, 1))
    };
    vec![
        lie("4g", "/Width 4294967295/Height 4294967295/BitsPerComponent 8/ColorSpace/DeviceRGB", b"abc"),
        lie("0", "/Width 0/Height 0/BitsPerComponent 8/ColorSpace/DeviceRGB", b"abc"),
        lie("negative", "/Width -1/Height -2147483648/BitsPerComponent 8/ColorSpace/DeviceRGB", b"abc"),
        lie("bits-32", "/Width 9000/Height 9000/BitsPerComponent 2147483647/ColorSpace/DeviceRGB", b"abc"),
        lie(
            "fax",
            "/Width 9999/Height 9999/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 9999/Rows 9999>>",
            &[0xFF; 50_000],
        ),
        lie(
            "fax-columns",
            "/Width 9/Height 9/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K 0/Columns 2147483647/Rows 2147483647>>",
            &[0x35; 50_000],
        ),
        lie(
            "jbig2",
            "/Width 9/Height 9/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode",
            b"\0\0\0\0\x30\0\x01\0\0\0\x13\x7F\xFF\xFF\xFF\x7F\xFF\xFF\xFF\0\0\0\0\0\0\0\0\0\0\0",
        ),
        lie(
            "jbig2-60k",
            "/Width 60000/Height 60000/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode",
            b"\0\0\0\0\x30\0\x01\0\0\0\x13\0\0\xEA\x60\0\0\xEA\x60\0\0\0\0\0\0\0\0\0\0\0",
        ),
        bomb("pdf-inline-pictures.pdf", || {
            File::page(repeat("q 9 0 0 9 {n} 9 cm BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI Q\n", 100_000), "", "").bytes()
        }),
        bomb("pdf-inline-endless.pdf", || {
            File::page("BI /W 2 /H 2 /BPC 8 /CS /G ID ab\n".repeat(200_000), "", "").bytes()
        }),
    ]
}
