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
)

// Stages is a tournament of a format with rounds or stages being played.
type Stages struct {
	Format  league.Staged
	Rand    *rand.Rand
	Calm    bool // nobody leaves, and no match is lost by both
	Sheet   league.Sheet
	Winners []string // once it is finished

	plan  league.Plan
	bound map[string][2]int // by player: the narrowest bounds of their rank so far
}

// ConformStaged plays tournaments of a format with rounds or stages, of random sizes and terms
// with random results, to their end, half of them while players leave and matches are void or
// lost by both at any moment, and checks what the league promises of every such format: a plan
// carried out draws nothing again, in whole or in part; nobody who is out is drawn; it ends, and
// not before all of it is over; its table ranks everybody, and its bounds are kept; the winner
// has rank 1 and is still in it; nothing depends on the order of the results. The further checks
// are of the tournament after each step and at its end. The tournaments are the same on every run.
func ConformStaged(t *testing.T, f league.Staged, n int, further ...func(*Stages) error) {
	t.Helper()
	if err := CheckStaged(f, n, further...); err != nil {
		t.Fatal(err)
	}
}

// CheckStaged is ConformStaged with the first breach as an error.
func CheckStaged(f league.Staged, n int, further ...func(*Stages) error) error {
	if err := refuses(f); err != nil {
		return err
	}
	for seed := range uint64(n) {
		s := newStages(f, seed)
		if err := s.play(further); err != nil {
			return fmt.Errorf("tournament %d of %d players, %d cycles, groups of %d, %d through, third place %t, calm %t: %w",
				seed, len(s.Sheet.Players()), s.Sheet.Terms.Cycles, s.Sheet.Terms.GroupSize, s.Sheet.Terms.Through, s.Sheet.Terms.ThirdPlace, s.Calm, err)
		}
	}
	return nil
}

func newStages(f league.Staged, seed uint64) *Stages {
	info, r := f.Info(), rand.New(rand.NewPCG(seed, 0x5354))
	n := info.MinEntries + int(seed)%(info.MaxEntries-info.MinEntries+1)
	if seed%4 != 0 { // small ones have the odd cases
		n = info.MinEntries + r.IntN(min(15, info.MaxEntries-info.MinEntries+1))
	}
	s := &Stages{Format: f, Rand: r, Calm: seed%2 == 0, Sheet: Entered(r, n, r.IntN(3), 1+r.IntN(info.MaxCycles))}
	s.Sheet.Terms.Profile, s.Sheet.Now, s.Sheet.Lot = "std", time.Date(2027, 3, 1, 9, 0, 0, 0, time.UTC), []byte{byte(seed), 7}
	s.Sheet.Terms.GroupSize, s.Sheet.Terms.Through, s.Sheet.Terms.RoundDays = []int{0, 3, 4, 5, 8}[r.IntN(5)], r.IntN(4), []int{0, 20}[r.IntN(2)]
	s.Sheet.Terms.ThirdPlace = f.Info().Uses("third_place") && seed%3 == 0
	return s
}

// play carries out plans and lets things happen until the tournament is finished.
func (s *Stages) play(further []func(*Stages) error) (err error) {
	for range 10 * planEnd {
		if s.plan, err = s.Format.Plan(s.Sheet); err != nil {
			return err
		}
		if s.plan.Finished {
			s.Winners = s.plan.Winners
			if err := s.finished(); err != nil {
				return err
			}
			return s.check(further)
		}
		if err := s.carryOut(); err != nil {
			return err
		}
		if s.Rand.IntN(6) == 0 {
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

// carryOut does what the plan says: first the rulings and a part of the fixtures, as if the
// rest had been lost, then all.
func (s *Stages) carryOut() error {
	if len(s.plan.Fixtures)+len(s.plan.Rulings)+len(s.plan.Acts) == 0 {
		return nil
	}
	again, err := s.Format.Plan(s.Sheet)
	if err != nil || !reflect.DeepEqual(again, s.plan) {
		return fmt.Errorf("asked again it plans %v, not %v (%v)", again, s.plan, err)
	}
	for _, d := range s.plan.Rulings {
		if err := s.rule(d); err != nil {
			return err
		}
	}
	drawn := len(s.Sheet.Fixtures)
	for i, f := range s.plan.Fixtures {
		if err := s.sound(f); err != nil {
			return err
		}
		f.Began = s.Sheet.Now
		s.Sheet.Fixtures = append(s.Sheet.Fixtures, f)
		if i > 0 && i == s.Rand.IntN(len(s.plan.Fixtures)) {
			rest, err := s.Format.Plan(s.Sheet)
			if err != nil || !slices.Equal(rest.Fixtures, s.plan.Fixtures[i+1:]) {
				return fmt.Errorf("of a plan carried out in part the rest is %v, want %v (%v)", rest.Fixtures, s.plan.Fixtures[i+1:], err)
			}
		}
	}
	if len(s.Sheet.Fixtures) > drawn || len(s.plan.Rulings) > 0 {
		again, err := s.Format.Plan(s.Sheet)
		if err != nil || len(again.Fixtures) > 0 || len(again.Rulings) > 0 {
			return fmt.Errorf("the plan carried out is planned again: %v, %v (%v)", again.Fixtures, again.Rulings, err)
		}
	}
	for _, a := range s.plan.Acts {
		if err := s.act(a); err != nil {
			return err
		}
	}
	return nil
}

// sound checks a fixture that is to begin.
func (s *Stages) sound(f league.Fixture) error {
	if _, ok := s.Sheet.Find(f.Key); ok {
		return fmt.Errorf("fixture %s is drawn twice", f.Key)
	}
	if f.First == f.Second || f.Outcome.Over() {
		return fmt.Errorf("fixture %s: %s meets %s, %q", f.Key, f.First, f.Second, f.Outcome.Ending)
	}
	for _, player := range []string{f.First, f.Second} {
		i := slices.IndexFunc(s.Sheet.Entries, func(e league.Entry) bool { return e.Player == player && !e.Left })
		if i < 0 || s.Sheet.Entries[i].Out != league.Stays {
			return fmt.Errorf("fixture %s is drawn, and %s is not in the tournament", f.Key, player)
		}
	}
	return nil
}

// rule writes a ruling as the log would.
func (s *Stages) rule(d league.Decision) error {
	i := slices.IndexFunc(s.Sheet.Entries, func(e league.Entry) bool { return e.Player == d.Player.ID })
	switch {
	case d.Act == league.ActRuled:
	case i < 0:
		return fmt.Errorf("%s is about %q, who is not in it", d.Act, d.Player.ID)
	case d.Act == league.ActNoted:
		s.Sheet.Entries[i].Note = d.Text
	case d.Act == league.ActQualified && !s.Sheet.Entries[i].Qualified:
		s.Sheet.Entries[i].Qualified = true
	default:
		return fmt.Errorf("the log does not take %s of %s", d.Act, d.Player.ID)
	}
	return nil
}

// act adjudicates a match, as nothing else is asked for by a plan.
func (s *Stages) act(a league.FixtureAct) error {
	i := slices.IndexFunc(s.Sheet.Fixtures, func(f league.Fixture) bool { return f.Key == a.Key })
	if i < 0 || s.Sheet.Fixtures[i].Outcome.Over() || a.Act != engine.ActAdjudicate {
		return fmt.Errorf("%s of %s, which is not being played", a.Act, a.Key)
	}
	f := &s.Sheet.Fixtures[i]
	if s.Sheet.Terms.RoundDays == 0 || s.Sheet.Now.Before(f.Began.AddDate(0, 0, s.Sheet.Terms.RoundDays)) {
		return fmt.Errorf("%s is adjudicated before its last day", a.Key)
	}
	f.Outcome = engine.Outcome{Ending: engine.Adjudication, Score: [2]int{s.Rand.IntN(2), s.Rand.IntN(2)}}
	if f.Outcome.Score != [2]int{} {
		f.Outcome.Winner = engine.Side(1 + s.Rand.IntN(2))
	}
	return nil
}

// happen lets time pass, and something happen; false if nothing is being played.
func (s *Stages) happen() bool {
	var open []*league.Fixture
	for i := range s.Sheet.Fixtures {
		if f := &s.Sheet.Fixtures[i]; !f.Outcome.Over() {
			open = append(open, f)
		}
	}
	if len(open) == 0 {
		return len(s.plan.Acts) > 0
	}
	s.Sheet.Now = s.Sheet.Now.Add(time.Duration(s.Rand.IntN(48)) * time.Hour)
	f := open[s.Rand.IntN(len(open))]
	switch lot := s.Rand.IntN(40); {
	case !s.Calm && lot == 0:
		s.leaves(s.Sheet.Players()[s.Rand.IntN(len(s.Sheet.Players()))])
	case !s.Calm && lot == 1:
		s.leaves(f.First)
	case !s.Calm && lot == 2:
		f.Outcome = engine.Outcome{Ending: engine.DoubleForfeit}
	case lot == 3:
		f.Outcome = engine.Outcome{Ending: engine.Void}
	case lot < 12: // level ones part nobody
		f.Outcome = engine.Outcome{Ending: engine.Goalless}
	default:
		f.Outcome = Outcome(s.Rand)
		if s.Calm && f.Outcome.Ending == engine.DoubleForfeit {
			f.Outcome = engine.Outcome{Ending: engine.LastGoal, Winner: engine.First, Score: [2]int{1, 1}}
		}
	}
	return true
}

// leaves takes a player out, as the office does: what they still play is forfeited, and of a
// cheater everything.
func (s *Stages) leaves(player string) {
	i := slices.IndexFunc(s.Sheet.Entries, func(e league.Entry) bool { return e.Player == player })
	if s.Sheet.Entries[i].Out != league.Stays {
		return
	}
	exit := league.Cheated
	if leaving, ok := s.Format.(league.Leaving); ok && s.Rand.IntN(4) > 0 {
		exit = leaving.Exit(s.Sheet, player)
	}
	s.Sheet.Entries[i].Out = exit
	out := map[string]league.Exit{}
	for _, e := range s.Sheet.Entries {
		out[e.Player] = e.Out
	}
	for i := range s.Sheet.Fixtures {
		f := &s.Sheet.Fixtures[i]
		over := f.Outcome.Over()
		loses := func(player string) bool {
			return out[player] == league.Cheated || !over && out[player] != league.Stays
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

// Rows returns the table of the whole tournament.
func (s *Stages) Rows() ([]league.Row, error) { return s.Format.Table(s.Sheet, "") }

// check sees that the tables are sound and do not depend on the order of the results.
func (s *Stages) check(further []func(*Stages) error) error {
	mixed := s.Sheet
	mixed.Fixtures = slices.Clone(s.Sheet.Fixtures)
	s.Rand.Shuffle(len(mixed.Fixtures), func(i, j int) {
		mixed.Fixtures[i], mixed.Fixtures[j] = mixed.Fixtures[j], mixed.Fixtures[i]
	})
	for _, g := range append(s.Format.Groups(s.Sheet), "") {
		rows, err := s.Format.Table(s.Sheet, g)
		if err != nil {
			return err
		}
		players := s.Sheet.Players()
		if g != "" {
			players = s.Format.Part(s.Sheet, g).Players()
		}
		if err := ranked(rows, players); err != nil {
			return fmt.Errorf("group %q: %w", g, err)
		}
		if g == "" {
			s.narrow(rows)
		}
		other, err := s.Format.Table(mixed, g)
		if err != nil || !reflect.DeepEqual(rows, other) {
			return fmt.Errorf("the table of %q depends on the order of the results: %v and %v (%v)", g, rows, other, err)
		}
	}
	plan, err := s.Format.Plan(s.Sheet)
	other, err2 := s.Format.Plan(mixed)
	if plan.Acts, other.Acts = nil, nil; err != nil || err2 != nil || !reflect.DeepEqual(plan, other) {
		return fmt.Errorf("the plan depends on the order of the results: %v and %v (%v, %v)", plan, other, err, err2)
	}
	for _, check := range further {
		if err := check(s); err != nil {
			return err
		}
	}
	return nil
}

// narrow keeps the bounds of everybody's rank.
func (s *Stages) narrow(rows []league.Row) {
	if s.bound == nil {
		s.bound = map[string][2]int{}
	}
	for _, r := range rows {
		b, there := s.bound[r.Player]
		if !there {
			b = [2]int{r.Best, r.Worst}
		}
		s.bound[r.Player] = [2]int{max(b[0], r.Best), min(b[1], r.Worst)}
	}
}

// ranked checks that each player has one row, that ranks begin with 1 and count on, shared
// ones counting for all who share them.
func ranked(rows []league.Row, players []string) error {
	var names []string
	for i, r := range rows {
		names = append(names, r.Player)
		if r.Rank != i+1 && (i == 0 || r.Rank != rows[i-1].Rank) {
			return fmt.Errorf("row %d has rank %d: %v", i+1, r.Rank, rows)
		}
		if r.Won+r.Drawn+r.Lost != r.Played {
			return fmt.Errorf("%s has played %d matches, of them won %d, drawn %d and lost %d", r.Player, r.Played, r.Won, r.Drawn, r.Lost)
		}
	}
	slices.Sort(names)
	if players = slices.Sorted(slices.Values(players)); !slices.Equal(players, names) {
		return fmt.Errorf("the table ranks %v, the players are %v", names, players)
	}
	return nil
}

// finished checks what holds at the end.
func (s *Stages) finished() error {
	if err := foreseen(s.Format, s.Sheet); err != nil {
		return err
	}
	for _, f := range s.Sheet.Fixtures {
		if !f.Outcome.Over() {
			return fmt.Errorf("it is finished, and fixture %s is not over", f.Key)
		}
	}
	if len(s.plan.Fixtures) > 0 || len(s.plan.Acts) > 0 {
		return fmt.Errorf("it is finished and goes on: %v, %v", s.plan.Fixtures, s.plan.Acts)
	}
	if s.Calm && len(s.Winners) != 1 {
		return fmt.Errorf("it is finished, and its winners are %q", s.Winners)
	}
	rows, err := s.Rows()
	if err != nil {
		return err
	}
	for _, r := range rows {
		if slices.Contains(s.Winners, r.Player) && r.Rank != 1 {
			return fmt.Errorf("%s wins on rank %d", r.Player, r.Rank)
		}
	}
	s.narrow(rows)
	for _, r := range rows {
		if b := s.bound[r.Player]; s.Calm && (r.Rank < b[0] || r.Rank > b[1]) { // R-TB-5: as long as nobody is struck
			return fmt.Errorf("%s ends on rank %d, and was to end on %d to %d", r.Player, r.Rank, b[0], b[1])
		}
	}
	for _, e := range s.Sheet.Entries {
		if e.Out != league.Stays && slices.Contains(s.Winners, e.Player) {
			return fmt.Errorf("%s wins, and is out of the tournament", e.Player)
		}
	}
	return nil
}
