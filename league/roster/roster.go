// Package roster reads who is to play in a tournament from files that other programs write: tables with a header
// (CSV), and tournament files of FIDE (TRF16, TRF26). It knows nothing of members: who of them is meant is found
// elsewhere.
package roster

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kickabout/league/pairing/trf"
)

// The most that is read.
const (
	MaxBytes = 48 << 10
	MaxLines = 1000 // as many as play in a Swiss
	MaxName  = 100  // characters
)

// The columns of a table; the others are left alone.
const (
	nameColumn   = "name"
	seedColumn   = "seed"
	ratingColumn = "rating"
)

// A Player is one line of a file.
type Player struct {
	Line, Column int // where the name stands, from 1
	Name         string
	Seed         int // from 1; 0: the file says none
}

// A Problem is what is wrong at a place of a file. Column counts the columns of a table, and the characters of a line
// of a tournament file, from 1.
type Problem struct {
	Line, Column int
	Text         string
}

func (p Problem) Error() string {
	return fmt.Sprintf("Line %d, column %d: %s", p.Line, p.Column, p.Text)
}

// Read returns the players of a file in its order, and all that is wrong with it. With problems the players are
// those of the lines without any.
//
// Seeds are those of the column seed. Without it they go by the column rating, the highest first, and of equal
// ones the first line; who has no number has no seed. In a tournament file a player's number is the seed.
func Read(data []byte) ([]Player, []Problem) {
	switch text := strings.TrimPrefix(string(data), "\ufeff"); {
	case len(data) > MaxBytes:
		return nil, []Problem{{1, 1, fmt.Sprintf("the file has more than %d kB, which is the most that is read.", MaxBytes>>10)}}
	case !utf8.ValidString(text):
		line := 1 + strings.Count(text[:invalidAt(text)], "\n")
		return nil, []Problem{{line, 1, "this is no text in UTF-8. Save the file as UTF-8 and send it again."}}
	case strings.TrimSpace(text) == "":
		return nil, []Problem{{1, 1, "there should be a list of players, but there is nothing."}}
	case trf.Is(data):
		return readTournament(data)
	default:
		return readTable(text)
	}
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

func readTournament(data []byte) (players []Player, problems []Problem) {
	f, err := trf.Read(data)
	if err != nil {
		at, _ := err.(*trf.Error)
		return nil, []Problem{{at.Line, at.Column, at.Text + "."}}
	}
	line, seen := 0, 0
	for text := range strings.Lines(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(string(data), "\ufeff"))) {
		line++
		if !strings.HasPrefix(text, "001 ") {
			continue
		}
		p := f.Players[seen] // in the order of the lines
		seen++
		name := ordered(p.Name())
		if problem := nameProblem(name); problem != "" {
			problems = append(problems, Problem{line, nameAt, problem})
			continue
		}
		players = append(players, Player{Line: line, Column: nameAt, Name: name, Seed: p.Number})
	}
	return players, most(players, problems)
}

// nameAt is the column in which the name of a player begins in a tournament file.
const nameAt = 15

// ordered returns a name as people are called here: of a file that writes the family first, as in Doe, Jane, the
// given name comes first.
func ordered(name string) string {
	family, given, both := strings.Cut(name, ",")
	if !both || strings.TrimSpace(given) == "" {
		return strings.TrimSpace(family)
	}
	return strings.TrimSpace(given) + " " + strings.TrimSpace(family)
}

// A table is a file with a header.
type table struct {
	cells    [][]cell
	name     int // columns; -1: there is none
	seed     int
	rating   int
	ratings  map[int]int // by the players' places
	seeds    map[int]int // lines by seeds
	problems []Problem
}

func readTable(text string) ([]Player, []Problem) {
	t := table{ratings: map[int]int{}, seeds: map[int]int{}}
	var bad *Problem
	if t.cells, bad = split(text); bad != nil {
		return nil, []Problem{*bad}
	}
	if bad = t.header(); bad != nil {
		return nil, []Problem{*bad}
	}
	var players []Player
	for _, row := range t.cells[1:] {
		if p, ok := t.player(row); ok {
			if r, rated := t.ratedBy(row); rated {
				t.ratings[len(players)] = r
			}
			players = append(players, p)
		}
	}
	if t.seed < 0 {
		t.seedByRating(players)
	}
	if len(players) == 0 && len(t.problems) == 0 {
		t.problems = append(t.problems, Problem{t.cells[0][0].line, 1, "there should be players below the header, but there are none."})
	}
	return players, most(players, t.problems)
}

// header finds the columns.
func (t *table) header() *Problem {
	t.name, t.seed, t.rating = -1, -1, -1
	head := t.cells[0]
	for i, c := range head {
		for name, at := range map[string]*int{nameColumn: &t.name, seedColumn: &t.seed, ratingColumn: &t.rating} {
			if !strings.EqualFold(c.text, name) {
				continue
			}
			if *at >= 0 {
				return &Problem{c.line, i + 1, fmt.Sprintf("the column %s is there twice, it is column %d too.", name, *at+1)}
			}
			*at = i
		}
	}
	if t.name < 0 {
		return &Problem{head[0].line, 1, "the first line should name the columns, and one of them should be name."}
	}
	return nil
}

// player reads a line; false if something is wrong with it.
func (t *table) player(row []cell) (Player, bool) {
	before := len(t.problems)
	if len(row) > len(t.cells[0]) {
		t.bad(row, len(t.cells[0]), "there are more columns here than in the first line.")
	}
	p := Player{Line: row[0].line, Column: t.name + 1, Name: at(row, t.name)}
	if problem := nameProblem(p.Name); problem != "" {
		t.bad(row, t.name, problem)
	}
	if typed := at(row, t.seed); typed != "" {
		n, err := strconv.Atoi(typed)
		switch other := t.seeds[n]; {
		case err != nil || n < 1 || n > 9999:
			t.bad(row, t.seed, fmt.Sprintf("a seed should be a whole number from 1 to 9999, not %q.", short(typed)))
		case other > 0:
			t.bad(row, t.seed, fmt.Sprintf("line %d has the seed %d too. Give each player a different one.", other, n))
		default:
			t.seeds[n], p.Seed = p.Line, n
		}
	}
	t.ratedBy(row)
	return p, len(t.problems) == before
}

// ratedBy returns the rating of a line.
func (t *table) ratedBy(row []cell) (int, bool) {
	typed := at(row, t.rating)
	if typed == "" {
		return 0, false
	}
	r, err := strconv.ParseFloat(strings.Replace(typed, ",", ".", 1), 64)
	if err != nil || !(r >= 0 && r <= 9999) {
		t.bad(row, t.rating, fmt.Sprintf("a rating should be a number from 0 to 9999, not %q.", short(typed)))
		return 0, false
	}
	return int(r * 10000), true
}

func (t *table) seedByRating(players []Player) {
	var order []int
	for i := range players {
		if _, rated := t.ratings[i]; rated {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t.ratings[b], t.ratings[a]) })
	for n, i := range order {
		players[i].Seed = n + 1
	}
}

func (t *table) bad(row []cell, column int, text string) {
	t.problems = append(t.problems, Problem{row[0].line, column + 1, text})
}

// at returns what stands in a column; "" if there is none.
func at(row []cell, column int) string {
	if column < 0 || column >= len(row) {
		return ""
	}
	return row[column].text
}

func nameProblem(name string) string {
	switch {
	case name == "":
		return "there should be the name of a player, but there is nothing."
	case utf8.RuneCountInString(name) > MaxName:
		return fmt.Sprintf("a name should have at most %d characters.", MaxName)
	case strings.ContainsFunc(name, unicode.IsControl):
		return "a name should stand on one line."
	}
	return ""
}

func most(players []Player, problems []Problem) []Problem {
	if len(players) > MaxLines {
		p := players[MaxLines]
		return append(problems, Problem{p.Line, p.Column, fmt.Sprintf("there should be at most %d players.", MaxLines)})
	}
	return problems
}

func short(text string) string {
	if r := []rune(text); len(r) > 30 {
		return string(r[:30]) + "…"
	}
	return text
}
