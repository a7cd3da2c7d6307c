-- +goose Up

-- A puzzle for each day (UTC, '2026-11-25'): a decision of a finished match of which one move alone was right. What
-- stands here never changes. margin: by how much the answer leads over every other move, in thousandths of a point.
CREATE TABLE puzzles (
    day      TEXT    NOT NULL PRIMARY KEY CHECK (length(day) = 10),
    game     TEXT    NOT NULL,
    variant  TEXT    NOT NULL,
    position TEXT    NOT NULL,
    answer   TEXT    NOT NULL CHECK (answer <> ''),
    played   TEXT    NOT NULL,
    margin   INTEGER NOT NULL CHECK (margin >= 250),
    judge    TEXT    NOT NULL,
    version  INTEGER NOT NULL CHECK (version > 0),
    match_id TEXT    NOT NULL UNIQUE REFERENCES matches (id),
    seq      INTEGER NOT NULL,
    made_ms  BIGINT  NOT NULL CHECK (made_ms > 0)
);

-- The matches that give no puzzle by a judge of a version: they are not looked through again.
CREATE TABLE puzzle_passes (
    match_id TEXT    NOT NULL PRIMARY KEY REFERENCES matches (id),
    version  INTEGER NOT NULL
);

-- How far members have come with puzzles. first: their first answer, '' if the solution was shown before.
-- solved_ms, shown_ms: 0 while it is not.
CREATE TABLE puzzle_tries (
    player_id TEXT    NOT NULL REFERENCES players (id),
    day       TEXT    NOT NULL REFERENCES puzzles (day),
    first     TEXT    NOT NULL,
    tries     INTEGER NOT NULL CHECK (tries >= 0),
    began_ms  BIGINT  NOT NULL CHECK (began_ms > 0),
    solved_ms BIGINT  NOT NULL,
    shown_ms  BIGINT  NOT NULL,
    PRIMARY KEY (player_id, day)
);
CREATE INDEX puzzle_tries_day ON puzzle_tries (day);

-- The chapters of the games' courses that members have done.
CREATE TABLE chapters (
    player_id TEXT   NOT NULL REFERENCES players (id),
    game      TEXT   NOT NULL,
    chapter   TEXT   NOT NULL CHECK (chapter <> ''),
    done_ms   BIGINT NOT NULL CHECK (done_ms > 0),
    PRIMARY KEY (player_id, game, chapter)
);
