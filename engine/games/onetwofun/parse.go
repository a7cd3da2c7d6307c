package onetwofun

import (
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
)

// parsePosition reads the position notation (rules 2.13). It refuses what the
// rules exclude by itself, such as two markers on a point or a score that does
// not fit the possessions, but not what merely never comes up in play.
func parsePosition(r rules, text string) (position, error) {
	fields := strings.Split(text, " ")
	if len(fields) != 9 {
		return position{}, engine.Unreadable("A position has 9 fields parted by one space, not %d.", len(fields))
	}
	p := position{markers: noMarkers, keepers: noKeepers, rules: r}
	readers := [...]func(string) error{
		p.readPhase, p.readSide, p.readMarkers, p.readDice, p.readScore,
		p.readPossession, p.readKeepers, p.readLast, p.readPending,
	}
	for i, read := range readers {
		if err := read(fields[i]); err != nil {
			return position{}, err
		}
	}
	for _, check := range []func() error{
		p.checkMarkers, p.checkKeepers, p.checkPossession, p.checkScore, p.checkLast, p.checkEnd, p.checkPending, p.checkDice,
	} {
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
		return engine.Unreadable("There is no phase %q: the phases are %s.", text, list(phaseTexts[:], "and"))
	}
	p.phase = phase(i)
	return nil
}

// readSide reads the side that acts: the one in possession, but for the keeper's step.
func (p *position) readSide(text string) error {
	side, ok := parseColour(text)
	if !ok || side == nobody {
		return engine.Unreadable("The side that acts is W or B, not %q.", text)
	}
	p.side = side
	if p.phase == keeping {
		p.side = side.other()
	}
	return nil
}

// parseColour reads the letter of a side, or - for nobody.
func parseColour(text string) (colour, bool) {
	i := slices.Index([]string{white: "W", black: "B", nobody: "-"}, text)
	return colour(max(i, 0)), i >= 0
}

func (p *position) readMarkers(text string) error {
	if text == "-" {
		return nil
	}
	names := strings.Split(text, ",")
	if len(names) != markersInPlay {
		return engine.Unreadable("The markers are three points such as e8,f8,g8, not %q.", text)
	}
	for i, name := range names {
		m, ok := parsePoint(name)
		if !ok {
			return engine.Unreadable("%q is no point of the board: those are a1 to k15.", name)
		}
		p.markers[i] = m
	}
	return nil
}

// readDice reads the dice of the turn; what stands for none is left to the phase.
func (p *position) readDice(text string) error {
	if text == "?" || text == "-" {
		return nil
	}
	if len(text) != 3 || !isFace(text[0]) || text[1] != '-' || !isFace(text[2]) {
		return engine.Unreadable("A throw is two dice such as 2-3, or ?, or -, not %q.", text)
	}
	p.dice = [2]uint8{text[0] - '0', text[2] - '0'}
	return nil
}

// isFace says whether a byte is a face of a die.
func isFace(b byte) bool { return '1' <= b && b <= '0'+faces }

func (p *position) readScore(text string) error {
	first, second, _ := strings.Cut(text, ":")
	for c, goals := range [...]string{white: first, black: second} {
		n, err := strconv.ParseUint(goals, 10, 8)
		if err != nil {
			return engine.Unreadable("A score is White's goals and Black's, such as 2:1, not %q.", text)
		}
		p.score[c] = uint8(n)
	}
	return nil
}

func (p *position) readPossession(text string) error {
	n, err := strconv.ParseUint(text, 10, 8)
	if err != nil || n < 1 || n > possessionCap {
		return engine.Unreadable("The number of a possession is 1 to %d, not %q.", possessionCap, text)
	}
	p.possession = uint8(n)
	return nil
}

func (p *position) readKeepers(text string) error {
	if !p.rules.keepers {
		if text != "-" {
			return engine.Unreadable("There are no keepers in this variant, so - stands for them, not %q.", text)
		}
		return nil
	}
	first, second, _ := strings.Cut(text, ",")
	for c, name := range [...]string{white: first, black: second} {
		keeper, ok := parsePoint(name)
		if !ok {
			return engine.Unreadable("The keepers are two points such as f1,f15, not %q.", text)
		}
		p.keepers[c] = keeper
	}
	return nil
}

func (p *position) readLast(text string) error {
	last, ok := parseColour(text)
	if !ok {
		return engine.Unreadable("The side that scored last is W, B or -, not %q.", text)
	}
	p.last = last
	return nil
}

// readPending reads the throw that is due besides the dice of the turn.
func (p *position) readPending(text string) error {
	word, rest, more := strings.Cut(text, ":")
	switch {
	case text == "-":
		return nil
	case text == penaltyText:
		p.wait.due = penaltyThrow
		return nil
	case word == penaltyText && more:
		p.wait.due = keeperThrow
	case word == blockText && more:
		shot, total, _ := strings.Cut(rest, ":")
		h, ok := parseHop(ordinaryPlay, shot)
		if !ok || h.to != beyond {
			return engine.Unreadable("A shot is written such as e13-*, not %q.", shot)
		}
		p.wait.due, p.wait.shooter, rest = blockThrow, h.from, total
	default:
		return engine.Unreadable("The last field is -, pen, pen:4 or block:e13-*:4, not %q.", text)
	}
	n, err := strconv.ParseUint(rest, 10, 8)
	if err != nil || n < 1 || n > 2*faces {
		return engine.Unreadable("A shot has the number of its die or dice, not %q.", rest)
	}
	p.wait.shot = uint8(n)
	return nil
}

// checkMarkers sees that three different points carry markers where the phase has them.
func (p *position) checkMarkers() error {
	none := p.markers == noMarkers
	switch {
	case none && p.phase != kickoff && p.phase != over:
		return engine.Unreadable("The markers stand on the board in the phase %s.", phaseTexts[p.phase])
	case !none && p.phase == kickoff:
		return engine.Unreadable("The markers are off the board before a kick-off.")
	case none:
		return nil
	}
	for i, m := range p.markers[1:] {
		switch {
		case m == p.markers[i]:
			return engine.Unreadable("Two markers stand on %s.", m)
		case m.before(p.markers[i]):
			return engine.Unreadable("The markers stand in ascending order, so %s before %s.", m, p.markers[i])
		}
	}
	return nil
}

// checkKeepers sees that the keepers stand in their areas, and share a point with
// a marker only where one can have been put on them.
func (p *position) checkKeepers() error {
	if !p.rules.keepers {
		if p.phase == keeping {
			return engine.Unreadable("There are no keepers in this variant, so no keeper can step.")
		}
		return nil
	}
	for owner, keeper := range p.keepers {
		shooter := colour(owner).other()
		switch {
		case !shooter.inArea(keeper):
			return engine.Unreadable("%s's keeper on %s is outside his penalty area.", colour(owner), keeper)
		case p.markerOn(keeper) && keeper != goalCentre(colour(owner)) && !(p.rules.blocks && shooter.shotPasses(keeper)):
			return engine.Unreadable("No marker can have been put on the keeper on %s.", keeper)
		}
	}
	return nil
}

// shotPasses says whether a shot of a side may pass over a point of the area: then
// a diagonal leads from it into the mouth and another back from it.
func (c colour) shotPasses(q point) bool {
	for _, w := range diagonals[c] {
		if c.inMouth(q.plus(w, c.ahead(q))) && q.plus(w, -1).onBoard() {
			return true
		}
	}
	return false
}

// checkPossession sees that the side is the one whose possession it is: they take
// turns from the first kick-off on.
func (p *position) checkPossession() error {
	owner := firstKickOff
	if p.possession%2 == 0 {
		owner = owner.other()
	}
	if p.side != owner {
		return engine.Unreadable("Possession %d is %s's.", p.possession, owner)
	}
	return nil
}

// checkScore sees that the goals fit the possessions, of which each brings one at
// most to the side whose it is, and the goals that win.
func (p *position) checkScore() error {
	for c, goals := range p.score {
		side := colour(c)
		switch {
		case goals > p.rules.goals, goals == p.rules.goals && p.phase != over:
			return engine.Unreadable("The match is over with %s.", plural(int(p.rules.goals), "goal", "goals"))
		case goals > p.chances(side):
			return engine.Unreadable("%s cannot have %s by possession %d.", side, plural(int(goals), "goal", "goals"), p.possession)
		}
	}
	return nil
}

// chances returns how many possessions a side can have ended with a goal.
func (p *position) chances(side colour) uint8 {
	done := p.possession - 1
	if p.phase == over && p.markers == noMarkers {
		done++ // it ended with a goal
	}
	if side == firstKickOff {
		return (done + 1) / 2
	}
	return done / 2
}

// checkLast sees that who scored last fits the score, and the phase: a kick-off
// follows the other side's goal.
func (p *position) checkLast() error {
	goals := p.goals()
	switch {
	case (p.last == nobody) != (goals[white]+goals[black] == 0), p.last != nobody && goals[p.last] == 0:
		return engine.Unreadable("The side that scored last does not fit the score.")
	case p.phase == kickoff && p.possession > 1 && p.last != p.side.other():
		return engine.Unreadable("The side that conceded kicks off.")
	}
	return nil
}

// checkEnd sees that a match that is over has an ending (rules 2.9).
func (p *position) checkEnd() error {
	if p.phase != over {
		return nil
	}
	scored := p.markers == noMarkers
	switch {
	case scored && p.last != p.side:
		return engine.Unreadable("The side that acted last did not score, so the markers are on the board.")
	case p.score[p.side.other()] == p.rules.goals:
		return engine.Unreadable("The match was over before this possession.")
	case p.score[p.side] == p.rules.goals && scored, p.score[p.side] < p.rules.goals && p.possession == possessionCap:
		return nil
	}
	return engine.Unreadable("The match is not over by possession %d with this score.", p.possession)
}

// checkPending sees that the throw that is due besides the dice of the turn fits
// the phase and the markers.
func (p *position) checkPending() error {
	switch p.wait.due {
	case penaltyThrow:
		return p.checkPenaltyThrow()
	case keeperThrow:
		if !p.rules.keepers {
			return engine.Unreadable("There are no keepers in this variant, so no keeper's throw can be due.")
		}
		if p.wait.shot < penaltyScores || p.wait.shot > faces {
			return engine.Unreadable("The keeper throws against a penalty of %d to %d, not of %d.", penaltyScores, faces, p.wait.shot)
		}
		return p.checkPenaltyThrow()
	case blockThrow:
		return p.checkBlock()
	}
	return nil
}

// checkPenaltyThrow sees that the markers stand as they do when the shooter has
// chosen: one on the penalty point, no other in the area.
func (p *position) checkPenaltyThrow() error {
	if p.phase != penalty {
		return engine.Unreadable("A penalty throw is only due in the phase penalty.")
	}
	spot := p.side.penaltyPoint()
	if !p.markerOn(spot) {
		return engine.Unreadable("The marker that shoots stands on the penalty point, %s.", spot)
	}
	for _, m := range p.markers {
		if m != spot && p.side.inArea(m) {
			return engine.Unreadable("The marker on %s must have left the penalty area.", m)
		}
	}
	return nil
}

// checkBlock sees that the shot that may be blocked is one, and passes over the keeper.
func (p *position) checkBlock() error {
	i := slices.Index(p.markers[:], p.wait.shooter)
	total := p.dice[0] + p.dice[1]
	switch {
	case !p.rules.blocks:
		return engine.Unreadable("No shot is blocked in this variant.")
	case p.phase != play:
		return engine.Unreadable("A throw for a block is only due in the phase play.")
	case i < 0:
		return engine.Unreadable("There is no marker on %s that could shoot.", p.wait.shooter)
	case p.wait.shot != p.dice[0] && p.wait.shot != p.dice[1] && (p.dice[0] != p.dice[1] || p.wait.shot != total):
		return engine.Unreadable("A shot of %d does not fit the throw.", p.wait.shot)
	case !p.stoppable(i, int8(p.wait.shot)):
		return engine.Unreadable("The shot from %s does not score past the keeper's point.", p.wait.shooter)
	}
	return nil
}

// checkDice sees that the throw fits the phase and leaves the side a move: else
// the turn would have passed.
func (p *position) checkDice() error {
	thrown := p.dice[0] != 0
	switch {
	case p.phase == penalty && p.wait.due == noThrow && !p.isPenalty():
		return engine.Unreadable("A penalty takes a double %d with a marker in the penalty area.", penaltyFace)
	case p.phase == penalty && p.dice != [2]uint8{penaltyFace, penaltyFace}:
		return engine.Unreadable("A penalty takes a double %d.", penaltyFace)
	case p.phase == penalty && p.rules.keepers && p.keepers[p.side.other()] != goalCentre(p.side.other()):
		return engine.Unreadable("The keeper stands on the centre of his goal line in a penalty, %s.", goalCentre(p.side.other()))
	case thrown && p.phase != play && p.phase != penalty:
		return engine.Unreadable("There is no throw in the phase %s.", phaseTexts[p.phase])
	case p.phase == play && p.isPenalty():
		return engine.Unreadable("A double %d with a marker in the penalty area is a penalty.", penaltyFace)
	case p.phase == play && thrown && p.wait.due == noThrow && !p.playable():
		return engine.Unreadable("There is no play with %d and %d here.", p.dice[0], p.dice[1])
	}
	return nil
}
