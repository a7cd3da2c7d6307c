package main

import (
	"math/rand/v2"
	"strings"
	"testing"

	"kickabout/cmd/internal/browser"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/insight"
	"kickabout/league/play"
)

// Two people look at what their finished match was worth and guess their moves again: one at a desk, one on
// a phone without JavaScript.
func TestAFinishedMatchIsLookedAtAndItsMovesAreGuessed(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	ann := r.member(b, "Ann", browser.Options{Width: 1280, Height: 900, ReducedMotion: true})
	bob := r.member(b, "Bob", browser.Options{NoJavaScript: true, Width: 390, Height: 844, Phone: true})
	id := r.analysed(r.duel(ann, bob))
	for name, m := range map[string]*member{"at a desk": ann, "on a phone": bob} {
		m.at(id)
		m.Follow(`a[href="/matches/` + id + `/analysis"]`)
		m.WaitForText(".worth-lines", "You")
		m.WaitForText(".worth-sums", "5.000")
		m.noDefects("what a match was worth, " + name)
		m.fits("what a match was worth, " + name)

		m.Follow(`a[href="/matches/` + id + `/coach"]`)
		m.WaitForText("main", "Nothing is guessed yet.")
		m.noDefects("asked for a guess, " + name)
		m.fits("asked for a guess, " + name)
		m.Click("details.all summary")
		m.Type("#move", string(r.firstMove(id, m)))
		m.Follow("details.all button")
		m.WaitForText(".worth-sums", "your guess")
		m.WaitForText(".worth-sums", "in the game")
		if score := m.Text(".tried-words > .hint"); !strings.Contains(score, "1 guess cost") || !strings.Contains(score, "points in all") {
			t.Errorf("%s a guess is answered with %q", name, score)
		}
		m.noDefects("a guess, " + name)
		m.fits("a guess, " + name)
		m.Follow("text=Next decision")
		m.WaitForText("main h2", "Decision 2 of")
		m.quiet()
	}
}

// analysed plays some turns of a match, lets whoever is to move resign, and waits for its analysis.
func (r *running) analysed(id string) string {
	r.t.Helper()
	o, random, turns := r.server.office, rand.New(rand.NewPCG(5, 6)), 0
	_, err := o.PlayOut(r.t.Context(), id, func(v play.View) (engine.Event, bool) {
		e, _ := anyMove(random)(v)
		if turns++; turns > 12 {
			e.Act, e.Text = engine.ActResign, ""
		}
		return e, true
	})
	if err != nil {
		r.t.Fatal(err)
	}
	for {
		a, err := o.Analysis(r.t.Context(), league.Site(), id)
		if err != nil {
			r.t.Fatal(err)
		}
		if a.State == insight.AnalysisMade {
			return id
		}
		if _, err := o.AnalyseNext(r.t.Context()); err != nil {
			r.t.Fatal(err)
		}
	}
}

// firstMove is what a member played first in a match.
func (r *running) firstMove(id string, m *member) engine.Move {
	r.t.Helper()
	v := r.match(id)
	for _, e := range v.Record.Log {
		if e.Act == engine.ActMove && e.By == v.Match.SideOf(m.player.ID) {
			return engine.Move(e.Text)
		}
	}
	r.t.Fatalf("%s has not moved", m.player.Name)
	return ""
}

// fits fails if the page is wider than the screen.
func (m *member) fits(what string) {
	m.r.t.Helper()
	if wide := browser.Eval[int](m.Page, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide > 0 {
		m.r.t.Errorf("%s: %d pixels stick out to the right", what, wide)
	}
}
