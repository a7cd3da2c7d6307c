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
func parsePosition(rules rules, text string) (position, error) {
	fields := strings.Split(text, " ")
	if len(fields) != 9 {
		return position{}, engine.Unreadable("A position has 9 fields parted by one space, not %d.", len(fields))
	}
	r := reader{position{scene: scene{board: board{noMarkers, noKeepers}, rules: rules}}}
	readers := [...]func(string) error{
		r.readPhase, r.readSide, r.readMarkers, r.readDice, r.readScore,
		r.readPossession, r.readKeepers, r.readLast, r.readPending,
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
		return engine.Unreadable("There is no phase %q: the phases are %s.", text, list(phaseTexts[:], "and"))
	}
	r.phase = phase(i)
	return nil
}

// readSide reads the side that acts: the one in possession, but for a keeper's step and
// the choice of its dice.
func (r *reader) readSide(text string) error {
	side, ok := parseColour(text)
	if !ok || side == nobody {
		return engine.Unreadable("The side that acts is W or B, not %q.", text)
	}
	r.side = side
	if r.phase == keeping || r.phase == choosing {
		r.side = side.other()
	}
	return nil
}

// parseColour reads the letter of a side, or - for nobody.
func parseColour(text string) (colour, bool) {
	i := slices.Index([]string{white: "W", black: "B", nobody: "-"}, text)
	return colour(max(i, 0)), i >= 0
}

func (r *reader) readMarkers(text string) error {
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
		r.markers[i] = m
	}
	return nil
}

// readDice reads the dice of the turn; what stands for none is left to the phase.
func (r *reader) readDice(text string) error {
	if text == "?" || text == "-" {
		return nil
	}
	if len(text) != 3 || !isFace(text[0]) || text[1] != '-' || !isFace(text[2]) {
		return engine.Unreadable("A throw is two dice such as 2-3, or ?, or -, not %q.", text)
	}
	r.dice = [2]uint8{text[0] - '0', text[2] - '0'}
	return nil
}

// isFace says whether a byte is a face of a die.
func isFace(b byte) bool { return '1' <= b && b <= '0'+faces }

func (r *reader) readScore(text string) error {
	first, second, _ := strings.Cut(text, ":")
	for c, goals := range [...]string{white: first, black: second} {
		n, err := strconv.ParseUint(goals, 10, 8)
		if err != nil {
			return engine.Unreadable("A score is White's goals and Black's, such as 2:1, not %q.", text)
		}
		r.score[c] = uint8(n)
	}
	return nil
}

func (r *reader) readPossession(text string) error {
	n, err := strconv.ParseUint(text, 10, 8)
	if err != nil || n < 1 || n > possessionCap {
		return engine.Unreadable("The number of a possession is 1 to %d, not %q.", possessionCap, text)
	}
	r.possession = uint8(n)
	if acts := r.side.other(); r.phase == keeping && r.rules.step && acts == r.owner() {
		r.side, r.own = acts, true
	}
	return nil
}

// owner returns the side whose possession it is: they take turns from the first kick-off on.
func (p *position) owner() colour {
	if p.possession%2 == 0 {
		return firstKickOff.other()
	}
	return firstKickOff
}

func (r *reader) readKeepers(text string) error {
	if !r.rules.keepers {
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
		r.keepers[c] = keeper
	}
	return nil
}

func (r *reader) readLast(text string) error {
	last, ok := parseColour(text)
	if !ok {
		return engine.Unreadable("The side that scored last is W, B or -, not %q.", text)
	}
	r.last = last
	return nil
}

// readPending reads the throw that is due besides the dice of the turn.
func (r *reader) readPending(text string) error {
	word, rest, more := strings.Cut(text, ":")
	switch {
	case text == "-":
		return nil
	case text == penaltyText:
		r.wait.due = penaltyThrow
		return nil
	case word == penaltyText && more:
		r.wait.due = keeperThrow
	case word == blockText && more:
		shot, total, _ := strings.Cut(rest, ":")
		h, ok := parseHop(ordinaryPlay, shot)
		if !ok || h.to != beyond {
			return engine.Unreadable("A shot is written such as e13-*, not %q.", shot)
		}
		r.wait.due, r.wait.shooter = blockThrow, h.from
		var two bool
		rest, two = strings.CutSuffix(total, ":2")
		switch {
		case two:
			r.wait.dice = mostBlockDice
		case r.rules.dice && r.phase == play:
			r.wait.dice = 1
		}
	default:
		return engine.Unreadable("The last field is -, pen, pen:4 or block:e13-*:4, not %q.", text)
	}
	n, err := strconv.ParseUint(rest, 10, 8)
	if err != nil || n < 1 || n > 2*faces {
		return engine.Unreadable("A shot has the number of its die or dice, not %q.", rest)
	}
	r.wait.shot = uint8(n)
	return nil
}

// An inspector finds out whether a position can occur.
type inspector struct{ position }

// sound returns why the position cannot occur, or nil.
func (i inspector) sound() error {
	for _, check := range []func() error{
		i.checkMarkers, i.checkKeepers, i.checkPossession, i.checkScore, i.checkLast, i.checkEnd, i.checkPending, i.checkDice,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkMarkers sees that three different points carry markers where the phase has them.
func (i inspector) checkMarkers() error {
	none := i.markers == noMarkers
	switch {
	case none && i.phase != kickoff && i.phase != over:
		return engine.Unreadable("The markers stand on the board in the phase %s.", phaseTexts[i.phase])
	case !none && i.phase == kickoff:
		return engine.Unreadable("The markers are off the board before a kick-off.")
	case none:
		return nil
	}
	for n, m := range i.markers[1:] {
		switch {
		case m == i.markers[n]:
			return engine.Unreadable("Two markers stand on %s.", m)
		case m.before(i.markers[n]):
			return engine.Unreadable("The markers stand in ascending order, so %s before %s.", m, i.markers[n])
		}
	}
	return nil
}

// checkKeepers sees that the keepers stand in their areas, and share a point with
// a marker only where one can have been put on them.
func (i inspector) checkKeepers() error {
	if !i.rules.keepers {
		if i.phase == keeping {
			return engine.Unreadable("There are no keepers in this variant, so no keeper can step.")
		}
		return nil
	}
	for owner, keeper := range i.keepers {
		shooter := colour(owner).other()
		switch {
		case !i.rules.roam && !shooter.inArea(keeper):
			return engine.Unreadable("%s's keeper on %s is outside its penalty area.", colour(owner), keeper)
		case i.markerOn(keeper) && !i.mayShare(colour(owner)):
			return engine.Unreadable("No marker can have been put on the keeper on %s.", keeper)
		}
	}
	if i.keepers[white] == i.keepers[black] {
		return engine.Unreadable("The keepers stand on different points.")
	}
	return nil
}

// mayShare says whether a marker can have been put on the keeper of a side: one that it
// has stopped, or, where keepers roam, one that a penalty has left there.
func (i inspector) mayShare(owner colour) bool {
	keeper, shooter := i.keepers[owner], owner.other()
	if keeper == goalCentre(owner) || i.rules.blocks && shooter.shotPasses(keeper) {
		return true
	}
	for c := white; i.rules.roam && c <= black; c++ {
		if keeper.x == middleColumn && c.ahead(keeper) < spotAhead {
			return true
		}
	}
	return false
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

// checkPossession sees that the side is the one whose possession it is.
func (i inspector) checkPossession() error {
	if i.side != i.owner() {
		return engine.Unreadable("Possession %d is %s's.", i.possession, i.owner())
	}
	return nil
}

// checkScore sees that the goals fit the possessions, of which each brings one at
// most to the side whose it is, and the goals that win.
func (i inspector) checkScore() error {
	for c, goals := range i.score {
		side := colour(c)
		switch {
		case goals > i.rules.goals, goals == i.rules.goals && i.phase != over:
			return engine.Unreadable("The match is over with %s.", plural(int(i.rules.goals), "goal", "goals"))
		case goals > i.chances(side):
			return engine.Unreadable("%s cannot have %s by possession %d.", side, plural(int(goals), "goal", "goals"), i.possession)
		}
	}
	return nil
}

// chances returns how many possessions a side can have ended with a goal.
func (i inspector) chances(side colour) uint8 {
	done := i.possession - 1
	if i.phase == over && i.markers == noMarkers {
		done++ // it ended with a goal
	}
	if side == firstKickOff {
		return (done + 1) / 2
	}
	return done / 2
}

// checkLast sees that who scored last fits the score, and the phase: a kick-off
// follows the other side's goal.
func (i inspector) checkLast() error {
	goals := i.goals()
	switch {
	case (i.last == nobody) != (goals[white]+goals[black] == 0), i.last != nobody && goals[i.last] == 0:
		return engine.Unreadable("The side that scored last does not fit the score.")
	case i.phase == kickoff && i.possession > 1 && i.last != i.side.other():
		return engine.Unreadable("The side that conceded kicks off.")
	}
	return nil
}

// checkEnd sees that a match that is over has an ending (rules 2.9).
func (i inspector) checkEnd() error {
	if i.phase != over {
		return nil
	}
	scored := i.markers == noMarkers
	switch {
	case scored && i.last != i.side:
		return engine.Unreadable("The side that acted last did not score, so the markers are on the board.")
	case i.score[i.side.other()] == i.rules.goals:
		return engine.Unreadable("The match was over before this possession.")
	case i.score[i.side] == i.rules.goals && scored, i.score[i.side] < i.rules.goals && i.possession == possessionCap:
		return nil
	}
	return engine.Unreadable("The match is not over by possession %d with this score.", i.possession)
}

// checkPending sees that the throw that is due besides the dice of the turn fits
// the phase and the markers.
func (i inspector) checkPending() error {
	if i.phase == choosing && (!i.rules.dice || i.wait.due != blockThrow) {
		return engine.Unreadable("In the phase %s a shot waits, in a game in which dice are chosen against it.", phaseTexts[choosing])
	}
	switch i.wait.due {
	case penaltyThrow:
		return i.checkPenaltyThrow()
	case keeperThrow:
		if !i.rules.keepers {
			return engine.Unreadable("There are no keepers in this variant, so no keeper's throw can be due.")
		}
		if i.wait.shot < penaltyScores || i.wait.shot > faces {
			return engine.Unreadable("The keeper throws against a penalty of %d to %d, not of %d.", penaltyScores, faces, i.wait.shot)
		}
		return i.checkPenaltyThrow()
	case blockThrow:
		return i.checkBlock()
	}
	return nil
}

// checkPenaltyThrow sees that the markers stand as they do when the shooter has
// chosen: one on the penalty point, no other in the area.
func (i inspector) checkPenaltyThrow() error {
	if i.phase != penalty {
		return engine.Unreadable("A penalty throw is only due in the phase penalty.")
	}
	spot := i.side.penaltyPoint()
	if !i.markerOn(spot) {
		return engine.Unreadable("The marker that shoots stands on the penalty point, %s.", spot)
	}
	for _, m := range i.markers {
		if m != spot && i.side.inArea(m) {
			return engine.Unreadable("The marker on %s must have left the penalty area.", m)
		}
	}
	return nil
}

// checkBlock sees that the shot that may be blocked is one, and passes over the keeper.
func (i inspector) checkBlock() error {
	shooter := slices.Index(i.markers[:], i.wait.shooter)
	total := i.dice[0] + i.dice[1]
	switch {
	case !i.rules.blocks:
		return engine.Unreadable("No shot is blocked in this variant.")
	case i.phase != play && i.phase != choosing:
		return engine.Unreadable("A throw for a block is only due in the phase play.")
	case i.wait.dice > 1 && !(i.rules.dice && i.phase == play && i.isDirect()):
		return engine.Unreadable("Two dice are only chosen against a direct free kick.")
	case i.phase == choosing && !i.isDirect():
		return engine.Unreadable("Dice are only chosen against a direct free kick, whose total is the sum of a double.")
	case shooter < 0:
		return engine.Unreadable("There is no marker on %s that could shoot.", i.wait.shooter)
	case i.wait.shot != i.dice[0] && i.wait.shot != i.dice[1] && (i.dice[0] != i.dice[1] || i.wait.shot != total):
		return engine.Unreadable("A shot of %d does not fit the throw.", i.wait.shot)
	case !i.stoppable(shooter, int8(i.wait.shot)):
		return engine.Unreadable("The shot from %s does not score past the keeper's point.", i.wait.shooter)
	}
	return nil
}

// checkDice sees that the throw fits the phase and leaves the side a move: else
// the turn would have passed.
func (i inspector) checkDice() error {
	if i.phase == penalty {
		return i.checkPenalty()
	}
	thrown := i.dice[0] != 0
	switch {
	case thrown && i.phase != play && i.phase != choosing:
		return engine.Unreadable("There is no throw in the phase %s.", phaseTexts[i.phase])
	case (i.phase == play || i.phase == choosing) && i.isPenalty():
		return engine.Unreadable("A double %d with a marker in the penalty area is a penalty.", penaltyFace)
	case i.phase == play && thrown && i.wait.due == noThrow && !i.playable():
		return engine.Unreadable("There is no play with %d and %d here.", i.dice[0], i.dice[1])
	}
	return nil
}

// checkPenalty sees that the throw is a penalty's, and that no keeper is in its way.
func (i inspector) checkPenalty() error {
	defence := i.side.other()
	switch {
	case i.wait.due == noThrow && !i.isPenalty():
		return engine.Unreadable("A penalty takes a double %d with a marker in the penalty area.", penaltyFace)
	case i.dice != [2]uint8{penaltyFace, penaltyFace}:
		return engine.Unreadable("A penalty takes a double %d.", penaltyFace)
	case i.rules.keepers && i.keepers[defence] != goalCentre(defence):
		return engine.Unreadable("The keeper stands on the centre of its goal line in a penalty, %s.", goalCentre(defence))
	case i.rules.roam && i.keepers[i.side] == i.side.penaltyPoint():
		return engine.Unreadable("No keeper stands on the penalty point, %s.", i.side.penaltyPoint())
	}
	return nil
}
