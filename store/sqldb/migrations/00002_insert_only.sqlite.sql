-- +goose Up

-- REPLACE deletes too, and runs into these triggers where recursive_triggers is on.

-- +goose StatementBegin
CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN
    SELECT RAISE(ABORT, 'events are insert-only');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN
    SELECT RAISE(ABORT, 'events are insert-only');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER rolls_no_update BEFORE UPDATE ON rolls BEGIN
    SELECT RAISE(ABORT, 'rolls are insert-only');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER rolls_no_delete BEFORE DELETE ON rolls BEGIN
    SELECT RAISE(ABORT, 'rolls are insert-only');
END;
-- +goose StatementEnd
