package season

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/ladder"
	"kickabout/league/play"
	"kickabout/league/series"
	"kickabout/league/tournaments"
	"kickabout/league/vacation"
)

// outages are how long the site is away in an event that is played four times more (R-TC-4).
var outages = []time.Duration{10 * time.Minute, 20 * time.Hour, 9 * day, 223 * day}

// A course is an event that is played once with the site there all the time, and once with it away for a while. Players go
// by a time of their own, which stands still with the site.
type course struct {
	*Site
	ctx    context.Context
	of     World
	begins time.Time
	from   time.Time     // when the site goes away
	gap    time.Duration // for how long; 0: it stays
	people []league.Player
	styles map[string]style
	silent map[string][]interval // in which players do not move, by their time
	next   map[string]time.Time  // when a match goes on, by their time
	cup    string                // of players; "": a ladder
}

const (
	courseDays  = 110
	courseStep  = 3 * time.Hour
	courseHeads = 8
)

// real returns the site's time for one of the players.
func (c *course) real(at time.Time) time.Time {
	if at.After(c.from) {
		return at.Add(c.gap)
	}
	return at
}

// theirs returns the players' time for one of the site.
func (c *course) theirs(at time.Time) time.Time {
	if at.After(c.from) {
		return latest(c.from, at.Add(-c.gap))
	}
	return at
}

// playAndTell plays the event for as long as it takes, and has it told then.
func (c *course) playAndTell(o Options, tell func() error) (err error) {
	o.Runs = func(k league.Competition) bool {
		return own(c.of.Format) && k.Game+"/"+k.Variant == c.of.Rules && k.Format == c.of.Format
	}
	o.without.offices = append(o.without.offices, func(s *Site) { s.office.VacationRule = vacation.LG }) // by the year: an outage earns nobody a day
	if c.Site, err = Open(c.ctx, o); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if err := c.begin(); err != nil {
		return err
	}
	for at := c.begins; at.Before(c.begins.Add(courseDays * day)); {
		at = at.Add(courseStep)
		if err := c.step(at); err != nil {
			return fmt.Errorf("at %s: %w", c.Now().Format(time.RFC3339), err)
		}
	}
	return tell()
}

// step lets players do what they do until a moment of their time, and the site what it does.
func (c *course) step(at time.Time) error {
	if back := c.from.Add(c.gap); c.gap > 0 && at.After(c.from) && c.Now().Before(back) {
		if err := c.sleep(back); err != nil {
			return err
		}
	}
	if err := c.Awake(c.ctx, c.real(at)); err != nil {
		return err
	}
	if at.Truncate(day).Equal(at) {
		if err := c.daily(int(at.Sub(c.begins) / day)); err != nil {
			return err
		}
	}
	running, err := c.store.Running(c.ctx, league.Site(), 1<<20)
	if err != nil {
		return err
	}
	for _, m := range running {
		if c.next[m.ID].After(at) {
			continue
		}
		if err := c.goOn(m.ID); err != nil {
			return err
		}
	}
	return errors.Join(c.jobs.RunDue(c.ctx), c.office.DeliverDue(c.ctx))
}

// sleep has the site be away until a moment. A site without R-TC-4 takes itself for awake all the time.
func (c *course) sleep(until time.Time) error {
	if c.options.without.noOutages {
		if err := c.Awake(c.ctx, until); err != nil {
			return err
		}
	}
	c.Set(until)
	if err := c.Restart(c.ctx); err != nil {
		return err
	}
	return c.jobs.RunDue(c.ctx)
}

// goOn plays a match on for as long as its players are there.
func (c *course) goOn(id string) error {
	_, err := c.office.PlayOut(c.ctx, id, func(v play.View) (engine.Event, bool) {
		last := lastOnBoard(v.Record.Log)
		player := v.Match.Seats[v.Record.SeatOf(v.Record.Next().Side)].Player.ID
		random := c.chance(id, decisions(v.Record.Log))
		y := c.styles[player]
		ready := c.theirs(last).Add(time.Duration(float64(y.pace) * (0.5 + random.Float64()))).Truncate(time.Millisecond)
		for _, s := range c.silent[player] {
			if !ready.Before(s.from) && ready.Before(s.to) {
				ready = s.to
			}
		}
		c.next[id] = ready
		if c.real(ready).After(c.Now()) {
			return engine.Event{}, false
		}
		e := y.choose(v.Record, random)
		e.At = c.real(ready)
		return e, true
	})
	return errors.Join(err, c.Delivered(c.ctx))
}

// lastOnBoard is when something happened on a board last.
func lastOnBoard(log []engine.Event) (at time.Time) {
	for _, e := range log {
		if !e.Act.Aside() {
			at = e.At
		}
	}
	return at
}

// decisions counts what happened on a board, and leaves out what happened to clocks.
func decisions(log []engine.Event) (n int) {
	for _, e := range log {
		if e.Act == engine.ActMove || e.Act == engine.ActRoll {
			n++
		}
	}
	return n
}

// begin lets everybody come, and the event begin. One is away for a while before the outage, two leave about then without a
// word.
func (c *course) begin() error {
	random := rand.New(rand.NewPCG(c.options.Seed, 13))
	c.styles, c.silent, c.next = map[string]style{}, map[string][]interval{}, map[string]time.Time{}
	for i := range courseHeads {
		p, err := c.SignUp(c.ctx, name(i))
		if err != nil {
			return err
		}
		c.people = append(c.people, p)
		c.styles[p.ID] = style{skill: random.Float64(), pace: time.Duration(2+random.IntN(5)) * time.Hour, resigns: 0.05}
	}
	forGood := c.begins.AddDate(9, 0, 0)
	near := func(days int) time.Time { return c.from.Add(time.Duration(random.IntN(2*days*24)-days*24) * time.Hour) }
	c.silent[c.people[0].ID] = []interval{{c.begins.Add(2 * day), c.begins.Add(8 * day)}}
	c.silent[c.people[1].ID] = []interval{{near(3), forGood}}
	c.silent[c.people[2].ID] = []interval{{near(6), forGood}}
	return c.enter()
}

// enter opens what is played, and has everybody in it.
func (c *course) enter() error {
	if own(c.of.Format) {
		if err := c.jobs.RunDue(c.ctx); err != nil {
			return err
		}
		k, err := c.office.Competition(c.of.Format + "/" + c.of.Rules)
		if err != nil {
			return err
		}
		open, err := c.office.OpenEditions(c.ctx, league.Site(), k)
		if err != nil || len(open) == 0 {
			return fmt.Errorf("there is nothing to enter: %w", err)
		}
		for _, p := range c.people {
			if err := errors.Join(c.office.EnterTournament(c.ctx, p, open[0].ID), c.office.SetLadder(c.ctx, p, k, series.LadderManual)); err != nil {
				return err
			}
		}
		return c.Delivered(c.ctx)
	}
	host, err := c.SignUp(c.ctx, hostName)
	if err != nil {
		return err
	}
	p := tournaments.TournamentProposal{
		Reservation: c.office.ReserveTournament(), Name: "The cup", Format: c.of.Format, Rules: c.of.Rules,
		Places: fmt.Sprint(courseHeads), Cycles: "1", Control: "fast", Start: tournaments.StartFull,
	}
	if c.of.Format == "swiss" {
		p.Set("round_days", "21")
	}
	t, err := c.office.CreateTournament(c.ctx, host, p)
	c.cup = t.ID
	for _, p := range c.people {
		err = errors.Join(err, c.office.EnterTournament(c.ctx, p, t.ID))
	}
	return errors.Join(err, c.Delivered(c.ctx))
}

// daily has players of a ladder challenge who stands above them, on the second day: the site begins nothing by itself, since it
// does so by the hour of the day, and what begins later has other dice.
func (c *course) daily(today int) error {
	if c.cup != "" || today != 1 {
		return nil
	}
	k, err := c.office.Competition(ladderFormat + "/" + c.of.Rules)
	if err != nil {
		return err
	}
	v, err := c.office.Ladder(c.ctx, league.Player{}, k)
	if err != nil {
		return err
	}
	for i := 1; i < len(v.Rows); i += 2 {
		_, err := c.office.Challenge(c.ctx, v.Rows[i].Player, k, v.Rows[i-1].Player.ID)
		if err = errors.Join(err, c.Delivered(c.ctx)); league.KindOf(err) == league.Internal {
			return err
		}
	}
	return nil
}

// A happening is something that an outage may put off, and must not change.
type happening struct {
	what string
	at   time.Time // by the players' time
}

// story tells what has happened: results, removals, absences, penalties, and where everybody stands at the end.
func (c *course) story() (all []happening, err error) {
	names := map[string]string{}
	tell := func(at time.Time, format string, args ...any) {
		all = append(all, happening{fmt.Sprintf(format, args...), c.theirs(at)})
	}
	for _, p := range c.people {
		names[p.ID] = p.Name
		steps, err := c.store.SanctionsOf(c.ctx, p.ID)
		if err != nil {
			return nil, err
		}
		for _, s := range steps {
			tell(s.At, "%s: %s, banned for %v", p.Name, s.Kind, max(0, s.Ban.Sub(s.At)) > 0)
		}
	}
	ids, err := c.store.TournamentIDs(c.ctx)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		t, err := c.store.Tournament(c.ctx, league.Site(), id)
		if err != nil {
			return nil, err
		}
		matches, err := c.store.Fixtures(c.ctx, league.Site(), id)
		if err != nil {
			return nil, err
		}
		for _, m := range matches {
			if o := m.State.Outcome; o.Over() {
				tell(m.State.Moved, "%s %s-%s: %s %d:%d, won by %s, %v moves", m.Fixture, names[by(m, engine.First)], names[by(m, engine.Second)], o.Ending, o.Score[0], o.Score[1], o.Winner, m.State.Moves)
			}
		}
		for _, e := range t.Entries {
			n, _ := ladder.ParseNote(e.Note)
			tell(c.begins, "%s: place %d, %q, qualified %v, %d penalty points", names[e.Player.ID], e.Seed, e.Out, !e.Qualified.IsZero(), n.Penalty)
		}
		log, err := c.store.TournamentLog(c.ctx, league.Site(), id, 0, 1<<30)
		if err != nil {
			return nil, err
		}
		for _, d := range log {
			if d.Act == league.ActStruck || d.Act == league.ActFinished || d.Act == league.ActLeft {
				tell(d.At, "%s %s", d.Act, names[d.Player.ID])
			}
		}
	}
	slices.SortStableFunc(all, func(a, b happening) int { return cmp.Or(cmp.Compare(a.what, b.what), a.at.Compare(b.at)) })
	return all, nil
}

// playCourse plays an event with an outage, or none, and tells what has happened.
func (w World) playCourse(ctx context.Context, o Options, gap time.Duration) (story []happening, err error) {
	c := &course{ctx: ctx, of: w, begins: o.Start, gap: gap}
	random := rand.New(rand.NewPCG(o.Seed, 17))
	c.from = o.Start.Add(time.Duration(10+random.IntN(12))*day + time.Duration(random.IntN(8))*courseStep)
	o.Folder = fmt.Sprintf("%s/outage-%d", o.Folder, gap/time.Minute)
	err = c.playAndTell(o, func() error {
		story, err = c.story()
		return err
	})
	return story, err
}

// shifts plays an event without an outage and with each, and compares.
func (w World) shifts(ctx context.Context, o Options) ([]Gain, error) {
	differ := Gain{Policy: "outage", What: "results, removals, absences and penalties that it has changed", Unit: "happenings", Seed: o.Seed, Format: w.Format}
	late := Gain{Policy: "outage", What: "put off by less than it lasted, or by more than the first day longer", Unit: "hours", Seed: o.Seed, Format: w.Format}
	without, err := w.playCourse(ctx, o, 0)
	if err != nil {
		return nil, err
	}
	for _, gap := range outages {
		with, err := w.playCourse(ctx, o, gap)
		if err != nil {
			return nil, fmt.Errorf("away for %v: %w", gap, err)
		}
		others := compareStories(without, with)
		differ.see(float64(len(others)), o.Start)
		if len(others) > 0 && differ.Worst == float64(len(others)) {
			differ.Script = fmt.Sprintf("# outage of %v, seed %d, %s:\n", gap, o.Seed, w.Format)
			for _, line := range others {
				differ.Script += "#   " + line + "\n"
			}
			continue
		}
		late.see(offBy(without, with, gap).Hours(), o.Start)
	}
	return []Gain{differ, late}, nil
}

// compareStories lists what is told in one story alone.
func compareStories(a, b []happening) (others []string) {
	count := map[string]int{}
	for _, h := range a {
		count[h.what]++
	}
	for _, h := range b {
		count[h.what]--
	}
	for what, n := range count {
		switch {
		case n > 0:
			others = append(others, "not with it: "+what)
		case n < 0:
			others = append(others, "with it alone: "+what)
		}
	}
	slices.Sort(others)
	return others
}

// offBy returns by how much at most something came too early or too late in the second of two stories that tell the same:
// what an outage of more than a day moves may fall due a day later, and the site looks once in a step.
func offBy(without, with []happening, gap time.Duration) (worst time.Duration) {
	most := courseStep + time.Second
	if gap > day {
		most += day
	}
	for i, h := range without {
		later := with[i].at.Sub(h.at)
		worst = max(worst, -later-time.Second, later-most)
	}
	return max(0, worst)
}
