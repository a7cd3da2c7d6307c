package onetwofun

// mostPlays is more than the decisions of any throw but a penalty: two orders of
// the dice, three markers four ways and two followers two ways each; free kicks
// and corner kicks.
const mostPlays = 2*3*4*4 + 2*3 + 1 + 3*5*3

// plays appends the legal decisions of a throw that is no penalty, each once.
// Nothing here allocates while the list has room.
func (sc *scene) plays(list []decision) []decision {
	var l lie
	l.lay(sc)
	x, y := int(sc.dice[0]), int(sc.dice[1])
	list = l.ordinary(x, y, list)
	if x != y {
		list = l.ordinary(y, x, list)
	} else {
		list = l.freeKicks(x+y, list)
	}
	return sc.corners(list)
}

// A lie is where the pieces lie as the side in possession sees them: it attacks
// upward. Its numbers are whole machine words, since the time of a throw goes here.
type lie struct {
	x, y    [markersInPlay]int
	rooms   [markersInPlay][len(diagonals) + 2]int // how far each marker may go its first ways, before the border or another
	keepers [2]int                                 // as spots
	turned  int                                    // 0, or what its own row and that of the board add up to
}

// spot numbers the points of a lie.
func spot(x, y int) int { return x*rows + y }

// lay fills a lie.
func (l *lie) lay(p *scene) {
	if p.side == black {
		l.turned = rows - 1
	}
	for i, m := range p.markers {
		l.x[i], l.y[i] = int(m.x), l.row(int(m.y))
	}
	for i, k := range p.keepers {
		l.keepers[i] = -1
		if k != nowhere {
			l.keepers[i] = spot(int(k.x), l.row(int(k.y)))
		}
	}
	for i := range l.rooms {
		l.rooms[i] = l.roomOf(i)
	}
}

// row turns a row of the board into one of the lie, and back.
func (l *lie) row(y int) int {
	if l.turned != 0 {
		return l.turned - y
	}
	return y
}

// point returns the point of the board.
func (l *lie) point(x, y int) point { return point{int8(x), int8(l.row(y))} }

// marker returns the point of a marker.
func (l *lie) marker(i int) point { return l.point(l.x[i], l.y[i]) }

// roomOf returns the room of a marker in the order of firstWays: left and right,
// and diagonally.
func (l *lie) roomOf(i int) [len(diagonals) + 2]int {
	x, y := l.x[i], l.y[i]
	toLeft, toRight, up := x, columns-1-x, rows-1-y
	upLeft, upRight := min(toLeft, up), min(toRight, up)
	for j := range l.x {
		switch across, ahead := l.x[j]-x, l.y[j]-y; {
		case ahead == 0 && across < 0:
			toLeft = min(toLeft, -across-1)
		case ahead == 0 && across > 0:
			toRight = min(toRight, across-1)
		case ahead > 0 && across == -ahead:
			upLeft = min(upLeft, ahead-1)
		case ahead > 0 && across == ahead:
			upRight = min(upRight, ahead-1)
		}
	}
	return [...]int{toLeft, toRight, upLeft, upRight}
}

// The ways of a first marker in a lie, as firstWays has them.
var (
	waysAcross = [...]int{-1, 1, -1, 1}
	waysAhead  = [...]int{0, 0, 1, 1}
)

// ordinary appends the plays in which the first marker goes n points and the second
// m (rules 2.4). With a double that is the advantage (rules 2.6).
func (l *lie) ordinary(n, m int, list []decision) []decision {
	// Past one of the two it goes between a marker's runs do not depend on where the
	// other one ends.
	var runs [markersInPlay][markersInPlay - 1]runs // of each marker, past the next and past the last
	for i := range runs {
		l.run(&runs[i][0], i, (i+1)%markersInPlay, m)
		l.run(&runs[i][1], i, (i+2)%markersInPlay, m)
	}
	for i := range l.x {
		second, third := &runs[(i+1)%markersInPlay][0], &runs[(i+2)%markersInPlay][1]
		for w, room := range &l.rooms[i] {
			x, y := l.x[i]+n*waysAcross[w], l.y[i]+n*waysAhead[w]
			if n > room || l.keeperOn(x, y) {
				continue
			}
			if second.part(x, y) {
				list = l.followed(l.begun(i, x, y), second, x, y, list)
			}
			if third.part(x, y) {
				list = l.followed(l.begun(i, x, y), third, x, y, list)
			}
		}
	}
	return list
}

// begun returns the play whose first marker, i, goes to a point.
func (l *lie) begun(i, x, y int) decision {
	return decision{kind: ordinaryPlay, n: 2, hops: [3]hop{{l.marker(i), l.point(x, y)}}}
}

// keeperOn says whether a keeper stands there.
func (l *lie) keeperOn(x, y int) bool {
	s := spot(x, y)
	return s == l.keepers[0] || s == l.keepers[1]
}

// followed appends the plays that end like d, with a run across the line between
// the point x, y and the marker that it passes.
func (l *lie) followed(d decision, rs *runs, x, y int, list []decision) []decision {
	last := &d.hops[d.n-1]
	scored := false
	for way := range rs.off {
		if !l.crosses(rs, way, x, y) || scored && rs.goal {
			continue
		}
		last.from, last.to = l.marker(rs.marker), beyond
		if scored = rs.goal; !scored {
			last.to = l.point(rs.x[way], rs.y)
		}
		list = append(list, d)
	}
	return list
}

// freeKicks appends what a double offers besides the advantage (rules 2.6).
func (l *lie) freeKicks(total int, list []decision) []decision {
	for i := range l.x {
		j, k := (i+1)%markersInPlay, (i+2)%markersInPlay
		var rs runs
		l.run(&rs, i, k, total)
		list = l.followed(decision{kind: directKick, n: 1}, &rs, l.x[j], l.y[j], list)
	}
	return append(list, decision{kind: indirectKick})
}

// Runs are a marker's ways diagonally forward past another, left and right. Whether
// it may go one depends on where the third marker is.
type runs struct {
	marker, past int
	goal         bool
	x            [2]int // where each ends, or the column in the mouth that it leaves through
	y            int
	at           [2]int // which diagonal each goes on: those to the left have the same sum, those to the right the same difference
	off          [2]int // how far the other marker is from it, by a sign; 0 if there is no way past it
}

// diagonal returns on which diagonals to the left and to the right a point lies.
func diagonal(x, y int) (left, right int) { return x + y, y - x }

// run sets the runs of marker i with n points past marker j. A die that is larger
// than needed takes it beyond the goal line if it leaves through the mouth (rules
// 2.5).
func (l *lie) run(rs *runs, i, j, n int) {
	x, y := l.x[i], l.y[i]
	room := rows - 1 - y
	steps := min(n, room)
	rs.marker, rs.past, rs.goal = i, j, n > room
	rs.x, rs.y = [2]int{x - steps, x + steps}, y+steps
	left, right := diagonal(x, y)
	rs.at = [2]int{left, right}
	left2, right2 := diagonal(l.x[j], l.y[j])
	if l.mayEnd(rs.x[0], rs.y, rs.goal) {
		rs.off[0] = left2 - left
	}
	if l.mayEnd(rs.x[1], rs.y, rs.goal) {
		rs.off[1] = right2 - right
	}
}

// mayEnd says whether a run may end at a point, or leave through it.
func (l *lie) mayEnd(x, y int, goal bool) bool {
	if goal {
		return middleColumn-mouthSide <= x && x <= middleColumn+mouthSide
	}
	return 0 <= x && x < columns && !l.keeperOn(x, y)
}

// part says whether a point lies on the other side of one of the runs than the
// marker that they pass. Most do not, and this is soon seen.
func (rs *runs) part(x, y int) bool {
	left, right := diagonal(x, y)
	return (left-rs.at[0])*rs.off[0] < 0 || (right-rs.at[1])*rs.off[1] < 0
}

// crosses says whether a run goes across the line between a point and the marker
// that it passes (rules 2.4, DECISION O3). Neither can be in its way then: they lie
// off its diagonal, one on each side. That of a goal is crossed before the mouth is
// reached (DECISION O4).
func (l *lie) crosses(rs *runs, way, x, y int) bool {
	left, right := diagonal(x, y)
	if (([2]int{left, right})[way]-rs.at[way])*rs.off[way] >= 0 {
		return false
	}
	across, ahead := l.x[rs.past]-x, l.y[rs.past]-y
	before := across*(l.y[rs.marker]-y) - ahead*(l.x[rs.marker]-x)
	after := across*(rs.y-y) - ahead*(rs.x[way]-x)
	return before < 0 && after > 0 || before > 0 && after < 0
}

// mayGo says whether a marker may go n points one way and end there: on the
// board, not onto or over another marker, not onto a keeper (rules 2.4, 2.11).
func (b *board) mayGo(from point, w way, n int8, second, third point) bool {
	end := from.plus(w, n)
	return end.onBoard() && !inWay(from, w, n, second) && !inWay(from, w, n, third) && !b.keeperOn(end)
}
