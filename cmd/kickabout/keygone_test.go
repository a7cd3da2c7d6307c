package main

import (
	"errors"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/secret"
	"kickabout/engine"
	"kickabout/engine/dice/anchor"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/store/storetest"
)

// loses takes the file of a key away from a site that stands still: it does not start and says what can be done, and the command
// that it names gives the key up.
func (r dealer) loses(name, command, says string) {
	r.t.Helper()
	r.must(os.Remove(secret.File(r.config.Data, name)))
	before := filesIn(r.t, r.config.Data)
	_, err := r.config.open(r.t.Context())
	if !errors.Is(err, secret.ErrKeys) || exitCode(err) != 78 {
		r.t.Fatalf("without the %s key it starts: %v", name, err)
	}
	for _, want := range []string{"the " + name + " key is missing: the data was made with the key ", "kickabout key import FILE", command + " --reason TEXT"} {
		if !strings.Contains(err.Error(), want) {
			r.t.Errorf("it does not start and does not say %q: %v", want, err)
		}
	}
	if after := filesIn(r.t, r.config.Data); !slices.Equal(before, after) {
		r.t.Errorf("a start that was refused has made of %q %q", before, after)
	}
	r.says("the "+name+" key is missing", "key", "check")
	r.says(says, append(strings.Fields(command)[1:], "--reason", "The disk broke.")...)
	r.says("All keys are there", "key", "check")
}

// uncheckable wants a match to be over without a result, and its file to be refused with a sentence.
func (r dealer) uncheckable(id string, ends engine.Ending) {
	r.t.Helper()
	if is := r.match(id).Record.Outcome(); is.Ending != ends {
		r.t.Errorf("the match %s has come to %+v", id, is)
	}
	answer, err := http.Get(r.address + "/matches/" + id + "/match.json")
	r.must(err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	r.must(err)
	if answer.StatusCode != http.StatusNotFound || !strings.Contains(string(text), "The key that these dice came from was lost, so nobody can check them any more.") {
		r.t.Errorf("its file answers %s: %s", answer.Status, text)
	}
}

// TestASiteGoesOnWithoutTheKeyOfItsDice deletes the file of a key of the dice, of which there is no copy, while matches of all kinds
// run: nobody could ever check what it has thrown, so they are void, and all that has another key goes on.
func TestASiteGoesOnWithoutTheKeyOfItsDice(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		ctx := t.Context()
		r := serveDealer(t, d)
		over, runs, offer, begun, open := r.begin(), r.begin(), r.offers(), r.cup(true), r.cup(false)
		_, err := r.server.office.Resign(ctx, r.people[0], over.ID, time.Now())
		r.must(err)
		r.plays(runs.ID, 2)
		r.logs()
		fixtures, err := r.server.store.Fixtures(ctx, league.Site(), begun)
		r.must(err)
		r.stop()
		r.forgotten()
		r.loses("dice", "kickabout key lost dice", "Games with new dice: 0. Games that are void: 4. Offers that have ended: 1. Tournaments that will be drawn with the new key: ")

		r.start()
		r.logs()
		for _, m := range append(fixtures, runs) {
			r.uncheckable(m.ID, engine.Void)
		}
		r.uncheckable(over.ID, engine.Resignation)
		if got, err := r.server.office.Offer(ctx, r.people[1], offer); err != nil || got.State != league.OfferWithdrawn {
			t.Errorf("the offer is %s, %v", got.State, err)
		}
		for id, says := range map[string]string{begun: "so running games are void: The disk broke.", open: "so the draw comes from a new one: The disk broke."} {
			log, err := r.server.store.TournamentLog(ctx, league.Site(), id, 0, 100)
			r.must(err)
			if n := len(slices.DeleteFunc(log, func(d league.Decision) bool { return !strings.Contains(d.Text, says) })); n != 1 {
				t.Errorf("the log of %s says %d times %q", id, n, says)
			}
		}
		lost, err := r.server.store.LastLeaves(ctx, anchor.Lost, 10)
		r.must(err)
		if len(lost) != 1 {
			t.Fatalf("the log says %d times that a key is lost", len(lost))
		}
		if said, ok := tbd2.ReadLeaf(lost[0].Data); !ok || said.Reason != "The disk broke." || lost[0].Number != 1 {
			t.Errorf("the log says of key %d %+v", lost[0].Number, said)
		}
		drawn := r.startsCup(open)[0]
		kept := r.begin()
		r.plays(kept.ID, 2)
		r.logs()
		for _, id := range []string{kept.ID, drawn.ID} {
			r.verified(r.file(id), "The commitment to run 0 is in the log.")
			if epoch := r.match(id).Match.Dice.Epoch; epoch != 2 {
				t.Errorf("%s has key %d", id, epoch)
			}
		}

		r.stop()
		r.forgotten()
		r.says("There is a new dice key.", "key", "rotate", "dice")
		r.start()
		newer := r.begin()
		r.plays(newer.ID, 1)
		r.logs()
		r.stop()
		r.forgotten()
		r.loses("dice-2", "kickabout key lost dice --epoch 2", "Games with new dice: 0. Games that are void: 4. ")
		r.start()
		for _, id := range []string{kept.ID, drawn.ID} {
			r.uncheckable(id, engine.Void)
		}
		r.plays(newer.ID, 2)
		r.logs()
		r.verified(r.file(newer.ID), "The commitment to run 0 is in the log.")
		if m := r.match(newer.ID).Match; m.Dice.Epoch != 3 || len(m.Runs) > 0 {
			t.Errorf("what has another key goes on with %+v, and the runs %+v", m.Dice, m.Runs)
		}
	})
}
