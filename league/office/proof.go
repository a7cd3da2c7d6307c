package office

import "kickabout/engine/dice"

// Proof returns all that somebody needs to check the dice of a match. It holds
// the links of throws that have been made and no other.
func (o *Office) Proof(v View) (dice.Proof, error) {
	m := v.Match
	links := o.dealer.Links(m.GID, dice.LastEvent(m.Log))
	return dice.NewProof(v.Record, m.GID, m.Head, [2]string{m.Seats[0].Contribution, m.Seats[1].Contribution}, links)
}
