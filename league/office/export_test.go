package office

import (
	"context"

	"kickabout/league"
)

// ChronicleOf is what a series is told of a competition.
func (o *Office) ChronicleOf(ctx context.Context, c league.Competition) (league.Chronicle, error) {
	return o.chronicle(ctx, c)
}
