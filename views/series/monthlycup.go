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
	"kickabout/league/formats/monthlycup"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// MonthlyCupPage is the page of a monthly cup.
type MonthlyCupPage struct {
	ui.Frame
	URL, Game string
	Successor ui.Link    // of a competition by retired rules
	Closed    bool       // nothing new begins
	Queue     *QueueView // nil until the first group opens
	Path      []PathStep
	Winners   []PathName // of this month's groups so far, the first ones
	Others    int        // winners besides
	Tables    []templ.Component
	Further   []tournament.TournamentLine
	More      int // groups that are being played besides
	Finalists []FinalistRow
	Year      int
	Before    string // address of the year before
	Months    []MonthRow
	Years     []MonthRow
}

// PathStep is a station on the way to the title.
type PathStep struct {
	Title, Text string
	At          time.Time // when it comes; zero: it is not known
	Class       string    // "done", "now" or "next"
	Word        string    // the same for who does not see it
}

// PathName is a player on the way.
type PathName struct{ Name, URL string }

// FinalistRow is a place in the final of a year.
type FinalistRow struct {
	PathName
	Month string // "May 2027"
	How   string // "won it", "second: the winner had won before"
}

// MonthRow is a line of the months or years that are over.
type MonthRow struct {
	Name   string // "May 2027"
	Groups int
	Winner PathName // zero: not yet
	URL    string   // of the edition that decided it; "" if none has
	Star   string   // explains the asterisk of that edition; "" if it has none
}

// NewMonthlyCupPage builds the page of a monthly cup.
func NewMonthlyCupPage(in CupInput) MonthlyCupPage {
	in.Title = "Monthly cup: " + in.title()
	in.Description = "Monthly cup of " + in.title() + ": this month's groups, the month winners and the way to the final of the year."
	p := MonthlyCupPage{
		Frame: in.Frame, URL: ui.CompetitionURL(in.Competition), Game: in.title(), Closed: in.closed(), Successor: successorOf(in.Games, in.Competition), Year: in.Year,
		Tables: in.tables(),
	}
	p.Further, p.More = in.further()
	p.Before = fmt.Sprintf("%s?year=%d", p.URL, in.Year-1)
	p.Feed = p.URL + "/feed.atom"
	for _, t := range in.Editions {
		if t.State == league.Registration && (!p.Closed || len(t.Entries) > 0) {
			q := newQueueView(in.Games, t, in.Viewer)
			if p.Closed {
				q.Enter, q.SignUp = false, false
			}
			p.Queue = &q
		}
	}
	for _, w := range monthlycup.Winners(in.Editions, monthlycup.MonthAt(in.Now)) {
		if len(p.Winners) == winnersShown {
			p.Others++
			continue
		}
		p.Winners = append(p.Winners, PathName{w.Entrant.Player.Name, ui.PlayerURL(w.Entrant.Player)})
	}
	p.Path = in.path()
	for _, f := range monthlycup.Finalists(in.Editions, in.Year) {
		how := "won it"
		if f.Second {
			how = "second: the winner had won a month before"
		}
		p.Finalists = append(p.Finalists, FinalistRow{PathName{f.Player.Name, ui.PlayerURL(f.Player)}, ui.MonthText(f.Month), how})
	}
	p.Months, p.Years = in.months(), in.years()
	return p
}

// afterWinner is what stands between a winner's name and the next.
func (p MonthlyCupPage) afterWinner(i int) string {
	switch {
	case i < len(p.Winners)-1:
		return ", "
	case p.Others > 0:
		return " and " + ui.CountText(p.Others, "other player", "other players")
	}
	return ""
}

// path is the way from a group of this month to the title of the year.
func (in CupInput) path() []PathStep {
	month := monthlycup.MonthAt(in.Now)
	running, second := 0, 0
	for _, t := range in.Editions {
		k, _ := monthlycup.KindOf(t.Edition)
		switch {
		case t.State != league.Running:
		case k.Number != 0:
			running++
		case k.Round != 0:
			second++
		}
	}
	year := in.Now.UTC().Year()
	won := len(monthlycup.Winners(in.Editions, month))
	final, _ := monthlycup.FinalStarts(in.Editions, year)
	return []PathStep{
		{
			Title: "Groups of five", Text: fmt.Sprintf("%s now. Each meets each once; the first one goes on.", ui.CountText(running, "is being played", "are being played")),
			Class: "now", Word: "now",
		},
		{
			Title: "Round 2 of " + ui.MonthText(month), At: monthlycup.RoundStarts(month),
			Text:  fmt.Sprintf("The winners of the groups that are decided by then: %s so far. One alone has won the month; more than six play in groups and a third round.", ui.CountText(won, "player", "players")),
			Class: "next", Word: "still to come",
		},
		{
			Title: "Month winner", Text: winnerText(second),
			Class: "next", Word: "still to come",
		},
		{
			Title: fmt.Sprintf("Final of %d", year), At: final, Class: "next", Word: "still to come",
			Text: "The month winners meet twice each, at the earliest on that day: 14 days after the last group of December. When one player wins two months, the runner-up of one of them plays too.",
		},
	}
}

// winnerText says what becomes of a month's winner, and how many rounds are played for that.
func winnerText(rounds int) string {
	const text = "Wins a place in the final."
	if rounds == 0 {
		return text
	}
	return fmt.Sprintf("%s %s now.", text, ui.CountText(rounds, "further round is being played", "further rounds are being played"))
}

func (in CupInput) months() []MonthRow {
	var rows []MonthRow
	for _, m := range monthlycup.Months(in.Editions) {
		if m.Name[:4] != strconv.Itoa(in.Year) {
			continue
		}
		row := MonthRow{Name: m.Name, Groups: len(m.Groups)}
		if m.Winner != nil {
			row.Winner, row.URL, row.Star = PathName{tournament.Starred(m.Winner.Name, *m.Last), ui.PlayerURL(*m.Winner)}, ui.TournamentURL(m.Last.ID), tournament.AsteriskText(*m.Last)
		} else if n := len(m.Rounds); n > 0 {
			row.URL = ui.TournamentURL(m.Rounds[n-1].ID)
		}
		rows = append(rows, row)
	}
	return rows
}

// years lists the finals, the latest first, and years that had one winner of a month only.
func (in CupInput) years() []MonthRow {
	var rows []MonthRow
	for _, t := range in.Editions {
		k, _ := monthlycup.KindOf(t.Edition)
		for _, e := range t.Entries {
			year := monthlycup.ParseNote(e.Note).Year
			if k.Year != 0 && e.Winner {
				year = strconv.Itoa(k.Year)
			}
			if year != "" {
				rows = append(rows, MonthRow{Name: year, Groups: len(t.Entries), Winner: PathName{tournament.Starred(e.Player.Name, t), ui.PlayerURL(e.Player)}, URL: ui.TournamentURL(t.ID), Star: tournament.AsteriskText(t)})
			}
		}
		if k.Year != 0 && t.State == league.Running {
			rows = append(rows, MonthRow{Name: strconv.Itoa(k.Year), Groups: len(t.Entries), URL: ui.TournamentURL(t.ID)})
		}
	}
	slices.Reverse(rows)
	return rows
}

// MonthsCSV writes the months of a year for spreadsheets.
func MonthsCSV(in CupInput) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"Month", "Groups", "Winner", "Asterisk"}) // into memory: cannot fail
	for _, r := range in.months() {
		w.Write([]string{r.Name, strconv.Itoa(r.Groups), ui.PlainCell(strings.TrimSuffix(r.Winner.Name, "*")), ui.PlainCell(r.Star)})
	}
	w.Flush()
	return b.Bytes()
}

// MonthsJSON writes the months of a year for programs.
func MonthsJSON(in CupInput) ([]byte, error) {
	type line struct {
		Month  string `json:"month"`
		Groups int    `json:"groups"`
		Winner string `json:"winner"` // id; "" as long as there is none
		Name   string `json:"name"`
		Star   string `json:"asterisk,omitempty"` // why there is one
	}
	list := struct {
		Competition string `json:"competition"`
		Year        int    `json:"year"`
		Months      []line `json:"months"`
	}{in.Competition.ID(), in.Year, []line{}}
	for _, m := range monthlycup.Months(in.Editions) {
		if m.Name[:4] != strconv.Itoa(in.Year) {
			continue
		}
		l := line{Month: m.Name, Groups: len(m.Groups)}
		if m.Winner != nil {
			l.Winner, l.Name, l.Star = m.Winner.ID, m.Winner.Name, tournament.AsteriskText(*m.Last)
		}
		list.Months = append(list.Months, l)
	}
	return json.MarshalIndent(list, "", " ")
}
