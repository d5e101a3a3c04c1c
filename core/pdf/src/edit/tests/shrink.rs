//! Smaller documents.

use super::*;
use transvase_base::error::ErrorCode;
use transvase_base::warning::WarningCode;

fn smaller(bytes: &[u8], options: &[(&str, &str)]) -> Output {
    made(&[bytes], options).unwrap()
}

#[test]
fn nothing_is_lost_but_what_nobody_sees() {
    let file = rich("a");
    let result = smaller(&file, &[]);
    assert!(result.bytes.len() < file.len() / 2, "{} of {}", result.bytes.len(), file.len());
    assert!(result.warnings.is_empty());
    let (before, after) = (pages(&file, ""), pages(&result.bytes, ""));
    assert_eq!(format!("{before:?}"), format!("{after:?}"));
    for (kind, times) in
        [("Page", 3), ("Link", 2), ("Widget", 1), ("StructElem", 4), ("Filespec", 1), ("EmbeddedFile", 1)]
    {
        assert_eq!(count(&result.bytes, kind), times, "{kind}");
    }
    let text = String::from_utf8_lossy(&result.bytes).into_owned();
    assert!(!text.contains("secret"), "private data of programs");
    assert_eq!(smaller(&result.bytes, &[]).bytes, result.bytes, "a second time it is as small as it was");
}

#[test]
fn equal_fonts_are_one_and_equal_pages_are_not() {
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</Font<</F 5 0 R>>>>>>";
    let font = "<</Type/Font/Subtype/Type1/BaseFont/Courier>>";
    let other = page.replace("5 0", "6 0");
    let catalog = "<</Type/Catalog/Pages 2 0 R>>";
    let file = files::pdf(&[catalog, "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>", page, &other, font, font]);
    let result = smaller(&file, &[]).bytes;
    assert_eq!((count(&result, "Font"), count(&result, "Page")), (1, 2));
}

#[test]
fn pictures_are_predicted_and_the_same() {
    let samples: Vec<u8> =
        (0..64 * 64_u32).flat_map(|at| [at % 64 * 3, at / 64 * 3, at % 7].map(|x| x as u8)).collect();
    let image = files::stream("/Subtype/Image/Width 64/Height 64/BitsPerComponent 8/ColorSpace/DeviceRGB", &samples);
    let file = files::one_page("64 0 0 64 0 0 cm /I Do", "/XObject<</I 5 0 R>>", "", &[image]);
    let result = smaller(&file, &[]).bytes;
    assert!(result.len() < file.len() / 8, "{} of {}", result.len(), file.len());
    assert_eq!(format!("{:?}", pages(&file, "")), format!("{:?}", pages(&result, "")));
}

/// A page with a picture of noise on a twentieth of it, which no coarse JPEG shows as it is.
fn noisy() -> Vec<u8> {
    let mut state = 1_u32;
    let noise = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        100 + (state >> 27) as u8
    });
    let samples: Vec<u8> = noise.take(80 * 80 * 3).collect();
    let image = files::stream("/Subtype/Image/Width 80/Height 80/BitsPerComponent 8/ColorSpace/DeviceRGB", &samples);
    files::one_page("54 0 0 54 20 20 cm /I Do", "/XObject<</I 5 0 R>>", "", &[image])
}

#[test]
fn a_picture_that_shows_its_loss_gets_a_finer_one() {
    let file = noisy();
    let exact = smaller(&file, &[("lossless", "true")]).bytes.len();
    let finer = smaller(&file, &[]).bytes.len();
    assert!(finer < exact / 4 * 3, "{finer} of {exact}");
}

#[test]
fn a_quality_that_is_named_decides() {
    let file = noisy();
    let sizes = ["10", "40", "70"].map(|quality| smaller(&file, &[("quality", quality)]).bytes.len());
    assert!(sizes.is_sorted() && sizes[0] < file.len() / 4, "{sizes:?} of {}", file.len());
}

#[test]
fn a_picture_that_is_too_large_to_be_looked_at_stays_and_the_rest_is_packed() {
    let content = format!("54 0 0 54 20 20 cm /I Do{}", " ".repeat(4_000));
    let image =
        files::stream("/Subtype/Image/Width 80/Height 80/BitsPerComponent 8/ColorSpace/DeviceGray", &[7; 80 * 80]);
    let file = files::one_page(&content, "/XObject<</I 5 0 R>>", "", &[image]);
    let mut limits = Limits::default();
    limits.set("image_pixels", 1_000).unwrap();
    let result = Converter::new(Format::PDF).limits(limits).convert(&file).unwrap().bytes;
    assert!(result.len() < file.len() / 4, "{} of {}", result.len(), file.len());
}

#[test]
fn a_signed_file_stays_as_it_is_unless_it_may_be_changed() {
    let signature = "<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>";
    let file = String::from_utf8(rich("a")).unwrap().replace("/V(value a)", &format!("/V{signature}"));
    let kept = smaller(file.as_bytes(), &[]);
    assert_eq!(kept.bytes, file.as_bytes());
    assert_eq!(kept.warnings[0].code, WarningCode::NotCompressed);
    let dropped = smaller(file.as_bytes(), &[("signatures", "drop")]);
    assert!(dropped.bytes.len() < file.len() && dropped.warnings[0].code == WarningCode::SignatureDropped);
    assert_eq!((count(&dropped.bytes, "Sig"), count(&dropped.bytes, "Widget")), (0, 1));
}

#[test]
fn a_file_of_pdf_a_1_has_neither_object_streams_nor_packed_metadata() {
    let metadata =
        files::stream("/Type/Metadata/Subtype/XML", b"<x pdfaid:part='1'/>                        <?xpacket end='w'?>");
    let file = String::from_utf8(files::one_page("", "", "", &[metadata])).unwrap();
    let file = file.replacen("/Pages 2 0 R", "/Pages 2 0 R/Metadata 5 0 R", 1);
    let document = load(file.as_bytes(), &Context::default()).unwrap();
    assert!(super::super::standard::is_early(&document, &Context::default()).unwrap());
    let result = String::from_utf8_lossy(&smaller(file.as_bytes(), &[]).bytes).into_owned();
    assert!(result.contains("\nxref\n") && result.contains("pdfaid:part") && !result.contains("ObjStm"));
}

#[test]
fn a_limit_that_is_met_or_not_is_said() {
    let file = rich("a");
    let least = smaller(&file, &[]).bytes.len();
    let within = made(&[&file], &[("max_bytes", &least.to_string())]).unwrap();
    assert_eq!(within.bytes.len(), least);
    let error = made(&[&file], &[("max_bytes", "100")]).unwrap_err();
    assert_eq!((error.code(), error.details().smallest_bytes), (ErrorCode::TargetUnreachable, Some(least as u64)));
}

#[test]
fn damaged_files_give_a_file_or_an_error() {
    let file = rich("a");
    for cut in (0..file.len()).step_by(197) {
        let _ = made(&[&file[..cut]], &[]);
    }
    for at in (9..file.len()).step_by(53) {
        let mut changed = file.clone();
        changed[at] = changed[at].wrapping_add(1);
        for options in [&[][..], &[("pages", "2,1")]] {
            if let Ok(result) = made(&[&changed], options) {
                let read = read::read(&result.bytes, &Context::default());
                assert!(read.is_ok_and(|pages| !pages.pages.is_empty()), "changed at {at}");
            }
        }
    }
}

#[test]
fn parts_that_cannot_be_read_are_not_lost() {
    let file = String::from_utf8(rich("a")).unwrap().replace("<</Names[(place)", "<</Names[(place");
    let result = smaller(file.as_bytes(), &[]);
    assert_eq!(result.bytes, file.as_bytes());
    assert_eq!(result.warnings[0].code, WarningCode::NotCompressed);
}
