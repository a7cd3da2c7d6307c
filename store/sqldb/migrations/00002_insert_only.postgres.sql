-- +goose Up

-- +goose StatementBegin
CREATE FUNCTION insert_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% are insert-only', TG_TABLE_NAME;
END;
$$;
-- +goose StatementEnd

CREATE TRIGGER events_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION insert_only();

CREATE TRIGGER rolls_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rolls
    FOR EACH STATEMENT EXECUTE FUNCTION insert_only();
