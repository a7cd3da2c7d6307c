-- +goose Up

-- Models of results, fitted to the matches of a pool that ended before a month, as 2027-05.
-- rated: these are the matches that counted for ratings; else all between people.
CREATE TABLE model_fits (
    game      TEXT             NOT NULL CHECK (game <> ''),
    variant   TEXT             NOT NULL,
    month     TEXT             NOT NULL CHECK (length(month) = 7),
    matches   INTEGER          NOT NULL CHECK (matches >= 0),
    rated     INTEGER          NOT NULL CHECK (rated IN (0, 1)),
    cut1      DOUBLE PRECISION NOT NULL,
    cut2      DOUBLE PRECISION NOT NULL,
    cut3      DOUBLE PRECISION NOT NULL,
    cut4      DOUBLE PRECISION NOT NULL,
    cut5      DOUBLE PRECISION NOT NULL,
    cut6      DOUBLE PRECISION NOT NULL,
    slope     DOUBLE PRECISION NOT NULL,
    log_loss  DOUBLE PRECISION NOT NULL,
    base      DOUBLE PRECISION NOT NULL,
    fitted_ms BIGINT           NOT NULL CHECK (fitted_ms > 0),
    PRIMARY KEY (game, variant, month),
    CONSTRAINT model_fits_cuts CHECK (cut1 < cut2 AND cut2 < cut3 AND cut3 < cut4 AND cut4 < cut5 AND cut5 < cut6)
);
