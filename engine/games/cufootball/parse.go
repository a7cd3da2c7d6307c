package cufootball

import (
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// parsePosition reads the position notation (rules 3.11). It refuses what the rules
// exclude by themselves, such as three men side by side or draws that cannot have
// been made, but not what merely never comes up in play.
func parsePosition(rules rules, text string) (position, error) {
	fields := strings.Split(text, " ")
	r := reader{position{scoreboard: scoreboard{rules: rules}}}
	readers := [...]func(string) error{
		r.readPhase, r.readSide, r.readMen(pitch.Red), r.readMen(pitch.Blue), r.readKeepers, r.readBall, r.readMode,
		r.readDraw, r.readClock, r.readScore, r.readScorer, r.readPending,
	}
	if len(fields) != len(readers) {
		return position{}, engine.Unreadable("A position has %d fields parted by one space, not %d.", len(readers), len(fields))
	}
	for i, read := range readers {
		if err := read(fields[i]); err != nil {
			return position{}, err
		}
	}
	if err := inspector(r).sound(); err != nil {
		return position{}, err
	}
	if r.String() != text {
		return position{}, engine.Unreadable("This position is written %q.", r.position)
	}
	return r.position, nil
}

// A reader reads the fields of a position, each into its place.
type reader struct{ position }

func (r *reader) readPhase(text string) error {
	i := slices.Index(phaseTexts[:], text)
	if i < 0 {
		return engine.Unreadable("There is no phase %q: the phases are %s.", text, strings.Join(phaseTexts[:], ", "))
	}
	r.phase = phase(i)
	return nil
}

func (r *reader) readSide(text string) error {
	side, ok := parseColour(text)
	if !ok || side == pitch.Nobody {
		return engine.Unreadable("The side that acts is R or B, not %q.", text)
	}
	r.side = side
	return nil
}

// parseColour reads the letter of a side, or - for nobody.
func parseColour(text string) (pitch.Colour, bool) {
	i := slices.Index(colourTexts[:], text)
	return pitch.Colour(max(i, 0)), i >= 0
}

// readMen returns the reader of a side's men.
func (r *reader) readMen(c pitch.Colour) func(string) error {
	return func(text string) error {
		if text == "-" {
			return nil
		}
		men, ok := pitch.ParseSet(text)
		if !ok {
			return engine.Unreadable("%s's men in %q are not slots a1 to i6 in ascending order.", c.Name(), text)
		}
		r.men[c] = men
		return nil
	}
}

func (r *reader) readKeepers(text string) error {
	first, second, _ := strings.Cut(text, ",")
	for c, part := range []string{pitch.Red: first, pitch.Blue: second} {
		g, ok := pitch.ParseGoalSlot(part)
		if !ok {
			return engine.Unreadable("The keepers stand inside their goals on 11 to 33, such as 22,22: %q is outside.", text)
		}
		r.keeper[c] = g
	}
	return nil
}

func (r *reader) readBall(text string) error {
	ball, ok := pitch.ParseSlot(text)
	switch {
	case ok:
	case text == "kR" || text == "kB": // whose it is says the field behind it
		ball = pitch.WithKeeper
	case text != "-":
		return engine.Unreadable("The ball is on a slot, with a keeper (kR or kB) or nowhere (-), not %q.", text)
	}
	r.ball = ball
	return nil
}

func (r *reader) readMode(text string) error {
	word, rest, _ := strings.Cut(text, "/")
	letter, winners, named := strings.Cut(rest, ":")
	if named {
		men, ok := pitch.ParseSet(winners)
		if !ok || men == 0 {
			return engine.Unreadable("The men who won the ball are slots in ascending order behind a colon, such as free/B:d5e4, not %q.", text)
		}
		r.winners = men
	}
	i := slices.Index(modeTexts[:], word)
	side, ok := parseColour(letter)
	if i < 0 || !ok || side == pitch.Nobody {
		return engine.Unreadable("The mode is free, in, keeper or foul with the side in possession, such as free/R, not %q.", text)
	}
	r.mode, r.possession = mode(i), side
	return nil
}

func (r *reader) readDraw(text string) error {
	switch {
	case len(text) == 1 && '1' <= text[0] && text[0] < '1'+pegs:
		r.draw = text[0] - '0'
	case text != "?" && text != "-":
		return engine.Unreadable("A draw is 1 to %d, ? or -, not %q.", pegs, text)
	}
	return nil
}

func (r *reader) readClock(text string) error {
	n, err := strconv.ParseUint(text, 10, 8)
	if err != nil || n > uint64(r.rules.clock) {
		return engine.Unreadable("The clock goes from 0 to %d: %q is no such number.", r.rules.clock, text)
	}
	r.clock = uint8(n)
	return nil
}

func (r *reader) readScore(text string) error {
	first, second, _ := strings.Cut(text, ":")
	for c, goals := range []string{pitch.Red: first, pitch.Blue: second} {
		n, err := strconv.ParseUint(goals, 10, 8)
		if err != nil || n > uint64(r.mostGoals()) {
			return engine.Unreadable("A score is two numbers up to %d, such as 1:0, not %q.", r.mostGoals(), text)
		}
		r.score[c] = uint8(n)
	}
	return nil
}

// mostGoals is what a side can have scored at most: there is a kick-off before each goal.
func (r *reader) mostGoals() uint8 {
	if r.rules.goals == noTarget {
		return r.rules.clock / actsPerGoal
	}
	return r.rules.goals
}

func (r *reader) readScorer(text string) error {
	scorer, ok := parseColour(text)
	if !ok {
		return engine.Unreadable("Who scored last is R, B or -, not %q.", text)
	}
	r.scorer = scorer
	return nil
}

// readPending reads the set-ups, and behind a bar what is being resolved.
func (r *reader) readPending(text string) error {
	if text == "-" {
		return nil
	}
	setUps, rest, more := strings.Cut(text, "|")
	first, second, _ := strings.Cut(setUps, ",")
	for c, part := range []string{pitch.Red: first, pitch.Blue: second} {
		if part == "-" {
			continue
		}
		u, ok := team.ParseSetUp(part)
		if !ok {
			return engine.Unreadable("The set-ups in %q are not two lists of ascending slots, perhaps with ;L or ;R, parted by a comma.", setUps)
		}
		r.last[c] = u
	}
	switch {
	case !more:
		return nil
	case r.phase == dribble:
		return r.readKicked(rest)
	case r.phase == extra:
		return r.readExtra(rest)
	}
	return r.readChain(rest)
}

// readKicked reads the kick that a dribble goes on from: "De2>N".
func (r *reader) readKicked(text string) error {
	a, ok := parseAct(strings.Replace(text, "D", "K", 1), r.side)
	if !ok || a.kind != kickBall {
		return engine.Unreadable("A dribble goes on from a kick such as De2>N, not from %q.", text)
	}
	r.kicked = a
	return nil
}

// readExtra reads a goal kick whose length is drawn: "Q5,-1/3".
func (r *reader) readExtra(text string) error {
	first, length, _ := strings.Cut(text, "/")
	a, ok := parseAct(first, r.side)
	drawn, read := parseSpaces(length)
	if !ok || !read || a.kind != kickFromGoal || !a.open || drawn < redPeg || drawn > pegs {
		return engine.Unreadable("A goal kick waits for its extra space such as Q5,-1/3, not %q.", text)
	}
	r.chain = newChain(a)
	r.chain.drawn, r.chain.due = drawn, nothing
	return nil
}

// readChain reads the act that is being resolved: "Kd3>N/3/2/pass/d5,k/-".
func (r *reader) readChain(text string) error {
	parts := strings.Split(text, "/")
	if len(parts) != 6 {
		return engine.Unreadable("What is being resolved has 6 parts parted by strokes: act, length, spaces left, draw due, who drew, man hit; %q has %d.", text, len(parts))
	}
	a, ok := parseAct(parts[0], r.side)
	waits := slices.Index(dueTexts[:], parts[3])
	if !ok || waits <= 0 {
		return engine.Unreadable("%q is no act that waits for a draw of kick, pass, rest, save, miss, turn or foul.", text)
	}
	if a.kind == kickOff {
		a.dir = r.last[r.side].Ball.Direction()
	}
	r.chain = newChain(a)
	r.chain.due = due(waits)
	drawn, ok1 := parseSpaces(parts[1])
	left, ok2 := parseSpaces(parts[2])
	if !ok1 || !ok2 {
		return engine.Unreadable("The length and the spaces left in %q are single figures, or ? while the length is due.", text)
	}
	r.chain.drawn, r.chain.left = drawn, left
	if hit, ok := pitch.ParseSlot(parts[5]); ok {
		r.chain.hit = hit
	}
	return r.readTried(parts[4])
}

// parseSpaces reads a figure; 0 for a question mark.
func parseSpaces(text string) (uint8, bool) {
	if text == "?" {
		return 0, true
	}
	if len(text) != 1 || text[0] < '0' || text[0] > '9' {
		return 0, false
	}
	return text[0] - '0', true
}

// readTried reads who drew already: "d5,k".
func (r *reader) readTried(text string) error {
	if text == "-" {
		return nil
	}
	for part := range strings.SplitSeq(text, ",") {
		who, ok := pitch.ParseSlot(part)
		if part == "k" {
			who, ok = asKeeper, true
		}
		if !ok || r.chain.n == opponents {
			return engine.Unreadable("Those who drew are slots or k parted by commas, at most %d, not %q.", opponents, text)
		}
		r.chain.tried[r.chain.n] = who
		r.chain.n++
	}
	return nil
}
