package season

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"time"

	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/play"
)

// Years are seasons by chance: players enter and leave what the site offers, stay away,
// give up, run out of time, and the process is killed now and then.
type Years struct {
	Players int
	Until   time.Time     // they begin when the site does
	Absent  float64       // the share of the time that a player is absent
	Rules   string        // game and variant that are played
	Series  string        // the one kind of competition that is entered; "": all
	Step    time.Duration // how often the jobs run
	Kills   int           // how often a year the process is killed
}

// Report is what came of it.
type Report struct {
	From, To   time.Time
	Members    int
	Entered    int            // entries that players made
	Refused    map[string]int // sentences that players were told
	Matches    map[string]int // finished, by ending
	Moves      int
	Kills      int
	Vacations  int            // that players planned
	Checks     map[string]int // what was looked at, by what it is
	Violations []string
}

// run is the years while they are played.
type run struct {
	*Site
	Years
	ctx     context.Context
	random  *rand.Rand
	people  []*person
	byID    map[string]*person
	due     agenda
	pairs   pairs
	report  Report
	world   *world    // nil: nobody bends the rules
	checked time.Time // tournaments that ended before are done with
}

// complaints takes what the site logs as an error for a violation, unless its process was
// killed: then it has every reason to complain.
type complaints struct {
	slog.Handler // not there: nothing below calls it
	run          *run
}

func (c *complaints) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelError }
func (c *complaints) WithAttrs([]slog.Attr) slog.Handler           { return c }
func (c *complaints) WithGroup(string) slog.Handler                { return c }

func (c *complaints) Handle(_ context.Context, record slog.Record) error {
	if c.run == nil || c.run.tap.dead {
		return nil
	}
	text := record.Message
	record.Attrs(func(a slog.Attr) bool {
		text += " " + a.String()
		return true
	})
	c.run.violation("an error was logged: %s", text)
	return nil
}

// tooMany is how many violations end a run.
const tooMany = 20

// Run plays the years on a fresh site.
func (y Years) Run(ctx context.Context, o Options) (Report, error) {
	o.Runs = y.runs
	return y.play(ctx, o, nil)
}

// play plays them, in a world of people who bend the rules if there is one.
func (y Years) play(ctx context.Context, o Options, w *world) (Report, error) {
	end := y.Until
	var heard complaints
	o.Log = slog.New(&heard)
	site, err := Open(ctx, o)
	if err != nil {
		return Report{}, err
	}
	r := &run{
		Site: site, Years: y, ctx: ctx, random: rand.New(rand.NewPCG(o.Seed, uint64(y.Players))), byID: map[string]*person{}, pairs: pairs{},
		report: Report{From: o.Start, To: end, Refused: map[string]int{}, Matches: map[string]int{}, Checks: map[string]int{}},
	}
	r.people = people(r.random, y.Players, o.Start, end, y.Absent)
	heard.run = r
	if w != nil {
		w.settle(r)
	}
	if err = r.all(end); err == nil && w != nil {
		err = w.measure()
	}
	return r.report, errors.Join(err, site.Close())
}

// runs tells whether a competition is one of those that are entered.
func (y Years) runs(c league.Competition) bool {
	return c.Game+"/"+c.Variant == y.Rules && (y.Series == "" || c.Format == y.Series)
}

func (r *run) all(end time.Time) error {
	for r.Now().Before(end) && len(r.report.Violations) < tooMany {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		before := r.Now()
		now := before.Add(r.Step)
		if r.world != nil {
			now = now.Truncate(r.Step)
		}
		if now.After(end) {
			now = end
		}
		if r.world != nil {
			if err := r.deadlines(now); err != nil {
				return err
			}
		}
		if err := r.Awake(r.ctx, now); err != nil {
			return err
		}
		if err := r.step(before, now); err != nil {
			return fmt.Errorf("at %s: %w", now.Format(time.RFC3339), err)
		}
	}
	if err := r.check(); err != nil {
		return err
	}
	return r.checkAll()
}

// step does all that happens in a step: people look in once a day, matches go on, the jobs
// run. Once a quarter of a year what is stored is checked.
func (r *run) step(before, now time.Time) error {
	if r.random.Float64() < float64(r.Kills)*r.Step.Hours()/(365*24) || midnight(before, now) && now.Day() == 1 {
		r.tap.fuse = 1 + r.random.IntN(40)
	}
	if midnight(before, now) {
		if err := r.lookIn(now); err != nil {
			return err
		}
	}
	if err := r.scheme(now); err != nil {
		return err
	}
	if err := r.playDue(now); err != nil {
		return err
	}
	if err := r.alive(errors.Join(r.jobs.RunDue(r.ctx), r.office.DeliverDue(r.ctx))); err != nil {
		r.violation("a job failed: %v", err)
	}
	if err := r.agree(); err != nil {
		return err
	}
	if err := r.afterJobs(); err != nil {
		return err
	}
	if midnight(before, now) && now.Day() == 2 && now.Month()%3 == 1 {
		return r.check()
	}
	return nil
}

func midnight(before, now time.Time) bool { return before.Truncate(day) != now.Truncate(day) }

func (r *run) violation(format string, args ...any) {
	r.report.Violations = append(r.report.Violations, r.Now().Format("2006-01-02 15:04 ")+fmt.Sprintf(format, args...))
}

// alive starts the process again if it was killed; any other error stays.
func (r *run) alive(err error) error {
	if r.tap.dead {
		r.report.Kills++
		if err := r.Restart(r.ctx); err != nil {
			return err
		}
		return r.reload()
	}
	return err
}

// told takes what a player is refused for what it is.
func (r *run) told(err error) error {
	if err == nil {
		err = r.Delivered(r.ctx)
	}
	if err == nil || league.KindOf(err) == league.Internal {
		return r.alive(err)
	}
	sentence, _, _ := strings.Cut(err.Error(), " again from ") // with its date it would be told once
	r.report.Refused[sentence]++
	return nil
}

// lookIn lets everybody who is there look in, sign up, enter and leave.
func (r *run) lookIn(now time.Time) error {
	for _, p := range r.people {
		if p.ID == "" && !now.Before(p.joins) {
			player, err := r.SignUp(r.ctx, p.Name)
			if err != nil {
				return err
			}
			p.Player = player
			r.byID[p.ID] = p
			r.report.Members++
		}
		if p.ID == "" || !p.here(now) || p.bends != nil && p.bends.shuns(p) {
			continue
		}
		if err := r.Visit(r.ctx, p.Player); err != nil {
			return err
		}
		if err := r.told(r.holiday(p, now)); err != nil {
			return err
		}
		if r.random.Float64() < p.keen {
			if err := r.told(r.enterSomething(p)); err != nil {
				return err
			}
		}
	}
	return nil
}

// toEnter lists what one can enter: of one of the competitions, or in a world of tournaments that players open what
// is open now.
func (r *run) toEnter() ([]league.Tournament, error) {
	if r.world != nil && !own(r.world.of.Format) {
		return r.world.open()
	}
	all := r.office.Competitions()
	if len(all) == 0 {
		return nil, errors.New("the site has no such competition for " + r.Rules)
	}
	return r.office.OpenEditions(r.ctx, league.Site(), all[r.random.IntN(len(all))])
}

// enterSomething has a person enter, or now and then leave, one of the competitions.
func (r *run) enterSomething(p *person) error {
	editions, err := r.toEnter()
	if err != nil {
		return err
	}
	for _, e := range editions {
		_, in := e.Entrant(p.ID)
		switch {
		case !in:
			err := r.office.EnterTournament(r.ctx, p.Player, e.ID)
			if err == nil {
				r.report.Entered++
				r.didEnter(p, e)
			} else if kind := league.KindOf(err); kind == league.Forbidden || kind == league.Stale {
				if err := r.told(err); err != nil {
					return err
				}
				continue // there may be one that they may enter
			}
			return err
		case r.random.Float64() < 0.03:
			return r.office.LeaveTournament(r.ctx, p.Player, e.ID)
		}
	}
	return nil
}

// An agenda is what matches are to be looked at when.
type agenda []appointment

type appointment struct {
	at    time.Time
	match string
}

func (a agenda) Len() int { return len(a) }
func (a agenda) Less(i, j int) bool {
	return a[i].at.Before(a[j].at) || a[i].at.Equal(a[j].at) && a[i].match < a[j].match
}
func (a agenda) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(x any)   { *a = append(*a, x.(appointment)) }
func (a *agenda) Pop() any {
	last := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return last
}

// agree puts the matches that have begun on the agenda.
func (r *run) agree() error {
	for _, m := range r.tap.begun {
		r.begins(m)
		if !strings.HasPrefix(m.Fixture, "c.") { // only a ladder can wait with a match
			continue
		}
		away, err := r.office.Away(r.ctx, m.Seats[0].Player.ID, m.Seats[1].Player.ID)
		if err != nil {
			return err
		}
		r.holds("no ladder match begins in a vacation (R-VA-5)", len(away) == 0, "match %s begins while a player is away: %v", m.ID, away)
	}
	r.tap.begun = nil
	return nil
}

// begins puts a match on the agenda that has begun; a pair once.
func (r *run) begins(m league.Match) {
	if m.Twin == "" {
		r.later(m)
		return
	}
	if id := pairKey(m); r.pairs[id] == "" {
		r.pairs[id] = max(m.ID, m.Twin)
		heap.Push(&r.due, appointment{r.Now().Add(time.Minute), id})
	}
}

// later puts a match on the agenda: so that it is looked at before anybody's time runs out,
// and several moves are played in one go.
func (r *run) later(m league.Match) {
	at := r.Now().Add(time.Duration(4+r.random.IntN(5)) * day)
	if r.world != nil { // each game goes on when its next move is due
		at = r.Now().Add(time.Minute)
	}
	if last := m.State.Deadline.Add(-2 * r.Step); at.After(last) {
		at = latest(last, r.Now().Add(time.Minute)) // in this step they do nothing more
	}
	heap.Push(&r.due, appointment{at, m.ID})
}

// reload puts all running matches on the agenda anew.
func (r *run) reload() error {
	r.due, r.pairs = nil, pairs{}
	running, err := r.store.Running(r.ctx, league.Site(), 1<<20)
	for _, m := range running {
		r.begins(m)
	}
	return err
}

// playDue plays the matches on that are on the agenda by now.
func (r *run) playDue(now time.Time) error {
	for len(r.due) > 0 && !r.due[0].at.After(now) {
		id := heap.Pop(&r.due).(appointment).match
		if twin := r.pairs[id]; twin != "" {
			if err := playPair(r, id, twin, now); err != nil {
				return err
			}
			continue
		}
		v, due, err := r.playOn(r.ctx, id, r)
		if err := r.alive(err); err != nil {
			return err
		}
		if err != nil || v.Record.Next().Over() {
			continue
		}
		deadline := v.Clocks.Deadline()
		if due.After(deadline) { // they will be too late: the sweep sees to it
			heap.Push(&r.due, appointment{latest(now.Add(r.Step), deadline.Add(clock.Grace+r.Step)), id})
			continue
		}
		m := v.Match
		m.State.Deadline = deadline
		if r.world != nil && due.After(now) {
			heap.Push(&r.due, appointment{due, id})
			continue
		}
		r.later(m)
	}
	return nil
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// style is how a person plays a match.
func (r *run) style(v play.View, player string) style {
	p, ok := r.byID[player]
	switch {
	case ok && p.bends != nil:
		return p.bends.style(v, p)
	case ok:
		return p.hurried(v.Match.Control)
	}
	return style{skill: 0.5, pace: time.Hour}
}

// moves says when a person moves.
func (r *run) moves(v play.View, player string, ready time.Time) time.Time {
	p, ok := r.byID[player]
	switch {
	case ok && p.bends != nil:
		return p.bends.moves(v, p, ready)
	case ok:
		return p.back(ready)
	}
	return ready
}
