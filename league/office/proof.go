package office

import "kickabout/engine/dice"

// Proof returns all that somebody needs to check the dice of a match. It holds
// no link of a throw that is still to come.
func (o *Office) Proof(v View) (dice.Proof, error) {
	m := v.Match
	return dice.NewProof(v.Record, m.GID, m.Head, [2]string{m.Seats[0].Contribution, m.Seats[1].Contribution}, o.Links(v))
}

// Links returns the links of the throws that have been made, from link 1 on: each
// may be shown as soon as its throw is.
func (o *Office) Links(v View) []dice.Link {
	return o.dealer.Links(v.Match.GID, dice.LastEvent(v.Match.Log))
}
