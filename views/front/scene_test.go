package front

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/offer"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// front is the front page's input with all that it can show.
func front(t testing.TB) Input {
	t.Helper()
	resigned := viewstest.Added(t, viewstest.Played(t, 13), engine.Event{By: engine.Second, Act: engine.ActResign})
	return Input{
		Frame: ui.Frame{Viewer: viewstest.Ann, Waiting: 1, Now: viewstest.Today}, Games: viewstest.Catalogue,
		Reservation: "token", Head: [32]byte{0xab, 0xcd},
		Opponents: []ui.Opponent{{ID: "greedy", Name: "Greedy", Summary: "Takes every goal."}, {ID: "random", Name: "Random", Summary: "Plays anything."}},
		Mine:      []league.Match{viewstest.MatchOf(t, "waits", viewstest.Played(t, 13)), viewstest.MatchOf(t, "mine", viewstest.Played(t, 14))},
		Offers:    []league.Offer{viewstest.Offered("open", nil)},
		Invited:   2,
		Running:   []league.Match{viewstest.MatchOf(t, "live", viewstest.Played(t, 5))},
		Finished:  []league.Match{viewstest.MatchOf(t, "over", resigned)},
		Notices:   []league.SiteNotice{viewstest.WentAway},
	}
}

// mine is the page of Ann's games with all that it can show.
func mine(t testing.TB) MineInput {
	in := front(t)
	return MineInput{
		Frame: in.Frame, Games: in.Games, Mine: in.Mine[1:], Theirs: in.Mine[:1], Over: in.Finished, Older: true,
		OverEnd: league.Place{At: 1714564800000, ID: "over"},
		Used:    league.VacationDay{N: 1, At: viewstest.Today.Add(-30 * time.Hour), Match: "7f3"},
	}
}

// scenes are the pages of the front page and what stands beside it.
func scenes(t testing.TB) map[string]templ.Component {
	t.Helper()
	empty := Input{Frame: ui.Frame{Now: viewstest.Today}, Games: viewstest.Catalogue, Opponents: front(t).Opponents}
	wrong := empty
	wrong.Form = offer.StartForm{Opponent: "random", Kickoff: "lot", Control: "fast", Contribution: `"><b>`}
	wrong.Errors = map[string]string{"": "The form is old.", "contribution": "Use letters.", "opponent": "Choose one."}
	withCups := Input{Frame: ui.Frame{Now: viewstest.Today}, Games: viewstest.Catalogue, Cups: []league.Tournament{viewstest.Cup(t, true, 4)}}
	return map[string]templ.Component{
		"front-cups":   View(NewPage(withCups)),
		"mine":         Mine(NewMinePage(mine(t))),
		"mine-empty":   Mine(NewMinePage(MineInput{Frame: ui.Frame{Viewer: viewstest.Ann, Now: viewstest.Today}})),
		"mine-nobody":  Mine(NewMinePage(MineInput{Frame: ui.Frame{Now: viewstest.Today}})),
		"board-small":  ui.DrawSmallBoard(*NewPage(front(t)).Mine[0].Board),
		"front":        View(NewPage(front(t))),
		"front-empty":  View(NewPage(empty)),
		"front-wrong":  View(NewPage(wrong)),
		"watch":        Watch(NewWatchView(viewstest.Catalogue, front(t).Running, viewstest.Today)),
		"notices":      Notices(NewNoticesPage(ui.Frame{Viewer: viewstest.Ann}, []league.SiteNotice{viewstest.WentAway})),
		"notices-none": Notices(NewNoticesPage(ui.Frame{Viewer: viewstest.Ann}, nil)),
	}
}

func TestFrontPageKeepsWhatWasTypedAndHasDefaults(t *testing.T) {
	in := front(t)
	p := NewPage(in)
	if !p.Opponents[0].Chosen || !p.Kickoffs[0].Chosen || !p.Controls[0].Chosen || !p.Rules.Games[0].Variants[0].Chosen {
		t.Error("the first option of each field is the default")
	}
	in.Form = offer.StartForm{Opponent: "random", Kickoff: "lot", Control: "live", Rules: "streetsoccer/lg", Contribution: "mine"}
	p = NewPage(in)
	if p.Opponents[0].Chosen || !p.Opponents[1].Chosen || !p.Kickoffs[2].Chosen || !p.Controls[3].Chosen || p.Contribution.Typed != "mine" {
		t.Errorf("typed values are gone: %+v", p)
	}
	if len(p.Mine) != 2 || !strings.HasSuffix(p.Mine[0].URL, "mine") || p.Mine[0].Status != "Your turn" || p.Mine[1].Status != "Red to move" {
		t.Errorf("my turn comes first: %+v", p.Mine)
	}
	if r := p.Results[0]; r.Text != "Yellow wins: Red resigned at 1–0." || r.Points != "5–0 points" {
		t.Errorf("a result: %+v", r)
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
