-- +goose Up

-- Keys of the dice that the log has opened (SCHEME.md 8), by their epochs counted from 1: from then on everybody has them, and they
-- deal no more. Another site that this one is imported into is told so.
-- The moment stays in keys.opened_ms too, by which a program of before goes.
CREATE TABLE opened_keys (
    epoch BIGINT NOT NULL PRIMARY KEY,
    key BYTEA NOT NULL,
    opened_ms BIGINT NOT NULL
);
INSERT INTO opened_keys (epoch, key, opened_ms)
SELECT keys.epoch + 1, SUBSTR(opening.data, 49, 32), keys.opened_ms FROM keys
JOIN dice_leaves AS born ON born.kind = 'key' AND born.gid IS NULL AND born.number = keys.epoch + 1
JOIN dice_leaves AS opening ON opening.kind = 'open' AND opening.gid IS NULL AND opening.number = 0 AND SUBSTR(opening.data, 17, 32) = SUBSTR(born.data, 20, 32)
WHERE keys.name = 'dice' AND keys.opened_ms > 0;
