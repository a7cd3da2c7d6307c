package series

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"kickabout/league"
	"kickabout/league/formats/minicup"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// MiniCupPage is the page of a mini cup.
type MiniCupPage struct {
	ui.Frame
	URL, Game string
	Successor ui.Link // of a competition by retired rules
	Closed    bool    // nothing new begins
	Queues    []LevelQueue
	Rights    []string // "You have the right to level 2."
	Tables    []templ.Component
	Further   []tournament.TournamentLine
	More      int // groups that are being played besides
	Year      int
	Before    string      // address of the honours of the year before
	Honours   []HonourRow // the first ones
	Climbers  int         // how many there are
}

// LevelQueue is the queue of a level.
type LevelQueue struct {
	QueueView
	Number int
	Level  string // "Level 0"
}

// HonourRow is a line of the honours of a year (R-MC-6).
type HonourRow struct {
	Name, URL string
	Level     int
	At        time.Time
	Groups    int
	Star      string // explains the asterisk of the group that led there; "" if it has none
}

// NewMiniCupPage builds the page of a mini cup.
func NewMiniCupPage(in CupInput) MiniCupPage {
	in.Title = "Mini cup: " + in.title()
	in.Description = "Mini cup of " + in.title() + ": groups of three, levels, and who climbed how high this year."
	p := MiniCupPage{
		Frame: in.Frame, URL: ui.CompetitionURL(in.Competition), Game: in.title(), Closed: in.closed(), Successor: successorOf(in.Games, in.Competition), Year: in.Year,
		Tables: in.tables(),
	}
	p.Further, p.More = in.further()
	p.Before = fmt.Sprintf("%s?year=%d", p.URL, in.Year-1)
	p.Feed = p.URL + "/feed.atom"
	levels := map[int]bool{}
	for _, t := range in.Editions {
		level, _, ok := minicup.Level(t.Edition)
		if !ok {
			continue
		}
		levels[level+1] = true
		if t.State == league.Registration && (!p.Closed || len(t.Entries) > 0) {
			p.Queues = append(p.Queues, in.levelQueue(t, level))
		}
	}
	slices.SortStableFunc(p.Queues, func(a, b LevelQueue) int { return a.Number - b.Number })
	for level := 1; level <= len(levels); level++ {
		if in.Viewer.ID != "" && minicup.Right(in.Editions, in.Viewer.ID, level, in.Now) {
			p.Rights = append(p.Rights, fmt.Sprintf("You have the right to play a group of level %d.", level))
		}
	}
	p.Honours = in.honours()
	p.Climbers = len(p.Honours)
	p.Honours = p.Honours[:min(p.Climbers, honoursShown)]
	return p
}

// levelQueue is the queue of a level, with what the viewer may do there.
func (in CupInput) levelQueue(t league.Tournament, level int) LevelQueue {
	q := LevelQueue{newQueueView(in.Games, t, in.Viewer), level, fmt.Sprintf("Level %d", level)}
	if in.closed() {
		q.Enter, q.SignUp = false, false
		return q
	}
	if q.Enter && !minicup.Right(in.Editions, in.Viewer.ID, level, in.Now) {
		q.Enter = false
	}
	if level > 0 && !q.Enter && !q.Leave {
		q.SignUp = false
		q.Why = fmt.Sprintf("For players who have gone up from level %d.", level-1)
	}
	if minicup.MayStartAsTwo(t, in.Now) {
		me, there := t.Entrant(in.Viewer.ID)
		q.Agree = there && !minicup.Agrees(me)
		q.Why = "Two have waited for 30 days. If both agree, they start now and play four games against each other."
		for _, e := range t.Entries {
			if minicup.Agrees(e) {
				q.Agreed = append(q.Agreed, e.Player.Name)
			}
		}
	}
	return q
}

func (in CupInput) honours() []HonourRow {
	var rows []HonourRow
	for _, h := range minicup.Honours(in.Editions, in.Year) {
		rows = append(rows, HonourRow{tournament.Starred(h.Player.Name, h.By), ui.PlayerURL(h.Player), h.Level, h.At, h.Groups, tournament.AsteriskText(h.By)})
	}
	return rows
}

// HonoursCSV writes the honours of a year for spreadsheets.
func HonoursCSV(in CupInput) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"Player", "Level", "Reached", "Groups", "Asterisk"}) // into memory: cannot fail
	for _, r := range in.honours() {
		w.Write([]string{ui.PlainCell(strings.TrimSuffix(r.Name, "*")), strconv.Itoa(r.Level), ui.Datetime(r.At), strconv.Itoa(r.Groups), ui.PlainCell(r.Star)})
	}
	w.Flush()
	return b.Bytes()
}

// HonoursJSON writes the honours of a year for programs.
func HonoursJSON(in CupInput) ([]byte, error) {
	type line struct {
		Player  string `json:"player"` // id
		Name    string `json:"name"`
		Level   int    `json:"level"`
		Reached string `json:"reached"`
		Groups  int    `json:"groups"`
		Star    string `json:"asterisk,omitempty"` // why there is one
	}
	list := struct {
		Competition string `json:"competition"`
		Year        int    `json:"year"`
		Honours     []line `json:"honours"`
	}{in.Competition.ID(), in.Year, []line{}}
	for _, h := range minicup.Honours(in.Editions, in.Year) {
		list.Honours = append(list.Honours, line{h.Player.ID, h.Player.Name, h.Level, ui.Datetime(h.At), h.Groups, tournament.AsteriskText(h.By)})
	}
	return json.MarshalIndent(list, "", " ")
}
