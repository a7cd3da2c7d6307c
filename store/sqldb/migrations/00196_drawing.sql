-- +goose Up

-- Of which draw the entries of a tournament that has not begun have their seats already, which count once it has begun: what a
-- start of many writes is written in parts. "": of none.
ALTER TABLE tournaments ADD COLUMN drawing TEXT NOT NULL DEFAULT '';
