-- +goose Up

-- What a player let wait counts, and not what the site was away for: on a ladder and for absences, from the fifteenth day
-- from now on (R-TM-1).
INSERT INTO rule_days (rule, from_ms)
    SELECT 'waiting', (CAST(strftime('%s', 'now') AS INTEGER) / 86400 + 15) * 86400000
    WHERE EXISTS (SELECT 1 FROM matches);
