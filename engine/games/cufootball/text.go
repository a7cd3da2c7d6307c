package cufootball

import (
	"strconv"
	"strings"

	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// phaseTexts are the words of the position notation (rules 3.11).
var phaseTexts = [...]string{
	setup: "setup", kickoff: "kickoff", move: "move", kick: "kick", dribble: "dribble", throw: "throw", goalkick: "goalkick", extra: "plus", over: "over",
}

// modeTexts are the words of the field MODE.
var modeTexts = [...]string{freeBall: "free", throwIn: "in", keepersBall: "keeper", freeKick: "foul"}

// String returns the position notation (rules 3.11).
func (p position) String() string {
	return strings.Join([]string{
		phaseTexts[p.phase],
		colourTexts[p.side],
		menText(p.men[pitch.Red]),
		menText(p.men[pitch.Blue]),
		p.keeper[pitch.Red].String() + "," + p.keeper[pitch.Blue].String(),
		p.ballText(p.possession),
		p.modeText(),
		p.drawText(),
		strconv.Itoa(int(p.clock)),
		strconv.Itoa(int(p.score[pitch.Red])) + ":" + strconv.Itoa(int(p.score[pitch.Blue])),
		colourTexts[p.scorer],
		p.pendingText(),
	}, " ")
}

// colourTexts are the letters of the sides.
var colourTexts = [...]string{pitch.Red: "R", pitch.Blue: "B", pitch.Nobody: "-"}

// modeText returns the field MODE.
func (t *turn) modeText() string {
	text := modeTexts[t.mode] + "/" + colourTexts[t.possession]
	if t.winners != 0 {
		text += ":" + t.winners.String()
	}
	return text
}

func menText(men pitch.Set) string {
	if men == 0 {
		return "-"
	}
	return men.String()
}

// ballText returns the field BALL.
func (b *board) ballText(possession pitch.Colour) string {
	if b.ball == pitch.WithKeeper {
		return "k" + colourTexts[possession]
	}
	return b.ball.String()
}

// pendingText returns the field PENDING.
func (p position) pendingText() string {
	if p.phase == over || p.last == [2]team.SetUp{} {
		return "-"
	}
	text := p.last[pitch.Red].String() + "," + p.last[pitch.Blue].String()
	switch {
	case p.chain.due != nothing:
		text += "|" + p.chain.text()
	case p.phase == extra:
		text += "|" + p.chain.act.text() + "/" + strconv.Itoa(int(p.chain.drawn))
	case p.phase == dribble:
		text += "|D" + p.kicked.man.String() + ">" + p.kicked.dir.String()
	}
	return text
}

// text writes a chain.
func (c chain) text() string {
	drawn, left := "?", "?"
	if !c.due.early() {
		drawn, left = strconv.Itoa(int(c.drawn)), strconv.Itoa(int(c.left))
	}
	tried := "-"
	if c.n > 0 {
		texts := make([]string, c.n)
		for i, who := range c.tried[:c.n] {
			texts[i] = drawerText(who)
		}
		tried = strings.Join(texts, ",")
	}
	return strings.Join([]string{c.act.text(), drawn, left, dueTexts[c.due], tried, c.hit.String()}, "/")
}

// dueTexts are the words of a chain for the draw that is due.
var dueTexts = [...]string{lengthDue: "kick", passDue: "pass", restDue: "rest", saveDue: "save", missDue: "miss", turnDue: "turn", foulDue: "foul"}

// drawerText writes who drew: a man's slot, or k for the keeper.
func drawerText(who pitch.Slot) string {
	if who == asKeeper {
		return "k"
	}
	return who.String()
}
