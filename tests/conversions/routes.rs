//! Every conversion of the matrix does what it says, on every sample.

use std::collections::BTreeSet;

use transvase::{Converter, ErrorCode, Format, formats, routes};
use transvase_tests::samples::{self, all, targets};

#[test]
fn every_route_converts_every_sample() {
    for sample in all() {
        for target in targets(&sample) {
            let output = samples::quick(target).convert(&sample.bytes);
            let output = output.unwrap_or_else(|error| panic!("{} to {target}: {error}", sample.name));
            if output.format == Format::ZIP {
                assert!(output.bytes.starts_with(b"PK"), "{} to {target}", sample.name);
                continue;
            }
            assert_eq!(output.format, target);
            assert!(samples::is_seen_as(&output.bytes, target), "{} to {target}", sample.name);
            if target == sample.format {
                assert!(output.bytes.len() <= sample.bytes.len(), "{} grew", sample.name);
            }
        }
    }
}

#[test]
fn every_format_that_is_taken_has_a_sample() {
    let known: BTreeSet<Format> = all().iter().map(|sample| sample.format).collect();
    let taken = formats().filter(|spec| spec.is_read() || spec.is_compressed());
    let missing: Vec<_> = taken.filter(|spec| !known.contains(&Format::of(spec))).map(|spec| spec.id).collect();
    assert!(missing.is_empty(), "no sample of {missing:?}");
}

#[test]
fn a_pair_without_a_route_names_those_there_are() {
    let known: BTreeSet<_> = routes().iter().map(|route| (route.source(), route.target())).collect();
    for sample in all() {
        for target in formats().map(Format::of).filter(|target| !known.contains(&(sample.format, *target))) {
            let error = Converter::new(target).convert(&sample.bytes).unwrap_err();
            assert_eq!(error.code(), ErrorCode::UnsupportedRoute, "{} to {target}", sample.name);
            let ids: Vec<_> = targets(&sample).into_iter().map(Format::id).collect();
            assert_eq!(error.details().supported_targets, ids);
        }
    }
}

#[test]
fn names_of_formats_are_theirs_alone() {
    let mut seen = BTreeSet::new();
    for spec in formats() {
        let names: BTreeSet<_> = spec.extensions.iter().chain([&spec.id]).map(|name| name.to_lowercase()).collect();
        for name in names {
            assert_eq!(Format::find(&name), Some(Format::of(spec)));
            assert_eq!(Format::find(&format!(".{}", name.to_uppercase())), Some(Format::of(spec)));
            assert!(seen.insert(name.clone()), "{name} names two formats");
        }
        for media_type in spec.media_types {
            assert_eq!(Format::find(media_type), Some(Format::of(spec)), "{media_type}");
        }
    }
}

#[test]
fn an_input_under_its_ceiling_comes_back_as_it_is() {
    for sample in all().into_iter().filter(|sample| targets(sample).contains(&sample.format)) {
        let output = Converter::new(sample.format).max_bytes(sample.bytes.len() as u64).convert(&sample.bytes).unwrap();
        assert!(output.bytes == sample.bytes, "{}", sample.name);
    }
}

#[test]
fn a_ceiling_is_kept_or_refused_with_the_smallest_size() {
    for sample in all().into_iter().filter(|sample| targets(sample).contains(&sample.format)) {
        for share in [80, 50, 20, 1] {
            let limit = (sample.bytes.len() as u64 * share / 100).max(1);
            let converter = Converter::new(sample.format).max_bytes(limit);
            match converter.convert(&sample.bytes) {
                Ok(output) => assert!(output.bytes.len() as u64 <= limit, "{} at {limit}", sample.name),
                Err(error) => {
                    assert_eq!(error.code(), ErrorCode::TargetUnreachable, "{} at {limit}: {error}", sample.name);
                    let smallest = error.details().smallest_bytes.unwrap();
                    assert!(smallest > limit);
                    let output = converter.best_effort(true).convert(&sample.bytes).unwrap();
                    assert_eq!(output.bytes.len() as u64, smallest, "{} at {limit}", sample.name);
                }
            }
        }
    }
}

#[test]
fn a_wrong_claim_about_the_source_is_noticed() {
    let samples = all();
    for (sample, other) in samples.iter().zip(samples.iter().skip(1)) {
        // A text may be meant as any other kind of text, and nothing in a TGA says what it is.
        if sample.format == other.format || ["md", "txt", "tga"].contains(&sample.format.id()) {
            continue;
        }
        let Some(target) = targets(other).into_iter().find(|target| *target != sample.format) else { continue };
        let error = Converter::new(target).source(other.format).convert(&sample.bytes).unwrap_err();
        assert_eq!(error.code(), ErrorCode::FormatMismatch, "{} as {}", sample.name, other.format);
    }
}

#[test]
fn the_made_samples_are_what_they_are_meant_to_be() {
    let pdf = samples::pdf();
    assert!(pdf.starts_with(b"%PDF-1.4"));
    let book = mobi::Mobi::new(samples::mobi()).unwrap();
    assert_eq!(book.title(), samples::MOBI_TITLE);
    assert_eq!(book.author().as_deref(), Some("A. Writer"));
}
