package match

import (
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/rating"
	"kickabout/views/viewstest"
)

// ratingsChanged returns what a match did to Ann and Greedy, who has an account here.
func ratingsChanged(why league.Uncounted) []league.Change {
	s := rating.Standard()
	before := [2]league.Standing{s.Fresh(), s.Fresh()}
	after := before
	if why == "" {
		after = s.Rate(before, rating.Result{Halves: [2]rating.Halves{2, 0}, Shares: [2]rating.Share{1, 0}}, viewstest.KickedOff)
	}
	var changes []league.Change
	for seat, id := range []string{"ann", "greedy"} {
		changes = append(changes, league.Change{Match: "7f3", Seat: seat, Player: id, Pool: viewstest.Streets, Ended: viewstest.KickedOff, Why: why, Before: before[seat], After: after[seat]})
	}
	return changes
}

// ratedMatch is a finished rated match between members as Ann sees it.
func ratedMatch(t testing.TB, changes []league.Change) Input {
	in := seen(t, viewstest.Added(t, viewstest.Played(t, 14), engine.Event{By: engine.Second, Act: engine.ActResign}), "ann")
	in.Match.Rated, in.Ratings = true, changes
	in.Match.Seats[1].Player.Kind = league.Member
	return in
}

func TestAFinishedMatchSaysWhatItDidToTheRatings(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Input)
		want   []string
	}{
		{"rated", nil, []string{"<bdi>Ann</bdi>: <b>+30.0</b>", "1530.0, 20 kyu</a>", "<bdi>Greedy</bdi>: <b>−30.0</b>", "1470.0, 20 kyu"}},
		{"given up early", func(in *Input) { in.Ratings = ratingsChanged(league.TooEarly) }, []string{"Not rated: it was given up before the loser had made 6 moves."}},
		{"given up early: it lowers the loser alone", func(in *Input) {
			in.Ratings = ratingsChanged("")
			in.Ratings[0].Why, in.Ratings[0].After = league.TooEarly, in.Ratings[0].Before
		}, []string{"Not rated for <bdi>Ann</bdi>: it was given up before the loser had made 6 moves.", "<bdi>Greedy</bdi>: <b>−30.0</b>", "R-FF-4"}},
		{"more than one can win from an opponent", func(in *Input) { in.Ratings = ratingsChanged(league.OverBudget) }, []string{"Not rated: from one opponent you can win at most 60 rating points in 90 days and 120 in a year", "R-RA-9"}},
		{"over somebody at the floor", func(in *Input) { in.Ratings = ratingsChanged(league.AtFloor) }, []string{"Not rated: the loser has the lowest rating there is, 1000,", "R-RA-9"}},
		{"lost with others", func(in *Input) { in.Ratings = ratingsChanged(league.TooManyLate) }, []string{"Not rated: the loser had lost 2 other games on time in the last 72 hours."}},
		{"void", func(in *Input) { in.Ratings = ratingsChanged(league.WasVoid) }, []string{"Not rated: it does not count for anybody."}},
		{"not played for ratings", func(in *Input) { in.Match.Rated, in.Ratings = false, nil }, []string{"Not rated: it was not played for ratings."}},
		{"with a bot", func(in *Input) {
			in.Match.Rated, in.Ratings, in.Match.Seats[1].Player.Kind = false, nil, league.Bot
		}, []string{"Not rated: games against bots are not."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := ratedMatch(t, ratingsChanged(""))
			if c.change != nil {
				c.change(&in)
			}
			html := viewstest.Rendered(t, Live(NewPage(in)))
			for _, want := range c.want {
				if !strings.Contains(html, want) {
					t.Errorf("%q is missing", want)
				}
			}
			if strings.Contains(html, "Not rated") != strings.HasPrefix(c.want[0], "Not rated") {
				t.Error("it says both, or neither")
			}
			in.At = 8
			if strings.Contains(viewstest.Rendered(t, Live(NewPage(in))), `class="rated"`) {
				t.Error("an older board tells it too")
			}
		})
	}
	waiting := viewstest.Rendered(t, Live(NewPage(ratedMatch(t, nil))))
	if strings.Contains(waiting, `class="rated"`) {
		t.Error("what is not rated yet is told as something")
	}
}

// The page of a match that ends is as it would be if it was opened then: nothing is to be resigned on it.
func TestTheEndOfAMatchComesWithWhatFollowsFromIt(t *testing.T) {
	over, running := ratedMatch(t, nil), seen(t, viewstest.Played(t, 14), "ann")
	for _, c := range []struct {
		in   Input
		over bool
	}{{over, true}, {running, false}} {
		live, whole := viewstest.Rendered(t, Live(NewPage(c.in))), viewstest.Rendered(t, View(NewPage(c.in)))
		for _, part := range []string{"wishes", "about"} {
			if !strings.Contains(whole, `<div id="`+part+`"`) || strings.Contains(live, `hx-target="#`+part+`"`) != c.over {
				t.Errorf("over %t: #%s is missing, or what is written in it is taken away", c.over, part)
			}
		}
		if strings.Contains(live, `href="/matches/`+c.in.Match.ID+`#share"`) && !strings.Contains(live, `id="share"`) {
			t.Errorf("over %t: there is nothing to share", c.over)
		}
	}
	if live := viewstest.Rendered(t, Live(NewPage(over))); strings.Contains(live, "?resign=1") || strings.Contains(live, "standing order") {
		t.Error("at the end it can still be resigned, or ordered")
	}
}

// TestAMatchThatIsPlayedAgainSaysWhereItIs: the page of what no longer counts leads to what does, and the other way round.
func TestAMatchThatIsPlayedAgainSaysWhereItIs(t *testing.T) {
	in := ratedMatch(t, ratingsChanged(""))
	in.Cup, in.Match.Tournament, in.Match.Fixture = "Spring Cup", "cup", "c1/r1/b1"
	instead, other := in.Match, in.Match
	instead.ID, instead.Fixture, instead.State.Outcome = "instead", "c1/r1/b1.2", engine.Outcome{}
	other.ID, other.Fixture = "other", "c2/r1/b1"
	in.Legs = []league.Match{instead, other}
	p := NewPage(in)
	html := viewstest.Rendered(t, Live(p)) + viewstest.Rendered(t, cup(p.Cup))
	for _, want := range []string{"Not rated: another game is played in its place.", `This game no longer counts. <a href="/matches/instead">`, `href="/matches/other">Ann goes first, `} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if len(p.Cup.Legs) != 1 {
		t.Errorf("the game in its place is named twice: %+v", p.Cup.Legs)
	}
	old := in.Match
	in.Match.ID, in.Match.Fixture, in.Legs = "instead", "c1/r1/b1.2", []league.Match{old, other}
	if p = NewPage(in); p.Cup.Instead != "" || p.Unrated != "" || len(p.Cup.Legs) != 2 || !strings.HasSuffix(p.Cup.Legs[0].Text, ", no longer counts") || strings.HasSuffix(p.Cup.Legs[1].Text, "counts") {
		t.Errorf("what counts: %+v, not rated: %q", p.Cup, p.Unrated)
	}
}

// TestEveryGameThatWaitsIsMarkedForItsChat, those with a board and those without.
func TestEveryGameThatWaitsIsMarkedForItsChat(t *testing.T) {
	t.Parallel()
	w := Waits{Boards: []Wait{{ID: "a"}, {ID: "b"}}, Rows: []Wait{{ID: "c"}, {ID: "d"}}}
	w.MarkChats(map[string]bool{"b": true, "d": true})
	for id, marked := range map[string]bool{"a": w.Boards[0].Chat, "b": w.Boards[1].Chat, "c": w.Rows[0].Chat, "d": w.Rows[1].Chat} {
		if marked != (id == "b" || id == "d") {
			t.Errorf("%s is marked: %v", id, marked)
		}
	}
}
