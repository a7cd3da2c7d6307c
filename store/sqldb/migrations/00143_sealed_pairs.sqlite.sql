-- +goose Up

-- sealing: 1 in a match of a duplicate pair in which a move is shown only once the twin has as many.
ALTER TABLE matches ADD COLUMN sealing INTEGER NOT NULL DEFAULT 0 CHECK (sealing = 0 OR (sealing = 1 AND twin <> ''));

-- The move that is in and not shown yet. Nobody but its author may read it.
CREATE TABLE sealed_moves (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches (id),
    move     TEXT NOT NULL CHECK (move <> '')
);

-- Tournaments that are there already keep pairs that are not sealed.
INSERT INTO rule_days (rule, from_ms)
    SELECT 'pairs', (CAST(strftime('%s', 'now') AS INTEGER) + 1) * 1000
    WHERE EXISTS (SELECT 1 FROM tournaments);
