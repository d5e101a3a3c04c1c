//! Code samples, `GET /dashboard/code`: programs that convert a file with this service, ready to run.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;

use super::page::{Frame, Page, show};
use super::visitor::SignedIn;
use crate::problem::Problem;
use crate::state::App;

/// The variable the programs read the key from.
const KEY_VARIABLE: &str = "TRANSVASE_API_KEY";

#[derive(Template)]
#[template(path = "code.html")]
struct CodePage {
    frame: Frame,
    base: String,
    variable: &'static str,
    samples: Vec<Sample>,
}

/// A program.
struct Sample {
    /// Its place on the page.
    id: &'static str,
    /// Its language.
    language: &'static str,
    /// What it is called and how it is run.
    run: &'static str,
    text: String,
}

macro_rules! samples {
    ($($name:ident $path:literal $id:literal $language:literal $run:literal;)*) => {
        $(#[derive(Template)]
        #[template(path = $path, escape = "none")]
        struct $name<'a> { base: &'a str, variable: &'a str })*

        fn samples(base: &str) -> askama::Result<Vec<Sample>> {
            Ok(vec![$(Sample {
                id: $id,
                language: $language,
                run: $run,
                text: $name { base, variable: KEY_VARIABLE }.render()?,
            }),*])
        }
    };
}

samples! {
    Curl "samples/convert.sh" "curl" "curl" "sh convert.sh";
    Python "samples/convert.py" "python" "Python" "pip install requests && python convert.py";
    C "samples/convert.c" "c" "C" "cc convert.c -lcurl -o convert && ./convert";
    JavaScript "samples/convert.mjs" "javascript" "JavaScript" "node convert.mjs";
}

/// `GET /dashboard/code`.
pub async fn page(State(_): State<Arc<App>>, who: SignedIn) -> Page {
    let base = who.visitor.base.clone();
    let samples = samples(&base).map_err(Problem::internal)?;
    show(&CodePage { frame: Frame::of(&who, "/dashboard/code"), base, variable: KEY_VARIABLE, samples })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_names_this_service_and_takes_the_key_from_the_environment() {
        for sample in samples("https://convert.example.org").unwrap() {
            assert!(sample.text.contains("https://convert.example.org/api/convert"), "{}", sample.language);
            assert!(sample.text.contains(KEY_VARIABLE), "{}", sample.language);
            assert!(!sample.text.contains("tvs_live_"), "{}", sample.language);
        }
    }
}
