//! Bombs of what a PDF paints: forms, groups, patterns, shadings, functions, paths, letters, tables.

use super::make::{Bomb, bomb, noise, repeat, zlib, zlib_of};
use super::pdf::{File, stream};

/// Every bomb of these kinds.
pub fn all() -> Vec<Bomb> {
    [forms(), shadings(), functions(), meshes(), paths(), letters()].into_iter().flatten().collect()
}

/// A form of this content, with its resources and further entries.
fn form(content: &str, entries: &str) -> Vec<u8> {
    stream(&format!("/Type/XObject/Subtype/Form/BBox[0 0 612 792]{entries}"), content.as_bytes())
}

/// A page that paints the object 6, under a name of a kind of resource.
fn paints(content: &str, kind: &str) -> File {
    File::page(content, &format!("/{kind}<</A 6 0 R>>"), "")
}

/// Forms that paint the one after them twice, to this depth.
fn form_tree(entries: &str, depth: usize, leaf: &str) -> Vec<u8> {
    let next = |at: usize| form("/A Do /A Do", &format!("{entries}/Resources<</XObject<</A {} 0 R>>>>", at + 7));
    (0..depth).fold(paints("/A Do", "XObject"), |file, at| file.with(next(at))).with(form(leaf, entries)).bytes()
}

fn forms() -> Vec<Bomb> {
    const GROUP: &str = "/Group<</S/Transparency/I true/K true>>";
    let state = |state: &str, content: &str| {
        File::page(content, &format!("/ExtGState<</A<<{state}>>>>/XObject<</B 6 0 R>>"), "")
    };
    let tiles = |step: &str, content: &str, matrix: &str| {
        stream(
            &format!(
                "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep {step}/YStep {step}/Resources<<>>{matrix}"
            ),
            content.as_bytes(),
        )
    };
    const FILL: &str = "/Pattern cs /A scn 0 0 612 792 re f\n";
    vec![
        bomb("pdf-form-itself.pdf", || {
            paints("/A Do", "XObject").with(form("/A Do /A Do", "/Resources<</XObject<</A 6 0 R>>>>")).bytes()
        }),
        bomb("pdf-form-tree.pdf", || form_tree("", 27, "0 0 9 9 re f")),
        bomb("pdf-form-tree-empty.pdf", || form_tree("", 27, "")),
        bomb("pdf-form-tree-groups.pdf", || form_tree(GROUP, 14, "0 0 612 792 re f")),
        bomb("pdf-form-deep-groups.pdf", || {
            let next = |at: usize| form("/A Do", &format!("{GROUP}/Resources<</XObject<</A {} 0 R>>>>", at + 7));
            (0..1_000).fold(paints("/A Do", "XObject"), |file, at| file.with(next(at))).bytes()
        }),
        bomb("pdf-form-named.pdf", || {
            paints(&"/A Do\n".repeat(50_000), "XObject").with(form("0 0 9 9 re f", "")).bytes()
        }),
        bomb("pdf-group-named.pdf", || {
            paints(&"/A Do\n".repeat(5_000), "XObject").with(form("0 0 612 792 re f", GROUP)).bytes()
        }),
        bomb("pdf-blend.pdf", move || {
            state("/BM/Luminosity/ca .5", &format!("/A gs {}", "0 0 612 792 re f\n".repeat(5_000))).bytes()
        }),
        bomb("pdf-blend-groups.pdf", move || {
            state("/BM/ColorBurn/ca .5", &"/A gs /B Do\n".repeat(2_000)).with(form("0 0 612 792 re f", GROUP)).bytes()
        }),
        bomb("pdf-soft-masks.pdf", move || {
            state("/SMask<</S/Luminosity/G 6 0 R>>", &"q /A gs 0 0 612 792 re f Q\n".repeat(2_000))
                .with(form("0 0 612 792 re f", GROUP))
                .bytes()
        }),
        bomb("pdf-soft-mask-itself.pdf", move || {
            state("/SMask<</S/Luminosity/G 6 0 R>>", "/A gs 0 0 612 792 re f")
                .with(form(
                    "/A gs 0 0 612 792 re f",
                    &format!("{GROUP}/Resources<</ExtGState<</A<</SMask<</S/Luminosity/G 6 0 R>>>>>>>>"),
                ))
                .bytes()
        }),
        bomb("pdf-tiles-tiny.pdf", move || paints(FILL, "Pattern").with(tiles(".00001", "0 0 9 9 re f", "")).bytes()),
        bomb("pdf-tiles-overlap.pdf", move || paints(FILL, "Pattern").with(tiles(".1", "0 0 9 9 re f", "")).bytes()),
        bomb("pdf-tiles-huge.pdf", move || {
            paints(FILL, "Pattern").with(tiles("1e9", "0 0 9 9 re f", "/Matrix[1e9 0 0 1e9 0 0]")).bytes()
        }),
        bomb("pdf-tiles-named.pdf", move || {
            paints(&FILL.repeat(2_000), "Pattern").with(tiles("5", "0 0 9 9 re f", "")).bytes()
        }),
        bomb("pdf-tiles-paths.pdf", move || {
            paints(FILL, "Pattern").with(tiles("1", &"0 0 9 9 re f ".repeat(5_000), "")).bytes()
        }),
        bomb("pdf-tiles-itself.pdf", || {
            paints(FILL, "Pattern").with(stream("/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</Pattern<</A 6 0 R>>>>", FILL.as_bytes())).bytes()
        }),
        bomb("pdf-marked-content.pdf", || File::page("/P BMC ".repeat(2_000_000), "", "").bytes()),
        bomb("pdf-saves.pdf", || File::page("q ".repeat(5_000_000), "", "").bytes()),
        bomb("pdf-clips.pdf", || {
            File::page(repeat("0 0 m 612 {n} l 612 0 l h W n\n", 50_000) + "0 0 612 792 re f", "", "").bytes()
        }),
    ]
}

/// Paints the shading `A`.
const SHADE: &str = "/A sh\n";

fn shadings() -> Vec<Bomb> {
    let of = |name: &str, shading: &'static str, times: usize| {
        bomb(format!("pdf-shading-{name}.pdf"), move || paints(&SHADE.repeat(times), "Shading").with(shading).bytes())
    };
    vec![
        of(
            "axial",
            "<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 612 792]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[0 0 0]/C1[1 1 1]/N 9>>>>",
            2_000,
        ),
        of(
            "radial",
            "<</ShadingType 3/ColorSpace/DeviceRGB/Coords[0 0 0 612 792 1e9]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[0 0 0]/C1[1 1 1]/N 9>>>>",
            1_000,
        ),
        of("function-itself", "<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 1 1]/Function 7 0 R>>", 1),
    ]
}

fn functions() -> Vec<Bomb> {
    let with_function = |name: &str, program: fn() -> String| {
        bomb(format!("pdf-function-{name}.pdf"), move || {
            let shading =
                "<</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 1 0 1]/Matrix[612 0 0 792 0 0]/Function 7 0 R>>";
            let function = stream("/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]", program().as_bytes());
            paints(SHADE, "Shading").with(shading).with(function).bytes()
        })
    };
    vec![
        bomb("pdf-function-stitched-itself.pdf", || {
            paints(SHADE, "Shading")
                .with("<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 612 792]/Function 7 0 R>>")
                .with("<</FunctionType 3/Domain[0 1]/Functions[7 0 R 7 0 R]/Bounds[.5]/Encode[0 1 0 1]>>")
                .bytes()
        }),
        bomb("pdf-function-stitched-tree.pdf", || {
            let file = paints(SHADE, "Shading")
                .with("<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 612 792]/Function 7 0 R>>");
            let next = |at: usize| {
                format!("<</FunctionType 3/Domain[0 1]/Functions[{0} 0 R {0} 0 R]/Bounds[.5]/Encode[0 1 0 1]>>", at + 8)
            };
            (0..40).fold(file, |file, at| file.with(next(at))).with("<</FunctionType 2/Domain[0 1]/N 1>>").bytes()
        }),
        bomb("pdf-function-stitched-wide.pdf", || {
            let bounds: String = (1..100_000).map(|at| format!("{} ", f64::from(at) / 1e5)).collect();
            let function = format!(
                "<</FunctionType 3/Domain[0 1]/Functions[{}]/Bounds[{bounds}]/Encode[{}]>>",
                "8 0 R ".repeat(100_000),
                "0 1 ".repeat(100_000)
            );
            paints(SHADE, "Shading")
                .with("<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 612 792]/Function 7 0 R>>")
                .with(function)
                .with("<</FunctionType 2/Domain[0 1]/N 1>>")
                .bytes()
        }),
        bomb("pdf-function-samples.pdf", || {
            let size = "/FunctionType 0/Domain[0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1]/Range[0 1]/Size[65535 65535 65535 65535 65535 65535 65535 65535]/BitsPerSample 32";
            paints(SHADE, "Shading")
                .with("<</ShadingType 1/ColorSpace/DeviceGray/Function 7 0 R>>")
                .with(stream(size, b"abcd"))
                .bytes()
        }),
        with_function("long", || format!("{{ pop pop {} .1 .2 .3 }}", "2 sin cos pop ".repeat(5_000))),
        with_function("deep", || format!("{{ {} 1 {} }}", "true { ".repeat(50_000), "} if ".repeat(50_000))),
        with_function("rolls", || format!("{{ pop pop {} {} }}", "1 ".repeat(90), "90 45 roll ".repeat(2_000))),
        with_function("copies", || format!("{{ pop pop 1 {} }}", "1 copy 2 copy 9 copy ".repeat(2_000))),
        bomb("pdf-separation.pdf", || {
            let content = "q 500 0 0 500 50 50 cm /A Do Q";
            let entries = "/Type/XObject/Subtype/Image/Width 2000/Height 2000/BitsPerComponent 8/ColorSpace[/Separation/X/DeviceRGB 7 0 R]/Filter/FlateDecode";
            let program = format!("{{ {} .1 .2 .3 }}", "dup sin cos pop ".repeat(3_000));
            paints(content, "XObject")
                .with(stream(entries, &zlib(&noise(4_000_000))))
                .with(stream("/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]", program.as_bytes()))
                .bytes()
        }),
        bomb("pdf-colour-space-itself.pdf", || {
            File::page("/A cs 1 sc 0 0 612 792 re f", "/ColorSpace<</A 6 0 R>>", "")
                .with("[/Indexed 6 0 R 255 <00>]")
                .bytes()
        }),
        bomb("pdf-colour-space-chain.pdf", || {
            let file = File::page("/A cs 1 sc 0 0 612 792 re f", "/ColorSpace<</A 6 0 R>>", "");
            (0..50_000).fold(file, |file, at| file.with(format!("[/Separation/X {} 0 R 5 0 R]", at + 7))).bytes()
        }),
        bomb("pdf-profile.pdf", || {
            File::page("/A cs 1 sc 0 0 612 792 re f", "/ColorSpace<</A[/ICCBased 6 0 R]>>", "")
                .with(stream("/N 3/Filter/FlateDecode", &zlib_of(&[0; 1 << 10], 250 << 10)))
                .bytes()
        }),
    ]
}

fn meshes() -> Vec<Bomb> {
    let mesh = |name: &str, entries: &'static str, unit: &'static [u8], count: usize| {
        bomb(format!("pdf-mesh-{name}.pdf"), move || {
            let entries = format!(
                "/ColorSpace/DeviceRGB/BitsPerCoordinate 8/BitsPerComponent 8/Decode[0 612 0 792 0 1 0 1 0 1]{entries}/Filter/FlateDecode"
            );
            paints(SHADE, "Shading").with(stream(&entries, &zlib_of(unit, count))).bytes()
        })
    };
    vec![
        mesh(
            "triangles",
            "/ShadingType 4/BitsPerFlag 8",
            &[0, 0, 0, 9, 9, 9, 0, 255, 0, 99, 9, 9, 0, 0, 255, 9, 99, 9],
            50_000,
        ),
        mesh("lattice", "/ShadingType 5/VerticesPerRow 2", &[0, 0, 1, 2, 3, 255, 255, 1, 2, 3], 50_000),
        mesh("lattice-row", "/ShadingType 5/VerticesPerRow 2147483647", &[0, 0, 1, 2, 3], 50_000),
        mesh(
            "coons",
            "/ShadingType 6/BitsPerFlag 8",
            &[
                0, 0, 0, 0, 99, 0, 200, 0, 255, 99, 255, 200, 255, 255, 255, 255, 200, 255, 99, 255, 0, 200, 0, 99, 0,
                1, 2, 3, 255, 0, 0, 0, 255, 0, 0, 0, 255,
            ],
            3_000,
        ),
        mesh("tensor", "/ShadingType 7/BitsPerFlag 8", &[0; 45], 30_000),
    ]
}

fn paths() -> Vec<Bomb> {
    let content = |name: &str, make: fn() -> String| {
        bomb(format!("pdf-path-{name}.pdf"), move || File::page(make(), "", "").bytes())
    };
    vec![
        content("lines", || format!("0 0 m {} S", repeat("612 {n} l 0 {n} l\n", 300_000))),
        content("star", || format!("0 0 m {} f*", repeat("612 {n} l 0 {n} l\n", 100_000))),
        content("curves", || format!("9 w 0 0 m {} S", repeat("1e3 0 0 1e3 {n} 9 c\n", 100_000))),
        content("fills", || "0 0 612 792 re f\n".repeat(30_000)),
        content("strokes-wide", || format!("500 w 1 J 1 j {}", repeat("0 0 m {n} 792 l 612 9 l S\n", 10_000))),
        content("dashes", || "[.0001] 0 d 0 0 m 612 792 l S [1e-9 1e-9] 0 d 0 0 m 1e9 1e9 l S".to_owned()),
        content("dash-list", || format!("[{}] 0 d 0 0 m 612 792 l S", ".01 ".repeat(300_000))),
        content("far", || repeat("1e30 -1e30 m -1e30 1e{n} l 9 w S\n", 30_000)),
        content("matrices", || "1.5 .5 -.5 1.5 9 9 cm 0 0 9 9 re f\n".repeat(200_000)),
        content("rules", || repeat("0 {n} 612 .1 re f\n", 100_000)),
        content("grid", || repeat("0 {n} m 612 {n} l S {n} 0 m {n} 792 l S\n", 2_000)),
        content("grid-fine", || repeat("0 .{n} m 612 .{n} l S .{n} 0 m .{n} 792 l S\n", 20_000)),
        content("boxes", || (0..40_000).map(|at| format!("{} {} 2 2 re S\n", at % 200 * 3, at / 200 * 3)).collect()),
        content("points", || "9 9 m h S\n".repeat(1_000_000)),
    ]
}

fn letters() -> Vec<Bomb> {
    let content = |name: &str, make: fn() -> String| {
        bomb(format!("pdf-text-{name}.pdf"), move || File::page(make(), "", "").bytes())
    };
    vec![
        content("300k", || format!("BT /F 9 Tf 9 9 Td ({}) Tj ET", "a".repeat(300_000))),
        content("words", || format!("BT /F 9 Tf {} ET", repeat("1 0 0 1 9 {n} Tm (a word) Tj\n", 100_000))),
        content("same-place", || format!("BT /F 9 Tf {} ET", "1 0 0 1 9 9 Tm (a word) Tj\n".repeat(60_000))),
        content("scattered", || {
            format!(
                "BT /F 9 Tf {} ET",
                (0..60_000_u64)
                    .map(|at| format!("1 0 0 1 {} {} Tm (a) Tj\n", at * 7_919 % 612, at * 104_729 % 792))
                    .collect::<String>()
            )
        }),
        content("turned", || format!("BT /F 9 Tf {} ET", repeat(".7 .7 -.7 .7 {n} 9 Tm (turned) Tj\n", 30_000))),
        content("huge", || "BT /F 1e9 Tf 9 9 Td (huge) Tj /F 1e-30 Tf (tiny) Tj ET".to_owned()),
        content("large", || format!("BT /F 900 Tf {} ET", "1 0 0 1 9 9 Tm (abc) Tj\n".repeat(5_000))),
        content("stroked", || format!("BT /F 99 Tf 1 Tr 50 w [.1] 0 d {} ET", "1 0 0 1 9 9 Tm (abc) Tj\n".repeat(300))),
        content("clips", || {
            format!("BT /F 99 Tf 7 Tr {} ET 0 0 612 792 re f", "1 0 0 1 9 9 Tm (abc) Tj\n".repeat(30_000))
        }),
        content("clip-blocks", || format!("{}0 0 612 792 re f", "BT /F 99 Tf 7 Tr 9 9 Td (abc) Tj ET\n".repeat(3_000))),
        content("columns", || {
            format!(
                "BT /F 5 Tf {} ET",
                (0..40_000)
                    .map(|at| format!("1 0 0 1 {} {} Tm (a) Tj\n", at % 200 * 3, at / 200 * 4))
                    .collect::<String>()
            )
        }),
        content("kerns", || format!("BT /F 9 Tf [{}] TJ ET", "(a) -9999 ".repeat(300_000))),
        content("spacing", || "BT /F 9 Tf 1e9 Tc 1e9 Tw 1e9 Tz 1e9 TL (a b c) Tj T* (a) ' ET".to_owned()),
        content("lines", || format!("BT /F 1 Tf .1 TL {} ET", "(a) '\n".repeat(100_000))),
    ]
}
