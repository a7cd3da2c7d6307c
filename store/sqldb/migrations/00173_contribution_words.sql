-- +goose Up

-- The word from which follows what a player gives to the dice of games that begin without them once nothing of theirs waits, and
-- how often any word of theirs was used, which never goes back (SCHEME.md 2 and 3). word: '' gives nothing.
CREATE TABLE contribution_words (
    player_id TEXT   NOT NULL PRIMARY KEY REFERENCES players (id),
    word      TEXT   NOT NULL CHECK (length(word) <= 48),
    used      BIGINT NOT NULL CHECK (used >= 0)
);
