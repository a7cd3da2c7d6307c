package rating_test

import (
	"math"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/rating"
)

var noon = time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)

// finished returns a match between two members that ended; Ann has seat 0 and is First.
func finished(o engine.Outcome, change func(*league.Match)) *league.Match {
	m := &league.Match{
		ID: "m1", Game: "streetsoccer", Variant: "lg",
		Seats: [2]league.Seat{
			{Player: league.Player{ID: "ann", Kind: league.Member}}, {Player: league.Player{ID: "bob", Kind: league.Member}},
		},
		State: league.State{Moved: noon, Outcome: o, Score: o.Score, Moves: [2]int{20, 20}},
	}
	if change != nil {
		change(m)
	}
	return m
}

// TestWhatEveryEndingCounts is the table of league rules 1, for the first side.
func TestWhatEveryEndingCounts(t *testing.T) {
	outcome := func(e engine.Ending, w engine.Side, score ...int) engine.Outcome {
		o := engine.Outcome{Ending: e, Winner: w}
		copy(o.Score[:], score)
		return o
	}
	for _, c := range []struct {
		name   string
		o      engine.Outcome
		std    rating.Halves
		lg     rating.Halves
		share  rating.Share
		counts bool
	}{
		{"a lead after normal time", outcome(engine.FullTime, engine.First, 2, 1), 2, 2, 1, true},
		{"the goals that were played for", outcome(engine.Target, engine.Second, 6, 7), 0, 0, 0, true},
		{"sudden death", outcome(engine.SuddenDeath, engine.First, 2, 1), 2, 2, 0.8, true},
		{"sudden death against", outcome(engine.SuddenDeath, engine.Second, 1, 2), 0, 0, 0.2, true},
		{"the last goal is drawn but in the profile lg", outcome(engine.LastGoal, engine.First, 1, 1), 1, 2, 0.6, true},
		{"the last goal against", outcome(engine.LastGoal, engine.Second, 1, 1), 1, 0, 0.4, true},
		{"no goal at all", outcome(engine.Goalless, engine.NoSide), 1, 1, 0.5, true},
		{"a resignation", outcome(engine.Resignation, engine.First), 2, 2, 1, true},
		{"a time-out", outcome(engine.Timeout, engine.Second), 0, 0, 0, true},
		{"a forfeit", outcome(engine.Forfeit, engine.First), 2, 2, 1, true},
		{"a lead at an adjudication", outcome(engine.Adjudication, engine.First, 1, 0), 2, 2, 0.8, true},
		{"level with goals at an adjudication", outcome(engine.Adjudication, engine.Second, 1, 1), 1, 0, 0.4, true},
		{"goalless at an adjudication", outcome(engine.Adjudication, engine.NoSide), 1, 1, 0.5, true},
		{"both at fault", outcome(engine.DoubleForfeit, engine.NoSide), 0, 0, 0, false},
		{"void", outcome(engine.Void, engine.NoSide), 0, 0, 0, false},
		{"an ending nobody knows", outcome("flood", engine.First), 0, 0, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			wantResult(t, rating.Standard(), c.o, c.std, c.share, c.counts)
			wantResult(t, rating.LittleGolem(), c.o, c.lg, c.share, c.counts)
		})
	}
}

func wantResult(t *testing.T, s rating.System, o engine.Outcome, halves rating.Halves, share rating.Share, counts bool) {
	t.Helper()
	got, ok := s.Result(o)
	if ok != counts {
		t.Fatalf("counts: %v", ok)
	}
	if !ok {
		return
	}
	if got.Halves != [2]rating.Halves{halves, 2 - halves} || math.Abs(float64(got.Shares[0]-share)) > 1e-12 || math.Abs(float64(got.Shares[0]+got.Shares[1]-1)) > 1e-12 {
		t.Errorf("got %+v, want %v and %v for the first side", got, halves, share)
	}
}

func TestWhichMatchesCount(t *testing.T) {
	flagged := engine.Outcome{Ending: engine.Timeout, Winner: engine.First}
	for _, c := range []struct {
		name   string
		o      engine.Outcome
		change func(*league.Match)
		want   league.Uncounted
	}{
		{"a match that was played out counts", engine.Outcome{Ending: engine.FullTime, Winner: engine.First}, nil, ""},
		{"even if it was a very short one", engine.Outcome{Ending: engine.Target, Winner: engine.First}, func(m *league.Match) { m.State.Moves = [2]int{1, 1} }, ""},
		{"none against a bot", engine.Outcome{Ending: engine.FullTime, Winner: engine.First}, func(m *league.Match) { m.Seats[0].Player.Kind = league.Bot }, league.AgainstBot},
		{"whichever seat it has", engine.Outcome{Ending: engine.FullTime, Winner: engine.First}, func(m *league.Match) { m.Seats[1].Player.Kind = league.Bot }, league.AgainstBot},
		{"none against oneself", engine.Outcome{Ending: engine.FullTime, Winner: engine.First}, func(m *league.Match) { m.Seats[1] = m.Seats[0] }, league.AgainstHimself},
		{"a player who has left since counts still", engine.Outcome{Ending: engine.FullTime, Winner: engine.First}, func(m *league.Match) { m.Seats[0].Player.Kind = league.Deleted }, ""},
		{"a void match does not", engine.Outcome{Ending: engine.Void}, nil, league.WasVoid},
		{"nor does one with both at fault", engine.Outcome{Ending: engine.DoubleForfeit}, nil, league.WasVoid},
		{"a time-out counts after six moves of the loser", flagged, func(m *league.Match) { m.State.Moves = [2]int{0, 6} }, ""},
		{"not after five, however many the winner made", flagged, func(m *league.Match) { m.State.Moves = [2]int{6, 5} }, league.TooEarly},
		{"the loser may be First", engine.Outcome{Ending: engine.Timeout, Winner: engine.Second}, func(m *league.Match) { m.State.Moves = [2]int{5, 6} }, league.TooEarly},
		{"the same of a forfeit", engine.Outcome{Ending: engine.Forfeit, Winner: engine.First}, func(m *league.Match) { m.State.Moves = [2]int{6, 5} }, league.TooEarly},
		{"a time-out there does not", flagged, func(m *league.Match) { m.State.Moves, m.Tournament = [2]int{1, 0}, "cup" }, league.TooEarly},
		{"an ending without a price", engine.Outcome{Ending: "flood", Winner: engine.First}, nil, league.Unpriced},
	} {
		t.Run(c.name, func(t *testing.T) {
			changes := rating.NewBook(rating.Standard()).Add(finished(c.o, c.change))
			for _, got := range changes {
				if got.Why != c.want {
					t.Errorf("got %q, want %q", got.Why, c.want)
				}
				if counted := got.After != got.Before; counted != (c.want == "") {
					t.Errorf("%q: from %+v to %+v", got.Why, got.Before, got.After)
				}
			}
		})
	}
}

// TestNobodyGainsFromAGameGivenUpEarly is R-FF-4: a resignation before the loser's sixth move lowers the loser alone,
// in every format. What ended before the rule held is rated as it was then.
func TestNobodyGainsFromAGameGivenUpEarly(t *testing.T) {
	for _, c := range []struct {
		name       string
		moves      int
		tournament string
		since      time.Time
		ann, bob   league.Elo // what it changes
		why        [2]league.Uncounted
	}{
		{"after five moves, in the waiting room", 5, "", time.Time{}, 0, -30, [2]league.Uncounted{league.TooEarly}},
		{"after five moves, in a tournament", 5, "cup", time.Time{}, 0, -30, [2]league.Uncounted{league.TooEarly}},
		{"the sixth is enough", 6, "", time.Time{}, 30, -30, [2]league.Uncounted{}},
		{"the rule holds from its very moment on", 5, "cup", noon, 0, -30, [2]league.Uncounted{league.TooEarly}},
		{"before the rule held, in the waiting room", 5, "", noon.Add(1), 0, 0, [2]league.Uncounted{league.TooEarly, league.TooEarly}},
		{"before the rule held, in a tournament", 5, "cup", noon.Add(1), 30, -30, [2]league.Uncounted{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := rating.Standard()
			s.Since = c.since
			book := rating.NewBook(s)
			changes := book.Add(finished(engine.Outcome{Ending: engine.Resignation, Winner: engine.First}, func(m *league.Match) {
				m.State.Moves, m.Tournament = [2]int{20, c.moves}, c.tournament
			}))
			for seat, want := range []league.Elo{c.ann, c.bob} {
				got := changes[seat]
				if got.After.Elo-got.Before.Elo != want*league.EloPoint || got.Why != c.why[seat] {
					t.Errorf("seat %d: %s, %q", seat, (got.After.Elo - got.Before.Elo).Signed(), got.Why)
				}
				if games := got.After.Games - got.Before.Games; (games == 1) != (got.Why == "") {
					t.Errorf("seat %d: %d more games, %q", seat, games, got.Why)
				}
				if got.After != book.Standing(got.Pool, got.Player) {
					t.Errorf("seat %d: the book says otherwise", seat)
				}
			}
		})
	}
}

// TestOnlyTwoLossesOnTimeIn72HoursCount is the second half of R-FF-4.
func TestOnlyTwoLossesOnTimeIn72HoursCount(t *testing.T) {
	book := rating.NewBook(rating.Standard())
	lose := func(hours float64, game string, winner engine.Side) [2]league.Change {
		return book.Add(finished(engine.Outcome{Ending: engine.Timeout, Winner: winner}, func(m *league.Match) {
			m.Game, m.State.Moved = game, noon.Add(time.Duration(hours*float64(time.Hour)))
		}))
	}
	for _, c := range []struct {
		name   string
		hours  float64
		game   string
		winner engine.Side
		want   league.Uncounted
	}{
		{"Bob's first loss on time counts", 0, "streetsoccer", engine.First, ""},
		{"so does the second, in whatever game", 1, "cufootball", engine.First, ""},
		{"the third does not", 2, "onetwofun", engine.First, league.TooManyLate},
		{"Ann's losses are her own", 3, "streetsoccer", engine.Second, ""},
		{"an hour less than 72 after the first is too soon", 71, "streetsoccer", engine.First, league.TooManyLate},
		{"72 hours after the first one counts again", 72, "streetsoccer", engine.First, ""},
		{"but then no other at once", 72.5, "streetsoccer", engine.First, league.TooManyLate},
		{"what did not count is not counted: 72 hours after the second", 73, "streetsoccer", engine.First, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			changes := lose(c.hours, c.game, c.winner)
			if got := changes[0].Why; got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			loser := 1
			if c.winner == engine.Second {
				loser = 0
			}
			if changes[loser].Late != (c.want == "") || changes[1-loser].Late {
				t.Errorf("marked as lost on time: %v, %v", changes[0].Late, changes[1].Late)
			}
		})
	}
}

func TestTheFirstMatchOfTwoPlayers(t *testing.T) {
	book := rating.NewBook(rating.Standard())
	changes := book.Add(finished(engine.Outcome{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{0, 1}}, func(m *league.Match) { m.State.First = 1 }))
	ann, bob := changes[0].After, changes[1].After // Ann has seat 0 and is Second
	if ann.Elo.String() != "1530.0" || bob.Elo.String() != "1470.0" || ann.Grade.String() != "20 kyu" || bob.Grade.String() != "20 kyu" {
		t.Errorf("Ann %s %s, Bob %s %s", ann.Elo, ann.Grade, bob.Elo, bob.Grade)
	}
	if ann.Games != 1 || ann.Wins != 1 || bob.Games != 1 || bob.Wins != 0 || !ann.Last.Equal(noon) {
		t.Errorf("counted as %+v, %+v", ann, bob)
	}
	if ann.Strength.Rating <= 1500 || bob.Strength.Rating >= 1500 || ann.Strength.Deviation >= 350 {
		t.Errorf("Glicko: %+v, %+v", ann.Strength, bob.Strength)
	}
	again := book.Add(finished(engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}}, func(m *league.Match) { m.Variant = "other" }))
	if again[0].Before.Games != 0 || again[0].Before.Elo != 1500*league.EloPoint {
		t.Errorf("another variant began with %+v", again[0].Before)
	}
	if got := book.Standing(league.Pool{Game: "streetsoccer", Variant: "lg"}, "ann"); got != ann {
		t.Errorf("the book says %+v, the change %+v", got, ann)
	}
}

func TestWhatIfSaysWhatWouldHappen(t *testing.T) {
	s := rating.Standard()
	endings := []engine.Ending{engine.FullTime, engine.SuddenDeath, engine.LastGoal, engine.Goalless}
	cases := s.WhatIf(s.Fresh(), s.Fresh(), endings, noon)
	var got []string
	for _, c := range cases {
		got = append(got, c.Points[0].String()+":"+c.Points[1].String()+" "+c.Elo.Signed())
	}
	want := []string{"5:0 +30.0", "4:1 +30.0", "3:2 +0.0", "2:2 +0.0", "2:3 +0.0", "1:4 -30.0", "0:5 -30.0"}
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("case %d is %s, want %s", i, got[i], want[i])
		}
	}
	sure, unsure := s.Fresh(), s.Fresh() // the vector of R-RA-4
	sure.Strength.Rating, sure.Strength.Deviation, unsure.Strength.Deviation = 1700, 60, 200
	if x, y := s.Expected(sure, unsure, noon), s.Expected(unsure, sure, noon); math.Abs(x-3.615) > 5e-4 || math.Abs(y-1.385) > 5e-4 {
		t.Errorf("expected %.4f and %.4f points", x, y)
	}
	if e := s.Expected(s.Fresh(), s.Fresh(), noon); e != 2.5 {
		t.Errorf("equals expect %v points", e)
	}
	strong := s.Fresh()
	strong.Strength.Rating = 1900
	a, b := s.Expected(strong, s.Fresh(), noon), s.Expected(s.Fresh(), strong, noon)
	if a <= 2.5 || a >= 5 || math.Abs(a+b-5) > 1e-9 {
		t.Errorf("expected %v and %v", a, b)
	}
}
