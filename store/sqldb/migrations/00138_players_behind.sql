-- +goose Up

-- Whose notices are no news yet: few of all players, looked for after each notice.
CREATE INDEX players_behind ON players (id) WHERE fanned < notices;
