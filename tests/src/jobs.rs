//! Jobs of a service under test: made, looked at, fetched.

use std::net::SocketAddr;

use serde_json::Value;

use crate::http::{self, Answer, Part};
use crate::samples;
use crate::service::Service;

/// The picture that is sent.
pub fn png() -> Vec<u8> {
    samples::named("rgb.png")
}

/// Asks for a job.
pub fn post(address: SocketAddr, key: &str, headers: &[(&str, &str)], parts: &[Part]) -> Answer {
    http::send(address, &http::form("/api/jobs", key, headers, parts))
}

/// Makes a job; its number.
///
/// # Panics
/// Where it is refused.
pub fn make(address: SocketAddr, key: &str, parts: &[Part]) -> String {
    let answer = post(address, key, &[], parts);
    assert_eq!(answer.status, 202, "{}", String::from_utf8_lossy(&answer.body));
    let id = answer.json()["id"].as_str().expect("a job has a number").to_owned();
    assert_eq!(answer.header("location"), format!("/api/jobs/{id}"));
    id
}

/// How a job stands.
///
/// # Panics
/// Where it is not known.
pub fn state(address: SocketAddr, key: &str, id: &str) -> Value {
    let answer = http::get_with(address, &format!("/api/jobs/{id}"), key);
    assert_eq!(answer.status, 200, "{}", answer.code());
    answer.json()
}

/// The answer of a job.
pub fn result(address: SocketAddr, key: &str, id: &str) -> Answer {
    http::get_with(address, &format!("/api/jobs/{id}/result"), key)
}

/// Cancels or forgets a job.
pub fn delete(address: SocketAddr, key: &str, id: &str) -> Answer {
    let key = format!("Bearer {key}");
    http::send(address, &http::request("DELETE", &format!("/api/jobs/{id}"), &[("Authorization", &key)], b""))
}

/// The job once it has ended.
///
/// # Panics
/// Where it does not end.
pub fn ended(service: &Service, key: &str, id: &str) -> Value {
    let mut last = Value::Null;
    service.until("a job ends", |service| {
        last = state(service.address, key, id);
        !["queued", "running"].contains(&last["status"].as_str().unwrap_or_default())
    });
    last
}
