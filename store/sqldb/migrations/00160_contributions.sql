-- +goose Up

-- What players have given to the dice of games that begin without them, n by n in this order (SCHEME.md 3).
-- tournament_id: where all dice of the player's games hang on it; NULL: it waits for the next that asks. Nothing holds a
-- tournament that is about to be stored, so none is referred to.
CREATE TABLE contributions (
    player_id     TEXT   NOT NULL REFERENCES players (id),
    n             BIGINT NOT NULL CHECK (n > 0),
    value         TEXT   NOT NULL CHECK (value <> ''),
    tournament_id TEXT   CHECK (tournament_id <> ''),
    given_ms      BIGINT NOT NULL CHECK (given_ms > 0),
    PRIMARY KEY (player_id, n)
);
CREATE UNIQUE INDEX contributions_tournament ON contributions (tournament_id, player_id) WHERE tournament_id IS NOT NULL;
