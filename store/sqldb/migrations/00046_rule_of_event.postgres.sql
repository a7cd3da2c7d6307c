-- +goose Up

-- The rule by which an event was decided, as "R-FF-7"; '' if its text names none. A copy of what
-- stands at the beginning of the text, behind at most one word.
ALTER TABLE tournament_events ADD COLUMN rule TEXT NOT NULL DEFAULT '';

ALTER TABLE tournament_events DISABLE TRIGGER tournament_events_insert_only;

UPDATE tournament_events SET rule = substring(text FROM '^(?:[^ ]* )?(R-[A-Z][A-Z]-[0-9]+): ')
WHERE text ~ '^([^ ]* )?R-[A-Z][A-Z]-[0-9]+: ';

ALTER TABLE tournament_events ENABLE TRIGGER tournament_events_insert_only;
