//! Files that nobody means well with: no panic, no end that does not come.

use super::{read, sample};
use transvase_base::changed::changed;
use transvase_base::context::{Context, Limits};
use transvase_base::error::ErrorCode;
use transvase_base::options::Options;

fn read(bytes: &[u8]) -> Result<transvase_model::flow::Flow, transvase_base::error::Error> {
    read::read(bytes, &Context::default())
}

#[test]
fn deep_groups_are_one() {
    let deep = format!("{{\\rtf1 {}a{}\\par}}", "{\\b".repeat(300_000), "}".repeat(300_000));
    let flow = read(deep.as_bytes()).unwrap();
    assert_eq!(flow.sections[0].blocks.len(), 1);
    let links = format!("{{\\rtf1 {}x\\par}}", "{\\field{\\*\\fldinst {\\b HYPERLINK \"a\"}}{\\fldrslt ".repeat(1_000));
    assert_eq!(super::words(&read(links.as_bytes()).unwrap().sections[0].blocks[0]), "x");
    assert!(read(format!("{{\\rtf1 {}", "{\\footnote{\\field{\\shp{\\pict".repeat(50_000)).as_bytes()).is_ok());
    assert!(read(format!("{{\\rtf1 {}", "}".repeat(200_000)).as_bytes()).is_ok());
}

#[test]
fn a_star_amid_a_group_passes_nothing_over() {
    let words = |text: &str| super::words(&super::blocks(text)[0]);
    assert_eq!(words("{\\b\\*\\cs7\\cf0 kept}\\par"), "kept");
    assert_eq!(words("{a\\*\\unknown b}\\*\\other c\\par"), "abc");
    assert_eq!(words("{\\*\\unknown gone}{ \\*\\unknown gone}{\r\n\\*\\unknown gone}kept\\par"), " kept");
}

#[test]
fn absurd_numbers_do_no_harm() {
    for text in [
        "{\\rtf1\\bin99999999999 x",
        "{\\rtf1\\u99999999 \\u-99999 \\uc9999999\\u55296\\u55296 a",
        "{\\rtf1\\trowd\\cellx2147483647\\cellx-2147483648\\intbl a\\cell b\\cell\\row",
        "{\\rtf1\\pard\\li2147483647\\fi-2147483648\\sl-2147483648\\sb-1\\fs2147483647 a\\par",
        "{\\rtf1\\sectd\\cols99999\\colno99999\\colw-5\\pgwsxn-1\\pghsxn2147483647\\margl2147483647 a\\par",
        "{\\rtf1{\\*\\listtable{\\list{\\listlevel\\levelnfc-7{\\leveltext\\'ff\\'09\\'00}}\\listid1}}{\\*\\listoverridetable{\\listoverride\\listid1\\ls1}}\\ls1\\ilvl99 a\\par",
        "{\\rtf1{\\pict\\pngblip\\picwgoal-1\\picscalex0\\piccropl2147483647 89504e47}{\\pict\\dibitmap0 28000000}\\par",
        "{\\rtf1\\itap2147483647\\intbl a\\nestcell\\nestrow\\cell\\row\\nestrow",
        "{\\rtf1{\\fonttbl\\f-1\\fcharset-1;}{\\colortbl\\red-5;}\\f-1\\cf-1 a",
        "{\\rtf1{\\shp{\\*\\shpinst\\shpleft-2147483648\\shpright2147483647{\\sp{\\sn fillColor}{\\sv 99999999999999999999}}{\\sp{\\sn shapeType}{\\sv 1}}}}\\par",
        "{\\rtf1\\dropcapli2147483647 abc\\par",
        "{\\rtf",
        "{\\rtf1\\",
    ] {
        assert!(read(text.as_bytes()).is_ok(), "{text}");
    }
    assert_eq!(read(b"words").unwrap_err().code(), ErrorCode::Malformed);
}

#[test]
fn many_cells_are_a_table_or_a_limit() {
    let row = format!("\\trowd{}\\pard\\intbl {}\\row", "\\cellx100".repeat(100), "\\cell".repeat(100));
    let text = format!("{{\\rtf1 {}}}", row.repeat(1_000));
    assert!(read(text.as_bytes()).is_ok());
    let limits = Limits { elements: 10_000, ..Limits::default() };
    let error = read::read(text.as_bytes(), &Context::new(Options::default(), limits)).unwrap_err();
    assert_eq!(error.code(), ErrorCode::LimitExceeded);
}

#[test]
fn tables_without_an_end_do_not_swallow_the_text() {
    let flow = read(b"{\\rtf1{\\fonttbl{\\f0 Arial;}\\sectd\\pard\\plain words\\par}").unwrap();
    assert_eq!(super::words(&flow.sections[0].blocks[0]), "words");
    let flow = read(b"{\\rtf1 one\\par}}two\\par}").unwrap();
    assert_eq!(flow.sections[0].blocks.len(), 2);
}

#[test]
fn changed_files_are_read_or_refused() {
    let file = sample::file();
    for seed in 0..400 {
        let _ = read(&changed(&file, seed, 12));
    }
    for cut in (0..file.len()).step_by(97) {
        let _ = read(&file[..cut]);
    }
}
