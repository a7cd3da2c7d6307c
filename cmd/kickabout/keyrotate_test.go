package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/secret"
	"kickabout/engine/dice/tbd2"
	"kickabout/engine/games"
	"kickabout/league"
	membersleague "kickabout/league/members"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/league/tournaments"
	"kickabout/store/storetest"
)

// A dealer is a server whose keys a test changes, with three people who play.
type dealer struct {
	*running
	people []league.Player
}

// serveDealer starts a server over a database, and signs the people up.
func serveDealer(t *testing.T, d storetest.Database) dealer {
	t.Helper()
	r := dealer{running: &running{t: t, config: serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0", NoDemo: true, Database: d.Server()}}}
	r.start()
	t.Cleanup(func() { r.stop() }) // of the server that there is then
	for _, name := range []string{"Ann", "Bob", "Cleo"} {
		p, _, err := r.server.office.SignUp(t.Context(), membersleague.Credentials{Name: name, Password: secretWords})
		r.must(err)
		r.people = append(r.people, p)
	}
	return r
}

func (r dealer) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// args are those of a command on the site.
func (r dealer) args(args ...string) []string {
	if args = append(args, "--data", r.config.Data); r.config.Database != "" {
		args = append(args, "--database", r.config.Database)
	}
	return args
}

// says runs a command on the site, and wants something among what it prints or fails with.
func (r dealer) says(want string, args ...string) {
	r.t.Helper()
	args = r.args(args...)
	text, err := printed(r.t, args...)
	if text += fmt.Sprint(err); !strings.Contains(text, want) {
		r.t.Errorf("%v says %q, want %q", args, text, want)
	}
}

// begin begins a match of the first of the people against a bot.
func (r dealer) begin() league.Match {
	r.t.Helper()
	o := r.server.office
	m, err := o.Begin(r.t.Context(), r.people[0], play.Proposal{Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "bot:random", Kickoff: "me", Control: "live"})
	r.must(err)
	return m
}

// TestWhatIsThereGoesOnWithTheKeyOfTheDiceThatItHas rotates the key of the dice while a game and a tournament are played: they go on
// and end with their key, what begins has the new one, the log says so, and an export takes all keys along.
func TestWhatIsThereGoesOnWithTheKeyOfTheDiceThatItHas(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		ctx := t.Context()
		r := serveDealer(t, d)
		must, says, begin, people := r.must, r.says, r.begin, r.people
		o := r.server.office
		cup, err := o.CreateTournament(ctx, people[0], tournaments.TournamentProposal{
			Reservation: o.ReserveTournament(), Name: "Cup", Format: "roundrobin", Rules: "streetsoccer/lg", Places: "4", Cycles: "1", Control: "lg",
			Start: tournaments.StartOrganiser, Playing: true,
		})
		must(err)
		for _, p := range people[1:] {
			must(o.EnterTournament(ctx, p, cup.ID))
		}
		runs := begin()
		must(o.DiceLog.AppendToLog(ctx))
		r.stop()
		r.forgotten()
		says("There is a new dice key.", "key", "rotate", "dice", "--reason", "yearly")
		says("All keys are there", "key", "check")
		says("dice-1 ", "key", "list")
		key := secret.File(r.config.Data, "dice-1")
		must(os.Rename(key, key+".aside"))
		says("the dice-1 key is missing", "key", "check")
		must(os.Rename(key+".aside", key))
		r.start()
		o = r.server.office

		// checks has the dice of a match checked by its file, and says of which key they are.
		checks := func(id string) (epoch uint32, text string) {
			t.Helper()
			v := r.match(id)
			file, err := o.Proof(ctx, v)
			must(err)
			p := file.(tbd2.Proof)
			p.Anchors, err = o.DiceLog.Anchors(ctx, v.Match, 0)
			must(err)
			report, err := tbd2.Verify(p.Encode(), games.ByID, tbd2.Evidence{})
			must(err)
			for _, l := range report.Lines {
				text += string(l.Verdict) + ": " + l.Text + "\n"
			}
			if !report.Holds() {
				t.Errorf("match %s does not hold:\n%s", id, text)
			}
			return p.Epoch, text
		}
		move := func(id string) {
			t.Helper()
			v := r.match(id)
			if side, ok := v.Match.Mover(); !ok || side.ID != people[0].ID {
				return
			}
			_, err := o.Play(ctx, people[0], play.Turn{Match: id, Seen: v.Record.Seq, Move: v.Record.Position.Random(rand.New(rand.NewPCG(1, 2))), Arrived: time.Now()})
			must(err)
		}
		move(runs.ID)
		if epoch, _ := checks(runs.ID); epoch != 1 {
			t.Errorf("the game that ran has key %d", epoch)
		}
		if epoch, _ := checks(begin().ID); epoch != 2 {
			t.Errorf("a game that begins has key %d", epoch)
		}
		must(o.StartTournament(ctx, people[0], cup.ID))
		must(o.Deliver(ctx, office.Budget{}))
		matches, err := r.server.store.Fixtures(ctx, league.Site(), cup.ID)
		must(err)
		for _, m := range matches {
			mover, _ := r.match(m.ID).Match.Mover()
			_, err := o.Resign(ctx, mover, m.ID, time.Now())
			must(err)
		}
		must(o.Deliver(ctx, office.Budget{}))
		for range 2 {
			must(o.Advance(ctx))
			must(o.DiceLog.AppendToLog(ctx))
		}
		for _, m := range matches {
			if epoch, text := checks(m.ID); epoch != 1 || !strings.Contains(text, "proved: The key of the tournament has been open") {
				t.Errorf("a game of the tournament of before has key %d:\n%s", epoch, text)
			}
		}
		over, err := o.DiceLog.Overview(ctx)
		must(err)
		if keys := over.Log.Keys; over.Epochs != 2 || len(keys) != 2 || keys[0].Epoch != 2 || keys[1].Epoch != 1 || !keys[1].Lost.IsZero() {
			t.Errorf("%d keys are told as %+v", over.Epochs, keys)
		}
		r.stop()
		r.forgotten()

		file := filepath.Join(t.TempDir(), "site.jsonl")
		says("<nil>", "export", "--secrets", "--out", file)
		elsewhere := t.TempDir()
		if _, err := printed(t, "import", file, "--data", elsewhere); err != nil {
			t.Fatal(err)
		}
		if names := filesIn(t, elsewhere); !slices.Contains(names, "dice-1.key") {
			t.Errorf("elsewhere there are %q", names)
		}
		if text, err := printed(t, "key", "check", "--data", elsewhere); err != nil {
			t.Errorf("elsewhere: %s%v", text, err)
		}

		says("Games with new dice: 1. Games that are void: 0. ", "key", "lost", "dice", "--epoch", "1", "--reason", "It was seen.")
		says("no key 1 of the dice deals", "key", "lost", "dice", "--epoch", "1", "--reason", "It was seen.")
		if names := filesIn(t, r.config.Data); !slices.Contains(names, "lost-dice-0.key") || slices.Contains(names, "dice-1.key") {
			t.Errorf("there are %q", names)
		}
		r.start()
		o = r.server.office
		checks(matches[0].ID)
		if v := r.match(runs.ID); v.Match.Dice.Run != 1 || v.Match.Dice.Epoch != 2 {
			t.Errorf("a game goes on with the dice %+v", v.Match.Dice)
		}
		checks(runs.ID)
	})
}
