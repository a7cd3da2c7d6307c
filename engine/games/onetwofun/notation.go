package onetwofun

import (
	"strconv"
	"strings"

	"kickabout/engine"
)

// A kind of decision: what a move is.
type kind uint8

const (
	placing kind = iota // of the markers for a kick-off
	keeperStep
	ordinaryPlay // with a double: the advantage
	directKick
	indirectKick
	cornerKick
	penaltyKick
	diceChoice // against a direct free kick
)

// goalText is the end of a marker that scores.
const goalText = "*"

// The letters and signs of the moves (rules 2.13).
var (
	kindTexts = [...]string{placing: "K ", keeperStep: "G ", ordinaryPlay: "", directKick: "D ", indirectKick: "I", cornerKick: "C ", penaltyKick: "P ", diceChoice: "B"}
	joints    = [...]string{placing: ",", penaltyKick: " ", ordinaryPlay: " "}
)

// A hop is a piece that goes from one point to another.
type hop struct{ from, to point }

// length returns how many points a straight hop goes.
func (h hop) length() int8 {
	return max(h.to.x-h.from.x, h.from.x-h.to.x, h.to.y-h.from.y, h.from.y-h.to.y)
}

// way returns the direction of a hop; false if it is not straight.
func (h hop) way() (way, bool) {
	n := h.length()
	if n == 0 {
		return way{}, false
	}
	w := way{(h.to.x - h.from.x) / n, (h.to.y - h.from.y) / n}
	return w, h.from.plus(w, n) == h.to
}

// A decision is a move taken apart: its pieces in the order of the text. A
// placing has no from.
type decision struct {
	kind kind
	n    uint8 // how many of hops count
	dice uint8 // that are chosen
	hops [3]hop
}

// all returns the hops that count.
func (d *decision) all() []hop { return d.hops[:d.n] }

// scores says whether a marker leaves over the goal line.
func (d *decision) scores() bool { return d.n > 0 && d.hops[d.n-1].to == beyond }

// with returns d with one more hop.
func (d decision) with(h hop) decision {
	d.hops[d.n] = h
	d.n++
	return d
}

// text returns the move (rules 2.13).
func (d decision) text() engine.Move {
	text := make([]byte, 0, 24)
	text = append(text, kindTexts[d.kind]...)
	if d.kind == diceChoice {
		return engine.Move(append(text, '0'+d.dice))
	}
	for i, h := range d.all() {
		if i > 0 {
			text = append(text, joints[d.kind]...)
		}
		if d.kind != placing {
			text = append(text, h.from.String()...)
			text = append(text, d.kind.arrow())
		}
		text = append(text, h.to.String()...)
	}
	return engine.Move(text)
}

// arrow is what stands between the ends of a hop.
func (k kind) arrow() byte {
	if k == penaltyKick {
		return '>'
	}
	return '-'
}

// parseMove undoes decision.text; false if the text is no move of any phase.
func parseMove(m engine.Move) (decision, bool) {
	text := string(m)
	d := decision{kind: ordinaryPlay}
	for k, prefix := range kindTexts {
		if rest, ok := strings.CutPrefix(text, prefix); ok && prefix != "" {
			d.kind, text = kind(k), rest
			break
		}
	}
	switch {
	case d.kind == indirectKick:
		return d, text == ""
	case d.kind == diceChoice:
		n, err := strconv.ParseUint(text, 10, 8)
		d.dice = uint8(n)
		return d, err == nil && len(text) == 1 && 1 <= n && n <= mostBlockDice
	}
	joint := " "
	if d.kind == placing {
		joint = ","
	}
	parts := strings.Split(text, joint)
	if len(parts) > len(d.hops) {
		return decision{}, false
	}
	for _, part := range parts {
		h, ok := parseHop(d.kind, part)
		if !ok {
			return decision{}, false
		}
		d = d.with(h)
	}
	return d, d.rightLength()
}

// rightLength says whether a decision has as many hops as its kind wants.
func (d decision) rightLength() bool {
	switch d.kind {
	case placing:
		return d.n == 3
	case ordinaryPlay:
		return d.n == 2
	case penaltyKick:
		return 1 <= d.n && d.n <= 3
	}
	return d.n == 1
}

// parseHop reads "e8-d9", "e13-*", "f12>f13", or the point of a placing.
func parseHop(k kind, text string) (hop, bool) {
	if k == placing {
		to, ok := parsePoint(text)
		return hop{to: to}, ok
	}
	first, second, _ := strings.Cut(text, string(k.arrow()))
	from, ok := parsePoint(first)
	if second == goalText {
		return hop{from, beyond}, ok && (k == ordinaryPlay || k == directKick)
	}
	to, ok2 := parsePoint(second)
	return hop{from, to}, ok && ok2
}

// String returns the point in the notation.
func (p point) String() string {
	switch {
	case p == beyond:
		return goalText
	case !p.onBoard():
		return "-"
	}
	return pointTexts[int(p.x)*rows+int(p.y)]
}

// textsOf writes points as column letter and row number.
func textsOf(points []point) []string {
	var texts []string
	for _, p := range points {
		texts = append(texts, string('a'+byte(p.x))+strconv.Itoa(int(p.y)+1))
	}
	return texts
}

// parsePoint undoes point.String for points of the board.
func parsePoint(text string) (point, bool) {
	if len(text) < 2 || len(text) > 3 || text[1] == '0' {
		return nowhere, false
	}
	row, err := strconv.ParseUint(text[1:], 10, 8)
	if err != nil || row > rows || text[0] < 'a' || text[0] >= 'a'+columns {
		return nowhere, false
	}
	return at(text[0], int(row)), true
}

// phaseTexts are the words of the position notation.
var phaseTexts = [...]string{kickoff: "kickoff", keeping: "keeper", play: "play", penalty: "penalty", choosing: "block", over: "over"}

// String returns the position notation (rules 2.13).
func (p position) String() string {
	text := make([]byte, 0, 64)
	text = append(text, phaseTexts[p.phase]...)
	text = append(text, ' ', "WB-"[p.actor()], ' ')
	text = append(text, p.markersText()...)
	text = append(text, ' ')
	text = append(text, p.diceText()...)
	text = append(text, ' ')
	text = strconv.AppendUint(text, uint64(p.score[white]), 10)
	text = append(text, ':')
	text = strconv.AppendUint(text, uint64(p.score[black]), 10)
	text = append(text, ' ')
	text = strconv.AppendUint(text, uint64(p.possession), 10)
	text = append(text, ' ')
	text = append(text, p.keepersText()...)
	text = append(text, ' ', "WB-"[p.last], ' ')
	text = append(text, p.pendingText()...)
	return string(text)
}

// markersText writes the markers in ascending order, - before a kick-off.
func (p position) markersText() string {
	if p.markers == noMarkers {
		return "-"
	}
	return p.markers[0].String() + "," + p.markers[1].String() + "," + p.markers[2].String()
}

// diceText writes the dice of the turn: ? while they are due, - where there are none.
func (p position) diceText() string {
	switch {
	case p.phase == kickoff || p.phase == over:
		return "-"
	case p.dice[0] == 0:
		return "?"
	}
	return string([]byte{'0' + p.dice[0], '-', '0' + p.dice[1]})
}

// keepersText writes White's and Black's keeper, - in the basic variant.
func (p position) keepersText() string {
	if !p.rules.keepers {
		return "-"
	}
	return p.keepers[white].String() + "," + p.keepers[black].String()
}

// The words of the last field.
const (
	penaltyText = "pen"
	blockText   = "block"
)

// pendingText writes the throw that is due besides the dice of the turn.
func (p position) pendingText() string {
	shot := strconv.Itoa(int(p.wait.shot))
	switch p.wait.due {
	case penaltyThrow:
		return penaltyText
	case keeperThrow:
		return penaltyText + ":" + shot
	case blockThrow:
		text := blockText + ":" + p.wait.shooter.String() + "-" + goalText + ":" + shot
		if p.wait.dice > 1 {
			text += ":" + strconv.Itoa(int(p.wait.dice))
		}
		return text
	}
	return "-"
}
