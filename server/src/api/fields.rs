//! Request fields: the parts of a conversion request in one table, from which requests are read and described.

use axum::http::Uri;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use transvase::{Error, Format, OptionSpec};
use transvase_surface::options::in_bytes;
use transvase_worker::{Job, Part};

use crate::api::allowance::Allowance;
use crate::http::outside;
use crate::problem::{self, Problem, Result};

/// A part of the request.
#[derive(Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub doc: &'static str,
    /// Whether a request needs it.
    pub is_required: bool,
    /// Whether it is a file, of which there may be several.
    pub is_file: bool,
    /// Whether jobs alone have it.
    pub is_of_jobs: bool,
}

const fn field(name: &'static str, is_required: bool, doc: &'static str) -> Field {
    Field { name, doc, is_required, is_file: false, is_of_jobs: false }
}

const fn files(name: &'static str, is_required: bool, doc: &'static str) -> Field {
    Field { is_file: true, ..field(name, is_required, doc) }
}

/// The parts of a request, which may be one for a job.
pub fn of_request(is_job: bool) -> impl Iterator<Item = &'static Field> {
    FIELDS.iter().filter(move |field| is_job || !field.is_of_jobs)
}

/// The part of that name, and whether it is a file: one of the table, or an option, each of which may be a part of its
/// own.
pub fn find(name: &str, is_job: bool) -> Option<(&'static str, bool)> {
    let field = of_request(is_job).find(|field| field.name == name).map(|field| (field.name, field.is_file));
    field.or_else(|| options().iter().find(|option| option.key == name).map(|option| (option.key, false)))
}

/// The parts that are no options.
pub static FIELDS: &[Field] = &[
    files(
        FILE,
        true,
        "The file to convert, or the files to join to one, in their order; the name of the first gives the result its \
         name.",
    ),
    files(
        RESOURCE,
        false,
        "Files that the documents name, such as pictures and style sheets: each filename is the relative path, with \
         slashes, by which they do.",
    ),
    field(
        "to",
        true,
        "Format of the result: an id, an extension or a media type. The file's own format compresses it.",
    ),
    field("from", false, "Format of the file, where its bytes do not say it."),
    field("options", false, "A JSON object of options by their keys, for those that are no parts of their own."),
    field(
        WARNINGS,
        false,
        "Where warnings are told: header, cut down to what one holds, or body, all of them behind the file, as \
         multipart/mixed. Without it Accept decides.",
    ),
    Field {
        is_of_jobs: true,
        ..field(WEBHOOK, false, "An https address that the end of the job is told to, as Standard Webhooks has it.")
    },
];

/// A part with a file to convert.
pub const FILE: &str = "file";

/// A part with a file that those to convert name.
pub const RESOURCE: &str = "resource";

/// The part that says where warnings are told, and the words it may hold.
pub const WARNINGS: &str = "warnings";
/// In the header alone.
pub const IN_HEADER: &str = "header";
/// In the body, behind the file.
pub const IN_BODY: &str = "body";

/// The part with the address that the end of a job is told to.
pub const WEBHOOK: &str = "webhook";

/// Longest address of a webhook, in bytes.
const WEBHOOK_BYTES: usize = 2048;

/// Options of the core that are the service's to choose.
const OWN: &[&str] = &["threads"];

/// The options a client may set.
pub fn options() -> Vec<&'static OptionSpec> {
    transvase::option_specs().into_iter().filter(|spec| !OWN.contains(&spec.key)).collect()
}

/// The texts of a request, by the parts' names.
#[derive(Debug, Default)]
pub struct Texts(Vec<(&'static str, String)>);

impl Texts {
    /// Keeps a part. An empty one counts as not sent: forms send those for what was left blank.
    pub fn push(&mut self, name: &'static str, text: String) {
        if !text.trim().is_empty() {
            self.0.push((name, text));
        }
    }

    /// Every part in the order of the table, which does not depend on the order they came in.
    pub fn sorted(&self) -> Vec<(&'static str, &str)> {
        let mut sorted: Vec<_> = self.0.iter().map(|(name, text)| (*name, text.as_str())).collect();
        sorted.sort_unstable();
        sorted
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, text)| text.as_str())
    }

    /// The target's id, or an empty word where it is none.
    pub fn target(&self) -> &'static str {
        self.get("to").and_then(Format::find).map_or("", Format::id)
    }

    /// The conversion of `files` that is asked for.
    ///
    /// # Errors
    /// `missing_to`, `invalid_option`, `duplicate_field`.
    pub fn job(&self, files: Vec<Part>, allowance: &Allowance) -> Result<Job> {
        let to = self.get("to").ok_or_else(|| Problem::new(problem::MISSING_TO))?;
        Ok(Job {
            to: to.trim().to_owned(),
            from: self.get("from").map(|word| word.trim().to_owned()),
            hint: None,
            options: self.options()?,
            limits: allowance.limits.clone(),
            deadline: Some(allowance.time),
            parts: files,
        })
    }

    /// Whether the body tells the warnings; `None` where the request's parts do not say.
    ///
    /// # Errors
    /// `invalid_option`.
    pub fn warnings_in_body(&self) -> Result<Option<bool>> {
        match self.get(WARNINGS).map(str::trim) {
            None => Ok(None),
            Some(IN_HEADER) => Ok(Some(false)),
            Some(IN_BODY) => Ok(Some(true)),
            Some(_) => Err(bad(WARNINGS, "it must be header or body")),
        }
    }

    /// Where the end of the job is to be told. Plain HTTP and private addresses are for those who trust their network.
    ///
    /// # Errors
    /// `invalid_option`.
    pub fn webhook(&self, is_private: bool) -> Result<Option<String>> {
        let Some(text) = self.get(WEBHOOK).map(str::trim) else { return Ok(None) };
        let url = text.parse::<Uri>().ok().filter(|url| url.host().is_some_and(|host| !host.is_empty()));
        let is_known = |url: &Uri| match url.scheme_str() {
            Some("https") => true,
            Some("http") => is_private,
            _ => false,
        };
        let has_name = |url: &Uri| url.authority().is_some_and(|authority| authority.as_str().contains('@'));
        let Some(url) = url.filter(|url| is_known(url) && !has_name(url) && text.len() <= WEBHOOK_BYTES) else {
            return Err(bad(WEBHOOK, "it must be an https URL of at most 2048 bytes, without a user name"));
        };
        outside::check(&url, is_private).map_err(|why| bad(WEBHOOK, why))?;
        Ok(Some(text.to_owned()))
    }

    /// Every option by key and text: those with a part of their own, then those of the JSON object. Sizes may have a
    /// unit.
    fn options(&self) -> Result<Vec<(String, String)>> {
        let parts = options().into_iter();
        let mut pairs: Vec<(String, String)> =
            parts.filter_map(|option| Some((option.key.to_owned(), self.get(option.key)?.to_owned()))).collect();
        for (key, value) in self.object()? {
            if OWN.contains(&key.as_str()) {
                return Err(bad(&key, "it is set by the service and cannot be chosen"));
            }
            if pairs.iter().any(|(known, _)| *known == key) {
                let detail = format!("The option {key} is given twice.");
                return Err(Problem::new(problem::DUPLICATE_FIELD).detail(detail));
            }
            let text = scalar(&value).ok_or_else(|| bad(&key, "it must be text, a number, true or false"))?;
            pairs.push((key, text));
        }
        for (key, text) in &mut pairs {
            *text = in_bytes(key, text).map_err(|error| Problem::from(&error))?;
        }
        Ok(pairs)
    }

    fn object(&self) -> Result<Vec<(String, Value)>> {
        let Some(text) = self.get("options") else { return Ok(Vec::new()) };
        let members: Result<Members, _> = serde_json::from_str(text);
        let bad = |_| bad("options", "it must be a JSON object of options by their keys");
        members.map(|Members(members)| members).map_err(bad)
    }
}

/// The members of a JSON object as they were sent: of those with one key a map would keep the last in silence.
struct Members(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ReadMembers)
    }
}

struct ReadMembers;

impl<'de> Visitor<'de> for ReadMembers {
    type Value = Members;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}

fn bad(key: &str, why: &str) -> Problem {
    Problem::from(&Error::option(key, why))
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::store::Plan;

    fn job(pairs: &[(&'static str, &str)]) -> Result<Job, (&'static str, String)> {
        let mut texts = Texts::default();
        pairs.iter().for_each(|(name, text)| texts.push(name, (*text).into()));
        let allowance = Allowance::of(Plan::Free, &Config::default());
        let told = |problem: Problem| (problem.spec.code, problem.detail);
        let file = Part { hint: Some("JPG".into()), bytes: 9, ..Part::default() };
        texts.job(vec![file], &allowance).map_err(told)
    }

    #[test]
    fn parts_and_options_become_one_list() {
        let job =
            job(&[("options", r#"{"effort": 3, "lossless": true}"#), ("to", " png "), ("quality", "80")]).unwrap();
        assert_eq!((job.to.as_str(), job.parts[0].hint.as_deref()), ("png", Some("JPG")));
        let pairs: Vec<_> = job.options.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        assert_eq!(pairs, [("quality", "80"), ("effort", "3"), ("lossless", "true")]);
    }

    #[test]
    fn an_option_is_a_part_too_and_sizes_have_units() {
        for pairs in
            [[("to", "jpeg"), ("max_bytes", "200KB")], [("to", "jpeg"), ("options", r#"{"max_bytes":"200KB"}"#)]]
        {
            assert_eq!(job(&pairs).unwrap().options, [("max_bytes".to_owned(), "200000".to_owned())]);
        }
        assert_eq!(job(&[("to", "jpeg"), ("max_bytes", "much")]).unwrap_err().0, "invalid_option");
        assert_eq!(find("dpi", false), Some(("dpi", false)));
        assert_eq!(find("file", false), Some(("file", true)));
        for unknown in ["threads", "dpii", "webhook"] {
            assert_eq!(find(unknown, false), None, "{unknown}");
        }
    }

    #[test]
    fn what_cannot_be_taken_is_named() {
        assert_eq!(job(&[("to", "")]).unwrap_err().0, "missing_to");
        for options in ["[]", "{", "1", r#"{"effort": []}"#, r#"{"effort": null}"#, r#"{"threads": 4}"#] {
            assert_eq!(job(&[("to", "png"), ("options", options)]).unwrap_err().0, "invalid_option", "{options}");
        }
        let twice = job(&[("to", "png"), ("quality", "1"), ("options", r#"{"quality": 2}"#)]).unwrap_err();
        assert_eq!(twice.0, "duplicate_field");
        let doubled = job(&[("to", "png"), ("options", r#"{"quality": 1, "effort": 3, "quality": 1}"#)]).unwrap_err();
        assert_eq!(doubled, ("duplicate_field", "The option quality is given twice.".into()));
    }

    #[test]
    fn where_warnings_are_told_is_one_of_two_words() {
        let of = |text: &str| {
            let mut texts = Texts::default();
            texts.push(WARNINGS, text.into());
            texts.warnings_in_body().map_err(|problem| problem.spec.code)
        };
        assert_eq!((of("body"), of(" header"), of("")), (Ok(Some(true)), Ok(Some(false)), Ok(None)));
        assert_eq!(of("Body"), Err("invalid_option"));
    }

    #[test]
    fn a_webhook_is_a_whole_address() {
        let of = |text: &str, may_be_plain| {
            let mut texts = Texts::default();
            texts.push(WEBHOOK, text.into());
            texts.webhook(may_be_plain).map_err(|problem| problem.spec.code)
        };
        assert_eq!(of(" https://example.org/a?b=c", false).unwrap().unwrap(), "https://example.org/a?b=c");
        assert!(of("http://example.org", true).unwrap().is_some());
        assert_eq!(of("", false), Ok(None));
        for text in [
            "http://example.org",
            "ftp://example.org",
            "example.org",
            "/a",
            "https://",
            "https:///a",
            "https://:443/",
            "https://a@example.org/",
            "https://127.0.0.1/",
        ] {
            assert_eq!(of(text, false), Err("invalid_option"), "{text}");
        }
        assert!(of("http://127.0.0.1:8000/", true).unwrap().is_some());
    }

    #[test]
    fn no_part_is_called_like_an_option() {
        for field in FIELDS {
            assert!(!options().iter().any(|spec| spec.key == field.name), "{}", field.name);
        }
    }
}
