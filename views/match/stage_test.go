package match

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league/assessment"
	"kickabout/views/study"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// TestAPageCarriesTheLatestOfWhatIsNew: the rest is fetched, from where the stretch begins.
func TestAPageCarriesTheLatestOfWhatIsNew(t *testing.T) {
	t.Parallel()
	r := keptMatches(t)["streetsoccer-lg-greedy"]
	const most = 30
	n := len(r.Log)
	for _, made := range []int{0, n - 2*most, n - most, n - most/2} {
		r.Chosen[0] = made
		s := NewStage(r, engine.First, false, 0)
		first, last := s.Events[0].Seq, s.Events[len(s.Events)-1].Seq
		if len(s.Events) > most || first != max(made, n-most+1) || last != n || s.Since != max(1, made) {
			t.Errorf("%d events from %d to %d of %d, since %d, of which %d was made", len(s.Events), first, last, n, s.Since, made)
		}
	}
}

// TestNewsAreWhatItsReaderDoesNotKnow: who made it or was shown it knows it, but a goal of one's own is worth seeing.
func TestNewsAreWhatItsReaderDoesNotKnow(t *testing.T) {
	t.Parallel()
	goal := viewstest.Played(t, 13) // by Yellow
	scored := goal.Log[len(goal.Log)-1].Seq
	for goal.Log[scored-1].Act != engine.ActMove {
		scored--
	}
	after := viewstest.Played(t, 14)
	last, theirs := after.Log[len(after.Log)-1].Seq, after.Chosen[engine.Second-1]
	for _, c := range []struct {
		name   string
		record engine.Record
		reader engine.Side
		shown  int
		seen   int
		news   int // the first of them; 0: none
		title  string
	}{
		{"my goal", goal, engine.First, 0, scored - 1, scored, "Since your last move"},
		{"my goal, shown", goal, engine.First, scored, scored, scored + 1, "Since your last move"},
		{"my goal, all shown", goal, engine.First, len(goal.Log), len(goal.Log), 0, "Since you last looked"},
		{"their move", after, engine.First, 0, scored - 1, scored, "Since your last move"},
		{"their move, half of it", after, engine.First, scored + 1, scored + 1, scored + 2, "Since you last looked"},
		{"nothing", after, engine.First, last, last, 0, "Since you last looked"},
		{"an old mark", after, engine.Second, 3, theirs, theirs + 1, "Since your last move"},
		{"watching", after, engine.NoSide, 0, 0, theirs, "The last move"},
		{"before the first move", viewstest.Played(t, 0), engine.First, 0, 0, 2, "So far"},
	} {
		s := NewStage(c.record, c.reader, false, c.shown)
		first := 0
		if news := s.News(); len(news) > 0 {
			first = news[0].Seq
		}
		if s.Seen != c.seen || first != c.news || s.Title != c.title {
			t.Errorf("%s: seen %d, news from %d, %q; want %d, %d, %q", c.name, s.Seen, first, s.Title, c.seen, c.news, c.title)
		}
	}
	if s := NewStage(viewstest.Played(t, 0), engine.First, false, 0); s.Since != 2 {
		t.Errorf("the seats show nothing, and what is new begins at %d", s.Since)
	}
	if got := (*study.Stage)(nil).News(); got != nil {
		t.Errorf("a page without a stage has %v", got)
	}
}

// TestThePageSaysHowItStands goes through states of the page that are told by more than a headline.
func TestThePageSaysHowItStands(t *testing.T) {
	t.Parallel()
	turn := viewstest.Played(t, 14)
	won := viewstest.Added(t, turn, engine.Event{By: engine.Second, Act: engine.ActResign})
	left := func(in *Input, d time.Duration) { in.Now = in.Clocks.Deadline().Add(-d) }
	for _, c := range []struct {
		name     string
		in       Input
		change   func(*Input)
		has, not []string
	}{
		{
			"paused", resting(t), nil,
			[]string{"<h2>Paused until 3 May 2027: Yellow is away.</h2>", `class="bar paused"`},
			[]string{`class="hot"`},
		},
		{"going on", seen(t, turn, "greedy"), nil, []string{`class="bar"`}, []string{"Paused"}},
		{
			"my clock nearly out", seen(t, turn, "ann"), func(in *Input) { left(in, 40*time.Minute) },
			[]string{`<b class="hot"><time `, `data-left>40 min</time> left.</b>`, `<span class="time hot">`},
			nil,
		},
		{"my clock at twelve hours", seen(t, turn, "ann"), func(in *Input) { left(in, shortOfTime) }, nil, []string{"hot"}},
		{
			"theirs nearly out", seen(t, turn, "greedy"), func(in *Input) { left(in, 40*time.Minute) },
			[]string{`<span class="time hot">`},
			[]string{`<b class="hot">`},
		},
		{"watching", seen(t, turn, ""), nil, []string{`<b class="on-air">Live</b>`, "data-watched"}, []string{"Next game"}},
		{
			"watching, an older board", seen(t, turn, ""), func(in *Input) { in.At = 8 },
			[]string{`<a class="button main" href="/matches/7f3">Live</a>`},
			[]string{"on-air", ">Present board"},
		},
		{"watching what is over", seen(t, won, ""), nil, nil, []string{"Live", "data-watched", "confetti"}},
		{"an older board of mine", seen(t, turn, "ann"), func(in *Input) { in.At = 8 }, []string{">Present board"}, []string{">Live<"}},
		{"won", seen(t, won, "ann"), nil, []string{`class="confetti"`, `class="scrap c1`}, nil},
		{"won, an older board", seen(t, won, "ann"), func(in *Input) { in.At = 8 }, nil, []string{"confetti"}},
		{"lost", seen(t, won, "greedy"), nil, []string{`<p class="words">0 points<small>Resignation</small></p>`}, []string{"confetti", "Luck and skill"}},
		{
			"worked through", seen(t, won, "ann"), func(in *Input) {
				in.Worth = &[2]assessment.LuckSplit{{Points: 5000, Luck: 400, Adjusted: 4600}, {Luck: -400, Adjusted: 400}}
			},
			[]string{"<h2 id=\"luck-title\">Luck and skill</h2>", "+0.40", "+2.10", "−2.10", `<a href="/matches/7f3/analysis">Turn by turn</a>`},
			[]string{"whisker"},
		},
	} {
		if c.change != nil {
			c.change(&c.in)
		}
		html := strings.Join(strings.Fields(viewstest.Rendered(t, View(NewPage(c.in)))), " ")
		for _, has := range c.has {
			if !strings.Contains(html, has) {
				t.Errorf("%s: %s is missing", c.name, has)
			}
		}
		for _, not := range c.not {
			if strings.Contains(html, not) {
				t.Errorf("%s: there is %s", c.name, not)
			}
		}
	}
}

// TestAWinSaysWhoDecidedIt: on the banner of who won, and in words for everybody else.
func TestAWinSaysWhoDecidedIt(t *testing.T) {
	t.Parallel()
	told := regexp.MustCompile(`^(|Winning goal: )(Yellow|Red|White|Black|Blue) ([0-9]+|[A-C])( scores(, turn [0-9]+)?|, (turn|clock|possession) [0-9]+|, sudden death, turn [0-9]+)$`)
	decided := map[string]bool{}
	for name, r := range keptMatches(t) {
		goal, ok := r.Decider()
		o := r.Outcome()
		if o.Winner == engine.NoSide || strings.Contains(name, "random") || strings.Contains(name, "timeout") { // enough without them
			continue
		}
		players := [2]string{"ann", "greedy"}
		winner := NewPage(seen(t, r, players[r.SeatOf(o.Winner)]))
		loser, watcher := NewPage(seen(t, r, players[r.SeatOf(o.Winner.Other())])), NewPage(seen(t, r, ""))
		if winner.Banner == nil || loser.Banner != nil || watcher.Banner != nil {
			t.Fatalf("%s: the banners are %v, %v, %v", name, winner.Banner, loser.Banner, watcher.Banner)
		}
		if !ok {
			want := ui.Upper(string(o.Ending))
			if lost := r.Game.Info().Sides[o.Winner.Other()-1]; o.Ending == engine.Resignation {
				want = lost + " resigned"
			}
			if loser.Task != "" || winner.Banner.By != want {
				t.Errorf("%s, %s: %q, %+v", name, o.Ending, loser.Task, winner.Banner)
			}
			continue
		}
		decided[r.Game.Info().ID] = true
		if line := winner.Banner.Lead + winner.Banner.By; !told.MatchString(line) || len([]rune(winner.Banner.By)) > 23 || !strings.HasPrefix(winner.Banner.How, ui.ScoreText(o.Score)+", ") {
			t.Errorf("%s: the banner is %+v", name, winner.Banner)
		}
		who := r.Game.Info().Sides[o.Winner-1] + " " + goal.Number
		if want := "Winning goal: " + who + ", " + goal.When + "."; loser.Task != want || watcher.Task != want || !strings.HasPrefix(winner.Banner.By, who) || !strings.HasSuffix(watcher.Flow.Note, want) {
			t.Errorf("%s: %q, %q, %q, %q", name, loser.Task, watcher.Task, winner.Banner.By, watcher.Flow.Note)
		}
		older := seen(t, r, "")
		older.At = goal.Seq - 1
		if p := NewPage(older); p.Banner != nil || p.Task != "" {
			t.Errorf("%s: an older board tells %+v, %q", name, p.Banner, p.Task)
		}
	}
	if len(decided) != 3 {
		t.Errorf("goals decided %v", decided)
	}
}

// TestDiceWearLettersWhileAPlayIsEntered: on the page, and in what the script reads.
func TestDiceWearLettersWhileAPlayIsEntered(t *testing.T) {
	t.Parallel()
	r := keptMatches(t)["onetwofun-basic-greedy"]
	for n := range r.Log {
		part, err := engine.Replay(r.Game, r.Variant, r.Log[:n+1])
		if err != nil {
			t.Fatal(err)
		}
		board := part.Board()
		if part.Next().Side == engine.NoSide || !strings.HasPrefix(part.Position.String(), "play ") || n < 20 {
			continue
		}
		steps, err := part.Position.Steps(engine.Move(r.Log[n+1].Text))
		if err != nil || len(steps) != 4 {
			continue
		}
		letter := map[engine.Cell]string{}
		for _, p := range board.Diagram().Pieces {
			if p.Kind == engine.KindMarker {
				letter[p.Cell] = p.Label
			}
		}
		in := seen(t, part, "")
		in.Side, in.Match.Game = part.Next().Side, "onetwofun"
		for done, want := range map[int]int{0: 0, 1: 0, 2: 1, 3: 2, 4: 2} {
			in.Done = steps[:done]
			p := NewPage(in)
			marks := ""
			for _, f := range p.Dice.Faces {
				marks += f.Mark
			}
			if len(marks) != want || !p.Dice.Marked || want > 0 && !strings.Contains(marks, letter[steps[0].Cell]) || want > 1 && !strings.Contains(marks, letter[steps[2].Cell]) {
				t.Errorf("%s after %v: the dice wear %q", part.Position, in.Done, marks)
			}
			if used := p.Choices.Used; len(used) != 2 || used[0] != "" || used[1] != "" {
				t.Errorf("the script begins with %q", used)
			}
		}
		return
	}
	t.Error("no play was found")
}

// TestAGoalIsToldWithBothSetUps: in CuFootball standing orders set both teams up behind a goal. Neither side has chosen
// that, so both are told all of it: the kick, the goal, the set-ups, the draw that follows.
func TestAGoalIsToldWithBothSetUps(t *testing.T) {
	t.Parallel()
	r := keptMatches(t)["cufootball-classic-greedy"]
	found := 0
	for n := 1; n < len(r.Log) && found == 0; n++ {
		if r.Log[n].Act != engine.ActMove || !strings.HasPrefix(r.Log[n].Text, "S") || n < 10 {
			continue
		}
		found = n + 1
		for r.Log[found].Act == engine.ActRoll || strings.HasPrefix(r.Log[found].Text, "S") {
			found++
		}
	}
	part, err := engine.Replay(r.Game, r.Variant, r.Log[:found])
	if err != nil {
		t.Fatal(err)
	}
	for _, side := range []engine.Side{engine.First, engine.Second} {
		s := NewStage(part, side, false, 0)
		var kinds []engine.BeatKind
		var setUp []string
		for _, e := range s.News() {
			for _, b := range e.Beats {
				if b.Kind == engine.BeatGoal || b.Kind == engine.BeatSetUp {
					kinds = append(kinds, b.Kind)
				}
				if b.Kind == engine.BeatSetUp {
					setUp = append(setUp, b.Side)
				}
			}
		}
		if !slices.Equal(kinds, []engine.BeatKind{engine.BeatGoal, engine.BeatSetUp, engine.BeatSetUp}) || setUp[0] == setUp[1] {
			t.Errorf("side %v is told %v by %v", side, kinds, setUp)
		}
	}
}
