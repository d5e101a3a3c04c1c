//! Other pages, other protection.

use std::io::{Cursor, Read};

use super::*;
use transvase_base::error::ErrorCode;
use transvase_base::warning::WarningCode;

fn titles(pages: &Pages) -> Vec<(String, Option<usize>)> {
    pages.outline.iter().map(|item| (item.title.clone(), item.target.as_ref().map(|target| target.page))).collect()
}

fn named(titles: &[(&str, usize)]) -> Vec<(String, Option<usize>)> {
    titles.iter().map(|(title, page)| ((*title).to_owned(), Some(*page))).collect()
}

fn labels(bytes: &[u8]) -> Vec<Option<String>> {
    pages(bytes, "").pages.iter().map(|page| page.label.clone()).collect()
}

#[test]
fn pages_are_chosen_in_an_order_with_what_belongs_to_them() {
    let file = rich("a");
    let result = made(&[&file], &[("pages", "2-3,1")]).unwrap();
    let after = pages(&result.bytes, "");
    assert_eq!(texts(&after), ["a two|value a", "a three", "a one"]);
    assert_eq!(titles(&after), named(&[("First", 2), ("Third", 1)]));
    assert_eq!(labels(&result.bytes), labels(&file).iter().cycle().skip(1).take(3).cloned().collect::<Vec<_>>());
    assert!(result.warnings.is_empty());
}

#[test]
fn what_leads_to_pages_that_go_goes_with_them() {
    let result = made(&[&rich("a")], &[("pages", "1,1")]).unwrap();
    let after = pages(&result.bytes, "");
    assert_eq!(texts(&after), ["a one", "a one"]);
    assert_eq!(titles(&after), named(&[("First", 0)]));
    for (kind, times) in [("Page", 2), ("Link", 2), ("Widget", 0), ("StructElem", 2), ("EmbeddedFile", 1)] {
        assert_eq!(count(&result.bytes, kind), times, "{kind}");
    }
    let codes: Vec<WarningCode> = result.warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(codes, [WarningCode::LinkDropped; 2]);
    let error = made(&[&rich("a")], &[("pages", "4-")]).unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidOption);
}

#[test]
fn pages_are_turned_from_where_they_are() {
    let file = rich("a");
    let turned = made(&[&file], &[("rotate", "90")]).unwrap().bytes;
    let twice = made(&[&turned], &[("rotate", "270")]).unwrap().bytes;
    let sides = |bytes: &[u8]| pages(bytes, "").pages.iter().map(|page| page.size).next().unwrap();
    assert_eq!((sides(&turned).width, sides(&turned).height), (sides(&file).height, sides(&file).width));
    assert_eq!(sides(&twice), sides(&file));
}

#[test]
fn joined_files_keep_what_each_has() {
    let result = made(&[&rich("a"), &rich("b")], &[]).unwrap();
    let after = pages(&result.bytes, "");
    assert_eq!(texts(&after), ["a one", "a two|value a", "a three", "b one", "b two|value b", "b three"]);
    assert_eq!(titles(&after), named(&[("First", 0), ("Third", 2), ("First", 3), ("Third", 5)]), "places of one name");
    // The reader does not repeat what the number of a page says.
    let called = ["i", "5", "6", "i", "", ""].map(|label| Some(label.to_owned()).filter(|label| !label.is_empty()));
    assert_eq!(labels(&result.bytes), called);
    for (kind, times) in [("Page", 6), ("Link", 4), ("Widget", 2), ("StructElem", 8), ("EmbeddedFile", 1)] {
        assert_eq!(count(&result.bytes, kind), times, "{kind}");
    }
    let document = load(&result.bytes, &Context::default()).unwrap();
    let names =
        document.objects.values().filter_map(Object::as_dictionary).filter_map(|entries| entries.get("T").as_string());
    assert_eq!(names.collect::<Vec<_>>(), [&b"name"[..], b"name_2"], "fields of one name would be one field");
    let named = document.objects.values().filter_map(Object::as_dictionary).filter(|entries| entries.has("EF"));
    assert_eq!(named.count(), 2, "each has its file, which is there once");
}

#[test]
fn files_of_other_formats_are_joined_as_pages() {
    let file = rich("a");
    let text = transvase::Input::new(b"Some text.\n").hint(Some(Format::TXT));
    let result = Converter::new(Format::PDF).join(&[text, transvase::Input::new(&file)]).unwrap();
    let texts = texts(&pages(&result.bytes, ""));
    assert!(texts[0].contains("Some"));
    assert_eq!(texts[1..], ["a one", "a two|value a", "a three"]);
}

/// The files of an archive.
fn entries(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let file = |index| {
        let (mut entry, mut file) = (archive.by_index(index).unwrap(), Vec::new());
        entry.read_to_end(&mut file).unwrap();
        (entry.name().to_owned(), file)
    };
    let count = zip::ZipArchive::new(Cursor::new(bytes)).unwrap().len();
    (0..count).map(file).collect()
}

#[test]
fn one_file_is_cut_into_several() {
    let file = rich("a");
    let split = |how: &str| {
        let result = made(&[&file], &[("split", how)]).unwrap();
        assert_eq!(result.format, Format::ZIP);
        let files = entries(&result.bytes);
        assert!((1..).zip(&files).all(|(number, (name, _))| *name == format!("{number:04}.pdf")));
        files.into_iter().map(|(_, bytes)| (texts(&pages(&bytes, "")), bytes.len())).collect::<Vec<_>>()
    };
    let counts = |parts: &[(Vec<String>, usize)]| parts.iter().map(|(texts, _)| texts.len()).collect::<Vec<_>>();
    assert_eq!(counts(&split("2")), [2, 1]);
    assert_eq!(counts(&split("bookmarks")), [2, 1]);
    let all: usize = split("3")[0].1;
    let parts = split(&format!("bytes:{}", all - 1));
    assert!(parts.len() > 1 && parts.iter().all(|(_, len)| *len < all));
    assert_eq!(parts.into_iter().flat_map(|(texts, _)| texts).collect::<Vec<_>>(), texts(&pages(&file, "")));
    for (how, code) in
        [("bytes:10", ErrorCode::TargetUnreachable), ("0", ErrorCode::InvalidOption), ("x:1", ErrorCode::InvalidOption)]
    {
        let error = made(&[&file], &[("split", how)]).unwrap_err();
        assert_eq!((error.code(), error.details().which.as_deref()), (code, Some("split")), "{how}");
    }
}

#[test]
fn passwords_are_put_on_kept_and_taken_off() {
    let file = rich("a");
    let locked = made(&[&file], &[("encrypt", "open"), ("owner_password", "own")]).unwrap().bytes;
    assert_eq!(made(&[&locked], &[]).unwrap_err().code(), ErrorCode::PasswordRequired);
    assert_eq!(made(&[&locked], &[("password", "no")]).unwrap_err().code(), ErrorCode::PasswordIncorrect);
    let before = texts(&pages(&file, ""));
    for password in ["open", "own"] {
        assert_eq!(texts(&pages(&locked, password)), before);
        let kept = made(&[&locked], &[("password", password), ("pages", "3,1")]).unwrap().bytes;
        assert_eq!(made(&[&kept], &[]).unwrap_err().code(), ErrorCode::PasswordRequired, "it stays encrypted");
        assert_eq!(texts(&pages(&kept, "open")), ["a three", "a one"]);
        let free = made(&[&locked], &[("password", password), ("decrypt", "true")]).unwrap().bytes;
        assert_eq!(format!("{:?}", pages(&free, "")), format!("{:?}", pages(&file, "")));
    }
    assert_eq!(
        made(&[&file], &[("encrypt", "open"), ("owner_password", "own")]).unwrap().bytes,
        locked,
        "no chance in it"
    );
    let restricted = made(&[&file], &[("owner_password", "own")]).unwrap().bytes;
    assert_eq!(texts(&pages(&restricted, "")), before);
}

#[test]
fn what_becomes_a_pdf_is_encrypted_as_well() {
    let page = b"<!DOCTYPE html><html><body><p>Words</p></body></html>".as_slice();
    for inputs in [&[page][..], &[page, page]] {
        let locked = made(inputs, &[("encrypt", "open")]).unwrap();
        assert!(locked.warnings.iter().all(|warning| warning.code != WarningCode::OptionIgnored));
        assert_eq!(made(&[&locked.bytes], &[]).unwrap_err().code(), ErrorCode::PasswordRequired);
        assert!(texts(&pages(&locked.bytes, "open")).concat().contains("Words"));
    }
    for nothing in ["", "\u{AD}"] {
        assert_eq!(made(&[page], &[("encrypt", nothing)]).unwrap_err().code(), ErrorCode::InvalidOption);
        assert_eq!(made(&[&rich("a")], &[("encrypt", nothing)]).unwrap_err().code(), ErrorCode::InvalidOption);
    }
}

#[test]
fn an_encrypted_file_above_a_limit_is_made_smaller() {
    let file = rich("a");
    let whole = made(&[&file], &[("encrypt", "open")]).unwrap().bytes.len();
    let most = (whole - 1).to_string();
    let smaller = made(&[&file], &[("encrypt", "open"), ("max_bytes", &most)]).unwrap().bytes;
    assert!(smaller.len() < whole);
    assert_eq!(made(&[&smaller], &[]).unwrap_err().code(), ErrorCode::PasswordRequired);
}

/// ISO 32000-2, 7.6.4.3.3, step b.
#[test]
fn of_a_long_password_127_bytes_count() {
    let [cut, long] = [127, 200].map(|count| "a".repeat(count));
    let locked = made(&[&rich("a")], &[("encrypt", &long)]).unwrap().bytes;
    for password in [&cut, &long] {
        assert_eq!(texts(&pages(&locked, password)).len(), 3);
        assert!(made(&[&locked], &[("password", password), ("pages", "1")]).is_ok());
    }
    let error = made(&[&locked], &[("password", &cut[1..])]).unwrap_err();
    assert_eq!(error.code(), ErrorCode::PasswordIncorrect);
    let halved = "é".repeat(100);
    let locked = made(&[&rich("a")], &[("encrypt", &halved)]).unwrap().bytes;
    assert_eq!(texts(&pages(&locked, &halved)).len(), 3);
}

#[test]
fn what_is_encrypted_claims_no_archive() {
    let metadata = files::stream("/Type/Metadata/Subtype/XML", b"<x pdfaid:part='2'/>");
    let file = String::from_utf8(files::one_page("", "", "", &[metadata])).unwrap();
    let file = file.replacen("/Pages 2 0 R", "/Pages 2 0 R/Metadata 5 0 R", 1);
    let locked = made(&[file.as_bytes()], &[("encrypt", "open")]).unwrap();
    assert_eq!(locked.warnings[0].code, WarningCode::MetadataDropped);
}

#[test]
fn what_is_encrypted_is_not_joined_into_the_open_unasked() {
    let (file, locked) = (rich("a"), made(&[&rich("b")], &[("owner_password", "own")]).unwrap().bytes);
    let error = made(&[&file, &locked], &[]).unwrap_err();
    assert_eq!(error.code(), ErrorCode::UnsupportedRoute);
    assert!(made(&[&file, &locked], &[("decrypt", "true")]).is_ok());
    let both = made(&[&locked, &file], &[]).unwrap().bytes;
    assert!(String::from_utf8_lossy(&both).contains("/Encrypt"));
}
