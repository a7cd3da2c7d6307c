package webtest

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/league/play"
)

// outlets are all the ways by which somebody could learn of a pair: who asks, and for what.
type outlets struct {
	w       *World
	readers []reader
	ids     map[string][]string // by the first part of a path behind which they stand
}

// A reader asks a page or the API, and names themselves.
type reader struct {
	name string
	asks func(path string) string
}

// NewOutlets makes readers: Ann and Bob, a stranger and their programs.
func (w *World) NewOutlets(ann, bob *Member, ids map[string][]string) outlets {
	w.T.Helper()
	o := outlets{w: w, ids: ids}
	for name, b := range map[string]*Browser{"Ann": ann.Browser, "Bob": bob.Browser, "a stranger": w.Browser()} {
		o.readers = append(o.readers, reader{name: name, asks: func(path string) string { return headAndBody(b.Ask(http.MethodGet, path, nil)) }})
	}
	for _, m := range []*Member{ann, bob} {
		token, err := w.Office.MakeToken(w.T.Context(), m.Player, AnyToken)
		if err != nil {
			w.T.Fatal(err)
		}
		o.readers = append(o.readers, reader{name: "a program of " + m.Player.Name, asks: func(path string) string {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Header.Set("Authorization", "Bearer "+token)
			a := httptest.NewRecorder()
			w.Echo.ServeHTTP(a, r) // straight to the handler: there a stream ends with what there is
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

// Read gives what every GET route answers, and what can be exported, to a visitor, and returns how many
// answers there were by what they are of.
func (o outlets) Read(t *testing.T, visit func(what, answer string)) map[string]int {
	t.Helper()
	count := map[string]int{}
	for _, route := range o.w.Echo.Routes() {
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
			return o.w.Office.Export(t.Context(), out, archive.Scope{Holds: archive.Site})
		},
		"site with secrets": func(out io.Writer) error {
			return o.w.Office.Export(t.Context(), out, archive.Scope{Holds: archive.Site, Secrets: true})
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

// AllLinks returns n links of the dice of a match, those of the throws to come as well.
func (w *World) AllLinks(m league.Match, n int) []dice.Link {
	w.T.Helper()
	shown, ok := w.Dealer.Shows(m.Dice, league.Given(m), uint32(n))
	if !ok {
		w.T.Fatalf("nobody knows the dice of match %s", m.ID)
	}
	return shown.Links
}

// NoLinkBeyond looks for links of a chain in an answer: as digits, as bytes, and in base 64.
func NoLinkBeyond(t *testing.T, hidden []dice.Link, what, answer string) {
	t.Helper()
	for i, link := range hidden {
		for _, form := range []string{hex.EncodeToString(link[:]), string(link[:]), base64.StdEncoding.EncodeToString(link[:])[:42], base64.URLEncoding.EncodeToString(link[:])[:42]} {
			if strings.Contains(answer, form) {
				t.Fatalf("%s shows a link %d beyond the last throw", what, i+1)
			}
		}
	}
}

// MustMatch returns a match.
func (w *World) MustMatch(id string) play.View {
	w.T.Helper()
	v, err := w.Office.Match(w.T.Context(), league.Site(), id)
	if err != nil {
		w.T.Fatal(err)
	}
	return v
}

// SealedIn returns the move that is in and not shown yet in one of the matches of a pair, and its author's name; "" if
// there is none.
func (w *World) SealedIn(pair [2]string) (author, move string) {
	w.T.Helper()
	for _, id := range pair {
		v := w.MustMatch(id)
		if v.Record.Sealed == engine.NoSide {
			continue
		}
		player := v.Match.Seats[v.Record.SeatOf(v.Record.Sealed)].Player
		v, err := w.Office.Match(w.T.Context(), league.Of(player), id)
		if err != nil {
			w.T.Fatal(err)
		}
		return player.Name, string(v.Sealed)
	}
	return "", ""
}

// TurnOf makes a turn in a match of a duplicate pair, or while it waits in its twin.
func (w *World) TurnOf(match string, r *rand.Rand) {
	w.T.Helper()
	v := w.MustMatch(match)
	if v.Record.Next().Side == engine.NoSide {
		v = w.MustMatch(v.Match.Twin)
	}
	player := v.Match.Seats[v.Record.SeatOf(v.Record.Next().Side)].Player
	if _, err := w.Working().Play(w.T.Context(), player, play.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: v.Record.Position.Random(r), Arrived: w.Clock()}); err != nil {
		w.T.Fatal(err)
	}
}
