-- +goose Up

-- Players of before have moved at the latest when something last happened in their matches.
UPDATE players SET moved_ms = COALESCE((SELECT MAX(moved_ms) FROM matches WHERE player0 = players.id OR player1 = players.id), 0) WHERE moved_ms = 0;

CREATE INDEX tournament_events_player ON tournament_events (player_id, act) WHERE player_id IS NOT NULL;
