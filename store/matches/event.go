package matches

import (
	"fmt"

	"gorm.io/gorm"

	"kickabout/engine"
	"kickabout/store/sqldb"
)

type eventRow struct {
	MatchID string
	Seq     int
	AtMs    int64
	Side    int
	Act     string
	Text    string
}

func (eventRow) TableName() string { return "events" }

func eventToRow(match string, e engine.Event) eventRow {
	return eventRow{match, e.Seq, sqldb.Millis(e.At), int(e.By), string(e.Act), e.Text}
}

func (r eventRow) event() engine.Event {
	return engine.Event{Seq: r.Seq, At: sqldb.Moment(r.AtMs), By: engine.Side(r.Side), Act: engine.Act(r.Act), Text: r.Text}
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

// eventRows returns the rows of events and of their throws.
func eventRows(match string, events []engine.Event) (rows []eventRow, rolls []rollRow) {
	for _, e := range events {
		rows = append(rows, eventToRow(match, e))
		for _, d := range e.Draws {
			rolls = append(rolls, rollToRow(match, e.Seq, d))
		}
	}
	return rows, rolls
}

// LogValues returns the values of the columns of events and of their throws, in the order in
// which the tables have them.
func LogValues(match string, log []engine.Event) (events, rolls [][]any) {
	rows, draws := eventRows(match, log)
	for _, e := range rows {
		events = append(events, []any{e.MatchID, e.Seq, e.AtMs, e.Side, e.Act, e.Text})
	}
	for _, r := range draws {
		rolls = append(rolls, []any{r.MatchID, r.E, r.Label, r.K, r.Sides, r.Face, r.Seq})
	}
	return events, rolls
}

// insertEvents writes events and their throws. A taken key is a duplicate.
func insertEvents(tx *gorm.DB, match string, events []engine.Event) error {
	rows, rolls := eventRows(match, events)
	if err := tx.Create(&rows).Error; err != nil || len(rolls) == 0 {
		return err
	}
	return tx.Create(&rolls).Error
}

// readEvents reads the events 1 to last with their throws. Later ones are left out: they came
// after the state that they are read for.
func readEvents(db *gorm.DB, match string, last int) ([]engine.Event, error) {
	var rows []eventRow
	if err := db.Where("match_id = ? AND seq <= ?", match, last).Order("seq").Find(&rows).Error; err != nil {
		return nil, err
	}
	log := make([]engine.Event, len(rows))
	for i, r := range rows {
		log[i] = r.event()
	}
	if err := Contiguous(log, 1, last); err != nil {
		return nil, err
	}
	var rolls []rollRow
	if err := db.Where("match_id = ? AND seq <= ?", match, last).Order("seq, k").Find(&rolls).Error; err != nil {
		return nil, err
	}
	for _, r := range rolls {
		e := &log[r.Seq-1]
		e.Draws = append(e.Draws, r.draw())
	}
	return log, nil
}

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

// ReadLogs reads the logs of matches.
func ReadLogs(tx *gorm.DB, ids []string) (map[string][]engine.Event, error) {
	var events []eventRow
	if err := tx.Where("match_id IN ?", ids).Order("match_id, seq").Find(&events).Error; err != nil {
		return nil, err
	}
	logs := map[string][]engine.Event{}
	for _, e := range events {
		logs[e.MatchID] = append(logs[e.MatchID], e.event())
	}
	var rolls []rollRow
	if err := tx.Where("match_id IN ?", ids).Order("match_id, seq, k").Find(&rolls).Error; err != nil {
		return nil, err
	}
	for _, r := range rolls {
		log := logs[r.MatchID]
		if r.Seq > len(log) {
			return nil, fmt.Errorf("match %s has a throw of event %d, which it has not", r.MatchID, r.Seq)
		}
		log[r.Seq-1].Draws = append(log[r.Seq-1].Draws, r.draw())
	}
	return logs, nil
}
