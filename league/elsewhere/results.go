package elsewhere

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/oneline"
	"kickabout/league/results"
	"kickabout/league/table"
)

// The most that is read of a file.
const (
	MaxBytes   = 48 << 10
	MaxGames   = 1000
	MaxPlayers = 200

	longPlayer   = 60 // letters of a player's name
	mostProblems = 20
	mostNotes    = 10
)

// Results is what the file of an event says.
type Results struct {
	Games   []Game   // in the order of the file
	Byes    []Bye    // likewise
	Players []string // by their first appearance
	Rounds  []string // in their order; nil where the file has none
	Played  bool     // the file says how games ended; else only the points that they paid
	Table   *table.Table
}

// A Game is one result.
type Game struct {
	Round         string
	First, Second string
	Points        [2]league.Points
	Outcome       engine.Outcome // its ending and goals mean something in a file that says them
	Forfeit       bool           // nobody played, as a file of points says

	line int // of the file
}

// ByeKind says how somebody spent a round without an opponent.
type ByeKind = results.ByeKind

// The kinds of byes.
const (
	PairedBye = results.Paired
	FullBye   = results.Full
	HalfBye   = results.Half
	AbsentBye = results.Absent
	WonBye    = results.Won
	LostBye   = results.Lost
)

// A Bye is a round that a player spent without an opponent.
type Bye struct {
	Round, Player string
	Kind          ByeKind
	Points        league.Points
}

// A Report is what there is to say of a file: with problems it cannot be kept, notes are for whoever brings it to look
// at.
type Report struct {
	Problems []string // whole sentences with line and column
	Notes    []string
}

// Read reads a file of results: a table as kickabout table reads it, or a tournament file. The results are worth
// nothing if there are problems.
func Read(text string, count Count) (Results, Report) {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	switch {
	case strings.TrimSpace(text) == "":
		return Results{}, Report{Problems: []string{"Line 1, column 1: there should be results, but there is nothing."}}
	case len(text) > MaxBytes:
		return Results{}, Report{Problems: []string{fmt.Sprintf("The file has more than %d kB, which is the most that is read.", MaxBytes>>10)}}
	case !utf8.ValidString(text):
		line := 1 + strings.Count(text[:invalidAt(text)], "\n")
		return Results{}, Report{Problems: []string{fmt.Sprintf("Line %d, column 1: this is no text in UTF-8. Save the file as UTF-8 and send it again.", line)}}
	}
	found, errs := results.Check(strings.NewReader(text), false, mostProblems)
	var problems []error
	problems = append(problems, errs...)
	if len(problems) == 0 {
		problems = limits(found)
	}
	if len(problems) == 0 {
		problems = counted(&found, count)
	}
	if len(problems) > 0 {
		return Results{}, Report{Problems: sentences(problems)}
	}
	r, err := resultsOf(found)
	if err != nil {
		return Results{}, Report{Problems: sentences([]error{err})}
	}
	if len(r.CSV()) > MaxBytes {
		return Results{}, Report{Problems: []string{fmt.Sprintf("Written as a table, the results have more than %d kB, which is the most that is kept.", MaxBytes>>10)}}
	}
	problems, notes := r.doubled()
	notes = append(notes, r.alike()...)
	return r, Report{Problems: sentences(problems), Notes: notes[:min(len(notes), mostNotes)]}
}

// invalidAt returns where a text stops being UTF-8.
func invalidAt(text string) int {
	for i, r := range text {
		if _, size := utf8.DecodeRuneInString(text[i:]); r == utf8.RuneError && size == 1 {
			return i
		}
	}
	return len(text)
}

// sentences are problems as people read them.
func sentences(problems []error) (all []string) {
	for _, p := range problems[:min(len(problems), mostProblems)] {
		text := p.Error()
		text = strings.ToUpper(text[:1]) + text[1:]
		if !strings.ContainsAny(text[len(text)-1:], ".?") {
			text += "."
		}
		all = append(all, text)
	}
	return all
}

// at is a problem of the line of a result.
func at(line int, format string, args ...any) error {
	return &results.Problem{Line: line, Text: fmt.Sprintf(format, args...)}
}

// limits says what of a file cannot be kept.
func limits(found results.Results) (problems []error) {
	games := found.Sheet.Fixtures
	switch {
	case len(games) == 0:
		return []error{at(0, "there should be results below the header, but there are none")}
	case len(games)+len(found.Byes) > MaxGames:
		return []error{at(found.Places[min(MaxGames, len(games)-1)].Line, "there should be at most %d results", MaxGames)}
	case len(found.Sheet.Entries) > MaxPlayers:
		return []error{at(0, "there should be at most %d players, but there are %d", MaxPlayers, len(found.Sheet.Entries))}
	case found.Digits() > 1:
		return []error{at(0, "points should have at most one digit behind the point, as 0.5")}
	}
	seen := map[string]bool{}
	for i, f := range games {
		for _, name := range []string{f.First, f.Second, found.Places[i].Round} {
			if seen[name] || name == "" {
				continue
			}
			seen[name] = true
			if text := wrongName(name); text != "" {
				problems = append(problems, at(found.Places[i].Line, "%s", text))
			}
		}
	}
	for _, b := range found.Byes {
		for _, name := range []string{b.Player, b.Round} {
			if text := wrongName(name); text != "" && !seen[name] {
				seen[name], problems = true, append(problems, at(b.Line, "%s", text))
			}
		}
	}
	return problems
}

// wrongName says what is wrong with the name of a player or of a round; "" for nothing.
func wrongName(name string) string {
	clean, err := oneline.Clean("", name, longPlayer)
	switch {
	case err != nil:
		return fmt.Sprintf("the name %q cannot be kept. %v", short(name), err)
	case clean != name:
		return fmt.Sprintf("the name %q has signs in it that nobody sees, or blanks beside each other", short(name))
	case formula(name):
		return fmt.Sprintf("the name %q should not begin with %c, since spreadsheets would take it for a formula", short(name), []rune(name)[0])
	}
	return ""
}

// formula says whether a spreadsheet might take a name for a formula.
func formula(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return strings.ContainsRune("=+-@|%＝＋－＠", first)
}

func short(text string) string {
	if r := []rune(text); len(r) > 30 {
		return string(r[:30]) + "…"
	}
	return text
}

// counted has the games pay by a way to count.
func counted(found *results.Results, count Count) []error {
	if count == CloseWin {
		if err := found.CloseWins(); err != nil {
			return []error{err}
		}
	}
	if p, ok := pays[count]; ok {
		found.Pay(p[0], p[1])
	}
	return nil
}

// resultsOf takes over what was found.
func resultsOf(found results.Results) (Results, error) {
	order, err := found.Order("")
	if err != nil {
		return Results{}, err
	}
	r := Results{Played: found.Played}
	if r.Table, err = found.Table(order); err != nil {
		return Results{}, err
	}
	for _, e := range found.Sheet.Entries {
		r.Players = append(r.Players, e.Player)
	}
	for i, f := range found.Sheet.Fixtures {
		g := Game{Round: found.Places[i].Round, First: f.First, Second: f.Second, Outcome: f.Outcome, Forfeit: found.Places[i].Forfeit, line: found.Places[i].Line}
		g.Points, _ = found.Sheet.Scoring.Points(f.Outcome)
		r.Games = append(r.Games, g)
	}
	for _, b := range found.Byes {
		r.Byes = append(r.Byes, Bye{b.Round, b.Player, b.Kind, b.Points})
	}
	r.Rounds = found.Rounds()
	return r, nil
}

// pairing is what a game is told from others by.
type pairing struct{ round, first, second string }

// doubled finds games that stand there twice. In one round that is a problem, whether the results agree or not. Without
// rounds a pair may have met twice: whoever brings the file is told.
func (r Results) doubled() (problems []error, notes []string) {
	before := map[pairing]Game{}
	for _, g := range r.Games {
		key := pairing{g.Round, g.First, g.Second}
		was, twice := before[key]
		if !twice {
			before[key] = g
			continue
		}
		same := was.Outcome == g.Outcome && was.Points == g.Points
		switch {
		case g.Round != "" && same:
			problems = append(problems, at(g.line, "%s against %s in round %s is there twice, in line %d too", g.First, g.Second, g.Round, was.line))
		case g.Round != "":
			problems = append(problems, at(g.line, "%s against %s in round %s contradicts line %d, which has another result", g.First, g.Second, g.Round, was.line))
		case same:
			notes = append(notes, fmt.Sprintf("Line %d says the same as line %d: %s against %s. It counts twice.", g.line, was.line, g.First, g.Second))
		default:
			notes = append(notes, fmt.Sprintf("Line %d has another result of %s against %s than line %d. Both count.", g.line, g.First, g.Second, was.line))
		}
	}
	return problems, notes
}

// alike finds players whose names differ in their case alone.
func (r Results) alike() (notes []string) {
	before := map[string]string{}
	for _, name := range r.Players {
		folded := strings.ToLower(name)
		if other, ok := before[folded]; ok {
			notes = append(notes, fmt.Sprintf("%s and %s count as two players.", other, name))
			continue
		}
		before[folded] = name
	}
	return notes
}

// InRound lists the games of a round.
func (r Results) InRound(round string) (games []Game) {
	for _, g := range r.Games {
		if g.Round == round {
			games = append(games, g)
		}
	}
	return games
}

// ByesIn lists the byes of a round.
func (r Results) ByesIn(round string) (byes []Bye) {
	for _, b := range r.Byes {
		if b.Round == round {
			byes = append(byes, b)
		}
	}
	return byes
}

// Summary is what lists say of the results.
func (r Results) Summary() Summary {
	var first []string
	for _, row := range r.Table.Rows() {
		if row.Rank == 1 {
			first = append(first, row.Player)
		}
	}
	return Summary{Players: len(r.Players), Games: len(r.Games), Winners: winners(first)}
}

// mostWinners are named in a list; of more it says how many there are.
const mostWinners = 3

func winners(names []string) string {
	switch n := len(names); {
	case n == 1:
		return names[0]
	case n > mostWinners:
		return fmt.Sprintf("%d players level", n)
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}
