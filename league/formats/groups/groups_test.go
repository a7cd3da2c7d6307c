package groups_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/formats/formatstest"
	"kickabout/league/formats/groups"
)

func TestAnyGroupsAndKnockOutArePlayedByTheirRules(t *testing.T) { // R-UT-3, R-UT-4
	formatstest.ConformStaged(t, groups.Format{}, enginetest.Size(1000), dealt, drawn, func(s *formatstest.Stages) error {
		if seeds := seedsOf(s); len(seeds) > 0 {
			return formatstest.KnockOut(s, "s2/", seeds)
		}
		return nil
	})
}

// seedsOf reads the seeds of the knock-out from what was noted.
func seedsOf(s *formatstest.Stages) []string {
	var seeds []string
	for n := 1; ; n++ {
		i := slices.IndexFunc(s.Sheet.Entries, func(e league.Entry) bool { return e.Note == fmt.Sprint(n) })
		if i < 0 {
			return seeds
		}
		seeds = append(seeds, s.Sheet.Entries[i].Player)
	}
}

// dealt checks the groups of a tournament: of three to eight players, or nine where six and
// three make one no smaller, as even as can be, and of strengths as even as a snake leaves them.
func dealt(s *formatstest.Stages) error {
	players, size := s.Sheet.Players(), s.Sheet.Terms.GroupSize
	if size == 0 {
		size = 4
	}
	names := s.Format.Groups(s.Sheet)
	fewest, most, seen := 99, 0, map[string]bool{}
	for _, g := range names {
		part := s.Format.Part(s.Sheet, g)
		fewest, most = min(fewest, len(part.Entries)), max(most, len(part.Entries))
		for i, e := range part.Entries {
			if seed := slices.Index(players, e.Player); seen[e.Player] || seed/len(names) != i {
				return fmt.Errorf("seed %d stands at %d in %s", seed, i, g)
			}
			seen[e.Player] = true
		}
		if over := !slices.ContainsFunc(part.Fixtures, func(f league.Fixture) bool { return !f.Outcome.Over() }); (over && len(part.Fixtures) > 0) != (part.Lot != nil) {
			return fmt.Errorf("the lot of %s is %x, over %t", g, part.Lot, over)
		}
	}
	if len(seen) != len(players) || most-fewest > 1 || fewest < 3 || most > max(size, 5) && len(players) >= 2*size {
		return fmt.Errorf("%d players are in groups of %d to %d, wanted %d", len(players), fewest, most, size)
	}
	return nil
}

// drawn checks who is in the knock-out: as many of each group as there should be, who are the
// first of those who had not left; no two of one group in a tie of the first round, unless half
// of all are from it.
func drawn(s *formatstest.Stages) error {
	seeds := seedsOf(s)
	if !s.Calm || len(seeds) == 0 {
		return nil
	}
	through := s.Sheet.Terms.Through
	if through == 0 {
		through = 2
	}
	var want, firsts []string
	of := map[string]league.Group{}
	for _, g := range s.Format.Groups(s.Sheet) {
		through = min(through, len(s.Format.Part(s.Sheet, g).Entries)-1)
	}
	for _, g := range s.Format.Groups(s.Sheet) {
		rows, err := s.Format.Table(s.Sheet, g)
		if err != nil {
			return err
		}
		for i, r := range rows[:through] {
			if r.Rank != i+1 {
				return fmt.Errorf("%s is through from %s on rank %d, row %d", r.Player, g, r.Rank, i+1)
			}
			want, of[r.Player] = append(want, r.Player), g
		}
		firsts = append(firsts, rows[0].Player)
	}
	for i, player := range seeds {
		if !slices.Contains(want, player) || i < len(firsts) != slices.Contains(firsts, player) {
			return fmt.Errorf("seed %d is %s; through are %v, winners %v", i+1, player, want, firsts)
		}
	}
	if len(seeds) != len(want) {
		return fmt.Errorf("%v are drawn, and %v are through", seeds, want)
	}
	for _, f := range s.Sheet.Fixtures {
		if strings.HasPrefix(string(f.Key), "s2/r1/") && of[f.First] == of[f.Second] {
			return fmt.Errorf("%s and %s come from %s and meet in %s", f.First, f.Second, of[f.First], f.Key)
		}
	}
	return nil
}

// begun returns the sheet of a tournament of players a, b, c, … by seed, with all matches of its
// groups, which have run since a day.
func begun(t *testing.T, players int, change func(*league.Sheet)) league.Sheet {
	t.Helper()
	s := league.Sheet{Terms: league.TournamentTerms{Cycles: 1, Profile: "std"}, Scoring: league.Standard(), Lot: []byte("lot"), Now: since}
	for i := range players {
		s.Entries = append(s.Entries, league.Entry{Player: string(rune('a' + i))})
	}
	if change != nil {
		change(&s)
	}
	plan, err := groups.Format{}.Plan(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range plan.Fixtures {
		f.Began = since
		s.Fixtures = append(s.Fixtures, f)
	}
	return s
}

var since = time.Date(2027, 3, 1, 9, 0, 0, 0, time.UTC)

// played is the sheet with all its matches won by the better seed.
func played(s league.Sheet) league.Sheet {
	s.Fixtures = slices.Clone(s.Fixtures)
	for i := range s.Fixtures {
		f := &s.Fixtures[i]
		f.Outcome = engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}}
		if f.Second < f.First {
			f.Outcome = engine.Outcome{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{0, 1}}
		}
	}
	return s
}

func TestGroupsAreDealtInSnakeOrder(t *testing.T) { // R-UT-3
	for _, c := range []struct {
		players, size int
		want          string
	}{
		{6, 0, "ade bcf"},
		{6, 8, "ade bcf"},
		{7, 3, "ade bcfg"},
		{9, 3, "afg beh cdi"},
		{10, 4, "afg beh cdij"},
		{12, 4, "afgl behk cdij"},
		{12, 8, "adehil bcfgjk"},
	} {
		s := begun(t, c.players, func(s *league.Sheet) { s.Terms.GroupSize = c.size })
		var got []string
		for _, g := range (groups.Format{}).Groups(s) {
			got = append(got, strings.Join(groups.Format{}.Part(s, g).Players(), ""))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%d players in groups of %d: %v, want %s", c.players, c.size, got, c.want)
		}
	}
}

func TestOnTheLastDayOfTheGroupsWhatRunsIsAdjudicated(t *testing.T) { // R-UT-4
	s := begun(t, 6, func(s *league.Sheet) { s.Terms.RoundDays = 45 })
	for days, want := range map[int]int{44: 0, 45: 6, 50: 6} {
		s.Now = since.AddDate(0, 0, days)
		if plan, err := (groups.Format{}).Plan(s); err != nil || len(plan.Acts) != want {
			t.Errorf("after %d days: %v, %v", days, plan.Acts, err)
		}
	}
}

func TestBeforeTheKnockOutThoseOfOnePlaceShareARank(t *testing.T) {
	s := played(begun(t, 6, nil))
	rows, err := groups.Format{}.Table(s, "")
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, r := range rows {
		got += fmt.Sprintf("%s%d ", r.Player, r.Rank)
	}
	if got != "a1 b1 c3 d3 e5 f5 " {
		t.Errorf("the ranks are %s", got)
	}
}

func TestWhoHasLeftDoesNotGoOn(t *testing.T) { // R-FF-8
	s := played(begun(t, 6, nil)) // a d e, and b c f
	s.Entries[0].Out = league.Forfeited
	plan, err := groups.Format{}.Plan(s)
	if err != nil {
		t.Fatal(err)
	}
	var through []string
	for _, d := range plan.Rulings {
		if d.Act == league.ActNoted {
			through = append(through, d.Text+d.Player.ID)
		}
	}
	if strings.Join(through, " ") != "1b 2d 3c 4e" {
		t.Errorf("on go %v", through)
	}
	for i := range s.Entries {
		s.Entries[i].Out = league.Forfeited
	}
	if plan, err := (groups.Format{}).Plan(s); err != nil || !plan.Finished || len(plan.Rulings) > 0 || len(plan.Winners) > 0 {
		t.Errorf("where all have left the plan is %+v, %v", plan, err)
	}
}

func TestAPlayerLeavesByWhatHeIsIn(t *testing.T) { // R-FF-5, R-UT-4
	s := begun(t, 6, nil)
	if exit := (groups.Format{}).Exit(s, "a"); exit != league.Voided {
		t.Errorf("at the start: %q", exit)
	}
	s = played(s)
	if exit := (groups.Format{}).Exit(s, "a"); exit != league.Forfeited {
		t.Errorf("with all matches finished: %q", exit)
	}
	s.Fixtures = begun(t, 6, nil).Fixtures // as if nothing had been played
	s.Entries[0].Note = "1"
	if exit := (groups.Format{}).Exit(s, "a"); exit != league.Forfeited {
		t.Errorf("in the knock-out: %q", exit)
	}
}
