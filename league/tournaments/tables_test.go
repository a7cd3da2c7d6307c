package tournaments

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats"
	"kickabout/league/table"
)

// group is one of a running tournament of a format, with the matches that begin with it.
func group(t testing.TB, format string, players int) (cup league.Tournament, ranked table.Ranked, matches []league.Match) {
	t.Helper()
	f, _ := formats.ByID(format)
	ranked, ok := f.(table.Ranked)
	if !ok {
		t.Fatalf("%s has no such table", format)
	}
	began := time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC)
	cup = league.Tournament{ID: "cup", State: league.Running, Started: began, TournamentTerms: league.TournamentTerms{Format: format, Profile: "std", Cycles: 1, Places: players}}
	g := league.Group("")
	if format == "championship" {
		g, cup.Cycles = "d2/g1", 2
	}
	for i := range players {
		cup.Entries = append(cup.Entries, league.Entrant{Player: league.Player{ID: fmt.Sprintf("p%d", i+1), Kind: league.Member}, Seq: i + 2, Seed: i + 1, Group: g})
	}
	plan, err := f.Plan(cup.Sheet(g, nil, began))
	if err != nil {
		t.Fatal(err)
	}
	for i, fixture := range plan.Fixtures {
		m := league.Match{ID: fmt.Sprintf("m%d", i), Tournament: cup.ID, Fixture: string(fixture.Key), Created: began, State: league.State{Last: 1, ToMove: engine.First}}
		m.Seats = [2]league.Seat{{Player: league.Player{ID: fixture.First}}, {Player: league.Player{ID: fixture.Second}}}
		matches = append(matches, m)
	}
	return cup, ranked, matches
}

// TestATableThatIsKeptIsTheOneThatWouldBeComputed lets 1,000 things happen in a group of each format that has such tables: moves,
// results, corrections, exits, notes, and nothing. After each the table that is kept is that of the sheet.
func TestATableThatIsKeptIsTheOneThatWouldBeComputed(t *testing.T) {
	t.Parallel()
	for format, players := range map[string]int{"championship": 5, "roundrobin": 5, "minicup": 3, "monthlycup": 5} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			cup, ranked, matches := group(t, format, players)
			g, now, kept := cup.Entries[0].Group, cup.Started, newTables()
			r := rand.New(rand.NewPCG(7, 3))
			computed, seen := 0, map[*table.Table]bool{}
			var lot []byte
			for step := range 1000 {
				now = now.Add(time.Duration(r.IntN(100)) * time.Hour)
				m, e := &matches[r.IntN(len(matches))], &cup.Entries[r.IntN(len(cup.Entries))]
				switch r.IntN(40) {
				case 0, 1:
					outcome := engine.Outcome{Ending: engine.FullTime, Winner: engine.Side(r.IntN(3)), Score: [2]int{r.IntN(4), r.IntN(4)}}
					if is := m.State.Outcome; is.Over() { // a correction, of the winner alone
						outcome.Score = is.Score
					} else {
						m.State.Moved = now
					}
					m.State.ToMove, m.State.Outcome, m.State.Score = engine.NoSide, outcome, outcome.Score
				case 2:
					e.Out = []league.Exit{league.Stays, league.Stays, league.Voided, league.Forfeited, league.Cheated}[r.IntN(5)]
				case 3:
					e.Note = fmt.Sprint(step)
				case 4:
					lot = []byte{byte(step), byte(step >> 8)}
				case 5, 6, 7, 8:
					if !m.State.Outcome.Over() {
						m.State.Last++
					}
				}
				sheet := cup.Sheet(g, matches, now)
				sheet.Lot = lot
				want, err := ranked.Standings(sheet)
				if err != nil {
					t.Fatal(err)
				}
				got, err := kept.of(cup.ID, ranked, sheet)
				if err != nil {
					t.Fatal(err)
				}
				if !seen[got] {
					seen[got], computed = true, computed+1
				}
				if !reflect.DeepEqual(got.Rows(), want.Rows()) || !reflect.DeepEqual(got.Progress(), want.Progress()) || !slices.Equal(got.Open(), want.Open()) || !slices.Equal(got.Lot(), want.Lot()) {
					t.Fatalf("after %d steps the table that is kept is another:\n%+v\nwant\n%+v", step, got.Rows(), want.Rows())
				}
			}
			if computed < 20 || computed > 500 {
				t.Errorf("of 1,000 times it was computed %d times", computed)
			}
		})
	}
}

// BenchmarkTableOfAGroup looks at one between two results.
func BenchmarkTableOfAGroup(b *testing.B) {
	cup, ranked, matches := group(b, "championship", 9)
	for i := range len(matches) / 2 {
		s := &matches[i].State
		s.ToMove, s.Outcome = engine.NoSide, engine.Outcome{Ending: engine.FullTime, Winner: engine.Side(i % 3)}
	}
	sheet := func(i int) league.Sheet {
		matches[len(matches)-1].State.Last = 2 + i
		return cup.Sheet("d2/g1", matches, cup.Started.Add(time.Duration(i)))
	}
	kept := newTables()
	for name, of := range map[string]func(league.Sheet) (*table.Table, error){
		"afresh": ranked.Standings,
		"kept":   func(s league.Sheet) (*table.Table, error) { return kept.of(cup.ID, ranked, s) },
	} {
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if _, err := of(sheet(i)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
