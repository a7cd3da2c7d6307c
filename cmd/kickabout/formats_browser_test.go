package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"kickabout/cmd/internal/browser"
	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league"
	membersleague "kickabout/league/members"
	"kickabout/league/pairing/trf"
	"kickabout/league/play"
	"kickabout/league/tournaments"
)

// TestEveryFormatGoesFromTheWizardToItsEnd opens a tournament of each format by its form, fills it
// with people and bots, and looks at its page when all has been played.
func TestEveryFormatGoesFromTheWizardToItsEnd(t *testing.T) { // R-UT-2
	r := serve(t)
	b := browser.Start(t)
	ann := r.member(b, "Ann", browser.Options{Width: 1280, Height: 900, ReducedMotion: true})
	bob := r.member(b, "Bob", browser.Options{NoJavaScript: true, Width: 390, Height: 844, Phone: true})
	others := r.signUps("Cleo", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jan", "Kim", "Lou")
	tested := map[string]bool{}
	for _, c := range []struct {
		format string
		places int
		more   map[string]string // fields among the further choices
		shows  []string          // places on the page at its end
		games  bool              // all games are linked there
	}{
		{"roundrobin", 6, map[string]string{"bots": "2"}, []string{".standings tbody tr"}, true},
		{"knockout", 6, map[string]string{"round_days": "45", "bots": "2"}, []string{".bracket .tie", "#round-3 .seat.through"}, true},
		{"groups", 6, map[string]string{"group_size": "3", "through": "2", "bots": "2"}, []string{".bracket .tie", "#table-s1-g2"}, true},
		{"swiss", 6, map[string]string{"rounds": "3", "bots": "2"}, []string{"#table", "#round-3"}, true},
		{"simultaneous", 8, map[string]string{"group_size": "5", "bots": "2"}, []string{"#table-s1-g2", "#table-s2-g1"}, true},
		{"teams", 3, nil, []string{"main table"}, false},
	} {
		tested[c.format] = true
		id := ann.opensByWizard("Cup by "+c.format, c.format, c.places, c.more)
		if c.format == "teams" {
			r.foundTeams(id, ann.player, bob.player, others)
		} else {
			ann.invites("bot:mascot")
			ann.invites("bot:trainee")
			r.enter(id, others[:c.places-4]...)
			bob.Open(r.address + "/tournaments")
			bob.Follow(fmt.Sprintf(`a.cup[href="/tournaments/%s"]`, id))
			bob.Follow(`form[action$="/entry"] button`) // and it is full
		}
		if s := r.tournament(id).Tournament.State; s != league.Running {
			t.Fatalf("%s: full, it is %s", c.format, s)
		}
		if c.format == "swiss" {
			bob.sitsOut(id)
		}
		v := r.playOutAll(id)
		bob.Open(r.address + "/tournaments/" + id)
		bob.WaitForText(".state", "Finished")
		winner := v.Tournament.Winners()[0]
		if e, _ := v.Tournament.Entrant(winner.ID); e.Team != "" {
			team, _ := v.Tournament.Team(e.Team)
			winner.Name = team.Name
		}
		bob.WaitForText(".now h2", winner.Name)
		for _, place := range c.shows {
			bob.WaitFor(place)
		}
		bob.noDefects(c.format + ", at its end, on a phone")
		if c.format == "swiss" {
			r.pairsLikeOthers(v)
			bob.WaitForText(".log", "Bob sits out round 2, and asked to (R-UT-6).")
		}
		if games := bob.Count(`main a.result[href^="/matches/"]`); c.games && games < len(v.Matches) {
			t.Errorf("%s: %d of %d games are linked", c.format, games, len(v.Matches))
		}
	}
	for _, f := range r.server.office.Formats() {
		if !tested[f.ID] {
			t.Errorf("nobody has opened a tournament of format %s by its form", f.ID)
		}
	}
	ann.quiet()
	bob.quiet()
}

// sitsOut asks to sit out the next round of a tournament, plays it after all, and does not.
func (m *member) sitsOut(id string) {
	m.r.t.Helper()
	m.Open(m.r.address + "/tournaments/" + id)
	for _, now := range []string{"You sit out the next round", "Each player can do so once", "You sit out the next round"} {
		m.Follow(`form[action$="/rest"] button`)
		m.WaitForText(`form[action$="/rest"]`, now)
	}
}

// pairsLikeOthers has each round of a tournament paired again by the tool, from the report.
func (r *running) pairsLikeOthers(v tournaments.TournamentView) {
	r.t.Helper()
	for _, round := range v.Drawing.Rounds {
		report, err := r.server.office.PairingReport(r.t.Context(), league.Site(), v.Tournament.ID, round.Number)
		if err != nil {
			r.t.Fatal(err)
		}
		file, err := trf.Read([]byte(report))
		if err != nil {
			r.t.Fatal(err)
		}
		p, err := pairCmd{System: "swiss"}.pair(file)
		if err != nil {
			r.t.Fatal(err)
		}
		if len(p.Pairs) != len(round.Boards) {
			r.t.Fatalf("round %d is paired %v", round.Number, p.Pairs)
		}
		for i, b := range round.Boards {
			first, _ := v.Tournament.Entrant(b.Players[0])
			second, _ := v.Tournament.Entrant(b.Players[1])
			if (p.Pairs[i] != jsonPair{first.Seed, second.Seed}) {
				r.t.Errorf("board %d of round %d is %d-%d, and the tool has %v", i+1, round.Number, first.Seed, second.Seed, p.Pairs[i])
			}
		}
	}
}

// opensByWizard opens a tournament by the form, and returns its id.
func (m *member) opensByWizard(name, format string, places int, more map[string]string) string {
	m.r.t.Helper()
	m.Open(m.r.address + "/tournaments/new")
	m.Type("#name", name)
	m.Click(fmt.Sprintf("[name=format][value=%s]", format))
	m.Click("[name=control][value=live]")
	if format == "roundrobin" {
		m.set("#places", fmt.Sprint(places+1))
		m.Press("Tab") // the outlook comes as soon as a field is left
		m.WaitForText("#foresight", fmt.Sprintf("With %d players", places+1))
	}
	m.set("#places", fmt.Sprint(places))
	if len(more) > 0 {
		m.Click("details.more > summary")
	}
	for field, text := range more {
		m.set("#"+field, text)
	}
	m.WaitFor("#foresight p")
	m.noDefects("the form for " + format)
	m.Follow(".sheet .go button.main")
	id, ok := strings.CutPrefix(m.URL(), m.r.address+"/tournaments/")
	if !ok || strings.Contains(id, "/") {
		m.r.t.Fatalf("the form led to %s: %s", m.URL(), m.Text("form.sheet"))
	}
	return id
}

// foundTeams lets two people and one of ten others found a team each, and the others join them.
func (r *running) foundTeams(id string, ann, bob league.Player, others []league.Player) {
	r.t.Helper()
	act := func(by league.Player, f tournaments.TeamForm) {
		r.t.Helper()
		if err := r.server.office.InTeam(r.t.Context(), by, id, f); err != nil {
			r.t.Fatal(err)
		}
	}
	for i, captain := range []league.Player{ann, bob, others[9]} {
		act(captain, tournaments.TeamForm{Act: "found", Name: captain.Name + "'s team"})
		e, _ := r.tournament(id).Tournament.Entrant(captain.ID)
		for _, p := range others[3*i : 3*i+3] {
			act(p, tournaments.TeamForm{Act: "ask", Team: e.Team})
			act(captain, tournaments.TeamForm{Act: "take", Team: e.Team, Player: p.ID})
		}
	}
}

// set types into a field in place of what stands there.
func (v *visitor) set(place, text string) {
	v.r.t.Helper()
	browser.Eval[bool](v.Page, fmt.Sprintf("(document.querySelector(%q).value = '', true)", place))
	v.Type(place, text)
}

// signUps makes members without a page.
func (r *running) signUps(names ...string) []league.Player {
	r.t.Helper()
	players := make([]league.Player, len(names))
	for i, name := range names {
		p, _, err := r.server.office.SignUp(r.t.Context(), membersleague.Credentials{Name: name, Password: secretWords})
		if err != nil {
			r.t.Fatal(err)
		}
		players[i] = p
	}
	return players
}

func (r *running) enter(id string, players ...league.Player) {
	r.t.Helper()
	for _, p := range players {
		if err := r.server.office.EnterTournament(r.t.Context(), p, id); err != nil {
			r.t.Fatal(err)
		}
	}
}

// playOutAll plays all matches of a tournament to their end, whoever is to move, and those
// that begin by that, until it is over. In a short run people play every fourth and resign the others.
func (r *running) playOutAll(id string) tournaments.TournamentView {
	r.t.Helper()
	random := rand.New(rand.NewPCG(7, 8))
	for {
		v := r.tournament(id)
		if v.Tournament.State == league.Finished {
			return v
		}
		for i, m := range v.Matches {
			if who := m.Seats[i/4%2].Player; i%4 >= enginetest.Size(4) && who.Kind == league.Member && m.State.ToMove != engine.NoSide {
				if _, err := resign(r.server.office, r.t.Context(), who, m.ID, r.server.office.Now()); err != nil && league.KindOf(err) != league.Stale {
					r.t.Fatal(err)
				}
				m = r.match(m.ID).Match
			}
			for m.State.ToMove != engine.NoSide {
				_, err := r.server.office.PlayOut(r.t.Context(), m.ID, anyMove(random))
				if err != nil && league.KindOf(err) != league.Stale { // a bot has moved meanwhile
					r.t.Fatal(err)
				}
				m = r.match(m.ID).Match
			}
		}
	}
}

// anyMove plays any move at the moment of the last one.
func anyMove(random *rand.Rand) func(play.View) (engine.Event, bool) {
	return func(v play.View) (engine.Event, bool) {
		last := v.Record.Log[len(v.Record.Log)-1]
		return engine.Event{At: last.At, By: v.Record.Next().Side, Act: engine.ActMove, Text: string(v.Record.Position.Random(random))}, true
	}
}
