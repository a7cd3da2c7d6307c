-- +goose Up

-- The spans in which a tournament was paused: "from-until; from-until", in milliseconds. A copy of
-- what its log comes to.
ALTER TABLE tournaments ADD COLUMN rests TEXT NOT NULL DEFAULT '';

UPDATE tournaments SET rests = (
    SELECT string_agg(spans.from_ms || '-' || spans.at_ms, '; ' ORDER BY spans.at_ms)
    FROM (
        SELECT e.at_ms, (SELECT MAX(p.at_ms) FROM tournament_events p WHERE p.tournament_id = e.tournament_id AND p.act = 'paused' AND p.seq < e.seq) AS from_ms
        FROM tournament_events e WHERE e.tournament_id = tournaments.id AND e.act = 'resumed'
    ) AS spans
) WHERE id IN (SELECT tournament_id FROM tournament_events WHERE act = 'resumed');
