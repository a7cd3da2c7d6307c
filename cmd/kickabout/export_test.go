package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/season"
	"kickabout/cmd/internal/secret"
	"kickabout/cmd/internal/web"
	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/app"
	"kickabout/league/archive"
	"kickabout/league/conduct"
	"kickabout/league/contact"
	"kickabout/league/elsewhere"
	"kickabout/league/insight"
	membersleague "kickabout/league/members"
	"kickabout/league/odds"
	"kickabout/league/offers"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/league/program"
	"kickabout/league/puzzle"
	"kickabout/league/setting"
	"kickabout/league/tournaments"
	"kickabout/store"
	"kickabout/store/storetest"
)

// livingSite plays months by chance, in a proof a year, and leaves a site behind on which something of everything is
// going on. It returns the moment at which that is.
func livingSite(t *testing.T, folder string) time.Time {
	t.Helper()
	months := max(6, enginetest.Size(12))
	report, err := season.Years{Players: max(8, enginetest.Size(80)), Until: scriptStart.AddDate(0, months, 0), Absent: 0.1, Rules: "streetsoccer/lg", Step: 48 * time.Hour}.Run(t.Context(), season.Options{
		Folder: folder, Start: scriptStart, Seed: 3, Games: games.All()[:1], Jobs: seasonJobs,
	})
	if err != nil || len(report.Violations) > 0 {
		t.Fatalf("%v, %v", err, report.Violations)
	}
	now := report.To.Add(time.Minute)
	s := &stillSite{t: t, folder: folder, url: filepath.Join(folder, "kickabout.db"), now: now}
	s.open()
	defer s.close()
	s.enliven()
	return now.Add(time.Hour)
}

// youngSite is the folder of a site on which nothing was played but what is going on in livingSite, too.
func youngSite(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	s := &stillSite{t: t, folder: folder, url: filepath.Join(folder, "kickabout.db"), now: scriptStart}
	s.open()
	defer s.close()
	s.enliven()
	return folder
}

// stillSite is a site whose clock stands and on which no jobs run.
type stillSite struct {
	t           *testing.T
	folder, url string
	now         time.Time
	store       *store.Store
	dealer      *secret.Dealer
	office      *office.Office
}

func (s *stillSite) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *stillSite) open() {
	s.t.Helper()
	var err error
	s.store, err = store.Open(s.t.Context(), store.Options{URL: s.url})
	s.must(err)
	keys, err := secret.Preparation{Folder: s.folder, Effort: secret.Effort{Memory: 8, Passes: 1, Threads: 1}, Now: func() time.Time { return s.now }}.Prepare(s.t.Context(), s.store)
	s.must(err)
	s.dealer = keys.Dice
	s.office = office.New(office.Over(s.store), keysOf(keys), games.All(), bot.All(), func() time.Time { return s.now }, slog.New(slog.DiscardHandler))
	s.office.Site.Locked = setting.AllGames()
}

// deliver looks after what has happened, as a server does before it answers.
func (s *stillSite) deliver() {
	s.t.Helper()
	s.must(s.office.Deliver(s.t.Context(), office.Budget{}))
}

func (s *stillSite) close() { s.must(s.store.Close()) }

// enliven leaves something in every table that players fill.
func (s *stillSite) enliven() {
	ctx, o := s.t.Context(), s.office
	member := func(name string) league.Player {
		p, _, err := o.SignUp(ctx, membersleague.Credentials{Name: name, Password: secretWords, Browser: "A browser"})
		s.must(err)
		return p
	}
	ann, bob, cleo := member("Ann"), member("Bob"), member("Cleo")
	propose := func(legs string) string {
		control := "lg"
		if legs == offers.LegsPair {
			control = "fast"
		}
		offer, err := o.Propose(ctx, ann, play.Proposal{Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Kickoff: league.KickoffLot, Control: control, Rated: legs == "", Contribution: "“luck” & <more>", Legs: legs})
		s.must(err)
		return offer.Offer.ID
	}
	acceptAs := func(legs string) league.Match {
		m, err := o.Accept(ctx, bob, propose(legs), "mine", false, s.now)
		s.must(err)
		for range 7 {
			s.move(m.ID)
		}
		return m
	}
	accept := func() string { return acceptAs("").ID }
	over := accept()
	_, err := o.Resign(ctx, ann, over, s.now)
	s.must(err)
	s.deliver()
	_, err = o.AnalyseNext(ctx) // the latest first
	s.must(err)
	if a, err := o.Analysis(ctx, league.Site(), over); err != nil || a.State != insight.AnalysisMade || a.Worth[0].Decisions == 0 {
		s.t.Fatalf("match %s was analysed like this: %v, %v", over, a, err)
	}
	s.pairs(acceptAs(offers.LegsPair), acceptAs(offers.LegsPair))
	m := accept()
	propose("")
	s.must(o.Say(ctx, ann, membersleague.Saying{Match: m, Text: "a line of the chat", Arrived: s.now}))
	s.must(o.Report(ctx, bob, m, 1, "noise"))
	s.must(o.Mute(ctx, bob, ann.ID, true))
	s.must(o.Block(ctx, cleo, bob))
	_, err = o.MakeToken(ctx, ann, league.TokenOrder{Label: "my program", Scopes: league.AllScopes, Days: 365})
	s.must(err)
	s.must(o.PlanVacation(ctx, cleo, play.VacationPlan{N: "1", Begins: s.now.AddDate(0, 0, 5).Format("2006-01-02"), Days: "2"}, s.now))
	_, err = o.Contributions.Add(ctx, cleo, "the first", "the next", "“kept”")
	s.must(err)
	s.must(o.Contributions.SetWord(ctx, cleo, "“my” word"))
	people := []league.Player{ann, bob, cleo}
	for _, name := range strings.Fields("Dan Eve Fay Gil Hal Ida Jan Kim Lou") {
		people = append(people, member(name))
	}
	s.organise(people...)
	s.must(o.Moderation.SetRole(ctx, conduct.Operator(), ann.Name, league.Moderator, "is trusted"))
	s.must(o.Moderation.Set(ctx, conduct.Operator(), setting.Contact, "Write to us.", "players ask"))
	for _, start := range []bool{false, true} {
		cup, err := o.CreateTournament(ctx, ann, tournaments.TournamentProposal{
			Reservation: o.ReserveTournament(), Name: "A cup", Format: "roundrobin", Rules: "streetsoccer/lg", Places: "4", Cycles: "1", Control: "lg", Start: tournaments.StartOrganiser, Playing: true,
		})
		s.must(err)
		s.must(o.EnterTournament(ctx, bob, cup.ID))
		s.must(o.EnterTournament(ctx, cleo, cup.ID))
		if start {
			s.must(o.StartTournament(ctx, ann, cup.ID))
			s.askForRuling(bob, cleo, cup.ID)
			s.must(s.store.PutDayOdds(ctx, []odds.DayOdds{{Tournament: cup.ID, Group: "s1/g1", Player: ann.ID, Day: odds.DayOf(s.now), Places: []float64{.5, .25, .25}}}))
		}
	}
	s.learn(ann, over)
	s.must(s.store.MarkSeen(ctx, ann.ID, over, 3))
	s.must(s.store.SetUpright(ctx, ann.ID, true))
	s.must(s.store.PutCodes(ctx, ann.ID, [][32]byte{{1}, {2}}, s.now))
	s.must(s.store.AddPasskey(ctx, league.Passkey{ID: "\x00a key", Player: ann.ID, Name: "phone", Record: "{}", Count: 3, Made: s.now}, 1))
	s.must(s.store.NoteSecurity(ctx, league.SecurityEvent{ID: o.NewID(), At: s.now, Act: "signed in", Player: ann.ID, Neighbourhood: "192.0.2.0/24", Factor: "password"}))
}

// askForRuling has a player ask for a ruling in a game of a tournament, and somebody report what they have written.
func (s *stillSite) askForRuling(player, reader league.Player, tournament string) {
	s.t.Helper()
	s.deliver()
	ctx := s.t.Context()
	matches, err := s.office.MatchesOf(ctx, league.Site(), player.ID, 20)
	s.must(err)
	i := slices.IndexFunc(matches, func(m league.Match) bool { return m.Tournament == tournament })
	if i < 0 {
		s.t.Fatalf("%s plays no game of the tournament", player.Name)
	}
	s.must(s.office.RequestRuling(ctx, player, matches[i].ID, "Their clock has stood still."))
	t, err := s.store.Tournament(ctx, league.Site(), tournament)
	s.must(err)
	s.must(s.office.ReportRequest(ctx, reader, tournament, t.Last, "noise"))
}

// learn leaves a puzzle from a match, with the answer of a player, a chapter that they have done, and a formation that they have saved.
func (s *stillSite) learn(who league.Player, match string) {
	s.t.Helper()
	ctx, day := s.t.Context(), puzzle.Day(s.now.Format("2006-01-02"))
	s.must(s.store.PutPuzzle(ctx, puzzle.Puzzle{
		Day: day, Pool: league.Pool{Game: "streetsoccer", Variant: "lg"}, Position: "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -",
		Answer: "Me8e7|B##", Played: "Me8e4", Margin: 1310, Judge: "two turns ahead", Version: 2, Match: match, Seq: 14, Made: s.now,
	}))
	s.must(s.store.PutPuzzleTry(ctx, puzzle.Try{Day: day, Player: who.ID}, puzzle.Try{Day: day, Player: who.ID, First: "Me8e4", Tries: 1, Began: s.now}))
	s.must(s.store.PutChapter(ctx, league.Chapter{Player: who.ID, Game: "streetsoccer", Name: "run", Done: s.now}))
	s.must(s.store.PutFormation(ctx, league.Formation{
		Player: who.ID, Game: "streetsoccer", Name: "Two wings", Variant: "lg", Side: engine.First, Move: "Pa3b7f3", Made: s.now,
	}, 12))
	s.reached(who.ID)
}

// reached leaves a member with a mail address, wishes of how they are told, and news.
func (s *stillSite) reached(player string) {
	s.t.Helper()
	ctx, hash := s.t.Context(), sha256.Sum256([]byte("a token"))
	s.must(s.store.WantAddress(ctx, player, "somebody@example.org", hash, s.now))
	_, err := s.store.TakeAddress(ctx, hash, s.now, 1)
	s.must(err)
	s.must(s.store.SetHours(ctx, contact.ReachHours{Player: player, Zone: "Europe/Berlin", Digest: 8}, []contact.ReachChoice{{Kind: "turn", Channel: "mail", How: "now"}}))
	s.must(s.store.AddFeed(ctx, contact.Feed{Hash: hash, Player: player, Label: "my phone", Created: s.now}, 1))
	s.must(s.store.AddHook(ctx, contact.Hook{
		ID: "hook", Owner: player, Scope: contact.HookPlayer, Subject: player, Format: contact.HookJSON, Sealed: []byte{1}, Shown: "hooks.example", Created: s.now,
	}, 1))
	a := app.App{ID: "app", Owner: player, Name: "Scores", Site: "https://scores.example/", Redirects: []string{"https://scores.example/back"}, Created: s.now}
	s.must(s.store.AddApp(ctx, a, 1))
	s.must(s.store.AddGrant(ctx, app.Grant{Family: "family", App: a, Player: player, Scopes: league.ScopePlay, Redirect: a.Redirects[0], Challenge: "challenge", Made: s.now}, sha256.Sum256([]byte("a code")), s.now.Add(app.CodeLasts), 1))
	_, err = s.office.Imported.Import(ctx, league.Player{ID: player, Kind: league.Member}, elsewhere.Form{
		Name: "Spring Open", First: "2020-05-30", Text: "first,second,first_points,second_points\nJane Doe,John Doe,1,0\n",
	})
	s.must(err)
	robot := program.Program{Player: league.Player{ID: "robot", Name: "Robot BOT", Kind: league.Program, Created: s.now}, Owner: league.Player{ID: player}, Plays: "Any move", Arena: true, Created: s.now}
	s.must(s.store.AddProgram(ctx, robot, []string{"robotbot"}, 1))
	s.now = s.now.Add(time.Hour) // this hour was paired when nobody was there
	s.must(s.store.HearProgram(ctx, robot.Player.ID, s.office.Now()))
	s.must(s.office.PutBots(ctx))
	s.must(s.office.Arena.Begin(ctx))
	for worked := true; worked; {
		worked, err = s.office.Reach.FanOut(ctx)
		s.must(err)
	}
}

// pairs leaves one duplicate pair running, whose first match waits for its twin, and brings another to
// its end.
func (s *stillSite) pairs(running, over league.Match) {
	s.t.Helper()
	held, err := s.store.Match(s.t.Context(), league.Site(), running.ID)
	s.must(err)
	if !held.State.Held {
		s.t.Fatal("no match of a pair waits for its twin")
	}
	for _, id := range []string{over.ID, over.Twin} {
		for range 4 {
			s.move(over.Twin) // from the second time on it goes on alone
		}
		_, err := s.office.Resign(s.t.Context(), over.Seats[0].Player, id, s.now)
		s.must(err)
	}
}

// move makes some move of a match, if somebody is to move.
func (s *stillSite) move(id string) {
	s.t.Helper()
	v, err := s.office.Match(s.t.Context(), league.Site(), id)
	s.must(err)
	if v.Match.State.Held {
		return
	}
	mover, _ := v.Match.Mover()
	for m := range v.Record.Position.Moves() {
		_, err := s.office.Play(s.t.Context(), mover, play.Turn{Match: id, Seen: v.Record.Seq, Move: m, Key: fmt.Sprint("key ", v.Record.Seq, " of ", id), Arrived: s.now})
		s.must(err)
		return
	}
}

// pages returns what the site says of all that was ever played, by path.
func (s *stillSite) pages() map[string]string {
	s.t.Helper()
	site, err := web.New(s.office, web.Options{Log: slog.New(slog.DiscardHandler)})
	s.must(err)
	ann, err := s.office.PlayerByName(s.t.Context(), "Ann")
	s.must(err)
	paths := []string{
		"/ratings/list.json", "/ladder/streetsoccer/lg/table.json", "/championship", "/competitions", "/tournaments", "/watch", "/offers", "/players/" + ann.ID,
		"/minicup/streetsoccer/lg/honours.json", "/monthlycup/streetsoccer/lg/months.json", "/calendar",
	}
	s.must(s.store.Export(s.t.Context(), league.Site(), archive.Scope{Holds: archive.Site}, func(r archive.Row) error {
		switch r.Table.Type {
		case "tournament":
			id := r.Text("id")
			paths = append(paths, "/tournaments/"+id, "/tournaments/"+id+"/table.json", "/tournaments/"+id+"/seeding.json")
		case "player":
			paths = append(paths, "/players/"+r.Text("id"))
		case archive.MatchType:
			paths = append(paths, "/matches/"+r.Text("id")+"/match.json", "/matches/"+r.Text("id")+"/record.json")
		case "analysis":
			paths = append(paths, "/matches/"+r.Text("match_id")+"/analysis")
		}
		return nil
	}))
	pages := map[string]string{}
	for _, path := range paths {
		w := httptest.NewRecorder()
		site.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		pages[path] = fmt.Sprint(w.Code, "\n", w.Body)
	}
	return pages
}

// export is what the command writes.
func export(t *testing.T, file string, args ...string) []byte {
	t.Helper()
	if err := run(t.Context(), append([]string{"export", "--out", file}, args...)); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the file: %v, %v", info.Mode(), err)
	}
	return data
}

func TestExports(t *testing.T) {
	folder := t.TempDir()
	now, program := livingSite(t, folder), plain(t)
	t.Run("of a site make the same site again", func(t *testing.T) {
		storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) { theSameAgain(t, folder, d.URL, now) })
	})
	t.Run("tell nothing that is secret", func(t *testing.T) { nothingSecret(t, folder, now) })
	t.Run("hold to their schema", func(t *testing.T) { toTheSchema(t, folder, now) })
	young := youngSite(t)
	t.Run("are imported whole whenever an import is killed", func(t *testing.T) {
		killed := young
		if enginetest.Proving() {
			killed = folder
		}
		killedInTheMiddle(t, program, killed)
	})
	t.Run("leave nothing behind where they are broken", func(t *testing.T) { brokenLeavesNothing(t, program, young) })
}

// theSameAgain takes a site from SQLite to PostgreSQL and back.
func theSameAgain(t *testing.T, folder, database string, now time.Time) {
	elsewhere, back := t.TempDir(), t.TempDir()
	first := &stillSite{t: t, folder: folder, url: filepath.Join(folder, "kickabout.db"), now: now}
	first.open()
	first.pages() // what is overdue is settled by who looks at it
	pages := first.pages()
	first.close()
	whole := export(t, filepath.Join(folder, "whole.jsonl"), "--secrets", "--data", folder)
	counts := held(t, whole)
	for kind, n := range map[string]int{
		"match": 60, "tournament": 10, "decision": 100, "rating": 60, "entry": 30, "contribution": 3, "contribution_word": 1, "player": 10, "account": 8, "session": 3, "token": 1, "block": 1,
		"mute": 1, "line": 1, "analysis": 1, "report": 1, "offer": 2, "vacation": 1, "vacation_day": 10, "answer": 7, "notice": 10, "heartbeat": 1, "key": 2, "name": 10,
	} {
		if counts[kind] < n {
			t.Errorf("only %d lines of type %q were made, want %d", counts[kind], kind, n)
		}
	}

	file := filepath.Join(folder, "whole.jsonl")
	for i, to := range []*stillSite{
		{t: t, folder: elsewhere, url: database, now: now},
		{t: t, folder: back, url: filepath.Join(back, "kickabout.db"), now: now},
	} {
		where := []string{"--data", to.folder}
		if strings.HasPrefix(to.url, "postgres") {
			where = append(where, "--database", to.url)
		}
		if _, err := printed(t, append([]string{"import", file}, where...)...); err != nil {
			t.Fatal(err)
		}
		file = filepath.Join(to.folder, "again.jsonl")
		if again := export(t, file, append([]string{"--secrets"}, where...)...); !bytes.Equal(again, whole) {
			t.Errorf("site %d is exported otherwise: %s", i+1, firstDifference(whole, again))
		}
		to.open()
		seen := to.pages()
		for path, page := range seen {
			if page != pages[path] {
				t.Errorf("site %d has another %s: %s", i+1, path, firstDifference([]byte(pages[path]), []byte(page)))
			}
		}
		if len(seen) != len(pages) {
			t.Errorf("site %d has %d pages, want %d", i+1, len(seen), len(pages))
		}
		to.close()
		if out, err := printed(t, append([]string{"recompute", "--check"}, where...)...); err != nil {
			t.Errorf("site %d: %v\n%s", i+1, err, out)
		}
		if _, err := printed(t, append([]string{"import", file}, where...)...); err == nil || !strings.Contains(err.Error(), "not empty") {
			t.Errorf("a site was imported over another one: %v", err)
		}
	}
}

// held counts the lines of a file by their types.
func held(t *testing.T, file []byte) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for line := range bytes.Lines(file) {
		var l struct{ Type string }
		if err := json.Unmarshal(line, &l); err != nil {
			t.Fatal(err)
		}
		counts[l.Type]++
	}
	return counts
}

// firstDifference shows where two texts part.
func firstDifference(a, b []byte) string {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	around := func(text []byte) string { return string(text[max(0, at-60):min(len(text), at+60)]) }
	return fmt.Sprintf("…%s… and …%s…", around(a), around(b))
}

// nothingSecret knows the key of the dice, and looks for every link that was not shown yet, for
// hashes of passwords, sessions and tokens.
func nothingSecret(t *testing.T, folder string, now time.Time) {
	s := &stillSite{t: t, folder: folder, url: filepath.Join(folder, "kickabout.db"), now: now}
	s.open()
	defer s.close()
	secrets := s.secrets()
	if len(secrets) < 1000 {
		t.Fatalf("there are only %d secrets", len(secrets))
	}
	key, err := os.ReadFile(secret.File(folder, secret.DiceKey))
	s.must(err)
	plain, err := hex.DecodeString(strings.TrimSpace(string(key)))
	s.must(err)
	secrets[string(plain)] = "the key of the dice"
	files := s.exports()
	files["site"] = export(t, filepath.Join(folder, "site.jsonl"), "--data", folder)
	matches, lots := 0, 0
	for name, file := range files {
		for _, word := range hexWords(file) {
			if what := secrets[word]; what != "" {
				t.Errorf("the export of %s tells %s: %x", name, what, word)
			}
		}
		for _, word := range []string{"argon2id", `"type":"key"`, `"type":"account","player_id"`} {
			if bytes.Contains(file, []byte(word)) {
				t.Errorf("the export of %s holds %q", name, word)
			}
		}
		report, err := archive.Verify(bytes.NewReader(file), games.ByID, tbd2.Evidence{})
		if err != nil || report.Matches != held(t, file)["match"] {
			t.Errorf("the export of %s does not hold: %v, %v", name, report, err)
		}
		matches, lots = matches+report.Matches, lots+report.Lots
	}
	if matches < 100 || lots == 0 {
		t.Errorf("only %d matches and %d lots were checked", matches, lots)
	}
	if whole := export(t, filepath.Join(folder, "secret.jsonl"), "--secrets", "--data", folder); !bytes.Contains(whole, []byte("argon2id")) {
		t.Error("the export with secrets has none, so this test finds nothing")
	}
}

// secrets returns the bytes that no export may tell, with what they are.
func (s *stillSite) secrets() map[string]string {
	all, shared := map[string]string{}, map[string]int{}
	s.must(s.store.Export(s.t.Context(), league.Site(), archive.Scope{Holds: archive.Site, Secrets: true}, func(r archive.Row) error {
		gid := string(archive.DiceOf(r))
		shared[gid] = max(shared[gid], int(dice.LastEvent(r.Log)))
		return nil
	}))
	s.must(s.store.Export(s.t.Context(), league.Site(), archive.Scope{Holds: archive.Site, Secrets: true}, func(r archive.Row) error {
		if hash := r.Bytes("hash"); hash != nil {
			all[string(hash)] = "a hash of a " + r.Table.Type
		}
		gid := archive.DiceOf(r)
		if len(gid) == 0 || r.Text("state") == string(league.OfferAccepted) { // whose match comes by itself
			return nil
		}
		shown := shared[string(gid)]
		if r.Table.Type == "tournament" && r.Text("state") != "registration" {
			shown = 1
		}
		what := fmt.Sprintf("a link of the %s %s after the %d that are shown", r.Table.Type, r.Text("id"), shown)
		links := s.dealer.Links(dice.GID(gid), s.dealer.Head(dice.GID(gid)), dice.Length)
		if c := archive.CommitmentOf(r); c.Second() { // links hang on the key and the GID alone
			of, _ := s.dealer.Shows(c, tbd2.Given{Context: tbd2.Context{GID: dice.GID(gid)}}, dice.Length)
			links = of.Links
		}
		for i, link := range links {
			if i >= shown {
				all[string(link[:])] = what
			}
		}
		return nil
	}))
	return all
}

// hexWords returns the bytes of all that looks like a link.
func hexWords(file []byte) (words []string) {
	from := 0
	for at, c := range append(file[:len(file):len(file)], '\n') {
		if '0' <= c && c <= '9' || 'a' <= c && c <= 'f' {
			continue
		}
		if at-from == 64 {
			word, _ := hex.DecodeString(string(file[from:at]))
			words = append(words, string(word))
		}
		from = at + 1
	}
	return words
}

// exports returns what anybody can take out: of the tournaments, the competitions, a player, and
// Ann's account.
func (s *stillSite) exports() map[string][]byte {
	s.t.Helper()
	files := map[string][]byte{}
	write := func(name string, export func(context.Context, io.Writer) error) {
		var b bytes.Buffer
		s.must(export(s.t.Context(), &b))
		files[name] = b.Bytes()
	}
	ann, err := s.office.PlayerByName(s.t.Context(), "Ann")
	s.must(err)
	write("her account", func(ctx context.Context, w io.Writer) error { return s.office.ExportAccount(ctx, ann, w) })
	write("her matches", func(ctx context.Context, w io.Writer) error {
		return s.office.ExportMatches(ctx, league.Public(), ann, "", w)
	})
	competitions := map[string]string{}
	s.must(s.store.Export(s.t.Context(), league.Site(), archive.Scope{Holds: archive.Site}, func(r archive.Row) error {
		if r.Table.Type == "tournament" && r.Text("state") != "registration" && r.Text("state") != "cancelled" {
			competitions[r.Text("competition")] = r.Text("id")
		}
		return nil
	}))
	for competition, id := range competitions {
		write("tournament "+id, func(ctx context.Context, w io.Writer) error {
			return s.office.ExportTournament(ctx, league.Of(ann), id, "", w)
		})
		if competition != "" {
			write("competition "+competition, func(ctx context.Context, w io.Writer) error {
				return s.office.ExportCompetition(ctx, league.Of(ann), competition, "", "", w)
			})
		}
	}
	if len(competitions) < 4 {
		s.t.Errorf("only %v were found", slices.Collect(maps.Keys(competitions)))
	}
	return files
}
