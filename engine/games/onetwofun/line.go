package onetwofun

// orient says on which side of the line from p to q the point r lies: by its
// sign, 0 on the line itself.
func orient(p, q, r point) int {
	return int(q.x-p.x)*int(r.y-p.y) - int(q.y-p.y)*int(r.x-p.x)
}

// crosses says whether a marker that goes from one point to another travels
// across the line between a and c (rules 2.4, DECISION O3): from strictly on one
// side of it strictly to the other, strictly between a and c. Alternatives: to
// let a marker land on the line, or start on it.
func crosses(from, to, a, c point) bool {
	return orient(a, c, from)*orient(a, c, to) < 0 && orient(from, to, a)*orient(from, to, c) < 0
}

// inWay says whether q is one of the n points that a marker comes to from p.
func inWay(p point, w way, n int8, q point) bool {
	far := max(q.x-p.x, p.x-q.x, q.y-p.y, p.y-q.y)
	return 0 < far && far <= n && p.plus(w, far) == q
}
