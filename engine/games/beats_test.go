package games_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
)

// A spectator plays random matches and looks at what they tell.
type spectator struct {
	*testing.T
	game  engine.Game
	rules string
	rand  *rand.Rand
	kinds map[engine.BeatKind]int
}

// TestMatchesAreToldAsTheyWerePlayed tells a thousand random matches of each game when it is
// to be proved: beats in order, a number never on another piece but after a set-up, ways of
// single steps over empty places, and at the end of each event the board of its position.
func TestMatchesAreToldAsTheyWerePlayed(t *testing.T) {
	t.Parallel()
	matches := 1000
	if enginetest.Size(matches) < matches {
		matches = 6
	}
	for _, g := range games.All() {
		variants := g.Info().Variants
		kinds := map[engine.BeatKind]int{}
		for i, v := range variants {
			for n := range max(2, matches/len(variants)) {
				r := rand.New(rand.NewPCG(uint64(n), uint64(i)))
				s := &spectator{t, g, v.ID, r, kinds}
				s.match(n%2 == 1)
			}
		}
		for _, kind := range []engine.BeatKind{engine.BeatThrow, engine.BeatThink, engine.BeatRun, engine.BeatFlight, engine.BeatGoal, engine.BeatRestart, engine.BeatSetUp} {
			if kinds[kind] == 0 {
				t.Errorf("%s tells nothing of the kind %q", g.Info().ID, kind)
			}
		}
		t.Log(g.Info().ID, kinds)
	}
}

// match plays a match, half of them with an eye for goals, and looks at every event.
func (s *spectator) match(keen bool) {
	at := time.UnixMilli(0).UTC()
	rec, err := engine.Begin(s.game, s.rules, at, 0, nil)
	if err != nil {
		s.Fatal(err)
	}
	seen := 1
	for !rec.Next().Over() {
		if rec, _, err = rec.Drive(at, lots{s.rand}); err != nil {
			s.Fatal(err)
		}
		if side := rec.Next().Side; side != engine.NoSide {
			m := s.choose(rec.Position, keen)
			if rec, err = rec.Add(engine.Event{Seq: len(rec.Log) + 1, At: at, By: side, Act: engine.ActMove, Text: string(m)}); err != nil {
				s.Fatal(err)
			}
		}
	}
	before, told := rec.Tell(seen)
	frame := engine.Frame(before.Pieces)
	sofar, _ := engine.Replay(s.game, s.rules, rec.Log[:1])
	for _, event := range told {
		was := sofar
		for len(sofar.Log) < event.Seq {
			if sofar, err = sofar.Add(rec.Log[len(sofar.Log)]); err != nil {
				s.Fatal(err)
			}
		}
		frame = s.look(frame, was, sofar, event)
	}
	if last := told[len(told)-1].Seq; last != len(rec.Log) {
		s.Fatalf("the last event told is %d of %d", last, len(rec.Log))
	}
}

// lots throws what a generator gives.
type lots struct{ *rand.Rand }

func (l lots) Draw(_ uint32, _ string, _, sides int) (int, error) { return 1 + l.IntN(sides), nil }

// choose returns a random move, or one that scores.
func (s *spectator) choose(p engine.Position, keen bool) engine.Move {
	m := p.Random(s.rand)
	for n := 0; keen && n < 10; n++ {
		other := p.Random(s.rand)
		after, err := p.Play(other)
		if err == nil && after.Diagram().Score != p.Diagram().Score {
			return other
		}
	}
	return m
}

// look looks at what one event tells, and returns the frame after it.
func (s *spectator) look(frame engine.Frame, was, is engine.Record, event engine.Told) engine.Frame {
	fail := func(format string, args ...any) {
		s.Helper()
		s.Fatalf("%s %s, %s: %+v\n%s\n%s", s.rules, was.Position, is.Log[len(is.Log)-1].Text, event.Beats, event.Sentences(), fmt.Sprintf(format, args...))
	}
	goals, board := 0, frame
	for i, b := range event.Beats {
		s.kinds[b.Kind]++
		if b.MS <= 0 {
			fail("beat %d takes no time", i)
		}
		if b.Kind == engine.BeatGoal {
			goals++
		}
		if len(b.Path) > 0 {
			if why := s.way(frame, was, b); why != "" {
				fail("beat %d: %s", i, why)
			}
		}
		for _, shift := range b.Shifts {
			if !slices.Contains([]engine.BeatKind{engine.BeatRestart, engine.BeatSetUp}, b.Kind) && !nudged(frame.After(engine.Beat{Kind: b.Kind, Side: b.Side, Piece: b.Piece, Number: b.Number, Path: b.Path}), shift) {
				fail("beat %d shifts %+v", i, shift)
			}
		}
		if b.Say != "" && (!strings.HasSuffix(b.Say, ".") || strings.Contains(b.Say, "  ") || strings.Contains(b.Say, "%")) {
			fail("beat %d says %q", i, b.Say)
		}
		if say := event.Sentences(); say == "" {
			fail("nothing is said")
		}
		frame = frame.After(b)
	}
	if why := order(event.Beats); why != "" {
		fail("%s", why)
	}
	if e := is.Log[len(is.Log)-1]; e.Act == engine.ActMove {
		if why := rulesOf[s.game.Info().ID](was.Position, engine.Move(e.Text), board, event.Beats); why != "" {
			fail("%s", why)
		}
	}
	if scored := is.Score() != was.Score(); scored != (goals == 1) || goals > 1 {
		fail("%d goals are told from %v to %v", goals, was.Score(), is.Score())
	}
	if n := len(event.Beats); n > 0 && event.Beats[n-1].Score != is.Position.Diagram().Score {
		fail("the score told is %v", event.Beats[n-1].Score)
	}
	s.kept(frame, was, is, fail)
	if over := is.Next().Over() && goals > 0; !over {
		if shifts := frame.Shifts(is.Board().Diagram().Pieces); len(shifts) > 0 {
			fail("the board is another one at the end: %+v", shifts)
		}
	}
	return frame
}

// nudged says that a shift only makes room on a place, or takes the ball along in a keeper's hands.
func nudged(frame engine.Frame, shift engine.Shift) bool {
	for _, p := range frame {
		if p.Kind == shift.Piece && p.Side == shift.Side && p.Label == shift.Number {
			near := func(at engine.Point) bool {
				return math.Abs(at[0]-shift.To[0]) < 0.5 && math.Abs(at[1]-shift.To[1]) < 0.5
			}
			carried := shift.Piece == engine.KindBall && slices.ContainsFunc(frame, func(p engine.Piece) bool { return p.Kind == engine.KindKeeper && near(p.At()) })
			return !shift.Off && (near(p.At()) || carried)
		}
	}
	return false
}

// order sees that beats stand in the order in which things happen.
func order(beats []engine.Beat) string {
	goal := false
	for i, b := range beats {
		switch b.Kind {
		case engine.BeatThrow, engine.BeatDraw:
			if i > 0 {
				return "a throw is not the first beat"
			}
		case engine.BeatTouch:
			if i == 0 {
				return "nobody comes to the ball that is touched"
			}
		case engine.BeatGoal:
			if beats[i-1].Kind != engine.BeatFlight {
				return "a goal without a flight"
			}
			goal = true
		case engine.BeatRestart:
		default:
			if goal {
				return fmt.Sprintf("%q after the goal", b.Kind)
			}
		}
	}
	return ""
}

// kept sees that every piece that stands where it stood wears what it wore, and of pieces that
// have moved at most as many numbers are new in a place as the move may bring there.
func (s *spectator) kept(frame engine.Frame, was, is engine.Record, fail func(string, ...any)) {
	wore := map[engine.Cell]string{}
	for _, p := range was.Board().Diagram().Pieces {
		if p.Kind == engine.KindFigure || p.Kind == engine.KindMarker {
			wore[p.Cell] = p.Label
		}
	}
	numbers := map[string]bool{}
	for _, p := range is.Board().Diagram().Pieces {
		key := p.Kind + p.Side.String() + p.Label
		if p.Kind != engine.KindBall && (p.Label == "" || numbers[key]) {
			fail("%s wears %q, as another one does", p.Name, p.Label)
		}
		numbers[key] = true
		if label, stood := wore[p.Cell]; stood && p.Kind == engine.KindFigure && label != p.Label && len(was.Log) > 0 && !s.mayChange(was, p.Cell) {
			fail("%s on %s wore %q", p.Name, p.Cell, label)
		}
	}
}

// mayChange says that somebody else may have come to a place that is taken before and after:
// only where several pieces move at once.
func (s *spectator) mayChange(was engine.Record, _ engine.Cell) bool {
	return s.game.Info().ID == "cufootball" && was.Next().Side != engine.NoSide
}

// way sees that a path begins where its piece stands and goes by steps that the board allows.
func (s *spectator) way(frame engine.Frame, was engine.Record, b engine.Beat) string {
	side, label := b.Side, b.Number
	switch b.Piece {
	case engine.KindBall:
		side, label = engine.NoSide, ""
	case engine.KindMarker:
		side = engine.NoSide
	}
	i := slices.IndexFunc(frame, func(p engine.Piece) bool { return p.Kind == b.Piece && p.Side == side && p.Label == label })
	if i < 0 {
		return "there is no such piece"
	}
	if frame[i].At() != b.Path[0] {
		return fmt.Sprintf("the piece stands on %v", frame[i].At())
	}
	if b.Kind == engine.BeatRun {
		return runsWell(frame, i, b)
	}
	return ""
}

// runsWell sees that a run goes to the next place each time, and to empty ones.
func runsWell(frame engine.Frame, who int, b engine.Beat) string {
	for n := 1; n < len(b.Path); n++ {
		x, y := b.Path[n][0]-b.Path[n-1][0], b.Path[n][1]-b.Path[n-1][1]
		if b.Path[n] == b.Path[n-1] || math.Abs(x) > 1.25 || math.Abs(y) > 1.25 {
			return fmt.Sprintf("step %d goes from %v to %v", n, b.Path[n-1], b.Path[n])
		}
		for i, p := range frame {
			mayShare := p.Kind == engine.KindBall && n == len(b.Path)-1 || p.Kind == engine.KindKeeper && b.Piece == engine.KindMarker
			if i != who && p.At() == b.Path[n] && !mayShare {
				return fmt.Sprintf("step %d goes over %s", n, p.Label)
			}
		}
	}
	return ""
}
