package office

import (
	"context"
	"errors"

	"kickabout/league"
)

// SeriesStateOf is what a series is told of a competition.
func (o *Office) SeriesStateOf(ctx context.Context, c league.Competition) (league.SeriesState, error) {
	return o.editions.SeriesState(ctx, c)
}

// Raised takes the facts that this process is still to look after.
func (o *Office) Raised() (facts []league.Fact) {
	for {
		f, ok, _ := o.Core.Raised.Take(false)
		if !ok {
			return facts
		}
		o.Core.Raised.Leave(f)
		facts = append(facts, f)
	}
}

// DrawAtOnce sets for how many players a round is drawn while somebody waits.
func (o *Office) DrawAtOnce(players int) { o.rounds.AtOnce = players }

// LookAfter looks after a fact, Handle only has its handlers do so.
func (o *Office) LookAfter(ctx context.Context, f league.Fact) error { return o.lookAfter(ctx, f) }

func (o *Office) Handle(ctx context.Context, f league.Fact) error {
	var problems []error
	for _, h := range o.handlers()[f.Kind] {
		problems = append(problems, h(ctx, f.Subject, f.Part))
	}
	return errors.Join(problems...)
}
