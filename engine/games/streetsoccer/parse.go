package streetsoccer

import (
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
)

// parsePosition reads the position notation (rules 1.14). It refuses what the
// rules exclude by itself, such as two figures on a square or a score that does
// not fit the phase, but not what merely never comes up in play.
func parsePosition(rules uint8, text string) (position, error) {
	fields := strings.Split(text, " ")
	if len(fields) != 9 {
		return position{}, engine.Unreadable("A position has 9 fields parted by one space, not %d.", len(fields))
	}
	p := position{rules: rules}
	readers := [...]func(string) error{
		p.readPhase, p.readSide, p.readFigures(yellow), p.readFigures(red), p.readBall,
		p.readDie, p.readMove, p.readScore, p.readScorer,
	}
	for i, read := range readers {
		if err := read(fields[i]); err != nil {
			return position{}, err
		}
	}
	for _, check := range []func() error{p.checkFigures, p.checkSetup, p.checkBall, p.checkMove, p.checkScore, p.checkEnd, p.checkDie} {
		if err := check(); err != nil {
			return position{}, err
		}
	}
	if p.String() != text {
		return position{}, engine.Unreadable("This position is written %q.", p)
	}
	return p, nil
}

func (p *position) readPhase(text string) error {
	i := slices.Index(phaseTexts[:], text)
	if i < 0 {
		return engine.Unreadable("There is no phase %q.", text)
	}
	p.phase = phase(i)
	return nil
}

func (p *position) readSide(text string) error {
	side, err := parseColour(text)
	if err != nil || side == nobody {
		return engine.Unreadable("The side that acts is Y or R, not %q.", text)
	}
	p.side = side
	return nil
}

// parseColour reads the letter of a side, or - for nobody.
func parseColour(text string) (colour, error) {
	switch text {
	case "Y":
		return yellow, nil
	case "R":
		return red, nil
	case "-":
		return nobody, nil
	}
	return nobody, engine.Unreadable("%q is not Y, R or -.", text)
}

// readFigures returns the reader of a side's figures: the keeper first, then the
// outfielders in ascending order.
func (p *position) readFigures(c colour) func(string) error {
	return func(text string) error {
		keeper, ok := parseSquare(text[:min(2, len(text))])
		if !ok {
			return engine.Unreadable("The %s figures start with the keeper's square, not as %q does.", c, text)
		}
		outfielders, ok := parseAscending(text[2:])
		if !ok {
			return engine.Unreadable("The %s outfielders in %q are not squares in ascending order.", c, text)
		}
		p.keeper[c], p.outfielders[c] = keeper, outfielders
		return nil
	}
}

func (p *position) readBall(text string) error {
	ball, ok := parseSquare(text)
	if !ok && text != "-" {
		return engine.Unreadable("%q is neither a square for the ball nor -.", text)
	}
	p.ball = ball
	return nil
}

func (p *position) readDie(text string) error {
	switch {
	case len(text) == 1 && '1' <= text[0] && text[0] <= '0'+dieFaces:
		p.die = text[0] - '0'
	case text != "?" && text != "-":
		return engine.Unreadable("%q is no die.", text)
	}
	return nil
}

func (p *position) readMove(text string) error {
	move, err := strconv.ParseUint(text, 10, 8)
	if err != nil || move < 1 || move > lastExtra {
		return engine.Unreadable("The number of a move is 1 to %d, not %q.", lastExtra, text)
	}
	p.move = uint8(move)
	return nil
}

func (p *position) readScore(text string) error {
	first, second, _ := strings.Cut(text, ":")
	for c, goals := range []string{yellow: first, red: second} {
		n, err := strconv.ParseUint(goals, 10, 8)
		if err != nil {
			return engine.Unreadable("%q is no score.", text)
		}
		p.score[c] = uint8(n)
	}
	return nil
}

func (p *position) readScorer(text string) error {
	scorer, err := parseColour(text)
	p.scorer = scorer
	return err
}

// checkFigures sees that every figure has a square of its own and that no side
// has two outfielders on its own penalty squares, which no walk and no placing allows.
func (p *position) checkFigures() error {
	for c := yellow; c <= red; c++ {
		want := 1 + placed
		if p.phase == placing && (c == red || p.side == yellow) {
			want = 1 // its three are still to be placed
		}
		if n := p.outfielders[c].len(); n != want {
			return engine.Unreadable("The %s side has %s here, not %d.", c, plural(want, "outfielder", "outfielders"), n)
		}
		if (p.outfielders[c] & penaltySquares[c]).len() > 1 {
			return engine.Unreadable("Two %s outfielders stand on their own penalty squares.", c)
		}
	}
	if p.occupied().len() != p.outfielders[yellow].len()+p.outfielders[red].len()+2 {
		return engine.Unreadable("Two figures stand on one square.")
	}
	return nil
}

// checkSetup sees that nothing but legal placings has happened before the kick-off
// (rules 1.3).
func (p *position) checkSetup() error {
	if p.phase != placing && p.phase != kickoff {
		return nil
	}
	before := *p
	before.outfielders = [2]area{one(circleFigure[yellow]), one(circleFigure[red])}
	for before.side = yellow; before.side <= red; before.side++ {
		set := p.outfielders[before.side] &^ one(circleFigure[before.side])
		if p.keeper[before.side] != presetKeeper[before.side] || !p.outfielders[before.side].has(circleFigure[before.side]) {
			return engine.Unreadable("The %s keeper and circle figure have not left their squares before the kick-off.", before.side)
		}
		if set != 0 && !before.mayPlace(set) {
			return engine.Unreadable("The %s figures may not be placed like that.", before.side)
		}
		before.outfielders[before.side] |= set
	}
	return p.checkKickoffBall()
}

// checkKickoffBall sees that the ball lies with the circle figure of a side that may
// kick off, or nowhere while the throw is still to say which side that is.
func (p *position) checkKickoffBall() error {
	higherFirst := profiles[p.rules].higherFirst
	switch {
	case higherFirst && p.phase == placing && p.die == 0:
		if p.ball != nowhere {
			return engine.Unreadable("The ball is given to nobody before the throw says who kicks off: write -.")
		}
	case higherFirst && p.phase == placing:
		if p.ball != circleFigure[yellow] && p.ball != circleFigure[red] {
			return engine.Unreadable("The ball lies on %s or %s until the kick-off.", circleFigure[yellow].name(), circleFigure[red].name())
		}
	case higherFirst:
		if p.ball != circleFigure[p.side] {
			return engine.Unreadable("The ball lies on %s until %s kicks off.", circleFigure[p.side].name(), p.side)
		}
	case p.ball != circleFigure[yellow]:
		return engine.Unreadable("The ball lies on %s until the kick-off.", circleFigure[yellow].name())
	}
	return nil
}

// checkBall sees that the ball is where the phase has it.
func (p *position) checkBall() error {
	switch p.phase {
	case turn, over:
		if p.ball == nowhere && p.phase == turn {
			return engine.Unreadable("The ball lies on a square during a turn.")
		}
		if p.ball != nowhere && p.occupied().has(p.ball) {
			return engine.Unreadable("The ball lies on a figure.")
		}
	case restart:
		if p.ball != nowhere {
			return engine.Unreadable("The ball is with the keeper in a restart.")
		}
		if scorer := p.side.other(); p.home(scorer) != p.keeper[scorer] {
			return engine.Unreadable("The %s keeper is back on a keeper square before the restart.", scorer)
		}
	}
	return nil
}

// checkMove sees that the number of the move fits the side and the phase. Where the
// throw says who kicks off, either side may have the odd moves from the kick-off on.
func (p *position) checkMove() error {
	either := profiles[p.rules].higherFirst && p.phase != placing
	if !either && (p.move%2 == 1) != (p.side == yellow) {
		return engine.Unreadable("Move %d is not %s's.", p.move, p.side)
	}
	first, last := kickoffMove+1, lastExtra
	switch p.phase {
	case placing:
		first, last = 1, kickoffMove-1
	case kickoff:
		first, last = kickoffMove, kickoffMove
	case restart:
		first = kickoffMove + 2
	case over:
		first = lastNormal
	}
	if m := int(p.move); m < first || m > last {
		return engine.Unreadable("Move %d is no %s.", m, phaseTexts[p.phase])
	}
	return nil
}

// checkScore sees that the goals fit the number of moves, who scored last, and
// the phase.
func (p *position) checkScore() error {
	goals := p.goals()
	switch {
	case goals[yellow]+goals[red] > max(0, int(p.move)-kickoffMove):
		return engine.Unreadable("There cannot have been %s by move %d.", plural(goals[yellow]+goals[red], "goal", "goals"), p.move)
	case (p.scorer == nobody) != (goals[yellow]+goals[red] == 0), p.scorer != nobody && goals[p.scorer] == 0:
		return engine.Unreadable("The side that scored last does not fit the score.")
	case p.phase == restart && p.scorer == p.side:
		return engine.Unreadable("The side that conceded restarts.")
	case p.phase != over && p.move > lastNormal && goals[yellow] != goals[red]:
		return engine.Unreadable("Sudden death is only played at a level score.")
	}
	return nil
}

// checkEnd sees that a match that is over has an ending (rules 1.11).
func (p *position) checkEnd() error {
	if p.phase != over {
		return nil
	}
	lead := int(p.score[p.side]) - int(p.score[p.side.other()])
	scored := p.ball == nowhere
	switch {
	case scored && p.scorer != p.side:
		return engine.Unreadable("The side that acted last did not score, so the ball lies on a square.")
	case p.move == lastNormal && lead != 0:
	case p.move > lastNormal && scored && lead == 1:
	case p.move == lastExtra && !scored && lead == 0:
	default:
		return engine.Unreadable("The match is not over by move %d with this score.", p.move)
	}
	return nil
}

// checkDie sees that the die is one of the phase and leaves the side a move: else
// it would have been thrown again or the turn passed.
func (p *position) checkDie() error {
	if p.die == 0 {
		return nil
	}
	low, high := uint8(1), uint8(dieFaces)
	switch p.phase {
	case placing, kickoff:
		high = dieFaces - 1
	case restart:
		low = 2
	}
	if p.die < low || p.die > high {
		return engine.Unreadable("The die shows %d to %d here, not %d.", low, high, p.die)
	}
	if p.phase != placing && p.phase != over && p.stuck() {
		return engine.Unreadable("There is no move with a %d here.", p.die)
	}
	return nil
}
