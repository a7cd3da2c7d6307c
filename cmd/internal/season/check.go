package season

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/play"
	"kickabout/league/tournaments"
	"kickabout/league/vacation"
)

// check looks at what is stored, and holds it against the rules.
func (r *run) check() error {
	now := r.Now()
	for _, c := range r.office.Competitions() {
		editions, err := r.office.Editions(r.ctx, league.Site(), c, time.Time{})
		if err != nil {
			return err
		}
		var views []tournaments.TournamentView
		for _, e := range editions {
			v, err := r.office.Tournament(r.ctx, league.Site(), e.ID)
			if err != nil {
				return err
			}
			views = append(views, v)
			if err := r.checkEdition(v); err != nil {
				return err
			}
		}
		switch c.Format {
		case "championship":
			r.checkSeasons(views)
		case "ladder":
			r.checkLadder(views)
		case "minicup":
			r.checkRights(views)
		case "monthlycup":
			r.checkMonths(views)
		}
	}
	if err := r.checkRunning(now); err != nil {
		return err
	}
	r.checked = now
	return nil
}

// checkAll computes everything again from the logs.
func (r *run) checkAll() error {
	differ, err := r.Recheck(r.ctx)
	r.report.Checks["all is what the logs say (R-RA-6)"]++
	for _, line := range differ {
		r.violation("%s", line)
	}
	return err
}

// holds counts a check, and notes that it failed.
func (r *run) holds(what string, ok bool, format string, args ...any) {
	r.report.Checks[what]++
	if !ok {
		r.violation("%s: %s", what, fmt.Sprintf(format, args...))
	}
}

// checkEdition checks what is true of every tournament that ended since the last check:
// its tables are the sum of its matches (R-PT-2), nothing of it is open, and each match is
// what its log says.
func (r *run) checkEdition(v tournaments.TournamentView) error {
	t := v.Tournament
	if t.State != league.Finished || !t.Ended.After(r.checked) {
		return nil
	}
	for _, g := range v.Groups {
		r.checkTable(t, g)
	}
	for _, m := range v.Matches {
		r.holds("nothing stays open", m.State.Outcome.Over(), "%s is over, its match %s is not", t.Name, m.Fixture)
		r.report.Matches[string(m.State.Outcome.Ending)]++
		if err := r.checkLog(m); err != nil {
			return err
		}
	}
	return nil
}

// checkTable adds a group's points up anew. Matches of players who are struck out whole,
// and void ones, count for nobody (R-FF-5).
func (r *run) checkTable(t league.Tournament, g tournaments.GroupView) {
	sum, paid := map[string]league.Points{}, league.Points(0)
	for _, m := range g.Matches {
		points, ok := m.Scoring().Points(m.State.Outcome)
		r.holds("every ending has its price", ok, "%s pays nothing", m.State.Outcome.Ending)
		if m.State.Outcome.Ending == engine.Void || slices.ContainsFunc(m.Seats[:], func(s league.Seat) bool {
			e, _ := t.Entrant(s.Player.ID)
			return e.Out == league.Voided
		}) {
			continue
		}
		for side, p := range points {
			sum[m.Seats[m.SeatOf(engine.Side(side+1))].Player.ID] += p
			paid += p
		}
	}
	for i, row := range g.Rows {
		e, _ := t.Entrant(row.Player)
		r.holds("tables sum up (R-PT-2)", e.Out == league.Voided || row.Points == sum[row.Player],
			"%s %s: %s has %s in the table and %s by his matches", t.Name, g.Group, r.who(row.Player), row.Points, sum[row.Player])
		r.holds("ranks go down a table", i == 0 || row.Rank >= g.Rows[i-1].Rank, "%s %s: rank %d stands behind rank %d", t.Name, g.Group, row.Rank, g.Rows[max(0, i-1)].Rank)
		if e.Out != league.Voided {
			paid -= row.Points
		}
	}
	r.holds("tables sum up (R-PT-2)", paid == 0, "%s %s: the table is off by %s in all", t.Name, g.Group, paid)
}

// checkLog replays every twentieth match: what is stored beside a log is what it comes to.
func (r *run) checkLog(m league.Match) error {
	if r.random.IntN(20) != 0 {
		return nil
	}
	v, err := r.office.Match(r.ctx, league.Site(), m.ID)
	if err != nil {
		return err
	}
	for _, e := range v.Record.Log {
		if e.Act == engine.ActMove {
			r.report.Moves += 20
		}
	}
	r.holds("matches are what their logs say", reflect.DeepEqual(v.Match.State, m.State), "match %s is stored as %+v and comes to %+v", m.ID, m.State, v.Match.State)
	return r.checkVacation(v)
}

// checkVacation checks that vacation has fed neither clock of a match of an event for longer than it may (R-VA-7).
func (r *run) checkVacation(v play.View) error {
	away, err := r.office.Outages(r.ctx)
	if err != nil || !v.Match.DaysBound {
		return err
	}
	bound := vacation.BoundOf(v.Match.Control)
	for _, side := range []engine.Side{engine.First, engine.Second} {
		book, err := r.store.VacationBook(r.ctx, v.Match.Seats[v.Record.SeatOf(side)].Player.ID)
		if err != nil {
			return err
		}
		var most vacation.Had
		for _, e := range v.Record.Log {
			had := vacation.HadIn(book, v.Record, side, away, e.At.Add(-time.Millisecond))
			most.Row, most.All = max(most.Row, had.Row), max(most.All, had.All)
		}
		r.holds("vacation stops no game for longer than it may (R-VA-7)", most.Row <= bound.Row && most.All <= bound.All, "match %s at %s had %+v", v.Match.ID, v.Match.Control, most)
	}
	return nil
}

// checkRunning checks that nothing is overdue that a job should have ended (R-TC-3).
func (r *run) checkRunning(now time.Time) error {
	running, err := r.store.Running(r.ctx, league.Site(), 1<<20)
	for _, m := range running {
		r.holds("nothing is overdue (R-TC-3)", !m.State.Deadline.Before(now.Add(-clock.Grace)), "match %s was due at %s", m.ID, m.State.Deadline)
	}
	return err
}

// who names a player.
func (r *run) who(player string) string {
	if p, ok := r.byID[player]; ok {
		return p.Name
	}
	return player
}

// level is the division of a group: 2 of "d2/g3".
func level(g league.Group) int {
	var l int
	fmt.Sscanf(string(g), "d%d/", &l)
	return l
}

// checkSeasons compares each season with the next (R-CH-5, R-CH-6).
func (r *run) checkSeasons(seasons []tournaments.TournamentView) {
	var played []tournaments.TournamentView
	for _, v := range seasons {
		if !v.Tournament.Started.IsZero() {
			played = append(played, v)
		}
	}
	slices.SortFunc(played, func(a, b tournaments.TournamentView) int { return a.Tournament.Started.Compare(b.Tournament.Started) })
	for i := 1; i < len(played); i++ {
		before, after := played[i-1], played[i]
		if before.Tournament.State != league.Finished || after.Tournament.Started.Before(r.checked) {
			continue
		}
		r.holds("a season starts when the last one has ended (R-CH-3)", !after.Tournament.Started.Before(before.Tournament.Ended), "%s starts before the end of %s", after.Tournament.Name, before.Tournament.Name)
		for _, g := range before.Groups {
			r.checkTransfers(g, after.Tournament)
		}
	}
	for _, v := range played {
		if v.Tournament.Started.Before(r.checked) {
			continue
		}
		for _, g := range v.Groups {
			r.holds("groups have 3 to 11 players (R-CH-7)", len(g.Rows) >= 3 && len(g.Rows) <= 11, "%s %s has %d", v.Tournament.Name, g.Group, len(g.Rows))
		}
	}
}

// checkTransfers checks where the players of a group are in the next season.
func (r *run) checkTransfers(g tournaments.GroupView, next league.Tournament) {
	was := level(g.Group)
	for i, row := range g.Rows {
		e, ok := next.Entrant(row.Player)
		if !ok || next.Waits(e) || row.Out {
			continue
		}
		is := level(e.Group)
		name := r.who(row.Player)
		r.holds("nobody moves two levels (R-CH-6)", is-was <= 1 && was-is <= 1, "%s goes from level %d to %d", name, was, is)
		switch {
		case i < 2:
			r.holds("nobody promoted is kept down (R-CH-5)", is == max(1, was-1), "%s was rank %d in level %d and is in level %d", name, i+1, was, is)
		case i < 5:
			r.holds("nobody who stays is moved down (R-CH-5)", is <= was, "%s was rank %d in level %d and is in level %d", name, i+1, was, is)
		}
	}
}

// checkLadder checks that places are a permutation, and how many matches each plays (2.5).
func (r *run) checkLadder(editions []tournaments.TournamentView) {
	for _, v := range editions {
		t := v.Tournament
		for i, e := range t.Entries {
			r.holds("ladder places are 1 to n (R-LA)", e.Seed == i+1, "%s stands on place %d as number %d", e.Player.Name, e.Seed, i+1)
		}
		open := map[string]int{}
		running, err := r.store.Fixtures(r.ctx, league.Site(), t.ID)
		if err != nil {
			r.violation("reading the ladder: %v", err)
			return
		}
		for _, m := range running {
			if m.State.Outcome.Over() {
				if m.State.Moved.After(r.checked) {
					r.report.Matches[string(m.State.Outcome.Ending)]++
				}
				continue
			}
			for _, s := range m.Seats {
				open[s.Player.ID]++
			}
		}
		for id, n := range open {
			r.holds("at most three ladder matches each (R-LA-2)", n <= 3, "%s plays %d", r.who(id), n)
		}
	}
}

// checkRights checks that nobody plays on a level of the mini cup without having earned it,
// once for each time (R-MC-2, R-MC-3).
func (r *run) checkRights(editions []tournaments.TournamentView) {
	earned, used := map[string]map[int]int{}, map[string]map[int]int{}
	count := func(m map[string]map[int]int, player string, level int) {
		if m[player] == nil {
			m[player] = map[int]int{}
		}
		m[player][level]++
	}
	for _, v := range editions {
		t := v.Tournament
		var level int
		if _, err := fmt.Sscanf(strings.ToLower(t.Edition), "l%d-", &level); err != nil {
			r.violation("an edition of the mini cup is called %q", t.Edition)
		}
		for _, e := range t.Entries {
			if level > 0 {
				count(used, e.Player.ID, level)
			}
			if !e.Qualified.IsZero() {
				count(earned, e.Player.ID, level+1)
			}
		}
		if t.State != league.Finished || !t.Ended.After(r.checked) || struckOut(t) {
			continue // what was certain before a strike need not be so after it (R-TB-5)
		}
		for _, g := range v.Groups {
			for _, row := range g.Rows {
				e, _ := t.Entrant(row.Player)
				r.holds("who has 11 points of a mini cup goes on, and nobody else (R-MC-2)", !e.Qualified.IsZero() == (row.Points >= 110),
					"%s: %s has %s, qualified %v", t.Edition, r.who(row.Player), row.Points, e.Qualified)
			}
		}
	}
	for player, levels := range used {
		for level, n := range levels {
			r.holds("levels and rights add up (R-MC-3)", n <= earned[player][level], "%s plays %d times on level %d and earned it %d times", r.who(player), n, level, earned[player][level])
		}
	}
}

// struckOut tells whether the results of a player count no more.
func struckOut(t league.Tournament) bool {
	return slices.ContainsFunc(t.Entries, func(e league.Entrant) bool { return e.Out == league.Voided })
}

// checkMonths checks that no two editions of the monthly cup are won as the same month or year.
func (r *run) checkMonths(editions []tournaments.TournamentView) {
	for _, v := range editions {
		t := v.Tournament
		if t.State != league.Finished || !t.Ended.After(r.checked) {
			continue
		}
		for _, g := range v.Groups {
			first := 0
			for _, row := range g.Rows {
				if row.Rank == 1 {
					first++
				}
			}
			r.holds("a group of the monthly cup has one winner (R-MO-2)", first == 1, "%s %s has %d", t.Edition, g.Group, first)
		}
	}
}
