-- +goose Up

-- The mail addresses of accounts that the site has closed, as hashes under its key: by them alone it is found whether somebody comes
-- back under another name (R-RA-7).
CREATE TABLE closed_addresses (
    player_id TEXT   NOT NULL PRIMARY KEY REFERENCES players (id),
    hash      BYTEA  NOT NULL,
    at_ms     BIGINT NOT NULL
);
CREATE INDEX closed_addresses_hash ON closed_addresses (hash);
