//! The command line as a person and a script meet it: statuses, files, standard streams, JSON.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use transvase::{Format, formats, routes};
use transvase_tests::cli::run;
use transvase_tests::desk::{Desk, json, sample};
use transvase_tests::samples;

#[test]
fn a_file_becomes_another() {
    let Some(desk) = Desk::new("converts") else { return };
    let output = desk.run(&["convert", "in.png", "out.jpg"]);
    assert!(output.status.success());
    assert!(output.stdout.is_empty());
    assert_eq!(transvase::detect(&desk.read("out.jpg").unwrap()), Some(Format::JPEG));
    assert_eq!(desk.names(), ["in.jpg", "in.png", "out.jpg"]);
}

#[test]
fn several_files_are_one_archive_named_so() {
    let Some(desk) = Desk::new("archive") else { return };
    let picture = desk.read("in.png").unwrap();
    desk.put("dot.png", &picture);
    desk.put("book.mobi", &samples::mobi_with_picture("dot.png"));
    let output = desk.run(&["convert", "book.mobi", "book.md", "--option", "images=zip"]);
    assert!(output.status.success() && desk.read("book.md").is_none());
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(desk.read("book.zip").unwrap())).unwrap();
    let text = std::io::read_to_string(archive.by_name("document.md").unwrap()).unwrap();
    assert!(text.contains("](media/image-1."), "{text}");
    assert_eq!(archive.len(), 2);
    // A zipped book is an archive itself, and stays.
    let book = samples::named("made.fb2");
    let mut zipped = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zipped.start_file("book.fb2", zip::write::SimpleFileOptions::default()).unwrap();
    zipped.write_all(&book).unwrap();
    let zipped = zipped.finish().unwrap().into_inner();
    desk.put("book.fb2.zip", &zipped);
    let output = desk.run(&["convert", "book.fb2.zip", "--to", "md", "--option", "images=zip", "--force"]);
    assert!(output.status.success());
    assert_eq!(desk.read("book.fb2.zip").unwrap(), zipped);
    assert!(desk.read("book.fb2.md.zip").is_some());
}

#[test]
fn the_parts_of_a_cut_pdf_go_where_their_archive_is_named() {
    let Some(desk) = Desk::new("cut") else { return };
    desk.put("in.pdf", &samples::pdf());
    for command in ["convert", "compress"] {
        let output = desk.run(&[command, "in.pdf", "parts.zip", "--option", "split=1", "--force"]);
        assert!(output.status.success(), "{command}");
        let archive = std::io::Cursor::new(desk.read("parts.zip").unwrap());
        assert_eq!(zip::ZipArchive::new(archive).unwrap().file_names().next(), Some("0001.pdf"));
    }
    let said = desk.fails(13, &["compress", "in.pdf", "small.zip", "--option", "split=bytes:10"]);
    assert!(said.contains("split=bytes:N") && !said.contains("--max-bytes"), "{said}");
    desk.fails(2, &["compress", "in.pdf", "small.zip"]);
}

#[test]
fn an_archive_that_is_named_gets_pages_as_pictures() {
    let Some(desk) = Desk::new("paged") else { return };
    desk.put("in.pdf", &samples::pdf());
    let joined = desk.run(&["convert", "--join", "in.pdf", "in.pdf", "two.pdf"]);
    assert!(joined.status.success());
    assert!(desk.run(&["convert", "two.pdf", "two.zip", "--option", "dpi=30"]).status.success());
    let archive = zip::ZipArchive::new(std::io::Cursor::new(desk.read("two.zip").unwrap())).unwrap();
    let mut names: Vec<&str> = archive.file_names().collect();
    names.sort_unstable();
    assert_eq!(names, ["0001.png", "0002.png"]);
    // One page is no archive.
    assert!(desk.run(&["convert", "in.pdf", "one.zip", "--option", "dpi=30"]).status.success());
    assert!(desk.read("one.zip").is_none() && desk.read("one.png").unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn pages_become_the_files_that_were_named() {
    let Some(desk) = Desk::new("numbered") else { return };
    desk.put("in.pdf", &samples::pdf());
    assert!(desk.run(&["convert", "--join", "in.pdf", "in.pdf", "two.pdf"]).status.success());
    let small = ["--option", "dpi=30"];
    let output = desk.run(&[&["convert", "two.pdf", "p.png", "--json"], &small[..]].concat());
    assert!(output.status.success());
    let report = json(&output);
    assert_eq!(report["outputs"], serde_json::json!(["p-1.png", "p-2.png"]));
    assert_eq!((&report["output"], &report["format"]), (&"p-1.png".into(), &"png".into()));
    let bytes = ["p-1.png", "p-2.png"].map(|name| desk.read(name).unwrap().len()).iter().sum::<usize>();
    assert_eq!(report["bytes"], bytes);
    assert!(desk.run(&[&["convert", "two.pdf", "-o", "q-%02d.jpg"], &small[..]].concat()).status.success());
    assert!(desk.run(&[&["convert", "in.pdf", "only-%d.png"], &small[..]].concat()).status.success());
    assert!(desk.run(&[&["convert", "two.pdf", "--to", "png"], &small[..]].concat()).status.success());
    assert!(desk.run(&["compress", "two.pdf", "part.pdf", "--option", "split=1"]).status.success());
    let made = ["q-01.jpg", "q-02.jpg", "only-1.png", "two-1.png", "two-2.png", "part-1.pdf", "part-2.pdf"];
    assert!(made.iter().all(|name| desk.read(name).is_some()), "{:?}", desk.names());
    // One that is there stops all of them, and none is left behind.
    desk.put("x-2.png", b"mine");
    desk.fails(2, &[&["convert", "two.pdf", "x.png"], &small[..]].concat());
    assert!(desk.read("x-1.png").is_none() && desk.read("x-2.png").unwrap() == b"mine");
    // A stream is one file.
    let streamed = desk.run(&[&["convert", "two.pdf", "-", "--to", "png"], &small[..]].concat());
    assert!(streamed.stdout.starts_with(b"PK"));
}

#[test]
fn habits_of_other_programs_work_or_are_told_what_does() {
    let Some(desk) = Desk::new("habits") else { return };
    desk.put("in.pdf", &samples::pdf());
    let said = |words: &[&str]| String::from_utf8_lossy(&desk.run(words).stderr).into_owned();
    assert!(said(&["in.pdf", "out.docx"]).contains("hint: transvase convert in.pdf out.docx"));
    assert!(said(&["convert", "in.pdf", "out.docxx"]).contains("did you mean docx?"));
    assert!(said(&["convert", "in.pdf", "--to", "Word"]).contains("did you mean docx?"));
    let address = said(&["convert", "https://example.org/a.pdf", "a.docx"]);
    assert!(address.contains("is an address") && address.contains("download"), "{address}");
    std::fs::create_dir(desk.folder.join("made")).unwrap();
    assert!(said(&["convert", "in.pdf", "made"]).contains("add --to FORMAT"));
    assert!(desk.run(&["convert", "--format", "md", "in.pdf", "made/"]).status.success());
    assert!(desk.read("made/in.md").is_some());
    let planned = said(&["convert", "--dry-run", "in.pdf", "plan.txt"]);
    assert!(planned.contains("in.pdf -> plan.txt") && desk.read("plan.txt").is_none(), "{planned}");
    assert!(said(&["convert", "--dry-run", "none.pdf", "plan.txt"]).contains("error: none.pdf"));
    assert!(said(&["convert", "--dry-run", "in.png", "plan.txt"]).contains("no conversion from PNG"));
    assert!(said(&["convert", "in.pdf", "a.png", "--dpi", "200"]).contains("hint: --option dpi=VALUE"));
    let listed = desk.run(&["formats", "pdf"]).stdout;
    assert_eq!(String::from_utf8_lossy(&listed).lines().count(), 2);
    let route = desk.run(&["routes", "mobi", "pdf"]).stdout;
    assert_eq!(String::from_utf8_lossy(&route).lines().count(), 1);
}

#[test]
fn errors_have_their_number_a_sentence_and_leave_nothing() {
    let Some(desk) = Desk::new("fails") else { return };
    desk.put("empty.png", b"");
    desk.put("noise.bin", &[0x13, 0x37, 0, 1, 2]);
    desk.put("broken.png", b"\x89PNG\r\n\x1a\nthis is no picture at all, but it goes on for a while");
    desk.fails(2, &["convert", "in.png", "out.jpg", "--quality", "200"]);
    desk.fails(2, &["convert", "in.png", "out.jpg", "--max-bytes", "lots"]);
    desk.fails(2, &["convert", "in.png", "out.jpg", "--pages", "3-1"]);
    desk.fails(2, &["convert", "in.png", "out.jpg", "--timeout", "-1"]);
    desk.fails(2, &["convert", "in.png", "out.jpg", "--limit", "wings=3"]);
    let said = desk.fails(2, &["convert", "in.png", "out.jpg", "--option", "colour=red"]);
    assert!(said.contains("no such option: colour") && said.contains("quality"), "the hint lists them: {said}");
    let said = desk.fails(2, &["convert", "in.png", "out.jpg", "--option", "page-size=a5"]);
    assert!(said.contains("did you mean page_size?"), "{said}");
    let said = desk.fails(2, &["convert", "in.png", "out.jpg", "--limit", "pixels=5"]);
    assert!(said.contains("no such limit: pixels") && said.contains("image_pixels"), "{said}");
    let said = desk.fails(2, &["convert", "in.png", "out.jpg", "--limit", "pages=many"]);
    assert!(said.contains("limit pages:"), "it is no option: {said}");
    desk.fails(3, &["convert", "in.png", "out.xyz"]);
    desk.fails(3, &["convert", "in.png", "out"]);
    desk.fails(3, &["convert", "in.png", "-"]);
    desk.fails(4, &["convert", "noise.bin", "out.jpg"]);
    desk.fails(4, &["convert", "in.png", "out.jpg", "--from", "xyz"]);
    desk.fails(6, &["convert", "in.png", "out.png", "--from", "jpeg"]);
    desk.fails(7, &["convert", "empty.png", "out.jpg"]);
    desk.fails(8, &["convert", "broken.png", "out.jpg"]);
    desk.fails(14, &["convert", "in.png", "out.jpg", "--limit", "image_pixels=10"]);
    desk.fails(14, &["convert", "in.png", "out.jpg", "--limit", "input_bytes=1KB"]);
    desk.fails(16, &["convert", "in.png", "out.jpg", "--timeout", "0.000001"]);
    desk.fails(66, &["convert", "absent.png", "out.jpg"]);
    desk.fails(66, &["convert", ".", "out.jpg"]);
    desk.fails(74, &["convert", "in.png", "absent/out.jpg"]);
    desk.fails(74, &["convert", "in.png", "."]);
    desk.fails_to_start(&["convert", "in.png"]);
    desk.fails_to_start(&["convert", "in.png", "a.jpg", "b.jpg"]);
    desk.fails_to_start(&["convert", "in.png", "a.jpg", "--colour"]);
    desk.fails_to_start(&["transform"]);
}

#[test]
fn a_pair_without_a_route_and_protected_files_have_numbers_too() {
    let Some(desk) = Desk::new("refusals") else { return };
    let routes = routes();
    let lacking = formats().map(Format::of).find(|target| {
        let written = target.spec().is_written();
        written && !routes.iter().any(|route| (route.source(), route.target()) == (Format::PNG, *target))
    });
    if let Some(target) = lacking {
        desk.fails(5, &["convert", "in.png", "out", "--to", target.id()]);
    }
    if let Some(book) = samples::all().iter().find(|sample| sample.name == "made.mobi") {
        let mut locked = book.bytes.clone();
        // The encryption field of record 0, which begins behind the header, 3 entries and 2 bytes.
        locked[78 + 3 * 8 + 2 + 13] = 2;
        desk.put("locked.mobi", &locked);
        desk.fails(12, &["convert", "locked.mobi", "out.pdf"]);
    }
    if let Some(pdf) = locked_pdf() {
        desk.put("locked.pdf", &pdf);
        let said = desk.fails(10, &["convert", "locked.pdf", "out.docx"]);
        assert!(said.contains("--password"), "{said}");
        desk.fails(11, &["convert", "locked.pdf", "out.docx", "--password", "wrong"]);
        assert!(desk.run(&["convert", "locked.pdf", "out.docx", "--password", "open"]).status.success());
        desk.put("password.txt", b"open\r\nand more\n");
        let from_file = ["convert", "locked.pdf", "second.docx", "--password-file", "password.txt"];
        assert!(desk.run(&from_file).status.success());
        desk.fails(66, &["convert", "locked.pdf", "out.docx", "--password-file", "absent.txt"]);
        let mut typed = desk.command(&["convert", "locked.pdf", "third.docx", "--password-file", "-"]);
        assert!(
            typed.stdin(std::fs::File::open(desk.folder.join("password.txt")).unwrap()).status().unwrap().success()
        );
        desk.fails_to_start(&["convert", "-", "out.docx", "--password-file", "-"]);
    }
}

/// A page protected with the password "open", where this build reads it.
fn locked_pdf() -> Option<Vec<u8>> {
    let bytes = std::fs::read(transvase_tests::root().join("tests/data/locked.pdf")).unwrap();
    transvase::detect(&bytes).map(|_| bytes)
}

#[test]
fn a_ceiling_is_never_passed_unless_asked() {
    let Some(desk) = Desk::new("ceiling") else { return };
    let said = desk.fails(13, &["convert", "in.png", "out.jpg", "--max-bytes", "10B"]);
    assert!(said.contains("--best-effort"), "{said}");
    let output = desk.run(&["convert", "in.png", "out.jpg", "--max-bytes", "10B", "--best-effort"]);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("warning: "), "a missed ceiling is said");
    let output = desk.run(&["convert", "in.png", "fits.jpg", "--option", "max_bytes=1MB", "--quiet"]);
    assert!(output.status.success() && output.stderr.is_empty());
}

#[test]
fn an_output_is_replaced_only_with_force() {
    let Some(desk) = Desk::new("force") else { return };
    desk.put("out.jpg", b"precious");
    let said = desk.fails(2, &["convert", "in.png", "out.jpg"]);
    assert!(said.contains("--force"), "{said}");
    assert_eq!(desk.read("out.jpg").unwrap(), b"precious");
    // A conversion that fails leaves the old file, even with --force.
    desk.fails(13, &["convert", "in.png", "out.jpg", "--force", "--max-bytes", "10"]);
    assert_eq!(desk.read("out.jpg").unwrap(), b"precious");
    assert!(desk.run(&["convert", "in.png", "out.jpg", "--force"]).status.success());
    assert_eq!(transvase::detect(&desk.read("out.jpg").unwrap()), Some(Format::JPEG));
}

#[test]
fn an_output_that_exists_is_found_before_the_work() {
    let Some(desk) = Desk::new("before") else { return };
    desk.put("out.jpg", b"precious");
    desk.put("noise.bin", &[0x13, 0x37, 0, 1, 2]);
    let said = desk.fails(2, &["convert", "noise.bin", "out.jpg"]);
    assert!(said.contains("out.jpg already exists"), "the input has not been looked at: {said}");
    desk.fails(2, &["compress", "noise.bin", "out.jpg"]);
    let skipped = desk.run(&["convert", "in.png", "out.jpg", "--skip-existing"]);
    assert!(skipped.status.success() && String::from_utf8_lossy(&skipped.stderr).contains("out.jpg already exists"));
    let report = json(&desk.run(&["convert", "in.png", "out.jpg", "--skip-existing", "--json"]));
    assert_eq!((&report["output"], &report["skipped"]), (&"out.jpg".into(), &true.into()));
    assert_eq!(desk.read("out.jpg").unwrap(), b"precious");
    desk.fails_to_start(&["convert", "in.png", "out.jpg", "--skip-existing", "--force"]);
}

#[test]
fn a_result_without_a_name_lies_beside_its_input() {
    let Some(desk) = Desk::new("beside") else { return };
    std::fs::create_dir(desk.folder.join("sub")).unwrap();
    desk.put("sub/photo.jpeg", &sample("rgb.jpg").bytes);
    assert!(desk.run(&["convert", "sub/photo.jpeg", "--to", ".PNG"]).status.success());
    assert_eq!(transvase::detect(&desk.read("sub/photo.png").unwrap()), Some(Format::PNG));
    let said = desk.fails(2, &["convert", "sub/photo.jpeg", "--to", "png"]);
    assert!(said.contains("sub/photo.png already exists"), "{said}");
    // Over the input it would be no result, but a loss.
    let before = desk.read("sub/photo.jpeg").unwrap();
    assert!(desk.run(&["convert", "sub/photo.jpeg", "--to", "jpeg", "--quality", "20"]).status.success());
    let smaller = desk.read("sub/photo.min.jpeg").unwrap();
    assert_eq!(transvase::detect(&smaller), Some(Format::JPEG));
    assert!(smaller.len() < before.len() && desk.read("sub/photo.jpeg").unwrap() == before);
    desk.fails(2, &["compress", "sub/photo.jpeg"]);
    assert!(desk.run(&["compress", "sub/photo.jpeg", "--force"]).status.success());
    assert_eq!(desk.read("sub/photo.jpeg").unwrap(), before);
    desk.fails_to_start(&["convert", "in.png"]);
    desk.fails(3, &["convert", "in.png", "--to", "xyz"]);
    let mut piped = desk.command(&["compress", "-"]);
    let output = piped.stdin(std::fs::File::open(desk.folder.join("in.jpg")).unwrap()).output().unwrap();
    assert_eq!(transvase::detect(&output.stdout), Some(Format::JPEG), "from a pipe it goes into one: {output:?}");
}

#[test]
fn compressing_keeps_the_format() {
    let Some(desk) = Desk::new("compress") else { return };
    let before = desk.read("in.jpg").unwrap();
    assert!(desk.run(&["compress", "in.jpg", "small.jpg", "--max-bytes", "1KB"]).status.success());
    let small = desk.read("small.jpg").unwrap();
    assert!(small.len() <= 1_000 && transvase::detect(&small) == Some(Format::JPEG));
    assert!(before.len() > 1_000, "there was something to do");
    // A name that lies about the input does not change what is compressed.
    desk.put("photo.png", &before);
    assert!(desk.run(&["compress", "photo.png"]).status.success());
    assert_eq!(transvase::detect(&desk.read("photo.jpg").unwrap()), Some(Format::JPEG));
    let said = desk.fails(2, &["compress", "in.jpg", "small.png"]);
    assert!(said.contains("transvase convert"), "{said}");
    desk.put("in.rtf", &transvase::convert(&samples::pdf(), Format::RTF).unwrap().bytes);
    desk.fails(5, &["compress", "in.rtf"]);
    desk.fails_to_start(&["compress", "in.jpg", "--to", "png"]);
}

#[test]
fn errors_name_the_real_thing() {
    let Some(desk) = Desk::new("real") else { return };
    desk.put("fake.pdf", &transvase::convert(&samples::pdf(), Format::RTF).unwrap().bytes);
    desk.fails(5, &["compress", "fake.pdf"]);
    desk.put("archive.pdf", b"PK\x03\x04\x14\0\0\0");
    let said = desk.fails(4, &["convert", "archive.pdf", "out.docx"]);
    assert!(said.contains("archive.pdf is really a ZIP archive, not PDF"), "{said}");
    desk.fails(8, &["convert", "archive.pdf", "out.docx", "--from", "pdf"]);
    // What can be converted is, whatever it is called.
    desk.put("picture.pdf", &sample("rgb.png").bytes);
    let said = desk.fails(5, &["convert", "picture.pdf", "out.txt"]);
    assert!(said.contains("picture.pdf is really PNG, not PDF"), "{said}");
    assert!(desk.run(&["convert", "picture.pdf", "picture.jpg"]).status.success());
    desk.put("noise.pdf", &[0x13, 0x37, 0, 1, 2]);
    let said = desk.fails(4, &["convert", "noise.pdf", "out.docx"]);
    assert!(said.contains("noise.pdf is neither PDF nor"), "{said}");
}

#[test]
fn options_without_an_effect_are_warned_of() {
    let Some(desk) = Desk::new("ignored") else { return };
    let said = |words: &[&str]| {
        let output = desk.run(&[&["convert", "in.jpg", "out.png", "--force"], words].concat());
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(said(&["--threads", "2", "--best-effort", "--max-bytes", "1MB"]), "");
    assert_eq!(said(&["--option", "page_size=a4"]), "", "what is a default changes nothing");
    assert_eq!(said(&["--quality", "30"]), "warning: the option quality has no effect from JPEG to PNG\n");
    assert_eq!(said(&["--option", "page_size=a5", "--pages", "1", "--quiet"]), "");
    let report = json(&desk.run(&["convert", "in.jpg", "new.png", "--option", "page_size=a5", "--json"]));
    assert_eq!(report["warnings"][0]["code"], "OptionIgnored");
}

#[test]
fn input_and_output_may_be_one_file() {
    let Some(desk) = Desk::new("same") else { return };
    let before = desk.read("in.png").unwrap();
    desk.fails(2, &["convert", "in.png", "in.png", "--to", "jpeg"]);
    assert_eq!(desk.read("in.png").unwrap(), before);
    assert!(desk.run(&["convert", "in.png", "in.png", "--to", "jpeg", "--force"]).status.success());
    assert_eq!(transvase::detect(&desk.read("in.png").unwrap()), Some(Format::JPEG));
}

#[cfg(unix)]
#[test]
fn links_permissions_devices_and_odd_names_are_respected() {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};

    let Some(desk) = Desk::new("unix") else { return };
    desk.put("real.jpg", b"old");
    std::fs::set_permissions(desk.folder.join("real.jpg"), PermissionsExt::from_mode(0o600)).unwrap();
    symlink("real.jpg", desk.folder.join("link.jpg")).unwrap();
    assert!(desk.run(&["convert", "in.png", "link.jpg", "--force"]).status.success());
    assert!(std::fs::symlink_metadata(desk.folder.join("link.jpg")).unwrap().is_symlink());
    let real = std::fs::metadata(desk.folder.join("real.jpg")).unwrap();
    assert!(real.len() > 100 && real.permissions().mode() & 0o777 == 0o600);
    assert!(desk.run(&["convert", "in.png", "/dev/null", "--to", "jpeg"]).status.success());
    let odd = OsStr::from_bytes(b"caf\xE9.jpg");
    let words = [OsStr::new("convert"), OsStr::new("in.png"), odd, OsStr::new("--json")];
    let output = run(&desk.binary, &desk.folder, &words);
    assert!(output.status.success() && desk.folder.join(odd).is_file());
    json(&output);
}

#[test]
fn standard_streams_stand_in_for_files() {
    let Some(desk) = Desk::new("streams") else { return };
    let mut child = Command::new(&desk.binary)
        .args(["convert", "-", "-", "--to", "png", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&sample("rgb.jpg").bytes).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(transvase::detect(&output.stdout), Some(Format::PNG));
    let report: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(report["bytes"], output.stdout.len());
}

#[test]
fn json_says_all_there_is() {
    let Some(desk) = Desk::new("json") else { return };
    desk.put("in.png", &sample("rgba.png").bytes);
    let output = desk.run(&["convert", "in.png", "out.jpg", "--json"]);
    let report = json(&output);
    assert!(output.stderr.is_empty());
    assert_eq!((&report["input"], &report["output"]), (&"in.png".into(), &"out.jpg".into()));
    assert_eq!(report["format"], "jpeg");
    assert_eq!(report["bytes"], desk.read("out.jpg").unwrap().len());
    assert_eq!(report["warnings"][0]["code"], "AlphaFlattened");
    assert!(report["route"].as_str().unwrap().starts_with("png -> "));
    let output = desk.run(&["convert", "in.png", "new.jpg", "--json", "--max-bytes", "10"]);
    let error = &json(&output)["error"];
    assert!(output.stderr.is_empty());
    assert_eq!(
        (output.status.code(), &error["number"], &error["code"]),
        (Some(13), &13.into(), &"TargetUnreachable".into())
    );
    assert!(error["details"]["smallest_bytes"].as_u64().unwrap() > 10);
    assert!(error["message"].is_string() && error["hint"].is_string());
    let absent = json(&desk.run(&["convert", "absent.png", "new.jpg", "--json"]));
    assert_eq!(absent["error"]["number"], 66);
}

#[test]
fn lists_are_the_registry() {
    let Some(desk) = Desk::new("lists") else { return };
    let listed = json(&desk.run(&["formats", "--json"]));
    let ids: Vec<_> = listed["formats"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids, formats().map(|spec| spec.id).collect::<Vec<_>>());
    let text = String::from_utf8(desk.run(&["formats"]).stdout).unwrap();
    assert_eq!(text.lines().count(), ids.len() + 1);
    let listed = json(&desk.run(&["routes", "--json", "--from", "png"]));
    let steps: Vec<_> = listed["routes"].as_array().unwrap().iter().map(|row| row["steps"].as_str().unwrap()).collect();
    let known = routes();
    let known = known.iter().filter(|route| route.source() == Format::PNG);
    assert_eq!(steps, known.map(transvase::Route::explain).collect::<Vec<_>>());
    desk.fails(4, &["routes", "--from", "xyz"]);
}

#[test]
fn inspect_says_what_a_file_is() {
    let Some(desk) = Desk::new("inspect") else { return };
    let report = json(&desk.run(&["inspect", "in.png", "--json"]));
    assert_eq!((&report["format"], &report["pixels"]["width"]), (&"png".into(), &61.into()));
    let text = String::from_utf8(desk.run(&["inspect", "in.png"]).stdout).unwrap();
    assert!(text.contains("PNG") && text.contains("61 x 43"), "{text}");
    desk.fails(66, &["inspect", "absent"]);
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_printed_is_a_failure_and_what_nobody_reads_is_none() {
    let Some(desk) = Desk::new("unprinted") else { return };
    let lists: [&[&str]; 9] = [
        &["formats"],
        &["formats", "--json"],
        &["routes"],
        &["inspect", "in.png"],
        &["inspect", "in.png", "--json"],
        &["man"],
        &["completions", "bash"],
        &["--help"],
        &["convert", "in.png", "-", "--to", "jpeg"],
    ];
    for words in lists {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output =
            desk.command(words).stdout(full).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(74), "{words:?}: {said}");
        assert!(said.contains("standard output cannot be written: no space left"), "{words:?}: {said}");
    }
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    assert_eq!(
        desk.command(&["convert", "in.png", "out.jpg", "--json"]).stdout(full).status().unwrap().code(),
        Some(74)
    );
    for words in &lists[..7] {
        let mut child = desk.command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{words:?}: {output:?}");
    }
}

#[test]
fn help_manual_and_completions_are_there() {
    let Some(desk) = Desk::new("help") else { return };
    let help = String::from_utf8(desk.run(&["convert", "--help"]).stdout).unwrap();
    assert!(
        !help.contains("fail_point") && !help.contains("fail_at"),
        "a released build cannot be made to fail on request"
    );
    for spec in transvase_tests::reference::released_options() {
        assert!(help.contains(&format!("  {}=", spec.key)), "{} is not in the help", spec.key);
    }
    for (limit, unit, ..) in transvase::Limit::ALL {
        assert!(
            help.contains(&format!("  {}=", limit.key())) && help.contains(unit),
            "{} is not in the help",
            limit.key()
        );
    }
    assert!(help.contains("transvase convert report.pdf report.docx"));
    let help = String::from_utf8(desk.run(&["--help"]).stdout).unwrap();
    assert!(transvase::ERRORS.iter().all(|row| help.contains(row.name)), "{help}");
    for shell in ["bash", "zsh", "fish"] {
        let script = String::from_utf8(desk.run(&["completions", shell]).stdout).unwrap();
        for value in ["docx", "page_size=a5", "justify=false", "image_pixels=", "jpg"] {
            assert!(script.contains(value), "{shell} does not offer {value}");
        }
    }
    for shell in ["powershell", "elvish"] {
        assert!(!desk.run(&["completions", shell]).stdout.is_empty(), "{shell}");
    }
    assert!(String::from_utf8(desk.run(&["man"]).stdout).unwrap().contains(".TH transvase"));
    assert!(desk.run(&["man", "--dir", "man"]).status.success());
    let page = std::fs::read_to_string(Path::new(&desk.folder.join("man/transvase-convert.1"))).unwrap();
    assert!(page.contains("image_pixels=") && page.contains("page_size="), "options and limits are in the manual");
}
