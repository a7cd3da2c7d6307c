-- +goose Up

-- The version of the judge that has seen to a finished match, 0 while none has. What was declared void
-- or lost by both was worth nothing, and none looks at it.
ALTER TABLE matches ADD COLUMN analysed INTEGER NOT NULL DEFAULT 0 CHECK (analysed >= 0);
CREATE INDEX matches_unanalysed ON matches (analysed, moved_ms, id) WHERE to_move = 0 AND ending <> 'void' AND ending <> 'double forfeit';

-- What finished matches were worth. version: of the judge, 0 while there is no analysis. Until next_ms nobody
-- begins with it: somebody is at it, or it failed and waits. Sums are by seat, in thousandths of a point.
CREATE TABLE analyses (
    match_id   TEXT    NOT NULL PRIMARY KEY REFERENCES matches (id),
    version    INTEGER NOT NULL CHECK (version >= 0),
    tries      INTEGER NOT NULL CHECK (tries >= 0),
    next_ms    BIGINT  NOT NULL,
    problem    TEXT    NOT NULL,
    made_ms    BIGINT  NOT NULL,
    text       TEXT    NOT NULL,
    points0    INTEGER NOT NULL,
    luck0      INTEGER NOT NULL,
    cost0      INTEGER NOT NULL,
    decisions0 INTEGER NOT NULL,
    adjusted0  INTEGER NOT NULL,
    points1    INTEGER NOT NULL,
    luck1      INTEGER NOT NULL,
    cost1      INTEGER NOT NULL,
    decisions1 INTEGER NOT NULL,
    adjusted1  INTEGER NOT NULL,
    CONSTRAINT analyses_made CHECK ((version = 0) = (text = '') AND (version = 0) = (made_ms = 0))
);
