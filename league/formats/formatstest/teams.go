package formatstest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/outlook"
)

// Teams is a tournament of teams being played.
type Teams struct {
	Format  league.Format
	Rand    *rand.Rand
	Calm    bool // nobody leaves, and no match is lost by both
	Sheet   league.Sheet
	Winners []string // once it is finished

	plan league.Plan
}

// ConformTeams plays tournaments of teams of every size and random terms with random results
// to their end, half of them while players and whole teams leave and reserves take over
// boards, and checks what the league promises: a plan carried out draws nothing again, in
// whole or in part; each player meets those of other teams only; it ends, and not before all
// of it is over; its table ranks everybody, and nothing depends on the order of the results;
// the winners have rank 1 and are still in it. The further checks are of the tournament after
// every step. The tournaments are the same on every run.
func ConformTeams(t *testing.T, f league.Format, n int, further ...func(*Teams) error) {
	t.Helper()
	for seed := range uint64(n) {
		s := newTeams(f, seed)
		if err := s.play(further); err != nil {
			t.Fatalf("tournament %d of %d teams, %d cycles, at once %t, %d days, calm %t: %v",
				seed, len(s.Sheet.Teams), s.Sheet.Terms.Cycles, s.Sheet.Terms.AtOnce, s.Sheet.Terms.RoundDays, s.Calm, err)
		}
	}
	refusesTeams(t, f)
}

// refusesTeams sees that sizes and cycles beyond what Info says are errors.
func refusesTeams(t *testing.T, f league.Format) {
	t.Helper()
	info, r := f.Info(), rand.New(rand.NewPCG(1, 1))
	for _, wrong := range [][2]int{
		{info.MinEntries - 1, 1}, {info.MaxEntries + 1, 1}, {info.MinEntries, 0}, {info.MinEntries, info.MaxCycles + 1},
	} {
		if _, err := f.Plan(EnteredTeams(r, wrong[0], info.Boards, wrong[1])); err == nil {
			t.Errorf("%d teams and %d cycles are drawn, against Info", wrong[0], wrong[1])
		}
	}
}

// EnteredTeams returns the sheet of a tournament of teams that starts, each with up to two
// reserves.
func EnteredTeams(r *rand.Rand, teams, boards, cycles int) league.Sheet {
	s := league.Sheet{Terms: league.TournamentTerms{Cycles: cycles, Berger: true}, Scoring: league.Standard(), Now: time.Date(2027, 3, 1, 9, 0, 0, 0, time.UTC)}
	for i := range teams {
		id := fmt.Sprintf("t%d", i+1)
		s.Teams = append(s.Teams, id)
		for board := 1; board <= boards+r.IntN(league.Reserves+1); board++ {
			s.Entries = append(s.Entries, league.Entry{Player: fmt.Sprintf("%sp%d", id, board), Team: id, Board: board})
		}
	}
	r.Shuffle(len(s.Entries), func(i, j int) { s.Entries[i], s.Entries[j] = s.Entries[j], s.Entries[i] })
	return s
}

func newTeams(f league.Format, seed uint64) *Teams {
	info, r := f.Info(), rand.New(rand.NewPCG(seed, 0x7465))
	n := info.MinEntries + r.IntN(4) // small ones have the odd cases
	if seed%8 == 0 {
		n = info.MaxEntries - int(seed/8)%6
	}
	s := &Teams{Format: f, Rand: r, Calm: seed%2 == 0, Sheet: EnteredTeams(r, n, info.Boards, 1+r.IntN(info.MaxCycles))}
	s.Sheet.Terms.AtOnce, s.Sheet.Terms.RoundDays, s.Sheet.Lot = r.IntN(3) == 0, []int{0, 30}[r.IntN(2)], []byte{byte(seed), 7}
	return s
}

// play carries out plans and lets things happen until the tournament is finished.
func (s *Teams) play(further []func(*Teams) error) (err error) {
	for range 20 * planEnd {
		if s.plan, err = s.Format.Plan(s.Sheet); err != nil {
			return err
		}
		if s.plan.Finished {
			s.Winners = s.plan.Winners
			return s.check(further)
		}
		if err := s.carryOut(); err != nil {
			return err
		}
		if s.Rand.IntN(12) == 0 {
			if err := s.check(further); err != nil {
				return err
			}
		}
		if !s.happen() {
			return fmt.Errorf("all %d fixtures are over, and it neither goes on nor ends", len(s.Sheet.Fixtures))
		}
	}
	return fmt.Errorf("it does not end")
}

// carryOut does what the plan says: first a part of the fixtures, as if the rest had been
// lost, then all.
func (s *Teams) carryOut() error {
	for i, f := range s.plan.Fixtures {
		if err := s.sound(f); err != nil {
			return err
		}
		f.Began = s.Sheet.Now
		s.Sheet.Fixtures = append(s.Sheet.Fixtures, f)
		if i == 0 {
			rest, err := s.Format.Plan(s.Sheet)
			if err != nil || !slices.Equal(rest.Fixtures, s.plan.Fixtures[1:]) {
				return fmt.Errorf("of a plan carried out in part the rest is %v, want %v (%v)", rest.Fixtures, s.plan.Fixtures[1:], err)
			}
		}
	}
	for _, a := range s.plan.Acts {
		if err := s.act(a); err != nil {
			return err
		}
	}
	s.forfeits()
	if len(s.plan.Fixtures) == 0 {
		return nil
	}
	if again, err := s.Format.Plan(s.Sheet); err != nil || slices.ContainsFunc(again.Fixtures, s.drawn) {
		return fmt.Errorf("the plan carried out is planned again: %v (%v)", again.Fixtures, err)
	}
	return nil
}

func (s *Teams) drawn(f league.Fixture) bool {
	_, ok := s.Sheet.Find(f.Key)
	return ok
}

// entry finds a player.
func (s *Teams) entry(player string) *league.Entry {
	i := slices.IndexFunc(s.Sheet.Entries, func(e league.Entry) bool { return e.Player == player })
	if i < 0 {
		return nil
	}
	return &s.Sheet.Entries[i]
}

// sound checks a fixture that is to begin.
func (s *Teams) sound(f league.Fixture) error {
	first, second := s.entry(f.First), s.entry(f.Second)
	switch {
	case s.drawn(f):
		return fmt.Errorf("fixture %s is drawn twice", f.Key)
	case first == nil || second == nil || f.Outcome.Over():
		return fmt.Errorf("fixture %s: %s meets %s, %q", f.Key, f.First, f.Second, f.Outcome.Ending)
	case first.Team == second.Team:
		return fmt.Errorf("fixture %s: %s and %s play for one team", f.Key, f.First, f.Second)
	case first.Board != second.Board || first.Board > s.Format.Info().Boards:
		return fmt.Errorf("fixture %s: %s has board %d, %s board %d", f.Key, f.First, first.Board, f.Second, second.Board)
	case first.Out == league.Voided || second.Out == league.Voided:
		return fmt.Errorf("fixture %s: nothing that %s or %s does counts", f.Key, f.First, f.Second)
	}
	return nil
}

// act adjudicates a match, as nothing else is asked for by a plan.
func (s *Teams) act(a league.FixtureAct) error {
	i := slices.IndexFunc(s.Sheet.Fixtures, func(f league.Fixture) bool { return f.Key == a.Key })
	if i < 0 || s.Sheet.Fixtures[i].Outcome.Over() || a.Act != engine.ActAdjudicate {
		return fmt.Errorf("%s of %s, which is not being played", a.Act, a.Key)
	}
	f := &s.Sheet.Fixtures[i]
	if s.Sheet.Terms.RoundDays == 0 || s.Sheet.Now.Before(f.Began.AddDate(0, 0, s.Sheet.Terms.RoundDays)) {
		return fmt.Errorf("%s is adjudicated before its last day", a.Key)
	}
	f.Outcome = engine.Outcome{Ending: engine.Adjudication}
	return nil
}

// happen lets time pass, and something happen; false if nothing is being played.
func (s *Teams) happen() bool {
	var open []*league.Fixture
	for i := range s.Sheet.Fixtures {
		if f := &s.Sheet.Fixtures[i]; !f.Outcome.Over() {
			open = append(open, f)
		}
	}
	if len(open) == 0 {
		return len(s.plan.Acts)+len(s.plan.Fixtures) > 0
	}
	s.Sheet.Now = s.Sheet.Now.Add(time.Duration(s.Rand.IntN(12)) * time.Hour)
	f := open[s.Rand.IntN(len(open))]
	switch lot := s.Rand.IntN(200); {
	case !s.Calm && lot < 3:
		s.leaves(s.Sheet.Entries[s.Rand.IntN(len(s.Sheet.Entries))].Player)
	case !s.Calm && lot < 5:
		s.dissolves(s.Sheet.Teams[s.Rand.IntN(len(s.Sheet.Teams))])
	case !s.Calm && lot < 10:
		s.replaced(s.Sheet.Entries[s.Rand.IntN(len(s.Sheet.Entries))].Team)
	case !s.Calm && lot < 15:
		f.Outcome = engine.Outcome{Ending: engine.DoubleForfeit}
	case lot < 60: // level ones part nobody
		f.Outcome = engine.Outcome{Ending: engine.Goalless}
	default:
		f.Outcome = Outcome(s.Rand)
	}
	return true
}

// leaves takes a player out.
func (s *Teams) leaves(player string) {
	e := s.entry(player)
	if e.Out != league.Stays {
		return
	}
	e.Out = league.Cheated
	if leaving, ok := s.Format.(league.Leaving); ok && s.Rand.IntN(4) > 0 {
		e.Out = leaving.Exit(s.Sheet, player)
	}
	s.forfeits()
}

// dissolves takes a whole team out.
func (s *Teams) dissolves(team string) {
	exit := []league.Exit{league.Voided, league.Forfeited}[s.Rand.IntN(2)]
	for i := range s.Sheet.Entries {
		if e := &s.Sheet.Entries[i]; e.Team == team && e.Out == league.Stays {
			e.Out = exit
		}
	}
	s.forfeits()
}

// replaced lets a reserve of a team take over a board, and what is open there.
func (s *Teams) replaced(team string) {
	board := 1 + s.Rand.IntN(s.Format.Info().Boards)
	var old, reserve *league.Entry
	last := 0
	for i := range s.Sheet.Entries {
		switch e := &s.Sheet.Entries[i]; {
		case e.Team == team && e.Board == board:
			old = e
		case e.Team == team && e.Board > s.Format.Info().Boards && e.Board <= s.Format.Info().Boards+league.Reserves && e.Out == league.Stays:
			reserve = e
		}
		if e := s.Sheet.Entries[i]; e.Team == team {
			last = max(last, e.Board)
		}
	}
	if reserve == nil {
		return
	}
	old.Board, reserve.Board = max(last, s.Format.Info().Boards+league.Reserves)+1, old.Board
	for i := range s.Sheet.Fixtures {
		f := &s.Sheet.Fixtures[i]
		for _, player := range []*string{&f.First, &f.Second} {
			if !f.Outcome.Over() && *player == old.Player {
				*player = reserve.Player
			}
		}
	}
}

// forfeits ends what those who are out still play, and of a cheater everything, as the office
// does.
func (s *Teams) forfeits() {
	for i := range s.Sheet.Fixtures {
		f := &s.Sheet.Fixtures[i]
		over := f.Outcome.Over()
		loses := func(player string) bool {
			out := s.entry(player).Out
			return out == league.Cheated || !over && out != league.Stays
		}
		switch first, second := loses(f.First), loses(f.Second); {
		case first && second:
			f.Outcome = engine.Outcome{Ending: engine.DoubleForfeit, Score: f.Outcome.Score}
		case first:
			f.Outcome = engine.Outcome{Ending: engine.Forfeit, Winner: engine.Second, Score: f.Outcome.Score}
		case second:
			f.Outcome = engine.Outcome{Ending: engine.Forfeit, Winner: engine.First, Score: f.Outcome.Score}
		}
	}
}

// check sees that the table is sound and does not depend on the order of the results.
func (s *Teams) check(further []func(*Teams) error) error {
	rows, err := s.Format.Table(s.Sheet, "")
	if err != nil {
		return err
	}
	var players []string
	for _, e := range s.Sheet.Entries {
		players = append(players, e.Player)
	}
	if err := ranked(rows, players); err != nil {
		return err
	}
	mixed := s.Sheet
	mixed.Fixtures = slices.Clone(s.Sheet.Fixtures)
	s.Rand.Shuffle(len(mixed.Fixtures), func(i, j int) { mixed.Fixtures[i], mixed.Fixtures[j] = mixed.Fixtures[j], mixed.Fixtures[i] })
	other, err := s.Format.Table(mixed, "")
	if err != nil || !reflect.DeepEqual(rows, other) {
		return fmt.Errorf("the table depends on the order of the results: %v and %v (%v)", rows, other, err)
	}
	if s.plan.Finished {
		if err := s.finished(rows); err != nil {
			return err
		}
	}
	for _, check := range further {
		if err := check(s); err != nil {
			return err
		}
	}
	return nil
}

// finished checks what holds at the end.
func (s *Teams) finished(rows []league.Row) error {
	for _, f := range s.Sheet.Fixtures {
		if !f.Outcome.Over() {
			return fmt.Errorf("it is finished, and fixture %s is not over", f.Key)
		}
	}
	if len(s.plan.Fixtures)+len(s.plan.Acts) > 0 || s.Calm && len(s.Winners) == 0 {
		return fmt.Errorf("it is finished with %q and goes on: %v, %v", s.Winners, s.plan.Fixtures, s.plan.Acts)
	}
	for _, r := range rows {
		wins := r.Rank == 1 && s.entry(r.Player).Out == league.Stays
		if slices.Contains(s.Winners, r.Player) != wins {
			return fmt.Errorf("%s has rank %d, and the winners are %v", r.Player, r.Rank, s.Winners)
		}
	}
	if !s.Calm {
		return nil
	}
	return foreseenTeams(s)
}

// foreseenTeams checks what the format says beforehand against what was played.
func foreseenTeams(s *Teams) error {
	f, ok := s.Format.(outlook.Foreseen)
	if !ok {
		return nil
	}
	o := f.Outlook(len(s.Sheet.Teams), s.Sheet.Terms)
	if n := len(s.Sheet.Fixtures); n != o.Matches {
		return fmt.Errorf("%d matches are foreseen, there were %d", o.Matches, n)
	}
	each := map[string]int{}
	for _, m := range s.Sheet.Fixtures {
		each[m.First]++
		each[m.Second]++
	}
	for _, e := range s.Sheet.Entries {
		if n := each[e.Player]; n > o.Most || n < o.Least {
			return fmt.Errorf("%d to %d matches are foreseen for each, %s had %d", o.Least, o.Most, e.Player, n)
		}
	}
	return nil
}
