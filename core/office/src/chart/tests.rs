//! Charts of our own making, read and drawn.

use super::Chart;
use crate::ooxml::{Theme, Tree};
use transvase_base::units::{Rect, Size};
use transvase_model::flow::{Align, Block, Color, Drawing, Frame, Inline, leaves};
use transvase_model::path;

const SIZE: Size = Size { width: 300.0, height: 200.0 };
const BLUE: Color = Color { r: 0x44, g: 0x72, b: 0xC4 };
const ORANGE: Color = Color { r: 0xED, g: 0x7D, b: 0x31 };
const AXES: &str = "<c:axId val='1'/><c:axId val='2'/>";

/// A chart of plots on two axes, with what else it has.
fn space(plots: &str, value_axis: &str, more: &str) -> String {
    format!(
        "<c:chartSpace><c:chart><c:plotArea>{plots}<c:catAx><c:axId val='1'/><c:axPos val='b'/><c:crossAx val='2'/></c:catAx>
         <c:valAx><c:axId val='2'/><c:majorGridlines/>{value_axis}<c:crossAx val='1'/></c:valAx></c:plotArea>{more}</c:chart>
         </c:chartSpace>"
    )
}

fn cache(values: &[&str]) -> String {
    let point = |(at, value): (usize, &&str)| format!("<c:pt idx='{at}'><c:v>{value}</c:v></c:pt>");
    values.iter().enumerate().filter(|(_, value)| !value.is_empty()).map(point).collect()
}

fn series(number: usize, name: &str, values: &[&str], more: &str) -> String {
    format!(
        "<c:ser><c:idx val='{number}'/><c:tx><c:v>{name}</c:v></c:tx>{more}<c:cat><c:strRef><c:strCache>{}</c:strCache>
         </c:strRef></c:cat><c:val><c:numRef><c:numCache>{}</c:numCache></c:numRef></c:val></c:ser>",
        cache(&["North", "South"]),
        cache(values)
    )
}

fn bars(direction: &str, grouping: &str, series: &str) -> String {
    format!(
        "<c:barChart><c:barDir val='{direction}'/><c:grouping val='{grouping}'/>{series}<c:gapWidth val='100'/>{AXES}
         </c:barChart>"
    )
}

fn drawn(xml: &str) -> Drawing {
    Chart::read(&Tree::parse(xml), &Theme::default()).unwrap().drawing(SIZE, None)
}

/// Around the shapes of a colour.
fn filled(drawing: &Drawing, color: Color) -> Vec<Rect> {
    let shapes = drawing.shapes.iter().filter(|shape| shape.fill == Some((color, 1.0)));
    shapes.filter_map(|shape| path::bounds(&shape.outline)).collect()
}

fn words(frame: &Frame) -> String {
    let blocks = leaves(&frame.blocks).into_iter();
    let inlines = blocks.filter_map(|block| if let Block::Paragraph(one) = block { Some(&one.content) } else { None });
    inlines.flatten().filter_map(Inline::run).map(|run| run.text.as_str()).collect()
}

fn texts(drawing: &Drawing) -> Vec<String> {
    drawing.texts.iter().map(words).collect()
}

fn text<'d>(drawing: &'d Drawing, text: &str) -> &'d Frame {
    drawing.texts.iter().find(|frame| words(frame) == text).unwrap_or_else(|| panic!("{:?}", texts(drawing)))
}

#[test]
fn columns_stand_side_by_side_on_their_axis() {
    let both = series(0, "a", &["10", "5"], "") + &series(1, "b", &["4", "-5"], "");
    let drawing = drawn(&space(&bars("col", "clustered", &both), "", "<c:legend><c:legendPos val='b'/></c:legend>"));
    let (first, second) = (filled(&drawing, BLUE), filled(&drawing, ORANGE));
    // The first of each is its key in the legend.
    assert_eq!((first.len(), second.len()), (3, 3));
    let (first, second) = (&first[1..], &second[1..]);
    assert!((first[0].height() - 2.0 * first[1].height()).abs() < 0.1, "{first:?}");
    assert!((first[0].right - second[0].left).abs() < 0.01, "two columns of a group touch");
    assert!((first[1].bottom - second[1].top).abs() < 0.01, "one rises from where the other falls");
    let labels = texts(&drawing);
    for label in ["North", "South", "0", "a", "b"] {
        assert!(labels.contains(&label.to_owned()), "{labels:?}");
    }
    let zero = text(&drawing, "0").rect;
    assert!((zero.center().y - first[0].bottom).abs() < 0.5 && zero.right < first[0].left);
}

#[test]
fn bars_stack_to_the_right() {
    let both = series(0, "a", &["1", "2"], "") + &series(1, "b", &["3", "2"], "");
    let drawing = drawn(&space(&bars("bar", "percentStacked", &both), "", ""));
    let (first, second) = (filled(&drawing, BLUE), filled(&drawing, ORANGE));
    assert!((first[0].right - second[0].left).abs() < 0.01 && (first[0].top - second[0].top).abs() < 0.01);
    assert!((second[0].width() - 3.0 * first[0].width()).abs() < 0.1);
    assert!(first[1].bottom < first[0].top, "the first category stands at the bottom");
    let labels = texts(&drawing);
    assert!(labels.contains(&"100%".to_owned()) && !labels.contains(&"120%".to_owned()), "{labels:?}");
}

#[test]
fn axes_show_what_they_are_told() {
    let axis = "<c:scaling><c:max val='40'/><c:min val='-20'/></c:scaling><c:majorUnit val='20'/>
        <c:numFmt formatCode='0.00' sourceLinked='0'/><c:title><c:tx><c:rich><a:p><a:r><a:t>mm</a:t></a:r></a:p></c:rich></c:tx>
        </c:title>";
    let drawing = drawn(&space(&bars("col", "clustered", &series(0, "a", &["10", "5"], "")), axis, ""));
    let labels = texts(&drawing);
    assert!(
        ["-20.00", "0.00", "20.00", "40.00"].iter().all(|label| labels.contains(&(*label).to_owned())),
        "{labels:?}"
    );
    assert_eq!(text(&drawing, "mm").rotation, 270.0);
    assert_eq!(labels[0], "a", "the name of the only series is the title");
    let deleted = space(&bars("col", "clustered", &series(0, "a", &["10"], "")), "<c:delete val='1'/>", "");
    assert!(!texts(&drawn(&deleted)).contains(&"0".to_owned()));
}

#[test]
fn lines_have_gaps_where_values_are_missing() {
    let one =
        series(0, "a", &["1", "2", "", "3", "4"], "<c:marker><c:symbol val='circle'/><c:size val='6'/></c:marker>");
    let plot = format!("<c:lineChart>{one}{AXES}</c:lineChart>");
    let lines = |more: &str| {
        let drawing = drawn(&space(&plot, "", more));
        let thick = drawing.shapes.iter().filter(|shape| shape.stroke.is_some_and(|stroke| stroke.width > 2.0)).count();
        (thick, filled(&drawing, BLUE).len())
    };
    assert_eq!(lines(""), (2, 4));
    assert_eq!(lines("<c:dispBlanksAs val='span'/>"), (1, 4));
    assert_eq!(lines("<c:dispBlanksAs val='zero'/>"), (1, 5));
}

#[test]
fn slices_are_shares_of_a_circle() {
    let labels =
        "<c:dLbls><c:showPercent val='1'/><c:dLblPos val='ctr'/></c:dLbls><c:dPt><c:idx val='1'/><c:spPr><a:solidFill>
        <a:srgbClr val='FF0000'/></a:solidFill></c:spPr></c:dPt>";
    let one = series(0, "a", &["3", "1"], labels);
    let xml = format!(
        "<c:chartSpace><c:chart><c:autoTitleDeleted val='1'/><c:plotArea><c:pieChart>{one}</c:pieChart></c:plotArea>
         <c:legend/></c:chart></c:chartSpace>"
    );
    let drawing = drawn(&xml);
    let (large, small) = (filled(&drawing, BLUE), filled(&drawing, Color { r: 255, g: 0, b: 0 }));
    assert_eq!((large.len(), small.len()), (2, 2), "a key and its slice");
    let (large, small) = (&large[1..], &small[1..]);
    assert!((large[0].width() - 2.0 * small[0].width()).abs() < 0.2, "a quarter has half the width of the circle");
    assert!((small[0].right - large[0].center().x).abs() < 0.2 && small[0].top <= large[0].center().y);
    assert_eq!(texts(&drawing), ["North", "South", "75%", "25%"]);
    let ring = xml.replace("pieChart", "doughnutChart");
    assert_eq!(filled(&drawn(&ring), BLUE).len(), 2);
}

#[test]
fn points_stand_where_their_numbers_say() {
    let one = format!(
        "<c:ser><c:idx val='0'/><c:spPr><a:ln><a:noFill/></a:ln></c:spPr><c:marker><c:symbol val='square'/></c:marker>
         <c:xVal><c:numRef><c:numCache>{}</c:numCache></c:numRef></c:xVal><c:yVal><c:numRef><c:numCache>{}</c:numCache>
         </c:numRef></c:yVal></c:ser>",
        cache(&["0", "10", "40"]),
        cache(&["1", "2", "2"])
    );
    let drawing = drawn(&space(&format!("<c:scatterChart>{one}{AXES}</c:scatterChart>"), "", ""));
    let points: Vec<_> = filled(&drawing, BLUE).iter().map(Rect::center).collect();
    let [a, b, c] = points.as_slice() else { panic!("{points:?}") };
    assert!((3.0 * (b.x - a.x) - (c.x - b.x)).abs() < 0.1 && a.y > b.y && (b.y - c.y).abs() < 0.01);
}

#[test]
fn a_second_axis_stands_at_the_right() {
    let line = format!(
        "<c:lineChart>{}<c:axId val='3'/><c:axId val='4'/></c:lineChart>",
        series(1, "b", &["7000", "9000"], "")
    );
    let plots = bars("col", "clustered", &series(0, "a", &["1", "2"], "")) + &line;
    let second = "<c:catAx><c:axId val='3'/><c:delete val='1'/></c:catAx><c:valAx><c:axId val='4'/><c:crosses val='max'/></c:valAx>";
    let xml = space(&plots, "", "").replace("</c:plotArea>", &format!("{second}</c:plotArea>"));
    let drawing = drawn(&xml);
    let bars = filled(&drawing, BLUE);
    let (left, right) = (text(&drawing, "0").rect, text(&drawing, "10000").rect);
    assert!(left.right < bars[0].left && right.left > bars[1].right, "{left:?} {right:?}");
}

#[test]
fn labels_are_held_by_their_frames() {
    let drawing = drawn(&space(&bars("col", "clustered", &series(0, "a", &["10", "5"], "")), "", ""));
    let align = |text: &Frame| match &text.blocks[0] {
        Block::Paragraph(paragraph) => paragraph.style.align,
        _ => None,
    };
    assert_eq!(align(text(&drawing, "North")), Some(Align::Center));
    assert_eq!(align(text(&drawing, "10")), Some(Align::End));
}

#[test]
fn what_is_not_drawn_is_told() {
    let radar = space(&format!("<c:radarChart>{}{AXES}</c:radarChart>", series(0, "a", &["1"], "")), "", "");
    let empty = space(&bars("col", "clustered", &series(0, "a", &[], "")), "", "");
    for xml in [radar, empty, "<c:chartSpace/>".into(), "<c:chartSpace><c:chart/></c:chartSpace>".into()] {
        assert!(Chart::read(&Tree::parse(&xml), &Theme::default()).is_none(), "{xml}");
    }
}

#[test]
fn hostile_charts_end() {
    let values: &[&[&str]] = &[&["nan", "inf", "1e300"], &["-1e200", "1e200"], &["0", "0"], &["1e-310"]];
    let axes = [
        "",
        "<c:scaling><c:max val='-1'/><c:min val='1'/><c:logBase val='10'/></c:scaling><c:majorUnit val='1e-300'/>",
        "<c:scaling><c:max val='nan'/><c:min val='inf'/></c:scaling><c:majorUnit val='-1'/><c:crossesAt val='1e99'/>",
    ];
    let far =
        "<c:dPt><c:idx val='99999999999'/></c:dPt><c:explosion val='1e30'/><c:marker><c:size val='nan'/></c:marker>
        <c:dLbls><c:showVal val='1'/><c:showPercent val='1'/><c:numFmt formatCode='[;\"\\_*'/></c:dLbls>";
    for kind in ["barChart", "lineChart", "areaChart", "scatterChart", "pieChart", "doughnutChart"] {
        for (values, axis) in values.iter().flat_map(|values| axes.map(|axis| (values, axis))) {
            let many = series(usize::MAX, "a", values, far) + &series(3, "b", &["1"], "");
            let many = many.replace("idx='1'", "idx='18446744073709551615'");
            let plot = format!(
                "<c:{kind}><c:grouping val='percentStacked'/>{many}<c:gapWidth val='1e9'/><c:holeSize val='-3'/>
                 <c:firstSliceAng val='1e9'/>{AXES}</c:{kind}>"
            );
            let Some(chart) = Chart::read(&Tree::parse(&space(&plot, axis, "<c:legend/>")), &Theme::default()) else {
                continue;
            };
            for size in [SIZE, Size { width: 0.0, height: f32::NAN }, Size { width: 1e30, height: 3.0 }] {
                let drawing = chart.drawing(size, None);
                let bounds = drawing.shapes.iter().filter_map(|shape| path::bounds(&shape.outline));
                let sides = bounds.chain(drawing.texts.iter().map(|text| text.rect));
                let is_sound =
                    |rect: Rect| [rect.left, rect.top, rect.right, rect.bottom].iter().all(|side| side.is_finite());
                assert!(sides.into_iter().all(is_sound), "{kind} {axis}");
            }
        }
    }
}
