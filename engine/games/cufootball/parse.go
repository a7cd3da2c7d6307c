package cufootball

import (
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
)

// parsePosition reads the position notation (rules 3.11). It refuses what the rules
// exclude by themselves, such as three men side by side or draws that cannot have
// been made, but not what merely never comes up in play.
func parsePosition(rules rules, text string) (position, error) {
	fields := strings.Split(text, " ")
	p := position{rules: rules}
	readers := [...]func(string) error{
		p.readPhase, p.readSide, p.readMen(red), p.readMen(blue), p.readKeepers, p.readBall, p.readMode,
		p.readDraw, p.readClock, p.readScore, p.readScorer, p.readPending,
	}
	if len(fields) != len(readers) {
		return position{}, engine.Unreadable("A position has %d fields parted by one space, not %d.", len(readers), len(fields))
	}
	for i, read := range readers {
		if err := read(fields[i]); err != nil {
			return position{}, err
		}
	}
	if err := p.sound(); err != nil {
		return position{}, err
	}
	if p.String() != text {
		return position{}, engine.Unreadable("This position is written %q.", p)
	}
	return p, nil
}

func (p *position) readPhase(text string) error {
	i := slices.Index(phaseTexts[:], text)
	if i < 0 {
		return engine.Unreadable("There is no phase %q: the phases are %s.", text, strings.Join(phaseTexts[:], ", "))
	}
	p.phase = phase(i)
	return nil
}

func (p *position) readSide(text string) error {
	side, ok := parseColour(text)
	if !ok || side == nobody {
		return engine.Unreadable("The side that acts is R or B, not %q.", text)
	}
	p.side = side
	return nil
}

// parseColour reads the letter of a side, or - for nobody.
func parseColour(text string) (colour, bool) {
	i := slices.Index(colourTexts[:], text)
	return colour(max(i, 0)), i >= 0
}

// readMen returns the reader of a side's men.
func (p *position) readMen(c colour) func(string) error {
	return func(text string) error {
		if text == "-" {
			return nil
		}
		men, ok := parseSet(text)
		if !ok {
			return engine.Unreadable("%s's men in %q are not slots a1 to i6 in ascending order.", c.name(), text)
		}
		p.men[c] = men
		return nil
	}
}

func (p *position) readKeepers(text string) error {
	first, second, _ := strings.Cut(text, ",")
	for c, part := range []string{red: first, blue: second} {
		g, ok := parseGoalSlot(part)
		if !ok {
			return engine.Unreadable("The keepers stand inside their goals on 11 to 33, such as 22,22: %q is outside.", text)
		}
		p.keeper[c] = g
	}
	return nil
}

func (p *position) readBall(text string) error {
	ball, ok := parseSlot(text)
	switch {
	case ok:
	case text == "kR" || text == "kB": // whose it is says the field behind it
		ball = withKeeper
	case text != "-":
		return engine.Unreadable("The ball is on a slot, with a keeper (kR or kB) or nowhere (-), not %q.", text)
	}
	p.ball = ball
	return nil
}

func (p *position) readMode(text string) error {
	word, letter, _ := strings.Cut(text, "/")
	i := slices.Index(modeTexts[:], word)
	side, ok := parseColour(letter)
	if i < 0 || !ok || side == nobody {
		return engine.Unreadable("The mode is free, in or keeper with the side in possession, such as free/R, not %q.", text)
	}
	p.mode, p.possession = mode(i), side
	return nil
}

func (p *position) readDraw(text string) error {
	switch {
	case len(text) == 1 && '1' <= text[0] && text[0] < '1'+pegs:
		p.draw = text[0] - '0'
	case text != "?" && text != "-":
		return engine.Unreadable("A draw is 1 to %d, ? or -, not %q.", pegs, text)
	}
	return nil
}

func (p *position) readClock(text string) error {
	n, err := strconv.ParseUint(text, 10, 8)
	if err != nil || n > uint64(p.rules.clock) {
		return engine.Unreadable("The clock goes from 0 to %d: %q is no such number.", p.rules.clock, text)
	}
	p.clock = uint8(n)
	return nil
}

func (p *position) readScore(text string) error {
	first, second, _ := strings.Cut(text, ":")
	for c, goals := range []string{red: first, blue: second} {
		n, err := strconv.ParseUint(goals, 10, 8)
		if err != nil || n > uint64(p.rules.goals) {
			return engine.Unreadable("A score is two numbers up to %d, such as 1:0, not %q.", p.rules.goals, text)
		}
		p.score[c] = uint8(n)
	}
	return nil
}

func (p *position) readScorer(text string) error {
	scorer, ok := parseColour(text)
	if !ok {
		return engine.Unreadable("Who scored last is R, B or -, not %q.", text)
	}
	p.scorer = scorer
	return nil
}

// readPending reads the set-ups, and behind a bar what is being resolved.
func (p *position) readPending(text string) error {
	if text == "-" {
		return nil
	}
	setUps, rest, more := strings.Cut(text, "|")
	first, second, _ := strings.Cut(setUps, ",")
	for c, part := range []string{red: first, blue: second} {
		if part == "-" {
			continue
		}
		u, ok := parseSetUp(part)
		if !ok {
			return engine.Unreadable("The set-ups in %q are not two lists of ascending slots, perhaps with ;L or ;R, parted by a comma.", setUps)
		}
		p.last[c] = u
	}
	switch {
	case !more:
		return nil
	case p.phase == dribble:
		return p.readKicked(rest)
	}
	return p.readChain(rest)
}

// readKicked reads the kick that a dribble goes on from: "De2>N".
func (p *position) readKicked(text string) error {
	a, ok := parseAct(strings.Replace(text, "D", "K", 1), p.side)
	if !ok || a.kind != kickBall {
		return engine.Unreadable("A dribble goes on from a kick such as De2>N, not from %q.", text)
	}
	p.kicked = a
	return nil
}

// readChain reads the act that is being resolved: "Kd3>N/3/2/pass/d5,k/-".
func (p *position) readChain(text string) error {
	parts := strings.Split(text, "/")
	if len(parts) != 6 {
		return engine.Unreadable("What is being resolved has 6 parts parted by strokes: act, length, spaces left, draw due, who drew, man hit; %q has %d.", text, len(parts))
	}
	a, ok := parseAct(parts[0], p.side)
	waits := slices.Index(dueTexts[:], parts[3])
	if !ok || waits <= 0 {
		return engine.Unreadable("%q is no act that waits for a draw of kick, pass, rest or save.", text)
	}
	if a.kind == kickOff {
		a.dir = p.last[p.side].ball.direction()
	}
	p.chain = newChain(a)
	p.chain.due = due(waits)
	drawn, ok1 := parseSpaces(parts[1])
	left, ok2 := parseSpaces(parts[2])
	if !ok1 || !ok2 {
		return engine.Unreadable("The length and the spaces left in %q are single figures, or ? while the length is due.", text)
	}
	p.chain.drawn, p.chain.left = drawn, left
	if hit, ok := parseSlot(parts[5]); ok {
		p.chain.hit = hit
	}
	return p.readTried(parts[4])
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
func (p *position) readTried(text string) error {
	if text == "-" {
		return nil
	}
	for part := range strings.SplitSeq(text, ",") {
		who, ok := parseSlot(part)
		if part == "k" {
			who, ok = asKeeper, true
		}
		if !ok || p.chain.n == opponents {
			return engine.Unreadable("Those who drew are slots or k parted by commas, at most %d, not %q.", opponents, text)
		}
		p.chain.tried[p.chain.n] = who
		p.chain.n++
	}
	return nil
}
