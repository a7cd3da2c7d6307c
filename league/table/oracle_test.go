package table_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/table"
	"kickabout/league/tiebreak"
)

// A slow and obvious table, read off the definitions one result at a time.
type slow struct {
	sheet    league.Sheet
	players  []string
	fixtures []league.Fixture // over and counted
	open     []league.Fixture
}

func newSlow(s league.Sheet) slow {
	o := slow{sheet: s}
	out := map[string]league.Exit{}
	for _, e := range s.Entries {
		out[e.Player] = e.Out
		if !e.Left && e.Out != league.Voided {
			o.players = append(o.players, e.Player)
		}
	}
	for _, f := range s.Fixtures {
		if !f.Outcome.Over() {
			switch first, second := out[f.First] == league.Forfeited, out[f.Second] == league.Forfeited; {
			case first && second:
				f.Outcome.Ending = engine.DoubleForfeit
			case first:
				f.Outcome = engine.Outcome{Ending: engine.Forfeit, Winner: engine.Second}
			case second:
				f.Outcome = engine.Outcome{Ending: engine.Forfeit, Winner: engine.First}
			}
		}
		switch {
		case out[f.First] == league.Voided || out[f.Second] == league.Voided || f.Outcome.Ending == engine.Void:
		case f.Outcome.Over():
			o.fixtures = append(o.fixtures, f)
		default:
			o.open = append(o.open, f)
		}
	}
	return o
}

// each calls visit with every counted match of a player from their view.
func (o slow) each(player string, visit func(opponent string, points league.Points, goals, against int, won, lost bool, ending engine.Ending)) {
	for _, f := range o.fixtures {
		points, _ := o.sheet.Scoring.Points(f.Outcome)
		goals := f.Outcome.Score
		if e := f.Outcome.Ending; e == engine.Resignation || e == engine.Timeout || e == engine.Forfeit {
			if lead := goals[0] - goals[1]; f.Outcome.Winner == engine.First && lead < 3 {
				goals = [2]int{3, 0}
			} else if f.Outcome.Winner == engine.Second && -lead < 3 {
				goals = [2]int{0, 3}
			}
		}
		if f.First == player {
			visit(f.Second, points[0], goals[0], goals[1], f.Outcome.Winner == engine.First, f.Outcome.Winner == engine.Second, f.Outcome.Ending)
		}
		if f.Second == player {
			visit(f.First, points[1], goals[1], goals[0], f.Outcome.Winner == engine.Second, f.Outcome.Winner == engine.First, f.Outcome.Ending)
		}
	}
}

// value is what a tie-break counts for a player among those who are level.
func (o slow) value(code, player string, tied []string) (sum int) {
	played := func(p string) (n int) {
		o.each(p, func(string, league.Points, int, int, bool, bool, engine.Ending) { n++ })
		return n
	}
	if code == "LOT" {
		sum := func(p string) []byte { s := sha256.Sum256([]byte(string(o.sheet.Lot) + p)); return s[:] }
		place := 1
		for _, other := range o.players {
			if bytes.Compare(sum(other), sum(player)) < 0 {
				place++
			}
		}
		return place
	}
	if code == "BH-C1" {
		least := -1
		o.each(player, func(opponent string, _ league.Points, _, _ int, _, _ bool, _ engine.Ending) {
			points := o.value("TP", opponent, nil)
			if sum += points; least < 0 || points < least {
				least = points
			}
		})
		return sum - max(0, least)
	}
	o.each(player, func(opponent string, points league.Points, goals, against int, won, lost bool, ending engine.Ending) {
		among := slices.Contains(tied, opponent)
		switch code {
		case "TP":
			sum += int(points)
		case "SON":
			sum += int(points) * o.value("TP", opponent, nil)
		case "DE", "DTP":
			if among {
				sum += int(points)
			}
		case "DGD":
			if among {
				sum += goals - against
			}
		case "GD":
			sum += goals - against
		case "GF":
			sum += goals
		case "NW":
			if won && (ending == engine.FullTime || ending == engine.Target) {
				sum++
			}
		case "TO":
			if lost && ending == engine.Timeout {
				sum++
			}
		case "WIN":
			if won {
				sum++
			}
		case "SB":
			if won {
				sum += 2 * o.value("TP", opponent, nil)
			} else if !lost && ending != engine.DoubleForfeit {
				sum += o.value("TP", opponent, nil)
			}
		case "KS":
			if 2*o.value("TP", opponent, nil) >= 50*played(opponent) {
				sum += int(points)
			}
		}
	})
	return sum
}

// ranks returns the groups of players who share a rank, the first one first.
func (o slow) ranks(codes []string, cuts []int) [][]string {
	level := [][]string{o.players}
	for _, code := range codes {
		level = o.refine(code, level, cuts)
		for again := 0; code == "DE" && again != len(level); {
			again = len(level)
			level = o.refine(code, level, cuts)
		}
	}
	return level
}

// refine splits what one tie-break splits.
func (o slow) refine(code string, level [][]string, cuts []int) (finer [][]string) {
	before := 0
	for _, tied := range level {
		skip := len(tied) < 2
		if code == "DE" {
			for _, f := range o.open {
				skip = skip || slices.Contains(tied, f.First) && slices.Contains(tied, f.Second)
			}
		}
		if code == "LOT" {
			needed := false
			for _, cut := range cuts {
				needed = needed || before < cut && cut < before+len(tied)
			}
			skip = skip || !needed || len(o.open) > 0 || len(o.sheet.Lot) == 0
		}
		before += len(tied)
		if skip {
			finer = append(finer, tied)
			continue
		}
		byValue := map[int][]string{}
		var values []int
		for _, p := range tied {
			v := o.value(code, p, tied)
			if code == "TO" || code == "LOT" {
				v = -v
			}
			if byValue[v] == nil {
				values = append(values, v)
			}
			byValue[v] = append(byValue[v], p)
		}
		slices.Sort(values)
		slices.Reverse(values)
		for _, v := range values {
			finer = append(finer, byValue[v])
		}
	}
	return finer
}

// outcomes makes up how a match ended; the more open, the likelier it is not over.
func outcomes(t *rapid.T, name string, open int) engine.Outcome {
	kinds := []engine.Ending{
		engine.FullTime, engine.SuddenDeath, engine.LastGoal, engine.Goalless, engine.Target, engine.Resignation, engine.Timeout,
		engine.Forfeit, engine.DoubleForfeit, engine.Adjudication, engine.Void,
	}
	k := rapid.IntRange(0, len(kinds)+open-1).Draw(t, name)
	if k >= len(kinds) {
		return engine.Outcome{}
	}
	o := engine.Outcome{Ending: kinds[k], Winner: engine.Side(rapid.IntRange(1, 2).Draw(t, name+" winner"))}
	o.Score = [2]int{rapid.IntRange(0, 4).Draw(t, name+" goals"), rapid.IntRange(0, 4).Draw(t, name+" goals")}
	switch o.Ending {
	case engine.Goalless, engine.DoubleForfeit, engine.Void:
		o.Winner, o.Score = engine.NoSide, [2]int{}
	}
	return o
}

// madeUp is a group with results of all kinds.
func madeUp(t *rapid.T) league.Sheet {
	n, cycles := rapid.IntRange(1, 6).Draw(t, "players"), rapid.IntRange(1, 2).Draw(t, "cycles")
	open := rapid.SampledFrom([]int{0, 0, 3, 12}).Draw(t, "open")
	var profiles []string
	for _, p := range tiebreak.Profiles() {
		profiles = append(profiles, p.ID)
	}
	s := league.Sheet{Terms: league.TournamentTerms{Cycles: cycles, Profile: rapid.SampledFrom(profiles).Draw(t, "profile")}, Scoring: league.Standard()}
	if rapid.Bool().Draw(t, "close wins") {
		s.Scoring = s.Scoring.WithCloseWin()
	}
	if rapid.Bool().Draw(t, "lot") {
		s.Lot = []byte("seed")
	}
	for i := range n {
		exit := rapid.SampledFrom([]league.Exit{"", "", "", "", "", "", league.Voided, league.Forfeited}).Draw(t, "exit")
		s.Entries = append(s.Entries, league.Entry{Player: string(rune('a' + i)), Out: exit})
	}
	for c := range cycles {
		for i := range n {
			for j := range i {
				first, second := s.Entries[i].Player, s.Entries[j].Player
				if c == 1 {
					first, second = second, first
				}
				key := fmt.Sprintf("c%d/%s%s", c, first, second)
				s.Fixtures = append(s.Fixtures, league.Fixture{Key: league.Key(key), First: first, Second: second, Outcome: outcomes(t, key, open)})
			}
		}
	}
	return s
}

// manyTimes checks a property of thousands of groups.
func manyTimes(t *testing.T, property func(*rapid.T)) {
	for range enginetest.Size(200) {
		rapid.Check(t, property)
	}
}

func TestTheTableIsThatOfTheDefinitions(t *testing.T) {
	manyTimes(t, func(t *rapid.T) {
		s := madeUp(t)
		cuts := rapid.SliceOfN(rapid.IntRange(1, 5), 0, 2).Draw(t, "cuts")
		made, err := table.New(s, cuts...)
		if err != nil {
			t.Fatal(err)
		}
		o := newSlow(s)
		profile, _ := tiebreak.ProfileByID(s.Terms.Profile)
		var codes, got, want []string
		for _, b := range profile.Order {
			codes = append(codes, b.Code)
		}
		rank := 1
		for _, level := range o.ranks(codes, cuts) {
			for _, p := range level {
				want = append(want, fmt.Sprint(rank, " ", p))
			}
			rank += len(level)
		}
		for _, r := range made.Rows() {
			if r.Out {
				continue
			}
			got = append(got, fmt.Sprint(r.Rank, " ", r.Player))
			o.compare(t, r)
		}
		if strings.Join(got, ", ") != strings.Join(want, ", ") {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// compare holds a row against the definitions.
func (o slow) compare(t *rapid.T, r league.Row) {
	if int(r.Points) != o.value("TP", r.Player, nil) || r.SON != o.value("SON", r.Player, nil) || r.Goals != o.value("GF", r.Player, nil) ||
		r.Goals-r.Against != o.value("GD", r.Player, nil) || r.Won != o.value("WIN", r.Player, nil) {
		t.Fatalf("the row %+v is wrong", r)
	}
	for _, v := range r.Values {
		if b, _ := tiebreak.ByCode(v.Code); !b.Among && (v.Counts || !b.Place) && v.Number != o.value(v.Code, r.Player, nil) {
			t.Fatalf("%s of %s is %d, want %d", v.Code, r.Player, v.Number, o.value(v.Code, r.Player, nil))
		}
	}
	if len(o.open) == 0 && (r.Best != r.Rank || r.Worst != r.Rank) {
		t.Fatalf("all is over, and %+v can end from %d to %d", r, r.Best, r.Worst)
	}
	open := 0
	for _, f := range o.open {
		if f.First == r.Player || f.Second == r.Player {
			open++
		}
	}
	if r.Open != open || r.Played != r.Won+r.Drawn+r.Lost {
		t.Fatalf("%+v: %d matches are open", r, open)
	}
}

func TestWhatPartsTwoNeighboursIsTrue(t *testing.T) {
	manyTimes(t, func(t *rapid.T) {
		s := madeUp(t)
		made, err := table.New(s, 1)
		if err != nil {
			t.Fatal(err)
		}
		rows := slices.DeleteFunc(slices.Clone(made.Rows()), func(r league.Row) bool { return r.Out })
		for i := 1; i < len(rows); i++ {
			above, below := rows[i-1], rows[i]
			d := below.Above
			if d.Who != above.Player || above.Below != (league.Parted{Who: below.Player, Code: d.Code, Mine: d.Theirs, Theirs: d.Mine}) {
				t.Fatalf("%+v and %+v do not tell the same", above, below)
			}
			if (d.Code == "") != (above.Rank == below.Rank) {
				t.Fatalf("%s and %s are parted by %q", above.Player, below.Player, d.Code)
			}
			if b, _ := tiebreak.ByCode(d.Code); d.Code != "" && (b.Fewer == (d.Theirs > d.Mine) || d.Theirs == d.Mine) {
				t.Fatalf("%s is above %s with %s %d against %d", above.Player, below.Player, d.Code, d.Theirs, d.Mine)
			}
			for k, v := range below.Values {
				if v.Code == d.Code {
					break
				}
				if b, _ := tiebreak.ByCode(v.Code); !b.Among && !b.Place && v.Number != above.Values[k].Number {
					t.Fatalf("%s and %s differ in %s before %q", above.Player, below.Player, v.Code, d.Code)
				}
			}
		}
	})
}
