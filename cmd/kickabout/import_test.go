package main

import (
	"bufio"
	"bytes"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/archive"
	deskleague "kickabout/league/desk"
	"kickabout/league/play"
	"kickabout/league/tournaments"
	"kickabout/store/storetest"
)

// organise lets members organise a tournament of each kind, the first of them by herself, play
// some to their end, and leave what else organisers leave: drafts, words, roles, somebody who
// cheated.
func (s *stillSite) organise(people ...league.Player) {
	ctx, o, ann := s.t.Context(), s.office, people[0]
	open := func(format string, with func(*tournaments.TournamentProposal)) string {
		p := tournaments.TournamentProposal{
			Reservation: o.ReserveTournament(), Name: "A " + format, Format: format, Rules: "streetsoccer/lg", Places: "8", Cycles: "1",
			Control: "lg", Start: tournaments.StartOrganiser,
		}
		with(&p)
		cup, err := o.CreateTournament(ctx, ann, p)
		s.must(err)
		return cup.ID
	}
	desk := func(id string, f deskleague.DeskForm) {
		s.must(o.AtDesk(ctx, ann, id, f))
		s.deliver()
	}

	swiss := open("swiss", func(p *tournaments.TournamentProposal) { p.Set("rounds", "3") })
	for _, p := range people[:5] { // somebody has a bye in each round
		s.must(o.EnterTournament(ctx, p, swiss))
	}
	s.must(o.StartTournament(ctx, ann, swiss))
	s.giveUp(swiss)

	private := open("knockout", func(p *tournaments.TournamentProposal) {
		p.Password, p.Directors = "a word", people[1].Name
		p.Tick("private", true)
	})
	for _, p := range people[1:6] {
		desk(private, deskleague.DeskForm{Act: "invite", Player: p.Name, Text: "come"})
		s.must(o.EnterWith(ctx, p, private, "a word"))
	}
	desk(private, deskleague.DeskForm{Act: "ban", Player: people[6].Name, Text: "was rude"})
	s.must(o.StartTournament(ctx, ann, private))
	desk(private, deskleague.DeskForm{Act: "pause", Text: "a storm"})
	desk(private, deskleague.DeskForm{Act: "resume"})
	s.giveUp(private)

	teams := open("teams", func(p *tournaments.TournamentProposal) { p.Places = "3" })
	for i, name := range []string{"Night Owls", "Larks", "Robins"} {
		captain := people[4*i]
		s.must(o.InTeam(ctx, captain, teams, tournaments.TeamForm{Act: "found", Name: name}))
		v, err := o.Tournament(ctx, league.Site(), teams)
		s.must(err)
		team, _ := v.Tournament.Entrant(captain.ID)
		for _, p := range people[4*i+1 : 4*i+4] {
			s.must(o.InTeam(ctx, p, teams, tournaments.TeamForm{Act: "ask", Team: team.Team}))
			s.must(o.InTeam(ctx, captain, teams, tournaments.TeamForm{Act: "take", Team: team.Team, Player: p.ID}))
		}
	}
	s.must(o.StartTournament(ctx, ann, teams))

	_, err := o.SaveDraft(ctx, ann, "", "A draft", "name=A+draft")
	s.must(err)
	_, err = o.Propose(ctx, people[1], play.Proposal{Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: ann.Name, Kickoff: league.KickoffLot, Control: "lg"})
	s.must(err)
	_, err = o.Propose(ctx, ann, play.Proposal{Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Kickoff: league.KickoffLot, Control: "lg", Slots: "2", Legs: "2"})
	s.must(err)
	s.must(o.Rate(ctx))
	s.now = s.now.Add(time.Minute)
	s.must(expelled(ctx, o, people[3].Name, "was two people"))
	s.deliver()
	s.must(o.RecordHeartbeat(ctx)) // and then there was an outage
	s.now = s.now.Add(20 * time.Minute)
	s.must(o.RecordHeartbeat(ctx))
}

// giveUp plays a tournament to its end: in each match the first player gives up.
func (s *stillSite) giveUp(id string) {
	s.t.Helper()
	for range 20 {
		v, err := s.office.Tournament(s.t.Context(), league.Site(), id)
		s.must(err)
		if v.Tournament.State == league.Finished {
			return
		}
		for _, m := range v.Matches {
			if m.State.ToMove != engine.NoSide {
				_, err := s.office.Resign(s.t.Context(), m.Seats[0].Player, m.ID, s.now)
				s.must(err)
				s.deliver()
			}
		}
		s.deliver()
	}
	s.t.Fatalf("tournament %s does not end", id)
}

// published is the schema that the program prints, with the names of the kinds of lines in it.
func published(t *testing.T) (lines *jsonschema.Schema, kinds []string) {
	t.Helper()
	out, complaint, code := kickabout(t, "", "export", "--schema")
	if code != 0 {
		t.Fatal(complaint)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("lines.json", doc); err != nil {
		t.Fatal(err)
	}
	lines, err = c.Compile("lines.json")
	if err != nil {
		t.Fatal(err)
	}
	return lines, slices.Sorted(maps.Keys(doc.(map[string]any)["$defs"].(map[string]any)))
}

// toTheSchema holds every line of every kind of export against the published schema.
func toTheSchema(t *testing.T, folder string, now time.Time) {
	lines, kinds := published(t)
	s := &stillSite{t: t, folder: folder, url: folder + "/kickabout.db", now: now}
	db := storetest.OpenDB(t, storetest.Database{URL: s.url}) // a site that was there before a rule changed
	s.must(db.Bare(t.Context()).Exec("INSERT INTO rule_days (rule, from_ms) VALUES ('ladder', 1)").Error)
	s.must(db.Bare(t.Context()).Exec("INSERT INTO dice_breaks (n) VALUES (1)").Error)
	s.must(db.Bare(t.Context()).Exec("INSERT INTO opened_keys (epoch, key, opened_ms) VALUES (1, ?, 1)", make([]byte, 32)).Error)
	s.must(db.Bare(t.Context()).Exec("INSERT INTO closed_addresses (player_id, hash, at_ms) SELECT id, ?, 1 FROM players LIMIT 1", make([]byte, 32)).Error)
	s.must(db.Close())
	s.open()
	files := s.exports()
	s.close()
	files["the site"] = export(t, folder+"/schema.jsonl", "--secrets", "--data", folder)
	var damaged bytes.Buffer // none of these is
	w := archive.NewWriter(&damaged, archive.Header{Holds: archive.Site})
	w.Object(archive.Damaged{Type: archive.DamagedLine, Match: "m", Reason: "event 2 is not what was written"})
	w.Object(archive.Anchors{Type: archive.AnchorsLine, Checkpoint: "league.example\n1\n", Leaves: []archive.Leaf{{Data: "00", Proof: []string{}}}}) // of a site that was served: see exportlog_test.go
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	files["a site with a damaged game"] = damaged.Bytes()
	seen := map[string]int{}
	for name, file := range files {
		for line := range bytes.Lines(file) {
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
			if err == nil {
				err = lines.Validate(doc)
			}
			if err != nil {
				t.Fatalf("the export of %s is not as its schema says: %v\n%s", name, err, line)
			}
			kind := doc.(map[string]any)["type"].(string)
			seen[kind]++
		}
	}
	for _, kind := range kinds {
		if seen[kind] == 0 {
			t.Errorf("there was no line of type %q", kind)
		}
	}
	if seen["match"] < 200 || seen["decision"] < 500 {
		t.Errorf("only %v were looked at", seen)
	}
}

// target is where an import goes: a database, and the folder for the keys.
type target struct {
	t    *testing.T
	db   storetest.Database
	data string
}

// newTarget is an empty database of an engine.
func newTarget(t *testing.T, engine string) target {
	t.Helper()
	data := t.TempDir()
	if engine == "postgres" {
		return target{t, storetest.Postgres(t), data}
	}
	return target{t, storetest.Database{Name: "sqlite", URL: filepath.Join(data, "kickabout.db")}, data}
}

// args are those of a command.
func (to target) args(words ...string) []string {
	words = append(words, "--data", to.data)
	if to.db.Name == "postgres" {
		words = append(words, "--database", to.db.URL)
	}
	return words
}

// fresh are the rows of a database into which nothing was written.
func fresh(t *testing.T, engine string) map[string][]string {
	t.Helper()
	to := newTarget(t, engine)
	storetest.Open(t, to.db)
	return to.rows()
}

// rows are all that is in the database, by table, but for what is about the database itself and the files
// beside it; no table is there that is empty.
func (to target) rows() map[string][]string {
	all := contents(to.t, to.db)
	maps.DeleteFunc(all, func(_ string, rows []string) bool { return len(rows) == 0 })
	delete(all, "site")
	delete(all, "keys")
	return all
}

// lived is what an import came to.
type lived struct {
	out             string
	checked, killed bool
	check, write    time.Duration // how long it checked and wrote
}

// plain builds the program as it is shipped. Its imports are looked at by the rows and keys that
// they leave, and most of their time is hashing; under the race detector an import runs within
// TestExports itself.
func plain(t *testing.T) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), "kickabout")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("the program does not build: %v\n%s", err, out)
	}
	return program
}

// live runs an import as a program of its own. It is killed so long after its start, or after
// all was checked; if the time is negative, never.
func (to target) live(program, file string, fromStart, fromChecked time.Duration) (l lived) {
	to.t.Helper()
	cmd := exec.Command(program, to.args("import", file)...)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		to.t.Fatal(err)
	}
	kill := func(after time.Duration) {
		if after >= 0 {
			defer time.AfterFunc(after, func() { cmd.Process.Kill() })
		}
	}
	began := time.Now()
	kill(fromStart)
	said := bufio.NewReader(stdout)
	first, _ := said.ReadString('\n')
	l.check, l.checked = time.Since(began), strings.HasSuffix(first, "throws checked.\n")
	if l.checked {
		kill(fromChecked)
	}
	rest, _ := io.ReadAll(said)
	l.out, l.write = first+string(rest), time.Since(began)-l.check
	if err := cmd.Wait(); err != nil {
		l.killed = cmd.ProcessState.ExitCode() == -1
		l.out += complaint.String()
	}
	return l
}

// killedInTheMiddle kills imports at moments of all kinds: each time the same import, begun again,
// makes the site that one makes which nobody kills.
func killedInTheMiddle(t *testing.T, program, folder string) {
	file := filepath.Join(folder, "killed.jsonl")
	export(t, file, "--secrets", "--data", folder)
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		model := newTarget(t, d.Name)
		calm := model.live(program, file, -1, -1)
		want, none := model.rows(), fresh(t, d.Name)
		if !calm.checked || !strings.Contains(calm.out, "All of it is imported.") || len(want) < 20 {
			t.Fatalf("without a kill: %s, %d tables", calm.out, len(want))
		}
		r := rand.New(rand.NewPCG(1, 2))
		some := func(most time.Duration) time.Duration { return time.Duration(r.Int64N(int64(most))) }
		early, middle, enough := 0, 0, max(1, enginetest.Size(10))
		for try := 0; (early < enough || middle < enough) && try < 40*enough; try++ {
			to := newTarget(t, d.Name)
			fromStart, fromChecked := time.Duration(-1), some(calm.write/2) // the other half is for the end
			if early < enough && try%2 == 0 {
				fromStart, fromChecked = some(calm.check), -1
			}
			l := to.live(program, file, fromStart, fromChecked)
			switch {
			case !l.killed:
				continue // it was faster
			case !l.checked:
				early++
				if rows := to.rows(); len(rows) > 0 && !reflect.DeepEqual(rows, none) {
					t.Fatalf("killed while it checked, it has written %v", slices.Sorted(maps.Keys(rows)))
				}
			}
			half := len(to.rows()["imports"])
			middle += half
			if again := to.live(program, file, -1, -1); !strings.Contains(again.out, "All of it is imported.") && (half > 0 || !strings.Contains(again.out, "not empty")) {
				t.Fatalf("begun again: %s", again.out)
			}
			if rows := to.rows(); !reflect.DeepEqual(rows, want) {
				t.Fatalf("killed %v after its start, %v after its check, and begun again, it has made another site", fromStart, fromChecked)
			}
		}
		if early < enough || middle < enough {
			t.Errorf("only %d kills came while it checked and %d while it wrote", early, middle)
		}
	})
}

// brokenLeavesNothing gives broken exports to the program: it says where, and neither a row nor a
// key is written, so that the whole one still goes into the same database.
func brokenLeavesNothing(t *testing.T, program, folder string) {
	whole := string(export(t, filepath.Join(folder, "whole.jsonl"), "--secrets", "--data", folder))
	lines := strings.SplitAfter(strings.TrimSuffix(whole, "\n"), "\n")
	end := strings.LastIndex(whole, `{"type":"end"`)
	broken := map[string]string{
		"the last line is missing":    whole[:end],
		"the last line is cut":        whole[:len(whole)-20],
		"a line is missing":           strings.Join(slices.Delete(slices.Clone(lines), len(lines)-3, len(lines)-2), ""),
		"the hash is another one":     whole[:end] + strings.NewReplacer("a", "b", "1", "2").Replace(lines[len(lines)-1]),
		"a match came to another end": whole[:strings.LastIndex(whole, `"position":"`)] + strings.Replace(whole[strings.LastIndex(whole, `"position":"`):], `"position":"`, `"position":"x`, 1),
		"half of it":                  whole[:len(whole)/2],
	}
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		file := filepath.Join(t.TempDir(), "broken.jsonl")
		to, none := newTarget(t, d.Name), fresh(t, d.Name)
		for what, text := range broken {
			if text == whole {
				t.Fatalf("%s: it is whole", what)
			}
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if l := to.live(program, file, -1, -1); l.checked || !strings.Contains(l.out, "Line ") {
				t.Errorf("%s: %s", what, l.out)
			}
			if rows := to.rows(); !reflect.DeepEqual(rows, none) {
				t.Errorf("%s: there is something in %v", what, slices.Sorted(maps.Keys(rows)))
			}
			if keys, _ := filepath.Glob(filepath.Join(to.data, "*.key")); len(keys) > 0 {
				t.Errorf("%s: %v are there", what, keys)
			}
		}
		if err := os.WriteFile(file, []byte(whole), 0o600); err != nil {
			t.Fatal(err)
		}
		if l := to.live(program, file, -1, -1); !strings.Contains(l.out, "All of it is imported.") || len(to.rows()) < 20 {
			t.Errorf("the whole one does not go in any more: %s", l.out)
		}
	})
}
