package main

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/secret"
	"kickabout/engine"
	"kickabout/engine/dice/tbd2"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/league/tournaments"
	"kickabout/league/transcript"
	"kickabout/store/storetest"
)

// cup makes a tournament of all of the people, and starts it if that is asked for.
func (r dealer) cup(start bool) string {
	r.t.Helper()
	ctx, o := r.t.Context(), r.server.office
	made, err := o.CreateTournament(ctx, r.people[0], tournaments.TournamentProposal{
		Reservation: o.ReserveTournament(), Name: "Cup", Format: "roundrobin", Rules: "streetsoccer/lg", Places: "4", Cycles: "1", Control: "lg",
		Start: tournaments.StartOrganiser, Playing: true,
	})
	r.must(err)
	for _, p := range r.people[1:] {
		r.must(o.EnterTournament(ctx, p, made.ID))
	}
	if start {
		r.startsCup(made.ID)
	}
	return made.ID
}

// startsCup starts a tournament, and lists its matches.
func (r dealer) startsCup(id string) []league.Match {
	r.t.Helper()
	ctx := r.t.Context()
	r.must(r.server.office.StartTournament(ctx, r.people[0], id))
	r.must(r.server.office.Deliver(ctx, office.Budget{}))
	matches, err := r.server.store.Fixtures(ctx, league.Site(), id)
	r.must(err)
	if len(matches) == 0 {
		r.t.Fatal("no matches have begun")
	}
	return matches
}

// offers makes an open offer of the second of the people.
func (r dealer) offers() string {
	r.t.Helper()
	o := r.server.office
	offer, err := o.Propose(r.t.Context(), r.people[1], play.Proposal{Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Kickoff: league.KickoffMe, Control: "lg", Rated: true})
	r.must(err)
	return offer.Offer.ID
}

// TestWhatTheLostKeyOfTheDiceWasToThrow takes another key of the dice while games run, offers are open and a tournament is still
// to be drawn: games go on with new dice as long as the file of the old key is there, and are void where it is gone; games that
// are over can be checked while it is there.
func TestWhatTheLostKeyOfTheDiceWasToThrow(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		ctx := t.Context()
		r := serveDealer(t, d)
		must, says, begin, people := r.must, r.says, r.begin, r.people
		checks := func(what, id string) {
			t.Helper()
			proof, err := r.server.office.Proof(t.Context(), r.match(id))
			must(err)
			if _, err := transcript.Read(proof.Encode(), games.ByID); err != nil {
				t.Errorf("the dice of the match %s: %v", what, err)
			}
		}
		over, runs := begin(), begin()
		_, err := r.server.office.Resign(ctx, people[0], over.ID, time.Now())
		must(err)
		offer := r.offers()
		begun, open := r.cup(true), r.cup(false)
		r.plays(runs.ID, 2)
		r.logs()
		checks("that is over", over.ID)

		r.stop()
		r.forgotten()
		says("say with --reason", "key", "lost", "dice", "--reason", " ")
		says("in one line", "key", "lost", "dice", "--reason", "a ; b")
		says("Games with new dice: 4. Games that are void: 0. Offers that have ended: 1. Tournaments that will be drawn with the new key: ", "key", "lost", "dice", "--reason", "The disk was sold.")
		says("All keys are there", "key", "check")
		says("5 matches replayed, 0 differ.", "recompute", "--check")
		if names := filesIn(t, r.config.Data); !slices.Contains(names, "lost-dice-0.key") {
			t.Errorf("the old key is gone: %q", names)
		}
		r.start()
		r.plays(runs.ID, 3)
		r.logs()
		if v := r.match(runs.ID); len(v.Match.Runs) != 2 || v.Match.Runs[0].Dice.Epoch != 1 || v.Match.Dice.Epoch != 2 {
			t.Errorf("the match that ran has the dice %+v", v.Match.Runs)
		}
		r.verified(r.file(runs.ID), "The commitment to run 0 is in the log.", "The commitment to run 1 is in the log.", "(The disk was sold.)")
		checks("that is over", over.ID)
		fixtures, err := r.server.store.Fixtures(ctx, league.Site(), begun)
		must(err)
		for _, m := range fixtures {
			mover, _ := r.match(m.ID).Match.Mover()
			_, err := r.server.office.Resign(ctx, mover, m.ID, time.Now())
			must(err)
		}
		must(r.server.office.Deliver(ctx, office.Budget{}))
		for range 2 {
			must(r.server.office.Advance(ctx))
			r.logs()
		}
		file := r.file(fixtures[0].ID)
		r.verified(file, "the dice of this match under key 1 come from it", "the dice of this match under key 2 come from it", "Key of run 1 opened")
		for what, change := range map[string][2]string{
			"of the first key":    {`"epoch": 2,`, `"epoch": 1,`},
			"of a key of before":  {`"epoch": 1,`, `"epoch": 3,`},
			"of a key from later": {`"epoch": 2,`, `"epoch": 3,`},
		} {
			forged := bytes.Replace(file, []byte(change[0]), []byte(change[1]), 1)
			if report, err := tbd2.Verify(forged, games.ByID, tbd2.Evidence{}); bytes.Equal(forged, file) || err == nil && report.Holds() {
				t.Errorf("%s: the file holds", what)
			}
		}
		if got, err := r.server.office.Offer(ctx, people[1], offer); err != nil || got.State != league.OfferWithdrawn {
			t.Errorf("the offer is %s, %v", got.State, err)
		}
		for id, says := range map[string]string{open: "so the draw comes from a new one: The disk was sold."} {
			log, err := r.server.store.TournamentLog(ctx, league.Site(), id, 0, 100)
			must(err)
			if n := len(slices.DeleteFunc(log, func(d league.Decision) bool { return !strings.Contains(d.Text, says) })); n != 1 {
				t.Errorf("the log of %s says %d times %q", id, n, says)
			}
		}
		began := r.startsCup(open)
		if len(began) != 3 {
			t.Fatalf("%d matches have begun", len(began))
		}
		checks("that was drawn with the new key", began[0].ID)

		// The command is cut short as soon as there is a new key, and the start sees to it. The reason is one that no log can hold.
		replaces := func(reason string) {
			t.Helper()
			r.stop()
			r.forgotten()
			s, lock, err := openAlone(ctx, r.config.Data, d.Server())
			must(err)
			must(errors.Join(keysIn(r.config.Data).Replace(ctx, s, secret.DiceKey, reason, false), s.Close(), lock.Close()))
		}
		cut := begin()
		replaces("It was [seen].")
		r.start()
		for len(r.match(cut.ID).Match.Runs) != 2 {
			time.Sleep(10 * time.Millisecond)
		}
		r.plays(cut.ID, 1)
		r.logs()
		if mark, err := secret.ReadLogMark(r.config.Data); err != nil || mark.Breaks != 2 {
			t.Errorf("the mark is %+v, %v", mark, err)
		}
		r.verified(r.file(cut.ID), "(The key of the dice was lost.)")

		// The files of the keys before are gone for good: what was thrown by the last of them alone is void, what has new dice goes on.
		cut = begin()
		replaces("It was seen.")
		must(os.Remove(r.config.Data + "/lost-dice-0.key"))
		must(os.Remove(r.config.Data + "/lost-dice-2.key"))
		r.start()
		for !r.match(cut.ID).Record.Next().Over() { // the start sees to it
			time.Sleep(10 * time.Millisecond)
		}
		if is := r.match(cut.ID).Record.Outcome(); is.Ending != engine.Void {
			t.Errorf("after a command that was cut short the match has come to %+v", is)
		}
		if _, err := r.server.office.Proof(t.Context(), r.match(over.ID)); league.KindOf(err) != league.NotFound {
			t.Errorf("the dice of a key that is gone can be checked: %v", err)
		}
		answer, err := http.Get(r.address + "/matches/" + over.ID)
		must(err)
		answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			t.Errorf("its page answers %s", answer.Status)
		}
		checks("of the fourth key", begin().ID)
	})
}
