package study_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/league"
	"kickabout/league/learning"
)

// puzzled plays a match of chance to its end and has the puzzles made of it.
func puzzled(t *testing.T, w *webtest.World) (match string, d learning.Daily) {
	t.Helper()
	w.Rules = "onetwofun/basic,goals=3"
	for range 5 { // a match may have no position in which one move is so much better
		match = w.Between(w.Browser(), w.Browser())
		w.Moves(match, 5000)
		if !w.View(match).Record.Next().Over() {
			t.Fatal("the match goes on")
		}
		webtest.AnalyseAll(t, w)
		if err := w.Office.FillPuzzles(t.Context()); err != nil {
			t.Fatal(err)
		}
		d, err := w.Office.Daily(t.Context(), league.Player{}, "")
		if err == nil {
			return match, d
		}
		if league.KindOf(err) != league.NotFound {
			t.Fatal(err)
		}
	}
	t.Fatal("five matches have no puzzle")
	return match, d
}

// wrongMove is a move that does not solve a puzzle.
func wrongMove(t *testing.T, d learning.Daily) engine.Move {
	t.Helper()
	for m := range d.Position.Moves() {
		if !d.Right(m) {
			return m
		}
	}
	t.Fatal("every move is right")
	return ""
}

func TestAPuzzleIsSolved(t *testing.T) {
	w := webtest.New(t)
	nobody := w.Browser()
	nobody.Get("/puzzle").Want(t, http.StatusOK, "There is no puzzle today")
	nobody.Get("/learn").Want(t, http.StatusOK, "There is no puzzle today")
	match, d := puzzled(t, w)
	best, lead, err := analysis.Lead(d.Position, 250, func() error { return nil })
	if err != nil || best != d.Answer || lead != d.Margin || lead < 250 || d.Version != analysis.Version || d.Match != match {
		t.Fatalf("the puzzle is %+v; %s leads by %d, %v", d.Puzzle, best, lead, err)
	}
	wrong := wrongMove(t, d)

	asked := nobody.Get("/puzzle").Want(t, http.StatusOK, "to move. Find the best move.")
	for _, spoiler := range []string{match, "In the game", "See the game", "better than any other move"} {
		if strings.Contains(asked.Body, spoiler) {
			t.Errorf("before it is answered the page says %q", spoiler)
		}
	}
	nobody.Get("/puzzle?move="+url.QueryEscape(string(wrong))).Want(t, http.StatusOK, "is not it")
	nobody.Get("/puzzle?move=nonsense").Want(t, http.StatusOK, `role="alert"`)
	nobody.Get("/puzzle?move="+url.QueryEscape(string(d.Answer))).Want(t, http.StatusOK, "<b>Solved.</b>", "/matches/"+match)
	nobody.Get("/puzzle?show=1").Want(t, http.StatusOK, "The solution", "/matches/"+match)

	day := "/puzzles/" + string(d.Day)
	answer := func(who *webtest.Member, m engine.Move) {
		t.Helper()
		if got := who.Post(day+"/answers", url.Values{"move": {string(m)}}); got.Status != http.StatusSeeOther {
			t.Errorf("an answer: %d", got.Status)
		}
	}
	ann, bob, cleo := w.Member("Ann"), w.Member("Bob"), w.Member("Cleo")
	ann.Get("/puzzle?show=1").Without(t, "See the game")                                            // that is for who has no account
	ann.Get("/puzzle?move="+url.QueryEscape(string(d.Answer))).Without(t, "See the game", "not it") // nobody has answered
	answer(ann, wrong)
	answer(ann, "nonsense")
	ann.Get("/puzzle?move="+url.QueryEscape(string(wrong))).Want(t, http.StatusOK, "is not it").Without(t, "See the game")
	answer(ann, d.Answer)
	answer(ann, wrong) // too late to matter
	ann.Get("/puzzle").Want(t, http.StatusOK, "Solved at try 2", "1 day in a row", "0 of 1 player solved it at the first try")
	answer(bob, d.Answer)
	bob.Get("/puzzle").Want(t, http.StatusOK, "Solved at the first try", "1 of 2 players solved it at the first try")
	cleo.Post(day+"/solution", url.Values{})
	answer(cleo, d.Answer)
	cleo.Get("/puzzle").Want(t, http.StatusOK, "The solution", "1 of 2 players").Without(t, "in a row")
	ann.Get("/learn").Want(t, http.StatusOK, "1 day in a row", "See the solution")
	ann.Get("/account/download.jsonl").Want(t, http.StatusOK, `"puzzle_try"`)

	ahead := d.Puzzle
	ahead.Day, ahead.Match = d.Day.Add(1), w.Between(w.Browser(), w.Browser())
	if err := w.Store.PutPuzzle(t.Context(), ahead); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", "?show=1"} {
		nobody.Get("/puzzles/"+string(ahead.Day)+path).Want(t, http.StatusNotFound)
		ann.Get("/puzzles/"+string(ahead.Day)+path).Want(t, http.StatusNotFound)
	}
	if got := ann.Post("/puzzles/"+string(ahead.Day)+"/solution", url.Values{}); got.Status != http.StatusNotFound {
		t.Errorf("the solution of tomorrow: %d", got.Status)
	}
}
