-- +goose Up

-- Mail addresses of members. Letters go to the address alone, which its owner has shown to be theirs; wanted is one that
-- waits for that, by a link of whose token only the SHA-256 is here. stopped_ms: when the address was found to take no
-- letters; refused, refused_ms: how often it refused one lately, and since when.
CREATE TABLE addresses (
    player_id   TEXT    NOT NULL PRIMARY KEY REFERENCES players (id),
    address     TEXT    NOT NULL DEFAULT '',
    verified_ms BIGINT  NOT NULL DEFAULT 0,
    wanted      TEXT    NOT NULL DEFAULT '',
    wanted_hash BYTEA,
    wanted_ms   BIGINT  NOT NULL DEFAULT 0,
    stopped_ms  BIGINT  NOT NULL DEFAULT 0,
    problem     TEXT    NOT NULL DEFAULT '',
    refused     INTEGER NOT NULL DEFAULT 0,
    refused_ms  BIGINT  NOT NULL DEFAULT 0,
    CONSTRAINT addresses_verified CHECK ((address = '') = (verified_ms = 0)),
    CONSTRAINT addresses_wanted CHECK ((wanted = '') = (wanted_ms = 0))
);

CREATE INDEX addresses_address ON addresses (address) WHERE address <> '';
CREATE UNIQUE INDEX addresses_wanted_hash ON addresses (wanted_hash) WHERE wanted_hash IS NOT NULL;
