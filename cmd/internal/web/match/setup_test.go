package match_test

import (
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/play"
)

// setUp makes a set-up of chance for the side to move in a match, and returns it.
func setUp(t *testing.T, w *webtest.World, id string, who *webtest.Member, seed uint64) engine.Move {
	t.Helper()
	v := w.View(id)
	m := v.Record.Position.Random(rand.New(rand.NewPCG(seed, 1)))
	who.Post("/matches/"+id+"/moves", url.Values{"seq": {webtest.Itoa(v.Record.Seq)}, "move": {string(m)}}).Want(t, http.StatusSeeOther)
	return m
}

// recalled lists the set-ups that a page offers: their names, by their addresses.
func recalled(page webtest.Answer) map[string]string {
	found := map[string]string{}
	for _, link := range regexp.MustCompile(`<a class="button" data-recall="[^"]*" href="([^"]*)"><bdi>([^<]*)</bdi></a>`).FindAllStringSubmatch(page.Body, -1) {
		found[link[2]] = html.UnescapeString(link[1])
	}
	return found
}

// begun begins a match of two members by some rules, the first of whom kicks off.
func begun(t *testing.T, w *webtest.World, rules string, first, second *webtest.Member) string {
	t.Helper()
	made, err := w.Office.Propose(t.Context(), first.Player, play.Proposal{
		Reservation: w.Office.Reserve().ID, Rules: rules, Opponent: second.Player.Name, Kickoff: league.KickoffMe, Control: "lg",
	})
	if err != nil {
		t.Fatal(err)
	}
	m, err := w.Office.Accept(t.Context(), second.Player, made.Offer.ID, "", false, w.Clock())
	if err != nil {
		t.Fatal(err)
	}
	return m.ID
}

func TestTheLastSetUpIsOfferedAgain(t *testing.T) {
	for _, rules := range []string{"streetsoccer/lg", "onetwofun/basic", "cufootball/culica"} {
		t.Run(rules, func(t *testing.T) {
			t.Parallel()
			w := webtest.New(t)
			ann, bob := w.Member("Ann"), w.Member("Bob")
			first := begun(t, w, rules, ann, bob)
			if got := recalled(ann.Get("/matches/" + first)); len(got) != 0 {
				t.Errorf("before any set-up: %v", got)
			}
			made := setUp(t, w, first, ann, 1)
			if got := recalled(ann.Get("/matches/" + first)); len(got) != 0 {
				t.Errorf("when it is not Ann's turn: %v", got)
			}
			if got := recalled(bob.Get("/matches/" + first)); len(got) != 0 {
				t.Errorf("Bob is offered what Ann has set up: %v", got)
			}
			if w.View(first).Record.Next().Side == engine.Second && rules == "streetsoccer/lg" {
				setUp(t, w, first, bob, 9) // which is no set-up of Ann's
			}
			second := begun(t, w, rules, ann, bob)
			got := recalled(ann.Get("/matches/" + second))
			if len(got) != 1 || got["Last set-up"] == "" {
				t.Fatalf("in the next game: %v", got)
			}
			ann.Get(got["Last set-up"]).Want(t, http.StatusOK, `name="move" value="`+html.EscapeString(string(made))+`"`)
			if got := recalled(bob.Get("/matches/" + second)); len(got) != 0 {
				t.Errorf("to who watches: %v", got)
			}
			third := begun(t, w, rules, bob, ann) // Bob has the other side now
			if got := recalled(bob.Get("/matches/" + third)); len(got) != 0 {
				t.Errorf("of the other side: %v", got)
			}
			w.Wait(time.Minute)
			again := setUp(t, w, second, ann, 2)
			latest := recalled(ann.Get("/matches/" + begun(t, w, rules, ann, bob)))["Last set-up"]
			ann.Get(latest).Want(t, http.StatusOK, `name="move" value="`+html.EscapeString(string(again))+`"`)
		})
	}
}

// In One-Two-Fun each possession begins with markers put down: the last set-up is that of the same game.
func TestTheLastSetUpMayBeOfTheSameGame(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := begun(t, w, "onetwofun/basic", ann, bob)
	made := map[engine.Side]engine.Move{}
	for range 400 {
		v := w.View(id)
		next := v.Record.Next()
		if next.Over() {
			t.Fatal("nobody has set up twice")
		}
		who := map[engine.Side]*webtest.Member{engine.First: ann, engine.Second: bob}[next.Side]
		if engine.SetsUp(v.Record.Game, v.Record.Position) {
			if before, ok := made[next.Side]; ok {
				link := recalled(who.Get("/matches/" + id))["Last set-up"]
				who.Get(link).Want(t, http.StatusOK, `name="move" value="`+html.EscapeString(string(before))+`"`)
				return
			}
			made[next.Side] = setUp(t, w, id, who, 3)
			continue
		}
		w.Moves(id, 1)
	}
	t.Fatal("nobody has set up twice in 400 moves")
}

func TestFormationsAreSavedAndPicked(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := begun(t, w, "streetsoccer/lg", ann, bob)
	at := "/matches/" + id
	p := w.View(id).Record.Position
	move := p.Random(rand.New(rand.NewPCG(7, 7)))
	save := func(who *webtest.Member, name string, m engine.Move) webtest.Answer {
		return who.Post(at+"/formations", url.Values{"name": {name}, "move": {string(m)}})
	}
	ann.Get("/account/formations").Want(t, http.StatusOK, "You have saved no formation yet.")
	ann.Get(at).Want(t, http.StatusOK, "Save this set-up")
	back := save(ann, " Two   wings ", move).Want(t, http.StatusSeeOther).Header.Get("Location")
	ann.Get(back).Want(t, http.StatusOK, `name="move" value="`+string(move)+`"`)
	if got := recalled(ann.Get(at)); len(got) != 1 || got["Two wings"] != back {
		t.Errorf("offered are %v, want %s", got, back)
	}
	for _, c := range []struct {
		name     string
		move     engine.Move
		sentence string
	}{
		{"", move, "Give the formation a name."},
		{strings.Repeat("x", 25), move, "At most 24 letters"},
		{"Half", "", "Place your figures first, then save the formation."},
		{"Half", "Mc1c2", "Place your figures first, then save the formation."},
	} {
		page := save(ann, c.name, c.move).Want(t, http.StatusUnprocessableEntity, c.sentence, `name="name" value="`+c.name+`"`)
		if c.move == move {
			page.Want(t, http.StatusUnprocessableEntity, `name="move" value="`+string(move)+`"`) // the set-up is still entered
		}
	}
	save(bob, "Mine", move).Want(t, http.StatusUnprocessableEntity, "Formations are saved while you set up.")
	for n := range 11 {
		save(ann, fmt.Sprint("No. ", n), move).Want(t, http.StatusSeeOther)
	}
	save(ann, "One too many", move).Want(t, http.StatusUnprocessableEntity, "You have 12 formations of this game. Delete one first.")
	save(ann, "Two wings", p.Random(rand.New(rand.NewPCG(8, 8)))).Want(t, http.StatusSeeOther) // in the place of the old one

	page := ann.Get("/account/formations")
	page.Want(t, http.StatusOK, "<bdi>Two wings</bdi>", "StreetSoccer, Little Golem rules, for Yellow", `aria-label="Two wings, for Yellow"`)
	if n := strings.Count(page.Body, `class="game-card"`); n != 12 {
		t.Errorf("%d formations are listed", n)
	}
	bob.Get("/account/formations").Want(t, http.StatusOK, "You have saved no formation yet.")
	bob.Post("/account/formations/end", url.Values{"game": {"streetsoccer"}, "name": {"Two wings"}}).Want(t, http.StatusSeeOther)
	ann.Get("/account/formations").Want(t, http.StatusOK, "Two wings")
	ann.Post("/account/formations/end", url.Values{"game": {"streetsoccer"}, "name": {"Two wings"}}).Want(t, http.StatusSeeOther)
	ann.Get("/account/formations").Without(t, "Two wings")

	if got := recalled(ann.Get("/matches/" + begun(t, w, "streetsoccer/lg,back=1", ann, bob))); len(got) == 0 {
		t.Error("what is legal by other rules of the game too is not offered")
	}
	second := begun(t, w, "streetsoccer/lg", bob, ann)
	var seed uint64 // with which Ann's formation would be legal for the other side as well
	for q := w.View(second).Record.Position; ; seed++ {
		if after, err := q.Play(q.Random(rand.New(rand.NewPCG(seed, 1)))); err == nil && after.Check(move) == nil {
			break
		}
		if seed == 1000 {
			t.Fatal("it never is")
		}
	}
	setUp(t, w, second, bob, seed)
	if got := recalled(ann.Get("/matches/" + second)); w.View(second).Record.Next().Side != engine.Second || len(got) != 0 {
		t.Errorf("for the other side: %v", got)
	}
	if got := recalled(ann.Get("/matches/" + begun(t, w, "onetwofun/basic", ann, bob))); len(got) != 0 {
		t.Errorf("in another game: %v", got)
	}
	w.Browser().Get(at).Without(t, "Save this set-up", "data-recall")
}
