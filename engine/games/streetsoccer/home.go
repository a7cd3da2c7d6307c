package streetsoccer

// homing says what becomes of the keeper of the side that has scored (rules 1.9).
type homing uint8

const (
	stays  homing = iota
	nearer        // it goes back to the nearer of its keeper squares
	chosen        // its coach puts it back
)

// astray says that a side's keeper goes back to its goal if it is the one that scored
// (rules 1.9): it stands on no keeper square, and one is free.
func (sc *scene) astray(c colour, back homing) bool {
	return back != stays && !keeperSquares[c].has(sc.keeper[c]) && keeperSquares[c]&^sc.occupied() != 0
}

// home returns where a side's keeper stands once it went back to its goal: on the only
// free keeper square; of two on that which its coach wishes, or, where none is asked,
// on the one that is the fewest steps away, which is that of its own half of the columns.
// Else it stays.
func (sc *scene) home(c colour, back homing, wish area) square {
	free := keeperSquares[c] &^ sc.occupied()
	switch {
	case !sc.astray(c, back):
		return sc.keeper[c]
	case free.len() == 1:
		return free.first()
	case back == chosen:
		if wish == 0 {
			return sc.keeper[c]
		}
		return wish.first()
	case sc.keeper[c].column() >= columns/2:
		return free.last()
	}
	return free.first()
}

// homes returns the squares of which the coach who scores by the option of a figure must
// choose one for the keeper; none if there is no choice (rules 1.14).
func (p *position) homes(from square) area {
	back := profiles[p.rules].back
	if back != chosen {
		return 0
	}
	q := p.after(decision{from: from, to: p.kicker(from), target: inGoal})
	if q.phase != restart || !q.astray(p.side, back) {
		return 0
	}
	return keeperSquares[p.side]
}
