package web_test

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league"
	membersleague "kickabout/league/members"
	"kickabout/league/offers"
	"kickabout/league/play"
	"kickabout/views/study"
)

// TestNoRouteShowsAThrowOfADuplicatePairBeforeItIsDue plays a pair and asks after every few moves, as each of the
// players, as a program of each and as a stranger, at every route, streams, pictures and exports among them: no
// answer holds the seed, or a link of the chain beyond the last throw that was made, and a throw that one match
// has made and the other one has not come to is made in neither (SCHEME.md 12).
func TestNoRouteShowsAThrowOfADuplicatePairBeforeItIsDue(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	made, err := w.Office.Propose(t.Context(), ann.Player, play.Proposal{
		Reservation: w.Office.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "Bob", Kickoff: league.KickoffMe, Control: "fast", Legs: offers.LegsPair,
	})
	if err != nil {
		t.Fatal(err)
	}
	first, err := w.Office.Accept(t.Context(), bob.Player, made.Offer.ID, "", false, w.Clock())
	if err != nil {
		t.Fatal(err)
	}
	pair := [2]string{first.ID, first.Twin}
	chain := w.AllLinks(first, dice.Length)
	seed := chain[dice.Length-1]
	if err := w.Office.Say(t.Context(), ann.Player, membersleague.Saying{Match: pair[0], Text: "Which throw comes next?", Arrived: w.Clock()}); err != nil {
		t.Fatal(err)
	}
	outlets := w.NewOutlets(ann, bob, map[string][]string{"matches": pair[:], "offers": {made.Offer.ID}, "players": {ann.Player.ID}})
	count := map[string]int{}
	r := rand.New(rand.NewPCG(3, 3))
	waited, sealed := false, false
	for n := range 14 {
		last := uint32(0)
		for _, id := range pair {
			v := w.MustMatch(id)
			last = max(last, dice.LastEvent(v.Record.Log))
			if v.Match.State.Held && !waited {
				waited = true
				ann.Get("/matches/"+id).Want(t, http.StatusOK, `<a class="button main" href="/matches/`+v.Match.Twin+`">Other game</a>`)
			}
		}
		for _, id := range pair {
			if v := w.MustMatch(id); v.Record.Next().Side != engine.NoSide && dice.LastEvent(v.Record.Log) < last {
				t.Fatalf("%s decides after dice event %d of %d", id, dice.LastEvent(v.Record.Log), last)
			}
		}
		if n%4 == 1 {
			hidden := append(slices.Clone(chain[last:last+20]), seed)
			author, move := w.SealedIn(pair)
			if n > 1 { // a short one stands in lists of moves, too
				move = ""
			}
			sealed = sealed || move != ""
			for path, n := range outlets.Read(t, func(what, answer string) {
				webtest.NoLinkBeyond(t, hidden, what, answer)
				if move != "" && !strings.HasSuffix(what, " "+author) && !strings.HasSuffix(what, "with secrets") && strings.Contains(answer, move) {
					t.Errorf("%s shows the sealed move %s of %s", what, move, author)
				}
			}) {
				count[path] += n
			}
			if move != "" {
				reader := map[string]*webtest.Member{"Ann": ann, "Bob": bob}[author]
				reader.Get("/matches/"+pair[0]).Want(t, http.StatusOK, "Your move is in", "You played "+study.MoveWords(w.MustMatch(pair[0]).Record.Position, engine.Move(move))+".")
				ann.Get("/matches/"+pair[0]).Want(t, http.StatusOK, `<a class="button main" href="/matches/`+pair[1]+`">Other game</a>`, `href="/rules/league#R-FD-7"`)
			}
		}
		w.TurnOf(pair[n/2%2], r)
	}
	for _, path := range []string{
		"/matches/:id", "/matches/:id/stream", "/matches/:id/match.json", "/matches/:id/preview.png", "/matches/:id/replay.gif", "/matches/:id/replay.svg", "/matches/:id/analysis",
		"/matches/:id/coach", "/matches/:id/beats", "/api/v1/matches/:id/beats", "/stream", "/players/:id/export.jsonl", "/account/download.jsonl", "/offers/:id", "/api/v1/events", "/api/v1/matches/:id", "/api/v1/matches/:id/chat",
		"/api/v1/players/:name/export", "site with secrets",
	} {
		if count[path] == 0 {
			t.Errorf("nothing was read of %s", path)
		}
	}
	if !waited || !sealed {
		t.Errorf("a match waited: %t, a move was sealed: %t", waited, sealed)
	}
	ann.Get("/matches/"+pair[0]).Want(t, http.StatusOK, `href="/matches/`+pair[1]+`"`, "the other game of this pair")
}
