//! Fields of forms, comments, and what is drawn of them.

use super::{one_page, read, runs, stream};
use transvase_base::context::Context;
use transvase_base::units::Rect;
use transvase_base::warning::WarningCode;
use transvase_model::flow::ControlKind;
use transvase_model::pages::{Color, Pages, TextMark};

/// A page with annotations: objects from 5 on, of which the first `shown` stand on the page. The form's
/// entries go into the catalogue.
fn annotated(form: &str, shown: usize, objects: &[&str]) -> Vec<u8> {
    let list: String = (0..shown).map(|at| format!("{} 0 R ", at + 5)).collect();
    let more: Vec<Vec<u8>> = objects.iter().map(|object| object.as_bytes().to_vec()).collect();
    let file = one_page("", "", &format!("/Annots [{list}]"), &more);
    let at = file.windows(14).position(|bytes| bytes == b"/Type /Catalog").unwrap();
    [&file[..at], format!("/AcroForm <<{form}>> ").as_bytes(), &file[at..]].concat()
}

fn pages(form: &str, shown: usize, objects: &[&str]) -> Pages {
    read(&annotated(form, shown, objects)).unwrap()
}

#[test]
fn fields_take_what_they_lack_from_those_around_them() {
    let pages = pages(
        "",
        4,
        &[
            "<</Subtype /Widget /Rect [10 10 110 30] /Parent 9 0 R /T (name)>>",
            "<</Subtype /Widget /Rect [10 40 30 60] /FT /Btn /T (agree) /AS /Yes>>",
            "<</Subtype /Widget /Rect [10 70 90 90] /FT /Ch /Ff 393216 /T (pick) /V (b) /Opt [(a) [(b) (Bee)]]>>",
            "<</Subtype /Widget /Rect [10 100 90 120] /FT /Btn /Ff 65536 /T (push)>>",
            "<</T (person) /FT /Tx /Ff 4096 /TU (Your name) /V (Ann\\rBee) /Parent 9 0 R>>",
        ],
    );
    let controls = &pages.pages[0].controls;
    let said: Vec<_> = controls.iter().map(|at| (at.control.name.as_deref(), at.value.as_str())).collect();
    assert_eq!(said, [(Some("person.name"), "Ann\nBee"), (Some("agree"), ""), (Some("pick"), "Bee")]);
    assert_eq!(controls[0].control.title.as_deref(), Some("Your name"));
    assert_eq!(controls[0].control.kind, ControlKind::Text(true));
    assert_eq!(controls[0].area, Rect { left: 10.0, top: 270.0, right: 110.0, bottom: 290.0 });
    assert_eq!(controls[1].control.kind, ControlKind::Checkbox(true));
    assert_eq!(controls[2].control.kind, ControlKind::Choice(vec!["a".into(), "Bee".into()], true));
}

#[test]
fn values_without_an_appearance_are_shown() {
    let form = "/DA (/F 9 Tf 1 0 0 rg) /DR <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Courier>>>>>>";
    let pages = pages(
        form,
        3,
        &[
            "<</Subtype /Widget /Rect [10 10 110 30] /FT /Tx /V <FEFF0041017E>>>",
            "<</Subtype /Widget /Rect [10 40 110 60] /FT /Tx /V (two) /DA (/Gone 0 Tf) /Q 2>>",
            "<</Subtype /Widget /Rect [10 70 110 90] /FT /Tx /V (secret) /Ff 8192>>",
        ],
    );
    let runs = runs(&pages);
    assert_eq!(runs.len(), 2, "a password is not shown");
    let font = |at: usize| pages.fonts[runs[at].font].family.as_ref();
    assert_eq!((runs[0].text.as_str(), font(0), runs[0].size), ("Až", "Courier New", 9.0));
    assert_eq!(runs[0].color, Color { r: 255, g: 0, b: 0 });
    assert_eq!((runs[0].transform.e, runs[0].transform.f), (12.0, 300.0 - (20.0 - 9.0 * 0.35)));
    assert_eq!((runs[1].text.as_str(), font(1), runs[1].size), ("two", "Arial", 12.0));
    assert!((runs[1].transform.e - (110.0 - 2.0 - 18.0)).abs() < 0.01);
}

#[test]
fn values_newer_than_their_appearance_are_shown_in_its_place() {
    let form = "/DA (/F 9 Tf) /DR <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Courier>>>>>>";
    let look = stream(
        "/Subtype /Form /BBox [0 0 100 20] /Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Courier>>>>>>",
        b"1 0 0 rg 0 0 100 20 re f BT /F 9 Tf 2 5 Td (Grey Heron) Tj ET",
    );
    let look = String::from_utf8(look).unwrap();
    let shown = |more: &str, value: &str| {
        let widget = format!("<</Subtype /Widget /Rect [10 10 110 30] /FT /Tx {value} /AP <</N 6 0 R>>>>");
        let pages = pages(&format!("{form} {more}"), 1, &[&widget, &look]);
        (super::text(&pages), pages.pages[0].items.len())
    };
    assert_eq!(shown("/NeedAppearances true", "/V (Black Swan)"), ("Black Swan".into(), 2), "its ground stays");
    assert_eq!(shown("", "/V (Black Swan)"), ("Grey Heron".into(), 2), "nothing says that the look is old");
    assert_eq!(shown("/NeedAppearances true", ""), ("Grey Heron".into(), 2), "there is no value");
}

#[test]
fn notes_typed_onto_the_page_stand_there_without_an_appearance() {
    let pages = pages(
        "",
        2,
        &[
            "<</Subtype /FreeText /Rect [10 10 150 30] /DA (/Helv 11 Tf 0 0 1 rg) /Contents (Grey Heron)>>",
            "<</Subtype /FreeText /Rect [10 40 150 60] /DA (/Helv 11 Tf) /Contents ( )>>",
        ],
    );
    let runs = runs(&pages);
    assert_eq!(runs.iter().map(|run| (run.text.as_str(), run.size)).collect::<Vec<_>>(), [("Grey Heron", 11.0)]);
    assert_eq!(runs[0].color, Color { r: 0, g: 0, b: 255 });
    let (x, y) = (runs[0].transform.e, runs[0].transform.f);
    assert!((10.0..15.0).contains(&x) && (270.0..290.0).contains(&y), "{x} {y}");
}

#[test]
fn remarks_tell_who_marked_what() {
    let form = stream("/Subtype /Form /BBox [0 0 9 9]", b"0 0 9 9 re f");
    let form = String::from_utf8(form).unwrap();
    let file = annotated(
        "",
        6,
        &[
            "<</Subtype /Highlight /Rect [0 0 9 9] /QuadPoints [10 20 60 20 10 10 60 10 10 40 30 40 10 30 30 30] /C [0 1 0] \
             /T (Ann) /M (D:20200102030405Z) /Contents (why?)>>",
            "<</Subtype /Text /Rect [100 100 120 120] /IRT 5 0 R /Contents (because)>>",
            "<</Subtype /Text /Rect [100 100 120 120] /IRT 5 0 R /StateModel (Review) /State (Accepted) /Contents (ok)>>",
            "<</Subtype /StrikeOut /Rect [5 5 9 9]>>",
            "<</Subtype /Square /Rect [50 50 59 59] /AP <</N 11 0 R>> /RC (<p>boxed</p>)>>",
            "<</Subtype /Sound /Rect [0 0 9 9]>>",
            &form,
        ],
    );
    let context = Context::default();
    let pages = super::super::read(&file, &context).unwrap();
    let comments = &pages.pages[0].comments;
    assert_eq!(comments.len(), 4);
    assert_eq!(comments[0].mark, TextMark::Highlight(Color { r: 0, g: 255, b: 0 }));
    assert_eq!((comments[0].author.as_deref(), comments[0].text.as_str()), (Some("Ann"), "why?"));
    assert_eq!(comments[0].date.as_deref(), Some("2020-01-02T03:04:05Z"));
    assert_eq!(comments[0].areas[1], Rect { left: 10.0, top: 260.0, right: 30.0, bottom: 270.0 });
    assert_eq!((comments[1].text.as_str(), &comments[1].areas), ("because", &comments[0].areas));
    assert_eq!((comments[2].mark, comments[2].text.as_str()), (TextMark::Strike, ""));
    assert_eq!((comments[3].mark, comments[3].text.as_str()), (TextMark::None, "boxed"));
    assert_eq!(pages.pages[0].items.len(), 1, "the square is drawn, the marks are not");
    let dropped = context.take_warnings().into_iter().filter(|warning| warning.code == WarningCode::AnnotationDropped);
    assert_eq!(dropped.map(|warning| warning.message).collect::<Vec<_>>(), ["1 note or mark was left out"]);
}

#[test]
fn damaged_annotations_are_harmless() {
    let sample = annotated(
        "/DA (/F 9 Tf) /Fields [5 0 R]",
        3,
        &[
            "<</Subtype /Widget /Rect [10 10 110 30] /FT /Tx /V (text) /Parent 8 0 R /Ff 4096>>",
            "<</Subtype /Highlight /QuadPoints [1 2 3 4 5 6 7 8] /Rect [0 0 9 9] /RC (<p>x</p>)>>",
            "<</Subtype /Text /Rect [0 0 9 9] /IRT 6 0 R /Contents (t)>>",
            "<</T (a) /Parent 5 0 R /Opt [(a) [(b) (c)]] /FT /Ch>>",
        ],
    );
    assert!(read(&sample).is_ok());
    for cut in (0..sample.len()).step_by(7) {
        let _ = read(&sample[..cut]);
    }
    for at in 0..sample.len() {
        let mut bytes = sample.clone();
        bytes[at] = bytes[at].wrapping_mul(31).wrapping_add(at as u8);
        let _ = read(&bytes);
    }
}
