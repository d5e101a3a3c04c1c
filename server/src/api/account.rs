//! `GET /api/account`: the plan, its credits and what it allows.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::Request;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::api::admission::{self, rfc3339};
use crate::api::allowance::Allowance;
use crate::api::rate::rate_headers;
use crate::config::Config;
use crate::problem::Result;
use crate::state::App;
use crate::store::{Account, Plan};

/// The endpoint.
pub async fn endpoint(State(app): State<Arc<App>>, request: Request<Body>) -> Result<Response> {
    let admitted = admission::look(&app, &request.into_parts().0).await?;
    let mut response = axum::Json(document(&admitted.account, &app.config)).into_response();
    response.headers_mut().extend(rate_headers(admitted.rate));
    Ok(response)
}

/// The account as its owner's programs see it. Credits are `null` on the paid plan.
fn document(account: &Account, config: &Config) -> Value {
    let allowance = Allowance::of(account.plan, config);
    let is_counted = account.plan == Plan::Free;
    json!({
        "plan": if is_counted { "free" } else { "paid" },
        "credits": is_counted.then_some(account.credits),
        "credits_expire_at": is_counted.then(|| rfc3339(account.credits_expire_at)),
        "limits": {
            "upload_bytes": allowance.upload_bytes,
            "seconds": allowance.time.as_secs_f64(),
            "concurrency": allowance.concurrency,
            "requests_per_minute": config.rates(account.is_operator()).per_key,
        },
    })
}
