-- One text for both databases; {identity} is the only word that differs. Moments are milliseconds
-- since the Unix epoch, full_at columns microseconds; secrets are hashes in hexadecimal; flags are 0 or 1.

CREATE TABLE accounts (
    id {identity},
    email TEXT NOT NULL UNIQUE,
    password_hash TEXT,
    plan TEXT NOT NULL,
    is_administrator BIGINT NOT NULL,
    credits BIGINT NOT NULL,
    credits_expire_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    disabled_at BIGINT,
    rate_full_at BIGINT NOT NULL
);

CREATE TABLE api_keys (
    id {identity},
    account BIGINT NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    last_four TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT,
    expires_at BIGINT,
    revoked_at BIGINT,
    replaced_by BIGINT REFERENCES api_keys (id),
    rate_full_at BIGINT NOT NULL
);
CREATE INDEX api_keys_of_account ON api_keys (account);

-- Append-only: what is in it adds up to accounts.credits. A request has one row of a kind at most.
CREATE TABLE ledger (
    id {identity},
    account BIGINT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL,
    request TEXT,
    credits BIGINT NOT NULL,
    happened_at BIGINT NOT NULL,
    UNIQUE (request, kind)
);
CREATE INDEX ledger_of_account ON ledger (account);

-- Requests that are running.
CREATE TABLE reservations (
    request TEXT PRIMARY KEY,
    account BIGINT NOT NULL REFERENCES accounts (id),
    key_id BIGINT REFERENCES api_keys (id),
    node TEXT NOT NULL,
    credits BIGINT NOT NULL,
    idempotency_hash TEXT,
    reserved_at BIGINT NOT NULL
);
CREATE INDEX reservations_of_account ON reservations (account);

CREATE TABLE idempotency (
    account BIGINT NOT NULL REFERENCES accounts (id),
    hash TEXT NOT NULL,
    fingerprint TEXT,
    finished_at BIGINT,
    PRIMARY KEY (account, hash)
);
CREATE INDEX idempotency_by_age ON idempotency (finished_at);

CREATE TABLE nodes (
    name TEXT PRIMARY KEY,
    beat_at BIGINT NOT NULL
);

CREATE TABLE history (
    request TEXT PRIMARY KEY,
    account BIGINT NOT NULL REFERENCES accounts (id),
    key_id BIGINT REFERENCES api_keys (id),
    happened_at BIGINT NOT NULL,
    cost BIGINT NOT NULL,
    status BIGINT NOT NULL,
    code TEXT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    bytes_in BIGINT NOT NULL,
    bytes_out BIGINT NOT NULL,
    warnings TEXT NOT NULL,
    took_ms BIGINT NOT NULL
);
CREATE INDEX history_of_account ON history (account, happened_at);
CREATE INDEX history_by_age ON history (happened_at);

CREATE TABLE audit (
    id {identity},
    account BIGINT NOT NULL REFERENCES accounts (id),
    happened_at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL
);
CREATE INDEX audit_of_account ON audit (account, id);

CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    account BIGINT NOT NULL REFERENCES accounts (id),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_of_account ON sessions (account);

CREATE TABLE links (
    hash TEXT PRIMARY KEY,
    expires_at BIGINT NOT NULL
);

CREATE TABLE buckets (
    name TEXT PRIMARY KEY,
    full_at BIGINT NOT NULL
);
