//! Converts a file: `cargo run --example convert -- examples/report.pdf report.docx`.

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use transvase::{Converter, Format};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(input), Some(output)) = (words.next(), words.next()) else {
        return Err("convert IN OUT".into());
    };
    let extension = output.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let converter = Converter::to_named(extension)?
        // Decides only where the bytes themselves do not say what they are.
        .hint(input.extension().and_then(|extension| extension.to_str()).and_then(Format::find))
        .deadline(Duration::from_mins(1));
    let result = converter.convert(&std::fs::read(&input)?)?;
    for warning in &result.warnings {
        eprintln!("{warning}");
    }
    std::fs::write(&output, result.bytes)?;
    Ok(())
}
