package match

import (
	"kickabout/engine"
	"kickabout/views/ui"
)

// OrdersForm is the form in which a player gives their side a standing order.
type OrdersForm struct {
	URL     string
	Options []ui.Option // the one that holds is chosen
}

// ordersForm returns the form for the viewer of a running match; nil if they watch or
// there are no orders to give.
func ordersForm(in Input) *OrdersForm {
	if in.Side == engine.NoSide || in.Record.Next().Over() || len(in.Record.Rules.Orders) == 0 {
		return nil
	}
	form := &OrdersForm{URL: ui.MatchURL(in.Match.ID) + "/orders"}
	for _, o := range in.Record.Rules.Orders {
		form.Options = append(form.Options, ui.Option{ID: o.ID, Name: o.Name, Chosen: o.ID == in.Record.Orders[in.Side-1]})
	}
	return form
}
