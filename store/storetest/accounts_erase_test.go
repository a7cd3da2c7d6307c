package storetest_test

import (
	"strings"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/store"
	"kickabout/store/storetest"
)

// held returns what a player may take with them, by the types of lines.
func held(t *testing.T, s *store.Store, player string) map[string][]map[string]any {
	t.Helper()
	all := map[string][]map[string]any{}
	must(t, s.Export(t.Context(), league.Site(), archive.Scope{Holds: archive.Account, Player: player}, func(r archive.Row) error {
		row := map[string]any{}
		for i, c := range r.Table.Columns {
			row[c.Name] = r.Values[i]
		}
		all[r.Table.Type] = append(all[r.Table.Type], row)
		return nil
	}))
	return all
}

func TestWhatAPlayerHolds(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann")
		must(t, s.AddToken(t.Context(), league.Token{Hash: sessionOf("token"), Player: ann.Player.ID, Label: "my bot", Created: noon, Scopes: league.ScopePlay, Ends: noon.Add(time.Hour)}, 2))
		got := held(t, s, ann.Player.ID)
		if len(got) != 5 || len(got["token"]) != 1 || got["session"][0]["browser"] != "Browser" || got["name"][0]["key"] != "ann" {
			t.Errorf("Ann holds %v", got)
		}
		token := got["token"][0]
		if len(token) != 9 || token["kind"] != "" || token["app_id"] != nil || token["scopes"] != "play" || token["ends"] != noon.Add(time.Hour).UnixMilli() || token["asleep"] != int64(0) || token["label"] != "my bot" || token["created"] != noon.UnixMilli() || token["used"] != int64(0) {
			t.Errorf("her token is shown as %v", token)
		}
		if got := held(t, s, "nobody"); len(got) != 0 {
			t.Errorf("nobody holds %v", got)
		}
	})
}

func TestErasingLeavesTheMatchesAndNothingElse(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		canary := signUp(t, s, "canary")
		signUp(t, s, "bob")
		must(t, s.AddToken(t.Context(), league.Token{Hash: sessionOf("token"), Player: canary.Player.ID, Label: "my canary", Created: noon}, 2))
		m := newMatch(1)
		m.Seats[0].Player, m.Seats[1].Player = canary.Player, person("bob")
		create(t, s, m)
		bob := person("bob").ID
		line := league.Line{Match: m.ID, Author: canary.Player.ID, At: noon, Text: "canary here"}
		must(t, second(s.Say(t.Context(), line, nil, noon, 10)))
		line.Author, line.Text = bob, "hello"
		must(t, second(s.Say(t.Context(), line, nil, noon, 10)))
		must(t, s.Report(t.Context(), league.Report{Line: league.Line{Match: m.ID, N: 1}, Reader: bob, At: noon, Reason: "noise"}))
		must(t, s.Report(t.Context(), league.Report{Line: league.Line{Match: m.ID, N: 2}, Reader: canary.Player.ID, At: noon, Reason: "no canary"}))
		must(t, raw(s).Exec(`INSERT INTO offers (id, author, invited, game, variant, control, rated, kickoff, message, contribution, gid, head, created_ms, expires_ms, state)
			VALUES ('o', ?, ?, 'streetsoccer', 'lg', 'lg', 0, 'me', 'from the canary', ?, ?, ?, 1, 2, 'open')`,
			canary.Player.ID, bob, []byte{}, make([]byte, 16), make([]byte, 32)).Error)
		must(t, raw(s).Exec(`INSERT INTO offers (id, author, invited, game, variant, control, rated, kickoff, message, contribution, gid, head, created_ms, expires_ms, state, answer)
			VALUES ('p', ?, ?, 'streetsoccer', 'lg', 'lg', 0, 'me', 'from bob', ?, ?, ?, 1, 2, 'declined', 'no, says the canary')`,
			bob, canary.Player.ID, []byte{}, append(make([]byte, 15), 1), make([]byte, 32)).Error)
		must(t, s.Block(t.Context(), league.Block{Player: canary.Player, Other: league.Player{ID: bob}, At: noon}))
		must(t, s.Block(t.Context(), league.Block{Player: league.Player{ID: bob}, Other: canary.Player, At: noon}))
		got := held(t, s, canary.Player.ID)
		if len(got["line"]) != 1 || len(got["report"]) != 1 || len(got["offer"]) != 1 || len(got["block"]) != 1 || got["offer"][0]["message"] != "from the canary" {
			t.Errorf("the canary holds %v", got)
		}

		wrong := canary
		wrong.Password = "another"
		wantKind(t, s.Erase(t.Context(), wrong, "deleted-1"), league.Stale)
		must(t, third(s.Session(t.Context(), sessionOf("canary first"))))

		must(t, s.Erase(t.Context(), canary, "deleted-1"))
		got = held(t, s, canary.Player.ID)
		if len(got) != 6 || len(got["line"])+len(got["offer"])+len(got["invitation"])+len(got["report"]) != 4 { // without their texts; players and matches stay
			t.Errorf("still held: %v", got)
		}
		for table, rows := range everyRow(t, s) {
			if strings.Contains(strings.ReplaceAll(rows, canary.Player.ID, ""), "canary") {
				t.Errorf("the canary is still in %s: %s", table, rows)
			}
		}
		after, err := s.Match(t.Context(), league.Site(), m.ID)
		must(t, err)
		if p := after.Seats[0].Player; p.Name != "deleted-1" || p.Kind != league.Deleted || p.ID != canary.Player.ID {
			t.Errorf("the match is %+v's", p)
		}
		must(t, third(s.Session(t.Context(), sessionOf("bob first"))))
		wantKind(t, s.Erase(t.Context(), canary, "deleted-2"), league.Stale)
		wantKind(t, s.SignIn(t.Context(), canary, session("canary", "late"), sessionOf("none")), league.Stale)
		again, keys := member("canary")
		again.Player.ID = "another id"
		must(t, s.SignUp(t.Context(), again, keys, league.Session{Hash: sessionOf("x"), Player: again.Player.ID, Created: noon, Seen: noon}))
	})
}

// everyRow returns all that the database says in texts, by table.
func everyRow(t *testing.T, s *store.Store) map[string]string {
	t.Helper()
	var tables []string
	query := "SELECT name FROM sqlite_master WHERE type = 'table'"
	if raw(s).Name() == "postgres" {
		query = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
	}
	must(t, raw(s).Raw(query).Scan(&tables).Error)
	if len(tables) < 8 {
		t.Fatalf("only the tables %v were found", tables)
	}
	all := map[string]string{}
	for _, table := range tables {
		var rows []map[string]any
		must(t, raw(s).Table(table).Find(&rows).Error)
		for _, row := range rows {
			for column, value := range row {
				if text, ok := value.(string); ok {
					all[table] += column + "=" + text + " "
				}
			}
		}
	}
	return all
}

func TestOpenedBesideAServer(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		options := store.Options{URL: d.URL}
		if s, err := store.OpenBeside(t.Context(), options); err == nil {
			s.Close()
			t.Error("a database without tables was opened")
		}
		server := storetest.Open(t, d)
		ann := signUp(t, server, "ann")
		beside, err := store.OpenBeside(t.Context(), options)
		must(t, err)
		must(t, beside.AddToken(t.Context(), league.Token{Hash: sessionOf("token"), Player: ann.Player.ID, Created: noon}, 2))
		must(t, beside.Close())
		must(t, third(server.Token(t.Context(), sessionOf("token"))))

		must(t, raw(server).Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, ?)", true).Error)
		if s, err := store.OpenBeside(t.Context(), options); err == nil || !strings.Contains(err.Error(), "version 99999") {
			t.Errorf("the tables of another program were opened: %v, %v", s, err)
		}
	})
}
