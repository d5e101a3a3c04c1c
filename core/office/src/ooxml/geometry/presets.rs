//! Outlines of the commonest preset shapes, by the formulas of ECMA-376 part 1 (annex on preset shape definitions), in a
//! short hand of our own.

/// A preset shape.
#[derive(Debug)]
pub(super) struct Preset {
    /// Its names (20.1.10.55).
    pub names: &'static [&'static str],
    /// Values that may be adjusted, with their defaults: `name value`, parted by semicolons.
    pub adjusts: &'static str,
    /// Guides: `name formula`, parted by semicolons.
    pub guides: &'static str,
    /// Its outline: `M x y`, `L x y`, `C x y x y x y`, `A wr hr start sweep`, `Z`, as in 20.1.9.
    pub path: &'static str,
    /// Width and height of the coordinates of the path, where they are not those of the shape.
    pub grid: Option<(f64, f64)>,
    /// Whether it surrounds an area.
    pub filled: bool,
}

/// The preset of a name.
pub(super) fn find(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.names.contains(&name))
}

const fn area(
    names: &'static [&'static str],
    adjusts: &'static str,
    guides: &'static str,
    path: &'static str,
) -> Preset {
    Preset { names, adjusts, guides, path, grid: None, filled: true }
}

const fn lines(
    names: &'static [&'static str],
    adjusts: &'static str,
    guides: &'static str,
    path: &'static str,
) -> Preset {
    Preset { names, adjusts, guides, path, grid: None, filled: false }
}

const fn chart(name: &'static [&'static str], grid: f64, path: &'static str) -> Preset {
    Preset { names: name, adjusts: "", guides: "", path, grid: Some((grid, grid)), filled: true }
}

/// The arrow to the right, whose guides others share with width and height exchanged.
const ARROW: &str = "m2 */ 100000 w ss; a1 pin 0 adj1 100000; a2 pin 0 adj2 m2; d */ ss a2 100000; x1 +- r 0 d; \
    e */ h a1 200000; y1 +- vc 0 e; y2 +- vc e 0; x0 val d";
const ARROW_DOWN: &str = "m2 */ 100000 h ss; a1 pin 0 adj1 100000; a2 pin 0 adj2 m2; d */ ss a2 100000; y1 +- b 0 d; \
    e */ w a1 200000; x1 +- hc 0 e; x2 +- hc e 0; y0 val d";
const ARROWS: &str = "adj1 50000; adj2 50000";
const STAR: &str = "s */ wd2 hf 100000; u */ hd2 vf 100000; v */ vc vf 100000; dx1 cos s 1080000; dx2 cos s 18360000; \
    dy1 sin u 1080000; dy2 sin u 18360000; x1 +- hc 0 dx1; x2 +- hc 0 dx2; x3 +- hc dx2 0; x4 +- hc dx1 0; \
    y1 +- v 0 dy1; y2 +- v 0 dy2";
/// Where the tip of a callout leaves its box.
const TIP: &str = "dx */ w adj1 100000; dy */ h adj2 100000; xp +- hc dx 0; yp +- vc dy 0; q */ dx h w; ay abs dy; \
    aq abs q; z +- ay 0 aq; g1 ?: dx 7 2; g2 ?: dx 10 5; x1 */ w g1 12; x2 */ w g2 12; g3 ?: dy 7 2; g4 ?: dy 10 5; \
    y1 */ h g3 12; y2 */ h g4 12; t1 ?: dx l xp; xl ?: z l t1; t2 ?: dy x1 xp; xt ?: z t2 x1; t3 ?: dx xp r; \
    xr ?: z r t3; t4 ?: dy xp x1; xb ?: z t4 x1; t5 ?: dx y1 yp; yl ?: z y1 t5; t6 ?: dy t yp; yt ?: z t6 t; \
    t7 ?: dx yp y1; yr ?: z y1 t7; t8 ?: dy yp b; yb ?: z t8 b; c */ ss adj3 100000; c2 +- r 0 c; c3 +- b 0 c";
const ROUND: &str = "M l x1 A x1 x1 cd2 cd4 L x2 t A x1 x1 3cd4 cd4 L r y2 A x1 x1 0 cd4 L x1 b A x1 x1 cd4 cd4 Z";
const BRACE: &str = "a2 pin 0 adj2 100000; q1 +- 100000 0 a2; q2 min q1 a2; q3 */ q2 1 2; m1 */ q3 h ss; \
    a1 pin 0 adj1 m1; y1 */ ss a1 100000; y2 */ h a2 100000; y3 +- y2 0 y1; y4 +- y2 y1 0; y5 +- b 0 y1";
const BRACKET: &str = "m */ 50000 h ss; a pin 0 adj m; y1 */ ss a 100000; y2 +- b 0 y1";
const ARC: &str = "st pin 0 adj1 21599999; en pin 0 adj2 21599999; s1 +- en 0 st; s2 +- s1 21600000 0; sw ?: s1 s1 s2; \
    wt sin wd2 st; ht cos hd2 st; dx cat2 wd2 ht wt; dy sat2 hd2 ht wt; x1 +- hc dx 0; y1 +- vc dy 0";

static PRESETS: &[Preset] = &[
    area(&["rect", "flowChartProcess", "textNoShape", "actionButtonBlank"], "", "", "M l t L r t L r b L l b Z"),
    area(&["roundRect"], "adj 16667", "a pin 0 adj 50000; x1 */ ss a 100000; x2 +- r 0 x1; y2 +- b 0 x1", ROUND),
    area(&["flowChartAlternateProcess"], "", "x1 val ssd6; x2 +- r 0 x1; y2 +- b 0 x1", ROUND),
    area(
        &["round2SameRect"],
        "adj1 16667; adj2 0",
        "a1 pin 0 adj1 50000; a2 pin 0 adj2 50000; x1 */ ss a1 100000; x2 +- r 0 x1; z1 */ ss a2 100000; z2 +- r 0 z1; \
         y2 +- b 0 z1",
        "M l x1 A x1 x1 cd2 cd4 L x2 t A x1 x1 3cd4 cd4 L r y2 A z1 z1 0 cd4 L z1 b A z1 z1 cd4 cd4 Z",
    ),
    area(
        &["round1Rect"],
        "adj 16667",
        "a pin 0 adj 50000; d */ ss a 100000; x1 +- r 0 d",
        "M l t L x1 t A d d 3cd4 cd4 L r b L l b Z",
    ),
    area(
        &["snip1Rect"],
        "adj 16667",
        "a pin 0 adj 50000; d */ ss a 100000; x1 +- r 0 d",
        "M l t L x1 t L r d L r b L l b Z",
    ),
    area(
        &["ellipse", "flowChartConnector"],
        "",
        "",
        "M l vc A wd2 hd2 cd2 cd4 A wd2 hd2 3cd4 cd4 A wd2 hd2 0 cd4 A wd2 hd2 cd4 cd4 Z",
    ),
    area(&["triangle"], "adj 50000", "a pin 0 adj 100000; x2 */ w a 100000", "M l b L x2 t L r b Z"),
    area(&["rtTriangle"], "", "", "M l b L l t L r b Z"),
    area(
        &["parallelogram"],
        "adj 25000",
        "m */ 100000 w ss; a pin 0 adj m; x2 */ ss a 100000; x5 +- r 0 x2",
        "M l b L x2 t L r t L x5 b Z",
    ),
    area(
        &["trapezoid"],
        "adj 25000",
        "m */ 50000 w ss; a pin 0 adj m; x2 */ ss a 100000; x3 +- r 0 x2",
        "M l b L x2 t L x3 t L r b Z",
    ),
    area(&["diamond", "flowChartDecision"], "", "", "M l vc L hc t L r vc L hc b Z"),
    area(&["pentagon"], "hf 105146; vf 110557", STAR, "M x1 y1 L hc t L x4 y1 L x3 y2 L x2 y2 Z"),
    area(
        &["star5"],
        "adj 19098; hf 105146; vf 110557",
        "a pin 0 adj 50000; s */ wd2 hf 100000; u */ hd2 vf 100000; v */ vc vf 100000; dx1 cos s 1080000; \
         dx2 cos s 18360000; dy1 sin u 1080000; dy2 sin u 18360000; x1 +- hc 0 dx1; x2 +- hc 0 dx2; x3 +- hc dx2 0; \
         x4 +- hc dx1 0; y1 +- v 0 dy1; y2 +- v 0 dy2; iw */ s a 50000; ih */ u a 50000; e1 cos iw 20520000; \
         e2 cos iw 3240000; f1 sin ih 3240000; f2 sin ih 20520000; sx1 +- hc 0 e1; sx2 +- hc 0 e2; sx3 +- hc e2 0; \
         sx4 +- hc e1 0; sy1 +- v 0 f1; sy2 +- v 0 f2; sy3 +- v ih 0",
        "M x1 y1 L sx2 sy1 L hc t L sx3 sy1 L x4 y1 L sx4 sy2 L x3 y2 L hc sy3 L x2 y2 L sx1 sy2 Z",
    ),
    area(
        &["hexagon"],
        "adj 25000; vf 115470",
        "m */ 50000 w ss; a pin 0 adj m; u */ hd2 vf 100000; x1 */ ss a 100000; x2 +- r 0 x1; d sin u 3600000; \
         y1 +- vc 0 d; y2 +- vc d 0",
        "M l vc L x1 y1 L x2 y1 L r vc L x2 y2 L x1 y2 Z",
    ),
    area(
        &["octagon"],
        "adj 29289",
        "a pin 0 adj 50000; x1 */ ss a 100000; x2 +- r 0 x1; y2 +- b 0 x1",
        "M l x1 L x1 t L x2 t L r x1 L r y2 L x2 b L x1 b L l y2 Z",
    ),
    area(
        &["plus", "mathPlus"],
        "adj 25000",
        "a pin 0 adj 50000; x1 */ ss a 100000; x2 +- r 0 x1; y2 +- b 0 x1",
        "M l x1 L x1 x1 L x1 t L x2 t L x2 x1 L r x1 L r y2 L x2 y2 L x2 b L x1 b L x1 y2 L l y2 Z",
    ),
    area(&["rightArrow"], ARROWS, ARROW, "M l y1 L x1 y1 L x1 t L r vc L x1 b L x1 y2 L l y2 Z"),
    area(&["leftArrow"], ARROWS, ARROW, "M l vc L x0 t L x0 y1 L r y1 L r y2 L x0 y2 L x0 b Z"),
    area(&["downArrow"], ARROWS, ARROW_DOWN, "M x1 t L x1 y1 L l y1 L hc b L r y1 L x2 y1 L x2 t Z"),
    area(&["upArrow"], ARROWS, ARROW_DOWN, "M hc t L r y0 L x2 y0 L x2 b L x1 b L x1 y0 L l y0 Z"),
    area(
        &["leftRightArrow"],
        ARROWS,
        ARROW,
        "M l vc L x0 t L x0 y1 L x1 y1 L x1 t L r vc L x1 b L x1 y2 L x0 y2 L x0 b Z",
    ),
    area(
        &["upDownArrow"],
        ARROWS,
        ARROW_DOWN,
        "M hc t L r y0 L x2 y0 L x2 y1 L r y1 L hc b L l y1 L x1 y1 L x1 y0 L l y0 Z",
    ),
    area(
        &["homePlate"],
        "adj 50000",
        "m */ 100000 w ss; a pin 0 adj m; d */ ss a 100000; x1 +- r 0 d",
        "M l t L x1 t L r vc L x1 b L l b Z",
    ),
    area(
        &["chevron"],
        "adj 50000",
        "m */ 100000 w ss; a pin 0 adj m; x1 */ ss a 100000; x2 +- r 0 x1",
        "M l t L x2 t L r vc L x2 b L l b L x1 vc Z",
    ),
    area(
        &["wedgeRectCallout"],
        "adj1 -20833; adj2 62500; adj3 0",
        TIP,
        "M l t L x1 t L xt yt L x2 t L r t L r y1 L xr yr L r y2 L r b L x2 b L xb yb L x1 b L l b L l y2 L xl yl L l y1 Z",
    ),
    area(
        &["wedgeRoundRectCallout"],
        "adj1 -20833; adj2 62500; adj3 16667",
        TIP,
        "M l c A c c cd2 cd4 L x1 t L xt yt L x2 t L c2 t A c c 3cd4 cd4 L r y1 L xr yr L r y2 L r c3 A c c 0 cd4 \
         L x2 b L xb yb L x1 b L c b A c c cd4 cd4 L l y2 L xl yl L l y1 Z",
    ),
    area(
        &["wedgeEllipseCallout"],
        "adj1 -20833; adj2 62500",
        "dx */ w adj1 100000; dy */ h adj2 100000; xp +- hc dx 0; yp +- vc dy 0; sx */ dx h 1; sy */ dy w 1; \
         p at2 sx sy; st +- p 660000 0; en +- p 0 660000; d1 cos wd2 st; e1 sin hd2 st; x1 +- hc d1 0; y1 +- vc e1 0; \
         d2 cos wd2 en; e2 sin hd2 en; s1 at2 d1 e1; n1 at2 d2 e2; w1 +- n1 0 s1; w2 +- w1 21600000 0; sw ?: w1 w1 w2",
        "M xp yp L x1 y1 A wd2 hd2 s1 sw Z",
    ),
    area(
        &["foldedCorner"],
        "adj 16667",
        "a pin 0 adj 50000; d */ ss a 100000; e */ d 1 5; x1 +- r 0 d; x2 +- x1 e 0; y2 +- b 0 d; y1 +- y2 e 0",
        "M l t L r t L r y2 L x1 b L l b Z M x1 b L x2 y1 L r y2",
    ),
    area(
        &["can", "flowChartMagneticDisk"],
        "adj 25000",
        "m */ 50000 h ss; a pin 0 adj m; y1 */ ss a 200000; y3 +- b 0 y1",
        "M l y1 A wd2 y1 cd2 cd2 L r y3 A wd2 y1 0 cd2 Z M r y1 A wd2 y1 0 cd2",
    ),
    area(
        &["cube"],
        "adj 25000",
        "a pin 0 adj 100000; y1 */ ss a 100000; y4 +- b 0 y1; x4 +- r 0 y1",
        "M l y1 L y1 t L r t L r y4 L x4 b L l b Z M l y1 L x4 y1 L r t M x4 y1 L x4 b",
    ),
    area(
        &["donut"],
        "adj 25000",
        "a pin 0 adj 50000; d */ ss a 100000; iw +- wd2 0 d; ih +- hd2 0 d",
        "M l vc A wd2 hd2 cd2 cd4 A wd2 hd2 3cd4 cd4 A wd2 hd2 0 cd4 A wd2 hd2 cd4 cd4 Z \
         M d vc A iw ih cd2 -5400000 A iw ih cd4 -5400000 A iw ih 0 -5400000 A iw ih 3cd4 -5400000 Z",
    ),
    area(
        &["frame"],
        "adj1 12500",
        "a pin 0 adj1 50000; x1 */ ss a 100000; x4 +- r 0 x1; y4 +- b 0 x1",
        "M l t L r t L r b L l b Z M x1 x1 L x1 y4 L x4 y4 L x4 x1 Z",
    ),
    area(&["pie"], "adj1 0; adj2 16200000", ARC, "M x1 y1 A wd2 hd2 st sw L hc vc Z"),
    area(&["chord"], "adj1 2700000; adj2 16200000", ARC, "M x1 y1 A wd2 hd2 st sw Z"),
    lines(&["arc"], "adj1 16200000; adj2 0", ARC, "M x1 y1 A wd2 hd2 st sw"),
    lines(&["line", "straightConnector1"], "", "", "M l t L r b"),
    lines(&["lineInv"], "", "", "M l b L r t"),
    lines(&["bentConnector2"], "", "", "M l t L r t L r b"),
    lines(&["bentConnector3"], "adj1 50000", "x1 */ w adj1 100000", "M l t L x1 t L x1 b L r b"),
    lines(
        &["bentConnector4"],
        "adj1 50000; adj2 50000",
        "x1 */ w adj1 100000; y2 */ h adj2 100000",
        "M l t L x1 t L x1 y2 L r y2 L r b",
    ),
    lines(
        &["bentConnector5"],
        "adj1 50000; adj2 50000; adj3 50000",
        "x1 */ w adj1 100000; x3 */ w adj3 100000; y2 */ h adj2 100000",
        "M l t L x1 t L x1 y2 L x3 y2 L x3 b L r b",
    ),
    lines(&["curvedConnector2"], "", "", "M l t C wd2 t r hd2 r b"),
    lines(
        &["curvedConnector3"],
        "adj1 50000",
        "x2 */ w adj1 100000; x1 +/ l x2 2; x3 +/ r x2 2; y3 */ h 3 4",
        "M l t C x1 t x2 hd4 x2 vc C x2 y3 x3 b r b",
    ),
    lines(
        &["rightBrace"],
        "adj1 8333; adj2 50000",
        BRACE,
        "M l t A wd2 y1 3cd4 cd4 L hc y3 A wd2 y1 cd2 -5400000 A wd2 y1 3cd4 -5400000 L hc y5 A wd2 y1 0 cd4",
    ),
    lines(
        &["leftBrace"],
        "adj1 8333; adj2 50000",
        BRACE,
        "M r b A wd2 y1 cd4 cd4 L hc y4 A wd2 y1 0 -5400000 A wd2 y1 cd4 -5400000 L hc y1 A wd2 y1 cd2 cd4",
    ),
    lines(&["rightBracket"], "adj 8333", BRACKET, "M l t A w y1 3cd4 cd4 L r y2 A w y1 0 cd4"),
    lines(&["leftBracket"], "adj 8333", BRACKET, "M r b A w y1 cd4 cd4 L l y1 A w y1 cd2 cd4"),
    lines(
        &["bracketPair"],
        "adj 16667",
        "a pin 0 adj 50000; x1 */ ss a 100000; x2 +- r 0 x1; y2 +- b 0 x1",
        "M x1 b A x1 x1 cd4 cd4 L l x1 A x1 x1 cd2 cd4 M x2 t A x1 x1 3cd4 cd4 L r y2 A x1 x1 0 cd4",
    ),
    chart(&["flowChartInputOutput"], 5.0, "M 0 5 L 1 0 L 5 0 L 4 5 Z"),
    chart(
        &["flowChartTerminator"],
        21_600.0,
        "M 3475 0 L 18125 0 A 3475 10800 3cd4 cd2 L 3475 21600 A 3475 10800 cd4 cd2 Z",
    ),
    chart(&["flowChartDocument"], 21_600.0, "M 0 0 L 21600 0 L 21600 17322 C 10800 17322 10800 23922 0 20172 Z"),
    chart(&["flowChartPreparation"], 10.0, "M 0 5 L 2 0 L 8 0 L 10 5 L 8 10 L 2 10 Z"),
    chart(&["flowChartManualInput"], 5.0, "M 0 1 L 5 0 L 5 5 L 0 5 Z"),
    chart(&["flowChartManualOperation"], 5.0, "M 0 0 L 5 0 L 4 5 L 1 5 Z"),
    chart(&["flowChartOffpageConnector"], 10.0, "M 0 0 L 10 0 L 10 8 L 5 10 L 0 8 Z"),
    chart(&["flowChartPunchedCard"], 5.0, "M 0 1 L 1 0 L 5 0 L 5 5 L 0 5 Z"),
    chart(&["flowChartExtract"], 2.0, "M 0 2 L 1 0 L 2 2 Z"),
    chart(&["flowChartMerge"], 2.0, "M 0 0 L 2 0 L 1 2 Z"),
    chart(&["flowChartPredefinedProcess"], 8.0, "M 0 0 L 8 0 L 8 8 L 0 8 Z M 1 0 L 1 8 M 7 0 L 7 8"),
    chart(&["flowChartInternalStorage"], 8.0, "M 0 0 L 8 0 L 8 8 L 0 8 Z M 1 0 L 1 8 M 0 1 L 8 1"),
];
