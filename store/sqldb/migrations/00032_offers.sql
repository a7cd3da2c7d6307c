-- +goose Up

-- An offer may give several slots, each of one or two legs; given: how many are taken. lowest,
-- highest and around are the window of ratings in whole points, 0: none. linked: for whoever has
-- the link, which is not stored. counters: the offer that this one answers with other terms, the
-- turn-th time. answer: what who declined wrote.
ALTER TABLE offers ADD COLUMN legs INTEGER NOT NULL DEFAULT 1 CHECK (legs IN (1, 2));
ALTER TABLE offers ADD COLUMN slots INTEGER NOT NULL DEFAULT 1 CHECK (slots BETWEEN 1 AND 10);
ALTER TABLE offers ADD COLUMN given INTEGER NOT NULL DEFAULT 0 CHECK (given >= 0 AND given <= slots);
ALTER TABLE offers ADD COLUMN lowest INTEGER NOT NULL DEFAULT 0 CHECK (lowest >= 0);
ALTER TABLE offers ADD COLUMN highest INTEGER NOT NULL DEFAULT 0 CHECK (highest >= 0);
ALTER TABLE offers ADD COLUMN around INTEGER NOT NULL DEFAULT 0 CHECK (around >= 0);
ALTER TABLE offers ADD COLUMN linked INTEGER NOT NULL DEFAULT 0 CHECK (linked IN (0, 1));
ALTER TABLE offers ADD COLUMN turn INTEGER NOT NULL DEFAULT 0 CHECK (turn >= 0);
ALTER TABLE offers ADD COLUMN counters TEXT REFERENCES offers (id);
ALTER TABLE offers ADD COLUMN answer TEXT NOT NULL DEFAULT '';

UPDATE offers SET given = 1 WHERE state = 'accepted';

CREATE UNIQUE INDEX offers_counters ON offers (counters) WHERE counters IS NOT NULL;

-- The matches of an offer after its first: fixed with it, so that no dice can be picked later.
CREATE TABLE offer_games (
    offer_id TEXT    NOT NULL REFERENCES offers (id),
    n        INTEGER NOT NULL CHECK (n > 0),
    match_id TEXT    NOT NULL UNIQUE CHECK (match_id <> ''),
    gid      BYTEA   NOT NULL UNIQUE CHECK (length(gid) = 16),
    head     BYTEA   NOT NULL CHECK (length(head) = 32),
    PRIMARY KEY (offer_id, n)
);

-- Rated matches that were given up are looked at (R-RA-7).
CREATE INDEX matches_resigned ON matches (moved_ms) WHERE rated = 1 AND ending = 'resignation';
