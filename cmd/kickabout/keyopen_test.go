package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/secret"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/store/storetest"
)

// TestAKeyOfTheDiceIsOpenedOnceAllIsOverThatItHasDealt: before that the command says what goes on; from then on the files of its
// games prove that nothing was picked, and nothing is thrown with it any more.
func TestAKeyOfTheDiceIsOpenedOnceAllIsOverThatItHasDealt(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		ctx := t.Context()
		r := serveDealer(t, d)
		runs, offer, begun := r.begin(), r.offers(), r.cup(true)
		fixtures, err := r.server.store.Fixtures(ctx, league.Site(), begun)
		r.must(err)
		r.plays(runs.ID, 2)
		r.logs()
		if d.Server() == "" {
			r.says("another server is running", "key", "open", "1")
		} else {
			r.says("a server has served this database", "key", "open", "1")
		}
		r.stop()
		r.forgotten()
		r.says("Key 1 of the dice is the present one", "key", "open", "1")
		r.says("There is a new dice key.", "key", "rotate", "dice")
		r.says("The log of the dice has no key 7", "key", "open", "7")
		r.says("Key 2 of the dice is the present one", "key", "open", "2")
		r.says("Games that go on: 4. Games in quarantine: 0. Open offers: 1. Tournaments that are not over: 4.", "key", "open", "1")

		r.start()
		_, err = r.server.office.Resign(ctx, r.people[0], runs.ID, time.Now())
		r.must(err)
		_, err = r.server.office.Withdraw(ctx, r.people[1], offer)
		r.must(err)
		for _, m := range fixtures {
			mover, _ := r.match(m.ID).Match.Mover()
			_, err := r.server.office.Resign(ctx, mover, m.ID, time.Now())
			r.must(err)
		}
		r.must(r.server.office.Deliver(ctx, office.Budget{}))
		for range 2 {
			r.must(r.server.office.Advance(ctx))
			r.logs()
		}
		newer := r.begin()
		r.stop()
		r.forgotten()
		r.says("Games that go on: 0. Games in quarantine: 0. Open offers: 0. Tournaments that are not over: 3.", "key", "open", "1")
		db := storetest.OpenDB(t, storetest.Database{URL: databaseOf(r.config.Data, r.config.Database)})
		r.must(db.Bare(ctx).Exec("UPDATE tournaments SET state = 'cancelled', ended_ms = changed_ms WHERE competition <> '' AND rolling = 0").Error)
		r.must(db.Close()) // as if what the site has announced by itself had been played, some weeks later
		r.says("Key 1 of the dice is open:", "key", "open", "1")
		r.says("Key 1 of the dice has been open since ", "key", "open", "1")
		r.says("All keys are there", "key", "check")
		list, err := printed(t, r.args("key", "list")...)
		r.must(err)
		for _, line := range strings.Split(list, "\n") {
			fields := strings.Fields(line)
			if len(fields) == 0 || fields[0] == "KEY" {
				continue
			}
			if open := fields[len(fields)-1] != "-"; open != (fields[0] == "dice-1") {
				t.Errorf("the keys are listed as %q", list)
			}
		}

		r.start()
		r.plays(newer.ID, 1)
		r.logs()
		const open = "Key 1 of the dice has been open since "
		r.verified(r.file(runs.ID), "{proved "+open, "all dice of this match come from it")
		r.verified(r.file(fixtures[0].ID), "{proved "+open, "{proved The key of the tournament has been open since ")
		if report := r.verified(r.file(newer.ID)); len(report.Lines) == 0 || strings.Contains(lines(report), "has been open since") {
			t.Errorf("of a game of another key is said %s", lines(report))
		}
		for id, deals := range map[string]bool{runs.ID: false, newer.ID: true} {
			m := r.match(id).Match
			if _, opens := r.server.ring.Dice.Opens(m.Dice, m.GID); r.server.ring.Dice.Deals(m.GID, m.Dice) != deals || !opens {
				t.Errorf("what %s was dealt by deals: %v", id, !deals)
			}
		}
		key, err := os.ReadFile(secret.File(r.config.Data, "dice-1"))
		r.must(err)
		answer, err := http.Get(r.address + "/dice")
		r.must(err)
		defer answer.Body.Close()
		page, err := io.ReadAll(answer.Body)
		r.must(err)
		for _, want := range []string{"Opened on ", "The key itself: <code>" + strings.TrimSpace(string(key))} {
			if strings.Count(string(page), want) != 1 {
				t.Errorf("the page about the dice says %d times %q", strings.Count(string(page), want), want)
			}
		}
		r.opensElsewhere(runs, fixtures[0], newer)
	})
}

// opensElsewhere imports the site into another one, where its open key is as open, and its games prove it.
func (r dealer) opensElsewhere(outside, fixture, newer league.Match) {
	r.t.Helper()
	page := func() string {
		answer, err := http.Get(r.address + "/dice")
		r.must(err)
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		r.must(err)
		_, opened, _ := strings.Cut(string(text), "Opened on ")
		opened, _, _ = strings.Cut(opened, "</code>")
		return opened
	}
	was := page()
	r.stop()
	r.forgotten()
	file := filepath.Join(r.t.TempDir(), "site.jsonl")
	r.says("<nil>", "export", "--secrets", "--out", file)
	text, err := os.ReadFile(file)
	r.must(err)
	forged := filepath.Join(r.t.TempDir(), "forged.jsonl")
	present, err := os.ReadFile(secret.File(r.config.Data, "dice"))
	r.must(err)
	former, err := os.ReadFile(secret.File(r.config.Data, "dice-1"))
	r.must(err)
	_, body, _ := bytes.Cut(text, []byte("\n{\"type\":\"opened_key\""))
	line, _, _ := bytes.Cut(body, []byte("\n"))
	changed := bytes.Replace(text, line, bytes.Replace(line, bytes.TrimSpace(former), bytes.TrimSpace(present), 1), 1)
	r.must(os.WriteFile(forged, resealed(changed), 0o600))
	if r.config.Data = r.t.TempDir(); r.config.Database != "" {
		r.config.Database = storetest.Postgres(r.t).Server()
	}
	r.says("This is not key 1 of the dice of this site, or it is the present one", "import", forged)
	r.says("All of it is imported.", "import", file)
	r.forgotten()
	list, err := printed(r.t, r.args("key", "list")...)
	r.must(err)
	for _, l := range strings.Split(list, "\n") {
		if f := strings.Fields(l); len(f) > 0 && f[0] == "dice-1" && f[len(f)-1] == "-" {
			r.t.Errorf("the imported keys are listed as %q", list)
		}
	}
	r.start()
	r.logs()
	m := r.match(outside.ID).Match
	if _, opens := r.server.ring.Dice.Opens(m.Dice, m.GID); r.server.ring.Dice.Deals(m.GID, m.Dice) || !opens {
		r.t.Error("a key that was opened elsewhere deals here")
	}
	if epoch, _, _ := r.server.ring.Dice.Committed(1, 0); epoch != 2 {
		r.t.Errorf("what was made in epoch 1 is dealt by key %d", epoch)
	}
	r.verified(r.file(outside.ID), "{proved Key 1 of the dice has been open since ", "all dice of this match come from it")
	r.verified(r.file(fixture.ID), "{proved Key 1 of the dice has been open since ", "{proved The key of the tournament has been open since ")
	if report := r.verified(r.file(newer.ID)); strings.Contains(lines(report), "has been open since") {
		r.t.Errorf("of a game of another key is said %s", lines(report))
	}
	if is := page(); is != was || is == "" {
		r.t.Errorf("the page about the dice says %q of the open key, and elsewhere %q", is, was)
	}
}

// resealed returns the lines of an export with the last line that they must have.
func resealed(text []byte) []byte {
	body := text[:bytes.LastIndexByte(text[:len(text)-1], '\n')+1]
	return fmt.Appendf(body, "{\"type\":\"end\",\"lines\":%d,\"sha256\":\"%x\"}\n", bytes.Count(body, []byte("\n")), sha256.Sum256(body))
}
