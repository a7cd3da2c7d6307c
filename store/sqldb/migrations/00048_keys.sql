-- +goose Up

-- What the site knows of its keys, which lie outside of the database: their fingerprints. The key of a
-- name that counts is the one with the highest epoch; reason says why it took the place of the one before.
CREATE TABLE keys (
    name        TEXT    NOT NULL CHECK (name <> ''),
    epoch       INTEGER NOT NULL CHECK (epoch >= 0),
    fingerprint TEXT    NOT NULL CHECK (fingerprint <> ''),
    born_ms     BIGINT  NOT NULL CHECK (born_ms > 0),
    reason      TEXT    NOT NULL,
    PRIMARY KEY (name, epoch)
);

-- Which program wrote the tables, and the oldest schema whose program can still use them.
CREATE TABLE site (
    id         INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    written_by TEXT    NOT NULL,
    min_reader INTEGER NOT NULL
);
