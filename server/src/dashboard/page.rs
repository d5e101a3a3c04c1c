//! Page layout shared by all pages: their frame, the short messages after a change, and failures.

use askama::Template;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use super::visitor::SignedIn;
use crate::auth::password::HashingFailed;
use crate::problem::Problem;
use crate::store::{Account, StoreError};

/// A page, or why there is none.
pub type Page = Result<Response, Failure>;

/// What surrounds every page.
#[derive(Debug, Clone, Default)]
pub struct Frame {
    /// The account that is signed in.
    pub account: Option<Account>,
    /// The token of the page's forms.
    pub csrf: String,
    /// The address of the page, by which the navigation marks it.
    pub here: &'static str,
    /// What has just been done.
    pub done: Option<&'static str>,
}

impl Frame {
    /// The frame of a page for somebody signed in.
    pub fn of(who: &SignedIn, here: &'static str) -> Self {
        Frame { account: Some(who.account.clone()), csrf: who.csrf(), here, done: None }
    }

    /// Says what a redirect's query says was done.
    #[must_use]
    pub fn after(mut self, query: Option<&str>) -> Self {
        self.done = query.and_then(done);
        self
    }
}

/// What was done, by the word a redirect carries. Only words of this table are ever shown, so that a
/// link cannot put words into the service's mouth.
const DONE: &[(&str, &str)] = &[
    ("welcome", "Your account is ready. Create a key to begin, or try a conversion here."),
    ("signed-out", "You are signed out."),
    ("signed-out-everywhere", "Every session of your account has ended, this one included."),
    ("key-created", "The key was created."),
    ("key-rotated", "The key was rotated."),
    ("key-revoked", "The key was revoked and no longer works."),
    ("job-created", "The job was accepted."),
    ("job-removed", "The job is gone."),
    ("password-changed", "Your password was changed. Every other session has ended."),
    ("account-deleted", "Your account was deleted."),
    ("account-created", "The account was created."),
    ("plan-set", "The plan was changed."),
    ("account-disabled", "The account was disabled; its keys no longer work."),
    ("account-enabled", "The account was enabled."),
];

fn done(query: &str) -> Option<&'static str> {
    let word = query.split('&').find_map(|pair| pair.strip_prefix("done="))?;
    DONE.iter().find(|(known, _)| *known == word).map(|(_, sentence)| *sentence)
}

/// Goes to a page after a change; `word` is one of [`DONE`].
pub fn go(path: &str, word: &str) -> Response {
    redirect(&format!("{path}?done={word}"))
}

/// Goes to a page by GET.
pub fn redirect(path: &str) -> Response {
    let to = HeaderValue::from_str(path).unwrap_or(HeaderValue::from_static("/"));
    (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response()
}

/// The response with one more `Set-Cookie`.
#[must_use]
pub fn with_cookie(mut response: Response, cookie: HeaderValue) -> Response {
    response.headers_mut().append(header::SET_COOKIE, cookie);
    response
}

/// A rendered page.
pub fn show(template: &impl Template) -> Page {
    show_as(StatusCode::OK, template)
}

/// A rendered page with a status of its own.
pub fn show_as(status: StatusCode, template: &impl Template) -> Page {
    let html = template.render().map_err(|error| Failure::from(Problem::internal(error)))?;
    Ok((status, Html(html)).into_response())
}

/// Why a page cannot be shown: itself a page, or the way to one.
#[derive(Debug)]
pub struct Failure(Kind);

#[derive(Debug)]
enum Kind {
    Elsewhere(String),
    Told(Box<Told>),
}

/// A failure as its page tells it.
#[derive(Debug, Template)]
#[template(path = "failure.html")]
struct Told {
    frame: Frame,
    status: StatusCode,
    title: String,
    detail: String,
    code: Option<&'static str>,
    headers: HeaderMap,
}

impl Failure {
    fn told(status: StatusCode, title: &str, detail: &str) -> Self {
        let (frame, headers) = (Frame::default(), HeaderMap::new());
        Failure(Kind::Told(Box::new(Told {
            frame,
            status,
            title: title.into(),
            detail: detail.into(),
            code: None,
            headers,
        })))
    }

    /// Nobody is signed in; the page asked for comes after signing in.
    pub fn to_sign_in(path: &str) -> Self {
        Failure(Kind::Elsewhere(format!("/signin?next={path}")))
    }

    /// There is no such page, or not for this account.
    pub fn not_found() -> Self {
        Self::told(StatusCode::NOT_FOUND, "Nothing here", "There is no page at this address.")
    }

    /// A form that no page of ours sends.
    pub fn bad_form() -> Self {
        Self::told(StatusCode::BAD_REQUEST, "Form not understood", "The form was not filled in as its page asks.")
    }

    /// A form whose token is not the session's.
    pub fn stale_form() -> Self {
        let detail = "The page was open for too long, or in another session. Go back, load it again and repeat.";
        Self::told(StatusCode::FORBIDDEN, "Form out of date", detail)
    }

    /// A change that another site asked for.
    pub fn from_elsewhere() -> Self {
        let detail = "The request did not come from a page of this service, so nothing was done.";
        Self::told(StatusCode::FORBIDDEN, "Refused", detail)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        let status = StatusCode::from_u16(problem.spec.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut failure = Self::told(status, problem.spec.title.trim_end_matches('.'), &problem.detail);
        if let Kind::Told(told) = &mut failure.0 {
            told.code = Some(problem.spec.code);
            told.headers = retry_after(problem.retry_after_s);
        }
        failure
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "a page had no answer from the store");
        Problem::overloaded("The database does not answer at the moment. Try again shortly.", 5).into()
    }
}

impl From<HashingFailed> for Failure {
    fn from(error: HashingFailed) -> Self {
        Problem::internal(error).into()
    }
}

impl From<getrandom::Error> for Failure {
    fn from(error: getrandom::Error) -> Self {
        Problem::internal(error).into()
    }
}

/// `Retry-After`, where there is one.
pub fn retry_after(seconds: Option<u64>) -> HeaderMap {
    let pair = seconds.map(|seconds| -> (HeaderName, HeaderValue) { (header::RETRY_AFTER, seconds.into()) });
    pair.into_iter().collect()
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        match self.0 {
            Kind::Elsewhere(path) => redirect(&path),
            Kind::Told(told) => {
                let html = told.render().unwrap_or_else(|_| told.title.clone());
                (told.status, told.headers, Html(html)).into_response()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_words_are_shown() {
        assert_eq!(done("done=key-revoked"), Some("The key was revoked and no longer works."));
        assert_eq!(done("a=b&done=welcome").map(|text| &text[..4]), Some("Your"));
        for odd in ["", "done=", "done=<b>", "done=call+0900", "key-revoked"] {
            assert_eq!(done(odd), None, "{odd}");
        }
    }

    #[test]
    fn a_failure_is_escaped() {
        let told = Failure::told(StatusCode::BAD_REQUEST, "a <b>", "x & \"y\"");
        let Kind::Told(told) = told.0 else { panic!("it is told") };
        let html = told.render().unwrap();
        assert!(!html.contains("<b>"), "{html}");
        assert!(html.contains("x &#38; &#34;y&#34;"), "{html}");
    }
}
