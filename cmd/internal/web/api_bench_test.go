package web_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kickabout/league/office"
)

// ask sends one request straight to the handler.
func (p *program) ask(b *testing.B, method, path string, body any, status int) {
	text, err := json.Marshal(body)
	if err != nil {
		b.Fatal(err)
	}
	r := httptest.NewRequest(method, "/api/v1"+path, strings.NewReader(string(text)))
	r.Header.Set("Authorization", "Bearer "+p.token)
	a := httptest.NewRecorder()
	p.w.echo.ServeHTTP(a, r)
	if a.Code != status {
		b.Fatal(a.Code, a.Body.String())
	}
}

// halfway plays a match of two programs to its middle.
func (w *world) halfway(first, second *program) office.View {
	r, v := rand.New(rand.NewPCG(5, 2)), w.view(w.duel(first, second))
	for range 50 {
		mover := v.Match.Seats[v.Record.SeatOf(v.Record.Next().Side)].Player
		var err error
		if v, err = w.office.Play(context.Background(), mover, office.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: v.Record.Position.Random(r), Arrived: w.clock()}); err != nil {
			w.t.Fatal(err)
		}
	}
	return v
}

func BenchmarkAPI(b *testing.B) {
	w := newWorld(b)
	ann, bob := w.program("Ann"), w.program("Bob")
	v := w.halfway(ann, bob)
	b.Run("match", func(b *testing.B) {
		for b.Loop() {
			ann.ask(b, http.MethodGet, "/matches/"+v.Match.ID, nil, 200)
		}
	})
	b.Run("matches", func(b *testing.B) {
		for b.Loop() {
			ann.ask(b, http.MethodGet, "/matches?turn=theirs", nil, 200)
		}
	})
	b.Run("move", func(b *testing.B) {
		r := rand.New(rand.NewPCG(5, 3))
		for b.Loop() {
			if v.Record.Next().Over() || len(v.Record.Log) > 140 {
				b.StopTimer()
				v = w.halfway(ann, bob)
				b.StartTimer()
			}
			mover := ann
			if v.Match.Seats[v.Record.SeatOf(v.Record.Next().Side)].Player.ID == bob.player.ID {
				mover = bob
			}
			mover.ask(b, http.MethodPost, "/matches/"+v.Match.ID+"/moves", object{"seq": v.Record.Seq, "move": v.Record.Position.Random(r)}, 201)
			b.StopTimer()
			v = w.view(v.Match.ID)
			b.StartTimer()
		}
	})
}
