-- +goose Up

-- The hall of fame looks for what titles were won with. Most editions of a cup are groups, which give none.
CREATE INDEX tournaments_format ON tournaments (format, edition) WHERE competition <> '';
CREATE INDEX entries_titles ON entries (tournament_id) WHERE note LIKE '%month=%' OR note LIKE '%year=%';
