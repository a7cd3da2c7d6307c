package cufootball

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
	halfColumns = (columns + 1) / 2
	halfSlots   = halfColumns * ranks
	farSteps    = 4 // king's steps to the ball from where on they are not told apart
	manyMen     = 3 // men next to the ball, likewise
	shotBuckets = 8

	awayFrom    = 0                          // a man, by the ball's rank, and columns away from it
	awaySize    = ranks * columns * ranks    //
	placeFrom   = awayFrom + 2*awaySize      // a man, by its slot
	keeperFrom  = placeFrom + 2*halfSlots    // a keeper, by the ball's slot
	keeperSize  = halfSlots * int(goalSlots) //
	ballFrom    = keeperFrom + 2*keeperSize  // the ball, by mode and slot
	touchFrom   = ballFrom + 2*halfSlots     // who is at the ball
	touchSize   = 2 * farSteps * farSteps * manyMen * manyMen
	shotFrom    = touchFrom + touchSize  // how likely a shot from there scores, and who can shoot
	shotSize    = shotBuckets * farSteps //
	heldFrom    = shotFrom + 2*shotSize  // a man while a keeper has the ball, by its slot
	heldAll     = heldFrom + 2*halfSlots // every position with a keeper's ball
	tableSize   = heldAll + 1
	mostWeights = 2*teamSize*2 + 6
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
	if p.possession == blue {
		c[0], c[1] = c[1], c[0]
	}
	return c
}

// A view is a way to see slots: turned round, mirrored, both or neither.
type view [columns * ranks]uint8

// views are those of either side, plain and mirrored.
var views = func() (vs [2][2]view) {
	for s := range slot(columns * ranks) {
		mirrored := at(columns+1-s.column(), s.rank())
		vs[red][0][s], vs[red][1][s] = uint8(s), uint8(mirrored)
		vs[blue][0][s], vs[blue][1][s] = columns*ranks-1-uint8(s), columns*ranks-1-uint8(mirrored)
	}
	return vs
}()

// half returns the slot or its mirrored one, whichever lies in the left half.
var half = func() (h [columns * ranks]int) {
	for s := range slot(columns * ranks) {
		h[s] = int(at(min(s.column(), columns+1-s.column()), s.rank()))
	}
	return h
}()

// aways are the columns between two slots, and the rank of the second, as a number.
var aways = func() (a [columns * ranks][columns * ranks]int) {
	for from := range slot(columns * ranks) {
		for to := range slot(columns * ranks) {
			a[from][to] = ((from.rank()-1)*columns+abs(from.column()-to.column()))*ranks + to.rank() - 1
		}
	}
	return a
}()

// list adds the weights of a position at a stage.
func (l *tally) list(p *position, s stage) {
	own := p.possession
	table := int(s) * tableSize
	if p.ball >= nowhere {
		seen := &views[own][0]
		for i, c := range [2]colour{own, own.other()} {
			for men := p.men[c]; men != 0; men = men.withoutFirst() {
				l.add(table + heldFrom + i*halfSlots + half[seen[men.first()%nowhere]])
			}
		}
		l.add(table + heldAll)
		return
	}
	seen, flip := &views[own][0], own == blue
	if int(seen[p.ball]) >= halfSlots {
		seen, flip = &views[own][1], !flip
	}
	ball := int(seen[p.ball])
	for i, c := range [2]colour{own, own.other()} {
		for men := p.men[c]; men != 0; men = men.withoutFirst() {
			at := seen[men.first()%nowhere]
			l.add(table + awayFrom + i*awaySize + aways[ball][at])
			l.add(table + placeFrom + i*halfSlots + half[at])
		}
		k := p.keeper[c]
		if flip {
			k = goalAt(goalWidth+1-k.gx(), k.gy())
		}
		l.add(table + keeperFrom + i*keeperSize + ball*int(goalSlots) + int(k))
	}
	in := int(p.mode) // free or a throw-in: a keeper has no ball on the pitch
	l.add(table + ballFrom + in*halfSlots + ball)
	steps, theirs := min(p.stepsTo(p.men[own]), farSteps-1), min(p.stepsTo(p.men[own.other()]), farSteps-1)
	n := min((p.men[own] & one(p.ball).around()).len(), manyMen-1)
	m := min((p.men[own.other()] & one(p.ball).beside()).len(), manyMen-1)
	l.add(table + touchFrom + (((in*farSteps+steps)*farSteps+theirs)*manyMen+n)*manyMen + m)
	l.add(table + shotFrom + p.shotBucket(own)*farSteps + steps)
	l.add(table + shotFrom + shotSize + p.shotBucket(own.other())*farSteps + theirs)
}

// shotBounds are the chances that tell shots apart.
var shotBounds = [shotBuckets - 1]float32{0, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8}

// shotBucket says how likely the best shot of a side from where the ball lies scores, if
// it has a man there.
func (b *board) shotBucket(c colour) int {
	top := float32(0)
	for dx := -1; dx <= 1; dx++ {
		top = max(top, b.shotFrom(c, c.slanted(dx)))
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
func (b *board) shotFrom(c colour, d direction) float32 {
	them := b.men[c.other()]
	chance, met := float32(1), set(0)
	at := b.ball
	for n := 1; n <= pegs; n++ {
		next := ahead[at][d]
		if next == c.other().endLine() {
			switch goalDistance(b.keeper[c.other()], entries[at.column()+d.along()]) {
			case 0:
				chance /= 4
			case 1:
				chance /= 2
			}
			chance *= float32(pegs+1-n) / pegs
			for range met.len() {
				chance *= 0.75
			}
			return chance
		}
		if next >= nowhere || b.occupied().has(next) {
			return 0
		}
		at = next
		met |= one(at).beside() & them
	}
	return 0
}
