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
	r := reader{position{rules: rules}}
	readers := [...]func(string) error{
		r.readPhase, r.readSide, r.readFigures(yellow), r.readFigures(red), r.readBall,
		r.readDie, r.readMove, r.readScore, r.readScorer,
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
		return engine.Unreadable("There is no phase %q.", text)
	}
	r.phase = phase(i)
	return nil
}

func (r *reader) readSide(text string) error {
	side, err := parseColour(text)
	if err != nil || side == nobody {
		return engine.Unreadable("The side that acts is Y or R, not %q.", text)
	}
	r.side = side
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
func (r *reader) readFigures(c colour) func(string) error {
	return func(text string) error {
		if text == "-" {
			r.keeper[c] = nowhere
			return nil
		}
		keeper, ok := parseSquare(text[:min(2, len(text))])
		if !ok {
			return engine.Unreadable("The %s figures start with the keeper's square, not as %q does.", c, text)
		}
		outfielders, ok := parseAscending(text[2:])
		if !ok {
			return engine.Unreadable("The %s outfielders in %q are not squares in ascending order.", c, text)
		}
		r.keeper[c], r.outfielders[c] = keeper, outfielders
		return nil
	}
}

func (r *reader) readBall(text string) error {
	ball, ok := parseSquare(text)
	if !ok && text != "-" {
		return engine.Unreadable("%q is neither a square for the ball nor -.", text)
	}
	r.ball = ball
	return nil
}

func (r *reader) readDie(text string) error {
	switch {
	case text == "-" && r.phase == placing:
		r.die = undue
	case len(text) == 1 && '1' <= text[0] && text[0] <= '0'+dieFaces:
		r.die = text[0] - '0'
	case text != "?" && text != "-":
		return engine.Unreadable("%q is no die.", text)
	}
	return nil
}

func (r *reader) readMove(text string) error {
	move, err := strconv.ParseUint(text, 10, 8)
	if err != nil || move < 1 || move > lastExtra {
		return engine.Unreadable("The number of a move is 1 to %d, not %q.", lastExtra, text)
	}
	r.move = uint8(move)
	return nil
}

func (r *reader) readScore(text string) error {
	first, second, _ := strings.Cut(text, ":")
	for c, goals := range []string{yellow: first, red: second} {
		n, err := strconv.ParseUint(goals, 10, 8)
		if err != nil {
			return engine.Unreadable("%q is no score.", text)
		}
		r.score[c] = uint8(n)
	}
	return nil
}

func (r *reader) readScorer(text string) error {
	scorer, err := parseColour(text)
	r.scorer = scorer
	return err
}

// An inspector finds out whether a position can occur.
type inspector struct{ position }

// sound returns why the position cannot occur, or nil.
func (i inspector) sound() error {
	for _, check := range []func() error{i.checkFigures, i.checkSetup, i.checkBall, i.checkMove, i.checkScore, i.checkEnd, i.checkDie} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkFigures sees that every figure has a square of its own and that no side
// has two outfielders on its own penalty squares, which no walk and no placing allows.
func (i inspector) checkFigures() error {
	all := 0
	for c := yellow; c <= red; c++ {
		keeper, want := 1, 1+placed
		if i.phase == placing && (c == red || i.side == yellow) { // some are still to be placed
			keeper, want = 1, 1
			if profiles[i.rules].placesAll {
				keeper, want = 0, 0
			}
		}
		if n := i.outfielders[c].len(); n != want {
			return engine.Unreadable("The %s side has %s here, not %d.", c, plural(want, "outfielder", "outfielders"), n)
		}
		if (i.keeper[c] != nowhere) != (keeper == 1) {
			return engine.Unreadable("The %s side has %s here.", c, plural(keeper, "keeper", "keepers"))
		}
		if (i.outfielders[c] & penaltySquares[c]).len() > 1 {
			return engine.Unreadable("Two %s outfielders stand on their own penalty squares.", c)
		}
		all += keeper + want
	}
	if i.occupied().len() != all {
		return engine.Unreadable("Two figures stand on one square.")
	}
	return nil
}

// checkSetup sees that nothing but legal placings has happened before the kick-off
// (rules 1.3).
func (i inspector) checkSetup() error {
	if i.phase != placing && i.phase != kickoff {
		return nil
	}
	start, _ := Game{}.Start(profiles[i.rules].ruleset())
	before := start.(position)
	for before.side = yellow; before.side <= red; before.side++ {
		c := before.side
		set := i.figures(c) &^ before.figures(c)
		if !before.figures(c).within(i.figures(c)) || before.keeper[c] != nowhere && i.keeper[c] != before.keeper[c] {
			return engine.Unreadable("The %s keeper and circle figure have not left their squares before the kick-off.", c)
		}
		if set == 0 {
			continue
		}
		if coach := before.coach(); set.len() != coach.size() || !coach.mayPlace(set) {
			return engine.Unreadable("The %s figures may not be placed like that.", c)
		}
		if placed := before.afterPlacing(set); placed.keeper[c] != i.keeper[c] {
			return engine.Unreadable("The %s keeper is placed on a keeper square.", c)
		}
		before.keeper[c], before.outfielders[c] = i.keeper[c], i.outfielders[c]
	}
	return i.checkKickoffBall()
}

// checkKickoffBall sees that the ball lies with the circle figure of a side that may
// kick off, or nowhere while the throw is still to say which side that is.
func (i inspector) checkKickoffBall() error {
	higherFirst, placesAll := profiles[i.rules].higherFirst, profiles[i.rules].placesAll
	switch {
	case placesAll != (i.die == undue) && i.phase == placing:
		return engine.Unreadable("The die is - while all figures are placed, before anything is thrown, and never else.")
	case placesAll && i.phase == kickoff:
		return i.checkLateKickoff()
	case higherFirst && i.phase == placing && (i.die == 0 || placesAll):
		if i.ball != nowhere {
			return engine.Unreadable("The ball is given to nobody before the throw says who kicks off: write -.")
		}
	case higherFirst && i.phase == placing:
		if i.ball != circleFigure[yellow] && i.ball != circleFigure[red] {
			return engine.Unreadable("The ball lies on %s or %s until the kick-off.", circleFigure[yellow].name(), circleFigure[red].name())
		}
	case higherFirst:
		if i.ball != circleFigure[i.side] {
			return engine.Unreadable("The ball lies on %s until %s kicks off.", circleFigure[i.side].name(), i.side)
		}
	case i.ball != circleFigure[yellow]:
		return engine.Unreadable("The ball lies on %s until the kick-off.", circleFigure[yellow].name())
	}
	return nil
}

// checkLateKickoff sees that the ball lies with the circle figure of the side that kicks
// off, where the throw comes after the placings, or nowhere before it.
func (i inspector) checkLateKickoff() error {
	if i.die == 0 {
		if i.ball != nowhere || i.side != yellow {
			return engine.Unreadable("Before the throw says who kicks off the side is Y and the ball -.")
		}
		return nil
	}
	if centre := (i.outfielders[i.side] & circle & half(i.side)).first(); i.ball != centre {
		return engine.Unreadable("The ball lies on %s until %s kicks off.", centre.name(), i.side)
	}
	return nil
}

// checkBall sees that the ball is where the phase has it.
func (i inspector) checkBall() error {
	switch i.phase {
	case turn, over:
		if i.ball == nowhere && i.phase == turn {
			return engine.Unreadable("The ball lies on a square during a turn.")
		}
		if i.ball != nowhere && i.occupied().has(i.ball) {
			return engine.Unreadable("The ball lies on a figure.")
		}
	case restart:
		if i.ball != nowhere {
			return engine.Unreadable("The ball is with the keeper in a restart.")
		}
		if scorer := i.side.other(); i.astray(scorer, profiles[i.rules].back) {
			return engine.Unreadable("The %s keeper is back on a keeper square before the restart.", scorer)
		}
	}
	return nil
}

// checkMove sees that the number of the move fits the side and the phase. Where the
// throw says who kicks off, either side may have the odd moves from the kick-off on.
func (i inspector) checkMove() error {
	either := profiles[i.rules].higherFirst && i.phase != placing
	if !either && (i.move%2 == 1) != (i.side == yellow) {
		return engine.Unreadable("Move %d is not %s's.", i.move, i.side)
	}
	first, last := kickoffMove+1, lastExtra
	switch i.phase {
	case placing:
		first, last = 1, kickoffMove-1
	case kickoff:
		first, last = kickoffMove, kickoffMove
	case restart:
		first = kickoffMove + 2
	case over:
		first = lastNormal
	}
	if m := int(i.move); m < first || m > last {
		return engine.Unreadable("Move %d is no %s.", m, phaseTexts[i.phase])
	}
	return nil
}

// checkScore sees that the goals fit the number of moves, who scored last, and
// the phase.
func (i inspector) checkScore() error {
	goals := i.result()
	switch {
	case goals[yellow]+goals[red] > max(0, int(i.move)-kickoffMove):
		return engine.Unreadable("There cannot have been %s by move %d.", plural(goals[yellow]+goals[red], "goal", "goals"), i.move)
	case (i.scorer == nobody) != (goals[yellow]+goals[red] == 0), i.scorer != nobody && goals[i.scorer] == 0:
		return engine.Unreadable("The side that scored last does not fit the score.")
	case i.phase == restart && i.scorer == i.side:
		return engine.Unreadable("The side that conceded restarts.")
	case i.phase != over && i.move > lastNormal && goals[yellow] != goals[red]:
		return engine.Unreadable("Sudden death is only played at a level score.")
	}
	return nil
}

// checkEnd sees that a match that is over has an ending (rules 1.11).
func (i inspector) checkEnd() error {
	if i.phase != over {
		return nil
	}
	lead := int(i.score[i.side]) - int(i.score[i.side.other()])
	scored := i.ball == nowhere
	switch {
	case scored && i.scorer != i.side:
		return engine.Unreadable("The side that acted last did not score, so the ball lies on a square.")
	case i.move == lastNormal && lead != 0:
	case i.move > lastNormal && scored && lead == 1:
	case i.move == lastExtra && !scored && lead == 0:
	default:
		return engine.Unreadable("The match is not over by move %d with this score.", i.move)
	}
	return nil
}

// checkDie sees that the die is one of the phase and leaves the side a move: else
// it would have been thrown again or the turn passed.
func (i inspector) checkDie() error {
	if i.die == 0 || i.die == undue && i.phase == placing {
		return nil
	}
	low, high := uint8(1), uint8(dieFaces)
	switch i.phase {
	case placing, kickoff:
		high = dieFaces - 1
	case restart:
		low = 2
	}
	if i.die < low || i.die > high {
		return engine.Unreadable("The die shows %d to %d here, not %d.", low, high, i.die)
	}
	if i.phase != placing && i.phase != over && i.stuck() {
		return engine.Unreadable("There is no move with a %d here.", i.die)
	}
	return nil
}
