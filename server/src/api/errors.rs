//! `/errors/{code}`: a page for people about each problem, which the problem's `type` points at.

use axum::extract::Path;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};

use crate::problem::{self, Problem, ProblemSpec, Result};

/// It has the style of the other pages, and does nothing.
const POLICY: &str =
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The page of one code.
pub async fn page(Path(code): Path<String>) -> Result<Response> {
    let found = problem::all().into_iter().find(|spec| spec.code == code);
    let spec = found.ok_or_else(|| Problem::new(problem::NOT_FOUND).detail("No error has this code."))?;
    Ok(([(header::CONTENT_SECURITY_POLICY, POLICY)], Html(text(&spec))).into_response())
}

/// Everything in it is from the table of problems: there is nothing to escape but its quotes.
fn text(spec: &ProblemSpec) -> String {
    let ProblemSpec { code, status, title, .. } = spec;
    let again = match spec.retryable {
        true => "Yes: wait for the time in the header Retry-After, then send the same request again.",
        false => "No: the same request will fail again.",
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{code}</title>\n<link rel=\"stylesheet\" href=\"/static/style.css\">\n</head>\n<body>\n\
         <header class=\"top\"><div class=\"width\"><a class=\"brand\" href=\"/\">Transvase</a></div></header>\n\
         <main class=\"width narrow\">\n<section class=\"card\">\n<h1>{code}</h1>\n<p>{}</p>\n\
         <dl class=\"facts\">\n<div><dt>HTTP status</dt>\n<dd>{status}</dd></div>\n\
         <div><dt>Worth another try</dt>\n<dd>{again}</dd></div>\n<div><dt>Charged</dt>\n<dd>No: only an answer with a file \
         costs a credit.</dd></div>\n</dl>\n</section>\n</main>\n</body>\n</html>\n",
        escaped(title)
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_page_that_names_it() {
        for spec in problem::all() {
            let page = text(&spec);
            assert!(page.contains(&format!("<h1>{}</h1>", spec.code)) && page.contains(&spec.status.to_string()));
        }
    }
}
