package streetsoccer

import "math/bits"

// A kick is the part of a position that the ball's way depends on (rules 1.7).
type kick struct {
	own   area // figures of the kicking side, the kicker on the ball's square among them
	free  area // squares the ball may enter: all but the opponent's figures
	mouth area // the opponent's keeper squares, from which the ball scores
	up    bool // the opponent's goal is at the top
}

// newKick returns the kick of a side.
func newKick(side colour, own, opponents area) kick {
	return kick{own: own, free: pitch &^ opponents, mouth: keeperSquares[side.other()], up: side == yellow}
}

// from returns where the ball may end, and whether it may score, when it is
// kicked from a square with any of the lengths.
//
// It keeps three kinds of squares for each count of steps that are left: where
// the ball arrived in each direction without a bend in this leg, where it arrived
// after one, and figures of its own side that play it on. Touching a figure
// costs a step and gives one back, so such a figure starts its legs at the count
// the step began with: a level is closed within itself (D12 comes for free).
//
// The directions are written out one by one, in registers rather than in a table:
// this is where a turn's time goes. Shifts past the end of a column are masked
// away by what the ball may enter when it goes up or down.
func (k *kick) from(start square, allowed lengths) (targets area, scores bool) {
	targets, left := k.roll(start, allowed, false)
	return targets, left != 0
}

// farKick is the length from which on kicks into the goal are not told apart.
const farKick = 8

// toGoal returns the length of the shortest kick from a square into the goal, at
// most farKick.
func (k *kick) toGoal(start square) int {
	_, left := k.roll(start, 1<<(farKick-1), true)
	return farKick - left
}

// roll does the work of from: it returns how much of the kick is left when it
// first can score, 0 if it never can, and may stop there.
func (k *kick) roll(start square, allowed lengths, stop bool) (targets area, first int) {
	var n, ne, e, se, s, sw, w, nw area         // arrived without a bend
	var bn, bne, be, bse, bs, bsw, bw, bnw area // arrived after one
	up, down, flat := k.free&^bottom, k.free&^top, k.free
	rest := ^k.own
	var mouths area
	for left := bits.Len16(uint16(allowed)) - 1; left > 0; left-- {
		// The ball scores by a step from a mouth in one of the three directions ahead;
		// left-over count is ignored (rules 1.8, D13), so any count will do.
		mouths |= e | w
		if k.up {
			mouths |= n | ne | nw | bn | bne | bnw
		} else {
			mouths |= s | se | sw | bs | bse | bsw
		}
		cn, cne, ce, cse, cs, csw, cw, cnw := bn|ne|nw, bne|n|e, be|ne|se, bse|e|s, bs|se|sw, bsw|s|w, bw|sw|nw, bnw|n|w
		bn, bs, be, bw = cn<<1&up, cs>>1&down, ce<<rows&flat, cw>>rows&flat
		bne, bnw, bse, bsw = cne<<(rows+1)&up, cnw>>(rows-1)&up, cse<<(rows-1)&down, csw>>(rows+1)&down
		n, s, e, w = n<<1&up, s>>1&down, e<<rows&flat, w>>rows&flat
		ne, nw, se, sw = ne<<(rows+1)&up, nw>>(rows-1)&up, se<<(rows-1)&down, sw>>(rows+1)&down
		reached := n | ne | e | se | s | sw | w | nw | bn | bne | be | bse | bs | bsw | bw | bnw
		fresh := reached&k.own | area(allowed>>left&1)<<start
		var players area
		for fresh != 0 {
			players |= fresh
			fn, fs, fe, fw := fresh<<1&up, fresh>>1&down, fresh<<rows&flat, fresh>>rows&flat
			fne, fnw, fse, fsw := fresh<<(rows+1)&up, fresh>>(rows-1)&up, fresh<<(rows-1)&down, fresh>>(rows+1)&down
			n, s, e, w = n|fn, s|fs, e|fe, w|fw
			ne, nw, se, sw = ne|fne, nw|fnw, se|fse, sw|fsw
			fresh = (fn | fs | fe | fw | fne | fnw | fse | fsw) & k.own &^ players
		}
		mouths |= players
		if first == 0 && mouths&k.mouth != 0 {
			if first = left; stop {
				return 0, first
			}
		}
		n, ne, e, se, s, sw, w, nw = n&rest, ne&rest, e&rest, se&rest, s&rest, sw&rest, w&rest, nw&rest
		bn, bne, be, bse, bs, bsw, bw, bnw = bn&rest, bne&rest, be&rest, bse&rest, bs&rest, bsw&rest, bw&rest, bnw&rest
	}
	targets = n | ne | e | se | s | sw | w | nw | bn | bne | be | bse | bs | bsw | bw | bnw
	return targets, first
}
