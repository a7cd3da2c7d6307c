-- +goose Up

-- Certificates of the site and their keys, for servers that share a database: sealed by a key that is not in
-- it, in base64.
CREATE TABLE certificates (
    name   TEXT NOT NULL PRIMARY KEY CHECK (name <> ''),
    sealed TEXT NOT NULL CHECK (sealed <> '')
);
