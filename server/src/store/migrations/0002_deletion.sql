-- An account that was deleted keeps its row, because the ledger's lines belong to it; nothing in it says whose it was.
ALTER TABLE accounts ADD COLUMN deleted_at BIGINT;
