-- +goose Up

-- The set-ups that members have saved under a name, for a game, a set of rules and a side: 1 first, 2 second.
-- move: how the game writes the set-up.
CREATE TABLE formations (
    player_id TEXT    NOT NULL REFERENCES players (id),
    game      TEXT    NOT NULL,
    name      TEXT    NOT NULL CHECK (name <> ''),
    variant   TEXT    NOT NULL,
    side      INTEGER NOT NULL CHECK (side IN (1, 2)),
    move      TEXT    NOT NULL CHECK (move <> ''),
    made_ms   BIGINT  NOT NULL CHECK (made_ms > 0),
    PRIMARY KEY (player_id, game, name)
);
