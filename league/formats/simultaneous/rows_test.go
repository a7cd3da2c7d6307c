package simultaneous_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/simultaneous"
)

// eight are players a to h by seed in groups of four: a d e h, and b c f g. Some are out.
func eight(out string) league.Sheet {
	s := league.Sheet{Terms: league.TournamentTerms{Profile: "std", Cycles: 1, GroupSize: 4}, Scoring: league.Standard(), Lot: []byte("lot"), Now: time.Date(2027, 3, 1, 9, 0, 0, 0, time.UTC)}
	for _, player := range strings.Split("a b c d e f g h", " ") {
		e := league.Entry{Player: player}
		if strings.Contains(out, player) {
			e.Out = league.Forfeited
		}
		s.Entries = append(s.Entries, e)
	}
	return s
}

// begins carries out what the format plans.
func begins(t *testing.T, s league.Sheet) (league.Sheet, league.Plan) {
	t.Helper()
	plan, err := simultaneous.Format{}.Plan(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range plan.Rulings {
		for i := range s.Entries {
			if d.Act == league.ActNoted && s.Entries[i].Player == d.Player.ID {
				s.Entries[i].Note = d.Text
			}
		}
	}
	s.Fixtures = append(s.Fixtures, plan.Fixtures...)
	return s, plan
}

// over ends all matches: the better seed wins.
func over(s league.Sheet) league.Sheet {
	for i, f := range s.Fixtures {
		by := engine.First
		if f.Second < f.First {
			by = engine.Second
		}
		s.Fixtures[i].Outcome = engine.Outcome{Ending: engine.FullTime, Winner: by, Score: [2]int{1, 0}}
	}
	return s
}

// ranked writes the rows of everybody: rank, player, and the ranks that they can still have.
func ranked(t *testing.T, s league.Sheet) string {
	t.Helper()
	rows, err := simultaneous.Format{}.Table(s, "")
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, r := range rows {
		text += fmt.Sprintf(" %d%s%d-%d", r.Rank, r.Player, r.Best, r.Worst)
	}
	return strings.TrimSpace(text)
}

func TestEverybodyIsRankedByTheStageThatHeHasReached(t *testing.T) { // R-UT-5
	s, _ := begins(t, eight(""))
	for player := range strings.SplitSeq("a b c d e f g h", " ") {
		if rows := ranked(t, s); !strings.Contains(rows, player+"1-8") {
			t.Errorf("%s cannot end anywhere: %s", player, rows)
		}
	}
	s, _ = begins(t, over(s))
	if got, want := ranked(t, s), "1a1-2 1b1-2 3c3-3 3d3-3 5e5-5 5f5-5 7g7-7 7h7-7"; got != want {
		t.Errorf("in the last stage it is %s, want %s", got, want)
	}
	s, plan := begins(t, over(s))
	if got, want := ranked(t, s), "1a1-1 2b2-2 3c3-3 3d3-3 5e5-5 5f5-5 7g7-7 7h7-7"; got != want || !plan.Finished || !slices.Equal(plan.Winners, []string{"a"}) {
		t.Errorf("at the end it is %s, want %s, and %v wins", got, want, plan.Winners)
	}
}

func TestWhoIsLeftAloneHasWon(t *testing.T) { // R-FF-8
	for out, want := range map[string][]string{"bcfg": {"a"}, "adehbcfg": nil} {
		s, _ := begins(t, eight(out))
		if _, plan := begins(t, over(s)); !plan.Finished || len(plan.Fixtures) > 0 || !slices.Equal(plan.Winners, want) {
			t.Errorf("without %s: %+v", out, plan)
		}
	}
}
