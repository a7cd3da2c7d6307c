-- +goose Up

-- A site that has been played on is open for every game, as it was before there was a choice.
INSERT INTO settings (key, value)
SELECT 'games', 'all'
WHERE EXISTS (SELECT 1 FROM accounts) OR EXISTS (SELECT 1 FROM matches);
