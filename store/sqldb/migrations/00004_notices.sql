-- +goose Up

-- rated: 0 or 1. A match of a tournament has its place there, the fixture's key.
ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1));
ALTER TABLE matches ADD COLUMN tournament TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN fixture TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX matches_fixture ON matches (tournament, fixture) WHERE tournament <> '';

-- The number of the player's last notice. Raising it locks the player's row until the
-- commit, so that numbers are committed in their order.
ALTER TABLE players ADD COLUMN notices INTEGER NOT NULL DEFAULT 0;

-- What concerns a player: seq is the match's last event, or the number of the line of a chat.
CREATE TABLE notices (
    player_id TEXT    NOT NULL REFERENCES players (id),
    n         INTEGER NOT NULL CHECK (n >= 1),
    at_ms     BIGINT  NOT NULL CHECK (at_ms > 0),
    kind      TEXT    NOT NULL CHECK (kind <> ''),
    subject   TEXT    NOT NULL,
    seq       INTEGER NOT NULL,
    PRIMARY KEY (player_id, n)
);

-- Both are kept for a while only.
CREATE INDEX notices_old ON notices (at_ms);
CREATE INDEX answers_old ON answers (at_ms);
