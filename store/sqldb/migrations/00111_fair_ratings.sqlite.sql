-- +goose Up

-- From when on a rule holds that was announced on a site with games in it (R-TM-1). A rule without a row has
-- always held here.
CREATE TABLE rule_days (
    rule    TEXT   NOT NULL PRIMARY KEY CHECK (rule <> ''),
    from_ms BIGINT NOT NULL CHECK (from_ms > 0)
);

-- What one can win from an opponent is bounded, and a rating counts once others have tested it: for games that end
-- on the fifteenth day from now or later.
INSERT INTO rule_days (rule, from_ms)
    SELECT 'ratings', (CAST(strftime('%s', 'now') AS INTEGER) / 86400 + 15) * 86400000
    WHERE EXISTS (SELECT 1 FROM matches);

-- How many others a player had met in the year up to their last match that counted, of matches that counted for both.
ALTER TABLE ratings ADD COLUMN before_faced INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN after_faced INTEGER NOT NULL DEFAULT 0;
UPDATE ratings SET
    before_faced = (SELECT COUNT(DISTINCT o.player_id) FROM ratings r JOIN ratings o ON o.match_id = r.match_id AND o.seat = 1 - r.seat AND o.why = ''
        WHERE r.player_id = ratings.player_id AND r.game = ratings.game AND r.variant = ratings.variant AND r.why = ''
        AND r.ended_ms > ratings.before_last_ms - 31536000000 AND r.ended_ms <= ratings.before_last_ms
        AND (r.ended_ms, r.match_id) < (ratings.ended_ms, ratings.match_id)),
    after_faced = (SELECT COUNT(DISTINCT o.player_id) FROM ratings r JOIN ratings o ON o.match_id = r.match_id AND o.seat = 1 - r.seat AND o.why = ''
        WHERE r.player_id = ratings.player_id AND r.game = ratings.game AND r.variant = ratings.variant AND r.why = ''
        AND r.ended_ms > ratings.after_last_ms - 31536000000 AND r.ended_ms <= ratings.after_last_ms
        AND (r.ended_ms, r.match_id) <= (ratings.ended_ms, ratings.match_id));

-- Who was last active in a pool.
CREATE INDEX ratings_pool ON ratings (game, variant, ended_ms, match_id, seat) WHERE why = '';
