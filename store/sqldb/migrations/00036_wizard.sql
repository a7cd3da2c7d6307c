-- +goose Up

-- The hash of the word that opens a tournament. It is in no log.
CREATE TABLE tournament_words (
    tournament_id TEXT NOT NULL PRIMARY KEY REFERENCES tournaments (id),
    hash          TEXT NOT NULL CHECK (hash <> '')
);

-- Forms for tournaments that are not sent yet; form: its fields, as a browser encodes them.
CREATE TABLE tournament_drafts (
    id         TEXT   NOT NULL PRIMARY KEY CHECK (id <> ''),
    player_id  TEXT   NOT NULL REFERENCES players (id),
    name       TEXT   NOT NULL,
    form       TEXT   NOT NULL,
    changed_ms BIGINT NOT NULL CHECK (changed_ms > 0)
);

CREATE INDEX tournament_drafts_player ON tournament_drafts (player_id, changed_ms);
