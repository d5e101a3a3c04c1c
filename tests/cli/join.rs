//! Files that become one on the command line, and the files that an input names beside itself.

use std::fs::File;
use std::io::Cursor;

use serde_json::json;
use transvase_tests::desk::{self, Desk, sample};
use transvase_tests::words::{docx, key};
use transvase_tests::{root, samples};

/// A desk with the books `one.mobi` and `two.mobi`.
fn books(name: &str) -> Option<Desk> {
    let desk = Desk::new(name)?;
    desk.put("one.mobi", &book("The first book."));
    desk.put("two.mobi", &book("The second book."));
    Some(desk)
}

fn book(text: &str) -> Vec<u8> {
    samples::mobi_of(&format!("<html><head></head><body><p>{text}</p></body></html>"))
}

/// The letters of a DOCX on the desk.
fn text(desk: &Desk, name: &str) -> String {
    key(&docx::text(&desk.read(name).unwrap()))
}

/// Pictures in a DOCX.
fn pictures(docx: &[u8]) -> usize {
    let archive = zip::ZipArchive::new(Cursor::new(docx)).unwrap();
    archive.file_names().filter(|name| name.starts_with("word/media/")).count()
}

/// Pictures in what an input becomes.
fn pictures_of(desk: &Desk, words: &[&str]) -> usize {
    let output = desk.run(&[&["convert", "--to", "docx", "--force"], words, &["made.docx"][..]].concat());
    assert!(output.status.success(), "{words:?}: {output:?}");
    pictures(&desk.read("made.docx").unwrap())
}

#[test]
fn files_become_one_in_their_order() {
    let Some(desk) = Desk::new("join") else { return };
    let examples = ["report.pdf", "book.mobi"].map(|name| {
        let bytes = std::fs::read(root().join("examples").join(name)).unwrap();
        desk.put(name, &bytes);
        bytes.len()
    });
    let output = desk.run(&["convert", "--join", "report.pdf", "book.mobi", "both.docx", "--json"]);
    assert!(output.status.success(), "{output:?}");
    let text = text(&desk, "both.docx");
    let places = ["Water Levels of the Merrow Estuary", "The bell at Sorrel Point had been cast for a church"]
        .map(|words| text.find(&key(words)));
    assert!(places[0].is_some() && places[0] < places[1], "{places:?}");
    let report = desk::json(&output);
    assert_eq!((&report["input"], &report["inputs"]), (&json!("report.pdf"), &json!(["report.pdf", "book.mobi"])));
    assert_eq!(report["input_bytes"], examples.iter().sum::<usize>());
}

#[test]
fn the_last_name_is_the_output_unless_it_cannot_be() {
    let Some(desk) = books("join-names") else { return };
    let both = "thefirstbookthesecondbook";
    assert!(desk.run(&["convert", "--join", "one.mobi", "two.mobi", "--to", "docx"]).status.success());
    assert!(text(&desk, "one.docx").contains(both), "beside the first");
    desk.fails(2, &["convert", "--join", "one.mobi", "two.mobi", "--to", "docx"]);
    assert!(desk.run(&["convert", "--join", "one.mobi", "two.mobi", "named", "--to", "docx"]).status.success());
    assert_eq!(desk.read("named"), desk.read("one.docx"));
    assert!(desk.run(&["convert", "--join", "one.mobi", "joined.docx"]).status.success());
    assert!(desk.run(&["convert", "one.mobi", "alone.docx"]).status.success());
    assert_eq!(desk.read("joined.docx"), desk.read("alone.docx"), "one file is joined to nothing");
    let mut piped = desk.command(&["convert", "--join", "one.mobi", "-", "piped.docx"]);
    assert!(piped.stdin(File::open(desk.folder.join("two.mobi")).unwrap()).status().unwrap().success());
    assert!(text(&desk, "piped.docx").contains(both));
    desk.fails_to_start(&["convert", "--join", "-", "one.mobi", "-", "out.docx"]);
    desk.fails_to_start(&["convert", "--join", "one.mobi"]);
    desk.fails_to_start(&["convert", "--join", "one.mobi", "two.mobi", "--to", "docx", "--out-dir", "made"]);
    desk.fails_to_start(&["convert", "--recursive", ".", "out.docx"]);
    desk.fails_to_start(&["compress", "--join", "in.jpg", "out.jpg"]);
}

#[test]
fn lists_and_directories_are_joined_in_their_order() {
    let Some(desk) = books("join-many") else { return };
    desk.put("list.txt", b"two.mobi\none.mobi\n");
    assert!(desk.run(&["convert", "--join", "--files-from", "list.txt", "listed.docx"]).status.success());
    assert!(text(&desk, "listed.docx").contains("thesecondbookthefirstbook"));
    std::fs::create_dir_all(desk.folder.join("shelf/empty")).unwrap();
    desk.put("shelf/b.mobi", &book("Book B."));
    desk.put("shelf/a.mobi", &book("Book A."));
    desk.put("shelf/notes.xyz", b"not to be converted");
    assert!(desk.run(&["convert", "--join", "--recursive", "shelf", "shelf.docx"]).status.success());
    assert!(text(&desk, "shelf.docx").contains("bookabookb"));
    assert!(desk.run(&["convert", "--join", "--recursive", "one.mobi", "shelf", "--to", "docx"]).status.success());
    assert!(text(&desk, "one.docx").contains("thefirstbookbookabookb"));
    desk.fails(66, &["convert", "--join", "--recursive", "shelf/empty", "none.docx"]);
}

#[test]
fn what_cannot_be_joined_says_which_and_why() {
    let Some(desk) = books("join-fails") else { return };
    desk.put("more.jpg", &sample("rgb.jpg").bytes);
    desk.put("noise.bin", &[0x13, 0x37, 0, 1, 2]);
    let said = desk.fails(5, &["convert", "--join", "in.jpg", "more.jpg", "out.png"]);
    assert!(said.contains("JPEG files cannot be joined into one PNG"), "{said}");
    let said = desk.fails(4, &["convert", "--join", "one.mobi", "noise.bin", "out.docx"]);
    assert!(said.contains("noise.bin: "), "{said}");
    desk.fails(66, &["convert", "--join", "one.mobi", "absent.mobi", "out.docx"]);
    let most = format!("input_bytes={}", desk.read("two.mobi").unwrap().len() * 3 / 2);
    assert!(desk.run(&["convert", "two.mobi", "two.docx", "--limit", &most]).status.success());
    desk.fails(14, &["convert", "--join", "one.mobi", "two.mobi", "out.docx", "--limit", &most]);
}

#[test]
fn a_picture_beside_a_book_is_found() {
    let Some(desk) = books("resource-beside") else { return };
    for folder in ["pics", "sub"] {
        std::fs::create_dir(desk.folder.join(folder)).unwrap();
    }
    desk.put("pics/dot.png", &sample("rgb.png").bytes);
    desk.put("book.mobi", &samples::mobi_with_picture("pics/dot.png"));
    desk.put("sub/book.mobi", &samples::mobi_with_picture("pics/dot.png"));
    assert_eq!(pictures_of(&desk, &["book.mobi"]), 1);
    assert_eq!(pictures_of(&desk, &["sub/book.mobi"]), 0, "it lies elsewhere");
    assert_eq!(pictures_of(&desk, &["--join", "sub/book.mobi", "one.mobi"]), 1, "in the folder of the second");
    let mut piped = desk.command(&["convert", "-", "-", "--to", "docx"]);
    let output = piped.stdin(File::open(desk.folder.join("book.mobi")).unwrap()).output().unwrap();
    assert_eq!(pictures(&output.stdout), 0, "nobody knows where standard input lies");
    assert!(desk.run(&["convert", "book.mobi", "--to", "docx", "--out-dir", "many"]).status.success());
    assert_eq!(pictures(&desk.read("many/book.docx").unwrap()), 1);
}

#[test]
fn nothing_outside_the_folder_is_read() {
    let Some(desk) = Desk::new("resource-outside") else { return };
    std::fs::create_dir(desk.folder.join("sub")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("../in.png", desk.folder.join("sub/link.png")).unwrap();
    let absolute = desk.folder.join("in.png");
    for reference in ["../in.png", "%2e%2e/in.png", "x/../../in.png", "link.png", absolute.to_str().unwrap()] {
        desk.put("sub/book.mobi", &samples::mobi_with_picture(reference));
        assert_eq!(pictures_of(&desk, &["sub/book.mobi"]), 0, "{reference}");
    }
    // Such a name would find it from its own folder.
    desk.put("book.mobi", &samples::mobi_with_picture("sub/../in.png"));
    assert_eq!(pictures_of(&desk, &["book.mobi"]), 1);
}

#[test]
fn a_file_is_handed_in_under_a_name() {
    let Some(desk) = Desk::new("resource-given") else { return };
    desk.put("book.mobi", &samples::mobi_with_picture("pics/dot.png"));
    assert_eq!(pictures_of(&desk, &["book.mobi"]), 0);
    assert_eq!(pictures_of(&desk, &["--resource", "pics/dot.png=in.png", "book.mobi"]), 1);
    let words = ["convert", "book.mobi", "out.docx", "--resource", "style.css=in.jpg", "--force"];
    let said = String::from_utf8(desk.run(&words).stderr).unwrap();
    assert!(said.contains("warning: nothing in the input names style.css"), "{said}");
    let report = desk::json(&desk.run(&[&words[..], &["--json"]].concat()));
    assert!(report["warnings"].as_array().unwrap().iter().any(|warning| warning["code"] == "ResourceIgnored"));
    let refused = |status, word| desk.fails(status, &["convert", "book.mobi", "no.docx", "--resource", word]);
    assert!(refused(2, "style.css").contains("--resource takes NAME=FILE"));
    assert!(refused(2, "../dot.png=in.png").contains("../dot.png"));
    refused(66, "dot.png=absent.png");
}

#[cfg(unix)]
#[test]
fn isolated_conversions_have_what_is_handed_in_alone() {
    let Some(desk) = books("resource-isolated") else { return };
    desk.put("dot.png", &sample("rgb.png").bytes);
    desk.put("book.mobi", &samples::mobi_with_picture("dot.png"));
    assert_eq!(pictures_of(&desk, &["--isolate", "book.mobi"]), 0);
    assert_eq!(pictures_of(&desk, &["--isolate", "book.mobi", "--resource", "dot.png=dot.png"]), 1);
    let joined = ["--join", "one.mobi", "book.mobi", "two.mobi", "--resource", "dot.png=dot.png"];
    let made = |more: &[&str]| {
        assert_eq!(pictures_of(&desk, &[&joined[..], more].concat()), 1);
        desk.read("made.docx")
    };
    assert_eq!(made(&[]), made(&["--isolate"]));
}
