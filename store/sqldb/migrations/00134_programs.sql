-- +goose Up

-- BOT accounts (R-BO-1): players of kind 'program' without an account of their own. plays: what plays, and whose it is;
-- arena: it plays in the hourly arena; heard_ms: when it last came, give or take five minutes; closed_ms: 0 if it is not.
CREATE TABLE programs (
    player_id  TEXT    NOT NULL PRIMARY KEY REFERENCES players (id),
    owner_id   TEXT    NOT NULL REFERENCES players (id),
    plays      TEXT    NOT NULL,
    site       TEXT    NOT NULL,
    arena      INTEGER NOT NULL DEFAULT 0 CHECK (arena IN (0, 1)),
    created_ms BIGINT  NOT NULL CHECK (created_ms > 0),
    heard_ms   BIGINT  NOT NULL DEFAULT 0,
    closed_ms  BIGINT  NOT NULL DEFAULT 0
);

CREATE INDEX programs_owner ON programs (owner_id, created_ms);

-- The hours for which the arena has paired: whoever writes the row pairs, so that it is done once on several nodes. And
-- the games that came of it.
CREATE TABLE arena_rounds (
    hour_ms  BIGINT NOT NULL PRIMARY KEY CHECK (hour_ms > 0),
    begun_ms BIGINT NOT NULL CHECK (begun_ms > 0)
);

CREATE TABLE arena_games (
    match_id TEXT   NOT NULL PRIMARY KEY REFERENCES matches (id),
    hour_ms  BIGINT NOT NULL REFERENCES arena_rounds (hour_ms)
);

CREATE INDEX arena_games_hour ON arena_games (hour_ms);
