package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/browser"
	"kickabout/cmd/internal/secret"
	"kickabout/engine"
	"kickabout/engine/dice/tbd2"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/play"
	"kickabout/store"
	"kickabout/store/storetest"
)

// plays makes so many moves of the first of the people in a match against a bot, each at random but always the same.
func (r dealer) plays(id string, n int) play.View {
	r.t.Helper()
	v := r.settledTurn(id)
	for range n {
		if v.Record.Next().Over() {
			r.t.Fatal("the match is over")
		}
		_, err := r.server.office.Play(r.t.Context(), r.people[0], play.Turn{
			Match: id, Seen: v.Record.Seq, Move: v.Record.Position.Random(rand.New(rand.NewPCG(1, uint64(v.Record.Seq)))), Arrived: time.Now(),
		})
		r.must(err)
		v = r.movedOn(v)
	}
	return v
}

// file fetches match.json of a match.
func (r dealer) file(id string) []byte {
	r.t.Helper()
	answer, err := http.Get(r.address + "/matches/" + id + "/match.json")
	r.must(err)
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	r.must(err)
	if answer.StatusCode != http.StatusOK {
		r.t.Fatalf("match.json answers %s: %s", answer.Status, data)
	}
	return data
}

// verified checks a file, and wants some of what is said of it.
func (r dealer) verified(file []byte, says ...string) tbd2.Report {
	r.t.Helper()
	report, err := tbd2.Verify(file, games.ByID, tbd2.Evidence{})
	r.must(err)
	if !report.Holds() {
		r.t.Errorf("the file does not hold: %s", lines(report))
	}
	for _, want := range says {
		if !strings.Contains(lines(report), want) {
			r.t.Errorf("the file does not say %q: %s", want, lines(report))
		}
	}
	return report
}

// lines is all that is said of a file, as "{proved All is well.} {WRONG ...}".
func lines(r tbd2.Report) string { return fmt.Sprint(r.Lines) }

// goesBack puts a backup in the place of the data, with the keys and what lies beside them as they are.
func (r dealer) goesBack(d storetest.Database, file string) {
	r.t.Helper()
	if d.Server() != "" {
		r.config.Database = storetest.Postgres(r.t).Server()
	} else {
		place := r.t.TempDir()
		for _, name := range filesIn(r.t, r.config.Data) {
			if strings.HasSuffix(name, ".key") || name == "log.mark" {
				text, err := os.ReadFile(filepath.Join(r.config.Data, name))
				r.must(err)
				r.must(os.WriteFile(filepath.Join(place, name), text, 0o600))
			}
		}
		r.config.Data = place
	}
	args := []string{"restore", file, "--data", r.config.Data}
	if r.config.Database != "" {
		args = append(args, "--database", r.config.Database)
	}
	text, err := printed(r.t, args...)
	r.must(err)
	if !strings.Contains(text, "kickabout key restored") {
		r.t.Errorf("kickabout restore does not say how it goes on: %s", text)
	}
}

// backedUp makes a backup.
func (r dealer) backedUp() string {
	r.t.Helper()
	place := r.t.TempDir()
	r.says(".kab holds ", "backup", "--to", place)
	files, err := filepath.Glob(filepath.Join(place, "*.kab"))
	r.must(err)
	if len(files) != 1 {
		r.t.Fatalf("there are the backups %q", files)
	}
	return files[0]
}

// logs has the log of the dice get what it lacks, which is done now and then.
func (r dealer) logs() {
	r.t.Helper()
	ctx := r.t.Context()
	for was := int64(-1); ; {
		r.must(r.server.office.DiceLog.AppendToLog(ctx)) // of two at once the slower one, which may be this, adds nothing
		size, err := r.server.store.LogSize(ctx)
		r.must(err)
		if size == was {
			return
		}
		was = size
	}
}

// faces are those of a log behind its first events.
func faces(log []engine.Event) (all []int) {
	for _, e := range log {
		for _, d := range e.Draws {
			all = append(all, d.Face)
		}
	}
	return all
}

// TestARestoredSiteMakesItsDiceAnew plays on after a backup, forgets that, and goes on: with other dice, which the file of each
// game proves.
func TestARestoredSiteMakesItsDiceAnew(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		r := serveDealer(t, d)
		defer func() { r.stop() }() // before its databases are gone
		ctx := t.Context()
		m := r.begin()
		r.plays(m.ID, 2)
		r.logs()
		backup := r.backedUp()
		kept := len(r.match(m.ID).Match.Log)
		forgotten := r.plays(m.ID, 6)
		r.begin() // it is in the log of the dice, and in no backup
		r.logs()
		r.says("All keys are there", "key", "check")
		r.stop()

		refused := func(what string) {
			t.Helper()
			_, err := r.config.open(ctx)
			if !errors.Is(err, secret.ErrKeys) || exitCode(err) != 78 || !strings.Contains(err.Error(), "run kickabout key restored --reason TEXT") {
				t.Errorf("%s it starts: %v", what, err)
			}
			r.says("run kickabout key restored", "key", "check")
			r.says("run kickabout key restored", "jobs", "run", "sweep")
			r.says("run kickabout key restored", "key", "open", "1")
		}
		r.goesBack(d, backup)
		r.forgotten()
		refused("restored")
		r.says("Say why in one line", "key", "restored", "--reason", " ")
		r.says("Say why in one line", "key", "restored", "--reason", "a ; b")
		refused("without a reason")
		r.says("Games with new dice: 1. In quarantine, with the dice that they had: 0.", "key", "restored", "--reason", "The disk broke.")
		r.says("All keys are there", "key", "check")
		r.start()

		v := r.match(m.ID)
		b := engine.Breaks(v.Record.Log)
		if len(b) != 1 || b[0].Run != 1 || b[0].Reason != "The disk broke." || len(v.Match.Runs) != 2 || b[0].Seq < kept {
			t.Fatalf("the dice were made anew %+v, behind event %d", b, kept)
		}
		r.plays(m.ID, 6)
		v = r.match(m.ID)
		n := min(len(forgotten.Record.Log), len(v.Record.Log)-1)
		if was, is := faces(forgotten.Record.Log[kept:n]), faces(v.Record.Log[kept:n]); len(was) < 5 || slices.Equal(was, is) {
			t.Errorf("forgotten were the throws %v, and they are %v", was, is)
		}
		r.logs()
		file := r.file(m.ID)
		report := r.verified(file, "The commitment to run 0 is in the log.", "The commitment to run 1 is in the log.", "(The disk broke.)")
		if report.Label != league.DiceLabel(v.Match) {
			t.Errorf("the file has the label %s, the site says %s", report.Label, league.DiceLabel(v.Match))
		}

		// What was played on is forgotten once more, by a backup that has the new dice.
		second := r.backedUp()
		r.plays(m.ID, 3)
		r.begin()
		r.logs()
		r.stop()
		r.goesBack(d, second)
		r.forgotten()
		refused("restored again")
		r.says("Games with new dice: 1.", "key", "restored", "--reason", "Again")
		r.start()
		r.plays(m.ID, 3)
		_, err := r.server.office.Resign(ctx, r.people[0], m.ID, time.Now())
		r.must(err)
		r.logs()
		file = r.file(m.ID)
		r.verified(file, "Key of run 0 opened", "Key of run 1 opened", "Key of run 2 opened", "then on ", "(Again)")
		for what, change := range map[string][2]string{
			"another reason":      {"The disk broke.", "The disk brake."},
			"another number":      {`"text": "1 The`, `"text": "2 The`},
			"no break":            {`"act": "break"`, `"act": "order"`},
			"another prior state": {`"prior": "` + digits(v.Match.Runs[1].Prior[:]), `"prior": "` + digits(v.Match.Head[:])},
		} {
			forged := bytes.Replace(file, []byte(change[0]), []byte(change[1]), 1)
			if bytes.Equal(forged, file) {
				t.Errorf("%s: there is no %q in %s", what, change[0], file)
				continue
			}
			if report, err := tbd2.Verify(forged, games.ByID, tbd2.Evidence{}); err == nil && report.Holds() {
				t.Errorf("%s: the file holds", what)
			}
		}

		// From the first backup on no run is used twice, though nothing in it knows of those.
		r.stop()
		r.goesBack(d, backup)
		r.forgotten()
		refused("restored from the first")
		r.says("Games with new dice: 1.", "key", "restored", "--reason", "From the first")
		r.start()
		r.plays(m.ID, 1)
		if v = r.match(m.ID); v.Match.Dice.Run != 3 {
			t.Errorf("run %d is thrown", v.Match.Dice.Run)
		}
		r.verified(r.file(m.ID), "From the first")
	})
}

func digits(b []byte) string { return fmt.Sprintf("%x", b) }

// TestWithoutAMarkARestoreIsNotKnown: a folder in which none lies gets one.
func TestWithoutAMarkARestoreIsNotKnown(t *testing.T) {
	r := serveDealer(t, storetest.SQLite(t))
	m := r.begin()
	r.logs()
	backup := r.backedUp()
	r.begin()
	r.logs()
	r.stop()
	r.goesBack(storetest.SQLite(t), backup)
	r.must(os.Remove(secret.LogMarkFile(r.config.Data)))
	r.start()
	if _, err := os.Stat(secret.LogMarkFile(r.config.Data)); err != nil {
		t.Errorf("there is no mark: %v", err)
	}
	r.stop()
	r.says("Games with new dice: 1.", "key", "restored", "--reason", "It was restored.") // nobody else knows
	r.start()
	r.plays(m.ID, 1)
	r.logs()
	r.verified(r.file(m.ID), "It was restored.")
}

// TestTheLogOfAnotherSiteHasEachRun exports a site whose dice were made anew: where it is imported, the log begins again, and
// proves both runs.
func TestTheLogOfAnotherSiteHasEachRun(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		r := serveDealer(t, d)
		defer func() { r.stop() }() // before its databases are gone
		m := r.begin()
		r.plays(m.ID, 2)
		r.logs()
		r.stop()
		r.forgotten()
		r.says("Games with new dice: 1.", "key", "restored", "--reason", "The disk broke.")
		file := filepath.Join(t.TempDir(), "site.jsonl")
		r.says("<nil>", "export", "--secrets", "--out", file)
		if r.config.Data = t.TempDir(); d.Server() != "" {
			r.config.Database = storetest.Postgres(t).Server()
		}
		r.says("All of it is imported.", "import", file)
		r.forgotten()
		r.start()
		r.plays(m.ID, 1)
		r.logs()
		r.verified(r.file(m.ID), "The commitment to run 0 is in the log.", "The commitment to run 1 is in the log.")
	})
}

// TestDiceAreMadeAnewWholeOrNotAtAll lets the last step fail, and the one behind it.
func TestDiceAreMadeAnewWholeOrNotAtAll(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		r := serveDealer(t, d)
		defer func() { r.stop() }() // before its databases are gone
		first, second := r.begin(), r.begin()
		r.logs()
		backup := r.backedUp()
		r.begin()
		r.logs()
		r.stop()
		r.goesBack(d, backup)
		r.forgotten()
		at := storetest.Database{URL: databaseOf(r.config.Data, r.config.Database)}
		sql := func(text string) {
			t.Helper()
			db := storetest.OpenDB(t, at)
			defer db.Close()
			r.must(db.Bare(t.Context()).Exec(text).Error)
		}
		if d.Server() == "" {
			sql("CREATE TRIGGER cut BEFORE INSERT ON dice_leaves WHEN NEW.kind = 'break' BEGIN SELECT RAISE(ABORT, 'cut'); END")
		} else {
			sql("ALTER TABLE dice_leaves ADD CONSTRAINT cut CHECK (kind <> 'break')")
		}
		r.says("adding to the log of the dice", "key", "restored", "--reason", "The disk broke.")
		s, err := store.OpenBeside(t.Context(), store.Options{URL: at.URL})
		r.must(err)
		for _, id := range []string{first.ID, second.ID} {
			m, err := s.Match(t.Context(), league.Site(), id)
			r.must(err)
			if len(m.Runs) > 0 || len(engine.Breaks(m.Log)) > 0 {
				t.Errorf("%s has the runs %+v", id, m.Runs)
			}
		}
		r.must(s.Close())
		if d.Server() == "" {
			sql("DROP TRIGGER cut")
		} else {
			sql("ALTER TABLE dice_leaves DROP CONSTRAINT cut")
		}

		mark, err := os.ReadFile(secret.LogMarkFile(r.config.Data))
		r.must(err)
		r.says("Games with new dice: 2.", "key", "restored", "--reason", "The disk broke.")
		r.must(os.WriteFile(secret.LogMarkFile(r.config.Data), mark, 0o600)) // as if it had been killed before it wrote that
		r.says("The dice were made anew already", "key", "restored", "--reason", "The disk broke.")
		r.must(os.WriteFile(secret.LogMarkFile(r.config.Data), mark, 0o600)) // as another server has it
		r.start()
		for _, id := range []string{first.ID, second.ID} {
			if n := len(r.match(id).Match.Runs); n != 2 {
				t.Errorf("%s has %d runs", id, n)
			}
			r.plays(id, 1)
			r.verified(r.file(id), "The disk broke.")
		}
	})
}

// TestThePagesSayThatDiceWereMadeAnew of a game, and of the site; and the script of the page checks both runs, and finds what a
// forger changes.
func TestThePagesSayThatDiceWereMadeAnew(t *testing.T) {
	d := storetest.SQLite(t)
	r := serveDealer(t, d)
	m := r.begin()
	r.plays(m.ID, 2)
	r.logs()
	backup := r.backedUp()
	r.plays(m.ID, 2)
	r.begin()
	r.logs()
	r.stop()
	r.goesBack(d, backup)
	r.says("Games with new dice: 1.", "key", "restored", "--reason", "The disk broke.")
	r.start()
	r.plays(m.ID, 3)
	_, err := r.server.office.Resign(t.Context(), r.people[0], m.ID, time.Now())
	r.must(err)

	p := browser.Start(t).NewPage(t, browser.Options{})
	p.Open(r.address + "/dice")
	for _, want := range []string{"were made anew 1 time by whoever runs this site", "1 game: The disk broke."} {
		if text := browser.Eval[string](p, `document.body.innerText`); !strings.Contains(text, want) {
			t.Errorf("the page about the dice does not say %q: %s", want, text)
		}
	}
	p.Open(r.address + "/matches/" + m.ID)
	if text := browser.Eval[string](p, `document.body.textContent`); !strings.Contains(text, "The dice were made anew on "+time.Now().UTC().Format("2 January 2006")+": The disk broke.") {
		t.Errorf("the page of the game does not say why its dice were made anew: %s", text)
	}
	if shots := os.Getenv("SHOTS"); shots != "" {
		p.ScreenshotWhole(filepath.Join(shots, "match.png"))
	}
	browser.Eval[bool](p, `(import("/static/proof.js").then(m => window.verify = m.verify), true)`)
	p.WaitUntil(`!!window.verify`)
	file := string(r.file(m.ID))
	for change, want := range map[string]string{
		``: "The dice were made anew on",
		`p.log.find(e => e.act === "break").text = p.log.find(e => e.act === "break").text.replace("broke", "brake")`: "does not hold",
		`p.runs[1].prior = p.runs[1].head`:                  "does not hold",
		`p.runs[1].base++`:                                  "does not hold",
		`p.runs.pop(); p.opened.pop()`:                      "does not hold",
		`p.opened[1] = p.opened[0]`:                         "does not hold",
		`p.opened.pop()`:                                    "does not hold",
		`p.runs.push({...p.runs[1], run: 2})`:               "does not hold",
		`p.log.find(e => e.act === "break").act = "resign"`: "does not hold",
	} {
		if got := browser.Eval[string](p, `(() => { const p = `+file+`; `+change+`; return window.verify(p).sentence })()`); !strings.Contains(got, want) {
			t.Errorf("%s: %s", change, got)
		}
	}
}

// TestWhatBeginsOnceMoreAfterARestoreHasOtherDice: a fixture, and an offer that was open in the backup, had begun in what is
// forgotten, and their players have seen throws.
func TestWhatBeginsOnceMoreAfterARestoreHasOtherDice(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		r := serveDealer(t, d)
		defer func() { r.stop() }() // before its databases are gone
		ctx := t.Context()
		cup, offer := r.cup(false), r.offers()
		r.logs()
		backup := r.backedUp()
		was := r.startsCup(cup)
		_, err := r.server.office.Accept(ctx, r.people[0], offer, "", false, time.Now())
		r.must(err)
		r.logs()
		throws := func(id string) []int {
			v := r.match(id)
			for range 8 { // both players, as they are on turn
				if v.Record.Next().Over() {
					break
				}
				mover, ok := v.Match.Mover()
				if !ok {
					break
				}
				_, err := r.server.office.Play(ctx, mover, play.Turn{
					Match: id, Seen: v.Record.Seq, Move: v.Record.Position.Random(rand.New(rand.NewPCG(1, uint64(v.Record.Seq)))), Arrived: time.Now(),
				})
				r.must(err)
				v = r.match(id)
			}
			return faces(v.Record.Log)
		}
		seen := map[string][]int{}
		for _, m := range was {
			seen[m.Fixture] = throws(m.ID)
		}
		r.stop()
		r.goesBack(d, backup)
		r.forgotten()
		r.says("Open offers that have ended: 1.", "key", "restored", "--reason", "The disk broke.")
		r.start()
		if _, err := r.server.office.Accept(ctx, r.people[0], offer, "", false, time.Now()); err == nil {
			t.Error("an offer of before begins with dice that were seen")
		}
		begun := r.startsCup(cup)
		r.logs()
		for _, m := range begun {
			is := throws(m.ID)
			if len(is) < 5 || slices.Equal(is, seen[m.Fixture]) {
				t.Errorf("fixture %s threw %v, and throws %v", m.Fixture, seen[m.Fixture], is)
			}
			r.verified(r.file(m.ID), "How often the dice of the site had been made anew before this match began: 1.", "The commitment to run 0 is in the log.")
		}

		// Elsewhere, what begins has dice of its own, too.
		r.stop()
		r.forgotten()
		file := filepath.Join(t.TempDir(), "site.jsonl")
		r.says("<nil>", "export", "--secrets", "--out", file)
		if text, err := printed(t, "verify", file); err != nil || !strings.Contains(text, "The file is whole.") {
			t.Errorf("the export verifies as %q, %v", text, err)
		}
		if r.config.Data = t.TempDir(); d.Server() != "" {
			r.config.Database = storetest.Postgres(t).Server()
		}
		r.says("All of it is imported.", "import", file)
		r.forgotten()
		r.start()
		next := r.startsCup(r.cup(false))
		r.verified(r.file(next[0].ID), "How often the dice of the site had been made anew before this match began: 1.")
	})
}
