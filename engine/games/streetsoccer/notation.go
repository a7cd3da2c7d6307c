package streetsoccer

import (
	"strconv"
	"strings"

	"kickabout/engine"
)

// goalText is the target of a kick that scores (D23).
const goalText = "##"

// phaseTexts are the words of the position notation (rules 1.14).
var phaseTexts = [...]string{placing: "place", kickoff: "kickoff", turn: "turn", restart: "restart", over: "over"}

// appendSquare writes a square as column letter and row digit, 0 for row 10 (D23).
func appendSquare(text []byte, s square) []byte {
	return append(text, 'a'+byte(s.column()), '0'+byte(s.row()%rows))
}

// String returns the square in the notation.
func (s square) String() string {
	switch s {
	case nowhere:
		return "-"
	case inGoal:
		return goalText
	}
	return string(appendSquare(nil, s))
}

// name returns the square as people write it: c10.
func (s square) name() string {
	return string('a'+byte(s.column())) + strconv.Itoa(s.row())
}

// parseSquare undoes appendSquare.
func parseSquare(text string) (square, bool) {
	if len(text) != 2 || text[0] < 'a' || text[0] >= 'a'+columns || text[1] < '0' || text[1] > '9' {
		return nowhere, false
	}
	row := int(text[1] - '0')
	if row == 0 {
		row = rows
	}
	return at(text[0], row), true
}

// A decision is a move taken apart. Which fields count depends on the phase.
type decision struct {
	set    area   // of a placing
	from   square // the figure that walks; in a restart the keeper's new square; in a kick-off the kicker's
	to     square // where it walks to; else from
	target square // of the ball, or inGoal; nowhere: no kick
	home   area   // of a goal: where the scorer's keeper is put back, if its coach has a choice
}

// write returns the text of a decision (rules 1.14).
func (sc *scene) write(d decision) engine.Move {
	text := make([]byte, 0, 13)
	switch sc.phase {
	case placing:
		return writePlacing(d.set)
	case kickoff:
		return engine.Move(appendSquare(append(text, 'B'), d.target))
	case restart:
		text = appendSquare(append(text, 'P'), d.from)
	default:
		text = appendSquare(appendSquare(append(text, 'M'), d.from), d.to)
	}
	switch d.target {
	case nowhere:
	case inGoal:
		text = append(text, "|B"+goalText...)
		if d.home != 0 {
			text = appendSquare(append(text, "|P"...), d.home.first())
		}
	default:
		text = appendSquare(append(text, "|B"...), d.target)
	}
	return engine.Move(text)
}

// writePlacing returns the text of a placing: keeper and circle figure come first where
// they are among the figures, which their squares say.
func writePlacing(set area) engine.Move {
	text := make([]byte, 0, 1+2*team)
	text = append(text, 'P')
	for _, s := range inPlace(set) {
		text = appendSquare(text, s)
	}
	return engine.Move(text)
}

// parseMove undoes write; false if the text is no move of the position's phase.
func (sc *scene) parseMove(m engine.Move) (decision, bool) {
	if sc.phase == placing {
		return parsePlacing(string(m), sc.coach().size())
	}
	first, second, kicks := strings.Cut(string(m), "|")
	d := decision{target: nowhere}
	ok := true
	if kicks {
		target, keeper, puts := strings.Cut(second, "|P")
		d.target, ok = parseTarget(target)
		if puts {
			home, found := parseSquare(keeper)
			d.home, ok = one(home), ok && found && d.target == inGoal
		}
	}
	switch {
	case !ok:
	case sc.phase == kickoff:
		d.from, d.to = sc.ball, sc.ball
		d.target, ok = parseTarget(first)
		ok = ok && !kicks
	case sc.phase == restart:
		d.from, ok = parseSquare(strings.TrimPrefix(first, "P"))
		d.to = d.from
		ok = ok && len(first) == 3 && kicks
	case sc.phase == turn && len(first) == 5 && first[0] == 'M':
		var ok2 bool
		d.from, ok = parseSquare(first[1:3])
		d.to, ok2 = parseSquare(first[3:])
		ok = ok && ok2
	default:
		ok = false
	}
	return d, ok
}

// parseTarget reads where a kick goes: "Bd5" or "B##".
func parseTarget(text string) (square, bool) {
	target, ok := strings.CutPrefix(text, "B")
	if ok && target == goalText {
		return inGoal, true
	}
	s, found := parseSquare(target)
	return s, ok && found
}

// parsePlacing reads so many squares, each in its place: see writePlacing.
func parsePlacing(text string, size int) (decision, bool) {
	squares, ok := strings.CutPrefix(text, "P")
	var set area
	for ; ok && squares != ""; squares = squares[2:] {
		s, found := parseSquare(squares[:min(2, len(squares))])
		if !found {
			return decision{}, false
		}
		set |= one(s)
	}
	if size == placed {
		_, inOrder := parseAscending(strings.TrimPrefix(text, "P"))
		return decision{set: set}, ok && inOrder && set.len() == size
	}
	return decision{set: set}, ok && set.len() == size && string(writePlacing(set)) == text
}

// parseAscending reads squares that stand in ascending order without a gap.
func parseAscending(text string) (area, bool) {
	var set area
	for ; text != ""; text = text[2:] {
		if len(text) < 2 {
			return 0, false
		}
		s, ok := parseSquare(text[:2])
		if !ok || one(s) <= set {
			return 0, false
		}
		set |= one(s)
	}
	return set, true
}

// String returns the position notation (rules 1.14).
func (p position) String() string {
	text := make([]byte, 0, 64)
	text = append(text, phaseTexts[p.phase]...)
	text = append(text, ' ', "YR-"[p.side], ' ')
	for c := yellow; c <= red; c++ {
		text = append(text, p.keeper[c].String()...)
		for s := range p.outfielders[c].all() {
			text = appendSquare(text, s)
		}
		text = append(text, ' ')
	}
	text = append(text, p.ball.String()...)
	text = append(text, ' ', p.dieText(), ' ')
	text = strconv.AppendUint(text, uint64(p.move), 10)
	text = append(text, ' ')
	text = strconv.AppendUint(text, uint64(p.score[yellow]), 10)
	text = append(text, ':')
	text = strconv.AppendUint(text, uint64(p.score[red]), 10)
	text = append(text, ' ', "YR-"[p.scorer])
	return string(text)
}

// dieText returns the letter of the field DIE.
func (sc *scene) dieText() byte {
	switch {
	case sc.phase == over, sc.die == undue:
		return '-'
	case sc.die == 0:
		return '?'
	}
	return '0' + sc.die
}
