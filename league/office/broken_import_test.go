package office_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"kickabout/engine/record"
	"kickabout/league/archive"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestABrokenExportIsRefusedWithItsPlace breaks the export of a site in every way that a file
// breaks: each time a sentence says where, and nothing is written.
func TestABrokenExportIsRefusedWithItsPlace(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.signedUps("Ann", "Bob", "Cleo")
	id := c.opened(people[0], nil)
	c.enter(id, people...)
	c.must(c.StartTournament(t.Context(), people[0], id))
	var file bytes.Buffer
	c.must(c.Export(t.Context(), &file, archive.Scope{Holds: archive.Site, Secrets: true}))
	whole := strings.SplitAfter(strings.TrimSuffix(file.String(), "\n"), "\n")
	first := func(kind string) int {
		for i, l := range whole {
			if strings.HasPrefix(l, `{"type":"`+kind+`"`) {
				return i
			}
		}
		t.Fatalf("there is no line of type %s", kind)
		return 0
	}
	player, decision, match := first("player"), first("decision"), first("match")
	// in replaces a text in one line.
	in := func(line int, old, with string) string {
		lines := append([]string(nil), whole...)
		if !strings.Contains(lines[line], old) {
			t.Fatalf("line %d has no %s: %s", line+1, old, lines[line])
		}
		lines[line] = strings.Replace(lines[line], old, with, 1)
		return strings.Join(lines, "")
	}
	joined := func(parts ...[]string) string {
		var all []string
		for _, p := range parts {
			all = append(all, p...)
		}
		return strings.Join(all, "")
	}
	other := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	held := func() string {
		var b bytes.Buffer
		other.must(other.Export(t.Context(), &b, archive.Scope{Holds: archive.Site, Secrets: true}))
		return b.String()
	}
	fresh := held()
	for what, b := range map[string]struct {
		file string
		line int // 0: whichever
	}{
		"nothing":                           {"", 1},
		"no JSON":                           {"kickabout\n", 1},
		"a line that is cut":                {joined(whole[:player], []string{whole[player][:len(whole[player])/2]}), player + 1},
		"a line that is cut in the middle":  {joined(whole[:player], []string{whole[player][:20] + "\n"}, whole[player+1:]), player + 1},
		"its last line is missing":          {joined(whole[:len(whole)-1]), len(whole)},
		"a line is missing":                 {joined(whole[:decision], whole[decision+1:]), 0},
		"a number that is a text":           {in(decision, `"seq":1`, `"seq":"1"`), decision + 1},
		"a moment that is none":             {in(decision, `"at":"20`, `"at":"soon`), decision + 1},
		"a column that nobody knows":        {in(player, `"type":"player",`, `"type":"player","shoe_size":42,`), player + 1},
		"a type that nobody knows":          {in(player, `"type":"player"`, `"type":"spectator"`), player + 1},
		"a player who is not there":         {in(decision, `"tournament_id":"`, `"tournament_id":"x`), decision + 1},
		"a line that is there twice":        {joined(whole[:player+1], whole[player:]), player + 2},
		"two lines in another order":        {joined(whole[:player], []string{whole[player+1], whole[player]}, whole[player+2:]), player + 2},
		"a format of the future":            {in(0, `"format":"`, `"format":"9`), 1},
		"a zero byte":                       {in(player, `"id":"`, "\"id\":\"\x00"), player + 1},
		"a character that is none":          {in(player, `"name":"`, "\"name\":\"\xff"), player + 1},
		"a record that says something else": {in(match, `"last_seq":`, `"last_seq":9`), match + 1},
		"a line that is too long":           {joined(whole[:player], []string{strings.Repeat("x", 100<<20) + "\n"}, whole[player+1:]), player + 1},
		"something behind its end":          {joined(whole, []string{"\n", whole[player]}), 0},
	} {
		_, _, err := other.CheckImport(t.Context(), strings.NewReader(b.file))
		var fault *record.Fault
		switch {
		case !errors.As(err, &fault):
			t.Errorf("%s: %v says no place", what, err)
		case b.line > 0 && fault.Line != b.line || fault.Column < 1:
			t.Errorf("%s: line %d, column %d; want line %d", what, fault.Line, fault.Column, b.line)
		case len(fault.Reason) < 12 || !strings.HasSuffix(fault.Reason, "."):
			t.Errorf("%s: %q is no sentence", what, fault.Reason)
		}
	}
	if now := held(); now != fresh { // its bots and the site itself
		t.Errorf("something was written:\n%s", now)
	}
}

// TestAFileThatIsChangedBetweenItsCheckAndItsImportIsNotTakenForTheOneThatWasChecked leaves the
// import unfinished, so that nobody plays on with what nobody has checked.
func TestAFileThatIsChangedBetweenItsCheckAndItsImportIsNotTakenForTheOneThatWasChecked(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	taken := func() string {
		var b bytes.Buffer
		c.must(c.Export(t.Context(), &b, archive.Scope{Holds: archive.Site, Secrets: true}))
		return b.String()
	}
	c.signedUp("Ann")
	checked := taken()
	c.signedUp("Bob")
	changed := taken()

	d := storetest.SQLite(t)
	options := store.Options{URL: d.URL, Relaxed: true, Importing: true}
	into, err := store.Open(t.Context(), options)
	c.must(err)
	o := newRival(c, into)
	_, file, err := o.CheckImport(t.Context(), strings.NewReader(checked))
	c.must(err)
	if _, err := o.Import(t.Context(), strings.NewReader(changed), file); err == nil || !strings.Contains(err.Error(), "was changed while it was read") {
		t.Errorf("it is imported: %v", err)
	}
	c.must(into.Close())
	if _, err := store.Open(t.Context(), store.Options{URL: d.URL, Relaxed: true}); err == nil || !strings.Contains(err.Error(), "was not finished") {
		t.Errorf("somebody can play on: %v", err)
	}
}
