package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// mixCmd measures what a site serves for long, and what is left of it when it is killed meanwhile.
type mixCmd struct {
	siteFlags
	For     time.Duration `help:"For how long, at most 40 minutes." default:"1m"`
	Moves   int           `help:"Moves a second, at most 2,000." default:"450"`
	Pages   int           `help:"Pages a second, at most 2,000." default:"1000"`
	Clients int           `help:"How many clients play at once, and how many look at pages; at most 64." default:"64"`
	Kills   int           `help:"How often the program is killed meanwhile, and begun anew; at most 50." default:"0"`
	Backlog bool          `help:"Beside matches that wait to be analysed, by clients that do not wait, and without."`
}

// Validate bounds what the machine is asked for.
func (c mixCmd) Validate() error {
	const mostASecond, mostKills, longest = 2000, 50, 40 * time.Minute
	switch {
	case min(c.Moves, c.Pages) < 1 || max(c.Moves, c.Pages) > mostASecond:
		return fmt.Errorf("there can be 1 to %d moves and pages a second", mostASecond)
	case c.Clients < 1 || c.Clients > programs:
		return fmt.Errorf("there can be 1 to %d clients", programs)
	case c.Backlog && c.Kills > 0:
		return errors.New("with a backlog it is not killed")
	case c.Kills < 0 || c.Kills > mostKills:
		return fmt.Errorf("it is killed %d times at most", mostKills)
	}
	return errors.Join(c.siteFlags.Validate(), bounded(c.For, longest))
}

// spans is how many parts of the time are told by themselves, so that one sees what grows.
const spans = 6

// Run plays and looks on, each at its rate whatever is answered: who is late is late by what was asked for, not by what
// the one before took.
func (c mixCmd) Run(ctx context.Context) error {
	return onSite(ctx, c.siteFlags, 0, func(b *bench, data string, callers []caller) error {
		if c.Backlog {
			return c.withBacklog(ctx, b, data, callers)
		}
		return b.during(ctx, data, nil, func(program *child) error {
			m, err := c.open(ctx, b, data, program, callers)
			if err != nil {
				return err
			}
			return m.run(ctx)
		})
	})
}

// mixed is a mix that is being measured.
type mixed struct {
	mixCmd
	*bench
	*child
	data         string
	boards       []*board
	readers      []*reader
	paths        []string
	moves, pages *tally
	before       usage // of programs that were killed
	refused      int
	looks        atomic.Int64
}

// open begins the matches, signs readers in and finds the pages that they look at.
func (c mixCmd) open(ctx context.Context, b *bench, data string, program *child, callers []caller) (m *mixed, err error) {
	m = &mixed{mixCmd: c, bench: b, data: data, child: program, moves: &tally{}, pages: &tally{}}
	if m.boards, err = (moving{child: program, callers: callers, tally: m.moves, restarts: c.Kills > 0}).boards(ctx, c.Clients); err != nil {
		return nil, err
	}
	for i := range m.Clients {
		r, err := newReader(ctx, m.child, nameOf(i))
		if err != nil && i > 0 {
			continue // who has gone has no account
		}
		if err != nil {
			return nil, err
		}
		m.readers = append(m.readers, r)
	}
	for _, s := range sights[1:] {
		path, err := m.readers[0].find(ctx, s)
		if err != nil {
			return nil, err
		}
		if path != "" {
			m.paths = append(m.paths, path)
		}
	}
	for _, r := range m.readers[1:] { // whom the program does not know yet waits with visitors
		if _, err := r.get(ctx, "/account", true); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// run measures for the time, span by span, and says what was lost.
func (m *mixed) run(ctx context.Context) error {
	heads()
	var goals []goal
	var first, last int64
	for n := range spans {
		f, memory, err := m.span(ctx, m.For/spans, m.killsIn(n))
		if err != nil {
			return err
		}
		for _, each := range f {
			each.show()
			m.refused += each.refused
		}
		fmt.Printf("  memory of the program: %d MiB\n", memory>>20)
		if last = memory; n == 0 {
			first = memory
		}
		if m.Kills > 0 {
			continue // of who waited for a program that was killed a percentile says nothing
		}
		ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
		goals = append(goals,
			goal{"moves a second", f[0].rate, false, 0.98 * float64(m.Moves)}, goal{"moves: p99, ms", ms(f[0].p99), true, 150},
			goal{"pages a second", f[1].rate, false, 0.98 * float64(m.Pages)}, goal{"pages: p99, ms", ms(f[1].p99), true, 250})
	}
	lost, err := m.lost(ctx)
	if err != nil {
		return err
	}
	goals = append(goals, goal{"moves that are lost", float64(lost), true, 0}, goal{"refused", float64(m.refused), true, 0})
	if m.Kills == 0 {
		goals = append(goals, goal{"memory at the end beside that of the first span", float64(last) / float64(first), true, 1.25})
	}
	return judge(goals, m.Free)
}

// killsIn is how often the program is killed in a span.
func (m *mixed) killsIn(span int) int { return m.Kills*(span+1)/spans - m.Kills*span/spans }

// span measures moves and pages for a while. Both share the processor time that the program has spent.
func (m *mixed) span(ctx context.Context, d time.Duration, kills int) (f [2]figure, memory int64, err error) {
	m.before = usage{}
	start, err := m.spent(ctx)
	if err != nil {
		return f, 0, err
	}
	*m.moves, *m.pages = tally{}, tally{}
	began := time.Now()
	var all sync.WaitGroup
	all.Go(func() {
		m.have(ctx, m.Moves, d, len(m.boards), func(n int, due time.Time) { m.play(ctx, m.boards[n], due) })
	})
	all.Go(func() {
		m.have(ctx, m.Pages, d, len(m.readers), func(n int, due time.Time) { m.look(ctx, m.readers[n], due) })
	})
	for n := range kills {
		time.Sleep(time.Until(began.Add(d * time.Duration(2*n+1) / time.Duration(2*kills))))
		before, err := m.spent(ctx)
		if err == nil {
			err = m.killed(ctx)
		}
		if err != nil {
			return f, 0, err
		}
		m.before.cpu, m.before.statements = m.before.cpu+before.cpu, m.before.statements+before.statements
	}
	all.Wait()
	within := time.Since(began)
	after, err := m.spent(ctx)
	if err != nil {
		return f, 0, err
	}
	after.cpu, after.statements = after.cpu+m.before.cpu, after.statements+m.before.statements
	spent := after.less(start)
	// What one of them costs nobody can tell: each is shown with what both cost, shared evenly.
	share := float64(len(m.moves.took)) / float64(max(1, len(m.moves.took)+len(m.pages.took)))
	part := func(s float64) usage {
		return usage{cpu: time.Duration(s * float64(spent.cpu)), statements: s * spent.statements}
	}
	memory, err = m.memory()
	return [2]figure{m.moves.figure("moves", within, part(share)), m.pages.figure("pages", within, part(1-share))}, memory, err
}

// have has so many workers do something for a while: so often a second or, beside a backlog, one time after the other.
func (m *mixed) have(ctx context.Context, rate int, d time.Duration, workers int, do func(worker int, due time.Time)) {
	if m.Backlog {
		unpaced(ctx, d, workers, do)
		return
	}
	paced(ctx, rate, d, workers, do)
}

// play makes a move that is asked for since a moment. What kept it from being made at all is counted too.
func (m *mixed) play(ctx context.Context, b *board, since time.Time) {
	if err := b.move(ctx, since); err != nil && ctx.Err() == nil {
		m.moves.note(0, 0, err.Error())
	}
}

// look asks for the page whose turn it is, which is asked for since a moment.
func (m *mixed) look(ctx context.Context, r *reader, since time.Time) {
	body, err := r.get(ctx, m.paths[int(m.looks.Add(1))%len(m.paths)], true)
	if err != nil && m.Kills > 0 {
		return // a reader loads it again
	}
	wrong := ""
	if err != nil {
		wrong = err.Error()
	}
	m.pages.note(time.Since(since), len(body), wrong)
}

// killed kills the program and begins it anew at the same address.
func (m *mixed) killed(ctx context.Context) error {
	if err := m.cmd.Process.Kill(); err != nil {
		return err
	}
	_ = m.cmd.Wait() // it was killed
	next, err := m.serve(ctx, m.data, strings.TrimPrefix(m.at, "http://"))
	if err == nil {
		m.cmd = next.cmd // where it is stays
	}
	return err
}

// lost counts the matches of boards that do not stand where the last answer said, those that are over among them.
func (m *mixed) lost(ctx context.Context) (n int, err error) {
	for _, b := range m.boards {
		for _, last := range append(b.over[:len(b.over):len(b.over)], b.match) {
			now := last
			if _, err := b.ask(ctx, http.MethodGet, 0, "/matches/"+last.ID, nil, &now); err != nil {
				return n, err
			}
			if now.Seq != last.Seq || now.Position != last.Position {
				n++
			}
		}
	}
	return n, nil
}

// paced has so many workers do something so often a second, for a while. Each is told since when it is due: where all
// are busy it waits.
func paced(ctx context.Context, rate int, d time.Duration, workers int, do func(worker int, due time.Time)) {
	due := make(chan time.Time, rate) // a second of what is late; more than that is not asked for
	var all sync.WaitGroup
	for n := range workers {
		all.Go(func() {
			for at := range due {
				do(n, at)
			}
		})
	}
	began := time.Now()
	for i := 0; ctx.Err() == nil; i++ {
		at := began.Add(time.Duration(i) * time.Second / time.Duration(rate))
		if at.Sub(began) >= d {
			break
		}
		time.Sleep(time.Until(at))
		select {
		case due <- at:
		default: // or a program that cannot keep up would be asked for long after the time is over
		}
	}
	close(due)
	all.Wait()
}

// unpaced has so many workers do something for a while, each one time after the other.
func unpaced(ctx context.Context, d time.Duration, workers int, do func(worker int, due time.Time)) {
	var all sync.WaitGroup
	began := time.Now()
	for n := range workers {
		all.Go(func() {
			for ctx.Err() == nil && time.Since(began) < d {
				do(n, time.Now())
			}
		})
	}
	all.Wait()
}
