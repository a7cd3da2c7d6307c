package engine

import "errors"

// ErrTooMany says that a count would have to list the moves of a position that
// has more than perft lists.
var ErrTooMany = errors.New("too many moves to list")

// perftList is the greatest number of moves that Perft lists.
const perftList = 50_000

// Perft counts the sequences of n moves from a position: one number that checks
// a whole move generator. Every ordered throw is a branch, but a throw after
// which the position's text is unchanged (it is thrown again) is none; a forced
// pass is no move, but when both sides have passed in a row nothing is counted
// below: where throws without a play are common, passes without end would be most
// of the count. A match that is over contributes nothing. Moves are counted as
// texts, those of the last level without listing them. Where more than 50,000
// would have to be listed, the error wraps ErrTooMany. No moves at all, n <= 0, are
// one sequence.
func Perft(p Position, n int) (uint64, error) { return perft(p, n, 0) }

// passesCounted is how many forced passes in a row Perft looks beyond.
const passesCounted = 1

// perft is Perft after so many forced passes in a row.
func perft(p Position, n, passes int) (uint64, error) {
	if n <= 0 {
		return 1, nil
	}
	next := p.Next()
	switch {
	case next.Dice.Count > 0:
		return perftRolls(p, n, passes, nil)
	case next.Side == NoSide:
		return 0, nil
	case n == 1:
		return uint64(p.Count()), nil
	case p.Count() > perftList:
		return 0, ErrTooMany
	}
	var sum uint64
	for m := range p.Moves() {
		after, err := p.Play(m)
		if err != nil {
			return 0, err
		}
		count, err := perft(after, n-1, 0)
		if err != nil {
			return 0, err
		}
		sum += count
	}
	return sum, nil
}

// perftRolls sums perft over the throws that begin with the faces thrown so far.
func perftRolls(p Position, n, passes int, thrown []int) (uint64, error) {
	dice := p.Next().Dice
	if len(thrown) == dice.Count {
		after, err := p.Roll(thrown...)
		if err != nil || after.String() == p.String() {
			return 0, err
		}
		if Passed(p, after) {
			passes++
		}
		if passes > passesCounted {
			return 0, nil
		}
		return perft(after, n, passes)
	}
	var sum uint64
	for face := range dice.Sides {
		count, err := perftRolls(p, n, passes, append(thrown, face+1))
		if err != nil {
			return 0, err
		}
		sum += count
	}
	return sum, nil
}
