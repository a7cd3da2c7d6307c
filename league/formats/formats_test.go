package formats_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/formats"
	"kickabout/league/formats/formatstest"
	"kickabout/league/formats/ladder"
)

// TestEveryFormatConforms plays ten tournaments of each when it is to be proved, else a few: their own
// packages hold the formats to their rules.
func TestEveryFormatConforms(t *testing.T) {
	n := 10
	if enginetest.Size(n) < n {
		n = 3
	}
	for _, f := range formats.All() {
		t.Run(f.Info().ID, func(t *testing.T) {
			if _, rolls := f.(ladder.Format); rolls {
				formatstest.ConformRolling(t, f, n)
				return
			}
			if staged, ok := f.(league.Staged); ok {
				formatstest.ConformStaged(t, staged, n)
				return
			}
			if f.Info().Boards > 0 {
				formatstest.ConformTeams(t, f, n)
				return
			}
			formatstest.Conform(t, f)
		})
	}
}

func TestAFormatIsFoundByItsID(t *testing.T) {
	if f, ok := formats.ByID("roundrobin"); !ok || f.Info().ID != "roundrobin" {
		t.Error("the round robin is not found")
	}
	if _, ok := formats.ByID("melee"); ok {
		t.Error("a format that is not there is found")
	}
}

// Pages tell by the kind of a format how it goes: one without any would be told as nothing.
func TestEveryFormatIsOfAKind(t *testing.T) {
	for _, f := range formats.All() {
		info := f.Info()
		if !slices.Contains(league.FormatKinds(), info.Kind) {
			t.Errorf("%s is of the kind %q", info.ID, info.Kind)
		}
		if teams := info.Kind == league.TeamLeague; teams != (info.Boards > 0) {
			t.Errorf("%s is of the kind %q and has %d boards", info.ID, info.Kind, info.Boards)
		}
	}
}

// TestNobodyWinsWithNothing plays every format with games that both sides lose: three players all share the first rank, and
// nobody has won. What was opened before that was the rule has its winner by lot (R-TM-1).
func TestNobodyWinsWithNothing(t *testing.T) { // R-TB-6
	for _, f := range formats.All() {
		info := f.Info()
		if info.Kind == league.Challenges {
			continue // it has no winner
		}
		for _, earned := range []bool{true, false} {
			s := formatstest.Entered(rand.New(rand.NewPCG(1, 2)), max(3, info.MinEntries), 0, 1)
			if info.Boards > 0 {
				s = formatstest.EnteredTeams(rand.New(rand.NewPCG(1, 2)), 3, info.Boards, 1)
			}
			s.Terms.Profile, s.Terms.Earned, s.Lot = "std", earned, []byte("lot")
			if info.Kind == league.Divisions {
				s.Group = "d1/g1"
			}
			plan := lostByBoth(t, f, &s)
			if earned && len(plan.Winners) > 0 {
				t.Errorf("%s: with nothing %v have won", info.ID, plan.Winners)
			}
			byLot := slices.Contains([]league.FormatKind{league.AllPlayAll, league.Divisions, league.SwissRounds, league.TeamLeague}, info.Kind)
			if !earned && byLot && len(plan.Winners) == 0 {
				t.Errorf("%s: what was opened before has no winner", info.ID)
			}
			for _, d := range plan.Rulings {
				if earned && (d.Act == league.ActQualified || strings.Contains(d.Text, "champion") || strings.Contains(d.Text, "promoted")) {
					t.Errorf("%s: %s goes on with nothing: %s", info.ID, d.Player.ID, d.Text)
				}
			}
			if rows, err := f.Table(s, s.Group); err != nil || info.ID == "roundrobin" && earned && (rows[0].Rank != 1 || rows[1].Rank != 1 || rows[2].Rank != 1 || !rows[0].Nothing) {
				t.Errorf("%s: the table is %+v, %v", info.ID, rows, err)
			}
		}
	}
}

// lostByBoth carries out the plans of a tournament, each game of which both sides lose, and returns the last one.
func lostByBoth(t *testing.T, f league.Format, s *league.Sheet) league.Plan {
	t.Helper()
	for range 30 {
		plan, err := f.Plan(*s)
		if err != nil {
			t.Fatalf("%s: %v", f.Info().ID, err)
		}
		if plan.Finished {
			return plan
		}
		for _, x := range plan.Fixtures {
			x.Outcome = engine.Outcome{Ending: engine.DoubleForfeit}
			s.Fixtures = append(s.Fixtures, x)
		}
		for _, d := range plan.Rulings {
			for i := range s.Entries {
				if d.Act == league.ActNoted && s.Entries[i].Player == d.Player.ID {
					s.Entries[i].Note = d.Text
				}
			}
		}
	}
	t.Fatalf("%s is not finished", f.Info().ID)
	return league.Plan{}
}
