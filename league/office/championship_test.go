package office_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/league/tournaments"
	"kickabout/store"
	"kickabout/store/storetest"
)

// streets is the competition that these tests play.
var streets = league.Competition{Format: championship.ID, Game: "streetsoccer", Variant: "lg"}

var errCut = errors.New("the process was killed")

// mortal is a store whose process is killed at one of its writes, and writes nothing after
// that until it is started again.
type mortal struct {
	store *altered
	life  int // writes until it is killed; -1: it lives
	way   int // how: before the write, after it, or with its context
}

func (m *mortal) write(ctx context.Context, write func(context.Context) error) error {
	if m.life < 0 {
		return write(ctx)
	}
	m.life = max(0, m.life-1)
	switch {
	case m.life > 0:
		return write(ctx)
	case m.way == 1:
		m.way = 0
		if err := write(ctx); err != nil {
			return err
		}
	case m.way == 2:
		ctx, cancel := context.WithCancel(ctx)
		cancel()
		return write(ctx)
	}
	return errCut
}

// newMortal returns a store that lives, and dies when it is told how long it has.
func newMortal(s Store) *mortal {
	m := &mortal{life: -1}
	m.store = &altered{
		Store: s,
		createTournament: func(ctx context.Context, t league.Tournament, matches []league.Match, notices []league.Notice, facts ...league.Fact) error {
			return m.write(ctx, func(ctx context.Context) error { return s.CreateTournament(ctx, t, matches, notices, facts...) })
		},
		appendTournament: func(ctx context.Context, p league.TournamentProgress) error {
			return m.write(ctx, func(ctx context.Context) error { return s.AppendTournament(ctx, p) })
		},
		append: func(ctx context.Context, p league.Progress) error {
			return m.write(ctx, func(ctx context.Context) error { return s.Append(ctx, p) })
		},
	}
	return m
}

// playedKilled plays a tournament to its end on a server that is killed at random writes,
// and says how often it was.
func (m *mortal) playedKilled(c *club, id string, r *rand.Rand) (kills int) {
	c.t.Helper()
	for range 200 {
		if m.life = -1; c.tournament(id).Tournament.State == league.Finished {
			return kills
		}
		m.life, m.way = 1+r.IntN(6), r.IntN(3)
		again := newClubAt(c, m.store)
		again.bySeed(id)
		if err := again.Advance(context.Background()); err != nil && !errors.Is(err, errCut) && !errors.Is(err, context.Canceled) {
			c.t.Fatal(err)
		}
		if m.life == 0 {
			kills++
		}
	}
	m.life = -1
	c.t.Fatalf("killed %d times, it does not end: %s", kills, c.tournament(id).Tournament.State)
	return kills
}

// seasonAt returns a season of the championship as it stands.
func (c *club) seasonAt(edition string) tournaments.TournamentView {
	c.t.Helper()
	v, err := c.Edition(context.Background(), league.Site(), streets, edition)
	if err != nil {
		c.t.Fatal(err)
	}
	return v
}

// playSeason lets one side of every match resign until the season is over.
func (c *club) playSeason(edition string, r *rand.Rand) {
	c.t.Helper()
	for range 60 {
		v := c.seasonAt(edition)
		if v.Tournament.State == league.Finished {
			return
		}
		for _, m := range v.Matches {
			if m.State.ToMove != engine.NoSide {
				if _, err := c.Resign(context.Background(), m.Seats[r.IntN(2)].Player, m.ID, c.clock()); err != nil {
					c.t.Fatal(err)
				}
			}
		}
		c.must(c.AdvanceCompetitions(context.Background()))
	}
	c.t.Fatalf("season %s does not end: %+v", edition, c.seasonAt(edition).Tournament.State)
}

// drawOf writes the groups of a season with who was drawn there.
func drawOf(t league.Tournament) string {
	var lines []string
	for _, e := range t.Entries {
		lines = append(lines, fmt.Sprintf("%d %s %s", e.Seed, e.Group, e.Player.ID))
	}
	return strings.Join(lines, "\n")
}

// TestARollOverThatIsKilledAndRepeatedGivesTheSameSeason: the end of one season and the
// start of the next, cut at random writes and done again, come to what an undisturbed one
// comes to.
func TestARollOverThatIsKilledAndRepeatedGivesTheSameSeason(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		r := rand.New(rand.NewPCG(11, 5))
		m := newMortal(open())
		c := newClubOver(t, m.store)
		ctx := t.Context()
		c.setTime(time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC))
		c.must(c.AdvanceCompetitions(ctx))
		edition, before := "2027-05", ""
		for i := range 12 {
			c.must(c.EnterTournament(ctx, c.member(fmt.Sprintf("P%02d", i)), c.seasonAt(edition).Tournament.ID))
		}
		kills := 0
		for range max(2, enginetest.Size(10)) {
			next := c.seasonAt(edition).Tournament
			c.setTime(next.Starts)
			want := c.plannedDraw(edition)
			for lives := true; lives; {
				m.life, m.way = 1+r.IntN(9), r.IntN(3)
				again := newClubOver(t, m.store) // a process that starts anew
				again.setTime(next.Starts)
				err := again.AdvanceCompetitions(ctx)
				if lives = m.life == 0; lives {
					kills++
				} else if err != nil {
					t.Fatal(err)
				}
				m.life = -1
			}
			c.checkSeason(edition, want)
			c.checkTransfers(before, edition)
			before = edition
			c.playSeason(edition, r)
			edition = nextEdition(edition)
			c.setTime(championship.Opens(next.Starts))
			c.must(c.AdvanceCompetitions(ctx))
			if e := c.seasonAt(edition).Tournament; e.State != league.Registration || len(e.Entries) != 12 {
				t.Fatalf("season %s is in state %s with %d entries", edition, e.State, len(e.Entries))
			}
		}
		if differ, err := c.RecountTournaments(ctx); err != nil || len(differ) > 0 {
			t.Errorf("recounted: %v, %v", differ, err)
		}
		t.Logf("killed %d times", kills)
		if kills == 0 {
			t.Error("nothing was killed")
		}
	})
}

// checkTransfers sees that whoever has come to another division than in the season before is told so, once, and nobody else.
func (c *club) checkTransfers(before, edition string) {
	c.t.Helper()
	now, moved := c.seasonAt(edition).Tournament, 0
	for _, e := range now.Entries {
		notices, err := c.Notices(c.t.Context(), e.Player.ID, 0, 1000)
		c.must(err)
		var got, want []league.EventName
		for _, n := range notices {
			if n.Subject == now.ID && slices.Contains([]league.EventName{league.TournamentBegan, league.SeriesPromoted, league.SeriesRelegated}, n.Event) {
				got = append(got, n.Event)
			}
		}
		level, _ := championship.ParseGroup(e.Group)
		was := 0
		if before != "" {
			old, _ := c.seasonAt(before).Tournament.Entrant(e.Player.ID)
			was, _ = championship.ParseGroup(old.Group)
		}
		switch {
		case was == 0 || was == level:
			want = []league.EventName{league.TournamentBegan}
		case level < was:
			want = []league.EventName{league.SeriesPromoted}
		default:
			want = []league.EventName{league.SeriesRelegated}
		}
		if !slices.Equal(want, []league.EventName{league.TournamentBegan}) {
			moved++
		}
		if !slices.Equal(got, want) {
			c.t.Errorf("%s came from division %d to %d and is told %v", e.Player.Name, was, level, got)
		}
	}
	if before != "" && moved == 0 {
		c.t.Error("nobody went up or down")
	}
}

func nextEdition(edition string) string {
	at, _ := time.Parse("2006-01", edition)
	return at.AddDate(0, 6, 0).Format("2006-01")
}

// plannedDraw is how a season would be drawn now if nobody disturbed it.
func (c *club) plannedDraw(edition string) string {
	c.t.Helper()
	ch, err := c.SeriesStateOf(context.Background(), streets)
	if err != nil {
		c.t.Fatal(err)
	}
	steps, err := championship.Format{}.Next(ch)
	if err != nil || len(steps) != 1 || steps[0].Decisions[0].Act != league.ActStarted {
		c.t.Fatalf("due are %+v, %v", steps, err)
	}
	e, _ := ch.Find(edition)
	started, err := e.Tournament.Add(league.Decision{Seq: e.Tournament.Last + 1, At: c.clock(), Act: league.ActStarted, Text: steps[0].Decisions[0].Text})
	if err != nil {
		c.t.Fatal(err)
	}
	return drawOf(started)
}

// checkSeason sees that a season started once, as it was planned, and that every match of
// it that is due has begun once.
func (c *club) checkSeason(edition, want string) {
	c.t.Helper()
	v := c.seasonAt(edition)
	starts := 0
	for _, d := range v.Tournament.Log {
		if d.Act == league.ActStarted {
			starts++
		}
	}
	if starts != 1 || v.Tournament.State != league.Running {
		c.t.Errorf("season %s started %d times and is in state %s", edition, starts, v.Tournament.State)
	}
	if got := drawOf(v.Tournament); got != want {
		c.t.Errorf("season %s is drawn\n%s\nwant\n%s", edition, got, want)
	}
	var keys, due []string
	for _, m := range v.Matches {
		keys = append(keys, m.Fixture)
	}
	for _, g := range v.Tournament.Groups() {
		plan, err := championship.Format{}.Plan(v.Tournament.Sheet(g, nil, c.clock()))
		if err != nil {
			c.t.Fatal(err)
		}
		for _, f := range plan.Fixtures {
			due = append(due, string(f.Key))
		}
	}
	slices.Sort(keys)
	slices.Sort(due)
	if !slices.Equal(keys, due) {
		c.t.Errorf("season %s: %d matches have begun, want %d: %v and %v", edition, len(keys), len(due), keys, due)
	}
}

func TestWhoStaysSaysSoOnceAndBeforeTheEntryCloses(t *testing.T) { // R-CH-4
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ctx := t.Context()
	c.setTime(time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC))
	c.must(c.AdvanceCompetitions(ctx))
	next := c.seasonAt("2027-05").Tournament
	ann := c.member("Ann")
	c.refused(c.Confirm(ctx, ann, next.ID), league.Stale, "You are not in the next season")
	c.refused(c.Confirm(ctx, c.guest(), next.ID), league.Forbidden, "Sign up first")
	c.must(c.EnterTournament(ctx, ann, next.ID))
	c.must(c.Confirm(ctx, ann, next.ID))
	last := c.seasonAt("2027-05").Tournament.Last
	c.must(c.Confirm(ctx, ann, next.ID))
	if v := c.seasonAt("2027-05").Tournament; v.Last != last || v.Entries[0].Note != championship.NoteConfirmed {
		t.Errorf("said twice it is %+v", v)
	}
	c.setTime(next.Closes)
	c.refused(c.Confirm(ctx, ann, next.ID), league.Stale, "It is too late")
	c.refused(c.EnterTournament(ctx, c.member("Bob"), next.ID), league.Stale, "Entries have closed")
}

func TestWhoLeavesAGroupLosesHisMatchesAtOnceAndNobodyElseDoes(t *testing.T) { // R-FF-5, R-FF-7
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	c.setTime(time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC))
	c.must(c.AdvanceCompetitions(t.Context()))
	edition := "2027-05"
	for i := range 20 {
		c.must(c.EnterTournament(t.Context(), c.member(fmt.Sprintf("P%02d", i)), c.seasonAt(edition).Tournament.ID))
	}
	c.setTime(c.seasonAt(edition).Tournament.Starts)
	c.must(c.AdvanceCompetitions(t.Context()))
	v := c.seasonAt(edition)
	if len(v.Tournament.Groups()) < 2 {
		t.Fatal("there is but one group")
	}
	out := v.Tournament.Entries[0].Player
	c.must(c.WithdrawFrom(t.Context(), out, v.Tournament.ID))
	matches, err := c.store.Fixtures(t.Context(), league.Site(), v.Tournament.ID)
	c.must(err)
	lost := 0
	for _, m := range matches {
		if his := m.SideOf(out.ID) != engine.NoSide; his == m.State.Outcome.Over() {
			lost += map[bool]int{true: 1}[his]
		} else {
			t.Errorf("match %s, one of his: %v, is over: %v", m.Fixture, his, !his)
		}
	}
	if lost == 0 {
		t.Error("he had no match")
	}
}
