-- +goose Up

-- A program that played without the mark is a step of its own (R-BO-5): as 'expel', and the name ends in BOT. subject: the
-- name before it.
ALTER TABLE sanctions DROP CONSTRAINT sanctions_kind_check;
ALTER TABLE sanctions ADD CONSTRAINT sanctions_kind_check CHECK (kind IN ('hide', 'warn', 'mute', 'rename', 'restrict', 'lock', 'expel', 'program', 'absence'));
