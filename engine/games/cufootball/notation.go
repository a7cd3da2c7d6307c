package cufootball

import (
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// A decision is a move taken apart: the field of its kind counts.
type decision struct {
	kind     decisionKind
	setUp    team.SetUp
	movement movement
	act      act
}

// A decisionKind says what is decided.
type decisionKind uint8

const (
	setsUp decisionKind = iota
	moves
	acts
)

// text writes a decision (rules 3.11).
func (d decision) text() engine.Move {
	switch d.kind {
	case setsUp:
		return engine.Move("S" + d.setUp.String())
	case moves:
		return engine.Move(d.movement.text())
	}
	return engine.Move(d.act.text())
}

// text writes a movement by its effect.
func (m movement) text() string {
	if m.vacated == 0 && m.keeper == stays {
		return "M"
	}
	text := "M" + m.vacated.String() + ">" + m.occupied.String()
	if m.keeper != stays {
		text += " G" + m.keeper.String()
	}
	return text
}

// parseMovement undoes text; it may take what moves nobody, or more than it should.
func parseMovement(text string) (movement, bool) {
	m := movement{keeper: stays}
	if text == "M" {
		return m, true
	}
	men, guard, moved := strings.Cut(text, " G")
	if moved {
		var ok bool
		if m.keeper, ok = pitch.ParseGoalSlot(guard); !ok {
			return m, false
		}
	}
	rest, ok := strings.CutPrefix(men, "M")
	from, to, cut := strings.Cut(rest, ">")
	var ok1, ok2 bool
	m.vacated, ok1 = pitch.ParseSet(from)
	m.occupied, ok2 = pitch.ParseSet(to)
	return m, ok && cut && ok1 && ok2 && (m.vacated != 0 || moved)
}

// text writes an act.
func (a act) text() string {
	switch a.kind {
	case kickOff:
		return "O"
	case kickBall:
		return "K" + a.man.String() + ">" + a.dir.String()
	case kickAgain:
		return "D>" + a.dir.String()
	case decline:
		return "D-"
	case throwBall:
		return "T" + a.dir.String() + strconv.Itoa(int(a.length))
	}
	plus := ",-"
	switch {
	case a.open:
		plus = ""
	case a.plus:
		plus = ",+"
	}
	if a.kind == takeExtra {
		return "Q" + plus[1:]
	}
	return "Q" + strconv.Itoa(int(a.column)) + "," + strconv.Itoa(a.dir.Along()) + plus
}

// parseAct undoes text for the side c, whose goal says where a goal kick goes.
func parseAct(text string, c pitch.Colour) (act, bool) {
	var a act
	switch {
	case text == "O":
		a.kind = kickOff
	case text == "D-":
		a.kind = decline
	case strings.HasPrefix(text, "K"):
		man, dir, _ := strings.Cut(text[1:], ">")
		s, ok := pitch.ParseSlot(man)
		a = act{kind: kickBall, man: s, dir: parseDirection(dir)}
		return a, ok && a.dir < pitch.Directions
	case strings.HasPrefix(text, "D>"):
		a = act{kind: kickAgain, dir: parseDirection(text[2:])}
		return a, a.dir < pitch.Directions
	case strings.HasPrefix(text, "T") && len(text) > 2:
		last := len(text) - 1
		a = act{kind: throwBall, dir: parseDirection(text[1:last]), length: text[last] - '0'}
		return a, a.dir < pitch.Directions && a.length >= 1 && a.length <= longestThrow
	case strings.HasPrefix(text, "Q"):
		return parseGoalKick(text, c)
	}
	return a, a.kind != noAct
}

// parseDirection returns a direction by its word, directions if there is none.
func parseDirection(text string) pitch.Direction {
	if i := slices.Index(pitch.DirectionTexts[:], text); i >= 0 {
		return pitch.Direction(i)
	}
	return pitch.Directions
}

// parseGoalKick reads a goal kick of a side, "Q5,-1,+" or "Q5,-1", or the extra space, "Q+".
func parseGoalKick(text string, c pitch.Colour) (act, bool) {
	for column := range uint8(pitch.Columns) {
		for dx := -1; dx <= 1; dx++ {
			a := act{kind: kickFromGoal, column: column + 1, dir: c.Slanted(dx)}
			plus, open := a, a
			plus.plus, open.open = true, true
			for _, a := range [...]act{a, plus, open} {
				if a.text() == text {
					return a, true
				}
			}
		}
	}
	for _, plus := range [...]bool{false, true} {
		if a := (act{kind: takeExtra, plus: plus}); a.text() == text {
			return a, true
		}
	}
	return act{}, false
}
