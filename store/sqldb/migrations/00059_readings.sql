-- +goose Up

-- How far players have been shown their matches: seq is the last event, and only ever grows.
CREATE TABLE seen (
    player_id TEXT    NOT NULL REFERENCES players (id),
    match_id  TEXT    NOT NULL REFERENCES matches (id),
    seq       INTEGER NOT NULL CHECK (seq > 0),
    PRIMARY KEY (player_id, match_id)
);

-- How players want their pages. upright: 1 if boards lie with First below, whichever side is theirs.
CREATE TABLE preferences (
    player_id TEXT    NOT NULL PRIMARY KEY REFERENCES players (id),
    upright   INTEGER NOT NULL CHECK (upright IN (0, 1))
);
