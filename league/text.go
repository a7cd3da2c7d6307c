package league

import (
	"fmt"
	"strings"

	"kickabout/engine"
)

// Text prints a match for people and scripts: a head of "Name: value" lines, an
// empty line, then one line a decision: its number, the side, the throws it was
// made with, the move. A turn that the dice passed shows "-".
func Text(m Match, r engine.Record) string {
	var b strings.Builder
	info := r.Game.Info()
	fmt.Fprintf(&b, "Game: %s (%s/%s)\n", info.Name, info.ID, m.Variant)
	fmt.Fprintf(&b, "Match: %s\n", m.ID)
	for i, side := range []engine.Side{engine.First, engine.Second} {
		fmt.Fprintf(&b, "%s: %s\n", info.Sides[i], m.Seats[r.SeatOf(side)].Player.Name)
	}
	fmt.Fprintf(&b, "Clock: %s\n", m.Control)
	fmt.Fprintf(&b, "Begun: %s\n", m.Created.UTC().Format("2006-01-02 15:04:05 UTC"))
	if o := r.Outcome(); o.Over() {
		points, _ := Standard().Points(o)
		fmt.Fprintf(&b, "Ended: %s\n", r.Log[len(r.Log)-1].At.UTC().Format("2006-01-02 15:04:05 UTC"))
		fmt.Fprintf(&b, "Result: %d:%d, %s, points %s:%s\n", o.Score[0], o.Score[1], o.Ending, points[0], points[1])
	}
	b.WriteString("\n")
	for _, line := range decisions(r) {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// decisions returns the lines of Text below the head.
func decisions(r engine.Record) []string {
	var lines, throws []string
	print := func(who, what string) {
		line := fmt.Sprintf("%3d  %-7s %-12s %s", len(lines)+1, who, strings.Join(throws, " "), what)
		lines = append(lines, strings.TrimRight(line, " "))
		throws = nil
	}
	position, err := r.Game.Start(r.Variant)
	if err != nil {
		return nil
	}
	for _, e := range r.Log {
		who := "-"
		if e.By != engine.NoSide {
			who = r.Game.Info().Sides[e.By-1]
		}
		switch e.Act {
		case engine.ActRoll:
			throws = append(throws, strings.ReplaceAll(e.Text, " ", "-"))
			next, err := position.Roll(faces(e)...)
			if err != nil {
				return lines
			}
			if next.Next().Dice.Count > 0 && next.String() != position.String() {
				print(who, "-")
			}
			position = next
		case engine.ActMove:
			print(who, e.Text)
			if position, err = position.Play(engine.Move(e.Text)); err != nil {
				return lines
			}
		case engine.ActSeats:
		default:
			print(who, strings.TrimSpace(string(e.Act)+" "+e.Text))
		}
	}
	return lines
}

func faces(e engine.Event) []int {
	faces := make([]int, len(e.Draws))
	for i, d := range e.Draws {
		faces[i] = d.Face
	}
	return faces
}

// String returns points as people write them: "3", or "2.5" where there are tenths.
func (p Points) String() string {
	if p%10 == 0 {
		return fmt.Sprint(int(p) / 10)
	}
	return fmt.Sprintf("%d.%d", int(p)/10, int(p)%10)
}
