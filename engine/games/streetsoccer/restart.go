package streetsoccer

// restartThrows are the kick lengths of a restart: a 1 is thrown again (rules 1.9).
const restartThrows lengths = 1<<2 | 1<<3 | 1<<4 | 1<<5 | 1<<6

// restartTiers are the squares where the keeper may be put, tier by tier, for
// each side (D17). The last tier goes beyond D17: nine other figures can take nine
// of its ten squares and shut in the tenth, as in
//
//	restart Y d1b1b2c3d3 c1c2d2e1e2 - ? 37 0:1 R
//
// and then the throw would be made again for ever.
var restartTiers = [2][6]area{
	yellow: {
		keeperSquares[yellow],
		penaltySquares[yellow],
		one(at('b', 1)) | one(at('e', 1)),
		one(at('b', 2)) | one(at('e', 2)),
		one(at('c', 3)) | one(at('d', 3)),
		one(at('c', 4)) | one(at('d', 4)),
	},
	red: {
		keeperSquares[red],
		penaltySquares[red],
		one(at('b', 10)) | one(at('e', 10)),
		one(at('b', 9)) | one(at('e', 9)),
		one(at('c', 8)) | one(at('d', 8)),
		one(at('c', 7)) | one(at('d', 7)),
	},
}

// restartSquares returns where the keeper may be put: the free squares of the
// first tier that has one. A square from which no throw has a target counts as
// occupied; the keeper's own square counts as free.
func (sc *scene) restartSquares() area {
	others := sc.occupied() &^ one(sc.keeper[sc.side])
	for _, tier := range restartTiers[sc.side] {
		var usable area
		for s := range (tier &^ others).all() {
			if !sc.restartFrom(s, restartThrows).empty() {
				usable |= one(s)
			}
		}
		if usable != 0 {
			return usable
		}
	}
	return 0
}

// restartFrom returns where the ball may go when the keeper kicks it from a
// square with any of the lengths, rules 1.10 left aside.
func (sc *scene) restartFrom(s square, kicks lengths) option {
	o := option{from: s, kicks: kicks}
	own := sc.outfielders[sc.side] | one(s)
	k := newKick(sc.side, own, sc.figures(sc.side.other()))
	o.targets, o.goal = k.from(s, kicks)
	return o
}

// restarts adds what the keeper may do with the throw (rules 1.9), rules 1.10
// left aside.
func (sc *scene) restarts(os *options) {
	for s := range sc.restartSquares().all() {
		if o := sc.restartFrom(s, 1<<sc.die); !o.empty() {
			*os.next() = o
		}
	}
}
