//! The HTTP service of transvase: one endpoint, API keys, credits and a dashboard over the core.
//!
//! It parses a request, calls the core (in a worker process) and maps the core's table of errors to
//! problem documents; it knows no format. Rooms, left to right, each using only what is to its left:
//! `config, problem < auth, store < engine < state < http < api < dashboard < lib`.

#![forbid(unsafe_code)]

pub mod api;
pub mod auth;
pub mod config;
pub mod dashboard;
pub mod engine;
pub mod http;
pub mod problem;
pub mod state;
pub mod store;
