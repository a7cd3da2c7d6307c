-- +goose Up

-- How many moves First and Second have made.
ALTER TABLE matches ADD COLUMN moves_first INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN moves_second INTEGER NOT NULL DEFAULT 0;
UPDATE matches SET
    moves_first = (SELECT COUNT(*) FROM events WHERE match_id = matches.id AND act = 'move' AND side = 1),
    moves_second = (SELECT COUNT(*) FROM events WHERE match_id = matches.id AND act = 'move' AND side = 2);

-- weighed: what a rated match came to stands in ratings. Matches are weighed in the order of
-- (moved_ms, id), which is when they ended; one that comes late makes those behind it
-- unweighed again. The weighed ones rank among the finished without a gap.
ALTER TABLE matches ADD COLUMN weighed INTEGER NOT NULL DEFAULT 0 CHECK (weighed IN (0, 1));
CREATE INDEX matches_unweighed ON matches (moved_ms, id) WHERE rated = 1 AND to_move = 0 AND weighed = 0;
CREATE INDEX matches_weighing ON matches (moved_ms, id) WHERE rated = 1 AND to_move = 0;

-- Records are kept by game too.
DROP INDEX matches_record0;
DROP INDEX matches_record1;
CREATE INDEX matches_record0 ON matches (player0, player1, ending, winner, first_seat, score_first, score_second, game) WHERE to_move = 0;
CREATE INDEX matches_record1 ON matches (player1, player0, ending, winner, first_seat, score_first, score_second, game) WHERE to_move = 0;

-- What a match did to the ratings of one of its players. why: it does not count, and after is
-- before. late: the player lost it on time, and it counts. latest: it is his last in its pool. Elo is
-- in ten-thousandths of a point.
CREATE TABLE ratings (
    match_id          TEXT             NOT NULL REFERENCES matches (id),
    seat              INTEGER          NOT NULL CHECK (seat IN (0, 1)),
    player_id         TEXT             NOT NULL REFERENCES players (id),
    game              TEXT             NOT NULL CHECK (game <> ''),
    variant           TEXT             NOT NULL,
    ended_ms          BIGINT           NOT NULL CHECK (ended_ms > 0),
    why               TEXT             NOT NULL,
    late              INTEGER          NOT NULL CHECK (late IN (0, 1)),
    latest            INTEGER          NOT NULL CHECK (latest IN (0, 1)),
    before_elo        BIGINT           NOT NULL,
    before_games      INTEGER          NOT NULL,
    before_wins       INTEGER          NOT NULL,
    before_grade      INTEGER          NOT NULL,
    before_rating     DOUBLE PRECISION NOT NULL,
    before_deviation  DOUBLE PRECISION NOT NULL,
    before_volatility DOUBLE PRECISION NOT NULL,
    before_last_ms    BIGINT           NOT NULL,
    after_elo         BIGINT           NOT NULL,
    after_games       INTEGER          NOT NULL,
    after_wins        INTEGER          NOT NULL,
    after_grade       INTEGER          NOT NULL,
    after_rating      DOUBLE PRECISION NOT NULL,
    after_deviation   DOUBLE PRECISION NOT NULL,
    after_volatility  DOUBLE PRECISION NOT NULL,
    after_last_ms     BIGINT           NOT NULL,
    PRIMARY KEY (match_id, seat),
    CONSTRAINT ratings_late CHECK (late = 0 OR why = ''),
    CONSTRAINT ratings_games CHECK (after_games = before_games + CASE why WHEN '' THEN 1 ELSE 0 END)
);

CREATE INDEX ratings_order ON ratings (ended_ms, match_id, seat);
CREATE INDEX ratings_player ON ratings (player_id, game, variant, ended_ms, match_id, seat);
CREATE UNIQUE INDEX ratings_latest ON ratings (game, variant, player_id) WHERE latest = 1;
CREATE INDEX ratings_lost ON ratings (player_id, ended_ms) WHERE late = 1;

-- Who writes ratings raises the number that he read before he computed.
CREATE TABLE weighing (
    id    INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    epoch BIGINT  NOT NULL
);
INSERT INTO weighing (id, epoch) VALUES (1, 0);
