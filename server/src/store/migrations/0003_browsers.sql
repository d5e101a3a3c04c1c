-- Browsers that an account was signed in with: strangers' attempts do not keep their owners out.
CREATE TABLE browsers (
    hash TEXT NOT NULL,
    account BIGINT NOT NULL REFERENCES accounts (id),
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (hash, account)
);
CREATE INDEX browsers_of_account ON browsers (account);
