// Package breaks makes the dice of running games anew (SCHEME.md 8.1), as it must be when a site was restored from a backup:
// what was played after that backup is forgotten, and players may have seen throws that the old dice would show once more. So it
// must be when the key of the dice is lost to others, who may know the throws to come.
package breaks

import (
	"context"
	"fmt"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/dicelog"
	"kickabout/league/play"
)

// Store is what Breaks needs of the store.
type Store interface {
	// OpenHeads lists what has dice that are still to be thrown.
	OpenHeads(ctx context.Context) (league.OpenHeads, error)
}

// Breaks makes dice anew.
type Breaks struct {
	core    *core.Core
	store   Store
	matches *play.Matches
	pairs   *play.Pairs
	log     *dicelog.Log
}

// New wires it.
func New(c *core.Core, store Store, p *play.Services, log *dicelog.Log) *Breaks {
	return &Breaks{c, store, p.Matches, p.Pairs, log}
}

// Renewed is what has become of running games.
type Renewed struct {
	Anew   int // they have new dice
	Locked int // they are in quarantine, or their twins are, and have the dice that they had
	First  int // they are under the first scheme, and have the dice that they had
	Lost   int // the key of their dice is gone, and they will be void
}

// MustBeReason refuses a reason that no log can hold, and returns it without the blanks around it.
func MustBeReason(reason string) (string, error) {
	reason = strings.TrimSpace(reason)
	if _, err := engine.ParseBreak(engine.Break{Run: 1, Reason: reason}.Text()); err != nil {
		return "", league.Errorf(league.Illegal, "Say why in one line of at most %d letters, without brackets, braces, @ and semicolons: players read it.", engine.MaxBreakReason)
	}
	return reason, nil
}

// Renew makes the dice of all running games under the second scheme anew, with what the log of the dice says of it: all of it
// or nothing.
func (s *Breaks) Renew(ctx context.Context, reason string) (done Renewed, err error) {
	done, games, err := s.renew(ctx, reason, func(league.Sealed) bool { return true })
	if err != nil {
		return done, err
	}
	return done, s.log.Renew(ctx, games, strings.TrimSpace(reason), s.core.Now())
}

// RenewLost does so of those whose key deals no more, as far as its file is there: without it nobody can show what it has thrown.
// If there is no such game nothing is written.
func (s *Breaks) RenewLost(ctx context.Context, reason string) (done Renewed, err error) {
	done, games, err := s.renew(ctx, reason, func(h league.Sealed) bool { return !s.core.Deals(h) })
	if err != nil || len(games) == 0 {
		return done, err
	}
	return done, s.log.Renew(ctx, games, strings.TrimSpace(reason), s.core.Now())
}

// renew returns those of the running games that some are, with new dice.
func (s *Breaks) renew(ctx context.Context, reason string, some func(league.Sealed) bool) (done Renewed, games []dicelog.Anew, err error) {
	if reason, err = MustBeReason(reason); err != nil {
		return done, nil, err
	}
	open, err := s.store.OpenHeads(ctx)
	if err != nil {
		return done, nil, err
	}
	at := s.core.Now()
	for _, h := range open.Matches {
		if !some(h) {
			continue
		}
		switch {
		case !h.Dice.Second():
			done.First++
			continue
		case !s.opens(h):
			done.Lost++
			continue
		}
		g, err := s.anew(ctx, h.Match, reason, at)
		if league.KindOf(err) == league.Damaged {
			done.Locked++
			continue
		}
		if err != nil {
			return done, nil, err
		}
		if g != nil {
			games, done.Anew = append(games, *g), done.Anew+1
		}
	}
	return done, games, nil
}

// opens says whether the key of a game is there, though it may deal no more.
func (s *Breaks) opens(h league.Sealed) bool {
	_, ok := s.core.Dealer.Opens(h.Dice, h.GID)
	return ok
}

// anew returns a match with new dice; nil if it is over by now. The error is of kind league.Damaged if it, or its twin, is in
// quarantine.
func (s *Breaks) anew(ctx context.Context, match, reason string, at time.Time) (*dicelog.Anew, error) {
	v, level, err := s.level(ctx, match)
	if err != nil || v.Record.Next().Over() {
		return nil, err
	}
	own := level
	if v.Match.Twin != "" {
		// Thrown first is what the twin has shown already, unless the key deals no more; then both go on from the same throw.
		if s.core.Deals(v.Match.Sealed()) {
			if err := s.pairs.ReleasePair(ctx, match, ""); err != nil {
				return nil, err
			}
		}
		if v, own, err = s.level(ctx, match); err != nil || v.Record.Next().Over() {
			return nil, err
		}
		twin, its, err := s.level(ctx, v.Match.Twin)
		if league.KindOf(err) == league.NotFound { // it was left out of an import, since it was damaged
			twin, its, err = v, own, nil
		}
		if err != nil {
			return nil, err
		}
		if level = own; league.SecondOfPair(v.Match) && !twin.Record.Next().Over() {
			level.Prior = its.Prior
		}
		level.Base = max(own.Base, its.Base)
	}
	_, renewal, err := play.Renew(s.matches, v, at, reason, level)
	return &dicelog.Anew{Was: v.Match, T: own.Prior, Renewal: renewal}, err
}

// level reads a match, and how far it has come.
func (s *Breaks) level(ctx context.Context, match string) (play.View, play.Level, error) {
	v, err := s.matches.Load(ctx, league.Site(), match)
	if err != nil {
		return v, play.Level{}, err
	}
	l, ok, err := play.LevelOf(s.matches, v)
	if err == nil && !ok {
		err = fmt.Errorf("match %s: nobody knows the values of its log", match)
	}
	return v, l, err
}
