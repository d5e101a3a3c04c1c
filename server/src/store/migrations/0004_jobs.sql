-- Conversions that nobody waits for. Their files lie in the folder of jobs, with the files' names and the options: none
-- of those is here.
CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    account BIGINT NOT NULL REFERENCES accounts (id),
    key_id BIGINT,
    state TEXT NOT NULL,
    node TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    finished_at BIGINT,
    expires_at BIGINT,
    stage TEXT NOT NULL,
    done BIGINT NOT NULL,
    total BIGINT NOT NULL,
    target TEXT NOT NULL,
    bytes_in BIGINT NOT NULL,
    idempotency_hash TEXT,
    fingerprint TEXT,
    problem TEXT,
    webhook TEXT
);
CREATE INDEX jobs_of_account ON jobs (account, created_at);
CREATE INDEX jobs_by_state ON jobs (state, created_at);

-- A reservation of a job that was accepted belongs to no process.
ALTER TABLE reservations ADD COLUMN is_job BIGINT NOT NULL DEFAULT 0;

-- Webhooks that were not taken yet.
CREATE TABLE deliveries (
    id TEXT PRIMARY KEY,
    job TEXT NOT NULL,
    account BIGINT NOT NULL REFERENCES accounts (id),
    url TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    is_taken BIGINT NOT NULL,
    due_at BIGINT NOT NULL
);
CREATE INDEX deliveries_by_time ON deliveries (due_at);
CREATE INDEX deliveries_of_account ON deliveries (account);
