package main

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/core"
	membersleague "kickabout/league/members"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/league/tournaments"
	"kickabout/scheduler"
	"kickabout/store"
	"kickabout/store/storetest"
)

// busySite opens an office over a database in which every job has something to do: games to
// end, a tournament to finish, an offer that nobody took, old sessions, notices and answers.
// The clock stands still, long after all of it.
func busySite(t *testing.T, d storetest.Database) (*office.Office, *store.Store) {
	t.Helper()
	s := storetest.Open(t, d)
	keys, err := keysIn(t.TempDir()).Prepare(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now().Add(-400 * 24 * time.Hour)
	o := office.New(office.Over(s), core.Keys{Dealer: keys.Dice, Site: keys.Site, Passwords: quickHasher{}}, games.All(), bot.All(), func() time.Time { return now }, slog.New(slog.DiscardHandler))
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(o.PutBots(ctx))
	var people []league.Player
	for _, name := range []string{"Ann", "Bob", "Cleo"} {
		p, _, err := o.SignUp(ctx, membersleague.Credentials{Name: name, Password: "correct horse battery"})
		must(err)
		people = append(people, p)
	}
	for i, p := range people {
		_, err := o.Propose(ctx, p, play.Proposal{Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Kickoff: league.KickoffLot, Control: "lg"})
		must(err)
		m, err := o.Begin(ctx, p, play.Proposal{Reservation: o.Reserve().ID, Rules: "onetwofun/basic", Opponent: "bot:random", Kickoff: league.KickoffMe, Control: "live"})
		must(err)
		if i == 0 {
			v, err := o.Match(ctx, league.Site(), m.ID)
			must(err)
			var first string
			for m := range v.Record.Position.Moves() {
				first = string(m)
				break
			}
			_, err = o.Play(ctx, p, play.Turn{Match: m.ID, Seen: v.Record.Seq, Move: engine.Move(first), Key: "k", Arrived: now})
			must(err)
		}
	}
	tour, err := o.CreateTournament(ctx, people[0], tournaments.TournamentProposal{
		Reservation: o.ReserveTournament(), Name: "Spring Cup", Format: "roundrobin", Rules: "streetsoccer/lg",
		Places: "3", Cycles: "1", Control: "live", Start: tournaments.StartFull,
	})
	must(err)
	for _, p := range people {
		must(o.EnterTournament(ctx, p, tour.ID))
	}
	now = time.Now()
	return o, s
}

// quickHasher stores passwords as they are: these are nobody's.
type quickHasher struct{}

func (quickHasher) Hash(password string) string                    { return password }
func (quickHasher) Check(password, hash string) (right, weak bool) { return password == hash, false }
func (quickHasher) Nobodys() string                                { return "" }

// contents reads every table but that of the jobs and the migrations, row by row.
func contents(t *testing.T, d storetest.Database) map[string][]string {
	t.Helper()
	driver, list := "sqlite3", "SELECT name FROM sqlite_master WHERE type = 'table'"
	if d.Name == "postgres" {
		driver, list = "pgx", "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
	}
	db, err := sql.Open(driver, d.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	all := map[string][]string{}
	for _, table := range query(t, db, list) {
		if table = strings.Trim(table, "[]"); table != "jobs" && !strings.HasPrefix(table, "goose") && !strings.HasPrefix(table, "sqlite") {
			order := "1, 2"
			if table == "dice_breaks" { // it has one column
				order = "1"
			}
			all[table] = query(t, db, "SELECT * FROM "+table+" ORDER BY "+order)
		}
	}
	return all
}

// query returns rows as texts.
func query(t *testing.T, db *sql.DB, statement string) (lines []string) {
	t.Helper()
	rows, err := db.Query(statement)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values := make([]any, len(columns))
		for i := range values {
			values[i] = new(any)
		}
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		texts := make([]string, len(values))
		for i, v := range values {
			texts[i] = fmt.Sprint(*v.(*any))
		}
		lines = append(lines, fmt.Sprint(texts))
	}
	return lines
}

// TestAllJobsTwiceInARowChangeNothing is R-JB-2.
func TestAllJobsTwiceInARowChangeNothing(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		o, s := busySite(t, d)
		jobs := scheduler.New(slog.New(slog.DiscardHandler))
		jobs.Ledger, jobs.Holder = s, holder()
		all := jobsOf(o, false)
		runAll := func() map[string][]string {
			for _, j := range all {
				if err := jobs.RunNow(t.Context(), j); err != nil {
					t.Fatalf("job %s: %v", j.Name, err)
				}
			}
			return contents(t, d)
		}
		before := contents(t, d)
		once := runAll()
		if diff := cmp.Diff(once, runAll()); diff != "" {
			t.Errorf("the second run changes something:\n%s", diff)
		}
		for _, table := range []string{"matches", "events", "offers", "tournaments", "sessions", "notices", "answers"} {
			if cmp.Equal(before[table], once[table]) {
				t.Errorf("the first run has nothing to do in %s: this proves nothing of it", table)
			}
		}
	})
}

func TestJobsHaveNamesOfTheirOwnAndSayWhatTheyDo(t *testing.T) {
	names := map[string]bool{}
	for _, j := range jobsOf(&office.Office{}, true) {
		if names[j.Name] || j.Name == "" || !strings.HasSuffix(j.Does, ".") {
			t.Errorf("job %q says %q", j.Name, j.Does)
		}
		names[j.Name] = true
	}
}

func TestJobsAreListedAndRunBesideAServer(t *testing.T) {
	r := &running{t: t, config: serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0", NoDemo: true}}
	r.start()
	defer func() { r.stop() }()
	var out, complaint string
	var code int
	for { // the server may be at it just now, since it has just started
		out, complaint, code = kickabout(t, "", "jobs", "run", "forget", "--data", r.config.Data)
		if !strings.Contains(complaint, "another node runs this job just now") {
			break
		}
	}
	if code != 0 || !strings.HasPrefix(out, "forget ran in ") {
		t.Errorf("exit code %d: %s%s", code, out, complaint)
	}
	out, complaint, code = kickabout(t, "", "jobs", "--data", r.config.Data)
	if code != 0 {
		t.Errorf("exit code %d: %s%s", code, out, complaint)
	}
	for _, want := range []string{"NEXT RUN", "sweep", "on every server", "advance", "every 1m", "forget", "well", time.Now().UTC().Format("2006-01-02")} {
		if !strings.Contains(out, want) {
			t.Errorf("the list lacks %q:\n%s", want, out)
		}
	}
	_, complaint, code = kickabout(t, "", "jobs", "run", "tea", "--data", r.config.Data)
	if code == 0 || !strings.Contains(complaint, `there is no job "tea"; the jobs are heartbeat, sweep, vacations, advance`) {
		t.Errorf("exit code %d: %s", code, complaint)
	}
	_, complaint, code = kickabout(t, "", "jobs", "--data", t.TempDir())
	if code == 0 || !strings.Contains(complaint, "no such file") {
		t.Errorf("without a database: exit code %d: %s", code, complaint)
	}
}

func TestAJobThatAServerRunsIsNotRunBesideIt(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		o, s := busySite(t, d)
		if err := s.Register(t.Context(), "forget", time.Now()); err != nil {
			t.Fatal(err)
		}
		if epoch, _, err := s.Claim(t.Context(), "forget", "another", time.Minute, time.Hour, true); epoch == 0 || err != nil {
			t.Fatal(err)
		}
		jobs := scheduler.New(slog.New(slog.DiscardHandler))
		jobs.Ledger, jobs.Holder = s, holder()
		for _, j := range jobsOf(o, false) {
			if err := jobs.RunNow(context.Background(), j); (err != nil) != (j.Name == "forget") {
				t.Errorf("job %s: %v", j.Name, err)
			}
		}
	})
}
