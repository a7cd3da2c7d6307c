-- +goose Up

-- Tournaments that were played elsewhere, as a member has brought them. Nobody in them is a player of the site: file has
-- the names and the results as one table, from which entrants, games and winners follow.
CREATE TABLE imported_events (
    id          TEXT    NOT NULL PRIMARY KEY,
    importer_id TEXT    NOT NULL REFERENCES players (id),
    name        TEXT    NOT NULL,
    game        TEXT    NOT NULL,
    variant     TEXT    NOT NULL,
    first_day   TEXT    NOT NULL,
    last_day    TEXT    NOT NULL,
    place       TEXT    NOT NULL,
    source      TEXT    NOT NULL,
    count       TEXT    NOT NULL,
    private     INTEGER NOT NULL CHECK (private IN (0, 1)),
    file        TEXT    NOT NULL,
    entrants    INTEGER NOT NULL,
    games       INTEGER NOT NULL,
    winners     TEXT    NOT NULL,
    imported_ms BIGINT  NOT NULL CHECK (imported_ms > 0),
    changed_ms  BIGINT  NOT NULL CHECK (changed_ms >= imported_ms)
);

CREATE INDEX imported_events_list ON imported_events (imported_ms, id);
CREATE INDEX imported_events_importer ON imported_events (importer_id, changed_ms);
