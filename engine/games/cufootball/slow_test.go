package cufootball_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
)

// The rules once more, slow and obvious: plain loops over coordinates, written
// from rules 3 alone and sharing nothing with the real code but the notation.
// This file is the course of a match and its texts; slow_kick_test.go is what the
// ball does, slow_move_test.go what men may do.

// A spot is a slot by its column 1..9 and rank 1..6; the zero spot is none. The
// slots of a goal are spots too, gx and gy.
type spot struct{ x, y int }

func spotOf(text string) spot {
	if text == "-" {
		return spot{}
	}
	return spot{int(text[0]-'a') + 1, int(text[1] - '0')}
}

func (s spot) text() string {
	if s == (spot{}) {
		return "-"
	}
	return string([]byte{byte('a' + s.x - 1), byte('0' + s.y)})
}

func (s spot) on() bool { return s.x >= 1 && s.x <= 9 && s.y >= 1 && s.y <= 6 }

func (s spot) plus(d spot) spot { return spot{s.x + d.x, s.y + d.y} }

// beside says whether two slots touch side by side.
func (s spot) beside(other spot) bool {
	return max(s.x-other.x, other.x-s.x)+max(s.y-other.y, other.y-s.y) == 1
}

// touches says whether two slots touch side by side or diagonally.
func (s spot) touches(other spot) bool {
	return s != other && max(s.x-other.x, other.x-s.x) <= 1 && max(s.y-other.y, other.y-s.y) <= 1
}

// ascending puts slots in the order of their texts.
func ascending(a, b spot) int { return strings.Compare(a.text(), b.text()) }

// spotsOf reads slots written one behind the other.
func spotsOf(text string) []spot {
	var spots []spot
	for ; text != "" && text != "-"; text = text[2:] {
		spots = append(spots, spotOf(text))
	}
	return spots
}

func textOf(spots []spot) string {
	text := ""
	for _, s := range slices.SortedFunc(slices.Values(spots), ascending) {
		text += s.text()
	}
	return text
}

// names are the eight directions, clockwise; ways are their steps.
var (
	names = []string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"}
	ways  = []spot{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
)

func wayOf(name string) spot { return ways[slices.Index(names, name)] }

// A model is a position. Sides are 0 for Red and 1 for Blue.
type model struct {
	options
	phase      string
	side       int
	men        [2][]spot
	keeper     [2]spot // in their goals
	ball       spot    // none while a keeper has it
	mode       string
	owner      int // the side in possession
	draw       string
	clock      int
	score      [2]int
	last       string
	formations [2]string // "-" while there is none
	dribbler   string    // "e3>N"
	chain      chain
	winners    []spot // who won the ball and has not kicked it yet
}

// Options are what a match is played by.
type options struct {
	target, limit int  // goals to win, 0 for none, and the clock at which it ends
	culica        bool // else "classic"
	miss, fouls   bool
	half          bool // all are set up in their own half
	dribble       int  // the longest kick that may be dribbled on
}

// optionsOf reads the text of a variant.
func optionsOf(variant string) options {
	parts := strings.Split(variant, ",")
	o := options{target: 3, limit: 90, culica: parts[0] == "culica", dribble: 1}
	for _, part := range parts[1:] {
		name, value, _ := strings.Cut(part, "=")
		n, _ := strconv.Atoi(value)
		switch name {
		case "goals":
			o.target = n
		case "clock":
			o.limit = n
		case "half":
			o.half = true
		case "miss":
			o.miss = true
		case "fouls":
			o.fouls = true
		case "dribble":
			o.dribble = n
		}
	}
	return o
}

// modelBy reads a position of a variant.
func modelBy(variant, text string) model {
	m := modelOf(0, 0, text)
	m.options = optionsOf(variant)
	return m
}

// A chain is a move that is being resolved.
type chain struct {
	act   string // "" if there is none
	drawn int    // 0 while it is due
	left  int
	due   string
	tried []string
	hit   spot
}

var nobody = [2]string{"-", "-"}

// modelOf reads a position played to so many goals or until such a clock.
func modelOf(target, limit int, text string) model {
	f := strings.Fields(text)
	m := model{options: options{target: target, limit: limit, dribble: 1}, phase: f[0], side: strings.Index("RB", f[1]), draw: f[7], last: f[10], formations: nobody}
	m.men = [2][]spot{spotsOf(f[2]), spotsOf(f[3])}
	for i, goalSlot := range strings.Split(f[4], ",") {
		m.keeper[i] = spot{int(goalSlot[0] - '0'), int(goalSlot[1] - '0')}
	}
	if f[5][0] != 'k' {
		m.ball = spotOf(f[5])
	}
	mode, owner, _ := strings.Cut(f[6], "/")
	owner, winners, _ := strings.Cut(owner, ":")
	m.mode, m.owner, m.winners = mode, strings.Index("RB", owner), spotsOf(winners)
	m.clock, _ = strconv.Atoi(f[8])
	fmt.Sscanf(f[9], "%d:%d", &m.score[0], &m.score[1])
	if f[11] == "-" {
		return m
	}
	formations, rest, _ := strings.Cut(f[11], "|")
	red, blue, _ := strings.Cut(formations, ",")
	m.formations = [2]string{red, blue}
	if parts := strings.Split(rest, "/"); len(parts) == 2 {
		m.chain.act = parts[0]
		m.chain.drawn, _ = strconv.Atoi(parts[1])
	} else if len(parts) > 1 {
		m.chain = chain{act: parts[0], due: parts[3], hit: spotOf(parts[5])}
		m.chain.drawn, _ = strconv.Atoi(parts[1]) // stays 0 where it is due
		m.chain.left, _ = strconv.Atoi(parts[2])
		if parts[4] != "-" {
			m.chain.tried = strings.Split(parts[4], ",")
		}
	} else if rest != "" {
		m.dribbler = rest[1:]
	}
	return m
}

func (m model) text() string {
	men := nobody
	for i := range men {
		if len(m.men[i]) > 0 {
			men[i] = textOf(m.men[i])
		}
	}
	ball := m.ball.text()
	if m.mode == "keeper" && m.ball == (spot{}) {
		ball = "k" + "RB"[m.owner:m.owner+1]
	}
	owner := "RB"[m.owner : m.owner+1]
	if len(m.winners) > 0 {
		owner += ":" + textOf(m.winners)
	}
	return fmt.Sprintf("%s %c %s %s %d%d,%d%d %s %s/%s %s %d %d:%d %s %s", m.phase, "RB"[m.side], men[0], men[1],
		m.keeper[0].x, m.keeper[0].y, m.keeper[1].x, m.keeper[1].y, ball, m.mode, owner, m.draw, m.clock,
		m.score[0], m.score[1], m.last, m.pending())
}

func (m model) pending() string {
	if m.formations == nobody || m.phase == "over" {
		return "-"
	}
	text := m.formations[0] + "," + m.formations[1]
	if m.phase == "dribble" {
		text += "|D" + m.dribbler
	}
	if m.phase == "plus" {
		return fmt.Sprintf("%s|%s/%d", text, m.chain.act, m.chain.drawn)
	}
	if c := m.chain; c.act != "" {
		drawn, left, tried := strconv.Itoa(c.drawn), strconv.Itoa(c.left), strings.Join(c.tried, ",")
		if c.due == "kick" || c.due == "miss" || c.due == "turn" {
			drawn, left = "?", "?"
		}
		if tried == "" {
			tried = "-"
		}
		text += "|" + strings.Join([]string{c.act, drawn, left, c.due, tried, c.hit.text()}, "/")
	}
	return text
}

func (m model) clone() model {
	m.men = [2][]spot{slices.Clone(m.men[0]), slices.Clone(m.men[1])}
	m.chain.tried = slices.Clone(m.chain.tried)
	return m
}

// slowStart is the position a match begins with.
func slowStart(target, limit int) model {
	m := model{options: options{target: target, limit: limit, dribble: 1}, last: "-", formations: nobody}
	return m.setup(0)
}

// setup is the position before a kick-off of a side (rules 3.3).
func (m model) setup(side int) model {
	m.phase, m.side, m.draw = "setup", side, "-"
	m.men, m.keeper = [2][]spot{}, [2]spot{{2, 2}, {2, 2}}
	m.ball, m.mode, m.owner, m.winners = spot{}, "free", side, nil
	m.chain, m.dribbler = chain{}, ""
	return m
}

// at says whose man stands on a slot, -1 if nobody's.
func (m model) at(s spot) int {
	for side, men := range m.men {
		if slices.Contains(men, s) {
			return side
		}
	}
	return -1
}

// free says whether a slot of the pitch holds neither man nor ball.
func (m model) free(s spot) bool { return s.on() && m.at(s) < 0 && s != m.ball }

// label names the die that is due, "" if none is.
func (m model) label() string {
	switch {
	case m.draw != "?":
		return ""
	case m.phase == "move" && m.side == m.owner:
		return "attack"
	case m.phase == "move":
		return "defence"
	}
	return map[string]string{"kick": "kick", "pass": "intercept", "rest": "intercept", "save": "save", "miss": "miss", "turn": "miss", "foul": "foul"}[m.chain.due]
}

// waits says for whom the position waits; nobody while a die is due.
func (m model) waits() engine.Side {
	if m.phase == "over" || m.draw == "?" {
		return engine.NoSide
	}
	return []engine.Side{engine.First, engine.Second}[m.side]
}

// roll returns the position after a draw.
func (m model) roll(face int) model {
	m = m.clone()
	if m.phase == "move" {
		m.draw = strconv.Itoa(face)
		return m
	}
	switch m.chain.due {
	case "miss":
		m.chain.due = map[bool]string{true: "turn", false: "kick"}[face == 1]
		return m
	case "turn":
		act, name, _ := strings.Cut(m.chain.act, ">")
		turned := slices.Index(names, name) + []int{0, 7, 0, 0, 1}[face]
		m.chain.act, m.chain.due = act+">"+names[turned%8], "kick"
		return m
	case "foul":
		if face == 1 {
			return m.ends(m.side, "foul")
		}
		return m.goesOn()
	case "kick":
		m.chain.drawn, m.chain.left = face, face
		if m.phase == "goalkick" && m.culica {
			m.phase, m.draw, m.chain.due, m.chain.left = "plus", "-", "", 0
			return m
		}
		if m.phase == "goalkick" && strings.HasSuffix(m.chain.act, "+") {
			m.chain.left++
		}
		return m.travel()
	case "save":
		return m.saving(face)
	}
	return m.chance(face)
}

// choices returns the legal moves, sorted; not for a set-up.
func (m model) choices() []string {
	switch m.phase {
	case "move":
		return m.movements(m.allowance())
	case "kick":
		return m.kicks()
	case "dribble":
		return m.dribbles()
	case "throw":
		return m.throws()
	case "goalkick":
		return m.goalKicks()
	case "plus":
		return []string{"Q+", "Q-"}
	}
	return nil
}

// legal says whether a text is a legal move.
func (m model) legal(text string) bool {
	switch {
	case m.waits() == engine.NoSide:
		return false
	case m.phase == "setup":
		return m.maySetUp(text)
	case m.phase == "move":
		return m.mayMove(text)
	}
	return slices.Contains(m.choices(), text)
}

// play returns the position after a legal move.
func (m model) play(text string) model {
	m = m.clone()
	switch m.phase {
	case "setup":
		return m.setUp(text)
	case "move":
		return m.moved(text)
	case "dribble":
		return m.dribbled(text)
	case "plus":
		m.phase = "goalkick"
		m.chain.act += "," + text[1:]
		m.chain.left = m.chain.drawn + strings.Count(text, "+")
		return m.travel()
	case "throw":
		m.begin(text)
		m.chain.drawn = int(text[len(text)-1] - '0')
		m.chain.left = m.chain.drawn
		return m.travel()
	}
	m.begin(text)
	return m
}

// begin makes m wait for the length of a move.
func (m *model) begin(act string) {
	m.draw = "?"
	m.chain = chain{act: act, due: "kick"}
	m.dribbler, m.winners = "", nil
	if m.miss && act[0] == 'K' {
		m.chain.due = "miss"
	}
}

// round is a new round (rules 3.3): the side in possession moves first.
func (m model) round() model {
	m.phase, m.side, m.draw = "move", m.owner, "?"
	m.chain, m.dribbler = chain{}, ""
	return m
}

// tick counts an action and ends the match when it is time (rules 3.10).
func (m model) tick() model {
	m.clock++
	if m.clock >= m.limit || m.target > 0 && max(m.score[0], m.score[1]) >= m.target {
		m.phase, m.draw = "over", "-"
		m.chain, m.dribbler, m.winners = chain{}, "", nil
	}
	return m
}

// outcome is zero until the match is over.
func (m model) outcome() engine.Outcome {
	o := engine.Outcome{Score: m.score}
	sides := []engine.Side{engine.First, engine.Second}
	switch {
	case m.phase != "over":
		return engine.Outcome{}
	case m.score[0] != m.score[1]:
		o.Ending, o.Winner = engine.FullTime, sides[0]
		if m.score[1] > m.score[0] {
			o.Winner = sides[1]
		}
		if m.target > 0 && max(m.score[0], m.score[1]) == m.target {
			o.Ending = engine.Target
		}
	case m.last == "-":
		o.Ending = engine.Goalless
	default:
		o.Ending, o.Winner = engine.LastGoal, sides[strings.Index("RB", m.last)]
	}
	return o
}

// afterMoves is what comes once both sides have moved: the kick, the throw or the
// goal kick, or the next round if there is none (rules 3.5, 3.8, 3.9).
func (m model) afterMoves() model {
	m.side, m.draw = m.owner, "-"
	m.phase = map[string]string{"free": "kick", "in": "throw", "keeper": "goalkick", "foul": "kick"}[m.mode]
	if len(m.choices()) > 0 {
		return m
	}
	if m.mode != "keeper" {
		m.owner, m.mode, m.winners = 1-m.owner, "free", nil
	}
	if m = m.tick(); m.phase == "over" {
		return m
	}
	return m.round()
}

// perft counts sequences of n moves as engine.Perft does, one by one; set-ups only
// as the last of them.
func (m model) perft(n int) uint64 {
	var sum uint64
	switch {
	case n == 0:
		return 1
	case m.label() != "":
		for face := 1; face <= 4; face++ {
			sum += m.roll(face).perft(n)
		}
	case m.phase == "setup" && n == 1:
		return uint64(m.setUps())
	default:
		for _, text := range m.choices() {
			sum += m.play(text).perft(n - 1)
		}
	}
	return sum
}
