package main

import (
	"database/sql"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	membersleague "kickabout/league/members"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/store/storetest"
)

// ratedMatch lets two new members play a rated match in which each moves six times; then
// the second one resigns.
func ratedMatch(t *testing.T, o *office.Office) league.Match {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ann, _, err := o.SignUp(t.Context(), membersleague.Credentials{Name: "Ann", Password: secretWords})
	must(err)
	bob, _, err := o.SignUp(t.Context(), membersleague.Credentials{Name: "Bob", Password: secretWords})
	must(err)
	offer, err := o.Propose(t.Context(), ann, play.Proposal{
		Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Kickoff: league.KickoffMe, Control: "lg", Rated: true,
	})
	must(err)
	m, err := o.Accept(t.Context(), bob, offer.Offer.ID, "", false, time.Now())
	must(err)
	return playRated(t, o, m.ID, bob)
}

// playRated makes moves in a match until each side has made six; then a player resigns.
func playRated(t *testing.T, o *office.Office, id string, loser league.Player) league.Match {
	t.Helper()
	sixEach(t, o, id)
	v, err := resign(o, t.Context(), loser, id, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return v.Match
}

// sixEach makes moves in a match until each side has made six.
func sixEach(t *testing.T, o *office.Office, id string) {
	t.Helper()
	for {
		v, err := o.Match(t.Context(), league.Site(), id)
		if err != nil {
			t.Fatal(err)
		}
		if min(v.Match.State.Moves[0], v.Match.State.Moves[1]) >= 6 {
			return
		}
		mover, _ := v.Match.Mover()
		var first engine.Move
		for m := range v.Record.Position.Moves() {
			first = m
			break
		}
		if _, err := o.Play(t.Context(), mover, play.Turn{Match: id, Seen: v.Record.Seq, Move: first, Arrived: time.Now()}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestARecomputationBesideARunningSite(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		r := &running{t: t, config: serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0", NoDemo: true, Database: d.Server()}}
		r.start()
		defer func() { r.stop() }()
		m := ratedMatch(t, r.server.office)
		where := []string{"--data", r.config.Data}
		if r.config.Database != "" {
			where = append(where, "--database", r.config.Database)
		}
		recompute := func(more ...string) (string, error) {
			return printed(t, append(append([]string{"recompute"}, more...), where...)...)
		}
		want := func(text, part string) {
			t.Helper()
			if !strings.Contains(text, part) {
				t.Errorf("printed %q, want a part %q", text, part)
			}
		}
		text, err := recompute("--check")
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		want(text, "1 matches replayed, 0 differ.")
		want(text, "1 matches rated, 0 ratings differ, 0 matches wait to be rated.")

		driver, url := "sqlite3", databaseOf(r.config.Data, r.config.Database)
		if r.config.Database != "" {
			driver = "pgx"
		}
		db, err := sql.Open(driver, url)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		for _, statement := range []string{"UPDATE ratings SET after_elo = 1 WHERE seat = 0", "UPDATE matches SET moves_first = 99"} {
			if _, err := db.Exec(statement); err != nil {
				t.Fatal(err)
			}
		}
		text, err = recompute("--check")
		if err == nil {
			t.Error("what differs is no error")
		}
		want(text, "match "+m.ID+": its number of moves is")
		want(text, "match "+m.ID+": the rating of")
		text, err = recompute()
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		want(text, "1 matches written anew.")
		want(text, "All ratings written anew.")
		if text, err = recompute("--check"); err != nil {
			t.Errorf("after it was written anew: %s: %v", text, err)
		}
	})
}
