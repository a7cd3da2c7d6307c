package web_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/league/office"
)

// TestNoRouteShowsAThrowOfADuplicatePairBeforeItIsDue plays a pair and asks after every few moves, as each of the
// players, as a program of each and as a stranger, at every route, streams, pictures and exports among them: no
// answer holds the seed, or a link of the chain beyond the last throw that was made, and a throw that one match
// has made and the other one has not come to is made in neither (M17, FAIR-DICE 7).
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
	chain := w.dealer.Links(first.GID, dice.Length)
	seed := chain[dice.Length-1]
	if err := w.office.Say(t.Context(), ann.player, office.Saying{Match: pair[0], Text: "Which throw comes next?", Arrived: w.clock()}); err != nil {
		t.Fatal(err)
	}
	outlets := w.newOutlets(ann, bob, map[string][]string{"matches": pair[:], "offers": {made.Offer.ID}, "players": {ann.player.ID}})
	count := map[string]int{}
	r := rand.New(rand.NewPCG(3, 3))
	waited := false
	for n := range 14 {
		last := uint32(0)
		for _, id := range pair {
			v := w.mustMatch(id)
			last = max(last, dice.LastEvent(v.Record.Log))
			if v.Match.State.Held && !waited {
				waited = true
				ann.get("/matches/"+id).want(t, http.StatusOK, `<a class="button" href="/matches/`+v.Match.Twin+`">To the other game</a>`)
			}
		}
		for _, id := range pair {
			if v := w.mustMatch(id); v.Record.Next().Side != engine.NoSide && dice.LastEvent(v.Record.Log) < last {
				t.Fatalf("%s decides after dice event %d of %d", id, dice.LastEvent(v.Record.Log), last)
			}
		}
		if n%4 == 1 {
			hidden := append(slices.Clone(chain[last:last+20]), seed)
			for path, n := range outlets.read(t, func(what, answer string) { noLinkBeyond(t, hidden, what, answer) }) {
				count[path] += n
			}
		}
		w.turnOf(pair[n/2%2], r)
	}
	for _, path := range []string{
		"/matches/:id", "/matches/:id/stream", "/matches/:id/match.json", "/matches/:id/preview.png", "/matches/:id/replay.gif", "/matches/:id/replay.svg", "/matches/:id/analysis",
		"/matches/:id/coach", "/stream", "/players/:id/export.jsonl", "/account/download.jsonl", "/offers/:id", "/api/v1/events", "/api/v1/matches/:id", "/api/v1/matches/:id/chat",
		"/api/v1/players/:name/export", "site with secrets",
	} {
		if count[path] == 0 {
			t.Errorf("nothing was read of %s", path)
		}
	}
	if !waited {
		t.Error("no match waited")
	}
	ann.get("/matches/"+pair[0]).want(t, http.StatusOK, `href="/matches/`+pair[1]+`"`, "the other game of this pair")
}

// outlets are all the ways by which somebody could learn of a pair: who asks, and for what.
type outlets struct {
	w       *world
	readers []reader
	ids     map[string][]string // by the first part of a path behind which they stand
}

// A reader asks a page or the API, and names himself.
type reader struct {
	name string
	asks func(path string) string
}

// newOutlets makes readers: Ann and Bob, a stranger and their programs.
func (w *world) newOutlets(ann, bob *member, ids map[string][]string) outlets {
	w.t.Helper()
	o := outlets{w: w, ids: ids}
	for name, b := range map[string]*browser{"Ann": ann.browser, "Bob": bob.browser, "a stranger": w.browser()} {
		o.readers = append(o.readers, reader{name: name, asks: func(path string) string { return headAndBody(b.ask(http.MethodGet, path, nil)) }})
	}
	for _, m := range []*member{ann, bob} {
		token, err := w.office.MakeToken(w.t.Context(), m.player, "test")
		if err != nil {
			w.t.Fatal(err)
		}
		o.readers = append(o.readers, reader{name: "a program of " + m.player.Name, asks: func(path string) string {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Header.Set("Authorization", "Bearer "+token)
			a := httptest.NewRecorder()
			w.echo.ServeHTTP(a, r) // straight to the handler: there a stream ends with what there is
			return headAndBody(a)
		}})
	}
	return o
}

// headAndBody is all that an answer says, its head as well.
func headAndBody(a *httptest.ResponseRecorder) string {
	return fmt.Sprint(a.Header()) + a.Body.String()
}

// paths are the addresses of a route, as far as its parameters can be filled in.
func (o outlets) paths(route string) (paths []string) {
	path := strings.NewReplacer(":name", "Ann", ":game", "streetsoccer", ":variant", "lg", ":season", "2026-11", ":group", "d1-g1", ":month", "2026-05", ":example", "1", "*", "site.js").Replace(route)
	parts := strings.Split(strings.TrimPrefix(path, "/api/v1"), "/")
	if !strings.Contains(path, ":id") {
		return []string{path}
	}
	for _, id := range o.ids[parts[1]] {
		at := strings.ReplaceAll(path, ":id", id)
		paths = append(paths, at)
		if parts[1] == "matches" { // boards before and after the present one, by address
			paths = append(paths, at+"?seq=3", at+"?seq=999", at+"?n=1&after=0")
		}
	}
	return paths
}

// read gives what every GET route answers, and what can be exported, to a visitor, and returns how many
// answers there were by what they are of.
func (o outlets) read(t *testing.T, visit func(what, answer string)) map[string]int {
	t.Helper()
	count := map[string]int{}
	for _, route := range o.w.echo.Routes() {
		if route.Method != http.MethodGet {
			continue
		}
		for _, path := range o.paths(route.Path) {
			for _, b := range o.readers {
				if strings.Contains(path, "?") && strings.HasPrefix(b.name, "Bob") {
					continue
				}
				visit("GET "+path+" by "+b.name, b.asks(path))
				count[route.Path]++
			}
		}
	}
	for name, export := range map[string]func(io.Writer) error{
		"site": func(out io.Writer) error {
			return o.w.office.Export(t.Context(), out, archive.Scope{Holds: archive.Site})
		},
		"site with secrets": func(out io.Writer) error {
			return o.w.office.Export(t.Context(), out, archive.Scope{Holds: archive.Site, Secrets: true})
		},
	} {
		var out bytes.Buffer
		if err := export(&out); err != nil {
			t.Fatal(err)
		}
		visit("the export of the "+name, out.String())
		count[name]++
	}
	return count
}

// noLinkBeyond looks for links of a chain in an answer: as digits, as bytes, and in base 64.
func noLinkBeyond(t *testing.T, hidden []dice.Link, what, answer string) {
	t.Helper()
	for i, link := range hidden {
		for _, form := range []string{hex.EncodeToString(link[:]), string(link[:]), base64.StdEncoding.EncodeToString(link[:])[:42], base64.URLEncoding.EncodeToString(link[:])[:42]} {
			if strings.Contains(answer, form) {
				t.Fatalf("%s shows a link %d beyond the last throw", what, i+1)
			}
		}
	}
}

func (w *world) mustMatch(id string) office.View {
	w.t.Helper()
	v, err := w.office.Match(w.t.Context(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return v
}

// turnOf makes a turn in a match of a duplicate pair, or while it waits in its twin.
func (w *world) turnOf(match string, r *rand.Rand) {
	w.t.Helper()
	v := w.mustMatch(match)
	if v.Record.Next().Side == engine.NoSide {
		v = w.mustMatch(v.Match.Twin)
	}
	player := v.Match.Seats[v.Record.SeatOf(v.Record.Next().Side)].Player
	if _, err := w.office.Play(w.t.Context(), player, office.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: v.Record.Position.Random(r), Arrived: w.clock()}); err != nil {
		w.t.Fatal(err)
	}
}
