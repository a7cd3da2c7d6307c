-- +goose Up

-- +goose StatementBegin
CREATE TRIGGER tournament_events_no_update BEFORE UPDATE ON tournament_events BEGIN
    SELECT RAISE(ABORT, 'tournament_events are insert-only');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER tournament_events_no_delete BEFORE DELETE ON tournament_events BEGIN
    SELECT RAISE(ABORT, 'tournament_events are insert-only');
END;
-- +goose StatementEnd
