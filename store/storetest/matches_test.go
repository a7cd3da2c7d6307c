package storetest_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gorm.io/gorm"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestCreateMatch(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := create(t, s, newMatch(1))
		wantMatch(t, s, m)

		sameID := newMatch(2)
		sameID.ID = m.ID
		wantKind(t, s.CreateMatch(t.Context(), sameID), league.Stale)
		sameGID := newMatch(2)
		sameGID.GID = m.GID
		wantKind(t, s.CreateMatch(t.Context(), sameGID), league.Stale)

		for name, spoil := range map[string]func(m *league.Match){
			"no log":                       func(m *league.Match) { m.Log = nil },
			"a log that begins late":       func(m *league.Match) { m.Log = m.Log[1:] },
			"a state of another event":     func(m *league.Match) { m.State.Last = 3 },
			"a player who is not there":    func(m *league.Match) { m.Seats[1].Player = person("eve") },
			"a match over but running":     func(m *league.Match) { m.State.Outcome.Ending = engine.Void },
			"a running match, no deadline": func(m *league.Match) { m.State.Deadline = time.Time{} },
			"an outcome of another score": func(m *league.Match) {
				m.State = timeout(*m, noon).State
				m.State.Last = 2
				m.State.Outcome.Score = [2]int{3, 0}
			},
			"one throw twice": func(m *league.Match) { m.Log[1].Draws[1].K = 0 },
		} {
			m := newMatch(3)
			spoil(&m)
			if err := s.CreateMatch(t.Context(), m); err == nil {
				t.Errorf("a match with %s was stored", name)
			}
		}
		wantMatch(t, s, m)
		all, err := s.Running(t.Context(), league.Site(), 10)
		if err != nil || len(all) != 1 {
			t.Errorf("there are matches %v, %v", ids(all), err)
		}
		create(t, s, newMatch(3))
	})
}

func TestAppend(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := create(t, s, newMatch(1))

		first := move(m, "Mc2c5", noon.Add(time.Hour))
		first.Answer = answer(m, "first")
		must(t, s.Append(t.Context(), first))
		m = after(m, first)
		wantMatch(t, s, m)

		goal := move(m, "Md2d9", noon.Add(2*time.Hour))
		goal.State.Score = [2]int{0, 1}
		goal.State.Due = noon.Add(3 * time.Hour)
		must(t, s.Append(t.Context(), goal))
		m = after(m, goal)
		wantMatch(t, s, m)

		end := timeout(m, m.State.Deadline.Add(time.Minute))
		must(t, s.Append(t.Context(), end))
		over := after(m, end)
		wantMatch(t, s, over)

		wantKind(t, s.Append(t.Context(), timeout(m, noon)), league.Stale)
		wantKind(t, s.Append(t.Context(), timeout(over, noon)), league.Stale)
		again := move(over, "Mc2c5", noon)
		again.State.ToMove = engine.First
		wantKind(t, s.Append(t.Context(), again), league.Stale)
		wantMatch(t, s, over)
	})
}

func TestAppendRefuses(t *testing.T) {
	taken := "taken"
	tests := []struct {
		name  string
		spoil func(p *league.Progress)
		kind  league.Kind
	}{
		{"what was made for an earlier event", func(p *league.Progress) {
			p.Seen, p.State.Last = p.Seen-1, p.State.Last-1
			for i := range p.Events {
				p.Events[i].Seq--
			}
		}, league.Stale},
		{"what was made for an event to come", func(p *league.Progress) {
			p.Seen, p.State.Last = p.Seen+1, p.State.Last+1
			for i := range p.Events {
				p.Events[i].Seq++
			}
		}, league.Stale},
		{"a move a nanosecond late", func(p *league.Progress) { p.Arrived = noon.Add(day + 1) }, league.Stale},
		{"a throw that was made already", func(p *league.Progress) {
			p.Events[1].Draws[0] = engine.Draw{E: 1, Label: "kickoff", K: 1, Sides: 6, Face: 6}
		}, league.Stale},
		{"a request that was answered already", func(p *league.Progress) { p.Answer = answer(newMatch(1), taken) }, league.Stale},
		{"a match that is not there", func(p *league.Progress) { p.Match = "nowhere" }, league.NotFound},
		{"events with a gap", func(p *league.Progress) { p.Events[1].Seq++ }, league.Internal},
		{"events that begin late", func(p *league.Progress) { p.Events = p.Events[1:] }, league.Internal},
		{"no events", func(p *league.Progress) { p.Events, p.State.Last = nil, p.Seen }, league.Internal},
		{"a state of another event", func(p *league.Progress) { p.State.Last++ }, league.Internal},
		{"a face that the die has not", func(p *league.Progress) { p.Events[1].Draws[0].Face = 7 }, league.Internal},
		{"an answer about a match that is not there", func(p *league.Progress) {
			p.Answer = answer(league.Match{ID: "nowhere"}, "new")
		}, league.Internal},
	}
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := create(t, s, newMatch(1))
		other := create(t, s, newMatch(2))
		done := move(other, "Mc2c5", noon)
		done.Answer = answer(m, taken)
		must(t, s.Append(t.Context(), done))

		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				p := move(m, "Mc2c5", noon)
				test.spoil(&p)
				wantKind(t, s.Append(t.Context(), p), test.kind)
				wantMatch(t, s, m)
			})
		}
		must(t, s.Append(t.Context(), move(m, "Mc2c5", noon.Add(day)))) // at the deadline is in time
	})
}

func TestWhatIsNotThereIsNotFound(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := create(t, s, newMatch(1))
		_, err := s.Match(t.Context(), league.Site(), "nowhere")
		wantKind(t, err, league.NotFound)
		if err.Error() != "There is no such match." {
			t.Errorf("the user is told %q", err)
		}
		p := move(m, "Mc2c5", noon)
		p.Answer = answer(m, "key")
		must(t, s.Append(t.Context(), p))
		wantKind(t, second(s.Answer(t.Context(), "id-ann", "other key")), league.NotFound)
		wantKind(t, second(s.Answer(t.Context(), "id-bob", "key")), league.NotFound)
	})
}

// TestTheLogIsThatOfTheState reads a match as if it moved on after its row was read.
func TestTheLogIsThatOfTheState(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := create(t, s, newMatch(1))
		must(t, raw(s).Exec("INSERT INTO events VALUES (?, 3, 1, 0, 'roll', '5', NULL)", m.ID).Error)
		must(t, raw(s).Exec("INSERT INTO rolls VALUES (?, 2, 'die', 0, 6, 5, 3)", m.ID).Error)
		wantMatch(t, s, m)
	})
}

func TestADamagedLogIsNotRead(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := create(t, s, newMatch(1))
		must(t, raw(s).Exec("UPDATE matches SET last_seq = 3 WHERE id = ?", m.ID).Error)
		wantKind(t, second(s.Match(t.Context(), league.Site(), m.ID)), league.Damaged)
	})
}

func TestTheLogIsInsertOnly(t *testing.T) {
	statements := []string{
		"UPDATE rolls SET face = 1",
		"UPDATE rolls SET face = 1 WHERE label = 'kickoff'",
		"DELETE FROM rolls",
		"UPDATE events SET text = 'Mc2c5'",
		"DELETE FROM events WHERE seq = 2",
		"DELETE FROM events",
	}
	only := map[string][]string{
		"sqlite": {
			"REPLACE INTO rolls SELECT match_id, e, label, k, sides, 1, seq FROM rolls",
			"INSERT OR REPLACE INTO events SELECT match_id, seq, at_ms, side, act, 'x', chain FROM events",
		},
		"postgres": {"TRUNCATE rolls", "TRUNCATE events CASCADE"},
	}
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		s := storetest.Open(t, d)
		admit(t, s, "ann", "bob")
		m := create(t, s, newMatch(1))
		for _, statement := range slices.Concat(statements, only[d.Name]) {
			if err := raw(s).Exec(statement).Error; err == nil {
				t.Errorf("the database did: %s", statement)
			}
		}
		wantMatch(t, s, m)
	})
}

// TestLists compares the lists with what sorting all matches by hand gives.
func TestLists(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo")
		all := variedMatches(60)
		for _, m := range all {
			create(t, s, m)
		}
		running := func(m league.Match) bool { return m.State.ToMove != engine.NoSide }
		finished := func(m league.Match) bool { return !running(m) }
		latest := func(a, b league.Match) int { return b.State.Moved.Compare(a.State.Moved) }
		lately := pick(all, finished, latest)[2].State.Moved
		middle := all[30].State.Deadline
		if middle.IsZero() {
			t.Fatal("the match in the middle is over")
		}
		ctx := t.Context()
		tests := []struct {
			name string
			list func(limit int) ([]league.Match, error)
			want []league.Match
		}{
			{"Running", func(n int) ([]league.Match, error) { return s.Running(ctx, league.Site(), n) }, pick(all, running, latest)},
			{"Latest of the finished", func(n int) ([]league.Match, error) { return s.Latest(ctx, league.Site(), 0, n) }, pick(all, finished, latest)},
			{"Latest of the running", func(n int) ([]league.Match, error) { return s.Latest(ctx, league.Site(), n, 0) }, pick(all, running, latest)},
			{
				"EndedAfter", func(n int) ([]league.Match, error) {
					return s.EndedAfter(ctx, league.Site(), league.Place{}, lately, n)
				},
				pick(all, func(m league.Match) bool { return finished(m) && m.State.Moved.Before(lately) }, func(a, b league.Match) int { return latest(b, a) }),
			},
			{
				"Overdue", func(n int) ([]league.Match, error) { return s.Overdue(ctx, league.Site(), middle, n) },
				pick(all, func(m league.Match) bool { return running(m) && m.State.Deadline.Before(middle) }, urgent),
			},
			{
				"Overdue within a millisecond", func(n int) ([]league.Match, error) { return s.Overdue(ctx, league.Site(), middle.Add(1), n) },
				pick(all, func(m league.Match) bool { return running(m) && !m.State.Deadline.After(middle) }, urgent),
			},
			{
				"Due", func(n int) ([]league.Match, error) {
					return s.Due(ctx, league.Site(), noon, []string{"id-ann", "id-cleo"}, n)
				},
				pick(all, func(m league.Match) bool {
					mover, _ := m.Mover()
					return !m.State.Due.IsZero() && !m.State.Due.After(noon) && mover.ID != "id-bob"
				}, func(a, b league.Match) int { return a.State.Due.Compare(b.State.Due) }),
			},
		}
		for _, name := range []string{"ann", "bob", "cleo"} {
			of := func(m league.Match) bool { return m.SideOf("id-"+name) != engine.NoSide }
			mine := slices.Concat(
				pick(all, func(m league.Match) bool { return of(m) && running(m) }, urgent),
				pick(all, func(m league.Match) bool { return of(m) && finished(m) }, latest))
			tests = append(tests, struct {
				name string
				list func(limit int) ([]league.Match, error)
				want []league.Match
			}{"MatchesOf " + name, func(n int) ([]league.Match, error) { return s.MatchesOf(ctx, league.Site(), "id-"+name, n) }, mine})
		}
		for _, test := range tests {
			if len(test.want) < 3 {
				t.Errorf("%s: the test has %d matches, too few to tell", test.name, len(test.want))
			}
			for _, limit := range pageSizes(len(test.want)) {
				got, err := test.list(limit)
				must(t, err)
				if diff := cmp.Diff(test.want[:min(limit, len(test.want))], got); diff != "" {
					t.Errorf("%s, limit %d (-want +got):\n%s", test.name, limit, diff)
				}
			}
		}
		none, err := s.MatchesOf(ctx, league.Site(), "nobody", 10)
		if err != nil || len(none) != 0 {
			t.Errorf("nobody has matches %v, %v", ids(none), err)
		}
	})
}

// variedMatches returns matches among three players, every third one over, each
// with moments of its own, in disorder.
func variedMatches(n int) []league.Match {
	r := rand.New(rand.NewPCG(1, 2))
	moments := r.Perm(n)
	players := []league.Player{person("ann"), person("bob"), person("cleo")}
	var all []league.Match
	for i := range n {
		m := newMatch(i)
		at := noon.Add(time.Duration(moments[i]) * time.Hour)
		m.Seats[0].Player, m.Seats[1].Player = players[r.IntN(3)], players[r.IntN(3)]
		m.State.Moved = at
		switch i % 3 {
		case 0:
			m.State.Deadline = noon.Add(time.Duration(moments[i]*7%n) * time.Minute)
		case 1:
			m.State.Deadline = noon.Add(time.Duration(moments[i]*7%n) * time.Minute)
			m.State.Due = noon.Add(time.Duration(moments[i]-n/2) * time.Second)
		case 2:
			m = after(m, timeout(m, at))
		}
		all = append(all, m)
	}
	return all
}

// pick returns those of all matches that a list wants, in its order, without logs.
func pick(all []league.Match, want func(league.Match) bool, order func(a, b league.Match) int) []league.Match {
	var picked []league.Match
	for _, m := range all {
		if want(m) {
			m.Log = nil
			picked = append(picked, m)
		}
	}
	slices.SortFunc(picked, order)
	return picked
}

// TestListsUseTheirIndexes makes sure that no list reads or sorts all matches.
func TestListsUseTheirIndexes(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t))
	type statement struct {
		sql  string
		vars []any
	}
	var asked []statement
	note := func(db *gorm.DB) {
		if !db.DryRun { // a part of another one
			asked = append(asked, statement{db.Statement.SQL.String(), slices.Clone(db.Statement.Vars)})
		}
	}
	must(t, reader(s).Callback().Query().After("gorm:query").Register("test:plan", note))
	must(t, reader(s).Callback().Row().After("gorm:row").Register("test:plan", note))
	for _, viewer := range []league.Viewer{league.Site(), league.Public(), league.Of(person("dan"))} {
		for _, test := range []struct {
			list    func() ([]league.Match, error)
			indexes []string
			sorts   bool // rows of the two seats, at most the limit
		}{
			{func() ([]league.Match, error) { return s.Overdue(t.Context(), viewer, noon, 9) }, []string{"matches_overdue"}, false},
			{func() ([]league.Match, error) { return s.Due(t.Context(), viewer, noon, []string{"id-ann"}, 9) }, []string{"matches_due"}, false},
			{func() ([]league.Match, error) { return s.Running(t.Context(), viewer, 9) }, []string{"matches_running"}, false},
			{func() ([]league.Match, error) { return s.Latest(t.Context(), viewer, 9, 9) }, []string{"matches_running", "matches_finished"}, true},
			{func() ([]league.Match, error) {
				return s.EndedAfter(t.Context(), viewer, league.Place{At: noon.UnixMilli(), ID: "x"}, noon.Add(day), 9)
			}, []string{"matches_finished"}, false},
			{
				func() ([]league.Match, error) { return s.MatchesOf(t.Context(), viewer, "ann", 9) },
				[]string{"matches_running0", "matches_running1", "matches_finished0", "matches_finished1"},
				true,
			},
			{
				func() ([]league.Match, error) {
					return s.PartOf(t.Context(), viewer, "ann", league.Mine, league.Place{At: 1, ID: "m"}, 9)
				},
				[]string{"matches_running0", "matches_running1"},
				true,
			},
			{
				func() ([]league.Match, error) {
					return s.PartOf(t.Context(), viewer, "ann", league.Over, league.Place{At: 1, ID: "m"}, 9)
				},
				[]string{"matches_finished0", "matches_finished1"},
				true,
			},
			{
				func() ([]league.Match, error) {
					_, err := s.Weighing(t.Context(), viewer, 9, time.Hour)
					return nil, err
				},
				[]string{"matches_unweighed", "refunds_unweighed"},
				false,
			},
			{
				func() ([]league.Match, error) {
					_, _, err := s.ClaimAnalysis(t.Context(), 2, time.Hour)
					return nil, err
				},
				[]string{"matches_unanalysed"},
				false,
			},
			{
				func() ([]league.Match, error) {
					_, err := s.LuckIn(t.Context(), viewer, assessment.LuckScope{Tournament: "cup"})
					return nil, err
				},
				[]string{"matches_recent", "analyses_worth"},
				true,
			},
			{
				func() ([]league.Match, error) {
					_, err := s.LuckIn(t.Context(), viewer, assessment.LuckScope{Tournament: "cup", Group: "d2/g1"})
					return nil, err
				},
				[]string{"matches_fixture"},
				true,
			},
			{
				func() ([]league.Match, error) {
					_, err := s.LuckIn(t.Context(), viewer, assessment.LuckScope{Tournament: "ladder", From: noon, To: noon.Add(time.Hour)})
					return nil, err
				},
				[]string{"matches_recent"},
				true,
			},
			{
				func() ([]league.Match, error) {
					_, _, err := s.LuckTable(t.Context(), viewer, league.Pool{Game: "streetsoccer", Variant: "lg"}, noon, 3, 3)
					return nil, err
				},
				[]string{"matches_weighing"},
				true,
			},
			{
				func() ([]league.Match, error) {
					_, err := s.MovedBetween(t.Context(), "ann", noon, noon.Add(time.Hour))
					return nil, err
				},
				[]string{"matches_finished0", "matches_finished1", "matches_running0", "matches_running1", "sqlite_autoindex_events_1"},
				true,
			},
			{func() ([]league.Match, error) { return s.MatchesBetween(t.Context(), viewer, "ann", "bob", 5) }, []string{"matches_record1"}, true},
			{
				func() ([]league.Match, error) {
					_, err := s.Tournaments(t.Context(), viewer, league.Finished, 5)
					return nil, err
				},
				[]string{"tournaments_users"},
				true,
			},
			{
				func() ([]league.Match, error) {
					_, err := s.Decided(t.Context(), league.Pool{Game: "streetsoccer", Variant: "lg"}, noon)
					return nil, err
				},
				[]string{"matches_finished"},
				false,
			},
			{func() ([]league.Match, error) { return s.RunningOf(t.Context(), viewer, "ann", noon) }, []string{"matches_running0", "matches_running1"}, true},
			{func() ([]league.Match, error) { return s.Halted(t.Context(), viewer, noon) }, []string{"matches_overdue", "tournaments_paused"}, false},
			{func() ([]league.Match, error) { return s.Unhalted(t.Context(), viewer, noon) }, []string{"tournaments_paused"}, true},
			{
				func() ([]league.Match, error) {
					_, err := s.EditionsFor(t.Context(), viewer, "minicup/streetsoccer/lg", noon, []string{"ann"})
					return nil, err
				},
				[]string{"tournaments_ended", "entries_player"},
				true,
			},
			{
				func() ([]league.Match, error) {
					_, err := s.OpenEditions(t.Context(), viewer, "minicup/streetsoccer/lg")
					return nil, err
				},
				[]string{"tournaments_ended"},
				true,
			},
			{
				func() ([]league.Match, error) {
					_, _, err := s.AllEditions(t.Context(), viewer, noon, 9)
					return nil, err
				},
				[]string{"tournaments_over"},
				true,
			},
			{
				func() ([]league.Match, error) {
					_, err := s.Qualified(t.Context(), "minicup/streetsoccer/lg", noon, []string{"", "two"})
					return nil, err
				},
				[]string{"entries_qualified"},
				true,
			},
		} {
			asked = nil
			must(t, second(test.list()))
			var plan strings.Builder
			for _, ask := range asked {
				var steps []struct{ Detail string }
				must(t, reader(s).Raw("EXPLAIN QUERY PLAN "+ask.sql, ask.vars...).Scan(&steps).Error)
				for _, step := range steps {
					fmt.Fprintf(&plan, "%s\n", step.Detail)
				}
			}
			words := strings.Fields(plan.String())
			for _, index := range test.indexes {
				if !slices.Contains(words, index) {
					t.Errorf("%s is not used:\n%s", index, plan.String())
				}
			}
			if strings.Contains(plan.String(), "TEMP B-TREE FOR ORDER BY") && !test.sorts {
				t.Errorf("all matches are sorted:\n%s", plan.String())
			}
			if strings.Contains(plan.String(), "SCAN matches") && !strings.Contains(plan.String(), "SCAN matches USING INDEX") || strings.Contains(plan.String(), "SCAN analyses") ||
				strings.Contains(plan.String(), "SCAN tournaments USING INDEX sqlite_autoindex") || strings.Contains(plan.String(), "SCAN tournaments USING COVERING INDEX tournaments_ended") {
				t.Errorf("all of a table is read:\n%s", plan.String())
			}
			if strings.Contains(plan.String(), "SEARCH e\n") || strings.Contains(plan.String(), "SCAN e\n") {
				t.Errorf("all events are read:\n%s", plan.String())
			}
			if strings.Contains(plan.String(), "SCAN hidden") || strings.Contains(plan.String(), "SCAN mine") {
				t.Errorf("who may know of a match is sought everywhere:\n%s", plan.String())
			}
		}
	}
}

func TestWhatIsNoTextIsNotThere(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		for _, id := range []string{"\xe1\xd5", "a\x00", "nowhere"} {
			wantKind(t, second(s.Match(t.Context(), league.Site(), id)), league.NotFound)
			wantKind(t, second(s.Player(t.Context(), id)), league.NotFound)
		}
	})
}
