package cufootball

import (
	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// A judge foretells the next goal, by tables that matches against itself have filled
// (learn.go): weights for where men, keepers and ball are, and for who is at the ball.
// Their sums are how likely it is that the side in possession scores the next goal, and
// soon, and that the other does.
//
// Slots are seen from the side in possession, as if it attacked upward, and as if the
// ball lay in the left half: positions that are the same by the pitch's symmetries have
// the same value.
type judge struct {
	weights []chances
}

// chances are of the next goal, in the order of the colours, or where that is said of the
// side in possession first.
type chances [2]float32

// A stage is a moment of a round; a judge has a table for each.
type stage int

const (
	opening stage = iota // before the side in possession has moved its men
	moved                // after that
	settled              // after the other side has, too: the ball is played next
	stages
)

// The parts of a table, one after the other.
const (
	halfColumns = (pitch.Columns + 1) / 2
	halfSlots   = halfColumns * pitch.Ranks
	farSteps    = 4 // king's steps to the ball from where on they are not told apart
	manyMen     = 3 // men next to the ball, likewise
	shotBuckets = 8

	awayFrom    = 0                                         // a man, by the ball's rank, and columns away from it
	awaySize    = pitch.Ranks * pitch.Columns * pitch.Ranks //
	placeFrom   = awayFrom + 2*awaySize                     // a man, by its slot
	keeperFrom  = placeFrom + 2*halfSlots                   // a keeper, by the ball's slot
	keeperSize  = halfSlots * int(pitch.GoalSlots)          //
	ballFrom    = keeperFrom + 2*keeperSize                 // the ball, by mode and slot
	touchFrom   = ballFrom + 2*halfSlots                    // who is at the ball
	touchSize   = 2 * farSteps * farSteps * manyMen * manyMen
	shotFrom    = touchFrom + touchSize  // how likely a shot from there scores, and who can shoot
	shotSize    = shotBuckets * farSteps //
	heldFrom    = shotFrom + 2*shotSize  // a man while a keeper has the ball, by its slot
	heldAll     = heldFrom + 2*halfSlots // every position with a keeper's ball
	tableSize   = heldAll + 1
	mostWeights = 2*team.Size*2 + 6
	judgeSize   = int(stages) * tableSize
)

// A tally holds the indices of the weights of a position.
type tally struct {
	at [mostWeights]int32
	n  int
}

func (l *tally) add(i int) { l.at[l.n] = int32(i); l.n++ }

// sum returns the chances that weights add up to, of the side in possession first.
func (j *judge) sum(l *tally) (c chances) {
	for _, i := range l.at[:l.n] {
		w := &j.weights[i]
		c[0] += w[0]
		c[1] += w[1]
	}
	return c
}

// chances returns those of a position at a stage, of Red first.
func (j *judge) chances(p *position, s stage) chances {
	var l tally
	l.list(p, s)
	c := j.sum(&l)
	c[0], c[1] = max(0, min(1, c[0])), max(0, min(1, c[1]))
	if p.possession == pitch.Blue {
		c[0], c[1] = c[1], c[0]
	}
	return c
}

// A view is a way to see slots: turned round, mirrored, both or neither.
type view [pitch.Columns * pitch.Ranks]uint8

// views are those of either side, plain and mirrored.
var views = func() (vs [2][2]view) {
	for s := range pitch.Slot(pitch.Columns * pitch.Ranks) {
		mirrored := pitch.At(pitch.Columns+1-s.Column(), s.Rank())
		vs[pitch.Red][0][s], vs[pitch.Red][1][s] = uint8(s), uint8(mirrored)
		vs[pitch.Blue][0][s], vs[pitch.Blue][1][s] = pitch.Columns*pitch.Ranks-1-uint8(s), pitch.Columns*pitch.Ranks-1-uint8(mirrored)
	}
	return vs
}()

// half returns the slot or its mirrored one, whichever lies in the left half.
var half = func() (h [pitch.Columns * pitch.Ranks]int) {
	for s := range pitch.Slot(pitch.Columns * pitch.Ranks) {
		h[s] = int(pitch.At(min(s.Column(), pitch.Columns+1-s.Column()), s.Rank()))
	}
	return h
}()

// aways are the columns between two slots, and the rank of the second, as a number.
var aways = func() (a [pitch.Columns * pitch.Ranks][pitch.Columns * pitch.Ranks]int) {
	for from := range pitch.Slot(pitch.Columns * pitch.Ranks) {
		for to := range pitch.Slot(pitch.Columns * pitch.Ranks) {
			a[from][to] = ((from.Rank()-1)*pitch.Columns+abs(from.Column()-to.Column()))*pitch.Ranks + to.Rank() - 1
		}
	}
	return a
}()

// list adds the weights of a position at a stage.
func (l *tally) list(p *position, s stage) {
	own := p.possession
	table := int(s) * tableSize
	if p.ball >= pitch.Nowhere {
		seen := &views[own][0]
		for i, c := range [2]pitch.Colour{own, own.Other()} {
			for men := p.men[c]; men != 0; men = men.WithoutFirst() {
				l.add(table + heldFrom + i*halfSlots + half[seen[men.First()%pitch.Nowhere]])
			}
		}
		l.add(table + heldAll)
		return
	}
	seen, flip := &views[own][0], own == pitch.Blue
	if int(seen[p.ball]) >= halfSlots {
		seen, flip = &views[own][1], !flip
	}
	ball := int(seen[p.ball])
	for i, c := range [2]pitch.Colour{own, own.Other()} {
		for men := p.men[c]; men != 0; men = men.WithoutFirst() {
			at := seen[men.First()%pitch.Nowhere]
			l.add(table + awayFrom + i*awaySize + aways[ball][at])
			l.add(table + placeFrom + i*halfSlots + half[at])
		}
		k := p.keeper[c]
		if flip {
			k = pitch.GoalAt(pitch.GoalWidth+1-k.Gx(), k.Gy())
		}
		l.add(table + keeperFrom + i*keeperSize + ball*int(pitch.GoalSlots) + int(k))
	}
	in := int(p.mode) // free or a throw-in: a keeper has no ball on the pitch
	if p.mode == freeKick {
		in = int(freeBall)
	}
	l.add(table + ballFrom + in*halfSlots + ball)
	steps, theirs := min(p.stepsTo(p.men[own]), farSteps-1), min(p.stepsTo(p.men[own.Other()]), farSteps-1)
	n := min((p.men[own] & pitch.One(p.ball).Around()).Len(), manyMen-1)
	m := min((p.men[own.Other()] & pitch.One(p.ball).Beside()).Len(), manyMen-1)
	l.add(table + touchFrom + (((in*farSteps+steps)*farSteps+theirs)*manyMen+n)*manyMen + m)
	l.add(table + shotFrom + p.shotBucket(own)*farSteps + steps)
	l.add(table + shotFrom + shotSize + p.shotBucket(own.Other())*farSteps + theirs)
}

// shotBounds are the chances that tell shots apart.
var shotBounds = [shotBuckets - 1]float32{0, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8}

// shotBucket says how likely the best shot of a side from where the ball lies scores, if
// it has a man there.
func (b *board) shotBucket(c pitch.Colour) int {
	top := float32(0)
	for dx := -1; dx <= 1; dx++ {
		top = max(top, b.shotFrom(c, c.Slanted(dx)))
	}
	for i, bound := range shotBounds {
		if top <= bound {
			return i
		}
	}
	return shotBuckets - 1
}

// shotFrom returns how likely a shot in a direction scores, nearly: each opponent beside
// its way may win it, and the keeper save it.
func (b *board) shotFrom(c pitch.Colour, d pitch.Direction) float32 {
	them := b.men[c.Other()]
	chance, met := float32(1), pitch.Set(0)
	at := b.ball
	for n := 1; n <= pegs; n++ {
		next := pitch.Ahead[at][d]
		if next == c.Other().EndLine() {
			switch pitch.GoalDistance(b.keeper[c.Other()], pitch.Entries[at.Column()+d.Along()]) {
			case 0:
				chance /= 4
			case 1:
				chance /= 2
			}
			chance *= float32(pegs+1-n) / pegs
			for range met.Len() {
				chance *= 0.75
			}
			return chance
		}
		if next >= pitch.Nowhere || b.occupied().Has(next) {
			return 0
		}
		at = next
		met |= pitch.One(at).Beside() & them
	}
	return 0
}
