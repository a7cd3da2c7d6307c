-- +goose Up

-- What was told once and is not to be told again: of which game that nobody moves in it, of which round that it ends soon.
CREATE TABLE told_once (
	key TEXT PRIMARY KEY,
	at_ms BIGINT NOT NULL
);
