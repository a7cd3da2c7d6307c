-- +goose Up

-- What a player lost in a match to somebody who was expelled later is given back to him at a
-- moment (R-FF-9). seat: of the player. weighed: it stands in ratings.
CREATE TABLE refunds (
    match_id TEXT    NOT NULL PRIMARY KEY REFERENCES matches (id),
    seat     INTEGER NOT NULL CHECK (seat IN (0, 1)),
    at_ms    BIGINT  NOT NULL CHECK (at_ms > 0),
    weighed  INTEGER NOT NULL DEFAULT 0 CHECK (weighed IN (0, 1))
);
CREATE INDEX refunds_order ON refunds (at_ms, match_id);

-- In ratings a refund has the moment of the refund, and for its seat 2 or 3: that of the player
-- and two.
ALTER TABLE ratings RENAME TO ratings_before;
CREATE TABLE ratings (
    match_id          TEXT             NOT NULL REFERENCES matches (id),
    seat              INTEGER          NOT NULL CHECK (seat IN (0, 1, 2, 3)),
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
    CONSTRAINT ratings_games CHECK (after_games = before_games + CASE why WHEN '' THEN 1 ELSE 0 END),
    CONSTRAINT ratings_refund CHECK ((seat >= 2) = (why = 'refund'))
);
INSERT INTO ratings SELECT * FROM ratings_before;
DROP TABLE ratings_before;
CREATE INDEX ratings_order ON ratings (ended_ms, match_id, seat);
CREATE INDEX ratings_player ON ratings (player_id, game, variant, ended_ms, match_id, seat);
CREATE UNIQUE INDEX ratings_latest ON ratings (game, variant, player_id) WHERE latest = 1;
CREATE INDEX ratings_lost ON ratings (player_id, ended_ms) WHERE late = 1;
