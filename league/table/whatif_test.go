package table_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/table"
)

// threeLeft is a group before its last match, of b against c: a has 6 points and
// has done, b has 4, c none.
func threeLeft() league.Sheet {
	return group("std", "a b c",
		result("a", "c", 2, 0, engine.FullTime, engine.First), result("a", "b", 1, 2, engine.SuddenDeath, engine.Second),
		league.Fixture{Key: "last", First: "b", Second: "c"})
}

func TestWhatAResultWouldChange(t *testing.T) {
	made, err := table.New(threeLeft(), 1)
	if err != nil {
		t.Fatal(err)
	}
	branches, err := made.WhatIf("last", [2]int{})
	var got []string
	for _, b := range branches {
		text := fmt.Sprintf("%s %d:%d", b.Name, b.Outcome.Score[0], b.Outcome.Score[1])
		for _, m := range b.Moved {
			text += fmt.Sprintf(", %s from %d to %d", m.Player, m.From, m.To)
		}
		got = append(got, text)
	}
	want := []string{
		"5-0 1:0, b from 2 to 1, a from 1 to 2", "4-1 1:0, b from 2 to 1, a from 1 to 2", "3-2 1:1, b from 2 to 1, a from 1 to 2",
		"2-2 0:0, b from 2 to 1, a from 1 to 2", "2-3 1:1, b from 2 to 1, a from 1 to 2", "1-4 0:1", "0-5 0:1, c from 3 to 2, b from 2 to 3",
	}
	if err != nil || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s, %v, want\n%s", strings.Join(got, "\n"), err, strings.Join(want, "\n"))
	}
	for _, key := range []league.Key{"first", "a-c-2:0-full time"} {
		if branches, err := made.WhatIf(key, [2]int{}); league.KindOf(err) != league.Stale {
			t.Errorf("%s is not being played, and gives %v", key, branches)
		}
	}
}

func TestGoalsThatWereScoredStayScored(t *testing.T) {
	made, _ := table.New(threeLeft(), 1)
	branches, err := made.WhatIf("last", [2]int{1, 3})
	var got []string
	for _, b := range branches {
		got = append(got, fmt.Sprintf("%s %d:%d", b.Name, b.Outcome.Score[0], b.Outcome.Score[1]))
	}
	if want := "5-0 4:3, 4-1 4:3, 3-2 3:3, 2-3 3:3, 1-4 3:4, 0-5 1:3"; err != nil || strings.Join(got, ", ") != want {
		t.Errorf("got %s, %v, want %s", strings.Join(got, ", "), err, want)
	}
}

func TestABranchIsTheTableOfThatResult(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := madeUp(t)
		made, err := table.New(s, 1, 2)
		if err != nil {
			t.Fatal(err)
		}
		for k, f := range s.Fixtures {
			if f.Outcome.Over() {
				continue
			}
			branches, err := made.WhatIf(f.Key, [2]int{})
			if err != nil || len(branches) != 7 {
				t.Fatalf("got %v, %v", branches, err)
			}
			for _, b := range branches {
				then := s
				then.Fixtures = slices.Clone(s.Fixtures)
				then.Fixtures[k].Outcome = b.Outcome
				want, _ := table.New(then, 1, 2)
				if !reflect.DeepEqual(b.Table.Rows(), want.Rows()) {
					t.Fatalf("got %v, want %v", b.Table.Rows(), want.Rows())
				}
				moved := 0
				for _, r := range b.Table.Rows() {
					was := made.Rows()[slices.IndexFunc(made.Rows(), func(old league.Row) bool { return old.Player == r.Player })]
					if at := slices.Index(b.Moved, (table.Move{Player: r.Player, From: was.Rank, To: r.Rank})); at >= 0 {
						moved++
					} else if was.Rank != r.Rank {
						t.Fatalf("%s goes from %d to %d, and %v does not say so", r.Player, was.Rank, r.Rank, b.Moved)
					}
				}
				if moved != len(b.Moved) {
					t.Fatalf("%v says more than happens", b.Moved)
				}
			}
		}
	})
}

func TestAStrikeShowsBothTreatments(t *testing.T) {
	// c has finished one match of two: that is half of them.
	made, _ := table.New(threeLeft(), 1)
	for _, c := range []struct {
		name, player        string
		finished, scheduled int
		prescribed          league.Exit
		voided, forfeited   string
	}{
		{"half of them finished: the rest is lost", "c", 1, 2, league.Forfeited, "1 b 4, 2 a 1, 3 c 0", "1 b 9, 2 a 6, 3 c 0"},
		{"all finished", "a", 2, 2, league.Forfeited, "1 b 0, 1 c 0, 3 a 0", "1 a 6, 2 b 4, 3 c 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := made.Strike(c.player)
			if err != nil {
				t.Fatal(err)
			}
			if s.Finished != c.finished || s.Scheduled != c.scheduled || s.Prescribed != c.prescribed {
				t.Errorf("got %d of %d: %s", s.Finished, s.Scheduled, s.Prescribed)
			}
			if got := short(s.Voided); got != c.voided {
				t.Errorf("all void: got %s, want %s", got, c.voided)
			}
			if got := short(s.Forfeited); got != c.forfeited {
				t.Errorf("the rest lost: got %s, want %s", got, c.forfeited)
			}
			if got := short(s.Before); got != "1 a 6, 2 b 4, 3 c 0" {
				t.Errorf("before: got %s", got)
			}
		})
	}
	if s, err := made.Strike("zoe"); league.KindOf(err) != league.Stale {
		t.Errorf("a stranger is struck: %v, %v", s, err)
	}
}

func short(rows []league.Row) string {
	var lines []string
	for _, r := range rows {
		lines = append(lines, fmt.Sprint(r.Rank, " ", r.Player, " ", r.Points))
	}
	return strings.Join(lines, ", ")
}

func TestFewerThanHalfOfTheMatchesFinishedAreVoid(t *testing.T) {
	// In a double round robin of nine the border is 8 of 16 (R-FF-5).
	s := league.Sheet{Terms: league.TournamentTerms{Cycles: 2, Profile: "std"}, Scoring: league.Standard()}
	for i := range 9 {
		s.Entries = append(s.Entries, league.Entry{Player: string(rune('a' + i))})
		for j := range i {
			for c := range 2 {
				s.Fixtures = append(s.Fixtures, league.Fixture{Key: league.Key(fmt.Sprint(c, i, j)), First: string(rune('a' + i)), Second: string(rune('a' + j))})
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	finished := 0
	for _, k := range r.Perm(len(s.Fixtures)) {
		made, err := table.New(s)
		if err != nil {
			t.Fatal(err)
		}
		strike, err := made.Strike("a")
		want := league.Forfeited
		if finished < 8 {
			want = league.Voided
		}
		if err != nil || strike.Finished != finished || strike.Scheduled != 16 || strike.Prescribed != want {
			t.Fatalf("%d matches are over: got %d of %d, %s, %v", finished, strike.Finished, strike.Scheduled, strike.Prescribed, err)
		}
		s.Fixtures[k].Outcome = engine.Outcome{Ending: engine.Goalless}
		if s.Fixtures[k].Second == "a" {
			finished++
		}
	}
	s.Entries[8].Out = league.Voided
	s.Fixtures[len(s.Fixtures)-4].Outcome.Ending = engine.Void // of another one
	made, _ := table.New(s)
	if strike, err := made.Strike("a"); err != nil || strike.Scheduled != 14 || strike.Finished != 14 {
		t.Errorf("matches against a player who is out count: %d of %d, %v", strike.Finished, strike.Scheduled, err)
	}
	if _, err := made.Strike("i"); league.KindOf(err) != league.Stale {
		t.Errorf("who is out is struck again: %v", err)
	}
}
