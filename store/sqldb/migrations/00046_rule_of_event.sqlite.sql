-- +goose Up

-- The rule by which an event was decided, as "R-FF-7"; '' if its text names none. A copy of what
-- stands at the beginning of the text, behind at most one word.
ALTER TABLE tournament_events ADD COLUMN rule TEXT NOT NULL DEFAULT '';

DROP TRIGGER tournament_events_no_update;

UPDATE tournament_events SET rule = named.rule FROM (
    SELECT tournament_id, seq, substr(head, instr(head, ' ') + 1) AS rule
    FROM (SELECT tournament_id, seq, substr(text, 1, instr(text, ': ') - 1) AS head FROM tournament_events WHERE instr(text, ': ') > 0)
) AS named
WHERE tournament_events.tournament_id = named.tournament_id AND tournament_events.seq = named.seq
    AND named.rule GLOB 'R-[A-Z][A-Z]-[0-9]*' AND substr(named.rule, 6) NOT GLOB '*[^0-9]*';

-- +goose StatementBegin
CREATE TRIGGER tournament_events_no_update BEFORE UPDATE ON tournament_events BEGIN
    SELECT RAISE(ABORT, 'tournament_events are insert-only');
END;
-- +goose StatementEnd
