package web_test

import (
	"encoding/hex"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/league/office"
)

// TestNoRouteShowsAThrowOfADuplicatePairBeforeItIsDue plays a pair and asks after every few moves, as each of the
// players and as a stranger, at every route that names a match: no answer holds a link of the chain beyond
// the last throw that was made, and a throw that one match has made and the other one has not come to is
// made in neither (M17, FAIR-DICE 7).
func TestNoRouteShowsAThrowOfADuplicatePairBeforeItIsDue(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("Ann"), w.member("Bob")
	made, err := w.office.Propose(t.Context(), ann.player, office.Proposal{
		Reservation: w.office.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "Bob", Kickoff: league.KickoffMe, Control: "lg", Legs: office.LegsPair,
	})
	if err != nil {
		t.Fatal(err)
	}
	first, err := w.office.Accept(t.Context(), bob.player, made.Offer.ID, "", w.clock())
	if err != nil {
		t.Fatal(err)
	}
	pair := [2]string{first.ID, first.Twin}
	links := w.dealer.Links(first.GID, 60)
	r := rand.New(rand.NewPCG(3, 3))
	waited, asked := false, 0
	for n := range 14 {
		last := uint32(0)
		for _, id := range pair {
			v := w.mustMatch(id)
			last = max(last, dice.LastEvent(v.Record.Log))
			waited = waited || v.Match.State.Held
		}
		for _, id := range pair {
			if v := w.mustMatch(id); v.Record.Next().Side != engine.NoSide && dice.LastEvent(v.Record.Log) < last {
				t.Fatalf("%s decides after dice event %d of %d", id, dice.LastEvent(v.Record.Log), last)
			}
		}
		if n%4 == 1 {
			asked += w.noLinkBeyond(t, pair, links[last:], []*browser{ann.browser, bob.browser, w.browser()})
		}
		v := w.mustMatch(pair[n/2%2])
		if v.Record.Next().Side == engine.NoSide {
			v = w.mustMatch(v.Match.Twin)
		}
		side := v.Record.Next().Side
		if _, err := w.office.Play(t.Context(), v.Match.Seats[v.Record.SeatOf(side)].Player, office.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: v.Record.Position.Random(r), Arrived: w.clock()}); err != nil {
			t.Fatal(err)
		}
	}
	if !waited || asked < 100 {
		t.Errorf("a match waited: %t; %d answers were read", waited, asked)
	}
	ann.get("/matches/"+pair[0]).want(t, http.StatusOK, `href="/matches/`+pair[1]+`"`, "the other game of this pair")
}

// noLinkBeyond reads what every route that names a match answers, and the lists, and returns how many
// answers there were.
func (w *world) noLinkBeyond(t *testing.T, pair [2]string, hidden []dice.Link, readers []*browser) (n int) {
	t.Helper()
	for _, route := range w.echo.Routes() {
		if route.Method != http.MethodGet || strings.Contains(route.Path, "stream") || strings.Contains(route.Path, "*") || strings.Contains(route.Path, "events") {
			continue
		}
		for _, id := range pair {
			path := strings.ReplaceAll(route.Path, ":id", id)
			if strings.Contains(path, ":") {
				continue
			}
			for _, b := range readers {
				body := b.get(path).Body
				n++
				for i, link := range hidden {
					if strings.Contains(body, hex.EncodeToString(link[:])) {
						t.Fatalf("GET %s shows a link %d beyond the last throw", path, i+1)
					}
				}
			}
			if path == route.Path {
				break // names no match
			}
		}
	}
	return n
}

func (w *world) mustMatch(id string) office.View {
	w.t.Helper()
	v, err := w.office.Match(w.t.Context(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return v
}
