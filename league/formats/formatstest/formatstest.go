// Package formatstest is the conformance suite for tournament formats.
package formatstest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/outlook"
)

// planEnd is how many plans a tournament may need until it is finished.
const planEnd = 1000

// Conform plays tournaments of every size and number of cycles that a format
// takes, a few of each, with random results and with entries that left before the
// start, and checks what the league promises of every format: the plan carried
// out draws nothing again, in whole or in part; nobody is on both sides, and only
// who is drawn meets anybody; each player is First as often as Second, give or
// take one; it ends, and not before all of it is over; a table ranks all entries;
// neither plan nor table depends on the order of the results. The further checks
// are of the finished sheet. The tournaments are the same on every run.
func Conform(t *testing.T, f league.Format, further ...func(league.Sheet) error) {
	t.Helper()
	if err := Check(f, further...); err != nil {
		t.Fatal(err)
	}
}

// ConformIn is Conform of a format whose tournaments have groups: what is played is one of
// them, whose name every key must begin with.
func ConformIn(t *testing.T, f league.Format, g league.Group, further ...func(league.Sheet) error) {
	t.Helper()
	if err := check(f, g, further...); err != nil {
		t.Fatal(err)
	}
}

// Check is Conform with the first breach as an error.
func Check(f league.Format, further ...func(league.Sheet) error) error {
	return check(f, "", further...)
}

func check(f league.Format, g league.Group, further ...func(league.Sheet) error) error {
	info := f.Info()
	if info.ID == "" || info.Name == "" || info.MinEntries < 2 || info.MaxEntries < info.MinEntries || info.MaxCycles < 1 {
		return fmt.Errorf("the info lacks something: %+v", info)
	}
	if err := refuses(f); err != nil {
		return err
	}
	for n := info.MinEntries; n <= info.MaxEntries; n++ {
		for cycles := 1; cycles <= info.MaxCycles; cycles++ {
			for seed := range uint64(3) {
				s := &season{format: f, rand: rand.New(rand.NewPCG(seed, uint64(100*n+cycles)))}
				s.sheet = Entered(s.rand, n, int(seed), cycles)
				s.sheet.Group = g
				err := s.play()
				for _, check := range further {
					if err == nil {
						err = check(s.sheet)
					}
				}
				if err != nil {
					return fmt.Errorf("%d players, %d cycles, tournament %d: %w", n, cycles, seed, err)
				}
			}
		}
	}
	return nil
}

// refuses sees that sizes and cycles beyond what Info says are errors.
func refuses(f league.Format) error {
	info := f.Info()
	r := rand.New(rand.NewPCG(1, 1))
	for _, wrong := range [][2]int{
		{info.MinEntries - 1, 1}, {info.MaxEntries + 1, 1}, {info.MinEntries, 0}, {info.MinEntries, info.MaxCycles + 1},
	} {
		if _, err := f.Plan(Entered(r, wrong[0], 2, wrong[1])); err == nil {
			return fmt.Errorf("%d players and %d cycles are drawn, against Info", wrong[0], wrong[1])
		}
	}
	return nil
}

// Entered returns the sheet of a tournament that starts: n players in random
// order, and among them some who left; an odd number of them as if it had begun before there
// were tables for the order of rounds (R-FI-1).
func Entered(r *rand.Rand, n, left, cycles int) league.Sheet {
	s := league.Sheet{Terms: league.TournamentTerms{Cycles: cycles, Berger: left%2 == 0}, Scoring: league.Standard()}
	for i := range n + left {
		s.Entries = append(s.Entries, league.Entry{Player: fmt.Sprintf("p%d", i+1), Left: i >= n})
	}
	r.Shuffle(len(s.Entries), func(i, j int) { s.Entries[i], s.Entries[j] = s.Entries[j], s.Entries[i] })
	return s
}

// season is one tournament of Check.
type season struct {
	format league.Format
	rand   *rand.Rand
	sheet  league.Sheet
	plan   league.Plan
}

// play carries out plans and makes up results until the tournament is finished.
func (s *season) play() (err error) {
	for range planEnd {
		if s.plan, err = s.format.Plan(s.sheet); err != nil {
			return err
		}
		if s.plan.Finished {
			return s.finished()
		}
		if err := s.carryOut(); err != nil {
			return err
		}
		if !s.result() {
			return fmt.Errorf("all %d fixtures are over, and it neither goes on nor ends", len(s.sheet.Fixtures))
		}
		if err := s.table(); err != nil {
			return err
		}
	}
	return fmt.Errorf("it is not finished after %d plans", planEnd)
}

// carryOut draws what the plan says: first a part of it, as if the rest had been
// lost, then all.
func (s *season) carryOut() error {
	if len(s.plan.Fixtures) == 0 {
		return nil
	}
	whole := s.sheet.Fixtures
	players := s.sheet.Players()
	for _, f := range s.plan.Fixtures {
		switch {
		case f.First == f.Second:
			return fmt.Errorf("fixture %s: %s is on both sides", f.Key, f.First)
		case !slices.Contains(players, f.First) || !slices.Contains(players, f.Second):
			return fmt.Errorf("fixture %s: %s and %s are not both to be drawn", f.Key, f.First, f.Second)
		case f.Outcome.Over():
			return fmt.Errorf("fixture %s is drawn with a result", f.Key)
		case f.Key.Group() != s.sheet.Group:
			return fmt.Errorf("fixture %s is not one of group %q", f.Key, s.sheet.Group)
		}
		if _, ok := s.sheet.Find(f.Key); ok {
			return fmt.Errorf("fixture %s is drawn twice", f.Key)
		}
		whole = append(whole, f)
		s.sheet.Fixtures = whole
	}
	part := s.sheet
	part.Fixtures = slices.Clone(whole[:len(whole)-1-s.rand.IntN(len(s.plan.Fixtures))])
	rest, err := s.format.Plan(part)
	if err != nil {
		return err
	}
	if want := whole[len(part.Fixtures):]; !slices.Equal(rest.Fixtures, want) {
		return fmt.Errorf("of a plan carried out in part the rest is %v, want %v", rest.Fixtures, want)
	}
	again, err := s.format.Plan(s.sheet)
	if err == nil && len(again.Fixtures) > 0 {
		err = fmt.Errorf("the plan carried out draws again: %v", again.Fixtures)
	}
	return err
}

// result makes up how some open fixture ends; false if none is open.
func (s *season) result() bool {
	var open []int
	for i, f := range s.sheet.Fixtures {
		if !f.Outcome.Over() {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return false
	}
	s.sheet.Fixtures[open[s.rand.IntN(len(open))]].Outcome = Outcome(s.rand)
	return true
}

// Outcome makes up an outcome; every ending that the standard scoring prices, and
// an adjudication, comes up.
func Outcome(r *rand.Rand) engine.Outcome {
	var endings []engine.Ending
	for e := range league.Standard() {
		endings = append(endings, e)
	}
	endings = append(endings, engine.Adjudication)
	slices.Sort(endings)
	o := engine.Outcome{Ending: endings[r.IntN(len(endings))], Winner: engine.Side(1 + r.IntN(2)), Score: [2]int{r.IntN(4), r.IntN(4)}}
	switch o.Ending {
	case engine.Goalless, engine.DoubleForfeit, engine.Void:
		o.Winner, o.Score = engine.NoSide, [2]int{}
	}
	return o
}

// table checks the table as it stands, and that neither it nor the plan depends
// on the order of the results.
func (s *season) table() error {
	for _, g := range s.groups() {
		rows, err := s.format.Table(s.sheet, g)
		if err != nil {
			return err
		}
		mixed := s.sheet
		mixed.Fixtures = slices.Clone(s.sheet.Fixtures)
		s.rand.Shuffle(len(mixed.Fixtures), func(i, j int) {
			mixed.Fixtures[i], mixed.Fixtures[j] = mixed.Fixtures[j], mixed.Fixtures[i]
		})
		other, err := s.format.Table(mixed, g)
		if err != nil {
			return err
		}
		if !reflect.DeepEqual(rows, other) {
			return fmt.Errorf("the table depends on the order of the results: %v and %v", rows, other)
		}
		if err := s.ranks(rows); err != nil {
			return err
		}
	}
	return nil
}

// groups returns the groups of the sheet: it is that of one.
func (s *season) groups() []league.Group { return []league.Group{s.sheet.Group} }

// ranks checks that each player has one row, that ranks begin with 1 and count
// on, shared ones counting for all who share them, and that more points are never
// ranked below fewer.
func (s *season) ranks(rows []league.Row) error {
	var ranked []string
	for i, r := range rows {
		ranked = append(ranked, r.Player)
		if r.Rank != i+1 && (i == 0 || r.Rank != rows[i-1].Rank) {
			return fmt.Errorf("row %d has rank %d: %v", i+1, r.Rank, rows)
		}
		if i > 0 && r.Points > rows[i-1].Points {
			return fmt.Errorf("row %d has more points than the one above: %v", i+1, rows)
		}
		if r.Won+r.Drawn+r.Lost != r.Played {
			return fmt.Errorf("%s has played %d matches, of them won %d, drawn %d and lost %d", r.Player, r.Played, r.Won, r.Drawn, r.Lost)
		}
	}
	players := s.sheet.Players()
	slices.Sort(players)
	slices.Sort(ranked)
	if !slices.Equal(players, ranked) {
		return fmt.Errorf("the table ranks %v, the entries are %v", ranked, players)
	}
	return nil
}

// finished checks what holds at the end.
func (s *season) finished() error {
	balance := map[string]int{}
	for _, f := range s.sheet.Fixtures {
		if !f.Outcome.Over() {
			return fmt.Errorf("it is finished, and fixture %s is not over", f.Key)
		}
		balance[f.First]++
		balance[f.Second]--
	}
	for p, b := range balance {
		if b < -1 || b > 1 {
			return fmt.Errorf("%s is First %+d times more often than Second", p, b)
		}
	}
	if len(s.plan.Fixtures) > 0 {
		return fmt.Errorf("it is finished and draws on: %v", s.plan.Fixtures)
	}
	if len(s.plan.Winners) == 0 {
		return fmt.Errorf("it is finished without a winner")
	}
	if err := foreseen(s.format, s.sheet); err != nil {
		return err
	}
	rows, err := s.format.Table(s.sheet, s.sheet.Group)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if slices.Contains(s.plan.Winners, r.Player) != (r.Rank == 1) {
			return fmt.Errorf("%s has rank %d, and the winners are %v", r.Player, r.Rank, s.plan.Winners)
		}
	}
	return s.table()
}

// foreseen checks what a format says beforehand against what was played.
func foreseen(format league.Format, s league.Sheet) error {
	f, ok := format.(outlook.Foreseen)
	if !ok {
		return nil
	}
	players := s.Players()
	o := f.Outlook(len(players), s.Terms)
	each := map[string]int{}
	for _, m := range s.Fixtures {
		each[m.First]++
		each[m.Second]++
	}
	if n := len(s.Fixtures); n > o.Matches || o.Least == o.Most && n < o.Matches {
		return fmt.Errorf("%d matches are foreseen, there were %d", o.Matches, n)
	}
	for _, p := range players {
		if n := each[p]; n > o.Most || o.Least == o.Most && n < o.Least {
			return fmt.Errorf("%d to %d matches are foreseen for each, %s had %d", o.Least, o.Most, p, n)
		}
	}
	return nil
}
