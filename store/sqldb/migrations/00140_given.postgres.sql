-- +goose Up

-- What an end off the board gave up to each seat, in thousandths of a point: neither luck nor skill. It stands in the
-- analysis, with its last part, as it favours First; so nothing need be analysed again.
ALTER TABLE analyses ADD COLUMN given0 INTEGER NOT NULL DEFAULT 0;
ALTER TABLE analyses ADD COLUMN given1 INTEGER NOT NULL DEFAULT 0;
UPDATE analyses SET given0 = COALESCE((text::json -> 'parts' -> -1 ->> 'given')::integer, 0) * (SELECT 1 - 2 * first_seat FROM matches WHERE id = match_id)
    WHERE version > 0 AND text LIKE '{%';
UPDATE analyses SET given1 = -given0, adjusted0 = adjusted0 - given0, adjusted1 = adjusted1 + given0 WHERE given0 <> 0;

-- The games in which somebody gave up much are listed for those who direct their tournament.
CREATE INDEX analyses_gifts ON analyses (match_id) WHERE given0 >= 2000 OR given1 >= 2000;
