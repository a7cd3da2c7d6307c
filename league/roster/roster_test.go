package roster_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kickabout/league"
	"kickabout/league/roster"
)

// line is a line of a tournament file.
func line(number int, name string) string {
	return fmt.Sprintf("001 %4d      %-33s %4d%28s 0.0 %4d", number, name, 1900, "", number)
}

func TestRead(t *testing.T) {
	t.Parallel()
	ann, bob := roster.Player{Line: 2, Column: 1, Name: "Ann"}, roster.Player{Line: 3, Column: 1, Name: "Bob"}
	with := func(p roster.Player, seed int) roster.Player { p.Seed = seed; return p }
	for name, c := range map[string]struct {
		text    string
		players []roster.Player
		problem string // of the first one
	}{
		"commas":                 {"name\nAnn\nBob\n", []roster.Player{ann, bob}, ""},
		"a mark at the start":    {"\ufeffname\nAnn\nBob\n", []roster.Player{ann, bob}, ""},
		"lines of Windows":       {"Name\r\nAnn\r\nBob\r\n", []roster.Player{ann, bob}, ""},
		"semicolons":             {"name;seed\nAnn;2\nBob;1", []roster.Player{with(ann, 2), with(bob, 1)}, ""},
		"tabs":                   {"name\tseed\nAnn\t2\nBob\t\n", []roster.Player{with(ann, 2), bob}, ""},
		"quotes":                 {"name,club\n\"Ann\",\"a, b\"\nBob,\n", []roster.Player{ann, bob}, ""},
		"a comma in the header":  {"\"name\";\"a,b,c\"\nAnn;x\nBob;y", []roster.Player{ann, bob}, ""},
		"empty lines":            {"name\nAnn\n\n", []roster.Player{ann}, ""},
		"by rating":              {"name,rating\nAnn,1500\nBob,1700.5\n", []roster.Player{with(ann, 2), with(bob, 1)}, ""},
		"seeds go before":        {"name,rating,seed\nAnn,1500,1\nBob,1700,\n", []roster.Player{with(ann, 1), bob}, ""},
		"a tournament file":      {line(1, "Doe, Jane") + "\n" + line(7, "Bob"), []roster.Player{{1, 15, "Jane Doe", 1}, {2, 15, "Bob", 7}}, ""},
		"nothing":                {" \n", nil, "Line 1, column 1: there should be a list"},
		"a header alone":         {"name\n", nil, "Line 1, column 1: there should be players"},
		"no header":              {"Ann\nBob\n", nil, "Line 1, column 1: the first line should name the columns"},
		"a column twice":         {"name,Name\nAnn,Bob\n", nil, "Line 1, column 2: the column name is there twice"},
		"no name":                {"seed,name\n1,Ann\n2,\n", []roster.Player{{2, 2, "Ann", 1}}, "Line 3, column 2: there should be the name"},
		"a seed of words":        {"name,seed\nAnn,first\n", nil, `Line 2, column 2: a seed should be a whole number from 1 to 9999, not "first"`},
		"the same seed":          {"name,seed\nAnn,1\nBob,1\n", []roster.Player{with(ann, 1)}, "Line 3, column 2: line 2 has the seed 1 too"},
		"a rating of words":      {"name,rating\nAnn,NaN\n", nil, "Line 2, column 2: a rating"},
		"too many columns":       {"name\nAnn,Bob\n", nil, "Line 2, column 2: there are more columns"},
		"an open quote":          {"name\nAnn\n\"Bob\n", nil, "quotation mark"},
		"a name without end":     {"name\n" + strings.Repeat("x", 101) + "\n", nil, "Line 2, column 1: a name should have at most 100"},
		"no text":                {"name\nAnn\nB\xffb\n", nil, "Line 3, column 1: this is no text in UTF-8"},
		"too large":              {"name\n" + strings.Repeat("x\n", roster.MaxBytes), nil, "Line 1, column 1: the file has more than 48 kB"},
		"a wrong line of a file": {line(1, "Ann") + "\n" + line(1, "Bob"), nil, "Line 2, column 5: expected a number from 1"},
	} {
		players, problems := roster.Read([]byte(c.text))
		if diff := cmp.Diff(c.players, players); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		first := ""
		if len(problems) > 0 {
			first = problems[0].Error()
		}
		if !strings.Contains(first, c.problem) || (c.problem == "") != (first == "") {
			t.Errorf("%s: the problem is %q, it should be %q", name, first, c.problem)
		}
	}
	many := "name\n" + strings.Repeat("x\n", roster.MaxLines+1)
	if _, problems := roster.Read([]byte(many)); len(problems) != 1 || problems[0].Line != roster.MaxLines+2 {
		t.Errorf("too many players: %v", problems)
	}
}

func TestLook(t *testing.T) {
	t.Parallel()
	player := func(name string) league.Player { return league.Player{ID: strings.ToLower(name), Name: name} }
	cup := league.Tournament{Organiser: player("Gil"), State: league.Registration}
	cup.Places, cup.Seeding = 2, league.SeedHand
	for i, name := range []string{"Ann", "Bob", "Cleo"} {
		cup.Entries = append(cup.Entries, league.Entrant{Player: player(name), Seq: i + 1})
	}
	cup.Roles = []league.Appointment{{Player: player("Dan"), Role: league.Banned}, {Player: player("Eve"), Role: league.Invited}}
	found := func(name string) (league.Player, bool) {
		return player(strings.TrimSuffix(name, "!")), name != "Nobody"
	}
	p := roster.Look([]byte("name,seed\nAnn,3\nBob,2\nCleo,1\nGil,\nDan,\nEve,\nFay,\nFay!,\nNobody,\n"), cup, found)
	var got []string
	for _, r := range p.Rows {
		got = append(got, fmt.Sprint(r.Name, " ", r.Standing, " ", r.Before))
	}
	want := []string{"Ann entered 0", "Bob entered 0", "Cleo entered 0", "Gil organises 0", "Dan banned 0", "Eve invited 0", "Fay new 0", "Fay! twice 8", "Nobody unknown 0"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"bob", "ann"}, p.Seeds); diff != "" {
		t.Errorf("who waits gets no seed: %s", diff)
	}
	if invited := p.New(); len(invited) != 1 || invited[0].ID != "fay" {
		t.Errorf("invited would be %v", invited)
	}
	cup.State = league.Running
	if p := roster.Look([]byte("name,seed\nAnn,1\n"), cup, found); p.Seeds != nil {
		t.Errorf("seeds after the start: %v", p.Seeds)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("name,seed\nAnn,1\n"))
	f.Add([]byte(line(1, "Doe, Jane") + "\r\r\n" + line(2, "Bob")))
	f.Add([]byte("\ufeff\"name\";rating\n\"A\"\"n\";1,5\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		players, problems := roster.Read(data)
		if len(players) == 0 && len(problems) == 0 {
			t.Error("a file of nobody is not refused")
		}
		for _, p := range players {
			if p.Line < 1 || p.Column < 1 || p.Name == "" {
				t.Errorf("a player without name or place: %+v", p)
			}
		}
		for _, p := range problems {
			if p.Line < 1 || p.Column < 1 {
				t.Errorf("a problem without place: %+v", p)
			}
		}
	})
}
