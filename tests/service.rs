//! The service over real sockets: what it answers, and in which form.

use transvase_server::store::Plan;
use transvase_tests::http;
use transvase_tests::samples;
use transvase_tests::service::Service;

fn png() -> Vec<u8> {
    samples::all().into_iter().find(|sample| sample.name == "rgb.png").expect("there is such a sample").bytes
}

#[test]
fn a_picture_is_converted_and_everything_is_said_about_it() {
    let Some(service) = Service::start("service-picture", &[]) else { return };
    let (key, _) = service.account("owner", Plan::Free, 200);
    let answer = http::convert(service.address, &key, &[("to", None, b"jpg"), ("file", Some("a b\u{e9}.png"), &png())]);
    assert_eq!(answer.status, 200, "{}", answer.json());
    assert_eq!(transvase::detect(&answer.body), Some(transvase::Format::JPEG));
    let told = [
        ("content-type", "image/jpeg"),
        ("content-disposition", "attachment; filename=\"a b_.jpg\"; filename*=UTF-8''a%20b%C3%A9.jpg"),
        ("cache-control", "no-store"),
        ("x-content-type-options", "nosniff"),
        ("api-version", "1"),
        ("credits-cost", "1"),
        ("credits-remaining", "199"),
        ("ratelimit-policy", "\"default\";q=60;w=60"),
    ];
    for (name, value) in told {
        assert_eq!(answer.header(name), value, "{name}");
    }
    assert_eq!(answer.header("content-length"), answer.body.len().to_string());
    assert!(answer.header("ratelimit").starts_with("\"default\";r=59"), "{}", answer.header("ratelimit"));
}
