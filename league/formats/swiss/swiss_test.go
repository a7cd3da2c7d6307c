package swiss_test

import (
	"fmt"
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/formats/formatstest"
	"kickabout/league/formats/swiss"
	dutch "kickabout/league/pairing/swiss"
	"kickabout/league/pairing/trf"
)

func TestAnySwissIsPlayedByItsRules(t *testing.T) { // R-UT-5, R-UT-6, R-TB-4
	w := &witness{t: t, of: map[*formatstest.Stages]*past{}}
	formatstest.ConformStaged(t, sized{}, enginetest.Size(500), w.lives, w.rounds, w.adds)
	for what, n := range map[string]int{
		"byes": w.byes, "rounds sat out": w.asked, "late entries": w.late, "pairs by hand": w.forced, "players who left": w.left, "pairings held against the best": w.best,
		"rounds paired from reports": w.reports,
	} {
		if n == 0 {
			t.Errorf("no %s came up", what)
		}
	}
}

// sized is a Swiss of no more than sixty players, so that many are played.
type sized struct{ swiss.Format }

func (sized) Info() league.FormatInfo {
	info := swiss.Format{}.Info()
	info.MaxEntries = 60
	return info
}

func (f sized) Plan(s league.Sheet) (league.Plan, error) {
	if n := len(s.Players()); n > 60 && len(s.Fixtures) == 0 {
		return league.Plan{}, fmt.Errorf("%d are too many", n)
	}
	return f.Format.Plan(s)
}

// witness lets things happen in tournaments that only happen in a Swiss, and sees that what has
// happened stays so.
type witness struct {
	t                                              *testing.T
	of                                             map[*formatstest.Stages]*past
	byes, asked, late, forced, left, best, reports int
}

// past is what one tournament was like.
type past struct {
	rounds []league.Round
	rests  map[string]int    // who has asked to sit out which round
	rules  []league.PairRule // as the last round was drawn
}

// lives lets players enter late and ask for byes, and directors fix pairs.
func (w *witness) lives(s *formatstest.Stages) error {
	p := w.of[s]
	if p == nil {
		p = &past{rests: map[string]int{}}
		w.of[s] = p
		s.Sheet.Terms.Profile = "swiss"
	}
	p.rules = s.Sheet.Pairs[:len(s.Sheet.Pairs):len(s.Sheet.Pairs)]
	d, err := swiss.Format{}.Drawing(s.Sheet)
	if err != nil || d.Over {
		return err
	}
	next := len(d.Rounds) + 1
	players := s.Sheet.Players()
	one, other := players[s.Rand.IntN(len(players))], players[s.Rand.IntN(len(players))]
	switch s.Rand.IntN(8) {
	case 0, 1:
		w.rest(s, p, one, next)
	case 2:
		w.enters(s, next, d.Total)
	case 3:
		if rule := (league.PairRule{Round: next * s.Rand.IntN(2), First: one, Second: other}); one != other && next <= d.Total && !fixed(s.Sheet.Pairs, rule) {
			s.Sheet.Pairs = append(s.Sheet.Pairs, rule)
		}
	}
	return nil
}

func (w *witness) rest(s *formatstest.Stages, p *past, player string, next int) {
	i := slices.IndexFunc(s.Sheet.Entries, func(e league.Entry) bool { return e.Player == player })
	asked, may := swiss.Format{}.Rests(s.Sheet, player)
	note, err := swiss.Format{}.Rest(s.Sheet, player, !asked)
	if may != (err == nil) && !asked {
		w.t.Fatalf("%s may sit out a round: %t, and %v", player, may, err)
	}
	if err != nil {
		return
	}
	s.Sheet.Entries[i].Note = note
	if p.rests[player] = next; asked {
		delete(p.rests, player)
	}
}

func (w *witness) enters(s *formatstest.Stages, next, total int) {
	note, err := swiss.Format{}.Joins(s.Sheet)
	if (err == nil) != (2*(next-1) < total) {
		w.t.Fatalf("%d of %d rounds are drawn, and who enters hears %v", next-1, total, err)
	}
	if err == nil && !s.Calm && next > 1 { // bounds hold for those who are there
		s.Sheet.Entries = append(s.Sheet.Entries, league.Entry{Player: fmt.Sprint("late", len(s.Sheet.Entries)), Note: note, Entered: s.Sheet.Now})
		w.late++
	}
}

// fixed is what the log refuses beside what is fixed.
func fixed(rules []league.PairRule, rule league.PairRule) bool {
	return slices.ContainsFunc(rules, func(r league.PairRule) bool {
		names := func(p string) bool { return r.First == p || r.Second == p }
		return names(rule.First) && names(rule.Second) || r.Round == rule.Round && r.Round > 0 && (names(rule.First) || names(rule.Second))
	})
}

// rounds checks that everybody is once in each round, that what is drawn stays as it was, and
// that a new round is paired as well as it can be.
func (w *witness) rounds(s *formatstest.Stages) error {
	d, err := swiss.Format{}.Drawing(s.Sheet)
	if err != nil {
		return err
	}
	p := w.of[s]
	for k, r := range d.Rounds {
		seen := map[string]bool{}
		var all []string
		for _, b := range r.Boards {
			all = append(all, b.Players[:]...)
		}
		for _, b := range r.Byes {
			all = append(all, b.Player)
		}
		for _, player := range all {
			if seen[player] {
				return fmt.Errorf("%s is twice in round %d", player, r.Number)
			}
			seen[player] = true
		}
		if len(all) != len(s.Sheet.Players()) {
			return fmt.Errorf("round %d has %d of %d players", r.Number, len(all), len(s.Sheet.Players()))
		}
		if k < len(p.rounds) {
			if err := same(p.rounds[k], r); err != nil {
				return err
			}
			continue
		}
		if err := w.drawn(s, d.Rounds[:k], r, d.Total); err != nil {
			return err
		}
	}
	p.rounds = d.Rounds
	return nil
}

// same says that a round is as it was drawn; who entered after it has missed it.
func same(was, is league.Round) error {
	now := map[string]league.Bye{}
	for _, b := range is.Byes {
		now[b.Player] = b
	}
	for _, b := range was.Byes {
		if now[b.Player] != b {
			return fmt.Errorf("in round %d %s had %+v, and has %+v now", was.Number, b.Player, b, now[b.Player])
		}
		delete(now, b.Player)
	}
	for player, b := range now {
		if b.Kind != league.Missed || b.Points != 0 {
			return fmt.Errorf("in round %d %s has %+v since it was drawn", was.Number, player, b)
		}
	}
	for i, b := range was.Boards {
		if is.Boards[i].Players != b.Players {
			return fmt.Errorf("board %d of round %d was %v, and is %v", i+1, was.Number, b.Players, is.Boards[i].Players)
		}
	}
	return nil
}

// drawn checks a round that is new.
func (w *witness) drawn(s *formatstest.Stages, before []league.Round, r league.Round, total int) error {
	f := &field{met: map[[2]string]bool{}, had: map[string]bool{}, sides: map[string][]engine.Side{}, rules: w.of[s].rules, number: r.Number, last: r.Number == total}
	for _, b := range before {
		f.add(b)
	}
	bye, asked := "", 0
	legs := league.Points(s.Sheet.Terms.Cycles)
	for _, b := range r.Byes {
		want := league.Points(0)
		switch b.Kind {
		case league.PairingBye:
			if bye != "" {
				return fmt.Errorf("%s and %s both have the bye of round %d", bye, b.Player, r.Number)
			}
			bye, want = b.Player, 50*legs
			w.byes++
		case league.AskedBye:
			if w.of[s].rests[b.Player] != r.Number && w.of[s].rests[b.Player] != r.Number-1 || slices.ContainsFunc(before, func(q league.Round) bool {
				return slices.ContainsFunc(q.Byes, func(c league.Bye) bool { return c.Kind == league.AskedBye && c.Player == b.Player })
			}) {
				return fmt.Errorf("%s sits out round %d, and asked for %d", b.Player, r.Number, w.of[s].rests[b.Player])
			}
			want = 20 * legs
			w.asked++
			asked++
		case league.Withdrawn:
			w.left++
		}
		if b.Points != want {
			return fmt.Errorf("%+v pays in round %d, want %d", b, r.Number, want)
		}
	}
	if slices.ContainsFunc(s.Sheet.Entries, func(e league.Entry) bool { return e.Out == league.Cheated }) {
		return nil // the results that it was drawn from may have changed since
	}
	if err := w.reported(s, r, bye); err != nil {
		return err
	}
	return w.paired(f, r, bye)
}

// reported reads a tournament as other programs do, and pairs the round from that.
func (w *witness) reported(s *formatstest.Stages, r league.Round, bye string) error {
	for _, p := range w.of[s].rules {
		if p.Round == r.Number {
			return nil // by hand
		}
	}
	sheet := s.Sheet
	sheet.Pairs = w.of[s].rules
	text, err := swiss.Format{}.Report(sheet, r.Number, func(player string) string { return player })
	if err != nil {
		return err
	}
	file, err := trf.Read([]byte(text))
	if err != nil {
		return fmt.Errorf("the report is not read: %w in\n%s", err, text)
	}
	t, err := file.Tournament()
	if err != nil {
		return err
	}
	again, err := dutch.Next(t)
	if err != nil {
		return err
	}
	players := s.Sheet.Players()
	var got, want [][2]string
	for _, p := range again.Pairs {
		got = append(got, [2]string{players[p.First], players[p.Second]})
	}
	for _, b := range r.Boards {
		want = append(want, b.Players)
	}
	if !slices.Equal(got, want) || again.Bye >= 0 && players[again.Bye] != bye || again.Bye < 0 && bye != "" {
		return fmt.Errorf("round %d is paired %v, with the bye for %q, and another program pairs %v from\n%s", r.Number, want, bye, got, text)
	}
	w.reports++
	return nil
}

// paired holds a round against all pairings that there could be.
func (w *witness) paired(f *field, r league.Round, bye string) error {
	var free []string
	var mine [][2]string
	for _, b := range r.Boards {
		if slices.ContainsFunc(f.rules, func(p league.PairRule) bool {
			return p.Round == r.Number && (b.Players == [2]string{p.First, p.Second} || b.Players == [2]string{p.Second, p.First})
		}) {
			w.forced++
			continue
		}
		mine = append(mine, b.Players)
		free = append(free, b.Players[:]...)
	}
	wrong := ""
	for _, p := range mine {
		if !f.may(p[0], p[1]) {
			wrong = fmt.Sprint(p)
		}
	}
	if bye != "" {
		free = append(free, bye)
		if f.had[bye] {
			wrong = bye + " with the bye"
		}
	}
	if wrong == "" {
		return nil
	}
	w.best++
	if better := f.possible(free); better {
		return fmt.Errorf("round %d has %s, which could be avoided: %v", r.Number, wrong, mine)
	}
	return nil
}

// field is what a round is paired from, as slowly as the rules read.
type field struct {
	met    map[[2]string]bool
	had    map[string]bool // points without play
	sides  map[string][]engine.Side
	rules  []league.PairRule
	number int
	last   bool
	tries  int
}

func (f *field) add(r league.Round) {
	for _, b := range r.Boards {
		if !b.Played {
			for i, p := range b.Players {
				f.had[p] = f.had[p] || b.Points[i] > b.Points[1-i]
			}
			continue
		}
		f.met[b.Players], f.met[[2]string{b.Players[1], b.Players[0]}] = true, true
		f.sides[b.Players[0]] = append(f.sides[b.Players[0]], engine.First)
		f.sides[b.Players[1]] = append(f.sides[b.Players[1]], engine.Second)
	}
	for _, b := range r.Byes {
		f.had[b.Player] = f.had[b.Player] || b.Kind == league.PairingBye
	}
}

// must returns the side that a player cannot do without; NoSide if there is none.
func (f *field) must(player string) engine.Side {
	s, balance := f.sides[player], 0
	for _, side := range s {
		balance += map[engine.Side]int{engine.First: 1, engine.Second: -1}[side]
	}
	n := len(s)
	switch {
	case n > 1 && s[n-1] == s[n-2]:
		return s[n-1].Other()
	case balance > 1:
		return engine.Second
	case balance < -1:
		return engine.First
	}
	return engine.NoSide
}

// may says that two players may meet.
func (f *field) may(a, b string) bool {
	if f.met[[2]string{a, b}] || slices.ContainsFunc(f.rules, func(p league.PairRule) bool {
		return p.Round == 0 && (p.First == a && p.Second == b || p.First == b && p.Second == a)
	}) {
		return false
	}
	return f.last || f.must(a) == engine.NoSide || f.must(a) != f.must(b)
}

// possible says that all can be paired, but one for the bye if their number is odd.
func (f *field) possible(free []string) bool {
	if len(free)%2 == 0 {
		return f.pair(free)
	}
	for i, p := range free {
		if !f.had[p] && f.pair(slices.Delete(slices.Clone(free), i, i+1)) {
			return true
		}
	}
	return false
}

func (f *field) pair(free []string) bool {
	if len(free) == 0 {
		return true
	}
	if f.tries++; f.tries > 200_000 {
		return false
	}
	best, with := -1, []int(nil) // the one with the fewest choices first
	for i, a := range free {
		var choices []int
		for j, b := range free {
			if i != j && f.may(a, b) {
				choices = append(choices, j)
			}
		}
		if best < 0 || len(choices) < len(with) {
			best, with = i, choices
		}
	}
	for _, j := range with {
		rest := slices.DeleteFunc(slices.Clone(free), func(p string) bool { return p == free[best] || p == free[j] })
		if f.pair(rest) {
			return true
		}
	}
	return false
}

// adds checks that the points of the table are those of matches and byes.
func (w *witness) adds(s *formatstest.Stages) error {
	d, err := swiss.Format{}.Drawing(s.Sheet)
	if err != nil {
		return err
	}
	want := map[string]league.Points{}
	for _, f := range s.Sheet.Fixtures {
		p, _ := s.Sheet.Scoring.Points(f.Outcome)
		if f.Outcome.Over() {
			want[f.First] += p[0]
			want[f.Second] += p[1]
		}
	}
	for _, r := range d.Rounds {
		for _, b := range r.Byes {
			want[b.Player] += b.Points
		}
	}
	rows, err := s.Rows()
	for i, r := range rows {
		if r.Points != want[r.Player] || i > 0 && r.Points > rows[i-1].Points {
			return fmt.Errorf("%s has %s points below %s, and his matches and byes pay %s", r.Player, r.Points, rows[max(0, i-1)].Points, want[r.Player])
		}
	}
	return err
}
