package front

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/engine/games"
	"kickabout/engine/games/cufootball"
	"kickabout/engine/games/onetwofun"
	"kickabout/engine/games/streetsoccer"
	"kickabout/engine/scene"
	"kickabout/league"
	"kickabout/league/vacation"
	"kickabout/views/match"
	"kickabout/views/offer"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// starting is what a match is begun with, by somebody.
func starting(viewer league.Player) StartInput {
	return StartInput{
		Frame: ui.Frame{Viewer: viewer, Now: viewstest.Today}, Games: viewstest.Catalogue, Reservation: "token", Sealed: league.Sealed{Head: [32]byte{0xab, 0xcd}},
		Opponents: []ui.Opponent{{ID: "bot:greedy", Name: "Greedy", Summary: "Takes every goal."}, {ID: "bot:trainee", Name: "Trainee", Summary: "Slips."}, {ID: "bot:random", Name: "Random", Summary: "Plays anything."}},
	}
}

// resigned is a match that ended early.
func resigned(t testing.TB) engine.Record {
	return viewstest.Added(t, viewstest.Played(t, 13), engine.Event{By: engine.Second, Act: engine.ActResign})
}

// front is the front page's input of a guest with all that it can show.
func front(t testing.TB) Input {
	t.Helper()
	in := Input{
		StartInput: starting(viewstest.Ann), Scene: sceneAt(t, 1),
		Mine:     []league.Match{viewstest.MatchOf(t, "theirs", viewstest.Played(t, 13)), viewstest.MatchOf(t, "mine", viewstest.Played(t, 14))},
		Offers:   []league.Offer{viewstest.Offered("open", nil)},
		Watch:    NewWatchView(viewstest.Catalogue, []league.Match{viewstest.MatchOf(t, "live", viewstest.Played(t, 5))}, viewstest.Today),
		Results:  []match.ResultLine{match.NewResult(viewstest.Catalogue, viewstest.MatchOf(t, "over", resigned(t)))},
		Editions: []league.Tournament{season(viewstest.Today.Add(24 * time.Hour))},
		Notices:  []league.SiteNotice{viewstest.WentAway},
	}
	in.Waiting, in.Invited = 1, 2
	return in
}

// season is a season of the championship that takes entries until a moment.
func season(closes time.Time) league.Tournament {
	t := viewstest.Edition("championship", "2027-08", league.Registration, map[league.Group][]string{"": {"ann", "bob"}})
	t.Closes, t.Starts = closes, closes.Add(48*time.Hour)
	return t
}

// waiting are so many matches in which it is Ann's turn, each with a day more than the one before.
func waiting(t testing.TB, n int) (list []league.Match) {
	for i := range n {
		m := viewstest.MatchOf(t, fmt.Sprintf("wait-%d", i+1), viewstest.Played(t, 14))
		m.State.Deadline = viewstest.Today.Add(9*time.Hour + time.Duration(i)*24*time.Hour)
		list = append(list, m)
	}
	return list
}

// homeOf is the front page's input of a member for whom so many games wait.
func homeOf(t testing.TB, n int) Input {
	in := front(t)
	in.Viewer, in.Waiting, in.Scene = viewstest.AnnWithAccount, n, nil
	in.Mine, in.Editions = waiting(t, n), nil
	return in
}

// sceneAt is a scene of StreetSoccer as moves have brought it.
func sceneAt(t testing.TB, n int, moves ...engine.Move) *SceneInput {
	t.Helper()
	return sceneOf(t, streetsoccer.Game{}, n, moves...)
}

// sceneOf is a scene of a game as moves have brought it.
func sceneOf(t testing.TB, g engine.Game, n int, moves ...engine.Move) *SceneInput {
	t.Helper()
	p, err := scene.Load(g, n, moves)
	if err != nil {
		t.Fatal(err)
	}
	return &SceneInput{Play: p}
}

// moveIn returns a move of a scene's position: one that scores, or the first that does not.
func moveIn(t testing.TB, in *SceneInput, scores bool) engine.Move {
	t.Helper()
	for m := range in.Record.Position.Moves() {
		p, err := in.Play.Move(m)
		if err != nil {
			t.Fatal(err)
		}
		if (p.Scored() == scene.Side) == scores {
			return m
		}
	}
	t.Fatalf("%s has no such move", in.Record.Position)
	return ""
}

// mine is the page of Ann's games with all that it can show.
func mine(t testing.TB) MineInput {
	in := front(t)
	return MineInput{
		Frame: in.Frame, Games: in.Games, Mine: in.Mine[1:], Theirs: in.Mine[:1], Over: []league.Match{viewstest.MatchOf(t, "over", resigned(t))}, Older: true,
		OverEnd: league.Place{At: 1714564800000, ID: "over"},
		Chats:   map[string]bool{in.Mine[0].ID: true, in.Mine[1].ID: true},
		Used:    vacation.Day{N: 1, At: viewstest.Today.Add(-30 * time.Hour), Match: "7f3"},
	}
}

// scenes are the pages of the front page and what stands beside it.
func scenes(t testing.TB) map[string]templ.Component {
	t.Helper()
	nobody := Input{StartInput: starting(league.Player{}), Scene: sceneAt(t, 2)}
	noGuests := nobody
	noGuests.Site.NoGuests = true
	wrong := StartPageInput{
		StartInput: starting(league.Player{}), Form: offer.StartForm{Opponent: "bot:random", Kickoff: "lot", Control: "fast", Contribution: `"><b>`},
		Errors: map[string]string{"": "The form is old.", "contribution": "Use letters.", "opponent": "Choose one."},
	}
	withCups := nobody
	withCups.Cups = []league.Tournament{viewstest.Cup(t, true, 4)}
	begun := sceneAt(t, 1)
	goal := moveIn(t, begun, true)
	steps, err := begun.Record.Position.Steps(goal)
	if err != nil {
		t.Fatal(err)
	}
	touched, entered := *begun, *begun
	touched.Done, entered.Done = steps[:1], steps
	otherGame := Input{StartInput: starting(league.Player{}), Scene: sceneOf(t, onetwofun.Game{}, 1)}
	otherGame.Games = games.All()
	pass, kick := otherGame.Scene, sceneOf(t, cufootball.Game{}, 1)
	return map[string]templ.Component{
		"front-cups":     View(NewPage(withCups)),
		"mine":           Mine(NewMinePage(mine(t))),
		"mine-empty":     Mine(NewMinePage(MineInput{Frame: ui.Frame{Viewer: viewstest.Ann, Now: viewstest.Today}})),
		"mine-nobody":    Mine(NewMinePage(MineInput{Frame: ui.Frame{Now: viewstest.Today}})),
		"board-small":    ui.DrawThumbnail(*NewPage(homeOf(t, 1)).Own.Waits.Boards[0].Board),
		"front":          View(NewPage(front(t))),
		"front-empty":    View(NewPage(nobody)),
		"front-closed":   View(NewPage(noGuests)),
		"front-member":   View(NewPage(homeOf(t, 8))),
		"front-member-0": View(NewPage(homeOf(t, 0))),
		"start":          Start(NewStartPage(StartPageInput{StartInput: starting(viewstest.Ann)})),
		"start-wrong":    Start(NewStartPage(wrong)),
		"scene-touched":  Scene(NewSceneView(touched)),
		"scene-entered":  Scene(NewSceneView(entered)),
		"scene-answered": Scene(NewSceneView(*sceneAt(t, 1, moveIn(t, begun, false)))),
		"scene-goal":     Scene(NewSceneView(*sceneAt(t, 1, goal))),
		"front-other":    View(NewPage(otherGame)),
		"scene-pass":     Scene(NewSceneView(*sceneOf(t, onetwofun.Game{}, 1, moveIn(t, pass, true)))),
		"scene-kick":     Scene(NewSceneView(*kick)),
		"scene-kicked":   Scene(NewSceneView(*sceneOf(t, cufootball.Game{}, 1, moveIn(t, kick, true)))),
		"watch":          Watch(front(t).Watch),
		"notices": Notices(NewNoticesPage(ui.Frame{Viewer: viewstest.Ann}, []league.SiteNotice{
			viewstest.WentAway,
			{Kind: league.RestoredNotice, From: viewstest.Today.Add(-50 * time.Hour), Until: viewstest.Today.Add(-48 * time.Hour)},
			{Kind: league.MaintenanceNotice, From: viewstest.Today.Add(24 * time.Hour), Until: viewstest.Today.Add(26 * time.Hour)},
			{Kind: league.TermsNotice, From: viewstest.Today, Until: viewstest.Today},
			{Kind: league.PrivacyNotice, From: viewstest.Today, Until: viewstest.Today},
		})),
		"notices-none": Notices(NewNoticesPage(ui.Frame{Viewer: viewstest.Ann}, nil)),
	}
}

func TestTheStartPageKeepsWhatWasTypedAndHasDefaults(t *testing.T) {
	in := StartPageInput{StartInput: starting(viewstest.Ann)}
	p := NewStartPage(in)
	if !p.Opponents[1].Chosen || !p.Kickoffs[0].Chosen || !p.Controls[0].Chosen || !p.Rules.Games[0].Variants[0].Chosen {
		t.Error("the front page's opponent and the first option of each other field are the defaults")
	}
	in.Form = offer.StartForm{Opponent: "bot:random", Kickoff: "lot", Control: "live", Rules: "streetsoccer/lg", Contribution: "mine"}
	p = NewStartPage(in)
	if p.Opponents[1].Chosen || !p.Opponents[2].Chosen || !p.Kickoffs[2].Chosen || !p.Controls[3].Chosen || p.Contribution.Typed != "mine" {
		t.Errorf("typed values are gone: %+v", p)
	}
}

func TestAFullGameIsStreetSoccerAgainstTheTrainee(t *testing.T) {
	q, why := NewQuickStart(starting(viewstest.Ann))
	if why != "" || q.Rules != "streetsoccer/lg" || q.Opponent != "bot:trainee" || q.Kickoff != "me" || q.Control != "lg" {
		t.Errorf("it is %+v, %q", q, why)
	}
	in := starting(league.Player{})
	in.Site.NoGuests = true
	if q, why := NewQuickStart(in); q != nil || !strings.Contains(why, "takes an account") {
		t.Errorf("a guest may begin %+v, %q", q, why)
	}
}

func TestTheGamesThatWaitComeByTheTimeLeft(t *testing.T) {
	in := homeOf(t, 8)
	slices.Reverse(in.Mine)
	own := NewPage(in).Own
	if own.Headline != "8 games wait for you" || own.All != "All 8 games" || len(own.Waits.Boards) != 6 || len(own.Waits.Rows) != 2 {
		t.Fatalf("%q, %q, %d with boards", own.Headline, own.All, len(own.Waits.Boards))
	}
	first := own.Waits.Boards[0]
	if first.URL != "/matches/wait-1" || !first.Hot || first.Left != "9 h" || first.Score != "1–0" || first.Other != "Greedy" || first.Text != "Die 6." {
		t.Errorf("the first one is %+v", first)
	}
	if second := own.Waits.Boards[1]; second.Hot || second.Left != "1 d 9 h" {
		t.Errorf("the second one is %+v", second)
	}
	if own := NewPage(front(t)).Own; own.Headline != "1 game waits for you" || own.Waits.Boards[0].URL != "/matches/mine" {
		t.Errorf("of two games one waits: %+v", own)
	}
	if r := NewPage(in).Results[0]; r.Text != "Yellow wins: Red resigned at 1–0." || r.Points != "5–0 points" {
		t.Errorf("a result: %+v", r)
	}
}

func TestTheDoorLeadsIntoASeasonThatTakesEntries(t *testing.T) {
	in := front(t)
	if d := NewPage(in).Door; d == nil || d.Day != "4 May 2027" || d.Entered != "2 players have entered." {
		t.Errorf("the door is %+v", d)
	}
	in.Editions = []league.Tournament{season(viewstest.Today)}
	if d := NewPage(in).Door; d != nil {
		t.Errorf("entries are closed, and the door is %+v", d)
	}
}

// TestTheWordsOfASceneFit plays scenes at random: whatever happens, the words above the board fit two lines of a phone.
func TestTheWordsOfASceneFit(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		id := g.Info().ID
		if scene.Count(id) == 0 {
			t.Errorf("%s has no scenes", id)
		}
		for n := 1; n <= scene.Count(id); n++ {
			for seed := range uint64(4) {
				playScene(t, sceneOf(t, g, n), rand.New(rand.NewPCG(seed, uint64(n))))
			}
		}
	}
}

// playScene plays a scene to its end and looks at what is said on the way.
func playScene(t *testing.T, in *SceneInput, r *rand.Rand) {
	t.Helper()
	const lines = 2 * 51 // letters
	for {
		v := NewSceneView(*in)
		what := fmt.Sprintf("scene %d of %s", in.N, v.Game)
		if len([]rune(v.Task)) > lines || v.Headline == "" || v.Task == "" || len([]rune(v.Headline)) > 36 {
			t.Errorf("%s says %q, %q", what, v.Headline, v.Task)
		}
		for _, c := range v.Choices.Tree {
			if c.Show.Task == "" && !strings.HasSuffix(v.Task, in.Record.Position.Diagram().Task) {
				t.Fatalf("%s: a touch of %s leaves the task", what, c.Step)
			}
			if c.Show.Hint == nil && v.Choices.Hint != "" && v.Choices.Hint != in.Record.Position.Diagram().Hint {
				t.Fatalf("%s: a touch of %s leaves the hint", what, c.Step)
			}
		}
		if v.Over {
			if v.Stage == nil && in.Scored() != engine.NoSide || v.Another == v.Address {
				t.Errorf("%s ends with %+v", what, v)
			}
			return
		}
		p, err := in.Move(in.Record.Position.Random(r))
		if err != nil {
			t.Fatal(err)
		}
		in = &SceneInput{Play: p}
	}
}

// TestAGoalStaysToBeSeen: behind a goal a scene shows it as it fell, in every game, and tells nothing after it.
func TestAGoalStaysToBeSeen(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		before := sceneOf(t, g, 1)
		in := sceneOf(t, g, 1, moveIn(t, before, true))
		v := NewSceneView(*in)
		if was, is := len(before.Record.Board().Diagram().Pieces), len(v.Board.Pieces); was != is {
			t.Errorf("%s: of %d pieces %d are left", v.Game, was, is)
		}
		if v.Board.LastFlights == "" || v.Banner == "" || v.Score != "1–0" {
			t.Errorf("%s ends with %q, %s, flights %q", v.Game, v.Banner, v.Score, v.Board.LastFlights)
		}
		beats := v.Stage.Events[len(v.Stage.Events)-1].Beats
		if last := beats[len(beats)-1]; last.Kind != engine.BeatGoal {
			t.Errorf("%s: the last beat is a %s", v.Game, last.Kind)
		}
	}
}

// TestTheGamesLeadToTheirScenes: each but the one that is shown leads to its own, and a full game is one of the game shown.
func TestTheGamesLeadToTheirScenes(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		id := g.Info().ID
		in := Input{StartInput: starting(league.Player{}), Scene: sceneOf(t, g, 1)}
		in.Games = games.All()
		p := NewPage(in)
		if len(p.Picks) != len(in.Games) {
			t.Fatalf("there are %d games", len(p.Picks))
		}
		for i, pick := range p.Picks {
			if other := in.Games[i].Info(); pick.URL != "/?game="+other.ID || pick.Here != (other.ID == id) || pick.Name != other.Name {
				t.Errorf("beside %s there is %+v", id, pick)
			}
		}
		if p.Scene.Start == nil || !strings.HasPrefix(p.Scene.Start.Rules, id+"/") {
			t.Errorf("a full game of %s is %+v", id, p.Scene.Start)
		}
		if got := in.SceneGame(id); got == nil || got.Info().ID != id {
			t.Errorf("the scene of %s is one of %v", id, got)
		}
	}
	if in := starting(league.Player{}); in.SceneGame("onetwofun") != nil || in.SceneGame("").Info().ID != "streetsoccer" || in.SceneGame("chess") != nil {
		t.Error("by default there is another scene")
	}
}

func TestALongListOfGamesIsCutAndCounted(t *testing.T) {
	for n, want := range map[int][2]int{8: {2, 0}, 9: {3, 0}, 10: {2, 2}, 30: {2, 22}} { // rows, and more
		in := homeOf(t, n)
		own := NewPage(in).Own
		if got := [2]int{len(own.Waits.Rows), own.Waits.More}; got != want || own.Waits.Count() != n {
			t.Errorf("of %d games there are %v, together %d", n, got, own.Waits.Count())
		}
		page := viewstest.Rendered(t, View(NewPage(in)))
		if says := strings.Contains(page, "And "+strconv.Itoa(want[1])+" more games"); says != (want[1] > 0) {
			t.Errorf("the page of %d games says that there are more: %v", n, says)
		}
	}
}

func TestGamesThatHaveKickedOffAreWatchedFirst(t *testing.T) {
	var running []league.Match
	for i := range 10 { // the latest are about to place their figures
		id := "begun"
		moves := 5
		if i < 7 {
			id, moves = "new", 0
		}
		running = append(running, viewstest.MatchOf(t, id+strconv.Itoa(i), viewstest.Played(t, moves)))
	}
	var shown []string
	for _, c := range NewWatchView(viewstest.Catalogue, running, viewstest.Today).Cards {
		shown = append(shown, c.URL)
	}
	want := []string{"/matches/begun7", "/matches/begun8", "/matches/begun9", "/matches/new0", "/matches/new1", "/matches/new2"}
	if !slices.Equal(shown, want) {
		t.Errorf("there are %v, not %v", shown, want)
	}
}

func TestAMatchOfAGameThatIsGoneStillHasACard(t *testing.T) {
	m := viewstest.MatchOf(t, "old", viewstest.Played(t, 5))
	m.Game = "chess"
	v := NewWatchView(viewstest.Catalogue, []league.Match{m}, viewstest.Today)
	if v.Cards[0].Board != nil || v.Cards[0].Names[0] != "Ann" {
		t.Errorf("card %+v", v.Cards[0])
	}
	viewstest.Rendered(t, Watch(v))
}

func BenchmarkFront(b *testing.B) {
	in := front(b)
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		if err := View(NewPage(in)).Render(context.Background(), &out); err != nil {
			b.Fatal(err)
		}
	}
}
