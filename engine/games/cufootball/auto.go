package cufootball

import "kickabout/engine"

// The standing orders (rules 3.3, 3.10): what is left to the player.
const (
	orderAsk        = "ask"         // the defensive movement
	orderSkip       = "skip"        // nothing that can be decided for it
	orderReform     = "reform"      // the defensive movement, and every set-up
	orderSkipReform = "skip-reform" // every set-up
)

// orders lists them, the default first.
var orders = []engine.Order{
	{ID: orderAsk, Name: "Set my team up again after a goal; I move it in defence"},
	{ID: orderSkip, Name: "Set my team up again after a goal; nobody moves in defence"},
	{ID: orderReform, Name: "Ask me for a set-up before every kick-off; I move my team in defence"},
	{ID: orderSkipReform, Name: "Ask me for a set-up before every kick-off; nobody moves in defence"},
}

// culicaOrders lists those of the Culica rules: the first asks for a set-up (rules 3.3).
var culicaOrders = []engine.Order{orders[2], orders[0], orders[3], orders[1]}

// Auto returns the last set-up again after a goal where it is legal, and no movement
// in defence, as far as the order says so.
func (Game) Auto(at engine.Position, order string) (engine.Move, bool) {
	p, ok := at.(position)
	if !ok || !p.decides() {
		return "", false
	}
	switch {
	case p.phase == setup && (order == orderAsk || order == orderSkip):
		u, ok := p.lineUp().again()
		return decision{kind: setsUp, setUp: u}.text(), ok
	case p.phase == move && p.side != p.possession && (order == orderSkip || order == orderSkipReform):
		return decision{kind: moves, movement: movement{keeper: stays}}.text(), true
	}
	return "", false
}
