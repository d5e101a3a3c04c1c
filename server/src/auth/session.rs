//! Sessions of the dashboard: random tokens in `__Host-` cookies, and the CSRF tokens derived from them.
