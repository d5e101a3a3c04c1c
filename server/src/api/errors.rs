//! `/errors` and `/errors/{code}`: pages for people about the problems; the `type` of a problem points at its page.

use askama::Template;
use axum::extract::Path;
use axum::response::Response;

use crate::api::plain::show;
use crate::problem::{self, Problem, ProblemSpec, Result};

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage {
    here: &'static str,
    spec: ProblemSpec,
}

#[derive(Template)]
#[template(path = "errors.html")]
struct ErrorsPage {
    here: &'static str,
    specs: Vec<ProblemSpec>,
}

/// The page of one code.
pub async fn page(Path(code): Path<String>) -> Result<Response> {
    let found = problem::all().into_iter().find(|spec| spec.code == code);
    let spec = found.ok_or_else(|| Problem::new(problem::NOT_FOUND).detail("No error has this code."))?;
    show(&ErrorPage { here: "", spec })
}

/// The page of all codes.
pub async fn index() -> Result<Response> {
    show(&ErrorsPage { here: "/errors", specs: problem::all() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_page_that_names_it_and_is_listed() {
        let all = ErrorsPage { here: "/errors", specs: problem::all() }.render().unwrap();
        for spec in problem::all() {
            let page = ErrorPage { here: "", spec }.render().unwrap();
            assert!(page.contains(&format!("<h1>{}</h1>", spec.code)) && page.contains(&spec.status.to_string()));
            assert!(all.contains(&format!("href=\"/errors/{}\"", spec.code)), "{}", spec.code);
        }
    }
}
