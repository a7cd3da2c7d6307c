package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A backlog is finished matches that wait to be analysed. What plays and looks on beside it should hardly notice, and
// when nobody does it empties.
type backlog struct{ data string }

// backlogRate is how many analyses nobody makes for each second of a mix, in which half of the time they are made.
const backlogRate = 3

// pile has finished matches of a site wait for an analysis, at least as many as a mix of that time cannot empty.
func pile(ctx context.Context, data string, d time.Duration) (b backlog, err error) {
	if _, err := multiply(ctx, data, max(100, int(backlogRate*d.Seconds()))); err != nil {
		return b, err
	}
	db, err := openSite(data, "_busy_timeout=5000")
	if err != nil {
		return b, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	for _, statement := range []string{"DELETE FROM analyses", "UPDATE matches SET analysed = 0 WHERE " + finished} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return b, err
		}
	}
	return backlog{data}, nil
}

// waits counts how many wait, and how many analyses there are.
func (b backlog) waits(ctx context.Context) (waiting, made int, err error) {
	db, err := openSite(b.data, "mode=ro&_busy_timeout=5000")
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	err = db.QueryRowContext(ctx, "SELECT (SELECT COUNT(*) FROM matches WHERE "+finished+" AND analysed = 0 AND ending NOT IN ('void', 'double forfeit')), (SELECT COUNT(*) FROM analyses WHERE version > 0)").Scan(&waiting, &made)
	return waiting, made, err
}

// patienceIdle is how long it may take until a backlog is empty, where nothing else is asked for.
const patienceIdle = 15 * time.Minute

// empty waits until no match waits, and says how many still do if that takes too long.
func (b backlog) empty(ctx context.Context) (waiting int, err error) {
	const look = time.Second
	for began := time.Now(); ; time.Sleep(look) {
		waiting, _, err = b.waits(ctx)
		if err != nil || waiting == 0 || time.Since(began) > patienceIdle || ctx.Err() != nil {
			return waiting, errors.Join(err, ctx.Err())
		}
	}
}

// turns say whether analyses are made, one turn after the other: what the machine is slower by for a while counts for both.
var turns = [4]bool{true, false, false, true}

// A turnout is what came of a mix beside a backlog, in all turns of a kind.
type turnout struct {
	moves, pages, refused int
	made                  int // analyses
	within                time.Duration
}

func (t turnout) rate(n int) float64 { return float64(n) / t.within.Seconds() }

// withBacklog measures the same mix four times, of clients that do not wait, twice of a program that makes analyses and twice of
// one that leaves them. Then it waits until there is nothing left to analyse.
func (c mixCmd) withBacklog(ctx context.Context, b *bench, data string, callers []caller) error {
	piled, err := pile(ctx, data, c.For)
	if err != nil {
		return err
	}
	heads()
	var without, with turnout
	var waiting, left int
	for n, made := range turns {
		of := &without
		if made {
			of = &with
		}
		if err := c.turn(ctx, b, piled, callers, of, made, func() (err error) {
			if n < len(turns)-1 {
				return nil
			}
			waiting, left, err = piled.idle(ctx)
			return err
		}); err != nil {
			return err
		}
	}
	return judge(backlogGoals(without, with, waiting, left), c.Free)
}

// idle has what waits be analysed with nothing asked for beside it, and says how much waited and how much does after that.
func (b backlog) idle(ctx context.Context) (waiting, left int, err error) {
	waiting, before, err := b.waits(ctx)
	if err != nil {
		return 0, 0, err
	}
	began := time.Now()
	left, err = b.empty(ctx)
	if err != nil {
		return 0, 0, err
	}
	_, after, err := b.waits(ctx)
	if err == nil {
		fmt.Printf("With nothing else to do %d of %d were analysed in %v: %.2f a second.\n", after-before, waiting, time.Since(began).Round(time.Second), float64(after-before)/time.Since(began).Seconds())
	}
	return waiting, left, err
}

// turn measures a quarter of a mix, adds what came of it, and does something before the program ends.
func (c mixCmd) turn(ctx context.Context, b *bench, piled backlog, callers []caller, sum *turnout, made bool, then func() error) (err error) {
	if err := atRest(ctx, piled.data); err != nil {
		return err
	}
	flags := []string{}
	if !made {
		flags = append(flags, alone)
	}
	program, err := b.serve(ctx, piled.data, anyPort, flags...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, program.stop()) }()
	m, err := c.open(ctx, b, piled.data, program, callers)
	if err != nil {
		return err
	}
	_, before, err := piled.waits(ctx)
	if err != nil {
		return err
	}
	began := time.Now()
	f, _, err := m.span(ctx, c.For/time.Duration(len(turns)), 0)
	if err != nil {
		return err
	}
	waiting, after, err := piled.waits(ctx)
	if err != nil {
		return err
	}
	sum.within += time.Since(began)
	sum.made += after - before
	for _, each := range f {
		each.show()
		sum.refused += each.refused
	}
	sum.moves, sum.pages = sum.moves+f[0].count, sum.pages+f[1].count
	fmt.Printf("  beside %d analyses; %d matches wait for one\n", after-before, waiting)
	return then()
}

// beside is how much of the moves and pages there has to be beside a backlog.
const beside = 0.95

// backlogGoals are what a mix is held to beside a backlog, and the backlog to.
func backlogGoals(without, with turnout, waiting, left int) []goal {
	return []goal{
		{"moves with a backlog beside those without", with.rate(with.moves) / without.rate(without.moves), false, beside},
		{"pages with a backlog beside those without", with.rate(with.pages) / without.rate(without.pages), false, beside},
		{"analyses made by a program that leaves them", float64(without.made), true, 0},
		{"matches that waited when the mix ended", float64(waiting), false, 1},
		{"matches that wait when nothing else was asked for", float64(left), true, 0},
		{"refused", float64(with.refused + without.refused), true, 0},
	}
}
