package member

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kickabout/league/vacation"
	"kickabout/views/ui"
)

// VacationInput is what the page of a member's vacation is built from.
type VacationInput struct {
	ui.Frame
	Rule    vacation.Rule
	Book    vacation.Book
	Balance int
	Lines   []vacation.Line // the oldest first
	Begins  string          // of a plan, as typed
	Days    string
	Done    string            // what has just been done: "planned", "ended" or ""
	Errors  map[string]string // sentences by field; "": about the whole form
}

// VacationPage is the page on which a member plans time off and sees where each day of
// vacation came from and went.
type VacationPage struct {
	ui.Frame
	Notice  string
	Balance string // "3 days"
	Earning string // how days come
	Plan    bool   // vacation can be planned, and none is
	N       int    // the number that the next one has
	Begins  string
	Days    string
	From    string // the first day that the form takes: "2027-05-03"
	Errors  map[string]string
	Open    *vacation.Vacation // nil if none is planned
	On      bool               // it lasts
	Lines   []StatementLine    // the latest first
}

// StatementLine is a line of the statement of vacation.
type StatementLine struct {
	At      time.Time
	Why     string
	URL     string // of the match that it is about; "" if none
	Change  string // "+1", "−1" or ""
	Balance int
}

// NewVacationPage builds the page of a member's vacation.
func NewVacationPage(in VacationInput) VacationPage {
	p := VacationPage{
		Frame: in.Frame, Balance: ui.CountText(in.Balance, "day", "days"), Begins: in.Begins, Days: in.Days, Errors: in.Errors,
		N: len(in.Book.Planned) + 1, From: in.Now.UTC().Format(time.DateOnly),
		Earning: "A new account has 3 days. One more comes every 12 days and 4 hours, which is 30 a year, as long as you have fewer than 30.",
	}
	p.Title, p.Description = "Vacation", "Days of vacation at Kickabout."
	if in.Rule == vacation.LG {
		p.Earning = "You have 5 days in each calendar year. On 1 January they are 5 again."
	}
	if v, ok := in.Book.Open(); ok && in.Now.Before(v.Ends) {
		p.Open, p.On = &v, v.On(in.Now)
	}
	p.Plan = p.Open == nil && in.Rule == vacation.Std
	switch in.Done {
	case "planned":
		p.Notice = "Your vacation is planned."
	case "ended":
		p.Notice = "No vacation is planned any more, and your clocks run."
	}
	for _, l := range slices.Backward(in.Lines) {
		p.Lines = append(p.Lines, statementLine(l))
	}
	return p
}

func statementLine(l vacation.Line) StatementLine {
	line := StatementLine{At: l.At, Why: vacationReason(l), Balance: l.Balance}
	if l.Day.Match != "" {
		line.URL = ui.MatchURL(l.Day.Match)
	}
	if l.Days != 0 {
		line.Change = strings.Replace(fmt.Sprintf("%+d", l.Days), "-", "−", 1)
	}
	return line
}

// vacationReason says in words why a day came or went.
func vacationReason(l vacation.Line) string {
	switch l.Why {
	case vacation.New:
		return "Your account was made"
	case vacation.Earned:
		return "Earned"
	case vacation.Full:
		return "Not earned: you had 30, which is the most"
	case vacation.Reset:
		return "The days of " + strconv.Itoa(l.At.UTC().Year())
	case vacation.Timeout:
		return "Your time ran out: all your games got a day"
	case vacation.Planned:
		return "A day of your planned vacation began"
	}
	return ""
}

// VacationCSV is the statement for spreadsheets, the oldest line first.
func VacationCSV(lines []vacation.Line) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	rows := [][]string{{"at", "reason", "match", "change", "balance"}}
	for _, l := range lines {
		rows = append(rows, []string{ui.Datetime(l.At), vacationReason(l), l.Day.Match, strconv.Itoa(l.Days), strconv.Itoa(l.Balance)})
	}
	if err := w.WriteAll(rows); err != nil {
		panic(err) // nothing that is written to memory fails
	}
	return b.Bytes()
}
