-- +goose Up

CREATE TRIGGER tournament_events_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON tournament_events
    FOR EACH STATEMENT EXECUTE FUNCTION insert_only();
