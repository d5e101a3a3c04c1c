-- What became of a webhook is known as long as its job is; before ended_at it is still to be sent. A reason is why the
-- last attempt failed: one that has ended with a reason was given up.
ALTER TABLE deliveries ADD COLUMN host TEXT NOT NULL DEFAULT '';
ALTER TABLE deliveries ADD COLUMN ended_at BIGINT;
ALTER TABLE deliveries ADD COLUMN reason TEXT;
DROP INDEX deliveries_by_time;
CREATE INDEX deliveries_open ON deliveries (due_at) WHERE ended_at IS NULL;
CREATE INDEX deliveries_by_end ON deliveries (ended_at);

-- Hosts that webhooks were sent to, for each account its own: nobody's address can be spoilt by others. One that was
-- slow gets one webhook at a time, and none before open_at, which failures in succession put off.
CREATE TABLE receivers (
    account BIGINT NOT NULL REFERENCES accounts (id),
    host TEXT NOT NULL,
    is_slow BIGINT NOT NULL,
    failures BIGINT NOT NULL,
    open_at BIGINT NOT NULL,
    tried_at BIGINT NOT NULL,
    PRIMARY KEY (account, host)
);
CREATE INDEX receivers_by_age ON receivers (tried_at);

-- A job whose result found no room waits again; how often it did, and until when.
ALTER TABLE jobs ADD COLUMN pauses BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN paused_until BIGINT NOT NULL DEFAULT 0;
