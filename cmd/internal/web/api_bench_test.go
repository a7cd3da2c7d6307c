package web_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league/play"
)

// ask sends one request straight to the handler.
func ask(p *webtest.Program, b *testing.B, method, path string, body any, status int) {
	text, err := json.Marshal(body)
	if err != nil {
		b.Fatal(err)
	}
	r := httptest.NewRequest(method, "/api/v1"+path, strings.NewReader(string(text)))
	r.Header.Set("Authorization", "Bearer "+p.Token)
	a := httptest.NewRecorder()
	p.World.Echo.ServeHTTP(a, r)
	if a.Code != status {
		b.Fatal(a.Code, a.Body.String())
	}
}

// halfway plays a match of two programs to its middle.
func halfway(w *webtest.World, first, second *webtest.Program) play.View {
	r, v := rand.New(rand.NewPCG(5, 2)), w.View(w.Duel(first, second))
	for range 50 {
		mover := v.Match.Seats[v.Record.SeatOf(v.Record.Next().Side)].Player
		var err error
		if v, err = w.Working().Play(context.Background(), mover, play.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: v.Record.Position.Random(r), Arrived: w.Clock()}); err != nil {
			w.T.Fatal(err)
		}
	}
	return v
}

func BenchmarkAPI(b *testing.B) {
	w := webtest.New(b)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	v := halfway(w, ann, bob)
	b.Run("match", func(b *testing.B) {
		for b.Loop() {
			ask(ann, b, http.MethodGet, "/matches/"+v.Match.ID, nil, 200)
		}
	})
	b.Run("matches", func(b *testing.B) {
		for b.Loop() {
			ask(ann, b, http.MethodGet, "/matches?turn=theirs", nil, 200)
		}
	})
	b.Run("move", func(b *testing.B) {
		r := rand.New(rand.NewPCG(5, 3))
		for b.Loop() {
			if v.Record.Next().Over() || len(v.Record.Log) > 140 {
				b.StopTimer()
				v = halfway(w, ann, bob)
				b.StartTimer()
			}
			mover := ann
			if v.Match.Seats[v.Record.SeatOf(v.Record.Next().Side)].Player.ID == bob.Player.ID {
				mover = bob
			}
			ask(mover, b, http.MethodPost, "/matches/"+v.Match.ID+"/moves", webtest.Object{"seq": v.Record.Seq, "move": v.Record.Position.Random(r)}, 201)
			b.StopTimer()
			v = w.View(v.Match.ID)
			b.StartTimer()
		}
	})
}
