package study_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine"
	"kickabout/engine/analysis"
)

// What a match was worth is said once it is over and worked through, and nothing before.
func TestWhatAMatchWasWorthIsSaidOnceItIsOver(t *testing.T) {
	w := webtest.New(t)
	mover, opponent := w.Browser(), w.Browser()
	id := w.Between(mover, opponent)
	path := "/matches/" + id + "/analysis"
	if early := mover.Get(path); early.Status != http.StatusConflict || !strings.Contains(early.Body, "This game is still going on") {
		t.Errorf("before the end: %d", early.Status)
	}
	if page := mover.Get("/matches/" + id).Body; strings.Contains(page, path) {
		t.Error("the page of a running match leads to its analysis")
	}
	opponent.Post("/matches/"+id+"/resignation", url.Values{})
	due := mover.Get(path)
	if due.Status != http.StatusOK || due.Header.Get("Refresh") != "5" || !strings.Contains(due.Body, "is being worked through") {
		t.Errorf("while it is worked out: %d, again after %q", due.Status, due.Header.Get("Refresh"))
	}
	webtest.AnalyseAll(t, w)
	made := mover.Get(path)
	if made.Status != http.StatusOK || made.Header.Get("Refresh") != "" {
		t.Fatalf("%d, again after %q", made.Status, made.Header.Get("Refresh"))
	}
	for _, want := range []string{"<b>You</b>", "adjusted ", "The end", "5.000", "two turns ahead"} {
		if !strings.Contains(made.Body, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if page := w.Browser().Get("/matches/" + id).Body; !strings.Contains(page, path) {
		t.Error("the page of the match does not lead to its analysis")
	}
	if stranger := w.Browser().Get(path).Body; strings.Contains(stranger, "<b>You</b>") {
		t.Error("a stranger is taken for a player")
	}
}

// worthOf is what programs read of an analysis.
type worthOf struct {
	State         string
	First, Second *struct{ Points, Luck, Cost, Adjusted, Given, Drift, Decisions int }
	Analysis      *analysis.Analysis
}

func TestProgramsReadWhatAMatchWasWorth(t *testing.T) {
	w := webtest.New(t)
	first, second := w.Program("Ann"), w.Program("Bob")
	id := w.Duel(first, second)
	if early := first.Get("/matches/" + id + "/analysis"); early.Status != http.StatusConflict {
		t.Errorf("before the end: %d", early.Status)
	}
	w.PlayOn(first, second, 12)
	second.Post("/matches/"+id+"/resignation", webtest.Object{})
	var due, made worthOf
	read := func(into *worthOf) {
		t.Helper()
		if err := json.Unmarshal([]byte(first.Get("/matches/"+id+"/analysis").Want(t, http.StatusOK).Text), into); err != nil {
			t.Fatal(err)
		}
	}
	read(&due)
	if due.State != "due" || due.Analysis != nil || due.First != nil {
		t.Errorf("before it is made: %+v", due)
	}
	webtest.AnalyseAll(t, w)
	read(&made)
	v := w.View(id)
	want, err := analysis.Analyse(v.Record, made.Analysis.Points, nil)
	if err != nil {
		t.Fatal(err)
	}
	if made.State != "made" || made.Analysis.Sum() != want.Sum() || len(made.Analysis.Parts) != len(want.Parts) || made.First.Luck != want.Luck(engine.First) || made.Second.Cost != want.Cost(engine.Second) {
		t.Errorf("programs read %+v", made)
	}
	for i, p := range want.Parts {
		if made.Analysis.Parts[i] != p {
			t.Errorf("part %d is %+v, want %+v", i, made.Analysis.Parts[i], p)
		}
	}
}

// A player guesses the moves of their own match once it is over: the same guess always costs the same, and what they
// played is hidden until they have guessed.
func TestAPlayerGuessesHisMovesAgain(t *testing.T) {
	w := webtest.New(t)
	mover, opponent := w.Browser(), w.Browser()
	id := w.Between(mover, opponent)
	r := rand.New(rand.NewPCG(7, 7))
	var played []engine.Move // by the mover
	for range 8 {
		v := w.View(id)
		who, move := mover, v.Record.Position.Random(r)
		if v.Record.SeatOf(v.Record.Next().Side) != 0 {
			who = opponent
		} else {
			played = append(played, move)
		}
		if got := who.Post("/matches/"+id+"/moves", url.Values{"seq": {webtest.Itoa(v.Record.Seq)}, "move": {string(move)}}); got.Status != http.StatusSeeOther {
			t.Fatalf("a move: %d", got.Status)
		}
	}
	path := "/matches/" + id + "/coach"
	if early := mover.Get(path); early.Status != http.StatusConflict {
		t.Errorf("while the match goes on: %d", early.Status)
	}
	opponent.Post("/matches/"+id+"/resignation", url.Values{})
	if early := mover.Get(path); early.Status != http.StatusSeeOther || early.Header.Get("Location") != "/matches/"+id+"/analysis" {
		t.Errorf("before the analysis is made: %d", early.Status)
	}
	webtest.AnalyseAll(t, w)
	if stranger := w.Browser().Get(path); stranger.Status != http.StatusForbidden {
		t.Errorf("a stranger: %d", stranger.Status)
	}
	ask := mover.Get(path + "?turn=3")
	if ask.Status != http.StatusOK || !strings.Contains(ask.Body, "Decision 3 of "+webtest.Itoa(len(played))) || strings.Contains(ask.Body, "in the game") {
		t.Fatalf("asked for a guess: %d", ask.Status)
	}
	query := "?turn=3&tried=2&lost=150&move=" + url.QueryEscape(string(played[2]))
	one, two := mover.Get(path+query).Body, mover.Get(path+query).Body
	v := w.View(id)
	found, err := analysis.Analyse(v.Record, [2]int{5000, 0}, nil)
	if err != nil {
		t.Fatal(err)
	}
	cost := -1
	for n, i := 0, 0; i < len(found.Parts); i++ {
		if p := found.Parts[i]; p.Kind == analysis.Decision && p.Side == engine.First {
			if n++; n == 3 {
				cost = p.Cost
			}
		}
	}
	if want := fmt.Sprintf("3 guesses cost %d.%02d points in all.", (155+cost)/1000, (155+cost)%1000/10); one != two || !strings.Contains(one, want) {
		t.Errorf("the page of a guess does not say %q, or another time something else", want)
	}
	if next := fmt.Sprintf("turn=4&amp;tried=3&amp;lost=%d", 150+cost); !strings.Contains(one, next) {
		t.Errorf("the page of a guess does not lead to %s", next)
	}
	if wrong := mover.Get(path + "?turn=3&move=nonsense"); wrong.Status != http.StatusUnprocessableEntity || !strings.Contains(wrong.Body, `value="nonsense"`) {
		t.Errorf("a guess against the rules: %d", wrong.Status)
	}
	for _, odd := range []string{"?turn=-4", "?turn=x&tried=zz", "?turn=999&lost=-1&do=a1,zz,=q"} {
		if got := mover.Get(path + odd); got.Status != http.StatusOK {
			t.Errorf("%s: %d", odd, got.Status)
		}
	}
}
