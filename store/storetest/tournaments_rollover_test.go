package storetest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// crowd makes n members by one statement, and returns them.
func crowd(tb testing.TB, s *store.Store, n int) []league.Player {
	tb.Helper()
	must(tb, raw(s).Exec(`INSERT INTO players (id, name, kind, created_ms)
		WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ?)
		SELECT 'm' || i, 'Member ' || i, 'member', 1 FROM numbers`, n).Error)
	players := make([]league.Player, n)
	for i := range players {
		players[i] = league.Player{ID: fmt.Sprintf("m%d", i+1), Name: fmt.Sprintf("Member %d", i+1), Kind: league.Member, Created: time.UnixMilli(1).UTC()}
	}
	return players
}

// season is one that takes entries, with all of these entered by the site.
func season(tb testing.TB, s *store.Store, id string, organiser league.Player, players []league.Player) league.Tournament {
	tb.Helper()
	terms := league.TournamentTerms{
		Name: "Championship", Format: "championship", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: league.AnyNumber, Cycles: 2,
		Competition: "championship/streetsoccer/lg", Edition: id,
	}
	log := []league.Decision{{Seq: 1, At: noon, By: organiser, Act: league.ActCreated, Text: terms.String()}}
	for i, p := range players {
		log = append(log, league.Decision{Seq: i + 2, At: noon, Act: league.ActEntered, Player: p, Text: "R-CH-4: played last season"})
	}
	t, err := league.ReplayTournament(id, dice.TournamentGID(id), dice.Link{1}, log)
	must(tb, err)
	must(tb, s.CreateTournament(tb.Context(), t, nil, nil))
	return t
}

// started is the start of a season in groups of nine, with a notice to everybody.
func started(tb testing.TB, t league.Tournament) league.TournamentProgress {
	tb.Helper()
	var draw []league.Drawn
	g := 0
	for nine := range slices.Chunk(t.Entries, 9) {
		g++
		d := league.Drawn{Group: league.Group(fmt.Sprintf("d1/g%d", g))}
		for _, e := range nine {
			d.Players = append(d.Players, e.Player.ID)
		}
		draw = append(draw, d)
	}
	p := league.TournamentProgress{Seen: t.Last, Was: t.Entries, WasRoles: t.Roles}
	t.Log = nil
	var err error
	p.Tournament, err = t.Add(league.Decision{Seq: t.Last + 1, At: noon, Act: league.ActStarted, Text: league.DrawText(draw)})
	must(tb, err)
	for _, e := range t.Entries {
		p.Notices = append(p.Notices, league.Notice{Player: e.Player.ID, At: noon, Kind: league.TournamentNotice, Subject: t.ID})
	}
	return p
}

// TestALargeSeasonStartsWhole reads back what the start of a season of 2,500 wrote: seats,
// groups, and a numbered notice for everybody.
func TestALargeSeasonStartsWhole(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		players := crowd(t, s, 2500)
		cup := season(t, s, "2027-05", players[0], players)
		p := started(t, cup)
		p.Notices = append(p.Notices, p.Notices[7]) // one of them gets two
		must(t, s.AppendTournament(t.Context(), p))
		got, err := s.Tournament(t.Context(), league.Site(), cup.ID)
		must(t, err)
		if why := p.Tournament.Differs(got); why != "" {
			t.Error(why)
		}
		one, err := s.TournamentGroup(t.Context(), league.Site(), cup.ID, "d1/g278")
		must(t, err)
		if len(one.Entries) != 2500-277*9 || one.Entries[0] != got.Entries[277*9] || one.State != league.Running {
			t.Errorf("the last group is %+v", one.Entries)
		}
		for i, want := range map[int]int{0: 1, 7: 2, 2499: 1} {
			notices, err := s.Notices(t.Context(), players[i].ID, 0, 9)
			last, err2 := s.LastNotice(t.Context(), players[i].ID)
			if err != nil || err2 != nil || len(notices) != want || last != want || notices[want-1].N != want {
				t.Errorf("%s has %+v, the last of them is %d; %v, %v", players[i].ID, notices, last, err, err2)
			}
		}
	})
}

// BenchmarkRollOver starts a season: its event, a row for each entry, a notice for each
// player.
func BenchmarkRollOver(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			storetest.Bench(b, func(b *testing.B, d storetest.Database) {
				s := storetest.Open(b, d)
				players := crowd(b, s, n)
				made := 0
				for b.Loop() {
					b.StopTimer()
					made++
					p := started(b, season(b, s, fmt.Sprint(made), players[0], players))
					b.StartTimer()
					must(b, s.AppendTournament(b.Context(), p))
				}
			})
		})
	}
}

// BenchmarkBareRollOver is what it is measured by: as many rows of entries and of notices,
// inserted by the bare driver, a thousand in a statement, in one transaction.
func BenchmarkBareRollOver(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			storetest.Bench(b, func(b *testing.B, d storetest.Database) {
				s := storetest.Open(b, d)
				players := crowd(b, s, n)
				made := 0
				db, err := raw(s).DB()
				must(b, err)
				for b.Loop() {
					b.StopTimer()
					made++
					id := fmt.Sprint(made)
					season(b, s, id, players[0], nil)
					b.StartTimer()
					tx, err := db.BeginTx(b.Context(), nil)
					must(b, err)
					seat := 0
					for some := range slices.Chunk(players, 1000) {
						entries, notices := make([]string, len(some)), make([]string, len(some))
						for i, p := range some {
							seat++
							entries[i] = fmt.Sprintf("('%s', '%s', %d, %d, 0, 1, 'd1/g1', '', 0, '')", id, p.ID, seat+1, seat)
							notices[i] = fmt.Sprintf("('%s', %d, 1, 'tournament', '%s', 0)", p.ID, made, id)
						}
						must(b, second(tx.ExecContext(b.Context(), "INSERT INTO entries (tournament_id, player_id, seq, seed, winner, entered_ms, group_id, out_by, qualified_ms, note) VALUES "+strings.Join(entries, ", "))))
						must(b, second(tx.ExecContext(b.Context(), "INSERT INTO notices (player_id, n, at_ms, kind, subject, seq) VALUES "+strings.Join(notices, ", "))))
					}
					must(b, tx.Commit())
				}
			})
		})
	}
}
