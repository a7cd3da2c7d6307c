package learning

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/puzzle"
)

const (
	ahead        = 14  // days from today on for which there is to be a puzzle
	leastLead    = 250 // of the answer over every other move, in thousandths of a point
	sourcesARun  = 12  // matches that are looked through in one run
	worstsAMatch = 4   // decisions of a match that are looked at, the dearest first
	streakDays   = 400 // that are looked back
)

// Puzzles are the puzzles of the days.
type Puzzles struct {
	core  *core.Core
	store PuzzlesStore
}

// FillPuzzles sees to it that the days to come have their puzzles, as far as matches give any. It looks through some
// matches, and goes on with others when it is called again. A site that studies nothing by itself has no new ones.
func (s *Puzzles) FillPuzzles(ctx context.Context) error {
	if s.core.Unstudied {
		return nil
	}
	today := puzzle.DayOf(s.core.Now())
	have, err := s.store.PuzzleDays(ctx, today)
	if err != nil {
		return err
	}
	left := sourcesARun
	for n := range ahead {
		day := today.Add(n)
		if slices.Contains(have, day) {
			continue
		}
		found, err := s.fill(ctx, day, &left)
		if err != nil || !found {
			return err
		}
	}
	return nil
}

// fill makes the puzzle of a day, if possible of the game whose turn it is; false if it found none, or may look through no more.
func (s *Puzzles) fill(ctx context.Context, day puzzle.Day, left *int) (bool, error) {
	games := s.core.Games()
	first := int(day.Begins().Unix()/86400) % len(games)
	for _, g := range slices.Concat(games[first:], games[:first]) {
		sources, err := s.store.PuzzleSources(ctx, league.Public(), g.Info().ID, analysis.Version, *left)
		if err != nil {
			return false, err
		}
		for _, id := range sources {
			*left--
			p, found, err := s.find(ctx, id)
			if err != nil {
				return false, fmt.Errorf("looking for a puzzle in match %s: %w", id, err)
			}
			if !found {
				if err := s.store.PassPuzzleSource(ctx, id, analysis.Version); err != nil {
					return false, err
				}
				continue
			}
			p.Day, p.Made = day, s.core.Now()
			return true, s.store.PutPuzzle(ctx, p)
		}
		if *left <= 0 {
			return false, nil
		}
	}
	return false, nil
}

// find looks for the decision of a match that makes the best puzzle: the dearest of which one move alone is right.
func (s *Puzzles) find(ctx context.Context, id string) (p puzzle.Puzzle, found bool, err error) {
	m, err := s.store.Match(ctx, league.Public(), id)
	if league.KindOf(err) == league.Damaged || league.KindOf(err) == league.NotFound {
		return p, false, nil
	}
	if err != nil || m.Locked {
		return p, false, err
	}
	stored, err := s.store.Analysis(ctx, league.Public(), id)
	if err != nil {
		return p, false, err
	}
	var a analysis.Analysis
	if err := json.Unmarshal([]byte(stored.Text), &a); err != nil {
		return p, false, err
	}
	game, err := s.core.Game(m.Game)
	if err != nil {
		return p, false, err
	}
	for _, part := range worsts(a) {
		at := slices.IndexFunc(m.Log, func(e engine.Event) bool { return e.Seq == part.Seq })
		r, err := engine.Replay(game, m.Variant, m.Log[:max(0, at)])
		if err != nil {
			return p, false, err
		}
		if r.Position.Next().Side != part.Side {
			continue
		}
		best, lead, err := analysis.Lead(r.Position, leastLead, func() error { return s.pause(ctx) })
		if err != nil {
			return p, false, err
		}
		if lead > 0 {
			return puzzle.Puzzle{
				Pool: league.Pool{Game: m.Game, Variant: m.Variant}, Position: r.Position.String(), Answer: best, Played: part.Move,
				Margin: lead, Judge: a.Judge, Version: a.Version, Match: m.ID, Seq: part.Seq,
			}, true, nil
		}
	}
	return p, false, nil
}

// pause lets go first who is waited for.
func (s *Puzzles) pause(ctx context.Context) error {
	if s.core.Yield != nil {
		s.core.Yield(ctx)
	}
	return ctx.Err()
}

// worsts returns the decisions that cost enough, the dearest first.
func worsts(a analysis.Analysis) []analysis.Part {
	var list []analysis.Part
	for _, p := range a.Parts {
		if p.Kind == analysis.Decision && !p.Forced && p.Cost >= leastLead {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b analysis.Part) int { return b.Cost - a.Cost })
	return list[:min(len(list), worstsAMatch)]
}

// Daily is a puzzle as somebody sees it.
type Daily struct {
	puzzle.Puzzle
	Game     engine.Game
	Position engine.Position
	Today    bool
	Try      puzzle.Try // zero of whoever has no account
	Share    puzzle.Share
	Marks    []puzzle.Mark // of the days until today, the latest first; none without an account
	Streak   int
}

// Daily returns the puzzle of a day, "" of today, as a player sees it. Of days to come, and of those without a puzzle, it is league.NotFound.
func (s *Puzzles) Daily(ctx context.Context, player league.Player, day puzzle.Day) (Daily, error) {
	today := puzzle.DayOf(s.core.Now())
	if day == "" {
		day = today
	}
	if day > today || day.Begins().IsZero() {
		return Daily{}, errNoPuzzle()
	}
	p, err := s.store.Puzzle(ctx, day)
	if err != nil {
		return Daily{}, err
	}
	d := Daily{Puzzle: p, Today: day == today}
	if d.Game, err = s.core.Game(p.Pool.Game); err != nil {
		return Daily{}, err
	}
	if d.Position, err = d.Game.Parse(p.Pool.Variant, p.Position); err != nil {
		return Daily{}, fmt.Errorf("reading the puzzle of %s: %w", day, err)
	}
	if d.Share, err = s.store.PuzzleShare(ctx, day); err != nil || player.Kind != league.Member {
		return d, err
	}
	if d.Try, err = s.store.PuzzleTry(ctx, day, player.ID); err != nil {
		return Daily{}, err
	}
	d.Marks, err = s.store.PuzzleMarks(ctx, player.ID, today, streakDays)
	d.Streak = puzzle.Streak(d.Marks, today)
	return d, err
}

// errNoPuzzle says that there is none.
func errNoPuzzle() error { return league.Errorf(league.NotFound, "There is no puzzle of this day.") }

// Right says whether a legal move solves a puzzle: it comes to where the answer does.
func (d Daily) Right(m engine.Move) bool {
	got, err := d.Position.Play(m)
	if err != nil {
		return false
	}
	want, err := d.Position.Play(d.Answer)
	return err == nil && got.String() == want.String()
}

// AnswerPuzzle keeps the answer of a member, who may try until it is right or shown.
func (s *Puzzles) AnswerPuzzle(ctx context.Context, player league.Player, day puzzle.Day, m engine.Move) (Daily, error) {
	d, err := s.Daily(ctx, player, day)
	if err != nil || d.Try.Done() {
		return d, err
	}
	if err := d.Position.Check(m); err != nil {
		return d, league.FieldErrorf("move", "%s", engine.Reason(err))
	}
	now := s.begun(d.Try, player, d.Day)
	if now.Tries++; now.Tries == 1 {
		now.First = m
	}
	if d.Right(m) {
		now.Solved = s.core.Now()
	}
	return s.kept(ctx, d, now)
}

// ShowPuzzle lets a member see the solution.
func (s *Puzzles) ShowPuzzle(ctx context.Context, player league.Player, day puzzle.Day) (Daily, error) {
	d, err := s.Daily(ctx, player, day)
	if err != nil || d.Try.Done() {
		return d, err
	}
	now := s.begun(d.Try, player, d.Day)
	now.Shown = s.core.Now()
	return s.kept(ctx, d, now)
}

func (s *Puzzles) begun(t puzzle.Try, player league.Player, day puzzle.Day) puzzle.Try {
	if t.Began.IsZero() {
		t.Day, t.Player, t.Began = day, player.ID, s.core.Now()
	}
	return t
}

func (s *Puzzles) kept(ctx context.Context, d Daily, now puzzle.Try) (Daily, error) {
	err := s.store.PutPuzzleTry(ctx, d.Try, now)
	d.Try = now
	return d, err
}
