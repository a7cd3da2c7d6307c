-- +goose Up

-- The log of the dice (engine/dice/SCHEME.md 5). Origin names it for ever; looked_ms says up to when games were looked at
-- whose states it may lack.
CREATE TABLE dice_log (
    id        INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    origin    TEXT    NOT NULL CHECK (origin <> ''),
    looked_ms BIGINT  NOT NULL DEFAULT 0 CHECK (looked_ms >= 0)
);

-- Its leaves, numbered from 0 without a gap. Of seals and states gid is by which they name a game; number is the event of a
-- state, the serial number of a scope, the epoch of a key, the day of a day.
CREATE TABLE dice_leaves (
    n      BIGINT NOT NULL PRIMARY KEY CHECK (n >= 0),
    kind   TEXT   NOT NULL CHECK (kind <> ''),
    number BIGINT NOT NULL CHECK (number >= 0),
    gid    BYTEA  CHECK (gid IS NULL OR length(gid) = 16),
    data   BYTEA  NOT NULL
);
CREATE INDEX dice_leaves_gid ON dice_leaves (gid, n) WHERE gid IS NOT NULL;
CREATE INDEX dice_leaves_kind ON dice_leaves (kind, number, n) WHERE gid IS NULL;

-- The hashes of its tree, in the order in which golang.org/x/mod/sumdb/tlog stores them.
CREATE TABLE dice_hashes (
    n    BIGINT NOT NULL PRIMARY KEY CHECK (n >= 0),
    hash BYTEA  NOT NULL CHECK (length(hash) = 32)
);

-- What the log has of each game: its seal, and its state after so many events.
CREATE TABLE dice_logged (
    match_id TEXT    NOT NULL PRIMARY KEY REFERENCES matches (id),
    seq      INTEGER NOT NULL CHECK (seq >= 0),
    over     INTEGER NOT NULL CHECK (over IN (0, 1))
);
