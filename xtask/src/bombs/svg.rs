//! Bombs of SVG.

use super::books::laughs;
use super::make::{Bomb, Deep, Wide, bomb, data_address, deep, nest, repeat, wide};

/// Every bomb of the format.
pub fn all() -> Vec<Bomb> {
    let tables = [wide("svg", WIDE, svg), deep("svg", DEEP, svg)];
    tables
        .into_iter()
        .flatten()
        .chain(sizes())
        .chain(references())
        .chain(images())
        .chain(painting())
        .chain(paths())
        .chain(text())
        .collect()
}

fn svg(body: &str) -> Vec<u8> {
    svg_of("width='1000' height='1000'", body)
}

fn svg_of(attributes: &str, body: &str) -> Vec<u8> {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' {attributes}>{body}</svg>"
    )
    .into()
}

const WIDE: &[Wide] = &[
    ("rects", "<rect width='9' height='9'/>", 300_000),
    ("rects-full", "<rect width='1000' height='1000' opacity='.5'/>", 5_000),
    ("circles-stroked", "<circle r='500' stroke-width='300' stroke='red'/>", 10_000),
    ("groups-opaque", "<g opacity='.5'><rect width='1000' height='1000'/></g>", 5_000),
    ("texts", "<text y='9'>a</text>", 100_000),
    ("texts-large", "<text y='900' font-size='900'>abc</text>", 5_000),
    ("defs", "<defs><path id='a{n}'/></defs>", 100_000),
    (
        "gradients",
        "<linearGradient id='a{n}'><stop/></linearGradient><rect width='9' height='9' fill='url(#a{n})'/>",
        30_000,
    ),
    (
        "clips",
        "<clipPath id='a{n}'><rect width='900' height='900'/></clipPath><rect width='900' height='900' clip-path='url(#a{n})'/>",
        3_000,
    ),
    (
        "masks",
        "<mask id='a{n}'><rect width='900' height='900'/></mask><rect width='900' height='900' mask='url(#a{n})'/>",
        1_000,
    ),
    (
        "patterns",
        "<pattern id='a{n}' width='1' height='1' patternUnits='userSpaceOnUse'><rect width='1' height='1'/></pattern><rect width='900' height='900' fill='url(#a{n})'/>",
        1_000,
    ),
    (
        "blurs",
        "<filter id='a{n}'><feGaussianBlur stdDeviation='50'/></filter><rect width='900' height='900' filter='url(#a{n})'/>",
        500,
    ),
    ("styles", "<style>.a{n} rect{fill:red}</style><rect class='a'/>", 10_000),
    ("switches", "<switch><g systemLanguage='de'/><g/></switch>", 100_000),
    ("links", "<a xlink:href='#a{n}'><rect width='9' height='9'/></a>", 60_000),
    ("nested-pictures", "<svg width='1000' height='1000' viewBox='0 0 9 9'><rect width='9' height='9'/></svg>", 20_000),
    ("transforms", "<g transform='rotate({n}) scale(1e9) skewX(89.99)'><rect width='9' height='9'/></g>", 30_000),
    ("thin-strokes", "<path d='M0 0L1e9 1e9' stroke='red' stroke-width='1e8' stroke-dasharray='1e-3'/>", 100),
    ("blend", "<rect width='1000' height='1000' style='mix-blend-mode:luminosity'/>", 2_000),
];

const DEEP: &[Deep] = &[
    ("groups", "<g>", "<rect/>", "</g>", 200_000),
    ("groups-900", "<g opacity='.9'>", "<rect width='900' height='900'/>", "</g>", 900),
    ("groups-30-opaque", "<g opacity='.9'>", "<rect width='900' height='900'/>", "</g>", 30),
    ("svgs-nested", "<svg viewBox='0 0 9 9'>", "<rect/>", "</svg>", 900),
    ("tspans-nested", "<text>a<tspan>", "a", "</tspan></text>", 900),
    ("links-nested", "<a>", "<rect/>", "</a>", 900),
    ("switches-nested", "<switch><g>", "<rect/>", "</g></switch>", 400),
    ("transforms-nested", "<g transform='scale(2)'>", "<rect width='9' height='9'/>", "</g>", 900),
];

/// Sizes that are told.
fn sizes() -> Vec<Bomb> {
    let of = |name: &str, attributes: &'static str, body: &'static str| {
        bomb(format!("svg-size-{name}.svg"), move || svg_of(attributes, body))
    };
    let square = "<rect width='9' height='9'/>";
    vec![
        of("10k", "width='10000' height='10000'", square),
        of("10k-opaque", "width='10000' height='10000'", "<g opacity='.5'><rect width='9999' height='9999'/></g>"),
        of("65535", "width='65535' height='65535'", square),
        of("2g", "width='2147483647' height='4294967295'", square),
        of("1e38", "width='1e38' height='1e38'", square),
        of("0", "width='0' height='0'", square),
        of("negative", "width='-1' height='-1'", square),
        of("box-tiny", "viewBox='0 0 1e-30 1e-30' width='999' height='999'", square),
        of("box-huge", "viewBox='-1e38 -1e38 3e38 3e38' width='999' height='999'", square),
        of("strip", "width='65535' height='1'", square),
        of("em", "width='99999em' height='99999%'", square),
    ]
}

/// Things that name one another.
fn references() -> Vec<Bomb> {
    let tree = |tag: &str, attribute: &str| -> String {
        (1..30)
            .map(|at| format!("<{tag} id='a{at}'>{}</{tag}>", format!("<use {attribute}='#a{}'/>", at - 1).repeat(2)))
            .collect()
    };
    let chain = |open: &str, close: &str| -> String {
        (1..60)
            .map(|at| {
                open.replace("{n}", &at.to_string()).replace("{m}", &(at - 1).to_string())
                    + "<rect width='900' height='900'/>"
                    + close
            })
            .collect()
    };
    vec![
        bomb("svg-use-tree.svg", move || {
            svg(&format!(
                "<defs><rect id='a0' width='9' height='9'/>{}</defs><use xlink:href='#a29'/>",
                tree("g", "xlink:href")
            ))
        }),
        bomb("svg-symbol-tree.svg", move || {
            svg(&format!("<symbol id='a0'/>{}<use href='#a29'/>", tree("symbol", "href")))
        }),
        bomb("svg-use-itself.svg", || svg("<g id='a'><use xlink:href='#a'/><use xlink:href='#a'/></g>")),
        bomb("svg-use-many.svg", || {
            svg(&format!(
                "<g id='a'>{}</g>{}",
                "<rect width='9' height='9'/>".repeat(1_000),
                "<use xlink:href='#a'/>".repeat(1_000)
            ))
        }),
        bomb("svg-gradient-circle.svg", || {
            svg(&format!(
                "{}<rect width='99' height='99' fill='url(#a1)'/>",
                repeat("<linearGradient id='a{n}' xlink:href='#a{n}'/>", 1_000)
            ))
        }),
        bomb("svg-pattern-tree.svg", move || {
            svg(&format!(
                "<pattern id='a0' width='9' height='9'/>{}<rect width='900' height='900' fill='url(#a59)'/>",
                chain(
                    "<pattern id='a{n}' width='.3' height='.3'><rect width='900' height='900' fill='url(#a{m})'/>",
                    "</pattern>"
                )
            ))
        }),
        bomb("svg-mask-chain.svg", move || {
            svg(&format!(
                "<mask id='a0'/>{}<rect width='900' height='900' mask='url(#a59)'/>",
                chain("<mask id='a{n}' mask='url(#a{m})'>", "</mask>")
            ))
        }),
        bomb("svg-mask-tree.svg", move || {
            svg(&format!(
                "<mask id='a0'/>{}<rect width='900' height='900' mask='url(#a59)'/>",
                chain(
                    "<mask id='a{n}'><g mask='url(#a{m})'><rect width='9' height='9'/></g><g mask='url(#a{m})'><rect width='9' height='9'/></g>",
                    "</mask>"
                )
            ))
        }),
        bomb("svg-clip-tree.svg", move || {
            svg(&format!(
                "<clipPath id='a0'/>{}<rect width='900' height='900' clip-path='url(#a59)'/>",
                chain(
                    "<clipPath id='a{n}' clip-path='url(#a{m})'><rect width='9' height='9' clip-path='url(#a{m})'/>",
                    "</clipPath>"
                )
            ))
        }),
        bomb("svg-marker-itself.svg", || {
            svg(
                "<marker id='a'><path d='M0 0L9 9' marker-end='url(#a)' marker-start='url(#a)'/></marker><path d='M0 0L9 9' marker-end='url(#a)'/>",
            )
        }),
        bomb("svg-marker-tree.svg", move || {
            svg(&format!(
                "<marker id='a0'/>{}<path d='M0 0L9 9L1 1' marker-mid='url(#a59)'/>",
                chain(
                    "<marker id='a{n}'><path d='M0 0L9 9L1 1' marker-start='url(#a{m})' marker-end='url(#a{m})'/>",
                    "</marker>"
                )
            ))
        }),
        bomb("svg-entities.svg", || laughs("svg")),
    ]
}

/// Pictures in the picture.
fn images() -> Vec<Bomb> {
    vec![
        bomb("svg-image-100mp.svg", || {
            svg(&format!("<image width='999' height='999' xlink:href='{}'/>", data_address((10_000, 10_000))))
        }),
        bomb("svg-image-many.svg", || {
            svg(&format!(
                "<image id='a' width='999' height='999' xlink:href='{}'/>{}",
                data_address((1_000, 1_000)),
                "<use xlink:href='#a'/>".repeat(3_000)
            ))
        }),
        bomb("svg-image-svg.svg", || {
            let inner = |address: String, _| {
                let text = svg(&format!(
                    "<image width='9' height='9' xlink:href='{address}'/><image width='9' height='9' xlink:href='{address}'/>"
                ));
                format!("data:image/svg+xml;base64,{}", super::make::base64(&text))
            };
            let address = (0..8).fold(data_address((9, 9)), inner);
            svg(&format!("<image width='9' height='9' xlink:href='{address}'/>"))
        }),
    ]
}

/// Filters, and what paints over and over.
fn painting() -> Vec<Bomb> {
    let filtered = |name: &str, filter: &'static str, times: usize| {
        bomb(format!("svg-filter-{name}.svg"), move || {
            svg(&format!(
                "<filter id='a' x='0' y='0' width='1' height='1'>{}</filter><rect width='1000' height='1000' filter='url(#a)'/>",
                filter.repeat(times)
            ))
        })
    };
    let huge = |name: &str, filter: &'static str| {
        bomb(format!("svg-filter-9000-{name}.svg"), move || {
            svg_of(
                "width='9000' height='9000'",
                &format!("<filter id='a'>{filter}</filter><rect width='9000' height='9000' filter='url(#a)'/>"),
            )
        })
    };
    vec![
        filtered("blurs", "<feGaussianBlur stdDeviation='900'/>", 500),
        filtered("turbulence", "<feTurbulence baseFrequency='.5' numOctaves='99999'/>", 1),
        filtered("turbulences", "<feTurbulence baseFrequency='.5' numOctaves='9' stitchTiles='stitch'/>", 50),
        filtered("morphology", "<feMorphology operator='dilate' radius='900'/>", 5),
        filtered("convolution", "<feConvolveMatrix order='50' kernelMatrix='1'/>", 5),
        filtered(
            "lighting",
            "<feSpecularLighting specularExponent='99'><fePointLight x='1' y='1' z='9'/></feSpecularLighting>",
            50,
        ),
        filtered("diffuse", "<feDiffuseLighting><feSpotLight x='1' y='1' z='9'/></feDiffuseLighting>", 50),
        filtered("merges", "<feMerge><feMergeNode/><feMergeNode in='SourceGraphic'/></feMerge>", 500),
        filtered("offsets", "<feOffset dx='1e9' dy='-1e9'/>", 500),
        filtered("tiles", "<feFlood x='0' y='0' width='1' height='1'/><feTile/>", 100),
        filtered("displacement", "<feDisplacementMap in2='SourceGraphic' scale='1e9'/>", 100),
        filtered(
            "components",
            "<feComponentTransfer><feFuncR type='table' tableValues='0 1 0 1 0 1'/></feComponentTransfer>",
            300,
        ),
        filtered("shadows", "<feDropShadow dx='9' dy='9' stdDeviation='99'/>", 100),
        filtered("images", "<feImage href='#a'/>", 300),
        huge("blur", "<feGaussianBlur stdDeviation='300'/>"),
        huge("turbulence", "<feTurbulence baseFrequency='.1' numOctaves='9'/>"),
        huge("light", "<feDiffuseLighting><feDistantLight/></feDiffuseLighting>"),
        huge("convolution", "<feConvolveMatrix order='9' kernelMatrix='0 0 0'/>"),
        bomb("svg-convolution-order.svg", || {
            svg(&format!(
                "<filter id='a'><feConvolveMatrix order='60' kernelMatrix='{}'/></filter><rect width='1000' height='1000' filter='url(#a)'/>",
                "1 ".repeat(3_600)
            ))
        }),
        bomb("svg-filter-list.svg", || {
            svg(&format!("<rect width='900' height='900' filter='{}'/>", "blur(50px) ".repeat(1_000)))
        }),
        bomb("svg-pattern-tiny.svg", || {
            svg(
                "<pattern id='a' width='1e-6' height='1e-6' patternUnits='userSpaceOnUse'><rect width='9' height='9'/></pattern><rect width='1000' height='1000' fill='url(#a)'/>",
            )
        }),
        bomb("svg-pattern-huge.svg", || {
            svg(
                "<pattern id='a' width='1e9' height='1e9' patternUnits='userSpaceOnUse' patternTransform='scale(1e6)'><rect width='9' height='9'/></pattern><rect width='1000' height='1000' fill='url(#a)'/>",
            )
        }),
        bomb("svg-stops.svg", || {
            svg(&format!(
                "<linearGradient id='a'>{}</linearGradient><rect width='1000' height='1000' fill='url(#a)'/>",
                repeat("<stop offset='.{n}'/>", 200_000)
            ))
        }),
    ]
}

/// Paths, dashes and markers.
fn paths() -> Vec<Bomb> {
    let path = |name: &str, attributes: &'static str, unit: &'static str, count: usize| {
        bomb(format!("svg-path-{name}.svg"), move || {
            svg(&format!("<path {attributes} d='M0 0{}'/>", repeat(unit, count)))
        })
    };
    vec![
        bomb("svg-dashes.svg", || {
            svg(
                "<path d='M0 0L1000 1000' stroke='red' stroke-dasharray='1e-9'/><circle r='900' stroke='red' stroke-dasharray='.001 .002'/>",
            )
        }),
        bomb("svg-dash-list.svg", || {
            svg(&format!("<path d='M0 0L1000 1000' stroke='red' stroke-dasharray='{}'/>", ".01 ".repeat(500_000)))
        }),
        bomb("svg-markers.svg", || {
            svg(&format!(
                "<marker id='a'><rect width='99' height='99'/></marker><path marker-mid='url(#a)' d='M0 0{}'/>",
                "L9 9L1 1".repeat(100_000)
            ))
        }),
        path("lines", "fill='red'", "L{n} 9L9 {n}", 200_000),
        path("star", "fill='red' fill-rule='evenodd'", "L1000 {n}L0 {n}", 100_000),
        path("curves", "stroke='red' fill='none' stroke-width='9'", "C1e3 0 0 1e3 {n} 9", 100_000),
        path("arcs", "stroke='red'", "A500 500 0 1 1 9 {n}", 100_000),
        path("arcs-huge", "stroke='red'", "A1e9 1e-9 45 1 1 1e9 {n}", 30_000),
        path("far", "stroke='red' stroke-width='1e6'", "L1e30 -1e30L-1e30 {n}", 30_000),
        path(
            "joins",
            "stroke='red' stroke-width='900' stroke-linejoin='round' stroke-linecap='round'",
            "L{n} 9L9 9",
            50_000,
        ),
        path("letters", "", "zzzz", 2_000_000),
        bomb("svg-points.svg", || svg(&format!("<polygon points='{}'/>", "1 2 900 3 ".repeat(500_000)))),
        bomb("svg-attributes.svg", || svg(&format!("<rect {}/>", repeat("a{n}='b' ", 100_000)))),
        bomb("svg-transform-list.svg", || {
            svg(&format!("<rect transform='{}' width='9' height='9'/>", "rotate(1)".repeat(500_000)))
        }),
        bomb("svg-selectors.svg", || {
            svg(&format!(
                "<style>{}</style>{}",
                repeat("g g g .a{n}{fill:red}", 5_000),
                nest("<g>", &"<rect class='b'/>".repeat(5_000), "</g>", 50)
            ))
        }),
    ]
}

/// Letters.
fn text() -> Vec<Bomb> {
    vec![
        bomb("svg-text-long.svg", || svg(&format!("<text y='9'>{}</text>", "ab ".repeat(200_000)))),
        bomb("svg-text-rotated.svg", || {
            svg(&format!("<text y='9' rotate='{}'>{}</text>", "9 ".repeat(100_000), "a".repeat(100_000)))
        }),
        bomb("svg-text-places.svg", || {
            svg(&format!("<text y='9' x='{0}' dx='{0}'>{1}</text>", "9 ".repeat(100_000), "a".repeat(100_000)))
        }),
        bomb("svg-text-spans.svg", || {
            svg(&format!("<text y='9'>{}</text>", "<tspan fill='red'>a</tspan>".repeat(60_000)))
        }),
        bomb("svg-text-path.svg", || {
            svg(&format!(
                "<path id='a' d='M0 0{}'/><text><textPath xlink:href='#a'>{}</textPath></text>",
                "L999 9L9 999".repeat(50_000),
                "a".repeat(50_000)
            ))
        }),
        bomb("svg-text-path-many.svg", || {
            svg(&format!(
                "<path id='a' d='M0 0{}'/>{}",
                "L999 9L9 999".repeat(20_000),
                "<text><textPath href='#a'>a</textPath></text>".repeat(500)
            ))
        }),
        bomb("svg-text-stroked.svg", || {
            svg(&format!(
                "<text y='99' font-size='99' stroke='red' stroke-width='50' stroke-dasharray='.1'>{}</text>",
                "abc".repeat(200)
            ))
        }),
        bomb("svg-text-huge.svg", || svg("<text y='99' font-size='1e9'>abc</text><text font-size='1e-30'>abc</text>")),
        bomb("svg-text-fonts.svg", || svg(&repeat("<text font-family='A{n}' font-weight='{n}'>a</text>", 30_000))),
        bomb("svg-text-combining.svg", || svg(&format!("<text y='9'>a{}</text>", "&#x301;".repeat(200_000)))),
        bomb("svg-text-both-ways.svg", || svg(&format!("<text y='9'>{}</text>", "a&#x5d0;&#x202e;".repeat(60_000)))),
        bomb("svg-text-use.svg", || {
            svg(&format!("<text id='a' y='9'>{}</text>{}", "ab ".repeat(2_000), "<use href='#a'/>".repeat(500)))
        }),
    ]
}
