-- +goose Up

-- What waits is found by an equality: by the order alone SQLite may walk through all that does
-- not wait any more.
DROP INDEX matches_unweighed;
CREATE INDEX matches_unweighed ON matches (weighed, moved_ms, id) WHERE rated = 1 AND to_move = 0 AND weighed = 0;
CREATE INDEX refunds_unweighed ON refunds (weighed, at_ms, match_id) WHERE weighed = 0;

-- The editions of a competition that have not ended, or ended lately.
CREATE INDEX tournaments_ended ON tournaments (competition, ended_ms) WHERE competition <> '';

CREATE INDEX tournaments_paused ON tournaments (id) WHERE paused_ms > 0;

-- Who has qualified, by what has become of that.
CREATE INDEX entries_qualified ON entries (note, qualified_ms) WHERE qualified_ms > 0;
