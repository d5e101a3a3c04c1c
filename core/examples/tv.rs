//! Converts a file: `tv IN OUT [key=value ...]`.
#![allow(clippy::disallowed_methods, missing_docs, clippy::unwrap_used)]
use transvase::{Converter, Format};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (from, to) = (&words[0], &words[1]);
    let hint = from.rsplit('.').next().and_then(Format::find);
    let mut converter = Converter::new(to.rsplit('.').next().unwrap().parse().unwrap()).hint(hint);
    for pair in &words[2..] {
        let (key, value) = pair.split_once('=').unwrap();
        converter = converter.option(key, value);
    }
    match converter.convert(&std::fs::read(from).unwrap()) {
        Ok(output) => {
            let name = if output.format.id() == "zip" { format!("{to}.zip") } else { to.clone() };
            std::fs::write(&name, &output.bytes).unwrap();
            println!("{name}: {} bytes, {}", output.bytes.len(), output.route.explain());
            for warning in &output.warnings {
                println!("  {warning:?}");
            }
        }
        Err(error) => {
            println!("error {:?}: {error}", error.code());
            std::process::exit(1);
        }
    }
}
