-- +goose Up

-- A hold lasts a week at least and is paid in whole days, and slow games do not shield a place: for holds that begin on
-- the fifteenth day from now or later (R-TM-1).
INSERT INTO rule_days (rule, from_ms)
    SELECT 'ladder', (CAST(strftime('%s', 'now') AS INTEGER) / 86400 + 15) * 86400000
    WHERE EXISTS (SELECT 1 FROM matches);
