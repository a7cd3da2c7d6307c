package match

import (
	"fmt"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// Flow is the run of play as a picture: a bar for each move or possession, flags for goals.
type Flow struct {
	Title, Label, Note string
	Bars               []FlowBar
	Flags              []FlowFlag
	Columns            [2]string // heads of its table
	Rows               []FlowRow

	labelled float64 // where the last score stands
}

// FlowBar is a bar above or below the axis, in units of the picture.
type FlowBar struct{ X, Y, W, H, Class string }

// FlowFlag is a goal; one without a text lies close behind another.
type FlowFlag struct{ X, TextX, Text string }

// FlowRow is a bar in the table.
type FlowRow struct{ What, How string }

// The picture is 240 wide; its bars reach as far above and below the axis.
const (
	flowWidth = 240.0
	flowAxis  = 30.0
	flowReach = 26.0
	flowInset = 4.0
	flowHalf  = 14.0 // of a score, "12–0"
	// flowBar is how wide a bar is at most.
	flowBar = 20.0
	// flowLabel is how much room a score needs.
	flowLabel = 24.0
)

// flow draws the run of play of the boards up to the one shown; nil before the first move.
func (b matchBuilder) flow() *Flow {
	boards, plies := b.Boards()[:b.At+1], b.Plies()[:b.At]
	if len(plies) == 0 {
		return nil
	}
	if _, ok := ballOf(boards[len(boards)-1]); !ok && boards[0].Points {
		return b.possessions(boards, plies)
	}
	f := &Flow{
		Title: "Run of play", Columns: [2]string{"Move", "Ball"},
		Label: "How near the ball was to each goal, move by move" + goalsText(plies) + ".",
		Note:  "Bars show how near the ball was to each goal. Flags are goals." + strings.TrimRight(" "+b.decided(), " "),
	}
	step := min(flowBar*1.3, (flowWidth-2*flowInset)/float64(len(plies)))
	for i, d := range boards[1:] {
		near, ok := nearness(d)
		if plies[i].Goal != "" {
			near, ok = map[bool]float64{true: 1, false: -1}[plies[i].Scorer == b.Info.Sides[0]], true
		}
		x := flowInset + float64(i)*step
		if ok {
			f.bar(x, step*0.75, near, b.Info.Sides)
		}
		f.flag(x+step*0.75/2, plies[i])
		f.Rows = append(f.Rows, FlowRow{strconv.Itoa(i+1) + ", " + plies[i].Colour, nearText(near, ok, b.Info.Sides)})
	}
	return f
}

// possessions draws the throws of each possession.
func (b matchBuilder) possessions(boards []engine.Diagram, plies []study.Ply) *Flow {
	f := &Flow{
		Title: "Possessions", Columns: [2]string{"Possession", "Throws"},
		Label: "Throws in each possession" + goalsText(plies) + ".",
		Note:  "A bar is a possession, its height the throws. Flags are goals." + strings.TrimRight(" "+b.decided(), " "),
	}
	type run struct {
		side   engine.Side
		throws int
		goal   study.Ply
	}
	var runs []run
	most := 1
	for i, ply := range plies {
		if i == 0 || boards[i].Period != boards[i-1].Period {
			runs = append(runs, run{side: ply.Side})
		}
		r := &runs[len(runs)-1]
		if len(ply.Throw) > 0 {
			r.throws++
		}
		if ply.Goal != "" {
			r.goal = ply
		}
		most = max(most, r.throws)
	}
	step := min(flowBar*1.3, (flowWidth-2*flowInset)/float64(len(runs)))
	for i, r := range runs {
		x, height := flowInset+float64(i)*step, float64(r.throws)/float64(most)
		if r.side == engine.Second {
			height = -height
		}
		f.bar(x, step*0.75, height, b.Info.Sides)
		f.flag(x+step*0.75/2, r.goal)
		f.Rows = append(f.Rows, FlowRow{strconv.Itoa(i+1) + ", " + b.Info.Sides[max(1, r.side)-1], strconv.Itoa(r.throws)})
	}
	return f
}

// bar adds a bar of a height from -1 to 1.
func (f *Flow) bar(x, width, height float64, sides [2]string) {
	bar := FlowBar{X: ui.FixedText(x, 1), Y: ui.FixedText(flowAxis-max(0, height)*flowReach, 1), W: ui.FixedText(width, 1), H: ui.FixedText(max(height, -height)*flowReach, 1), Class: ui.KitOf(sides, engine.First)}
	if height < 0 {
		bar.Class = ui.KitOf(sides, engine.Second)
	}
	f.Bars = append(f.Bars, bar)
}

// flag adds the goal of a move that scored. Of goals that lie close together the first has its score.
func (f *Flow) flag(x float64, p study.Ply) {
	if p.Goal == "" {
		return
	}
	flag := FlowFlag{X: ui.FixedText(x, 1)}
	if x-f.labelled >= flowLabel || f.labelled == 0 {
		flag.TextX, flag.Text, f.labelled = ui.FixedText(max(flowHalf, min(flowWidth-flowHalf, x)), 1), p.Goal, x
	}
	f.Flags = append(f.Flags, flag)
}

// ballOf finds the ball of a board.
func ballOf(d engine.Diagram) (engine.Piece, bool) {
	for _, p := range d.Pieces {
		if p.Kind == "ball" {
			return p, true
		}
	}
	return engine.Piece{}, false
}

// nearness says where the ball is: 1 at the goal that First attacks, -1 at the other.
func nearness(d engine.Diagram) (float64, bool) {
	ball, ok := ballOf(d)
	if !ok || d.Height == 0 {
		return 0, false
	}
	return max(-1, min(1, 1-2*ball.Y/d.Height)), true
}

func nearText(near float64, ok bool, sides [2]string) string {
	switch {
	case !ok:
		return "off the board"
	case near == 0:
		return "in the middle"
	case near > 0:
		return fmt.Sprintf("%.0f %% of the way to %s’s goal", near*100, sides[1])
	}
	return fmt.Sprintf("%.0f %% of the way to %s’s goal", -near*100, sides[0])
}

// goalsText lists the goals for who does not see the flags.
func goalsText(plies []study.Ply) string {
	text := ""
	for _, p := range plies {
		if p.Goal != "" {
			text += fmt.Sprintf(", %s by %s", p.Goal, p.Scorer)
		}
	}
	if text == "" {
		return ""
	}
	return ". Goals: " + text[2:]
}
