package webtest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"kickabout/league"
	"kickabout/league/members"
	"kickabout/league/play"
)

// Program is a client of the API with a player's token. Whatever it is answered it holds
// against the OpenAPI document.
type Program struct {
	World  *World
	Player league.Player
	Token  string
}

// Program signs somebody up and makes a token.
func (w *World) Program(name string) *Program {
	w.T.Helper()
	player, _, err := w.Office.SignUp(w.T.Context(), members.Credentials{Name: name, Password: "correct horse battery"})
	if err != nil {
		w.T.Fatal(err)
	}
	token, err := w.Office.MakeToken(w.T.Context(), player, AnyToken)
	if err != nil {
		w.T.Fatal(err)
	}
	return &Program{w, player, token}
}

// Object is JSON as it came.
type Object = map[string]any

// Said is an answer of the API.
type Said struct {
	Status int
	Header http.Header
	Text   string
	Body   Object // nil if it is none
}

// Want checks a status and words that the answer must have.
func (s Said) Want(t testing.TB, status int, words ...string) Said {
	t.Helper()
	if s.Status != status {
		t.Errorf("status %d, want %d: %.500s", s.Status, status, s.Text)
	}
	for _, w := range words {
		if !strings.Contains(s.Text, w) {
			t.Errorf("the answer does not say %q: %.500s", w, s.Text)
		}
	}
	return s
}

// Do sends a request: body nil, a text as it is, or a value to be sent as JSON.
func (p *Program) Do(method, path string, body any, header http.Header) Said {
	p.World.T.Helper()
	var content io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		content = strings.NewReader(b)
	case io.Reader:
		content = io.MultiReader(b) // of unknown length
	default:
		text, err := json.Marshal(body)
		if err != nil {
			p.World.T.Fatal(err)
		}
		content = bytes.NewReader(text)
	}
	req, err := http.NewRequest(method, p.World.Server.URL+path, content)
	if err != nil {
		p.World.T.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+p.Token)
	req.Header.Set("Content-Type", "application/json")
	for name, values := range header {
		req.Header[name] = values
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		p.World.T.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		p.World.T.Fatal(err)
	}
	p.World.settle(method)
	s := Said{Status: resp.StatusCode, Header: resp.Header, Text: string(text)}
	_ = json.Unmarshal(text, &s.Body)
	if why := p.World.Document().Breach(method, req.URL.Path, s); why != "" {
		p.World.T.Errorf("%s %s: %d: %s: %.300s", method, path, s.Status, why, s.Text)
	}
	return s
}

// Get asks for something.
func (p *Program) Get(path string) Said { return p.Do(http.MethodGet, "/api/v1"+path, nil, nil) }

// Post does something.
func (p *Program) Post(path string, body any) Said {
	return p.Do(http.MethodPost, "/api/v1"+path, body, nil)
}

// Move makes a move.
func (p *Program) Move(id string, body Object) Said { return p.Post("/matches/"+id+"/moves", body) }

// Begin starts a match against a bot and returns its id.
func (p *Program) Begin() string {
	p.World.T.Helper()
	id := p.Post("/matches/reservations", nil).Want(p.World.T, 201).Body["id"].(string)
	p.Post("/matches", p.Proposal(id)).Want(p.World.T, 201)
	return id
}

// Invite invites a player and returns the id of the invitation.
func (p *Program) Invite(name string) string {
	p.World.T.Helper()
	body := p.Proposal(p.World.Office.Reserve().ID)
	body["opponent"] = name
	return p.Post("/matches", body).Want(p.World.T, 201, `"state":"offered"`).Body["id"].(string)
}

// Proposal is the body of a match against a bot.
func (p *Program) Proposal(id string) Object {
	return Object{"id": id, "game": "streetsoccer", "variant": "lg", "clock": "lg", "rated": false, "kickoff": "me", "contribution": "for luck", "opponent": "bot:greedy"}
}

// Legal is the body of a legal move of a match as it stands.
func (w *World) Legal(id string) Object {
	form := w.Turn(id)
	return Object{"seq": w.View(id).Record.Seq, "move": form.Get("move")}
}

// Duel puts two programs at one board, the first of them to move first.
func (w *World) Duel(first, second *Program) string {
	w.T.Helper()
	return w.seat(league.Seat{Player: first.Player, Contribution: "for luck"}, league.Seat{Player: second.Player})
}

// Remove deletes something.
func (p *Program) Remove(path string) Said { return p.Do(http.MethodDelete, "/api/v1"+path, nil, nil) }

// Put puts something.
func (p *Program) Put(path string) Said { return p.Do(http.MethodPut, "/api/v1"+path, nil, nil) }

// PlayOn lets two players make so many moves, match after match, and returns the
// number of the first one's last event.
func (w *World) PlayOn(first, second *Program, moves int) int {
	r, ctx := rand.New(rand.NewPCG(1, 8)), context.Background()
	var v play.View
	for range moves {
		if v.Match.ID == "" || v.Record.Next().Over() {
			v = w.View(w.Duel(first, second))
		}
		mover := v.Match.Seats[v.Record.SeatOf(v.Record.Next().Side)].Player
		turn := play.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: v.Record.Position.Random(r), Arrived: w.Clock()}
		var err error
		if v, err = w.Working().Play(ctx, mover, turn); err != nil {
			w.T.Error(err)
			break
		}
	}
	last, err := w.Office.LastNotice(ctx, first.Player.ID)
	if err != nil {
		w.T.Error(err)
	}
	return last
}
