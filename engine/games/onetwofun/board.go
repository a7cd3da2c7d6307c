package onetwofun

import "slices"

// A board is where the pieces stand.
type board struct {
	markers [markersInPlay]point // ascending; noMarkers before a kick-off
	keepers [2]point             // noKeepers in the basic variant
}

// keeperOn says whether a keeper stands on a point.
func (b *board) keeperOn(q point) bool { return b.keepers[white] == q || b.keepers[black] == q }

// markerOn says whether a marker stands on a point.
func (b *board) markerOn(q point) bool {
	return b.markers[0] == q || b.markers[1] == q || b.markers[2] == q
}

// move puts the marker on a point elsewhere.
func (b *board) move(from, to point) {
	b.markers[slices.Index(b.markers[:], from)] = to
	b.order()
}

// order puts the markers into the order of texts.
func (b *board) order() {
	m := &b.markers
	for _, i := range [...]int{0, 1, 0} {
		if m[i+1].before(m[i]) {
			m[i], m[i+1] = m[i+1], m[i]
		}
	}
}
