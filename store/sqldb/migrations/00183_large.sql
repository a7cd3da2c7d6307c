-- +goose Up

-- What matches were worth is summed up by player and by tournament. These columns alone are read for that: on SQLite they stand
-- behind the text, which takes pages of its own for each match.
CREATE INDEX analyses_worth ON analyses (match_id, version, points0, adjusted0, given0, cost0, decisions0, points1, adjusted1, given1, cost1, decisions1) WHERE version > 0;

-- Pages ask for the editions of all competitions that go on or have just ended, of all there have ever been.
CREATE INDEX tournaments_over ON tournaments (ended_ms, id) WHERE competition <> '';

-- Lists of users' tournaments pass over the editions of competitions, which are most of what has ended.
CREATE INDEX tournaments_users ON tournaments (state, ended_ms, created_ms, id) WHERE competition = '';
