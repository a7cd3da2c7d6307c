package cufootball

import (
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
)

// ballSideTexts stand behind the men of a set-up.
var ballSideTexts = [...]string{noBall: "", ballLeft: ";L", ballRight: ";R"}

// appendSlot writes a slot as column letter and rank.
func appendSlot(text []byte, s slot) []byte {
	return append(text, 'a'+byte(s.column()-1), '0'+byte(s.rank()))
}

// slotTexts are the texts of the slots of the pitch.
var slotTexts = func() (texts [columns * ranks]string) {
	for s := range texts {
		texts[s] = string(appendSlot(nil, slot(s)))
	}
	return texts
}()

// String returns the slot in the notation.
func (s slot) String() string {
	if s >= nowhere {
		return "-"
	}
	return slotTexts[s]
}

// parseSlot undoes String.
func parseSlot(text string) (slot, bool) {
	if len(text) != 2 || text[0] < 'a' || text[0] >= 'a'+columns || text[1] < '1' || text[1] >= '1'+ranks {
		return nowhere, false
	}
	return at(int(text[0]-'a')+1, int(text[1]-'0')), true
}

// String lists the slots in ascending order.
func (a set) String() string {
	var text []byte
	for s := range a.all() {
		text = appendSlot(text, s)
	}
	return string(text)
}

// parseSet undoes String.
func parseSet(text string) (set, bool) {
	var a set
	for ; text != ""; text = text[2:] {
		if len(text) < 2 {
			return 0, false
		}
		s, ok := parseSlot(text[:2])
		if !ok || one(s) <= a {
			return 0, false
		}
		a |= one(s)
	}
	return a, true
}

// String writes a goal slot as its two numbers.
func (g goalSlot) String() string { return strconv.Itoa(10*g.gx() + g.gy()) }

// parseGoalSlot undoes String.
func parseGoalSlot(text string) (goalSlot, bool) {
	if len(text) != 2 || text[0] < '1' || text[0] > '0'+goalWidth || text[1] < '1' || text[1] > '0'+goalWidth {
		return 0, false
	}
	return goalAt(int(text[0]-'0'), int(text[1]-'0')), true
}

// String writes a set-up as it stands in a position.
func (u setUp) String() string {
	if u.men == 0 {
		return "-"
	}
	return u.men.String() + ballSideTexts[u.ball]
}

// parseSetUp undoes String, but for "-".
func parseSetUp(text string) (setUp, bool) {
	men, _, _ := strings.Cut(text, ";")
	b := slices.Index(ballSideTexts[:], text[len(men):])
	slots, ok := parseSet(men)
	return setUp{slots, ballSide(max(b, 0))}, ok && b >= 0 && slots != 0
}

// A decision is a move taken apart: the field of its kind counts.
type decision struct {
	kind     decisionKind
	setUp    setUp
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
		if m.keeper, ok = parseGoalSlot(guard); !ok {
			return m, false
		}
	}
	rest, ok := strings.CutPrefix(men, "M")
	from, to, cut := strings.Cut(rest, ">")
	var ok1, ok2 bool
	m.vacated, ok1 = parseSet(from)
	m.occupied, ok2 = parseSet(to)
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
	plus := "-"
	if a.plus {
		plus = "+"
	}
	return "Q" + strconv.Itoa(int(a.column)) + "," + strconv.Itoa(a.dir.along()) + "," + plus
}

// parseAct undoes text for the side c, whose goal says where a goal kick goes.
func parseAct(text string, c colour) (act, bool) {
	var a act
	switch {
	case text == "O":
		a.kind = kickOff
	case text == "D-":
		a.kind = decline
	case strings.HasPrefix(text, "K"):
		man, dir, _ := strings.Cut(text[1:], ">")
		s, ok := parseSlot(man)
		a = act{kind: kickBall, man: s, dir: parseDirection(dir)}
		return a, ok && a.dir < directions
	case strings.HasPrefix(text, "D>"):
		a = act{kind: kickAgain, dir: parseDirection(text[2:])}
		return a, a.dir < directions
	case strings.HasPrefix(text, "T") && len(text) > 2:
		last := len(text) - 1
		a = act{kind: throwBall, dir: parseDirection(text[1:last]), length: text[last] - '0'}
		return a, a.dir < directions && a.length >= 1 && a.length <= longestThrow
	case strings.HasPrefix(text, "Q"):
		return parseGoalKick(text, c)
	}
	return a, a.kind != noAct
}

// parseDirection returns a direction by its word, directions if there is none.
func parseDirection(text string) direction {
	if i := slices.Index(directionTexts[:], text); i >= 0 {
		return direction(i)
	}
	return directions
}

// parseGoalKick reads a goal kick of a side: "Q5,-1,+".
func parseGoalKick(text string, c colour) (act, bool) {
	for column := range uint8(columns) {
		for dx := -1; dx <= 1; dx++ {
			for _, plus := range []bool{false, true} {
				a := act{kind: kickFromGoal, column: column + 1, dir: c.slanted(dx), plus: plus}
				if a.text() == text {
					return a, true
				}
			}
		}
	}
	return act{}, false
}
