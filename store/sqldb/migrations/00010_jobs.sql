-- +goose Up

-- What is done again and again by one of the servers: who does it, and when it was and will be done.
-- epoch counts the leases; whoever has an older one no longer writes here.
CREATE TABLE jobs (
    name       TEXT   NOT NULL PRIMARY KEY CHECK (name <> ''),
    holder     TEXT   NOT NULL,
    epoch      BIGINT NOT NULL CHECK (epoch >= 0),
    expires_ms BIGINT NOT NULL,
    next_ms    BIGINT NOT NULL CHECK (next_ms > 0),
    started_ms BIGINT NOT NULL,
    ended_ms   BIGINT NOT NULL,
    error      TEXT   NOT NULL
);
