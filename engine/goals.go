package engine

import "slices"

// A Goal is a goal of a match.
type Goal struct {
	Seq    int    // of the event that it fell in
	Side   Side   // that scored
	Number string // what the scorer wears; "" if nobody is known to have scored
	When   string // the turn of it, in the words of the game: "turn 16"
	Score  [2]int // of First and Second after it
}

// Goals returns the goals of a record in their order. Of a game that tells nothing there are none.
func (r Record) Goals() []Goal {
	game, ok := r.Game.(Narrator)
	sofar, err := start(r.Game, r.Variant)
	if err != nil || !ok {
		return nil
	}
	var list []Goal
	for _, e := range r.Log {
		was := sofar
		if sofar.apply(e) != nil {
			break // a log that was changed is told as far as it can be
		}
		c, tells := changed(was, sofar, e)
		if !tells || was.Score() == sofar.Score() {
			continue
		}
		for _, b := range complete(game.Beats(was.Numbers, c), c) {
			if b.Kind == BeatGoal {
				list = append(list, Goal{Seq: e.Seq, Side: b.Side, Number: b.Number, When: b.When, Score: b.Score})
			}
		}
	}
	return list
}

// Decider returns the goal by which a match was won on the board: the last one where that ended it, as the target was
// reached, else the one after which the winner was never caught up with; where both have scored as many goals it is the
// last one of the winner. The second value is false of a match that goes on, that nobody has
// won, or that was decided by something else, such as a resignation.
func (r Record) Decider() (Goal, bool) {
	o := r.Outcome()
	if o.Winner == NoSide || slices.Contains(PlatformEndings(), o.Ending) {
		return Goal{}, false
	}
	return o.Decider(r.Goals())
}

// Decider finds the goal that decided an outcome, among all goals of its match in their order.
func (o Outcome) Decider(goals []Goal) (Goal, bool) {
	level, won := o.Score[0] == o.Score[1], -1
	before := [2]int{}
	for i, g := range goals {
		if g.Side == o.Winner && (level || o.Ending == Target || before[0] == before[1]) {
			won = i
		}
		before = g.Score
	}
	if won < 0 {
		return Goal{}, false
	}
	return goals[won], true
}
