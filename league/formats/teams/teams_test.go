package teams_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/formats/formatstest"
	"kickabout/league/formats/teams"
)

func TestItConforms(t *testing.T) {
	bounds := map[string][2]int{} // of the tournament that is being played
	var last *formatstest.Teams
	formatstest.ConformTeams(t, teams.Format{}, enginetest.Size(200), oneAtATime, eachBoardTwice, tableOfTeams, func(s *formatstest.Teams) error {
		if s != last {
			bounds, last = map[string][2]int{}, s
		}
		return keepsBounds(s, bounds)
	})
}

// oneAtATime sees that a team plays one team match at a time, unless all begin at once.
func oneAtATime(s *formatstest.Teams) error {
	open := map[string]league.Key{}
	team := teamsOf(s.Sheet)
	for _, f := range s.Sheet.Fixtures {
		if f.Outcome.Over() || s.Sheet.Terms.AtOnce {
			continue
		}
		for _, player := range []string{f.First, f.Second} {
			if other, ok := open[team[player]]; ok && other != teams.MatchOf(f.Key) {
				return fmt.Errorf("%s plays %s and %s at a time", team[player], other, f.Key)
			}
			open[team[player]] = teams.MatchOf(f.Key)
		}
	}
	return nil
}

func teamsOf(s league.Sheet) map[string]string {
	team := map[string]string{}
	for _, e := range s.Entries {
		team[e.Player] = e.Team
	}
	return team
}

// eachBoardTwice sees at the end that each pair of teams has played two games at each board in
// each cycle, the kick-off once each (R-TE-1).
func eachBoardTwice(s *formatstest.Teams) error {
	if !s.Calm || s.Winners == nil {
		return nil
	}
	team, games := teamsOf(s.Sheet), map[[3]string]int{}
	for _, f := range s.Sheet.Fixtures {
		games[[3]string{team[f.First], team[f.Second], f.Key.Board()}]++
	}
	for _, a := range s.Sheet.Teams {
		for _, b := range s.Sheet.Teams {
			for board := 1; a != b && board <= teams.Boards; board++ {
				if n := games[[3]string{a, b, fmt.Sprintf("b%d", board)}]; n != s.Sheet.Terms.Cycles {
					return fmt.Errorf("%s moves first against %s at board %d in %d games of %d cycles", a, b, board, n, s.Sheet.Terms.Cycles)
				}
			}
		}
	}
	return nil
}

// tableOfTeams checks the table of teams against a slow and obvious count.
func tableOfTeams(s *formatstest.Teams) error {
	l, err := teams.Format{}.Standings(s.Sheet)
	if err != nil {
		return err
	}
	rows, seen := l.Rows(), map[string]bool{}
	for i, r := range rows {
		mp, bp := obvious(s.Sheet, r.Team)
		if !r.Out && (r.MatchPoints != mp || r.Points != bp) {
			return fmt.Errorf("%s has %d match points and %v board points, want %d and %v", r.Team, r.MatchPoints, r.Points, mp, bp)
		}
		if i > 0 && !r.Out {
			upper := rows[i-1]
			if slices.Compare(upper.Values[:3], r.Values[:3]) < 0 {
				return fmt.Errorf("%s stands above %s, and has %v against %v", upper.Team, r.Team, upper.Values, r.Values)
			}
			if (r.Rank == upper.Rank) != (r.Above.Code == "") {
				return fmt.Errorf("%s has rank %d below rank %d, parted by %q", r.Team, r.Rank, upper.Rank, r.Above.Code)
			}
		}
		seen[r.Team] = true
	}
	if len(seen) != len(s.Sheet.Teams) {
		return fmt.Errorf("%d of %d teams are ranked", len(seen), len(s.Sheet.Teams))
	}
	return nil
}

// obvious counts match points and board points of a team, fixture by fixture.
func obvious(s league.Sheet, id string) (mp int, bp league.Points) {
	team, void := teamsOf(s), map[string]bool{}
	for _, e := range s.Entries { // a player alone is never voided
		void[e.Team] = void[e.Team] || e.Out == league.Voided
	}
	own, theirs, over := map[league.Key]league.Points{}, map[league.Key]league.Points{}, map[league.Key]int{}
	for _, f := range s.Fixtures {
		a, b := team[f.First], team[f.Second]
		if a != id && b != id || void[a] || void[b] || !f.Outcome.Over() {
			continue
		}
		paid, _ := s.Scoring.Points(f.Outcome)
		if b == id {
			paid[0], paid[1] = paid[1], paid[0]
		}
		m := teams.MatchOf(f.Key)
		own[m], theirs[m] = own[m]+paid[0], theirs[m]+paid[1]
		over[m]++
	}
	for m, n := range over {
		bp += own[m]
		if n < 8 {
			continue
		}
		if own[m] > theirs[m] {
			mp += 2
		}
		if own[m] == theirs[m] {
			mp++
		}
	}
	return mp, bp
}

// keepsBounds sees that the final rank of a team was always held to be possible, and that
// nothing once impossible becomes possible, as long as nobody leaves (R-TB-5).
func keepsBounds(s *formatstest.Teams, bounds map[string][2]int) error {
	if !s.Calm {
		return nil
	}
	l, err := teams.Format{}.Standings(s.Sheet)
	if err != nil {
		return err
	}
	for _, r := range l.Rows() {
		was, known := bounds[r.Team]
		if known && (r.Best < was[0] || r.Worst > was[1]) {
			return fmt.Errorf("%s can end on %d to %d, and could on %d to %d before", r.Team, r.Best, r.Worst, was[0], was[1])
		}
		if r.Rank < r.Best || r.Rank > r.Worst {
			return fmt.Errorf("%s has rank %d, and can end on %d to %d", r.Team, r.Rank, r.Best, r.Worst)
		}
		bounds[r.Team] = [2]int{r.Best, r.Worst}
	}
	return nil
}

// played returns the sheet of the teams a, b, c and more that have played everything: given are,
// by team match, the results at boards 1 to 4 of the first team, "+" won, "=" goalless, "-"
// lost, each for both games.
func played(t *testing.T, results map[string]string, more ...string) league.Sheet {
	t.Helper()
	s := league.Sheet{Terms: league.TournamentTerms{Cycles: 1, AtOnce: true}, Scoring: league.Standard(), Teams: append([]string{"a", "b", "c"}, more...)}
	for _, team := range s.Teams {
		for board := 1; board <= 4; board++ {
			s.Entries = append(s.Entries, league.Entry{Player: fmt.Sprint(team, board), Team: team, Board: board})
		}
	}
	plan, err := teams.Format{}.Plan(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range plan.Fixtures {
		a, b := f.First[:1], f.Second[:1]
		result, ok := results[a+b]
		better, worse := engine.First, engine.Second
		if !ok {
			result, ok = results[b+a]
			better, worse = worse, better
		}
		if !ok {
			s.Fixtures = append(s.Fixtures, f)
			continue
		}
		switch result[f.Key.Board()[1]-'1'] {
		case '+':
			f.Outcome = engine.Outcome{Ending: engine.FullTime, Winner: better}
		case '-':
			f.Outcome = engine.Outcome{Ending: engine.FullTime, Winner: worse}
		default:
			f.Outcome = engine.Outcome{Ending: engine.Goalless}
		}
		s.Fixtures = append(s.Fixtures, f)
	}
	return s
}

func TestTeamsAreParted(t *testing.T) {
	for _, c := range []struct {
		name    string
		results map[string]string
		want    string // team and rank, and what parts it from the one above
	}{
		{"by match points", map[string]string{"ab": "++++", "ac": "++++", "bc": "+==="}, "a1 b2MP c3MP"},
		{"by board points", map[string]string{"ab": "++--", "ac": "++++", "bc": "++=="}, "a1 b2BP c3MP"},
		{"by the Berlin score", map[string]string{"ab": "+==-", "ac": "+==-", "bc": "+==-"}, "a1 b2BW c3BW"},
		{"by the direct match", map[string]string{"ab": "+===", "ac": "++--", "ad": "===-", "bc": "+===", "bd": "++--", "cd": "----"}, "d1 a2MP b3DM c4MP"},
		{"not by a direct match as long as another one among them is open", map[string]string{"ab": "+===", "ad": "-===", "bd": "+===", "cd": "+++="}, "d1 c2BP a3BW b3"},
		{"by the direct match again among those of four who are still level, against the Berlin score", map[string]string{
			"ab": "===+", "ac": "===+", "da": "+===", "bc": "=+==", "bd": "+===", "cd": "===+", "ae": "===+", "be": "===+", "ce": "+===", "de": "=+==",
			"fa": "=+==", "fb": "=+==", "cf": "==+=", "df": "+===", "fe": "++==",
		}, "f1 a2BP b3DM c4DM d5DM e6MP"},
		{"in nothing", map[string]string{"ab": "====", "ac": "====", "bc": "===="}, "a1 b1 c1"},
		{"while one team match is open, by the others", map[string]string{"ab": "+==="}, "a1 b2MP c3BP"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var more []string
			if _, four := c.results["cd"]; four {
				more = []string{"d"}
			}
			if _, six := c.results["fe"]; six {
				more = []string{"d", "e", "f"}
			}
			l, err := teams.Format{}.Standings(played(t, c.results, more...))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range l.Rows() {
				got = append(got, fmt.Sprint(r.Team, r.Rank, r.Above.Code))
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("got %v, want %s: %+v", got, c.want, l.Rows())
			}
		})
	}
}

func TestALotPartsTheFirstPlaceAlone(t *testing.T) {
	s := played(t, map[string]string{"ab": "====", "ac": "====", "bc": "===="})
	s.Lot = []byte("seed")
	plan, err := teams.Format{}.Plan(s)
	if err != nil || !plan.Finished || len(plan.Winners) != teams.Boards {
		t.Errorf("got %+v, %v, want the players of one team", plan, err)
	}
	l, err := teams.Format{}.Standings(s)
	if err != nil || l.Rows()[1].Above.Code != "LOT" {
		t.Errorf("got %+v, %v", l.Rows(), err)
	}
	s = played(t, map[string]string{"ab": "++++", "ac": "++++", "bc": "===="})
	s.Lot = []byte("seed")
	if l, err = (teams.Format{}).Standings(s); err != nil || l.Rows()[1].Rank != 2 || l.Rows()[2].Rank != 2 {
		t.Errorf("the second place is parted too: %+v, %v", l.Rows(), err)
	}
}

func TestTheTeamsAfterTheFirstBegin(t *testing.T) {
	s := formatstest.EnteredTeams(rand.New(rand.NewPCG(1, 2)), 3, teams.Boards, 1)
	plan, err := teams.Format{}.Plan(s)
	if err != nil || len(plan.Fixtures) != 8 {
		t.Fatalf("of three teams two play: %v, %v", plan.Fixtures, err)
	}
	for i, f := range plan.Fixtures {
		leg, board := i/4+1, i%4+1
		want := league.Fixture{Key: league.Key(fmt.Sprintf("c1/r1/m1/l%d/b%d", leg, board)), First: fmt.Sprintf("t2p%d", board), Second: fmt.Sprintf("t3p%d", board)}
		if (leg+board)%2 == 1 {
			want.First, want.Second = want.Second, want.First
		}
		if f != want {
			t.Errorf("got %+v, want %+v", f, want)
		}
	}
	s.Fixtures = slices.Clone(plan.Fixtures)
	for i := range s.Fixtures {
		s.Fixtures[i].Outcome = engine.Outcome{Ending: engine.Goalless}
		plan, err = teams.Format{}.Plan(s)
		if last := i == len(s.Fixtures)-1; err != nil || (len(plan.Fixtures) > 0) != last {
			t.Errorf("after %d games: %v, %v", i+1, plan.Fixtures, err)
		}
	}
}

func TestATeamLeavesByHowMuchOfItsGamesIsOver(t *testing.T) {
	s := played(t, map[string]string{"ab": "++++"})
	l, err := teams.Format{}.Standings(s)
	if err != nil {
		t.Fatal(err)
	}
	if done, all := l.Share("a"); done != 8 || all != 16 || l.Exit("a") != league.Forfeited || l.Exit("c") != league.Voided {
		t.Errorf("of %d games %d are over: %q, and of c %q", all, done, l.Exit("a"), l.Exit("c"))
	}
	for i := range s.Entries {
		if s.Entries[i].Team == "c" {
			s.Entries[i].Out = league.Voided
		}
	}
	l, err = teams.Format{}.Standings(s)
	if rows := l.Rows(); err != nil || !rows[2].Out || rows[2].Team != "c" || rows[0].Played != 1 || rows[0].Best != 1 || rows[0].Worst != 1 {
		t.Errorf("got %+v, %v", rows, err)
	}
	if plan, err := (teams.Format{}).Plan(s); err != nil || !plan.Finished || !slices.Equal(plan.Winners, []string{"a1", "a2", "a3", "a4"}) {
		t.Errorf("got %+v, %v", plan, err)
	}
}

func TestATeamIsVoidedThoughAPlayerHadLeftItBefore(t *testing.T) { // R-FF-5, R-TE-4
	s := played(t, map[string]string{"ab": "++++"})
	for i := range s.Entries {
		if s.Entries[i].Team == "c" {
			s.Entries[i].Out = league.Voided
		}
		if s.Entries[i].Player == "c4" {
			s.Entries[i].Out = league.Forfeited
		}
	}
	l, err := teams.Format{}.Standings(s)
	if rows := l.Rows(); err != nil || !rows[2].Out || len(l.Matches) != 1 {
		t.Errorf("got %+v of %d team matches, %v", rows, len(l.Matches), err)
	}
}

func TestEveryCriterionSaysWhatItIs(t *testing.T) {
	var codes []string
	for _, c := range teams.Order() {
		if codes = append(codes, c.Code); c.Name == "" || c.Means == "" || c.Unit == 0 {
			t.Errorf("%+v lacks something", c)
		}
	}
	if want := strings.Fields("MP BP SON DM BW LOT"); !reflect.DeepEqual(codes, want) {
		t.Errorf("the order is %v, want %v (R-TE-2)", codes, want)
	}
}

func TestSheetsThatAreNoneAreRefused(t *testing.T) {
	s := played(t, nil)
	s.Fixtures[0].First = "zoe"
	if _, err := (teams.Format{}).Plan(s); err == nil {
		t.Error("who plays for no team plays")
	}
	s = played(t, nil)
	s.Fixtures[0].Outcome = engine.Outcome{Ending: "rain"}
	if _, err := (teams.Format{}).Plan(s); err == nil {
		t.Error("an ending without a price is taken")
	}
	s = played(t, nil)
	s.Entries[0].Team = "z"
	if _, err := (teams.Format{}).Plan(s); err == nil {
		t.Error("a team that is not there is taken")
	}
	if rows, err := (teams.Format{}).Table(s, "d2"); err != nil || rows != nil {
		t.Errorf("a group that is not there has the rows %v, %v", rows, err)
	}
}
