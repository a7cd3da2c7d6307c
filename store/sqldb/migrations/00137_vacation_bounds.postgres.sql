-- +goose Up

-- Vacation stops a match of an event only so long (R-VA-7): in events that start, and in matches of a ladder that begin, on
-- the fifteenth day from now or later (R-TM-1). Those that run keep the rule they began with.
ALTER TABLE matches ADD COLUMN days_bound INTEGER NOT NULL DEFAULT 0 CHECK (days_bound IN (0, 1));

INSERT INTO rule_days (rule, from_ms)
    SELECT 'vacation', (CAST(EXTRACT(EPOCH FROM now()) AS BIGINT) / 86400 + 15) * 86400000
    WHERE EXISTS (SELECT 1 FROM matches);
