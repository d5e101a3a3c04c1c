//! Form bodies: the fields of a form, read only once its CSRF token is right.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Form;
use axum::extract::{FromRequest, FromRequestParts, Request};

use super::page::Failure;
use super::visitor::{SignedIn, Visitor};
use crate::auth::{email, session};
use crate::state::App;

/// The fields of a form.
#[derive(Debug)]
pub struct Fields(HashMap<String, String>);

/// The form of somebody signed in.
#[derive(Debug)]
pub struct Post {
    /// Who sent it.
    pub who: SignedIn,
    /// What it says.
    pub fields: Fields,
}

/// The form of a visitor: signing in, signing up.
#[derive(Debug)]
pub struct EntryPost {
    /// Who sent it.
    pub visitor: Visitor,
    /// What it says.
    pub fields: Fields,
}

/// A field that is not as it must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// The field's name.
    pub field: &'static str,
    /// What is wrong, in one sentence.
    pub message: String,
}

impl FieldError {
    /// An error of a field.
    pub fn new(field: &'static str, message: impl Into<String>) -> Self {
        FieldError { field, message: message.into() }
    }
}

impl Fields {
    /// A field without the white space around it; empty where it is missing.
    pub fn text(&self, name: &str) -> &str {
        self.raw(name).trim()
    }

    /// A field as it was typed: for passwords, in which every character counts.
    pub fn raw(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// An e-mail address, in lower case.
    ///
    /// # Errors
    /// Where it cannot be one. Whether mail arrives there is another matter.
    pub fn email(&self) -> Result<String, FieldError> {
        let wrong = || FieldError::new("email", "Enter an e-mail address, such as name@example.org.");
        email::normal(self.text("email")).ok_or_else(wrong)
    }

    async fn read(request: Request, token: &str) -> Result<Self, Failure> {
        let Form(fields) = Form::from_request(request, &()).await.map_err(|_| Failure::bad_form())?;
        let fields = Fields(fields);
        if session::csrf_matches(token, fields.raw("csrf")) { Ok(fields) } else { Err(Failure::stale_form()) }
    }
}

impl FromRequest<Arc<App>> for Post {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Failure> {
        let (mut parts, body) = request.into_parts();
        let who = SignedIn::from_request_parts(&mut parts, app).await?;
        let fields = Fields::read(Request::from_parts(parts, body), &who.token).await?;
        Ok(Post { who, fields })
    }
}

impl FromRequest<Arc<App>> for EntryPost {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Failure> {
        let (mut parts, body) = request.into_parts();
        let Ok(visitor) = Visitor::from_request_parts(&mut parts, app).await;
        let Some(token) = visitor.visit.clone() else { return Err(Failure::stale_form()) };
        let fields = Fields::read(Request::from_parts(parts, body), &token).await?;
        Ok(EntryPost { visitor, fields })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_form_counts_with_its_own_token_alone() {
        let token = "the session's token";
        let post = |body: String| {
            let form = "application/x-www-form-urlencoded";
            Request::post("/").header("content-type", form).body(body.into()).unwrap()
        };
        let right = post(format!("name=a%20b&csrf={}", session::csrf_token(token)));
        assert_eq!(Fields::read(right, token).await.unwrap().text("name"), "a b");
        for body in ["name=a".to_owned(), format!("csrf={}", session::csrf_token("another")), "csrf=".into()] {
            assert!(Fields::read(post(body.clone()), token).await.is_err(), "{body}");
        }
    }
}
