package matches

import (
	"database/sql"
	"fmt"
	"math"

	"gorm.io/gorm"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store/sqldb"
)

type eventRow struct {
	MatchID string
	Seq     int
	AtMs    int64
	Side    int
	Act     string
	Text    string
	Chain   []byte // NULL: nobody has known it yet
}

func (eventRow) TableName() string { return "events" }

func eventToRow(match string, e engine.Event) eventRow {
	return eventRow{match, e.Seq, sqldb.Millis(e.At), int(e.By), string(e.Act), e.Text, nil}
}

func (r eventRow) event() engine.Event {
	return engine.Event{Seq: r.Seq, At: sqldb.Moment(r.AtMs), By: sideOf(r.Side), Act: engine.Act(r.Act), Text: r.Text}
}

// sideOf returns a side; one that no event can have stays such.
func sideOf(n int) engine.Side {
	if n < 0 || n > int(engine.Second) {
		return math.MaxUint8
	}
	return engine.Side(n)
}

// rollRow is one throw of an event. The throws of one event have one label and count
// on in K (SCHEME.md 4), so their order needs no column.
type rollRow struct {
	MatchID string
	E       int64
	Label   string
	K       int
	Sides   int
	Face    int
	Seq     int
}

func (rollRow) TableName() string { return "rolls" }

func rollToRow(match string, seq int, d engine.Draw) rollRow {
	return rollRow{match, int64(d.E), d.Label, d.K, d.Sides, d.Face, seq}
}

func (r rollRow) draw() engine.Draw {
	return engine.Draw{E: uint32(r.E), Label: r.Label, K: r.K, Sides: r.Sides, Face: r.Face}
}

// eventRows returns the rows of events, with their values in the chain as far as those are known, and of
// their throws.
func eventRows(match string, events []engine.Event, chain [][]byte) (rows []eventRow, rolls []rollRow) {
	for i, e := range events {
		row := eventToRow(match, e)
		if i < len(chain) {
			row.Chain = chain[i]
		}
		rows = append(rows, row)
		for _, d := range e.Draws {
			rolls = append(rolls, rollToRow(match, e.Seq, d))
		}
	}
	return rows, rolls
}

// LogValues returns the values of the columns of events and of their throws, in the order in
// which the tables have them.
func LogValues(match string, log []engine.Event) (events, rolls [][]any) {
	rows, draws := eventRows(match, log, nil)
	for _, e := range rows {
		events = append(events, []any{e.MatchID, e.Seq, e.AtMs, e.Side, e.Act, e.Text})
	}
	for _, r := range draws {
		rolls = append(rolls, []any{r.MatchID, r.E, r.Label, r.K, r.Sides, r.Face, r.Seq})
	}
	return events, rolls
}

// insertEvents writes events and their throws. A taken key is a duplicate.
func insertEvents(tx *gorm.DB, match string, events []engine.Event, chain [][]byte) error {
	rows, rolls := eventRows(match, events, chain)
	if err := tx.Create(&rows).Error; err != nil || len(rolls) == 0 {
		return err
	}
	return tx.Create(&rolls).Error
}

// readEvents reads the events 1 to last with their throws, and their values in the chain. Later ones are
// left out: they came after the state that they are read for. What is no log is an error of kind
// league.Damaged.
func readEvents(db *gorm.DB, match string, last int) (log []engine.Event, chain [][]byte, err error) {
	var rolls []rollRow
	query := db.Raw("SELECT seq, 0 AS thrown, 0 AS k, at_ms, side, act, text, chain, 0 AS e, 0 AS sides, 0 AS face FROM events WHERE match_id = ? AND seq <= ?"+
		" UNION ALL SELECT seq, 1, k, 0, 0, '', label, NULL, e, sides, face FROM rolls WHERE match_id = ? AND seq <= ? ORDER BY seq, thrown, k", match, last, match, last)
	err = sqldb.EachRow(query, func(rows *sql.Rows) error {
		var e eventRow
		var r rollRow
		var thrown int
		if err := rows.Scan(&e.Seq, &thrown, &r.K, &e.AtMs, &e.Side, &e.Act, &e.Text, &e.Chain, &r.E, &r.Sides, &r.Face); err != nil {
			return err
		}
		if thrown != 0 {
			r.Seq, r.Label = e.Seq, e.Text
			rolls = append(rolls, r)
			return nil
		}
		if log = append(log, e.event()); e.Chain != nil {
			chain = append(chain, make([][]byte, len(log)-len(chain))...)
			chain[len(log)-1] = e.Chain
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if err := Contiguous(log, 1, last); err != nil {
		return nil, nil, damaged(err)
	}
	return log, chain, addRolls(log, rolls)
}

// addRolls puts throws into the events that they belong to.
func addRolls(log []engine.Event, rolls []rollRow) error {
	for _, r := range rolls {
		if r.Seq < 1 || r.Seq > len(log) || r.E < 1 || r.E > math.MaxUint32 {
			return damaged(fmt.Errorf("there is a throw of event %d and dice event %d, which there are not", r.Seq, r.E))
		}
		e := &log[r.Seq-1]
		e.Draws = append(e.Draws, r.draw())
	}
	return nil
}

// damaged is what a log is that cannot have been written so.
func damaged(why error) error { return league.Errorf(league.Damaged, "%v", why) }

// Contiguous checks that events are numbered from first to last.
func Contiguous(events []engine.Event, first, last int) error {
	if len(events) != last-first+1 {
		return fmt.Errorf("there are %d events where %d to %d are due", len(events), first, last)
	}
	for i, e := range events {
		if e.Seq != first+i {
			return fmt.Errorf("event %d stands where %d is due", e.Seq, first+i)
		}
	}
	return nil
}

// A Log is the events of a match, with their values in the chain. Damaged says why it is no log; nil: it is
// one.
type Log struct {
	Events  []engine.Event
	Chain   [][]byte
	Damaged error
}

// ReadLogs reads the logs of matches.
func ReadLogs(tx *gorm.DB, ids []string) (map[string]Log, error) {
	var events []eventRow
	if err := tx.Where("match_id IN ?", ids).Order("match_id, seq").Find(&events).Error; err != nil {
		return nil, err
	}
	logs := map[string]Log{}
	for _, e := range events {
		log := logs[e.MatchID]
		log.Events, log.Chain = append(log.Events, e.event()), append(log.Chain, e.Chain)
		logs[e.MatchID] = log
	}
	var rolls []rollRow
	if err := tx.Where("match_id IN ?", ids).Order("match_id, seq, k").Find(&rolls).Error; err != nil {
		return nil, err
	}
	for match, some := range chunked(rolls) {
		log := logs[match]
		log.Damaged = addRolls(log.Events, some)
		logs[match] = log
	}
	return logs, nil
}

// chunked parts throws by their matches.
func chunked(rolls []rollRow) map[string][]rollRow {
	parts := map[string][]rollRow{}
	for _, r := range rolls {
		parts[r.MatchID] = append(parts[r.MatchID], r)
	}
	return parts
}
