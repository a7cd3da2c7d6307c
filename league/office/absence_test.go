package office_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/office"
	playing "kickabout/league/play"
	"kickabout/league/tournaments"
	"kickabout/store"
	"kickabout/store/storetest"
)

const days = 24 * time.Hour

// awayFor lets all but one player move in a tournament whenever it is their turn, for some days.
func (c *club) awayFor(absent league.Player, id string, span time.Duration) {
	c.t.Helper()
	for until := c.Now().Add(span); c.Now().Before(until); {
		c.wait(23 * time.Hour)
		for _, m := range c.tournament(id).Matches {
			if mover, ok := m.Mover(); ok && mover.ID != absent.ID {
				v := c.mustMatch(m.ID)
				_, err := c.Play(c.t.Context(), mover, playing.Turn{Match: m.ID, Seen: v.Record.Seq, Move: anyMove(v), Arrived: c.Now()})
				c.must(err)
			}
		}
		c.must(c.Sweep(c.t.Context()))
		c.must(c.Deliver(c.t.Context(), office.Budget{}))
		c.must(c.Advance(c.t.Context()))
	}
}

// absencesOf are the steps of a player's absences, the latest first.
func (c *club) absencesOf(p league.Player) (list []league.Sanction) {
	c.t.Helper()
	standing, err := c.Moderation.Standing(c.t.Context(), p)
	c.must(err)
	for _, s := range standing.Sanctions {
		if s.Kind == league.SanctionAbsence {
			list = append(list, s)
		}
	}
	return list
}

// TestOneAbsenceCostsTheGamesNotTheSeason: whoever lets three games run out of time once is warned, and stays where they
// play, unless they make no move for 21 days. It was half a year without anything.
func TestOneAbsenceCostsTheGamesNotTheSeason(t *testing.T) { // R-FF-7, R-FF-11
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo", "Dan")
		dan := people[3]
		slow := c.started(people, func(p *tournaments.TournamentProposal) { p.Control = "lg" })
		entered := c.mustOpen(people[0], nil).ID
		c.must(c.EnterTournament(t.Context(), dan, entered))
		quick := c.started(people, nil)
		told := c.noticedOf(dan, league.StandingNotice)
		c.awayFor(dan, quick, 8*days)

		list := c.absencesOf(dan)
		if len(list) != 1 || !list[0].Ban.IsZero() || !strings.HasPrefix(list[0].Reason, "1st absence in 365 days: ") {
			t.Fatalf("his absences are %+v", list)
		}
		if got := c.noticedOf(dan, league.StandingNotice) - told; got != 1 {
			t.Errorf("he was told %d times", got)
		}
		for _, id := range []string{slow, quick} {
			if got := c.exitOf(id, dan); got != league.Stays {
				t.Errorf("he is out: %q", got)
			}
		}
		if _, in := c.tournament(entered).Tournament.Entrant(dan.ID); !in {
			t.Error("he has lost the place for which he waits")
		}
		another := c.mustOpen(people[0], nil).ID
		c.must(c.EnterTournament(t.Context(), dan, another))
		c.must(c.LeaveTournament(t.Context(), dan, another))

		first := list[0].At
		c.setTime(first.Add(21*days - time.Second))
		c.must(c.RecordHeartbeat(t.Context()))
		c.must(c.Advance(t.Context()))
		if got := c.exitOf(slow, dan); got != league.Stays {
			t.Errorf("a second too early: %q", got)
		}
		c.setTime(first.Add(21 * days))
		for range 2 { // on every node
			c.must(c.Advance(t.Context()))
		}
		if got := c.exitOf(slow, dan); got == league.Stays {
			t.Error("after 21 days he is still in")
		}
		if _, in := c.tournament(entered).Tournament.Entrant(dan.ID); in {
			t.Error("after 21 days he still waits for one to start")
		}
		c.must(c.EnterTournament(t.Context(), dan, entered)) // he is there again
		c.must(c.Advance(t.Context()))
		if _, in := c.tournament(entered).Tournament.Entrant(dan.ID); !in {
			t.Error("he is taken out of what he has entered since")
		}
		if got := c.absencesOf(dan); len(got) != 1 {
			t.Errorf("his absences are %+v", got)
		}
		c.recounted()
	})
}

// TestTheSecondAbsenceBansForThirtyDays, and what the operator can do about it.
func TestTheSecondAbsenceBansForThirtyDays(t *testing.T) { // R-FF-11, R-FF-12
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ctx := t.Context()
		people := c.members("Ann", "Bob", "Cleo", "Dan")
		dan := people[3]
		next := c.mustOpen(people[0], nil).ID
		for range 2 {
			c.awayFor(dan, c.started(people, nil), 8*days)
			alone := c.mustBegin(dan)
			_, err := c.Play(ctx, dan, playing.Turn{Match: alone.Match.ID, Seen: alone.Record.Seq, Move: anyMove(alone), Arrived: c.Now()})
			c.must(err)
		}
		list := c.absencesOf(dan)
		if len(list) != 2 || !list[0].Ban.Equal(conduct.AbsenceLast(list[0]).Add(30*days)) || !list[1].Ban.IsZero() {
			t.Fatalf("his absences are %+v", list)
		}
		ban := list[0]
		c.refused(c.EnterTournament(ctx, dan, next), league.Forbidden, "no new events until "+ban.Ban.Format("2 Jan 2006"))
		c.mustBegin(dan) // casual games go on

		c.must(c.Moderation.Appeal(ctx, dan, ban.ID, "I was ill."))
		c.setTime(c.Now().Add(7 * days))
		c.refused(c.EnterTournament(ctx, dan, next), league.Forbidden, "no new events")
		c.setTime(c.Now().Add(time.Second))
		c.must(c.EnterTournament(ctx, dan, next))
		c.must(c.LeaveTournament(ctx, dan, next))
		c.must(c.Moderation.AnswerAppeal(ctx, conduct.Operator(), ban.ID, false, "no proof"))
		c.refused(c.EnterTournament(ctx, dan, next), league.Forbidden, "no new events")

		c.refused(c.Bans.Shorten(ctx, conduct.As(dan), ban.ID, 1, "please"), league.Forbidden, "")
		c.refused(c.Bans.Shorten(ctx, conduct.Operator(), ban.ID, 40, "longer"), league.Invalid, "only become shorter")
		c.refused(c.Bans.Shorten(ctx, conduct.Operator(), ban.ID, 1, ""), league.Invalid, "")
		c.must(c.Bans.ShortenLatest(ctx, conduct.Operator(), dan.ID, 1, "a doctor's note"))
		c.must(c.CountAbsences(ctx, dan.ID, "")) // counting again does not make it longer
		c.refused(c.EnterTournament(ctx, dan, next), league.Forbidden, "no new events until "+c.Now().Add(days).UTC().Format("2 Jan 2006"))
		c.setTime(c.Now().Add(days))
		c.must(c.EnterTournament(ctx, dan, next))

		c.must(c.Moderation.Undo(ctx, conduct.Operator(), list[1].ID, "the site was slow")) // the first was none
		c.must(c.Deliver(ctx, office.Budget{}))
		if got := c.absencesOf(dan); len(got) != 2 || !got[0].Ban.IsZero() || got[0].Reason[:3] != "1st" || got[1].Lifted.At.IsZero() {
			t.Errorf("afterwards they are %+v", got)
		}
		log, err := c.Moderation.User(ctx, conduct.Operator(), dan.ID)
		c.must(err)
		acts := map[string]int{}
		for _, l := range log.Log {
			acts[l.Act]++
		}
		if acts[string(conduct.ShortenBan)] != 1 || acts[string(conduct.UndoAbsence)] != 1 {
			t.Errorf("logged: %v", acts)
		}
	})
}

// TestBeforeItsDayTheRuleOfBeforeHolds: on a site with games absences are counted from an announced day on; a ban that runs
// then becomes what the rule gives, and what was struck stays struck.
func TestBeforeItsDayTheRuleOfBeforeHolds(t *testing.T) { // R-TM-1
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		c := newClub(t, storetest.Open(t, d))
		people := c.members("Ann", "Bob", "Cleo", "Dan")
		dan := people[3]
		next := c.mustOpen(people[0], nil).ID
		day := c.Now().Add(40 * days)
		c.exec(d, "INSERT INTO rule_days (rule, from_ms) VALUES ('absences', "+millis(day)+")")
		slow := c.started(people, func(p *tournaments.TournamentProposal) { p.Control = "lg" })
		c.awayFor(dan, c.started(people, nil), 12*days)
		if got := c.exitOf(slow, dan); got != league.Voided {
			t.Errorf("he is %q", got)
		}
		c.refused(c.EnterTournament(t.Context(), dan, next), league.Forbidden, "you can enter again from")
		c.setTime(day.Add(-time.Second))
		c.refused(c.EnterTournament(t.Context(), dan, next), league.Forbidden, "you can enter again from")
		if got := c.absencesOf(dan); len(got) != 0 {
			t.Errorf("they are counted already: %+v", got)
		}
		c.setTime(day)
		c.must(c.EnterTournament(t.Context(), dan, next))
		if got := c.absencesOf(dan); len(got) != 1 || !got[0].Ban.IsZero() {
			t.Errorf("his absences are %+v", got)
		}
		if got := c.exitOf(slow, dan); got != league.Voided {
			t.Errorf("what was struck is %q", got)
		}
	})
}

// TestWhoIsAbsentWaitsInNoQueue: a group that starts when it is full does not start with them.
func TestWhoIsAbsentWaitsInNoQueue(t *testing.T) { // R-FF-7
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		c.must(c.AdvanceCompetitions(t.Context()))
		people := c.members("Ann", "Bob", "Cleo", "Dan")
		dan := people[3]
		queue := c.editions(league.Competition{Format: "minicup", Game: "streetsoccer", Variant: "lg"})[0].ID
		c.must(c.EnterTournament(t.Context(), dan, queue))
		c.awayFor(dan, c.started(people, nil), 6*days)
		if _, in := c.tournament(queue).Tournament.Entrant(dan.ID); in {
			t.Error("he waits though he is absent")
		}
		c.must(c.EnterTournament(t.Context(), dan, queue)) // he is there again
		c.must(c.LookAfterSilence(t.Context(), dan.ID, ""))
		if _, in := c.tournament(queue).Tournament.Entrant(dan.ID); !in {
			t.Error("he is taken out of a queue that he has entered since")
		}
		c.recounted()
	})
}

// millis writes a moment as it is stored.
func millis(t time.Time) string { return strconv.FormatInt(t.UnixMilli(), 10) }
