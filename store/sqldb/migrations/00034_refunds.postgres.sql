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
ALTER TABLE ratings DROP CONSTRAINT ratings_seat_check;
ALTER TABLE ratings ADD CONSTRAINT ratings_seat_check CHECK (seat IN (0, 1, 2, 3));
ALTER TABLE ratings ADD CONSTRAINT ratings_refund CHECK ((seat >= 2) = (why = 'refund'));
