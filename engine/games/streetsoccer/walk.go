package streetsoccer

// lengths is a set of kick lengths: bit L stands for length L.
type lengths uint16

// walk returns where a walk of exactly n steps may end without the ball (rules
// 1.6, D5), and with which lengths the figure may kick if it steps on the ball:
// n-s+1 after s steps (D9). open holds the squares that may be entered, the ball's
// among them, which ends the walk. The start need not be open: a figure may stand
// where it may not enter (D7).
func walk(from square, n int, open, ball area) (ends area, kicks lengths) {
	ends = one(from)
	for left := n; left > 0; left-- {
		ends = beside(ends) & open
		if ends&ball != 0 {
			kicks |= 1 << left
			ends &^= ball
		}
	}
	return ends, kicks
}

// closed returns the squares that a figure may not enter unless the ball lies
// there: keeper squares, but for the keeper the other side's only (D7).
func closed(side colour, keeper bool) area {
	if keeper {
		return keeperSquares[side.other()]
	}
	return anyKeeperSquare
}
